#include "judge.h"

void judge_result(const struct lan_rules *rules, const struct lan_state *state, float reward[LAN_SEATS_MAX])
{
    struct lan_result result;
    rules->game->result(rules, state, &result);
    int winners = __builtin_popcount(result.winners);
    for (int seat = 0; seat < rules->seats; seat++) {
        float won =
            result.winners >> seat & 1 ? (rules->game->cooperative ? 1.0f : 0.5f + 0.5f / (float)winners) : 0;
        reward[seat] = won;
        if (!rules->game->score_span)
            continue;
        int32_t rival = rules->game->cooperative ? 0 : INT32_MIN;
        for (int other = 0; other < rules->seats && !rules->game->cooperative; other++) {
            if (other != seat && result.score[other] > rival)
                rival = result.score[other];
        }
        float margin = (float)(result.score[seat] - rival) / (float)rules->game->score_span;
        margin = margin < -1 ? -1 : margin > 1 ? 1 : margin;
        reward[seat] = 0.7f * won + 0.3f * (0.5f + 0.5f * margin);
    }
}

static float outlook_reward(const struct lan_game *game, int32_t now, float start)
{
    if (!game->outlook_span)
        return (float)now / LAN_OUTLOOK_SURE;
    float lead = (float)now / (float)game->outlook_span - start;
    return 0.5f + 0.5f * (lead < -1 ? -1 : lead > 1 ? 1 : lead);
}

void judge_outlooks(const struct lan_rules *rules, const struct lan_state *state, float start,
                    float reward[LAN_SEATS_MAX])
{
    const struct lan_game *game = rules->game;
    struct lan_result result;
    game->result(rules, state, &result);
    for (int seat = 0; seat < rules->seats; seat++) {
        int32_t now = game->outlook(rules, state, seat);
        if (result.over)
            reward[seat] = result.winners >> seat & 1 ? 1 : 0;
        else
            reward[seat] = now == LAN_OUTLOOK_NONE ? 0.5f : outlook_reward(game, now, start);
    }
}

void judge_init(struct judge *judge, const struct net *net, const struct lan_rules *rules)
{
    judge->net = net;
    for (int seat = 0; seat < rules->seats; seat++)
        lan_layout_init(rules, seat, &judge->layout[seat]);
}

void judge_position(struct judge *judge, const struct lan_rules *rules, const struct lan_state *state,
                    int seat, float reward[LAN_SEATS_MAX])
{
    const struct lan_game *game = rules->game;
    bool together = game->cooperative;
    if (seat == LAN_SEAT_NONE) {
        struct lan_result result;
        game->result(rules, state, &result);
        float won = together || !result.winners ? 1 : 1 / (float)__builtin_popcount(result.winners);
        for (int i = 0; i < rules->seats; i++)
            reward[i] = result.winners >> i & 1 ? won : 0;
        return;
    }
    game->observe(rules, state, seat, (struct lan_view *)&judge->view);
    lan_layout_fill(&judge->layout[seat], (const struct lan_view *)&judge->view, judge->cells);
    float chance = (float)net_chance(*net_run(judge->net, judge->cells, 1, &judge->work)) / NET_CHANCE_SURE;
    for (int i = 0; i < rules->seats; i++)
        reward[i] = i == seat || together ? chance : 1 - chance;
}
