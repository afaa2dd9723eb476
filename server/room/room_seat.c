/* Sitting down, standing up, bots, starting, handing over, and who may do what. */
#include "room_seat.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "bot.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "lobby.h"
#include "person.h"
#include "json_read.h"
#include "room.h"
#include "room_dice.h"
#include "room_log.h"
#include "room_info.h"
#include "room_subscribe.h"
#include "server.h"
#include "settings.h"
#include "table.h"

/* ---- Who may --------------------------------------------------------------------------------------------- */

bool room_holds(const struct room *room, int seat, const struct person *person)
{
    return person && room->log.seat[seat].kind == TABLE_PERSON &&
           strcmp(room->log.seat[seat].person, person->id) == 0;
}

bool room_sits(const struct room *room, const struct person *person)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, person))
            return true;
    }
    return false;
}

bool room_host(const struct room *room, const struct person *person)
{
    return person && strcmp(room->log.host, person->id) == 0;
}

bool ask_any_seat(struct ask *ask, const struct room *room, int *seat)
{
    int64_t number;
    if (!ask_int(ask, "seat", 1, LAN_SEATS_MAX, &number))
        return false;
    *seat = (int)number - 1;
    if (*seat < room->log.settings.seats)
        return true;
    ask_fail(ask, FAIL_NO_SEAT);
    return false;
}

bool ask_own_seat(struct ask *ask, const struct room *room, int *seat)
{
    if (!ask_any_seat(ask, room, seat))
        return false;
    if (room_holds(room, *seat, ask->person))
        return true;
    ask_fail(ask, FAIL_NOT_YOUR_SEAT);
    return false;
}

bool ask_viewer(struct ask *ask, const struct room *room, int *viewer)
{
    json_t *seat = json_object_get(ask->message, "seat");
    if (!json_is_integer(seat) || json_integer_value(seat) != 0)
        return ask_own_seat(ask, room, viewer);
    *viewer = LAN_WATCHER;
    /* Who sits there, or nobody yet sees anything, is let in: pass-and-play looks at the closed table too. */
    bool nothing = room->log.state != ROOM_PLAYING;
    if (room->log.settings.watching == WATCHING_NONE && !nothing && !room_sits(room, ask->person)) {
        ask_fail(ask, FAIL_NO_WATCHING);
        return false;
    }
    return room_may_enter(ask, room);
}

static void lock_hash(const char *salt, const char *password, uint8_t out[ROOM_HASH])
{
    /* A table's password keeps strangers out for an evening; it is salted with the id and hashed, no more. */
    crypto_generichash_state state;
    crypto_generichash_init(&state, (const unsigned char *)salt, ID_TABLE, ROOM_HASH);
    crypto_generichash_update(&state, (const unsigned char *)password, strlen(password));
    crypto_generichash_final(&state, out, ROOM_HASH);
}

/* The password was given on this connection already. */
static bool let_in(const struct ask *ask, const struct room *room)
{
    const struct sub *sub = ask->client ? ask->client->subs : NULL;
    while (sub && sub->room != room)
        sub = sub->client_next;
    return sub;
}

static bool lock_opens(struct ask *ask, const struct room *room)
{
    const char *password;
    uint8_t hash[ROOM_HASH];
    if (!ask_string_or(ask, "password", 64, "", &password))
        return false;
    if (*password && ask->client && !address_may_try(ask->client)) {
        ask_fail(ask, FAIL_PASSWORDS_TOO_FAST);
        return false;
    }
    lock_hash(room->log.lock->salt, password, hash);
    if (sodium_memcmp(hash, room->log.lock->hash, sizeof hash) == 0)
        return true;
    /* Only guesses count, so that a class that comes in at once is not kept out; who gives none does not guess. */
    if (*password && ask->client)
        address_try(ask->client);
    ask_fail(ask, FAIL_LOCKED);
    return false;
}

bool room_may_enter(struct ask *ask, const struct room *room)
{
    if (people_have(&room->log.removed, ask->person->id)) {
        ask_fail(ask, FAIL_REMOVED);
        return false;
    }
    bool known = room_sits(room, ask->person) || room_host(room, ask->person) || let_in(ask, room);
    return !room->log.lock || known || lock_opens(ask, room);
}

static bool must_host(struct ask *ask, const struct room *room)
{
    if (room_host(room, ask->person))
        return true;
    ask_fail(ask, FAIL_NOT_HOST);
    return false;
}

static bool must_seat(struct ask *ask, const struct room *room)
{
    if (room->log.state == ROOM_SEATING)
        return true;
    ask_fail(ask, room->log.state == ROOM_CLOSED ? FAIL_TABLE_CLOSED : FAIL_NOT_SEATING);
    return false;
}

