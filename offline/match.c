/* match.c - the set-up of a match, its beginning, and building it again from its log (offline.h). */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"

/* ---- The match of an object ---------------------------------------------------------------------------- */

void match_drop(struct offline *offline)
{
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        wire_sent_free(offline->sent[viewer]);
        offline->sent[viewer] = NULL;
    }
    table_destroy(offline->table);
    offline->table = NULL;
    offline->building = false;
}

/* Seeds and moments of bots come from a key of their own: who knew one of them would not know the dice. */
static void bots_key(struct offline *offline)
{
    static const char about[] = "lanterne-bots";
    const struct lan_dice *dice = table_dice(offline->table);
    struct lan_hash hash;
    uint8_t key[LAN_HASH_BYTES];
    lan_hash_init(&hash);
    lan_hash_add(&hash, about, sizeof about);
    if (dice)
        lan_hash_add(&hash, dice->key, sizeof dice->key);
    lan_hash_end(&hash, key);
    memcpy(offline->bots.key, key, sizeof offline->bots.key);
}

void match_begun(struct offline *offline)
{
    offline->building = false;
    bots_key(offline);
    moment_init(&offline->moment, offline->table);
}

bool match_there(struct offline *offline)
{
    if (!answer_begin(offline))
        return false;
    return (offline->table && !offline->building) || answer_fail(offline, FAIL_NOT_PLAYING);
}

bool match_running(struct offline *offline)
{
    return match_there(offline) &&
           (table_end(offline->table) == TABLE_RUNNING || answer_fail(offline, FAIL_NOT_PLAYING));
}

bool match_over(struct offline *offline)
{
    return match_there(offline) &&
           (table_end(offline->table) != TABLE_RUNNING || answer_fail(offline, FAIL_NOT_OVER));
}

bool viewer_there(struct offline *offline, int viewer, int *at)
{
    if (viewer < 0 || viewer > table_rules(offline->table)->seats)
        return answer_fail(offline, FAIL_NO_SEAT);
    *at = viewer ? viewer - 1 : LAN_WATCHER;
    return true;
}

bool seat_there(struct offline *offline, int seat, int *at)
{
    return viewer_there(offline, seat, at) && (seat || answer_fail(offline, FAIL_NO_SEAT));
}

bool action_read(struct offline *offline, const char *notation, lan_action *action)
{
    return lan_action_parse(table_game(offline->table), notation, action) ||
           answer_fail(offline, FAIL_NO_ACTION);
}

/* ---- The set-up ---------------------------------------------------------------------------------------- */

bool offline_setup(struct offline *offline, const char *game, int version, int seats)
{
    struct record_problem problem;
    if (!answer_begin(offline))
        return false;
    const struct lan_game *found = record_game_find(game, version, &problem);
    if (!found)
        return answer_problem(offline, &problem);
    if (seats < 1 || seats > LAN_SEATS_MAX)
        return answer_fail(offline, FAIL_BAD_FIELD);
    match_drop(offline);
    texts_drop(offline);
    table_setup_init(found, seats, &offline->setup);
    offline->setup.commitments = offline->commitment;
    offline->set = true;
    return answer_end(offline);
}

/* A set-up that may still be changed. */
static bool set_open(struct offline *offline)
{
    if (!answer_begin(offline))
        return false;
    return (offline->set && !offline->table) || answer_fail(offline, FAIL_BAD_FIELD);
}

bool offline_option(struct offline *offline, const char *name, const char *value)
{
    struct lan_problem problem;
    if (!set_open(offline))
        return false;
    const char *kept = text_keep(offline, value);
    if (!kept)
        return answer_fail(offline, FAIL_MEMORY);
    if (lan_config_set(offline->setup.game, &offline->setup.config, name, kept, &problem))
        return answer_end(offline);
    return answer_say(offline, problem.say[LAN_EN], problem.say[LAN_FR], NULL, name);
}

bool offline_seat(struct offline *offline, int seat, const char *holder, const char *name, const char *level)
{
    struct record_problem problem;
    if (!set_open(offline))
        return false;
    const char *kept_name = text_keep(offline, name), *kept_level = text_keep(offline, level);
    if (!kept_name || !kept_level)
        return answer_fail(offline, FAIL_MEMORY);
    if (!record_seat_set(&offline->setup, seat - 1, holder, kept_name, kept_level, &problem))
        return answer_problem(offline, &problem);
    return answer_end(offline);
}

bool offline_clock(struct offline *offline, const char *kind, const char *policy, const char *stand_in)
{
    struct record_problem problem;
    if (!set_open(offline))
        return false;
    const char *kept = text_keep(offline, stand_in);
    if (!kept)
        return answer_fail(offline, FAIL_MEMORY);
    if (!record_clock_set(&offline->setup, kind, policy, kept, &problem))
        return answer_problem(offline, &problem);
    return answer_end(offline);
}

