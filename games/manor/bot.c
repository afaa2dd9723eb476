/*
 * bot.c - a hand-written player of Manor, from the view alone.
 *
 * Every unknown manor has a probability distribution over the unseen cards, reweighted by its owner's
 * behaviour: players put their own hunters where these earn, and not on their own traps. An action is worth
 * the change it makes to the expected lead over the best rival. This file sees no state.
 */
#include <string.h>

#include "manor.h"

/* Fixed-point scale of probabilities and expected points. */
enum { UNIT = 1000 };

struct thought {
    const struct manor_rules *rules;
    const struct manor_view *view;
    int seat;
    int32_t belief[MANOR_PLACES][MANOR_MANORS];    /* probabilities in UNITs */
    int32_t points[MANOR_PLACES][MANOR_SEATS_MAX]; /* expected points at each place as it is now, in UNITs */
    int32_t sum[MANOR_SEATS_MAX];
};

/* In percent: the factor on each card's weight for every hunter that the manor's owner has put there. */
static const int32_t owner_likes[MANOR_MANORS] = {0, 60, 80, 100, 130, 150, 120, 40};

static void belief_fill(struct thought *thought, int place)
{
    const struct manor_view *view = thought->view;
    int64_t weight[MANOR_MANORS] = {0}, sum = 0;
    int keeper = manor_place_seat(place);
    for (int manor = 1; manor < MANOR_MANORS; manor++) {
        weight[manor] = view->manor[place] ? view->manor[place] == manor : view->unseen[manor];
        weight[manor] *= UNIT;
        for (int i = 0; i < view->pub.crowd[place] && !view->manor[place]; i++) {
            if (manor_card_owner(view->pub.front[place][i]) == keeper)
                weight[manor] = weight[manor] * owner_likes[manor] / 100;
        }
        sum += weight[manor];
    }
    for (int manor = 1; manor < MANOR_MANORS && sum; manor++)
        thought->belief[place][manor] = (int32_t)(weight[manor] * UNIT / sum);
}

/* Adds the expected points of every seat at one place with this crowd, in UNITs. */
static void place_worth(const struct thought *thought, const struct manor_public *pub, int place,
                        int32_t *points)
{
    int keeper = manor_place_seat(place);
    for (int i = 0; i < pub->crowd[place]; i++) {
        int owner = manor_card_owner(pub->front[place][i]), hunter = manor_card_hunter(pub->front[place][i]);
        for (int manor = 1; manor < MANOR_MANORS; manor++) {
            if (!thought->belief[place][manor])
                continue;
            int earner = manor == MANOR_TRAPPED ? keeper : owner;
            points[earner] += thought->belief[place][manor] *
                              manor_earned(thought->rules, manor, hunter, pub->crowd[place], owner == keeper);
        }
    }
}

static void thought_init(struct thought *thought, const struct lan_rules *rules,
                         const struct lan_question *question)
{
    thought->rules = (const struct manor_rules *)rules;
    thought->view = (const struct manor_view *)question->view;
    thought->seat = question->seat;
    memset(thought->belief, 0, sizeof thought->belief);
    memset(thought->points, 0, sizeof thought->points);
    memset(thought->sum, 0, sizeof thought->sum);
    for (uint32_t rest = thought->rules->all; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        belief_fill(thought, place);
        place_worth(thought, &thought->view->pub, place, thought->points[place]);
        for (int seat = 0; seat < rules->seats; seat++)
            thought->sum[seat] += thought->points[place][seat];
    }
}

/* The expected lead of a seat over its best rival, when only the `changed` places differ from the view. */
static int32_t lead_of(const struct thought *thought, const struct manor_public *pub, uint32_t changed,
                       int seat)
{
    int32_t points[MANOR_SEATS_MAX], rival = INT32_MIN;
    memcpy(points, thought->sum, sizeof points);
    for (; changed; changed &= changed - 1) {
        int place = __builtin_ctz(changed);
        place_worth(thought, pub, place, points);
        for (int other = 0; other < MANOR_SEATS_MAX; other++)
            points[other] -= thought->points[place][other];
    }
    for (int other = 0; other < thought->rules->base.seats; other++) {
        if (other != seat && points[other] > rival)
            rival = points[other];
    }
    return points[seat] - rival;
}

static void card_put(struct manor_public *pub, int place, uint8_t card)
{
    pub->front[place][pub->crowd[place]++] = card;
}

static void card_take(struct manor_public *pub, int place, uint8_t card)
{
    int at = 0;
    while (pub->front[place][at] != card)
        at++;
    pub->crowd[place]--;
    memmove(&pub->front[place][at], &pub->front[place][at + 1], (size_t)(pub->crowd[place] - at));
}

/* The lead of the thinking seat after the owner of a card has returned it to the place best for the owner. */
static int32_t lead_after_return(const struct thought *thought, struct manor_public *pub, uint8_t card)
{
    int owner = manor_card_owner(card);
    uint32_t here = (uint32_t)1 << pub->here;
    int32_t best = INT32_MIN, lead = 0;
    for (uint32_t rest = thought->rules->all & ~here; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        uint32_t changed = here | (uint32_t)1 << place;
        if (pub->crowd[place] == MANOR_CROWD_MAX)
            continue;
        card_put(pub, place, card);
        int32_t worth = lead_of(thought, pub, changed, owner);
        if (worth > best) {
            best = worth;
            lead = owner == thought->seat ? worth : lead_of(thought, pub, changed, thought->seat);
        }
        pub->crowd[place]--;
    }
    return lead;
}

