/* Beginning a match: the secret behind its dice, and the exchange of bytes when the dice are fair. */
#include "room_dice.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "env.h"
#include "fair.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_log.h"
#include "server.h"
#include "table.h"

void room_secret_draw(struct room *room)
{
    env_random(&room->server->env, room->log.fair.secret, FAIR_BYTES);
    fair_commitment(room->log.fair.secret, room->log.id, room->log.fair.commitment);
    room->log.fair.known = room->secret_fresh = true;
}

/* The dice of a match that stands before its first draw. */
static void dice_make(struct room *room, struct lan_dice *dice)
{
    struct fair_setup setup = {
        room->log.id, room->log.settings.game->name, room->log.settings.game->version, {0}, &room->log.fair};
    table_rules_hash(room->log.match->table, setup.rules_hash);
    fair_keys(&setup, dice, room->bot_key);
}

/* Draws with the dice from here on and commits the entry that starts the match, whatever is in it already. */
static void match_begin(struct room *room, struct ask *ask, bool exchanged)
{
    struct buf entry = {0};
    struct lan_dice dice;
    dice_make(room, &dice);
    table_dice_set(room->log.match->table, &dice, env_now(&room->server->env));
    sodium_memzero(&dice, sizeof dice);
    entry_begin(&entry, room, "start");
    js_int(&entry, "from", table_started(room->log.match->table));
    if (!exchanged)
        js_hex(&entry, "commitment", room->log.fair.commitment, FAIR_BYTES);
    room_entries_write(room, &entry);
    js_end_object(&entry);
    room_settle(room);
    room->log.info_changed = true;
    room_commit(room, ask, &entry, room_answer_info);
}

static bool match_make(struct room *room, bool exchanged)
{
    if (!exchanged) {
        fair_clear(&room->log.fair);
        room->log.fair.round = 1;
        room_secret_draw(room);
    }
    room->log.fair.stage = FAIR_DONE;
    return room_start_match(room, env_now(&room->server->env), NULL);
}

void room_begin(struct room *room, struct ask *ask, bool exchanged)
{
    /* The options were accepted when the table was made; only memory can be missing. */
    if (match_make(room, exchanged))
        match_begin(room, ask, exchanged);
    else if (ask)
        ask_fail(ask, FAIL_BAD_SETUP);
}

void room_branch(struct room *room, struct ask *ask, const struct room *from, uint32_t entries,
                 bool (*copy)(struct room *to, const struct room *from, uint32_t entries))
{
    if (match_make(room, false) && copy(room, from, entries))
        match_begin(room, ask, false);
    else
        ask_fail(ask, FAIL_BAD_SETUP);
}

/* ---- The exchange ---------------------------------------------------------------------------------------- */

void room_dice_start(struct room *room, struct ask *ask)
{
    struct buf entry = {0};
    room_secret_draw(room);
    entry_begin(&entry, room, "dice");
    js_int(&entry, "round", room->log.fair.round + 1);
    js_hex(&entry, "commitment", room->log.fair.commitment, FAIR_BYTES);
    js_int(&entry, "until", env_now(&room->server->env) + 1000 * LIMIT_DICE_SECONDS);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_info);
}

static struct fair_part *part_find(struct room *room, const struct person *person)
{
    for (int i = 0; i < room->log.fair.parts; i++) {
        if (strcmp(room->log.fair.part[i].person, person->id) == 0)
            return &room->log.fair.part[i];
    }
    return NULL;
}

static void part_enter(struct ask *ask, struct room *room, const char *kind, const uint8_t bytes[FAIR_BYTES])
{
    struct buf entry = {0};
    entry_begin(&entry, room, kind);
    js_string(&entry, "person", ask->person->id);
    js_hex(&entry, "hex", bytes, FAIR_BYTES);
    js_int(&entry, "until", env_now(&room->server->env) + 1000 * LIMIT_DICE_SECONDS);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_done);
}

/* The asker's part in this round and stage, with the bytes of `key`. NULL with the ask answered. */
static struct fair_part *part_asked(struct ask *ask, struct room *room, enum fair_stage stage,
                                    const char *key, uint8_t bytes[FAIR_BYTES])
{
    int64_t round;
    const char *hex;
    if (!ask_int(ask, "round", 1, INT32_MAX, &round) || !ask_string(ask, key, 2 * FAIR_BYTES, &hex))
        return NULL;
    struct fair_part *part = part_find(room, ask->person);
    if (!lan_text_parse_hex(hex, bytes, FAIR_BYTES))
        ask_fail(ask, FAIL_BAD_FIELD);
    else if (!part)
        ask_fail(ask, FAIL_NOT_AT_TABLE);
    else if (room->log.state != ROOM_DICE || room->log.fair.stage != stage || round != room->log.fair.round)
        ask_fail(ask, FAIL_NO_DICE);
    else
        return part;
    return NULL;
}

void op_dice_commit(struct ask *ask, struct room *room)
{
    uint8_t hash[FAIR_BYTES];
    struct fair_part *part = part_asked(ask, room, FAIR_COMMIT, "hash", hash);
    if (!part)
        return;
    if (part->committed)
        ask_fail(ask, FAIL_NO_DICE);
    else
        part_enter(ask, room, "commit", hash);
}

void op_dice_reveal(struct ask *ask, struct room *room)
{
    uint8_t bytes[FAIR_BYTES], hash[FAIR_BYTES];
    struct fair_part *part = part_asked(ask, room, FAIR_REVEAL, "bytes", bytes);
    if (!part)
        return;
    fair_part_hash(bytes, hash);
    if (part->revealed)
        ask_fail(ask, FAIL_NO_DICE);
    else if (memcmp(hash, part->hash, FAIR_BYTES) != 0)
        ask_fail(ask, FAIL_DICE_HASH);
    else
        part_enter(ask, room, "reveal", bytes);
}

static void late_drop(struct room *room)
{
    struct buf entry = {0};
    unsigned late = 0;
    for (int i = 0; i < room->log.fair.parts; i++) {
        const struct fair_part *part = &room->log.fair.part[i];
        if (!(room->log.fair.stage == FAIR_COMMIT ? part->committed : part->revealed))
            late |= part->seats;
    }
    entry_begin(&entry, room, "late");
    js_seats(&entry, "seats", late);
    js_end_object(&entry);
    room_enter(room, NULL, &entry, NULL);
}

void room_dice_tick(struct room *room, int64_t now)
{
    if (room->log.fair.stage == FAIR_DONE)
        room_begin(room, NULL, true);
    else if (now >= room->log.dice_until)
        late_drop(room);
    else
        room->deadline = room->log.dice_until;
}
