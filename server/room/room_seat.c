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
#include "fault.h"
#include "limit.h"
#include "lobby.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_daily.h"
#include "room_dice.h"
#include "room_log.h"
#include "room_info.h"
#include "room_order.h"
#include "room_rated.h"
#include "server.h"
#include "settings.h"
#include "table.h"
#include "throttle.h"
#include "valid.h"
#include "words.h"

/* ---- Rights -------------------------------------------------------------------------------------------- */

bool room_holds(const struct room *room, int seat, const struct person *person)
{
    return person && room_right_view(&room->log, person->id, seat) == RIGHT_GIVEN;
}

bool room_sits(const struct room *room, const struct person *person)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, person))
            return true;
    }
    return false;
}

bool ask_right(struct ask *ask, enum room_right right)
{
    static const enum fail fails[] = {
        [RIGHT_REMOVED] = FAIL_REMOVED,         [RIGHT_NO_HOLDER] = FAIL_NOT_YOUR_SEAT,
        [RIGHT_NO_WATCHING] = FAIL_NO_WATCHING, [RIGHT_NOT_OVER] = FAIL_NOT_OVER,
        [RIGHT_SEALED] = FAIL_DAILY_SEALED,
    };
    if (right != RIGHT_GIVEN)
        ask_fail(ask, fails[right]);
    return right == RIGHT_GIVEN;
}

bool room_host(const struct room *room, const struct person *person)
{
    return person && strcmp(room->log.host, person->id) == 0;
}

bool ask_may_view(struct ask *ask, const struct room *room, int viewer)
{
    return ask_right(ask, room_right_view(&room->log, ask->person->id, viewer));
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
    return ask_any_seat(ask, room, seat) && (FAULT(ANY_SEAT) || ask_may_view(ask, room, *seat));
}

bool ask_viewer(struct ask *ask, const struct room *room, int *viewer)
{
    json_t *seat = json_object_get(ask->message, "seat");
    if (!json_is_integer(seat) || json_integer_value(seat) != 0)
        return ask_own_seat(ask, room, viewer);
    *viewer = LAN_WATCHER;
    return ask_may_view(ask, room, LAN_WATCHER) && room_may_enter(ask, room);
}

static void lock_hash(const char *salt, const char *password, uint8_t out[ROOM_HASH])
{
    /* A quick hash: a table's password keeps strangers out for an evening, and is no secret of a person. */
    crypto_generichash_state state;
    crypto_generichash_init(&state, (const unsigned char *)salt, ID_TABLE, ROOM_HASH);
    crypto_generichash_update(&state, (const unsigned char *)password, strlen(password));
    crypto_generichash_final(&state, out, ROOM_HASH);
}

/* The connection is subscribed to the table, so its password was given before. */
static bool subscribed(const struct ask *ask, const struct room *room)
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
    if (*password && !throttle_admits(ask, "table", room->log.id, "passwords_per_table"))
        return false;
    lock_hash(room->log.lock->salt, password, hash);
    if (sodium_memcmp(hash, room->log.lock->hash, sizeof hash) == 0)
        return true;
    /* Only wrong passwords count as tries: a whole class may come in at once from one address. */
    if (*password && ask->client) {
        static const struct throttle_rule rule = {LIMIT_PASSWORDS_PER_TABLE, LIMIT_TABLE_WAIT_SECONDS};
        address_try(ask->client);
        throttle_failed(ask->server, "table", room->log.id, &rule);
    }
    ask_fail(ask, FAIL_LOCKED);
    return false;
}

bool room_may_enter(struct ask *ask, const struct room *room)
{
    if (!ask_right(ask, room_right_enter(&room->log, ask->person->id)))
        return false;
    bool known = room_sits(room, ask->person) || room_host(room, ask->person) || subscribed(ask, room);
    return !room->log.lock || known || lock_opens(ask, room);
}

bool ask_host(struct ask *ask, const struct room *room)
{
    if (room_host(room, ask->person) || FAULT(ANY_HOST))
        return true;
    ask_fail(ask, FAIL_NOT_HOST);
    return false;
}

bool ask_seating(struct ask *ask, const struct room *room)
{
    if (room->log.state == ROOM_SEATING)
        return true;
    ask_fail(ask, room->log.state == ROOM_CLOSED ? FAIL_TABLE_CLOSED : FAIL_NOT_SEATING);
    return false;
}

/* ---- Bots ---------------------------------------------------------------------------------------------- */

const struct lan_bot *room_bot_find(const struct lan_game *game, const char *level)
{
    const struct lan_bot *bot = lan_bot_find(level);
    return bot && bot->plays(game) ? bot : NULL;
}

