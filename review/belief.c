#include "belief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* ---- Values in views ----------------------------------------------------------------------------------- */

/* Fields that hold one value of a game's own type in each element. */
static bool field_fits(const struct lan_field *field)
{
    return field->kind == LAN_FIELD_CHOICE && field->size == 1 && field->type >= LAN_TYPE_GAME &&
           !field->ids && !field->per_seat && field->count <= BELIEF_VALUES;
}

/* The value of an element, as layout.h says it is read; -1 for none. */
static int value_read(const struct lan_field *field, const union lan_view_buf *view, int offset)
{
    int value = view->byte[offset] - field->first;
    if (value < 0)
        return -1;
    if (field->divisor)
        value /= field->divisor;
    if (field->remainder)
        value %= field->remainder;
    return value < field->count ? value : -1;
}

/* A row of an array of which all bytes are 0 has no values, where the field says so. */
static bool row_blank(const struct lan_field *field, const union lan_view_buf *view,
                      const struct belief_thing *thing)
{
    int last = thing->dims - 1;
    if (!field->blank || last < 0)
        return false;
    int from = thing->offset - thing->at[last] * field->axis[last].stride;
    for (int i = 0; i < field->axis[last].count; i++) {
        if (view->byte[from + i * field->axis[last].stride])
            return false;
    }
    return true;
}

static int thing_value(const struct lan_rules *rules, const struct belief_thing *thing,
                       const union lan_view_buf *view)
{
    const struct lan_field *field = &rules->game->fields[thing->field];
    int last = thing->dims - 1;
    if (field->length && last >= 0 && thing->at[last] >= view->byte[field->length - 1])
        return -1;
    return row_blank(field, view, thing) ? -1 : value_read(field, view, thing->offset);
}

static int axis_count(const struct lan_rules *rules, const struct lan_field *field, int axis)
{
    return axis == 0 && field->by_seat ? rules->seats : field->axis[axis].count;
}

/* The element after this one, in the order of a book; false after the last. */
static bool thing_next(const struct lan_rules *rules, struct belief_thing *thing)
{
    const struct lan_field *field = &rules->game->fields[thing->field];
    int axis = thing->dims - 1;
    while (axis >= 0 && thing->at[axis] + 1 == axis_count(rules, field, axis))
        thing->at[axis--] = 0;
    if (axis < 0)
        return false;
    thing->at[axis]++;
    thing->offset = field->offset;
    for (int i = 0; i < thing->dims; i++)
        thing->offset = (uint16_t)(thing->offset + thing->at[i] * field->axis[i].stride);
    return true;
}

/* ---- Which things there are ---------------------------------------------------------------------------- */

static bool thing_known(const struct review_belief *belief, const struct belief_thing *thing)
{
    for (int i = 0; i < belief->things; i++) {
        if (belief->thing[i].holder == thing->holder && belief->thing[i].field == thing->field &&
            belief->thing[i].offset == thing->offset)
            return true;
    }
    return false;
}

/* Adds the elements of a field that the holder sees and the watcher does not. */
static void field_look(struct review_belief *belief, int at, int holder, const union lan_view_buf *view,
                       const union lan_view_buf *watcher)
{
    const struct lan_rules *rules = belief->rules;
    const struct lan_field *field = &rules->game->fields[at];
    struct belief_thing thing = {.holder = (uint8_t)holder, .field = (uint8_t)at, .offset = field->offset};
    while (thing.dims < LAN_FIELD_AXES && axis_count(rules, field, thing.dims) &&
           field->axis[thing.dims].stride)
        thing.dims++;
    do {
        if (thing_value(rules, &thing, view) >= 0 && thing_value(rules, &thing, watcher) < 0 &&
            belief->things < BELIEF_THINGS && !thing_known(belief, &thing))
            belief->thing[belief->things++] = thing;
    } while (thing_next(rules, &thing));
}

static void position_look(struct review_belief *belief, const struct lan_state *state)
{
    const struct lan_rules *rules = belief->rules;
    union lan_view_buf view, watcher;
    rules->game->observe(rules, state, LAN_WATCHER, (struct lan_view *)&watcher);
    for (int seat = 0; seat < rules->seats; seat++) {
        rules->game->observe(rules, state, seat, (struct lan_view *)&view);
        for (int at = 0; at < rules->game->field_count; at++) {
            if (field_fits(&rules->game->fields[at]))
                field_look(belief, at, seat, &view, &watcher);
        }
    }
}

