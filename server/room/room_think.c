#include "room_think.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answers.h"
#include "ask.h"
#include "bot.h"
#include "buf.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_bot.h"
#include "room_log.h"
#include "room_seat.h"
#include "server.h"
#include "table.h"
#include "work.h"

enum { ITERATIONS = 4000, ARENA_BYTES = 32 << 20, SLOW_NS = 1000000 };

struct thought {
    struct room *room;
    struct match *match;
    const struct lan_bot *bot;
    struct ask *hint;  /* the ask that wants advice; NULL when the bot plays */
    struct work *work; /* while it waits or runs */
    struct lan_question question;
    struct lan_list list;
    struct lan_view *view;
    struct lan_event *told;
    uint64_t seed;
    bool may, must; /* which questions there are */
    bool slow;      /* test-bots: thinks until it is dropped */
    bool ready;     /* back from the worker thread */
    atomic_bool hurry_may, hurry, dropped;
    struct lan_advice optional, answer;
};

/* ---- In the worker thread ------------------------------------------------------------------------------ */

static void question_think(struct thought *thought, struct lan_budget *budget, bool optional,
                           struct lan_advice *advice)
{
    struct lan_question question = thought->question;
    question.optional = optional;
    budget->context = optional ? &thought->hurry_may : &thought->hurry;
    thought->bot->think(table_rules(thought->match->table), &question, budget, thought->seed, advice);
}

static bool optional_chosen(const struct thought *thought)
{
    return thought->may && !thought->optional.decline;
}

static void slow_wait(struct thought *thought)
{
    const struct timespec pause = {.tv_nsec = SLOW_NS};
    while (thought->slow && !atomic_load(&thought->dropped))
        nanosleep(&pause, NULL);
}

static void think(void *context)
{
    struct thought *thought = context;
    struct lan_budget budget = {.iterations = ITERATIONS, .stop = lan_budget_flagged};
    slow_wait(thought);
    if (atomic_load(&thought->dropped))
        return;
    if (thought->bot->memory_min) {
        budget.memory_size = thought->bot->memory_min > ARENA_BYTES ? thought->bot->memory_min : ARENA_BYTES;
        budget.memory = malloc(budget.memory_size);
        lan_assert(budget.memory);
    }
    if (thought->may)
        question_think(thought, &budget, true, &thought->optional);
    if (thought->must && !optional_chosen(thought))
        question_think(thought, &budget, false, &thought->answer);
    free(budget.memory);
}

/* ---- Making a thought ---------------------------------------------------------------------------------- */

static void events_copy(struct thought *thought, const struct table *table, int seat)
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
            thought->told = mem_grow(thought->told, capacity * sizeof *thought->told);
        }
        thought->told[count++] = told.event;
    }
    thought->question.told_count = count;
}

static uint64_t seed_of(const struct room *room, int seat, uint32_t number)
{
    struct lan_dice key;
    memcpy(key.key, room->bot_key, sizeof key.key);
    return lan_dice_below(&key, (uint8_t)seat, number, UINT64_MAX);
}

/*
 * Which seed a seat has now. At a daily deal it depends on how often the seat has acted, not on what it was
 * told: where several choose at once, being told of the others' choices depends on who is quicker, and
 * everybody is to meet the same bots.
 */
static uint32_t seed_number(const struct room *room, int seat)
{
    const struct table *table = room->log.match->table;
    uint32_t acts = 0;
    if (!room->log.daily)
        return table_told_count(table, seat);
    for (uint32_t number = 1; number <= table_count(table); number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        acts += entry.kind == TABLE_ENTRY_ACT && entry.seat == seat;
    }
    return acts;
}

