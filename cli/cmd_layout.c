/* cmd_layout.c - `lanterne layout`: prints what core/layout.h derives from a game's table of fields. */
#include "cmd_layout.h"

#include <stdio.h>

#include "layout.h"
#include "setup.h"

enum { LAYOUT_BYTES = 1 << 16, VALUES_BYTES = 4096 };

static void shape_write(const struct lan_part *part, struct lan_text *out)
{
    for (int i = 0; i < part->dims; i++) {
        lan_text_add(out, i ? " x " : "");
        lan_text_add_int(out, part->shape[i]);
    }
}

/* What the cells of a part stand for, in words. */
static void meaning_write(const struct lan_rules *rules, int at, const struct lan_part *part,
                          struct lan_text *out)
{
    static const char *const kinds[LAN_FIELD_KINDS] = {"number", "number in base 256, lowest digit first",
                                                       "one of", "set of"};
    lan_text_add(out, part->by_seat ? "by seat, own first: " : "");
    lan_text_add(out, kinds[part->kind]);
    for (int value = 0; value < part->values && part->kind >= LAN_FIELD_CHOICE; value++) {
        lan_text_add(out, value ? ", " : " ");
        lan_layout_value(rules, at, value, out);
    }
}

static void layout_print(const struct lan_rules *rules)
{
    static char words[VALUES_BYTES];
    struct lan_part part;
    printf("%s, %d players: layout %d, %u cells of one byte, 0 or more\n\n", rules->game->name, rules->seats,
           rules->game->layout, (unsigned)lan_layout_cells(rules));
    printf("%5s %6s  %-16s %-14s %4s  %s\n", "first", "cells", "part", "shape", "max", "meaning");
    for (int at = 0; lan_layout_part(rules, at, &part); at++) {
        char shape[64];
        struct lan_text shape_text = lan_text_init(shape, sizeof shape);
        struct lan_text words_text = lan_text_init(words, sizeof words);
        shape_write(&part, &shape_text);
        meaning_write(rules, at, &part, &words_text);
        printf("%5u %6u  %-16s %-14s %4d  %s\n", (unsigned)part.first, (unsigned)part.cells, part.name, shape,
               part.high, words);
    }
}

int cmd_layout(const struct settings *settings)
{
    static union lan_rules_buf rules;
    static char json[LAYOUT_BYTES];
    const struct lan_game *game = game_wanted(settings);
    struct lan_config config;
    struct lan_problem problem;
    if (!game)
        return CLI_USAGE;
    int code = config_wanted(settings, game, &config);
    if (code)
        return code;
    if (!lan_compile(game, &config, &rules.base, &problem)) {
        complain("%s", problem.say[settings->lang]);
        return CLI_USAGE;
    }
    if (settings->json) {
        struct lan_text text = lan_text_init(json, sizeof json);
        lan_layout_json(&rules.base, &text);
        lan_assert(!text.cut);
        puts(json);
    } else {
        layout_print(&rules.base);
    }
    return fflush(stdout) == 0 ? CLI_OK : CLI_FAILED;
}
