#include <string.h>

#include "layout.h"

static inline uint64_t load64(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Writes what a value makes of the cells of its field, which are 0 but for those written before. */
static inline void put(const uint16_t *table, unsigned value, uint8_t *cells)
{
    unsigned entry = table[value];
    cells[entry & 0xff] = (uint8_t)(entry >> 8);
}

/* ---- Choices ------------------------------------------------------------------------------------------- */

/* How many have a value in this view. */
static inline unsigned choice_count(const struct lan_layout_choice *choice, const uint8_t *view)
{
    if (choice->blank && !(load64(view + choice->from) & choice->blank))
        return 0;
    if (choice->length && view[choice->length - 1] < choice->count)
        return view[choice->length - 1];
    return choice->count;
}

static inline void choice_fill(const struct lan_layout *layout, const struct lan_layout_choice *choice,
                               const uint8_t *restrict view, uint8_t *restrict cells)
{
    const uint16_t *table = &layout->table_cell[choice->what], *twin = &layout->table_cell[choice->twin_what];
    const uint8_t *value = view + choice->from, *end = value + choice_count(choice, view);
    size_t step = choice->step, twin_step = choice->twin_step;
    if (!twin_step) {
        for (cells += choice->to; value < end; value++, cells += step)
            put(table, *value, cells);
        return;
    }
    uint8_t *twin_cells = cells + choice->twin_to;
    for (cells += choice->to; value < end; value++, cells += step, twin_cells += twin_step) {
        put(table, *value, cells);
        put(twin, *value, twin_cells);
    }
}

/* ---- The whole array ----------------------------------------------------------------------------------- */

/*
 * Each set writes eight cells, those after its own with 0: sets come in ascending order, and before all other
 * fields. So nothing is read back from memory that was just written in other pieces, which would stall.
 */
static inline void sets_fill(const struct lan_layout *layout, const uint8_t *restrict view,
                             uint8_t *restrict cells)
{
    int safe = layout->sets_safe, sets = layout->sets, bits = layout->bits;
    for (int i = 0; i < safe; i++) {
        struct lan_layout_move set = layout->set[i];
        memcpy(cells + set.to, &layout->spread_cells[(size_t)set.what + view[set.from]], 8);
    }
    for (int i = safe; i < sets; i++) {
        struct lan_layout_move set = layout->set[i];
        memcpy(cells + set.to, &layout->spread_cells[set.what + view[set.from]], layout->cells - set.to);
    }
    for (int i = 0; i < bits; i++)
        cells[layout->bit[i].to] = view[layout->bit[i].from] >> layout->bit[i].what & 1;
}

/* `bytes` is a constant of the caller: a copy is one load and one store. */
static inline void pieces_copy(const struct lan_layout_pieces *pieces, size_t bytes,
                               const uint8_t *restrict view, uint8_t *restrict cells)
{
    for (int i = 0, count = pieces->count; i < count; i++)
        memcpy(cells + pieces->move[i].to, view + pieces->move[i].from, bytes);
}

static inline void fill(const struct lan_layout *layout, const uint8_t *restrict view,
                        uint8_t *restrict cells)
{
    memset(cells, 0, layout->cells);
    sets_fill(layout, view, cells);
    pieces_copy(&layout->piece[LAN_PIECE_16], 16, view, cells);
    pieces_copy(&layout->piece[LAN_PIECE_8], 8, view, cells);
    pieces_copy(&layout->piece[LAN_PIECE_4], 4, view, cells);
    for (int i = 0, copies = layout->copies; i < copies; i++)
        cells[layout->copy[i].to] = view[layout->copy[i].from];
    for (int i = 0, maps = layout->maps; i < maps; i++)
        put(&layout->table_cell[layout->map[i].what], view[layout->map[i].from], cells + layout->map[i].to);
    for (int i = 0, singles = layout->singles; i < singles; i++) {
        struct lan_layout_move single = layout->single[i];
        put(&layout->table_cell[single.what], view[single.from], cells + single.to);
    }
    for (int i = 0, choices = layout->choices; i < choices; i++)
        choice_fill(layout, &layout->choice[i], view, cells);
}

void lan_layout_fill(const struct lan_layout *layout, const struct lan_view *view, uint8_t *cells)
{
    fill(layout, (const uint8_t *)view, cells);
}

/* ---- What has changed ---------------------------------------------------------------------------------- */

static inline void put_change(const struct lan_layout *layout, unsigned what, unsigned was, unsigned is,
                              uint8_t *cells)
{
    const uint16_t *table = &layout->table_cell[what];
    cells[table[was] & 0xff] = 0;
    put(table, is, cells);
}

/*
 * Changes the bits that differ in eight cells at once; the cells after those of the set stay, since their
 * bits are 0 in both words.
 */
static inline void set_change(const struct lan_layout *layout, unsigned what, unsigned was, unsigned is,
                              uint8_t *cells)
{
    const uint64_t *spread = &layout->spread_cells[what];
    uint64_t word = load64(cells) ^ spread[was] ^ spread[is];
    memcpy(cells, &word, sizeof word);
}

/* Takes the choices of the old view back and writes those of the new one. */
static void choice_change(const struct lan_layout *layout, const struct lan_layout_choice *choice,
                          const uint8_t *old, const uint8_t *view, uint8_t *cells)
{
    for (unsigned i = 0, count = choice_count(choice, old); i < count; i++) {
        unsigned was = old[choice->from + i];
        cells[choice->to + i * choice->step + (layout->table_cell[choice->what + was] & 0xff)] = 0;
        if (choice->twin_step)
            cells[choice->twin_to + i * choice->twin_step +
                  (layout->table_cell[choice->twin_what + was] & 0xff)] = 0;
    }
    choice_fill(layout, choice, view, cells);
}

/*
 * Writes the choices that depend on the byte at `at` under a condition: that of the byte alone, where the
 * condition is as it was; else all. Where the length has changed, only its own byte does that.
 */
static void choice_touch(const struct lan_layout *layout, const struct lan_layout_choice *choice,
                         const uint8_t *old, const uint8_t *view, size_t at, uint8_t *cells)
{
    size_t index = at - choice->from, count = choice_count(choice, view);
    bool length = choice->length && at == choice->length - 1u;
    if (length || (!choice->length && count != choice_count(choice, old))) {
        choice_change(layout, choice, old, view, cells);
    } else if (index < count && count == choice_count(choice, old)) {
        put_change(layout, choice->what, old[at], view[at], cells + choice->to + index * choice->step);
        if (choice->twin_step)
            put_change(layout, choice->twin_what, old[at], view[at],
                       cells + choice->twin_to + index * choice->twin_step);
    }
}

/* Writes the cells that depend on a byte with several fields, or with choices that have a condition. */
__attribute__((noinline)) static void byte_change(const struct lan_layout *layout, const uint8_t *old,
                                                  const uint8_t *view, size_t at, uint8_t *cells)
{
    const struct lan_layout_byte *byte = &layout->byte[at];
    const struct lan_layout_move *move = &layout->put[byte->put];
    for (int i = 0; i < byte->puts; i++, move++)
        put_change(layout, move->what, old[at], view[at], cells + move->to);
    move = &layout->part[byte->set];
    for (int i = 0; i < byte->sets; i++, move++)
        set_change(layout, move->what, old[at], view[at], cells + move->to);
    for (int i = 0; i < byte->redos; i++)
        choice_touch(layout, &layout->choice[layout->redo[byte->redo + i]], old, view, at, cells);
}

/* The highest bit of each byte of a word that is not 0. */
static inline uint64_t bytes_mark(uint64_t word)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return (((word & low) + low) | word) & ~low;
}

