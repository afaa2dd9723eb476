#include "notation.h"

static void values_show(const struct lan_game *game, int type, struct lan_text *out)
{
    const struct lan_type *row = &game->types[type];
    lan_text_add(out, "(");
    lan_value_write(game, type, 0, out);
    if (row->count > 1) {
        lan_text_add(out, row->words ? "|" : "..");
        lan_value_write(game, type, row->words ? 1 : row->count - 1, out);
        lan_text_add(out, row->words && row->count > 2 ? "|..." : "");
    }
    lan_text_add(out, ")");
}

void notation_show(const struct lan_game *game, int kind, struct lan_text *out)
{
    const struct lan_action_kind *row = &game->action_kinds[kind];
    lan_text_add(out, row->name);
    for (int i = 0; i < row->args; i++) {
        lan_text_add(out, " ");
        lan_text_add(out, row->arg[i].name);
        values_show(game, row->arg[i].type, out);
    }
}
