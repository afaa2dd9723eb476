#include "room_dice.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "daily.h"
#include "env.h"
#include "fair.h"
#include "fault.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_rated.h"
#include "server.h"
#include "table.h"

/* A secret of which the next entry will hold the commitment: a new one, or that of the day (daily.h). */
static struct room_secret secret_draw(const struct room *room, uint8_t commitment[FAIR_BYTES])
{
    struct room_secret secret = {.number = room->log.secrets + 1, .unsaved = true};
    char name[DAILY_NAME + 1];
    if (room->log.daily)
        daily_secret(room->server->seal_key, room->log.daily->date, secret.bytes);
    else
        env_random(&room->server->env, secret.bytes, FAIR_BYTES);
    fair_commitment(secret.bytes, room_log_dice_name(&room->log, name), commitment);
    return secret;
}

bool room_secret_known(const struct room *room)
{
    return room->secret.number && room->secret.number == room->log.secrets;
}

bool room_opening_due(const struct room *room)
{
    return room->log.state == ROOM_OVER && room_secret_known(room) &&
           !table_opening_count(room->log.match->table);
}

void room_opening_write(struct buf *entry, const struct room *room)
{
    entry_begin(entry, "end", room_now(room));
    js_hex(entry, "secret", room->secret.bytes, FAIR_BYTES);
    js_end_object(entry);
}

/* Lets a match draw with the dice of the secret from here on; the same keys give the key of the bots. */
struct keys {
    struct lan_dice dice;
    uint8_t bots[FAIR_BYTES];
};

static void keys_set(struct room *room, const struct keys *keys)
{
    table_dice_set(room->log.match->table, &keys->dice, room_now(room));
    memcpy(room->bot_key, keys->bots, sizeof room->bot_key);
}

void room_dice_set(struct room *room)
{
    struct keys keys;
    room_log_keys(&room->log, room->log.match->table, &room->log.fair, room->secret.bytes, &keys.dice,
                  keys.bots);
    keys_set(room, &keys);
    sodium_memzero(&keys, sizeof keys);
}

/* ---- The start of a match ------------------------------------------------------------------------------ */

/* What a match starts from. */
struct beginning {
    const struct fair *fair;
    const uint8_t *secret;
    const struct table *copied; /* the match whose first `entries` are played again; NULL for none */
    uint32_t entries;
    struct keys *keys; /* set for the log's own match, which has the same rules */
};

/* Plays the moves of another match again, but for who sat where and when clocks stood. */
static bool moves_copy(struct table *to, const struct table *from, uint32_t entries, int64_t now)
{
    for (uint32_t number = 1; number <= entries; number++) {
        struct table_entry entry;
        table_entry(from, number, &entry);
        if (entry.kind != TABLE_ENTRY_ACT && entry.kind != TABLE_ENTRY_TIMED &&
            entry.kind != TABLE_ENTRY_UNDO)
            continue;
        entry.time = now;
        if (table_append(to, &entry) != 0)
            return false;
    }
    return true;
}

/*
 * The entry that starts the match, with everything chance does before the first decision. It is made on a
 * match apart; the log's own comes from the entry, as on loading.
 */
static bool start_write(struct buf *entry, const struct room *room, const struct beginning *from)
{
    int64_t now = room_now(room);
    struct match *match = room_log_match_create(&room->log, from->fair, now);
    bool good = match && (!from->copied || moves_copy(match->table, from->copied, from->entries, now));
    if (good) {
        room_log_keys(&room->log, match->table, from->fair, from->secret, &from->keys->dice,
                      from->keys->bots);
        table_dice_set(match->table, &from->keys->dice, now);
        entry_begin(entry, "start", now);
        js_int(entry, "from", table_started(match->table));
        if (from->fair != &room->log.fair) {
            js_int(entry, "round", from->fair->round);
            js_hex(entry, "commitment", from->fair->commitment, FAIR_BYTES);
        }
        if (from->fair != &room->log.fair)
            room_rated_write(entry, room);
        entry_moves_write(entry, match->table, 0);
        js_end_object(entry);
    }
    match_unref(match);
    return good;
}

/* Only memory can be missing: the options were accepted when the table was made. */
static void start_failed(struct ask *ask)
{
    if (ask)
        ask_fail(ask, FAIL_BAD_SETUP);
}

