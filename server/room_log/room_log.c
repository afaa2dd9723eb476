/*
 * The log of a room: what each kind of entry does. Loading a room is applying its entries one after the other;
 * the very same functions run when an entry is made, so that a loaded room is the room that was.
 */
#include "room_log.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "env.h"
#include "fair.h"
#include "map.h"
#include "record_parse.h"
#include "room.h"
#include "rulebook_cache.h"
#include "server.h"
#include "settings.h"
#include "table.h"

static const char *text_of(json_t *entry, const char *key)
{
    const char *text = json_string_value(json_object_get(entry, key));
    return text ? text : "";
}

static int64_t number_of(json_t *entry, const char *key)
{
    return json_integer_value(json_object_get(entry, key));
}

/* The seat of an entry as 0.., or -1. */
static int seat_of(const struct room *room, json_t *entry)
{
    int64_t seat = number_of(entry, "seat");
    return seat >= 1 && seat <= room->log.settings.seats ? (int)seat - 1 : -1;
}

void entry_begin(struct buf *out, const struct room *room, const char *kind)
{
    js_object(out, NULL);
    js_string(out, "t", kind);
    js_int(out, "at", env_now(&room->server->env));
}

/* ---- Seats ----------------------------------------------------------------------------------------------- */

static bool apply_seats(struct room *room, json_t *entry);

/* The hash of a field; false when there is none. */
static bool hash_read(json_t *entry, const char *key, uint8_t **hash)
{
    if (!*hash)
        *hash = mem_zero(ROOM_HASH);
    return lan_text_parse_hex(text_of(entry, key), *hash, ROOM_HASH);
}

static void seat_give(struct room_seat *seat, enum table_holder kind)
{
    free(seat->offer);
    *seat = (struct room_seat){.kind = kind};
}

static bool lock_take(struct room *room, json_t *entry)
{
    const char *salt = text_of(entry, "salt");
    if (!room->log.lock)
        room->log.lock = mem_zero(sizeof *room->log.lock);
    snprintf(room->log.lock->salt, sizeof room->log.lock->salt, "%s", *salt ? salt : room->log.id);
    return strlen(room->log.lock->salt) == ID_TABLE &&
           lan_text_parse_hex(text_of(entry, "lock"), room->log.lock->hash, ROOM_HASH);
}

static bool apply_new(struct room *room, json_t *entry)
{
    json_t *settings = json_object_get(entry, "settings");
    json_object_set(settings, "version", json_object_get(entry, "version"));
    if (room->log.seq || !settings_read(NULL, settings, &room->log.settings))
        return false;
    room->log.seat = mem_zero((size_t)room->log.settings.seats * sizeof *room->log.seat);
    room->log.created = number_of(entry, "at");
    snprintf(room->log.host, sizeof room->log.host, "%s", text_of(entry, "host"));
    snprintf(room->log.parent, sizeof room->log.parent, "%s", text_of(entry, "parent"));
    room->log.verifiable = !json_is_true(json_object_get(entry, "test")) && !*room->log.parent;
    if (*text_of(entry, "lock") && !lock_take(room, entry))
        return false;
    return apply_seats(room, entry);
}

static bool apply_seats(struct room *room, json_t *entry)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(entry, "seats"), at, seat)
    {
        if (!room_apply(room, seat))
            return false;
    }
    return true;
}

static bool apply_sit(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &room->log.seat[at];
    seat_give(seat, TABLE_PERSON);
    snprintf(seat->person, sizeof seat->person, "%s", text_of(entry, "person"));
    snprintf(seat->name, sizeof seat->name, "%s", text_of(entry, "name"));
    return true;
}

static bool apply_stand(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    seat_give(&room->log.seat[at], TABLE_EMPTY);
    return true;
}

static bool apply_bot(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &room->log.seat[at];
    seat_give(seat, TABLE_BOT);
    snprintf(seat->level, sizeof seat->level, "%s", text_of(entry, "level"));
    snprintf(seat->name, sizeof seat->name, "%s", text_of(entry, "name"));
    return true;
}

static bool apply_offer(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    return hash_read(entry, "hash", &room->log.seat[at].offer);
}

static int people_find(const struct people *people, const char *person)
{
    int at = 0;
    while (at < people->count && strcmp(people->id[at], person) != 0)
        at++;
    return at;
}

bool people_have(const struct people *people, const char *person)
{
    return people_find(people, person) < people->count;
}

static void people_change(struct people *people, const char *person, bool on)
{
    int at = people_find(people, person);
    if (on && at == people->count) {
        people->id = mem_grow(people->id, ((size_t)at + 1) * sizeof *people->id);
        snprintf(people->id[people->count++], sizeof *people->id, "%s", person);
    } else if (!on && at < people->count) {
        memmove(people->id[at], people->id[--people->count], sizeof *people->id);
    }
}