const char *room_bot_name(int seat)
{
    static const char *const names[LAN_SEATS_MAX] = {"Ember",  "Wick",   "Soot", "Flint",
                                                     "Tallow", "Cinder", "Glow", "Spark"};
    return names[seat];
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

static void sit_write(struct buf *out, const char *kind, int seat, const struct person *person,
                      const char *name, int64_t at)
{
    entry_begin(out, kind, at);
    js_int(out, "seat", seat + 1);
    js_string(out, "person", person->id);
    js_string(out, "name", name);
}

static void bot_write(struct buf *out, int seat, const char *level, int64_t at)
{
    entry_begin(out, "bot", at);
    js_int(out, "seat", seat + 1);
    js_string(out, "level", level);
    js_string(out, "name", room_bot_name(seat));
    js_end_object(out);
}

/* ---- Before the game ----------------------------------------------------------------------------------- */

bool ask_name_free(struct ask *ask, const struct room *room, int taken, const char *name)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        const struct room_seat *other = &room->log.seat[seat];
        if (seat != taken && other->kind == TABLE_PERSON && !room_holds(room, seat, ask->person) &&
            name_same(other->name, name)) {
            ask_fail(ask, FAIL_NAME_TAKEN);
            return false;
        }
    }
    return true;
}

/* During a game: the person takes the seat back from the stand-in, under the name they have now. */
static void sit_back(struct ask *ask, struct room *room, int seat)
{
    struct buf entry = {0};
    char name[NAME_SIZE];
    room_words_clean(room, ask->person->name, name, sizeof name);
    if (!room_holds(room, seat, ask->person)) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    if (!room->log.seat[seat].standin || room->log.state != ROOM_PLAYING) {
        room_info_send(ask, room);
        return;
    }
    if (!ask_name_free(ask, room, seat, name))
        return;
    if (table_sit(room->log.match->table, seat, name, room_now(room)) != 0) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    sit_write(&entry, "seat", seat, ask->person, name, room_now(room));
    entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

bool ask_name(struct ask *ask, const char *key, const char *other, char name[NAME_SIZE])
{
    const char *given;
    if (!ask_string_or(ask, key, LIMIT_NAME_BYTES, other, &given))
        return false;
    if (name_read(given, name))
        return true;
    ask_fail(ask, FAIL_BAD_NAME);
    return false;
}

void op_sit(struct ask *ask, struct room *room)
{
    int seat;
    char name[NAME_SIZE];
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !room_may_enter(ask, room))
        return;
    if (room->log.match) {
        sit_back(ask, room, seat);
        return;
    }
    if (!ask_seating(ask, room))
        return;
    if (room_holds(room, seat, ask->person)) {
        room_info_send(ask, room);
        return;
    }
    if (room->log.seat[seat].kind != TABLE_EMPTY && !FAULT(SEAT_TAKEN_TWICE)) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    if (!room_may_join(ask, room) || !ask_name(ask, "name", ask->person->name, name) ||
        !ask_name_wanted(ask, room, name) || !ask_name_free(ask, room, seat, name))
        return;
    sit_write(&entry, "sit", seat, ask->person, name, room_now(room));
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

void op_stand(struct ask *ask, struct room *room)
{
    int seat;
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !ask_seating(ask, room))
        return;
    if (!room_holds(room, seat, ask->person) && !ask_host(ask, room))
        return;
    if (room->log.seat[seat].kind == TABLE_EMPTY) {
        room_info_send(ask, room);
        return;
    }
    entry_begin(&entry, "stand", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

/* During a game: the person gives the seat to a stand-in; `sit` takes it back. */
static void bot_stands_in(struct ask *ask, struct room *room, int seat)
{
    if (!room_holds(room, seat, ask->person)) {
        ask_fail(ask, FAIL_NOT_YOUR_SEAT);
        return;
    }
    if (table_stand_in_for(room->log.match->table, seat, room_now(room)) != 0) {
        room_info_send(ask, room);
        return;
    }
    room_commit_play(room, ask, -1, NULL, &room_answer_info);
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
    if (!ask_seating(ask, room) || !ask_host(ask, room))
        return;
    if (room->log.seat[seat].kind == TABLE_PERSON) {
        ask_fail(ask, FAIL_SEAT_TAKEN);
        return;
    }
    if (room->log.seat[seat].kind == TABLE_BOT && strcmp(room->log.seat[seat].level, level) == 0) {
        room_info_send(ask, room);
        return;
    }
    bot_write(&entry, seat, level, room_now(room));
    room_commit(room, ask, &entry, &room_answer_info);
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
        room_start(room, ask, NULL, 0);
}

void op_start(struct ask *ask, struct room *room)
{
    if (room->log.match && room_host(room, ask->person)) {
        room_info_send(ask, room);
        return;
    }
    if (!ask_seating(ask, room) || !ask_host(ask, room))
        return;
    if (!seats_full(room))
        ask_fail(ask, FAIL_SEATS_EMPTY);
    else if (room_rated_ready(ask, room))
        start(ask, room);
}

void op_close(struct ask *ask, struct room *room)
{
    struct buf entry = {0};
    if (!ask_seating(ask, room) || !ask_host(ask, room))
        return;
    entry_begin(&entry, "close", room_now(room));
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

/* ---- Creating ------------------------------------------------------------------------------------------ */

struct room *room_create(struct ask *ask, const struct room_settings *settings, const char *password,
                         const struct room_origin *origin, struct buf *entry)
{
    struct room *room = room_make_new(ask->server);
    const struct room *before = origin->before;
    room->brought = origin->brought;
    if (ask->client) {
        room->maker = ask->client->address;
        address_tables_add(room->maker, 1);
    }
    struct room_settings written = *settings;
    written.rated &= !origin->parent && !origin->brought;
    entry_begin(entry, "new", room_now(room));
    settings_write(entry, "settings", &written);
    js_int(entry, "version", settings->game->version);
    js_string(entry, "host", ask->person->id);
    if (*password) {
        uint8_t hash[ROOM_HASH];
        lock_hash(room->log.id, password, hash);
        js_hex(entry, "lock", hash, sizeof hash);
    } else if (before && before->log.lock) {
        js_hex(entry, "lock", before->log.lock->hash, ROOM_HASH);
        js_string(entry, "salt", before->log.lock->salt);
    }
    if (before && before->log.words) {
        json_t *word;
        size_t at;
        js_array(entry, "words");
        json_array_foreach(before->log.words, at, word) js_string(entry, NULL, json_string_value(word));
        js_end_array(entry);
    }
    if (origin->parent)
        js_string(entry, "parent", origin->parent);
    if (origin->brought)
        js_bool(entry, "brought", true);
    if (origin->daily)
        room_daily_write(entry, origin->daily);
    if (room->server->env.test)
        js_bool(entry, "test", true);
    js_array(entry, "seats");
    return room;
}

void room_create_commit(struct room *room, struct ask *ask, struct buf *entry,
                        const struct room_answer *answer)
{
    js_end_array(entry);
    js_end_object(entry);
    room_commit(room, ask, entry, answer);
}

/* The name that the asker gives a seat of their own; their own name without one, or one that is no name. */
static const char *plan_name(const struct ask *ask, int seat, char name[NAME_SIZE])
{
    const char *given =
        json_string_value(json_array_get(json_object_get(ask->message, "names"), (size_t)seat));
    char plain[NAME_SIZE];
    if (!(given && *given && name_read(given, plain)))
        snprintf(plain, sizeof plain, "%s", ask->person->name);
    words_clean(ask->server->words, NULL, plain, name, NAME_SIZE);
    return name;
}

/* Writes the entry of a seat, nothing for an empty one. False when there is no such bot. */
static bool plan_seat_write(struct buf *out, const struct lan_game *game, int seat, const char *word,
                            const struct ask *ask)
{
    char name[NAME_SIZE];
    int64_t now = env_now(&ask->server->env);
    if (strcmp(word, "me") == 0) {
        sit_write(out, "sit", seat, ask->person, plan_name(ask, seat, name), now);
        js_end_object(out);
    } else if (strcmp(word, "empty") != 0) {
        if (!room_bot_find(game, word))
            return false;
        bot_write(out, seat, word, now);
    }
    return true;
}

static bool plan_write(struct buf *out, const struct room_settings *settings, json_t *plan,
                       const struct ask *ask)
{
    for (int seat = 0; seat < settings->seats; seat++) {
        const char *word = plan   ? json_string_value(json_array_get(plan, (size_t)seat))
                           : seat ? "empty"
                                  : "me";
        if (!word || !plan_seat_write(out, settings->game, seat, word, ask))
            return false;
    }
    return true;
}

void room_create_planned(struct ask *ask, const struct room_settings *settings, const char *password,
                         const struct room_origin *origin, json_t *plan, const struct room_answer *answer)
{
    struct buf entry = {0};
    struct room *room = room_create(ask, settings, password, origin, &entry);
    if (plan_write(&entry, settings, plan, ask)) {
        room_create_commit(room, ask, &entry, answer);
        return;
    }
    buf_free(&entry);
    room_free(room);
    ask_fail(ask, FAIL_NO_BOT);
}

/*
 * Whether the asker's address may make another table. Both the tables of an hour are limited and, by the
 * tables of a day, those not over: a game of bots ends by itself and would be made again and again.
 */
static bool address_may_make(struct ask *ask)
{
    struct server *server = ask->server;
    int most = server->config.tables_per_address;
    if (!ask->client || server->env.test)
        return true;
    return address_tables(ask->client->address) < most * LIMIT_TABLES_HOURS &&
           throttle_take(server, "tables", address_name(ask->client), most, LIMIT_TABLES_SECONDS);
}

bool ask_tables_allowed(struct ask *ask)
{
    if (ask->server->stopping)
        ask_fail(ask, FAIL_STOPPING);
    else if (ask->server->summaries.count >= LIMIT_TABLES)
        ask_fail(ask, FAIL_TABLES_SERVER);
    else if (lobby_hosted(ask->server, ask->person->id) >= LIMIT_TABLES_PER_PERSON && !ask->server->env.test)
        ask_fail(ask, FAIL_TABLES_PERSON);
    else if (!address_may_make(ask))
        ask_fail(ask, FAIL_TABLES_ADDRESS);
    else
        return true;
    return false;
}

/* The table is stored; if it was to start at once, that is the next entry. */
static void created(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    (void)answer;
    /* A rated game has another person at every seat, and they are still to come. */
    bool rated = room->log.settings.rated;
    if (json_is_true(json_object_get(ask->message, "start")) && seats_full(room) && !rated)
        start(ask, room);
    else
        room_info_send(ask, room);
}

/* The field `names` is missing, or has a name or "" for each seat. */
static bool names_good(const struct ask *ask, int seats)
{
    json_t *names = json_object_get(ask->message, "names"), *one;
    size_t at;
    char name[NAME_SIZE];
    bool good = !names || (json_is_array(names) && json_array_size(names) == (size_t)seats);
    json_array_foreach(names, at, one)
    {
        const char *given = json_string_value(one);
        good = good && given && (!*given || name_read(given, name));
    }
    return good;
}

void op_create(struct ask *ask)
{
    struct room_settings settings;
    const char *password;
    json_t *plan = json_object_get(ask->message, "plan");
    if (!ask_string_or(ask, "password", 64, "", &password) ||
        !settings_read(ask, json_object_get(ask->message, "settings"), &settings))
        return;
    bool fits = (!plan || json_array_size(plan) == (size_t)settings.seats) && names_good(ask, settings.seats);
    if (!fits)
        ask_fail(ask, FAIL_BAD_FIELD);
    if (!fits || !ask_tables_allowed(ask)) {
        settings_free(&settings);
        return;
    }
    room_create_planned(ask, &settings, password, &(struct room_origin){0}, plan,
                        &(struct room_answer){.send = created});
    settings_free(&settings);
}

enum { OFFER_LETTERS = 26 };

/* ---- Handing over -------------------------------------------------------------------------------------- */

/* `text` of the answer: the secret. */
static void offer_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    struct buf out = {0};
    (void)room;
    ask_begin(ask, &out);
    js_string(&out, "secret", answer->text);
    ask_send(ask, &out);
}

void op_offer(struct ask *ask, struct room *room)
{
    int seat;
    struct room_answer answer = {.send = offer_send};
    uint8_t hash[ROOM_HASH];
    struct buf entry = {0};
    if (!ask_own_seat(ask, room, &seat))
        return;
    env_id(&room->server->env, answer.text, OFFER_LETTERS);
    crypto_hash_sha256(hash, (const unsigned char *)answer.text, OFFER_LETTERS);
    entry_begin(&entry, "offer", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_hex(&entry, "hash", hash, sizeof hash);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &answer);
}

/* `number` of the answer: the seat, 1.. */
static void claim_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person->id);
    js_int(&out, "seat", answer->number);
    ask_send(ask, &out);
}

