/* clock.c - clocks and decisions: all that follows from the times of the entries and from who must act. */
#include "inside.h"

#include <string.h>

/* In a mask of clocks that run: the one of the reaction window. */
enum { WINDOW_RUNS = 1 << 15 };

void clock_init(struct table *table)
{
    table->now.settled = table->started;
    table->now.active = LAN_SEAT_NONE;
    for (int seat = 0; seat < table->rules->seats; seat++)
        table->now.seat[seat].left = table->clock.budget;
}

unsigned clock_running(const struct table *table)
{
    const struct clock_now *now = &table->now;
    unsigned running = 0;
    if (now->paused || !now->must)
        return 0;
    if (now->window && table->clock.window)
        return WINDOW_RUNS;
    if (table->clock.kind == TABLE_CLOCK_NONE)
        return 0;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((now->must >> seat & 1) && table->seat[seat].holder == TABLE_PERSON)
            running |= 1u << seat;
    }
    return running;
}

/* A seat's clock as it would be after some more time. */
static struct seat_clock clock_after(const struct table *table, int seat, int64_t elapsed)
{
    struct seat_clock clock = table->now.seat[seat];
    clock.left = clock.left > elapsed ? clock.left - elapsed : 0;
    clock.spent += elapsed;
    return clock;
}

void clock_charge(struct table *table, unsigned running, int64_t time)
{
    int64_t elapsed = time - table->now.settled;
    table->now.settled = time;
    if (running & WINDOW_RUNS)
        table->now.window_spent += elapsed;
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if (running >> seat & 1)
            table->now.seat[seat] = clock_after(table, seat, elapsed);
    }
}

static void clock_sit(struct table *table, int seat)
{
    struct seat_clock *clock = &table->now.seat[seat];
    int64_t least = table->clock.budget / 10;
    clock->left = clock->left > least ? clock->left : least;
    clock->spent = 0;
}

/* The end of a seat's move by its own action, if it was one: only what is public decides. */
static void move_end(struct table *table, uint16_t lost)
{
    uint32_t mover = table->now.mover;
    if (!mover)
        return;
    struct log_entry *log = log_at(table, mover);
    struct seat_clock *clock = &table->now.seat[log->pub.seat];
    bool asked = table->now.must >> log->pub.seat & 1;
    /* An answer in a window that has its own limit costs nothing and earns nothing. */
    if (table->now.window && table->clock.window)
        return;
    if (!asked || (!(lost >> log->pub.seat & 1) && !told_of_entry(table, LAN_WATCHER, mover)))
        return;
    log->granted = true;
    log->spent = clock->spent;
    clock->left += table->clock.increment;
    clock->spent = 0;
}

static void move_undo(struct table *table, const struct log_entry *undone)
{
    struct seat_clock *clock = &table->now.seat[undone->pub.seat];
    if (!undone->granted)
        return;
    clock->left = clock->left > table->clock.increment ? clock->left - table->clock.increment : 0;
    clock->spent = undone->spent;
}

/* The seat that acted or took back, whose decision therefore is a new one; LAN_SEAT_NONE for neither. */
static int decided(const struct table *table, const struct log_entry *undo)
{
    if (undo)
        return undo->pub.seat;
    return table->now.mover ? log_at(table, table->now.mover)->pub.seat : LAN_SEAT_NONE;
}

/* Takes in the public situation; `undo` is the entry that made it, if it was one. */
static void look(struct table *table, const struct log_entry *undo)
{
    const struct lan_turn *turn = &table->turn;
    struct clock_now *now = &table->now;
    uint16_t must = table->stopped == TABLE_RUNNING ? turn->must : 0;
    uint16_t gained = must & (uint16_t)~now->must, lost = now->must & (uint16_t)~must;
    /* One who answers leaves the window as it is; it is another when somebody is newly asked. */
    bool fresh = turn->window && (!now->window || gained || turn->active != now->active);
    int by = decided(table, undo);
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((must >> seat & 1) && ((gained >> seat & 1) || fresh || seat == by))
            now->seat[seat].decision++;
    }
    move_end(table, lost);
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if ((gained | lost) >> seat & 1)
            now->seat[seat].spent = 0;
    }
    if (undo)
        move_undo(table, log_at(table, undo->undone));
    now->window_spent = fresh ? 0 : now->window_spent;
    now->must = must;
    now->active = turn->active;
    now->window = turn->window;
    now->mover = 0;
}

