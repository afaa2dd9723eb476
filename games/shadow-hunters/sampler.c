/*
 * sampler.c - states that a seat cannot distinguish from the true one, drawn from its view alone.
 *
 * Characters are drawn as the deal would: every assignment that fits sides, letters and `possible` has the
 * probability it had in the deal. Seats are filled one by one, those with the fewest possibilities first; an
 * attempt is rejected with a probability that compensates for the fewer characters left to later seats.
 */
#include <string.h>

#include "belief.h"
#include "state.h"

void shadow_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                         struct lan_sampler *sampler)
{
    (void)rules;
    memcpy(&sampler->view, view, sizeof sampler->view);
    sampler->reweighted = false;
}

void shadow_sampler_reweight(const struct lan_rules *rules, const struct lan_question *question,
                             struct lan_sampler *sampler)
{
    sampler->reweighted = question->told_count > 0;
    if (sampler->reweighted)
        shadow_digest(rules, question->told, question->told_count, &sampler->digest);
}

/* ---- Characters ---------------------------------------------------------------------------------------- */

enum {
    PLACES_MAX = SHADOW_SEATS_MAX + 1, /* the left-over is a place of its own */
    DEALS_WEIGHED = 16,
};

struct deal {
    int places;
    uint8_t order[PLACES_MAX];
    uint32_t possible[PLACES_MAX];
    uint8_t character[PLACES_MAX];
};

static void deal_init(const struct shadow_rules *rules, const struct shadow_view *view, struct deal *deal)
{
    deal->places = rules->dealt;
    for (int seat = 0; seat < rules->base.seats; seat++)
        deal->possible[seat] = view->possible[seat];
    if (rules->extra)
        deal->possible[rules->base.seats] =
            view->left_over < SHADOW_CHARACTERS ? shadow_bit(view->left_over) : rules->cast;
    for (int i = 0; i < deal->places; i++) {
        int at = i;
        int size = __builtin_popcount(deal->possible[i]);
        for (; at && __builtin_popcount(deal->possible[deal->order[at - 1]]) > size; at--)
            deal->order[at] = deal->order[at - 1];
        deal->order[at] = (uint8_t)i;
    }
}

static uint32_t weight_of(const struct shadow_rules *rules, uint32_t characters)
{
    if (!rules->letters)
        return (uint32_t)__builtin_popcount(characters);
    uint32_t sum = 0;
    for (; characters; characters &= characters - 1)
        sum += rules->weight[__builtin_ctz(characters)];
    return sum;
}

static int weighted_pick(const struct shadow_rules *rules, uint32_t characters, uint32_t at)
{
    for (; characters; characters &= characters - 1) {
        int character = __builtin_ctz(characters);
        if (at < rules->weight[character])
            return character;
        at -= rules->weight[character];
    }
    lan_bug("a weight below the sum of weights");
}

/* One attempt; false when a place finds no character, or when it is rejected to keep the draw fair. */
static bool deal_try(const struct shadow_rules *rules, struct deal *deal, struct lan_rng *rng)
{
    uint32_t free = rules->cast;
    uint8_t left[SHADOW_SIDES];
    memcpy(left, rules->quota, sizeof left);
    for (int i = 0; i < deal->places; i++) {
        int place = deal->order[i];
        uint32_t whole = weight_of(rules, deal->possible[place]);
        uint32_t open = deal->possible[place] & free, weight = weight_of(rules, open);
        if (!weight || (weight < whole && lan_rng_below(rng, whole) >= weight))
            return false;
        int character = weighted_pick(rules, open, weight > 1 ? lan_rng_below(rng, weight) : 0);
        int side = shadow_side(character);
        free &= ~shadow_bit(character);
        if (rules->letters)
            free &= ~shadow_bit((character + SHADOW_LETTER_PAIR) % SHADOW_CHARACTERS);
        if (!--left[side])
            free &= ~rules->side[side];
        deal->character[place] = (uint8_t)character;
    }
    return true;
}

/* The sealed answers that a seat could have given, as a mask; 0 when there is none. */
static unsigned answers_of(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    const struct shadow_public *pub = &state->pub;
    unsigned answers = pub->phase == SHADOW_REACTING ? 1u << SHADOW_ANSWER_PASS : 0;
    if (shadow_able(rules, state, seat, SHADOW_WEREWOLF))
        answers |= 1u << SHADOW_ANSWER_COUNTER;
    if (rules->stand && !shadow_in(pub->stands, seat))
        answers |= 1u << SHADOW_ANSWER_LAST_STAND;
    return answers;
}

static unsigned sealed_seats(const struct shadow_public *pub)
{
    return pub->phase == SHADOW_REACTING ? pub->answered : pub->answering ? pub->asked : 0;
}

