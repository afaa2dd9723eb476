#include "update.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "fields.h"
#include "hash.h"
#include "steps.h"

/* ---- The position a viewer sees ------------------------------------------------------------------------ */

struct sight {
    uint32_t told; /* the number of the last told item */
    struct table_turn turn;
    const struct lan_view *view; /* in `memory`, or the table's own */
    union lan_view_buf memory;
};

/*
 * The position at which the item `behind` before the last was told. Its seats' own turns are nothing to a
 * watcher.
 */
static void sight_behind(const struct wire_viewer *viewer, struct sight *sight)
{
    const struct table *table = viewer->table;
    const struct lan_rules *rules = table_rules(table);
    union lan_state_buf state;
    struct lan_turn turn;
    sight->told = sight->told > viewer->behind ? sight->told - viewer->behind : 0;
    uint32_t entry = sight->told ? table_told_entry(table, viewer->viewer, sight->told) : 0;
    sight->view = table_view_at(table, entry, viewer->viewer, &sight->memory);
    rules->game->turn(rules, table_state_at(table, entry, &state), &turn);
    sight->turn = (struct table_turn){
        .must = (uint16_t)(turn.must & 0xff), .active = turn.active, .window = turn.window};
}

/* Sets field by field: `memory` is large, and this is done for every viewer of every move. */
static void sight_take(const struct wire_viewer *viewer, struct sight *sight)
{
    lan_assert(!viewer->behind || viewer->viewer == LAN_WATCHER);
    sight->told = table_told_count(viewer->table, viewer->viewer);
    if (viewer->behind) {
        sight_behind(viewer, sight);
        return;
    }
    table_turn(viewer->table, viewer->viewer, &sight->turn);
    sight->view = table_view(viewer->table, viewer->viewer, &sight->memory);
}

static bool is_over(const struct wire_viewer *viewer)
{
    return !viewer->closed && table_end(viewer->table) != TABLE_RUNNING;
}

/* ---- The parts of an update ---------------------------------------------------------------------------- */

static void told_write(struct buf *out, const struct wire_viewer *viewer, uint32_t since, uint32_t to)
{
    struct table_reader reader;
    struct table_told told;
    table_reader_init(viewer->table, viewer->viewer, since, &reader);
    js_array(out, "told");
    while (reader.number < to && table_read(&reader, &told))
        wire_told_write(out, table_game(viewer->table), &told);
    js_end_array(out);
}

static void view_write(struct buf *out, const struct wire_viewer *viewer, const struct lan_view *before,
                       const struct lan_view *now, bool parts)
{
    const struct lan_rules *rules = table_rules(viewer->table);
    if (before)
        wire_view_diff_write(out, rules, before, now, viewer->unaided, parts);
    else
        wire_view_write(out, "view", rules, now, viewer->unaided);
}

static void ask_write(struct buf *out, const struct wire_viewer *viewer, const struct sight *sight)
{
    const struct table_turn *turn = &sight->turn;
    struct lan_list list;
    bool undo = false;
    list.count = list.musts = 0;
    if (viewer->viewer < LAN_SEATS_MAX && !viewer->closed) {
        table_actions(viewer->table, viewer->viewer, &list);
        undo = viewer->undo && table_undo_refusal(viewer->table, viewer->viewer) == 0;
    }
    if (!list.count && !undo) {
        js_null(out, "ask");
        return;
    }
    js_object(out, "ask");
    if (turn->decision)
        js_int(out, "decision", turn->decision);
    else
        js_null(out, "decision");
    wire_actions_write(out, table_game(viewer->table), &list);
    js_bool(out, "undo", undo);
    wire_warns_write(out, viewer->table, sight->view, &list);
    js_end_object(out);
}

static void lefts_write(struct buf *out, const char *key, const struct table *table, int64_t now,
                        int64_t (*left)(const struct table *, int, int64_t))
{
    js_array(out, key);
    for (int seat = 0; seat < table_rules(table)->seats; seat++) {
        int64_t value = left(table, seat, now);
        if (value < 0)
            js_null(out, NULL);
        else
            js_int(out, NULL, value);
    }
    js_end_array(out);
}

static void clock_write(struct buf *out, const struct table *table, int64_t now)
{
    const struct table_clock *clock = table_clock(table);
    if (clock->kind == TABLE_CLOCK_NONE && !clock->window)
        return;
    js_object(out, "clock");
    js_int(out, "at", now);
    lefts_write(out, "game", table, now, table_budget_left);
    lefts_write(out, "move", table, now, table_move_left);
    js_bool(out, "paused", table_paused(table));
    js_end_object(out);
}

static void chain_write(struct buf *out, const struct wire_viewer *viewer)
{
    uint8_t chain[LAN_HASH_BYTES];
    table_chain(viewer->table, viewer->viewer, chain);
    js_hex(out, "chain", chain, sizeof chain);
}

