/*
 * The layouts of arrays for learners, compared with tests/golden/GAME-layout.json: a trained net relies on
 * them. A change of a table of fields raises lan_game.layout; LAN_GOLDEN=write writes the files anew, and
 * refuses to where the layout changed and its version did not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "tap.h"

enum { TEXT_MAX = 1 << 16 };

static char now[TEXT_MAX], before[TEXT_MAX];

static bool layout_now(const struct lan_game *game)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    struct lan_text text = lan_text_init(now, sizeof now);
    lan_config_init(game, game->seats_max, &config);
    if (!lan_compile(game, &config, &rules.base, &problem))
        return false;
    lan_layout_json(&rules.base, &text);
    lan_text_add_char(&text, '\n');
    return !text.cut;
}

static bool file_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    before[fread(before, 1, sizeof before - 1, file)] = 0;
    return fclose(file) == 0;
}

static bool file_write(const char *path)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(now, file) >= 0;
    return file && fclose(file) == 0 && written;
}

static int version_of(const char *json)
{
    const char *at = strstr(json, "\"version\":");
    return at ? atoi(at + strlen("\"version\":")) : 0;
}

static void check_game(const struct lan_game *game)
{
    const char *golden = getenv("LAN_GOLDEN");
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s-layout.json", game->name);
    bool known = file_read(path), made = layout_now(game);
    if (made && golden && strcmp(golden, "write") == 0 &&
        (!known || (strcmp(now, before) != 0 && version_of(now) > version_of(before))))
        known = file_write(path) && file_read(path);
    tap_result(made && known && strcmp(now, before) == 0,
               "%s: layout %d is that of %s; if it was changed on purpose, raise lan_game.layout", game->name,
               game->layout, path);
}

int main(void)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game))
            check_game(*game);
    }
    return tap_finish();
}
