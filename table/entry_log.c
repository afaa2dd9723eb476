#include "entry_log.h"

#include <string.h>

#include "clock.h"
#include "memory.h"
#include "plain.h"
#include "told.h"

/* ---- Refusals ------------------------------------------------------------------------------------------ */

enum table_end table_end(const struct table *table)
{
    if (table->stopped != TABLE_RUNNING)
        return table->stopped;
    return table->turn.must ? TABLE_RUNNING : TABLE_FINISHED;
}

int log_ended_refusal(const struct table *table)
{
    if (table->stopped != TABLE_RUNNING)
        return TABLE_REFUSED_ENDED;
    return table->turn.must ? TABLE_ACCEPTED : LAN_REFUSED_OVER;
}

/* Whether an action of the seat is in force: played, and not taken back. */
static bool acted_in_force(const struct table *table, int seat)
{
    uint32_t at = table->count ? log_at(table, (uint32_t)table->count)->last : 0;
    for (; at; at = log_at(table, at)->before) {
        if (log_at(table, at)->pub.seat == seat)
            return true;
    }
    return false;
}

int table_undo_refusal(const struct table *table, int seat)
{
    int refusal = log_ended_refusal(table);
    if (refusal)
        return refusal;
    if (!acted_in_force(table, seat))
        return TABLE_REFUSED_UNDO_NOTHING;
    /* Chance and another seat get the same refusal: which of them acted may be a secret. */
    const struct log_entry *last = log_at(table, log_at(table, (uint32_t)table->count)->last);
    if (last->pub.seat != seat)
        return TABLE_REFUSED_UNDO_LATE;
    if (last->shown)
        return TABLE_REFUSED_UNDO_SHOWN;
    return table->extras >= TABLE_EXTRAS_MAX ? TABLE_REFUSED_FULL : TABLE_ACCEPTED;
}

/* The refusal of an entry that is not an action; 0 when it may stand here. */
static int notice_refusal(const struct table *table, const struct table_entry *entry)
{
    int refusal = log_ended_refusal(table);
    if (refusal)
        return refusal;
    bool seated = entry->seat < table->rules->seats;
    bool person = seated && table->seat[entry->seat].holder == TABLE_PERSON;
    bool agreed = seated && (table->agreed >> entry->seat & 1);
    bool full = table->extras >= TABLE_EXTRAS_MAX;
    bool crowded = table->extras >= TABLE_EXTRAS_MAX + TABLE_EXTRAS_ROOM;
    switch (entry->kind) {
    /*
     * Not limited: each needs an entry before it by which somebody sat down, and those are limited.
     */
    case TABLE_ENTRY_BOT:
        if (!*entry->text || !text_is_plain(entry->text, TABLE_NAME_MAX, false))
            return TABLE_REFUSED_NAME;
        return table->seat[entry->seat].holder == TABLE_BOT ? TABLE_REFUSED_NOT_PERSON : TABLE_ACCEPTED;
    case TABLE_ENTRY_SIT:
        if (!*entry->text || !text_is_plain(entry->text, TABLE_NAME_MAX, false))
            return TABLE_REFUSED_NAME;
        return crowded ? TABLE_REFUSED_FULL : TABLE_ACCEPTED;
    /*
     * Agreeing is not limited: everybody must be able to end the match, and each needs a disagreement before.
     */
    case TABLE_ENTRY_AGREE:
    case TABLE_ENTRY_DISAGREE:
        if (!person)
            return TABLE_REFUSED_NOT_PERSON;
        if (agreed == (entry->kind == TABLE_ENTRY_AGREE))
            return TABLE_REFUSED_VOTE;
        return full && !(entry->kind == TABLE_ENTRY_AGREE) ? TABLE_REFUSED_FULL : TABLE_ACCEPTED;
    case TABLE_ENTRY_RESIGN:
        if (table->rules->seats != 2 || table->game->cooperative)
            return TABLE_REFUSED_ENTRY;
        return person ? TABLE_ACCEPTED : TABLE_REFUSED_NOT_PERSON;
    case TABLE_ENTRY_PAUSE:
    case TABLE_ENTRY_RESUME:
        if (table->clocks.paused == (entry->kind == TABLE_ENTRY_PAUSE))
            return TABLE_REFUSED_PAUSE;
        return crowded && entry->kind == TABLE_ENTRY_PAUSE ? TABLE_REFUSED_FULL : TABLE_ACCEPTED;
    case TABLE_ENTRY_ACT:
    case TABLE_ENTRY_TIMED:
    case TABLE_ENTRY_UNDO:
    case TABLE_ENTRY_KINDS: break;
    }
    lan_bug("an entry of one of these kinds");
}

