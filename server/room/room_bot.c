#include "room_bot.h"

#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "buf.h"
#include "env.h"
#include "fault.h"
#include "map.h"
#include "moment.h"
#include "room.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_seat.h"
#include "room_think.h"
#include "room_window.h"
#include "server.h"
#include "standing.h"
#include "store.h"
#include "table.h"

enum {
    LEASE_MS = 12000,
    LEASE_AGAIN_MS = 2000,
    MARGIN_MS = 60,     /* before its moment a bot must end; less where the pause is short */
    UNSEEN_PACES = 4,   /* by which a moment is put off when the seat acts unseen */
    UNSEEN_PART = 3,    /* an unseen action may be thought about for this part of what is left */
    UNSEEN_STEPS = 100, /* more unseen actions in a row than any game has */
};

/* What answers for a seat. Times are of moments_now. */
struct machine {
    struct thought *thought; /* about `decision`, and what the seat may do besides; NULL for none */
    uint32_t decision;
    int64_t due;                   /* the seat's moment */
    int64_t hurry_optional, hurry; /* when the thought must end: about the optional question, about all */
    bool acted;                    /* the moment is over: it has acted, or had nothing to do */
    bool unseen;                   /* the moment was put off */
    bool judged, hidden;           /* the thought's action was examined; nobody else would see it */
};

struct room_machines {
    struct moment moment;
    struct loop_timer *timer;
    int64_t begun; /* of the present position */
    bool leased;   /* when last asked */
    int seats;
    struct machine seat[];
};

/* The clock of moments: the loop's, or after the test hook `test-bots` the one that tests step. */
static int64_t moments_now(const struct room *room)
{
    return room->server->bots_stepped ? room->server->env.stepped : loop_now(room->server->loop);
}

static int64_t pace_of(const struct room *room)
{
    return room->server->config.bot_pace_ms;
}

/* ---- Who answers --------------------------------------------------------------------------------------- */

static bool by_bot(const struct room *room, int seat)
{
    return room->log.seat[seat].kind == TABLE_BOT || room->log.seat[seat].standin;
}

static bool by_standing(const struct room *room, int seat, const struct table_turn *turn)
{
    return !by_bot(room, seat) && room->log.seat[seat].standing != STANDING_ASK && turn->window &&
           turn->decision;
}

static const struct lan_bot *bot_of(const struct room *room, int seat)
{
    const struct lan_bot *bot = room_bot_find(room->log.settings.game, room->log.seat[seat].level);
    return bot ? bot : &lan_bot_random;
}

/* By the standing answer of a person: to pass, or to react where that is possible. */
static lan_action standing_action(const struct room *room, int seat)
{
    struct lan_list list;
    table_actions(room->log.match->table, seat, &list);
    return standing_answer(room->log.settings.game, &list, room->log.seat[seat].standing);
}

bool room_bot_answer(struct room *room, int seat, lan_action *action)
{
    const struct machine *machine = room->machines ? &room->machines->seat[seat] : NULL;
    struct table_turn turn;
    table_turn(room->log.match->table, seat, &turn);
    if (by_standing(room, seat, &turn)) {
        *action = standing_action(room, seat);
        return true;
    }
    if (!by_bot(room, seat))
        return false;
    bool ready = machine && machine->thought && thought_ready(machine->thought);
    if (ready && machine->decision == turn.decision)
        return thought_action(machine->thought, action);
    return thought_quick(room, seat, bot_of(room, seat), action);
}

/* ---- Moments ------------------------------------------------------------------------------------------- */

/* The thought of a position that begins now ends a margin before `due`, its optional question half-way. */
static void hurries_set(struct machine *machine, int64_t now, int64_t due)
{
    int64_t left = due - now, margin = left / 8 < MARGIN_MS ? left / 8 : MARGIN_MS;
    machine->hurry = due - margin;
    machine->hurry_optional = now + left / 2;
}

/* In a window of fixed length the answers are taken at its end, by room_window_close. */
static void seat_begin(struct room *room, int seat, int64_t now)
{
    struct room_machines *machines = room->machines;
    struct machine *machine = &machines->seat[seat];
    struct lan_dice key;
    memcpy(key.key, room->bot_key, sizeof key.key);
    int64_t due = now + moment_pause(&machines->moment, &key, seat, pace_of(room));
    thought_drop(machine->thought);
    *machine = (struct machine){.due = due};
    if (room_window_fixed(room) && machines->moment.must >> seat & 1) {
        due = now + table_move_left(room->log.match->table, seat, room_now(room));
        machine->due = INT64_MAX;
    }
    hurries_set(machine, now, due);
}

