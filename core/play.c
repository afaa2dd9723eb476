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

void lan_cursor_init(struct lan_cursor *cursor)
{
    *cursor = (struct lan_cursor){0};
}

/* The seats with may-actions clockwise from the active seat, then the first seat that must act. */
static struct lan_asked next_of_turn(const struct lan_rules *rules, const struct lan_turn *turn,
                                     struct lan_cursor *cursor)
{
    if (!cursor->begun || cursor->moment != turn->moment)
        *cursor = (struct lan_cursor){.moment = turn->moment, .begun = true};
    unsigned open = turn->may & ~(unsigned)cursor->asked;
    if (open) {
        unsigned later = turn->active < rules->seats ? open >> turn->active << turn->active : 0;
        return (struct lan_asked){(uint8_t)__builtin_ctz(later ? later : open), true};
    }
    return (struct lan_asked){turn->must ? (uint8_t)__builtin_ctz(turn->must) : LAN_SEAT_NONE, false};
}

struct lan_asked lan_next(const struct lan_rules *rules, const struct lan_state *state,
                          struct lan_cursor *cursor)
{
    struct lan_turn turn;
    rules->game->turn(rules, state, &turn);
    return next_of_turn(rules, &turn, cursor);
}

void lan_decline(struct lan_cursor *cursor, int seat)
{
    cursor->asked |= (uint16_t)(1u << seat);
}

/* Picks a random may-action of a seat with probability may_of_256 / 256; false when the seat declines. */
static bool may_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                     struct lan_rng *rng, int may_of_256, lan_action *action)
{
    if ((int)lan_rng_below(rng, 256) >= may_of_256)
        return false;
    struct lan_list list;
    list.count = list.musts = 0;
    rules->game->actions(rules, state, seat, &list);
    lan_assert(list.count > list.musts);
    *action = list.action[list.musts + lan_rng_below(rng, (uint32_t)(list.count - list.musts))];
    return true;
}

uint64_t lan_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256)
{
    struct lan_cursor cursor;
    uint64_t steps = 0;
    lan_cursor_init(&cursor);
    for (;;) {
        /* Declining leaves the state unchanged, so one call of `turn` serves all offers. */
        struct lan_turn turn;
        lan_action action;
        rules->game->turn(rules, state, &turn);
        struct lan_asked asked = next_of_turn(rules, &turn, &cursor);
        while (asked.optional && !may_pick(rules, state, asked.seat, rng, may_of_256, &action)) {
            lan_decline(&cursor, asked.seat);
            asked = next_of_turn(rules, &turn, &cursor);
        }
        if (asked.seat == LAN_SEAT_NONE)
            return steps;
        if (!asked.optional)
            action = lan_pick(rules, state, asked.seat, rng);
        lan_assert(rules->game->apply(rules, state, asked.seat, action, NULL) == LAN_ACCEPTED);
        lan_assert(++steps <= rules->game->length_max);
    }
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
