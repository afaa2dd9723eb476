/*
 * draw.c - the house in a terminal, from a view: rooms, tiles, doors and hunters.
 *
 *   +--------------+       A letter of each room; * a jewel with its number, & ghosts, # a haunting
 *   |A *3 &&       |       R Y B G the hunters, R* with a jewel
 *   |   R*         /       / a plain door, b and g blue and green, X a locked one, = the front door
 *   +----g---------+
 *   | T23  T22  T21        tiles by their names, highlighted where the move may end
 *
 * The picture is painted on a canvas of single columns, which is then written line by line.
 */
#include "state.h"

#include <string.h>

#include "draw.h"
#include "words.h"

/*
 * A cell of the board takes `span` columns, its left wall included, and two lines, its upper wall included.
 * In few lines, those between two cells that no wall crosses are left out, and the words stand beside the
 * house.
 */
enum {
    SPAN_MAX = 6,
    SPAN_MIN = 4,
    BESIDE_MIN = 30,
    BESIDE_GAP = 2,
    LEGEND_LINES = 4,
    LINES_MAX = 2 * TH_GRID_MAX + 1,
    COLUMNS_MAX = SPAN_MAX * TH_GRID_MAX + 1
};

/* The canvas has one byte for each column: plain ASCII, or one of these glyphs. */
enum glyph { GLYPH_JEWEL = 1, GLYPH_GHOST, GLYPH_HAUNTING, GLYPH_WALL, GLYPHS = GLYPH_WALL + 16 };

/* A wall's glyph is GLYPH_WALL plus a bit for each direction in which the wall continues. */
enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

static const char *const glyphs[2][GLYPHS] = {
    {"", "♦", "Ω", "☠", " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"},
    {"", "*", "&", "#", " ", "|", "|", "|", "-", "+", "+", "+", "-", "+", "+", "+", "-", "+", "+", "+"},
};

struct canvas {
    const struct th_rules *rules;
    const struct th_public *pub;
    const struct lan_reader *reader;
    uint64_t lit; /* nodes where the move may end */
    int span;
    uint8_t glyph[LINES_MAX][COLUMNS_MAX];
    uint8_t mark[LINES_MAX][COLUMNS_MAX];
};

static void put(struct canvas *c, int line, int column, int glyph, int mark)
{
    c->glyph[line][column] = (uint8_t)glyph;
    c->mark[line][column] = (uint8_t)mark;
}

static int node_at(const struct th_board *board, int x, int y)
{
    if (x < 0 || y < 0 || x >= board->width || y >= board->height)
        return TH_NODES_MAX;
    return board->cell[y][x];
}

static bool is_tile(int node)
{
    return node >= TH_TILE_1 && node < TH_NODES_MAX;
}

/*
 * A wall separates different nodes, except two corridor tiles; there is none between the outside and empty
 * cells.
 */
static bool walled(int a, int b)
{
    bool open_a = a == TH_OUTSIDE || a == TH_NODES_MAX, open_b = b == TH_OUTSIDE || b == TH_NODES_MAX;
    return a != b && !(is_tile(a) && is_tile(b)) && !(open_a && open_b);
}

/* ---- Walls and doors ----------------------------------------------------------------------------------- */

static void paint_walls(struct canvas *c)
{
    const struct th_board *board = &c->rules->board;
    for (int y = 0; y <= board->height; y++) {
        for (int x = 0; x <= board->width; x++) {
            int here = node_at(board, x, y), left = node_at(board, x - 1, y),
                above = node_at(board, x, y - 1);
            int across = node_at(board, x - 1, y - 1), line = 2 * y, column = x * c->span;
            int walls = walled(across, above) * UP | walled(left, here) * DOWN | walled(across, left) * LEFT |
                        walled(above, here) * RIGHT;
            if (walls)
                put(c, line, column, GLYPH_WALL + walls, LAN_MARK_MUTED);
            if (walls & DOWN)
                put(c, line + 1, column, GLYPH_WALL + UP + DOWN, LAN_MARK_MUTED);
            for (int i = 1; (walls & RIGHT) && i < c->span; i++)
                put(c, line, column + i, GLYPH_WALL + LEFT + RIGHT, LAN_MARK_MUTED);
        }
    }
}

static void paint_doors(struct canvas *c)
{
    static const char signs[TH_COLOURS] = {'/', 'b', 'g', '='};
    for (int i = 0; i < c->rules->board.doors; i++) {
        const struct th_door *door = &c->rules->board.door[i];
        bool locked = c->pub->lock && door->colour == c->pub->lock;
        int line = 2 * door->y + (door->across ? 1 : 2);
        int column = door->across ? (door->x + 1) * c->span : door->x * c->span + (c->span + 1) / 2;
        put(c, line, column, locked ? 'X' : signs[door->colour], locked ? LAN_MARK_DANGER : LAN_MARK_STRONG);
    }
}

/* ---- What is inside ------------------------------------------------------------------------------------ */

