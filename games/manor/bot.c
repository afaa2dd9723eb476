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
    struct lan_memo *memo;
    const struct manor_earning *believed[MANOR_PLACES]; /* of the places in play */
    /* What each seat's hunters at a place gain when one more comes, which is negative at a shared manor. */
    int32_t growth[MANOR_PLACES][MANOR_SEATS_MAX];
    int32_t sum[MANOR_SEATS_MAX]; /* expected points as it is now, in UNITs */
    /* By what an own hunter counts as: its worth at each place of the mask. */
    int32_t placed[MANOR_WEIGHTS][MANOR_PLACES];
    uint32_t tried[MANOR_WEIGHTS];
};

/* In percent: the factor on each card's weight for every hunter that the manor's owner has put there. */
static const int32_t owner_likes[MANOR_MANORS] = {0, 60, 80, 100, 130, 150, 120, 40};

static int card_weight(uint8_t card)
{
    return manor_card_hunter(card) == MANOR_TANDEM ? MANOR_DOUBLE : MANOR_SINGLE;
}

/* The probabilities, in UNITs, of what a manor is in front of which its owner has put `own` hunters. */
static void belief_fill(const struct manor_view *view, int own, int32_t belief[MANOR_MANORS])
{
    uint32_t weight[MANOR_MANORS] = {0}, sum = 0;
    for (int manor = 1; manor < MANOR_MANORS; manor++) {
        weight[manor] = (uint32_t)view->unseen[manor] * UNIT;
        for (int i = 0; i < own; i++)
            weight[manor] = weight[manor] * (uint32_t)owner_likes[manor] / 100;
        sum += weight[manor];
    }
    for (int manor = 1; manor < MANOR_MANORS && sum; manor++)
        belief[manor] = (int32_t)(weight[manor] * UNIT / sum);
}

/* Only at a shared manor does it matter how many hunters stand there. */
static void earning_fill(const struct manor_rules *rules, const int32_t belief[MANOR_MANORS],
                         struct manor_earning *earning)
{
    for (int weight = 0; weight < MANOR_WEIGHTS; weight++) {
        int hunter = weight == MANOR_DOUBLE ? MANOR_TANDEM : MANOR_BASIC;
        int32_t plain = 0;
        for (int manor = 1; manor < MANOR_SHARED; manor++)
            plain += belief[manor] ? belief[manor] * manor_earned(rules, manor, hunter, 1, false) : 0;
        for (int crowd = 0; crowd <= MANOR_CROWD_MAX; crowd++)
            earning->team[crowd][weight] = plain;
        for (int crowd = 0; crowd <= MANOR_CROWD_MAX && belief[MANOR_SHARED]; crowd++)
            earning->team[crowd][weight] +=
                belief[MANOR_SHARED] * manor_earned(rules, MANOR_SHARED, hunter, crowd, false);
        earning->trap[weight] = belief[MANOR_TRAPPED] * manor_earned(rules, MANOR_TRAPPED, hunter, 1, false);
    }
    earning->filled = true;
}

/* The earnings in front of manors that the thinking seat does not know; anew when other cards are unseen. */
static struct manor_earning *unknown_of(struct thought *thought, int own)
{
    struct manor_unknown *unknown = &thought->memo->unknown[thought->seat];
    if (memcmp(unknown->unseen, thought->view->unseen, sizeof unknown->unseen) != 0) {
        memcpy(unknown->unseen, thought->view->unseen, sizeof unknown->unseen);
        for (int i = 0; i <= MANOR_CROWD_MAX; i++)
            unknown->earning[i].filled = false;
    }
    return &unknown->earning[own];
}

/* The earning of hunters at a place. */
static const struct manor_earning *earning_of(struct thought *thought, int place)
{
    const struct manor_view *view = thought->view;
    int manor = view->manor[place], own = 0, keeper = manor_place_seat(place);
    for (int i = 0; i < view->pub.crowd[place] && !manor; i++)
        own += manor_card_owner(view->pub.front[place][i]) == keeper;
    struct manor_earning *earning = manor ? &thought->memo->known[manor] : unknown_of(thought, own);
    if (!earning->filled) {
        int32_t belief[MANOR_MANORS] = {0};
        if (manor)
            belief[manor] = UNIT;
        else
            belief_fill(view, own, belief);
        earning_fill(thought->rules, belief, earning);
    }
    return earning;
}

static void place_read(struct thought *thought, int place)
{
    const struct manor_public *pub = &thought->view->pub;
    const struct manor_earning *earning = thought->believed[place] = earning_of(thought, place);
    int keeper = manor_place_seat(place), crowd = pub->crowd[place];
    int more = crowd < MANOR_CROWD_MAX ? crowd + 1 : crowd;
    for (int i = 0; i < crowd; i++) {
        int owner = manor_card_owner(pub->front[place][i]), weight = card_weight(pub->front[place][i]);
        thought->sum[owner] += earning->team[crowd][weight];
        thought->sum[keeper] += owner == keeper ? 0 : earning->trap[weight];
        thought->growth[place][owner] += earning->team[more][weight] - earning->team[crowd][weight];
    }
}

static void thought_init(struct thought *thought, const struct lan_rules *rules,
                         const struct lan_question *question)
{
    thought->rules = (const struct manor_rules *)rules;
    thought->view = (const struct manor_view *)question->view;
    thought->seat = question->seat;
    memset(thought->growth, 0, sizeof thought->growth);
    memset(thought->sum, 0, sizeof thought->sum);
    memset(thought->tried, 0, sizeof thought->tried);
    for (uint32_t rest = thought->rules->all; rest; rest &= rest - 1)
        place_read(thought, __builtin_ctz(rest));
}

