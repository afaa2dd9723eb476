/*
 * record_read.c - from a document back to a match, trusting nothing.
 *
 * What can be said precisely is checked on the way: what is not JSON, a game or version that is not there, an
 * entry whose hash or whose move does not fit. In the end the match is written again and compared with what
 * was read; so no field is believed that does not follow from the others, and none is overlooked.
 */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "inside.h"
#include "record_inside.h"
#include "record_parse.h"

/* ---- Problems ------------------------------------------------------------------------------------------ */

static void problem_text(struct record_problem *problem, int lang, const char *text)
{
    struct lan_text out = {problem->say[lang], LAN_SAY_MAX, strlen(problem->say[lang]), false};
    lan_text_add(&out, text);
}

static void problem_add(struct record_problem *problem, const char *word)
{
    for (int lang = 0; lang < LAN_LANGS; lang++)
        problem_text(problem, lang, word);
}

void record_problem_set(struct record_problem *problem, uint32_t entry, const char *en, const char *fr)
{
    memset(problem, 0, sizeof *problem);
    problem->entry = entry;
    if (entry) {
        char number[24];
        struct lan_text out = lan_text_init(number, sizeof number);
        lan_text_add_int(&out, entry);
        problem_text(problem, LAN_EN, "Entry ");
        problem_text(problem, LAN_FR, "Entrée ");
        problem_add(problem, number);
        problem_text(problem, LAN_EN, ": ");
        problem_text(problem, LAN_FR, " : ");
    }
    problem_text(problem, LAN_EN, en);
    problem_text(problem, LAN_FR, fr);
}

bool record_refuse(struct record_problem *problem, uint32_t entry, const char *en, const char *fr)
{
    record_problem_set(problem, entry, en, fr);
    return false;
}

bool record_refuse_field(struct record_problem *problem, uint32_t entry, const char *field)
{
    record_problem_set(problem, entry, "this field is missing or not as it must be: ",
                       "ce champ manque ou n'est pas comme il faut : ");
    problem_add(problem, field);
    return false;
}

/* ---- The set-up ---------------------------------------------------------------------------------------- */

static const struct lan_game *game_find(json_t *match, struct record_problem *problem)
{
    const char *name = json_string_value(json_object_get(match, "game"));
    int64_t version;
    char number[24];
    struct lan_text text = lan_text_init(number, sizeof number);
    if (!name || !json_range(match, "version", 1, UINT16_MAX, &version)) {
        record_refuse_field(problem, 0, name ? "match.version" : "match.game");
        return NULL;
    }
    const struct lan_game *game = lan_game_find(name, (int)version);
    if (game)
        return game;
    if (!lan_game_find(name, 0)) {
        record_refuse(problem, 0, "This program does not know the game ",
                      "Ce programme ne connaît pas le jeu ");
        problem_add(problem, text_clean(name, TABLE_NAME_MAX, false) ? name : "?");
        return NULL;
    }
    record_refuse(problem, 0, "This program does not know this version of the rules of this game: ",
                  "Ce programme ne connaît pas cette version des règles du jeu : ");
    lan_text_add_int(&text, version);
    problem_add(problem, name);
    problem_add(problem, " ");
    problem_add(problem, number);
    return NULL;
}

static bool is_number_option(const struct lan_game *game, const char *name)
{
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].name, name) == 0)
            return game->options[i].type == LAN_OPTION_NUMBER;
    }
    return false;
}

/* Texts stay in the document, which lives until the table has copied them. */
static bool options_read(json_t *match, struct table_setup *setup, struct record_problem *problem)
{
    json_t *options = json_object_get(match, "options"), *value;
    const char *name;
    if (!json_is_object(options))
        return record_refuse_field(problem, 0, "match.options");
    json_object_foreach(options, name, value)
    {
        struct lan_problem wrong;
        char digits[24];
        struct lan_text text = lan_text_init(digits, sizeof digits);
        const char *given = json_string_value(value);
        bool number = is_number_option(setup->game, name);
        if (json_is_integer(value) && number) {
            lan_text_add_int(&text, json_integer_value(value));
            given = digits;
        }
        if (!given || json_is_string(value) == number)
            return record_refuse_field(problem, 0, "match.options");
        if (!lan_config_set(setup->game, &setup->config, name, given, &wrong)) {
            record_problem_set(problem, 0, wrong.say[LAN_EN], wrong.say[LAN_FR]);
            return false;
        }
    }
    return true;
}

