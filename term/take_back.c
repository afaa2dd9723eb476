#include "take_back.h"

#include <string.h>
#include <strings.h>

int take_back_list(const struct source *source, struct lan_list *list)
{
    bool events = false; /* the action that comes next, going back, has an event */
    list->count = list->musts = 0;
    for (uint32_t at = source->told_count; at > 0; at--) {
        const struct source_told *item = &source->told[at - 1];
        if (item->undone)
            continue;
        if (item->told.kind == TABLE_TOLD_EVENT) {
            if (source->game->event_kinds[item->told.event.kind].undo != LAN_UNDO_ANY)
                break;
            events = true;
        } else if (item->told.kind == TABLE_TOLD_ACTION) {
            if (!events || list->count == LAN_ACTIONS_MAX)
                break;
            lan_list_add(list, item->told.action);
            events = false;
        }
    }
    for (int i = 0; i < list->count / 2; i++) {
        lan_action swap = list->action[i];
        list->action[i] = list->action[list->count - 1 - i];
        list->action[list->count - 1 - i] = swap;
    }
    return list->count;
}

/* Whether an action is written like `words`, or one of its words is. */
static bool action_named(const struct lan_game *game, lan_action action, const char *words)
{
    char notation[LAN_NOTATION_MAX], *rest;
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(game, action, &text);
    if (strcasecmp(notation, words) == 0)
        return true;
    strtok_r(notation, " ", &rest); /* the kind of action, which all of them share */
    for (const char *word = strtok_r(NULL, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (strcasecmp(word, words) == 0)
            return true;
    }
    return false;
}

static bool nothing_found(struct source_say *say)
{
    source_say_set(say, 0, "There is nothing like that to take back.", "Il n'y a rien de tel à reprendre.");
    return false;
}

/*
 * Plays actions again, each as soon as it is accepted: one may need another that was played after it. Those
 * that are refused in the end remain taken back; any other failure, such as a lost connection, is told.
 */
static bool later_play(struct source *source, lan_action *actions, int count, struct source_say *say)
{
    struct source_say why;
    for (int i = 0; i < count;) {
        if (!source_why(source, actions[i], &why)) {
            i++;
            continue;
        }
        if (!source_act(source, actions[i], say))
            return false;
        memmove(actions + i, actions + i + 1, sizeof *actions * (size_t)(count - i - 1));
        count--;
        i = 0;
    }
    return true;
}

bool take_back(struct source *source, lan_action action, struct source_say *say)
{
    struct lan_list list;
    int at = take_back_list(source, &list) - 1;
    while (at >= 0 && list.action[at] != action)
        at--;
    if (at < 0)
        return nothing_found(say);
    for (int i = list.count; i > at; i--) {
        if (!source_undo(source, say))
            return false;
    }
    return later_play(source, list.action + at + 1, list.count - at - 1, say);
}

bool take_back_named(struct source *source, const char *words, struct source_say *say)
{
    struct lan_list list;
    for (int at = take_back_list(source, &list); at > 0; at--) {
        if (action_named(source->game, list.action[at - 1], words))
            return take_back(source, list.action[at - 1], say);
    }
    return nothing_found(say);
}
