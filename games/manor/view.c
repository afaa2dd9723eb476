/* view.c - the view of a seat, how it is written, and the sampler. */
#include "state.h"

#include <string.h>

#include "write.h"

/* Places that have a manor, also in the middle of the deal. */
static uint32_t dealt_places(const struct manor_rules *rules, const struct manor_public *pub)
{
    uint32_t mask = 0;
    for (int i = 0; i < pub->dealt; i++)
        mask |= (uint32_t)1 << manor_place(i / rules->each, i % rules->each);
    return mask;
}

void manor_observe(const struct lan_rules *base, const struct lan_state *opaque, int viewer,
                   struct lan_view *out)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    struct manor_view *view = (struct manor_view *)out;
    memset(view, 0, sizeof *view);
    view->pub = state->pub;
    view->viewer = (uint8_t)viewer;
    memcpy(view->unseen, rules->cards, sizeof view->unseen);
    uint32_t seen = state->pub.up;
    if (viewer < base->seats) {
        seen |= rules->own[viewer];
        view->choice = state->choice[viewer];
    }
    for (uint32_t rest = seen & dealt_places(rules, &state->pub); rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        view->manor[place] = state->manor[place];
        view->unseen[state->manor[place]]--;
    }
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

const char *const manor_phase_ids[MANOR_PHASES] = {"dealing",   "drawing-first", "turning-up",
                                                   "guarding",  "placing",       "aiming",
                                                   "following", "returning",     "over"};

static void write_card(struct lan_writer *w, const char *key, const struct lan_game *game, uint8_t card)
{
    w->open_object(w, key);
    lan_write_value(w, "owner", game, LAN_TYPE_SEAT, manor_card_owner(card));
    lan_write_value(w, "hunter", game, MANOR_TYPE_HUNTER, manor_card_hunter(card));
    w->close(w);
}

/* How often a tandem counts in front of a manor that then has `crowd` hunters; 1 where it brings nothing. */
static int tandem_times(const struct manor_rules *rules, int manor, int crowd, bool own)
{
    int one = manor_earned(rules, manor, MANOR_BASIC, crowd, own);
    return one ? manor_earned(rules, manor, MANOR_TANDEM, crowd, own) / one : 1;
}

/*
 * A hunter in front of a manor, with the points it brings there as it stands now: to its team or, in front of
 * a trapped manor, to the manor's owner.
 */
static void write_standing(struct lan_writer *w, const struct manor_rules *rules,
                           const struct manor_view *view, int place, uint8_t card)
{
    const struct lan_game *game = rules->base.game;
    int owner = manor_card_owner(card), hunter = manor_card_hunter(card), manor = view->manor[place];
    w->open_object(w, NULL);
    lan_write_value(w, "owner", game, LAN_TYPE_SEAT, owner);
    lan_write_value(w, "hunter", game, MANOR_TYPE_HUNTER, hunter);
    int crowd = view->pub.crowd[place];
    bool own = owner == manor_place_seat(place);
    if (manor)
        w->number(w, "points", manor_earned(rules, manor, hunter, crowd, own));
    else
        w->none(w, "points");
    if (manor && hunter == MANOR_TANDEM)
        w->number(w, "times", tandem_times(rules, manor, crowd, own));
    w->close(w);
}

/* What the viewer's next hunter would bring in front of a manor that the viewer knows, and to whom. */
static void write_next(struct lan_writer *w, const struct manor_rules *rules, const struct manor_view *view,
                       int place)
{
    const struct manor_public *pub = &view->pub;
    int manor = view->manor[place], keeper = manor_place_seat(place), crowd = pub->crowd[place] + 1;
    bool own = keeper == view->viewer;
    if (!manor || crowd > MANOR_CROWD_MAX || view->viewer >= rules->base.seats || pub->phase == MANOR_OVER) {
        w->none(w, "next");
        return;
    }
    w->open_object(w, "next");
    lan_write_value(w, "to", rules->base.game, LAN_TYPE_SEAT, manor == MANOR_TRAPPED ? keeper : view->viewer);
    w->number(w, "points", manor_earned(rules, manor, MANOR_BASIC, crowd, own));
    w->number(w, "by_tandem", manor_earned(rules, manor, MANOR_TANDEM, crowd, own));
    w->number(w, "times", tandem_times(rules, manor, crowd, own));
    w->close(w);
}