/* A stretch of one line inside a room or tile, filled from the left. */
struct strip {
    int line, column, end;
};

static void strip_add(struct canvas *c, struct strip *strip, int glyph, int mark)
{
    if (strip->column < strip->end)
        put(c, strip->line, strip->column, glyph, mark);
    strip->column++;
}

static struct strip strip_of(const struct canvas *c, int x, int y, int cells)
{
    return (struct strip){2 * y + 1, x * c->span + 1, (x + cells) * c->span};
}

static void add_hunter(struct canvas *c, struct strip *strip, int hunter)
{
    bool active = hunter == c->pub->hunter && c->pub->phase != TH_OVER;
    strip_add(c, strip, th_hunter_letter(hunter, c->reader->lang),
              active ? LAN_MARK_LANTERN : LAN_MARK_STRONG);
    if (c->pub->carries[hunter])
        strip_add(c, strip, GLYPH_JEWEL, LAN_MARK_INFO);
}

static void add_hunters(struct canvas *c, struct strip *strip, int node)
{
    for (unsigned rest = th_hunters_at(c->rules, c->pub, node); rest; rest &= rest - 1) {
        add_hunter(c, strip, __builtin_ctz(rest));
        strip->column++;
    }
}

static void add_room(struct canvas *c, struct strip *strip, int room)
{
    const struct th_public *pub = c->pub;
    bool lit = c->lit >> (TH_ROOM_A + room) & 1;
    strip_add(c, strip, 'A' + room, lit ? LAN_MARK_LANTERN : LAN_MARK_STRONG);
    strip->column++;
    if (pub->jewels >> room & 1) {
        strip_add(c, strip, GLYPH_JEWEL, LAN_MARK_INFO);
        if (c->rules->numbered)
            strip_add(c, strip, pub->number[room] ? '0' + pub->number[room] : '?', LAN_MARK_INFO);
        strip->column++;
    }
    if (pub->haunted >> room & 1)
        strip_add(c, strip, GLYPH_HAUNTING, LAN_MARK_DANGER);
    for (int i = 0; i < pub->ghosts[room]; i++)
        strip_add(c, strip, GLYPH_GHOST,
                  pub->ghosts[room] == TH_GHOSTS_MAX ? LAN_MARK_DANGER : LAN_MARK_PLAIN);
}

/* Finds the two widest stretches of a node in reading order; with one row only, the second is empty. */
static int strips_find(const struct canvas *c, int node, struct strip strip[2])
{
    const struct th_board *board = &c->rules->board;
    int found = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            int cells = 0;
            while (node_at(board, x + cells, y) == node)
                cells++;
            if (!cells)
                continue;
            struct strip next = strip_of(c, x, y, cells);
            x += cells;
            int size = next.end - next.column, narrow = 0;
            if (found < 2) {
                strip[found++] = next;
                continue;
            }
            narrow = strip[1].end - strip[1].column < strip[0].end - strip[0].column;
            if (size <= strip[narrow].end - strip[narrow].column)
                continue;
            if (narrow == 0)
                strip[0] = strip[1];
            strip[1] = next;
        }
    }
    return found;
}

static void paint_room(struct canvas *c, int room)
{
    struct strip strip[2];
    int node = TH_ROOM_A + room, found = strips_find(c, node, strip);
    add_room(c, &strip[0], room);
    if (found == 1)
        strip[0].column++;
    else
        strip[1].column += 2;
    add_hunters(c, &strip[found - 1], node);
}

/* The outside is narrow: its hunters are drawn two to a line. */
static void paint_outside(struct canvas *c)
{
    struct strip strip[2];
    int found = strips_find(c, TH_OUTSIDE, strip), count = 0;
    for (unsigned rest = th_hunters_at(c->rules, c->pub, TH_OUTSIDE); rest; rest &= rest - 1, count++)
        add_hunter(c, &strip[count / 2 < found ? count / 2 : found - 1], __builtin_ctz(rest));
}

static void paint_tile(struct canvas *c, int node, int x, int y)
{
    struct strip strip = strip_of(c, x, y, 1);
    strip.column += c->span > 4;
    if (th_hunters_at(c->rules, c->pub, node)) {
        add_hunters(c, &strip, node);
        return;
    }
    const char *name = c->rules->base.game->types[TH_TYPE_NODE].words[node].id;
    int mark = c->lit >> node & 1 ? LAN_MARK_LANTERN : LAN_MARK_MUTED;
    if (strip.end - strip.column < (int)strlen(name))
        name = ".";
    for (; *name; name++)
        strip_add(c, &strip, *name, mark);
}

static void paint_inside(struct canvas *c)
{
    const struct th_board *board = &c->rules->board;
    for (int room = 0; room < TH_ROOMS; room++)
        paint_room(c, room);
    paint_outside(c);
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (is_tile(board->cell[y][x]))
                paint_tile(c, board->cell[y][x], x, y);
        }
    }
}

/* ---- Writing the canvas -------------------------------------------------------------------------------- */

