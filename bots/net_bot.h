/*
 * net_bot.h - the bots that play from a net: `net` takes the action that the net rates best, `net-search`
 * searches and lets the net judge positions.
 *
 * Both are for studies: a program adds them with lan_bot_add when it is given a net, and they have no label
 * for people. They play the game and the number of seats that the net in use was trained for. Elsewhere `net`
 * answers as `rules` or `random` do and `net-search` as `search` does, which net_bot_misfit tells beforehand.
 */
#ifndef LAN_NET_BOT_H
#define LAN_NET_BOT_H

#include "bot.h"

/*
 * Reads the net of both bots, which is then in use for the whole program; to be called before threads ask for
 * bots. NULL, or why the file is refused; then no net is in use.
 */
const char *net_bot_use(const uint8_t *bytes, size_t size);

/*
 * Whether `bot` is one of them and the net is of other rules: an English sentence that says why; else NULL.
 */
const char *net_bot_misfit(const struct lan_bot *bot, const struct lan_rules *rules);

extern const struct lan_bot lan_bot_net, lan_bot_net_search;

#endif