static bool seats_read(json_t *match, struct table_setup *setup, struct record_problem *problem)
{
    json_t *seats = json_object_get(match, "seats");
    if (json_array_size(seats) != setup->config.seats)
        return record_refuse_field(problem, 0, "match.seats");
    for (int i = 0; i < setup->config.seats; i++) {
        json_t *seat = json_array_get(seats, (size_t)i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        const char *level = json_string_value(json_object_get(seat, "level"));
        int holder;
        if (!name || !json_word(seat, "holder", holder_words, 3, &holder))
            return record_refuse_field(problem, 0, "match.seats");
        setup->seat[i] = (struct table_seat){(enum table_holder)holder, name, level ? level : ""};
    }
    return true;
}

static bool clock_read(json_t *match, struct table_setup *setup, struct record_problem *problem)
{
    json_t *clock = json_object_get(match, "clock");
    struct table_clock *out = &setup->clock;
    int kind, policy;
    if (!json_word(clock, "kind", clock_words, 2, &kind) ||
        !json_word(clock, "policy", policy_words, 2, &policy) ||
        !json_range(clock, "budget", 0, TABLE_CLOCK_MAX, &out->budget) ||
        !json_range(clock, "increment", 0, TABLE_CLOCK_MAX, &out->increment) ||
        !json_range(clock, "move", 0, TABLE_CLOCK_MAX, &out->move) ||
        !json_range(clock, "window", 0, TABLE_CLOCK_MAX, &out->window))
        return record_refuse_field(problem, 0, "match.clock");
    out->kind = (enum table_clock_kind)kind;
    out->policy = (enum table_policy)policy;
    setup->stand_in = json_string_value(json_object_get(match, "stand_in"));
    return setup->stand_in || record_refuse_field(problem, 0, "match.stand_in");
}

static bool fields_read(json_t *object, struct table_field fields[TABLE_FIELDS_MAX], int *count)
{
    const char *name;
    json_t *value;
    *count = 0;
    if (!json_is_object(object) || json_object_size(object) > TABLE_FIELDS_MAX)
        return false;
    json_object_foreach(object, name, value)
    {
        if (!json_is_string(value))
            return false;
        fields[(*count)++] = (struct table_field){name, json_string_value(value)};
    }
    return true;
}

static bool match_hash_fits(const struct table *table, json_t *document, struct record_problem *problem)
{
    char hex[2 * LAN_HASH_BYTES + 1];
    struct lan_text text = lan_text_init(hex, sizeof hex);
    const char *rules = json_string_value(json_object_get(json_object_get(document, "match"), "rules"));
    hash_hex(table->rulebook->hash, LAN_HASH_BYTES, &text);
    if (!rules || strcmp(rules, hex) != 0)
        return record_refuse(problem, 0,
                             "match.rules: game, version, players or options were changed after writing.",
                             "match.rules : jeu, version, nombre de joueurs ou options ont été modifiés.");
    if (!json_link_fits(json_object_get(document, "match_hash"), table->head))
        return record_refuse(problem, 0, "match_hash: the match was changed after writing.",
                             "match_hash : l'en-tête de la partie a été modifié.");
    return true;
}

static bool match_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *match = json_object_get(document, "match");
    struct table_field commitments[TABLE_FIELDS_MAX];
    struct table_setup setup;
    struct lan_problem wrong;
    int64_t players, start;
    const struct lan_game *game = game_find(match, problem);
    if (!game)
        return false;
    if (!json_range(match, "players", 1, LAN_SEATS_MAX, &players))
        return record_refuse_field(problem, 0, "match.players");
    if (!json_range(match, "start", 0, TABLE_TIME_MAX, &start))
        return record_refuse_field(problem, 0, "match.start");
    table_setup_init(game, (int)players, &setup);
    setup.commitments = commitments;
    if (!fields_read(json_object_get(match, "commitments"), commitments, &setup.commitment_count))
        return record_refuse_field(problem, 0, "match.commitments");
    if (!options_read(match, &setup, problem) || !seats_read(match, &setup, problem) ||
        !clock_read(match, &setup, problem))
        return false;
    record->table = table_create(&setup, start, &wrong);
    if (!record->table)
        return record_refuse(problem, 0, wrong.say[LAN_EN], wrong.say[LAN_FR]);
    return match_hash_fits(record->table, document, problem);
}

