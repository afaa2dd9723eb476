/*
 * local.h - a source that is a table in this program: people at this terminal, bots in the other seats.
 *
 * With several people the curtain falls whenever another of them is to act. A person who may act but need not
 * is then asked only while holding the device: handing it over for an offer would tell who has one.
 *
 * A bot that searches thinks in a thread of its own: source_advance begins it, the descriptor tells when it
 * is done.
 */
#ifndef LAN_LOCAL_H
#define LAN_LOCAL_H

#include "bot.h"
#include "source.h"

struct local_setup {
    struct table *table; /* taken over, also when there is no memory */
    uint16_t people;     /* seats of people, by bit; at least one */
    const struct lan_bot *bot;
    struct lan_budget budget; /* of the bot, without an arena */
    uint64_t bot_seed;
};

/* NULL when there is no memory. */
struct source *local_source_new(const struct local_setup *setup);

#endif
