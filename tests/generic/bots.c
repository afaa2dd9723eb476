/*
 * Every bot at every game: its answer is one of those it was offered, comes with a reason in both languages,
 * is the same for the same seed and budget, and does not change when what its seat cannot know is dealt anew.
 * Those that play from a net are given an untrained one for every set-up.
 */
#include <stdlib.h>
#include <string.h>

#include "equilibrium.h"
#include "net_bot.h"
#include "nets.h"
#include "setups.h"
#include "tap.h"
#include "told_log.h"

enum { TWINS = 2, ITERATIONS = 12, ARENA = 4 << 20, QUESTIONS = 6 };

struct trial {
    const struct lan_bot *bot;
    void *arena;
    struct lan_told_log told[LAN_SEATS_MAX]; /* in the game being played */
    uint64_t asked, twins;
    int wrong;
};

static void expect(struct trial *trial, const struct setup *setup, bool holds, const char *what)
{
    if (!holds && trial->wrong++ < 5)
        tap_note("%s, %s: %s", trial->bot->name, setup->label, what);
}

static void bot_ask(const struct trial *trial, const struct lan_rules *rules, const struct lan_state *state,
                    struct lan_asked asked, uint64_t seed, struct lan_advice *advice)
{
    union lan_view_buf view;
    struct lan_list list;
    lan_actions(rules, state, asked.seat, &list);
    rules->game->observe(rules, state, asked.seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = trial->told[asked.seat].event,
                                    .told_count = trial->told[asked.seat].count};
    struct lan_budget budget = {.iterations = ITERATIONS, .memory = trial->arena, .memory_size = ARENA};
    trial->bot->think(rules, &question, &budget, seed, advice);
}

/* A game that digests told events must rate the same with the digest as with the events. */
static bool rates_alike(const struct trial *trial, const struct lan_rules *rules,
                        const struct lan_state *state, struct lan_asked asked)
{
    static int32_t read[LAN_ACTIONS_MAX], digested[LAN_ACTIONS_MAX];
    union lan_digest_buf digest;
    union lan_view_buf view;
    struct lan_list list;
    const struct lan_told_log *told = &trial->told[asked.seat];
    if (!rules->game->digest || !told->count)
        return true;
    lan_actions(rules, state, asked.seat, &list);
    rules->game->observe(rules, state, asked.seat, (struct lan_view *)&view);
    rules->game->digest(rules, told->event, told->count, (struct lan_digest *)&digest);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = told->event,
                                    .told_count = told->count};
    rules->game->rate(rules, &question, read);
    question.digest = (const struct lan_digest *)&digest;
    rules->game->rate(rules, &question, digested);
    return memcmp(read, digested, list.count * sizeof *read) == 0;
}

static bool offered(const struct lan_rules *rules, const struct lan_state *state, struct lan_asked asked,
                    const struct lan_advice *advice)
{
    struct lan_list list;
    lan_actions(rules, state, asked.seat, &list);
    if (advice->decline)
        return asked.optional;
    for (int i = asked.optional ? list.musts : 0; i < (asked.optional ? list.count : list.musts); i++) {
        if (list.action[i] == advice->action)
            return true;
    }
    return false;
}

static bool same(const struct lan_advice *a, const struct lan_advice *b)
{
    return a->decline == b->decline && (a->decline || a->action == b->action);
}