static void match_look(struct review_belief *belief, const struct review *review)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    belief->rules->game->setup(belief->rules, state);
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        position_look(belief, state);
        if (!step->left)
            lan_assert(lan_apply(belief->rules, state, step->seat, step->action, NULL) == LAN_ACCEPTED);
    }
    position_look(belief, state);
}

/* How many of the seats are below `seat`: the place of its row, since only these have one. */
static size_t row_of(uint16_t seats, int seat)
{
    size_t row = 0;
    for (int i = 0; i < seat; i++)
        row += seats >> i & 1;
    return row;
}

struct review_belief *belief_new(const struct review *review, uint16_t seats, int draws, size_t memory)
{
    struct review_belief *belief = calloc(1, sizeof *belief);
    size_t count = (size_t)review->step_count + 1;
    if (!belief)
        return NULL;
    belief->rules = review->rules;
    belief->seats = seats;
    belief->draws = draws;
    belief->steps = review->step_count;
    match_look(belief, review);
    size_t things = (size_t)belief->things + 1; /* so that there is something to allocate */
    size_t rows = count * row_of(seats, LAN_SEATS_MAX);
    if (!memory || rows * things * sizeof *belief->share + count * things <= memory) {
        belief->truth = calloc(count, things);
        belief->share = calloc(rows * things, sizeof *belief->share);
    }
    if (belief->truth && belief->share)
        return belief;
    belief_free(belief);
    return NULL;
}

void belief_free(struct review_belief *belief)
{
    if (!belief)
        return;
    free(belief->truth);
    free(belief->share);
    free(belief);
}

/* ---- Beliefs ------------------------------------------------------------------------------------------- */

int belief_type(const struct review_belief *belief, int thing)
{
    return belief->rules->game->fields[belief->thing[thing].field].type;
}

int belief_first(const struct review_belief *belief, int thing)
{
    const struct lan_field *field = &belief->rules->game->fields[belief->thing[thing].field];
    /* A field for all values of its type counts them from `first`; another leaves the first out. */
    bool all = field->count == belief->rules->game->types[field->type].count;
    return all || field->divisor || field->remainder ? 0 : field->first;
}

/* Where the shares of a seat begin. */
static float (*shares_at(const struct review_belief *belief, uint32_t number, int seat))[BELIEF_VALUES]
{
    size_t row = (size_t)number * row_of(belief->seats, LAN_SEATS_MAX) + row_of(belief->seats, seat);
    return belief->share + row * (size_t)belief->things;
}

const float *belief_share(const struct review_belief *belief, uint32_t number, int seat, int thing)
{
    return shares_at(belief, number, seat)[thing];
}

int belief_truth(const struct review_belief *belief, uint32_t number, int thing)
{
    return belief->truth[(size_t)number * (size_t)belief->things + (size_t)thing];
}

/* The value of every thing in a whole position; -1 for none. */
static void values_find(const struct review_belief *belief, const struct lan_state *state,
                        int value[BELIEF_THINGS])
{
    const struct lan_rules *rules = belief->rules;
    union lan_view_buf view;
    int holder = -1;
    for (int i = 0; i < belief->things; i++) {
        if (belief->thing[i].holder != holder) {
            holder = belief->thing[i].holder;
            rules->game->observe(rules, state, holder, (struct lan_view *)&view);
        }
        value[i] = thing_value(rules, &belief->thing[i], &view);
    }
}

/*
 * The likelihood of several events is the product of their likelihoods as if they were independent, which
 * claims too much: with the power 1/2, found in games of other seeds than those of docs/review.md, beliefs
 * fit what comes.
 */
static double likelihood_temper(float likelihood)
{
    return sqrt((double)likelihood);
}

/*
 * Takes back the beliefs about places that the believing seat does not see yet, such as the tiles of a floor
 * that is being built: a number without a place is nothing that one could think about.
 */
static void places_heed(const struct review_belief *belief, const struct lan_view *view,
                        float (*share)[BELIEF_VALUES])
{
    for (int i = 0; i < belief->things; i++) {
        const struct belief_thing *thing = &belief->thing[i];
        if (row_blank(&belief->rules->game->fields[thing->field], (const union lan_view_buf *)view, thing))
            memset(share[i], 0, sizeof share[i]);
    }
}

