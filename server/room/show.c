#include "show.h"

#include "buf.h"
#include "draw.h"
#include "table.h"

enum { PROMPT_WIDTH = 4096, SEAT_BITS = (1 << LAN_SEATS_MAX) - 1 };

void show_turn(struct buf *out, unsigned must, int active, bool window)
{
    js_object(out, "turn");
    js_seats(out, "must", must & SEAT_BITS);
    if (active < LAN_SEATS_MAX)
        js_int(out, "active", active + 1);
    else
        js_null(out, "active");
    js_bool(out, "window", window);
    js_end_object(out);
}

void show_actions(struct buf *out, const struct lan_game *game, const struct lan_list *list)
{
    js_int(out, "musts", list->musts);
    js_array(out, "actions");
    for (int i = 0; i < list->count; i++) {
        char notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action_write(game, list->action[i], &text);
        js_string(out, NULL, notation);
    }
    js_end_array(out);
}

/* Marks are for terminals. */
static void marks_strip(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == LAN_MARK_BYTE && from[1])
            from++;
        else
            *to++ = *from;
    }
    *to = 0;
}

void show_prompt(struct buf *out, const struct table *table, const struct lan_view *view)
{
    const struct lan_rules *rules = table_rules(table);
    const char *names[LAN_SEATS_MAX];
    char say[LAN_LANGS][2 * LAN_SAY_MAX];
    if (!rules->game->prompt)
        return;
    table_names(table, names);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_reader reader = {(enum lan_lang)lang, LAN_STYLE_PLAIN, PROMPT_WIDTH, names, 0, false};
        struct lan_text text = lan_text_init(say[lang], sizeof say[lang]);
        rules->game->prompt(rules, view, &reader, &text);
        marks_strip(say[lang]);
    }
    struct lan_words words = {{say[LAN_EN], say[LAN_FR]}};
    js_words(out, "prompt", &words);
}