/* ---- The log ------------------------------------------------------------------------------------------- */

static bool line_fits(json_t *line, const struct lan_text *json, uint8_t hash[LAN_HASH_BYTES],
                      uint32_t number, struct record_problem *problem)
{
    table_chain_step(json->at, json->length, hash);
    if (!json->cut && json_link_fits(json_object_get(line, "hash"), hash))
        return true;
    return record_refuse(problem, number,
                         "its hash does not fit. It was changed after writing, or what came before it was.",
                         "son empreinte ne correspond pas. Elle, ou ce qui la précède, a été modifié.");
}

static bool entry_read(struct table *table, json_t *line, uint32_t number, uint8_t hash[LAN_HASH_BYTES],
                       struct record_problem *problem)
{
    struct table_entry entry;
    char json[TABLE_ENTRY_JSON_MAX];
    struct lan_text text = lan_text_init(json, sizeof json);
    int clause;
    if (!record_parse_entry(table->game, line, number, &entry, problem))
        return false;
    table_entry_json(table->game, number, &entry, &text);
    if (!line_fits(line, &text, hash, number, problem))
        return false;
    int refusal = table_append(table, &entry);
    if (!refusal)
        return true;
    record_refuse(problem, number, "this cannot happen here. ", "cela ne peut pas arriver ici. ");
    for (int lang = 0; lang < LAN_LANGS; lang++)
        problem_text(problem, lang, table_refusal_say(table, refusal, (enum lan_lang)lang, &clause));
    return false;
}

static bool log_read(json_t *document, struct table *table, struct record_problem *problem)
{
    json_t *log = json_object_get(document, "log");
    uint8_t hash[LAN_HASH_BYTES];
    if (!json_is_array(log))
        return record_refuse_field(problem, 0, "log");
    table_match_hash(table, hash);
    for (size_t i = 0; i < json_array_size(log); i++) {
        if (!entry_read(table, json_array_get(log, i), (uint32_t)i + 1, hash, problem))
            return false;
    }
    return true;
}

static bool openings_read(json_t *outcome, struct table *table, struct record_problem *problem)
{
    struct table_field openings[TABLE_FIELDS_MAX];
    int count;
    if (!fields_read(json_object_get(outcome, "openings"), openings, &count))
        return record_refuse_field(problem, 0, "outcome.openings");
    for (int i = 0; i < count; i++) {
        if (!table_opening_add(table, openings[i].name, openings[i].value))
            return record_refuse_field(problem, 0, "outcome.openings");
    }
    return true;
}

static bool whole_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *outcome = json_object_get(document, "outcome");
    json_t *dice = json_object_get(outcome, "dice");
    if (!log_read(document, record->table, problem) || !openings_read(outcome, record->table, problem))
        return false;
    if (record->kind == RECORD_FULL && table_end(record->table) == TABLE_RUNNING)
        return record_refuse(problem, 0, "log: it stops before the end of the game.",
                             "log : il s'arrête avant la fin de la partie.");
    if (record->kind == RECORD_SAVE && dice) {
        struct lan_dice key;
        if (!json_bytes(dice, key.key, sizeof key.key))
            return record_refuse_field(problem, 0, "outcome.dice");
        if (table_dice_set(record->table, &key, 0))
            return record_refuse(problem, 0, "There is no memory left.", "Il n'y a plus de mémoire.");
    }
    return true;
}

