#include "net_bot.h"

#include <string.h>

#include "net.h"

/* The net in use; `used.layers` is 0 while there is none. */
static struct net_memory memory;
static struct net used;

const char *net_bot_use(const uint8_t *bytes, size_t size)
{
    const char *wrong = net_read(bytes, size, &memory, &used);
    if (wrong)
        memset(&used, 0, sizeof used);
    return wrong;
}

static bool of_game(const struct lan_game *game)
{
    return used.layers && strcmp(used.game, game->name) == 0;
}

const char *net_bot_misfit(const struct lan_bot *bot, const struct lan_rules *rules)
{
    if (bot != &lan_bot_net && bot != &lan_bot_net_search)
        return NULL;
    if (!used.layers)
        return "No net is in use.";
    const char *wrong = net_misfit(&used, rules);
    if (!wrong && bot == &lan_bot_net && !net_rates(&used))
        wrong = "The net judges positions and rates no actions.";
    if (!wrong && bot == &lan_bot_net_search && !net_judges(&used, rules))
        wrong = "A search can use a net with two seats, or where all win together.";
    return wrong;
}

static bool rates_game(const struct lan_game *game)
{
    return of_game(game) && net_rates(&used);
}

/* What the net makes of a question. */
struct opinion {
    struct lan_layout layout;
    struct net_work work;
    uint8_t cells[LAN_LAYOUT_CELLS_MAX];
};

static void reason_write(int32_t output, struct lan_advice *advice)
{
    static const char *const words[LAN_LANGS][2] = {
        {"The trained net rates this best, and the chance to win at ", " in 100."},
        {"Le réseau entraîné préfère ce coup, et estime les chances de gagner à ", " sur 100."},
    };
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(advice->reason[lang], LAN_SAY_MAX);
        lan_text_add(&text, words[lang][0]);
        lan_text_add_int(&text, (100 * (int64_t)net_chance(output) + NET_CHANCE_SURE / 2) / NET_CHANCE_SURE);
        lan_text_add(&text, words[lang][1]);
    }
}

static void net_think(const struct lan_rules *rules, const struct lan_question *question,
                      const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    struct opinion *opinion = budget->memory;
    if (net_bot_misfit(&lan_bot_net, rules)) {
        const struct lan_bot *other = lan_bot_rules.plays(rules->game) ? &lan_bot_rules : &lan_bot_random;
        other->think(rules, question, budget, seed, advice);
        return;
    }
    memset(advice, 0, sizeof *advice);
    lan_layout_init(rules, question->seat, &opinion->layout);
    lan_layout_fill(&opinion->layout, question->view, opinion->cells);
    const int32_t *output = net_run(&used, opinion->cells, net_outputs(&used), &opinion->work);
    int best = from;
    for (int i = from + 1; i < to; i++) {
        if (output[1 + lan_action_index(rules->game, list->action[i])] >
            output[1 + lan_action_index(rules->game, list->action[best])])
            best = i;
    }
    advice->action = list->action[best];
    advice->decline = question->optional && output[net_outputs(&used) - 1] >=
                                                output[1 + lan_action_index(rules->game, advice->action)];
    reason_write(output[0], advice);
}

const struct lan_bot lan_bot_net = {
    .name = "net",
    .help = {{"plays what a trained net rates best", "joue ce qu'un réseau entraîné préfère"}},
    .memory_min = sizeof(struct opinion),
    .plays = rates_game,
    .think = net_think,
};

static void net_search_think(const struct lan_rules *rules, const struct lan_question *question,
                             const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    struct lan_budget judged = *budget;
    judged.net = net_bot_misfit(&lan_bot_net_search, rules) ? NULL : &used;
    lan_bot_search.think(rules, question, &judged, seed, advice);
}

static bool searches_game(const struct lan_game *game)
{
    return of_game(game) && lan_bot_search.plays(game);
}

const struct lan_bot lan_bot_net_search = {
    .name = "net-search",
    .help = {{"imagines games and lets a trained net judge them",
              "imagine des parties et les fait juger par un réseau entraîné"}},
    .memory_min = LAN_NET_SEARCH_MEMORY_MIN,
    .plays = searches_game,
    .think = net_search_think,
};
