#include "clock.h"

#include <string.h>

#include "act.h"
#include "entry_log.h"
#include "told.h"

void clock_init(struct table *table)
{
    table->clocks.settled = table->started;
    table->clocks.active = LAN_SEAT_NONE;
    for (int seat = 0; seat < table->rules->seats; seat++)
        table->clocks.seat[seat].left = table->clock.budget;
}

unsigned clock_running(const struct table *table)
{
    const struct clock_state *clocks = &table->clocks;
    unsigned running = 0;
    if (clocks->paused || !clocks->must)
        return 0;
    if (clocks->window && table->clock.window)
        return CLOCK_WINDOW;
    if (table->clock.kind == TABLE_CLOCK_NONE)
        return 0;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((clocks->must >> seat & 1) && table->seat[seat].holder == TABLE_PERSON)
            running |= 1u << seat;
    }
    return running;
}

/* The seat's clock after it has run for `elapsed` more milliseconds. */
static struct seat_clock clock_after(const struct table *table, int seat, int64_t elapsed)
{
    struct seat_clock clock = table->clocks.seat[seat];
    clock.left = clock.left > elapsed ? clock.left - elapsed : 0;
    clock.spent += elapsed;
    return clock;
}

void clock_charge(struct table *table, unsigned running, int64_t time)
{
    int64_t elapsed = time - table->clocks.settled;
    table->clocks.settled = time;
    if (running & CLOCK_WINDOW)
        table->clocks.window_spent += elapsed;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if (running >> seat & 1)
            table->clocks.seat[seat] = clock_after(table, seat, elapsed);
    }
}

/* A person takes the seat from a bot, or an empty one: at least a tenth of the budget, a fresh move. */
static void clock_sit(struct table *table, int seat)
{
    struct seat_clock *clock = &table->clocks.seat[seat];
    int64_t least = table->clock.budget / 10;
    clock->left = clock->left > least ? clock->left : least;
    clock->spent = 0;
}

/*
 * Ends the move of the seat that acted last, if its action ended it: the seat is no longer asked (`lost`), or
 * the watcher was told of the action. Both are public, so that a clock tells no secret.
 */
static void move_end(struct table *table, uint16_t lost)
{
    uint32_t mover = table->clocks.mover;
    if (!mover)
        return;
    struct log_entry *log = log_at(table, mover);
    struct seat_clock *clock = &table->clocks.seat[log->pub.seat];
    bool asked = table->clocks.must >> log->pub.seat & 1;
    /* In a window with its own limit the seat clocks stand still, and no increment is given. */
    if (table->clocks.window && table->clock.window)
        return;
    if (!asked || (!(lost >> log->pub.seat & 1) && !told_count_entry(table, LAN_WATCHER, mover)))
        return;
    log->granted = true;
    log->spent = clock->spent;
    clock->left += table->clock.increment;
    clock->spent = 0;
}

/* Takes the increment of an undone action back and restores the time its move had used. */
static void move_undo(struct table *table, const struct log_entry *undone)
{
    struct seat_clock *clock = &table->clocks.seat[undone->pub.seat];
    if (!undone->granted)
        return;
    clock->left = clock->left > table->clock.increment ? clock->left - table->clock.increment : 0;
    clock->spent = undone->spent;
}

/* The seat that acted or took back, which is therefore asked anew; LAN_SEAT_NONE for neither. */
static int decider_find(const struct table *table, const struct log_entry *undo)
{
    if (undo)
        return undo->pub.seat;
    return table->clocks.mover ? log_at(table, table->clocks.mover)->pub.seat : LAN_SEAT_NONE;
}

/* Brings clocks and decisions up to date with the turn; `undo` is the entry before it if that was an undo. */
static void turn_follow(struct table *table, const struct log_entry *undo)
{
    const struct lan_turn *turn = &table->turn;
    struct clock_state *clocks = &table->clocks;
    uint16_t must = table->stopped == TABLE_RUNNING ? turn->must : 0;
    uint16_t gained = must & (uint16_t)~clocks->must, lost = clocks->must & (uint16_t)~must;
    /* An answer leaves the window open; a newly asked seat, or another active seat, makes it a new window. */
    bool fresh = turn->window && (!clocks->window || gained || turn->active != clocks->active);
    int by = decider_find(table, undo);
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((must >> seat & 1) && ((gained >> seat & 1) || fresh || seat == by))
            clocks->seat[seat].decision++;
    }
    move_end(table, lost);
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((gained | lost) >> seat & 1)
            clocks->seat[seat].spent = 0;
    }
    if (undo)
        move_undo(table, log_at(table, undo->undone));
    clocks->window_spent = fresh ? 0 : clocks->window_spent;
    clocks->must = must;
    clocks->active = turn->active;
    clocks->window = turn->window;
    clocks->mover = 0;
}

