/* Any actions of any seats, possible or not: states stay sane, and what is refused changes nothing. */
#include <string.h>

#include "tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* One of the seat's list, or any number at all. */
static lan_action action_choose(struct tape *tape, const struct lan_rules *rules,
                                const struct lan_state *state, int seat)
{
    struct lan_list list;
    uint8_t how = tape_byte(tape);
    lan_actions(rules, state, seat, &list);
    if (how < 0xc0 && list.count)
        return list.action[tape_below(tape, list.count)];
    lan_action action = 0;
    for (int i = 0; i < 4; i++)
        action = action << 8 | tape_byte(tape);
    return how & 1 ? action : lan_action_at(rules->game, action % lan_action_count(rules->game));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static union lan_rules_buf buf;
    static struct lan_events events;
    struct tape tape = {bytes, size};
    union lan_state_buf state, before;
    const struct lan_rules *rules = tape_setup(&tape, &buf);
    if (!rules)
        return 0;
    memset(&state, 0, sizeof state);
    rules->game->setup(rules, (struct lan_state *)&state);
    while (tape.left) {
        struct lan_turn turn;
        rules->game->turn(rules, (const struct lan_state *)&state, &turn);
        int seat = (int)tape_below(&tape, rules->seats);
        if (turn.must >> LAN_CHANCE & 1)
            seat = LAN_CHANCE;
        lan_action action = action_choose(&tape, rules, (const struct lan_state *)&state, seat);
        before = state;
        events.count = 0;
        if (lan_apply(rules, (struct lan_state *)&state, seat, action, &events))
            lan_assert(memcmp(&state, &before, sizeof state) == 0 && !events.count);
        lan_assert(!rules->game->sane(rules, (const struct lan_state *)&state));
    }
    return 0;
}
