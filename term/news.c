/* news.c - draws the end of the log, one sentence a row or several in one. */
#include <string.h>

#include "news.h"

enum { NEWS_ITEMS = 96, NEWS_BYTES = 32768 }; /* more than fit on any screen */

/* A sentence of the log, and how often it occurs in a row. */
struct news {
    char sentence[LAN_SAY_MAX];
    int times;
    bool undone;
};

/*
 * Collects the sentences of the log from an item on; returns their number. Items of the person's own actions
 * are skipped, since the events they cause are in the log as well.
 */
static int news_make(const struct screen *screen, uint32_t from, struct news news[NEWS_ITEMS])
{
    const struct source *source = screen->source;
    int count = 0;
    if (source->told_count > from + NEWS_ITEMS)
        from = source->told_count - NEWS_ITEMS;
    for (uint32_t i = from; i < source->told_count; i++) {
        const struct source_told *item = &source->told[i];
        struct news *next = &news[count];
        struct lan_text text = lan_text_init(next->sentence, sizeof next->sentence);
        if (item->told.kind == TABLE_TOLD_ACTION)
            continue;
        source_told_say(source, &item->told, &screen->reader, &text);
        next->undone = item->undone;
        next->times = 1;
        if (count && next->undone == next[-1].undone && strcmp(next->sentence, next[-1].sentence) == 0)
            next[-1].times++;
        else
            count++;
    }
    return count;
}

static void news_times(const struct news *news, struct lan_text *out)
{
    if (news->times < 2)
        return;
    lan_text_add(out, " x");
    lan_text_add_int(out, news->times);
}

/* Writes one sentence a line. */
static void news_list(const struct news *news, int count, int width, struct lan_text *out)
{
    for (int i = 0; i < count; i++, news++) {
        if (news->undone)
            lan_draw_mark(out, LAN_MARK_MUTED);
        lan_draw_wrap(out, news->sentence, news->times > 1 ? width - 4 : width, 2);
        news_times(news, out);
        if (news->undone)
            lan_draw_mark(out, LAN_MARK_PLAIN);
        lan_text_add_char(out, '\n');
    }
}

/* Writes the sentences as running text, without those that were undone. */
static void news_run(const struct screen *screen, const struct news *news, int count, bool whole, int width,
                     struct lan_text *out)
{
    static char text[NEWS_BYTES];
    struct lan_text joined = lan_text_init(text, sizeof text);
    if (!whole)
        lan_text_add(&joined, screen->reader.style == LAN_STYLE_UNICODE ? "…" : "...");
    for (int i = 0; i < count; i++) {
        if (news[i].undone)
            continue;
        if (joined.length)
            lan_text_add_char(&joined, ' ');
        lan_text_add(&joined, news[i].sentence);
        news_times(&news[i], &joined);
    }
    lan_draw_wrap(out, text, width, 0);
    lan_text_add_char(out, '\n');
}

void news_draw(const struct screen *screen, const struct frame_box *box, uint32_t from)
{
    static char text[NEWS_BYTES];
    static struct news news[NEWS_ITEMS];
    struct lan_text out = lan_text_init(text, sizeof text);
    int count = news_make(screen, from, news);
    news_list(news, count, box->columns, &out);
    int lines = frame_lines(text);
    frame_put_lines(box, text, lines > box->rows ? lines - box->rows : 0);
}

void news_draw_short(const struct screen *screen, const struct frame_box *box)
{
    static char text[NEWS_BYTES];
    static struct news news[NEWS_ITEMS];
    struct lan_text out = lan_text_init(text, sizeof text);
    int count = news_make(screen, screen->told_before, news);
    news_list(news, count, box->columns, &out);
    for (int first = 0; frame_lines(text) > box->rows && first < count; first++) {
        out = lan_text_init(text, sizeof text);
        news_run(screen, news + first, count - first, !first, box->columns, &out);
    }
    frame_put_lines(box, text, 0);
}

int news_lines(const struct screen *screen, int width)
{
    static char text[NEWS_BYTES];
    static struct news news[NEWS_ITEMS];
    struct lan_text out = lan_text_init(text, sizeof text);
    news_list(news, news_make(screen, screen->told_before, news), width, &out);
    return frame_lines(text);
}
