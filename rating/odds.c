#include "odds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows with fewer seats say less than the one of all seats. */
enum { ROW_LEAST = 100, VALUE_BYTES = 64, OPTION_BYTES = 128 };

/*
 * Variances of log odds: people are no bots; a role without a row may be better or worse than the rest;
 * and a text or a number that was not measured, such as a board of one's own, may change everything.
 */
static const double people_doubt = 0.09, role_doubt = 0.5, open_doubt = 1;

#define SPREAD(game, version, spread)
#define SETUP(game, version, seats, option, games, team_by, teams, first, rows) \
    {game, version, seats, option, games, team_by, teams, first, rows},
#define ODDS(by, value, count, won)
const struct odds_setup odds_setups[] = {
#include "odds.def"
};
#undef SETUP
#undef ODDS
const int odds_setup_count = sizeof odds_setups / sizeof *odds_setups;

#define SETUP(game, version, seats, option, games, team_by, teams, first, rows)
#define ODDS(by, value, count, won) {by, value, count, won},
const struct odds_row odds_rows[] = {
#include "odds.def"
};
#undef SPREAD
#undef ODDS

#define SPREAD(game, version, spread) {game, version, spread},
#define ODDS(by, value, count, won)
static const struct odds_spread spreads[] = {
#include "odds.def"
};
#undef SPREAD
#undef SETUP
#undef ODDS

/*
 * ---- Which set-up --------------------------------------------------------------------------------------
 */

static bool value_same(const struct lan_game *game, const struct lan_config *one,
                       const struct lan_config *other, int option)
{
    if (game->options[option].type == LAN_OPTION_TEXT)
        return strcmp(lan_config_text(one, option), lan_config_text(other, option)) == 0;
    return one->value[option] == other->value[option];
}

static double spread_of(const struct lan_game *game)
{
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
        if (strcmp(spreads[i].game, game->name) == 0 && spreads[i].version == game->version)
            return spreads[i].spread;
    }
    return 1;
}

/*
 * The variance that the options add in which the rules differ from those of a set-up: 0 for the same
 * rules, below 0 when the game does not know the set-up's option.
 */
static double distance(const struct lan_rules *rules, const struct odds_setup *setup, double spread)
{
    struct lan_config config;
    struct lan_problem problem;
    char name[OPTION_BYTES];
    double sum = 0;
    size_t length = strcspn(setup->option, "=");
    lan_config_init(rules->game, rules->seats, &config);
    snprintf(name, sizeof name, "%.*s", (int)length, setup->option);
    if (*name && !lan_config_set(rules->game, &config, name, setup->option + length + 1, &problem))
        return -1;
    if (rules->game->preset)
        rules->game->preset(&config);
    for (int option = 0; option < rules->game->option_count; option++) {
        bool choice = rules->game->options[option].type == LAN_OPTION_CHOICE;
        if (!value_same(rules->game, &rules->config, &config, option))
            sum += choice ? spread * spread : open_doubt;
    }
    return sum;
}

bool odds_find(const struct lan_rules *rules, struct odds *odds)
{
    double least = -1, spread = spread_of(rules->game);
    for (int i = 0; i < odds_setup_count; i++) {
        const struct odds_setup *setup = &odds_setups[i];
        if (strcmp(setup->game, rules->game->name) != 0 || setup->version != rules->game->version ||
            setup->seats != rules->seats)
            continue;
        double differ = distance(rules, setup, spread);
        if (differ >= 0 && (least < 0 || differ < least)) {
            least = differ;
            odds->setup = setup;
        }
    }
    if (least < 0)
        return false;
    odds->how = least > 0 ? ODDS_NEAR : ODDS_MEASURED;
    odds->doubt = least;
    return true;
}

/*
 * ---- Which row -----------------------------------------------------------------------------------------
 */

const struct odds_row *odds_row_find(const struct odds_setup *setup, const char *by, const char *value)
{
    const struct odds_row *any = &odds_rows[setup->first];
    for (int i = 0; i < setup->rows; i++) {
        const struct odds_row *row = &odds_rows[setup->first + i];
        if (strcmp(row->by, by) == 0 && strcmp(row->value, value) == 0 && row->count >= ROW_LEAST)
            return row;
        if (!*row->by)
            any = row;
    }
    return any;
}

void odds_row_chance(const struct odds_row *row, double *chance, double *doubt)
{
    double count = row->count + 1.0;
    *chance = (row->won + 0.5) / count;
    *doubt = 1 / (count * *chance * (1 - *chance)) + people_doubt;
}

/* Whether a word is in a list with spaces. */
static bool listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length) {
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    }
    return false;
}

/* The value of a group as the table has it: its id, or its number. */
static void group_value(const struct lan_game *game, const struct lan_group *group, char out[VALUE_BYTES])
{
    const struct lan_type *type = &game->types[group->type];
    if (type->words)
        snprintf(out, VALUE_BYTES, "%s", type->words[group->value].id);
    else
        snprintf(out, VALUE_BYTES, "%d", group->value + type->first);
}

/* The row and the team of a seat: `team` is -1 for one that wins alone, else the value that it shares. */
static const struct odds_row *seat_row(const struct odds_setup *setup, const struct lan_rules *rules,
                                       const struct lan_state *state, int seat, int *team)
{
    struct lan_group group[LAN_GROUPS_MAX];
    const struct odds_row *row = odds_row_find(setup, "", "");
    int count = rules->game->groups ? rules->game->groups(rules, state, seat, group) : 0;
    *team = -1;
    for (int i = 0; i < count; i++) {
        char value[VALUE_BYTES];
        group_value(rules->game, &group[i], value);
        const struct odds_row *found = odds_row_find(setup, group[i].by, value);
        if (*found->by)
            row = found;
        if (strcmp(group[i].by, setup->team_by) == 0 && listed(setup->teams, value))
            *team = group[i].value;
    }
    return row;
}

bool odds_seats(const struct odds *odds, const struct lan_rules *rules, const struct lan_state *state,
                struct rating_seat seats[LAN_SEATS_MAX])
{
    struct lan_result result;
    rules->game->result(rules, state, &result);
    for (int seat = 0; seat < rules->seats && result.over; seat++) {
        int team;
        struct rating_seat *one = &seats[seat];
        const struct odds_row *row = seat_row(odds->setup, rules, state, seat, &team);
        odds_row_chance(row, &one->chance, &one->doubt);
        one->doubt += odds->doubt + (!*row->by && odds->setup->rows > 1 ? role_doubt : 0);
        one->won = result.winners >> seat & 1;
        /* Numbers of their own, above those of values, for seats that win alone. */
        one->team = rules->game->cooperative ? 0 : team >= 0 ? team : INT16_MAX + 1 + seat;
    }
    return result.over;
}