static bool apply_mute(struct room *room, json_t *entry)
{
    people_change(&room->log.muted, text_of(entry, "person"), json_is_true(json_object_get(entry, "on")));
    return true;
}

static bool apply_passes(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    room->log.seat[at].passes = json_is_true(json_object_get(entry, "on"));
    return true;
}

/* ---- Fair dice ------------------------------------------------------------------------------------------- */

/* A new round: every person once, in the order of their first seats. */
static void parts_make(struct room *room)
{
    struct fair *fair = &room->log.fair;
    fair->parts = 0;
    fair->part = mem_grow(fair->part, (size_t)room->log.settings.seats * sizeof *fair->part);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room->log.seat[seat].kind != TABLE_PERSON)
            continue;
        int at = 0;
        while (at < fair->parts && strcmp(fair->part[at].person, room->log.seat[seat].person) != 0)
            at++;
        if (at == fair->parts) {
            fair->part[fair->parts++] = (struct fair_part){.seats = 0};
            memcpy(fair->part[at].person, room->log.seat[seat].person, FAIR_PERSON);
        }
        fair->part[at].seats |= (uint16_t)(1u << seat);
    }
}

static bool apply_dice(struct room *room, json_t *entry)
{
    struct fair *fair = &room->log.fair;
    fair->stage = FAIR_COMMIT;
    fair->round = (int)number_of(entry, "round");
    room->log.state = ROOM_DICE;
    room->log.dice_until = number_of(entry, "until");
    parts_make(room);
    return lan_text_parse_hex(text_of(entry, "commitment"), fair->commitment, FAIR_BYTES);
}

static bool part_take(struct room *room, json_t *entry, bool reveal)
{
    struct fair *fair = &room->log.fair;
    int done = 0;
    bool found = false;
    for (int i = 0; i < fair->parts; i++) {
        struct fair_part *part = &fair->part[i];
        if (strcmp(part->person, text_of(entry, "person")) == 0) {
            found = lan_text_parse_hex(text_of(entry, "hex"), reveal ? part->bytes : part->hash, FAIR_BYTES);
            *(reveal ? &part->revealed : &part->committed) = true;
        }
        done += reveal ? part->revealed : part->committed;
    }
    if (found && done == fair->parts) {
        fair->stage = reveal ? FAIR_DONE : FAIR_REVEAL;
        room->log.dice_until = number_of(entry, "until");
    }
    return found;
}

static bool apply_commit(struct room *room, json_t *entry)
{
    return part_take(room, entry, false);
}

static bool apply_reveal(struct room *room, json_t *entry)
{
    return part_take(room, entry, true);
}

/* Those who did not send in time lose their seats, and everybody is seated again. */
static bool apply_late(struct room *room, json_t *entry)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(entry, "seats"), at, seat)
    {
        json_int_t number = json_integer_value(seat);
        if (number < 1 || number > room->log.settings.seats)
            return false;
        room->log.seat[number - 1] = (struct room_seat){.kind = TABLE_EMPTY};
    }
    room->log.state = ROOM_SEATING;
    room->log.fair.stage = FAIR_NONE;
    return true;
}

/* ---- The match ------------------------------------------------------------------------------------------- */

void match_unref(struct match *match)
{
    if (!match || --match->refs > 0)
        return;
    table_destroy(match->table);
    rulebook_cache_return(match->rulebook);
    free(match);
}

static void field_add(struct table_field *fields, char (*texts)[2][80], int *count, const char *name,
                      int number, const char *value)
{
    char *key = texts[*count][0], *text = texts[*count][1];
    if (number)
        snprintf(key, 80, "%s %d", name, number);
    else
        snprintf(key, 80, "%s", name);
    snprintf(text, 80, "%s", value);
    fields[(*count)++] = (struct table_field){key, text};
}

/* What the record carries so that everybody can verify the dice. */
static int commitments_make(const struct room *room, struct table_field fields[32], char texts[32][2][80])
{
    const struct fair *fair = &room->log.fair;
    char hex[2 * FAIR_BYTES + 1], round[16], seats[16];
    int count = 0;
    field_add(fields, texts, &count, "dice", 0, room->log.verifiable ? "fair-1" : "not verifiable");
    field_add(fields, texts, &count, "table", 0, room->log.id);
    snprintf(round, sizeof round, "%d", fair->round);
    field_add(fields, texts, &count, "round", 0, round);
    hex_write(fair->commitment, FAIR_BYTES, hex);
    field_add(fields, texts, &count, "server", 0, hex);
    for (int i = 0; i < fair->parts; i++) {
        snprintf(seats, sizeof seats, "%d", fair->part[i].seats);
        field_add(fields, texts, &count, "seats", i + 1, seats);
        hex_write(fair->part[i].hash, FAIR_BYTES, hex);
        field_add(fields, texts, &count, "hash", i + 1, hex);
        hex_write(fair->part[i].bytes, FAIR_BYTES, hex);
        field_add(fields, texts, &count, "bytes", i + 1, hex);
    }
    return count;
}

