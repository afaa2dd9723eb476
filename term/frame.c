#include "frame.h"

#include <string.h>
#include <wchar.h>

void frame_init(struct frame *frame, int rows, int columns, bool ascii)
{
    frame->rows = rows < FRAME_ROWS_MAX ? rows : FRAME_ROWS_MAX;
    frame->columns = columns < FRAME_COLUMNS_MAX ? columns : FRAME_COLUMNS_MAX;
    frame->ascii = ascii;
    frame->cursor_row = frame->cursor_column = -1;
    frame->spot_count = 0;
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 0; column < frame->columns; column++)
            frame->cell[row][column] = (struct frame_cell){.c = ' '};
    }
}

struct frame_box frame_box(struct frame *frame, int row, int column, int rows, int columns)
{
    return (struct frame_box){frame, row, column, rows < 0 ? 0 : rows, columns < 0 ? 0 : columns};
}

/* ---- Characters ---------------------------------------------------------------------------------------- */

/* Decodes the next character; an invalid byte of UTF-8 becomes a question mark. */
static uint32_t char_next(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = at[0] < 0x80 ? 0 : (at[0] & 0xe0) == 0xc0 ? 1 : (at[0] & 0xf0) == 0xe0 ? 2 : 3;
    uint32_t c = more ? at[0] & (0x3fu >> more) : at[0];
    if (at[0] >= 0x80 && (at[0] < 0xc2 || at[0] > 0xf4)) {
        ++*text;
        return '?';
    }
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *text += i;
            return '?';
        }
        c = c << 6 | (at[i] & 0x3f);
    }
    *text += more + 1;
    return c;
}

/* The ASCII replacement: French letters lose their accents, all others become a question mark. */
static uint32_t char_ascii(uint32_t c)
{
    static const struct {
        const wchar_t *from;
        char to;
    } plain[] = {{L"àâä", 'a'},  {L"ç", 'c'},  {L"éèêë", 'e'}, {L"îï", 'i'},  {L"ôö", 'o'},
                 {L"ùûü", 'u'},  {L"ÀÂ", 'A'}, {L"Ç", 'C'},    {L"ÉÈÊ", 'E'}, {L"ÎÏ", 'I'},
                 {L"Ô", 'O'},    {L"ÙÛ", 'U'}, {L"œ", 'o'},    {L"Œ", 'O'},   {L"’‘", '\''},
                 {L"«»“”", '"'}, {L"  ", ' '}, {L"–—─", '-'},  {L"×", 'x'},   {L"│", '|'}};
    for (size_t i = 0; c >= 0x80 && i < sizeof plain / sizeof *plain; i++) {
        if (wcschr(plain[i].from, (wchar_t)c))
            return (uint32_t)plain[i].to;
    }
    return c < 0x80 ? c : '?';
}

/* Columns of a character; 0 for combining characters, which are not shown. */
static int char_width(uint32_t c)
{
    if (c < 0x80)
        return c >= ' ' && c != 0x7f ? 1 : 0;
    int width = wcwidth((wchar_t)c);
    /* Not in the locale's tables: all characters of our drawings are one column wide. */
    return width < 0 ? 1 : width;
}

int frame_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

int frame_width(const char *text)
{
    int width = 0;
    while (*text && *text != '\n') {
        if (*text == LAN_MARK_BYTE && text[1])
            text += 2;
        else
            width += char_width(char_next(&text));
    }
    return width;
}

/* ---- Putting ------------------------------------------------------------------------------------------- */

static struct frame_cell *cell_at(const struct frame_box *box, int row, int column)
{
    int y = box->row + row, x = box->column + column;
    bool inside = row >= 0 && row < box->rows && column >= 0 && column < box->columns && y >= 0 && x >= 0 &&
                  y < box->frame->rows && x < box->frame->columns;
    return inside ? &box->frame->cell[y][x] : NULL;
}

/* Puts one character and returns its columns; a wide one that does not fit entirely is left out. */
static int char_put(const struct frame_box *box, int row, int column, int mark, uint32_t c)
{
    if (box->frame->ascii)
        c = char_ascii(c);
    int width = char_width(c);
    struct frame_cell *cell = cell_at(box, row, column),
                      *right = width == 2 ? cell_at(box, row, column + 1) : cell;
    if (width && cell && right) {
        *cell = (struct frame_cell){.c = c, .mark = (uint8_t)mark, .reverse = cell->reverse};
        if (width == 2)
            *right = (struct frame_cell){.c = 0, .mark = (uint8_t)mark, .reverse = cell->reverse};
    }
    return width;
}

const char *frame_put(const struct frame_box *box, int row, int column, int *mark, const char *text)
{
    int own = LAN_MARK_PLAIN;
    if (!mark)
        mark = &own;
    while (*text && *text != '\n') {
        if (*text == LAN_MARK_BYTE && text[1]) {
            int wanted = text[1] - LAN_MARK_FIRST;
            *mark = wanted >= 0 && wanted < LAN_MARKS ? wanted : LAN_MARK_PLAIN;
            text += 2;
        } else {
            column += char_put(box, row, column, *mark, char_next(&text));
        }
    }
    return *text ? text + 1 : text;
}

void frame_put_marked(const struct frame_box *box, int row, int column, int mark, const char *text)
{
    frame_put(box, row, column, &mark, text);
}

int frame_put_lines(const struct frame_box *box, const char *text, int skip)
{
    int line = 0, mark = LAN_MARK_PLAIN;
    while (*text) {
        text = frame_put(box, line - skip, 0, &mark, text);
        line++;
    }
    return line;
}

void frame_reverse(const struct frame_box *box, int row, int column, int columns)
{
    for (int i = 0; i < columns; i++) {
        struct frame_cell *cell = cell_at(box, row, column + i);
        if (cell)
            cell->reverse = true;
    }
}

void frame_rule(const struct frame_box *box, int row, const char *title)
{
    for (int column = 0; column < box->columns; column++)
        char_put(box, row, column, LAN_MARK_MUTED, 0x2500);
    if (!title)
        return;
    frame_put_marked(box, row, 2, LAN_MARK_MUTED, " ");
    frame_put_marked(box, row, 3, LAN_MARK_STRONG, title);
    frame_put_marked(box, row, 3 + frame_width(title), LAN_MARK_MUTED, " ");
}

/* ---- The mouse ----------------------------------------------------------------------------------------- */

void frame_touch(const struct frame_box *box, int row, int column, int columns, int touch, int value)
{
    struct frame *frame = box->frame;
    if (row < 0 || row >= box->rows || frame->spot_count == FRAME_SPOTS_MAX)
        return;
    frame->spot[frame->spot_count++] =
        (struct frame_spot){box->row + row, box->column + column, columns, touch, value};
}

const struct frame_spot *frame_touched(const struct frame *frame, int row, int column)
{
    for (int i = frame->spot_count; i-- > 0;) {
        const struct frame_spot *spot = &frame->spot[i];
        if (row == spot->row && column >= spot->column && column < spot->column + spot->columns)
            return spot;
    }
    return NULL;
}
