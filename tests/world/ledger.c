#include "ledger.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "room_rights.h"
#include "table.h"

enum {
    CLOCK_SLACK_MS = 15000, /* the last heartbeat may be so old, and the clocks run on until then */
    ASKED_MS = 120000,      /* an operation may have been on its way for so long */
};

void ledger_init(struct ledger *ledger, struct sim *sim, const struct disk *disk)
{
    *ledger = (struct ledger){.sim = sim, .disk = disk};
}

static void table_free(struct ledger_table *table)
{
    room_log_free(&table->log);
    free(table->model);
    free(table);
}

void ledger_free(struct ledger *ledger)
{
    struct ledger_move *move;
    for (struct ledger_table *table = ledger->first, *next; table; table = next) {
        next = table->next;
        table_free(table);
    }
    for (size_t i = 0; (move = map_each(&ledger->moves, &i));)
        free(move);
    map_free(&ledger->moves);
    map_free(&ledger->tables);
    map_free(&ledger->rulebooks);
}

struct ledger_table *ledger_table(const struct ledger *ledger, const char *id)
{
    return map_get(&ledger->tables, id);
}

int ledger_person(const struct ledger_table *table, const char *person)
{
    for (int i = 0; i < table->people_count; i++) {
        if (strcmp(table->people[i], person) == 0)
            return i;
    }
    return LEDGER_NOBODY;
}

const struct rights_model *ledger_model(const struct ledger *ledger, const struct ledger_table *table,
                                        int slot)
{
    const struct disk_log *log = disk_log(ledger->disk, table->id);
    uint64_t known = log ? log->known[slot] : 0;
    return &table->model[known < table->log.entries ? known : table->log.entries];
}

struct ledger_move *ledger_move(struct ledger *ledger, const char *table, int seat, const char *move)
{
    char key[64];
    snprintf(key, sizeof key, "%s/%d/%s", table, seat, move);
    struct ledger_move *note = map_get(&ledger->moves, key);
    if (!note) {
        note = mem_zero(sizeof *note);
        memcpy(note->key, key, sizeof key);
        map_put(&ledger->moves, note->key, note);
    }
    return note;
}

/* ---- Changes of the model ------------------------------------------------------------------------------ */

/* An entry that is being followed. */
struct step {
    struct ledger *ledger;
    struct ledger_table *table;
    struct rights_model *model;
    json_t *entry;
    bool allowed;
};

static int person_number(struct ledger_table *table, const char *person)
{
    int number = ledger_person(table, person);
    if (number != LEDGER_NOBODY || table->people_count == LEDGER_NOBODY)
        return number;
    snprintf(table->people[table->people_count], sizeof table->people[0], "%s", person);
    return table->people_count++;
}

static const char *text_of(json_t *entry, const char *key)
{
    const char *text = json_string_value(json_object_get(entry, key));
    return text ? text : "";
}

static int seat_of(json_t *entry)
{
    return (int)json_integer_value(json_object_get(entry, "seat"));
}

static void change(struct step *step, int kind, int person, int seat)
{
    step->allowed &= rights_model_change(step->model, kind, person, seat);
}

/* A person takes a seat: an empty one, the own one back from its stand-in, or by an offer. */
static void person_sits(struct step *step, json_t *entry)
{
    int person = person_number(step->table, text_of(entry, "person")), seat = seat_of(entry);
    if (!rights_model_change(step->model, RIGHTS_SIT, person, seat))
        change(step, RIGHTS_CLAIM, person, seat);
}

static void seat_changes(struct step *step, json_t *entry)
{
    int seat = seat_of(entry);
    if (*text_of(entry, "person"))
        person_sits(step, entry);
    else
        change(step, RIGHTS_LEAVE, rights_model_holder(step->model, seat), seat);
}

static int watching_of(json_t *settings)
{
    static const char *const words[] = {"open", "late", "none"};
    int which = RIGHTS_WATCH_OPEN;
    for (int i = 0; i < 3; i++)
        which = strcmp(text_of(settings, "watching"), words[i]) == 0 ? i : which;
    return which;
}

