/* What each kind of entry does. */
#include "room_log.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "entry_table.h"
#include "fair.h"
#include "map.h"
#include "rated.h"
#include "record_parse.h"
#include "rulebook_cache.h"
#include "settings.h"
#include "table.h"

const char *const room_state_words[] = {"seating", "dice", "playing", "over", "closed"};

static bool entry_apply(struct room_log *log, json_t *entry);

const char *entry_text(json_t *entry, const char *key)
{
    const char *text = json_string_value(json_object_get(entry, key));
    return text ? text : "";
}

int64_t entry_int(json_t *entry, const char *key)
{
    return json_integer_value(json_object_get(entry, key));
}

int entry_seat(const struct room_log *log, json_t *entry)
{
    int64_t seat = entry_int(entry, "seat");
    return seat >= 1 && seat <= log->settings.seats ? (int)seat - 1 : -1;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

void room_log_init(struct room_log *log, const char *id, struct map *rulebooks)
{
    *log = (struct room_log){.rulebooks = rulebooks};
    snprintf(log->id, sizeof log->id, "%s", id);
}

void room_log_free(struct room_log *log)
{
    match_unref(log->match);
    for (int seat = 0; log->seat && seat < log->settings.seats; seat++)
        free(log->seat[seat].offer);
    settings_free(&log->settings);
    free(log->seat);
    free(log->lock);
    free(log->daily);
    people_free(&log->removed);
    people_free(&log->muted);
    json_decref(log->words);
    free(log->moves);
    free(log->ratings);
    fair_clear(&log->fair);
}

void room_log_reset(struct room_log *log)
{
    char id[sizeof log->id];
    struct map *rulebooks = log->rulebooks;
    memcpy(id, log->id, sizeof id);
    room_log_free(log);
    room_log_init(log, id, rulebooks);
}

/* ---- Writing entries ----------------------------------------------------------------------------------- */

void entry_begin(struct buf *out, const char *kind, int64_t at)
{
    js_object(out, NULL);
    js_string(out, "t", kind);
    js_int(out, "at", at);
}

uint32_t entry_moves_write(struct buf *out, const struct table *table, uint32_t after)
{
    uint32_t count = table_count(table);
    js_array(out, "e");
    for (uint32_t number = after + 1; number <= count; number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        js_key(out, NULL);
        struct lan_text text = buf_text(out, TABLE_ENTRY_JSON_MAX);
        table_entry_json(table_game(table), number, &entry, &text);
        buf_text_end(out, &text);
    }
    js_end_array(out);
    return count;
}

const char *const room_standing_words[] = {"ask", "pass", "react"};

/* ---- Seats --------------------------------------------------------------------------------------------- */

/* Reads the hash of a field, which is allocated; false when it is none. */
static bool hash_read(json_t *entry, const char *key, uint8_t **hash)
{
    if (!*hash)
        *hash = mem_zero(ROOM_HASH);
    return lan_text_parse_hex(entry_text(entry, key), *hash, ROOM_HASH);
}

void seat_give(struct room_seat *seat, enum table_holder kind)
{
    free(seat->offer);
    *seat = (struct room_seat){.kind = kind};
}

static bool lock_read(struct room_log *log, json_t *entry)
{
    const char *salt = entry_text(entry, "salt");
    if (!log->lock)
        log->lock = mem_zero(sizeof *log->lock);
    snprintf(log->lock->salt, sizeof log->lock->salt, "%s", *salt ? salt : log->id);
    return strlen(log->lock->salt) == ID_TABLE &&
           lan_text_parse_hex(entry_text(entry, "lock"), log->lock->hash, ROOM_HASH);
}

static bool daily_read(struct room_log *log, json_t *json)
{
    int64_t day;
    const char *date = entry_text(json, "date");
    if (!daily_day_parse(date, &day))
        return false;
    log->daily = mem_zero(sizeof *log->daily);
    *log->daily = (struct room_daily){.named = json_is_true(json_object_get(json, "named")),
                                      .counts = json_is_true(json_object_get(json, "counts")),
                                      .sealed = true};
    daily_date(day, log->daily->date);
    return true;
}

/* The first seats of a table, each an entry in the list of the first. */
static bool seats_apply(struct room_log *log, json_t *entry)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(entry, "seats"), at, seat)
    {
        if (!entry_apply(log, seat))
            return false;
    }
    return true;
}

