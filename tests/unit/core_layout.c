/*
 * Arrays for learners (layout.h) of fields that no game of the product has: values of several seats in one
 * byte, conditions, sets at the end. The table of fields is read a second time here, from what field.h says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layout.h"

enum { ROUNDS = 300, GUARD = 16, SEATS = 254 };

/* A game of fields alone. */
struct table {
    const char *name;
    const struct lan_field *fields;
    int count;
    /* What the bytes of a view may be; as `high` 0 stands for 9, SEATS for a bit of each seat. */
    uint8_t low[LAN_LAYOUT_BYTES], high[LAN_LAYOUT_BYTES];
};

static struct lan_rules rules_of(struct lan_game *game, const struct table *table, int seats)
{
    memset(game, 0, sizeof *game);
    game->name = table->name;
    game->fields = table->fields;
    game->field_count = (uint16_t)table->count;
    game->view_size = LAN_LAYOUT_BYTES;
    return (struct lan_rules){.game = game, .seats = (uint8_t)seats};
}

/* ---- The same, read from field.h ----------------------------------------------------------------------- */

struct model {
    const struct lan_field *field;
    int seats, turn;
    const uint8_t *view;
    uint8_t *cells;
    int at;
};

static int or_seats(const struct model *m, int count)
{
    return count == LAN_FIELD_SEATS ? m->seats : count;
}

static int values(const struct model *m)
{
    return m->field->per_seat > 1 ? m->field->per_seat * m->seats : or_seats(m, m->field->count);
}

/* Values or bits of each seat turn with the seats. */
static int turned(const struct model *m, int value)
{
    int each = m->field->per_seat;
    if (!each)
        return value;
    return (value / each - m->turn + m->seats) % m->seats * each + value % each;
}

/* -1: none of the values. */
static int reduced(const struct model *m, int value)
{
    const struct lan_field *field = m->field;
    value -= field->first;
    if (value < 0)
        return -1;
    value = field->divisor ? value / field->divisor : value;
    value = field->remainder ? value % field->remainder : value;
    return value;
}

static void element(struct model *m, int from, bool counts)
{
    const struct lan_field *field = m->field;
    if (field->kind == LAN_FIELD_NUMBER) {
        m->cells[m->at++] = (uint8_t)reduced(m, m->view[from]);
        return;
    }
    if (field->kind == LAN_FIELD_WIDE) {
        memcpy(m->cells + m->at, m->view + from, field->size);
        m->at += field->size;
        return;
    }
    int count = values(m), value = reduced(m, m->view[from]);
    memset(m->cells + m->at, 0, (size_t)count);
    if (field->kind == LAN_FIELD_CHOICE && counts && value >= 0 && value < count)
        m->cells[m->at + turned(m, value)] = 1;
    for (int bit = 0; field->kind == LAN_FIELD_SET && bit < count; bit++)
        m->cells[m->at + turned(m, bit)] = m->view[from + bit / 8] >> bit % 8 & 1;
    m->at += count;
}

/* `row` counts all rows along the axes before the last one. */
static void along(struct model *m, int axis, int from, int row)
{
    const struct lan_field *field = m->field;
    bool seats = axis == 0 && field->by_seat;
    int rows = axis == LAN_FIELD_AXES ? 0 : seats ? m->seats : field->axis[axis].count;
    bool last = rows && (axis + 1 == LAN_FIELD_AXES || !field->axis[axis + 1].count);
    bool blank = field->blank;
    for (int i = 0; last && i < rows; i++)
        blank &= !m->view[from + i * field->axis[axis].stride];
    if (!rows)
        element(m, from, true);
    for (int i = 0; i < rows; i++) {
        int of = seats ? (i + m->turn) % rows : i, to = from + of * field->axis[axis].stride;
        if (last)
            element(m, to, !blank && (!field->length || i < m->view[field->length - 1 + row]));
        else
            along(m, axis + 1, to, row * rows + of);
    }
}

static int modelled(const struct lan_rules *rules, int viewer, const uint8_t *view, uint8_t *cells)
{
    struct model m = {.seats = rules->seats, .turn = viewer < rules->seats ? viewer : 0, .view = view};
    m.cells = cells;
    for (int i = 0; i < rules->game->field_count; i++) {
        m.field = &rules->game->fields[i];
        along(&m, 0, m.field->offset, 0);
    }
    return m.at;
}

/* ---- Tables of fields ---------------------------------------------------------------------------------- */