static bool told_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *told = json_object_get(document, "told");
    const struct lan_game *game = record->table->game;
    uint8_t hash[LAN_HASH_BYTES];
    size_t count = json_array_size(told);
    if (!json_is_array(told))
        return record_refuse_field(problem, 0, "told");
    record->told = calloc(count + 1, sizeof *record->told);
    if (!record->told)
        return record_refuse(problem, 0, "There is no memory left.", "Il n'y a plus de mémoire.");
    table_chain_start(record->table, record->viewer, hash);
    for (size_t i = 0; i < count; i++) {
        json_t *line = json_array_get(told, i);
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        struct table_told *item = &record->told[i];
        if (!record_parse_told(record->table, line, (uint32_t)i + 1, item, problem))
            return false;
        if (item->time < (i ? item[-1].time : record->table->started))
            return record_refuse(problem, (uint32_t)i + 1, "its time lies before that of the one before.",
                                 "son heure précède celle de l'entrée d'avant.");
        table_told_json(game, item, &text);
        if (!line_fits(line, &text, hash, (uint32_t)i + 1, problem))
            return false;
        record->told_count++;
    }
    return true;
}

static bool viewer_read(json_t *document, struct record *record, struct record_problem *problem)
{
    int64_t viewer = LAN_WATCHER + 1;
    const char *word = json_string_value(json_object_get(document, "viewer"));
    bool watcher = word && strcmp(word, "watcher") == 0;
    if (!watcher && !json_range(document, "viewer", 1, record->table->rules->seats, &viewer))
        return record_refuse_field(problem, 0, "viewer");
    record->viewer = (uint8_t)(viewer - 1);
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static bool same_as_written(const struct record *record, json_t *document, struct record_problem *problem)
{
    size_t length;
    char *text = record_rewrite(record, &length, problem);
    if (!text)
        return false;
    json_t *written = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (!written)
        return record_refuse(problem, 0, "There is no memory left.", "Il n'y a plus de mémoire.");
    bool same = record_same(document, written, problem);
    json_decref(written);
    return same;
}

static bool document_read(json_t *document, struct record *record, struct record_problem *problem)
{
    int64_t format;
    int kind;
    if (!json_range(document, "lanterne", 1, INT32_MAX, &format))
        return record_refuse(problem, 0, "This is not a record: the field \"lanterne\" is missing.",
                             "Ce n'est pas une partie enregistrée : il manque le champ « lanterne ».");
    if (format != RECORD_FORMAT)
        return record_refuse(problem, 0, "lanterne: this program does not know this version of the format.",
                             "lanterne : ce programme ne connaît pas cette version du format.");
    if (!json_word(document, "kind", record_words, RECORD_KINDS, &kind))
        return record_refuse_field(problem, 0, "kind");
    record->kind = (enum record_kind)kind;
    if (!match_read(document, record, problem))
        return false;
    if (record->kind == RECORD_SEAT) {
        if (!viewer_read(document, record, problem) || !told_read(document, record, problem))
            return false;
    } else if (!whole_read(document, record, problem)) {
        return false;
    }
    return same_as_written(record, document, problem);
}

static json_t *document_parse(const char *bytes, size_t size, struct record_problem *problem)
{
    json_error_t error;
    if (size > RECORD_BYTES_MAX) {
        record_refuse(problem, 0, "The file is larger than a record may be (8 MiB).",
                      "Le fichier dépasse la taille d'une partie enregistrée (8 Mio).");
        return NULL;
    }
    json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (document)
        return document;
    char line[24];
    struct lan_text text = lan_text_init(line, sizeof line);
    lan_text_add_int(&text, error.line);
    record_refuse(problem, 0, "It is not whole: no JSON from line ",
                  "Fichier abîmé : pas de JSON à la ligne ");
    problem_add(problem, line);
    problem_add(problem, " (");
    problem_add(problem, error.text);
    problem_add(problem, ")");
    problem->line = error.line;
    return NULL;
}

bool record_read(const char *bytes, size_t size, struct record *record, struct record_problem *problem)
{
    struct record made = {0};
    json_t *document = document_parse(bytes, size, problem);
    if (!document)
        return false;
    made.document = document;
    if (!document_read(document, &made, problem)) {
        record_finish(&made);
        return false;
    }
    *record = made;
    return true;
}

void record_finish(struct record *record)
{
    table_destroy(record->table);
    free(record->told);
    json_decref(record->document);
    *record = (struct record){0};
}