/*
 * A clock can only answer `pass`, to a seat asked in a window with a limit; a stored log is held to that too.
 */
static int timed_refusal(const struct table *table, const struct table_entry *entry)
{
    const struct lan_action_kind *kinds = table->game->action_kinds;
    bool known = lan_action_valid(table->game, entry->action);
    if (!known || strcmp(kinds[lan_action_kind(entry->action)].name, "pass") != 0 || !table->turn.window ||
        !table->clock.window || !(table->turn.must >> entry->seat & 1))
        return TABLE_REFUSED_ENTRY;
    return TABLE_ACCEPTED;
}

/* ---- Carrying out -------------------------------------------------------------------------------------- */

/* Reserves memory for one more entry, its mark and its snapshot. */
static bool entry_reserve(struct table *table)
{
    size_t marks = table->count / TABLE_MARK_EVERY + 1, snapshots = table->snapshot_count + 1;
    void *moved = memory_grow(table->entry, &table->entry_capacity, table->count + 1, sizeof *table->entry);
    if (!moved)
        return false;
    table->entry = moved;
    moved = memory_grow(table->mark, &table->mark_capacity, marks, sizeof *table->mark);
    if (!moved)
        return false;
    table->mark = moved;
    moved = memory_grow(table->snapshot, &table->snapshot_capacity, snapshots, table->game->state_size);
    if (!moved)
        return false;
    table->snapshot = moved;
    return true;
}

static bool event_reserve(struct table *table, size_t more)
{
    void *moved =
        memory_grow(table->event, &table->event_capacity, table->event_count + more, sizeof *table->event);
    if (moved)
        table->event = moved;
    return moved;
}

static void snapshot_store(struct table *table, struct log_entry *log)
{
    size_t size = table->game->state_size;
    memcpy(table->snapshot + size * table->snapshot_count, table->state, size);
    log->snapshot = (uint32_t)++table->snapshot_count;
}

static int do_action(struct table *table, struct log_entry *log)
{
    union lan_state_buf buf;
    struct lan_events events; /* large, so only its count is cleared */
    const struct table_entry *entry = &log->pub;
    size_t size = table->game->state_size;
    int refusal = table->stopped == TABLE_RUNNING ? TABLE_ACCEPTED : TABLE_REFUSED_ENDED;
    if (!refusal && entry->kind == TABLE_ENTRY_TIMED)
        refusal = timed_refusal(table, entry);
    if (refusal)
        return refusal;
    events.count = 0;
    memcpy(&buf, table->state, size);
    refusal = lan_apply(table->rules, (struct lan_state *)&buf, entry->seat, entry->action, &events);
    if (refusal)
        return refusal;
    if (!event_reserve(table, events.count))
        return TABLE_REFUSED_MEMORY;
    memcpy(table->state, &buf, size);
    memcpy(table->event + table->event_count, events.event, events.count * sizeof *events.event);
    log->event_count = events.count;
    table->event_count += events.count;
    log->shown = entry->seat == LAN_CHANCE || entry->kind == TABLE_ENTRY_TIMED ||
                 !lan_events_undoable(table->game, &events);
    log->last = (uint32_t)table->count + 1;
    log->depth++;
    if (log->depth % TABLE_SNAPSHOT_EVERY == 0)
        snapshot_store(table, log);
    return TABLE_ACCEPTED;
}

