#include "room_window.h"

#include "ask.h"
#include "buf.h"
#include "room.h"
#include "room_bot.h"
#include "room_cap.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_push.h"
#include "server.h"
#include "table.h"

bool room_window_fixed(const struct room *room)
{
    struct table_turn turn;
    if (!room->log.settings.clock_fixed)
        return false;
    table_turn(room->log.match->table, LAN_WATCHER, &turn);
    return turn.window;
}

/* ---- Holding ------------------------------------------------------------------------------------------- */

/* The seat's held answer is one to its present question. */
static bool held_now(const struct room *room, int seat)
{
    struct table_turn turn;
    table_turn(room->log.match->table, seat, &turn);
    return turn.decision && turn.decision == room->log.seat[seat].held_decision;
}

static bool is_answer(const struct room *room, int seat, lan_action action)
{
    struct lan_list list;
    table_actions(room->log.match->table, seat, &list);
    for (int i = 0; i < list.musts; i++) {
        if (list.action[i] == action)
            return true;
    }
    return false;
}

static void held_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    struct buf out = {0};
    (void)answer;
    room_push_info_to(room, ask->person);
    ask_begin(ask, &out);
    js_bool(&out, "held", true);
    ask_send(ask, &out);
}

static void action_write(struct buf *out, const char *key, const struct lan_game *game, lan_action action)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(game, action, &text);
    js_string(out, key, notation);
}

bool room_window_hold(struct ask *ask, struct room *room, int seat, const char *move, lan_action action)
{
    struct table_turn turn;
    struct buf entry = {0};
    if (!room_window_fixed(room) || !is_answer(room, seat, action))
        return false;
    table_turn(room->log.match->table, seat, &turn);
    if (held_now(room, seat)) {
        if (room->log.seat[seat].held == action) {
            held_send(ask, room, NULL);
            return true;
        }
        if (!room_cap_aside(ask, room))
            return true;
    }
    entry_begin(&entry, "hold", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_string(&entry, "move", move);
    js_int(&entry, "decision", turn.decision);
    action_write(&entry, "action", room->log.settings.game, action);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &(struct room_answer){.send = held_send});
    return true;
}

void room_window_held_write(struct buf *out, const struct room *room, int seat)
{
    if (room->log.match && room_window_fixed(room) && held_now(room, seat))
        action_write(out, "held", room->log.settings.game, room->log.seat[seat].held);
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* A refusal leaves the seat to the pass of time. */
static void seat_close(struct room *room, int seat, int64_t now)
{
    struct table *table = room->log.match->table;
    lan_action action;
    if (held_now(room, seat))
        table_act(table, seat, room->log.seat[seat].held, now);
    else if (room_bot_answer(room, seat, &action))
        table_act(table, seat, action, now);
}

bool room_window_close(struct room *room, int64_t now)
{
    struct table *table = room->log.match->table;
    struct table_turn turn;
    int64_t deadline;
    if (!room_window_fixed(room) || !table_deadline(table, &deadline) || deadline > now)
        return true;
    if (!room_bots_leased(room))
        return false;
    table_turn(table, LAN_WATCHER, &turn);
    unsigned asked = turn.must;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        bool open = table_deadline(table, &deadline) && deadline <= now;
        if ((asked >> seat & 1) && open && room_window_fixed(room))
            seat_close(room, seat, now);
    }
    return true;
}
