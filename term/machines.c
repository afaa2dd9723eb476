#include "machines.h"

#include <limits.h>
#include <stdlib.h>

#include "moment.h"

enum {
    MARGIN_MS = 60,     /* before its moment a thought must end; less where the pause is short */
    ASKED_WEIGHT = 4,   /* of a question that the game waits for, when thoughts share the time */
    UNSEEN_PACES = 4,   /* by which a moment is put off when the seat acts unseen */
    UNSEEN_STEPS = 100, /* more unseen actions in a row than any game has */
};

/* What answers for a seat. Times are those of the machines' clock. */
struct machine {
    int64_t due; /* the seat's moment */
    uint32_t decision;
    bool acted;  /* the moment is over: it has acted, or had nothing to do */
    bool unseen; /* the moment was put off */
    bool ready;  /* it has thought: */
    bool acts;   /* it does `action`, */
    bool hidden; /* which nobody else would see */
    lan_action action;
};

struct machines {
    struct machines_setup setup;
    struct moment moment;
    struct lan_dice key;
    struct question quick;  /* for answers that were not thought in time */
    int thinks;             /* the seat that the thinker's question is about */
    int64_t stop_may, stop; /* when its thought must end: about the optional question, about all */
    enum standing standing[LAN_SEATS_MAX];
    struct machine seat[LAN_SEATS_MAX];
};

struct machines *machines_create(const struct machines_setup *setup)
{
    struct machines *machines = calloc(1, sizeof *machines);
    lan_assert(setup->pace > 0);
    if (!machines)
        return NULL;
    machines->setup = *setup;
    table_dice_init(setup->seed, &machines->key);
    moment_init(&machines->moment, setup->table);
    return machines;
}

void machines_destroy(struct machines *machines)
{
    if (!machines)
        return;
    question_finish(&machines->quick);
    free(machines);
}

void machines_standing_set(struct machines *machines, int seat, enum standing standing)
{
    machines->standing[seat] = standing;
}

static int64_t clock_now(const struct machines *machines)
{
    return machines->setup.now(machines->setup.context);
}

static int seats_of(const struct machines *machines)
{
    return table_rules(machines->setup.table)->seats;
}

static bool by_bot(const struct machines *machines, int seat)
{
    return machines->setup.bots >> seat & 1;
}

/* A machine has something to do for the seat at its moment. */
static bool is_open(const struct machines *machines, int seat)
{
    struct table_turn turn;
    table_turn(machines->setup.table, seat, &turn);
    if (by_bot(machines, seat))
        return !machines->seat[seat].acted && (turn.decision || turn.may);
    return machines->standing[seat] != STANDING_ASK && turn.window && turn.decision;
}

/* ---- Moments ------------------------------------------------------------------------------------------- */

static void position_begin(struct machines *machines)
{
    int64_t now = clock_now(machines);
    thinker_drop(machines->setup.thinker);
    for (int seat = 0; seat < seats_of(machines); seat++)
        machines->seat[seat] = (struct machine){
            .due = now + moment_pause(&machines->moment, &machines->key, seat, machines->setup.pace)};
}

/* After an unseen action a seat is asked anew in the same position. */
static void decisions_follow(struct machines *machines)
{
    struct thinker *thinker = machines->setup.thinker;
    for (int seat = 0; seat < seats_of(machines); seat++) {
        struct machine *machine = &machines->seat[seat];
        struct table_turn turn;
        table_turn(machines->setup.table, seat, &turn);
        if (turn.decision == machine->decision)
            continue;
        machine->decision = turn.decision;
        machine->ready = false;
        machine->acted &= !turn.decision;
        if (thinker->thinking && machines->thinks == seat)
            thinker_drop(thinker);
    }
}

/* ---- Thinking ------------------------------------------------------------------------------------------ */

