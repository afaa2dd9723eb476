/*
 * bot.h - who thinks from a view.
 *
 * A bot is a function of what a seat knows, a budget and a seed, and of nothing else: it is handed no state,
 * and this folder includes no game's private header. Re-dealing what the seat cannot know never changes its
 * answer for the same seed and number of iterations.
 */
#ifndef LAN_BOT_H
#define LAN_BOT_H

#include "lan.h"

/* How long a bot may think. The answer is a function of `iterations` unless `stop` cuts it short. */
struct lan_budget {
    uint32_t iterations;
    void (*start)(void *context); /* told when thinking begins; may be NULL */
    bool (*stop)(void *context);  /* asked now and then; may be NULL. True: answer with what you have */
    void *context;
    bool plain;   /* search: play out at random even where the game can rate; for measuring */
    void *memory; /* the arena of a bot that builds trees; at least lan_bot.memory_min bytes */
    size_t memory_size;
};

struct lan_bot {
    const char *name; /* "random", "rules", "search" */
    struct lan_words help;
    size_t memory_min; /* bytes of arena without which it cannot think; 0 when it needs none */

    /* Whether it can play this game. */
    bool (*plays)(const struct lan_game *game);

    /* Always answers with an action of the list (or declines, when the question is optional). */
    void (*think)(const struct lan_rules *rules, const struct lan_question *question,
                  const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice);
};

/* All bots, weakest first, then a NULL: those of this folder, and what a program has added. */
const struct lan_bot *const *lan_bots(void);

/* Makes another bot known, once however often it is added; before any thread that asks for bots. */
void lan_bot_add(const struct lan_bot *bot);

/* By name; NULL when unknown. */
const struct lan_bot *lan_bot_find(const char *name);

extern const struct lan_bot lan_bot_random;
extern const struct lan_bot lan_bot_rules;
extern const struct lan_bot lan_bot_search;

/* Takes a may-action with this probability in 256; the measure of random play everywhere. */
enum { LAN_BOT_MAY_OF_256 = 13 };

#endif
