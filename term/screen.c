#include "screen.h"

#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "input.h"
#include "items.h"
#include "pages.h"
#include "panes.h"
#include "review_page.h"

bool screen_init(struct screen *screen, struct source *source, enum lan_lang lang, enum lan_style style)
{
    *screen = (struct screen){
        .source = source,
        .reader = {.lang = lang, .style = style, .width = LAN_WIDTH_MIN, .names = source->names},
        .menu_columns = 1,
        .text = malloc(SCREEN_PAGE_BYTES),
    };
    if (!screen->text)
        return false;
    screen->changes = source->changes - 1;
    screen_source_changed(screen);
    return true;
}

void screen_finish(struct screen *screen)
{
    free(screen->saved);
    free(screen->text);
}

const char *screen_words(const struct screen *screen, const char *en, const char *fr)
{
    return screen->reader.lang == LAN_FR ? fr : en;
}

void screen_message_show(struct screen *screen, int mark, const struct source_say *say)
{
    screen->message = *say;
    screen->message_mark = mark;
}

void screen_message_words(struct screen *screen, int mark, const char *en, const char *fr)
{
    source_say_set(&screen->message, 0, en, fr);
    screen->message_mark = mark;
}

void screen_source_changed(struct screen *screen)
{
    struct source *source = screen->source;
    if (screen->changes == source->changes)
        return;
    screen->changes = source->changes;
    if (source->told_count < screen->told_before)
        screen->told_before = 0;
    /*
     * With unchanged actions the menu is kept, so that a push about other seats does not close an open group.
     */
    if (screen->shown.count != source->list.count || screen->shown.musts != source->list.musts ||
        memcmp(screen->shown.action, source->list.action, sizeof *source->list.action * source->list.count) !=
            0)
        items_make(screen);
    screen->shown = source->list;
    if (source->state != SOURCE_CURTAIN) {
        screen->curtain = CURTAIN_UP;
    } else if (screen->curtain == CURTAIN_UP || screen->curtain_seat != source->seat) {
        screen->curtain = CURTAIN_FALLS;
        screen->curtain_seat = source->seat;
        page_leave(screen);
        screen->leaving = false;
        screen->message_mark = LAN_MARK_PLAIN;
        screen->told_before = 0;
    }
}