void belief_of(const struct review_belief *belief, const struct lan_question *question, uint64_t seed,
               float (*share)[BELIEF_VALUES])
{
    const struct lan_rules *rules = belief->rules;
    const struct lan_game *game = rules->game;
    union lan_sampler_buf sampler, told;
    struct lan_rng rng;
    int value[BELIEF_THINGS];
    double whole = 0;
    game->sampler_init(rules, question->view, (struct lan_sampler *)&sampler);
    memcpy(&told, &sampler, game->sampler_size);
    if (game->sampler_reweight)
        game->sampler_reweight(rules, question, (struct lan_sampler *)&told);
    lan_rng_init(&rng, seed);
    memset(share, 0, (size_t)belief->things * sizeof *share);
    for (int i = 0; i < belief->draws; i++) {
        union lan_state_buf buf;
        struct lan_state *state = (struct lan_state *)&buf;
        game->sampler_draw(rules, (const struct lan_sampler *)&sampler, &rng, state);
        double weight = 1;
        if (game->sampler_weigh)
            weight = likelihood_temper(game->sampler_weigh(rules, (const struct lan_sampler *)&told, state));
        values_find(belief, state, value);
        whole += weight;
        for (int thing = 0; thing < belief->things; thing++) {
            if (value[thing] >= 0)
                share[thing][value[thing]] += (float)weight;
        }
    }
    for (int thing = 0; thing < belief->things && whole > 0; thing++) {
        for (int i = 0; i < BELIEF_VALUES; i++)
            share[thing][i] /= (float)whole;
    }
    places_heed(belief, question->view, share);
}

/* Whether a seat knows after step `at` what it knew after the step before, and no more. */
static bool knows_same(struct review_belief *belief, int seat, const union lan_view_buf *view, size_t told)
{
    struct belief_known *known = &belief->known[seat];
    bool same = known->told == told + 1 && memcmp(&known->view, view, belief->rules->game->view_size) == 0;
    known->told = told + 1;
    known->view = *view;
    return same;
}

void belief_take(struct review_belief *belief, const struct walk *walk, uint32_t at)
{
    const struct lan_rules *rules = walk->rules;
    const struct lan_state *state = (const struct lan_state *)&walk->state;
    int value[BELIEF_THINGS];
    values_find(belief, state, value);
    for (int i = 0; i < belief->things; i++)
        belief->truth[(size_t)at * (size_t)belief->things + (size_t)i] = (int8_t)value[i];
    for (int seat = 0; seat < rules->seats && belief->things; seat++) {
        union lan_view_buf view;
        if (!(belief->seats >> seat & 1))
            continue;
        rules->game->observe(rules, state, seat, (struct lan_view *)&view);
        float(*share)[BELIEF_VALUES] = shares_at(belief, at, seat);
        if (knows_same(belief, seat, &view, walk->told[seat].count)) {
            memcpy(share, shares_at(belief, at - 1, seat), (size_t)belief->things * sizeof *share);
            continue;
        }
        struct lan_question question = {.seat = seat,
                                        .view = (const struct lan_view *)&view,
                                        .told = walk->told[seat].event,
                                        .told_count = walk->told[seat].count};
        /* One seed for all numbers: a belief moves only when what the seat knows does. */
        belief_of(belief, &question, 1, share);
    }
}

static float change_of(const float *before, const float *after)
{
    float sum = 0, whole = 0;
    for (int value = 0; value < BELIEF_VALUES; value++) {
        sum += before[value] > after[value] ? before[value] - after[value] : after[value] - before[value];
        whole += before[value];
    }
    return whole > 0 ? sum / 2 : 0;
}

void belief_compare(struct review_belief *belief)
{
    /* Not the last step: the end of a game shows everything. */
    for (uint32_t at = 1; at < belief->steps; at++) {
        for (int seat = 0; seat < belief->rules->seats; seat++) {
            for (int thing = 0; thing < belief->things && belief->seats >> seat & 1; thing++) {
                struct belief_moved *moved = &belief->moved[seat][thing];
                float by = change_of(belief_share(belief, at - 1, seat, thing),
                                     belief_share(belief, at, seat, thing));
                if (by > moved->by)
                    *moved = (struct belief_moved){.step = at, .by = by};
            }
        }
    }
}
