/* harm.c - damage and healing, Bob's theft, deaths, and the equipment of the dead. */
#include "bits.h"
#include "state.h"

/* ---- Healing and setting ------------------------------------------------------------------------------- */

void shadow_heal(struct shadow_play *play, int seat, int amount, int clause)
{
    struct shadow_public *pub = play->pub;
    int healed = amount < pub->damage[seat] ? amount : pub->damage[seat];
    pub->damage[seat] = (uint8_t)(pub->damage[seat] - healed);
    if (clause == SH_O3)
        TELL(play, TOTAL, clause, seat, pub->damage[seat], 0);
    else
        TELL(play, HEALED, clause, seat, healed, pub->damage[seat]);
}

void shadow_damage_set(struct shadow_play *play, int seat, int total, int clause)
{
    play->pub->damage[seat] = (uint8_t)total;
    TELL(play, SET, clause, seat, total, 0);
}

/* ---- Damage: begun, added up, asked about, dealt to all at once ---------------------------------------- */

void shadow_harm_begin(struct shadow_play *play, int killer, int because, int then)
{
    struct shadow_public *pub = play->pub;
    pub->killer = (uint8_t)killer;
    pub->because = (uint16_t)because;
    pub->then = (uint8_t)then;
    pub->by_attack = 0;
}

/*
 * Adds damage that is not an attack's: 2 more if doubled, none through a Barrier, and 1 less with a Robe
 * where the option says so.
 */
void shadow_harm_add(struct shadow_play *play, int seat, int amount)
{
    struct shadow_public *pub = play->pub;
    bool told = pub->because != SH_O3;
    if (pub->doubled && seat != pub->killer) {
        pub->landed = 1;
        amount += 2;
    }
    if (shadow_in(pub->barrier, seat)) {
        if (told)
            TELL(play, PROTECTED, SH_P_GREGOR, seat, 0, 0);
        return;
    }
    if (play->rules->robe_all && shadow_has(pub, seat, SHADOW_ROBE)) {
        amount--;
        if (told)
            TELL(play, PROTECTED, SH_O9, seat, 0, 0);
    }
    pub->due[seat] = (uint8_t)(pub->due[seat] + amount);
}

/* Whether as far as everybody knows a seat could be Bob and steal (his other text). */
static bool might_rob(const struct shadow_rules *rules, const struct shadow_public *pub, int seat)
{
    return !rules->bob_sweeps && seat != SHADOW_NOBODY &&
           shadow_suspect(rules, pub, seat, shadow_bit(SHADOW_BOB));
}

/* Asks about the theft from each victim who would take 2 or more and has equipment, clockwise, then deals. */
void shadow_rob_next(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (pub->robbing && might_rob(play->rules, pub, pub->killer)) {
        pub->victim = (uint8_t)shadow_clockwise(pub->robbing, pub->killer);
        pub->robbing &= (uint8_t)~shadow_seat_bit(pub->victim);
        pub->phase = SHADOW_ROBBING;
        return;
    }
    pub->robbing = 0;
    shadow_harm_apply(play);
}

static void rob_begin(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!might_rob(play->rules, pub, pub->killer)) {
        shadow_harm_apply(play);
        return;
    }
    for (unsigned rest = shadow_owners(pub, pub->killer); rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (pub->due[seat] >= 2)
            pub->robbing |= shadow_seat_bit(seat);
    }
    shadow_rob_next(play);
}

/* Step 11 for attacks, and for other damage with bob_scope=any-damage (SH-O12). */
void shadow_harm_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!pub->by_attack && pub->doubled && !pub->landed && !shadow_in(pub->barrier, pub->killer))
        pub->due[pub->killer]++; /* SH-HR7: a base of 0 */
    if (pub->by_attack || play->rules->bob_any)
        rob_begin(play);
    else
        shadow_harm_apply(play);
}

void shadow_rob(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->killer, victim = pub->victim;
    shadow_use(play, seat, SHADOW_BOB);
    shadow_take(play, seat, victim, card);
    TELL(play, TOOK, SH_P_BOB, seat, victim, card);
    pub->due[victim] = 0;
    pub->hit &= (uint8_t)~shadow_seat_bit(victim);
    shadow_rob_next(play);
}

/* ---- Deaths -------------------------------------------------------------------------------------------- */

static void discard_all(struct shadow_play *play, int seat, unsigned equipment, int clause)
{
    for (; equipment; equipment &= equipment - 1)
        shadow_discard(play, seat, __builtin_ctz(equipment), clause);
}

