/*
 * attack.c - an attack, steps 1 to 12 of SH-K8, each a function or two in the order of the clause. What
 * follows the damage is in aftermath.c. A counterattack and a repeat go through the same steps.
 */
#include "bits.h"
#include "state.h"

#include <string.h>

/* ---- 1: targets ---------------------------------------------------------------------------------------- */

uint8_t shadow_reach(const struct shadow_rules *rules, const struct shadow_public *pub, int seat)
{
    if (pub->area[seat] == SHADOW_OFF_BOARD)
        return 0;
    unsigned slots = rules->range[pub->area_slot[pub->area[seat]]];
    if (shadow_has(pub, seat, SHADOW_HANDGUN))
        slots = ~slots & ((1u << SHADOW_SLOTS) - 1); /* SH-K7 */
    return (uint8_t)slots;
}

uint8_t shadow_in_range(const struct shadow_rules *rules, const struct shadow_public *pub, int seat)
{
    uint64_t areas = lan_bytes8(pub->area);
    unsigned mask = 0;
    /* For each area all seats at once; the dead and the seats not at the table are off the board. */
    for (unsigned slots = shadow_reach(rules, pub, seat); slots; slots &= slots - 1)
        mask |= ~(unsigned)lan_bytes_set(lan_bytes_differ(areas, pub->slot_area[__builtin_ctz(slots)]));
    return (uint8_t)(mask & ~(1u << seat));
}

void shadow_enter_attack(struct shadow_play *play)
{
    /* Cards in hand may still bring a seat into range. */
    if (shadow_in_range(play->rules, play->pub, play->pub->active) || play->pub->stash[play->pub->active])
        play->pub->phase = SHADOW_ATTACKING;
    else
        shadow_enter_end(play);
}

static void blur_ask(struct shadow_play *play);

void shadow_attack_begin(struct shadow_play *play, int attacker, unsigned targets, int clause)
{
    struct shadow_public *pub = play->pub;
    pub->attacker = pub->killer = (uint8_t)attacker;
    pub->targets = (uint8_t)targets;
    pub->hit = pub->doubled = pub->d4_alone = pub->blurring = pub->evaded = pub->spear = 0;
    memset(pub->duel, 0, sizeof pub->duel);
    for (unsigned rest = targets; rest;) {
        int target = shadow_clockwise(rest, attacker);
        rest &= ~(1u << target);
        TELL(play, ATTACKED, clause, attacker, target, 0);
    }
    if (play->rules->twice && !shadow_in(pub->doubles, attacker)) {
        pub->phase = SHADOW_DOUBLING;
        return;
    }
    pub->pending = play->rules->blur ? pub->targets & (uint8_t)~pub->blurs : 0;
    blur_ask(play);
}

void shadow_attack(struct shadow_play *play, uint8_t targets, bool volley)
{
    struct shadow_public *pub = play->pub;
    pub->answering = pub->cut = pub->repeated = 0;
    pub->volley = volley;
    shadow_attack_begin(play, pub->active, targets, volley ? SH_B_MACHINE_GUN : SH_K1);
}

/* ---- 2: Double or Lose; 3: Blur ------------------------------------------------------------------------ */

void shadow_doubled(struct shadow_play *play, bool declared)
{
    struct shadow_public *pub = play->pub;
    if (declared) {
        pub->doubles |= shadow_seat_bit(pub->killer);
        pub->doubled = 1;
        TELL(play, DOUBLED, SH_HR7, pub->killer, 0, 0);
    } else {
        TELL(play, DECLINED, SH_HR7, pub->killer, 0, 0);
    }
    if (pub->attacker == SHADOW_NOBODY) {
        shadow_declared(play);
        return;
    }
    pub->pending = play->rules->blur ? pub->targets & (uint8_t)~pub->blurs : 0;
    blur_ask(play);
}

static void horn_ask(struct shadow_play *play);

static void blur_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!pub->pending) {
        horn_ask(play);
        return;
    }
    pub->victim = (uint8_t)shadow_clockwise(pub->pending, pub->attacker);
    pub->pending &= (uint8_t)~shadow_seat_bit(pub->victim);
    pub->phase = SHADOW_BLURRING;
}

void shadow_blurred(struct shadow_play *play, bool declared)
{
    struct shadow_public *pub = play->pub;
    if (declared) {
        pub->blurs |= shadow_seat_bit(pub->victim);
        pub->blurring |= shadow_seat_bit(pub->victim);
        TELL(play, BLURRED, SH_HR6, pub->victim, 0, 0);
    } else {
        TELL(play, DECLINED, SH_HR6, pub->victim, 0, 0);
    }
    blur_ask(play);
}

/* ---- 4: the roll --------------------------------------------------------------------------------------- */

/* Masamune or a revealed Valkyrie roll the d4 alone; a possible hidden Valkyrie is asked (SH-R6). */
static void horn_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->attacker;
    pub->victim = SHADOW_NOBODY;
    pub->d4_alone =
        shadow_has(pub, seat, SHADOW_MASAMUNE) || shadow_shown(play->rules, pub, seat, SHADOW_VALKYRIE);
    bool asked = !pub->d4_alone && shadow_suspect(play->rules, pub, seat, shadow_bit(SHADOW_VALKYRIE));
    pub->phase = asked ? SHADOW_HORNING : SHADOW_STRIKING;
}

