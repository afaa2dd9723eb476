/* notation.h - how the actions of a game are written, for people who ask. */
#ifndef LAN_NOTATION_H
#define LAN_NOTATION_H

#include "lan.h"

/*
 * One kind of action with the values its arguments may have: "place hunter(basic|tandem|...)
 * manor(1.1|1.2|...)".
 */
void notation_show(const struct lan_game *game, int kind, struct lan_text *out);

#endif