/* Writes what depends on the bytes that differ in one word of eight. */
static inline void word_change(const struct lan_layout *layout, const uint8_t *old, const uint8_t *view,
                               size_t at, uint8_t *cells)
{
    uint64_t marks = bytes_mark(load64(old + at) ^ load64(view + at));
    for (; marks; marks &= marks - 1) {
        size_t byte = at + (size_t)__builtin_ctzll(marks) / 8;
        const struct lan_layout_byte *what = &layout->byte[byte];
        if (what->kind == LAN_BYTE_PUT)
            put_change(layout, what->what, old[byte], view[byte], cells + what->to);
        else if (what->kind == LAN_BYTE_SET)
            set_change(layout, what->what, old[byte], view[byte], cells + what->to);
        else
            byte_change(layout, old, view, byte, cells);
    }
}

/*
 * Most of a view stays as it was: it is compared in blocks, and only within those that differ by words. The
 * old view is brought up to date at the end, since conditions of choices are read from other blocks too.
 */
void lan_layout_update(const struct lan_layout *layout, struct lan_view *old_view,
                       const struct lan_view *new_view, uint8_t *cells)
{
    uint8_t *old = (uint8_t *)old_view;
    const uint8_t *view = (const uint8_t *)new_view;
    uint32_t blocks = 0;
    for (size_t at = 0, bytes = layout->bytes; at < bytes; at += LAN_LAYOUT_BLOCK) {
        uint64_t differ = 0;
        for (size_t word = 0; word < LAN_LAYOUT_BLOCK; word += 8)
            differ |= load64(old + at + word) ^ load64(view + at + word);
        if (!differ)
            continue;
        blocks |= UINT32_C(1) << at / LAN_LAYOUT_BLOCK;
        for (size_t word = 0; word < LAN_LAYOUT_BLOCK; word += 8)
            word_change(layout, old, view, at + word, cells);
    }
    for (; blocks; blocks &= blocks - 1) {
        size_t at = (size_t)__builtin_ctz(blocks) * LAN_LAYOUT_BLOCK;
        memcpy(old + at, view + at, LAN_LAYOUT_BLOCK);
    }
}