static void result_write(struct buf *out, const struct table *table)
{
    static const char *const how[] = {"", "played", "resigned", "agreed"};
    struct lan_result result;
    if (!table_result(table, &result))
        return;
    js_object(out, "result");
    js_seats(out, "winners", result.winners);
    js_array(out, "scores");
    for (int seat = 0; seat < table_rules(table)->seats; seat++)
        js_int(out, NULL, result.score[seat]);
    js_end_array(out);
    if (result.clause)
        js_string(out, "clause", table_game(table)->clauses[result.clause].id);
    js_string(out, "how", how[table_end(table)]);
    js_end_object(out);
}

/*
 * The told items after number `since`, and the fields of the view that differ from `before`, or all when that
 * is NULL; with `parts` the values within them, where that is shorter.
 */
static void update_write(struct buf *out, const struct wire_viewer *viewer, const struct sight *sight,
                         uint32_t since, const struct lan_view *before, bool parts)
{
    bool full = !since && !before;
    js_object(out, "update");
    js_int(out, "to", sight->told);
    js_bool(out, "full", full);
    told_write(out, viewer, since, sight->told);
    if (before)
        wire_steps_write(out, viewer->table, viewer->viewer, viewer->unaided, parts, since, sight->told,
                         before, viewer->past);
    view_write(out, viewer, before, sight->view, parts);
    wire_turn_write(out, sight->turn.must, sight->turn.active, sight->turn.window);
    ask_write(out, viewer, sight);
    wire_prompt_write(out, viewer->table, sight->view);
    if (!viewer->behind)
        clock_write(out, viewer->table, viewer->now);
    if (full && !viewer->behind)
        chain_write(out, viewer);
    if (is_over(viewer))
        result_write(out, viewer->table);
    js_end_object(out);
}

/* ---- What was sent ------------------------------------------------------------------------------------- */

struct wire_sent {
    uint32_t told;
    struct table_turn turn;
    bool over, closed;
    alignas(max_align_t) uint8_t view[]; /* game->view_size bytes */
};

void wire_sent_free(struct wire_sent *sent)
{
    free(sent);
}

static void sent_take(struct wire_sent **sent, const struct wire_viewer *viewer, const struct sight *sight)
{
    size_t size = table_game(viewer->table)->view_size;
    if (!*sent)
        *sent = mem_zero(sizeof **sent + size);
    memcpy((*sent)->view, sight->view, size);
    (*sent)->told = sight->told;
    (*sent)->turn = sight->turn;
    (*sent)->over = is_over(viewer);
    (*sent)->closed = viewer->closed;
}

static bool sent_differs(const struct wire_sent *sent, const struct wire_viewer *viewer,
                         const struct sight *sight)
{
    return !sent || sent->told != sight->told || sent->over != is_over(viewer) ||
           sent->closed != viewer->closed || sent->turn.must != sight->turn.must ||
           sent->turn.active != sight->turn.active || sent->turn.window != sight->turn.window ||
           sent->turn.may != sight->turn.may || sent->turn.decision != sight->turn.decision ||
           memcmp(sent->view, sight->view, table_game(viewer->table)->view_size) != 0;
}

/* ---- Whole, and since the last time -------------------------------------------------------------------- */

void wire_update_write(struct buf *out, const struct wire_viewer *viewer, uint32_t since,
                       struct wire_sent **sent)
{
    struct sight sight;
    sight_take(viewer, &sight);
    update_write(out, viewer, &sight, since <= sight.told ? since : 0, NULL, false);
    if (sent)
        sent_take(sent, viewer, &sight);
}

bool wire_update_next(struct buf *out, struct buf *parts, const struct wire_viewer *viewer,
                      struct wire_sent **sent)
{
    struct sight sight;
    sight_take(viewer, &sight);
    if (!sent_differs(*sent, viewer, &sight))
        return false;
    bool anew = !*sent || (*sent)->told > sight.told;
    const struct lan_view *before = anew ? NULL : (const struct lan_view *)(*sent)->view;
    if (out)
        update_write(out, viewer, &sight, anew ? 0 : (*sent)->told, before, false);
    if (parts)
        update_write(parts, viewer, &sight, anew ? 0 : (*sent)->told, before, true);
    sent_take(sent, viewer, &sight);
    return true;
}

void wire_board_write(struct buf *out, const struct wire_viewer *viewer, const struct lan_reader *reader)
{
    const char *names[LAN_SEATS_MAX];
    struct lan_reader named = *reader;
    struct sight sight;
    struct buf board = {0};
    sight_take(viewer, &sight);
    table_names(viewer->table, names);
    named.names = names;
    named.unaided = viewer->unaided;
    struct lan_text text = buf_text(&board, LAN_DRAW_MAX - 1);
    table_game(viewer->table)->draw(table_rules(viewer->table), sight.view, &named, &text);
    board.length += text.length;
    js_int(out, "to", sight.told);
    js_string(out, "text", buf_cstr(&board));
    buf_free(&board);
}