/* The lead of a seat over its best rival. */
static int32_t lead_of(const struct thought *thought, const int32_t points[MANOR_SEATS_MAX], int seat)
{
    int32_t rival = INT32_MIN;
    for (int other = 0; other < thought->rules->base.seats; other++) {
        if (other != seat && points[other] > rival)
            rival = points[other];
    }
    return points[seat] - rival;
}

/* Adds what changes when a card comes to a place with room, of which nothing else has changed. */
static void card_put(const struct thought *thought, int place, uint8_t card, int32_t points[MANOR_SEATS_MAX])
{
    const struct manor_earning *earning = thought->believed[place];
    int owner = manor_card_owner(card), keeper = manor_place_seat(place);
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++)
        points[seat] += thought->growth[place][seat];
    points[owner] += earning->team[thought->view->pub.crowd[place] + 1][card_weight(card)];
    points[keeper] += owner == keeper ? 0 : earning->trap[card_weight(card)];
}

/* Adds what changes when a card leaves a place of which nothing else has changed. */
static void card_take(const struct thought *thought, int place, uint8_t card, int32_t points[MANOR_SEATS_MAX])
{
    const struct manor_public *pub = &thought->view->pub;
    const struct manor_earning *earning = thought->believed[place];
    int keeper = manor_place_seat(place), crowd = pub->crowd[place];
    for (int i = 0; i < crowd; i++) {
        int weight = card_weight(pub->front[place][i]);
        points[manor_card_owner(pub->front[place][i])] +=
            earning->team[crowd - 1][weight] - earning->team[crowd][weight];
    }
    points[manor_card_owner(card)] -= earning->team[crowd - 1][card_weight(card)];
    points[keeper] -= manor_card_owner(card) == keeper ? 0 : earning->trap[card_weight(card)];
}

/* The lead of the thinking seat after the owner of a card has returned it to the place best for the owner. */
static int32_t lead_after_return(const struct thought *thought, const int32_t without[MANOR_SEATS_MAX],
                                 uint8_t card)
{
    const struct manor_public *pub = &thought->view->pub;
    int owner = manor_card_owner(card);
    int32_t best = INT32_MIN, lead = 0;
    for (uint32_t rest = thought->rules->all & ~((uint32_t)1 << pub->here); rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        int32_t points[MANOR_SEATS_MAX];
        if (pub->crowd[place] == MANOR_CROWD_MAX)
            continue;
        memcpy(points, without, sizeof points);
        card_put(thought, place, card, points);
        int32_t worth = lead_of(thought, points, owner);
        if (worth > best) {
            best = worth;
            lead = owner == thought->seat ? worth : lead_of(thought, points, thought->seat);
        }
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
static int32_t detect_worth(const struct thought *thought, int place)
{
    const struct manor_public *pub = &thought->view->pub;
    int32_t worth = lead_of(thought, thought->sum, thought->seat) + UNIT / 2;
    for (int i = 0; i < pub->crowd[place]; i++)
        worth += manor_card_owner(pub->front[place][i]) == thought->seat ? UNIT / 2 : UNIT / 8;
    return worth;
}

/* The lead when an own hunter comes to a place, worked out once for all hunters that count alike. */
static int32_t place_worth(struct thought *thought, int place, int hunter)
{
    int32_t points[MANOR_SEATS_MAX];
    uint8_t card = MANOR_CARD(thought->seat, hunter);
    int weight = card_weight(card);
    if (!(thought->tried[weight] >> place & 1)) {
        memcpy(points, thought->sum, sizeof points);
        card_put(thought, place, card, points);
        thought->placed[weight][place] = lead_of(thought, points, thought->seat);
        thought->tried[weight] |= (uint32_t)1 << place;
    }
    return thought->placed[weight][place];
}

static int32_t action_worth(struct thought *thought, lan_action action)
{
    const struct manor_public *pub = &thought->view->pub;
    int32_t points[MANOR_SEATS_MAX];
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1), c = lan_action_arg(action, 2);
    memcpy(points, thought->sum, sizeof points);
    switch ((enum manor_action)lan_action_kind(action)) {
    case MANOR_ACTION_TURN_UP: return turn_up_worth(thought, a);
    case MANOR_ACTION_TANDEM: return place_worth(thought, a, MANOR_TANDEM);
    case MANOR_ACTION_DETECT: return detect_worth(thought, a);
    case MANOR_ACTION_PLACE: return place_worth(thought, b, a);
    case MANOR_ACTION_SEND:
        card_take(thought, pub->here, MANOR_CARD(a, b), points);
        return lead_after_return(thought, points, MANOR_CARD(a, b));
    case MANOR_ACTION_CALL:
        card_take(thought, a, MANOR_CARD(b, c), points);
        card_put(thought, pub->here, MANOR_CARD(b, c), points);
        break;
    case MANOR_ACTION_GO: card_put(thought, a, pub->sent, points); break;
    case MANOR_ACTION_END:
    case MANOR_ACTION_DEAL:
    case MANOR_ACTION_FIRST:
    case MANOR_ACTIONS: break;
    }
    return lead_of(thought, points, thought->seat);
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
    struct lan_memo own;
    thought.memo = question->memo;
    if (!thought.memo) {
        memset(&own, 0, sizeof own);
        thought.memo = &own;
    }
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
