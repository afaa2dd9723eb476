#include "local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"
#include "record.h"
#include "thinker.h"

struct local {
    struct source base;
    struct table *table;
    uint16_t people;
    struct thinker *thinker;
    uint64_t bot_seed;
    struct lan_event *heard; /* all events told to a bot, collected for each of its questions */
    size_t heard_capacity;
    char thinks[LAN_LANGS][SOURCE_STATUS_MAX]; /* the status while a bot thinks: its name */
    struct table_reader reader;                /* of the items told to the present seat */
    uint32_t declined[LAN_SEATS_MAX];          /* 1 + items told to a seat when it last declined an offer */
    bool later[LAN_SEATS_MAX];                 /* declined all offers until the seat must act */
    char *notes[LAN_SEATS_MAX];                /* NULL while empty */
    int notes_seat; /* the seat whose notes are open: `base.seat` may change before they are saved */
};

static struct local *local_of(struct source *source)
{
    return (struct local *)source;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- Bots ---------------------------------------------------------------------------------------------- */

/* Collects all events told to a seat so far into `heard`; returns their number. */
static size_t heard_gather(struct local *local, int seat)
{
    struct table_reader reader;
    struct table_told told;
    size_t count = 0, most = table_told_count(local->table, seat);
    if (most > local->heard_capacity) {
        uint32_t capacity = (uint32_t)most;
        local->heard = source_grow(local->heard, capacity, &capacity, sizeof *local->heard);
        local->heard_capacity = capacity;
    }
    table_reader_init(local->table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind == TABLE_TOLD_EVENT)
            local->heard[count++] = told.event;
    }
    return count;
}

/* Fills in the thinker's question: the seat's view, its actions and all events it was told. */
static void question_make(struct local *local, int seat, bool optional)
{
    struct thinker *thinker = local->thinker;
    lan_assert(!thinker->thinking);
    table_actions(local->table, seat, &thinker->list);
    thinker->question = (struct lan_question){.seat = seat,
                                              .optional = optional,
                                              .view = table_view(local->table, seat, &thinker->view),
                                              .list = &thinker->list,
                                              .told_count = heard_gather(local, seat)};
    thinker->question.told = local->heard;
    /* A random stream for every question, derived from the seed and the number of items told to the seat. */
    thinker->seed =
        local->bot_seed + (uint64_t)seat * 0xd1b54a32d192ed03 + table_told_count(local->table, seat);
}

/* Plays the bot's answer. */
static void bot_act(struct local *local)
{
    const struct lan_question *question = &local->thinker->question;
    const struct lan_advice *advice = &local->thinker->advice;
    int seat = question->seat;
    if (question->optional && advice->decline)
        local->declined[seat] = table_told_count(local->table, seat) + 1;
    else
        lan_assert(table_act(local->table, seat, advice->action, now()) == 0);
}

/* ---- Whose turn ---------------------------------------------------------------------------------------- */

static bool is_person(const struct local *local, int seat)
{
    return local->people >> seat & 1;
}

/* Whether a seat has an optional action and has been told something since it last declined. */
static bool may_act(const struct local *local, int seat)
{
    struct table_turn turn;
    table_turn(local->table, seat, &turn);
    if (is_person(local, seat) && (turn.must >> seat & 1 || local->later[seat] || seat != local->base.seat))
        return false;
    return turn.may && local->declined[seat] != table_told_count(local->table, seat) + 1;
}

/*
 * The seat to ask next, in core's serial order: seats with optional actions from the active seat on, then the
 * seats that must act.
 */
static int next_seat(const struct local *local, bool *optional)
{
    struct table_turn turn;
    int seats = local->base.seats;
    table_turn(local->table, local->base.seat, &turn);
    int first = turn.active < seats ? turn.active : 0;
    *optional = true;
    for (int i = 0; i < seats; i++) {
        int seat = (first + i) % seats;
        if (may_act(local, seat))
            return seat;
    }
    *optional = false;
    lan_assert(turn.must);
    /*
     * If several must act, the seat that holds the device comes first, so that it changes hands less often.
     */
    if (local->base.seat < seats && turn.must >> local->base.seat & 1)
        return local->base.seat;
    return __builtin_ctz(turn.must);
}

/* ---- What the seat sees -------------------------------------------------------------------------------- */

static void told_follow(struct local *local)
{
    struct table_told told;
    while (table_read(&local->reader, &told))
        source_told_add(&local->base, &told);
}

