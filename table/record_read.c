/*
 * The parts of the document are handed to record_build.c one by one, so that a refusal names the place: what
 * is not JSON, a game or version that is not there, an entry whose hash or whose move does not fit. At the
 * end the match is written again and compared with the document, which finds every field that does not follow
 * from the others.
 */
#include "record_read.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "head.h"
#include "record_build.h"
#include "record_parse.h"
#include "record_problem.h"
#include "record_seen.h"
#include "record_write.h"

/* ---- The set-up ---------------------------------------------------------------------------------------- */

static const struct lan_game *game_read(json_t *match, struct record_problem *problem)
{
    const char *name = json_string_value(json_object_get(match, "game"));
    int64_t version;
    if (name && json_range(match, "version", 1, UINT16_MAX, &version))
        return record_game_find(name, (int)version, problem);
    record_refuse_field(problem, 0, name ? "match.version" : "match.game");
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
        if (!record_option_set(setup, name, given, problem))
            return false;
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
        const char *holder = json_string_value(json_object_get(seat, "holder"));
        if (!record_seat_set(setup, i, holder, name, level ? level : "", problem))
            return false;
    }
    return true;
}

static bool clock_read(json_t *match, struct table_setup *setup, struct record_problem *problem)
{
    json_t *clock = json_object_get(match, "clock");
    struct table_clock *out = &setup->clock;
    if (!json_range(clock, "budget", 0, TABLE_CLOCK_MAX, &out->budget) ||
        !json_range(clock, "increment", 0, TABLE_CLOCK_MAX, &out->increment) ||
        !json_range(clock, "move", 0, TABLE_CLOCK_MAX, &out->move) ||
        !json_range(clock, "window", 0, TABLE_CLOCK_MAX, &out->window))
        return record_refuse_field(problem, 0, "match.clock");
    return record_clock_set(setup, json_string_value(json_object_get(clock, "kind")),
                            json_string_value(json_object_get(clock, "policy")),
                            json_string_value(json_object_get(match, "stand_in")), problem);
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

static bool match_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *match = json_object_get(document, "match");
    struct table_field commitments[TABLE_FIELDS_MAX];
    struct table_setup setup;
    int64_t players, start;
    const struct lan_game *game = game_read(match, problem);
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
    record->table = record_match_create(&setup, start, json_string_value(json_object_get(match, "rules")),
                                        json_string_value(json_object_get(document, "match_hash")), problem);
    return record->table;
}

/* ---- The log ------------------------------------------------------------------------------------------- */

static const char *line_link(const json_t *line)
{
    return json_string_value(json_object_get(line, "hash"));
}

static bool log_read(json_t *document, struct table *table, struct record_problem *problem)
{
    json_t *log = json_object_get(document, "log");
    struct record_chain chain;
    if (!json_is_array(log))
        return record_refuse_field(problem, 0, "log");
    record_log_start(table, &chain);
    for (size_t i = 0; i < json_array_size(log); i++) {
        json_t *line = json_array_get(log, i);
        struct table_entry entry;
        if (!record_parse_entry(table->game, line, (uint32_t)i + 1, &entry, problem) ||
            !record_entry_append(table, &chain, &entry, line_link(line), problem))
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

/* The dice of a save as a text, "" where the field is none, which is no key; NULL without the field. */
static const char *dice_read(const json_t *outcome)
{
    const json_t *dice = json_object_get(outcome, "dice");
    return !dice || json_is_string(dice) ? json_string_value(dice) : "";
}

static bool whole_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *outcome = json_object_get(document, "outcome");
    return log_read(document, record->table, problem) && openings_read(outcome, record->table, problem) &&
           record_log_finish(record->table, record->kind, dice_read(outcome), problem);
}

static bool told_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *told = json_object_get(document, "told");
    struct record_chain chain;
    size_t count = json_array_size(told);
    if (!json_is_array(told))
        return record_refuse_field(problem, 0, "told");
    record->told = calloc(count + 1, sizeof *record->told);
    if (!record->told)
        return record_refuse_memory(problem);
    record_told_start(record->table, record->viewer, &chain);
    for (size_t i = 0; i < count; i++) {
        json_t *line = json_array_get(told, i);
        struct table_told *item = &record->told[i];
        if (!record_parse_told(record->table, line, (uint32_t)i + 1, item, problem) ||
            !record_told_check(record->table, &chain, item, line_link(line), problem))
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

/* What the keeper of the record added to it: no hash covers it, so it is taken out of the document. */
static bool seen_read(json_t *document, struct record *record, struct record_problem *problem)
{
    json_t *seen = json_object_get(document, "seen");
    if (!seen || record->kind == RECORD_SAVE)
        return true;
    if (!record_seen_parse(seen, record->table->rules->seats, &record->seen, problem))
        return false;
    json_object_del(document, "seen");
    return true;
}

/* ---- The document -------------------------------------------------------------------------------------- */

static bool same_as_written(const struct record *record, json_t *document, struct record_problem *problem)
{
    size_t length;
    char *text = record_rewrite(record, &length, problem);
    if (!text)
        return false;
    json_t *written = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (!written)
        return record_refuse_memory(problem);
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
    return seen_read(document, record, problem) && same_as_written(record, document, problem);
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
    record_problem_add(problem, line);
    record_problem_add(problem, " (");
    record_problem_add(problem, error.text);
    record_problem_add(problem, ")");
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
