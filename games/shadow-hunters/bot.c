/*
 * bot.c - a hand-written player of Shadow Hunters, from the view and the told events alone.
 *
 * Everything is measured in points of damage to an enemy; belief.c says who is one. This file sees no state.
 */
#include "belief.h"

/* In points: a death, being known, a point of one's own damage. */
static const float death = 6, known = 1.5f, own_damage = 1.1f;

static const float equipment_worth[SHADOW_EQUIPMENT] = {
    [SHADOW_TALISMAN] = 0.5f, [SHADOW_SPEAR] = 1.5f,    [SHADOW_ROBE] = 1.0f,    [SHADOW_ROSARY] = 0.8f,
    [SHADOW_COMPASS] = 1.0f,  [SHADOW_BROOCH] = 0.7f,   [SHADOW_KNIFE] = 2.0f,   [SHADOW_CHAINSAW] = 2.0f,
    [SHADOW_AXE] = 2.0f,      [SHADOW_MASAMUNE] = 1.5f, [SHADOW_HANDGUN] = 1.5f, [SHADOW_MACHINE_GUN] = 0.8f,
};

/* What attacks on the seats found so far are worth: one seat is in range of several areas. */
struct shadow_attacks {
    float worth[SHADOW_SEATS_MAX];
    unsigned found;
};

static bool is_me(const struct shadow_belief *belief, int character)
{
    return belief->view->character == character;
}

static bool revealed(const struct shadow_belief *belief)
{
    return belief->view->pub.revealed >> belief->seat & 1;
}

static int own_hp_left(const struct shadow_belief *belief)
{
    int character = belief->view->character;
    return character < SHADOW_CHARACTERS
               ? shadow_character_facts[character].hp - belief->view->pub.damage[belief->seat]
               : SHADOW_HP_MAX;
}

/* Daniel and Catherine may win by dying first. */
static bool wants_death(const struct shadow_belief *belief)
{
    bool none_dead = belief->view->pub.alive == (1u << belief->rules->base.seats) - 1;
    return none_dead && (is_me(belief, SHADOW_DANIEL) || is_me(belief, SHADOW_CATHERINE));
}

/* ---- Harm and help ------------------------------------------------------------------------------------- */

static float harm(const struct shadow_belief *belief, int seat, int damage)
{
    if (damage <= 0)
        return 0;
    if (seat == belief->seat) {
        float worth = own_damage * (float)damage + (damage >= own_hp_left(belief) ? 3 * death : 0);
        return wants_death(belief) ? worth : -worth * (1 + 2.0f / (float)(1 + own_hp_left(belief)));
    }
    float kill = shadow_belief_kill_chance(belief, seat, damage);
    /* Before the first death, the death of another seat costs them this chance. */
    return belief->enemy[seat] * ((float)damage + death * kill) - (wants_death(belief) ? death * kill : 0);
}

static float help(const struct shadow_belief *belief, int seat, int amount)
{
    int damage = belief->view->pub.damage[seat];
    return -harm(belief, seat, amount < damage ? amount : damage) - 0.01f;
}

/* Setting a seat's damage to a number: First Aid and Dynamite Nurse. */
static float set_to(const struct shadow_belief *belief, int seat, int total)
{
    int damage = belief->view->pub.damage[seat];
    return total > damage ? harm(belief, seat, total - damage) : help(belief, seat, damage - total);
}

static int attack_bonus(const struct shadow_belief *belief, int target)
{
    const struct shadow_public *pub = &belief->view->pub;
    unsigned mine = pub->equipment[belief->seat];
    int bonus =
        (int)(mine >> SHADOW_KNIFE & 1) + (int)(mine >> SHADOW_CHAINSAW & 1) + (int)(mine >> SHADOW_AXE & 1);
    bonus -= (int)(mine >> SHADOW_ROBE & 1) + (pub->equipment[target] >> SHADOW_ROBE & 1);
    if (belief->side == SHADOW_HUNTER && revealed(belief) && mine >> SHADOW_SPEAR & 1)
        bonus += 2;
    return bonus;
}