static void write_line(const struct canvas *c, int line, struct lan_text *out)
{
    const char *const *set = glyphs[c->reader->style == LAN_STYLE_UNICODE ? 0 : 1];
    int columns = c->rules->board.width * c->span + 1, mark = LAN_MARK_PLAIN;
    while (columns && !c->glyph[line][columns - 1])
        columns--;
    for (int column = 0; column < columns; column++) {
        int glyph = c->glyph[line][column];
        int wanted = glyph ? c->mark[line][column] : mark;
        if (wanted != mark)
            lan_draw_mark(out, wanted);
        mark = wanted;
        if (glyph && glyph < GLYPHS)
            lan_text_add(out, set[glyph]);
        else
            lan_text_add_char(out, glyph ? (char)glyph : ' ');
    }
    if (mark != LAN_MARK_PLAIN)
        lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_text_add_char(out, '\n');
}

/* Whether a line between two rows of cells has anything but walls that go straight on. */
static bool line_matters(const struct canvas *c, int line)
{
    for (int column = 0; column < COLUMNS_MAX; column++) {
        int glyph = c->glyph[line][column];
        if (glyph && glyph != GLYPH_WALL + UP + DOWN)
            return true;
    }
    return false;
}

static void draw_house(const struct th_rules *rules, const struct th_public *pub,
                       const struct lan_reader *reader, bool low, struct lan_text *out)
{
    struct canvas c = {.rules = rules, .pub = pub, .reader = reader};
    c.span = (reader->width - 1) / rules->board.width;
    if (c.span > SPAN_MAX)
        c.span = SPAN_MAX;
    if (pub->phase == TH_MOVING)
        c.lit = th_stops(rules, pub);
    paint_walls(&c);
    paint_doors(&c);
    paint_inside(&c);
    for (int line = 0; line <= 2 * rules->board.height; line++) {
        if (!low || line % 2 || line_matters(&c, line))
            write_line(&c, line, out);
    }
}

static void draw_legend(const struct lan_reader *reader, struct lan_text *out)
{
    static const struct lan_words names[] = {{{" jewel, ", " joyau, "}},
                                             {{" ghost, ", " fantôme, "}},
                                             {{" haunting; doors: / plain, b blue, g green.",
                                               " Esprit Malfaisant ; portes : / neutre, b bleue, g verte."}}};
    const char *const *set = glyphs[reader->style == LAN_STYLE_UNICODE ? 0 : 1];
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    for (int i = 0; i < 3; i++) {
        lan_text_add(&text, set[GLYPH_JEWEL + i]);
        lan_text_add(&text, names[i].in[reader->lang]);
    }
    lan_draw_mark(out, LAN_MARK_MUTED);
    lan_draw_wrap(out, buffer, reader->width, 2);
    lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_text_add_char(out, '\n');
}

static void draw_words(const struct th_teller *teller)
{
    th_tell_standing(teller);
    th_tell_hunters(teller);
    if (teller->pub->phase == TH_MOVING)
        th_tell_reach(teller);
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/*
 * The picture in few lines: a narrow house, and the words in a column beside it. Returns false when the
 * reader's width is too small.
 */
static bool draw_low(const struct th_teller *teller)
{
    const struct lan_reader *reader = teller->reader;
    int cells = teller->rules->board.width, span = (reader->width - BESIDE_MIN - BESIDE_GAP - 1) / cells;
    char house[LAN_DRAW_MAX / 4], words[LAN_DRAW_MAX / 4];
    struct lan_text left = lan_text_init(house, sizeof house), right = lan_text_init(words, sizeof words);
    struct lan_reader narrow = *reader;
    struct th_teller beside = {teller->rules, teller->pub, &narrow, &right};
    if (span < SPAN_MIN)
        return false;
    int column = cells * (span < SPAN_MAX ? span : SPAN_MAX) + 1 + BESIDE_GAP;
    narrow.width = column - BESIDE_GAP;
    draw_house(teller->rules, teller->pub, &narrow, true, &left);
    narrow.width = reader->width - column;
    draw_words(&beside);
    if (lines_of(words) + LEGEND_LINES <= lines_of(house)) {
        lan_text_add_char(&right, '\n');
        draw_legend(&narrow, &right);
    }
    lan_draw_beside(teller->out, house, words, column);
    return true;
}

void th_draw(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
             struct lan_text *out)
{
    const struct th_rules *rules = th_rules_of(base);
    const struct th_public *pub = &((const struct th_view *)opaque)->pub;
    const struct th_teller teller = {rules, pub, reader, out};
    int lines = 2 * rules->board.height + 6 + rules->hunters;
    if (reader->part) {
        th_tell_part(&teller);
        return;
    }
    if (reader->style == LAN_STYLE_PLAIN) {
        th_tell_rooms(&teller);
    } else if (reader->height && reader->height < lines && draw_low(&teller)) {
        return;
    } else {
        draw_house(rules, pub, reader, false, out);
        draw_legend(reader, out);
    }
    draw_words(&teller);
}
