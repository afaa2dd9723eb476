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

/* ---- Preparing ----------------------------------------------------------------------------------------- */

/* The cell among those of a choice, or the number, for a value of the view; 255 when it is none of them. */
static uint8_t value_cell(const struct lan_layout *layout, int value, int table)
{
    int count = layout->table[table].count, per_seat = layout->table[table].per_seat;
    value -= layout->table[table].first;
    if (value < 0)
        return 255;
    if (layout->table[table].divisor)
        value /= layout->table[table].divisor;
    if (layout->table[table].remainder)
        value %= layout->table[table].remainder;
    if (value >= count)
        return 255;
    if (per_seat) {
        int seat = value / per_seat, seats = layout->seats;
        value = (seat + seats - layout->turn) % seats * per_seat + value % per_seat;
    }
    return (uint8_t)value;
}

/* The table of a field, shared with fields that need the same. */
static uint16_t table_of(struct lan_layout *layout, const struct lan_rules *rules,
                         const struct lan_field *field)
{
    uint16_t count = field_values(rules, field);
    for (int i = 0; i < layout->tables; i++) {
        if (layout->table[i].first == field->first && layout->table[i].divisor == field->divisor &&
            layout->table[i].remainder == field->remainder && layout->table[i].count == count &&
            layout->table[i].per_seat == field->per_seat)
            return (uint16_t)(i * 256);
    }
    lan_assert(layout->tables < LAN_LAYOUT_TABLES && count < 255);
    int at = layout->tables++;
    layout->table[at].first = field->first;
    layout->table[at].divisor = field->divisor;
    layout->table[at].remainder = field->remainder;
    layout->table[at].count = count;
    layout->table[at].per_seat = field->per_seat;
    for (int value = 0; value < 256; value++)
        layout->table_cell[at * 256 + value] = value_cell(layout, value, at);
    return (uint16_t)(at * 256);
}

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

/* Short runs are quicker byte by byte. */
static void runs_split(struct lan_layout *layout)
{
    enum { SHORT = 4 };
    uint16_t kept = 0;
    for (int i = 0; i < layout->runs; i++) {
        struct lan_layout_move run = layout->run[i];
        if (run.what >= SHORT)
            layout->run[kept++] = run;
        for (int at = 0; run.what < SHORT && at < run.what; at++)
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
        move_add(layout->choice, &layout->choices, LAN_LAYOUT_CHOICES,
                 (struct lan_layout_move){from, to, table_of(layout, rules, field)});
        return;
    default: sets_add(layout, rules, field, from, to);
    }
}

/* Choices since `at` are a group; unconditional ones are joined to the group before. */
static void group_close(struct lan_layout *layout, uint16_t at, uint16_t length, bool blank)
{
    struct lan_layout_group *last = layout->groups ? &layout->group[layout->groups - 1] : NULL;
    uint16_t count = (uint16_t)(layout->choices - at);
    if (!count)
        return;
    if (!length && !blank && last && !last->length && !last->blank && last->at + last->count == at) {
        last->count = (uint16_t)(last->count + count);
        return;
    }
    lan_assert(layout->groups < LAN_LAYOUT_GROUPS);
    lan_assert(!blank || count <= 8);
    uint64_t bytes = blank ? UINT64_MAX >> (64 - 8 * count) : 0;
    layout->group[layout->groups++] = (struct lan_layout_group){at, count, length, bytes};
}

/* Adds the elements along `axis` and those after it. */
static void axis_add(struct lan_layout *layout, const struct lan_rules *rules, const struct lan_field *field,
                     int axis, uint16_t from, uint16_t *to)
{
    uint16_t rows = axis < LAN_FIELD_AXES ? field_rows(rules, field, axis) : 0, at = layout->choices;
    if (!rows) {
        element_add(layout, rules, field, from, *to);
        *to = (uint16_t)(*to + field_cells(rules, field));
        return;
    }
    bool last = axis + 1 == LAN_FIELD_AXES || !field_rows(rules, field, axis + 1);
    for (int row = 0; row < rows; row++) {
        int seat = field->by_seat && axis == 0 ? (row + layout->turn) % rows : row;
        axis_add(layout, rules, field, axis + 1, (uint16_t)(from + seat * field->axis[axis].stride), to);
    }
    if (last && field->length) {
        int outer = (from - field->offset) / (field->axis[axis].count * field->axis[axis].stride);
        group_close(layout, at, (uint16_t)(field->length + outer), false);
    } else if (last && field->blank) {
        group_close(layout, at, 0, true);
    }
}