static void question_try(struct trial *trial, const struct setup *setup, const struct lan_state *state,
                         struct lan_asked asked, struct lan_rng *rng, struct lan_advice *advice)
{
    const struct lan_rules *rules = setup->rules;
    union lan_view_buf view;
    union lan_sampler_buf sampler;
    struct lan_advice again;
    uint64_t seed = lan_rng_next(rng);
    bot_ask(trial, rules, state, asked, seed, advice);
    expect(trial, setup, offered(rules, state, asked, advice), "an answer that was not offered");
    expect(trial, setup, advice->reason[LAN_EN][0] && advice->reason[LAN_FR][0], "no reason");
    bot_ask(trial, rules, state, asked, seed, &again);
    expect(trial, setup, same(advice, &again), "another answer for the same seed");
    expect(trial, setup, rates_alike(trial, rules, state, asked), "another rating by the digest");
    trial->asked++;
    if (!rules->game->sampler_draw)
        return;
    rules->game->observe(rules, state, asked.seat, (struct lan_view *)&view);
    rules->game->sampler_init(rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    for (int i = 0; i < TWINS; i++, trial->twins++) {
        union lan_state_buf twin;
        rules->game->sampler_draw(rules, (const struct lan_sampler *)&sampler, rng,
                                  (struct lan_state *)&twin);
        bot_ask(trial, rules, (const struct lan_state *)&twin, asked, seed, &again);
        expect(trial, setup, same(advice, &again), "an answer that depends on what its seat cannot know");
    }
}

/* An action, and what the seats are told of it. */
static bool action_do(struct trial *trial, const struct lan_rules *rules, struct lan_state *state, int seat,
                      lan_action action)
{
    static struct lan_events events;
    events.count = 0;
    return lan_apply(rules, state, seat, action, &events) == LAN_ACCEPTED &&
           lan_told_logs_add(rules, &events, trial->told);
}

/* A random game, some questions of which are put to the bot. */
static void game_play(struct trial *trial, const struct setup *setup, uint64_t seed)
{
    const struct lan_rules *rules = setup->rules;
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_cursor cursor;
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    /* A game played for its length first, so that long games are not asked more than short ones. */
    rules->game->setup(rules, state);
    uint32_t one_in = 1 + (uint32_t)lan_playout(rules, state, &rng, 0) / QUESTIONS;
    lan_cursor_init(&cursor);
    rules->game->setup(rules, state);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        trial->told[seat].count = 0;
    for (struct lan_asked asked; (asked = lan_next(rules, state, &cursor)).seat != LAN_SEAT_NONE;) {
        struct lan_advice advice = {.decline = asked.optional};
        if (asked.seat != LAN_CHANCE && lan_rng_below(&rng, one_in) == 0)
            question_try(trial, setup, state, asked, &rng, &advice);
        else if (!asked.optional)
            advice.action = lan_pick(rules, state, asked.seat, &rng);
        if (advice.decline)
            lan_decline(&cursor, asked.seat);
        else if (!action_do(trial, rules, state, asked.seat, advice.action))
            return;
    }
}

static bool from_net(const struct lan_bot *bot)
{
    return bot == &lan_bot_net || bot == &lan_bot_net_search;
}

/* A net for the rules comes into use; false where the bot cannot use one, as net-search with many seats. */
static bool net_give(struct trial *trial, const struct setup *setup)
{
    static uint8_t file[NET_FILE_MAX];
    const char *wrong = net_bot_use(file, net_make(setup->rules, true, setup->seed, file));
    expect(trial, setup, !wrong && !net_bot_misfit(&lan_bot_net, setup->rules), "its net is refused");
    return !net_bot_misfit(trial->bot, setup->rules);
}

static void setup_try(const struct setup *setup, void *context)
{
    struct trial *trial = context;
    if (from_net(trial->bot) && !net_give(trial, setup))
        return;
    for (int i = 0; i < tap_rounds(1); i++)
        game_play(context, setup, tap_seed(setup->seed) + (uint64_t)i);
}

int main(void)
{
    void *arena = malloc(ARENA);
    lan_bot_add(&lan_bot_equilibrium);
    lan_bot_add(&lan_bot_net);
    lan_bot_add(&lan_bot_net_search);
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        for (const struct lan_bot *const *bot = lan_bots(); *bot; bot++) {
            struct trial trial = {.bot = *bot, .arena = arena};
            if (!from_net(*bot) && !(*bot)->plays(*game))
                continue;
            setups_each(*game, 0, setup_try, &trial);
            /*
             * Known by the game of the net that was in use last; at a table of many, none is for net-search.
             */
            if (from_net(*bot) && !((*bot)->plays(*game) && trial.asked)) {
                tap_result(*bot == &lan_bot_net_search && !trial.asked && (*game)->seats_min > 2 &&
                               !(*game)->cooperative,
                           "%s cannot play %s", (*bot)->name, (*game)->name);
                continue;
            }
            for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
                free(trial.told[seat].event);
            tap_result(!trial.wrong && trial.asked,
                       "%s plays %s from what it knows (%llu questions, %llu twins)", (*bot)->name,
                       (*game)->name, (unsigned long long)trial.asked, (unsigned long long)trial.twins);
        }
    }
    free(arena);
    return tap_finish();
}
