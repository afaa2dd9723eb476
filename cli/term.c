#include "term.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* How a mark looks: its colour exactly, the nearest of the 256, and whether it is bold. */
static const struct look {
    uint8_t r, g, b, nearest;
    bool coloured, bold;
} looks[LAN_MARKS] = {
    [LAN_MARK_PLAIN] = {0},
    [LAN_MARK_STRONG] = {.bold = true},
    [LAN_MARK_MUTED] = {0xb8, 0xa8, 0x90, 138, true, false},
    [LAN_MARK_LANTERN] = {0xff, 0xb4, 0x54, 215, true, true},
    [LAN_MARK_DANGER] = {0xe5, 0x53, 0x3d, 167, true, true},
    [LAN_MARK_HEAL] = {0x7f, 0xb0, 0x69, 107, true, false},
    [LAN_MARK_INFO] = {0x7a, 0xa6, 0xc2, 110, true, false},
    [LAN_MARK_SECRET] = {0x7a, 0xa6, 0xc2, 110, true, false},
    [LAN_MARK_SEAT + 0] = {0xe6, 0x9f, 0x00, 178, true, true},
    [LAN_MARK_SEAT + 1] = {0x56, 0xb4, 0xe9, 74, true, true},
    [LAN_MARK_SEAT + 2] = {0x00, 0x9e, 0x73, 36, true, true},
    [LAN_MARK_SEAT + 3] = {0xf0, 0xe4, 0x42, 227, true, true},
    [LAN_MARK_SEAT + 4] = {0x00, 0x72, 0xb2, 25, true, true},
    [LAN_MARK_SEAT + 5] = {0xd5, 0x5e, 0x00, 166, true, true},
    [LAN_MARK_SEAT + 6] = {0xcc, 0x79, 0xa7, 175, true, true},
    [LAN_MARK_SEAT + 7] = {0x99, 0x99, 0x99, 246, true, true},
};

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

const char *term_words(const struct term *term, const struct lan_words *words)
{
    return words->in[term->reader.lang];
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
    char buffer[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    lan_draw_marked(&out, LAN_MARK_STRONG, head);
    if (*head && lan_draw_column(&out) >= indent)
        lan_text_add_char(&out, '\n'); /* a head too long to stand beside its text */
    lan_draw_to(&out, indent);
    lan_draw_mark(&out, mark);
    lan_draw_wrap(&out, text, term->reader.width, indent);
    lan_draw_mark(&out, LAN_MARK_PLAIN);
    lan_text_add_char(&out, '\n');
    term_print(term, buffer);
}

void term_wrap(const struct term *term, int mark, int indent, const char *text)
{
    term_item(term, mark, "", indent, text);
}

/* ---- A table that its game does not draw ------------------------------------------------------------------ */

/* A lan_writer that prints an outline: one field a line, two blanks for each level. */
struct outline {
    struct lan_writer base;
    struct lan_text *out;
    int depth;
};

static struct lan_text *outline_line(struct lan_writer *writer, const char *key)
{
    struct outline *outline = (struct outline *)writer;
    lan_draw_repeat(outline->out, "  ", outline->depth);
    lan_text_add(outline->out, key ? key : "-");
    lan_text_add(outline->out, key ? ": " : " ");
    return outline->out;
}

static void outline_open(struct lan_writer *writer, const char *key)
{
    lan_draw_end_line(outline_line(writer, key));
    ((struct outline *)writer)->depth++;
}

static void outline_close(struct lan_writer *writer)
{
    ((struct outline *)writer)->depth--;
}

static void outline_number(struct lan_writer *writer, const char *key, int64_t value)
{
    struct lan_text *out = outline_line(writer, key);
    lan_text_add_int(out, value);
    lan_text_add_char(out, '\n');
}

static void outline_string(struct lan_writer *writer, const char *key, const char *value)
{
    struct lan_text *out = outline_line(writer, key);
    lan_text_add(out, value);
    lan_text_add_char(out, '\n');
}

static void outline_flag(struct lan_writer *writer, const char *key, bool value)
{
    outline_string(writer, key, value ? "yes" : "no");
}

static void outline_none(struct lan_writer *writer, const char *key)
{
    outline_string(writer, key, "-");
}

void term_table(const struct term *term, const struct lan_rules *rules, const struct lan_view *view)
{
    static char buffer[LAN_DRAW_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    struct outline outline = {{outline_open, outline_open, outline_close, outline_number, outline_flag,
                               outline_string, outline_none},
                              &out,
                              0};
    if (rules->game->draw)
        rules->game->draw(rules, view, &term->reader, &out);
    else
        rules->game->view_write(rules, view, &outline.base);
    term_print(term, buffer);
}

/* ---- JSON --------------------------------------------------------------------------------------------------- */

enum { JSON_BYTES = 4 << 20 };

void json_begin(struct json_out *out)
{
    static char buffer[JSON_BYTES];
    out->text = lan_text_init(buffer, sizeof buffer);
    lan_json_init(&out->json, &out->text);
    out->json.base.open_object(&out->json.base, NULL);
}

void json_real(struct json_out *out, const char *key, double value)
{
    char number[40];
    snprintf(number, sizeof number, "%.9g", value);
    lan_json_value(&out->json, key, number);
}

void json_words(struct json_out *out, const char *key, const struct lan_words *words)
{
    struct lan_writer *w = &out->json.base;
    w->open_object(w, key);
    w->string(w, "en", words->in[LAN_EN]);
    w->string(w, "fr", words->in[LAN_FR]);
    w->close(w);
}

int json_end(struct json_out *out)
{
    out->json.base.close(&out->json.base);
    if (out->text.cut) {
        complain("the JSON would be longer than %d bytes", JSON_BYTES);
        return CLI_FAILED;
    }
    puts(out->text.at);
    return CLI_OK;
}