/* The status names seats that must act, which is public, but never a seat that has an offer, which is not. */
static void status_make(struct local *local)
{
    struct source *source = &local->base;
    unsigned bots = source->must & ~(unsigned)local->people;
    source->thinking = local->thinker->thinking;
    source->status = (struct lan_words){{NULL, NULL}};
    if (!source->thinking)
        return;
    source->status = (struct lan_words){{"the others think", "les autres réfléchissent"}};
    if (!bots)
        return;
    const char *name = source->names[__builtin_ctz(bots)];
    snprintf(local->thinks[LAN_EN], SOURCE_STATUS_MAX, "%s thinks", name);
    snprintf(local->thinks[LAN_FR], SOURCE_STATUS_MAX, "%s réfléchit", name);
    source->status = (struct lan_words){{local->thinks[LAN_EN], local->thinks[LAN_FR]}};
}

static void refresh(struct local *local)
{
    struct source *source = &local->base;
    struct table_turn turn;
    table_names(local->table, source->names);
    table_turn(local->table, source->seat, &turn);
    source->must = turn.must;
    status_make(local);
    source->list.count = source->list.musts = 0;
    if (source->state == SOURCE_ASKED || source->state == SOURCE_OFFERED)
        table_actions(local->table, source->seat, &source->list);
    source->decided = table_result(local->table, &source->result);
    source->changes++;
    if (source->state != SOURCE_CURTAIN)
        told_follow(local);
}

static void seat_take(struct local *local, int seat)
{
    local->base.seat = seat;
    source_told_clear(&local->base);
    table_reader_init(local->table, seat, 0, &local->reader);
}

/* Asks a person: directly, or behind the curtain when the device must change hands. */
static void person_ask(struct local *local, int seat, bool optional)
{
    struct source *source = &local->base;
    if (seat != source->seat) {
        seat_take(local, seat);
        source->state = SOURCE_CURTAIN;
    } else {
        source->state = optional ? SOURCE_OFFERED : SOURCE_ASKED;
    }
    refresh(local);
}

/*
 * Bots that search (those with an arena) think in a thread; the others answer faster than a thread starts and
 * are called directly.
 */
static void bot_ask(struct local *local, int seat, bool optional)
{
    struct thinker *thinker = local->thinker;
    question_make(local, seat, optional);
    if (thinker->bot->memory_min) {
        thinker_begin(thinker);
    } else {
        thinker->bot->think(thinker->rules, &thinker->question, &thinker->budget, thinker->seed,
                            &thinker->advice);
        bot_act(local);
    }
    refresh(local);
}

static bool local_advance(struct source *source)
{
    struct local *local = local_of(source);
    bool optional;
    if (thinker_answered(local->thinker)) {
        bot_act(local);
        refresh(local);
        return true;
    }
    if (source->state != SOURCE_WAITING || local->thinker->thinking)
        return false;
    if (table_end(local->table) != TABLE_RUNNING) {
        source->state = SOURCE_OVER;
        refresh(local);
        return true;
    }
    int seat = next_seat(local, &optional);
    if (is_person(local, seat))
        person_ask(local, seat, optional);
    else
        bot_ask(local, seat, optional);
    return true;
}

static int local_descriptor(const struct source *source)
{
    return thinker_descriptor(((const struct local *)source)->thinker);
}

static void local_lift(struct source *source)
{
    struct local *local = local_of(source);
    source->state = SOURCE_ASKED;
    refresh(local);
}

static void local_board(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    struct local *local = local_of(source);
    union lan_view_buf buf;
    board_draw(table_rules(local->table), table_view(local->table, source->seat, &buf), reader, out);
}

static void local_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    struct local *local = local_of(source);
    union lan_view_buf buf;
    if (source->game->prompt)
        source->game->prompt(table_rules(local->table), table_view(local->table, source->seat, &buf), reader,
                             out);
}

/* ---- What the person does ------------------------------------------------------------------------------ */

static bool refused(struct local *local, int refusal, struct source_say *say)
{
    int clause = 0;
    if (!refusal)
        return false;
    const char *en = table_refusal_say(local->table, refusal, LAN_EN, &clause);
    source_say_set(say, clause, en, table_refusal_say(local->table, refusal, LAN_FR, &clause));
    return true;
}

/* Continues after an act of the person; a bot that is thinking about the old position is dropped. */
static void game_continue(struct local *local)
{
    thinker_drop(local->thinker);
    local->base.state = SOURCE_WAITING;
    refresh(local);
}

static bool local_act(struct source *source, lan_action action, struct source_say *say)
{
    struct local *local = local_of(source);
    if (refused(local, table_act(local->table, source->seat, action, now()), say))
        return false;
    local->later[source->seat] = false;
    game_continue(local);
    return true;
}

static bool local_expand(struct source *source, const char *notation, struct lan_list *list)
{
    struct local *local = local_of(source);
    union lan_view_buf buf;
    return lan_expand(table_rules(local->table), table_view(local->table, source->seat, &buf), notation,
                      list);
}

static bool local_undo(struct source *source, struct source_say *say)
{
    struct local *local = local_of(source);
    if (refused(local, table_undo(local->table, source->seat, now()), say))
        return false;
    game_continue(local);
    return true;
}