/* ---- Bots ------------------------------------------------------------------------------------------------ */

const struct lan_bot *room_bot_find(const struct lan_game *game, const char *level)
{
    const struct lan_bot *bot = lan_bot_find(level);
    return bot && bot->plays(game) ? bot : NULL;
}

static const char *bot_name(int seat)
{
    static const char *const names[LAN_SEATS_MAX] = {"Ember",  "Wick",   "Soot", "Flint",
                                                     "Tallow", "Cinder", "Glow", "Spark"};
    return names[seat];
}

/* ---- Entries --------------------------------------------------------------------------------------------- */

static void sit_write(struct buf *out, const struct room *room, const char *kind, int seat,
                      const struct person *person)
{
    entry_begin(out, room, kind);
    js_int(out, "seat", seat + 1);
    js_string(out, "person", person->id);
    js_string(out, "name", person->name);
}

static void bot_write(struct buf *out, const struct room *room, int seat, const char *level)
{
    entry_begin(out, room, "bot");
    js_int(out, "seat", seat + 1);
    js_string(out, "level", level);
    js_string(out, "name", bot_name(seat));
    js_end_object(out);
}

static bool entry_apply_text(struct room *room, struct buf *entry)
{
    json_t *parsed = json_read_quick(entry->at, entry->length);
    bool applied = parsed && room_apply(room, parsed);
    json_decref(parsed);
    buf_free(entry);
    return applied;
}

/* ---- Before the game ------------------------------------------------------------------------------------- */

/* During a game: one's own seat, taken back from the stand-in. */
static void sit_back(struct ask *ask, struct room *room, int seat)
{
    struct buf entry = {0};
    if (!room_holds(room, seat, ask->person)) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    if (!room->log.seat[seat].standin || room->log.state != ROOM_PLAYING) {
        room_answer_info(ask, room);
        return;
    }
    if (table_sit(room->log.match->table, seat, ask->person->name, env_now(&room->server->env)) != 0) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    sit_write(&entry, room, "seat", seat, ask->person);
    room_entries_write(room, &entry);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_info);
}

void op_sit(struct ask *ask, struct room *room)
{
    int seat;
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !room_may_enter(ask, room))
        return;
    if (room->log.match) {
        sit_back(ask, room, seat);
        return;
    }
    if (!must_seat(ask, room))
        return;
    if (room_holds(room, seat, ask->person)) {
        room_answer_info(ask, room);
        return;
    }
    if (room->log.seat[seat].kind != TABLE_EMPTY) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    sit_write(&entry, room, "sit", seat, ask->person);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_info);
}

void op_stand(struct ask *ask, struct room *room)
{
    int seat;
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !must_seat(ask, room))
        return;
    if (!room_holds(room, seat, ask->person) && !must_host(ask, room))
        return;
    if (room->log.seat[seat].kind == TABLE_EMPTY) {
        room_answer_info(ask, room);
        return;
    }
    entry_begin(&entry, room, "stand");
    js_int(&entry, "seat", seat + 1);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_info);
}

/* During a game one gives one's own seat to a stand-in; `sit` takes it back. */
static void bot_stands_in(struct ask *ask, struct room *room, int seat)
{
    struct buf entry = {0};
    if (!room_holds(room, seat, ask->person)) {
        ask_fail(ask, FAIL_NOT_YOUR_SEAT);
        return;
    }
    if (table_stand_in_for(room->log.match->table, seat, env_now(&room->server->env)) != 0) {
        room_answer_info(ask, room);
        return;
    }
    entry_begin(&entry, room, "play");
    room_entries_write(room, &entry);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_info);
}

void op_bot(struct ask *ask, struct room *room)
{
    int seat;
    const char *level;
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !ask_string(ask, "level", NAME_SIZE - 1, &level))
        return;
    if (!room_bot_find(room->log.settings.game, level)) {
        ask_fail(ask, FAIL_NO_BOT);
        return;
    }
    if (room->log.state == ROOM_PLAYING) {
        bot_stands_in(ask, room, seat);
        return;
    }
    if (!must_seat(ask, room) || !must_host(ask, room))
        return;
    if (room->log.seat[seat].kind == TABLE_PERSON) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    bot_write(&entry, room, seat, level);
    room_enter(room, ask, &entry, room_answer_info);
}

static bool seats_full(const struct room *room)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room->log.seat[seat].kind == TABLE_EMPTY)
            return false;
    }
    return true;
}

/* Starts the match, or the exchange of bytes before it. */
static void start(struct ask *ask, struct room *room)
{
    bool people = false;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        people |= room->log.seat[seat].kind == TABLE_PERSON;
    if (room->log.settings.fair && people)
        room_dice_start(room, ask);
    else
        room_begin(room, ask, false);
}

