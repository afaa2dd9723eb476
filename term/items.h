/* items.h - the items that the menu shows: those of the open group, or the matches of the search. */
#ifndef LAN_ITEMS_H
#define LAN_ITEMS_H

#include "screen.h"

int items_count(const struct screen *screen);
void item_say(const struct screen *screen, int item, struct lan_text *out);
/* The first action of an item. */
lan_action item_action(const struct screen *screen, int item);
/* Length in bytes of the common beginning of all items. */
size_t items_common_prefix(const struct screen *screen);
/* Whether an item is an optional action: one that the seat may but need not play. */
bool item_is_optional(const struct screen *screen, int item);
/* Rebuilds the menu from the actions that the source offers. */
void items_make(struct screen *screen);
/* Makes a menu of the actions that can be taken back each by itself (take_back.h); choosing one does so. */
void items_take_back(struct screen *screen);
/* Recomputes the matches of the search. */
void items_search(struct screen *screen);
void items_move(struct screen *screen, int by);
/* Adds a digit to the number being typed; acts as soon as no other item's number begins with it. */
void items_digit(struct screen *screen, int digit);
/* Leaves a half-typed number, the menu of taking back, a search or a group; false when there is none. */
bool items_back(struct screen *screen);
/* Plays the action of an item, or opens its group. */
void item_choose(struct screen *screen, int item);
/* Plays an action; false when it was refused, or when a warning was shown instead. */
bool screen_act(struct screen *screen, lan_action action);

#endif
