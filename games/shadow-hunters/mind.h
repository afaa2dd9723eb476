/*
 * mind.h - who is who, as a bot sees it: chances from what a seat knows for certain, bent by how everybody behaves.
 *
 * Sees views and told events only, never a state.
 */
#ifndef LAN_SHADOW_MIND_H
#define LAN_SHADOW_MIND_H

#include "facts.h"
#include "shadow.h"

/* What one seat does to another that tells whose side it is on. */
enum shadow_deed { SHADOW_DEED_ATTACK, SHADOW_DEED_HARM, SHADOW_DEED_HELP, SHADOW_DEEDS };

/* How often everybody did what to whom. */
struct lan_digest {
    uint8_t times[SHADOW_SEATS_MAX][SHADOW_SEATS_MAX][SHADOW_DEEDS];
    uint8_t others[SHADOW_SEATS_MAX]; /* to whom a seat has done anything */
};

void shadow_digest(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest);

struct shadow_mind {
    const struct shadow_rules *rules;
    const struct shadow_view *view;
    int seat;
    int side; /* whose victory it plays for; SHADOW_NEUTRAL: its own */
    float chance[SHADOW_SEATS_MAX][SHADOW_CHARACTERS]; /* of each seat's character */
    float is[SHADOW_SEATS_MAX][SHADOW_SIDES];          /* the same, by side */
    float enemy[SHADOW_SEATS_MAX];                     /* from 1, harm it, to -1, spare it */
};

void shadow_mind_init(struct shadow_mind *mind, const struct lan_rules *rules,
                      const struct lan_question *question);

/* The chance that `damage` more kills a seat. */
float shadow_mind_kill(const struct shadow_mind *mind, int seat, int damage);

#endif
