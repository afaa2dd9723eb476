#include "picture.h"

#include <string.h>

#include "art.h"
#include "buf.h"
#include "png.h"
#include "raster.h"

static const struct colour paper = {0xff, 0xf1, 0xdc, 255}, dim = {0xe2, 0xd3, 0xba, 255},
                           light = {0xff, 0xb4, 0x54, 255}, night = {0x14, 0x11, 0x0f, 255};

enum {
    MARGIN = 64,
    TITLE_SIZE = 104,
    LINE_SIZE = 50,
    NAME_SIZE_PX = 44,
    ROW_HEIGHT = 62,
    ROWS_IN_COLUMN = 4,
    MARK_SIZE = 40,
    COLUMN = (PICTURE_WIDTH - 2 * MARGIN) / 2,
    FOCUS = 60 /* of the art, in hundredths of its width: where the cards of the page crop it too */
};

static void box_paint(struct canvas *canvas, const struct paint *paint)
{
    float wide = PICTURE_WIDTH, high = PICTURE_HEIGHT;
    canvas_line(canvas, 0, 0, 0, high);
    canvas_line(canvas, wide, high, wide, 0);
    canvas_paint(canvas, paint, false);
}

/* Night, from nothing at the edge where the gradient begins to nearly all of it where it ends. */
static void shade(struct canvas *canvas, float across, float down, float from, int most)
{
    struct paint paint = {.kind = PAINT_LINEAR, .matrix = {across, 0, down, 0, from, 0}};
    for (int i = 0; i < PAINT_SHADES; i++)
        paint.shade[i] = (struct colour){10, 7, 9, (uint8_t)(i * most / PAINT_SHADES)};
    box_paint(canvas, &paint);
}

static void ground_draw(const struct art *art, struct canvas *canvas, const char *game)
{
    float scale = (float)PICTURE_HEIGHT / ART_HEIGHT;
    float over = ART_WIDTH * scale - PICTURE_WIDTH;
    box_paint(canvas, &(struct paint){.flat = night});
    art_scene(art, canvas, game, &(struct placed){-over * FOCUS / 100, 0, scale});
    shade(canvas, 0, 1.25F / PICTURE_HEIGHT, -0.25F, 235);
    shade(canvas, -1.5F / PICTURE_WIDTH, 0, 1, 120);
}

/* A text that is made smaller, to half its size, until it fits, and is then cut. */
static void fitted(const struct art *art, struct canvas *canvas, const char *text, float x, float y,
                   float size, float wide, struct colour colour)
{
    char cut[PICTURE_LINE];
    float width = art_text(art, NULL, text, 0, 0, size, colour), least = size / 2;
    if (width > wide)
        size = size * wide / width > least ? size * wide / width : least;
    size_t length = strnlen(text, sizeof cut - 1);
    memcpy(cut, text, length);
    cut[length] = 0;
    while (length && art_text(art, NULL, cut, 0, 0, size, colour) > wide) {
        do
            length--;
        while (length && (cut[length] & 0xc0) == 0x80);
        cut[length] = 0;
    }
    art_text(art, canvas, cut, x, y, size, colour);
}

/* The letter or number in a seat's mark. The font has old-style figures: small, and some of them reach below
   the line. */
static void sign_draw(const struct art *art, struct canvas *canvas, bool numbered, int seat, float x, float y)
{
    char sign[2] = {(char)((numbered ? '1' : 'A') + seat), 0};
    float size = numbered ? 38 : 26, down = seat == 2 ? 34 : 29;
    if (numbered)
        down -= strchr("3457", *sign) ? 5 : 1;
    float wide = art_text(art, NULL, sign, 0, 0, size, night);
    art_text(art, canvas, sign, x + (MARK_SIZE - wide) / 2, y + down, size, night);
}

static void row_draw(const struct art *art, struct canvas *canvas, const struct picture *picture, int seat,
                     float top)
{
    const struct picture_row *row = &picture->row[seat];
    bool two = picture->rows > ROWS_IN_COLUMN;
    int place = two ? seat % ((picture->rows + 1) / 2) : seat;
    float x = (float)(MARGIN + (two && seat != place ? COLUMN : 0)), y = top + (float)(place * ROW_HEIGHT);
    const char *name = art_writes(art, row->name) ? row->name : row->instead;
    art_mark(art, canvas, seat, &(struct placed){x, y, (float)MARK_SIZE / ART_MARK});
    sign_draw(art, canvas, art_numbered(art, picture->game), seat, x, y);
    fitted(art, canvas, name, x + MARK_SIZE + 16, y + 34, NAME_SIZE_PX, (float)(COLUMN - MARK_SIZE - 40),
           row->won ? light : paper);
}

void picture_draw(const struct art *art, const struct picture *picture, struct buf *png)
{
    struct canvas *canvas = canvas_make(PICTURE_WIDTH, PICTURE_HEIGHT);
    int rows = picture->rows > ROWS_IN_COLUMN ? (picture->rows + 1) / 2 : picture->rows;
    float top = (float)(PICTURE_HEIGHT - MARGIN + 14 - rows * ROW_HEIGHT), wide = PICTURE_WIDTH - 2 * MARGIN;
    ground_draw(art, canvas, picture->game);
    float line = rows ? top - 34 : (float)(PICTURE_HEIGHT - MARGIN);
    fitted(art, canvas, picture->line, MARGIN, line, LINE_SIZE, wide, dim);
    fitted(art, canvas, picture->title, MARGIN, line - 68, TITLE_SIZE, wide, paper);
    for (int seat = 0; seat < picture->rows; seat++)
        row_draw(art, canvas, picture, seat, top);
    png_write(png, canvas);
    canvas_free(canvas);
}
