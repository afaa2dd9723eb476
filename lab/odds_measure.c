/*
 * Game n of every set-up has the same seed, so that two set-ups are compared on the same dice. Threads take
 * whole set-ups; the result does not depend on their number.
 */
#include "odds_measure.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "match.h"
#include "setup.h"
#include "table.h"

enum {
    SETUPS_MAX = 2000,
    VALUES_MAX = 64,
    OPTION_BYTES = 96,
    VALUE_BYTES = 64,
    SINGLE_PART = 5, /* set-ups with one other choice get this part of the games */
    NUMBERS_MAX = 4, /* numbers with more values than this are not tried */
    THREADS_USUAL = 2,
    GAMES_USUAL = 5000,
};

/*
 * The grouping that is fixed before the first decision. Others tell how the game went, such as the exits
 * reached.
 */
static const struct {
    const char *game, *by;
} fixed[] = {{"shadow-hunters", "character"}, {"manor", "turn"}, {"shy-monsters", "role"}};

struct value {
    char name[VALUE_BYTES];
    uint32_t count, won;
};

/* A grouping with named values, and whether the seats of a value ever differed in their result. */
struct union_of {
    char name[VALUE_BYTES];
    bool several, differed;
};

struct setup {
    const struct lan_game *game;
    int seats;
    char option[OPTION_BYTES];
    uint64_t games;
    union lan_rules_buf rules;
    struct value any, value[VALUES_MAX];
    int values;
    char team_by[VALUE_BYTES];
    struct union_of team[VALUES_MAX];
    int teams;
};

struct work {
    struct setup *setup;
    int count;
    uint64_t seed;
    _Atomic int next;
    _Atomic bool failed;
};

static const char *fixed_by(const struct lan_game *game)
{
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (strcmp(fixed[i].game, game->name) == 0)
            return fixed[i].by;
    }
    return "";
}

/*
 * ---- Counting ------------------------------------------------------------------------------------------
 */

static void group_name(const struct lan_game *game, const struct lan_group *group, char out[VALUE_BYTES])
{
    const struct lan_type *type = &game->types[group->type];
    if (type->words)
        snprintf(out, VALUE_BYTES, "%s", type->words[group->value].id);
    else
        snprintf(out, VALUE_BYTES, "%d", group->value + type->first);
}

static void value_count(struct setup *setup, const char *name, bool won)
{
    int at = 0;
    while (at < setup->values && strcmp(setup->value[at].name, name) != 0)
        at++;
    if (at == VALUES_MAX)
        return;
    if (at == setup->values)
        snprintf(setup->value[setup->values++].name, VALUE_BYTES, "%s", name);
    setup->value[at].count++;
    setup->value[at].won += won;
}

static struct union_of *team_find(struct setup *setup, const char *name)
{
    for (int i = 0; i < setup->teams; i++) {
        if (strcmp(setup->team[i].name, name) == 0)
            return &setup->team[i];
    }
    if (setup->teams == VALUES_MAX)
        return NULL;
    struct union_of *team = &setup->team[setup->teams++];
    snprintf(team->name, VALUE_BYTES, "%s", name);
    return team;
}

/*
 * The first grouping with named values, such as the side: whether its seats share their results in this
 * game.
 */
static void teams_count(struct setup *setup, const struct lan_state *state, unsigned winners)
{
    const struct lan_game *game = setup->game;
    unsigned seats_of[VALUES_MAX] = {0};
    struct lan_group group[LAN_GROUPS_MAX];
    for (int seat = 0; seat < setup->seats; seat++) {
        int count = game->groups(&setup->rules.base, state, seat, group);
        if (!count || !game->types[group[0].type].words)
            return;
        char name[VALUE_BYTES];
        group_name(game, &group[0], name);
        snprintf(setup->team_by, VALUE_BYTES, "%s", group[0].by);
        struct union_of *team = team_find(setup, name);
        if (team)
            seats_of[team - setup->team] |= 1u << seat;
    }
    for (int i = 0; i < setup->teams; i++) {
        unsigned won = seats_of[i] & winners;
        setup->team[i].several |= (seats_of[i] & (seats_of[i] - 1)) != 0;
        setup->team[i].differed |= won && won != seats_of[i];
    }
}