void shadow_horned(struct shadow_play *play, bool blown)
{
    struct shadow_public *pub = play->pub;
    if (blown) {
        shadow_use(play, pub->attacker, SHADOW_VALKYRIE);
        pub->d4_alone = 1;
    } else {
        TELL(play, DECLINED, SH_R6, pub->attacker, 0, 0);
    }
    pub->phase = SHADOW_STRIKING;
}

static void blur_dice(struct shadow_play *play);

/*
 * Counts a seat's roll, which advances its stream of dice, and emits it. `d6` or `d4` is 0 for a die not
 * rolled.
 */
static void roll_record(struct shadow_play *play, int seat, int d6, int d4, int clause)
{
    play->pub->rolls[seat]++;
    if (d6 && d4)
        TELL(play, ROLLED, clause, seat, d6 - 1, d4 - 1);
    else if (d6)
        TELL(play, ROLLED_D6, clause, seat, d6 - 1, 0);
    else
        TELL(play, ROLLED_D4, clause, seat, d4 - 1, 0);
}

static int difference(int a, int b)
{
    return a > b ? a - b : b - a;
}

void shadow_struck(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    pub->d6[0] = (uint8_t)d6;
    pub->d4[0] = (uint8_t)d4;
    pub->d6[1] = pub->d4[1] = 0;
    roll_record(play, pub->attacker, d6, d4, pub->d4_alone ? SH_K9 : SH_K2);
    pub->pending = pub->blurring;
    blur_dice(play);
}

/* ---- 5: Blur rolls; 6: the duel's d4s ------------------------------------------------------------------ */

static void duel_dice(struct shadow_play *play);
static void spear_ask(struct shadow_play *play);

static void blur_dice(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (pub->pending) {
        pub->victim = (uint8_t)shadow_clockwise(pub->pending, pub->attacker);
        pub->pending &= (uint8_t)~shadow_seat_bit(pub->victim);
        pub->phase = SHADOW_BLUR_DICE;
        return;
    }
    if (play->rules->duel && !pub->d4_alone)
        pub->pending = pub->targets & (uint8_t)~pub->evaded;
    duel_dice(play);
}

void shadow_blur_rolled(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    int attacker = difference(pub->d6[0], pub->d4[0]), own = difference(d6, d4);
    pub->d6[1] = (uint8_t)d6;
    pub->d4[1] = (uint8_t)d4;
    roll_record(play, pub->victim, d6, d4, SH_HR9);
    if (own >= attacker) {
        pub->evaded |= shadow_seat_bit(pub->victim);
        pub->cut |= pub->attacker == pub->active && !pub->answering;
        TELL(play, EVADED, SH_HR6, pub->victim, 0, 0);
    }
    blur_dice(play);
}

static void duel_dice(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!pub->pending) {
        spear_ask(play);
        return;
    }
    pub->victim = (uint8_t)shadow_clockwise(pub->pending, pub->attacker);
    pub->pending &= (uint8_t)~shadow_seat_bit(pub->victim);
    pub->phase = SHADOW_DUEL_DICE;
}

void shadow_duel_rolled(struct shadow_play *play, int d4)
{
    struct shadow_public *pub = play->pub;
    roll_record(play, pub->victim, 0, d4, SH_HR2);
    pub->duel[pub->victim] = (uint8_t)d4;
    duel_dice(play);
}

/* ---- 7: failure or success; 8: the Spear --------------------------------------------------------------- */

static int base_of(const struct shadow_public *pub, int target)
{
    if (pub->d4_alone)
        return pub->d4[0];
    return difference(pub->d6[0], pub->duel[target] ? pub->duel[target] : pub->d4[0]);
}

/* Targets that the dice hit: dice alone decide success, before cards are added (SH-K9). */
static unsigned dice_hits(const struct shadow_public *pub)
{
    unsigned mask = 0;
    for (unsigned rest = pub->targets & (uint8_t)~pub->evaded; rest; rest &= rest - 1) {
        int target = __builtin_ctz(rest);
        mask |= (unsigned)(base_of(pub, target) > 0) << target;
    }
    return mask;
}

static void damage_deal(struct shadow_play *play);

static void spear_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->attacker;
    pub->victim = SHADOW_NOBODY;
    if (!dice_hits(pub)) {
        TELL(play, MISSED, SH_K2, seat, 0, 0);
    } else if (!pub->doubled && shadow_has(pub, seat, SHADOW_SPEAR) &&
               (pub->possible[seat] & play->rules->side[SHADOW_HUNTER])) {
        if (!shadow_in(pub->revealed, seat)) {
            pub->phase = SHADOW_SPEARING;
            return;
        }
        pub->spear = 1;
    }
    damage_deal(play);
}

void shadow_speared(struct shadow_play *play, bool revealed)
{
    struct shadow_public *pub = play->pub;
    pub->spear = revealed;
    if (revealed)
        shadow_reveal(play, pub->attacker, SH_W_SPEAR_OF_LONGINUS);
    else
        TELL(play, DECLINED, SH_R5, pub->attacker, 0, 0);
    damage_deal(play);
}

