#include "room_bot.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "ask.h"
#include "bot.h"
#include "buf.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_seat.h"
#include "server.h"
#include "store.h"
#include "table.h"
#include "work.h"

enum { ITERATIONS = 4000, ARENA_BYTES = 32 << 20, LEASE_MS = 12000, LEASE_AGAIN_MS = 2000 };

struct job {
    struct loop_timer *pause;
    struct room *room;
    struct match *match;
    uint32_t generation;
    struct ask *hint; /* the ask that wants advice; NULL when the bot plays */
    const struct lan_bot *bot;
    int seat;
    uint32_t decision;
    bool optional, thought, paused;
    struct lan_question question;
    struct lan_list list;
    struct lan_view *view;
    struct lan_event *told;
    struct lan_advice advice;
    uint64_t seed;
};

/* ---- In the worker thread ------------------------------------------------------------------------------ */

static void think(void *context)
{
    struct job *job = context;
    struct lan_budget budget = {.iterations = ITERATIONS};
    if (job->bot->memory_min) {
        budget.memory_size = job->bot->memory_min > ARENA_BYTES ? job->bot->memory_min : ARENA_BYTES;
        budget.memory = malloc(budget.memory_size);
        lan_assert(budget.memory);
    }
    job->bot->think(table_rules(job->match->table), &job->question, &budget, job->seed, &job->advice);
    free(budget.memory);
}

/* ---- Making a job -------------------------------------------------------------------------------------- */

static void events_copy(struct job *job, const struct table *table, int seat)
{
    struct table_reader reader;
    struct table_told told;
    size_t count = 0, capacity = 0;
    table_reader_init(table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind != TABLE_TOLD_EVENT)
            continue;
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            job->told = mem_grow(job->told, capacity * sizeof *job->told);
        }
        job->told[count++] = told.event;
    }
    job->question.told_count = count;
}

/* The seed of a question, drawn from the table's key by seat and number, so that it can be recomputed
   after the game. */
static uint64_t seed_of(const struct room *room, int seat, uint32_t number)
{
    struct lan_dice key;
    memcpy(key.key, room->bot_key, sizeof key.key);
    return lan_dice_below(&key, (uint8_t)seat, number, UINT64_MAX);
}

static struct job *job_make(struct room *room, int seat, const struct lan_bot *bot, bool optional)
{
    struct table *table = room->log.match->table;
    union lan_view_buf view;
    struct table_turn turn;
    struct job *job = mem_zero(sizeof *job);
    size_t size = room->log.settings.game->view_size;
    table_turn(table, seat, &turn);
    job->room = room;
    job->match = room->log.match;
    job->match->refs++;
    job->generation = room->generation;
    job->bot = bot;
    job->seat = seat;
    job->decision = turn.decision;
    job->optional = optional;
    table_actions(table, seat, &job->list);
    job->view = mem_alloc(size);
    memcpy(job->view, table_view(table, seat, &view), size);
    events_copy(job, table, seat);
    job->question.seat = seat;
    job->question.optional = optional;
    job->question.view = job->view;
    job->question.list = &job->list;
    job->question.told = job->told;
    job->seed = seed_of(room, seat, table_told_count(table, seat));
    room->jobs++;
    room->server->metrics.bots++;
    return job;
}

static void job_free(struct job *job)
{
    job->room->jobs--;
    match_unref(job->match);
    free(job->view);
    free(job->told);
    free(job);
}

/* ---- Back in the loop ---------------------------------------------------------------------------------- */

static void move_play(struct job *job)
{
    struct room *room = job->room;
    if (table_act(room->log.match->table, job->seat, job->advice.action, env_now(&room->server->env)) != 0)
        return;
    room_commit_play(room, NULL, -1, NULL, NULL);
}

/* The position may have changed meanwhile: the same decision must still be open, and a bot still play at
   the seat. */
static bool still_wanted(const struct job *job)
{
    const struct room *room = job->room;
    struct table_turn turn;
    if (room->phase != PHASE_IDLE || job->generation != room->generation || room->log.state != ROOM_PLAYING)
        return false;
    const struct room_seat *seat = &room->log.seat[job->seat];
    table_turn(room->log.match->table, job->seat, &turn);
    bool by_bot = seat->kind == TABLE_BOT || seat->standin;
    if (job->bot ? !by_bot : !seat->passes)
        return false;
    return job->optional ? turn.may : turn.decision == job->decision;
}

/* The bot has thought and the pause is over: plays its move, if the room still wants it. */
static void job_play(struct job *job)
{
    struct room *room = job->room;
    if (room->phase & (PHASE_COMMITTING | PHASE_LOADING | PHASE_FOLLOWING)) {
        /* Tries again in a millisecond, when the room may be idle. */
        loop_timer_start(job->pause, 1, 0);
        return;
    }
    if (job->generation == room->generation)
        room->thought[job->seat].thinking = false;
    if (still_wanted(job) && !(job->optional && job->advice.decline))
        move_play(job);
    else
        room_bots_start(room);
    loop_timer_free(job->pause);
    job_free(job);
}

static void pause_over(void *context)
{
    struct job *job = context;
    job->paused = true;
    if (job->thought)
        job_play(job);
}

static void thought_over(void *context)
{
    struct job *job = context;
    job->thought = true;
    if (job->paused)
        job_play(job);
}

/* The server stops before the bot was asked. */
static void job_drop(void *context)
{
    struct job *job = context;
    loop_timer_free(job->pause);
    job_free(job);
}

/* ---- Whose turn it is ---------------------------------------------------------------------------------- */

