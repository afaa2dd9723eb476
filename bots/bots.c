/*
 * bots.c - the list of bots (bot.h), and the two short ones: random, and rules, which asks the game for
 * advice.
 */
#include <stdatomic.h>
#include <string.h>

#include "bot.h"

bool lan_budget_flagged(void *context)
{
    return atomic_load_explicit((atomic_bool *)context, memory_order_relaxed);
}

static bool plays_any(const struct lan_game *game)
{
    (void)game;
    return true;
}

static void random_think(const struct lan_rules *rules, const struct lan_question *question,
                         const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    struct lan_rng rng;
    (void)rules;
    (void)budget;
    lan_rng_init(&rng, seed);
    memset(advice, 0, sizeof *advice);
    if (question->optional) {
        advice->decline = lan_rng_below(&rng, 256) >= LAN_BOT_MAY_OF_256;
        advice->action =
            list->action[list->musts + lan_rng_below(&rng, (uint32_t)(list->count - list->musts))];
    } else {
        advice->action = list->action[lan_rng_below(&rng, list->musts)];
    }
    lan_advice_reason(advice, "Any of them will do.", "N'importe laquelle fait l'affaire.");
}

const struct lan_bot lan_bot_random = {
    .name = "random",
    .help = {{"plays anything allowed", "joue n'importe quel coup permis"}},
    .plays = plays_any,
    .think = random_think,
};

static bool has_advice(const struct lan_game *game)
{
    return game->advise != NULL;
}

static void rules_think(const struct lan_rules *rules, const struct lan_question *question,
                        const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    struct lan_rng rng;
    (void)budget;
    lan_rng_init(&rng, seed);
    memset(advice, 0, sizeof *advice);
    rules->game->advise(rules, question, &rng, advice);
}

const struct lan_bot lan_bot_rules = {
    .name = "rules",
    .help = {{"plays by hand-written advice and says why",
              "suit des conseils écrits à la main et dit pourquoi"}},
    .plays = has_advice,
    .think = rules_think,
};

enum { BOTS_MAX = 8 };

static const struct lan_bot *bots[BOTS_MAX + 1] = {&lan_bot_random, &lan_bot_rules, &lan_bot_search};

void lan_bot_add(const struct lan_bot *bot)
{
    int count = 0;
    while (bots[count] && bots[count] != bot)
        count++;
    lan_assert(count < BOTS_MAX);
    bots[count] = bot;
}

const struct lan_bot *const *lan_bots(void)
{
    return bots;
}

const struct lan_bot *lan_bot_find(const char *name)
{
    for (const struct lan_bot *const *bot = bots; *bot; bot++) {
        if (strcmp((*bot)->name, name) == 0)
            return *bot;
    }
    return NULL;
}
