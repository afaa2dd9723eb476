/*
 * The rights at a table (server/room_log/room_rights.h) against the model of tests/support/rights_model.h: a
 * walk over all sequences of up to seven changes, with three people and two seats. After each change the
 * answer for every person and viewer must be the model's, and so must the host.
 */
#include "room_rights.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "lan.h"
#include "map.h"
#include "rights_model.h"
#include "room_log.h"
#include "table.h"

enum { PEOPLE = 3, SEATS = 2, CHANGES_MAX = 7, STATES_MAX = 1 << 16, KEY_MAX = 256 };

static const char *const ids[PEOPLE] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc"};
static const char *const watching_words[] = {"open", "late", "none"};
static const char hash[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

struct change {
    uint8_t kind, person, seat; /* seat 1.., 0 for none; or what else the kind says of it */
};

/* A table and its model after the same changes. */
struct pair {
    struct map rulebooks;
    struct room_log log;
    struct rights_model model;
    int64_t now;
};

/* ---- Entries, as the operations of the server write them ---------------------------------------------- */

static void entry_apply(struct pair *pair, json_t *entry)
{
    assert_non_null(entry);
    json_object_set_new(entry, "at", json_integer(++pair->now));
    assert_true(room_log_apply(&pair->log, entry));
    json_decref(entry);
}

static struct table *match_of(struct pair *pair)
{
    return pair->log.match ? pair->log.match->table : NULL;
}

/* Adds what the match has done since the last entry. */
static void moves_add(struct pair *pair, json_t *entry)
{
    struct buf out = {0};
    if (!match_of(pair))
        return;
    js_object(&out, NULL);
    entry_moves_write(&out, match_of(pair), pair->log.stored);
    js_end_object(&out);
    json_t *moves = json_loadb(out.at, out.length, 0, NULL);
    assert_non_null(moves);
    json_object_update(entry, moves);
    json_decref(moves);
    buf_free(&out);
}

/* A person sits at the seat: `kind` is "sit" before the match and "seat" in it. */
static void sit_apply(struct pair *pair, int person, int seat)
{
    struct table *table = match_of(pair);
    if (table && pair->log.state == ROOM_PLAYING)
        table_sit(table, seat - 1, ids[person], ++pair->now);
    json_t *entry = json_pack("{sssisssss[]}", "t", table ? "seat" : "sit", "seat", seat, "person",
                              ids[person], "name", ids[person], "e");
    moves_add(pair, entry);
    entry_apply(pair, entry);
}

/* A bot holds the seat for good: `stands` when it still has to take it over in the match. */
static json_t *bot_entry(struct pair *pair, int seat, bool stands)
{
    if (stands)
        table_stand_in_for(match_of(pair), seat - 1, ++pair->now);
    json_t *entry =
        json_pack("{sssisssss[]}", "t", "seat", "seat", seat, "name", "Wick", "level", "random", "e");
    moves_add(pair, entry);
    return entry;
}

static void leave_apply(struct pair *pair, int seat)
{
    if (pair->log.seat[seat - 1].standin) {
        entry_apply(pair, bot_entry(pair, seat, false));
    } else {
        table_leave(match_of(pair), seat - 1, ++pair->now);
        room_log_apply_play(&pair->log, -1, NULL);
    }
}

/* The seats of the person, each with the moves of the match that the one before has not listed. */
static void remove_apply(struct pair *pair, int person)
{
    json_t *seats = json_array();
    uint32_t written = pair->log.stored;
    for (int seat = 1; seat <= SEATS; seat++) {
        if (!room_log_holds(&pair->log, seat - 1, ids[person]))
            continue;
        json_t *part = json_pack("{sisssss[]}", "seat", seat, "name", "Wick", "level", "random", "e");
        if (pair->log.state == ROOM_PLAYING && !pair->log.seat[seat - 1].standin)
            table_stand_in_for(match_of(pair), seat - 1, ++pair->now);
        if (match_of(pair)) {
            struct buf out = {0};
            js_object(&out, NULL);
            written = entry_moves_write(&out, match_of(pair), written);
            js_end_object(&out);
            json_t *moves = json_loadb(out.at, out.length, 0, NULL);
            json_object_update(part, moves);
            json_decref(moves);
            buf_free(&out);
        }
        json_array_append_new(seats, part);
    }
    entry_apply(pair, json_pack("{ssssso}", "t", "remove", "person", ids[person], "seats", seats));
}

static void late_apply(struct pair *pair, int person)
{
    json_t *seats = json_array();
    for (int seat = 1; seat <= SEATS; seat++) {
        if (room_log_holds(&pair->log, seat - 1, ids[person]))
            json_array_append_new(seats, json_integer(seat));
    }
    entry_apply(pair, json_pack("{ssso}", "t", "late", "seats", seats));
}

/* Plays the match to its end. */
static void end_apply(struct pair *pair)
{
    struct table *table = match_of(pair);
    struct lan_dice dice;
    struct lan_list list;
    table_dice_init(1, &dice);
    table_dice_set(table, &dice, ++pair->now);
    while (table_end(table) == TABLE_RUNNING) {
        int seat = 0;
        for (table_actions(table, seat, &list); !list.count; table_actions(table, seat, &list))
            seat++;
        assert_int_equal(table_act(table, seat, list.action[0], ++pair->now), 0);
    }
    room_log_apply_play(&pair->log, -1, NULL);
}

static void start_apply(struct pair *pair, bool exchanged)
{
    json_t *entry = json_pack("{sssis[]}", "t", "start", "from", 0, "e");
    if (!exchanged)
        json_object_set_new(entry, "commitment", json_string(hash));
    entry_apply(pair, entry);
}

/* Changes of the host and of the table, as room_host.c and room_heir.c write them. */
static void host_apply(struct pair *pair, const struct change *change)
{
    int person = change->person, seat = change->seat;
    switch (change->kind) {
    case RIGHTS_HOST:
        entry_apply(pair, json_pack("{ssss}", "t", "host", "person", ids[pair->model.holder[seat - 1]]));
        break;
    case RIGHTS_SWAP:
        entry_apply(pair, json_pack("{sssisi}", "t", "swap", "seat", seat % 16, "with", seat / 16));
        break;
    case RIGHTS_LET_IN:
        entry_apply(pair, json_pack("{sssssb}", "t", "remove", "person", ids[person], "on", 0));
        break;
    case RIGHTS_WATCH:
        entry_apply(pair, json_pack("{ss s{ss si ss} si}", "t", "settings", "settings", "game", "tiny",
                                    "seats", SEATS, "watching", watching_words[seat], "version", 1));
        break;
    case RIGHTS_HEIR:
        entry_apply(pair, json_pack("{ssssss}", "t", "heir", "from", ids[person], "person", ids[seat]));
        break;
    default: fail_msg("no such change");
    }
}

static void change_apply(struct pair *pair, const struct change *change)
{
    int person = change->person, seat = change->seat;
    switch (change->kind) {
    case RIGHTS_SIT:
    case RIGHTS_CLAIM: sit_apply(pair, person, seat); break;
    case RIGHTS_STAND: entry_apply(pair, json_pack("{sssi}", "t", "stand", "seat", seat)); break;
    case RIGHTS_PUT_BOT:
        entry_apply(pair,
                    json_pack("{sssissss}", "t", "bot", "seat", seat, "level", "random", "name", "Wick"));
        break;
    case RIGHTS_STAND_IN:
        table_stand_in_for(match_of(pair), seat - 1, ++pair->now);
        room_log_apply_play(&pair->log, -1, NULL);
        break;
    case RIGHTS_START:
    case RIGHTS_EXCHANGED: start_apply(pair, change->kind == RIGHTS_EXCHANGED); break;
    case RIGHTS_EXCHANGE:
        entry_apply(pair, json_pack("{sssisssi}", "t", "dice", "round", 1, "commitment", hash, "until", 0));
        break;
    case RIGHTS_LATE: late_apply(pair, person); break;
    case RIGHTS_LEAVE: leave_apply(pair, seat); break;
    case RIGHTS_OFFER:
        entry_apply(pair, json_pack("{sssiss}", "t", "offer", "seat", seat, "hash", hash));
        break;
    case RIGHTS_REMOVE: remove_apply(pair, person); break;
    case RIGHTS_CLOSE: entry_apply(pair, json_pack("{ss}", "t", "close")); break;
    case RIGHTS_END: end_apply(pair); break;
    default: host_apply(pair, change);
    }
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

static void pair_make(struct pair *pair, int watching)
{
    *pair = (struct pair){.now = 0};
    room_log_init(&pair->log, "0123456789", &pair->rulebooks);
    rights_model_init(&pair->model, PEOPLE, SEATS, watching);
    entry_apply(pair, json_pack("{ss s{ss si ss} si ss s[]}", "t", "new", "settings", "game", "tiny", "seats",
                                SEATS, "watching", watching_words[watching], "version", 1, "host", ids[0],
                                "seats"));
}

static bool pair_change(struct pair *pair, const struct change *change)
{
    if (!rights_model_change(&pair->model, change->kind, change->person, change->seat))
        return false;
    change_apply(pair, change);
    return true;
}

static bool given(enum room_right right)
{
    return right == RIGHT_GIVEN;
}

/* Prints the sequence when an answer is not the model's. */
static void pair_compare(const struct pair *pair, const struct change *changes, int count)
{
    static const char *const names[RIGHTS_CHANGES] = {
        "sit",    "stand", "bot",   "stand-in", "start", "exchange", "exchanged", "late",
        "leave",  "offer", "claim", "remove",   "close", "end",      "host",      "swap",
        "let in", "watch", "heir",  "ahead",    "out",   "seats",    "away",      "back"};
    const struct rights_model *model = &pair->model;
    bool same = pair->log.state == (enum room_state)model->state &&
                strcmp(pair->log.host, ids[rights_model_host(model)]) == 0;
    int person = 0, viewer = 0;
    /* An offer that outlives its holder would let somebody in by `claim`. */
    for (int seat = 0; same && seat < SEATS; seat++)
        same = (pair->log.seat[seat].offer != NULL) == model->offered[seat];
    for (person = 0; same && person < PEOPLE; person++) {
        const char *id = ids[person];
        for (viewer = 0; same && viewer <= SEATS; viewer++) {
            int eyes = viewer ? viewer - 1 : LAN_WATCHER;
            same = given(room_right_view(&pair->log, id, eyes)) == rights_model_sees(model, person, viewer);
            for (int channel = 0; same && channel < CHANNELS; channel++)
                same = given(room_right_hear(&pair->log, id, eyes, (enum room_channel)channel)) ==
                       rights_model_hears(model, person, viewer, channel);
        }
        same = same && given(room_right_open(&pair->log, id)) == rights_model_sees_all(model, person);
    }
    if (same)
        return;
    for (int i = 0; i < count; i++)
        print_message("%s: person %d, seat %d\n", names[changes[i].kind], changes[i].person, changes[i].seat);
    fail_msg("person %d, viewer %d: the table does not answer as the model does", person - 1, viewer - 1);
}

/* Everything by which two pairs could differ later; two with the same key are walked once. */
static void pair_key(const struct pair *pair, char key[KEY_MAX])
{
    const struct room_log *log = &pair->log;
    char model[2 * sizeof pair->model + 1];
    hex_write((const uint8_t *)&pair->model, sizeof pair->model, model);
    int at = snprintf(key, KEY_MAX, "%s %d %d %d", model, log->state, log->fair.stage, log->fair.parts);
    for (int seat = 0; seat < SEATS; seat++)
        at += snprintf(key + at, (size_t)(KEY_MAX - at), " %d%.1s%d%d%d%d", log->seat[seat].kind,
                       log->seat[seat].person, log->seat[seat].standin, log->seat[seat].left,
                       log->seat[seat].offer != NULL,
                       log->match ? (int)table_seat(log->match->table, seat).holder : -1);
    for (int i = 0; i < PEOPLE; i++)
        at += snprintf(key + at, (size_t)(KEY_MAX - at), " %d", people_contain(&log->removed, ids[i]));
    assert_true(at < KEY_MAX);
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

struct path {
    struct change change[CHANGES_MAX];
    int count;
    char key[KEY_MAX];
};

struct walk {
    struct map known; /* paths by key */
    struct path **path;
    int count, watching;
    long compared;
};

static void path_play(struct pair *pair, const struct path *path, int watching)
{
    pair_make(pair, watching);
    for (int i = 0; i < path->count; i++)
        assert_true(pair_change(pair, &path->change[i]));
}

static void path_add(struct walk *walk, const struct path *path, const struct pair *pair)
{
    struct path *added = mem_alloc(sizeof *added);
    *added = *path;
    pair_key(pair, added->key);
    if (map_get(&walk->known, added->key)) {
        free(added);
        return;
    }
    assert_true(walk->count < STATES_MAX);
    map_put(&walk->known, added->key, added);
    walk->path[walk->count++] = added;
}

/* Plays the path again with one more change, where the rules allow it. */
static void path_extend(struct walk *walk, const struct path *path, const struct change *change)
{
    struct pair pair;
    struct path longer = *path;
    path_play(&pair, path, walk->watching);
    if (pair_change(&pair, change)) {
        longer.change[longer.count++] = *change;
        pair_compare(&pair, longer.change, longer.count);
        walk->compared++;
        if (longer.count < CHANGES_MAX)
            path_add(walk, &longer, &pair);
    }
    room_log_free(&pair.log);
}

/* The numbers that a change may have: a seat, a pair of seats, a person, or who may watch. */
static const uint8_t numbers[] = {0, 1, 2, 1 + 16 * 2};

static bool number_of(int kind, int number)
{
    if (kind == RIGHTS_SWAP)
        return number == 1 + 16 * 2;
    if (kind == RIGHTS_HEIR || kind == RIGHTS_WATCH)
        return number < PEOPLE;
    return number >= 1 && number <= SEATS;
}

/* The model refuses most changes in most states; asking it first saves a replay. */
static void path_walk(struct walk *walk, int at)
{
    const struct path *path = walk->path[at];
    struct pair pair;
    path_play(&pair, path, walk->watching);
    struct rights_model model = pair.model;
    room_log_free(&pair.log);
    for (int kind = 0; kind < RIGHTS_AHEAD; kind++) {
        for (int person = 0; person < PEOPLE; person++) {
            for (size_t i = 0; i < sizeof numbers; i++) {
                struct rights_model copy = model;
                struct change change = {(uint8_t)kind, (uint8_t)person, numbers[i]};
                if (number_of(kind, numbers[i]) && rights_model_change(&copy, kind, person, numbers[i]))
                    path_extend(walk, path, &change);
            }
        }
    }
}

static void walk_all(int watching)
{
    struct walk walk = {.watching = watching};
    struct path empty = {.count = 0};
    struct pair pair;
    walk.path = mem_alloc(STATES_MAX * sizeof *walk.path);
    path_play(&pair, &empty, watching);
    pair_compare(&pair, NULL, 0);
    path_add(&walk, &empty, &pair);
    room_log_free(&pair.log);
    for (int at = 0; at < walk.count; at++)
        path_walk(&walk, at);
    print_message("# watching %s: %d states, %ld changes compared\n", watching_words[watching], walk.count,
                  walk.compared);
    assert_true(walk.compared > 1000);
    map_free(&walk.known);
    for (int at = 0; at < walk.count; at++)
        free(walk.path[at]);
    free(walk.path);
}

static void test_findings_1_and_2_walk_watching_open(void **state)
{
    (void)state;
    walk_all(RIGHTS_WATCH_OPEN);
}

static void test_findings_1_and_2_walk_watching_late(void **state)
{
    (void)state;
    walk_all(RIGHTS_WATCH_LATE);
}

static void test_findings_1_and_2_walk_watching_none(void **state)
{
    (void)state;
    walk_all(RIGHTS_WATCH_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_findings_1_and_2_walk_watching_open),
        cmocka_unit_test(test_findings_1_and_2_walk_watching_late),
        cmocka_unit_test(test_findings_1_and_2_walk_watching_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