static bool apply_new(struct room_log *log, json_t *entry)
{
    json_t *settings = json_object_get(entry, "settings");
    json_object_set(settings, "version", json_object_get(entry, "version"));
    struct room_settings read;
    if (log->seat || !settings_read(NULL, settings, &read))
        return false;
    log->settings = read;
    log->seat = mem_zero((size_t)log->settings.seats * sizeof *log->seat);
    log->created = entry_int(entry, "at");
    snprintf(log->host, sizeof log->host, "%s", entry_text(entry, "host"));
    snprintf(log->parent, sizeof log->parent, "%s", entry_text(entry, "parent"));
    log->brought = json_is_true(json_object_get(entry, "brought"));
    if (json_object_get(entry, "daily") && !daily_read(log, json_object_get(entry, "daily")))
        return false;
    /* The dice of a test come from its seed; those of a daily deal always from the key file. */
    log->verifiable =
        (log->daily || !json_is_true(json_object_get(entry, "test"))) && !*log->parent && !log->brought;
    if (json_object_get(entry, "words") && !apply_words(log, entry))
        return false;
    if (*entry_text(entry, "lock") && !lock_read(log, entry))
        return false;
    return seats_apply(log, entry);
}

static bool apply_sit(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &log->seat[at];
    seat_give(seat, TABLE_PERSON);
    snprintf(seat->person, sizeof seat->person, "%s", entry_text(entry, "person"));
    snprintf(seat->name, sizeof seat->name, "%s", entry_text(entry, "name"));
    return true;
}

bool apply_stand(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    seat_give(&log->seat[at], TABLE_EMPTY);
    return true;
}

static bool apply_bot(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &log->seat[at];
    seat_give(seat, TABLE_BOT);
    snprintf(seat->level, sizeof seat->level, "%s", entry_text(entry, "level"));
    snprintf(seat->name, sizeof seat->name, "%s", entry_text(entry, "name"));
    return true;
}

static bool apply_offer(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    return hash_read(entry, "hash", &log->seat[at].offer);
}

bool room_log_holds(const struct room_log *log, int seat, const char *person)
{
    return log->seat[seat].kind == TABLE_PERSON && strcmp(log->seat[seat].person, person) == 0;
}

static bool apply_mute(struct room_log *log, json_t *entry)
{
    people_change(&log->muted, entry_text(entry, "person"), "", json_is_true(json_object_get(entry, "on")));
    return true;
}

static bool apply_passes(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    bool on = json_is_true(json_object_get(entry, "on")),
         react = json_is_true(json_object_get(entry, "react"));
    log->seat[at].standing = !on ? STANDING_ASK : react ? STANDING_REACT : STANDING_PASS;
    return true;
}

/* ---- Fair dice ----------------------------------------------------------------------------------------- */

/* Prepares a new round: one part for every person, in the order of their first seats. */
static void parts_make(struct room_log *log)
{
    struct fair *fair = &log->fair;
    fair->parts = 0;
    fair->part = mem_grow(fair->part, (size_t)log->settings.seats * sizeof *fair->part);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (log->seat[seat].kind != TABLE_PERSON)
            continue;
        int at = 0;
        while (at < fair->parts && strcmp(fair->part[at].person, log->seat[seat].person) != 0)
            at++;
        if (at == fair->parts) {
            fair->part[fair->parts++] = (struct fair_part){.seats = 0};
            memcpy(fair->part[at].person, log->seat[seat].person, FAIR_PERSON);
        }
        fair->part[at].seats |= (uint16_t)(1u << seat);
    }
}

static bool apply_dice(struct room_log *log, json_t *entry)
{
    struct fair *fair = &log->fair;
    fair->stage = FAIR_COMMIT;
    fair->round = (int)entry_int(entry, "round");
    log->state = ROOM_DICE;
    log->secrets++;
    log->dice_until = entry_int(entry, "until");
    parts_make(log);
    return rated_read(log, entry) && settings_rules_hash(&log->settings, fair->rules) &&
           lan_text_parse_hex(entry_text(entry, "commitment"), fair->commitment, FAIR_BYTES);
}

