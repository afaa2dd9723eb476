#include "lan.h"

#include <string.h>

int lan_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events)
{
    struct lan_turn turn;
    lan_assert(seat >= 0 && (seat < rules->seats || seat == LAN_CHANCE));
    if (!lan_action_valid(rules->game, action) ||
        rules->game->action_kinds[lan_action_kind(action)].chance != (seat == LAN_CHANCE))
        return LAN_REFUSED_NONSENSE;
    rules->game->turn(rules, state, &turn);
    if (!turn.must)
        return LAN_REFUSED_OVER;
    if (!((turn.must | turn.may) >> seat & 1)) {
        int refusal = LAN_REFUSED_WAIT;
        if (rules->game->wait_refusal && seat != LAN_CHANCE)
            refusal = rules->game->wait_refusal(rules, state, seat, action);
        lan_assert(refusal);
        return refusal;
    }
    return rules->game->apply(rules, state, seat, action, events);
}

void lan_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                 struct lan_list *list)
{
    struct lan_turn turn;
    rules->game->turn(rules, state, &turn);
    list->count = list->musts = 0;
    if ((turn.must | turn.may) >> seat & 1)
        rules->game->actions(rules, state, seat, list);
}

uint64_t lan_list_weight(const struct lan_list *list)
{
    uint64_t sum = 0;
    for (int i = 0; i < list->count; i++)
        sum += list->weight[i];
    return sum;
}

lan_action lan_list_at_weight(const struct lan_list *list, uint64_t at)
{
    int i = 0;
    while (at >= list->weight[i]) {
        at -= list->weight[i++];
        lan_assert(i < list->count);
    }
    return list->action[i];
}

lan_action lan_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_rng *rng)
{
    struct lan_list list;
    if (rules->game->pick)
        return rules->game->pick(rules, state, seat, rng);
    list.count = list.musts = 0;
    rules->game->actions(rules, state, seat, &list);
    lan_assert(list.musts > 0);
    if (seat == LAN_CHANCE)
        return lan_list_at_weight(&list, lan_rng_below(rng, (uint32_t)lan_list_weight(&list)));
    return list.action[lan_rng_below(rng, list.musts)];
}

lan_action lan_chance_draw(const struct lan_rules *rules, const struct lan_state *state,
                           const struct lan_dice *dice)
{
    struct lan_turn turn;
    struct lan_list list = {.count = 0};
    rules->game->turn(rules, state, &turn);
    lan_assert(turn.must == 1 << LAN_CHANCE);
    rules->game->actions(rules, state, LAN_CHANCE, &list);
    uint64_t at = lan_dice_below(dice, turn.stream, turn.index, lan_list_weight(&list));
    return lan_list_at_weight(&list, at);
}

struct lan_asked lan_next(const struct lan_rules *rules, const struct lan_state *state,
                          struct lan_cursor *cursor)
{
    struct lan_turn turn;
    rules->game->turn(rules, state, &turn);
    return lan_next_of(rules, &turn, cursor);
}

lan_action lan_may_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                        struct lan_rng *rng)
{
    struct lan_list list;
    list.count = list.musts = 0;
    rules->game->actions(rules, state, seat, &list);
    lan_assert(list.count > list.musts);
    return list.action[list.musts + lan_rng_below(rng, (uint32_t)(list.count - list.musts))];
}

uint64_t lan_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256)
{
    if (rules->game->playout)
        return rules->game->playout(rules, state, rng, may_of_256);
    const struct lan_steps steps = {NULL, rules->game->turn, lan_pick, lan_carry_out};
    return lan_playout_by(&steps, rules, state, rng, may_of_256);
}

void lan_encode(const struct lan_rules *rules, const struct lan_state *state, uint8_t *bytes)
{
    memcpy(bytes, state, rules->game->state_size);
}

const char *lan_decode(const struct lan_rules *rules, const uint8_t *bytes, size_t size,
                       struct lan_state *state)
{
    union lan_state_buf buf;
    if (size != rules->game->state_size)
        return "the number of bytes";
    memcpy(&buf, bytes, size);
    const char *wrong = rules->game->sane(rules, (const struct lan_state *)&buf);
    if (!wrong)
        memcpy(state, &buf, size);
    return wrong;
}
