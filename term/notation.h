/* notation.h - describes the notation of a game's actions, for help texts. */
#ifndef LAN_NOTATION_H
#define LAN_NOTATION_H

#include "lan.h"

/*
 * Appends one kind of action with the possible values of its arguments:
 * "place hunter(basic|tandem|...) manor(1.1|1.2|...)".
 */
void notation_show(const struct lan_game *game, int kind, struct lan_text *out);

#endif