static struct thought *thought_make(struct room *room, int seat, const struct lan_bot *bot)
{
    struct table *table = room->log.match->table;
    union lan_view_buf view;
    struct table_turn turn;
    struct thought *thought = mem_zero(sizeof *thought);
    size_t size = room->log.settings.game->view_size;
    table_turn(table, seat, &turn);
    thought->room = room;
    thought->match = room->log.match;
    thought->match->refs++;
    thought->bot = bot;
    thought->must = turn.decision;
    thought->may = turn.may;
    table_actions(table, seat, &thought->list);
    thought->view = mem_alloc(size);
    memcpy(thought->view, table_view(table, seat, &view), size);
    events_copy(thought, table, seat);
    thought->question.seat = seat;
    thought->question.view = thought->view;
    thought->question.list = &thought->list;
    thought->question.told = thought->told;
    thought->seed = seed_of(room, seat, seed_number(room, seat));
    return thought;
}

static void thought_free(struct thought *thought)
{
    match_unref(thought->match);
    free(thought->view);
    free(thought->told);
    free(thought);
}

/* ---- From the loop and back ---------------------------------------------------------------------------- */

static void thought_back(void *context)
{
    struct thought *thought = context;
    struct room *room = thought->room;
    thought->ready = true;
    thought->work = NULL;
    room->jobs--;
    if (atomic_load(&thought->dropped))
        thought_free(thought);
    else
        room_bots_start(room);
}

struct thought *thought_start(struct room *room, int seat, const struct lan_bot *bot)
{
    struct thought *thought = thought_make(room, seat, bot);
    thought->slow = room->server->bots_slow;
    thought->work = work_start(room->server, WORK_BOT, room->log.host, think, thought_back, thought);
    room->jobs++;
    room->server->metrics.bots++;
    return thought;
}

void thought_hurry(struct thought *thought, bool all)
{
    atomic_store(&thought->hurry_may, true);
    if (all)
        atomic_store(&thought->hurry, true);
}

void thought_drop(struct thought *thought)
{
    if (!thought)
        return;
    thought_hurry(thought, true);
    atomic_store(&thought->dropped, true);
    if (!thought->ready && !work_cancel(thought->work))
        return;
    thought->room->jobs -= !thought->ready;
    thought_free(thought);
}

bool thought_ready(const struct thought *thought)
{
    return thought->ready;
}

bool thought_action(const struct thought *thought, lan_action *action)
{
    bool optional = optional_chosen(thought);
    *action = optional ? thought->optional.action : thought->answer.action;
    return optional || thought->must;
}

bool thought_quick(struct room *room, int seat, const struct lan_bot *bot, lan_action *action)
{
    bool advised = bot != &lan_bot_random && lan_bot_rules.plays(room->log.settings.game);
    struct thought *thought = thought_make(room, seat, advised ? &lan_bot_rules : &lan_bot_random);
    think(thought);
    bool found = thought_action(thought, action);
    thought_free(thought);
    return found;
}

/* ---- Hints --------------------------------------------------------------------------------------------- */

/* The asker must still hold the seat: the advice comes from its view. */
static void hint_answer(void *context)
{
    struct thought *thought = context;
    struct room *room = thought->room;
    struct buf out = {0};
    room->jobs--;
    if (room->log.match != thought->match) { /* the room was made again from its log meanwhile */
        ask_fail(thought->hint, FAIL_STALE);
    } else if (ask_may_view(thought->hint, room, thought->question.seat)) {
        ask_begin(thought->hint, &out);
        wire_advice_write(&out, table_game(thought->match->table), &thought->answer);
        ask_send(thought->hint, &out);
    }
    thought_free(thought);
}

static void hint_drop(void *context)
{
    struct thought *thought = context;
    thought->room->jobs--;
    ask_fail(thought->hint, FAIL_STOPPING);
    thought_free(thought);
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
    struct thought *thought = thought_make(room, seat, adviser_find(room->log.settings.game));
    thought->may = false;
    thought->hint = ask;
    room->jobs++;
    room->server->metrics.bots++;
    work_on_drop(work_start(room->server, WORK_PERSON, ask->person->id, think, hint_answer, thought),
                 hint_drop);
}