/* Every seat gets its moment, whoever sits there. */
static void position_begin(struct room *room)
{
    room->machines->begun = moments_now(room);
    for (int seat = 0; seat < room->machines->seats; seat++)
        seat_begin(room, seat, room->machines->begun);
}

/* ---- Thinking ------------------------------------------------------------------------------------------ */

static void seat_think(struct room *room, int seat)
{
    struct machine *machine = &room->machines->seat[seat];
    struct table_turn turn;
    if (!by_bot(room, seat))
        return;
    table_turn(room->log.match->table, seat, &turn);
    /* After an unseen action the seat is asked anew in the same position. */
    if (turn.decision && turn.decision != machine->decision)
        machine->acted = false;
    if (machine->acted || (machine->thought && machine->decision == turn.decision))
        return;
    thought_drop(machine->thought);
    machine->thought = NULL;
    machine->judged = machine->hidden = false;
    machine->decision = turn.decision;
    if (turn.decision || turn.may)
        machine->thought = thought_start(room, seat, bot_of(room, seat));
}

static void thoughts_hurry(struct room *room)
{
    int64_t now = moments_now(room);
    for (int seat = 0; seat < room->machines->seats && pace_of(room); seat++) {
        const struct machine *machine = &room->machines->seat[seat];
        if (machine->thought && !thought_ready(machine->thought) && machine->hurry_optional <= now)
            thought_hurry(machine->thought, machine->hurry <= now);
    }
}

/* ---- Acting -------------------------------------------------------------------------------------------- */

/* The thought is ready and its action would be seen by nobody else. */
static bool acts_unseen(struct room *room, int seat)
{
    struct machine *machine = &room->machines->seat[seat];
    lan_action action;
    if (!machine->thought || !thought_ready(machine->thought))
        return false;
    if (!machine->judged)
        machine->hidden =
            thought_action(machine->thought, &action) && moment_unseen(room->log.match->table, seat, action);
    machine->judged = true;
    return machine->hidden;
}

static bool act(struct room *room, int seat, lan_action action)
{
    return table_act(room->log.match->table, seat, action, room_now(room)) == TABLE_ACCEPTED;
}

/* Puts the moment off, once in a position, and shares the time that is left among the actions to come. */
static void unseen_note(struct room *room, struct machine *machine)
{
    int64_t now = moments_now(room);
    if (!machine->unseen)
        machine->due += UNSEEN_PACES * pace_of(room);
    machine->unseen = true;
    if (machine->due > now)
        hurries_set(machine, now, now + (machine->due - now) / UNSEEN_PART);
}

/* At its moment: acts until that is seen. Actions that nobody sees are made up for at once. */
static bool seat_act(struct room *room, int seat)
{
    struct machine *machine = &room->machines->seat[seat];
    bool played = false, unseen = true;
    for (int step = 0; unseen && step < UNSEEN_STEPS; step++) {
        lan_action action;
        if (!room_bot_answer(room, seat, &action))
            break;
        unseen = pace_of(room) && moment_unseen(room->log.match->table, seat, action);
        bool accepted = act(room, seat, action);
        /* Of several thoughts about a position one may be outdated by what the seat alone was told. */
        unseen |= !accepted && machine->thought;
        played |= accepted;
        thought_drop(machine->thought);
        machine->thought = NULL;
    }
    machine->acted = by_bot(room, seat);
    return played;
}

/* A planted fault looks at it: the seat has one answer and nothing else to do. */
static bool forced(const struct room *room, int seat)
{
    struct lan_list list;
    table_actions(room->log.match->table, seat, &list);
    return list.count == 1;
}