void op_start(struct ask *ask, struct room *room)
{
    if (room->log.match && room_host(room, ask->person)) {
        room_answer_info(ask, room);
        return;
    }
    if (!must_seat(ask, room) || !must_host(ask, room))
        return;
    if (!seats_full(room))
        ask_fail(ask, FAIL_SEATS_EMPTY);
    else
        start(ask, room);
}

void op_close(struct ask *ask, struct room *room)
{
    struct buf entry = {0};
    if (!must_seat(ask, room) || !must_host(ask, room))
        return;
    entry_begin(&entry, room, "close");
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_done);
}

/* ---- Creating -------------------------------------------------------------------------------------------- */

static void new_write(struct buf *out, struct room *room, const struct room_settings *settings,
                      const char *host, const char *password, const struct room *before, const char *parent)
{
    entry_begin(out, room, "new");
    settings_write(out, "settings", settings);
    js_int(out, "version", settings->game->version);
    js_string(out, "host", host);
    if (*password) {
        uint8_t hash[ROOM_HASH];
        lock_hash(room->log.id, password, hash);
        js_hex(out, "lock", hash, sizeof hash);
    } else if (before && before->log.lock) {
        js_hex(out, "lock", before->log.lock->hash, ROOM_HASH);
        js_string(out, "salt", before->log.lock->salt);
    }
    if (parent)
        js_string(out, "parent", parent);
    if (room->server->env.test)
        js_bool(out, "test", true);
}

/* A seat of the plan, as an entry in `out`; empty when nobody is to sit there. False when the plan is wrong. */
static bool plan_write(struct buf *out, const struct room *room, int seat, const char *word,
                       const struct person *me)
{
    if (strcmp(word, "me") == 0) {
        sit_write(out, room, "sit", seat, me);
        js_end_object(out);
    } else if (strcmp(word, "empty") != 0) {
        if (!room_bot_find(room->log.settings.game, word))
            return false;
        bot_write(out, room, seat, word);
    }
    return true;
}

bool room_plan(struct room *room, json_t *plan, const struct person *me, struct buf *entries)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        const char *word = plan   ? json_string_value(json_array_get(plan, (size_t)seat))
                           : seat ? "empty"
                                  : "me";
        struct buf entry = {0};
        if (!word || !plan_write(&entry, room, seat, word, me)) {
            buf_free(&entry);
            return false;
        }
        if (!entry.length)
            continue;
        js_raw(entries, NULL, entry.at, entry.length);
        if (!entry_apply_text(room, &entry))
            return false;
    }
    return true;
}

struct room *room_create(struct ask *ask, struct room_settings *settings, const char *password,
                         const struct room *before, const char *parent, json_t *plan, struct buf *entry)
{
    struct room *room = room_new(ask->server);
    struct buf head = {0};
    new_write(&head, room, settings, ask->person->id, password, before, parent);
    js_end_object(&head);
    head.length--;
    buf_add(entry, head.at, head.length);
    buf_add(&head, "}", 1);
    bool applied = entry_apply_text(room, &head);
    js_array(entry, "seats");
    if (applied && room_plan(room, plan, ask->person, entry)) {
        js_end_array(entry);
        js_end_object(entry);
        return room;
    }
    buf_free(entry);
    room_discard(room);
    ask_fail(ask, FAIL_NO_BOT);
    return NULL;
}

bool ask_tables_allowed(struct ask *ask)
{
    if (ask->server->stopping)
        ask_fail(ask, FAIL_STOPPING);
    else if (ask->server->summaries.count >= LIMIT_TABLES)
        ask_fail(ask, FAIL_TABLES_SERVER);
    else if (lobby_hosted(ask->server, ask->person) >= LIMIT_TABLES_PER_PERSON && !ask->server->env.test)
        ask_fail(ask, FAIL_TABLES_PERSON);
    else
        return true;
    return false;
}

/* The table is stored; if it was to start at once, that is the next entry. */
static void created(struct ask *ask, struct room *room)
{
    if (json_is_true(json_object_get(ask->message, "start")) && seats_full(room))
        start(ask, room);
    else
        room_answer_info(ask, room);
}

void op_create(struct ask *ask)
{
    struct room_settings settings;
    const char *password;
    json_t *plan = json_object_get(ask->message, "plan");
    struct buf entry = {0};
    if (!ask_tables_allowed(ask) || !ask_string_or(ask, "password", 64, "", &password) ||
        !settings_read(ask, json_object_get(ask->message, "settings"), &settings))
        return;
    if (plan && json_array_size(plan) != (size_t)settings.seats) {
        settings_free(&settings);
        ask_fail(ask, FAIL_BAD_FIELD);
        return;
    }
    struct room *room = room_create(ask, &settings, password, NULL, NULL, plan, &entry);
    settings_free(&settings);
    if (room)
        room_commit(room, ask, &entry, created);
}