void clock_settle(struct table *table, uint32_t number)
{
    const struct log_entry *log = number ? log_at(table, number) : NULL;
    bool action = log && (log->pub.kind == TABLE_ENTRY_ACT || log->pub.kind == TABLE_ENTRY_TIMED);
    if (action && log->pub.seat != LAN_CHANCE)
        table->clocks.mover = number;
    if (log && log->relieved)
        clock_sit(table, log->pub.seat);
    if (table->stopped != TABLE_RUNNING || !(table->turn.must >> LAN_CHANCE & 1))
        turn_follow(table, log && log->undone ? log : NULL);
}

/* ---- Asking -------------------------------------------------------------------------------------------- */

static int64_t elapsed_since(const struct table *table, int64_t now)
{
    return now > table->clocks.settled ? now - table->clocks.settled : 0;
}

int64_t table_budget_left(const struct table *table, int seat, int64_t now)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    if (table->clock.kind == TABLE_CLOCK_NONE || !table->clock.budget)
        return -1;
    int64_t elapsed = clock_running(table) >> seat & 1 ? elapsed_since(table, now) : 0;
    return clock_after(table, seat, elapsed).left;
}

int64_t table_move_left(const struct table *table, int seat, int64_t now)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    unsigned running = clock_running(table);
    int64_t limit, spent;
    if ((running & CLOCK_WINDOW) && (table->clocks.must >> seat & 1)) {
        limit = table->clock.window;
        spent = table->clocks.window_spent + elapsed_since(table, now);
    } else if ((running >> seat & 1) && table->clock.move) {
        limit = table->clock.move;
        spent = clock_after(table, seat, elapsed_since(table, now)).spent;
    } else {
        return -1;
    }
    return spent < limit ? limit - spent : 0;
}

bool table_paused(const struct table *table)
{
    return table->clocks.paused;
}

/* When a running seat's time is up: by its budget or by its limit for a move. False without either. */
static bool seat_deadline(const struct table *table, int seat, int64_t *deadline)
{
    const struct seat_clock *clock = &table->clocks.seat[seat];
    bool found = false;
    if (table->clock.budget) {
        *deadline = table->clocks.settled + clock->left;
        found = true;
    }
    if (table->clock.move) {
        int64_t left = clock->spent < table->clock.move ? table->clock.move - clock->spent : 0;
        if (!found || table->clocks.settled + left < *deadline)
            *deadline = table->clocks.settled + left;
        found = true;
    }
    return found;
}

bool table_deadline(const struct table *table, int64_t *deadline)
{
    unsigned running = clock_running(table);
    bool found = false;
    if (running & CLOCK_WINDOW) {
        int64_t left = table->clock.window - table->clocks.window_spent;
        *deadline = table->clocks.settled + (left > 0 ? left : 0);
        return true;
    }
    if (table->clock.policy == TABLE_WAIT)
        return false;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        int64_t at;
        if ((running >> seat & 1) && seat_deadline(table, seat, &at) && (!found || at < *deadline)) {
            *deadline = at;
            found = true;
        }
    }
    return found;
}

/* ---- What is due --------------------------------------------------------------------------------------- */

/* The seat's `pass`. Every game lists one for a seat that it asks in a window (lan.h). */
static lan_action pass_find(const struct table *table, int seat)
{
    struct lan_list list;
    lan_actions(table->rules, table->state, seat, &list);
    for (int i = 0; i < list.count; i++) {
        if (strcmp(table->game->action_kinds[lan_action_kind(list.action[i])].name, "pass") == 0)
            return list.action[i];
    }
    lan_bug("a pass in a window");
}

/* Plays `pass` for every asked seat that has not answered. False when there is no memory. */
static bool window_close(struct table *table, int64_t now)
{
    uint16_t asked = table->clocks.must;
    for (uint8_t seat = 0; seat < table->rules->seats; seat++) {
        if (!(asked & table->clocks.must & (1u << seat)) || !table->clocks.window)
            continue;
        struct table_entry entry = {TABLE_ENTRY_TIMED, seat, pass_find(table, seat), now, ""};
        if (log_add(table, &entry) || (table->dice_set && act_draw_chance(table, now)))
            return false;
    }
    return true;
}

/* Gives the seats whose time is up to stand-ins. False when there is no memory. */
static bool seats_give_to_bots(struct table *table, int64_t now)
{
    unsigned running = clock_running(table);
    for (uint8_t seat = 0; seat < table->rules->seats; seat++) {
        int64_t deadline;
        if (!(running >> seat & 1) || !seat_deadline(table, seat, &deadline) || deadline > now)
            continue;
        struct table_entry entry = {TABLE_ENTRY_BOT, seat, 0, now, table->stand_in};
        if (log_add(table, &entry))
            return false;
    }
    return true;
}

uint32_t table_tick(struct table *table, int64_t now)
{
    size_t before = table->count;
    int64_t deadline;
    now = act_time(table, now);
    if (table->dice_set && act_draw_chance(table, now))
        return 0;
    if (table_deadline(table, &deadline) && deadline <= now) {
        if (clock_running(table) & CLOCK_WINDOW)
            window_close(table, now);
        else
            seats_give_to_bots(table, now);
    }
    return (uint32_t)(table->count - before);
}