static int seats_of(json_t *settings)
{
    return (int)json_integer_value(json_object_get(settings, "seats"));
}

static void table_new(struct step *step)
{
    json_t *settings = json_object_get(step->entry, "settings"), *seat;
    size_t at;
    rights_model_init(step->model, RIGHTS_PEOPLE_MAX, seats_of(settings), watching_of(settings));
    const struct lan_game *game = lan_game_find(text_of(settings, "game"), 0);
    step->model->together = game && game->cooperative;
    person_number(step->table, text_of(step->entry, "host"));
    json_array_foreach(json_object_get(step->entry, "seats"), at, seat)
    {
        if (strcmp(text_of(seat, "t"), "bot") == 0)
            change(step, RIGHTS_PUT_BOT, step->model->host, seat_of(seat));
        else
            person_sits(step, seat);
    }
}

/* Several persons may be late at once; the model knows one at a time. */
static void people_late(struct step *step)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(step->entry, "seats"), at, seat)
    {
        int holder = rights_model_holder(step->model, (int)json_integer_value(seat));
        if (holder == RIGHTS_EMPTY)
            continue; /* a second seat of a person who was late */
        step->model->state = RIGHTS_DICE;
        change(step, RIGHTS_LATE, holder, 0);
    }
}

static void settings_change(struct step *step)
{
    json_t *settings = json_object_get(step->entry, "settings");
    struct rights_model *model = step->model;
    if (watching_of(settings) != model->watching)
        change(step, RIGHTS_WATCH, model->host, watching_of(settings));
    change(step, RIGHTS_SEATS, model->host, seats_of(settings));
}

/* The entry does not say who asked: the host, or the new one while the host was away. */
static void host_passes(struct step *step)
{
    struct rights_model *model = step->model;
    int person = person_number(step->table, text_of(step->entry, "person")), seat = 1;
    while (seat <= model->seats && rights_model_holder(model, seat) != person)
        seat++;
    model->away = 1;
    change(step, RIGHTS_HOST, person, seat);
}

static void removal_change(struct step *step)
{
    bool on = !json_is_false(json_object_get(step->entry, "on"));
    change(step, on ? RIGHTS_REMOVE : RIGHTS_LET_IN,
           person_number(step->table, text_of(step->entry, "person")), 0);
}

/* Entries of the host about the table. False when the entry is none of these. */
static bool host_entry(struct step *step, const char *kind)
{
    const struct rights_model *model = step->model;
    json_int_t with = json_integer_value(json_object_get(step->entry, "with"));
    int seat = seat_of(step->entry);
    if (strcmp(kind, "stand") == 0)
        change(step, RIGHTS_STAND, model->host, seat);
    else if (strcmp(kind, "bot") == 0)
        change(step, RIGHTS_PUT_BOT, model->host, seat);
    else if (strcmp(kind, "start") == 0)
        change(step, model->state == RIGHTS_DICE ? RIGHTS_EXCHANGED : RIGHTS_START, model->host, 0);
    else if (strcmp(kind, "dice") == 0)
        change(step, RIGHTS_EXCHANGE, model->host, 0);
    else if (strcmp(kind, "settings") == 0)
        settings_change(step);
    else if (strcmp(kind, "swap") == 0 && with != seat)
        change(step, RIGHTS_SWAP, model->host, seat + 16 * (int)with);
    else if (strcmp(kind, "host") == 0)
        host_passes(step);
    else if (strcmp(kind, "remove") == 0)
        removal_change(step);
    else
        return false;
    return true;
}

static void entry_change(struct step *step)
{
    const char *kind = text_of(step->entry, "t");
    struct rights_model *model = step->model;
    int seat = seat_of(step->entry);
    if (strcmp(kind, "new") == 0)
        table_new(step);
    else if (strcmp(kind, "sit") == 0 || strcmp(kind, "seat") == 0)
        seat_changes(step, step->entry);
    else if (host_entry(step, kind))
        return;
    else if (strcmp(kind, "late") == 0)
        people_late(step);
    else if (strcmp(kind, "offer") == 0)
        change(step, RIGHTS_OFFER, rights_model_holder(model, seat), seat);
    else if (strcmp(kind, "close") == 0)
        model->state = RIGHTS_CLOSED; /* by the host before the game, by `lanterne admin` at any time */
}

