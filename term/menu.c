#include "menu.h"

#include <stdlib.h>
#include <string.h>

/* The first argument in which actions of one kind differ; -1 when there is none. */
static int arg_varying(const lan_action *actions, int count)
{
    for (int arg = 0; arg < LAN_ACTION_ARGS_MAX; arg++) {
        for (int i = 1; i < count; i++) {
            if (lan_action_arg(actions[i], arg) != lan_action_arg(actions[0], arg))
                return arg;
        }
    }
    return -1;
}

/* Key by which actions are grouped: the kind and, unless `arg` is negative, that argument. */
static int group_key(lan_action action, int arg)
{
    return lan_action_kind(action) << 8 | (arg < 0 ? 0 : lan_action_arg(action, arg));
}

/* Moves the actions with the key of actions[0] to the front, in order; returns their number. */
static int gather(lan_action *actions, int count, int arg)
{
    int key = group_key(actions[0], arg), gathered = 1;
    for (int i = 1; i < count; i++) {
        lan_action action = actions[i];
        if (group_key(action, arg) != key)
            continue;
        memmove(actions + gathered + 1, actions + gathered, (size_t)(i - gathered) * sizeof *actions);
        actions[gathered++] = action;
    }
    return gathered;
}

static void item_add(struct menu *menu, int first, int count)
{
    menu->item[menu->count++] = (struct menu_item){(uint16_t)first, (uint16_t)count};
}

/* Adds the actions of one kind: as one group, or as several when there are many. */
static void kind_add(struct menu *menu, int first, int count)
{
    int arg = arg_varying(menu->action + first, count);
    if (count <= MENU_SHORT || arg < 0) {
        item_add(menu, first, count);
        return;
    }
    for (int at = first; at < first + count;) {
        int gathered = gather(menu->action + at, first + count - at, arg);
        item_add(menu, at, gathered);
        at += gathered;
    }
}

void menu_init(struct menu *menu, const struct lan_game *game, const struct lan_reader *reader, int seat,
               const lan_action *actions, int count)
{
    menu->game = game;
    menu->reader = reader;
    menu->seat = seat;
    menu->count = 0;
    memmove(menu->action, actions, (size_t)count * sizeof *actions);
    if (count <= MENU_SHORT) {
        for (int i = 0; i < count; i++)
            item_add(menu, i, 1);
        return;
    }
    for (int at = 0; at < count;) {
        int gathered = gather(menu->action + at, count - at, -1);
        kind_add(menu, at, gathered);
        at += gathered;
    }
}

void action_say(const struct lan_game *game, lan_action action, const struct lan_reader *reader, int seat,
                struct lan_text *out)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    lan_action_say(game, action, reader->lang, reader->names, seat, &text);
    lan_spell(reader, buffer, out);
}

/* Length of the common beginning of two strings, cut after the last blank. */
static size_t common_length(const char *one, const char *other, size_t most)
{
    size_t length = 0;
    while (length < most && one[length] && one[length] == other[length])
        length++;
    while (length && one[length - 1] != ' ')
        length--;
    return length;
}

/* Writes the sentence of the first action; returns the length that the sentences of the range share. */
static size_t range_say(const struct menu *menu, int first, int count, struct lan_text *out)
{
    char buffer[LAN_SAY_MAX];
    action_say(menu->game, menu->action[first], menu->reader, menu->seat, out);
    size_t common = out->length;
    for (int i = first + 1; i < first + count; i++) {
        struct lan_text other = lan_text_init(buffer, sizeof buffer);
        action_say(menu->game, menu->action[i], menu->reader, menu->seat, &other);
        common = common_length(out->at, buffer, common);
    }
    return common;
}

void menu_say(const struct menu *menu, int item, struct lan_text *out)
{
    const struct menu_item *row = &menu->item[item];
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    size_t common = range_say(menu, row->first, row->count, &text);
    if (row->count > 1 && !common) {
        lan_text_add(out, menu->game->action_kinds[lan_action_kind(menu->action[row->first])].name);
        lan_text_add_char(out, ' ');
    }
    lan_text_add_bytes(out, buffer, common);
    if (row->count > 1)
        lan_text_add(out, "...");
}

size_t menu_common_prefix(const struct menu *menu)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    int actions = 0;
    for (int i = 0; i < menu->count; i++)
        actions += menu->item[i].count;
    return actions > 1 ? range_say(menu, 0, actions, &text) : 0;
}

static bool single_kind(const struct menu *menu)
{
    for (int i = 1; i < menu->count; i++) {
        if (lan_action_kind(menu->action[menu->item[i].first]) != lan_action_kind(menu->action[0]))
            return false;
    }
    return true;
}

int menu_find(const struct menu *menu, const char *word)
{
    int32_t number;
    int arg = arg_varying(menu->action, menu->count ? menu->item[menu->count - 1].first + 1 : 0);
    if (lan_text_parse_int(word, strlen(word), &number))
        return number >= 1 && number <= menu->count ? number - 1 : -1;
    if (!single_kind(menu) || arg < 0)
        return -1;
    for (int i = 0; i < menu->count; i++) {
        lan_action action = menu->action[menu->item[i].first];
        const struct lan_action_kind *kind = &menu->game->action_kinds[lan_action_kind(action)];
        char id[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(id, sizeof id);
        lan_value_write(menu->game, kind->arg[arg].type, lan_action_arg(action, arg), &text);
        if (strcmp(id, word) == 0)
            return i;
    }
    return -1;
}

void menu_open(const struct menu *menu, int item, struct menu *sub)
{
    menu_init(sub, menu->game, menu->reader, menu->seat, menu->action + menu->item[item].first,
              menu->item[item].count);
}
