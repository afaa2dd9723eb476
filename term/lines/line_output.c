/* line_output.c - prints news, the table and the menu. */
#include "line_output.h"

#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "term_text.h"

/* Prints one item as a line, followed by its clause. */
static void told_line(const struct lines *lines, const struct table_told *told, int times)
{
    const struct lan_game *game = lines->source->game;
    char sentence[LAN_SAY_MAX], line[LAN_SAY_MAX + 64];
    struct lan_text text = lan_text_init(sentence, sizeof sentence), out = lan_text_init(line, sizeof line);
    source_told_say(lines->source, told, &lines->term.reader, &text);
    lan_draw_wrap(&out, sentence, lines->term.reader.width - 16, 2);
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
    term_print(&lines->term, line);
}

/*
 * Prints the new items; consecutive equal sentences become one line. Items of the person's own actions are
 * skipped, since the events they cause are printed as well.
 */
static void told_news(struct lines *lines)
{
    const struct source *source = lines->source;
    const struct table_told *last = NULL;
    char sentence[LAN_SAY_MAX], before[LAN_SAY_MAX] = "";
    int times = 0;
    for (; lines->shown < source->told_count; lines->shown++) {
        const struct table_told *told = &source->told[lines->shown].told;
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        if (told->kind == TABLE_TOLD_ACTION)
            continue;
        source_told_say(source, told, &lines->term.reader, &text);
        if (times && strcmp(sentence, before) != 0) {
            told_line(lines, last, times);
            times = 0;
        }
        times++;
        last = told;
        memcpy(before, sentence, sizeof before);
    }
    if (times)
        told_line(lines, last, times);
}

void news_show(struct lines *lines)
{
    told_news(lines);
    for (; lines->said < lines->source->said_count; lines->said++) {
        const struct source_chat *said = &lines->source->said[lines->said];
        char line[sizeof said->name + sizeof said->text + 2];
        snprintf(line, sizeof line, "%s: %s", said->name, said->text);
        term_wrap(&lines->term, LAN_MARK_INFO, 0, line);
    }
    const char *alarm = lines->source->alarm[lines->term.reader.lang];
    if (*alarm && !lines->alarmed)
        term_wrap(&lines->term, LAN_MARK_DANGER, 0, alarm);
    lines->alarmed |= *alarm != 0;
}

static void items_in_columns(const struct lines *lines, const struct menu *menu, size_t common)
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
            if (lan_draw_column(&out) + widest > lines->term.reader.width)
                lan_draw_end_line(&out);
            int start = lan_draw_column(&out);
            lan_draw_mark(&out, LAN_MARK_LANTERN);
            lan_text_add(&out, i < 9 ? "  " : " ");
            lan_text_add_int(&out, i + 1);
            lan_draw_mark(&out, LAN_MARK_PLAIN);
            lan_text_add(&out, "  ");
            lan_text_add(&out, label + common);
            lan_draw_pad(&out, start + widest);
        }
    }
    lan_draw_end_line(&out);
    term_print(&lines->term, line);
}

/* The index of the first item with an optional action; the number of items when there is none. */
static int may_item(const struct lines *lines, const struct menu *menu)
{
    for (int i = 0; i < menu->count; i++) {
        for (int at = lines->source->list.musts; at < lines->source->list.count; at++) {
            if (menu->action[menu->item[i].first] == lines->source->list.action[at])
                return i;
        }
    }
    return menu->count;
}

static void items_in_lines(const struct lines *lines, const struct menu *menu)
{
    int may = may_item(lines, menu);
    for (int i = 0; i < menu->count; i++) {
        char line[LAN_SAY_MAX + 64], label[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line), text = lan_text_init(label, sizeof label);
        if (i == may)
            term_print_marked(&lines->term, LAN_MARK_MUTED,
                              lines_words(lines, "  and, if you like:\n", "  et, si tu veux :\n"));
        menu_say(menu, i, &text);
        lan_draw_mark(&out, LAN_MARK_LANTERN);
        lan_text_add(&out, i < 9 ? "  " : " ");
        lan_text_add_int(&out, i + 1);
        lan_draw_mark(&out, LAN_MARK_PLAIN);
        lan_text_add(&out, "  ");
        lan_draw_wrap(&out, label, lines->term.reader.width, 5);
        lan_text_add_char(&out, '\n');
        term_print(&lines->term, line);
    }
}

void menu_show(const struct lines *lines)
{
    const struct menu *menu = &lines->menu[lines->depth - 1];
    size_t common = menu->count > MENU_SHORT || lines->depth > 1 ? menu_common_prefix(menu) : 0;
    if (!common) {
        items_in_lines(lines, menu);
        return;
    }
    char label[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(label, sizeof label);
    menu_say(menu, 0, &text);
    label[common] = 0;
    printf("  %s...\n", label);
    items_in_columns(lines, menu, common);
}

static void prompt_show(const struct lines *lines)
{
    char sentence[2 * LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    source_prompt(lines->source, &lines->term.reader, &text);
    if (!text.length)
        return;
    printf("\n");
    term_wrap(&lines->term, LAN_MARK_LANTERN, 0, sentence);
}

void now_show(const struct lines *lines)
{
    prompt_show(lines);
    if (lines->depth)
        menu_show(lines);
}

/* Sorts the lines of a plain board: those for looking things up, and the others. */
static void board_split(const char *board, struct lan_text *looked_up, struct lan_text *others)
{
    for (const char *line = board; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        bool muted = line[0] == LAN_MARK_BYTE && line[1] == LAN_MARK_FIRST + LAN_MARK_MUTED;
        lan_text_add_bytes(muted ? looked_up : others, line, length);
        line += length;
    }
}

void table_show(struct lines *lines, bool whole)
{
    static char buffer[LAN_DRAW_MAX], old[LAN_DRAW_MAX], rest[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer), others = lan_text_init(rest, sizeof rest);
    struct lan_text looked_up = lan_text_init(old, sizeof old);
    source_board(lines->source, &lines->term.reader, &out);
    printf("\n");
    if (lines->term.reader.style != LAN_STYLE_PLAIN) {
        term_print(&lines->term, buffer);
    } else {
        board_split(buffer, &looked_up, &others);
        term_print(&lines->term, rest);
        if (whole || strcmp(old, lines->looked_up) != 0)
            term_print(&lines->term, old);
        memcpy(lines->looked_up, old, sizeof old);
    }
    now_show(lines);
}

bool part_show(const struct lines *lines, const char *part)
{
    static char buffer[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    struct lan_reader reader = lines->term.reader;
    reader.part = part;
    source_board(lines->source, &reader, &out);
    for (char *line = buffer; *line;) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n'), *tab = memchr(line, '\t', length);
        line[length] = 0;
        if (tab) {
            char head[64];
            snprintf(head, sizeof head, "  %.*s", (int)(tab - line), line);
            term_item(&lines->term, LAN_MARK_PLAIN, head, 26, tab + 1);
        } else {
            term_wrap(&lines->term, LAN_MARK_PLAIN, 2, line);
        }
        line = next;
    }
    return out.length > 0;
}