void op_claim(struct ask *ask, struct room *room)
{
    const char *secret;
    uint8_t hash[ROOM_HASH];
    struct buf entry = {0};
    /* The offer stands for the table's password, but does not let a removed person in. */
    if (!ask_string(ask, "secret", 64, &secret) ||
        (!FAULT(REMOVED_CLAIMS) && !ask_right(ask, room_right_enter(&room->log, ask->person->id))))
        return;
    /* The holders give bytes of their own, so that nobody else can give theirs. */
    if (room->log.state == ROOM_DICE && !FAULT(CLAIM_IN_DICE)) {
        ask_fail(ask, FAIL_DICE_NOW);
        return;
    }
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    int seat = 0;
    while (seat < room->log.settings.seats &&
           !(room->log.seat[seat].offer && sodium_memcmp(room->log.seat[seat].offer, hash, sizeof hash) == 0))
        seat++;
    if (seat == room->log.settings.seats) {
        ask_fail(ask, FAIL_NO_OFFER);
        return;
    }
    if (!room_may_join(ask, room) || !ask_name_wanted(ask, room, ask->person->name) ||
        !ask_name_free(ask, room, seat, ask->person->name))
        return;
    if (room->log.state == ROOM_PLAYING)
        table_sit(room->log.match->table, seat, ask->person->name, room_now(room));
    sit_write(&entry, room->log.match ? "seat" : "sit", seat, ask->person, ask->person->name, room_now(room));
    if (room->log.match)
        entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &(struct room_answer){.send = claim_send, .number = seat + 1});
}
