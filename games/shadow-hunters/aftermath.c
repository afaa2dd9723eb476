/* aftermath.c - after the damage of an attack: steps 14 to 17 of SH-K8. Step 13 is in harm.c. */
#include "state.h"

#include <string.h>

static void suck_ask(struct shadow_play *play);
static void answers_step(struct shadow_play *play);
static void answer_next(struct shadow_play *play);
static void feast_ask(struct shadow_play *play);

static void attack_over(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->active;
    pub->attacker = pub->killer = pub->victim = SHADOW_NOBODY;
    pub->because = pub->then = 0;
    pub->by_attack = pub->targets = pub->struck = pub->hit = pub->blurring = pub->evaded = 0;
    pub->doubled = pub->d4_alone = pub->spear = pub->volley = pub->repeated = 0;
    pub->asked = pub->answered = pub->answering = 0;
    memset(pub->duel, 0, sizeof pub->duel);
    memset(play->state->choice, 0, sizeof play->state->choice);
    if (!shadow_in(pub->alive, seat)) {
        shadow_turn_end(play);
    } else if (pub->cut) {
        TELL(play, TURN_CUT, SH_HR6, seat, 0, 0);
        shadow_lose(play);
    } else {
        shadow_enter_end(play);
    }
}

/* The attacker has finished, or is dead: after a counterattack the next answer follows, else the end. */
static void attacker_done(struct shadow_play *play)
{
    if (play->pub->answering)
        answer_next(play);
    else
        attack_over(play);
}

/* ---- 14: coup de grâce --------------------------------------------------------------------------------- */

void shadow_attack_settled(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!shadow_in(pub->alive, pub->attacker)) {
        attacker_done(play);
        return;
    }
    pub->pending = play->rules->coup ? pub->hit & pub->alive & (uint8_t)~pub->coup[pub->attacker] : 0;
    shadow_coup_next(play);
}

/* Characters who with that much damage are close enough to death for a coup de grâce. */
static uint32_t nearly_dead(int damage)
{
    uint32_t mask = 0;
    for (int character = 0; character < SHADOW_CHARACTERS; character++) {
        int left = shadow_hp(character) - damage;
        if (left > 0 && left <= (shadow_hp(character) <= 11 ? 1 : 2))
            mask |= shadow_bit(character);
    }
    return mask;
}

/* SH-HR11: whether the coup is offered is public, and excludes characters either way. */
void shadow_coup_next(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    while (pub->pending) {
        int target = shadow_clockwise(pub->pending, pub->attacker);
        uint32_t near = nearly_dead(pub->damage[target]);
        bool offered = near & shadow_bit(play->state->character[target]);
        pub->pending &= (uint8_t)~shadow_seat_bit(target);
        if (!shadow_in(pub->revealed, target))
            shadow_exclude(play, target, offered ? ~near : near);
        if (offered) {
            pub->victim = (uint8_t)target;
            pub->phase = SHADOW_COUPING;
            TELL(play, COUP_OPEN, SH_HR11, target, pub->attacker, 0);
            return;
        }
    }
    suck_ask(play);
}

void shadow_couped(struct shadow_play *play, bool tried)
{
    struct shadow_public *pub = play->pub;
    if (tried) {
        pub->coup[pub->attacker] |= shadow_seat_bit(pub->victim);
        pub->phase = SHADOW_COUP_DICE;
        TELL(play, COUP_TRIED, SH_HR4, pub->attacker, pub->victim, 0);
    } else {
        TELL(play, DECLINED, SH_HR4, pub->attacker, 0, 0);
        shadow_coup_next(play);
    }
}

void shadow_coup_rolled(struct shadow_play *play, int one, int two)
{
    struct shadow_public *pub = play->pub;
    pub->rolls[pub->attacker]++;
    pub->d6[0] = (uint8_t)one;
    pub->d6[1] = (uint8_t)two;
    TELL(play, ROLLED_TWINS, SH_HR4, pub->attacker, one - 1, two - 1);
    if (one == 6 && two == 6) {
        shadow_harm_begin(play, pub->attacker, SH_HR4, SHADOW_THEN_COUP);
        pub->by_attack = 1;
        shadow_kill(play, pub->victim);
    } else {
        shadow_coup_next(play);
    }
}

/* ---- 15: the Vampire ----------------------------------------------------------------------------------- */

static void suck(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int times = play->rules->vampire_each ? __builtin_popcount(pub->hit) : 1;
    shadow_heal(play, pub->attacker, 2 * times, SH_P_VAMPIRE);
}

/* A revealed Vampire heals without being asked; a hurt seat that might be the Vampire is asked (SH-R6). */
static void suck_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->attacker;
    pub->victim = SHADOW_NOBODY;
    if (pub->hit && pub->damage[seat] && shadow_suspect(play->rules, pub, seat, shadow_bit(SHADOW_VAMPIRE))) {
        if (!shadow_in(pub->revealed, seat)) {
            pub->phase = SHADOW_SUCKING;
            return;
        }
        suck(play);
    }
    answers_step(play);
}

