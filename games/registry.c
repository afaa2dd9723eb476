/* registry.c - the games of this build. Nothing else lists them: a game added here is in every program. */
#include <string.h>

#include "lan.h"
#include "manor/manor.h"
#include "meanings.h"
#include "shadow-hunters/shadow.h"
#include "shy-monsters/shy.h"
#include "treasure-hunters/treasure-hunters.h"
#ifdef LAN_TEST_GAMES
#include "game/lamps.h"
#include "tiny.h"
#endif

static const struct lan_game *const games[] = {
    &manor_game,  &manor_game_1, &shadow_game, &shadow_game_1, &shy_game, &th_game, &th_game_1,
#ifdef LAN_TEST_VERSIONS
    &tiny_game_2,
#endif
#ifdef LAN_TEST_GAMES
    &tiny_game,   &lamps_game,
#endif
    NULL,
};

/* Every version of a game has the same table. */
const struct lan_meaning *lan_game_meanings(const struct lan_game *game)
{
    static const struct {
        const struct lan_game *game;
        const struct lan_meaning *table;
    } tables[] = {
        {&manor_game, manor_meanings},
        {&shadow_game, shadow_meanings},
        {&shy_game, shy_meanings},
        {&th_game, th_meanings},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].game->name, game->name) == 0)
            return tables[i].table;
    }
    return NULL;
}

const struct lan_game *const *lan_games(void)
{
    return games;
}

const struct lan_game *lan_game_find(const char *name, int version)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (strcmp((*game)->name, name) == 0 && (!version || (*game)->version == version))
            return *game;
    }
    return NULL;
}

bool lan_game_newest(const struct lan_game *game)
{
    return lan_game_find(game->name, 0) == game;
}
