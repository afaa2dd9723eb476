/*
 * machines.h - machines at a table of this program (bots, persons' standing answers) and the moments at which
 * they answer.
 *
 * The rule is that of the server (bots/moment.h): when the position changes in public every seat gets one
 * moment, drawn from a key, the seat and what is public, before anybody looks at what the seat is asked. The
 * bots think meanwhile, one after the other in one thread, the one whose moment is first before the others;
 * a thought is told to end when its share of the time is used up, and what is missing at the moment is
 * replaced by an answer of the bot "rules" ("random" in a game without advice), made at once. So neither the
 * number of choices, nor whether there is a question at all, nor the speed of this machine shows in when
 * something happens.
 *
 * Actions that nobody else sees are played as soon as they are thought, and the moment of the first one that
 * is seen is put off once by a fixed time.
 */
#ifndef LAN_MACHINES_H
#define LAN_MACHINES_H

#include "standing.h"
#include "thinker.h"

struct machines_setup {
    struct table *table;           /* outlives the machines, as the thinker and the clock's context do */
    struct thinker *thinker;       /* of the bot that plays all seats of bots */
    uint16_t bots;                 /* their seats, by bit */
    uint64_t seed;                 /* of the bots; the key of the moments is made from it */
    int64_t pace;                  /* milliseconds, at least 1: see moment_pause */
    int64_t (*now)(void *context); /* milliseconds of a clock that never goes back */
    void *context;
};

struct machines;

/* NULL when there is no memory. */
struct machines *machines_create(const struct machines_setup *setup);
void machines_destroy(struct machines *machines); /* NULL is allowed */

/* A person's standing answer, STANDING_ASK at first. */
void machines_standing_set(struct machines *machines, int seat, enum standing standing);

/*
 * Follows the table, lets bots think, and plays the answer of one seat whose moment has come, at `time` of
 * the table's clock; true when one was played. With `hold` nothing is played: a person was let in before the
 * machines.
 */
bool machines_advance(struct machines *machines, bool hold, int64_t time);

/* Milliseconds until machines_advance has something to do, -1 for never; and a descriptor that says it
   earlier, or -1. */
int machines_timeout(const struct machines *machines, bool hold);
int machines_descriptor(const struct machines *machines);

#endif
