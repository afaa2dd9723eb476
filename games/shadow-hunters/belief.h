/*
 * belief.h - a bot's belief about who is who: probabilities from what a seat knows for certain, reweighted by
 * how everybody behaves.
 *
 * Sees views and told events only, never a state.
 */
#ifndef LAN_SHADOW_BELIEF_H
#define LAN_SHADOW_BELIEF_H

#include "facts.h"
#include "shadow.h"

/*
 * The likelihood of behaviour: like[doer][other][a][b] is, up to a factor, the probability of all that one
 * seat did to another if their sides are a and b.
 */
struct lan_digest {
    float like[SHADOW_SEATS_MAX][SHADOW_SEATS_MAX][SHADOW_SIDES][SHADOW_SIDES];
    uint8_t others[SHADOW_SEATS_MAX]; /* by doer: the seats to which it did anything, by bit */
};

/*
 * Beliefs that were computed before, by what they depend on besides the told events: the seat and what is
 * possible for it. An entry is found by a hash of these and replaced when another falls on its place.
 */
enum { SHADOW_BELIEFS_KEPT = 128 };
struct lan_memo {
    struct shadow_belief_kept {
        bool used;
        uint8_t seat;
        uint32_t possible[SHADOW_SEATS_MAX];
        struct shadow_chances {
            float chance[SHADOW_SEATS_MAX][SHADOW_CHARACTERS]; /* probability of each character */
            float is[SHADOW_SEATS_MAX][SHADOW_SIDES];          /* probability of each side */
        } chances;
    } kept[SHADOW_BELIEFS_KEPT];
};

/* deeds.c: the callback `digest`, which fills a struct lan_digest from told events. */
void shadow_digest(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest);

struct shadow_belief {
    const struct shadow_rules *rules;
    const struct shadow_view *view;
    int seat;
    int side; /* the side whose victory the seat plays for; SHADOW_NEUTRAL: only its own */
    /* the probabilities: those of the memo, or `own`; rows of struct shadow_chances */
    const float (*chance)[SHADOW_CHARACTERS];
    const float (*is)[SHADOW_SIDES];
    float enemy[SHADOW_SEATS_MAX];  /* from 1 (harm it) to -1 (spare it) */
    struct shadow_attacks *attacks; /* what bot.c has found attacks to be worth */
    struct shadow_chances own;
};

void shadow_belief_init(struct shadow_belief *belief, const struct lan_rules *rules,
                        const struct lan_question *question);

/* The probability that `damage` more kills a seat. */
float shadow_belief_kill_chance(const struct shadow_belief *belief, int seat, int damage);

#endif
