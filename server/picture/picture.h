/*
 * picture.h - the picture of a table as apps show it beside a link to it: the key art of its game, the name
 * of the game, a sentence on the state, and the players.
 *
 * Pure: from the art and a struct picture to the bytes of a PNG file; for a worker thread.
 */
#ifndef LAN_SERVER_PICTURE_H
#define LAN_SERVER_PICTURE_H

#include <stdbool.h>

#include "lan.h"

struct art;
struct buf;

enum { PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630, PICTURE_LINE = 200, PICTURE_NAME = 80 };

/* All texts are UTF-8; zero the struct before filling it, for it may be hashed. */
struct picture {
    char game[32]; /* its name as the registry has it */
    char title[PICTURE_LINE], line[PICTURE_LINE];
    int rows;
    struct picture_row {
        char name[PICTURE_NAME];
        char instead[PICTURE_NAME]; /* shown for a name with characters that the art has no letters for */
        bool won;
    } row[LAN_SEATS_MAX];
};

void picture_draw(const struct art *art, const struct picture *picture, struct buf *png);

#endif
