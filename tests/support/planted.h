/*
 * planted.h - games with a leak planted in them: a registered game's functions, wrapped so that one thing
 * which is sent depends on a hidden bit (the parity of the whole state). A search for leaks is good only if
 * it finds each.
 */
#ifndef LAN_PLANTED_H
#define LAN_PLANTED_H

#include "lan.h"

enum planted_leak {
    PLANTED_VIEW,    /* a field of the view */
    PLANTED_LIST,    /* the order of a seat's actions */
    PLANTED_REFUSAL, /* which refusal it gets */
    PLANTED_KINDS,   /* a row of events.def that tells an argument to all */
    PLANTED_MUST,    /* the seats that are waited for */
    PLANTED_ACTIVE,  /* the active seat */
    PLANTED_COUNT,   /* how many events are told */
    PLANTED_UNDO,    /* events that show something and can be taken back */
    PLANTED_SAMPLER, /* a sampler that keeps the truth */
    PLANTED_LEAKS,
};

const char *planted_name(enum planted_leak leak);

/* The game with the leak; valid until the next call. */
const struct lan_game *planted_game(const struct lan_game *game, enum planted_leak leak);

/* Whether that leak has had an occasion yet: a game that never waits for several seats cannot leak by it. */
bool planted_occurred(void);

/*
 * The game with a sampler that draws nothing wrong, but some positions more often; valid until the next call.
 */
const struct lan_game *planted_uneven(const struct lan_game *game);

#endif