/* ---- Handing over ---------------------------------------------------------------------------------------- */

static void offer_answer(struct ask *ask, struct room *room)
{
    struct buf out = {0};
    (void)room;
    ask_begin(ask, &out);
    js_string(&out, "secret", json_string_value(json_object_get(ask->message, "secret")));
    ask_send(ask, &out);
}

void op_offer(struct ask *ask, struct room *room)
{
    int seat;
    char secret[27];
    uint8_t hash[ROOM_HASH];
    struct buf entry = {0};
    if (!ask_own_seat(ask, room, &seat))
        return;
    env_id(&room->server->env, secret, sizeof secret - 1);
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    json_object_set_new(ask->message, "secret", json_string(secret));
    entry_begin(&entry, room, "offer");
    js_int(&entry, "seat", seat + 1);
    js_hex(&entry, "hash", hash, sizeof hash);
    js_end_object(&entry);
    room_enter(room, ask, &entry, offer_answer);
}

static void claim_answer(struct ask *ask, struct room *room)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person->id);
    js_int(&out, "seat", json_integer_value(json_object_get(ask->message, "seat")));
    ask_send(ask, &out);
}

/* Whoever held the seat before sees it no longer. */
static void seat_shut(struct room *room, int seat)
{
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next;
        if (sub->viewer == seat && !room_holds(room, seat, sub->client->person))
            sub_drop(sub);
    }
}

void op_claim(struct ask *ask, struct room *room)
{
    const char *secret;
    uint8_t hash[ROOM_HASH];
    struct buf entry = {0};
    if (!ask_string(ask, "secret", 64, &secret))
        return;
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    int seat = 0;
    while (seat < room->log.settings.seats &&
           !(room->log.seat[seat].offer && sodium_memcmp(room->log.seat[seat].offer, hash, sizeof hash) == 0))
        seat++;
    if (seat == room->log.settings.seats) {
        ask_fail(ask, FAIL_NO_OFFER);
        return;
    }
    if (room->log.state == ROOM_PLAYING)
        table_sit(room->log.match->table, seat, ask->person->name, env_now(&room->server->env));
    json_object_set_new(ask->message, "seat", json_integer(seat + 1));
    sit_write(&entry, room, room->log.match ? "seat" : "sit", seat, ask->person);
    if (room->log.match)
        room_entries_write(room, &entry);
    js_end_object(&entry);
    room_enter(room, ask, &entry, claim_answer);
    seat_shut(room, seat);
}

/* ---- The host's last means ------------------------------------------------------------------------------- */

/* One removed seat as an object of the entry's list: empty before the game, a bot's for good during it. */
static void removal_write(struct buf *out, struct room *room, int seat)
{
    js_object(out, NULL);
    js_int(out, "seat", seat + 1);
    if (room->log.match) {
        if (room->log.state == ROOM_PLAYING && !room->log.seat[seat].standin)
            table_stand_in_for(room->log.match->table, seat, env_now(&room->server->env));
        js_string(out, "name", bot_name(seat));
        js_string(out, "level", table_stand_in(room->log.match->table));
        room_entries_write(room, out);
    }
    js_end_object(out);
}

void op_remove(struct ask *ask, struct room *room)
{
    const char *person;
    struct buf entry = {0};
    struct person who;
    if (!ask_string(ask, "person", ID_PERSON, &person) || !must_host(ask, room))
        return;
    if (strcmp(person, room->log.host) == 0) {
        ask_fail(ask, FAIL_NO_PERSON);
        return;
    }
    snprintf(who.id, sizeof who.id, "%s", person);
    entry_begin(&entry, room, "remove");
    js_string(&entry, "person", person);
    js_array(&entry, "seats");
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, &who))
            removal_write(&entry, room, seat);
    }
    js_end_array(&entry);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_done);
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next;
        if (strcmp(sub->client->person->id, person) == 0)
            sub_drop(sub);
    }
}

void op_mute(struct ask *ask, struct room *room)
{
    const char *person;
    bool on;
    struct buf entry = {0};
    if (!ask_string(ask, "person", ID_PERSON, &person) || !ask_bool(ask, "on", &on) || !must_host(ask, room))
        return;
    entry_begin(&entry, room, "mute");
    js_string(&entry, "person", person);
    js_bool(&entry, "on", on);
    js_end_object(&entry);
    room_enter(room, ask, &entry, room_answer_done);
}
