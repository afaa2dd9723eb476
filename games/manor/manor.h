/*
 * manor.h - Manor, the ghost hunters' card game: the public header, for clients, bots and tests.
 *
 * A place is one manor on the table: seat * MANOR_EACH_MAX + position, written "2.3" for the third manor of
 * seat 2. A card is one hunter: MANOR_CARD(owner, hunter); 0 is no card. Everything public is in struct
 * manor_public, which the private state and the view share, so that a view can neither lack nor add a field.
 */
#ifndef LAN_MANOR_H
#define LAN_MANOR_H

#include "lan.h"

enum {
    MANOR_SEATS_MAX = 4,
    MANOR_EACH_MAX = 6, /* manors of one player */
    MANOR_PLACES = MANOR_SEATS_MAX * MANOR_EACH_MAX,
    MANOR_CROWD_MAX = 4, /* hunters in front of one manor, MA-T2 */
    MANOR_CARDS = 19,
    MANOR_VALUES = 13,
    MANOR_TEAM = 9,
};

enum manor_hunter { MANOR_BASIC, MANOR_HEAVY, MANOR_TANDEM, MANOR_DETECTOR, MANOR_CALLER, MANOR_HUNTERS };

/* What a manor card shows: its value 1..5, shared or trapped; 0 is an absent or unknown card. */
enum manor_manor { MANOR_UNKNOWN, MANOR_SHARED = 6, MANOR_TRAPPED = 7, MANOR_MANORS = 8 };

enum manor_type { MANOR_TYPE_PLACE = LAN_TYPE_GAME, MANOR_TYPE_HUNTER, MANOR_TYPE_MANOR, MANOR_TYPES };

enum manor_phase {
    MANOR_DEALING,
    MANOR_DRAWING_FIRST,
    MANOR_TURNING_UP, /* set-up: each seat chooses the manor to turn up */
    MANOR_GUARDING,   /* set-up: each seat places its first tandem */
    MANOR_PLACING,    /* the active player plays a hunter */
    MANOR_AIMING,     /* a detector has turned its manor up and must now be placed */
    MANOR_FOLLOWING,  /* send away, call, or end */
    MANOR_RETURNING,  /* the owner of the hunter sent away places it */
    MANOR_OVER,
    MANOR_PHASES,
};

enum manor_event {
#define EVENT(name, ...) MANOR_EVENT_##name,
#include "events.def"
#undef EVENT
    MANOR_EVENTS
};

enum manor_action {
#define ACTION(name, ...) MANOR_ACTION_##name,
#include "actions.def"
#undef ACTION
    MANOR_ACTIONS
};

enum manor_clause {
    MANOR_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    MANOR_CLAUSES
};

enum manor_option {
    MANOR_OPTION_VALUES,
    MANOR_OPTION_EACH,
    MANOR_OPTION_SETUP_ORDER,
    MANOR_OPTION_SHARED_TANDEM,
    MANOR_OPTION_CALL_WHOSE,
    MANOR_OPTION_ORDER,
    MANOR_OPTION_TIE,
    MANOR_OPTIONS_1, /* version 1 has those above */
    MANOR_OPTION_FIRST_PLAYER = MANOR_OPTIONS_1,
    MANOR_OPTIONS
};

#define MANOR_CARD(owner, hunter) ((uint8_t)(1 + (owner)*MANOR_HUNTERS + (hunter)))

static inline int manor_card_owner(uint8_t card)
{
    return (card - 1) / MANOR_HUNTERS;
}

static inline int manor_card_hunter(uint8_t card)
{
    return (card - 1) % MANOR_HUNTERS;
}

static inline int manor_place(int seat, int position)
{
    return seat * MANOR_EACH_MAX + position;
}

static inline int manor_place_seat(int place)
{
    return place / MANOR_EACH_MAX;
}