/* Takes the bytes of a person; when they are the last of the round the next one begins. */
static bool part_read(struct room_log *log, json_t *entry, bool reveal)
{
    struct fair *fair = &log->fair;
    int done = 0;
    bool found = false;
    for (int i = 0; i < fair->parts; i++) {
        struct fair_part *part = &fair->part[i];
        if (strcmp(part->person, entry_text(entry, "person")) == 0) {
            found =
                lan_text_parse_hex(entry_text(entry, "hex"), reveal ? part->bytes : part->hash, FAIR_BYTES);
            *(reveal ? &part->revealed : &part->committed) = true;
        }
        done += reveal ? part->revealed : part->committed;
    }
    if (found && done == fair->parts) {
        fair->stage = reveal ? FAIR_DONE : FAIR_REVEAL;
        log->dice_until = entry_int(entry, "until");
    }
    return found;
}

static bool apply_commit(struct room_log *log, json_t *entry)
{
    return part_read(log, entry, false);
}

static bool apply_reveal(struct room_log *log, json_t *entry)
{
    return part_read(log, entry, true);
}

void exchange_end(struct room_log *log)
{
    log->state = ROOM_SEATING;
    log->fair.stage = FAIR_NONE;
    free(log->ratings);
    log->ratings = NULL;
}

/* Persons who did not send their part in time lose their seats, and the table waits for players again. */
static bool apply_late(struct room_log *log, json_t *entry)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(entry, "seats"), at, seat)
    {
        json_int_t number = json_integer_value(seat);
        if (number < 1 || number > log->settings.seats)
            return false;
        seat_give(&log->seat[number - 1], TABLE_EMPTY);
    }
    exchange_end(log);
    return true;
}

/* ---- The match ----------------------------------------------------------------------------------------- */

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

const char *room_log_dice_name(const struct room_log *log, char name[DAILY_NAME + 1])
{
    if (!log->daily)
        return log->id;
    daily_name(log->daily->date, name);
    return name;
}

/* The fields of the record by which the dice can be verified. */
static int commitments_make(const struct room_log *log, const struct fair *fair,
                            struct table_field fields[32], char texts[32][2][80])
{
    char hex[2 * FAIR_BYTES + 1], round[16], seats[16], name[DAILY_NAME + 1];
    int count = 0;
    field_add(fields, texts, &count, "dice", 0, log->verifiable ? "fair-1" : "not verifiable");
    field_add(fields, texts, &count, "table", 0, room_log_dice_name(log, name));
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

static void setup_make(const struct room_log *log, struct table_setup *setup)
{
    const struct room_settings *settings = &log->settings;
    table_setup_init(settings->game, settings->seats, setup);
    settings_config(settings, &setup->config);
    for (int seat = 0; seat < settings->seats; seat++)
        setup->seat[seat] =
            (struct table_seat){log->seat[seat].kind, log->seat[seat].name, log->seat[seat].level};
    clock_make(settings, &setup->clock);
    setup->stand_in = "rules";
}

struct match *room_log_match_create(const struct room_log *log, const struct fair *fair, int64_t at)
{
    struct table_setup setup;
    struct lan_problem problem;
    struct table_field fields[32];
    char texts[32][2][80];
    setup_make(log, &setup);
    setup.commitments = fields;
    setup.commitment_count = commitments_make(log, fair, fields, texts);
    struct rulebook_cached *cached = rulebook_cache_take(log->rulebooks, setup.game, &setup.config, &problem);
    if (!cached)
        return NULL;
    setup.rulebook = cached->rulebook;
    struct table *table = table_create(&setup, at, &problem);
    if (!table) {
        rulebook_cache_return(cached);
        return NULL;
    }
    struct match *match = mem_zero(sizeof *match);
    *match = (struct match){table, cached, 1};
    return match;
}

void room_log_keys(const struct room_log *log, const struct table *table, const struct fair *fair,
                   const uint8_t *secret, struct lan_dice *dice, uint8_t bots[FAIR_BYTES])
{
    const struct lan_game *game = log->settings.game;
    char name[DAILY_NAME + 1];
    struct fair_setup setup = {room_log_dice_name(log, name), game->name, game->version, {0}, fair, secret};
    table_rules_hash(table, setup.rules_hash);
    fair_keys(&setup, dice, bots);
}

/* Takes over what the match changes by rules of its own: where stand-ins play, which seats want to end. */
static void seats_update(struct room_log *log)
{
    uint16_t agreed = table_agreed(log->match->table);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        struct table_seat now = table_seat(log->match->table, seat);
        struct room_seat *held = &log->seat[seat];
        bool standin = held->kind == TABLE_PERSON && now.holder == TABLE_BOT;
        log->info_changed |= standin != held->standin;
        held->bot_votes = standin ? 0 : held->bot_votes; /* what was voted for has come */
        held->standin = standin;
        if (standin)
            snprintf(held->level, sizeof held->level, "%s", now.level);
    }
    log->info_changed |= agreed != log->agreed;
    if (agreed & ~log->agreed)
        log->refused = (struct room_refusal){0}; /* it is voted on anew */
    log->agreed = agreed;
}

