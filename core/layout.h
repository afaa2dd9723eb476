/*
 * layout.h - a view as an array of small numbers of fixed size, for programs that learn.
 *
 * A game describes the fields of its view in a table (lan_game.fields); from that table core derives, for
 * every game alike, which cell of the array means what (the layout) and the function that fills the array
 * (lan_layout_fill). A cell is one byte. The array is made from the view alone and says all that it says: two
 * views of one set of rules differ exactly when their arrays do, which tests/generic/arrays.c shows.
 *
 * The viewer's own seat comes first: wherever something is listed by seat, row 0 is the viewer's, row 1 that
 * of the next seat clockwise, and so on. The watcher's array begins with seat 1.
 *
 * The layout depends on the game and the number of seats, never on other options. lan_game.layout is its
 * version: it rises with every change of the table, so that a trained net can name what it was trained on.
 */
#ifndef LAN_LAYOUT_H
#define LAN_LAYOUT_H

#include "field.h"
#include "lan.h"
#include "write.h"

enum { LAN_LAYOUT_CELLS_MAX = 8192 };

/* What a learner is told of one field: cells first..first+cells-1, in row-major order. */
struct lan_part {
    const char *name;
    enum lan_field_kind kind;
    uint32_t first, cells;
    uint8_t dims;
    uint16_t shape[LAN_FIELD_AXES + 1];
    uint16_t high; /* the highest value of a cell; the lowest is 0 */
    bool by_seat;  /* row 0 of the first axis is the viewer's own seat */
    bool turned;   /* values or bits name seats, counted from the viewer's own */
    uint16_t values;
};

enum {
    LAN_LAYOUT_BYTES = 512, /* of a view */
    LAN_LAYOUT_BLOCK = 32,  /* bytes that an update compares at once; a view has at most 32 blocks */
    LAN_LAYOUT_COPIES = 256,
    LAN_LAYOUT_RUNS = 64,
    LAN_LAYOUT_PIECES = 128,
    LAN_LAYOUT_MAPS = 256,
    LAN_LAYOUT_SINGLES = 320,
    LAN_LAYOUT_CHOICES = 256,
    LAN_LAYOUT_SETS = 320,
    LAN_LAYOUT_BITS = 64,
    LAN_LAYOUT_PUTS = 768,
    LAN_LAYOUT_REDOS = 384,
    LAN_LAYOUT_TABLES = 40,
    LAN_LAYOUT_SPREADS = 9,
};

/* From a byte of the view to a cell. Tables are named by where they begin in one array of all. */
struct lan_layout_move {
    uint16_t from, to;
    uint16_t what; /* runs: number of bytes; bits: which; maps, singles, puts and sets: a table */
};

/*
 * Runs are copied in pieces of these sizes, of which the last of a run may overlap the one before. Shorter
 * runs are copied byte by byte.
 */
enum lan_piece { LAN_PIECE_16, LAN_PIECE_8, LAN_PIECE_4, LAN_PIECES };

struct lan_layout_pieces {
    uint16_t count;
    struct {
        uint16_t from, to;
    } move[LAN_LAYOUT_PIECES];
};

/*
 * Choices of `count` bytes of the view from `from` on, `step` cells each from `to` on. Where `length` is not
 * 0, only as many as the byte at `length` - 1 of the view says; where `blank` is not 0, none if the bits of
 * `blank` are 0 in the eight bytes at `from`. A second field made from the same bytes under the same
 * condition is done with the first: its cells begin at `twin_to`; with `twin_step` 0 there is none.
 */
struct lan_layout_choice {
    uint16_t from, count, to, step, what;
    uint16_t twin_to, twin_step, twin_what;
    uint16_t length;
    uint64_t blank;
};

/*
 * What depends on one byte of the view: puts, sets, and choices with a condition. Most bytes
 * have one put or one set and nothing else, which then stands in `to` and `what`.
 */
enum lan_byte_kind { LAN_BYTE_PUT, LAN_BYTE_SET, LAN_BYTE_SEVERAL };

