#include "term_text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "args.h"
#include "board.h"
#include "edition.h"
#include "look.h"

static enum term_colours colours_of_terminal(bool plain)
{
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM"), *depth = getenv("COLORTERM");
    if (plain || !isatty(STDOUT_FILENO) || (no_color && *no_color) || !kind || strcmp(kind, "dumb") == 0)
        return TERM_COLOURS_NONE;
    if (depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0))
        return TERM_COLOURS_ALL;
    return TERM_COLOURS_256;
}

static int width_of_terminal(void)
{
    struct winsize size;
    int width = 80;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        width = size.ws_col;
    if (width > TERM_WIDTH_MAX)
        width = TERM_WIDTH_MAX;
    return width < LAN_WIDTH_MIN ? LAN_WIDTH_MIN : width;
}

void term_init(struct term *term, const struct settings *settings)
{
    setlocale(LC_CTYPE, "");
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    term->colours = colours_of_terminal(settings->plain);
    term->reader = (struct lan_reader){
        .lang = settings->lang,
        .style = settings->plain            ? LAN_STYLE_PLAIN
                 : settings->ascii || !utf8 ? LAN_STYLE_ASCII
                                            : LAN_STYLE_UNICODE,
        .width = width_of_terminal(),
    };
}

void term_edition(struct term *term, const struct settings *settings, const struct lan_game *game)
{
    term->reader.edition = settings->rulebook ? game->edition : NULL;
}

const char *term_words(const struct term *term, const struct lan_words *words)
{
    return words->in[term->reader.lang];
}

const char *term_rule(const struct term *term, const struct lan_rules *rules, const struct lan_words *words,
                      char text[LAN_RULE_TEXT_MAX])
{
    struct lan_text out = lan_text_init(text, LAN_RULE_TEXT_MAX);
    lan_rule_say(rules, words, term->reader.lang, &out);
    return text;
}

static void mark_print(const struct term *term, int mark)
{
    const struct look *look = &looks[mark];
    if (term->colours == TERM_COLOURS_NONE)
        return;
    fputs("\033[0", stdout);
    if (look->bold)
        fputs(";1", stdout);
    if (look->coloured && term->colours == TERM_COLOURS_ALL)
        printf(";38;2;%d;%d;%d", look->r, look->g, look->b);
    else if (look->coloured)
        printf(";38;5;%d", look->nearest);
    fputc('m', stdout);
}

void term_print(const struct term *term, const char *text)
{
    for (; *text; text++) {
        if (*text == LAN_MARK_BYTE && text[1])
            mark_print(term, *++text - LAN_MARK_FIRST);
        else
            fputc(*text, stdout);
    }
}

void term_print_marked(const struct term *term, int mark, const char *text)
{
    mark_print(term, mark);
    term_print(term, text);
    mark_print(term, LAN_MARK_PLAIN);
}

void term_item(const struct term *term, int mark, const char *head, int indent, const char *text)
{
    char buffer[LAN_DRAW_MAX], spelled[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer),
                    words = lan_text_init(spelled, sizeof spelled);
    lan_spell(&term->reader, text, &words);
    lan_draw_marked(&out, LAN_MARK_STRONG, head);
    if (*head && lan_draw_column(&out) >= indent)
        lan_text_add_char(&out, '\n'); /* the head is too long for its column */
    lan_draw_pad(&out, indent);
    lan_draw_mark(&out, mark);
    lan_draw_wrap(&out, spelled, term->reader.width, indent);
    lan_draw_mark(&out, LAN_MARK_PLAIN);
    lan_text_add_char(&out, '\n');
    term_print(term, buffer);
}

void term_wrap(const struct term *term, int mark, int indent, const char *text)
{
    term_item(term, mark, "", indent, text);
}

void term_table(const struct term *term, const struct lan_rules *rules, const struct lan_view *view)
{
    static char buffer[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    board_draw(rules, view, &term->reader, &out);
    term_print(term, buffer);
}
