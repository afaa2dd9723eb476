/* news.h - the end of the log, as the table page shows it. */
#ifndef LAN_NEWS_H
#define LAN_NEWS_H

#include "screen.h"

/* Draws the last items of the log from an item on that fit the box, one sentence a line. */
void news_draw(const struct screen *screen, const struct frame_box *box, uint32_t from);
/* Draws what is new; where there are too few rows several sentences share one, so that none is left out. */
void news_draw_short(const struct screen *screen, const struct frame_box *box);
/* The rows that what is new would fill. */
int news_lines(const struct screen *screen, int width);

#endif
