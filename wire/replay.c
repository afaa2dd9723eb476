#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "fields.h"

uint32_t wire_replay_moves(const struct table *table, uint32_t wanted, uint32_t *entry)
{
    uint32_t moves = 0, count = table_count(table);
    *entry = count;
    bool found = false;
    for (uint32_t number = 1; number <= count; number++) {
        struct table_entry one;
        table_entry(table, number, &one);
        bool move = (one.kind == TABLE_ENTRY_ACT || one.kind == TABLE_ENTRY_TIMED) && one.seat != LAN_CHANCE;
        if (move && moves == wanted && !found) {
            *entry = number - 1;
            found = true;
        }
        moves += move;
    }
    return moves;
}

/* ---- As one viewer saw it ------------------------------------------------------------------------------ */

static uint32_t viewer_told(struct buf *out, const struct table *table, int viewer, uint32_t entry)
{
    struct table_reader reader;
    struct table_told told;
    uint32_t last = 0;
    table_reader_init(table, viewer, 0, &reader);
    while (table_read(&reader, &told) && table_told_entry(table, viewer, told.number) <= entry) {
        last = told.number;
        wire_told_write(out, table_game(table), &told);
    }
    return last;
}

/* ---- With everything open ------------------------------------------------------------------------------ */

/*
 * The log from its first entry on, replayed to write each action with its seat and all its events unhidden.
 */
struct open_log {
    const struct table *table;
    struct buf *out;
    union lan_state_buf state;
    uint32_t number;
    uint32_t *began; /* the first number of each action that holds, oldest first */
    uint32_t held;
};

static void open_do(struct open_log *log, const struct table_entry *entry)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(table_game(log->table), entry->action, &text);
    js_object(log->out, NULL);
    js_int(log->out, "n", ++log->number);
    js_int(log->out, "time", entry->time);
    js_int(log->out, "seat", entry->seat + 1);
    js_string(log->out, "do", notation);
    if (entry->kind == TABLE_ENTRY_TIMED)
        js_bool(log->out, "timed", true);
    js_end_object(log->out);
}

static void open_act(struct open_log *log, const struct table_entry *entry)
{
    struct lan_events events = {.count = 0};
    log->began[log->held++] = log->number + 1;
    /* An action of chance is not an item: its events say what came up. */
    if (entry->seat != LAN_CHANCE)
        open_do(log, entry);
    int refusal = lan_apply(table_rules(log->table), (struct lan_state *)&log->state, entry->seat,
                            entry->action, &events);
    lan_assert(refusal == 0);
    for (int i = 0; i < events.count; i++) {
        struct table_told told = {
            .kind = TABLE_TOLD_EVENT, .number = ++log->number, .time = entry->time, .event = events.event[i]};
        wire_told_write(log->out, table_game(log->table), &told);
    }
}

static void state_take(struct open_log *log, uint32_t number)
{
    union lan_state_buf memory;
    const struct lan_state *state = table_state_at(log->table, number, &memory);
    memcpy(&log->state, state, table_game(log->table)->state_size);
}

static void open_undo(struct open_log *log, const struct table_entry *entry, uint32_t number)
{
    uint32_t to = log->number;
    lan_assert(log->held > 0);
    struct table_told told = {.kind = TABLE_TOLD_UNDONE,
                              .number = ++log->number,
                              .time = entry->time,
                              .from = log->began[--log->held],
                              .to = to};
    wire_told_write(log->out, table_game(log->table), &told);
    state_take(log, number);
}