/* With dice of the server's secret alone. */
void room_start(struct room *room, struct ask *ask, const struct table *copied, uint32_t entries)
{
    struct buf entry = {0};
    struct fair fair = {.stage = FAIR_DONE, .round = room->log.fair.round + 1};
    struct keys keys;
    struct room_secret secret = secret_draw(room, fair.commitment);
    if (start_write(&entry, room, &(struct beginning){&fair, secret.bytes, copied, entries, &keys})) {
        room->secret = secret;
        room_rated_forget(room);
        room_commit(room, ask, &entry, &room_answer_info);
        keys_set(room, &keys);
    } else {
        start_failed(ask);
    }
    sodium_memzero(&keys, sizeof keys);
    sodium_memzero(&secret, sizeof secret);
}

/* With dice of the secret and the bytes that were exchanged. */
static void start_exchanged(struct room *room)
{
    struct buf entry = {0};
    if (FAULT(DICE_REDRAWN)) {
        room->secret = secret_draw(room, room->log.fair.commitment);
        room->secret.number = room->log.secrets;
    }
    struct keys keys;
    if (start_write(&entry, room, &(struct beginning){&room->log.fair, room->secret.bytes, NULL, 0, &keys})) {
        room_commit(room, NULL, &entry, NULL);
        keys_set(room, &keys);
    }
    sodium_memzero(&keys, sizeof keys);
}

/* ---- The exchange -------------------------------------------------------------------------------------- */

void room_dice_start(struct room *room, struct ask *ask)
{
    struct buf entry = {0};
    uint8_t commitment[FAIR_BYTES];
    int64_t now = room_now(room);
    room->secret = secret_draw(room, commitment);
    entry_begin(&entry, "dice", now);
    js_int(&entry, "round", room->log.fair.round + 1);
    js_hex(&entry, "commitment", commitment, FAIR_BYTES);
    js_int(&entry, "until", now + 1000 * LIMIT_DICE_SECONDS);
    room_rated_write(&entry, room);
    js_end_object(&entry);
    room_rated_forget(room);
    room_commit(room, ask, &entry, &room_answer_info);
}

static struct fair_part *part_find(struct room *room, const struct person *person)
{
    for (int i = 0; i < room->log.fair.parts; i++) {
        if (strcmp(room->log.fair.part[i].person, person->id) == 0)
            return &room->log.fair.part[i];
    }
    return NULL;
}

static void part_commit(struct ask *ask, struct room *room, const char *kind, const uint8_t bytes[FAIR_BYTES])
{
    struct buf entry = {0};
    entry_begin(&entry, kind, room_now(room));
    js_string(&entry, "person", ask->person->id);
    js_hex(&entry, "hex", bytes, FAIR_BYTES);
    js_int(&entry, "until", room_now(room) + 1000 * LIMIT_DICE_SECONDS);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

/* The asker's part in this round and stage, with the bytes of the field `key`. NULL with the ask refused. */
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

/*
 * Whether another device has sent this hash. Who repeats it has drawn nothing, and seats with one hash could
 * be taken for those of one device or of two, which give other dice.
 */
static bool hash_taken(const struct fair *fair, const uint8_t hash[FAIR_BYTES])
{
    for (int i = 0; i < fair->parts; i++) {
        if (fair->part[i].committed && memcmp(fair->part[i].hash, hash, FAIR_BYTES) == 0)
            return true;
    }
    return false;
}

void op_dice_commit(struct ask *ask, struct room *room)
{
    uint8_t hash[FAIR_BYTES];
    struct fair_part *part = part_asked(ask, room, FAIR_COMMIT, "hash", hash);
    if (!part)
        return;
    if (part->committed)
        ask_fail(ask, FAIL_NO_DICE);
    else if (hash_taken(&room->log.fair, hash))
        ask_fail(ask, FAIL_DICE_COPY);
    else
        part_commit(ask, room, "commit", hash);
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
        part_commit(ask, room, "reveal", bytes);
}

/* The round is over: persons whose part is missing lose their seats. */
static void late_commit(struct room *room)
{
    struct buf entry = {0};
    unsigned late = 0;
    for (int i = 0; i < room->log.fair.parts; i++) {
        const struct fair_part *part = &room->log.fair.part[i];
        if (!(room->log.fair.stage == FAIR_COMMIT ? part->committed : part->revealed))
            late |= part->seats;
    }
    entry_begin(&entry, "late", room_now(room));
    js_seats(&entry, "seats", late);
    js_end_object(&entry);
    room_commit(room, NULL, &entry, NULL);
}

void room_dice_tick(struct room *room, int64_t now)
{
    if (room->log.fair.stage == FAIR_DONE)
        start_exchanged(room);
    else if (now >= room->log.dice_until)
        late_commit(room);
    else
        room->deadline = room->log.dice_until;
}
