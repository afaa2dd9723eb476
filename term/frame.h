/*
 * frame.h - a picture of the whole screen: characters with their marks, made anew for every change.
 *
 * What is to be seen is put into a frame; tty.c shows it. So everything above this is ordinary text, and can
 * be made, read and compared without a terminal.
 */
#ifndef LAN_FRAME_H
#define LAN_FRAME_H

#include "draw.h"

enum {
    FRAME_ROWS_MAX = 200,
    FRAME_COLUMNS_MAX = 400,
    FRAME_ROWS_MIN = 16,
    FRAME_COLUMNS_MIN = LAN_WIDTH_MIN,
    FRAME_SPOTS_MAX = 256,
};

struct frame_cell {
    uint32_t c;   /* Unicode; 0 is the right half of a wide character */
    uint8_t mark; /* enum lan_mark */
    bool reverse; /* what the keys act on */
};

/* A place that the mouse can touch: what happens is for whoever put it there. */
struct frame_spot {
    int row, column, columns;
    int touch, value;
};

struct frame {
    int rows, columns;
    bool ascii;                    /* only ASCII is shown: the nearest character stands for any other */
    int cursor_row, cursor_column; /* -1: no cursor */
    int spot_count;
    struct frame_spot spot[FRAME_SPOTS_MAX];
    struct frame_cell cell[FRAME_ROWS_MAX][FRAME_COLUMNS_MAX];
};

/* An empty frame of a size, which is cut to the limits. */
void frame_init(struct frame *frame, int rows, int columns, bool ascii);

/* A rectangle of a frame; text put into it never leaves it. */
struct frame_box {
    struct frame *frame;
    int row, column, rows, columns;
};

struct frame_box frame_box(struct frame *frame, int row, int column, int rows, int columns);

/*
 * Puts one line of marked text at a row of a box, from a column on, up to a line end or the box's; returns
 * the text after it. Rows outside are left out. The mark holds on from call to call when `mark` is not NULL.
 */
const char *frame_put(const struct frame_box *box, int row, int column, int *mark, const char *text);

/* The same in one mark. */
void frame_put_marked(const struct frame_box *box, int row, int column, int mark, const char *text);

/* Lines of a text from `skip` on, as many as the box has rows; returns how many lines the text has. */
int frame_put_lines(const struct frame_box *box, const char *text, int skip);

/* Turns a stretch of a row around. */
void frame_reverse(const struct frame_box *box, int row, int column, int columns);

/* A line across a row of the box, with a title in it when that is not NULL. */
void frame_rule(const struct frame_box *box, int row, const char *title);

/* A place for the mouse. */
void frame_touch(const struct frame_box *box, int row, int column, int columns, int touch, int value);
const struct frame_spot *frame_touched(const struct frame *frame, int row, int column);

/* Lines of a text, each with its end. */
int frame_lines(const char *text);

/* Columns that text takes as the terminal shows it, marks left out. */
int frame_width(const char *text);

#endif
