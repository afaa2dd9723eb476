#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "fields.h"

enum { ENTRIES_MAX = 32 };

/* ---- Positions of the past ----------------------------------------------------------------------------- */

struct wire_past_state {
    uint32_t entry;
    struct lan_state *state;
};

void wire_past_free(struct wire_past *past)
{
    for (uint32_t i = 0; i < past->count; i++)
        free(past->state[i].state);
    free(past->state);
    *past = (struct wire_past){0};
}

/* Brings a position from one entry to a later one. False when an undo lies between. */
static bool state_advance(const struct table *table, uint32_t from, uint32_t to, struct lan_state *state)
{
    struct table_entry entry;
    for (uint32_t number = from + 1; number <= to; number++) {
        table_entry(table, number, &entry);
        if (entry.kind == TABLE_ENTRY_UNDO)
            return false;
        if (entry.kind == TABLE_ENTRY_ACT || entry.kind == TABLE_ENTRY_TIMED)
            lan_assert(lan_apply(table_rules(table), state, entry.seat, entry.action, NULL) == LAN_ACCEPTED);
    }
    return true;
}

static struct lan_state *past_add(struct wire_past *past, const struct table *table, uint32_t entry)
{
    struct wire_past_state *last = past->count ? &past->state[past->count - 1] : NULL;
    size_t size = table_game(table)->state_size;
    struct lan_state *state = mem_zero(size);
    union lan_state_buf memory;
    if (last && last->entry < entry)
        memcpy(state, last->state, size);
    if (!last || last->entry > entry || !state_advance(table, last->entry, entry, state))
        memcpy(state, table_state_at(table, entry, &memory), size);
    past->state = mem_grow(past->state, (past->count + 1) * sizeof *past->state);
    past->state[past->count++] = (struct wire_past_state){entry, state};
    return state;
}

static const struct lan_state *past_state(struct wire_past *past, const struct table *table, uint32_t entry,
                                          union lan_state_buf *memory)
{
    if (!past)
        return table_state_at(table, entry, memory);
    for (uint32_t i = 0; i < past->count; i++) {
        if (past->state[i].entry == entry)
            return past->state[i].state;
    }
    return past_add(past, table, entry);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* An entry of which the viewer was told, and the number of the last item of it. */
struct told_entry {
    uint32_t entry, item;
};

/* The entries of the items since+1..to, in order; 0 when there are more than fit. */
static int entries_list(const struct table *table, int viewer, uint32_t since, uint32_t to,
                        struct told_entry list[ENTRIES_MAX])
{
    struct table_reader reader;
    struct table_told told;
    int count = 0;
    table_reader_init(table, viewer, since, &reader);
    while (reader.number < to && table_read(&reader, &told)) {
        /* The reader stands in the entry, or at the beginning of the next. */
        uint32_t entry = reader.part ? reader.entry : reader.entry - 1;
        if (!count || list[count - 1].entry != entry) {
            if (count == ENTRIES_MAX)
                return 0;
            list[count++].entry = entry;
        }
        list[count - 1].item = told.number;
    }
    return count;
}

void wire_steps_write(struct buf *out, const struct table *table, int viewer, bool unaided, bool parts,
                      uint32_t since, uint32_t to, const struct lan_view *before, struct wire_past *past)
{
    const struct lan_rules *rules = table_rules(table);
    struct told_entry list[ENTRIES_MAX];
    union lan_state_buf memory;
    union lan_view_buf view[2];
    struct lan_turn turn;
    bool begun = false;
    int active = LAN_SEAT_NONE;
    int count = entries_list(table, viewer, since, to, list);
    for (int i = 0, side = 0; i + 1 < count; i++) {
        const struct lan_state *state = past_state(past, table, list[i].entry, &memory);
        struct lan_view *now = (struct lan_view *)&view[side];
        rules->game->observe(rules, state, viewer, now);
        rules->game->turn(rules, state, &turn);
        if ((!begun || turn.active == active) && memcmp(now, before, rules->game->view_size) == 0)
            continue;
        if (!begun)
            js_array(out, "steps");
        begun = true;
        js_object(out, NULL);
        js_int(out, "n", list[i].item);
        wire_view_diff_write(out, rules, before, now, unaided, parts);
        if (turn.active < LAN_SEATS_MAX)
            js_int(out, "active", turn.active + 1);
        else
            js_null(out, "active");
        js_end_object(out);
        before = now;
        active = turn.active;
        side = 1 - side;
    }
    if (begun)
        js_end_array(out);
}
