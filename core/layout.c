#include "layout.h"

#include <string.h>

/* ---- The layout ---------------------------------------------------------------------------------------- */

static uint16_t seats_or(uint16_t count, const struct lan_rules *rules)
{
    return count == LAN_FIELD_SEATS ? rules->seats : count;
}

/* The number of values or bits of one element. */
static uint16_t field_values(const struct lan_rules *rules, const struct lan_field *field)
{
    uint16_t count = seats_or(field->count, rules);
    return field->per_seat > 1 ? (uint16_t)(rules->seats * field->per_seat) : count;
}

/* The number of rows along an axis; 0 when the field has no such axis. */
static uint16_t field_rows(const struct lan_rules *rules, const struct lan_field *field, int axis)
{
    return field->by_seat && axis == 0 ? rules->seats : field->axis[axis].count;
}

static uint16_t field_cells(const struct lan_rules *rules, const struct lan_field *field)
{
    switch (field->kind) {
    case LAN_FIELD_NUMBER: return 1;
    case LAN_FIELD_WIDE: return field->size;
    default: return field_values(rules, field);
    }
}

static uint16_t field_high(const struct lan_field *field)
{
    if (field->kind == LAN_FIELD_NUMBER)
        return (uint16_t)(field->count - 1);
    return field->kind == LAN_FIELD_WIDE ? 255 : 1;
}

static uint32_t part_describe(const struct lan_rules *rules, const struct lan_field *field, uint32_t first,
                              struct lan_part *part)
{
    uint16_t cells = field_cells(rules, field);
    *part = (struct lan_part){.name = field->name,
                              .kind = (enum lan_field_kind)field->kind,
                              .first = first,
                              .cells = cells,
                              .high = field_high(field),
                              .by_seat = field->by_seat,
                              .turned = field->per_seat != 0,
                              .values = field_values(rules, field)};
    for (int axis = 0; axis < LAN_FIELD_AXES && field_rows(rules, field, axis); axis++) {
        part->shape[part->dims++] = field_rows(rules, field, axis);
        part->cells *= field_rows(rules, field, axis);
    }
    if (cells > 1 || !part->dims)
        part->shape[part->dims++] = cells;
    return first + part->cells;
}

bool lan_layout_part(const struct lan_rules *rules, int at, struct lan_part *part)
{
    uint32_t first = 0;
    if (at < 0 || at >= rules->game->field_count)
        return false;
    for (int i = 0; i <= at; i++)
        first = part_describe(rules, &rules->game->fields[i], first, part);
    return true;
}