/* The least useful manor is turned up, so that rivals do not learn of good manors and traps. */
static int32_t turn_up_worth(const struct thought *thought, int place)
{
    static const int32_t keep[MANOR_MANORS] = {0, 1, 2, 3, 5, 6, 4, 7};
    return -keep[thought->view->manor[place]] * UNIT;
}

/* A detector is worth most at a manor with many hunters in front, above all own ones. */
static int32_t detect_worth(const struct thought *thought, const struct manor_public *pub, int place)
{
    int32_t worth = lead_of(thought, pub, 0, thought->seat) + UNIT / 2;
    for (int i = 0; i < pub->crowd[place]; i++)
        worth += manor_card_owner(pub->front[place][i]) == thought->seat ? UNIT / 2 : UNIT / 8;
    return worth;
}

static int32_t action_worth(const struct thought *thought, lan_action action)
{
    struct manor_public after = thought->view->pub;
    uint32_t changed = 0;
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1), c = lan_action_arg(action, 2);
    switch ((enum manor_action)lan_action_kind(action)) {
    case MANOR_ACTION_TURN_UP: return turn_up_worth(thought, a);
    case MANOR_ACTION_TANDEM:
        card_put(&after, a, MANOR_CARD(thought->seat, MANOR_TANDEM));
        changed = (uint32_t)1 << a;
        break;
    case MANOR_ACTION_DETECT: return detect_worth(thought, &after, a);
    case MANOR_ACTION_PLACE:
        card_put(&after, b, MANOR_CARD(thought->seat, a));
        changed = (uint32_t)1 << b;
        break;
    case MANOR_ACTION_SEND:
        card_take(&after, after.here, MANOR_CARD(a, b));
        return lead_after_return(thought, &after, MANOR_CARD(a, b));
    case MANOR_ACTION_CALL:
        card_take(&after, a, MANOR_CARD(b, c));
        card_put(&after, after.here, MANOR_CARD(b, c));
        changed = (uint32_t)1 << a | (uint32_t)1 << after.here;
        break;
    case MANOR_ACTION_GO:
        card_put(&after, a, after.sent);
        changed = (uint32_t)1 << a;
        break;
    case MANOR_ACTION_END:
    case MANOR_ACTION_DEAL:
    case MANOR_ACTION_FIRST:
    case MANOR_ACTIONS: break;
    }
    return lead_of(thought, &after, changed, thought->seat);
}

static void reason_give(struct lan_advice *advice, int seat)
{
    static const struct {
        uint16_t clause;
        const char *en, *fr;
    } reasons[MANOR_ACTIONS] = {
        [MANOR_ACTION_TURN_UP] = {MA_S3, "I show what I can best do without.",
                                  "Je montre ce dont je me passe le mieux."},
        [MANOR_ACTION_TANDEM] = {MA_P1, "My tandem earns most here.",
                                 "C'est ici que mon binôme rapporte le plus."},
        [MANOR_ACTION_DETECT] = {MA_D1, "I want to know what they stand in front of.",
                                 "Je veux savoir devant quoi ils se tiennent."},
        [MANOR_ACTION_PLACE] = {MA_P1, "By what I know this place gains the most.",
                                "D'après ce que je sais, c'est la place qui rapporte le plus."},
        [MANOR_ACTION_SEND] = {MA_R1, "It earns too much here.", "Il rapporte trop ici."},
        [MANOR_ACTION_CALL] = {MA_H1, "It serves me better here.", "Il me sert mieux ici."},
        [MANOR_ACTION_GO] = {MA_R2, "Of the places left this is the best.",
                             "De toutes les places libres, c'est la meilleure."},
        [MANOR_ACTION_END] = {MA_T3, "Nothing more would help me.", "Rien d'autre ne m'aiderait."},
    };
    int kind = lan_action_kind(advice->action);
    advice->clause = reasons[kind].clause;
    if (kind == MANOR_ACTION_SEND && lan_action_arg(advice->action, 0) == seat)
        lan_advice_reason(advice, "Mine earns more elsewhere.", "Le mien rapporte plus ailleurs.");
    else
        lan_advice_reason(advice, reasons[kind].en, reasons[kind].fr);
}

void manor_rate(const struct lan_rules *base, const struct lan_question *question, int32_t *worth)
{
    struct thought thought;
    thought_init(&thought, base, question);
    for (int i = 0; i < question->list->count; i++)
        worth[i] = action_worth(&thought, question->list->action[i]);
}

void manor_advise(const struct lan_rules *base, const struct lan_question *question, struct lan_rng *rng,
                  struct lan_advice *advice)
{
    int32_t worth[LAN_ACTIONS_MAX], best = INT32_MIN;
    uint32_t ties = 0;
    lan_assert(question->list->musts <= question->list->count);
    manor_rate(base, question, worth);
    for (int i = 0; i < question->list->musts; i++) {
        if (worth[i] < best)
            continue;
        ties = worth[i] > best ? 1 : ties + 1;
        if (worth[i] > best || lan_rng_below(rng, ties) == 0)
            advice->action = question->list->action[i];
        best = worth[i];
    }
    reason_give(advice, question->seat);
}
