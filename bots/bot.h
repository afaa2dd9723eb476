/*
 * bot.h - the interface of bots, and the list of them.
 *
 * A bot is a function of what a seat knows, a budget and a seed, and of nothing else: it is handed a view and
 * never a state, and this folder includes no game's private header. So its answer, for the same seed and
 * number of iterations, cannot depend on anything that the seat does not know.
 */
#ifndef LAN_BOT_H
#define LAN_BOT_H

#include "lan.h"

struct net;

/*
 * How long a bot may think. The answer is a function of `iterations` unless `stop` cuts it short; then the
 * bot answers with the best it has, which the game's own rating is from the first iteration on.
 */
struct lan_budget {
    uint32_t iterations;
    void (*start)(void *context); /* called when thinking begins; may be NULL */
    bool (*stop)(void *context);  /* called after every iteration; true ends the thinking. May be NULL */
    void *context;
    const struct net *net; /* search: judges positions by it (net_judges) instead of playing on; or NULL */
    bool plain;            /* search: ignore the game's ratings and play out at random; for measurements */
    void *memory;          /* the caller's, for a bot that builds trees; at least lan_bot.memory_min bytes */
    size_t memory_size;
};

/* A `stop` for a flag that another thread sets: `context` is an atomic_bool. */
bool lan_budget_flagged(void *context);

struct lan_bot {
    const char *name;       /* "random", "easy", "rules", "search" */
    struct lan_words label; /* the level of difficulty for people; empty: none, for studies alone */
    struct lan_words help;
    size_t memory_min; /* bytes of budget.memory that it needs; 0 for none */

    /* Whether it can play a game. */
    bool (*plays)(const struct lan_game *game);

    /*
     * Fills `advice` with an action of question->list, or declines when the question is optional. Cannot
     * fail.
     */
    void (*think)(const struct lan_rules *rules, const struct lan_question *question,
                  const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice);
};

/* All bots, weakest first, then a NULL: those of this folder, and those a program has added. */
const struct lan_bot *const *lan_bots(void);

/* Adds a bot to the list; adding one twice has no effect. To be called before threads ask for bots. */
void lan_bot_add(const struct lan_bot *bot);

/* By name; NULL when unknown. */
const struct lan_bot *lan_bot_find(const char *name);

extern const struct lan_bot lan_bot_random;
extern const struct lan_bot lan_bot_easy;
extern const struct lan_bot lan_bot_rules;
extern const struct lan_bot lan_bot_search;

/* What a search needs with lan_budget.net, at least. */
enum { LAN_NET_SEARCH_MEMORY_MIN = 2 << 20 };

/* In place of an action: none of the optional ones. */
#define LAN_SEARCH_DECLINED ((lan_action)0xffffffff)

/*
 * The mean gain of action[0] over action[1], two different answers to the question, when the play after
 * them is searched as lan_bot_search does: the two are tried in turns, each time in the same deal, for
 * budget->iterations in all (4 to 16,384), in budget->memory; `stop` is not asked. `error` becomes its
 * standard error. The unit is a game: 1 is all of it, and where a game has scores a part of it is the lead.
 */
double lan_search_compare(const struct lan_rules *rules, const struct lan_question *question,
                          const struct lan_budget *budget, uint64_t seed, const lan_action action[2],
                          double *error);

/* The chance in 256 that random play takes an optional action, here and in playouts. */
enum { LAN_BOT_MAY_OF_256 = 13 };

/* The chance in 256 that an answer of `easy` is drawn at random. */
enum { LAN_BOT_BLUNDERS_OF_256 = 64 };

#endif
