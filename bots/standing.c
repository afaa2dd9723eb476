#include "standing.h"

#include <string.h>

bool standing_is_pass(const struct lan_game *game, lan_action action)
{
    return strcmp(game->action_kinds[lan_action_kind(action)].name, "pass") == 0;
}

/* The first answer that is a pass, or that is none; `other` when there is none. */
static lan_action answer_find(const struct lan_game *game, const struct lan_list *list, bool pass,
                              lan_action other)
{
    for (int i = 0; i < list->musts; i++) {
        if (standing_is_pass(game, list->action[i]) == pass)
            return list->action[i];
    }
    return other;
}

lan_action standing_answer(const struct lan_game *game, const struct lan_list *list, enum standing standing)
{
    lan_assert(list->musts && standing != STANDING_ASK);
    lan_action pass = answer_find(game, list, true, list->action[0]);
    return standing == STANDING_REACT ? answer_find(game, list, false, pass) : pass;
}
