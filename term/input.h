/* input.h - the input line of the screen: search, notation, file name, chat, filter. */
#ifndef LAN_INPUT_H
#define LAN_INPUT_H

#include "screen.h"

void input_open(struct screen *screen, enum screen_input input, size_t max, const char *text);
void input_key(struct screen *screen, uint32_t key);
/* Returns to the table page; leaving the notebook saves it. */
void page_leave(struct screen *screen);

#endif
