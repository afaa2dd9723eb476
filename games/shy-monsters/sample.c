/*
 * sample.c - the sampler: states that a viewer cannot distinguish from the true one.
 *
 * The draw of monsters is chance: all deals consistent with what was seen are equally likely. The layout of
 * the tiles is the Master's choice: every layout consistent with what was seen counts once.
 */
#include <string.h>

#include "state.h"

struct lan_sampler {
    struct shy_view view;
};

void shy_sampler_init(const struct lan_rules *rules, const struct lan_view *view, struct lan_sampler *sampler)
{
    (void)rules;
    memcpy(&sampler->view, view, sizeof sampler->view);
}

static int bit_pick(unsigned set, struct lan_rng *rng)
{
    for (uint32_t skip = lan_rng_below(rng, (uint32_t)__builtin_popcount(set)); skip; skip--)
        set &= set - 1;
    return __builtin_ctz(set);
}

static void shuffle(uint8_t *values, int count, struct lan_rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)lan_rng_below(rng, (uint32_t)i + 1);
        uint8_t swap = values[i];
        values[i] = values[j];
        values[j] = swap;
    }
}

/* ---- Which monsters ------------------------------------------------------------------------------------ */

/* Deals unseen monsters to the floors that lack some. */
static void monsters_deal(struct shy_state *state, struct lan_rng *rng)
{
    const struct shy_public *pub = &state->pub;
    uint8_t *pair = &state->pair[pub->game * SHY_STOREYS];
    for (int storey = 0; storey <= pub->storey; storey++) {
        int drawn = storey < pub->storey ? 2 : pub->drawn;
        while (__builtin_popcount(pair[storey]) < drawn)
            pair[storey] |= (uint8_t)(1u << bit_pick(shy_pile(state), rng));
    }
}

/* ---- A finished floor ---------------------------------------------------------------------------------- */

/* Puts the unseen tiles on the unseen places, every distinct arrangement equally likely. */
static void floor_arrange(struct shy_state *state, int floor, struct lan_rng *rng)
{
    uint8_t *kind = state->kind[floor], left[SHY_KINDS] = {[SHY_EXIT] = 1, [SHY_CORRIDOR] = SHY_CORRIDORS};
    uint8_t hidden[SHY_TILES_MAX];
    int count = 0;
    for (int monster = 0; monster < SHY_MONSTERS; monster++)
        left[SHY_MONSTER + monster] = state->pair[floor] >> monster & 1;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if (kind[tile] != SHY_UNKNOWN && kind[tile] != SHY_ENTRANCE)
            left[kind[tile]]--;
    }
    for (int i = SHY_EXIT; i < SHY_KINDS; i++) {
        for (; left[i]; left[i]--)
            hidden[count++] = (uint8_t)i;
    }
    shuffle(hidden, count, rng);
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if (kind[tile] == SHY_UNKNOWN)
            kind[tile] = hidden[--count];
    }
}

/* ---- A floor being built ------------------------------------------------------------------------------- */

/* The number of connected sets of 1..7 cells that contain the Entrance's. */
static const uint16_t shapes[SHY_TILES_MAX] = {1, 4, 18, 76, 315, 1296, 5320};

/*
 * The number of distinct ways to fill `tiles` places with `corridors` Corridors and some of three single
 * tiles.
 */
static uint32_t fillings(int tiles, int corridors)
{
    uint32_t ways = 1;
    int singles = tiles - corridors;
    if (singles < 0 || singles > 3)
        return 0;
    /* Choose the places of the single tiles, and the tiles for them. */
    for (int i = 0; i < singles; i++)
        ways = ways * (uint32_t)(tiles - i) * (uint32_t)(3 - i) / (uint32_t)(i + 1);
    return ways;
}

/* The visitor's context: copies the shape that comes after `skip` others. */
struct nth {
    uint32_t skip;
    int count;
    uint8_t *cell;
};

static bool shape_keep_nth(void *context, const uint8_t *cell)
{
    struct nth *nth = context;
    if (nth->skip--)
        return true;
    memcpy(nth->cell, cell, (size_t)nth->count);
    return false;
}

/* Draws how many tiles lie and how many of them are Corridors, weighted by the number of such floors. */
static void progress_draw(struct lan_rng *rng, int *tiles, int *corridors)
{
    uint32_t total = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t at = pass ? lan_rng_below(rng, total) : UINT32_MAX;
        for (*tiles = 0; *tiles < SHY_TILES_MAX; ++*tiles) {
            for (*corridors = 0; *corridors <= SHY_CORRIDORS; ++*corridors) {
                uint32_t weight = shapes[*tiles] * fillings(*tiles, *corridors);
                if (pass && at < weight)
                    return;
                at -= weight;
                total += weight;
            }
        }
    }
    lan_bug("the weights of the first pass sum to the total of the second");
}

static void floor_in_progress_draw(struct shy_state *state, struct lan_rng *rng)
{
    int floor = shy_floor_at(&state->pub), tiles, corridors;
    uint8_t *kind = state->kind[floor], laid[SHY_TILES_MAX] = {0};
    progress_draw(rng, &tiles, &corridors);
    struct nth nth = {lan_rng_below(rng, shapes[tiles]), tiles + 1, state->cell};
    shy_shape_each(tiles + 1, shape_keep_nth, &nth);
    state->laid = (uint8_t)(tiles + 1);
    unsigned singles = 1u << SHY_EXIT | (unsigned)state->pair[floor] << SHY_MONSTER;
    for (int i = 0; i < tiles; i++) {
        laid[i] = (uint8_t)(i < corridors ? SHY_CORRIDOR : bit_pick(singles, rng));
        singles &= ~(1u << laid[i]);
    }
    shuffle(laid, tiles, rng);
    for (int i = 0, next = 0; i < state->laid; i++)
        kind[i] = state->cell[i] == SHY_MIDDLE ? SHY_ENTRANCE : laid[next++];
}

void shy_sampler_draw(const struct lan_rules *base, const struct lan_sampler *sampler, struct lan_rng *rng,
                      struct lan_state *opaque)
{
    (void)base;
    const struct shy_view *view = &sampler->view;
    const struct shy_public *pub = &view->pub;
    struct shy_state *state = (struct shy_state *)opaque;
    /* Every member is set, and there is no padding (state.h). */
    state->pub = *pub;
    memcpy(state->kind, view->kind, sizeof state->kind);
    memcpy(state->pair, view->pair, sizeof state->pair);
    memcpy(state->cell, view->cell, sizeof state->cell);
    state->laid = view->laid;
    if (view->viewer == pub->master || pub->phase == SHY_OVER)
        return; /* everything is known */
    monsters_deal(state, rng);
    for (int floor = pub->game * SHY_STOREYS; floor <= shy_floor_at(pub); floor++) {
        if (pub->past[floor].up || (floor == shy_floor_at(pub) && pub->hunt.up))
            floor_arrange(state, floor, rng);
    }
    if (pub->phase == SHY_BUILDING)
        floor_in_progress_draw(state, rng);
}
