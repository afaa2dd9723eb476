#include "room_play.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "answers.h"
#include "ask.h"
#include "buf.h"
#include "env.h"
#include "fault.h"
#include "map.h"
#include "room.h"
#include "room_cap.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "room_window.h"
#include "server.h"
#include "table.h"

bool ask_running(struct ask *ask, const struct room *room)
{
    if (room->log.state == ROOM_PLAYING)
        return true;
    ask_fail(ask, FAIL_NOT_PLAYING);
    return false;
}

void ask_refuse(struct ask *ask, const struct room *room, int refusal)
{
    int clause;
    const struct table *table = room->log.match->table;
    const char *en = table_refusal_say(table, refusal, LAN_EN, &clause);
    const char *fr = table_refusal_say(table, refusal, LAN_FR, &clause);
    ask_fail_say(ask, FAIL_REFUSED, en, fr, clause ? room->log.settings.game->clauses[clause].id : NULL,
                 NULL);
}

bool ask_action(struct ask *ask, const struct room *room, lan_action *action)
{
    const char *notation;
    if (!ask_string(ask, "action", LAN_NOTATION_MAX - 1, &notation))
        return false;
    if (lan_action_parse(room->log.settings.game, notation, action))
        return true;
    ask_fail(ask, FAIL_NO_ACTION);
    return false;
}

/* ---- Moves --------------------------------------------------------------------------------------------- */

static void latency_note(struct metrics *metrics, uint64_t microseconds)
{
    int bucket = 0;
    while (bucket < 15 && microseconds > 250u << bucket)
        bucket++;
    metrics->ack_bucket[bucket]++;
    metrics->ack_us += microseconds;
}

/* `number` of the answer: the actions that the move stood for and that were accepted. */
static void move_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    room->server->metrics.moves++;
    latency_note(&room->server->metrics, (loop_clock(room->server->loop) - ask->since) / 1000);
    struct buf out = {0};
    ask_begin(ask, &out);
    if (answer->number > 1)
        js_int(&out, "played", answer->number);
    ask_send(ask, &out);
}

/* The field `decision`, where it is given, names the open decision. False with the ask refused. */
static bool decision_fits(struct ask *ask, const struct room *room, int seat)
{
    struct table_turn turn;
    int64_t decision;
    if (!ask_int_or(ask, "decision", 1, UINT32_MAX, 0, &decision))
        return false;
    table_turn(room->log.match->table, seat, &turn);
    if (!decision || decision == turn.decision)
        return true;
    ask_fail(ask, FAIL_STALE);
    return false;
}

/* An action that answers a decision must name it, or a repeated click could answer the next one. False
   with the ask refused. */
static bool decision_named(struct ask *ask, const struct room *room, int seat, lan_action action)
{
    struct lan_list list;
    if (json_object_get(ask->message, "decision"))
        return true;
    table_actions(room->log.match->table, seat, &list);
    for (int i = 0; i < list.musts; i++) {
        if (list.action[i] == action) {
            ask_fail(ask, FAIL_STALE);
            return false;
        }
    }
    return true;
}

/*
 * Plays a list of actions up to the first that is refused: the rest of a way may well be refused once chance
 * has acted on it. Returns how many were accepted; when there is none, `refusal` tells why.
 */
static int list_play(struct room *room, int seat, const struct lan_list *list, int *refusal)
{
    int64_t now = room_now(room);
    for (int i = 0; i < list->count; i++) {
        *refusal = table_act(room->log.match->table, seat, list->action[i], now);
        if (*refusal)
            return i;
    }
    return list->count;
}

