#include "record_build.h"

#include <string.h>

#include "head.h"
#include "item_json.h"
#include "plain.h"
#include "record_problem.h"
#include "record_write.h"

/* ---- The set-up ---------------------------------------------------------------------------------------- */

const struct lan_game *record_game_find(const char *name, int version, struct record_problem *problem)
{
    char number[24];
    struct lan_text text = lan_text_init(number, sizeof number);
    const struct lan_game *game = lan_game_find(name, version);
    if (game)
        return game;
    if (!lan_game_find(name, 0)) {
        record_refuse(problem, 0, "This program does not know the game ",
                      "Ce programme ne connaît pas le jeu ");
        record_problem_add(problem, text_is_plain(name, TABLE_NAME_MAX, false) ? name : "?");
        return NULL;
    }
    record_refuse(problem, 0, "This program does not know this version of the rules of this game: ",
                  "Ce programme ne connaît pas cette version des règles du jeu : ");
    lan_text_add_int(&text, version);
    record_problem_add(problem, name);
    record_problem_add(problem, " ");
    record_problem_add(problem, number);
    return NULL;
}

bool record_option_set(struct table_setup *setup, const char *name, const char *value,
                       struct record_problem *problem)
{
    struct lan_problem wrong;
    return lan_config_set(setup->game, &setup->config, name, value, &wrong) ||
           record_refuse(problem, 0, wrong.say[LAN_EN], wrong.say[LAN_FR]);
}

/* The index of a word; -1 when it is none of them, or NULL. */
static int word_find(const char *word, const char *const *words, int count)
{
    int at = word ? count - 1 : -1;
    while (at >= 0 && strcmp(words[at], word) != 0)
        at--;
    return at;
}

bool record_seat_set(struct table_setup *setup, int seat, const char *holder, const char *name,
                     const char *level, struct record_problem *problem)
{
    int found = word_find(holder, holder_words, 3);
    if (seat < 0 || seat >= setup->config.seats || !name || found < 0)
        return record_refuse_field(problem, 0, "match.seats");
    setup->seat[seat] = (struct table_seat){(enum table_holder)found, name, level};
    return true;
}

bool record_clock_set(struct table_setup *setup, const char *kind, const char *policy, const char *stand_in,
                      struct record_problem *problem)
{
    int kind_at = word_find(kind, clock_words, 2), policy_at = word_find(policy, policy_words, 2);
    if (kind_at < 0 || policy_at < 0)
        return record_refuse_field(problem, 0, "match.clock");
    if (!stand_in)
        return record_refuse_field(problem, 0, "match.stand_in");
    setup->clock.kind = (enum table_clock_kind)kind_at;
    setup->clock.policy = (enum table_policy)policy_at;
    setup->stand_in = stand_in;
    return true;
}

/* Whether a field shows the first bytes of a hash. */
static bool link_fits(const char *link, const uint8_t hash[LAN_HASH_BYTES])
{
    uint8_t bytes[RECORD_LINK_BYTES];
    return link && lan_text_parse_hex(link, bytes, sizeof bytes) && memcmp(bytes, hash, sizeof bytes) == 0;
}

static bool match_hashes_fit(const struct table *table, const char *rules, const char *link,
                             struct record_problem *problem)
{
    char hex[2 * LAN_HASH_BYTES + 1];
    struct lan_text text = lan_text_init(hex, sizeof hex);
    hash_hex(table->rulebook->hash, LAN_HASH_BYTES, &text);
    if (!rules || strcmp(rules, hex) != 0)
        return record_refuse(problem, 0,
                             "match.rules: game, version, players or options were changed after writing.",
                             "match.rules : jeu, version, nombre de joueurs ou options ont été modifiés.");
    if (!link_fits(link, table->head))
        return record_refuse(problem, 0, "match_hash: the match was changed after writing.",
                             "match_hash : l'en-tête de la partie a été modifié.");
    return true;
}