/* How many of the 24 pairs of dice give each damage: the difference of both, or the d4 alone. */
enum { HIT_MAX = 5, PAIRS = 24 };
static const float pairs_differ[HIT_MAX + 1] = {4, 7, 6, 4, 2, 1}, pairs_d4[HIT_MAX + 1] = {0, 6, 6, 6, 6, 0};

static float attack_find(const struct shadow_belief *belief, int target)
{
    const struct shadow_public *pub = &belief->view->pub;
    bool d4_alone = pub->equipment[belief->seat] >> SHADOW_MASAMUNE & 1 ||
                    (is_me(belief, SHADOW_VALKYRIE) && revealed(belief));
    const float *pairs = d4_alone ? pairs_d4 : pairs_differ;
    int bonus = attack_bonus(belief, target);
    float worth = 0;
    if ((pub->angel | pub->barrier) >> target & 1)
        return -0.1f;
    for (int hit = 1; hit <= HIT_MAX; hit++)
        worth += pairs[hit] * harm(belief, target, hit + bonus);
    return worth / PAIRS - 0.3f;
}

/* The worth of an attack, found once for each target. */
static float attack_worth(const struct shadow_belief *belief, int target)
{
    struct shadow_attacks *attacks = belief->attacks;
    if (!(attacks->found >> target & 1)) {
        attacks->worth[target] = attack_find(belief, target);
        attacks->found |= 1u << target;
    }
    return attacks->worth[target];
}

static unsigned in_range(const struct shadow_belief *belief, int area)
{
    const struct shadow_public *pub = &belief->view->pub;
    unsigned seats = 0, slots;
    if (area >= SHADOW_AREAS)
        return 0;
    slots = belief->rules->range[pub->area_slot[area]];
    if (pub->equipment[belief->seat] >> SHADOW_HANDGUN & 1)
        slots = ~slots;
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        if (seat != belief->seat && pub->alive >> seat & 1 && pub->area[seat] < SHADOW_AREAS &&
            slots >> pub->area_slot[pub->area[seat]] & 1)
            seats |= 1u << seat;
    }
    return seats;
}

/* The best attack from an area, 0 if none is good; with the Machine Gun on all in range or none. */
static float range_worth(const struct shadow_belief *belief, int area)
{
    unsigned seats = in_range(belief, area);
    bool volley = belief->view->pub.equipment[belief->seat] >> SHADOW_MACHINE_GUN & 1;
    float best = 0, sum = 0;
    for (; seats; seats &= seats - 1) {
        float worth = attack_worth(belief, __builtin_ctz(seats));
        sum += worth;
        if (worth > best)
            best = worth;
    }
    return volley ? (sum > 0 ? sum : 0) : best;
}

/* ---- Things and places --------------------------------------------------------------------------------- */

static float card_worth(const struct shadow_belief *belief, int card)
{
    if (is_me(belief, SHADOW_BOB))
        return 4;
    if (is_me(belief, SHADOW_DAVID) && card <= SHADOW_ROSARY)
        return 8;
    if (card == SHADOW_SPEAR && belief->side != SHADOW_HUNTER)
        return 0.3f;
    return equipment_worth[card];
}

static float steal_worth(const struct shadow_belief *belief, int seat, int card)
{
    return card_worth(belief, card) + belief->enemy[seat] * equipment_worth[card];
}

static float steal_best(const struct shadow_belief *belief)
{
    float best = 0;
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        if (seat == belief->seat)
            continue;
        for (unsigned cards = belief->view->pub.equipment[seat]; cards; cards &= cards - 1) {
            float worth = steal_worth(belief, seat, __builtin_ctz(cards));
            if (worth > best)
                best = worth;
        }
    }
    return best;
}

static float woods_best(const struct shadow_belief *belief)
{
    float best = 0;
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        if (!(belief->view->pub.alive >> seat & 1))
            continue;
        bool brooch = belief->view->pub.equipment[seat] >> SHADOW_BROOCH & 1;
        float hurt = brooch ? 0 : harm(belief, seat, 2), heal = help(belief, seat, 1);
        best = hurt > best ? hurt : best;
        best = heal > best ? heal : best;
    }
    return best;
}