/*
 * The hands of all the dead are discarded together, in the order of cards, so that nobody learns who held
 * which.
 */
static void hands_lost(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    for (int card = SHADOW_EQUIPMENT; card < SHADOW_AID; card++) {
        for (unsigned rest = pub->dying; rest; rest &= rest - 1) {
            int seat = __builtin_ctz(rest);
            while (shadow_hand_count(play->state->hand[seat], card)) {
                shadow_hand_remove(play, seat, card);
                pub->discards[card]++;
                TELL(play, HAND_LOST, SH_C5, card, 0, 0);
            }
        }
    }
}

/* SH-D2: face up and off the board. */
static void seat_die(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    pub->alive &= (uint8_t)~shadow_seat_bit(seat);
    pub->damage[seat] = (uint8_t)shadow_hp(play->state->character[seat]);
    pub->area[seat] = SHADOW_OFF_BOARD;
    pub->extra[seat] = 0;
    pub->angel &= pub->alive;
    pub->barrier &= pub->alive;
    TELL(play, DIED, SH_D1, seat, play->state->character[seat], 0);
    shadow_face_up(play, seat);
    discard_all(play, seat, pub->stash[seat], SH_C6);
    pub->stash[seat] = 0;
}

/* SH-R8: Daniel screams at any death but his own; hidden seats that stay silent are not Daniel. */
static void scream(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!play->rules->abilities)
        return;
    for (unsigned rest = pub->alive & ~(unsigned)(pub->revealed | pub->cursed); rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (play->state->character[seat] == SHADOW_DANIEL)
            shadow_reveal(play, seat, SH_P_DANIEL);
        else
            shadow_exclude(play, seat, shadow_bit(SHADOW_DANIEL));
    }
}

/*
 * Bryan must reveal when his attack kills a character of 12 HP or less; a killer who does not reveal is not
 * Bryan.
 */
static void my_god(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int killer = pub->killer;
    if (!play->rules->abilities || !shadow_in(pub->alive & ~(unsigned)(pub->revealed | pub->cursed), killer))
        return;
    for (unsigned rest = pub->dying; rest; rest &= rest - 1) {
        if (shadow_hp(play->state->character[__builtin_ctz(rest)]) > 12)
            continue;
        if (play->state->character[killer] == SHADOW_BRYAN)
            shadow_reveal(play, killer, SH_P_BRYAN);
        else
            shadow_exclude(play, killer, shadow_bit(SHADOW_BRYAN));
        return;
    }
}

/* SH-X3: the first to die becomes the judge; of several, the first clockwise from the active player. */
static void judge_appoint(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    struct shadow_state *state = play->state;
    int from = pub->active ? pub->active - 1 : play->rules->base.seats - 1;
    if (!play->rules->extra || pub->judge != SHADOW_NOBODY)
        return;
    pub->judge = (uint8_t)shadow_clockwise(pub->dying, from);
    for (int seat = 0; seat < play->rules->base.seats; seat++)
        state->knows[pub->judge][seat] &= ~shadow_bit(state->left_over);
    TELL(play, JUDGE, SH_X1, pub->judge, state->left_over, 0);
}

static void loot_next(struct shadow_play *play);

static void deaths_carry_out(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!pub->first_dead)
        pub->first_dead = pub->dying;
    for (unsigned rest = pub->dying; rest;) {
        int seat = shadow_clockwise(rest, pub->active ? pub->active - 1 : play->rules->base.seats - 1);
        rest &= ~(1u << seat);
        seat_die(play, seat);
    }
    if (play->rules->hand)
        hands_lost(play);
    scream(play);
    if (pub->by_attack && pub->killer != SHADOW_NOBODY)
        my_god(play);
    judge_appoint(play);
    pub->looting = pub->dying;
    pub->sweep = pub->by_attack && shadow_has(pub, pub->killer, SHADOW_ROSARY);
    loot_next(play);
}

/* Kills without dealing damage: the coup de grâce. */
void shadow_kill(struct shadow_play *play, int seat)
{
    play->pub->dying = shadow_seat_bit(seat);
    deaths_carry_out(play);
}

/* ---- Loot (SH-D3, SH-D4, SH-D6) ------------------------------------------------------------------------ */

