#include "playout.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { ITERATIONS = 2000, ARENA_MIN = 16 << 20, TOLD_FIRST = 256 };

bool playout_init(struct playout *playout, const struct lan_rules *rules, const struct lan_bot *bot)
{
    *playout = (struct playout){.rules = rules, .bot = bot, .budget = {.iterations = ITERATIONS}};
    if (!bot->plays(rules->game)) {
        complain("the bot %s does not play %s", bot->name, rules->game->name);
        return false;
    }
    if (!bot->memory_min)
        return true;
    playout->budget.memory_size = bot->memory_min > ARENA_MIN ? bot->memory_min : ARENA_MIN;
    playout->budget.memory = malloc(playout->budget.memory_size);
    if (!playout->budget.memory)
        complain("no memory for the bot");
    return playout->budget.memory != NULL;
}

void playout_release(struct playout *playout)
{
    free(playout->budget.memory);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(playout->told[seat]);
}

static void told_add(struct playout *playout, int seat, const struct lan_event *event)
{
    size_t *count = &playout->told_count[seat], *room = &playout->told_room[seat];
    if (*count == *room) {
        size_t more = *room ? 2 * *room : TOLD_FIRST;
        struct lan_event *grown = realloc(playout->told[seat], more * sizeof *grown);
        if (!grown) {
            complain("no memory");
            exit(CLI_FAILED);
        }
        playout->told[seat] = grown;
        *room = more;
    }
    playout->told[seat][(*count)++] = *event;
}

static void told_all(struct playout *playout, const struct lan_events *events)
{
    for (int i = 0; i < events->count; i++) {
        for (int seat = 0; seat < playout->rules->seats; seat++) {
            struct lan_event told;
            if (lan_event_tell(playout->rules->game, &events->event[i], seat, &told))
                told_add(playout, seat, &told);
        }
    }
}

/* False when the seat declines. */
static bool seat_think(struct playout *playout, const struct lan_state *state, const struct lan_asked *asked,
                       struct lan_rng *rng, lan_action *action)
{
    static struct lan_list list;
    union lan_view_room view;
    struct lan_advice advice = {.action = 0};
    lan_actions(playout->rules, state, asked->seat, &list);
    playout->rules->game->observe(playout->rules, state, asked->seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = asked->seat,
                                    .optional = asked->optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = playout->told[asked->seat],
                                    .told_count = playout->told_count[asked->seat]};
    playout->bot->think(playout->rules, &question, &playout->budget, lan_rng_next(rng), &advice);
    *action = advice.action;
    return !(asked->optional && advice.decline);
}

uint64_t playout_run(struct playout *playout, struct lan_rng *rng, struct lan_state *state)
{
    static struct lan_events events;
    struct lan_cursor cursor;
    uint64_t actions = 0;
    lan_cursor_init(&cursor);
    memset(playout->told_count, 0, sizeof playout->told_count);
    playout->rules->game->setup(playout->rules, state);
    for (;;) {
        struct lan_asked asked = lan_next(playout->rules, state, &cursor);
        lan_action action;
        if (asked.seat == LAN_SEAT_NONE)
            return actions;
        if (asked.seat == LAN_CHANCE) {
            action = lan_pick(playout->rules, state, LAN_CHANCE, rng);
        } else if (!seat_think(playout, state, &asked, rng, &action)) {
            lan_decline(&cursor, asked.seat);
            continue;
        }
        events.count = 0;
        lan_assert(lan_apply(playout->rules, state, asked.seat, action, &events) == LAN_REFUSED_NOT);
        told_all(playout, &events);
        actions++;
    }
}
