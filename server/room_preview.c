/* What an action would do, from what the seat knows alone. */
#include "preview.h"

#include "room.h"
#include "write.h"

static const char *const end_words[PREVIEW_ENDS] = {"settled", "chance", "hidden"};

static void events_write(struct buf *out, const struct room *room, const struct lan_events *told)
{
    js_array(out, "told");
    for (int i = 0; i < told->count; i++) {
        js_key(out, NULL);
        struct lan_text text = buf_text(out, TABLE_TOLD_JSON_MAX);
        lan_event_json(room->settings.game, &told->event[i], &text);
        buf_text_end(out, &text);
    }
    js_end_array(out);
}

static void preview_answer(struct ask *ask, const struct room *room, const struct lan_view *now,
                           const struct preview *preview)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    js_string(&out, "end", end_words[preview->end]);
    events_write(&out, room, &preview->told);
    if (preview->end != PREVIEW_HIDDEN) {
        struct table_turn turn = {.must = (uint16_t)(preview->turn.must & 0xff),
                                  .active = preview->turn.active,
                                  .window = preview->turn.window};
        room_view_write(&out, room, now, (const struct lan_view *)&preview->view);
        room_turn_write(&out, &turn);
    }
    ask_send(ask, &out);
}

void op_preview(struct ask *ask, struct room *room)
{
    int seat;
    lan_action action;
    union lan_view_room view_room;
    struct preview preview;
    if (!ask_own_seat(ask, room, &seat) || !ask_running(ask, room) || !ask_action(ask, room, &action))
        return;
    const struct table *table = room->match->table;
    const struct lan_view *view = table_view(table, seat, &view_room);
    int refusal = preview_make(table_rules(table), view, seat, action, &preview);
    if (refusal)
        ask_refuse(ask, room, refusal);
    else
        preview_answer(ask, room, view, &preview);
}
