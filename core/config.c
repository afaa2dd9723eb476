#include "lan.h"

#include <string.h>

void lan_problem_set(struct lan_problem *problem, int option, int clause, const char *en, const char *fr)
{
    problem->option = option;
    problem->clause = (uint16_t)clause;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(problem->say[lang], LAN_SAY_MAX);
        lan_text_add(&text, lang == LAN_FR ? fr : en);
    }
}

/* Appends a name or a number to a problem's sentence in both languages. */
static void problem_add(struct lan_problem *problem, const char *word)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = {problem->say[lang], LAN_SAY_MAX, strlen(problem->say[lang]), false};
        lan_text_add(&text, word);
    }
}

void lan_config_init(const struct lan_game *game, int seats, struct lan_config *config)
{
    int texts = 0;
    memset(config, 0, sizeof *config);
    config->seats = (uint8_t)seats;
    for (int i = 0; i < game->option_count; i++) {
        const struct lan_option *row = &game->options[i];
        if (row->type == LAN_OPTION_NUMBER) {
            config->value[i] = row->standard;
        } else if (row->type == LAN_OPTION_TEXT) {
            lan_assert(texts < LAN_TEXTS_MAX);
            config->value[i] = texts;
            config->text[texts++] = row->standard_text;
        }
    }
}

int lan_option_find(const struct lan_game *game, const char *name, size_t length)
{
    for (int i = 0; i < game->option_count; i++) {
        if (lan_text_same(name, length, game->options[i].name))
            return i;
    }
    return -1;
}

static void choices_list(const struct lan_option *row, struct lan_problem *problem)
{
    for (int i = 0; i < row->count; i++) {
        problem_add(problem, i ? ", " : "");
        problem_add(problem, row->choices[i].id);
    }
}

static bool choice_set(const struct lan_option *row, const char *value, int32_t *out)
{
    for (int i = 0; i < row->count; i++) {
        if (strcmp(row->choices[i].id, value) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static void refuse_value(const struct lan_game *game, int option, struct lan_problem *problem)
{
    const struct lan_option *row = &game->options[option];
    int clause = row->clause ? lan_clause_find(game, row->clause) : 0;
    char range[32];
    struct lan_text text = lan_text_init(range, sizeof range);
    if (row->type == LAN_OPTION_TEXT) {
        lan_problem_set(problem, option, clause, "This text is too long for the option ",
                        "Ce texte est trop long pour l'option ");
        problem_add(problem, row->name);
        return;
    }
    lan_problem_set(problem, option, clause, "Values of the option ", "Valeurs possibles de l'option ");
    problem_add(problem, row->name);
    problem_add(problem, ": ");
    if (row->type == LAN_OPTION_CHOICE) {
        choices_list(row, problem);
        return;
    }
    lan_text_add_int(&text, row->min);
    lan_text_add(&text, "..");
    lan_text_add_int(&text, row->max);
    problem_add(problem, range);
}

bool lan_config_set(const struct lan_game *game, struct lan_config *config, const char *name,
                    const char *value, struct lan_problem *problem)
{
    int option = lan_option_find(game, name, strlen(name));
    if (option < 0) {
        lan_problem_set(problem, -1, 0, "This game has no option called ", "Ce jeu n'a pas d'option nommée ");
        problem_add(problem, name);
        return false;
    }
    const struct lan_option *row = &game->options[option];
    int32_t number = 0;
    bool fits = false;
    if (row->type == LAN_OPTION_CHOICE)
        fits = choice_set(row, value, &number);
    else if (row->type == LAN_OPTION_NUMBER)
        fits = lan_text_parse_int(value, strlen(value), &number) && number >= row->min && number <= row->max;
    else
        fits = strlen(value) <= (size_t)row->max;
    if (!fits) {
        refuse_value(game, option, problem);
        return false;
    }
    if (row->type == LAN_OPTION_TEXT)
        config->text[config->value[option]] = value;
    else
        config->value[option] = number;
    config->given |= (uint64_t)1 << option;
    return true;
}

void lan_option_value(const struct lan_game *game, const struct lan_config *config, int option,
                      struct lan_text *out)
{
    const struct lan_option *row = &game->options[option];
    if (row->type == LAN_OPTION_CHOICE)
        lan_text_add(out, row->choices[config->value[option]].id);
    else if (row->type == LAN_OPTION_NUMBER)
        lan_text_add_int(out, config->value[option]);
    else
        lan_text_add(out, lan_config_text(config, option));
}

bool lan_compile(const struct lan_game *game, const struct lan_config *config, struct lan_rules *rules,
                 struct lan_problem *problem)
{
    if (config->seats < game->seats_min || config->seats > game->seats_max) {
        char range[32];
        struct lan_text text = lan_text_init(range, sizeof range);
        lan_text_add_int(&text, game->seats_min);
        lan_text_add(&text, "-");
        lan_text_add_int(&text, game->seats_max);
        lan_problem_set(problem, -1, 0, "Players in this game: ", "Nombre de joueurs de ce jeu : ");
        problem_add(problem, range);
        return false;
    }
    memset(rules, 0, game->rules_size);
    rules->game = game;
    rules->seats = config->seats;
    rules->config = *config;
    if (game->preset)
        game->preset(&rules->config);
    return game->compile(rules, problem);
}

int lan_clause_find(const struct lan_game *game, const char *id)
{
    for (int i = 1; i < game->clause_count; i++) {
        if (strcmp(game->clauses[i].id, id) == 0)
            return i;
    }
    return 0;
}