struct table *record_match_create(const struct table_setup *setup, int64_t start, const char *rules,
                                  const char *link, struct record_problem *problem)
{
    struct lan_problem wrong;
    struct table *table = table_create(setup, start, &wrong);
    if (!table) {
        record_refuse(problem, 0, wrong.say[LAN_EN], wrong.say[LAN_FR]);
        return NULL;
    }
    if (match_hashes_fit(table, rules, link, problem))
        return table;
    table_destroy(table);
    return NULL;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

void record_log_start(const struct table *table, struct record_chain *chain)
{
    *chain = (struct record_chain){.time = table->started};
    table_match_hash(table, chain->hash);
}

void record_told_start(const struct table *table, int viewer, struct record_chain *chain)
{
    *chain = (struct record_chain){.time = table->started};
    table_chain_start(table, viewer, chain->hash);
}

bool record_action_parse(const struct lan_game *game, const char *notation, uint32_t number,
                         lan_action *action, struct record_problem *problem)
{
    return lan_action_parse(game, notation, action) ||
           record_refuse(problem, number, "the game has no such action.",
                         "le jeu ne connaît pas cette action.");
}

/* Extends the chain by a line as it would be written, and compares it with the line's link. */
static bool line_take(struct record_chain *chain, const struct lan_text *json, int64_t time, const char *link,
                      struct record_problem *problem)
{
    chain->number++;
    chain->time = time;
    table_chain_step(json->at, json->length, chain->hash);
    if (!json->cut && link_fits(link, chain->hash))
        return true;
    return record_refuse(problem, chain->number,
                         "its hash does not fit. It was changed after writing, or what came before it was.",
                         "son empreinte ne correspond pas. Elle, ou ce qui la précède, a été modifié.");
}

bool record_entry_append(struct table *table, struct record_chain *chain, const struct table_entry *entry,
                         const char *link, struct record_problem *problem)
{
    char json[TABLE_ENTRY_JSON_MAX];
    struct lan_text text = lan_text_init(json, sizeof json);
    int clause;
    table_entry_json(table->game, chain->number + 1, entry, &text);
    if (!line_take(chain, &text, entry->time, link, problem))
        return false;
    int refusal = table_append(table, entry);
    if (!refusal)
        return true;
    record_refuse(problem, chain->number, "this cannot happen here. ", "cela ne peut pas arriver ici. ");
    for (enum lan_lang lang = 0; lang < LAN_LANGS; lang++)
        record_problem_add_in(problem, lang, table_refusal_say(table, refusal, lang, &clause));
    return false;
}

static bool line_seat(const char *text, uint8_t *seat)
{
    int32_t number;
    *seat = text ? LAN_CHANCE : LAN_SEAT_NONE;
    if (!text || strcmp(text, "chance") == 0)
        return true;
    if (!lan_text_parse_int(text, strlen(text), &number) || number < 1 || number > LAN_SEATS_MAX)
        return false;
    *seat = (uint8_t)(number - 1);
    return true;
}

bool record_line_append(struct table *table, struct record_chain *chain, const struct record_line *line,
                        struct record_problem *problem)
{
    uint32_t number = chain->number + 1;
    int kind = line->timed ? TABLE_ENTRY_TIMED : TABLE_ENTRY_ACT;
    struct table_entry entry = {.time = line->time, .text = line->text ? line->text : ""};
    if (line->time < 0 || line->time > TABLE_TIME_MAX)
        return record_refuse_field(problem, number, "time");
    if (!line_seat(line->seat, &entry.seat))
        return record_refuse_field(problem, number, "seat");
    if (!text_is_plain(entry.text, TABLE_NAME_MAX, false))
        return record_refuse_field(problem, number, "text");
    if (line->action) {
        if (!record_action_parse(table->game, line->action, number, &entry.action, problem))
            return false;
    } else {
        kind = word_find(line->table, entry_words, TABLE_ENTRY_KINDS);
        if (kind < TABLE_ENTRY_UNDO)
            return record_refuse_field(problem, number, "do/table");
    }
    entry.kind = (enum table_entry_kind)kind;
    return record_entry_append(table, chain, &entry, line->link, problem);
}

bool record_told_check(const struct table *table, struct record_chain *chain, const struct table_told *told,
                       const char *link, struct record_problem *problem)
{
    char json[TABLE_TOLD_JSON_MAX];
    struct lan_text text = lan_text_init(json, sizeof json);
    if (told->time < chain->time)
        return record_refuse(problem, chain->number + 1, "its time lies before that of the one before.",
                             "son heure précède celle de l'entrée d'avant.");
    table_told_json(table->game, told, &text);
    return line_take(chain, &text, told->time, link, problem);
}

bool record_log_finish(struct table *table, enum record_kind kind, const char *key,
                       struct record_problem *problem)
{
    struct lan_dice dice;
    if (kind == RECORD_FULL && table_end(table) == TABLE_RUNNING)
        return record_refuse(problem, 0, "log: it stops before the end of the game.",
                             "log : il s'arrête avant la fin de la partie.");
    if (kind != RECORD_SAVE || !key)
        return true;
    if (!lan_text_parse_hex(key, dice.key, sizeof dice.key))
        return record_refuse_field(problem, 0, "outcome.dice");
    return table_dice_set(table, &dice, 0) == TABLE_ACCEPTED || record_refuse_memory(problem);
}
