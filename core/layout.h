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

#include "lan.h"
#include "write.h"

/* How a value becomes cells. */
enum lan_field_kind {
    LAN_FIELD_NUMBER, /* one cell: the value, 0..count-1 */
    LAN_FIELD_WIDE,   /* `size` cells: the value in base 256, the lowest digit first */
    LAN_FIELD_CHOICE, /* `count` cells, one for each possible value: 1 for the value, else 0; all 0: none */
    LAN_FIELD_SET,    /* `count` cells, one for each bit: 0 or 1 */
    LAN_FIELD_KINDS,
};

enum { LAN_FIELD_AXES = 3, LAN_LAYOUT_CELLS_MAX = 8192 };

/* In place of a number of values, bits or rows: that of the seats at this table. */
#define LAN_FIELD_SEATS 0xffff

/*
 * One field of a view. The elements of an array are listed along up to three axes. A value is read from the
 * view, `first` is subtracted; then it is divided by `divisor`, and the remainder by `remainder` is taken,
 * where these are not 0. So one byte that holds an owner and a hunter is described by two rows.
 */
struct lan_field {
    const char *name;
    uint8_t kind;
    uint8_t size;     /* bytes of the value in the view; a CHOICE or NUMBER has 1 */
    uint8_t type;     /* of the game's types, from which values and bits have their names; or */
    uint8_t per_seat; /* values or bits of each seat, which turn with the seats; 0: they do not */
    bool by_seat;     /* the first axis is the seats */
    bool blank;       /* of CHOICE: a row of the last axis, of at most 8 bytes, that is all 0 has no values */
    uint16_t offset;
    uint16_t first, divisor, remainder, count;
    struct {
        uint16_t count, stride;
    } axis[LAN_FIELD_AXES];
    uint16_t length;        /* 1 + the offset of a byte that says how many elements of the last axis count */
    const char *const *ids; /* the names, where no type has them */
};

/* The beginnings of rows; a game's table adds the name, the offset and what differs. */
#define LAN_CELL_NUMBER(max)   .kind = LAN_FIELD_NUMBER, .size = 1, .type = LAN_TYPE_NUMBER, .count = (max) + 1
#define LAN_CELL_WIDE(bytes)   .kind = LAN_FIELD_WIDE, .size = (bytes), .type = LAN_TYPE_NUMBER
#define LAN_CELL_CHOICE(n, of) .kind = LAN_FIELD_CHOICE, .size = 1, .type = (of), .count = (n)
#define LAN_CELL_NAMED(n, all) \
    .kind = LAN_FIELD_CHOICE, .size = 1, .type = LAN_TYPE_NUMBER, .count = (n), .ids = (all)
#define LAN_CELL_SET(n, bytes, of) .kind = LAN_FIELD_SET, .size = (bytes), .type = (of), .count = (n)
#define LAN_CELL_SEAT \
    .kind = LAN_FIELD_CHOICE, .size = 1, .type = LAN_TYPE_SEAT, .count = LAN_FIELD_SEATS, .per_seat = 1
#define LAN_CELL_SEATS \
    .kind = LAN_FIELD_SET, .size = 1, .type = LAN_TYPE_SEAT, .count = LAN_FIELD_SEATS, .per_seat = 1
/* The viewer itself, by its number at the table: the one thing that is not counted from the own seat on. */
#define LAN_CELL_VIEWER              .kind = LAN_FIELD_CHOICE, .size = 1, .type = LAN_TYPE_SEAT, .count = LAN_FIELD_SEATS
#define LAN_CELL_BY_SEAT(bytes)      .by_seat = true, .axis[0].stride = (bytes)
#define LAN_CELL_AXIS(nth, n, bytes) .axis[nth] = {(n), (bytes)}

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
    LAN_LAYOUT_COPIES = 256,
    LAN_LAYOUT_RUNS = 64,
    LAN_LAYOUT_MAPS = 256,
    LAN_LAYOUT_CHOICES = 640,
    LAN_LAYOUT_GROUPS = 96,
    LAN_LAYOUT_SETS = 320,
    LAN_LAYOUT_BITS = 64,
    LAN_LAYOUT_TABLES = 24,
    LAN_LAYOUT_SPREADS = 9,
};

/* From a byte of the view to a cell. Tables are named by where they begin in one array of all. */
struct lan_layout_move {
    uint16_t from, to;
    uint16_t what; /* runs: number of bytes; bits: which; maps, choices and sets: a table */
};

/*
 * Choices: all; where `length` is not 0, as many as the byte at `length` - 1 of the view says; where `blank`
 * is not 0, none if the bits of `blank` are 0 in the eight bytes from the first one on.
 */
struct lan_layout_group {
    uint16_t at, count, length;
    uint64_t blank;
};

/* The table of a game's fields, prepared for one viewer. Plain bytes; valid as long as the rules are. */
struct lan_layout {
    uint32_t cells;
    uint8_t seats, turn; /* turn: the seat that comes first */
    uint16_t copies, runs, maps, choices, groups, sets, sets_safe, bits, tables, spreads;
    struct lan_layout_move copy[LAN_LAYOUT_COPIES]; /* of single bytes */
    struct lan_layout_move run[LAN_LAYOUT_RUNS];
    struct lan_layout_move map[LAN_LAYOUT_MAPS];
    struct lan_layout_move choice[LAN_LAYOUT_CHOICES];
    struct lan_layout_group group[LAN_LAYOUT_GROUPS];
    struct lan_layout_move
        set[LAN_LAYOUT_SETS]; /* by `to`; of the first sets_safe, eight cells fit the array */
    struct lan_layout_move bit[LAN_LAYOUT_BITS]; /* of sets that do not begin with a byte */
    struct {
        uint16_t first, divisor, remainder, count, per_seat;
    } table[LAN_LAYOUT_TABLES];
    struct {
        uint8_t bits;
        bool turned;
    } spread[LAN_LAYOUT_SPREADS];
    uint8_t table_cell[LAN_LAYOUT_TABLES * 256];     /* of a value; 255: none */
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

#endif