static void thought_take(struct machines *machines)
{
    struct machine *machine = &machines->seat[machines->thinks];
    const struct question *question = &machines->setup.thinker->question;
    machine->ready = true;
    machine->acts = question_action(question, &machine->action);
    machine->hidden =
        machine->acts && moment_unseen(machines->setup.table, machines->thinks, machine->action);
}

static int64_t weight(const struct machines *machines, int seat)
{
    return machines->seat[seat].decision ? ASKED_WEIGHT : 1;
}

/*
 * The time until the last moment is shared among the questions that are left, by weight. How many there are
 * is hidden, and so is what a bot makes of its time: its moment does not move.
 */
static void stops_set(struct machines *machines, int seat, unsigned left, int64_t now)
{
    int64_t all = 0, last = now, due = machines->seat[seat].due;
    for (int other = 0; other < seats_of(machines); other++) {
        if (!(left >> other & 1))
            continue;
        all += weight(machines, other);
        last = machines->seat[other].due > last ? machines->seat[other].due : last;
    }
    int64_t margin = (due - now) / 8 < MARGIN_MS ? (due - now) / 8 : MARGIN_MS;
    int64_t share = now + (last - now) * weight(machines, seat) / all;
    machines->stop = share < due - margin ? share : due - margin;
    machines->stop_may = now + (machines->stop - now) / 2;
}

/* The open seats of bots that have not thought, by bit. */
static unsigned thoughts_left(const struct machines *machines)
{
    unsigned left = 0;
    for (int seat = 0; seat < seats_of(machines); seat++) {
        if (by_bot(machines, seat) && is_open(machines, seat) && !machines->seat[seat].ready)
            left |= 1u << seat;
    }
    return left;
}

/* The seat of a set whose moment is first; -1 for none. */
static int seat_first(const struct machines *machines, unsigned seats)
{
    int first = -1;
    for (int seat = 0; seat < seats_of(machines); seat++) {
        if (seats >> seat & 1 && (first < 0 || machines->seat[seat].due < machines->seat[first].due))
            first = seat;
    }
    return first;
}

/* Begins the next thought. Bots without an arena are quicker than a thread starts: they think here. */
static void thought_begin(struct machines *machines)
{
    struct thinker *thinker = machines->setup.thinker;
    int64_t now = clock_now(machines);
    unsigned left = thoughts_left(machines);
    for (int seat; !thinker->thinking && (seat = seat_first(machines, left)) >= 0; left &= ~(1u << seat)) {
        if (machines->seat[seat].due <= now)
            continue;
        machines->thinks = seat;
        question_make(&thinker->question, machines->setup.table, seat, machines->setup.seed);
        stops_set(machines, seat, left, now);
        if (thinker->bot->memory_min) {
            thinker_begin(thinker);
        } else {
            thinker_think(thinker);
            thought_take(machines);
        }
    }
}

static void thoughts_follow(struct machines *machines)
{
    struct thinker *thinker = machines->setup.thinker;
    if (thinker_answered(thinker))
        thought_take(machines);
    thought_begin(machines);
    int64_t now = clock_now(machines);
    if (thinker->thinking && machines->stop_may <= now)
        thinker_hurry(thinker, machines->stop <= now);
}

/* ---- Acting -------------------------------------------------------------------------------------------- */

static bool quick_action(struct machines *machines, int seat, lan_action *action)
{
    static const struct lan_budget none = {.iterations = 1};
    const struct thinker *thinker = machines->setup.thinker;
    bool advised = thinker->bot != &lan_bot_random && lan_bot_rules.plays(thinker->rules->game);
    question_make(&machines->quick, machines->setup.table, seat, machines->setup.seed);
    question_think(&machines->quick, thinker->rules, advised ? &lan_bot_rules : &lan_bot_random, &none,
                   &none);
    return question_action(&machines->quick, action);
}

static lan_action standing_action(const struct machines *machines, int seat)
{
    struct lan_list list;
    table_actions(machines->setup.table, seat, &list);
    return standing_answer(table_game(machines->setup.table), &list, machines->standing[seat]);
}