static void game_count(struct setup *setup, const struct lan_state *state)
{
    const struct lan_game *game = setup->game;
    const char *by = fixed_by(game);
    struct lan_result result;
    game->result(&setup->rules.base, state, &result);
    for (int seat = 0; seat < setup->seats; seat++) {
        struct lan_group group[LAN_GROUPS_MAX];
        bool won = result.winners >> seat & 1;
        int count = game->groups && *by ? game->groups(&setup->rules.base, state, seat, group) : 0;
        setup->any.count++;
        setup->any.won += won;
        for (int i = 0; i < count; i++) {
            char name[VALUE_BYTES];
            group_name(game, &group[i], name);
            if (strcmp(group[i].by, by) == 0)
                value_count(setup, name, won);
        }
    }
    if (game->groups && !game->cooperative)
        teams_count(setup, state, result.winners);
}

static bool setup_measure(struct setup *setup, uint64_t seed)
{
    static const char level[] = "rules";
    struct lan_match match;
    bool good = true;
    lan_match_init(&match, &setup->rules.base);
    for (int seat = 0; seat < setup->seats; seat++)
        match.player[seat] = (struct lan_player){.bot = lan_bot_find(level)};
    for (uint64_t number = 0; number < setup->games && good; number++) {
        struct lan_dice dice;
        uint64_t mixed = seed * 0x9e3779b97f4a7c15 + number;
        table_dice_init(mixed, &dice);
        good = lan_match_play(&match, &dice, mixed) != 0;
        if (good)
            game_count(setup, (const struct lan_state *)&match.state);
    }
    lan_match_finish(&match);
    return good;
}

static void *work_run(void *context)
{
    struct work *work = context;
    for (int at; !work->failed && (at = atomic_fetch_add(&work->next, 1)) < work->count;) {
        if (!setup_measure(&work->setup[at], work->seed))
            work->failed = true;
    }
    return NULL;
}

/*
 * ---- The set-ups ---------------------------------------------------------------------------------------
 */

static bool configs_same(const struct lan_game *game, const struct lan_config *one,
                         const struct lan_config *other)
{
    for (int option = 0; option < game->option_count; option++) {
        bool text = game->options[option].type == LAN_OPTION_TEXT;
        if (!text && one->value[option] != other->value[option])
            return false;
    }
    return true;
}

/* Adds the set-up with one option ("" for none) unless these rules are there already or are no rules. */
static bool setup_add(struct work *work, const struct lan_game *game, int seats, const char *name,
                      const char *value, uint64_t games)
{
    struct lan_config config;
    struct lan_problem problem;
    struct setup *setup = &work->setup[work->count];
    if (work->count == SETUPS_MAX)
        return false;
    *setup = (struct setup){.game = game, .seats = seats, .games = games};
    lan_config_init(game, seats, &config);
    if (*name && !lan_config_set(game, &config, name, value, &problem))
        return true;
    if (*name)
        snprintf(setup->option, sizeof setup->option, "%s=%s", name, value);
    if (!lan_compile(game, &config, &setup->rules.base, &problem))
        return true;
    for (int i = 0; i < work->count; i++) {
        const struct setup *other = &work->setup[i];
        if (other->game == game && other->seats == seats &&
            configs_same(game, &setup->rules.base.config, &other->rules.base.config))
            return true;
    }
    work->count++;
    return true;
}

static bool option_add(struct work *work, const struct lan_game *game, int seats,
                       const struct lan_option *option, uint64_t games)
{
    bool good = true;
    if (option->type == LAN_OPTION_CHOICE) {
        for (int i = 0; i < option->count && good; i++)
            good = setup_add(work, game, seats, option->name, option->choices[i].id, games);
    } else if (option->type == LAN_OPTION_NUMBER && option->max - option->min < NUMBERS_MAX) {
        for (int number = option->min; number <= option->max && good; number++) {
            char text[16];
            snprintf(text, sizeof text, "%d", number);
            good = setup_add(work, game, seats, option->name, text, games);
        }
    }
    return good;
}

static bool game_add(struct work *work, const struct lan_game *game, uint64_t games)
{
    for (int seats = game->seats_min < 2 ? 2 : game->seats_min; seats <= game->seats_max; seats++) {
        if (!setup_add(work, game, seats, "", "", games))
            return false;
        for (int i = 0; i < game->option_count; i++) {
            if (!option_add(work, game, seats, &game->options[i], games / SINGLE_PART))
                return false;
        }
    }
    return true;
}

/*
 * ---- Writing -------------------------------------------------------------------------------------------
 */

static double log_odds(const struct value *value)
{
    return log((value->won + 0.5) / (value->count - value->won + 0.5));
}

/*
 * The root of the mean square by which one choice changed the log odds of a value, against the usual rules
 * with as many seats, less what chance alone would make of it.
 */