/*
 * The refusal of an action, found by applying it to a copy. Refusals depend on the seat's own knowledge only.
 */
static int refusal_of(const struct local *local, lan_action action)
{
    union lan_state_buf buf, copy;
    const struct lan_state *state = table_state_at(local->table, table_count(local->table), &buf);
    memcpy(&copy, state, local->base.game->state_size);
    return lan_apply(table_rules(local->table), (struct lan_state *)&copy, local->base.seat, action, NULL);
}

static bool local_why(struct source *source, lan_action action, struct source_say *say)
{
    struct local *local = local_of(source);
    return !refused(local, refusal_of(local, action), say);
}

static void local_decline(struct source *source, bool until_asked)
{
    struct local *local = local_of(source);
    local->later[source->seat] = until_asked;
    local->declined[source->seat] = table_told_count(local->table, source->seat) + 1;
    game_continue(local);
}

static void local_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                       struct lan_text *out)
{
    struct local *local = local_of(source);
    union lan_view_buf buf;
    if (source->game->warn && !refusal_of(local, action))
        source->game->warn(table_rules(local->table), table_view(local->table, source->seat, &buf), action,
                           reader, out);
}

static bool local_hint(struct source *source, lan_action *action, struct source_say *say)
{
    struct local *local = local_of(source);
    struct thinker *thinker = local->thinker;
    struct lan_advice advice;
    if (!lan_bot_rules.plays(source->game)) {
        source_say_set(say, 0, "I have no advice in this game.", "Je n'ai pas de conseil dans ce jeu.");
        return false;
    }
    question_make(local, source->seat, false);
    lan_bot_rules.think(thinker->rules, &thinker->question, &thinker->budget, thinker->seed, &advice);
    *action = advice.action;
    source_say_set(say, advice.clause, advice.reason[LAN_EN], advice.reason[LAN_FR]);
    return true;
}

/* ---- Notes, records ------------------------------------------------------------------------------------ */

static bool local_notes(struct source *source, char *text, size_t size)
{
    struct local *local = local_of(source);
    const char *notes = local->notes[source->seat];
    struct lan_text out = lan_text_init(text, size);
    local->notes_seat = source->seat;
    lan_text_add(&out, notes ? notes : "");
    return true;
}

static bool local_note(struct source *source, const char *text, struct source_say *say)
{
    struct local *local = local_of(source);
    char *copy = strdup(text);
    if (!copy) {
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas de mémoire pour cela.");
        return false;
    }
    free(local->notes[local->notes_seat]);
    local->notes[local->notes_seat] = copy;
    return true;
}

static char *local_record(struct source *source, size_t *size, bool *save, struct source_say *say)
{
    struct local *local = local_of(source);
    struct record_problem problem;
    *save = table_end(local->table) == TABLE_RUNNING;
    char *bytes = *save ? record_write_save(local->table, size, &problem)
                        : record_write_full(local->table, size, &problem);
    if (!bytes)
        source_say_set(say, 0, problem.say[LAN_EN], problem.say[LAN_FR]);
    return bytes;
}

/* ---- Beginning and end --------------------------------------------------------------------------------- */

static void local_destroy(struct source *source)
{
    struct local *local = local_of(source);
    thinker_destroy(local->thinker);
    table_destroy(local->table);
    free(local->heard);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(local->notes[seat]);
    free(local);
}

static const struct source_ops local_ops = {
    .destroy = local_destroy,
    .descriptor = local_descriptor,
    .advance = local_advance,
    .board = local_board,
    .prompt = local_prompt,
    .act = local_act,
    .expand = local_expand,
    .undo = local_undo,
    .why = local_why,
    .decline = local_decline,
    .warn = local_warn,
    .hint = local_hint,
    .lift = local_lift,
    .notes = local_notes,
    .note = local_note,
    .record = local_record,
};

/*
 * The seat to begin with: the only person's; with several persons the watcher, so that the curtain comes
 * first.
 */
static int seat_first(const struct local *local)
{
    return __builtin_popcount(local->people) == 1 ? __builtin_ctz(local->people) : LAN_WATCHER;
}

struct source *local_source_new(const struct local_setup *setup)
{
    struct local *local = calloc(1, sizeof *local);
    struct thinker *thinker = thinker_create(table_rules(setup->table), setup->bot, &setup->budget);
    if (!local || !thinker) {
        free(local);
        thinker_destroy(thinker);
        table_destroy(setup->table);
        return NULL;
    }
    local->thinker = thinker;
    local->base.ops = &local_ops;
    local->base.game = table_game(setup->table);
    local->base.rules = table_rules(setup->table);
    local->base.seats = table_rules(setup->table)->seats;
    local->table = setup->table;
    local->people = setup->people;
    local->bot_seed = setup->bot_seed;
    seat_take(local, seat_first(local));
    refresh(local);
    return &local->base;
}
