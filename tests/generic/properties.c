/*
 * What must hold in every game at every moment, on random games of every set-up. Each property is a function
 * that notes what it finds; a game passes a property when nothing was noted in any set-up.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "setups.h"
#include "tap.h"
#include "write.h"

enum {
    LOG_MAX = 20000,
    GAMES = 120, /* shared out among the set-ups, at least one for each */
    GAMES_BRIEF = 20,
    COMBINATIONS = 8,
    WHOLE_POSITIONS = 6, /* of each game: all actions of all seats are tried there */
    PICKED_POSITIONS = 2,
    GARBLED_POSITIONS = 4,
    NOTES_MAX = 5,
    VIEW_TEXT_MAX = 1 << 17,
};

enum property {
    SANE,
    TURNS,
    LISTED,
    REFUSALS,
    ENCODED,
    GARBLED,
    REPLAYED,
    SILENT,
    EVENTS,
    RESULTS,
    PICKED,
    CARRIED,
    PLAYED,
    VIEWS,
    ENDS,
    PROPERTIES,
};

static const char *const property_names[PROPERTIES] = {
    [SANE] = "every state is sane",
    [TURNS] = "who must act has actions, who neither must nor may has none, chance acts alone",
    [LISTED] = "listed is accepted and accepted is listed, over the whole action space",
    [REFUSALS] = "a refusal changes nothing and names a clause",
    [ENCODED] = "encoding and decoding are inverse",
    [GARBLED] = "garbled bytes are refused, or can be played on",
    [REPLAYED] = "a replay gives the same bytes",
    [SILENT] = "whether anybody listens to events makes no difference",
    [EVENTS] = "events have values of their types and can be told and said",
    [RESULTS] = "the result fits the course of the game",
    [PICKED] = "picking draws evenly from the list",
    [CARRIED] = "what is listed is carried out unasked as it is applied",
    [PLAYED] = "a playout is what asking, picking and applying step by step gives",
    [VIEWS] = "views are written as valid JSON, seats in order",
    [ENDS] = "every game ends within its bound",
};

struct game_run {
    const struct lan_game *game;
    const struct setup *setup;
    const struct lan_rules *rules;
    int games; /* of each set-up */
    int noted[PROPERTIES];
    uint64_t tried[PROPERTIES]; /* a property that was never tried is not proven */
};

static void check(struct game_run *run, enum property property, bool holds, const char *what)
{
    run->tried[property]++;
    if (holds || run->noted[property]++ >= NOTES_MAX)
        return;
    tap_note("%s: %s: %s", run->setup->label, property_names[property], what);
}

/* ---- At one position ----------------------------------------------------------------------------------- */

static bool listed(const struct lan_list *list, lan_action action)
{
    for (int i = 0; i < list->count; i++) {
        if (list->action[i] == action)
            return true;
    }
    return false;
}

/* Seats of the table, then chance. */
static int actor_next(const struct lan_rules *rules, int actor)
{
    return actor + 1 == rules->seats ? LAN_CHANCE : actor + 1;
}

static void check_turn(struct game_run *run, const struct lan_state *state)
{
    struct lan_turn turn;
    struct lan_list list;
    run->game->turn(run->rules, state, &turn);
    unsigned seats = (1u << run->rules->seats) - 1, chance = 1u << LAN_CHANCE;
    check(run, TURNS, !(turn.must & ~(seats | chance)) && !(turn.may & ~seats),
          "only seats of the table act");
    check(run, TURNS, !(turn.must & chance) || (turn.must == chance && !turn.may), "chance acts alone");
    check(run, TURNS, turn.active == LAN_SEAT_NONE || turn.active < run->rules->seats, "the active seat");
    check(run, TURNS, turn.must || !turn.may, "nobody may act in a finished game");
    for (int seat = 0; seat <= LAN_CHANCE; seat = actor_next(run->rules, seat)) {
        lan_actions(run->rules, state, seat, &list);
        bool must = turn.must >> seat & 1, may = turn.may >> seat & 1;
        check(run, TURNS, must == (list.musts > 0), "must and the list agree");
        check(run, TURNS, may == (list.count > list.musts), "may and the list agree");
        check(run, TURNS, seat != LAN_CHANCE || !must || lan_list_weight(&list) > 0, "chance has weight");
        for (int i = 0; i < list.count; i++) {
            check(run, TURNS, lan_action_valid(run->game, list.action[i]), "a listed action is valid");
            check(run, TURNS, seat != LAN_CHANCE || list.weight[i] > 0, "no outcome of weight 0");
        }
    }
}

