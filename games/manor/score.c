/* score.c - points, winners and the groups of a finished game. */
#include "state.h"

int manor_earned(const struct manor_rules *rules, int manor, int hunter, int crowd, bool own)
{
    bool tandem = hunter == MANOR_TANDEM;
    if (manor == MANOR_TRAPPED)
        return own ? 0 : tandem ? 6 : 3;
    if (manor == MANOR_SHARED)
        return (MANOR_CROWD_MAX + 1 - crowd) * (tandem && !rules->tandem_single ? 2 : 1);
    return manor * (tandem ? 2 : 1);
}

/* Adds to `points` what each seat earns at one place. */
static void points_add(const struct manor_rules *rules, const struct manor_public *pub, int place, int manor,
                       int32_t points[MANOR_SEATS_MAX])
{
    int keeper = manor_place_seat(place);
    for (int i = 0; i < pub->crowd[place]; i++) {
        int owner = manor_card_owner(pub->front[place][i]), hunter = manor_card_hunter(pub->front[place][i]);
        int earner = manor == MANOR_TRAPPED ? keeper : owner;
        points[earner] += manor_earned(rules, manor, hunter, pub->crowd[place], owner == keeper);
    }
}

void manor_points_at(const struct manor_rules *rules, const struct manor_public *pub, int place, int manor,
                     int32_t points[MANOR_SEATS_MAX])
{
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++)
        points[seat] = 0;
    points_add(rules, pub, place, manor, points);
}

void manor_points(const struct manor_rules *rules, const struct manor_public *pub,
                  const uint8_t manor[MANOR_PLACES], uint32_t counted, int32_t points[MANOR_SEATS_MAX])
{
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++)
        points[seat] = 0;
    for (; counted; counted &= counted - 1)
        points_add(rules, pub, __builtin_ctz(counted), manor[__builtin_ctz(counted)], points);
}

/* Hunters of a seat in front of other seats' trapped manors. */
static int on_trapped(const struct manor_rules *rules, const struct manor_public *pub,
                      const uint8_t manor[MANOR_PLACES], int seat)
{
    int count = 0;
    for (uint32_t rest = rules->all & ~rules->own[seat]; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        if (manor[place] != MANOR_TRAPPED)
            continue;
        for (int i = 0; i < pub->crowd[place]; i++)
            count += manor_card_owner(pub->front[place][i]) == seat;
    }
    return count;
}

/* Seats of a mask with the greatest value. */
static unsigned best_of(unsigned seats, const int32_t value[MANOR_SEATS_MAX])
{
    unsigned best = 0;
    int32_t most = INT32_MIN;
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1) || value[seat] < most)
            continue;
        best = (value[seat] > most ? 0 : best) | 1u << seat;
        most = value[seat];
    }
    return best;
}

unsigned manor_winners(const struct manor_rules *rules, const struct manor_public *pub,
                       const uint8_t manor[MANOR_PLACES], const int32_t score[MANOR_SEATS_MAX], int *clause)
{
    unsigned tied = best_of((1u << rules->base.seats) - 1, score);
    *clause = MA_W1;
    if (rules->tie_trapped && (tied & (tied - 1))) {
        int32_t fewest[MANOR_SEATS_MAX] = {0};
        for (int seat = 0; seat < rules->base.seats; seat++)
            fewest[seat] = -on_trapped(rules, pub, manor, seat);
        tied = best_of(tied, fewest);
        *clause = MA_W2;
    }
    return tied;
}

void manor_result(const struct lan_rules *base, const struct lan_state *opaque, struct lan_result *result)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    int clause = MA_W1;
    *result = (struct lan_result){.over = state->pub.phase == MANOR_OVER};
    manor_points(rules, &state->pub, state->manor, rules->all, result->score);
    result->winners = (uint16_t)manor_winners(rules, &state->pub, state->manor, result->score, &clause);
    result->clause = (uint16_t)clause;
}

int manor_groups(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                 struct lan_group group[LAN_GROUPS_MAX])
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    int turn = (seat + base->seats - state->pub.first) % base->seats + 1, traps = 0;
    for (uint32_t rest = rules->own[seat]; rest; rest &= rest - 1)
        traps += state->manor[__builtin_ctz(rest)] == MANOR_TRAPPED;
    group[0] = (struct lan_group){"turn", LAN_TYPE_NUMBER, (int16_t)turn};
    group[1] = (struct lan_group){"traps", LAN_TYPE_NUMBER, (int16_t)traps};
    return 2;
}