/* What the seat does now. False when a bot declines and is not asked. */
static bool action_choose(struct machines *machines, int seat, lan_action *action)
{
    struct machine *machine = &machines->seat[seat];
    if (!by_bot(machines, seat)) {
        bool asked = is_open(machines, seat);
        *action = asked ? standing_action(machines, seat) : 0;
        return asked;
    }
    if (!machine->ready)
        return quick_action(machines, seat, action);
    machine->ready = false;
    *action = machine->action;
    return machine->acts;
}

/* At its moment: acts until that is seen. Actions that nobody sees are made up for at once. */
static bool seat_act(struct machines *machines, int seat, int64_t time)
{
    struct thinker *thinker = machines->setup.thinker;
    struct table *table = machines->setup.table;
    bool played = false, unseen = true;
    if (thinker->thinking && machines->thinks == seat)
        thinker_drop(thinker);
    for (int step = 0; unseen && step < UNSEEN_STEPS; step++) {
        lan_action action;
        if (!action_choose(machines, seat, &action))
            break;
        unseen = moment_unseen(table, seat, action);
        bool accepted = table_act(table, seat, action, time) == TABLE_ACCEPTED;
        /* What was thought may be outdated by what the seat was told since; then it is thought again. */
        unseen |= !accepted;
        played |= accepted;
    }
    machines->seat[seat].acted = by_bot(machines, seat);
    return played;
}

/* Plays an unseen action that was thought, and puts the seat's moment off, once in a position. */
static bool unseen_act(struct machines *machines, int seat, int64_t time)
{
    struct machine *machine = &machines->seat[seat];
    if (!by_bot(machines, seat) || !is_open(machines, seat) || !machine->ready || !machine->hidden)
        return false;
    if (!machine->unseen)
        machine->due += UNSEEN_PACES * machines->setup.pace;
    machine->unseen = true;
    machine->ready = false;
    return table_act(machines->setup.table, seat, machine->action, time) == TABLE_ACCEPTED;
}

static bool machines_act(struct machines *machines, int64_t time)
{
    int64_t now = clock_now(machines);
    unsigned seats = (1u << seats_of(machines)) - 1;
    for (int seat; (seat = seat_first(machines, seats)) >= 0; seats &= ~(1u << seat)) {
        bool due = machines->seat[seat].due <= now && is_open(machines, seat);
        if (due ? seat_act(machines, seat, time) : unseen_act(machines, seat, time))
            return true;
    }
    return false;
}

bool machines_advance(struct machines *machines, bool hold, int64_t time)
{
    if (table_end(machines->setup.table) != TABLE_RUNNING)
        return false;
    if (moment_follow(&machines->moment))
        position_begin(machines);
    decisions_follow(machines);
    thoughts_follow(machines);
    return !hold && machines_act(machines, time);
}

/* ---- Waiting ------------------------------------------------------------------------------------------- */

static void sooner(int64_t *first, int64_t at)
{
    *first = at < *first ? at : *first;
}

int machines_timeout(const struct machines *machines, bool hold)
{
    int64_t first = INT64_MAX, now = clock_now(machines);
    for (int seat = 0; seat < seats_of(machines) && !hold; seat++) {
        if (is_open(machines, seat))
            sooner(&first, machines->seat[seat].due);
    }
    if (machines->setup.thinker->thinking && machines->stop_may > now)
        sooner(&first, machines->stop_may);
    if (machines->setup.thinker->thinking && machines->stop > now)
        sooner(&first, machines->stop);
    if (first == INT64_MAX)
        return -1;
    return first <= now ? 0 : first - now < INT_MAX ? (int)(first - now) : INT_MAX;
}

int machines_descriptor(const struct machines *machines)
{
    return thinker_descriptor(machines->setup.thinker);
}