bool offline_clock_times(struct offline *offline, double budget, double increment, double move, double window)
{
    if (!set_open(offline))
        return false;
    struct table_clock *clock = &offline->setup.clock;
    clock->budget = time_of(budget);
    clock->increment = time_of(increment);
    clock->move = time_of(move);
    clock->window = time_of(window);
    return answer_end(offline);
}

bool offline_commitment(struct offline *offline, const char *name, const char *value)
{
    if (!set_open(offline))
        return false;
    if (offline->setup.commitment_count == TABLE_FIELDS_MAX)
        return answer_fail(offline, FAIL_BAD_FIELD);
    struct table_field field = {text_keep(offline, name), text_keep(offline, value)};
    if (!field.name || !field.value)
        return answer_fail(offline, FAIL_MEMORY);
    offline->commitment[offline->setup.commitment_count++] = field;
    return answer_end(offline);
}

bool offline_table(struct offline *offline, const char *id, bool undo, bool hints, bool notebook)
{
    if (!answer_begin(offline))
        return false;
    if (strlen(id) > OFFLINE_ID_MAX)
        return answer_fail(offline, FAIL_BAD_FIELD);
    strcpy(offline->id, id);
    offline->undo = undo;
    offline->hints = hints;
    offline->notebook = notebook;
    return answer_end(offline);
}

/* ---- A new match --------------------------------------------------------------------------------------- */

static bool seats_taken(const struct table_setup *setup)
{
    for (int seat = 0; seat < setup->config.seats; seat++) {
        if (setup->seat[seat].holder == TABLE_EMPTY)
            return false;
    }
    return true;
}

bool offline_begin(struct offline *offline, const char *key, double now)
{
    struct lan_dice dice;
    struct lan_problem problem;
    if (!set_open(offline))
        return false;
    if (!seats_taken(&offline->setup) || !lan_text_parse_hex(key, dice.key, sizeof dice.key))
        return answer_fail(offline, FAIL_BAD_FIELD);
    offline->setup.dice = &dice;
    offline->table = table_create(&offline->setup, time_of(now), &problem);
    offline->setup.dice = NULL;
    if (!offline->table)
        return answer_say(offline, problem.say[LAN_EN], problem.say[LAN_FR], NULL, NULL);
    record_log_start(offline->table, &offline->chain);
    match_begun(offline);
    return answer_end(offline);
}

/* ---- A match from its log ------------------------------------------------------------------------------ */

bool offline_match(struct offline *offline, double start, const char *rules, const char *link)
{
    struct record_problem problem;
    if (!set_open(offline))
        return false;
    offline->table = record_match_create(&offline->setup, time_of(start), rules, link, &problem);
    if (!offline->table)
        return answer_problem(offline, &problem);
    offline->building = true;
    record_log_start(offline->table, &offline->chain);
    return answer_end(offline);
}

/* A part was refused: what is built so far is worth nothing. */
static bool build_fail(struct offline *offline, const struct record_problem *problem)
{
    match_drop(offline);
    return answer_problem(offline, problem);
}

static bool build_open(struct offline *offline)
{
    if (!answer_begin(offline))
        return false;
    return (offline->table && offline->building) || answer_fail(offline, FAIL_BAD_FIELD);
}

bool offline_line(struct offline *offline, const char *seat, const char *action, bool timed,
                  const char *table, const char *text, double time, const char *link)
{
    struct record_problem problem;
    const struct record_line line = {.seat = seat,
                                     .action = action,
                                     .timed = timed,
                                     .table = table,
                                     .text = text,
                                     .time = time >= 0 && time <= (double)TABLE_TIME_MAX ? (int64_t)time : -1,
                                     .link = link};
    if (!build_open(offline))
        return false;
    if (!record_line_append(offline->table, &offline->chain, &line, &problem))
        return build_fail(offline, &problem);
    return answer_end(offline);
}

bool offline_opening(struct offline *offline, const char *name, const char *value)
{
    if (!build_open(offline))
        return false;
    if (table_opening_add(offline->table, name, value))
        return answer_end(offline);
    match_drop(offline);
    return answer_fail(offline, FAIL_BAD_FIELD);
}

bool offline_finish(struct offline *offline, const char *kind, const char *key)
{
    struct record_problem problem;
    if (!build_open(offline))
        return false;
    bool save = strcmp(kind, "save") == 0;
    if (!save && strcmp(kind, "full") != 0)
        return answer_fail(offline, FAIL_BAD_FIELD);
    if (!record_log_finish(offline->table, save ? RECORD_SAVE : RECORD_FULL, key, &problem))
        return build_fail(offline, &problem);
    match_begun(offline);
    return answer_end(offline);
}