/* Everything that all at the table see. Masks have a bit for each place. */
struct manor_public {
    uint32_t up;                                  /* manors turned face up */
    uint32_t open;                                /* manors with fewer than MANOR_CROWD_MAX hunters */
    uint8_t front[MANOR_PLACES][MANOR_CROWD_MAX]; /* cards in order of arrival, then zeros */
    uint8_t crowd[MANOR_PLACES];
    uint8_t hand[MANOR_SEATS_MAX][MANOR_HUNTERS]; /* hunters left, by kind */
    uint8_t phase;
    uint8_t first;                  /* first seat to play, once drawn */
    uint8_t active;                 /* seat whose turn it is */
    uint8_t dealt;                  /* manors dealt so far */
    uint8_t chosen;                 /* mask of seats that have chosen in this stage of the set-up */
    uint8_t here;                   /* place of this turn's hunter */
    uint8_t before;                 /* hunters that stood there before it: these are first in front[here] */
    uint8_t playing;                /* kind of this turn's hunter */
    uint8_t sent;                   /* card sent away and not yet placed */
    uint8_t sent_done, called_done; /* whether this turn's one sending away, and its one call, are used */
    uint8_t unused;
};

/* What one seat, or the watcher, knows. */
struct manor_view {
    struct manor_public pub;
    uint8_t viewer;
    uint8_t choice;               /* own sealed choice: place + 1, 0 when none is pending */
    uint8_t manor[MANOR_PLACES];  /* own and face-up manors; MANOR_UNKNOWN elsewhere */
    uint8_t unseen[MANOR_MANORS]; /* by kind: the pool of cards from which every unknown manor comes */
    uint8_t unused[2];
};

/* The rules in force. */
struct manor_rules {
    struct lan_rules base;
    uint8_t each;                /* manors of one player */
    uint8_t first;               /* seat + 1; 0: drawn by chance */
    uint8_t cards[MANOR_MANORS]; /* the deck, by kind */
    uint32_t all;                /* mask of the places in play */
    uint32_t own[MANOR_SEATS_MAX];
    bool clockwise, tandem_single, call_own, call_first, send_first, tie_trapped;
};

/*
 * Points that a hunter earns in front of a manor with `crowd` hunters: for its own team or, at a trapped
 * manor, for the manor's owner, who gets nothing for hunters of its `own`.
 */
int manor_earned(const struct manor_rules *rules, int manor, int hunter, int crowd, bool own);

/*
 * Points that each seat earns at one place, whose manor is `manor`: teams for their hunters, or the owner of
 * a trapped manor for the others'.
 */
void manor_points_at(const struct manor_rules *rules, const struct manor_public *pub, int place, int manor,
                     int32_t points[MANOR_SEATS_MAX]);

/* Points of every seat from the manors that are both known in `manor` and in the mask `counted`. */
void manor_points(const struct manor_rules *rules, const struct manor_public *pub,
                  const uint8_t manor[MANOR_PLACES], uint32_t counted, int32_t points[MANOR_SEATS_MAX]);

/* The seats that win with these scores, by bit, and the clause that decides. Every manor must be known. */
unsigned manor_winners(const struct manor_rules *rules, const struct manor_public *pub,
                       const uint8_t manor[MANOR_PLACES], const int32_t score[MANOR_SEATS_MAX], int *clause);

/* What a card counts as for a bot: hunters other than the tandem earn alike. */
enum manor_weight { MANOR_SINGLE, MANOR_DOUBLE, MANOR_WEIGHTS };

/* Expected points of one hunter at a place, in thousandths, by what is believed of its manor. */
struct manor_earning {
    bool filled;
    int32_t team[MANOR_CROWD_MAX + 1][MANOR_WEIGHTS]; /* for its own team, by the crowd it stands in */
    int32_t trap[MANOR_WEIGHTS]; /* for the manor's owner, unless the hunter is its own */
};

/*
 * What ratings keep, filled when a place needs it: the earnings at known manors by kind, and those at manors
 * that a seat does not know by how many hunters the owner has put there, as long as the same cards are
 * unseen.
 */
struct lan_memo {
    struct manor_earning known[MANOR_MANORS];
    struct manor_unknown {
        uint8_t unseen[MANOR_MANORS];
        struct manor_earning earning[MANOR_CROWD_MAX + 1];
    } unknown[MANOR_SEATS_MAX];
};

/* bot.c: the callbacks `rate` and `advise`. That file includes only this header, so it cannot see a state. */
void manor_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void manor_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                  struct lan_advice *advice);

/*
 * The versions of the rules. Version 1 has no option first_player, and tells neither who used a detector nor
 * what each manor paid at the end.
 */
extern const struct lan_game manor_game, manor_game_1;

#endif
