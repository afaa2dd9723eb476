#include "lan.h"

#include <string.h>

static const struct lan_action_kind *kind_row(const struct lan_game *game, lan_action action)
{
    return &game->action_kinds[lan_action_kind(action)];
}

static uint32_t kind_size(const struct lan_game *game, const struct lan_action_kind *row)
{
    uint32_t size = 1;
    for (int i = 0; i < row->args; i++)
        size *= game->types[row->arg[i].type].count;
    return size;
}

uint32_t lan_action_count(const struct lan_game *game)
{
    uint32_t count = 0;
    for (int kind = 0; kind < game->action_kind_count; kind++)
        count += kind_size(game, &game->action_kinds[kind]);
    return count;
}

lan_action lan_action_at(const struct lan_game *game, uint32_t index)
{
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        const struct lan_action_kind *row = &game->action_kinds[kind];
        uint32_t size = kind_size(game, row);
        if (index >= size) {
            index -= size;
            continue;
        }
        uint32_t arg[LAN_ACTION_ARGS_MAX] = {0};
        for (int i = row->args; i-- > 0;) {
            uint32_t count = game->types[row->arg[i].type].count;
            arg[i] = index % count;
            index /= count;
        }
        return LAN_ACTION(kind, arg[0], arg[1], arg[2]);
    }
    lan_bug("an action index below lan_action_count");
}

uint32_t lan_action_index(const struct lan_game *game, lan_action action)
{
    uint32_t base = 0, index = 0;
    lan_assert(lan_action_valid(game, action));
    for (int kind = 0; kind < lan_action_kind(action); kind++)
        base += kind_size(game, &game->action_kinds[kind]);
    const struct lan_action_kind *row = kind_row(game, action);
    for (int i = 0; i < row->args; i++)
        index = index * game->types[row->arg[i].type].count + (uint32_t)lan_action_arg(action, i);
    return base + index;
}

bool lan_action_valid(const struct lan_game *game, lan_action action)
{
    if (lan_action_kind(action) >= game->action_kind_count)
        return false;
    const struct lan_action_kind *row = kind_row(game, action);
    for (int i = 0; i < LAN_ACTION_ARGS_MAX; i++) {
        int count = i < row->args ? game->types[row->arg[i].type].count : 1;
        if (lan_action_arg(action, i) >= count)
            return false;
    }
    return true;
}

void lan_value_write(const struct lan_game *game, int type, int value, struct lan_text *out)
{
    const struct lan_type *row = &game->types[type];
    if (value == LAN_HIDDEN) {
        lan_text_add(out, "?");
    } else if (row->words) {
        lan_assert(value >= 0 && value < row->count);
        lan_text_add(out, row->words[value].id);
    } else {
        lan_text_add_int(out, value + row->first);
    }
}

bool lan_value_parse(const struct lan_game *game, int type, const char *id, size_t length, int *value)
{
    const struct lan_type *row = &game->types[type];
    if (row->words) {
        for (int i = 0; i < row->count; i++) {
            if (lan_text_same(id, length, row->words[i].id)) {
                *value = i;
                return true;
            }
        }
        return false;
    }
    int32_t number;
    if (!lan_text_parse_int(id, length, &number) || number < row->first || number >= row->first + row->count)
        return false;
    *value = number - row->first;
    return true;
}

void lan_action_write(const struct lan_game *game, lan_action action, struct lan_text *out)
{
    const struct lan_action_kind *row = kind_row(game, action);
    lan_text_add(out, row->name);
    for (int i = 0; i < row->args; i++) {
        lan_text_add_char(out, ' ');
        lan_value_write(game, row->arg[i].type, lan_action_arg(action, i), out);
    }
}

/* The next word of a notation, from *at on; false at the end. */
static bool next_word(const char **at, const char **word, size_t *length)
{
    *word = *at + strspn(*at, " \t");
    *length = strcspn(*word, " \t");
    *at = *word + *length;
    return *length > 0;
}

static bool args_parse(const struct lan_game *game, const struct lan_action_kind *row, const char *at,
                       int *arg)
{
    const char *word;
    size_t length;
    for (int i = 0; i < row->args; i++) {
        if (!next_word(&at, &word, &length) ||
            !lan_value_parse(game, row->arg[i].type, word, length, &arg[i]))
            return false;
    }
    return !next_word(&at, &word, &length);
}

bool lan_action_parse(const struct lan_game *game, const char *notation, lan_action *action)
{
    const char *at = notation, *word;
    size_t length;
    if (!next_word(&at, &word, &length))
        return false;
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        int arg[LAN_ACTION_ARGS_MAX] = {0};
        const struct lan_action_kind *row = &game->action_kinds[kind];
        if (lan_text_same(word, length, row->name) && args_parse(game, row, at, arg)) {
            *action = LAN_ACTION(kind, arg[0], arg[1], arg[2]);
            return true;
        }
    }
    return false;
}

bool lan_expand(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
                struct lan_list *list)
{
    lan_action action;
    list->count = list->musts = 0;
    if (rules->game->expand && rules->game->expand(rules, view, notation, list))
        return true;
    list->count = 0;
    if (!lan_action_parse(rules->game, notation, &action))
        return false;
    lan_list_add(list, action);
    return true;
}