/* It is time for the seat: for an action that is seen its moment, for others when they are thought. */
static bool seat_due(struct room *room, int seat)
{
    const struct machine *machine = &room->machines->seat[seat];
    struct table_turn turn;
    table_turn(room->log.match->table, seat, &turn);
    bool bot = by_bot(room, seat) && (turn.decision || turn.may) && !machine->acted;
    if ((!bot && !by_standing(room, seat, &turn)) || (FAULT(BOT_STOPS) && room->log.entries > 30))
        return false;
    if (machine->due == INT64_MAX)
        return false;
    if (!pace_of(room))
        return !bot || (machine->thought && thought_ready(machine->thought));
    if (FAULT(MOMENT_WHEN_READY) && bot)
        return machine->thought && thought_ready(machine->thought);
    if (FAULT(MOMENT_FORCED) && bot && forced(room, seat))
        return true;
    return machine->due <= moments_now(room);
}

/* Plays an unseen action, or all that the seat does at its moment. True with a commit under way. */
static bool seat_run(struct room *room, int seat)
{
    struct machine *machine = &room->machines->seat[seat];
    lan_action action;
    bool played;
    if (seat_due(room, seat)) {
        room->server->metrics.bots += !by_bot(room, seat);
        played = seat_act(room, seat);
    } else if (pace_of(room) && !machine->acted && acts_unseen(room, seat)) {
        played = thought_action(machine->thought, &action) && act(room, seat, action);
        unseen_note(room, machine);
    } else {
        return false;
    }
    if (played)
        room_commit_play(room, NULL, -1, NULL, NULL);
    return played;
}

/* The seat whose moment is first and that has not been run in this round; -1 for none. */
static int seat_first(const struct room *room, unsigned run)
{
    int first = -1;
    for (int seat = 0; seat < room->machines->seats; seat++) {
        if (!(run >> seat & 1) &&
            (first < 0 || room->machines->seat[seat].due < room->machines->seat[first].due))
            first = seat;
    }
    return first;
}

/* In the order of their moments, up to the first that acts: then the room is busy. */
static void machines_act(struct room *room)
{
    unsigned run = 0;
    for (int seat = seat_first(room, run); seat >= 0; seat = seat_first(room, run)) {
        run |= 1u << seat;
        if (seat_run(room, seat))
            return;
    }
}

/* ---- The timer ----------------------------------------------------------------------------------------- */

static void sooner(int64_t *first, int64_t at, int64_t now)
{
    if (at > now && at < *first)
        *first = at;
}

/* Due when the next thought must end or the next moment has come. Stepped clocks are followed by
   rooms_tick. */
static void timer_arm(struct room *room)
{
    struct room_machines *machines = room->machines;
    int64_t now = moments_now(room), first = INT64_MAX;
    for (int seat = 0; seat < machines->seats; seat++) {
        const struct machine *machine = &machines->seat[seat];
        sooner(&first, machine->due, now);
        if (machine->thought && !thought_ready(machine->thought)) {
            sooner(&first, machine->hurry_optional, now);
            sooner(&first, machine->hurry, now);
        }
    }
    if (first == INT64_MAX || room->server->bots_stepped || !pace_of(room))
        loop_timer_stop(machines->timer);
    else
        loop_timer_start(machines->timer, (uint64_t)(first - now), 0);
}

static void timer_due(void *context)
{
    struct room *room = context;
    thoughts_hurry(room);
    room_bots_start(room);
}

static void machines_make(struct room *room)
{
    size_t seats = (size_t)room->log.settings.seats;
    if (room->machines)
        return;
    room->machines = mem_zero(sizeof *room->machines + seats * sizeof room->machines->seat[0]);
    room->machines->seats = room->log.settings.seats;
    room->machines->timer = loop_timer_create(room->server->loop, timer_due, room);
    moment_init(&room->machines->moment, room->log.match->table);
}

void room_bots_forget(struct room *room)
{
    if (!room->machines)
        return;
    for (int seat = 0; seat < room->machines->seats; seat++)
        thought_drop(room->machines->seat[seat].thought);
    loop_timer_free(room->machines->timer);
    free(room->machines);
    room->machines = NULL;
}

void rooms_bots_stop(struct server *server)
{
    struct room *room;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));)
        room_bots_forget(room);
}

/* ---- Leases -------------------------------------------------------------------------------------------- */

/* A request for a lease; the room may be gone when it is answered. */
struct lease {
    struct server *server;
    char table[ID_TABLE + 1];
    int64_t asked;
};