void op_move(struct ask *ask, struct room *room)
{
    int seat;
    const char *move, *notation;
    struct lan_list list;
    union lan_view_buf view;
    list.count = list.musts = 0;
    if (!ask_own_seat(ask, room, &seat) || !ask_string(ask, "move", 40, &move) ||
        !ask_string(ask, "action", LAN_NOTATION_MAX - 1, &notation))
        return;
    if (room_log_move_known(&room->log, seat, map_hash(move)) && !FAULT(REPEAT_PLAYS)) {
        room->server->metrics.moves_repeated++;
        ask_done(ask);
        return;
    }
    if (!ask_running(ask, room) || !decision_fits(ask, room, seat))
        return;
    const struct table *table = room->log.match->table;
    if (!lan_expand(table_rules(table), table_view(table, seat, &view), notation, &list) || !list.count) {
        ask_fail(ask, FAIL_NO_ACTION);
        return;
    }
    if (room->log.seat[seat].standin) {
        ask_fail(ask, FAIL_NOTHING_ASKED);
        return;
    }
    if (!decision_named(ask, room, seat, list.action[0]) ||
        room_window_hold(ask, room, seat, move, list.action[0]))
        return;
    int refusal = TABLE_ACCEPTED, played = list_play(room, seat, &list, &refusal);
    if (played)
        room_commit_play(room, ask, seat, move, &(struct room_answer){.send = move_send, .number = played});
    else
        ask_refuse(ask, room, refusal);
}

void op_undo(struct ask *ask, struct room *room)
{
    int seat;
    const char *move;
    if (!ask_own_seat(ask, room, &seat) || !ask_string(ask, "move", 40, &move))
        return;
    if (room_log_move_known(&room->log, seat, map_hash(move))) {
        ask_done(ask);
        return;
    }
    if (!ask_running(ask, room))
        return;
    if (!room->log.settings.undo) {
        ask_fail(ask, FAIL_NO_UNDO);
        return;
    }
    int refusal = table_undo(room->log.match->table, seat, room_now(room));
    if (refusal)
        ask_refuse(ask, room, refusal);
    else
        room_commit_play(room, ask, seat, move, &room_answer_done);
}

/* ---- Why not? ------------------------------------------------------------------------------------------ */

void op_why(struct ask *ask, struct room *room)
{
    int seat;
    lan_action action;
    struct buf out = {0};
    if (!ask_own_seat(ask, room, &seat) || !ask_running(ask, room) || !ask_action(ask, room, &action))
        return;
    ask_begin(ask, &out);
    wire_why_write(&out, room->log.match->table, seat, action);
    ask_send(ask, &out);
}

/* ---- Standing answers ---------------------------------------------------------------------------------- */

void op_standing(struct ask *ask, struct room *room)
{
    int seat;
    const char *answer;
    struct buf entry = {0};
    if (!ask_own_seat(ask, room, &seat) || !ask_string(ask, "answer", 8, &answer) || !ask_running(ask, room))
        return;
    int standing = STANDING_ASK;
    while (standing <= STANDING_REACT && strcmp(answer, room_standing_words[standing]) != 0)
        standing++;
    if (standing > STANDING_REACT) {
        ask_fail(ask, FAIL_BAD_FIELD);
        return;
    }
    if ((int)room->log.seat[seat].standing == standing) {
        ask_done(ask);
        return;
    }
    entry_begin(&entry, "passes", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_bool(&entry, "on", standing != STANDING_ASK);
    if (standing == STANDING_REACT)
        js_bool(&entry, "react", true);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

/* ---- Leaving ------------------------------------------------------------------------------------------- */

/* The seat goes to a bot for good. */
static void seat_leave(struct room *room, struct ask *ask, int seat)
{
    const struct table *table = room->log.match->table;
    struct buf entry = {0};
    entry_begin(&entry, "seat", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_string(&entry, "name", room->log.seat[seat].name);
    js_string(&entry, "level", table_stand_in(table));
    entry_moves_write(&entry, table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

void op_leave(struct ask *ask, struct room *room)
{
    int seat;
    if (!ask_own_seat(ask, room, &seat) || !ask_running(ask, room))
        return;
    int64_t now = room_now(room);
    /* Where a stand-in plays already the match does not change; only the person's claim to the seat ends. */
    int refusal = room->log.seat[seat].standin ? 0 : table_leave(room->log.match->table, seat, now);
    if (refusal)
        ask_refuse(ask, room, refusal);
    else if (table_end(room->log.match->table) != TABLE_RUNNING)
        room_commit_play(room, ask, seat, NULL, &room_answer_done);
    else
        seat_leave(room, ask, seat);
}

/* ---- Votes --------------------------------------------------------------------------------------------- */

static int first_seat(const struct room *room, const struct person *person)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, person) && !room->log.seat[seat].standin)
            return seat;
    }
    return -1;
}

/* An open vote is refused: it ends for everybody. `about` is the seat it is about, -1 for the end. */
static void vote_refuse(struct ask *ask, struct room *room, int about, int by)
{
    struct buf entry = {0};
    if (!room_cap_aside(ask, room))
        return;
    unsigned agreed = about < 0 ? table_agreed(room->log.match->table) : 0;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (agreed >> seat & 1)
            table_agree(room->log.match->table, seat, false, room_now(room));
    }
    entry_begin(&entry, "refuse", room_now(room));
    if (about >= 0)
        js_int(&entry, "seat", about + 1);
    js_int(&entry, "by", by + 1);
    entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

/* A vote on ending the game; a person's vote counts for all their seats. */
static void vote_end(struct ask *ask, struct room *room, bool yes)
{
    int refusal = 0, changed = 0, by = first_seat(room, ask->person);
    unsigned agreed = table_agreed(room->log.match->table);
    if (!yes && agreed && by >= 0 && !(agreed >> by & 1)) {
        vote_refuse(ask, room, -1, by);
        return;
    }
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (!room_holds(room, seat, ask->person) || table_end(room->log.match->table) != TABLE_RUNNING)
            continue;
        int result = table_agree(room->log.match->table, seat, yes, room_now(room));
        changed += result == 0;
        refusal = result ? result : refusal;
    }
    if (changed)
        room_commit_play(room, ask, -1, NULL, &room_answer_done);
    else if (refusal)
        ask_refuse(ask, room, refusal);
    else
        ask_fail(ask, FAIL_NOT_AT_TABLE);
}