/* Choices and numbers. A condition holds for the row of the last axis. */
static const struct lan_field choices[] = {
    {"viewer", LAN_CELL_VIEWER, .offset = 0},
    {"few", LAN_CELL_CHOICE(4, LAN_TYPE_NUMBER), .offset = 1, .first = 1, LAN_CELL_AXIS(0, 8, 1)},
    {"many", LAN_CELL_CHOICE(4, LAN_TYPE_NUMBER), .offset = 9, LAN_CELL_AXIS(0, 9, 1)},
    {"owner", LAN_CELL_SEAT, .offset = 18, LAN_CELL_BY_SEAT(1)},
    {"owner apart", LAN_CELL_SEAT, .offset = 22, LAN_CELL_BY_SEAT(2)},
    {"two of each seat", .kind = LAN_FIELD_CHOICE, .size = 1, .per_seat = 2, .count = 1, .offset = 30},
    {"three of each seat", .kind = LAN_FIELD_CHOICE, .size = 1, .per_seat = 3, .count = 1, .offset = 31},
    {"blank", LAN_CELL_CHOICE(200, LAN_TYPE_NUMBER), .offset = 32, .blank = true, LAN_CELL_AXIS(0, 3, 1)},
    {"blank of eight", LAN_CELL_CHOICE(3, LAN_TYPE_NUMBER), .offset = 35, .blank = true,
     LAN_CELL_AXIS(0, 8, 1)},
    {"listed", LAN_CELL_CHOICE(3, LAN_TYPE_NUMBER), .offset = 44, .divisor = 3, .length = 1 + 43,
     LAN_CELL_AXIS(0, 5, 1)},
    {"listed too", LAN_CELL_CHOICE(3, LAN_TYPE_NUMBER), .offset = 44, .remainder = 3, .length = 1 + 43,
     LAN_CELL_AXIS(0, 5, 1)},
    {"in rows", LAN_CELL_CHOICE(5, LAN_TYPE_NUMBER), .offset = 49, LAN_CELL_BY_SEAT(6),
     LAN_CELL_AXIS(1, 2, 3), LAN_CELL_AXIS(2, 3, 1)},
    {"number", LAN_CELL_NUMBER(9), .offset = 75},
    {"numbers", LAN_CELL_NUMBER(4), .offset = 76, .first = 1, .divisor = 2, LAN_CELL_AXIS(0, 3, 1)},
    {"lists by seat", LAN_CELL_CHOICE(10, LAN_TYPE_NUMBER), .offset = 84, .length = 1 + 80,
     LAN_CELL_BY_SEAT(4), LAN_CELL_AXIS(1, 4, 1)},
    {"wide", LAN_CELL_WIDE(2), .offset = 100, LAN_CELL_BY_SEAT(4)},
    {"number of a set", LAN_CELL_NUMBER(9), .offset = 120},
    {"the same as a set", LAN_CELL_SET(4, 1, LAN_TYPE_NUMBER), .offset = 120},
    {"a long run", LAN_CELL_WIDE(19), .offset = 121},
};

/* Sets, of which the last are less than eight cells before the end, with other fields behind them. */
static const struct lan_field sets_last[] = {
    {"bits of seats", LAN_CELL_SEATS, .offset = 0, LAN_CELL_BY_SEAT(1)},
    {"two of each seat", .kind = LAN_FIELD_SET, .size = 1, .per_seat = 2, .count = 1, .offset = 8},
    {"long", LAN_CELL_SET(19, 4, LAN_TYPE_NUMBER), .offset = 12, LAN_CELL_AXIS(0, 2, 4)},
    {"turned near the end", LAN_CELL_SEATS, .offset = 20},
    {"number behind", LAN_CELL_NUMBER(9), .offset = 21},
    {"turned at the end", LAN_CELL_SEATS, .offset = 22},
};

static const struct lan_field sets_mixed[] = {
    {"number", LAN_CELL_NUMBER(9), .offset = 0},
    {"by seat and row", LAN_CELL_SET(3, 1, LAN_TYPE_NUMBER), .offset = 1, LAN_CELL_BY_SEAT(3),
     LAN_CELL_AXIS(1, 3, 1)},
    {"three", LAN_CELL_SET(3, 1, LAN_TYPE_NUMBER), .offset = 40},
    {"choice behind", LAN_CELL_CHOICE(2, LAN_TYPE_NUMBER), .offset = 41},
    {"two", LAN_CELL_SET(2, 1, LAN_TYPE_NUMBER), .offset = 42},
};

