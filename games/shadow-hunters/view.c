/*
 * view.c - the view of a seat: the table, its own secrets, and the characters it holds possible for each
 * seat.
 */
#include "state.h"

#include <string.h>

/* ---- Conclusions --------------------------------------------------------------------------------------- */

/*
 * Excludes a character that is certain somewhere from all other seats. Returns true when that changed
 * something.
 */
static bool strike_certain(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX])
{
    bool changed = false;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        uint32_t gone = possible[seat];
        if (gone & (gone - 1))
            continue;
        if (rules->letters)
            gone |= gone << SHADOW_LETTER_PAIR | gone >> SHADOW_LETTER_PAIR;
        for (int other = 0; other < rules->base.seats; other++) {
            if (other != seat && (possible[other] & gone)) {
                possible[other] &= ~gone;
                changed = true;
            }
        }
    }
    return changed;
}

/*
 * A side with all its members found is excluded elsewhere; a side that needs all of its remaining candidates
 * has them.
 */
static bool close_side(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX], int side)
{
    uint32_t mask = rules->side[side];
    int certain = 0, could = 0;
    bool changed = false;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        could += (possible[seat] & mask) != 0;
        certain += !(possible[seat] & ~mask);
    }
    bool full = certain == rules->quota[side], needed = !rules->extra && could == rules->quota[side];
    if (!full && !needed)
        return false;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        bool inside = !(possible[seat] & ~mask), touches = possible[seat] & mask;
        if (inside || !touches)
            continue;
        possible[seat] &= full ? ~mask : mask;
        changed = true;
    }
    return changed;
}

static void possible_close(const struct shadow_rules *rules, uint32_t possible[SHADOW_SEATS_MAX])
{
    bool changed;
    do {
        changed = strike_certain(rules, possible);
        for (int side = 0; side < SHADOW_SIDES; side++)
            changed |= close_side(rules, possible, side);
    } while (changed);
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
    memset(view, 0, sizeof *view);
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
    for (int i = 0; i < SHADOW_HERMITS; i++) {
        bool seen = i < state->pub.pile && saw_discard(state->pub.pile_who[i], viewer);
        view->pile[i] = seen ? state->pile[i] : SHADOW_CARDS;
    }
}
