/* items.h - the items of the menu of actions, or what the search has found among them. */
#ifndef LAN_ITEMS_H
#define LAN_ITEMS_H

#include "screen.h"

int items_count(const struct screen *screen);
void item_say(const struct screen *screen, int item, struct lan_text *out);
/* The first action of an item. */
lan_action item_action(const struct screen *screen, int item);
/* Bytes with which all items begin. */
size_t items_common_prefix(const struct screen *screen);
/* Whether an item is something that the seat may, but need not do. */
bool item_is_optional(const struct screen *screen, int item);
/* The menu of what the source offers, anew. */
void items_make(struct screen *screen);
/* What the search finds, anew. */
void items_search(struct screen *screen);
void items_move(struct screen *screen, int by);
/* A digit: acts as soon as no further digit could name another item. */
void items_digit(struct screen *screen, int digit);
/* Out of a search, a group or a half-typed number; false when there is none of them. */
bool items_back(struct screen *screen);
/* Acts, or opens the group. */
void item_choose(struct screen *screen, int item);
/* False when it was refused, or only asked about. */
bool screen_act(struct screen *screen, lan_action action);

#endif
