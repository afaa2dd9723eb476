/*
 * fields.h - the fields that updates, replays and previews have in common: told items, views, whose turn it
 * is, what may be done, and the prompt.
 *
 * Each function writes one or two fields into an object that the caller has opened in `out`; the two that
 * write an item of the array `told` say so. protocol/lanterne.json is the schema. Nothing here decides what a
 * viewer may know: views and told items come from table/ and are that viewer's own.
 */
#ifndef LAN_WIRE_FIELDS_H
#define LAN_WIRE_FIELDS_H

#include <stdbool.h>

#include "buf.h"
#include "lan.h"
#include "table.h"

/* An item of an array: what a viewer was told, as records have it. */
void wire_told_write(struct buf *out, const struct lan_game *game, const struct table_told *told);

/* An item of an array: an event alone, without number and time. */
void wire_event_write(struct buf *out, const struct lan_game *game, const struct lan_event *event);

/*
 * A whole view; `key` is NULL inside an array. `unaided` leaves out the fields that the game derives for the
 * reader.
 */
void wire_view_write(struct buf *out, const char *key, const struct lan_rules *rules,
                     const struct lan_view *view, bool unaided);

/* The field `view` with the top-level fields in which `now` differs from `before` (diff.h). */
void wire_view_diff_write(struct buf *out, const struct lan_rules *rules, const struct lan_view *before,
                          const struct lan_view *now, bool unaided, bool parts);

/* The field `turn`. `must` is a set of seats; `active` is a seat or LAN_SEAT_NONE. */
void wire_turn_write(struct buf *out, unsigned must, int active, bool window);

/* The fields `musts` and `actions` of an ask. */
void wire_actions_write(struct buf *out, const struct lan_game *game, const struct lan_list *list);

/*
 * A field with the warning for an action of the view's holder (lan.h), in both languages; false, with nothing
 * written, for an action without one.
 */
bool wire_warning_write(struct buf *out, const char *key, const struct table *table,
                        const struct lan_view *view, lan_action action);

/*
 * The field `warns` of an ask: the warnings for the listed actions, by notation; nothing when there are none.
 */
void wire_warns_write(struct buf *out, const struct table *table, const struct lan_view *view,
                      const struct lan_list *list);

/* The field `prompt` in both languages, for the holder of the view; nothing for a game without prompts. */
void wire_prompt_write(struct buf *out, const struct table *table, const struct lan_view *view);

#endif