/* What a manor paid to each seat, in the order of the seats. */
static void write_paid(struct lan_writer *w, const struct manor_rules *rules, const struct manor_view *view,
                       int place)
{
    int32_t points[MANOR_SEATS_MAX];
    manor_points_at(rules, &view->pub, place, view->manor[place], points);
    w->open_array(w, "paid");
    for (int seat = 0; seat < rules->base.seats; seat++)
        w->number(w, NULL, points[seat]);
    w->close(w);
}

static void write_manor(struct lan_writer *w, const struct manor_rules *rules, const struct manor_view *view,
                        int place)
{
    const struct lan_game *game = rules->base.game;
    const struct manor_public *pub = &view->pub;
    w->open_object(w, NULL);
    lan_write_value(w, "place", game, MANOR_TYPE_PLACE, place);
    w->flag(w, "up", pub->up >> place & 1);
    lan_write_value(w, "manor", game, MANOR_TYPE_MANOR, view->manor[place] ? view->manor[place] : LAN_HIDDEN);
    w->open_array(w, "front");
    for (int i = 0; i < pub->crowd[place]; i++)
        write_standing(w, rules, view, place, pub->front[place][i]);
    w->close(w);
    write_next(w, rules, view, place);
    if (pub->phase == MANOR_OVER)
        write_paid(w, rules, view, place);
    w->close(w);
}

static void write_seat(struct lan_writer *w, const struct manor_rules *rules, const struct manor_view *view,
                       int seat, int32_t points)
{
    const struct lan_game *game = rules->base.game;
    w->open_object(w, NULL);
    lan_write_value(w, "seat", game, LAN_TYPE_SEAT, seat);
    w->number(w, "points_visible", points);
    w->open_object(w, "hand");
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++)
        w->number(w, game->types[MANOR_TYPE_HUNTER].words[hunter].id, view->pub.hand[seat][hunter]);
    w->close(w);
    w->open_array(w, "manors");
    for (uint32_t rest = rules->own[seat] & dealt_places(rules, &view->pub); rest; rest &= rest - 1)
        write_manor(w, rules, view, __builtin_ctz(rest));
    w->close(w);
    w->close(w);
}

static void write_unseen(struct lan_writer *w, const struct lan_game *game, const struct manor_view *view)
{
    w->open_object(w, "unseen");
    for (int manor = 1; manor < MANOR_MANORS; manor++)
        w->number(w, game->types[MANOR_TYPE_MANOR].words[manor].id, view->unseen[manor]);
    w->close(w);
}

/* The winners of a finished game, when every manor is face up. */
static void write_winners(struct lan_writer *w, const struct manor_rules *rules,
                          const struct manor_view *view, const int32_t points[MANOR_SEATS_MAX])
{
    int clause;
    if (view->pub.phase != MANOR_OVER) {
        w->none(w, "winners");
        return;
    }
    unsigned winners = manor_winners(rules, &view->pub, view->manor, points, &clause);
    w->open_array(w, "winners");
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (winners >> seat & 1)
            lan_write_value(w, NULL, rules->base.game, LAN_TYPE_SEAT, seat);
    }
    w->close(w);
}