void shadow_sucked(struct shadow_play *play, bool used)
{
    if (used) {
        shadow_use(play, play->pub->attacker, SHADOW_VAMPIRE);
        suck(play);
    } else {
        TELL(play, DECLINED, SH_R6, play->pub->attacker, 0, 0);
    }
    answers_step(play);
}

/* ---- 16: answers --------------------------------------------------------------------------------------- */

/*
 * Opens the reaction window for all attacked seats at once that might be the Werewolf or, by house rule, have
 * their last stand left.
 */
static void window_open(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    pub->struck = pub->targets;
    pub->asked = pub->answered = 0;
    unsigned attacked = play->rules->counter_hit_only ? pub->hit : pub->targets;
    for (unsigned rest = attacked & pub->alive; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (shadow_suspect(play->rules, pub, seat, shadow_bit(SHADOW_WEREWOLF)) ||
            (play->rules->stand && !shadow_in(pub->stands, seat)))
            pub->asked |= shadow_seat_bit(seat);
    }
    if (pub->asked)
        pub->phase = SHADOW_REACTING;
    else
        feast_ask(play);
}

static void answers_step(struct shadow_play *play)
{
    if (play->pub->answering)
        answer_next(play);
    else
        window_open(play);
}

/* Closes the window: passes are told in the same form for all; seats that strike back stay in `asked`. */
static void window_close(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    for (unsigned rest = pub->asked; rest;) {
        int seat = shadow_clockwise(rest, pub->active);
        rest &= ~(1u << seat);
        if (play->state->choice[seat] != SHADOW_ANSWER_PASS)
            continue;
        pub->asked &= (uint8_t)~shadow_seat_bit(seat);
        play->state->choice[seat] = SHADOW_ANSWER_NONE;
        TELL(play, DECLINED, SH_R5, seat, 0, 0);
    }
    pub->answered = 0;
    answer_next(play);
}

void shadow_reacted(struct shadow_play *play, int seat, int answer)
{
    struct shadow_public *pub = play->pub;
    play->state->choice[seat] = (uint8_t)answer;
    pub->answered |= shadow_seat_bit(seat);
    TELL(play, SEALED, SH_R5, seat, answer, 0);
    if (pub->answered == pub->asked)
        window_close(play);
}

/* Carries out the next answer, clockwise; when the attacker is dead the remaining ones lapse (SH-HR8). */
static void answer_next(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    pub->answering = 0;
    if (!pub->asked || !shadow_in(pub->alive, pub->active)) {
        pub->attacker = pub->active;
        feast_ask(play);
        return;
    }
    int seat = shadow_clockwise(pub->asked, pub->active);
    pub->asked &= (uint8_t)~shadow_seat_bit(seat);
    int answer = play->state->choice[seat];
    play->state->choice[seat] = SHADOW_ANSWER_NONE;
    pub->answering = 1;
    if (answer == SHADOW_ANSWER_COUNTER) {
        shadow_use(play, seat, SHADOW_WEREWOLF);
        TELL(play, COUNTERED, SH_P_WEREWOLF, seat, pub->active, 0);
    } else {
        pub->stands |= shadow_seat_bit(seat);
        TELL(play, COUNTERED, SH_HR5, seat, pub->active, 0);
    }
    shadow_attack_begin(play, seat, 1u << pub->active, SH_K12);
}

/* ---- 17: Charles' repeat ------------------------------------------------------------------------------- */

uint8_t shadow_feast_targets(const struct shadow_public *pub)
{
    return pub->struck & pub->alive;
}

static void feast_ask(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->active;
    bool again = shadow_in(pub->alive, seat) && !pub->cut && shadow_feast_targets(pub) &&
                 !(play->rules->charles_once && pub->repeated);
    if (again && shadow_suspect(play->rules, pub, seat, shadow_bit(SHADOW_CHARLES)))
        pub->phase = SHADOW_FEASTING;
    else
        attack_over(play);
}

void shadow_feasted(struct shadow_play *play, uint8_t targets)
{
    struct shadow_public *pub = play->pub;
    if (!targets) {
        TELL(play, DECLINED, SH_R5, pub->active, 0, 0);
        attack_over(play);
        return;
    }
    shadow_use(play, pub->active, SHADOW_CHARLES);
    TELL(play, REPEATED, SH_K6, pub->active, 0, 0);
    pub->repeated = 1;
    pub->attacker = pub->active;
    if (play->rules->charles_deals) {
        shadow_attack_two(play, targets);
        return;
    }
    pub->targets = targets;
    shadow_harm_begin(play, pub->active, SH_P_CHARLES, SHADOW_THEN_REPEAT);
    pub->due[pub->active] = 2;
    shadow_harm_apply(play);
}

void shadow_repeat_paid(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (shadow_in(pub->alive, pub->active))
        shadow_attack_begin(play, pub->active, pub->targets, SH_K13);
    else
        attack_over(play);
}
