/*
 * board.c - draws a view: the game's own drawing, or an outline of its fields if the game has none.
 */
#include "board.h"

#include "write.h"

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

void board_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                struct lan_text *out)
{
    struct outline outline = {{outline_open, outline_open, outline_close, outline_number, outline_flag,
                               outline_string, outline_none, reader->unaided},
                              out,
                              0};
    if (rules->game->draw)
        rules->game->draw(rules, view, reader, out);
    else if (!reader->part)
        rules->game->view_write(rules, view, &outline.base);
}
