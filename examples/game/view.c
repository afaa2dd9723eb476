/* view.c - what a seat knows, how it is written, and the deals it cannot tell from the true one. */
#include "state.h"

#include <string.h>

#include "field.h"
#include "write.h"

void lamps_observe(const struct lan_rules *rules, const struct lan_state *opaque, int viewer,
                   struct lan_view *out)
{
    const struct lamps_state *state = lamps_state_of(opaque);
    struct lamps_view *view = (struct lamps_view *)out;
    memset(view, 0, sizeof *view);
    view->pub = state->pub;
    view->viewer = (uint8_t)viewer;
    unsigned seen = 0;
    for (int seat = 0; seat < rules->seats; seat++)
        seen |= lamps_shown(&state->pub, seat);
    if (viewer < rules->seats) {
        view->hand = state->hand[viewer];
        view->dark = state->dark[viewer];
        seen |= view->hand | (view->dark ? 1u << (view->dark - 1) : 0);
    }
    view->unseen = (uint16_t)(lamps_rules_of(rules)->all & ~seen);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void write_lanterns(struct lan_writer *w, const char *key, const struct lan_game *game, unsigned mask)
{
    w->open_array(w, key);
    for (; mask; mask &= mask - 1)
        lan_write_value(w, NULL, game, LAMPS_TYPE_LANTERN, __builtin_ctz(mask));
    w->close(w);
}

static void write_seat(struct lan_writer *w, const struct lan_rules *rules, const struct lamps_view *view,
                       int seat)
{
    const struct lamps_public *pub = &view->pub;
    int spot = pub->spot[seat], lantern = LAN_HIDDEN, way = LAN_HIDDEN;
    if (spot != LAMPS_NOTHING)
        way = spot == LAMPS_DARK ? LAMPS_SHUTTERED : LAMPS_OPEN;
    if (spot >= LAMPS_LIT_FIRST)
        lantern = spot - LAMPS_LIT_FIRST;
    else if (spot == LAMPS_DARK && seat == view->viewer)
        lantern = view->dark - 1;
    w->open_object(w, NULL);
    lan_write_value(w, "seat", rules->game, LAN_TYPE_SEAT, seat);
    w->number(w, "points", pub->points[seat]);
    w->number(w, "in_hand", lamps_held(lamps_rules_of(rules), pub, seat));
    lan_write_value(w, "way", rules->game, LAMPS_TYPE_WAY, way);
    lan_write_value(w, "lantern", rules->game, LAMPS_TYPE_LANTERN, lantern);
    write_lanterns(w, "shown", rules->game, lamps_shown(pub, seat));
    w->close(w);
}

static const char *const phases[LAMPS_PHASES] = {"dealing", "drawing-first", "lighting", "over"};

void lamps_view_write(const struct lan_rules *rules, const struct lan_view *opaque, struct lan_writer *w)
{
    const struct lamps_view *view = (const struct lamps_view *)opaque;
    const struct lamps_public *pub = &view->pub;
    bool laying = pub->phase == LAMPS_LAYING;
    w->string(w, "phase", phases[pub->phase]);
    w->number(w, "rounds", lamps_rules_of(rules)->hand);
    w->number(w, "finished", pub->rounds);
    lan_write_value(w, "first", rules->game, LAN_TYPE_SEAT, laying ? pub->first : LAN_HIDDEN);
    lan_write_value(w, "active", rules->game, LAN_TYPE_SEAT, laying ? lamps_active(rules, pub) : LAN_HIDDEN);
    write_lanterns(w, "hand", rules->game, view->hand);
    w->open_array(w, "seats");
    for (int seat = 0; seat < rules->seats; seat++)
        write_seat(w, rules, view, seat);
    w->close(w);
    if (!w->unaided)
        write_lanterns(w, "unseen", rules->game, view->unseen);
}

/* ---- Arrays -------------------------------------------------------------------------------------------- */

#define AT(member) .offset = offsetof(struct lamps_view, member)
#define LANTERNS   LAN_CELL_SET(LAMPS_LANTERNS, 2, LAMPS_TYPE_LANTERN)
#define LANTERN    LAN_CELL_CHOICE(LAMPS_LANTERNS, LAMPS_TYPE_LANTERN)

const struct lan_field lamps_fields[LAMPS_FIELDS] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NAMED(LAMPS_PHASES, phases), AT(pub.phase)},
    {"dealt", LAN_CELL_NUMBER(LAMPS_LANTERNS), AT(pub.dealt)},
    {"first", LAN_CELL_SEAT, AT(pub.first)},
    {"laid", LAN_CELL_NUMBER(LAMPS_SEATS_MAX), AT(pub.laid)},
    {"rounds", LAN_CELL_NUMBER(LAMPS_HAND_MAX), AT(pub.rounds)},
    {"spot_dark", LAN_CELL_CHOICE(1, LAN_TYPE_NUMBER), AT(pub.spot), LAN_CELL_BY_SEAT(1),
     .first = LAMPS_DARK},
    {"spot_lit", LANTERN, AT(pub.spot), LAN_CELL_BY_SEAT(1), .first = LAMPS_LIT_FIRST},
    {"points", LAN_CELL_NUMBER(255), AT(pub.points), LAN_CELL_BY_SEAT(1)},
    {"shown_by", LAN_CELL_SEAT, AT(pub.by), LAN_CELL_AXIS(0, LAMPS_LANTERNS, 1), .first = 1},
    {"hand", LANTERNS, AT(hand)},
    {"unseen", LANTERNS, AT(unseen)},
    {"dark", LANTERN, AT(dark), .first = 1},
};

/* ---- Sampling ------------------------------------------------------------------------------------------ */

/* No two lanterns are alike and every choice is open: all that is unseen is equally likely anywhere. */
struct lan_sampler {
    struct lamps_view view;
};

void lamps_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                        struct lan_sampler *sampler)
{
    (void)rules;
    memcpy(&sampler->view, view, sizeof sampler->view);
}

/* Takes one lantern of the mask, each equally likely. */
static int lantern_draw(unsigned *mask, struct lan_rng *rng)
{
    unsigned rest = *mask;
    for (uint32_t skip = lan_rng_below(rng, (uint32_t)__builtin_popcount(rest)); skip; skip--)
        rest &= rest - 1;
    int lantern = __builtin_ctz(rest);
    *mask &= ~(1u << lantern);
    return lantern;
}

void lamps_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                        struct lan_state *opaque)
{
    const struct lamps_view *view = &sampler->view;
    struct lamps_state *state = (struct lamps_state *)opaque;
    unsigned unseen = view->unseen;
    memset(state, 0, sizeof *state);
    state->pub = view->pub;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat == view->viewer) {
            state->hand[seat] = view->hand;
            state->dark[seat] = view->dark;
            continue;
        }
        if (view->pub.spot[seat] == LAMPS_DARK)
            state->dark[seat] = (uint8_t)(lantern_draw(&unseen, rng) + 1);
        for (int i = lamps_held(lamps_rules_of(rules), &view->pub, seat); i > 0; i--)
            state->hand[seat] |= (uint16_t)(1u << lantern_draw(&unseen, rng));
    }
}
