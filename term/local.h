/*
 * local.h - a source backed by a table in this program: people at this terminal, bots in the other seats.
 *
 * With several people the curtain falls whenever another person is to act. Optional actions are then offered
 * only to the person who holds the device, since handing it over for an offer would reveal who has one.
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
};

/* NULL when there is no memory. */
struct source *local_source_new(const struct local_setup *setup);

#endif
