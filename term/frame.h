/*
 * frame.h - a frame: the characters and marks of the whole screen, redrawn entirely for every change.
 *
 * All drawing code writes into a frame, and tty.c alone copies it to the terminal, so that drawing can be
 * tested without a terminal.
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
    bool reverse; /* shown in reverse video: the item under the cursor */
};

/* A clickable stretch of a row. `touch` and `value` are defined by the code that added it. */
struct frame_spot {
    int row, column, columns;
    int touch, value;
};

struct frame {
    int rows, columns;
    bool ascii;                    /* other characters are replaced by ASCII ones */
    int cursor_row, cursor_column; /* -1: no cursor */
    int spot_count;
    struct frame_spot spot[FRAME_SPOTS_MAX];
    struct frame_cell cell[FRAME_ROWS_MAX][FRAME_COLUMNS_MAX];
};

/* Makes an empty frame; the size is clamped to the limits above. */
void frame_init(struct frame *frame, int rows, int columns, bool ascii);

/* A rectangle of a frame that clips what is put into it. */
struct frame_box {
    struct frame *frame;
    int row, column, rows, columns;
};

struct frame_box frame_box(struct frame *frame, int row, int column, int rows, int columns);

/*
 * Puts marked text into a row of a box from `column` on, up to the end of the line or of the box; returns the
 * text behind the line. A row outside the box is skipped. `mark`, unless NULL, carries the current mark from
 * call to call.
 */
const char *frame_put(const struct frame_box *box, int row, int column, int *mark, const char *text);

/* Puts text in a single mark. */
void frame_put_marked(const struct frame_box *box, int row, int column, int mark, const char *text);

/*
 * Puts the lines of a text from `skip` on, as many as the box has rows; returns the lines of the whole text.
 */
int frame_put_lines(const struct frame_box *box, const char *text, int skip);

/* Sets reverse video for a stretch of a row. */
void frame_reverse(const struct frame_box *box, int row, int column, int columns);

/* Draws a horizontal line across the box, with a title unless it is NULL. */
void frame_rule(const struct frame_box *box, int row, const char *title);

/* Adds a clickable spot; frame_touched finds the one at a position of the frame, or NULL. */
void frame_touch(const struct frame_box *box, int row, int column, int columns, int touch, int value);
const struct frame_spot *frame_touched(const struct frame *frame, int row, int column);

/* Number of line ends of a text. */
int frame_lines(const char *text);

/* Columns of a text on the terminal, without marks. */
int frame_width(const char *text);

#endif