/*
 * All other persons who play themselves have voted for a bot at that seat; `votes` are their seats, by bit.
 */
static bool vote_carried(const struct room *room, int about, unsigned votes)
{
    const struct room_seat *seats = room->log.seat;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        bool counts = seat != about && seats[seat].kind == TABLE_PERSON && !seats[seat].standin &&
                      strcmp(seats[seat].person, seats[about].person) != 0;
        if (counts && !(votes >> seat & 1))
            return false;
    }
    return true;
}

/* The seat is asked and its time is up. Then it counts as absent, although a page may still be open. */
static bool time_up(const struct room *room, int seat)
{
    const struct table *table = room->log.match->table;
    int64_t now = room_now(room);
    struct table_turn turn;
    table_turn(table, seat, &turn);
    return turn.decision &&
           (table_move_left(table, seat, now) == 0 || table_budget_left(table, seat, now) == 0);
}

static void vote_bot(struct ask *ask, struct room *room, bool yes)
{
    int about, by = first_seat(room, ask->person);
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &about))
        return;
    if (by < 0) {
        ask_fail(ask, FAIL_NOT_AT_TABLE);
        return;
    }
    bool person = room->log.seat[about].kind == TABLE_PERSON && !room->log.seat[about].standin;
    bool away = person && (!room_present(room, about) || time_up(room, about));
    if (!away || room_holds(room, about, ask->person)) {
        ask_fail(ask, FAIL_NOT_ABSENT);
        return;
    }
    unsigned votes = room->log.seat[about].bot_votes;
    if (!yes && votes && !(votes >> by & 1)) {
        vote_refuse(ask, room, about, by);
        return;
    }
    bool carried = yes && vote_carried(room, about, votes | 1u << by);
    if (!carried && yes == (votes >> by & 1)) {
        ask_done(ask);
        return;
    }
    if (!carried && !room_cap_aside(ask, room))
        return;
    if (carried)
        table_stand_in_for(room->log.match->table, about, room_now(room));
    entry_begin(&entry, "vote", room_now(room));
    js_int(&entry, "seat", about + 1);
    js_int(&entry, "by", by + 1);
    js_bool(&entry, "yes", yes);
    entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

void op_vote(struct ask *ask, struct room *room)
{
    const char *what;
    bool yes;
    if (!ask_string(ask, "what", 8, &what) || !ask_bool(ask, "yes", &yes) || !ask_running(ask, room))
        return;
    if (strcmp(what, "end") == 0)
        vote_end(ask, room, yes);
    else if (strcmp(what, "bot") == 0)
        vote_bot(ask, room, yes);
    else
        ask_fail(ask, FAIL_BAD_FIELD);
}
