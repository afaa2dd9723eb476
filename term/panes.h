/* panes.h - draws the table page, and its parts that other pages share: title, key bar, input line. */
#ifndef LAN_PANES_H
#define LAN_PANES_H

#include "screen.h"

void table_draw(struct screen *screen, struct frame *frame);
void keys_draw(const struct screen *screen, struct frame *frame);
void title_draw(const struct screen *screen, struct frame *frame);
void input_draw(const struct screen *screen, struct frame *frame, int row);

#endif