/* Every action there is, of one seat: accepted exactly when listed; and refusing leaves every byte. */
static void check_whole(struct game_run *run, const union lan_state_buf *before, int seat)
{
    struct lan_list list;
    union lan_state_buf state = *before;
    size_t size = run->game->state_size;
    uint32_t count = lan_action_count(run->game);
    lan_actions(run->rules, (const struct lan_state *)before, seat, &list);
    for (uint32_t index = 0; index < count; index++) {
        lan_action action = lan_action_at(run->game, index);
        struct lan_events events = {.count = 0};
        int refusal = lan_apply(run->rules, (struct lan_state *)&state, seat, action, &events);
        if ((refusal == LAN_ACCEPTED) != listed(&list, action)) {
            char notation[LAN_NOTATION_MAX];
            struct lan_text text = lan_text_init(notation, sizeof notation);
            lan_action_write(run->game, action, &text);
            check(run, LISTED, false, notation);
        }
        run->tried[LISTED]++;
        if (refusal == LAN_ACCEPTED) {
            memcpy(&state, before, size);
            continue;
        }
        check(run, REFUSALS, memcmp(&state, before, size) == 0 && !events.count, "the state is untouched");
        check(run, REFUSALS, refusal > 0 && refusal < run->game->refusal_count,
              "the refusal is in the table");
    }
    for (int i = 0; i < list.count; i++) {
        for (int j = 0; j < i; j++)
            check(run, LISTED, list.action[i] != list.action[j], "an action is listed twice");
    }
}

static void check_encoded(struct game_run *run, const struct lan_state *state)
{
    uint8_t bytes[LAN_STATE_MAX];
    union lan_state_buf back;
    size_t size = run->game->state_size;
    lan_encode(run->rules, state, bytes);
    check(run, ENCODED, !lan_decode(run->rules, bytes, size, (struct lan_state *)&back), "decoding refuses");
    check(run, ENCODED, memcmp(state, &back, size) == 0, "decoding gives another state");
    check(run, ENCODED, lan_decode(run->rules, bytes, size - 1, (struct lan_state *)&back) != NULL,
          "a byte too few is accepted");
    check(run, ENCODED, run->game->sane(run->rules, state) == NULL, "sane");
}

/* Some bytes changed, by a little or by much. What is accepted all the same must be safe to play on. */
static void check_garbled(struct game_run *run, const struct lan_state *state, struct lan_rng *rng)
{
    uint8_t bytes[LAN_STATE_MAX];
    union lan_state_buf back;
    union lan_view_buf view;
    uint32_t size = run->game->state_size;
    for (int i = 0; i < 200; i++) {
        lan_encode(run->rules, state, bytes);
        for (uint32_t n = 1 + lan_rng_below(rng, 3); n; n--) {
            uint8_t *byte = &bytes[lan_rng_below(rng, size)];
            uint32_t how = lan_rng_below(rng, 3);
            *byte = how == 0   ? (uint8_t)(*byte + 1)
                    : how == 1 ? (uint8_t)(*byte - 1)
                               : (uint8_t)lan_rng_next(rng);
        }
        if (lan_decode(run->rules, bytes, size, (struct lan_state *)&back))
            continue;
        struct lan_state *accepted = (struct lan_state *)&back;
        for (int viewer = 0; viewer < run->rules->seats; viewer++)
            run->game->observe(run->rules, accepted, viewer, (struct lan_view *)&view);
        struct step step;
        for (uint32_t n = 0; n < run->game->length_max && step_choose(run->rules, accepted, rng, &step); n++)
            lan_apply(run->rules, accepted, step.seat, step.action, NULL);
    }
    for (uint32_t n = 0; n < size; n++)
        bytes[n] = (uint8_t)lan_rng_next(rng);
    check(run, GARBLED, lan_decode(run->rules, bytes, size, (struct lan_state *)&back) != NULL,
          "random bytes are accepted");
}