/* How uncertain a seat's side is, 0 to 1. */
static float doubt(const struct shadow_belief *belief, int seat)
{
    const float *is = belief->is[seat];
    float most = is[0] > is[1] ? is[0] : is[1];
    most = is[2] > most ? is[2] : most;
    return 1 - most;
}

static float doubt_most(const struct shadow_belief *belief)
{
    float most = 0;
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        if (belief->view->pub.alive >> seat & 1 && doubt(belief, seat) > most)
            most = doubt(belief, seat);
    }
    return most;
}

static float deck_worth(const struct shadow_belief *belief, int deck)
{
    if (deck == SHADOW_HERMIT)
        return 2.2f * doubt_most(belief) + 0.3f;
    /* White cards heal and protect; black cards hurt others and sometimes oneself. */
    return deck == SHADOW_WHITE ? 1.0f + 0.08f * (float)belief->view->pub.damage[belief->seat] : 1.1f;
}

static float area_worth(const struct shadow_belief *belief, int area)
{
    float gate = deck_worth(belief, SHADOW_HERMIT), black = deck_worth(belief, SHADOW_BLACK);
    float worth = range_worth(belief, area);
    switch (area) {
    case SHADOW_CABIN: return worth + gate;
    case SHADOW_GATE: return worth + (gate > black ? gate : black) + 0.2f;
    case SHADOW_CHURCH: return worth + deck_worth(belief, SHADOW_WHITE);
    case SHADOW_CEMETERY: return worth + black;
    case SHADOW_WOODS: return worth + woods_best(belief);
    case SHADOW_ALTAR: return worth + steal_best(belief);
    default: return worth;
    }
}

/* ---- Hermit cards -------------------------------------------------------------------------------------- */

/* What giving the card does to a seat, and what its answer would tell. */
static float give_worth(const struct shadow_belief *belief, int seat)
{
    int card = belief->view->held;
    if (card < SHADOW_VISION_FIRST || card >= SHADOW_CARDS || seat == belief->seat)
        return -1;
    const struct shadow_vision_facts *vision = &shadow_vision_facts[card - SHADOW_VISION_FIRST];
    float fits = 0;
    for (int c = 0; c < SHADOW_CHARACTERS; c++) {
        if (belief->rules->fits[card] >> c & 1)
            fits += belief->chance[seat][c];
    }
    float unsure = fits < 0.5f ? fits : 1 - fits;
    bool hurts = vision->does == SHADOW_VISION_HURT || vision->does == SHADOW_VISION_GIVE ||
                 (vision->does == SHADOW_VISION_HEAL && !belief->view->pub.damage[seat]);
    float effect = vision->does == SHADOW_VISION_SHOW ? 2 * doubt(belief, seat)
                   : hurts                            ? harm(belief, seat, vision->amount)
                                                      : help(belief, seat, vision->amount);
    return fits * effect + 2 * unsure * (0.2f + doubt(belief, seat));
}

/* Only Unknown has a choice here, and answers as a Hunter would, since several players are Hunters. */
static float accept_worth(const struct shadow_belief *belief)
{
    int card = belief->view->held;
    if (card < SHADOW_VISION_FIRST || card >= SHADOW_CARDS)
        return 0;
    bool hunters = belief->rules->fits[card] & belief->rules->side[SHADOW_HUNTER];
    int amount = shadow_vision_facts[card - SHADOW_VISION_FIRST].amount;
    if (shadow_vision_facts[card - SHADOW_VISION_FIRST].does != SHADOW_VISION_HEAL &&
        amount >= own_hp_left(belief))
        return -5;
    return hunters ? 1 : -1;
}

/* ---- Abilities and reactions --------------------------------------------------------------------------- */

static float reveal_cost(const struct shadow_belief *belief)
{
    return revealed(belief) ? 0 : known;
}