static int do_undo(struct table *table, struct log_entry *log)
{
    union lan_state_buf buf;
    int refusal = table_undo_refusal(table, log->pub.seat);
    if (refusal)
        return refusal;
    log->undone = log->last;
    log->last = log_at(table, log->undone)->before;
    log->depth--;
    table_state_at(table, log->last, &buf);
    memcpy(table->state, &buf, table->game->state_size);
    table->extras += 2;
    return TABLE_ACCEPTED;
}

/* Whether every person at the table has agreed; false when no seat is held by a person. */
static bool all_agree(const struct table *table)
{
    int persons = 0;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if (table->seat[seat].holder != TABLE_PERSON)
            continue;
        persons++;
        if (!(table->agreed >> seat & 1))
            return false;
    }
    return persons > 0;
}

static void seat_take(struct table *table, const struct table_entry *entry, enum table_holder holder)
{
    struct table_seat *seat = &table->seat[entry->seat];
    seat->holder = holder;
    if (holder == TABLE_PERSON)
        seat->name = entry->text;
    seat->level = holder == TABLE_BOT ? entry->text : "";
    table->agreed &= (uint16_t) ~(1u << entry->seat);
}

static int do_notice(struct table *table, struct log_entry *log)
{
    struct table_entry *entry = &log->pub;
    int refusal = notice_refusal(table, entry);
    if (refusal)
        return refusal;
    if (*entry->text) {
        entry->text = memory_text_add(&table->texts, entry->text);
        if (!entry->text)
            return TABLE_REFUSED_MEMORY;
    }
    table->extras++;
    if (entry->kind == TABLE_ENTRY_BOT) {
        seat_take(table, entry, TABLE_BOT);
    } else if (entry->kind == TABLE_ENTRY_SIT) {
        log->relieved = table->seat[entry->seat].holder != TABLE_PERSON;
        seat_take(table, entry, TABLE_PERSON);
    } else if (entry->kind == TABLE_ENTRY_AGREE) {
        table->agreed |= (uint16_t)(1u << entry->seat);
    } else if (entry->kind == TABLE_ENTRY_DISAGREE) {
        table->agreed &= (uint16_t) ~(1u << entry->seat);
    } else if (entry->kind == TABLE_ENTRY_RESIGN) {
        table->stopped = TABLE_RESIGNED;
        table->resigned = entry->seat;
    } else {
        table->clocks.paused = entry->kind == TABLE_ENTRY_PAUSE;
    }
    log->ended = (entry->kind == TABLE_ENTRY_BOT || entry->kind == TABLE_ENTRY_AGREE) && all_agree(table);
    if (log->ended)
        table->stopped = TABLE_ABANDONED;
    return TABLE_ACCEPTED;
}

/*
 * Brings what is derived from the log up to date with its last entry: marks, the turn, told counts, clocks.
 */
static void derived_update(struct table *table, uint32_t number)
{
    if ((number - 1) % TABLE_MARK_EVERY == 0)
        memcpy(table->mark[table->mark_count++], table->told, sizeof table->told);
    table->game->turn(table->rules, table->state, &table->turn);
    for (int seat = 0; seat < table->rules->seats; seat++)
        table->told[seat] += told_count_entry(table, seat, number);
    table->told[LAN_WATCHER] += told_count_entry(table, LAN_WATCHER, number);
    clock_settle(table, number);
}