static void clock_make(const struct room_settings *settings, struct table_clock *clock)
{
    *clock = (struct table_clock){
        .kind = settings->clock_game || settings->clock_move ? TABLE_CLOCK_BUDGET : TABLE_CLOCK_NONE,
        .policy = settings->absence == ABSENCE_BOT ? TABLE_BOT_TAKES_IT : TABLE_WAIT,
        .budget = settings->clock_game * 1000,
        .increment = settings->clock_game ? settings->clock_increment * 1000 : 0,
        .move = settings->clock_move * 1000,
        .window = settings->clock_window * 1000,
    };
}

bool room_start_match(struct room *room, int64_t at, const struct lan_dice *dice)
{
    struct table_setup setup;
    struct lan_problem problem;
    struct table_field fields[32];
    char texts[32][2][80];
    table_setup_init(room->log.settings.game, room->log.settings.seats, &setup);
    settings_config(&room->log.settings, &setup.config);
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        setup.seat[seat] = (struct table_seat){room->log.seat[seat].kind, room->log.seat[seat].name,
                                               room->log.seat[seat].level};
    clock_make(&room->log.settings, &setup.clock);
    setup.commitments = fields;
    setup.commitment_count = commitments_make(room, fields, texts);
    setup.stand_in = "rules";
    setup.dice = dice;
    struct rulebook_cached *cached = rulebook_cache_take(room->server, setup.game, &setup.config, &problem);
    if (!cached)
        return false;
    setup.rulebook = cached->rulebook;
    struct table *table = table_create(&setup, at, &problem);
    if (!table) {
        rulebook_cache_return(cached);
        return false;
    }
    room->log.match = mem_zero(sizeof *room->log.match);
    *room->log.match = (struct match){table, cached, 1};
    room->log.state = ROOM_PLAYING;
    room->log.stored = 0;
    return true;
}

/* Whom the match has put where: stand-ins come and go by its own rules. */
static void seats_follow(struct room *room)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        struct table_seat now = table_seat(room->log.match->table, seat);
        struct room_seat *mine = &room->log.seat[seat];
        bool standin = mine->kind == TABLE_PERSON && now.holder == TABLE_BOT;
        room->log.info_changed |= standin != mine->standin;
        mine->standin = standin;
        if (mine->standin)
            snprintf(mine->level, sizeof mine->level, "%s", now.level);
    }
}

void room_settle(struct room *room)
{
    seats_follow(room);
    if (room->log.state == ROOM_PLAYING && table_end(room->log.match->table) != TABLE_RUNNING) {
        room->log.state = ROOM_OVER;
        room->log.info_changed = true;
    }
}

static bool entries_append(struct room *room, json_t *entry)
{
    json_t *line;
    size_t at;
    if (!room->log.match)
        return false;
    struct table *table = room->log.match->table;
    json_array_foreach(json_object_get(entry, "e"), at, line)
    {
        struct table_entry one;
        struct record_problem problem;
        /* When an entry is made the match has moved already; when it is loaded it has not. */
        if (!room->loading && number_of(line, "n") <= table_count(table))
            continue;
        if (!record_parse_entry(room->log.settings.game, line, table_count(table) + 1, &one, &problem) ||
            table_append(table, &one) != 0)
            return false;
    }
    room->log.stored = table_count(table);
    room_settle(room);
    return true;
}

static bool apply_start(struct room *room, json_t *entry)
{
    const char *commitment = text_of(entry, "commitment");
    if (room->log.match)
        return false;
    if (*commitment) {
        /* Dice without an exchange: the server's secret alone. */
        bool known = room->log.fair.known;
        fair_clear(&room->log.fair);
        room->log.fair.round = 1;
        room->log.fair.known = known;
        if (!lan_text_parse_hex(commitment, room->log.fair.commitment, FAIR_BYTES))
            return false;
    }
    room->log.fair.stage = FAIR_DONE;
    return room_start_match(room, number_of(entry, "from"), NULL) && entries_append(room, entry);
}

bool room_moves_find(const struct room *room, int seat, uint64_t hash)
{
    for (size_t i = room->log.move_count; i-- > 0;) {
        if (room->log.moves[i].hash == hash && room->log.moves[i].seat == seat)
            return true;
    }
    return false;
}

