/*
 * menu.h - a long list of actions as a short menu.
 *
 * A list of a few actions is shown as it is. A longer one is grouped: by kind of action, and a kind with many
 * by the first argument in which they differ, so that eighty placements read as five hunters and then sixteen
 * places. Choosing a group opens it as a menu of its own.
 */
#ifndef LAN_MENU_H
#define LAN_MENU_H

#include "lan.h"

enum { MENU_SHORT = 12 }; /* actions that need no groups */

struct menu_item {
    uint16_t first, count; /* in menu.action */
};

struct menu {
    const struct lan_game *game;
    enum lan_lang lang;
    const char *const *names;
    int count;
    struct menu_item item[LAN_ACTIONS_MAX];
    lan_action action[LAN_ACTIONS_MAX]; /* of all items, item by item */
};

/* A menu of some actions. */
void menu_init(struct menu *menu, const struct lan_game *game, enum lan_lang lang, const char *const *names,
               const lan_action *actions, int count);

/* What an item reads: the action's sentence, or what the group's sentences have in common. */
void menu_say(const struct menu *menu, int item, struct lan_text *out);

/* The bytes with which the sentences of all items begin, cut at a blank: not worth repeating. */
size_t menu_common_prefix(const struct menu *menu);

/*
 * The item that a word means: its number from 1, or, when all actions of the menu are of one kind, the id of
 * the argument in which its action differs from the others. -1 when it means none.
 */
int menu_find(const struct menu *menu, const char *word);

/* Opens a group as a menu. */
void menu_open(const struct menu *menu, int item, struct menu *sub);

#endif