int log_add(struct table *table, const struct table_entry *entry)
{
    struct log_entry log = {.pub = *entry, .event_first = (uint32_t)table->event_count};
    int64_t earliest = table->count ? log_at(table, (uint32_t)table->count)->pub.time : table->started;
    unsigned running = clock_running(table);
    int refusal;
    if (entry->time < earliest || entry->time > TABLE_TIME_MAX)
        return TABLE_REFUSED_TIME;
    if (!entry_reserve(table))
        return TABLE_REFUSED_MEMORY;
    if (table->count) {
        const struct log_entry *before = log_at(table, (uint32_t)table->count);
        log.before = log.last = before->last;
        log.depth = before->depth;
    }
    if (entry->kind == TABLE_ENTRY_ACT || entry->kind == TABLE_ENTRY_TIMED)
        refusal = do_action(table, &log);
    else if (entry->kind == TABLE_ENTRY_UNDO)
        refusal = do_undo(table, &log);
    else
        refusal = do_notice(table, &log);
    if (refusal)
        return refusal;
    clock_charge(table, running, entry->time);
    table->entry[table->count++] = log;
    derived_update(table, (uint32_t)table->count);
    return TABLE_ACCEPTED;
}

/* ---- Stored entries ------------------------------------------------------------------------------------ */

/* Whether an entry has the fields of its kind and no others. */
static bool entry_shaped(const struct table *table, const struct table_entry *entry)
{
    bool action = entry->kind == TABLE_ENTRY_ACT || entry->kind == TABLE_ENTRY_TIMED;
    bool text = entry->kind == TABLE_ENTRY_BOT || entry->kind == TABLE_ENTRY_SIT;
    bool seatless = entry->kind == TABLE_ENTRY_PAUSE || entry->kind == TABLE_ENTRY_RESUME;
    bool chance = entry->kind == TABLE_ENTRY_ACT && entry->seat == LAN_CHANCE;
    if ((unsigned)entry->kind >= TABLE_ENTRY_KINDS || (!action && entry->action) || (!text && *entry->text))
        return false;
    return seatless ? entry->seat == LAN_SEAT_NONE : chance || entry->seat < table->rules->seats;
}

int table_append(struct table *table, const struct table_entry *entry)
{
    if (!entry_shaped(table, entry))
        return TABLE_REFUSED_ENTRY;
    return log_add(table, entry);
}

uint32_t table_count(const struct table *table)
{
    return (uint32_t)table->count;
}

void table_entry(const struct table *table, uint32_t number, struct table_entry *entry)
{
    *entry = log_at(table, number)->pub;
}

/* ---- Positions ----------------------------------------------------------------------------------------- */

const struct lan_state *table_state_at(const struct table *table, uint32_t number, union lan_state_buf *buf)
{
    uint32_t path[TABLE_SNAPSHOT_EVERY];
    int length = 0;
    size_t size = table->game->state_size;
    struct lan_state *state = (struct lan_state *)buf;
    uint32_t at = number ? log_at(table, number)->last : 0;
    for (; at && !log_at(table, at)->snapshot; at = log_at(table, at)->before) {
        lan_assert(length < TABLE_SNAPSHOT_EVERY);
        path[length++] = at;
    }
    if (at)
        memcpy(buf, table->snapshot + size * (log_at(table, at)->snapshot - 1), size);
    else
        table->game->setup(table->rules, state);
    while (length) {
        const struct table_entry *entry = &log_at(table, path[--length])->pub;
        lan_assert(lan_apply(table->rules, state, entry->seat, entry->action, NULL) == LAN_ACCEPTED);
    }
    return state;
}

const struct lan_view *table_view_at(const struct table *table, uint32_t number, int viewer,
                                     union lan_view_buf *buf)
{
    union lan_state_buf state;
    table->game->observe(table->rules, table_state_at(table, number, &state), viewer, (struct lan_view *)buf);
    return (const struct lan_view *)buf;
}

uint32_t table_dice_differ(const struct table *table, const struct lan_dice *dice)
{
    union lan_state_buf buf;
    for (uint32_t number = 1; number <= table->count; number++) {
        const struct log_entry *log = log_at(table, number);
        if (log->pub.seat != LAN_CHANCE)
            continue;
        const struct lan_state *state = table_state_at(table, log->before, &buf);
        if (lan_chance_draw(table->rules, state, dice) != log->pub.action)
            return number;
    }
    return 0;
}
