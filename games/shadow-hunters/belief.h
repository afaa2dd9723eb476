/*
 * belief.h - who is who, as a bot sees it: chances from what a seat knows for certain, bent by how everybody behaves.
 *
 * Sees views and told events only, never a state.
 */
#ifndef LAN_SHADOW_BELIEF_H
#define LAN_SHADOW_BELIEF_H

#include "facts.h"
#include "shadow.h"

/*
 * What behaviour says: like[doer][other][a][b] is how likely all that one seat did to another is if their sides are a and b,
 * up to a factor.
 */
struct lan_digest {
    float like[SHADOW_SEATS_MAX][SHADOW_SEATS_MAX][SHADOW_SIDES][SHADOW_SIDES];
    uint8_t others[SHADOW_SEATS_MAX]; /* those to whom a seat did anything, by bit */
};

/* deeds.c */
void shadow_digest(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest);

struct shadow_belief {
    const struct shadow_rules *rules;
    const struct shadow_view *view;
    int seat;
    int side; /* whose victory it plays for; SHADOW_NEUTRAL: its own */
    float chance[SHADOW_SEATS_MAX][SHADOW_CHARACTERS]; /* of each seat's character */
    float is[SHADOW_SEATS_MAX][SHADOW_SIDES];          /* the same, by side */
    float enemy[SHADOW_SEATS_MAX];                     /* from 1, harm it, to -1, spare it */
};

void shadow_belief_init(struct shadow_belief *belief, const struct lan_rules *rules,
                        const struct lan_question *question);

/* The chance that `damage` more kills a seat. */
float shadow_belief_kill_chance(const struct shadow_belief *belief, int seat, int damage);

#endif