uint32_t lan_layout_cells(const struct lan_rules *rules)
{
    struct lan_part part = {.first = 0};
    uint32_t cells = 0;
    for (int i = 0; i < rules->game->field_count; i++)
        cells = part_describe(rules, &rules->game->fields[i], cells, &part);
    return cells;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* The cell among those of a choice, or the number, for a value of the view; 255 when it is none of them. */
static uint8_t value_cell(const struct lan_layout *layout, const struct lan_layout_table *table, int value)
{
    value -= table->first;
    if (value < 0)
        return 255;
    if (table->divisor)
        value /= table->divisor;
    if (table->remainder)
        value %= table->remainder;
    if (value >= table->count)
        return 255;
    if (table->per_seat) {
        int seat = value / table->per_seat, seats = layout->seats;
        value = (seat + seats - layout->turn) % seats * table->per_seat + value % table->per_seat;
    }
    return (uint8_t)value;
}

/* What a byte of the view writes: the low byte says to which cell of the field, the high byte what. */
static uint16_t table_entry(const struct lan_layout *layout, const struct lan_layout_table *table, int value)
{
    uint8_t cell;
    switch (table->kind) {
    case LAN_FIELD_WIDE: return (uint16_t)(value << 8);
    case LAN_FIELD_SET: return (uint16_t)((value >> table->first & 1) << 8);
    case LAN_FIELD_NUMBER: return (uint16_t)(value_cell(layout, table, value) << 8);
    default: cell = value_cell(layout, table, value); return (uint16_t)(cell == 255 ? 0 : 1 << 8 | cell);
    }
}

/* Where the table begins; tables are shared by the fields that need the same. */
static uint16_t table_find(struct lan_layout *layout, struct lan_layout_table table)
{
    for (int i = 0; i < layout->tables; i++) {
        if (memcmp(&layout->table[i], &table, sizeof table) == 0)
            return (uint16_t)(i * 256);
    }
    lan_assert(layout->tables < LAN_LAYOUT_TABLES && table.count < 255);
    int at = layout->tables++;
    layout->table[at] = table;
    for (int value = 0; value < 256; value++)
        layout->table_cell[at * 256 + value] = table_entry(layout, &table, value);
    return (uint16_t)(at * 256);
}

static uint16_t table_of(struct lan_layout *layout, const struct lan_rules *rules,
                         const struct lan_field *field)
{
    return table_find(layout, (struct lan_layout_table){.kind = field->kind,
                                                        .first = field->first,
                                                        .divisor = field->divisor,
                                                        .remainder = field->remainder,
                                                        .count = field_values(rules, field),
                                                        .per_seat = field->per_seat});
}

/* The table of sets of so many bits; turned ones have a bit for each seat. */
static uint16_t spread_of(struct lan_layout *layout, int bits, bool turned)
{
    for (int i = 0; i < layout->spreads; i++) {
        if (layout->spread[i].bits == bits && layout->spread[i].turned == turned)
            return (uint16_t)(i * 256);
    }
    lan_assert(layout->spreads < LAN_LAYOUT_SPREADS);
    int at = layout->spreads++;
    layout->spread[at].bits = (uint8_t)bits;
    layout->spread[at].turned = turned;
    for (int value = 0; value < 256; value++) {
        uint8_t cells[8] = {0};
        for (int bit = 0; bit < bits; bit++)
            cells[turned ? (bit + bits - layout->turn) % bits : bit] = value >> bit & 1;
        memcpy(&layout->spread_cells[at * 256 + value], cells, sizeof cells);
    }
    return (uint16_t)(at * 256);
}

/* ---- Numbers and sets ---------------------------------------------------------------------------------- */

static void move_add(struct lan_layout_move *moves, uint16_t *count, int max, struct lan_layout_move move)
{
    lan_assert(*count < max);
    moves[(*count)++] = move;
}

/* One byte copied as it is; it is joined to the run of bytes before it where it continues that. */
static void copy_add(struct lan_layout *layout, uint16_t from, uint16_t to)
{
    struct lan_layout_move *run = layout->runs ? &layout->run[layout->runs - 1] : NULL;
    if (run && run->from + run->what == from && run->to + run->what == to)
        run->what++;
    else
        move_add(layout->run, &layout->runs, LAN_LAYOUT_RUNS, (struct lan_layout_move){from, to, 1});
}

/* Adds a run that is at least as long as the piece. */
static void pieces_add(struct lan_layout *layout, enum lan_piece piece, struct lan_layout_move run)
{
    static const uint16_t sizes[LAN_PIECES] = {16, 8, 4};
    struct lan_layout_pieces *pieces = &layout->piece[piece];
    uint16_t size = sizes[piece];
    for (uint16_t at = 0; at < run.what; at = (uint16_t)(at + size)) {
        uint16_t first = at + size > run.what ? (uint16_t)(run.what - size) : at;
        lan_assert(pieces->count < LAN_LAYOUT_PIECES);
        pieces->move[pieces->count].from = (uint16_t)(run.from + first);
        pieces->move[pieces->count++].to = (uint16_t)(run.to + first);
    }
}

static void runs_split(struct lan_layout *layout)
{
    uint16_t kept = 0;
    for (int i = 0; i < layout->runs; i++) {
        struct lan_layout_move run = layout->run[i];
        if (run.what >= 4) {
            layout->run[kept++] = run;
            pieces_add(layout,
                       run.what >= 16  ? LAN_PIECE_16
                       : run.what >= 8 ? LAN_PIECE_8
                                       : LAN_PIECE_4,
                       run);
            continue;
        }
        for (int at = 0; at < run.what; at++)
            move_add(layout->copy, &layout->copies, LAN_LAYOUT_COPIES,
                     (struct lan_layout_move){(uint16_t)(run.from + at), (uint16_t)(run.to + at), 0});
    }
    layout->runs = kept;
}

static void number_add(struct lan_layout *layout, const struct lan_rules *rules,
                       const struct lan_field *field, uint16_t from, uint16_t to)
{
    if (!field->first && !field->divisor && !field->remainder)
        copy_add(layout, from, to);
    else
        move_add(layout->map, &layout->maps, LAN_LAYOUT_MAPS,
                 (struct lan_layout_move){from, to, table_of(layout, rules, field)});
}

/* A set whose bits begin with a byte: eight cells at a time, in ascending order. */
static void set_add(struct lan_layout *layout, uint16_t from, uint16_t to, int bits, bool turned)
{
    for (; bits > 0; bits -= 8, from++, to = (uint16_t)(to + 8)) {
        lan_assert(layout->sets < LAN_LAYOUT_SETS);
        int at = layout->sets++;
        for (; at && layout->set[at - 1].to > to; at--)
            layout->set[at] = layout->set[at - 1];
        layout->set[at] = (struct lan_layout_move){from, to, spread_of(layout, bits > 8 ? 8 : bits, turned)};
    }
}

/* The bits of each seat go where its row is; one bit a seat is turned by the table. */
static void sets_add(struct lan_layout *layout, const struct lan_rules *rules, const struct lan_field *field,
                     uint16_t from, uint16_t to)
{
    int seats = rules->seats, each = field->per_seat;
    if (each <= 1) {
        set_add(layout, from, to, field_values(rules, field), each == 1);
        return;
    }
    for (int bit = 0; bit < seats * each; bit++) {
        int row = (bit / each + seats - layout->turn) % seats;
        move_add(layout->bit, &layout->bits, LAN_LAYOUT_BITS,
                 (struct lan_layout_move){(uint16_t)(from + bit / 8),
                                          (uint16_t)(to + row * each + bit % each), (uint16_t)(bit % 8)});
    }
}

/* ---- Choices ------------------------------------------------------------------------------------------- */

/* A few without a condition are quicker one by one than as a loop of their own. */
static void choice_add(struct lan_layout *layout, struct lan_layout_choice choice)
{
    enum { FEW = 8 };
    if (choice.count <= FEW && !choice.length && !choice.blank) {
        for (int i = 0; i < choice.count; i++)
            move_add(layout->single, &layout->singles, LAN_LAYOUT_SINGLES,
                     (struct lan_layout_move){(uint16_t)(choice.from + i),
                                              (uint16_t)(choice.to + i * choice.step), choice.what});
        return;
    }
    for (int i = 0; choice.length && i < layout->choices; i++) {
        struct lan_layout_choice *first = &layout->choice[i];
        if (first->from == choice.from && first->count == choice.count && first->length == choice.length &&
            !first->twin_step) {
            first->twin_to = choice.to;
            first->twin_step = choice.step;
            first->twin_what = choice.what;
            return;
        }
    }
    lan_assert(layout->choices < LAN_LAYOUT_CHOICES);
    layout->choice[layout->choices++] = choice;
}

/* The elements along the last axis, under the field's condition if it has one. */
static void choices_add(struct lan_layout *layout, const struct lan_rules *rules,
                        const struct lan_field *field, int axis, uint16_t from, uint16_t to)
{
    uint16_t rows = field_rows(rules, field, axis), stride = field->axis[axis].stride;
    struct lan_layout_choice choice = {.from = from,
                                       .to = to,
                                       .count = rows,
                                       .step = field_values(rules, field),
                                       .what = table_of(layout, rules, field)};
    if (field->length || field->blank) {
        lan_assert(stride == 1 && !(field->by_seat && axis == 0));
        lan_assert(!field->blank || rows <= 8);
        if (field->length)
            choice.length = (uint16_t)(field->length + (from - field->offset) / rows);
        choice.blank = field->blank ? UINT64_MAX >> (64 - 8 * rows) : 0;
        choice_add(layout, choice);
        return;
    }
    /* One after the other while they follow each other in the view too. */
    for (uint16_t row = 0; row < rows; row = (uint16_t)(row + choice.count)) {
        int seat = field->by_seat && axis == 0 ? (row + layout->turn) % rows : row;
        choice.from = (uint16_t)(from + seat * stride);
        choice.to = (uint16_t)(to + row * choice.step);
        choice.count = stride == 1 ? (uint16_t)(rows - (seat > row ? seat : row)) : 1;
        choice_add(layout, choice);
    }
}

/* ---- All fields ---------------------------------------------------------------------------------------- */

static void element_add(struct lan_layout *layout, const struct lan_rules *rules,
                        const struct lan_field *field, uint16_t from, uint16_t to)
{
    switch (field->kind) {
    case LAN_FIELD_NUMBER: number_add(layout, rules, field, from, to); return;
    case LAN_FIELD_WIDE:
        for (int at = 0; at < field->size; at++)
            copy_add(layout, (uint16_t)(from + at), (uint16_t)(to + at));
        return;
    case LAN_FIELD_CHOICE:
        choice_add(layout, (struct lan_layout_choice){.from = from,
                                                      .to = to,
                                                      .count = 1,
                                                      .step = field_values(rules, field),
                                                      .what = table_of(layout, rules, field)});
        return;
    default: sets_add(layout, rules, field, from, to);
    }
}

/* Adds the elements along `axis` and those after it. */
static void axis_add(struct lan_layout *layout, const struct lan_rules *rules, const struct lan_field *field,
                     int axis, uint16_t from, uint16_t *to)
{
    uint16_t rows = axis < LAN_FIELD_AXES ? field_rows(rules, field, axis) : 0;
    if (!rows) {
        element_add(layout, rules, field, from, *to);
        *to = (uint16_t)(*to + field_cells(rules, field));
        return;
    }
    bool last = axis + 1 == LAN_FIELD_AXES || !field_rows(rules, field, axis + 1);
    if (last && field->kind == LAN_FIELD_CHOICE) {
        choices_add(layout, rules, field, axis, from, *to);
        *to = (uint16_t)(*to + rows * field_cells(rules, field));
        return;
    }
    for (int row = 0; row < rows; row++) {
        int seat = field->by_seat && axis == 0 ? (row + layout->turn) % rows : row;
        axis_add(layout, rules, field, axis + 1, (uint16_t)(from + seat * field->axis[axis].stride), to);
    }
}

/* ---- What depends on a byte ---------------------------------------------------------------------------- */

/*
 * The lists by byte are made in two rounds over all fields: the first counts for each byte, then their places
 * are known, and the second writes them and counts anew.
 */
struct listing {
    struct lan_layout *layout;
    bool write;
};

static void put_list(struct listing *listing, int from, int to, uint16_t what)
{
    struct lan_layout_byte *byte = &listing->layout->byte[from];
    if (listing->write)
        listing->layout->put[byte->put + byte->puts] =
            (struct lan_layout_move){(uint16_t)from, (uint16_t)to, what};
    byte->puts++;
}

static void bit_list(struct listing *listing, int from, int to, int bit)
{
    put_list(listing, from, to,
             table_find(listing->layout,
                        (struct lan_layout_table){.kind = LAN_FIELD_SET, .first = (uint16_t)bit}));
}

static void redo_list(struct listing *listing, int from, int choice)
{
    struct lan_layout_byte *byte = &listing->layout->byte[from];
    if (listing->write)
        listing->layout->redo[byte->redo + byte->redos] = (uint16_t)choice;
    byte->redos++;
}

static void choice_list(struct listing *listing, int number)
{
    const struct lan_layout_choice *choice = &listing->layout->choice[number];
    bool whole = choice->length || choice->blank;
    if (choice->length)
        redo_list(listing, choice->length - 1, number);
    for (int i = 0; i < choice->count; i++) {
        if (whole)
            redo_list(listing, choice->from + i, number);
        else
            put_list(listing, choice->from + i, choice->to + i * choice->step, choice->what);
    }
}

/* Eight cells are changed at once where so many follow; at the end of the array each bit for itself. */
static void set_list(struct listing *listing, int number)
{
    struct lan_layout *layout = listing->layout;
    struct lan_layout_move set = layout->set[number];
    struct lan_layout_byte *byte = &layout->byte[set.from];
    if (number < layout->sets_safe) {
        if (listing->write)
            layout->part[byte->set + byte->sets] = set;
        byte->sets++;
        return;
    }
    int bits = layout->spread[set.what / 256].bits;
    bool turned = layout->spread[set.what / 256].turned;
    for (int bit = 0; bit < bits; bit++) {
        int to = turned ? (bit + bits - layout->turn) % bits : bit;
        bit_list(listing, set.from, set.to + to, bit);
    }
}

static void bytes_list(struct lan_layout *layout, bool write)
{
    struct listing listing = {layout, write};
    uint16_t copied = table_find(layout, (struct lan_layout_table){.kind = LAN_FIELD_WIDE});
    for (int i = 0; i < layout->copies; i++)
        put_list(&listing, layout->copy[i].from, layout->copy[i].to, copied);
    for (int i = 0; i < layout->runs; i++) {
        for (int at = 0; at < layout->run[i].what; at++)
            put_list(&listing, layout->run[i].from + at, layout->run[i].to + at, copied);
    }
    for (int i = 0; i < layout->maps; i++)
        put_list(&listing, layout->map[i].from, layout->map[i].to, layout->map[i].what);
    for (int i = 0; i < layout->bits; i++)
        bit_list(&listing, layout->bit[i].from, layout->bit[i].to, layout->bit[i].what);
    for (int i = 0; i < layout->sets; i++)
        set_list(&listing, i);
    for (int i = 0; i < layout->singles; i++)
        put_list(&listing, layout->single[i].from, layout->single[i].to, layout->single[i].what);
    for (int i = 0; i < layout->choices; i++)
        choice_list(&listing, i);
}

/* Chooses the short way for a byte that has only one put or set. */
static void byte_sort(struct lan_layout *layout, struct lan_layout_byte *byte)
{
    byte->kind = LAN_BYTE_SEVERAL;
    if (byte->puts + byte->sets != 1 || byte->redos)
        return;
    const struct lan_layout_move *only = byte->puts ? &layout->put[byte->put] : &layout->part[byte->set];
    byte->kind = byte->puts ? LAN_BYTE_PUT : LAN_BYTE_SET;
    byte->to = only->to;
    byte->what = only->what;
}

static void bytes_make(struct lan_layout *layout)
{
    int puts = 0, sets = 0, redos = 0;
    bytes_list(layout, false);
    for (int i = 0; i < layout->bytes; i++) {
        struct lan_layout_byte *byte = &layout->byte[i];
        byte->put = (uint16_t)puts;
        byte->set = (uint16_t)sets;
        byte->redo = (uint16_t)redos;
        puts += byte->puts;
        sets += byte->sets;
        redos += byte->redos;
        byte->puts = byte->sets = byte->redos = 0;
    }
    lan_assert(puts <= LAN_LAYOUT_PUTS && sets <= LAN_LAYOUT_SETS && redos <= LAN_LAYOUT_REDOS);
    bytes_list(layout, true);
    for (int i = 0; i < LAN_LAYOUT_BYTES; i++)
        byte_sort(layout, &layout->byte[i]);
}

void lan_layout_init(const struct lan_rules *rules, int viewer, struct lan_layout *layout)
{
    uint16_t to = 0;
    memset(layout, 0, sizeof *layout);
    lan_assert(rules->game->view_size <= LAN_LAYOUT_BYTES);
    layout->bytes = (uint16_t)rules->game->view_size;
    layout->seats = rules->seats;
    layout->turn = (uint8_t)(viewer < rules->seats ? viewer : 0);
    for (int i = 0; i < rules->game->field_count; i++) {
        const struct lan_field *field = &rules->game->fields[i];
        lan_assert(field->size == 1 || field->kind == LAN_FIELD_SET || field->kind == LAN_FIELD_WIDE);
        lan_assert(field->kind != LAN_FIELD_SET || 8 * field->size >= field_values(rules, field));
        axis_add(layout, rules, field, 0, field->offset, &to);
    }
    layout->cells = to;
    lan_assert(to == lan_layout_cells(rules) && to <= LAN_LAYOUT_CELLS_MAX);
    runs_split(layout);
    while (layout->sets_safe < layout->sets && layout->set[layout->sets_safe].to + 8 <= to)
        layout->sets_safe++;
    bytes_make(layout);
}
