/*
 * standing.h - a person's standing answer to reaction windows: to be asked, always to pass, always to react.
 *
 * It is the person's own setting, offered to everybody alike, and the first value is the default, whatever
 * the seat holds. Who wants to be asked is asked also where `pass` is the only answer. A machine gives the
 * answers of the other two, at moments drawn in advance (moment.h), so that they tell nothing either.
 */
#ifndef LAN_STANDING_H
#define LAN_STANDING_H

#include "lan.h"

enum standing {
    STANDING_ASK,   /* the person answers, also where there is one answer only */
    STANDING_PASS,  /* a machine passes */
    STANDING_REACT, /* a machine gives the first answer that is not a pass, or passes where there is none */
    STANDINGS
};

/* Whether an action passes in a reaction window. */
bool standing_is_pass(const struct lan_game *game, lan_action action);

/* What the standing answer, which is not STANDING_ASK, gives to the musts of a list; it must have one. */
lan_action standing_answer(const struct lan_game *game, const struct lan_list *list, enum standing standing);

#endif