static void move_keep(struct room *room, int seat, const char *move)
{
    if (room->log.move_count == room->log.move_room) {
        room->log.move_room = room->log.move_room ? 2 * room->log.move_room : 4;
        room->log.moves = mem_grow(room->log.moves, room->log.move_room * sizeof *room->log.moves);
    }
    room->log.moves[room->log.move_count++] = (struct room_move){map_hash(move), (uint8_t)seat};
}

void room_played(struct room *room, int seat, const char *move)
{
    if (move)
        move_keep(room, seat, move);
    room_settle(room);
}

static bool apply_play(struct room *room, json_t *entry)
{
    const char *move = text_of(entry, "move");
    int seat = seat_of(room, entry);
    if (*move && seat >= 0)
        move_keep(room, seat, move);
    return entries_append(room, entry);
}

/* A seat changes hands during the game, or goes to a bot for good. */
static bool apply_seat(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &room->log.seat[at];
    if (*text_of(entry, "person")) {
        if (!apply_sit(room, entry))
            return false;
    } else {
        seat_give(seat, TABLE_BOT);
        seat->left = true;
        snprintf(seat->name, sizeof seat->name, "%s", text_of(entry, "name"));
        snprintf(seat->level, sizeof seat->level, "%s", text_of(entry, "level"));
    }
    for (int i = 0; i < room->log.settings.seats; i++)
        room->log.seat[i].bot_votes = 0;
    return entries_append(room, entry);
}

static bool apply_remove(struct room *room, json_t *entry)
{
    json_t *part;
    size_t at;
    people_change(&room->log.removed, text_of(entry, "person"), true);
    json_array_foreach(json_object_get(entry, "seats"), at, part)
    {
        if (!(room->log.match ? apply_seat(room, part) : apply_stand(room, part)))
            return false;
    }
    return true;
}

static bool apply_vote(struct room *room, json_t *entry)
{
    int at = seat_of(room, entry);
    int64_t by = number_of(entry, "by");
    if (at < 0 || by < 1 || by > room->log.settings.seats)
        return false;
    uint16_t bit = (uint16_t)(1u << (by - 1));
    room->log.seat[at].bot_votes = (uint16_t)(room->log.seat[at].bot_votes & ~bit);
    if (json_is_true(json_object_get(entry, "yes")))
        room->log.seat[at].bot_votes |= bit;
    return entries_append(room, entry);
}

static bool apply_end(struct room *room, json_t *entry)
{
    room->log.fair.stage = FAIR_DONE;
    if (!room->log.match || !table_opening_add(room->log.match->table, "secret", text_of(entry, "secret")))
        return false;
    return lan_text_parse_hex(text_of(entry, "secret"), room->log.fair.secret, FAIR_BYTES);
}

static bool apply_rematch(struct room *room, json_t *entry)
{
    snprintf(room->log.rematch, sizeof room->log.rematch, "%s", text_of(entry, "table"));
    return true;
}

static bool apply_close(struct room *room, json_t *entry)
{
    (void)entry;
    room->log.state = ROOM_CLOSED;
    return true;
}

/* ---- All kinds ------------------------------------------------------------------------------------------- */

static const struct {
    const char *kind;
    bool (*apply)(struct room *room, json_t *entry);
} kinds[] = {
    {"play", apply_play},     {"new", apply_new},         {"sit", apply_sit},       {"stand", apply_stand},
    {"bot", apply_bot},       {"start", apply_start},     {"seat", apply_seat},     {"dice", apply_dice},
    {"commit", apply_commit}, {"reveal", apply_reveal},   {"late", apply_late},     {"offer", apply_offer},
    {"passes", apply_passes}, {"mute", apply_mute},       {"remove", apply_remove}, {"vote", apply_vote},
    {"end", apply_end},       {"rematch", apply_rematch}, {"close", apply_close},
};

bool room_apply(struct room *room, json_t *entry)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].kind, text_of(entry, "t")) == 0) {
            /* A move changes nothing that the info tells, nor does the secret once it is opened; that a seat now
               has a standing answer is nobody else's affair, and news of it would tell. */
            room->log.info_changed |=
                kinds[i].apply != apply_play && kinds[i].apply != apply_end && kinds[i].apply != apply_passes;
            return kinds[i].apply(room, entry);
        }
    }
    return false;
}

void room_entries_write(struct room *room, struct buf *out)
{
    struct table *table = room->log.match->table;
    uint32_t count = table_count(table);
    js_array(out, "e");
    for (uint32_t number = room->log.stored + 1; number <= count; number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        js_key(out, NULL);
        struct lan_text text = buf_text(out, TABLE_ENTRY_JSON_MAX);
        table_entry_json(room->log.settings.game, number, &entry, &text);
        buf_text_end(out, &text);
    }
    js_end_array(out);
    room->log.stored = count;
}