/* After the match has moved. */
static void match_moved(struct room_log *log)
{
    seats_update(log);
    if (log->state == ROOM_PLAYING && table_end(log->match->table) != TABLE_RUNNING) {
        log->state = ROOM_OVER;
        log->info_changed = true;
    }
}

bool moves_apply(struct room_log *log, json_t *entry)
{
    json_t *line;
    size_t at;
    if (!log->match)
        return false;
    struct table *table = log->match->table;
    json_array_foreach(json_object_get(entry, "e"), at, line)
    {
        struct table_entry one;
        struct record_problem problem;
        if (room_log_behind(log)) {
            if (entry_int(line, "n") != log->stored + 1)
                return false;
        } else if (!record_parse_entry(log->settings.game, line, log->stored + 1, &one, &problem) ||
                   table_append(table, &one) != 0) {
            return false;
        }
        log->stored++;
    }
    match_moved(log);
    return true;
}

static bool apply_start(struct room_log *log, json_t *entry)
{
    const char *commitment = entry_text(entry, "commitment");
    int64_t from = entry_int(entry, "from");
    if (log->match || from < 0 || from > TABLE_TIME_MAX)
        return false;
    if (*commitment) {
        /* Dice without an exchange: the server's secret alone. */
        fair_clear(&log->fair);
        log->fair.round = json_object_get(entry, "round") ? (int)entry_int(entry, "round") : 1;
        log->secrets++;
        if (!lan_text_parse_hex(commitment, log->fair.commitment, FAIR_BYTES))
            return false;
    }
    log->fair.stage = FAIR_DONE;
    log->match = room_log_match_create(log, &log->fair, from);
    if (!log->match)
        return false;
    log->state = ROOM_PLAYING;
    return rated_read(log, entry) && moves_apply(log, entry);
}

bool room_log_behind(const struct room_log *log)
{
    return log->match && log->stored < table_count(log->match->table);
}

bool room_log_move_known(const struct room_log *log, int seat, uint64_t hash)
{
    for (size_t i = log->move_count; i-- > 0;) {
        if (log->moves[i].hash == hash && log->moves[i].seat == seat)
            return true;
    }
    return false;
}

static void move_add(struct room_log *log, int seat, const char *move)
{
    if (log->move_count == log->move_capacity) {
        log->move_capacity = log->move_capacity ? 2 * log->move_capacity : 4;
        log->moves = mem_grow(log->moves, log->move_capacity * sizeof *log->moves);
    }
    log->moves[log->move_count++] = (struct room_move){map_hash(move), (uint8_t)seat};
}

static bool apply_play(struct room_log *log, json_t *entry)
{
    const char *move = entry_text(entry, "move");
    int seat = entry_seat(log, entry);
    if (*move && seat >= 0)
        move_add(log, seat, move);
    return moves_apply(log, entry);
}

bool apply_seat(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0)
        return false;
    struct room_seat *seat = &log->seat[at];
    if (*entry_text(entry, "person")) {
        rated_give(log, at, entry_text(entry, "person"));
        if (!apply_sit(log, entry))
            return false;
    } else {
        seat_give(seat, TABLE_BOT);
        seat->left = true;
        snprintf(seat->name, sizeof seat->name, "%s", entry_text(entry, "name"));
        snprintf(seat->level, sizeof seat->level, "%s", entry_text(entry, "level"));
    }
    for (int i = 0; i < log->settings.seats; i++)
        log->seat[i].bot_votes = 0;
    return moves_apply(log, entry);
}

