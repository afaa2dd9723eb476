#include "games.h"

#include "ask.h"
#include "buf.h"
#include "describe.h"

void op_games(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    wire_games_write(&out, WIRE_ALL_LANGS);
    ask_send(ask, &out);
}

bool games_rules_read(struct ask *ask, const struct lan_game *game, union lan_rules_buf *rules)
{
    json_t *options = json_object_get(ask->message, "options"), *value;
    struct lan_config config;
    struct lan_problem problem;
    const char *name;
    int64_t seats;
    if (!ask_int_or(ask, "seats", game->seats_min, game->seats_max, game->seats_min, &seats))
        return false;
    if (options && !json_is_object(options)) {
        ask_fail_say(ask, FAIL_BAD_FIELD, "These options cannot be so.",
                     "Ces options ne peuvent pas être ainsi.", NULL, "options");
        return false;
    }
    lan_config_init(game, (int)seats, &config);
    bool fits = true;
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        fits = fits && lan_config_set(game, &config, name, text ? text : "", &problem);
    }
    if (fits && lan_compile(game, &config, &rules->base, &problem))
        return true;
    ask_fail_say(ask, FAIL_BAD_SETUP, problem.say[LAN_EN], problem.say[LAN_FR],
                 game->clauses[problem.clause].id,
                 problem.option >= 0 ? game->options[problem.option].name : NULL);
    return false;
}

const struct lan_game *games_find(struct ask *ask)
{
    const char *name;
    int64_t version;
    if (!ask_string(ask, "game", 32, &name) || !ask_int_or(ask, "version", 0, UINT16_MAX, 0, &version))
        return NULL;
    const struct lan_game *game = lan_game_find(name, (int)version);
    if (!game)
        ask_fail(ask, FAIL_NO_GAME);
    return game;
}

void op_game(struct ask *ask)
{
    union lan_rules_buf rules;
    struct buf out = {0};
    const struct lan_game *game = games_find(ask);
    if (!game || !games_rules_read(ask, game, &rules))
        return;
    ask_begin(ask, &out);
    wire_game_write(&out, &rules.base, WIRE_ALL_LANGS);
    ask_send(ask, &out);
}