void lan_layout_init(const struct lan_rules *rules, int viewer, struct lan_layout *layout)
{
    uint16_t to = 0;
    memset(layout, 0, sizeof *layout);
    layout->seats = rules->seats;
    layout->turn = (uint8_t)(viewer < rules->seats ? viewer : 0);
    for (int i = 0; i < rules->game->field_count; i++) {
        const struct lan_field *field = &rules->game->fields[i];
        uint16_t at = layout->choices;
        lan_assert(field->size == 1 || field->kind == LAN_FIELD_SET || field->kind == LAN_FIELD_WIDE);
        axis_add(layout, rules, field, 0, field->offset, &to);
        if (!field->length && !field->blank)
            group_close(layout, at, 0, false);
    }
    layout->cells = to;
    lan_assert(to == lan_layout_cells(rules) && to <= LAN_LAYOUT_CELLS_MAX);
    runs_split(layout);
    while (layout->sets_safe < layout->sets && layout->set[layout->sets_safe].to + 8 <= to)
        layout->sets_safe++;
}

/* ---- Filling ------------------------------------------------------------------------------------------- */

static inline uint64_t load64(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/*
 * Each set writes eight cells, those after its own with 0: sets come in ascending order, and before all other
 * fields. So nothing is read back from memory that was just written in other pieces, which would stall.
 */
static inline void fill_sets(const struct lan_layout *layout, const uint8_t *restrict view,
                             uint8_t *restrict cells)
{
    int safe = layout->sets_safe, sets = layout->sets, bits = layout->bits;
    for (int i = 0; i < safe; i++) {
        struct lan_layout_move set = layout->set[i];
        memcpy(cells + set.to, &layout->spread_cells[set.what + view[set.from]], 8);
    }
    for (int i = safe; i < sets; i++) {
        struct lan_layout_move set = layout->set[i];
        memcpy(cells + set.to, &layout->spread_cells[set.what + view[set.from]], layout->cells - set.to);
    }
    for (int i = 0; i < bits; i++)
        cells[layout->bit[i].to] = view[layout->bit[i].from] >> layout->bit[i].what & 1;
}

static inline void fill_choices(const struct lan_layout *layout, const uint8_t *restrict view,
                                uint8_t *restrict cells)
{
    for (int g = 0, groups = layout->groups; g < groups; g++) {
        struct lan_layout_group group = layout->group[g];
        const struct lan_layout_move *move = &layout->choice[group.at];
        int count = group.count;
        if (group.blank && !(load64(view + move->from) & group.blank))
            continue;
        if (group.length && view[group.length - 1] < count)
            count = view[group.length - 1];
        for (int i = 0; i < count; i++) {
            unsigned cell = layout->table_cell[move[i].what + view[move[i].from]];
            bool some = cell != 255;
            cells[move[i].to + (some ? cell : 0)] = some;
        }
    }
}

static inline void fill(const struct lan_layout *layout, const uint8_t *restrict view,
                        uint8_t *restrict cells)
{
    memset(cells, 0, layout->cells);
    fill_sets(layout, view, cells);
    for (int i = 0, runs = layout->runs; i < runs; i++)
        memcpy(cells + layout->run[i].to, view + layout->run[i].from, layout->run[i].what);
    for (int i = 0, copies = layout->copies; i < copies; i++)
        cells[layout->copy[i].to] = view[layout->copy[i].from];
    for (int i = 0, maps = layout->maps; i < maps; i++) {
        struct lan_layout_move map = layout->map[i];
        cells[map.to] = layout->table_cell[map.what + view[map.from]];
    }
    fill_choices(layout, view, cells);
}

void lan_layout_fill(const struct lan_layout *layout, const struct lan_view *view, uint8_t *cells)
{
    fill(layout, (const uint8_t *)view, cells);
}
