#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "file.h"
#include "write.h"

const struct lan_game *game_wanted(const struct settings *settings)
{
    const struct lan_game *game = lan_game_find(settings->words[0], 0);
    if (game)
        return game;
    char list[256] = "";
    for (const struct lan_game *const *each = lan_games(); *each; each++) {
        if ((*each)->unfinished || !lan_game_newest(*each))
            continue;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", (*each)->name);
    }
    complain(settings->lang == LAN_FR ? "il n'y a pas de jeu appelé %s ; il y a : %s"
                                      : "there is no game called %s; there are: %s",
             settings->words[0], list);
    return NULL;
}

static void complain_problem(const struct settings *settings, const struct lan_game *game,
                             const struct lan_problem *problem)
{
    const char *clause = problem->clause ? game->clauses[problem->clause].id : "";
    complain("%s%s%s%s", problem->say[settings->lang], *clause ? " [" : "", clause, *clause ? "]" : "");
}

/* Contents of files given as options. The rules point into them, so they are never freed. */
static char *texts[LAN_OPTIONS_MAX];
static int text_count;

/* The value of a text option: the text itself, or the content of FILE for "@FILE". NULL after complaining. */
static const char *text_wanted(const struct lan_game *game, const char *name, const char *value)
{
    const struct lan_option *option = game->options;
    while (option < game->options + game->option_count && strcmp(option->name, name) != 0)
        option++;
    if (option == game->options + game->option_count || option->type != LAN_OPTION_TEXT || value[0] != '@')
        return value;
    size_t size;
    char *text = file_read(value + 1, (size_t)option->max, &size);
    if (!text)
        return NULL;
    lan_assert(text_count < LAN_OPTIONS_MAX);
    texts[text_count++] = text;
    if (strlen(text) == size)
        return text;
    complain(complain_lang() == LAN_FR ? "%s : ce n'est pas un texte" : "%s: this is no text", value + 1);
    return NULL;
}

/* Applies one "name=value". */
static int option_apply(const struct settings *settings, const struct lan_game *game, const char *given,
                        struct lan_config *config)
{
    struct lan_problem problem;
    const char *equals = strchr(given, '=');
    char *name = strndup(given, (size_t)(equals - given));
    if (!name) {
        complain_memory();
        return CLI_FAILED;
    }
    const char *value = text_wanted(game, name, equals + 1);
    bool fits = value && lan_config_set(game, config, name, value, &problem);
    free(name);
    if (!value)
        return CLI_BAD_FILE;
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

int seat_wanted(const struct settings *settings, const struct lan_game *game, int seats, int *seat)
{
    *seat = settings->seat;
    if (settings->as) {
        for (*seat = 0; game->roles && *seat < seats; ++*seat) {
            if (strcmp(settings->as, game->roles[*seat].id) == 0)
                return CLI_OK;
        }
        if (settings->lang == LAN_FR)
            complain(game->roles
                         ? "%s n'a pas de rôle appelé %s"
                         : "dans %s, les places n'ont pas de rôle : utilise --seat au lieu de --as %s",
                     game->name, settings->as);
        else
            complain(game->roles ? "%s has no role called %s"
                                 : "in %s seats have no roles; use --seat, not --as %s",
                     game->name, settings->as);
        return CLI_USAGE;
    }
    if (*seat < seats)
        return CLI_OK;
    complain(settings->lang == LAN_FR ? "il n'y a pas de place %d à une table de %d"
                                      : "there is no seat %d at a table of %d",
             *seat + 1, seats);
    return CLI_USAGE;
}

int rules_wanted_with(const struct settings *settings, const struct lan_game *game, const char *option,
                      union lan_rules_buf *rules)
{
    struct lan_config config;
    struct lan_problem problem;
    int code = config_wanted(settings, game, &config);
    if (!code && option)
        code = option_apply(settings, game, option, &config);
    if (code)
        return code;
    if (lan_compile(game, &config, &rules->base, &problem))
        return CLI_OK;
    if (problem.option < 0) {
        complain_problem(settings, game, &problem);
        return CLI_USAGE;
    }
    /* The sentence is written for players, who do not know the option's name; here it was typed. */
    const char *name = game->options[problem.option].name, *clause = game->clauses[problem.clause].id;
    complain(settings->lang == LAN_FR ? "--option %s : %s%s%s%s" : "--option %s: %s%s%s%s", name,
             problem.say[settings->lang], *clause ? " [" : "", clause, *clause ? "]" : "");
    return CLI_USAGE;
}

int rules_wanted(const struct settings *settings, const struct lan_game *game, union lan_rules_buf *rules)
{
    return rules_wanted_with(settings, game, NULL, rules);
}

void rules_write(struct lan_writer *w, const struct lan_rules *rules)
{
    char value[LAN_RULES_MAX];
    w->string(w, "game", rules->game->name);
    w->number(w, "version", rules->game->version);
    w->number(w, "players", rules->seats);
    w->open_object(w, "options");
    for (int i = 0; i < rules->game->option_count; i++) {
        struct lan_text text = lan_text_init(value, sizeof value);
        lan_option_value(rules->game, &rules->config, i, &text);
        w->string(w, rules->game->options[i].name, value);
    }
    w->close(w);
}