static void check_picked(struct game_run *run, const struct lan_state *state, int seat, struct lan_rng *rng)
{
    static uint64_t count[LAN_ACTIONS_MAX];
    static double weight[LAN_ACTIONS_MAX];
    struct lan_list list;
    lan_actions(run->rules, state, seat, &list);
    memset(count, 0, sizeof count);
    for (int i = 0; i < list.musts; i++)
        weight[i] = seat == LAN_CHANCE ? list.weight[i] : 1;
    for (int n = 0; n < 60 * list.musts; n++) {
        lan_action action = lan_pick(run->rules, state, seat, rng);
        int i = 0;
        while (i < list.musts && list.action[i] != action)
            i++;
        check(run, PICKED, i < list.musts, "outside the list");
        if (i < list.musts)
            count[i]++;
    }
    check(run, PICKED, chi_square_distance(count, weight, list.musts) < CHI_SQUARE_BOUND, "uneven");
}

static void check_view(struct game_run *run, const struct lan_state *state, int viewer)
{
    static char text[VIEW_TEXT_MAX];
    union lan_view_buf view;
    struct lan_text out = lan_text_init(text, sizeof text);
    memset(&view, 0xa5, sizeof view);
    run->game->observe(run->rules, state, viewer, (struct lan_view *)&view);
    union lan_view_buf other = view;
    memset(&view, 0x5a, sizeof view);
    run->game->observe(run->rules, state, viewer, (struct lan_view *)&view);
    check(run, VIEWS, memcmp(&view, &other, run->game->view_size) == 0, "not every byte is written");
    lan_view_json(run->rules, (const struct lan_view *)&view, &out);
    json_error_t error;
    json_t *parsed = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    check(run, VIEWS, !out.cut && parsed, out.cut ? "too long" : error.text);
    json_decref(parsed);
}

static void check_result(struct game_run *run, const struct lan_state *state)
{
    struct lan_result result;
    struct lan_turn turn;
    run->game->turn(run->rules, state, &turn);
    run->game->result(run->rules, state, &result);
    check(run, RESULTS, result.over == !turn.must, "over when and only when nobody must act");
    check(run, RESULTS, !(result.winners >> run->rules->seats), "winners are seats of the table");
    for (int seat = run->rules->seats; seat < LAN_SEATS_MAX; seat++)
        check(run, RESULTS, result.score[seat] == 0, "an empty seat has no score");
    if (!result.over)
        return;
    check(run, RESULTS, result.clause > 0 && result.clause < run->game->clause_count, "names a clause");
    check(run, RESULTS, run->game->cooperative || result.winners, "somebody wins");
}

/* ---- Along a game -------------------------------------------------------------------------------------- */

/* Whether a value is one of its type; numbers without words are free as long as they fit. */
static bool value_fits(const struct lan_game *game, const struct lan_arg *arg, int value)
{
    const struct lan_type *type = &game->types[arg->type];
    return value != LAN_HIDDEN && (!type->words || (value >= 0 && value < type->count));
}