static float reveal_worth(const struct shadow_belief *belief)
{
    const struct shadow_public *pub = &belief->view->pub;
    switch (pub->phase) {
    case SHADOW_UNVEILING: return own_damage * (float)pub->damage[belief->seat] - reveal_cost(belief) - 1.5f;
    case SHADOW_SPEARING: {
        float worth = -reveal_cost(belief);
        for (unsigned rest = pub->targets; rest; rest &= rest - 1)
            worth += harm(belief, __builtin_ctz(rest), 2);
        return worth;
    }
    default: return -known;
    }
}

/* The worth of a target for the card or ability in play. */
static float target_worth(const struct shadow_belief *belief, int seat)
{
    switch (belief->view->pub.card) {
    case SHADOW_BLESSING: return help(belief, seat, 3);
    case SHADOW_FIRST_AID: return set_to(belief, seat, 7);
    case SHADOW_DOLL: return harm(belief, seat, 3);
    default: return harm(belief, seat, 2);
    }
}

static float play_worth(const struct shadow_belief *belief, int card)
{
    int damage = belief->view->pub.damage[belief->seat];
    switch (card) {
    case SHADOW_HOLY_WATER: return help(belief, belief->seat, 2) - 1;
    case SHADOW_ADVENT:
    case SHADOW_CHOCOLATE:
    case SHADOW_RITUAL: return 0.5f * (float)damage - 2;
    case SHADOW_FIRST_AID: return damage > 9 ? 3.0f : 0.2f;
    default: return 0.5f;
    }
}

static float ability_worth(const struct shadow_belief *belief, enum shadow_action kind, int seat)
{
    const struct shadow_public *pub = &belief->view->pub;
    int damage = pub->damage[belief->seat], dead = belief->rules->base.seats - __builtin_popcount(pub->alive);
    float cost = reveal_cost(belief);
    switch (kind) {
    case SHADOW_ACTION_LIGHTNING: return harm(belief, seat, 4) - cost - 1.5f;
    case SHADOW_ACTION_DEMOLISH: return harm(belief, seat, 3) - cost - 1;
    case SHADOW_ACTION_RAY: return harm(belief, seat, 3) - cost;
    case SHADOW_ACTION_CURSE: return 2 * belief->enemy[seat] - cost;
    case SHADOW_ACTION_NURSE: return set_to(belief, seat, 7) - cost - 3;
    case SHADOW_ACTION_STIGMATA: return damage && !wants_death(belief) ? 1 - cost : -1;
    case SHADOW_ACTION_LOVE: return own_hp_left(belief) <= 3 ? 8 : -1;
    case SHADOW_ACTION_BARRIER: return own_hp_left(belief) <= 5 ? 4 - cost : -1;
    case SHADOW_ACTION_MULTIPLY: return 2.5f * (float)dead - cost - 2;
    case SHADOW_ACTION_SUCK: return help(belief, belief->seat, 2) - cost;
    case SHADOW_ACTION_HORN: return 1 - cost;
    case SHADOW_ACTION_COUNTER: return attack_worth(belief, pub->attacker) - cost + 0.5f;
    case SHADOW_ACTION_LAST_STAND: return attack_worth(belief, pub->attacker);
    case SHADOW_ACTION_FEAST: return attack_worth(belief, seat) + harm(belief, belief->seat, 2) - cost;
    case SHADOW_ACTION_CAPRICCIO: return -0.5f;
    default: return 0;
    }
}

static float volley_worth(const struct shadow_belief *belief)
{
    float sum = 0;
    for (unsigned rest = in_range(belief, belief->view->pub.area[belief->seat]); rest; rest &= rest - 1)
        sum += attack_worth(belief, __builtin_ctz(rest));
    return sum;
}

/* The worth of the area of one of the Compass' rolls; on a 7 of the best area. */
static float roll_worth(const struct shadow_belief *belief, int roll)
{
    const struct shadow_public *pub = &belief->view->pub;
    int sum = pub->move_d6[roll] + pub->move_d4[roll];
    int area = sum < 11 ? shadow_area_of_sum[sum] : SHADOW_OFF_BOARD;
    float best = 0;
    if (area < SHADOW_AREAS)
        return area_worth(belief, area);
    for (int each = 0; each < SHADOW_AREAS; each++) {
        float worth = area_worth(belief, each);
        best = worth > best ? worth : best;
    }
    return best;
}

