#include "act.h"

#include "entry_log.h"
#include "write.h"

int64_t act_time(const struct table *table, int64_t now)
{
    int64_t earliest = table->count ? log_at(table, (uint32_t)table->count)->pub.time : table->started;
    return now > earliest ? now : earliest;
}

int act_draw_chance(struct table *table, int64_t now)
{
    while (table->stopped == TABLE_RUNNING && table->turn.must >> LAN_CHANCE & 1) {
        lan_action action = lan_chance_draw(table->rules, table->state, &table->dice);
        struct table_entry entry = {TABLE_ENTRY_ACT, LAN_CHANCE, action, now, ""};
        int refusal = log_add(table, &entry);
        if (refusal)
            return refusal;
    }
    return TABLE_ACCEPTED;
}

int table_act(struct table *table, int seat, lan_action action, int64_t now)
{
    lan_assert(seat == LAN_CHANCE || (seat >= 0 && seat < table->rules->seats));
    now = act_time(table, now);
    /* Chance is still to be drawn if memory ran out in the middle of an earlier batch. */
    int refusal = table->dice_set ? act_draw_chance(table, now) : TABLE_ACCEPTED;
    if (refusal)
        return refusal;
    struct table_entry entry = {TABLE_ENTRY_ACT, (uint8_t)seat, action, now, ""};
    refusal = log_add(table, &entry);
    /* Without memory for chance the action still stands: the next call draws, with the same result. */
    if (!refusal && table->dice_set)
        act_draw_chance(table, now);
    return refusal;
}

int table_dice_set(struct table *table, const struct lan_dice *dice, int64_t now)
{
    table->dice = *dice;
    table->dice_set = true;
    return act_draw_chance(table, act_time(table, now));
}

const struct lan_dice *table_dice(const struct table *table)
{
    return table->dice_set ? &table->dice : NULL;
}

/* Appends an entry that is not an action. */
static int notice_add(struct table *table, enum table_entry_kind kind, int seat, const char *text,
                      int64_t now)
{
    lan_assert(seat == LAN_SEAT_NONE || (seat >= 0 && seat < table->rules->seats));
    struct table_entry entry = {kind, (uint8_t)seat, 0, act_time(table, now), text};
    return log_add(table, &entry);
}

int table_undo(struct table *table, int seat, int64_t now)
{
    return notice_add(table, TABLE_ENTRY_UNDO, seat, "", now);
}

int table_leave(struct table *table, int seat, int64_t now)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    if (table->rules->seats == 2 && !table->game->cooperative)
        return notice_add(table, TABLE_ENTRY_RESIGN, seat, "", now);
    int refusal = log_ended_refusal(table);
    if (refusal)
        return refusal;
    if (table->seat[seat].holder != TABLE_PERSON)
        return TABLE_REFUSED_NOT_PERSON;
    return table_stand_in_for(table, seat, now);
}

int table_stand_in_for(struct table *table, int seat, int64_t now)
{
    return notice_add(table, TABLE_ENTRY_BOT, seat, table->stand_in, now);
}

int table_sit(struct table *table, int seat, const char *name, int64_t now)
{
    return notice_add(table, TABLE_ENTRY_SIT, seat, name, now);
}

int table_agree(struct table *table, int seat, bool agrees, int64_t now)
{
    return notice_add(table, agrees ? TABLE_ENTRY_AGREE : TABLE_ENTRY_DISAGREE, seat, "", now);
}

int table_pause(struct table *table, bool paused, int64_t now)
{
    return notice_add(table, paused ? TABLE_ENTRY_PAUSE : TABLE_ENTRY_RESUME, LAN_SEAT_NONE, "", now);
}

uint16_t table_agreed(const struct table *table)
{
    return table->agreed;
}

bool table_result(const struct table *table, struct lan_result *result)
{
    enum table_end end = table_end(table);
    if (end == TABLE_RUNNING)
        return false;
    table->game->result(table->rules, table->state, result);
    if (end == TABLE_FINISHED)
        return true;
    result->over = true;
    result->clause = 0;
    result->winners = (uint16_t)(end == TABLE_RESIGNED ? 1u << (1 - table->resigned) : 0);
    return true;
}

/* ---- What a seat sees ---------------------------------------------------------------------------------- */

void table_turn(const struct table *table, int viewer, struct table_turn *turn)
{
    bool seated = viewer < table->rules->seats;
    lan_assert(seated || viewer == LAN_WATCHER);
    *turn = (struct table_turn){.active = LAN_SEAT_NONE};
    if (table->stopped != TABLE_RUNNING)
        return;
    turn->must = table->turn.must;
    turn->active = table->turn.active;
    turn->window = table->turn.window;
    turn->may = seated && (table->turn.may >> viewer & 1);
    if (seated && (turn->must >> viewer & 1))
        turn->decision = table->clocks.seat[viewer].decision;
}

void table_actions(const struct table *table, int seat, struct lan_list *list)
{
    lan_assert(seat == LAN_CHANCE || (seat >= 0 && seat < table->rules->seats));
    list->count = list->musts = 0;
    if (table->stopped == TABLE_RUNNING)
        lan_actions(table->rules, table->state, seat, list);
}

const struct lan_view *table_view(const struct table *table, int viewer, union lan_view_buf *buf)
{
    struct lan_view *view = (struct lan_view *)buf;
    lan_assert(viewer < table->rules->seats || viewer == LAN_WATCHER);
    table->game->observe(table->rules, table->state, viewer, view);
    return view;
}

void table_view_json(const struct table *table, int viewer, struct lan_text *out)
{
    union lan_view_buf buf;
    lan_view_json(table->rules, table_view(table, viewer, &buf), out);
}