static void check_event(struct game_run *run, const struct lan_event *event)
{
    static const char *const names[LAN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    const struct lan_game *game = run->game;
    check(run, EVENTS,
          event->kind < game->event_kind_count && event->clause > 0 && event->clause < game->clause_count,
          "kind and clause are in the tables");
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    for (int i = 0; i < row->args; i++) {
        bool fits = value_fits(game, &row->arg[i], event->arg[i]);
        check(run, EVENTS, fits, row->name);
        if (!fits)
            return;
    }
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        char text[LAN_SAY_MAX];
        struct lan_event told;
        if (viewer >= run->rules->seats && viewer < LAN_WATCHER)
            continue;
        if (!lan_event_tell(game, event, viewer, &told))
            continue;
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            struct lan_text out = lan_text_init(text, sizeof text);
            lan_event_say(game, &told, (enum lan_lang)lang, names, viewer, &out);
            check(run, EVENTS, out.length && !out.cut, "says nothing, or too much");
        }
        struct lan_text out = lan_text_init(text, sizeof text);
        lan_event_json(game, &told, &out);
        json_t *parsed = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        check(run, EVENTS, !out.cut && parsed, "is no valid JSON");
        json_decref(parsed);
    }
}

/* What is told to everybody is a public change: seats that may act are asked again. */
static void check_moment(struct game_run *run, const struct lan_turn *before, const struct lan_state *state,
                         const struct lan_events *events)
{
    struct lan_turn after;
    bool shown = false;
    run->game->turn(run->rules, state, &after);
    for (int i = 0; i < events->count; i++)
        shown |= (run->game->event_kinds[events->event[i].kind].told & LAN_TO_ALL) == LAN_TO_ALL;
    if (shown && (before->may || after.may))
        check(run, TURNS, before->moment != after.moment, "a public change is a new moment");
}

static void check_position(struct game_run *run, const union lan_state_buf *buf, struct lan_rng *rng,
                           bool whole, bool picked, bool garbled)
{
    const struct lan_state *state = (const struct lan_state *)buf;
    struct lan_turn turn;
    check(run, SANE, !run->game->sane(run->rules, state), run->game->sane(run->rules, state));
    check_turn(run, state);
    check_result(run, state);
    run->game->turn(run->rules, state, &turn);
    for (int seat = 0; whole && seat <= LAN_CHANCE; seat = actor_next(run->rules, seat))
        check_whole(run, buf, seat);
    for (int seat = 0; picked && seat <= LAN_CHANCE; seat = actor_next(run->rules, seat)) {
        if (turn.must >> seat & 1)
            check_picked(run, state, seat, rng);
    }
    if (garbled)
        check_garbled(run, state, rng);
    if (!whole)
        return;
    check_encoded(run, state);
    for (int viewer = 0; viewer < run->rules->seats; viewer++)
        check_view(run, state, viewer);
    check_view(run, state, LAN_WATCHER);
}

static struct step steps[LOG_MAX];

/* Plays one step on three states: with and without a listener, and without asking whether it is allowed. */
static void step_play(struct game_run *run, union lan_state_buf *state, const struct step *step)
{
    union lan_state_buf silent = *state, carried = *state;
    struct lan_events events = {.count = 0}, told = {.count = 0};
    struct lan_turn before;
    lan_carry_out(run->rules, (struct lan_state *)&carried, step->seat, step->action, &told);
    run->game->turn(run->rules, (const struct lan_state *)state, &before);
    int refusal = lan_apply(run->rules, (struct lan_state *)state, step->seat, step->action, &events);
    check(run, LISTED, refusal == LAN_ACCEPTED, "a listed action is refused");
    lan_apply(run->rules, (struct lan_state *)&silent, step->seat, step->action, NULL);
    check(run, SILENT, memcmp(state, &silent, run->game->state_size) == 0, "another state");
    check(run, CARRIED, memcmp(state, &carried, run->game->state_size) == 0, "another state");
    check(run, CARRIED,
          told.count == events.count &&
              memcmp(told.event, events.event, events.count * sizeof *events.event) == 0,
          "other events");
    for (int i = 0; i < events.count; i++)
        check_event(run, &events.event[i]);
    check_moment(run, &before, (const struct lan_state *)state, &events);
}