static float teleport_worth(const struct shadow_belief *belief, int area)
{
    float sum = 0;
    for (int each = 0; each < SHADOW_AREAS; each++)
        sum += area_worth(belief, each);
    return area_worth(belief, area) - sum / SHADOW_AREAS - reveal_cost(belief);
}

static float action_worth(const struct shadow_belief *belief, lan_action action)
{
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    enum shadow_action kind = (enum shadow_action)lan_action_kind(action);
    switch (kind) {
    case SHADOW_ACTION_COMPASS: return 0.5f;
    case SHADOW_ACTION_TELEPORT: return teleport_worth(belief, a);
    case SHADOW_ACTION_PICK: return roll_worth(belief, a);
    case SHADOW_ACTION_GO: return area_worth(belief, a);
    case SHADOW_ACTION_DRAW: return deck_worth(belief, a);
    case SHADOW_ACTION_HURT: return harm(belief, a, 2);
    case SHADOW_ACTION_HEAL: return help(belief, a, 1);
    case SHADOW_ACTION_STEAL:
    case SHADOW_ACTION_STASH: return steal_worth(belief, a, b) + (kind == SHADOW_ACTION_STEAL ? 0.1f : 0);
    case SHADOW_ACTION_TARGET: return target_worth(belief, a);
    case SHADOW_ACTION_DONATE: return -card_worth(belief, b) - belief->enemy[a] * equipment_worth[b];
    case SHADOW_ACTION_PLAY: return play_worth(belief, a);
    case SHADOW_ACTION_EQUIP: return 0.3f;
    case SHADOW_ACTION_DISCARD: return -1;
    case SHADOW_ACTION_GIVE: return give_worth(belief, a);
    case SHADOW_ACTION_ACCEPT: return accept_worth(belief);
    case SHADOW_ACTION_GIFT: return accept_worth(belief) + own_damage - card_worth(belief, a);
    case SHADOW_ACTION_REVEAL: return reveal_worth(belief);
    case SHADOW_ACTION_ATTACK: return attack_worth(belief, a);
    case SHADOW_ACTION_VOLLEY: return volley_worth(belief);
    case SHADOW_ACTION_ROB:
    case SHADOW_ACTION_LOOT:
    case SHADOW_ACTION_DIG: return card_worth(belief, a);
    case SHADOW_ACTION_LOOT_ALL: return 10;
    case SHADOW_ACTION_COUP:
        return belief->view->pub.victim < LAN_SEATS_MAX ? belief->enemy[belief->view->pub.victim] : 0;
    case SHADOW_ACTION_DOUBLE: return -0.2f;
    case SHADOW_ACTION_BLUR: return own_hp_left(belief) <= 6 && !wants_death(belief) ? 1 : -1;
    default: return ability_worth(belief, kind, a);
    }
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

/* Where an area has only one deck, the reason is for drawing at all. */
static bool deck_reason_give(const struct shadow_belief *belief, struct lan_advice *advice)
{
    static const uint16_t clauses[SHADOW_AREAS] = {
        [SHADOW_CABIN] = SH_A1, [SHADOW_CHURCH] = SH_A2, [SHADOW_CEMETERY] = SH_A3};
    int area = belief->view->pub.area[belief->seat];
    if (lan_action_kind(advice->action) != SHADOW_ACTION_DRAW || area >= SHADOW_AREAS || !clauses[area])
        return false;
    advice->clause = clauses[area];
    lan_advice_reason(advice, "A card from here may well help me.", "Une carte d'ici peut bien m'aider.");
    return true;
}

static void reason_give(struct lan_advice *advice)
{
    static const struct {
        uint16_t clause;
        const char *en, *fr;
    } reasons[SHADOW_ACTIONS] = {
        [SHADOW_ACTION_GO] = {SH_M2, "From there I can do the most.",
                              "C'est de là que je peux faire le plus."},
        [SHADOW_ACTION_PICK] = {SH_M4, "From there I can do the most.",
                                "C'est de là que je peux faire le plus."},
        [SHADOW_ACTION_COMPASS] = {SH_M4, "Two rolls leave me a choice.",
                                   "Deux lancers me laissent le choix."},
        [SHADOW_ACTION_DRAW] = {SH_A4, "That deck serves me best now.",
                                "C'est la pioche qui me sert le mieux."},
        [SHADOW_ACTION_HURT] = {SH_A5, "By all that I have seen this is an enemy.",
                                "D'après ce que j'ai vu, c'est un ennemi."},
        [SHADOW_ACTION_HEAL] = {SH_A5, "The damage hurts my side.", "Ces blessures coûtent à mon camp."},
        [SHADOW_ACTION_STEAL] = {SH_A6, "It is worth more with me.", "Elle vaut plus chez moi."},
        [SHADOW_ACTION_GIVE] = {SH_H1, "The answer will tell me the most.",
                                "C'est sa réponse qui m'en dira le plus."},
        [SHADOW_ACTION_ACCEPT] = {SH_H1, "So I answer as I should, or seem to.",
                                  "Je réponds comme je dois, ou comme il faut paraître."},
        [SHADOW_ACTION_NOTHING] = {SH_H1, "So I answer as I should, or seem to.",
                                   "Je réponds comme je dois, ou comme il faut paraître."},
        [SHADOW_ACTION_ATTACK] = {SH_K1, "The most likely enemy within reach.",
                                  "L'ennemi le plus probable à ma portée."},
        [SHADOW_ACTION_SKIP] = {SH_T1, "Nothing here would help me.", "Rien ici ne m'aiderait."},
        [SHADOW_ACTION_REVEAL] = {SH_R1, "Now it pays to be known.",
                                  "Il vaut la peine d'être connu, maintenant."},
        [SHADOW_ACTION_PASS] = {SH_R5, "I would rather stay unknown.", "J'aime mieux rester inconnu."},
        [SHADOW_ACTION_LOOT] = {SH_D6, "The best of what was left.", "Le meilleur de ce qui reste."},
    };
    int kind = lan_action_kind(advice->action);
    if (reasons[kind].en) {
        advice->clause = reasons[kind].clause;
        lan_advice_reason(advice, reasons[kind].en, reasons[kind].fr);
        return;
    }
    advice->clause = SH_T1;
    lan_advice_reason(advice, "By what I believe of the others this gains the most.",
                      "D'après ce que je crois des autres, c'est le plus utile.");
}

/* In thousandths of a point. */
static int32_t worth_of(const struct shadow_belief *belief, lan_action action)
{
    return (int32_t)(1000 * action_worth(belief, action));
}

void shadow_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth)
{
    struct shadow_attacks attacks = {.found = 0};
    struct shadow_belief belief;
    belief.attacks = &attacks;
    shadow_belief_init(&belief, rules, question);
    for (int i = 0; i < question->list->count; i++)
        worth[i] = worth_of(&belief, question->list->action[i]);
}

void shadow_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                   struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    struct shadow_attacks attacks = {.found = 0};
    struct shadow_belief belief;
    int32_t best = INT32_MIN;
    uint32_t ties = 0;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    belief.attacks = &attacks;
    shadow_belief_init(&belief, rules, question);
    for (int i = from; i < to; i++) {
        int32_t worth = worth_of(&belief, list->action[i]);
        if (worth < best)
            continue;
        ties = worth > best ? 1 : ties + 1;
        if (worth > best || lan_rng_below(rng, ties) == 0)
            advice->action = list->action[i];
        best = worth;
    }
    advice->decline = question->optional && best <= 0;
    if (advice->decline) {
        advice->clause = SH_R1;
        lan_advice_reason(advice, "The time for it has not come.", "Le moment n'est pas venu.");
        return;
    }
    if (!deck_reason_give(&belief, advice))
        reason_give(advice);
}