static void lease_answered(struct store_batch *batch)
{
    struct lease *lease = batch->context;
    struct room *room = map_get(&lease->server->rooms, lease->table);
    if (room) {
        room->lease_asked = false;
        if (batch->status == STORE_OK)
            room->lease = lease->asked + LEASE_MS;
        else
            room->lease_try = loop_now(room->server->loop) + LEASE_AGAIN_MS;
        room_bots_start(room);
    }
    free(lease);
}

static void lease_ask(struct room *room)
{
    int64_t now = loop_now(room->server->loop);
    if (room->lease_asked || now < room->lease_try)
        return;
    struct lease *lease = mem_zero(sizeof *lease);
    *lease = (struct lease){.server = room->server, .asked = now};
    memcpy(lease->table, room->log.id, sizeof lease->table);
    struct store_batch *batch = store_batch_create(lease_answered, lease);
    store_batch_lease(batch, room->log.id, LEASE_MS);
    room->lease_asked = true;
    store_submit(room->server->store, batch);
}

/* Renews the lease in its second half; when the node dies it ends, and another node takes over. */
bool room_bots_leased(struct room *room)
{
    if (!room->server->store->shared)
        return true;
    int64_t left = room->lease - loop_now(room->server->loop);
    if (left < LEASE_MS / 2)
        lease_ask(room);
    return left > 0;
}

void room_lease_take(struct room *room)
{
    room->lease_try = 0;
    room_bots_start(room);
}

/* The moments of machines that are not asked may still come. */
static bool moments_open(const struct room *room)
{
    return moments_now(room) - room->machines->begun <= 2 * pace_of(room) + LEASE_AGAIN_MS;
}

/*
 * A machine may have to answer in this position, as far as everybody knows: in a window, where a bot is asked
 * in public, and while the moments of bots that are not asked may still come.
 */
static bool lease_needed(const struct room *room)
{
    const struct room_machines *machines = room->machines;
    bool bots = false, asked = machines->moment.window;
    for (int seat = 0; seat < machines->seats; seat++) {
        bots |= by_bot(room, seat);
        asked |= by_bot(room, seat) && (machines->moment.must >> seat & 1);
    }
    return asked || (bots && moments_open(room));
}

void room_lease_tick(struct room *room)
{
    if (!room->server->store->shared || room->log.state != ROOM_PLAYING || room->phase == PHASE_BROKEN)
        return;
    if (room->machines && lease_needed(room))
        room_bots_leased(room);
    room_bots_start(room);
}

bool room_bots_due(const struct room *room)
{
    struct table_turn turn;
    if (room->phase != PHASE_IDLE || room->log.state != ROOM_PLAYING || !room->machines ||
        FAULT(UNLOADED_BOTS))
        return false;
    for (int seat = 0; seat < room->machines->seats; seat++) {
        table_turn(room->log.match->table, seat, &turn);
        bool may = turn.may && !room->machines->seat[seat].acted && moments_open(room);
        if ((by_bot(room, seat) && (turn.decision || may)) || by_standing(room, seat, &turn))
            return true;
    }
    return false;
}

/* ---- After every change -------------------------------------------------------------------------------- */

static bool machines_wanted(const struct room *room)
{
    struct table_turn turn;
    table_turn(room->log.match->table, LAN_WATCHER, &turn);
    bool wanted = turn.window;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        wanted |= by_bot(room, seat);
    return wanted;
}

/* Follows the table and draws moments where a position begins. True when this node's machines may act. */
static bool position_follow(struct room *room)
{
    struct room_machines *machines = room->machines;
    bool changed = moment_follow(&machines->moment);
    if (changed)
        position_begin(room);
    if (!lease_needed(room))
        return false;
    bool leased = room_bots_leased(room);
    if (leased && !machines->leased && !changed)
        position_begin(room);
    machines->leased = leased;
    return leased;
}

void room_bots_start(struct room *room)
{
    if (room->phase != PHASE_IDLE || room->log.state != ROOM_PLAYING || room->server->stopping)
        return;
    if (!machines_wanted(room))
        return;
    machines_make(room);
    if (!position_follow(room))
        return;
    for (int seat = 0; seat < room->machines->seats; seat++)
        seat_think(room, seat);
    machines_act(room);
    timer_arm(room);
}
