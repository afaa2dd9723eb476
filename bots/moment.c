#include "moment.h"

#include <string.h>

/* Streams of the key from here on, one for each seat; those before are the seeds of bots. */
enum { STREAM_MOMENT = 128 };

void moment_init(struct moment *moment, const struct table *table)
{
    *moment = (struct moment){.active = LAN_SEAT_NONE};
    table_reader_init(table, LAN_WATCHER, 0, &moment->reader);
}

/* What was told changes the position for everybody; votes and pauses change no question. */
static bool told_counts(const struct table_told *told)
{
    return told->kind == TABLE_TOLD_EVENT || told->kind == TABLE_TOLD_UNDONE;
}

static bool holder_changed(const struct table_told *told)
{
    return told->kind == TABLE_TOLD_STOOD_IN || told->kind == TABLE_TOLD_SAT;
}

bool moment_follow(struct moment *moment)
{
    struct table_told told;
    struct table_turn turn;
    bool happened = false, changed = !moment->begun;
    while (table_read(&moment->reader, &told)) {
        moment->number += told_counts(&told) || holder_changed(&told);
        happened |= told_counts(&told);
        changed |= holder_changed(&told);
    }
    table_turn(moment->reader.table, LAN_WATCHER, &turn);
    bool gained = turn.must & ~(unsigned)moment->must;
    bool same_window = turn.window && moment->window && turn.active == moment->active && !gained;
    changed |= gained || turn.active != moment->active || turn.window != moment->window;
    changed |= happened && !same_window;
    moment->must = turn.must;
    moment->active = turn.active;
    moment->window = turn.window;
    moment->begun = true;
    return changed;
}

int64_t moment_pause(const struct moment *moment, const struct lan_dice *key, int seat, int64_t pace)
{
    int64_t spread = pace / 2;
    bool asked = moment->must >> seat & 1;
    if (spread <= 0)
        return 0;
    int64_t drawn =
        (int64_t)lan_dice_below(key, (uint8_t)(STREAM_MOMENT + seat), moment->number, (uint64_t)spread);
    return (asked ? pace - pace / 4 : pace / 4) + drawn;
}

bool moment_unseen(const struct table *table, int seat, lan_action action)
{
    const struct lan_rules *rules = table_rules(table);
    struct lan_events events = {.count = 0};
    struct lan_turn before, after;
    struct lan_event told;
    union lan_state_buf copy;
    const struct lan_state *state = table_state_at(table, table_count(table), &copy);
    if (state != (const struct lan_state *)&copy)
        memcpy(&copy, state, rules->game->state_size);
    rules->game->turn(rules, (const struct lan_state *)&copy, &before);
    bool unseen = lan_apply(rules, (struct lan_state *)&copy, seat, action, &events) == LAN_ACCEPTED;
    rules->game->turn(rules, (const struct lan_state *)&copy, &after);
    unseen &= before.must == after.must && before.active == after.active && before.window == after.window;
    for (int i = 0; unseen && i < events.count; i++) {
        for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++)
            unseen &= viewer == seat || !lan_event_tell(rules->game, &events.event[i], viewer, &told);
    }
    return unseen;
}
