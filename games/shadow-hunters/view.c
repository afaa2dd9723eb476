/*
 * view.c - the view of a seat: the table, its own secrets, and the characters it holds possible for each
 * seat.
 */
#include "state.h"

#include <string.h>

/* ---- Conclusions --------------------------------------------------------------------------------------- */

/*
 * Excludes characters that are certain somewhere from all other seats. Returns true when that changed
 * something.
 */
static bool strike_certain(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX])
{
    uint32_t gone = 0;
    bool changed = false;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        lan_assert(possible[seat]); /* its own character at least, or no deal could be drawn */
        gone |= possible[seat] & (possible[seat] - 1) ? 0 : possible[seat];
    }
    if (rules->letters)
        gone |= gone << SHADOW_LETTER_PAIR | gone >> SHADOW_LETTER_PAIR;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if ((possible[seat] & gone) && (possible[seat] & (possible[seat] - 1))) {
            possible[seat] &= ~gone;
            changed = true;
        }
    }
    return changed;
}

/*
 * How many seats could be of each side and how many must be, a byte for each: sums of the row of each seat,
 * by the sides that it could be of as bits.
 */
struct sides {
    uint8_t could[4], must[4];
};

static struct sides sides_count(const struct shadow_rules *rules, const uint32_t possible[SHADOW_SEATS_MAX])
{
    static const struct sides row[1 << SHADOW_SIDES] = {
        [1] = {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}, {{1, 1, 0}, {0, 0, 0}}, {{0, 0, 1}, {0, 0, 1}},
        {{1, 0, 1}, {0, 0, 0}},       {{0, 1, 1}, {0, 0, 0}}, {{1, 1, 1}, {0, 0, 0}},
    };
    uint64_t sum = 0, one;
    struct sides sides;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        uint32_t mine = possible[seat];
        unsigned of = (unsigned)((mine & rules->side[0]) != 0) |
                      (unsigned)((mine & rules->side[1]) != 0) << 1 |
                      (unsigned)((mine & rules->side[2]) != 0) << 2;
        memcpy(&one, &row[of], sizeof one);
        sum += one;
    }
    memcpy(&sides, &sum, sizeof sides);
    return sides;
}

/*
 * A side with all its members found is excluded elsewhere; a side that needs all of its remaining candidates
 * has them. Returns true when that changed something.
 */
static bool close_sides(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX])
{
    struct sides sides = sides_count(rules, possible);
    bool changed = false;
    for (int side = 0; side < SHADOW_SIDES; side++) {
        uint32_t mask = rules->side[side];
        bool full = sides.must[side] == rules->quota[side];
        if (sides.could[side] == sides.must[side]) /* nobody is in doubt */
            continue;
        if (!full && (rules->extra || sides.could[side] != rules->quota[side]))
            continue;
        for (int seat = 0; seat < rules->base.seats; seat++) {
            bool inside = !(possible[seat] & ~mask), touches = possible[seat] & mask;
            if (inside || !touches)
                continue;
            possible[seat] &= full ? ~mask : mask;
            changed = true;
        }
    }
    return changed;
}

/* Every round but the last excludes a character from a seat. */
static void possible_close(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX])
{
    bool changed = true;
    for (int rounds = 0; changed; rounds++) {
        lan_assert(rounds <= SHADOW_SEATS_MAX * SHADOW_CHARACTERS);
        changed = strike_certain(rules, possible);
        changed |= close_sides(rules, possible);
    }
}

/* ---- Observing ----------------------------------------------------------------------------------------- */

/* Whether a viewer has read the Hermit card in play. */
static bool has_read(const struct shadow_rules *rules, const struct shadow_public *pub, int viewer)
{
    int seats = rules->base.seats;
    if (viewer >= seats)
        return false;
    if (pub->opening)
        return (viewer - pub->first + seats) % seats < pub->opening;
    return viewer == pub->actor || (viewer == pub->victim && pub->phase != SHADOW_GIVING);
}

static bool saw_discard(uint8_t who, int viewer)
{
    return who == SHADOW_EVERYBODY ? viewer < LAN_SEATS_MAX : who >> 4 == viewer || (who & 15) == viewer;
}

static void observe_own(const struct shadow_state *state, int viewer, struct shadow_view *view)
{
    view->hand = state->hand[viewer];
    view->character = state->character[viewer];
    view->choice = state->choice[viewer];
    view->may = shadow_in(state->may, viewer);
    if (state->pub.judge == viewer)
        view->left_over = state->left_over;
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++) {
        view->seen[seat] = state->knows[viewer][seat];
        view->possible[seat] &= view->seen[seat];
    }
}

int shadow_known(const struct shadow_view *view, int seat, bool unaided)
{
    const struct shadow_public *pub = &view->pub;
    uint32_t possible = view->possible[seat];
    bool open = seat == view->viewer || pub->face[seat] || pub->phase == SHADOW_OVER;
    if ((unaided && !open) || !possible || possible & (possible - 1))
        return SHADOW_CHARACTERS;
    return __builtin_ctz(possible);
}

void shadow_observe(const struct lan_rules *base, const struct lan_state *opaque, int viewer,
                    struct lan_view *out)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    struct shadow_view *view = (struct shadow_view *)out;
    memset((uint8_t *)view + sizeof view->pub, 0, sizeof *view - sizeof view->pub);
    view->pub = state->pub;
    view->viewer = (uint8_t)viewer;
    view->character = view->left_over = SHADOW_CHARACTERS;
    view->held = SHADOW_CARDS;
    memcpy(view->possible, state->pub.possible, sizeof view->possible);
    if (viewer < base->seats)
        observe_own(state, viewer, view);
    possible_close(rules, view->possible);
    if (has_read(rules, &state->pub, viewer))
        view->held = state->held;
    memset(view->pile, SHADOW_CARDS, sizeof view->pile);
    for (int i = 0; i < state->pub.pile; i++) {
        if (saw_discard(state->pub.pile_who[i], viewer))
            view->pile[i] = state->pile[i];
    }
}
