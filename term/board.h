/* board.h - draws a view as text. */
#ifndef LAN_BOARD_H
#define LAN_BOARD_H

#include "draw.h"

/* Appends the game's drawing, or an outline of the view's fields if the game has none. */
void board_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                struct lan_text *out);

#endif
