/* panes.h - the parts of the table page: board, news, prompt, menu, bar of keys. */
#ifndef LAN_PANES_H
#define LAN_PANES_H

#include "screen.h"

void table_draw(struct screen *screen, struct frame *frame);
void keys_draw(const struct screen *screen, struct frame *frame);
void title_draw(const struct screen *screen, struct frame *frame);
void input_draw(const struct screen *screen, struct frame *frame, int row);

#endif
