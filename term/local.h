/*
 * local.h - a source backed by a table in this program: people at this terminal, bots in the other seats.
 *
 * With several people the curtain falls whenever another person is to act. Nobody is stopped for an optional
 * action then, since that would show who has one: whoever wants to do something besides asks for the device
 * (source_hand), which everybody may at any time, and gets it behind the curtain. Somebody who is alone with
 * bots is offered optional actions as they come.
 *
 * Bots answer at moments that are drawn before their question is looked at (machines.h). With a pace of 0
 * they answer as soon as they have thought, one seat after the other; that shows nothing where the bot does
 * not search, since its answers come before the next picture is drawn.
 *
 * A bot that searches runs in a thread: source_advance starts it, the source's descriptor becomes readable
 * when it has finished.
 */
#ifndef LAN_LOCAL_H
#define LAN_LOCAL_H

#include "bot.h"
#include "source.h"

struct local_setup {
    struct table *table; /* owned by the source from the call on, even if it fails */
    uint16_t people;     /* seats of people, by bit; at least one */
    const struct lan_bot *bot;
    struct lan_budget budget; /* of the bot, without an arena */
    uint64_t bot_seed;
    int64_t pace;                  /* milliseconds around which machines answer; 0: when they have thought */
    int64_t (*now)(void *context); /* the clock of their moments; NULL: the system's monotonic one */
    void *context;
};

/* The pace where none is wanted: of a bot that searches, of others among several people, of others. */
enum { LOCAL_PACE_SEARCH = 1000, LOCAL_PACE_SHARED = 700, LOCAL_PACE_ALONE = 0 };

/* NULL when there is no memory. */
struct source *local_source_new(const struct local_setup *setup);

#endif
