/*
 * manor.h - Manor, the ghost hunters' card game: what everybody may include.
 *
 * A place is one manor on the table: seat * MANOR_EACH_MAX + position, written "2.3" for the third manor of
 * seat 2. A card is one hunter: MANOR_CARD(owner, hunter); 0 is no card. What is public stands in struct
 * manor_public, shared by the private state and by the view, so that a view cannot forget or add a field.
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

/* What a manor card shows: its value 1..5, shared or trapped; 0 is a card that is not there or not known. */
enum manor_manor { MANOR_UNKNOWN, MANOR_SHARED = 6, MANOR_TRAPPED = 7, MANOR_MANORS = 8 };

enum manor_type { MANOR_TYPE_PLACE = LAN_TYPE_GAME, MANOR_TYPE_HUNTER, MANOR_TYPE_MANOR, MANOR_TYPES };

enum manor_phase {
    MANOR_DEALING,
    MANOR_DRAWING_FIRST,
    MANOR_TURNING_UP, /* set-up: which manor is turned up */
    MANOR_GUARDING,   /* set-up: where the first tandem goes */
    MANOR_PLACING,    /* the active player plays a hunter */
    MANOR_AIMING,     /* the detector has shown its manor and is to be placed */
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

/* All that everybody at the table sees. Places are bits in the masks. */
struct manor_public {
    uint32_t up;                                  /* manors turned face up */
    uint32_t open;                                /* manors with room for another hunter */
    uint8_t front[MANOR_PLACES][MANOR_CROWD_MAX]; /* cards in order of arrival, then zeros */
    uint8_t crowd[MANOR_PLACES];
    uint8_t hand[MANOR_SEATS_MAX][MANOR_HUNTERS]; /* hunters left, by kind */
    uint8_t phase;
    uint8_t first;                  /* seat, once drawn */
    uint8_t active;                 /* seat whose turn it is */
    uint8_t dealt;                  /* manors dealt so far */
    uint8_t chosen;                 /* seats that have made their choice in this stage of the set-up */
    uint8_t here;                   /* place of this turn's hunter */
    uint8_t before;                 /* hunters that stood there already: the first ones in front */
    uint8_t playing;                /* kind of this turn's hunter */
    uint8_t sent;                   /* card sent away and not yet placed */
    uint8_t sent_done, called_done; /* each at most once in a turn */
    uint8_t unused;
};

/* What one seat, or the watcher, knows. */
struct manor_view {
    struct manor_public pub;
    uint8_t viewer;
    uint8_t choice;               /* own sealed choice: place + 1, 0 when none is pending */
    uint8_t manor[MANOR_PLACES];  /* own and face-up manors; MANOR_UNKNOWN elsewhere */
    uint8_t unseen[MANOR_MANORS]; /* the cards among which all unknown manors are, by kind */
    uint8_t unused[2];
};

/* The rules in force. */
struct manor_rules {
    struct lan_rules base;
    uint8_t each;                /* manors of one player */
    uint8_t cards[MANOR_MANORS]; /* the deck, by kind */
    uint32_t all;                /* every place in play */
    uint32_t own[MANOR_SEATS_MAX];
    bool clockwise, tandem_single, call_own, call_first, send_first, tie_trapped;
};

/*
 * What a hunter earns in front of a manor with this crowd: for its own team or, at a trapped manor, for the
 * manor's owner, who gets nothing for `own` hunters.
 */
int manor_earned(const struct manor_rules *rules, int manor, int hunter, int crowd, bool own);

/* Points of every seat, counting the manors of `manor` that are known and in `counted`. */
void manor_points(const struct manor_rules *rules, const struct manor_public *pub,
                  const uint8_t manor[MANOR_PLACES], uint32_t counted, int32_t points[MANOR_SEATS_MAX]);

/* bot.c: sees this header only. */
void manor_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void manor_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                  struct lan_advice *advice);

extern const struct lan_game manor_game;

#endif
