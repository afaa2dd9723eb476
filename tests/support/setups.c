#include "setups.h"

#include <math.h>
#include <string.h>

struct visitor {
    const struct lan_game *game;
    void (*visit)(const struct setup *setup, void *context);
    void *context;
    int visited;
};

const char *viewer_name(int viewer)
{
    static const char *const names[LAN_SEATS_MAX] = {"seat 1", "seat 2", "seat 3", "seat 4",
                                                     "seat 5", "seat 6", "seat 7", "seat 8"};
    return viewer == LAN_WATCHER ? "the watcher" : names[viewer];
}

static void label_write(const struct lan_game *game, const struct lan_config *config, char *label)
{
    struct lan_text text = lan_text_init(label, SETUP_LABEL_MAX);
    lan_text_add(&text, game->name);
    lan_text_add(&text, " ");
    lan_text_add_int(&text, config->seats);
    for (int i = 0; i < game->option_count; i++) {
        if (!(config->given >> i & 1))
            continue;
        lan_text_add(&text, " ");
        lan_text_add(&text, game->options[i].name);
        lan_text_add(&text, "=");
        lan_option_value(game, config, i, &text);
    }
}

static bool setup_visit(struct visitor *visitor, const struct lan_config *config)
{
    static union lan_rules_buf rules;
    struct lan_problem problem;
    struct setup setup = {.rules = &rules.base};
    if (!lan_compile(visitor->game, config, &rules.base, &problem))
        return false;
    label_write(visitor->game, config, setup.label);
    for (const char *at = setup.label; *at; at++)
        setup.seed = setup.seed * 1099511628211u + (unsigned char)*at;
    visitor->visit(&setup, visitor->context);
    visitor->visited++;
    return true;
}

/* The values of an option worth trying: all of a choice, both ends and the middle of a range. */
static int values_count(const struct lan_option *option)
{
    return option->type == LAN_OPTION_CHOICE ? option->count : option->type == LAN_OPTION_NUMBER ? 3 : 0;
}

static void value_set(const struct lan_game *game, struct lan_config *config, int option, int n)
{
    const struct lan_option *row = &game->options[option];
    int32_t middle = row->min + (row->max - row->min) / 2;
    config->value[option] = row->type == LAN_OPTION_CHOICE ? n
                            : n == 0                       ? row->min
                            : n == 1                       ? row->max
                                                           : middle;
    config->given |= (uint64_t)1 << option;
}

/* Each value alone, with the numbers of players in turn; where one does not go with it the next is tried. */
static void option_visit(struct visitor *visitor, int option)
{
    const struct lan_game *game = visitor->game;
    int spread = game->seats_max - game->seats_min + 1;
    for (int n = 0; n < values_count(&game->options[option]); n++) {
        for (int i = 0; i < spread; i++) {
            struct lan_config config;
            lan_config_init(game, game->seats_min + (option + n + i) % spread, &config);
            value_set(game, &config, option, n);
            if (setup_visit(visitor, &config))
                break;
        }
    }
}

static void combination_visit(struct visitor *visitor, uint64_t seed)
{
    const struct lan_game *game = visitor->game;
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    /* Options may exclude each other: some tries fail, and a few of them are enough. */
    for (int tries = 0; tries < 20; tries++) {
        struct lan_config config;
        uint32_t spread = (uint32_t)(game->seats_max - game->seats_min + 1);
        lan_config_init(game, game->seats_min + (int)lan_rng_below(&rng, spread), &config);
        for (int i = 0; i < game->option_count; i++) {
            int values = values_count(&game->options[i]);
            if (values && lan_rng_below(&rng, 3) == 0)
                value_set(game, &config, i, (int)lan_rng_below(&rng, (uint32_t)values));
        }
        if (setup_visit(visitor, &config))
            return;
    }
}

int setups_each(const struct lan_game *game, int combinations,
                void (*visit)(const struct setup *setup, void *context), void *context)
{
    struct visitor visitor = {game, visit, context, 0};
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        struct lan_config config;
        lan_config_init(game, seats, &config);
        setup_visit(&visitor, &config);
    }
    for (int option = 0; option < game->option_count; option++)
        option_visit(&visitor, option);
    for (int i = 0; i < combinations; i++)
        combination_visit(&visitor, (uint64_t)i);
    return visitor.visited;
}

static void visit_nothing(const struct setup *setup, void *context)
{
    (void)setup, (void)context;
}

int setups_count(const struct lan_game *game, int combinations)
{
    return setups_each(game, combinations, visit_nothing, NULL);
}

/* ---- Random play --------------------------------------------------------------------------------------- */

static int seat_choose(unsigned mask, struct lan_rng *rng)
{
    for (uint32_t skip = lan_rng_below(rng, (uint32_t)__builtin_popcount(mask)); skip; skip--)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

bool step_choose(const struct lan_rules *rules, const struct lan_state *state, struct lan_rng *rng,
                 struct step *step)
{
    struct lan_turn turn;
    struct lan_list list;
    rules->game->turn(rules, state, &turn);
    if (!turn.must)
        return false;
    bool may = turn.may && lan_rng_below(rng, 8) == 0;
    int seat = seat_choose(may ? turn.may : turn.must, rng);
    lan_actions(rules, state, seat, &list);
    step->seat = (uint8_t)seat;
    if (seat == LAN_CHANCE)
        step->action = lan_list_at_weight(&list, lan_rng_below(rng, (uint32_t)lan_list_weight(&list)));
    else if (may)
        step->action = list.action[list.musts + lan_rng_below(rng, (uint32_t)(list.count - list.musts))];
    else
        step->action = list.action[lan_rng_below(rng, list.musts)];
    return true;
}

double chi_square_distance(const uint64_t *count, const double *weight, int kinds)
{
    double total = 0, sum = 0, chi = 0;
    for (int i = 0; i < kinds; i++) {
        total += (double)count[i];
        sum += weight[i];
    }
    if (kinds < 2)
        return 0;
    for (int i = 0; i < kinds; i++) {
        double expected = total * weight[i] / sum, off = (double)count[i] - expected;
        chi += off * off / expected;
    }
    /* Wilson and Hilferty: the cube root of chi-square is nearly normal, for few kinds too. */
    double spread = 2.0 / (9.0 * (kinds - 1));
    return (cbrt(chi / (kinds - 1)) - (1 - spread)) / sqrt(spread);
}
