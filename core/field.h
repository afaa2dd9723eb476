/*
 * field.h - how a game describes the fields of its view, for arrays that are made from it (layout.h). The
 * table of a game is lan_game.fields.
 */
#ifndef LAN_FIELD_H
#define LAN_FIELD_H

#include "lan.h"

/* How a value becomes cells. */
enum lan_field_kind {
    LAN_FIELD_NUMBER, /* one cell: the value, 0..count-1 */
    LAN_FIELD_WIDE,   /* `size` cells: the value in base 256, the lowest digit first */
    LAN_FIELD_CHOICE, /* `count` cells, one for each possible value: 1 for the value, else 0; all 0: none */
    LAN_FIELD_SET,    /* `count` cells, one for each bit: 0 or 1 */
    LAN_FIELD_KINDS,
};

enum { LAN_FIELD_AXES = 3 };

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

#endif