void clock_settle(struct table *table, uint32_t number)
{
    const struct log_entry *log = number ? log_at(table, number) : NULL;
    bool action = log && (log->pub.kind == TABLE_ENTRY_ACT || log->pub.kind == TABLE_ENTRY_TIMED);
    if (action && log->pub.seat != LAN_CHANCE)
        table->now.mover = number;
    if (log && log->relieved)
        clock_sit(table, log->pub.seat);
    if (table->stopped != TABLE_RUNNING || !(table->turn.must >> LAN_CHANCE & 1))
        look(table, log && log->undone ? log : NULL);
}

/* ---- Asking -------------------------------------------------------------------------------------------- */

static int64_t since(const struct table *table, int64_t now)
{
    return now > table->now.settled ? now - table->now.settled : 0;
}

int64_t table_budget_left(const struct table *table, int seat, int64_t now)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    if (table->clock.kind == TABLE_CLOCK_NONE || !table->clock.budget)
        return -1;
    int64_t elapsed = clock_running(table) >> seat & 1 ? since(table, now) : 0;
    return clock_after(table, seat, elapsed).left;
}

int64_t table_move_left(const struct table *table, int seat, int64_t now)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    unsigned running = clock_running(table);
    int64_t limit, spent;
    if ((running & WINDOW_RUNS) && (table->now.must >> seat & 1)) {
        limit = table->clock.window;
        spent = table->now.window_spent + since(table, now);
    } else if ((running >> seat & 1) && table->clock.move) {
        limit = table->clock.move;
        spent = clock_after(table, seat, since(table, now)).spent;
    } else {
        return -1;
    }
    return spent < limit ? limit - spent : 0;
}

bool table_paused(const struct table *table)
{
    return table->now.paused;
}

/* The time at which a running seat's clock is down. False when it has no limit. */
static bool seat_deadline(const struct table *table, int seat, int64_t *deadline)
{
    const struct seat_clock *clock = &table->now.seat[seat];
    bool found = false;
    if (table->clock.budget) {
        *deadline = table->now.settled + clock->left;
        found = true;
    }
    if (table->clock.move) {
        int64_t left = clock->spent < table->clock.move ? table->clock.move - clock->spent : 0;
        if (!found || table->now.settled + left < *deadline)
            *deadline = table->now.settled + left;
        found = true;
    }
    return found;
}

bool table_deadline(const struct table *table, int64_t *deadline)
{
    unsigned running = clock_running(table);
    bool found = false;
    if (running & WINDOW_RUNS) {
        int64_t left = table->clock.window - table->now.window_spent;
        *deadline = table->now.settled + (left > 0 ? left : 0);
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

/* The seat's `pass`. A game that opens a window for a seat lists one. */
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

/* Answers for all who have not. False when there is no memory. */
static bool window_close(struct table *table, int64_t now)
{
    uint16_t asked = table->now.must;
    for (uint8_t seat = 0; seat < table->rules->seats; seat++) {
        if (!(asked & table->now.must & (1u << seat)) || !table->now.window)
            continue;
        struct table_entry entry = {TABLE_ENTRY_TIMED, seat, pass_find(table, seat), now, ""};
        if (log_add(table, &entry) || (table->dice_set && draw_all(table, now)))
            return false;
    }
    return true;
}

/* Gives the seats whose time is up to stand-ins. False when there is no memory. */
static bool seats_pass_on(struct table *table, int64_t now)
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
    now = table_now(table, now);
    if (table->dice_set && draw_all(table, now))
        return 0;
    if (table_deadline(table, &deadline) && deadline <= now) {
        if (clock_running(table) & WINDOW_RUNS)
            window_close(table, now);
        else
            seats_pass_on(table, now);
    }
    return (uint32_t)(table->count - before);
}
