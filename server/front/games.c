#include "games.h"

#include "ask.h"
#include "buf.h"
#include "describe.h"

void op_games(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    wire_games_write(&out);
    ask_send(ask, &out);
}

void op_game(struct ask *ask)
{
    const char *name;
    int64_t version;
    struct buf out = {0};
    if (!ask_string(ask, "game", 32, &name) || !ask_int_or(ask, "version", 0, UINT16_MAX, 0, &version))
        return;
    const struct lan_game *game = lan_game_find(name, (int)version);
    if (!game) {
        ask_fail(ask, FAIL_NO_GAME);
        return;
    }
    ask_begin(ask, &out);
    wire_game_write(&out, game);
    ask_send(ask, &out);
}