struct lan_layout_byte {
    _Alignas(16) uint16_t to, what; /* sixteen bytes: found by a shift, and within one cache line */
    uint16_t put, set, redo;        /* the first ones */
    uint8_t puts, sets, redos, kind;
};

/*
 * From what a table is made: a field's kind and numbers; of kind WIDE, which copies the byte, none; of kind
 * SET, which takes one bit of it, the number of the bit as `first`.
 */
struct lan_layout_table {
    uint16_t kind, first, divisor, remainder, count, per_seat;
};

/* The table of a game's fields, prepared for one viewer. Plain bytes; valid as long as the rules are. */
struct lan_layout {
    uint32_t cells;
    uint8_t seats, turn; /* turn: the seat that comes first */
    uint16_t bytes;      /* of a view */
    uint16_t copies, runs, maps, singles, choices, sets, sets_safe, bits, tables, spreads;
    struct lan_layout_move copy[LAN_LAYOUT_COPIES]; /* of single bytes */
    struct lan_layout_move run[LAN_LAYOUT_RUNS];
    struct lan_layout_pieces piece[LAN_PIECES]; /* of the runs */
    struct lan_layout_move map[LAN_LAYOUT_MAPS];
    struct lan_layout_move single[LAN_LAYOUT_SINGLES]; /* choices of one byte without a condition */
    struct lan_layout_choice choice[LAN_LAYOUT_CHOICES];
    struct lan_layout_move
        set[LAN_LAYOUT_SETS]; /* by `to`; of the first sets_safe, eight cells fit the array */
    struct lan_layout_move bit[LAN_LAYOUT_BITS]; /* of sets that do not begin with a byte */
    /* For updates: by byte of the view. A put writes the byte's cell, a set changes eight cells. */
    struct lan_layout_byte byte[LAN_LAYOUT_BYTES];
    struct lan_layout_move put[LAN_LAYOUT_PUTS];
    struct lan_layout_move part[LAN_LAYOUT_SETS]; /* the sets in the order of their bytes */
    uint16_t redo[LAN_LAYOUT_REDOS];              /* numbers of choices with a condition */
    struct lan_layout_table table[LAN_LAYOUT_TABLES];
    struct {
        uint8_t bits;
        bool turned;
    } spread[LAN_LAYOUT_SPREADS];
    /* Of a byte: which cell of the field it writes (low byte), and what (high byte). */
    uint16_t table_cell[LAN_LAYOUT_TABLES * 256];
    uint64_t spread_cells[LAN_LAYOUT_SPREADS * 256]; /* of a byte: byte i is bit i, 0 or 1 */
};

/*
 * The number of cells of an array under these rules, and the description of part `at`; false after the last.
 */
uint32_t lan_layout_cells(const struct lan_rules *rules);
bool lan_layout_part(const struct lan_rules *rules, int at, struct lan_part *part);

/* The name of a value or bit of a part: an id, "own" and "next 1".. for seats, or the number. */
void lan_layout_value(const struct lan_rules *rules, int at, int value, struct lan_text *out);

/* The whole layout as one JSON object. */
void lan_layout_json(const struct lan_rules *rules, struct lan_text *out);

/* Prepares the arrays of a seat, or of LAN_WATCHER. */
void lan_layout_init(const struct lan_rules *rules, int viewer, struct lan_layout *layout);

/*
 * Writes layout->cells bytes; `view` must be one of the viewer of the layout, observed under its rules, in
 * memory of sizeof(union lan_view_buf).
 */
void lan_layout_fill(const struct lan_layout *layout, const struct lan_view *view, uint8_t *cells);

/*
 * The same for `cells` that hold the array of `old_view`, an earlier view of the same viewer: writes only the
 * cells of bytes in which the views differ, which after one action are about ten; then `old_view` is equal to
 * `new_view`. Both must be in memory of layout->bytes rounded up to LAN_LAYOUT_BLOCK; what follows the view
 * there has no effect on the cells.
 */
void lan_layout_update(const struct lan_layout *layout, struct lan_view *old_view,
                       const struct lan_view *new_view, uint8_t *cells);

#endif