void screen_curtain_stands(struct screen *screen)
{
    lan_assert(screen->curtain == CURTAIN_FALLS);
    screen->curtain = CURTAIN_STANDS;
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static void scroll(int *skip, int lines, int rows, int by)
{
    int most = lines > rows ? lines - rows : 0;
    *skip += by;
    *skip = *skip > most ? most : *skip;
    *skip = *skip < 0 ? 0 : *skip;
}

static void page_key(struct screen *screen, uint32_t key)
{
    int rows = screen->page_rows, page = rows > 2 ? rows - 1 : 1;
    int by = key == SCREEN_UP          ? -1
             : key == SCREEN_DOWN      ? 1
             : key == SCREEN_PAGE_UP   ? -page
             : key == SCREEN_PAGE_DOWN ? page
             : key == ' '              ? page
             : key == SCREEN_HOME      ? -(1 << 20)
             : key == SCREEN_END       ? 1 << 20
                                       : 0;
    if (by)
        scroll(&screen->page_skip, screen->page_lines, rows, by);
    else if (key == '/')
        input_open(screen, INPUT_FILTER, sizeof screen->filter - 1, "");
    else if (key == SCREEN_ESCAPE && *screen->filter)
        screen->filter[0] = 0;
    else if (key == SCREEN_ESCAPE || key == 'q' || key == SCREEN_ENTER || key == SCREEN_BACKSPACE)
        page_leave(screen);
    else if (screen->page != PAGE_REVIEW || !review_page_key(screen, key))
        command_key(screen, key);
}

static void arrow_key(struct screen *screen, uint32_t key)
{
    int across = screen->menu_columns;
    if (screen_is_replay(screen))
        replay_step(screen, key == SCREEN_LEFT || key == SCREEN_UP ? -1 : 1);
    else
        items_move(screen, key == SCREEN_LEFT    ? -1
                           : key == SCREEN_RIGHT ? 1
                           : key == SCREEN_UP    ? -across
                                                 : across);
}

/* Goes to the first or last item of the menu, or to the beginning or end of a record. */
static void end_key(struct screen *screen, bool last)
{
    int count = items_count(screen);
    if (screen_is_replay(screen))
        replay_to(screen, last ? screen->source->length : 0);
    else
        screen->cursor = last && count ? count - 1 : 0;
}

static void table_key(struct screen *screen, uint32_t key)
{
    switch (key) {
    case SCREEN_UP:
    case SCREEN_DOWN:
    case SCREEN_LEFT:
    case SCREEN_RIGHT: arrow_key(screen, key); return;
    case SCREEN_PAGE_UP:
    case SCREEN_PAGE_DOWN:
        scroll(&screen->board_skip, screen->board_lines, screen->board_rows,
               key == SCREEN_PAGE_UP ? -screen->board_rows / 2 : screen->board_rows / 2);
        return;
    case SCREEN_HOME:
    case SCREEN_END: end_key(screen, key == SCREEN_END); return;
    case SCREEN_TAB: items_move(screen, 1); return;
    case SCREEN_ENTER:
        if (screen->cursor >= 0)
            item_choose(screen, screen->cursor);
        else
            command_key(screen, 'p');
        return;
    case SCREEN_ESCAPE:
    case SCREEN_BACKSPACE: items_back(screen); return;
    default: break;
    }
    if (key >= '0' && key <= '9')
        items_digit(screen, (int)(key - '0'));
    else
        command_key(screen, key);
}

/* Behind the curtain the number of a seat lets its person have the device first. */
static void curtain_key(struct screen *screen, uint32_t key)
{
    struct source_say say;
    if (screen->curtain == CURTAIN_FALLS)
        return;
    bool held = screen->curtain == CURTAIN_HELD;
    screen->curtain = key == ' ' ? CURTAIN_HELD : CURTAIN_STANDS;
    if (held && key == SCREEN_ENTER)
        source_curtain_lift(screen->source);
    else if (key >= '1' && key <= '9' && !source_hand(screen->source, (int)(key - '1'), &say))
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    else if (key == 'q' || key == 'L')
        command_key(screen, key);
    screen_source_changed(screen);
}

void screen_key(struct screen *screen, uint32_t key)
{
    bool message = screen->message_mark != LAN_MARK_PLAIN;
    screen->message_mark = LAN_MARK_PLAIN;
    if (screen->leaving && key != 'q')
        screen->leaving = false;
    if (screen->warned && key != SCREEN_ENTER && !(key >= '0' && key <= '9') && screen->input == INPUT_NONE)
        screen->warned = false;
    if (message && key == SCREEN_ESCAPE)
        return;
    if (screen->source->state == SOURCE_CURTAIN) {
        curtain_key(screen, key);
    } else if (screen->input != INPUT_NONE) {
        input_key(screen, key);
    } else if (screen->page == PAGE_NOTES) {
        if (key == SCREEN_ESCAPE)
            page_leave(screen);
        else
            editor_key(&screen->editor, key);
    } else if (screen->page != PAGE_TABLE) {
        page_key(screen, key);
    } else {
        table_key(screen, key);
    }
}

void screen_touch(struct screen *screen, const struct frame_spot *spot)
{
    bool message = screen->message_mark != LAN_MARK_PLAIN;
    screen->message_mark = LAN_MARK_PLAIN;
    if (!spot) {
        if (!message && screen->page != PAGE_TABLE)
            page_leave(screen);
        return;
    }
    if (spot->touch == TOUCH_KEY)
        screen_key(screen, (uint32_t)spot->value);
    else if (spot->touch == TOUCH_ITEM)
        item_choose(screen, spot->value);
}

void screen_wheel(struct screen *screen, bool up)
{
    if (screen->page == PAGE_TABLE)
        scroll(&screen->board_skip, screen->board_lines, screen->board_rows, up ? -3 : 3);
    else
        scroll(&screen->page_skip, screen->page_lines, screen->page_rows, up ? -3 : 3);
}

void screen_draw(struct screen *screen, struct frame *frame)
{
    if (frame->rows < FRAME_ROWS_MIN || frame->columns < FRAME_COLUMNS_MIN) {
        struct frame_box box = frame_box(frame, 0, 0, frame->rows, frame->columns);
        frame_put_marked(
            &box, 0, 0, LAN_MARK_LANTERN,
            screen_words(screen, "Please make the window larger.", "Agrandis la fenêtre, s'il te plaît."));
        return;
    }
    title_draw(screen, frame);
    if (screen->page == PAGE_TABLE)
        table_draw(screen, frame);
    else
        page_draw(screen, frame);
    keys_draw(screen, frame);
}