static void harm_done(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    bool died = pub->dying != 0;
    if ((died || pub->gained) && shadow_victory(play))
        return;
    pub->dying = pub->sweep = 0;
    switch (pub->then) {
    case SHADOW_THEN_STRUCK: shadow_attack_settled(play); break;
    case SHADOW_THEN_COUP: shadow_coup_next(play); break;
    case SHADOW_THEN_REPEAT: shadow_repeat_paid(play); break;
    default:
        /* Cleared, so that no later field tells whether a Hermit card hurt a protected seat. */
        pub->killer = SHADOW_NOBODY;
        pub->because = 0;
        if (play->state->held != SHADOW_CARDS)
            shadow_hermit_done(play);
        else
            shadow_step_end(play);
        break;
    }
}

/* Whether the killer may take equipment from this victim. */
static bool may_loot(const struct shadow_play *play, int victim)
{
    const struct shadow_public *pub = play->pub;
    return pub->killer != SHADOW_NOBODY && pub->killer != victim && shadow_in(pub->alive, pub->killer) &&
           (pub->by_attack || !play->rules->loot_attack_only);
}

static void loot_take(struct shadow_play *play, int victim, int card, int clause)
{
    shadow_take(play, play->pub->killer, victim, card);
    TELL(play, TOOK, clause, play->pub->killer, victim, card);
}

static void loot_every(struct shadow_play *play, int victim, int clause)
{
    for (unsigned rest = play->pub->equipment[victim]; rest; rest &= rest - 1)
        loot_take(play, victim, __builtin_ctz(rest), clause);
}

/* Settles the loot of a victim where it needs no choice. Returns true when the killer has to choose. */
static bool loot_settle(struct shadow_play *play, int victim)
{
    struct shadow_public *pub = play->pub;
    unsigned equipment = pub->equipment[victim];
    if (!may_loot(play, victim)) {
        pub->equipment[victim] = 0;
        discard_all(play, victim, equipment,
                    pub->by_attack || !play->rules->loot_attack_only ? SH_D4 : SH_O5);
    } else if (pub->sweep) {
        loot_every(play, victim, SH_W_SILVER_ROSARY);
    } else if (pub->by_attack && play->rules->bob_sweeps &&
               shadow_shown(play->rules, pub, pub->killer, SHADOW_BOB)) {
        loot_every(play, victim, SH_P_BOB);
    } else if (equipment & (equipment - 1)) {
        return true;
    } else if (equipment) {
        loot_take(play, victim, __builtin_ctz(equipment), SH_D3);
    }
    return false;
}

static void loot_next(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int from = pub->killer == SHADOW_NOBODY ? pub->active : pub->killer;
    while (pub->looting) {
        int victim = shadow_clockwise(pub->looting, from);
        pub->looting &= (uint8_t)~shadow_seat_bit(victim);
        if (loot_settle(play, victim)) {
            pub->victim = (uint8_t)victim;
            pub->phase = SHADOW_LOOTING;
            return;
        }
    }
    harm_done(play);
}

void shadow_loot(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    int victim = pub->victim;
    loot_take(play, victim, card, SH_D3);
    discard_all(play, victim, pub->equipment[victim], SH_D6);
    pub->equipment[victim] = 0;
    loot_next(play);
}

void shadow_loot_all(struct shadow_play *play)
{
    shadow_use(play, play->pub->killer, SHADOW_BOB);
    loot_every(play, play->pub->victim, SH_P_BOB);
    loot_next(play);
}

/* ---- All damage at once -------------------------------------------------------------------------------- */

/* Damage stops at the character's HP: the excess of the blow is never shown. */
static void harm_seat(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    int hp = shadow_hp(play->state->character[seat]), left = hp - pub->damage[seat];
    int amount = pub->due[seat] < left ? pub->due[seat] : left;
    pub->due[seat] = 0;
    pub->damage[seat] = (uint8_t)(pub->damage[seat] + amount);
    if (pub->because == SH_O3)
        TELL(play, TOTAL, SH_O3, seat, pub->damage[seat], 0);
    else
        TELL(play, HURT, pub->because, seat, amount, pub->damage[seat]);
    if (amount == left)
        pub->dying |= shadow_seat_bit(seat);
    else if (pub->damage[seat] >= 8 && !shadow_in(pub->revealed, seat))
        shadow_exclude(play, seat, ~play->rules->survive[pub->damage[seat]]);
}

void shadow_harm_apply(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    for (unsigned hurt = lan_bytes_set(lan_bytes8(pub->due)) & pub->alive; hurt; hurt &= hurt - 1)
        harm_seat(play, __builtin_ctz(hurt));
    if (pub->dying)
        deaths_carry_out(play);
    else
        harm_done(play);
}
