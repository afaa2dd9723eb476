#include "probe.h"

#include <string.h>

/* Adds the groupings of a seat that are not there yet: not every seat has all of them. */
static void groups_add(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct probe *probe)
{
    struct lan_group group[LAN_GROUPS_MAX];
    int count = rules->game->groups ? rules->game->groups(rules, state, seat, group) : 0;
    for (int i = 0; i < count; i++) {
        if (!probe_find(probe, group[i].by) && probe->group_count < LAN_GROUPS_MAX)
            probe->group[probe->group_count++] = group[i];
    }
}

void probe_play(const struct lan_rules *rules, struct probe *probe)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_turn turn;
    struct lan_rng rng;
    *probe = (struct probe){.may = false};
    lan_rng_init(&rng, 1);
    rules->game->setup(rules, state);
    lan_playout(rules, state, &rng, 0);
    rules->game->turn(rules, state, &turn);
    /* lan_turn.moment rises with every public change in games with may-actions, and is 0 in others. */
    probe->may = turn.moment != 0;
    for (int seat = 0; seat < rules->seats; seat++)
        groups_add(rules, state, seat, probe);
}

const struct lan_group *probe_find(const struct probe *probe, const char *by)
{
    for (int i = 0; i < probe->group_count; i++) {
        if (strcmp(probe->group[i].by, by) == 0)
            return &probe->group[i];
    }
    return NULL;
}

const struct lan_group *probe_roles(const struct probe *probe, const struct lan_game *game)
{
    for (int i = 0; i < probe->group_count; i++) {
        if (game->types[probe->group[i].type].words)
            return &probe->group[i];
    }
    return NULL;
}