static double spread_of(const struct work *work, const struct lan_game *game)
{
    double sum = 0;
    int count = 0;
    const struct setup *usual = NULL;
    for (int i = 0; i < work->count; i++) {
        const struct setup *setup = &work->setup[i];
        if (setup->game != game)
            continue;
        if (!*setup->option) {
            usual = setup;
            continue;
        }
        for (int at = 0; usual && at < (usual->values ? usual->values : 1); at++) {
            const struct value *one = usual->values ? &usual->value[at] : &usual->any, *other = &setup->any;
            for (int i2 = 0; i2 < setup->values; i2++) {
                if (strcmp(setup->value[i2].name, one->name) == 0)
                    other = &setup->value[i2];
            }
            if (other->count < 100)
                continue;
            double change = log_odds(other) - log_odds(one), rate = (other->won + 0.5) / (other->count + 1.0);
            sum += change * change - 1 / (rate * (1 - rate)) * (1.0 / other->count + 1.0 / one->count);
            count++;
        }
    }
    return count && sum > 0 ? sqrt(sum / count) : 0;
}

static int value_order(const void *one, const void *other)
{
    return strcmp(((const struct value *)one)->name, ((const struct value *)other)->name);
}

static void setup_print(struct setup *setup, int *first)
{
    int rows = setup->values + 1, before = 0;
    printf("SETUP(\"%s\", %d, %d, \"%s\", %llu, \"%s\", \"", setup->game->name, setup->game->version,
           setup->seats, setup->option, (unsigned long long)setup->games, setup->team_by);
    for (int i = 0; i < setup->teams; i++) {
        if (setup->team[i].several && !setup->team[i].differed)
            printf("%s%s", before++ ? " " : "", setup->team[i].name);
    }
    printf("\", %d, %d)\n", *first, rows);
    *first += rows;
    printf("ODDS(\"\", \"\", %u, %u)\n", setup->any.count, setup->any.won);
    qsort(setup->value, (size_t)setup->values, sizeof *setup->value, value_order);
    for (int i = 0; i < setup->values; i++)
        printf("ODDS(\"%s\", \"%s\", %u, %u)\n", fixed_by(setup->game), setup->value[i].name,
               setup->value[i].count, setup->value[i].won);
}

static void table_print(const struct work *work, const struct settings *settings, uint64_t games)
{
    int first = 0;
    printf(
        "/*\n * odds.def - the chances of roles, seats and set-ups among equals; odds.h explains them.\n *\n"
        " * Written by `lanterne odds --games %llu --seed %llu`: bots of the level rules at all seats, %llu games\n"
        " * of the usual rules for each number of seats, %llu for each single choice. Not to be edited.\n */\n",
        (unsigned long long)games, (unsigned long long)settings->seed, (unsigned long long)games,
        (unsigned long long)(games / SINGLE_PART));
    for (int i = 0; i < work->count; i++) {
        const struct lan_game *game = work->setup[i].game;
        if (!i || game != work->setup[i - 1].game)
            printf("SPREAD(\"%s\", %d, %.3f)\n", game->name, game->version, spread_of(work, game));
    }
    for (int i = 0; i < work->count; i++)
        setup_print(&work->setup[i], &first);
}

/*
 * ---- The command ---------------------------------------------------------------------------------------
 */

static bool setups_make(struct work *work, const struct settings *settings, uint64_t games)
{
    const struct lan_game *only = settings->word_count ? game_wanted(settings) : NULL;
    if (settings->word_count && !only)
        return false;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if ((only && *game != only) || !lan_game_newest(*game))
            continue;
        if (!game_add(work, *game, games)) {
            complain("more than %d set-ups", SETUPS_MAX);
            return false;
        }
    }
    return true;
}

static bool work_do(struct work *work, int threads)
{
    pthread_t *thread = calloc((size_t)threads, sizeof *thread);
    int started = 0;
    while (thread && started < threads && pthread_create(&thread[started], NULL, work_run, work) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    if (!started || work->failed)
        complain_memory();
    return started && !work->failed;
}

int cmd_odds(const struct settings *settings)
{
    struct work work = {.seed = settings->seed};
    uint64_t games = settings->given & CLI_TAKES(CLI_GAMES) ? settings->games : GAMES_USUAL;
    int threads = settings->given & CLI_TAKES(CLI_THREADS) ? settings->threads : THREADS_USUAL;
    work.setup = calloc(SETUPS_MAX, sizeof *work.setup);
    if (!work.setup) {
        complain_memory();
        return CLI_FAILED;
    }
    bool made = setups_make(&work, settings, games), done = made && work_do(&work, threads);
    if (done)
        table_print(&work, settings, games);
    free(work.setup);
    return !made ? CLI_USAGE : done && fflush(stdout) == 0 ? CLI_OK : CLI_FAILED;
}
