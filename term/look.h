/* look.h - the colours of marks on a terminal. */
#ifndef LAN_LOOK_H
#define LAN_LOOK_H

#include "draw.h"

/* A colour as RGB, the nearest of the 256 and of the basic 8 colours, and whether it is bold. */
struct look {
    uint8_t r, g, b, nearest, basic;
    bool coloured, bold;
};

extern const struct look looks[LAN_MARKS];

#endif