static void job_start(struct job *job)
{
    struct server *server = job->room->server;
    job->pause = loop_timer_create(server->loop, pause_over, job);
    loop_timer_start(job->pause, (uint64_t)server->config.bot_pace_ms, 0);
    if (job->bot)
        work_on_drop(work_start(server, WORK_BOT, job->room->log.host, think, thought_over, job), job_drop);
    else
        job->thought = true;
}

/* The action by which a seat lets a window pass; false when it has none. */
static bool pass_find(const struct room *room, const struct lan_list *list, lan_action *action)
{
    for (int i = 0; i < list->musts; i++) {
        if (strcmp(room->log.settings.game->action_kinds[lan_action_kind(list->action[i])].name, "pass") ==
            0) {
            *action = list->action[i];
            return true;
        }
    }
    return false;
}

static void pass_start(struct room *room, int seat)
{
    struct job *job = job_make(room, seat, NULL, false);
    if (pass_find(room, &job->list, &job->advice.action)) {
        job_start(job);
        return;
    }
    room->thought[seat].thinking = false;
    job_free(job);
}

/* A bot, or the standing answer of a person, must act at the seat and was not asked yet. `must`: for a
   decision. */
static bool seat_waits(const struct room *room, int seat, bool *must)
{
    static const struct room_thought none;
    const struct room_thought *thought = room->thought ? &room->thought[seat] : &none;
    const struct room_seat *holder = &room->log.seat[seat];
    struct table_turn turn;
    bool by_bot = holder->kind == TABLE_BOT || holder->standin;
    table_turn(room->log.match->table, seat, &turn);
    *must = turn.decision && turn.decision != thought->decision;
    bool may = by_bot && turn.may && !turn.decision &&
               table_told_count(room->log.match->table, seat) != thought->told;
    return !thought->thinking && (*must || may) && (by_bot || (holder->passes && turn.window));
}

static void seat_ask(struct room *room, int seat)
{
    const struct room_seat *holder = &room->log.seat[seat];
    struct table_turn turn;
    bool must;
    if (!seat_waits(room, seat, &must))
        return;
    if (!room->thought)
        room->thought = mem_zero((size_t)room->log.settings.seats * sizeof *room->thought);
    struct room_thought *thought = &room->thought[seat];
    table_turn(room->log.match->table, seat, &turn);
    thought->thinking = true;
    if (must)
        thought->decision = turn.decision;
    thought->told = table_told_count(room->log.match->table, seat);
    if (holder->kind != TABLE_BOT && !holder->standin) {
        pass_start(room, seat);
        return;
    }
    const struct lan_bot *bot = room_bot_find(room->log.settings.game, holder->level);
    job_start(job_make(room, seat, bot ? bot : &lan_bot_random, !must));
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

/*
 * With a shared store only the node that holds the table's lease lets its bots think. It renews the lease
 * while they do; when it dies the lease ends, and another node takes over.
 */
static bool lease_held(struct room *room)
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

void room_lease_tick(struct room *room)
{
    bool thinking = false;
    if (!room->server->store->shared || room->log.state != ROOM_PLAYING || room->phase == PHASE_BROKEN)
        return;
    for (int seat = 0; room->thought && seat < room->log.settings.seats; seat++)
        thinking |= room->thought[seat].thinking;
    if (thinking)
        lease_held(room);
    else
        room_bots_start(room);
}

void room_bots_start(struct room *room)
{
    bool must, waits = false;
    if (room->phase != PHASE_IDLE || room->log.state != ROOM_PLAYING || room->server->stopping)
        return;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        waits |= seat_waits(room, seat, &must);
    if (!waits || !lease_held(room))
        return;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        seat_ask(room, seat);
}

/* ---- Hints --------------------------------------------------------------------------------------------- */

/* The asker must still hold the seat: the advice comes from its view. */
static void hint_answer(void *context)
{
    struct job *job = context;
    const struct room *room = job->room;
    struct buf out = {0};
    if (room->log.match != job->match) { /* the room was made again from its log meanwhile */
        ask_fail(job->hint, FAIL_STALE);
    } else if (ask_may_view(job->hint, room, job->seat)) {
        ask_begin(job->hint, &out);
        wire_advice_write(&out, table_game(job->match->table), &job->advice);
        ask_send(job->hint, &out);
    }
    job_free(job);
}

static void hint_drop(void *context)
{
    struct job *job = context;
    ask_fail(job->hint, FAIL_STOPPING);
    job_free(job);
}

/* The strongest bot that gives a reason with its advice. */
static const struct lan_bot *adviser_find(const struct lan_game *game)
{
    return lan_bot_rules.plays(game) ? &lan_bot_rules : &lan_bot_search;
}

void op_hint(struct ask *ask, struct room *room)
{
    int seat;
    struct table_turn turn;
    if (!ask_own_seat(ask, room, &seat))
        return;
    if (!room->log.settings.hints) {
        ask_fail(ask, FAIL_NO_HINTS);
        return;
    }
    if (room->log.state != ROOM_PLAYING) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    table_turn(room->log.match->table, seat, &turn);
    if (!turn.decision) {
        ask_fail(ask, FAIL_NOTHING_ASKED);
        return;
    }
    if (work_count(room->server, WORK_PERSON, ask->person->id) >= LIMIT_WORK_PER_PERSON) {
        ask_fail(ask, FAIL_WORK_PERSON);
        return;
    }
    struct job *job = job_make(room, seat, adviser_find(room->log.settings.game), false);
    job->hint = ask;
    work_on_drop(work_start(room->server, WORK_PERSON, ask->person->id, think, hint_answer, job), hint_drop);
}