/* What the game itself has changed, which the log says by its moves alone. */
static void match_changes(struct step *step)
{
    const struct room_log *log = &step->table->log;
    struct rights_model *model = step->model;
    unsigned out = model->state == RIGHTS_PLAYING ? room_log_out(log) : 0;
    for (int at = 0; log->match && at < model->seats && model->state == RIGHTS_PLAYING; at++) {
        if (log->seat[at].standin && !model->standin[at])
            change(step, RIGHTS_STAND_IN, model->holder[at], at + 1);
        if (out >> at & 1 && !model->out[at])
            change(step, RIGHTS_OUT, 0, at + 1);
    }
    if (log->match && model->state == RIGHTS_PLAYING && table_watcher_ahead(log->match->table) &&
        !model->ahead)
        change(step, RIGHTS_AHEAD, 0, 0);
    if (log->match && model->state == RIGHTS_PLAYING && table_end(log->match->table) != TABLE_RUNNING)
        change(step, RIGHTS_END, 0, 0);
}

/* Whether the entry takes an action back: the time that it had taken counts again. */
static bool entry_undoes(const json_t *entry)
{
    json_t *item;
    size_t at;
    json_array_foreach(json_object_get(entry, "e"), at, item)
    {
        if (strcmp(text_of(item, "table"), "undo") == 0)
            return true;
    }
    return false;
}

/*
 * Time up: a stand-in whom the clock has given the seat comes when the seat has had its time while there was
 * a server, and not before. `before`: who had a stand-in before the entry.
 */
static void clock_check(struct step *step, const bool before[RIGHTS_SEATS_MAX])
{
    struct ledger *ledger = step->ledger;
    struct ledger_table *table = step->table;
    const struct room_log *log = &table->log;
    bool quiet = strcmp(text_of(step->entry, "t"), "play") == 0 && !*text_of(step->entry, "move");
    bool undoes = entry_undoes(step->entry);
    struct table_turn turn = {.must = 0};
    if (log->match)
        table_turn(log->match->table, LAN_WATCHER, &turn);
    for (int at = 0; at < log->settings.seats && at < RIGHTS_SEATS_MAX; at++) {
        int64_t since = table->must_since[at], limit = 1000 * log->settings.clock_move;
        /* `bot` gives a seat to a stand-in as well, by an entry of the same kind. */
        bool asked = table->asked_bot[at] && ledger->sim->now - table->asked_bot[at] < ASKED_MS;
        bool taken = quiet && log->seat[at].standin && !before[at] && !asked;
        if (taken && limit && !log->settings.clock_game && since >= 0 && !table->forgiven &&
            ledger->up_ms - since + CLOCK_SLACK_MS < limit)
            sim_fail(ledger->sim, "clock: seat %d of %s lost its time of %lld s after %lld s with a server",
                     at + 1, table->id, (long long)limit / 1000, (long long)(ledger->up_ms - since) / 1000);
        if (!(turn.must >> at & 1))
            table->must_since[at] = -1;
        else if (table->forgiven || undoes)
            /* Its entries were followed again at once, or an action was taken back: since when a seat has
               been asked is not known. */
            table->must_since[at] = LEDGER_SINCE_UNKNOWN;
        else if (since == -1)
            table->must_since[at] = ledger->up_ms;
    }
}

/* ---- Following the log --------------------------------------------------------------------------------- */

static struct ledger_table *table_make(struct ledger *ledger, const char *id)
{
    struct ledger_table *table = mem_zero(sizeof *table);
    snprintf(table->id, sizeof table->id, "%.*s", ID_TABLE, id);
    room_log_init(&table->log, table->id, &ledger->rulebooks);
    for (int at = 0; at < RIGHTS_SEATS_MAX; at++)
        table->must_since[at] = -1;
    table->capacity = 16;
    table->model = mem_zero(table->capacity * sizeof *table->model);
    table->next = ledger->first;
    ledger->first = table;
    map_put(&ledger->tables, table->id, table);
    return table;
}