static void open_notice(struct open_log *log, const struct table_entry *entry)
{
    static const uint8_t kinds[TABLE_ENTRY_KINDS] = {
        [TABLE_ENTRY_BOT] = TABLE_TOLD_STOOD_IN,    [TABLE_ENTRY_SIT] = TABLE_TOLD_SAT,
        [TABLE_ENTRY_AGREE] = TABLE_TOLD_AGREED,    [TABLE_ENTRY_DISAGREE] = TABLE_TOLD_DISAGREED,
        [TABLE_ENTRY_RESIGN] = TABLE_TOLD_RESIGNED, [TABLE_ENTRY_PAUSE] = TABLE_TOLD_PAUSED,
        [TABLE_ENTRY_RESUME] = TABLE_TOLD_RESUMED,
    };
    struct table_told told = {.kind = kinds[entry->kind],
                              .number = ++log->number,
                              .time = entry->time,
                              .seat = entry->seat,
                              .text = entry->text};
    wire_told_write(log->out, table_game(log->table), &told);
}

static uint32_t open_told(struct buf *out, const struct table *table, uint32_t entries)
{
    struct open_log log = {.table = table, .out = out};
    log.began = mem_alloc((entries + 1) * sizeof *log.began);
    state_take(&log, 0);
    for (uint32_t number = 1; number <= entries; number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        if (entry.kind == TABLE_ENTRY_ACT || entry.kind == TABLE_ENTRY_TIMED)
            open_act(&log, &entry);
        else if (entry.kind == TABLE_ENTRY_UNDO)
            open_undo(&log, &entry, number);
        else
            open_notice(&log, &entry);
    }
    free(log.began);
    return log.number;
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

static void view_add(struct buf *out, const char *key, const struct table *table, int viewer, uint32_t entry)
{
    union lan_view_buf view;
    wire_view_write(out, key, table_rules(table), table_view_at(table, entry, viewer, &view), false);
}

/* The field `ask`: the actions of a seat in that position; null for the watcher and with everything open. */
static void ask_add(struct buf *out, const struct table *table, int viewer, const struct lan_state *state)
{
    struct lan_list list = {.count = 0};
    if (viewer < LAN_SEATS_MAX)
        lan_actions(table_rules(table), state, viewer, &list);
    if (!list.count) {
        js_null(out, "ask");
        return;
    }
    js_object(out, "ask");
    js_null(out, "decision");
    wire_actions_write(out, table_game(table), &list);
    js_bool(out, "undo", false);
    js_end_object(out);
}

static void update_add(struct buf *out, const struct table *table, int eyes, uint32_t entry)
{
    bool open = eyes == REPLAY_OPEN;
    int viewer = open || eyes == REPLAY_WATCHER ? LAN_WATCHER : eyes - 1;
    const struct lan_rules *rules = table_rules(table);
    union lan_state_buf memory;
    union lan_view_buf view;
    struct lan_turn turn;
    js_object(out, "update");
    js_array(out, "told");
    uint32_t last = open ? open_told(out, table, entry) : viewer_told(out, table, viewer, entry);
    js_end_array(out);
    js_int(out, "to", last);
    js_bool(out, "full", true);
    view_add(out, "view", table, viewer, entry);
    const struct lan_state *state = table_state_at(table, entry, &memory);
    rules->game->turn(rules, state, &turn);
    wire_turn_write(out, turn.must, turn.active, turn.window);
    ask_add(out, table, viewer, state);
    wire_prompt_write(out, table, table_view_at(table, entry, viewer, &view));
    js_end_object(out);
}

int wire_replay_refusal(const struct table *table, int seat, uint32_t move, lan_action action)
{
    struct open_log copy = {.table = table};
    uint32_t entry;
    wire_replay_moves(table, move, &entry);
    state_take(&copy, entry);
    return lan_apply(table_rules(table), (struct lan_state *)&copy.state, seat, action, NULL);
}

void wire_replay_write(struct buf *out, const struct table *table, int eyes, uint32_t move)
{
    uint32_t entry, moves = wire_replay_moves(table, move, &entry);
    js_int(out, "moves", moves);
    js_int(out, "move", move < moves ? move : moves);
    update_add(out, table, eyes, entry);
    if (eyes != REPLAY_OPEN)
        return;
    js_array(out, "views");
    for (int seat = 0; seat < table_rules(table)->seats; seat++)
        view_add(out, NULL, table, seat, entry);
    js_end_array(out);
}
