/*
 * show.h - fields of an update that a running match and a replayed one have alike: whose turn it is, what may be done,
 * and the sentence that says so.
 */
#ifndef LAN_SERVER_SHOW_H
#define LAN_SERVER_SHOW_H

#include "buf.h"
#include "table.h"

/* The field `turn`. `must` is a set of seats; `active` is a seat or LAN_SEAT_NONE. */
void show_turn(struct buf *out, unsigned must, int active, bool window);

/* The fields `musts` and `actions` of an ask. */
void show_actions(struct buf *out, const struct lan_game *game, const struct lan_list *list);

/* The field `prompt` in both languages; nothing for a game without prompts. */
void show_prompt(struct buf *out, const struct table *table, const struct lan_view *view);

#endif