/* ---- 9 to 12: modifiers, protection, theft, damage ----------------------------------------------------- */

/* The sum of dice and cards, at least 0. Sets *lost when a declared Double has failed. */
static int damage_of(const struct shadow_public *pub, int target, bool *lost)
{
    enum { WEAPONS = 1 << SHADOW_KNIFE | 1 << SHADOW_CHAINSAW | 1 << SHADOW_AXE };
    int base = base_of(pub, target);
    int robes = shadow_has(pub, pub->attacker, SHADOW_ROBE) + shadow_has(pub, target, SHADOW_ROBE);
    int bonus = __builtin_popcount(pub->equipment[pub->attacker] & WEAPONS) + (pub->spear ? 2 : 0);
    if (pub->doubled) {
        int counted = pub->d4_alone ? base - robes : base;
        *lost |= counted < 1;
        bonus = counted < 1 ? -base : 2;
    } else if (!base) {
        return 0;
    }
    return base + bonus > robes ? base + bonus - robes : 0;
}

static bool protected_from(struct shadow_play *play, int target)
{
    struct shadow_public *pub = play->pub;
    bool barrier = shadow_in(pub->barrier, target);
    if (!barrier && !shadow_in(pub->angel, target))
        return false;
    TELL(play, PROTECTED, barrier ? SH_P_GREGOR : SH_W_GUARDIAN_ANGEL, target, 0, 0);
    return true;
}

static void harm_target(struct shadow_play *play, int target, int damage)
{
    struct shadow_public *pub = play->pub;
    /* The dice hit, and only Robes lower what they deal; of a lost Double the attacker's damage tells. */
    if (!damage && base_of(pub, target) && !pub->doubled && play->rules->base.game->version >= 2)
        TELL(play, UNHURT, SH_W_HOLY_ROBE, target, 0, 0);
    if (!damage || protected_from(play, target))
        return;
    pub->due[target] = (uint8_t)damage;
    pub->hit |= shadow_seat_bit(target);
}

/* SH-HR10: whether a target's die equals the attacker's and Double was not declared. */
static bool critical(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    if (!rules->critical || pub->doubled || pub->d4_alone)
        return false;
    for (unsigned rest = pub->targets & (uint8_t)~pub->evaded; rest; rest &= rest - 1) {
        if (pub->duel[__builtin_ctz(rest)] == pub->d6[0])
            return true;
    }
    return false;
}

static void damage_deal(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    bool lost = false;
    shadow_harm_begin(play, pub->attacker, SH_K2, SHADOW_THEN_STRUCK);
    pub->by_attack = 1;
    for (unsigned rest = pub->targets & (uint8_t)~pub->evaded; rest; rest &= rest - 1) {
        int target = __builtin_ctz(rest);
        harm_target(play, target, damage_of(pub, target, &lost));
    }
    if ((lost || critical(play->rules, pub)) && !shadow_in(pub->barrier, pub->attacker))
        pub->due[pub->attacker] = 1;
    shadow_harm_ask(play);
}

struct shadow_odds shadow_attack_odds(const struct shadow_rules *rules, const struct shadow_public *pub,
                                      int seat, int target)
{
    struct shadow_public tried = *pub;
    struct shadow_odds odds = {0};
    bool lost = false;
    tried.attacker = (uint8_t)seat;
    tried.doubled = tried.spear = 0;
    memset(tried.duel, 0, sizeof tried.duel);
    tried.d4_alone =
        shadow_has(pub, seat, SHADOW_MASAMUNE) || shadow_shown(rules, pub, seat, SHADOW_VALKYRIE);
    bool safe = shadow_in(pub->barrier, target) || shadow_in(pub->angel, target);
    for (int roll = 0; roll < (tried.d4_alone ? 4 : 24); roll++) {
        tried.d6[0] = (uint8_t)(tried.d4_alone ? 0 : roll / 4 + 1);
        tried.d4[0] = (uint8_t)(roll % 4 + 1);
        int damage = safe ? 0 : damage_of(&tried, target, &lost);
        odds.rolls++;
        if (!damage)
            continue;
        if (!odds.hits++ || damage < odds.least)
            odds.least = (uint8_t)damage;
        if (damage > odds.most)
            odds.most = (uint8_t)damage;
    }
    return odds;
}

/* SH-K6, option deal-2: a repeat that deals 2 without dice. */
void shadow_attack_two(struct shadow_play *play, uint8_t targets)
{
    struct shadow_public *pub = play->pub;
    pub->targets = targets;
    pub->hit = pub->evaded = 0;
    shadow_harm_begin(play, pub->attacker, SH_K6, SHADOW_THEN_STRUCK);
    pub->by_attack = 1;
    for (unsigned rest = targets; rest; rest &= rest - 1) {
        TELL(play, ATTACKED, SH_K6, pub->attacker, __builtin_ctz(rest), 0);
        harm_target(play, __builtin_ctz(rest), 2);
    }
    shadow_harm_apply(play);
}
