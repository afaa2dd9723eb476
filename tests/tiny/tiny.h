/*
 * tiny.h - a game for tests only, so small that everything about it can be enumerated: hidden cards, sealed
 * bets, a reaction window, a die, and something a player may do out of turn that says what it holds.
 */
#ifndef LAN_TINY_H
#define LAN_TINY_H

#include "lan.h"

enum { TINY_SEATS_MAX = 3, TINY_FACES = 3 };
enum tiny_card { TINY_NOTHING, TINY_SHIELD, TINY_SWORD, TINY_CARDS };
enum tiny_bet { TINY_HIT, TINY_PEACE, TINY_BETS };
enum tiny_phase {
    TINY_DEALING,
    TINY_BETTING,
    TINY_PLAYING,
    TINY_ASKING,
    TINY_ROLLING,
    TINY_OVER,
    TINY_PHASES
};
enum tiny_type { TINY_TYPE_CARD = LAN_TYPE_GAME, TINY_TYPE_FACE, TINY_TYPE_BET, TINY_TYPES };
enum tiny_option { TINY_OPTION_ROUNDS, TINY_OPTION_BETS, TINY_OPTIONS };

enum tiny_event {
#define EVENT(name, ...) TINY_EVENT_##name,
#include "events.def"
#undef EVENT
    TINY_EVENTS
};

enum tiny_action {
#define ACTION(name, ...) TINY_ACTION_##name,
#include "actions.def"
#undef ACTION
    TINY_ACTIONS
};

enum tiny_clause {
    TINY_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    TINY_CLAUSES
};

/* What everybody sees. Bytes only, so there is no padding. */
struct tiny_public {
    uint8_t phase;
    uint8_t dealt;
    uint8_t turns;                  /* done so far */
    uint8_t asked;                  /* seats whose answer is awaited: to bet, or to block or pass */
    uint8_t struck;                 /* whether anybody was hit */
    uint8_t moment;                 /* public changes so far */
    uint8_t known[TINY_SEATS_MAX];  /* cards shown */
    uint8_t points[TINY_SEATS_MAX]; /* without the bets */
    uint8_t bet[TINY_SEATS_MAX];    /* bets shown: bet + 1 */
};

struct tiny_state {
    struct tiny_public pub;
    uint8_t card[TINY_SEATS_MAX];
    uint8_t pile[TINY_CARDS];
    uint8_t sealed[TINY_SEATS_MAX]; /* bets not yet shown: bet + 1 */
};

struct tiny_view {
    struct tiny_public pub;
    uint8_t viewer;
    uint8_t card; /* the viewer's own, and its own sealed bet */
    uint8_t sealed;
};

struct tiny_rules {
    struct lan_rules base;
    uint8_t rounds;
    bool bets;
};

/* Version 1, and version 2 with one changed rule, which only the builds that test versions register. */
extern const struct lan_game tiny_game, tiny_game_2;

#endif
