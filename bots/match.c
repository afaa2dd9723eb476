#include "match.h"

#include <stdlib.h>

void lan_match_init(struct lan_match *match, const struct lan_rules *rules)
{
    *match = (struct lan_match){.rules = rules};
}

void lan_match_finish(struct lan_match *match)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(match->told[seat].event);
}

uint64_t lan_question_seed(uint64_t seed, int seat, size_t told)
{
    struct lan_rng rng;
    lan_rng_init(&rng, seed + (uint64_t)seat * 0xd1b54a32d192ed03 + told * 0x9e3779b97f4a7c15);
    return lan_rng_next(&rng);
}

static void seat_ask(struct lan_match *match, struct lan_asked asked, uint64_t seed,
                     struct lan_advice *advice)
{
    const struct lan_rules *rules = match->rules;
    const struct lan_player *player = &match->player[asked.seat];
    const struct lan_told_log *told = &match->told[asked.seat];
    union lan_view_buf view;
    struct lan_list list;
    list.count = list.musts = 0;
    rules->game->actions(rules, (const struct lan_state *)&match->state, asked.seat, &list);
    rules->game->observe(rules, (const struct lan_state *)&match->state, asked.seat,
                         (struct lan_view *)&view);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = told->event,
                                    .told_count = told->count};
    player->bot->think(rules, &question, &player->budget, lan_question_seed(seed, asked.seat, told->count),
                       advice);
}

uint64_t lan_match_play(struct lan_match *match, const struct lan_dice *dice, uint64_t seed)
{
    const struct lan_rules *rules = match->rules;
    struct lan_state *state = (struct lan_state *)&match->state;
    struct lan_cursor cursor;
    uint64_t steps = 0;
    lan_cursor_init(&cursor);
    for (int seat = 0; seat < rules->seats; seat++)
        match->told[seat].count = 0;
    rules->game->setup(rules, state);
    for (struct lan_asked asked; (asked = lan_next(rules, state, &cursor)).seat != LAN_SEAT_NONE; steps++) {
        struct lan_advice advice = {.decline = false};
        if (asked.seat == LAN_CHANCE)
            advice.action = lan_chance_draw(rules, state, dice);
        else
            seat_ask(match, asked, seed, &advice);
        if (advice.decline) {
            lan_decline(&cursor, asked.seat);
            steps--;
            continue;
        }
        match->events.count = 0;
        lan_assert(lan_apply(rules, state, asked.seat, advice.action, &match->events) == LAN_ACCEPTED);
        if (!lan_told_logs_add(rules, &match->events, match->told))
            return 0;
    }
    return steps;
}