/* Whether a deal is consistent: nobody has won by it yet, and every sealed answer could have been given. */
static bool deal_fits(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    if (pub->phase == SHADOW_OVER)
        return true;
    for (unsigned rest = sealed_seats(pub); rest; rest &= rest - 1) {
        if (!answers_of(rules, state, __builtin_ctz(rest)))
            return false;
    }
    return pub->dying || pub->gained || !shadow_ending(rules, state);
}

/* Draws a fair deal that fits. */
static void deal_draw(const struct shadow_rules *rules, struct lan_rng *rng, struct deal *deal,
                      struct shadow_state *state)
{
    do {
        while (!deal_try(rules, deal, rng))
            ;
        memcpy(state->character, deal->character, rules->base.seats);
    } while (!deal_fits(rules, state));
}

/* The likelihood of all that the others did, given this deal. */
static float deal_likelihood(const struct lan_sampler *sampler, const uint8_t *character, int seats)
{
    const struct lan_digest *digest = &sampler->digest;
    float likelihood = 1;
    for (int doer = 0; doer < seats; doer++) {
        for (unsigned rest = doer == sampler->view.viewer ? 0 : digest->others[doer]; rest;
             rest &= rest - 1) {
            int other = __builtin_ctz(rest);
            likelihood *=
                digest->like[doer][other][shadow_side(character[doer])][shadow_side(character[other])];
        }
    }
    return likelihood;
}

float shadow_sampler_weigh(const struct lan_rules *rules, const struct lan_sampler *sampler,
                           const struct lan_state *opaque)
{
    const struct shadow_state *state = (const struct shadow_state *)opaque;
    bool dealt = state->pub.phase != SHADOW_DEALING;
    return sampler->reweighted && dealt ? deal_likelihood(sampler, state->character, rules->seats) : 1;
}

/* Draws several fair deals and keeps one, with probability proportional to its likelihood. */
static void deal_draw_weighted(const struct shadow_rules *rules, const struct lan_sampler *sampler,
                               struct lan_rng *rng, struct deal *deal, struct shadow_state *state)
{
    struct deal drawn = *deal;
    float sum = 0;
    for (int i = 0; i < DEALS_WEIGHED; i++) {
        deal_draw(rules, rng, &drawn, state);
        float likelihood = deal_likelihood(sampler, drawn.character, rules->base.seats);
        sum += likelihood;
        if (i == 0 || (float)lan_rng_below(rng, 1 << 24) * sum < likelihood * (1 << 24))
            *deal = drawn;
    }
    memcpy(state->character, deal->character, rules->base.seats);
}

static void draw_characters(const struct shadow_rules *rules, const struct lan_sampler *sampler,
                            struct lan_rng *rng, struct shadow_state *state)
{
    const struct shadow_view *view = &sampler->view;
    struct deal deal = {.places = 0};
    int seats = rules->base.seats;
    deal_init(rules, view, &deal);
    if (sampler->reweighted)
        deal_draw_weighted(rules, sampler, rng, &deal, state);
    else
        deal_draw(rules, rng, &deal, state);
    if (rules->extra)
        state->left_over = deal.character[seats];
    if (view->pub.phase != SHADOW_DEALING)
        return;
    for (int seat = view->pub.dealt; seat < seats; seat++)
        state->character[seat] = SHADOW_CHARACTERS;
    state->left_over = SHADOW_CHARACTERS;
}

static void draw_answers(const struct shadow_rules *rules, const struct shadow_view *view,
                         struct lan_rng *rng, struct shadow_state *state)
{
    for (unsigned rest = sealed_seats(&view->pub); rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        unsigned answers = answers_of(rules, state, seat);
        uint32_t skip = lan_rng_below(rng, (uint32_t)__builtin_popcount(answers));
        for (; skip; skip--)
            answers &= answers - 1;
        state->choice[seat] = (uint8_t)__builtin_ctz(answers);
    }
    if (view->viewer < rules->base.seats)
        state->choice[view->viewer] = view->choice;
}

/* ---- Cards --------------------------------------------------------------------------------------------- */

/* Removes one card from a pool, among those in `only`, each copy equally likely. */
static int pool_draw(uint8_t pool[SHADOW_CARDS], uint64_t only, struct lan_rng *rng)
{
    uint32_t all = 0;
    for (uint64_t rest = only; rest; rest &= rest - 1)
        all += pool[__builtin_ctzll(rest)];
    uint32_t at = lan_rng_below(rng, all);
    for (uint64_t rest = only; rest; rest &= rest - 1) {
        int card = __builtin_ctzll(rest);
        if (at < pool[card]) {
            pool[card]--;
            return card;
        }
        at -= pool[card];
    }
    lan_bug("a card of the pool");
}

