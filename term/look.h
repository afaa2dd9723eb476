/* look.h - how marks look on a terminal. */
#ifndef LAN_LOOK_H
#define LAN_LOOK_H

#include "draw.h"

/* A colour exactly, the nearest of 256 and of the basic 8, and whether it is bold. */
struct look {
    uint8_t r, g, b, nearest, basic;
    bool coloured, bold;
};

extern const struct look looks[LAN_MARKS];

#endif