static void check_replay(struct game_run *run, const union lan_state_buf *end, int count)
{
    union lan_state_buf state;
    memset(&state, 0xff, sizeof state);
    run->game->setup(run->rules, (struct lan_state *)&state);
    for (int i = 0; i < count; i++)
        lan_apply(run->rules, (struct lan_state *)&state, steps[i].seat, steps[i].action, NULL);
    check(run, REPLAYED, memcmp(&state, end, run->game->state_size) == 0, "another state at the end");
}

/* Plays from the start with lan_playout, and once more by single steps with the same random numbers. */
static void check_playout(struct game_run *run, uint64_t seed)
{
    enum { MAY_OF_256 = 64 };
    union lan_state_buf at_once, by_steps;
    struct lan_state *state = (struct lan_state *)&by_steps;
    struct lan_rng rng, same;
    struct lan_cursor cursor;
    uint64_t count = 0;
    lan_rng_init(&rng, seed);
    same = rng;
    run->game->setup(run->rules, (struct lan_state *)&at_once);
    run->game->setup(run->rules, state);
    lan_cursor_init(&cursor);
    for (struct lan_asked asked; (asked = lan_next(run->rules, state, &cursor)).seat != LAN_SEAT_NONE;) {
        if (asked.optional && lan_rng_below(&same, 256) >= MAY_OF_256) {
            lan_decline(&cursor, asked.seat);
            continue;
        }
        lan_action action = asked.optional ? lan_may_pick(run->rules, state, asked.seat, &same)
                                           : lan_pick(run->rules, state, asked.seat, &same);
        check(run, PLAYED, lan_apply(run->rules, state, asked.seat, action, NULL) == LAN_ACCEPTED, "refused");
        count++;
    }
    uint64_t played = lan_playout(run->rules, (struct lan_state *)&at_once, &rng, MAY_OF_256);
    check(run, PLAYED, played == count, "another number of actions");
    check(run, PLAYED, memcmp(&at_once, &by_steps, run->game->state_size) == 0, "another state at the end");
}

static void game_play(struct game_run *run, uint64_t seed)
{
    union lan_state_buf state;
    struct lan_rng rng, chosen;
    int count = 0, bound = (int)run->game->length_max;
    lan_rng_init(&rng, seed);
    lan_rng_init(&chosen, seed + 1);
    memset(&state, 0, sizeof state);
    run->game->setup(run->rules, (struct lan_state *)&state);
    for (; count < LOG_MAX; count++) {
        uint32_t lot = lan_rng_below(&chosen, 80);
        check_position(run, &state, &chosen, lot < WHOLE_POSITIONS, lot < PICKED_POSITIONS,
                       lot >= WHOLE_POSITIONS && lot < WHOLE_POSITIONS + GARBLED_POSITIONS);
        if (!step_choose(run->rules, (const struct lan_state *)&state, &rng, &steps[count]))
            break;
        step_play(run, &state, &steps[count]);
    }
    check(run, ENDS, count <= bound && count < LOG_MAX, "longer than length_max");
    check_position(run, &state, &chosen, true, false, true);
    check_replay(run, &state, count);
    check_playout(run, seed);
}

static void setup_play(const struct setup *setup, void *context)
{
    struct game_run *run = context;
    run->setup = setup;
    run->rules = setup->rules;
    for (int i = 0; i < run->games; i++)
        game_play(run, tap_seed(setup->seed) + (uint64_t)i);
}

int main(int count, char **arg)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        struct game_run run = {.game = *game};
        if (count > 1 && strcmp(arg[1], (*game)->name) != 0)
            continue;
        run.games =
            1 + tap_rounds(tap_brief() ? GAMES_BRIEF : GAMES) / setups_count(*game, tap_rounds(COMBINATIONS));
        int setups = setups_each(*game, tap_rounds(COMBINATIONS), setup_play, &run);
        for (int i = 0; i < PROPERTIES; i++)
            tap_result(!run.noted[i] && run.tried[i], "%s, %d set-ups: %s (%llu checks)", (*game)->name,
                       setups, property_names[i], (unsigned long long)run.tried[i]);
    }
    return tap_finish();
}