/* The turn of the active player and how many everybody has, MA-T3. */
static void write_turn(struct lan_writer *w, const struct manor_public *pub)
{
    int left = 0;
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++)
        left += pub->hand[pub->active][hunter];
    bool placed = pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING;
    if (pub->phase >= MANOR_PLACING && pub->phase < MANOR_OVER)
        w->number(w, "turn", MANOR_TEAM - left - placed);
    else
        w->none(w, "turn");
    w->number(w, "turns_each", MANOR_TEAM - 1);
}

void manor_view_write(const struct lan_rules *base, const struct lan_view *opaque, struct lan_writer *w)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_view *view = (const struct manor_view *)opaque;
    const struct manor_public *pub = &view->pub;
    bool turns = pub->phase >= MANOR_PLACING && pub->phase < MANOR_OVER;
    bool played = pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING;
    int32_t points[MANOR_SEATS_MAX];
    manor_points(rules, pub, view->manor, pub->up, points);
    w->string(w, "phase", manor_phase_ids[pub->phase]);
    lan_write_value(w, "first", base->game, LAN_TYPE_SEAT,
                    pub->phase > MANOR_DRAWING_FIRST ? pub->first : LAN_HIDDEN);
    lan_write_value(w, "active", base->game, LAN_TYPE_SEAT, turns ? pub->active : LAN_HIDDEN);
    lan_write_value(w, "here", base->game, MANOR_TYPE_PLACE, played ? pub->here : LAN_HIDDEN);
    lan_write_value(w, "choice", base->game, MANOR_TYPE_PLACE, view->choice ? view->choice - 1 : LAN_HIDDEN);
    if (pub->sent)
        write_card(w, "sent", base->game, pub->sent);
    else
        w->none(w, "sent");
    w->open_array(w, "seats");
    for (int seat = 0; seat < base->seats; seat++)
        write_seat(w, rules, view, seat, points[seat]);
    w->close(w);
    write_unseen(w, base->game, view);
    write_turn(w, pub);
    write_winners(w, rules, view, points);
}

/* ---- Sampling ------------------------------------------------------------------------------------------ */

/* Every unknown card is equally likely at every unknown place, so the sampler needs only the view. */
struct lan_sampler {
    struct manor_view view;
};

void manor_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                        struct lan_sampler *sampler)
{
    (void)rules;
    memcpy(&sampler->view, view, sizeof sampler->view);
}

/* A sealed choice that a seat may have made in this stage (place + 1), each equally likely. */
static uint8_t choice_draw(const struct manor_rules *rules, const struct manor_public *pub, int seat,
                           struct lan_rng *rng)
{
    uint32_t mask = rules->own[seat] & ~pub->up;
    for (uint32_t skip = lan_rng_below(rng, (uint32_t)__builtin_popcount(mask)); skip; skip--)
        mask &= mask - 1;
    return (uint8_t)(__builtin_ctz(mask) + 1);
}

void manor_sampler_draw(const struct lan_rules *base, const struct lan_sampler *sampler, struct lan_rng *rng,
                        struct lan_state *opaque)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_view *view = &sampler->view;
    struct manor_state *state = (struct manor_state *)opaque;
    memset(state, 0, sizeof *state);
    state->pub = view->pub;
    memcpy(state->manor, view->manor, sizeof state->manor);
    memcpy(state->pile, view->unseen, sizeof state->pile);
    uint32_t left = 0;
    for (int manor = 1; manor < MANOR_MANORS; manor++)
        left += state->pile[manor];
    for (uint32_t rest = dealt_places(rules, &view->pub); rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), manor = 1;
        if (state->manor[place])
            continue;
        uint32_t at = lan_rng_below(rng, left--);
        while (at >= state->pile[manor])
            at -= state->pile[manor++];
        state->manor[place] = (uint8_t)manor;
        state->pile[manor]--;
    }
    for (int seat = 0; seat < base->seats && !rules->clockwise; seat++) {
        if (view->pub.chosen >> seat & 1)
            state->choice[seat] =
                seat == view->viewer ? view->choice : choice_draw(rules, &view->pub, seat, rng);
    }
}
