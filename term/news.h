/* news.h - the end of the log on the table page. New are the items told since the person's last action. */
#ifndef LAN_NEWS_H
#define LAN_NEWS_H

#include "screen.h"

/* Draws as many of the last items as fit the box, none before item `from`, one sentence a line. */
void news_draw(const struct screen *screen, const struct frame_box *box, uint32_t from);
/* Draws the new items; when there are too few rows they become running text, so that none is left out. */
void news_draw_short(const struct screen *screen, const struct frame_box *box);
/* The number of rows that the new items need. */
int news_lines(const struct screen *screen, int width);

#endif