/* An answer in a window of fixed length, which is carried out at the window's end. */
static bool apply_hold(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    int64_t decision = entry_int(entry, "decision");
    if (at < 0 || !log->match || decision < 1 || decision > UINT32_MAX)
        return false;
    struct room_seat *seat = &log->seat[at];
    log->asides += seat->held_decision == (uint32_t)decision; /* the answer is changed */
    move_add(log, at, entry_text(entry, "move"));
    seat->held_decision = (uint32_t)decision;
    return lan_action_parse(log->settings.game, entry_text(entry, "action"), &seat->held);
}

static bool apply_end(struct room_log *log, json_t *entry)
{
    const char *secret = entry_text(entry, "secret");
    uint8_t bytes[FAIR_BYTES];
    log->fair.stage = FAIR_DONE;
    return log->match && lan_text_parse_hex(secret, bytes, FAIR_BYTES) &&
           table_opening_add(log->match->table, "secret", secret);
}

static bool apply_rematch(struct room_log *log, json_t *entry)
{
    snprintf(log->rematch, sizeof log->rematch, "%s", entry_text(entry, "table"));
    return true;
}

static bool apply_close(struct room_log *log, json_t *entry)
{
    (void)entry;
    log->state = ROOM_CLOSED;
    return true;
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

/*
 * Quiet entries change nothing that the table's info tells by themselves: a move (match_moved sees when it
 * does), the secret after the game, and standing and held answers, which other players may not learn of.
 */
enum {
    QUIET = 1,
    ASIDE = 2, /* not the game's own: people may make any number of them */
};

static const struct entry_kind {
    const char *kind;
    bool (*apply)(struct room_log *log, json_t *entry);
    unsigned flags;
} kinds[] = {
    {"play", apply_play, QUIET},
    {"new", apply_new, 0},
    {"sit", apply_sit, ASIDE},
    {"stand", apply_stand, ASIDE},
    {"bot", apply_bot, ASIDE},
    {"start", apply_start, 0},
    {"seat", apply_seat, ASIDE},
    {"dice", apply_dice, ASIDE},
    {"commit", apply_commit, ASIDE},
    {"reveal", apply_reveal, ASIDE},
    {"late", apply_late, ASIDE},
    {"offer", apply_offer, ASIDE},
    {"passes", apply_passes, QUIET | ASIDE},
    {"mute", apply_mute, ASIDE},
    {"remove", apply_remove, ASIDE},
    {"vote", apply_vote, ASIDE},
    {"end", apply_end, QUIET},
    {"rematch", apply_rematch, 0},
    {"close", apply_close, 0},
    {"hold", apply_hold, QUIET},
    {"settings", apply_settings, ASIDE},
    {"swap", apply_swap, ASIDE},
    {"ready", apply_ready, ASIDE},
    {"name", apply_name, ASIDE},
    {"host", apply_host, ASIDE},
    {"heir", apply_heir, ASIDE},
    {"refuse", apply_refuse, ASIDE},
    {"words", apply_words, ASIDE},
};

/* The row of an entry's kind; NULL for none. Every log begins with the entry that has the settings. */
static const struct entry_kind *kind_find(const struct room_log *log, json_t *entry)
{
    const char *kind = entry_text(entry, "t");
    if (!log->seat && strcmp(kind, "new") != 0)
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].kind, kind) == 0)
            return &kinds[i];
    }
    return NULL;
}

static bool entry_apply(struct room_log *log, json_t *entry)
{
    const struct entry_kind *kind = kind_find(log, entry);
    if (!kind)
        return false;
    log->info_changed |= !(kind->flags & QUIET);
    return kind->apply(log, entry);
}

bool room_log_apply(struct room_log *log, json_t *entry)
{
    const struct entry_kind *kind = kind_find(log, entry);
    log->entries++;
    log->asides += kind && kind->flags & ASIDE;
    return entry_apply(log, entry);
}

void room_log_apply_play(struct room_log *log, int seat, const char *move)
{
    log->entries++;
    if (move)
        move_add(log, seat, move);
    log->stored = table_count(log->match->table);
    match_moved(log);
}
