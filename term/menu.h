/*
 * menu.h - a list of actions as a menu with groups.
 *
 * Up to MENU_SHORT actions are shown as they are. A longer list is grouped by kind of action, and a kind with
 * many actions by the first argument in which they differ: eighty placements become five hunters with sixteen
 * places each. Choosing a group opens it as a menu.
 */
#ifndef LAN_MENU_H
#define LAN_MENU_H

#include "edition.h"

enum { MENU_SHORT = 12 }; /* most actions that are shown without groups */

struct menu_item {
    uint16_t first, count; /* in menu.action */
};

struct menu {
    const struct lan_game *game;
    const struct lan_reader *reader;
    int seat; /* of the person who chooses */
    int count;
    struct menu_item item[LAN_ACTIONS_MAX];
    lan_action action[LAN_ACTIONS_MAX]; /* of all items, item by item */
};

/* Makes a menu of these actions. `reader` must outlive it. */
void menu_init(struct menu *menu, const struct lan_game *game, const struct lan_reader *reader, int seat,
               const lan_action *actions, int count);

/* Writes the sentence of one action, for the person at a seat. */
void action_say(const struct lan_game *game, lan_action action, const struct lan_reader *reader, int seat,
                struct lan_text *out);

/* Writes the text of an item: the action's sentence, or the common beginning of a group's sentences. */
void menu_say(const struct menu *menu, int item, struct lan_text *out);

/* Length of the common beginning of all items' sentences, cut at a blank, so that it is shown only once. */
size_t menu_common_prefix(const struct menu *menu);

/*
 * The item named by a word: its number from 1 or, when all actions are of one kind, the id of the argument in
 * which its action differs from the others. -1 when there is none.
 */
int menu_find(const struct menu *menu, const char *word);

/* Makes the menu of a group. */
void menu_open(const struct menu *menu, int item, struct menu *sub);

#endif
