/*
 * bot.c - how a sensible player of Lamplighters chooses, from the view alone: as little light as wins the
 * round, and the weakest lantern when nothing does. This file sees no state.
 */
#include "lamps.h"

/* Chances are in thousandths; a step of light that is kept for later is worth less than any chance to win. */
enum { CERTAIN = 1000, KEPT = 12, HIDDEN = 4 };

/*
 * The chance that a light wins the round: it must outshine what lies open and, by one's guess, what others
 * have shuttered or are still to lay, each one of the unseen lanterns.
 */
static int32_t chance_to_win(const struct lamps_rules *rules, const struct lamps_view *view, int seat,
                             int light)
{
    int32_t chance = CERTAIN;
    int weaker = 0, unseen = __builtin_popcount(view->unseen);
    for (unsigned rest = view->unseen; rest; rest &= rest - 1)
        weaker += lamps_light(rules, __builtin_ctz(rest), false) < light;
    for (int other = 0; other < rules->base.seats; other++) {
        int spot = view->pub.spot[other];
        if (other == seat)
            continue;
        if (spot >= LAMPS_LIT_FIRST)
            chance = spot - LAMPS_LIT_FIRST + 1 < light ? chance : 0;
        else
            chance = unseen ? chance * weaker / unseen : chance;
    }
    return chance;
}

static int32_t action_chance(const struct lan_rules *rules, const struct lan_question *question,
                             lan_action action)
{
    const struct lamps_rules *lamps = (const struct lamps_rules *)rules;
    bool shuttered = lan_action_arg(action, 1) == LAMPS_SHUTTERED;
    int light = lamps_light(lamps, lan_action_arg(action, 0), shuttered);
    return chance_to_win(lamps, (const struct lamps_view *)question->view, question->seat, light);
}

void lamps_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth)
{
    for (int i = 0; i < question->list->count; i++) {
        lan_action action = question->list->action[i];
        worth[i] = action_chance(rules, question, action) - KEPT * lan_action_arg(action, 0) +
                   (lan_action_arg(action, 1) == LAMPS_SHUTTERED ? HIDDEN : 0);
    }
}

static void reason_give(const struct lan_rules *rules, const struct lan_question *question,
                        struct lan_advice *advice)
{
    advice->clause = EX_T3;
    if (!action_chance(rules, question, advice->action))
        lan_advice_reason(advice, "This round is lost: I keep the bright ones.",
                          "Cette manche est perdue : je garde les plus vives.");
    else if (lan_action_arg(advice->action, 1) == LAMPS_SHUTTERED)
        lan_advice_reason(advice, "Bright enough even behind shutters, and the others must guess.",
                          "Assez vive même voilée, et les autres devront deviner.");
    else
        lan_advice_reason(advice, "No more light than it takes, as far as I can see.",
                          "Pas plus de lumière qu'il n'en faut, à ce que je vois.");
}

void lamps_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                  struct lan_advice *advice)
{
    int32_t worth[LAN_ACTIONS_MAX], best = INT32_MIN;
    uint32_t ties = 0;
    lamps_rate(rules, question, worth);
    for (int i = 0; i < question->list->musts; i++) {
        if (worth[i] < best)
            continue;
        ties = worth[i] > best ? 1 : ties + 1;
        if (worth[i] > best || lan_rng_below(rng, ties) == 0)
            advice->action = question->list->action[i];
        best = worth[i];
    }
    reason_give(rules, question, advice);
}
