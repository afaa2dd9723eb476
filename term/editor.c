#include "editor.h"

#include <string.h>

#include "screen.h"

size_t utf8_put(char *at, uint32_t c)
{
    size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t heads[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t i = more; i > 0; i--, c >>= 6)
        at[i] = (char)(0x80 | (c & 0x3f));
    at[0] = (char)(heads[more] | c);
    return more + 1;
}

void editor_init(struct editor *editor, bool lines, size_t max, const char *text)
{
    editor->lines = lines;
    editor->max = max < EDITOR_MAX ? max : EDITOR_MAX - 1;
    editor->length = strnlen(text, editor->max);
    memcpy(editor->text, text, editor->length);
    editor->text[editor->length] = 0;
    editor->cursor = editor->length;
}

static bool is_inside(const struct editor *editor, size_t at)
{
    return ((unsigned char)editor->text[at] & 0xc0) == 0x80;
}

static size_t char_before(const struct editor *editor, size_t at)
{
    while (at && is_inside(editor, --at))
        ;
    return at;
}

static size_t char_after(const struct editor *editor, size_t at)
{
    if (at < editor->length)
        at++;
    while (at < editor->length && is_inside(editor, at))
        at++;
    return at;
}

static void cut(struct editor *editor, size_t from, size_t to)
{
    memmove(editor->text + from, editor->text + to, editor->length - to + 1);
    editor->length -= to - from;
    editor->cursor = from;
}

static void insert(struct editor *editor, uint32_t c)
{
    char bytes[4];
    size_t count = utf8_put(bytes, c);
    if (editor->length + count > editor->max)
        return;
    memmove(editor->text + editor->cursor + count, editor->text + editor->cursor,
            editor->length - editor->cursor + 1);
    memcpy(editor->text + editor->cursor, bytes, count);
    editor->length += count;
    editor->cursor += count;
}

static size_t line_start(const struct editor *editor, size_t at)
{
    while (at && editor->text[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_end(const struct editor *editor, size_t at)
{
    while (at < editor->length && editor->text[at] != '\n')
        at++;
    return at;
}

/* Moves to the line above or below, to the same column in characters. */
static void line_move(struct editor *editor, bool up)
{
    size_t start = line_start(editor, editor->cursor), end = line_end(editor, editor->cursor), steps = 0;
    if (up ? !start : end == editor->length)
        return;
    for (size_t at = start; at < editor->cursor; at = char_after(editor, at))
        steps++;
    size_t to = up ? line_start(editor, start - 1) : end + 1;
    for (; steps && to < line_end(editor, to); steps--)
        to = char_after(editor, to);
    editor->cursor = to;
}

bool editor_key(struct editor *editor, uint32_t key)
{
    switch (key) {
    case SCREEN_LEFT: editor->cursor = char_before(editor, editor->cursor); return true;
    case SCREEN_RIGHT: editor->cursor = char_after(editor, editor->cursor); return true;
    case SCREEN_HOME: editor->cursor = line_start(editor, editor->cursor); return true;
    case SCREEN_END: editor->cursor = line_end(editor, editor->cursor); return true;
    case SCREEN_BACKSPACE: cut(editor, char_before(editor, editor->cursor), editor->cursor); return true;
    case SCREEN_DELETE: {
        size_t at = editor->cursor;
        cut(editor, at, char_after(editor, at));
        return true;
    }
    default: break;
    }
    if (editor->lines && (key == SCREEN_UP || key == SCREEN_DOWN)) {
        line_move(editor, key == SCREEN_UP);
        return true;
    }
    if (editor->lines && key == SCREEN_ENTER)
        key = '\n';
    if ((key < ' ' && key != '\n') || key == 0x7f || key >= SCREEN_KEYS)
        return false;
    insert(editor, key);
    return true;
}
