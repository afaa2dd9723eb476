/*
 * bots.c - the list of bots (bot.h), and the short ones: random; rules, which asks the game for advice; and
 * easy, which follows that advice with blunders.
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

/* One of the offered answers, each as likely; an optional one is taken as rarely as in playouts. */
static void answer_draw(const struct lan_question *question, struct lan_rng *rng, struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    memset(advice, 0, sizeof *advice);
    if (question->optional) {
        advice->decline = lan_rng_below(rng, 256) >= LAN_BOT_MAY_OF_256;
        advice->action =
            list->action[list->musts + lan_rng_below(rng, (uint32_t)(list->count - list->musts))];
    } else {
        advice->action = list->action[lan_rng_below(rng, list->musts)];
    }
}

static void random_think(const struct lan_rules *rules, const struct lan_question *question,
                         const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    struct lan_rng rng;
    (void)rules;
    (void)budget;
    lan_rng_init(&rng, seed);
    answer_draw(question, &rng, advice);
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
    .label = {{"Normal", "Normal"}},
    .help = {{"plays by experience and can say why", "joue d'expérience et sait dire pourquoi"}},
    .plays = has_advice,
    .think = rules_think,
};

/*
 * Whether an answer is a blunder is drawn from the seed before the question is looked at. Optional questions
 * get the advice: who is asked them depends on what is hidden.
 */
static void easy_think(const struct lan_rules *rules, const struct lan_question *question,
                       const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    if (lan_rng_below(&rng, 256) >= LAN_BOT_BLUNDERS_OF_256 || question->optional) {
        rules_think(rules, question, budget, seed, advice);
        return;
    }
    answer_draw(question, &rng, advice);
    lan_advice_reason(advice, "A blunder, made on purpose.", "Une bourde, faite exprès.");
}

const struct lan_bot lan_bot_easy = {
    .name = "easy",
    .label = {{"Easy", "Facile"}},
    .help = {{"plays sensibly, but one choice in four is made at random",
              "joue raisonnablement, mais fait un choix sur quatre au hasard"}},
    .plays = has_advice,
    .think = easy_think,
};

enum { BOTS_MAX = 8 };

static const struct lan_bot *bots[BOTS_MAX + 1] = {&lan_bot_random, &lan_bot_easy, &lan_bot_rules,
                                                   &lan_bot_search};

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
