/* show.c - what the person sees: news, the table, the menu. */
#include <stdio.h>
#include <string.h>

#include "play.h"

/* One told item as a line, its clause small behind it. */
static void told_line(const struct play *play, const struct table_told *told, int times)
{
    const struct lan_game *game = table_game(play->table);
    char sentence[LAN_SAY_MAX], line[LAN_SAY_MAX + 64];
    struct lan_text text = lan_text_init(sentence, sizeof sentence), out = lan_text_init(line, sizeof line);
    table_told_say(game, told, play->term.reader.lang, play->names, &text);
    lan_draw_wrap(&out, sentence, play->term.reader.width - 16, 2);
    if (times > 1) {
        lan_text_add(&out, " x");
        lan_text_add_int(&out, times);
    }
    if (told->kind == TABLE_TOLD_EVENT) {
        lan_draw_mark(&out, LAN_MARK_MUTED);
        lan_text_add(&out, " [");
        lan_text_add(&out, game->clauses[told->event.clause].id);
        lan_text_add(&out, "]");
        lan_draw_mark(&out, LAN_MARK_PLAIN);
    }
    lan_text_add_char(&out, '\n');
    term_print(&play->term, line);
}

/* Items that read the same one after the other become one line. The person's own actions are told by events. */
void play_news(struct play *play)
{
    struct table_reader reader;
    struct table_told told, last = {0};
    char sentence[LAN_SAY_MAX], before[LAN_SAY_MAX] = "";
    int times = 0;
    table_reader_init(play->table, play->seat, play->shown, &reader);
    while (table_read(&reader, &told)) {
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        play->shown = told.number;
        if (told.kind == TABLE_TOLD_ACTION)
            continue;
        table_told_say(table_game(play->table), &told, play->term.reader.lang, play->names, &text);
        if (times && strcmp(sentence, before) != 0) {
            told_line(play, &last, times);
            times = 0;
        }
        times++;
        last = told;
        memcpy(before, sentence, sizeof before);
    }
    if (times)
        told_line(play, &last, times);
}

static void items_in_columns(const struct play *play, const struct menu *menu, size_t common)
{
    char line[LAN_DRAW_MAX], label[LAN_SAY_MAX];
    struct lan_text out = lan_text_init(line, sizeof line);
    int widest = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < menu->count; i++) {
            struct lan_text text = lan_text_init(label, sizeof label);
            menu_say(menu, i, &text);
            int columns = lan_columns(label + common, text.length - common) + 7;
            if (!pass) {
                widest = columns > widest ? columns : widest;
                continue;
            }
            if (lan_draw_column(&out) + widest > play->term.reader.width)
                lan_draw_end_line(&out);
            int start = lan_draw_column(&out);
            lan_draw_mark(&out, LAN_MARK_LANTERN);
            lan_text_add(&out, i < 9 ? "  " : " ");
            lan_text_add_int(&out, i + 1);
            lan_draw_mark(&out, LAN_MARK_PLAIN);
            lan_text_add(&out, "  ");
            lan_text_add(&out, label + common);
            lan_draw_to(&out, start + widest);
        }
    }
    lan_draw_end_line(&out);
    term_print(&play->term, line);
}

/* The number of the first item that the person may but need not do; the count of items when there is none. */
static int may_item(const struct play *play, const struct menu *menu)
{
    for (int i = 0; i < menu->count; i++) {
        for (int at = play->list.musts; at < play->list.count; at++) {
            if (menu->action[menu->item[i].first] == play->list.action[at])
                return i;
        }
    }
    return menu->count;
}

static void items_in_lines(const struct play *play, const struct menu *menu)
{
    int may = may_item(play, menu);
    for (int i = 0; i < menu->count; i++) {
        char line[LAN_SAY_MAX + 64], label[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line), text = lan_text_init(label, sizeof label);
        if (i == may)
            term_print_marked(&play->term, LAN_MARK_MUTED,
                              play_words(play, "  and, if you like:\n", "  et, si tu veux :\n"));
        menu_say(menu, i, &text);
        lan_draw_mark(&out, LAN_MARK_LANTERN);
        lan_text_add(&out, i < 9 ? "  " : " ");
        lan_text_add_int(&out, i + 1);
        lan_draw_mark(&out, LAN_MARK_PLAIN);
        lan_text_add(&out, "  ");
        lan_draw_wrap(&out, label, play->term.reader.width, 5);
        lan_text_add_char(&out, '\n');
        term_print(&play->term, line);
    }
}

void menu_show(const struct play *play)
{
    const struct menu *menu = &play->menu[play->depth - 1];
    size_t common = menu->count > MENU_SHORT || play->depth > 1 ? menu_common(menu) : 0;
    if (!common) {
        items_in_lines(play, menu);
        return;
    }
    char label[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(label, sizeof label);
    menu_say(menu, 0, &text);
    label[common] = 0;
    printf("  %s...\n", label);
    items_in_columns(play, menu, common);
}

static void prompt_show(const struct play *play, const struct lan_view *view)
{
    const struct lan_rules *rules = table_rules(play->table);
    char sentence[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    if (!rules->game->prompt)
        return;
    rules->game->prompt(rules, view, &play->term.reader, &text);
    printf("\n");
    term_wrap(&play->term, LAN_MARK_LANTERN, 0, sentence);
}

void now_show(const struct play *play)
{
    union lan_view_room room;
    prompt_show(play, table_view(play->table, play->seat, &room));
    if (play->list.count)
        menu_show(play);
}

void play_show(const struct play *play)
{
    union lan_view_room room;
    printf("\n");
    term_table(&play->term, table_rules(play->table), table_view(play->table, play->seat, &room));
    now_show(play);
}
