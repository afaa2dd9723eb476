/* turn.c - turns, steps, moving, and the effects of areas. */
#include "state.h"

/* ---- Steps (SH-R4) ------------------------------------------------------------------------------------- */

void shadow_step_begin(struct shadow_play *play, int actor, int after)
{
    play->pub->actor = (uint8_t)actor;
    play->pub->after = (uint8_t)after;
}

static void resume(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    switch (pub->after) {
    case SHADOW_ATTACKING: shadow_enter_attack(play); break;
    case SHADOW_ENDING: shadow_enter_end(play); break;
    case SHADOW_LOSING: shadow_lose(play); break;
    default: pub->phase = pub->after; break;
    }
}

void shadow_step_end(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int actor = pub->actor, card = pub->card;
    if (card != SHADOW_CARDS) {
        pub->card = SHADOW_CARDS;
        if (card == SHADOW_BAT && shadow_in(pub->alive, actor))
            shadow_heal(play, actor, 1, SH_B_VAMPIRE_BAT);
        shadow_discard(play, actor, card, SH_C1);
    }
    pub->actor = pub->victim = SHADOW_NOBODY;
    pub->ability = SHADOW_CHARACTERS;
    pub->doubled = pub->landed = 0;
    if (pub->gained && shadow_victory(play))
        return;
    if (!shadow_in(pub->alive, pub->active))
        shadow_turn_end(play); /* SH-D5 */
    else
        resume(play);
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

void shadow_turn_begin(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    if (pub->turns == SHADOW_TURNS_MAX) {
        int clause = play->rules->base.game->version < 2 ? SH_V1 : SH_L1;
        TELL(play, LIMIT, clause, pub->turns, 0, 0);
        shadow_finish(play, clause, 0);
        return;
    }
    pub->turns++;
    pub->active = (uint8_t)seat;
    pub->began = pub->compass = 0;
    pub->angel &= (uint8_t)~shadow_seat_bit(seat);
    pub->barrier &= (uint8_t)~shadow_seat_bit(seat);
    pub->phase = SHADOW_STARTING;
    TELL(play, TURN, SH_T1, seat, 0, 0);
    if (shadow_shown(play->rules, pub, seat, SHADOW_CATHERINE)) {
        pub->began = 1;
        shadow_heal(play, seat, 1, SH_P_CATHERINE);
    }
}

void shadow_turn_end(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->active;
    pub->cut = 0;
    if (pub->extra[seat]) {
        pub->extra[seat]--;
        shadow_turn_begin(play, seat);
    } else {
        shadow_turn_begin(play, shadow_clockwise(pub->alive, seat));
    }
}

/* Whether as far as everybody knows the seat could have something to do at the end of its turn. */
static bool end_asked(const struct shadow_rules *rules, const struct shadow_public *pub, int seat)
{
    uint32_t enders = shadow_bit(SHADOW_GREGOR) | shadow_bit(SHADOW_WIGHT);
    if (rules->end_step)
        enders |= shadow_bit(SHADOW_ALLIE) | shadow_bit(SHADOW_DAVID);
    if (pub->hand[seat][SHADOW_WHITE] || pub->hand[seat][SHADOW_BLACK] || pub->stash[seat])
        return true;
    return !shadow_in(pub->used, seat) && shadow_suspect(rules, pub, seat, enders);
}

void shadow_enter_end(struct shadow_play *play)
{
    if (end_asked(play->rules, play->pub, play->pub->active))
        play->pub->phase = SHADOW_ENDING;
    else
        shadow_turn_end(play);
}

/* SH-HR1 and SH-HR12: cards still in hand at the end of the turn must be played or are discarded. */
void shadow_lose(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->active;
    bool empty = !pub->hand[seat][SHADOW_WHITE] && !pub->hand[seat][SHADOW_BLACK];
    if (!play->rules->lose_it || empty) {
        shadow_turn_end(play);
        return;
    }
    pub->phase = SHADOW_LOSING;
    TELL(play, HAND_DUE, SH_HR1, seat, 0, 0);
    if (!pub->cut)
        return;
    for (int card = SHADOW_EQUIPMENT; card < SHADOW_AID; card++) {
        while (shadow_hand_count(play->state->hand[seat], card)) {
            shadow_hand_remove(play, seat, card);
            shadow_discard(play, seat, card, SH_HR12);
        }
    }
    shadow_turn_end(play);
}

/* ---- Moving -------------------------------------------------------------------------------------------- */

/* The player rolls both dice, with the Compass twice. */
void shadow_roll(struct shadow_play *play, bool compass)
{
    play->pub->compass = compass;
    play->pub->phase = SHADOW_MOVING;
    if (compass)
        TELL(play, ROLLS_TWICE, SH_M4, play->pub->active, 0, 0);
    else
        TELL(play, ROLLS, SH_M1, play->pub->active, 0, 0);
}

bool shadow_die_fits(const struct shadow_public *pub, int d6, int d4)
{
    int area = shadow_area_of_sum[d6 + d4];
    return area == SHADOW_OFF_BOARD || area != pub->area[pub->active];
}

void shadow_move_rolled(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    int roll = pub->compass == 2;
    pub->rolls[pub->active]++;
    pub->move_d6[roll] = (uint8_t)d6;
    pub->move_d4[roll] = (uint8_t)d4;
    TELL(play, ROLLED, pub->compass ? SH_M4 : SH_M1, pub->active, d6 - 1, d4 - 1);
    if (!pub->compass)
        shadow_roll_taken(play, 0);
    else if (pub->compass++ == 2)
        pub->phase = SHADOW_PICKING;
}

void shadow_roll_taken(struct shadow_play *play, int roll)
{
    struct shadow_public *pub = play->pub;
    int area = shadow_area_of_sum[pub->move_d6[roll] + pub->move_d4[roll]];
    if (area == SHADOW_OFF_BOARD)
        pub->phase = SHADOW_GOING;
    else
        shadow_move_to(play, area, SH_M1);
}

static void area_enter(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (pub->area[pub->active] == SHADOW_ALTAR && !shadow_owners(pub, pub->active))
        shadow_enter_attack(play); /* SH-A6: nothing happens */
    else
        pub->phase = SHADOW_AT_AREA;
}

void shadow_move_to(struct shadow_play *play, int area, int clause)
{
    play->pub->area[play->pub->active] = (uint8_t)area;
    TELL(play, MOVED, clause, play->pub->active, area, 0);
    area_enter(play);
}

uint32_t shadow_teleports(const struct shadow_rules *rules, const struct shadow_public *pub, int seat)
{
    if (pub->area[seat] == SHADOW_OFF_BOARD)
        return 0;
    int slot = pub->area_slot[pub->area[seat]];
    int beside = slot & 1 ? (slot + 1) % SHADOW_SLOTS : (slot + SHADOW_SLOTS - 1) % SHADOW_SLOTS;
    uint32_t mask = UINT32_C(1) << pub->slot_area[slot ^ 1];
    return rules->emi_mate ? mask : mask | UINT32_C(1) << pub->slot_area[beside];
}