/* Fills the pool with every card that the viewer does not see somewhere. */
static void pool_init(const struct shadow_rules *rules, const struct shadow_view *view,
                      uint8_t pool[SHADOW_CARDS])
{
    const struct shadow_public *pub = &view->pub;
    unsigned worn = 0;
    for (int seat = 0; seat < rules->base.seats; seat++)
        worn |= (unsigned)pub->equipment[seat] | pub->stash[seat];
    for (int card = 0; card < SHADOW_CARDS; card++) {
        int count = shadow_card_facts[card].count;
        if (card < SHADOW_AID)
            count -= pub->discards[card];
        if (card < SHADOW_EQUIPMENT)
            count -= (int)(worn >> card & 1);
        else if (card < SHADOW_AID)
            count -= shadow_hand_count(view->hand, card);
        pool[card] = (uint8_t)(count - (pub->card == card) - (view->held == card));
    }
    for (int i = 0; i < pub->pile; i++) {
        if (view->pile[i] < SHADOW_CARDS)
            pool[view->pile[i]]--;
    }
}

static uint64_t cards_between(int from, int to)
{
    return (UINT64_C(1) << to) - (UINT64_C(1) << from);
}

static void draw_hands(const struct shadow_rules *rules, const struct shadow_view *view, struct lan_rng *rng,
                       uint8_t pool[SHADOW_CARDS], struct shadow_state *state)
{
    const uint64_t white = cards_between(SHADOW_EQUIPMENT, SHADOW_BANANA) & ~(UINT64_C(1) << SHADOW_MIRROR);
    const uint64_t black = cards_between(SHADOW_BANANA + 1, SHADOW_AID);
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (seat == view->viewer) {
            state->hand[seat] = view->hand;
            continue;
        }
        for (int deck = SHADOW_WHITE; deck <= SHADOW_BLACK; deck++) {
            for (int i = 0; i < view->pub.hand[seat][deck]; i++) {
                int card = pool_draw(pool, deck == SHADOW_WHITE ? white : black, rng);
                state->hand[seat] += UINT32_C(1) << shadow_hand_shift(card);
            }
        }
    }
}

/* Whether a player holds a Hermit card: deck and discards together are one short. */
static bool hermit_out(const struct shadow_public *pub)
{
    return pub->left[SHADOW_HERMIT] + pub->pile < SHADOW_HERMITS;
}

static void draw_hermits(const struct shadow_view *view, struct lan_rng *rng, uint8_t pool[SHADOW_CARDS],
                         struct shadow_state *state)
{
    const uint64_t all = cards_between(SHADOW_AID, SHADOW_CARDS);
    uint64_t held = view->pub.opening ? all & ~(UINT64_C(1) << SHADOW_PREDICTION) : all;
    state->held = view->held;
    if (state->held == SHADOW_CARDS && hermit_out(&view->pub))
        state->held = (uint8_t)pool_draw(pool, held, rng);
    for (int i = 0; i < SHADOW_HERMITS; i++) {
        bool hidden = i < view->pub.pile && view->pile[i] == SHADOW_CARDS;
        state->pile[i] = hidden ? (uint8_t)pool_draw(pool, all, rng) : view->pile[i];
    }
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* What others have seen is unknown to the viewer: the sample gives them only their own card. */
static void draw_knowledge(const struct shadow_rules *rules, const struct shadow_view *view,
                           struct shadow_state *state)
{
    int seats = rules->base.seats;
    for (int seat = 0; seat < seats; seat++) {
        for (int other = 0; other < seats; other++)
            state->knows[seat][other] = seat == view->viewer ? view->seen[other] : rules->cast;
        if (state->character[seat] < SHADOW_CHARACTERS)
            state->knows[seat][seat] = shadow_bit(state->character[seat]);
    }
    int judge = view->pub.judge;
    for (int seat = 0; seat < seats && judge != SHADOW_NOBODY; seat++)
        state->knows[judge][seat] &= ~shadow_bit(state->left_over);
}

void shadow_sampler_draw(const struct lan_rules *base, const struct lan_sampler *sampler, struct lan_rng *rng,
                         struct lan_state *opaque)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_view *view = &sampler->view;
    struct shadow_state *state = (struct shadow_state *)opaque;
    uint8_t pool[SHADOW_CARDS];
    memset(state, 0, sizeof *state);
    state->pub = view->pub;
    memset(state->character, SHADOW_CHARACTERS, sizeof state->character);
    state->left_over = SHADOW_CHARACTERS;
    draw_characters(rules, sampler, rng, state);
    draw_answers(rules, view, rng, state);
    draw_knowledge(rules, view, state);
    pool_init(rules, view, pool);
    draw_hands(rules, view, rng, pool, state);
    draw_hermits(view, rng, pool, state);
    memcpy(state->deck, pool, sizeof state->deck);
    if (view->pub.phase != SHADOW_DEALING)
        state->special = shadow_special_seats(rules, state);
    state->may = shadow_phase_free(view->pub.phase) ? shadow_free_seats(rules, state) : 0;
}