/* As many puts, sets and conditions as there is room for (LAN_LAYOUT_PUTS, _SETS, _REDOS). */
static const struct lan_field full[] = {
    {"512 puts", LAN_CELL_WIDE(2), .offset = 0, LAN_CELL_AXIS(0, 256, 2)},
    {"256 puts", LAN_CELL_NUMBER(2), .offset = 0, .remainder = 3, LAN_CELL_AXIS(0, 256, 1)},
    {"320 sets", LAN_CELL_SET(1, 1, LAN_TYPE_NUMBER), .offset = 0, LAN_CELL_AXIS(0, 320, 1)},
    {"384 conditions", LAN_CELL_CHOICE(2, LAN_TYPE_NUMBER), .offset = 0, .blank = true,
     LAN_CELL_AXIS(0, 48, 8), LAN_CELL_AXIS(1, 8, 1)},
};

static const struct table tables[] = {
    {"full", full, sizeof full / sizeof *full, .low = {0}},
    {"choices", choices, sizeof choices / sizeof *choices,
     .low = {[76] = 1, 1, 1}, .high = {[18] = 4, 4, 4,        4,          4,   4,        4,           4,  4,
                                       4,        4, 4,        [32] = 199, 199, 199,      [35] = 2,    2,  2,
                                       2,        2, 2,        2,          2,   [43] = 5, [44] = 8,    8,  8,
                                       8,        8, [80] = 5, 5,          5,   5,        [100] = 255, 255}},
    {"sets at the end", sets_last, sizeof sets_last / sizeof *sets_last,
     .high = {[0] = SEATS,
              SEATS,
              SEATS,
              SEATS,
              [8] = 255,
              [12] = 255,
              255,
              7,
              [16] = 255,
              255,
              7,
              [20] = SEATS,
              [22] = SEATS}},
    {"sets in rows", sets_mixed, sizeof sets_mixed / sizeof *sets_mixed,
     .high = {[1] = 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, [40] = 7, [41] = 1, [42] = 3}},
};

/* ---- Tests --------------------------------------------------------------------------------------------- */

static uint8_t byte_draw(const struct table *table, int at, int seats, struct lan_rng *rng)
{
    uint32_t low = table->low[at], high = table->high[at] ? table->high[at] : 9;
    if (high == SEATS)
        high = (1u << seats) - 1;
    return (uint8_t)(lan_rng_below(rng, 2) ? low : low + lan_rng_below(rng, high - low + 1));
}

static void table_check(const struct table *table, int seats, int viewer)
{
    static struct lan_layout layout;
    static uint8_t cells[LAN_LAYOUT_CELLS_MAX + GUARD], followed[sizeof cells], wanted[sizeof cells];
    static union lan_view_buf old, view;
    struct lan_game game;
    struct lan_rules rules = rules_of(&game, table, seats);
    struct lan_rng rng;
    uint8_t *byte = (uint8_t *)&view;
    lan_rng_init(&rng, 100 * (uint64_t)seats + (uint64_t)viewer);
    lan_layout_init(&rules, viewer, &layout);
    memset(cells, 0xa5, sizeof cells);
    memset(followed, 0xa5, sizeof followed);
    memset(wanted, 0xa5, sizeof wanted);
    for (int at = 0; at < LAN_LAYOUT_BYTES; at++)
        byte[at] = byte_draw(table, at, seats, &rng);
    memcpy(&old, &view, sizeof old);
    lan_layout_fill(&layout, (const struct lan_view *)&view, followed);
    for (int round = 0; round < ROUNDS; round++) {
        assert_int_equal(modelled(&rules, viewer, byte, wanted), layout.cells);
        lan_layout_fill(&layout, (const struct lan_view *)&view, cells);
        assert_memory_equal(cells, wanted, sizeof cells);
        lan_layout_update(&layout, (struct lan_view *)&old, (const struct lan_view *)&view, followed);
        assert_memory_equal(followed, wanted, sizeof followed);
        assert_memory_equal(&old, &view, LAN_LAYOUT_BYTES);
        for (uint32_t changes = 1u << lan_rng_below(&rng, 8); changes; changes--) {
            int at = (int)lan_rng_below(&rng, lan_rng_below(&rng, 4) ? 128 : LAN_LAYOUT_BYTES);
            byte[at] = byte_draw(table, at, seats, &rng);
        }
    }
}

/* field.h, layout.h: the array is what the table of fields says, filled anew or updated. */
static void arrays_are_what_fields_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (int seats = 2; seats <= 4; seats++) {
            for (int viewer = 0; viewer < seats; viewer++)
                table_check(&tables[i], seats, viewer);
            table_check(&tables[i], seats, LAN_WATCHER);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_what_fields_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
