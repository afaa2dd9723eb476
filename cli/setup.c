/* setup.c - from settings to a game, its seats and its options. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct lan_game *game_wanted(const struct settings *settings)
{
    const struct lan_game *game = lan_game_find(settings->words[0], 0);
    if (game)
        return game;
    char list[256] = "";
    for (const struct lan_game *const *each = lan_games(); *each; each++) {
        if ((*each)->unfinished)
            continue;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", (*each)->name);
    }
    complain("there is no game called %s; there are: %s", settings->words[0], list);
    return NULL;
}

static void complain_problem(const struct settings *settings, const struct lan_game *game,
                             const struct lan_problem *problem)
{
    const char *clause = problem->clause ? game->clauses[problem->clause].id : "";
    complain("%s%s%s%s", problem->say[settings->lang], *clause ? " [" : "", clause, *clause ? "]" : "");
}

/* One "name=value"; the name is copied only as long as it is looked up. */
static int option_apply(const struct settings *settings, const struct lan_game *game, const char *given,
                        struct lan_config *config)
{
    struct lan_problem problem;
    const char *equals = strchr(given, '=');
    char *name = strndup(given, (size_t)(equals - given));
    if (!name) {
        complain("no memory");
        return CLI_FAILED;
    }
    bool fits = lan_config_set(game, config, name, equals + 1, &problem);
    free(name);
    if (fits)
        return CLI_OK;
    complain_problem(settings, game, &problem);
    return CLI_USAGE;
}

int config_wanted(const struct settings *settings, const struct lan_game *game, struct lan_config *config)
{
    int middle = (game->seats_min + game->seats_max + 1) / 2;
    lan_config_init(game, settings->players ? settings->players : middle, config);
    for (int i = 0; i < settings->option_count; i++) {
        int code = option_apply(settings, game, settings->options[i], config);
        if (code)
            return code;
    }
    return CLI_OK;
}

int rules_wanted(const struct settings *settings, const struct lan_game *game, union lan_rules_room *rules)
{
    struct lan_config config;
    struct lan_problem problem;
    int code = config_wanted(settings, game, &config);
    if (code)
        return code;
    if (!lan_compile(game, &config, &rules->base, &problem)) {
        complain_problem(settings, game, &problem);
        return CLI_USAGE;
    }
    return CLI_OK;
}
