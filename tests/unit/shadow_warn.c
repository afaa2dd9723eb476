/*
 * SH-R1, SH-R2: whatever shows everybody who a hidden seat is asks first, and nothing else does. Random games
 * of Shadow Hunters; at every decision every offered action is tried on a copy of the position.
 */
#include <string.h>

#include "draw.h"
#include "setups.h"
#include "shadow-hunters/state.h"
#include "tap.h"

enum { GAMES = 12, STEPS_MAX = 1500, COMBINATIONS = 3 };

struct count {
    unsigned reveals, plain; /* actions that revealed, and that did not */
    const char *wrong;
    lan_action action; /* which is wrong */
};

static bool warned(const struct lan_rules *rules, const struct lan_state *state, int seat, lan_action action)
{
    union lan_view_buf view;
    char text[LAN_SAY_MAX];
    const char *names[LAN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    struct lan_reader reader = {.lang = LAN_EN, .style = LAN_STYLE_PLAIN, .width = 80, .names = names};
    struct lan_text out = lan_text_init(text, sizeof text);
    rules->game->observe(rules, state, seat, (struct lan_view *)&view);
    rules->game->warn(rules, (const struct lan_view *)&view, action, &reader, &out);
    return out.length > 0;
}

/*
 * Whether the seat shows itself by its own choice: SH-R1, or SH-R2 by an ability. Deaths, the Mirror and
 * Daniel's end of hiding show somebody too, but nobody chooses them.
 */
static bool shows_itself(const struct lan_events *events, int seat)
{
    for (int i = 0; i < events->count; i++) {
        const struct lan_event *event = &events->event[i];
        if (event->kind == SHADOW_EVENT_REVEALED && event->arg[0] == seat &&
            (event->clause == SH_R1 || event->clause == SH_R2))
            return true;
    }
    return false;
}

static void action_check(const struct lan_rules *rules, const struct lan_state *state, int seat,
                         lan_action action, struct count *count)
{
    const struct shadow_public *before = &shadow_state_of(state)->pub;
    struct lan_events events = {.count = 0};
    union lan_state_buf copy;
    memcpy(&copy, state, rules->game->state_size);
    lan_assert(lan_apply(rules, (struct lan_state *)&copy, seat, action, &events) == LAN_ACCEPTED);
    bool hidden = !shadow_in(before->revealed, seat);
    bool reveals = hidden && shows_itself(&events, seat);
    bool asks = warned(rules, state, seat, action);
    count->reveals += reveals;
    count->plain += hidden && !asks;
    if (reveals && !asks)
        count->wrong = "reveals and does not ask";
    if (asks && !hidden)
        count->wrong = "asks though all know";
    if (count->wrong)
        count->action = action;
}

static void game_check(const struct setup *setup, struct lan_rng *rng, struct count *count)
{
    const struct lan_rules *rules = setup->rules;
    union lan_state_buf memory;
    struct lan_state *state = (struct lan_state *)&memory;
    struct lan_turn turn;
    struct lan_list list;
    rules->game->setup(rules, state);
    for (int step = 0; step < STEPS_MAX && !count->wrong; step++) {
        rules->game->turn(rules, state, &turn);
        if (!turn.must)
            return;
        int seat = __builtin_ctz(turn.must);
        lan_actions(rules, state, seat, &list);
        for (int i = 0; seat < rules->seats && i < list.count; i++)
            action_check(rules, state, seat, list.action[i], count);
        lan_action action = seat < rules->seats ? list.action[lan_rng_below(rng, list.count)]
                                                : lan_pick(rules, state, seat, rng);
        lan_assert(lan_apply(rules, state, seat, action, NULL) == LAN_ACCEPTED);
    }
}

static void setup_check(const struct setup *setup, void *context)
{
    struct count *count = context;
    struct lan_rng rng;
    lan_rng_init(&rng, setup->seed);
    for (int i = 0; i < tap_rounds(GAMES) / 4 + 1 && !count->wrong; i++)
        game_check(setup, &rng, count);
}

int main(void)
{
    struct count count = {0};
    const struct lan_game *game = lan_game_find("shadow-hunters", 0);
    setups_each(game, tap_rounds(COMBINATIONS), setup_check, &count);
    tap_result(!count.wrong, "SH-R1, SH-R2: what reveals asks first");
    if (count.wrong)
        tap_note("%s %s", game->action_kinds[lan_action_kind(count.action)].name, count.wrong);
    tap_result(count.reveals && count.plain, "%u actions revealed, %u did not ask", count.reveals,
               count.plain);
    return tap_finish();
}
