/*
 * probe.h - what a simulation must know of a game before it plays, found by playing one random game: a
 * finished game tells its groups, and whether players had may-actions.
 */
#ifndef LAN_PROBE_H
#define LAN_PROBE_H

#include "lan.h"

struct probe {
    bool may; /* the game has may-actions */
    int group_count;
    struct lan_group group[LAN_GROUPS_MAX]; /* the groupings there are, each with the value of some seat */
};

void probe_play(const struct lan_rules *rules, struct probe *probe);

/* The grouping of this name, or NULL. */
const struct lan_group *probe_find(const struct probe *probe, const char *by);

/*
 * The grouping by which a game tells its roles: the first one whose values have names, such as the side in
 * Shadow Hunters or the role in Shy Monsters. NULL where seats differ at most by a number, such as the turn.
 */
const struct lan_group *probe_roles(const struct probe *probe, const struct lan_game *game);

#endif
