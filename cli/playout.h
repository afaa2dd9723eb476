/* playout.h - whole games played by bots without a table: for counting, not for watching. */
#ifndef LAN_PLAYOUT_H
#define LAN_PLAYOUT_H

#include "bot.h"

struct playout {
    const struct lan_rules *rules;
    const struct lan_bot *bot; /* plays every seat */
    struct lan_budget budget;
    struct lan_event *told[LAN_SEATS_MAX]; /* all that each seat was told in this game, owned */
    size_t told_count[LAN_SEATS_MAX], told_room[LAN_SEATS_MAX];
};

/* False after complaining: the bot does not play this game, or there is no memory. */
bool playout_init(struct playout *playout, const struct lan_rules *rules, const struct lan_bot *bot);

void playout_release(struct playout *playout);

/* A game from its first position to its end, left in `state`. Returns the actions, chance included. */
uint64_t playout_run(struct playout *playout, struct lan_rng *rng, struct lan_state *state);

#endif
