#include "local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"
#include "machines.h"
#include "record.h"
#include "thinker.h"

struct local {
    struct source base;
    struct table *table;
    uint16_t people;
    bool shared; /* several people */
    struct thinker *thinker;
    struct machines *machines; /* NULL when bots answer as soon as they have thought */
    uint64_t bot_seed;
    struct question advice;                    /* for hints */
    char thinks[LAN_LANGS][SOURCE_STATUS_MAX]; /* the status while the game waits for a bot: its name */
    struct table_reader reader;                /* of the items told to the present seat */
    uint32_t declined[LAN_SEATS_MAX];          /* 1 + items told to a seat when it last declined an offer */
    bool later[LAN_SEATS_MAX];                 /* declined all offers until the seat must act */
    bool called;                               /* the present seat asked for the device: see local_hand */
    enum standing standing[LAN_SEATS_MAX];
    uint32_t window_first[LAN_SEATS_MAX]; /* the seat's first decision in a reaction window; 0 for none yet */
    char *notes[LAN_SEATS_MAX];           /* NULL while empty */
    int notes_seat; /* the seat whose notes are open: `base.seat` may change before they are saved */
};

static struct local *local_of(struct source *source)
{
    return (struct local *)(void *)source;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- Bots that answer as soon as they have thought ----------------------------------------------------- */

/* Asks the thinker about one of the two questions. */
static void question_set(struct local *local, int seat, bool optional)
{
    struct question *question = &local->thinker->question;
    lan_assert(!local->thinker->thinking);
    question_make(question, local->table, seat, local->bot_seed);
    question->may = optional;
    question->must = !optional;
}

/* Plays the bot's answer. */
static void bot_act(struct local *local)
{
    const struct question *question = &local->thinker->question;
    int seat = question->asked.seat;
    lan_action action;
    if (question_action(question, &action))
        lan_assert(table_act(local->table, seat, action, now()) == 0);
    else
        local->declined[seat] = table_told_count(local->table, seat) + 1;
}

/* ---- Whose turn ---------------------------------------------------------------------------------------- */

static bool is_person(const struct local *local, int seat)
{
    return local->people >> seat & 1;
}

/* The game waits for the seat, and its person wants to be asked. */
static bool is_asked(const struct local *local, int seat)
{
    struct table_turn turn;
    table_turn(local->table, seat, &turn);
    return turn.decision && is_person(local, seat) && !(turn.window && local->standing[seat] != STANDING_ASK);
}

/*
 * Whether a seat has an optional action and has been told something since it last declined. Of people only
 * one who is alone with bots is stopped for it: others would see who is.
 */
static bool may_act(const struct local *local, int seat)
{
    struct table_turn turn;
    table_turn(local->table, seat, &turn);
    if (is_person(local, seat) && (turn.must >> seat & 1 || local->later[seat] || local->shared))
        return false;
    return turn.may && local->declined[seat] != table_told_count(local->table, seat) + 1;
}

/*
 * The seat to ask next when bots answer at once, in core's serial order: seats with optional actions from the
 * active seat on, then the seats that must act.
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

/* The person to ask while bots answer at their moments: -1 for none. The same order among people. */
static int next_person(const struct local *local, bool *optional)
{
    int held = local->base.seat, seats = local->base.seats;
    *optional = held < seats && is_person(local, held) && may_act(local, held);
    if (*optional || (held < seats && is_asked(local, held)))
        return held;
    for (int seat = 0; seat < seats; seat++) {
        if (is_asked(local, seat))
            return seat;
    }
    return -1;
}

/* ---- What the seat sees -------------------------------------------------------------------------------- */

static void told_follow(struct local *local)
{
    struct table_told told;
    while (table_read(&local->reader, &told))
        source_told_add(&local->base, &told);
}

/*
 * While the game waits for a bot the status says so. It names a seat that must act, which is public, and
 * depends on nothing else: not on whether a bot has something to think about.
 */
static void status_make(struct local *local)
{
    struct source *source = &local->base;
    unsigned bots = source->must & ~(unsigned)local->people;
    bool waits = source->state == SOURCE_WAITING && (local->machines || local->thinker->thinking);
    /* At a shared terminal anybody may ask for the device meanwhile. */
    source->thinking = waits && !local->shared;
    source->status = (struct lan_words){{NULL, NULL}};
    if (!waits)
        return;
    source->status = (struct lan_words){{"the others think", "les autres réfléchissent"}};
    if (!bots)
        return;
    const char *name = source->names[__builtin_ctz(bots)];
    snprintf(local->thinks[LAN_EN], SOURCE_STATUS_MAX, "%s thinks", name);
    snprintf(local->thinks[LAN_FR], SOURCE_STATUS_MAX, "%s réfléchit", name);
    source->status = (struct lan_words){{local->thinks[LAN_EN], local->thinks[LAN_FR]}};
}

/* The offer of a standing answer comes with the seat's first question in a window, whatever it can answer. */
static void standing_make(struct local *local, const struct table_turn *turn)
{
    struct source *source = &local->base;
    source->window = turn->window && turn->decision && source->state == SOURCE_ASKED;
    source->standing = source->seat < source->seats ? local->standing[source->seat] : STANDING_ASK;
    source->standing_new = false;
    if (!source->window)
        return;
    uint32_t *first = &local->window_first[source->seat];
    *first = *first ? *first : turn->decision;
    source->standing_new = *first == turn->decision;
}

static void refresh(struct local *local)
{
    struct source *source = &local->base;
    struct table_turn turn;
    table_names(local->table, source->names);
    table_turn(local->table, source->seat, &turn);
    source->must = turn.must;
    status_make(local);
    standing_make(local, &turn);
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
    local->called = false;
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
    question_set(local, seat, optional);
    if (thinker->bot->memory_min) {
        thinker_begin(thinker);
    } else {
        thinker_think(thinker);
        bot_act(local);
    }
    refresh(local);
}

static void standing_act(struct local *local, int seat)
{
    struct lan_list list;
    table_actions(local->table, seat, &list);
    lan_action action = standing_answer(local->base.game, &list, local->standing[seat]);
    lan_assert(table_act(local->table, seat, action, now()) == 0);
    refresh(local);
}

/* One seat after the other, each when the one before has answered. */
static bool serial_advance(struct local *local)
{
    bool optional;
    if (thinker_answered(local->thinker)) {
        bot_act(local);
        refresh(local);
        return true;
    }
    if (local->base.state != SOURCE_WAITING || local->thinker->thinking)
        return false;
    int seat = next_seat(local, &optional);
    if (!is_person(local, seat))
        bot_ask(local, seat, optional);
    else if (!optional && !is_asked(local, seat))
        standing_act(local, seat);
    else
        person_ask(local, seat, optional);
    return true;
}

/* Machines wait for a person who was stopped for an offer, or who asked for the device. */
static bool is_held(const struct local *local)
{
    return local->base.state == SOURCE_OFFERED || (local->base.state == SOURCE_CURTAIN && local->called);
}

/* After an answer of a machine the present person may no longer be asked; behind the curtain nobody holds the
   device. */
static void person_follow(struct local *local)
{
    struct source *source = &local->base;
    bool curtain = source->state == SOURCE_CURTAIN;
    if ((source->state == SOURCE_ASKED || curtain) && !is_asked(local, source->seat)) {
        if (curtain)
            seat_take(local, LAN_WATCHER);
        source->state = SOURCE_WAITING;
    }
    refresh(local);
}

/* People are asked at once, machines answer at their moments. */
static bool moments_advance(struct local *local)
{
    bool optional;
    if (machines_advance(local->machines, is_held(local), now())) {
        person_follow(local);
        return true;
    }
    int seat = local->base.state == SOURCE_WAITING ? next_person(local, &optional) : -1;
    if (seat < 0)
        return false;
    person_ask(local, seat, optional);
    return true;
}

static bool local_advance(struct source *source)
{
    struct local *local = local_of(source);
    if (source->state == SOURCE_OVER)
        return false;
    if (table_end(local->table) != TABLE_RUNNING) {
        if (source->state == SOURCE_CURTAIN)
            seat_take(local, LAN_WATCHER);
        source->state = SOURCE_OVER;
        refresh(local);
        return true;
    }
    return local->machines ? moments_advance(local) : serial_advance(local);
}

static int local_descriptor(const struct source *source)
{
    return thinker_descriptor(((const struct local *)(const void *)source)->thinker);
}

static int local_timeout(const struct source *source)
{
    const struct local *local = (const struct local *)(const void *)source;
    if (!local->machines || source->state == SOURCE_OVER)
        return -1;
    return machines_timeout(local->machines, is_held(local));
}

static void local_lift(struct source *source)
{
    struct local *local = local_of(source);
    source->state = is_asked(local, source->seat) ? SOURCE_ASKED : SOURCE_OFFERED;
    refresh(local);
}

/*
 * Anybody may ask for the device at any time, whether there is something to do or not, so that neither the
 * wish nor the offer tells anything.
 */
static bool local_hand(struct source *source, int seat, struct source_say *say)
{
    struct local *local = local_of(source);
    bool there = seat < source->seats && is_person(local, seat);
    if (!there || !local->shared || source->state == SOURCE_OVER ||
        (seat == source->seat && source->state != SOURCE_CURTAIN)) {
        source_say_set(say, 0, "Nobody else of this terminal sits there.",
                       "Personne d'autre de ce terminal n'est à cette place.");
        return false;
    }
    if (seat == source->seat)
        return true;
    if (!local->machines)
        thinker_drop(local->thinker);
    local->called = true;
    seat_take(local, seat);
    source->state = SOURCE_CURTAIN;
    refresh(local);
    return true;
}

static bool local_standing(struct source *source, enum standing standing, struct source_say *say)
{
    struct local *local = local_of(source);
    if (source->seat >= source->seats || source->state == SOURCE_CURTAIN) {
        source_say_set(say, 0, "Nobody plays here.", "Personne ne joue ici.");
        return false;
    }
    local->standing[source->seat] = standing;
    if (local->machines)
        machines_standing_set(local->machines, source->seat, standing);
    if (source->state == SOURCE_ASKED && !is_asked(local, source->seat))
        source->state = SOURCE_WAITING;
    refresh(local);
    return true;
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
    if (!local->machines)
        thinker_drop(local->thinker);
    local->called = false;
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
    struct question *question = &local->advice;
    if (!lan_bot_rules.plays(source->game)) {
        source_say_set(say, 0, "I have no advice in this game.", "Je n'ai pas de conseil dans ce jeu.");
        return false;
    }
    question_make(question, local->table, source->seat, local->bot_seed);
    question->may = false;
    question_think(question, source->rules, &lan_bot_rules, &local->thinker->budget, &local->thinker->budget);
    *action = question->answer.action;
    source_say_set(say, question->answer.clause, question->answer.reason[LAN_EN],
                   question->answer.reason[LAN_FR]);
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
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas assez de mémoire pour cela.");
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

static const struct table *local_finished(struct source *source, struct record_problem *problem)
{
    const struct table *table = local_of(source)->table;
    return review_possible(RECORD_FULL, table, problem) ? table : NULL;
}

/* ---- Beginning and end --------------------------------------------------------------------------------- */

static void local_destroy(struct source *source)
{
    struct local *local = local_of(source);
    machines_destroy(local->machines);
    thinker_destroy(local->thinker);
    table_destroy(local->table);
    question_finish(&local->advice);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(local->notes[seat]);
    free(local);
}

static const struct source_ops local_ops = {
    .destroy = local_destroy,
    .descriptor = local_descriptor,
    .timeout = local_timeout,
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
    .hand = local_hand,
    .standing = local_standing,
    .notes = local_notes,
    .note = local_note,
    .record = local_record,
    .finished = local_finished,
};

/*
 * The seat to begin with: the only person's; with several persons the watcher, so that the curtain comes
 * first.
 */
static int seat_first(const struct local *local)
{
    return __builtin_popcount(local->people) == 1 ? __builtin_ctz(local->people) : LAN_WATCHER;
}

static int64_t monotonic_now(void *context)
{
    struct timespec time;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* With a pace the bots get machines; false when there is no memory. */
static bool machines_make(struct local *local, const struct local_setup *setup)
{
    if (!setup->pace)
        return true;
    unsigned seats = (1u << local->base.seats) - 1;
    local->machines =
        machines_create(&(struct machines_setup){.table = local->table,
                                                 .thinker = local->thinker,
                                                 .bots = (uint16_t)(seats & ~(unsigned)setup->people),
                                                 .seed = setup->bot_seed,
                                                 .pace = setup->pace,
                                                 .now = setup->now ? setup->now : monotonic_now,
                                                 .context = setup->context});
    return local->machines;
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
    local->shared = __builtin_popcount(setup->people) > 1;
    local->base.people = setup->people;
    local->bot_seed = setup->bot_seed;
    if (!machines_make(local, setup)) {
        local_destroy(&local->base);
        return NULL;
    }
    seat_take(local, seat_first(local));
    refresh(local);
    return &local->base;
}
