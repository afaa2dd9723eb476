/*
 * lamps.h - Lamplighters, a small game of hidden lanterns: what everybody may include.
 *
 * It is the example that CONTRIBUTING.md's "Adding a game in ten steps" walks through; only test programs
 * know it.
 *
 * A lantern is a number from 0 on, written from 1 on; sets of lanterns are masks. What lies before a seat is
 * a byte: LAMPS_NOTHING, LAMPS_DARK for a shuttered lantern, or LAMPS_LIT(lantern) for an open one. What is
 * public stands in struct lamps_public, shared by the private state and by the view, so that a view cannot
 * forget or add a field.
 */
#ifndef LAN_LAMPS_H
#define LAN_LAMPS_H

#include "lan.h"

enum {
    LAMPS_SEATS_MAX = 4,
    LAMPS_LANTERNS = 13, /* at most */
    LAMPS_HAND_MAX = 4,
    LAMPS_DIMMED = 2, /* by how much shutters dim, EX-T2 */
};

enum lamps_way { LAMPS_OPEN, LAMPS_SHUTTERED, LAMPS_WAYS };
enum lamps_type { LAMPS_TYPE_LANTERN = LAN_TYPE_GAME, LAMPS_TYPE_WAY, LAMPS_TYPES };
enum lamps_phase { LAMPS_DEALING, LAMPS_DRAWING_FIRST, LAMPS_LAYING, LAMPS_OVER, LAMPS_PHASES };
enum lamps_option { LAMPS_OPTION_LANTERNS, LAMPS_OPTION_HAND, LAMPS_OPTION_SHUTTERS, LAMPS_OPTIONS };
enum lamps_shutters { LAMPS_SHUTTERS_DIM, LAMPS_SHUTTERS_FULL, LAMPS_SHUTTERS_NONE };

enum lamps_event {
#define EVENT(name, ...) LAMPS_EVENT_##name,
#include "events.def"
#undef EVENT
    LAMPS_EVENTS
};

enum lamps_action {
#define ACTION(name, ...) LAMPS_ACTION_##name,
#include "actions.def"
#undef ACTION
    LAMPS_ACTIONS
};

enum lamps_clause {
    LAMPS_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    LAMPS_CLAUSES
};

enum { LAMPS_NOTHING, LAMPS_DARK, LAMPS_LIT_FIRST };
#define LAMPS_LIT(lantern) ((uint8_t)(LAMPS_LIT_FIRST + (lantern)))

/* All that everybody at the table sees, and may remember. */
struct lamps_public {
    uint8_t phase;
    uint8_t dealt;                 /* lanterns dealt so far */
    uint8_t first;                 /* the seat that lays first in this round */
    uint8_t laid;                  /* how many have laid in this round */
    uint8_t rounds;                /* finished */
    uint8_t spot[LAMPS_SEATS_MAX]; /* what lies before each seat */
    uint8_t points[LAMPS_SEATS_MAX];
    /* Who showed each lantern, in this round or an earlier one: seat + 1, 0 for nobody. */
    uint8_t by[LAMPS_LANTERNS];
};

/* What one seat, or the watcher, knows. */
struct lamps_view {
    struct lamps_public pub;
    uint16_t hand;   /* the viewer's own lanterns */
    uint16_t unseen; /* those among which all that is hidden from the viewer is */
    uint8_t viewer;
    uint8_t dark; /* the viewer's own shuttered lantern: lantern + 1, 0 for none */
};

/* The rules in force. */
struct lamps_rules {
    struct lan_rules base;
    uint16_t all;     /* the lanterns in play */
    uint8_t hand;     /* lanterns of one player */
    uint8_t shutters; /* enum lamps_shutters */
};

/* The seat that lays now; only while laying. */
static inline int lamps_active(const struct lan_rules *rules, const struct lamps_public *pub)
{
    return (pub->first + pub->laid) % rules->seats;
}

/* How brightly a lantern shines. */
static inline int lamps_light(const struct lamps_rules *rules, int lantern, bool shuttered)
{
    return lantern + 1 - (shuttered && rules->shutters == LAMPS_SHUTTERS_DIM ? LAMPS_DIMMED : 0);
}

/* The lanterns that a seat has shown. */
static inline unsigned lamps_shown(const struct lamps_public *pub, int seat)
{
    unsigned mask = 0;
    for (int lantern = 0; lantern < LAMPS_LANTERNS; lantern++)
        mask |= (unsigned)(pub->by[lantern] == seat + 1) << lantern;
    return mask;
}

/* How many lanterns a seat holds. */
int lamps_held(const struct lamps_rules *rules, const struct lamps_public *pub, int seat);

/* bot.c: sees this header only. */
void lamps_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void lamps_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                  struct lan_advice *advice);

extern const struct lan_game lamps_game;

#endif