/* The move of an entry must not be in the log already. */
static void move_note(struct step *step, uint64_t number)
{
    struct ledger *ledger = step->ledger;
    const char *id = text_of(step->entry, "move");
    if (!*id)
        return;
    struct ledger_move *move = ledger_move(ledger, step->table->id, seat_of(step->entry), id);
    if (move->entry && move->entry != number)
        sim_fail(ledger->sim, "exactly once: move %s is in the log as entry %llu and again as %llu",
                 move->key, (unsigned long long)move->entry, (unsigned long long)number);
    if (!move->entry && move->denied)
        sim_fail(ledger->sim, "exactly once: move %s was answered as not stored, and is stored", move->key);
    move->entry = number;
    ledger->moves_stored++;
}

static void entry_follow(struct ledger *ledger, struct ledger_table *table, const struct disk_entry *bytes)
{
    uint64_t number = table->log.entries + 1;
    if (number == table->capacity) {
        table->capacity *= 2;
        table->model = mem_grow(table->model, table->capacity * sizeof *table->model);
    }
    struct step step = {ledger, table, &table->model[number], json_loadb(bytes->bytes, bytes->size, 0, NULL),
                        true};
    table->model[number] = table->model[number - 1];
    if (!step.entry) {
        sim_fail(ledger->sim, "log: entry %llu of %s is no JSON", (unsigned long long)number, table->id);
        return;
    }
    bool before[RIGHTS_SEATS_MAX] = {false};
    for (int at = 0; table->log.seat && at < table->log.settings.seats && at < RIGHTS_SEATS_MAX; at++)
        before[at] = table->log.seat[at].standin;
    move_note(&step, number);
    entry_change(&step);
    if (!room_log_apply(&table->log, step.entry))
        sim_fail(ledger->sim, "log: entry %llu of %s cannot stand: %.200s", (unsigned long long)number,
                 table->id, bytes->bytes);
    else {
        match_changes(&step);
        clock_check(&step, before);
    }
    if (!step.allowed)
        sim_fail(ledger->sim, "rights: entry %llu of %s is a change that the model refuses: %.200s",
                 (unsigned long long)number, table->id, bytes->bytes);
    json_decref(step.entry);
    ledger->entries++;
}

void ledger_appended(struct ledger *ledger, const struct disk_log *log)
{
    struct ledger_table *table;
    if (strlen(log->name) != ID_TABLE || *ledger->sim->failure)
        return;
    table = ledger_table(ledger, log->name);
    if (!table)
        table = table_make(ledger, log->name);
    while (table->log.entries < log->count && !*ledger->sim->failure)
        entry_follow(ledger, table, &log->entry[table->log.entries]);
}

/* A move that was acknowledged must still be there, unless the disk was told to lose it. */
static void moves_recount(struct ledger *ledger, const char *id, uint64_t count)
{
    struct ledger_move *move;
    for (size_t i = 0; (move = map_each(&ledger->moves, &i));) {
        if (strncmp(move->key, id, ID_TABLE) != 0 || move->entry <= count)
            continue;
        if (move->acknowledged && !ledger->forgives)
            sim_fail(ledger->sim, "nothing lost: move %s was acknowledged as entry %llu, and is gone",
                     move->key, (unsigned long long)move->entry);
        move->entry = 0;
        move->acknowledged = move->denied = false;
    }
}

static void table_forget(struct ledger *ledger, struct ledger_table *table)
{
    struct ledger_table **link = &ledger->first;
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    map_remove(&ledger->tables, table->id);
    table_free(table);
}

void ledger_shortened(struct ledger *ledger, const char *name)
{
    const struct disk_log *log = disk_log(ledger->disk, name);
    struct ledger_table *table = ledger_table(ledger, name);
    bool deleted = !log;
    if (strlen(name) != ID_TABLE)
        return;
    if (!deleted)
        moves_recount(ledger, name, log->count);
    if (table)
        table_forget(ledger, table);
    if (log && log->count) {
        table = table_make(ledger, name);
        table->forgiven = table->lost = true;
        ledger_appended(ledger, log);
    }
}
