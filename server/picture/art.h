/*
 * art.h - the key art of the games, the marks of the seats and the letters of the page's titles, as polygons:
 * the file pictures.bin, which web/pictures.ts makes of the page's own SVG files and font.
 *
 * The file, numbers with the lowest byte first:
 *   "LANPIC2\n"
 *   u8 count of scenes; each: u8 length, name of the game, u8 1 if its seats have numbers
 *   instead of letters, u32 bytes of shapes, u16 count, the shapes
 *   u8 count of marks; each: colour, contours in 1/256 of a unit, of which a mark has 24
 *   u16 units of the em; u16 count of glyphs, by code point; each: u32 code point, u16 advance, contours
 *   shape: u8 paint (0 flat, 1 linear, 2 radial), u8 evenodd, then a colour, or six f32 of a matrix from the
 *   scene to the gradient, u8 count of stops, each u16 place and colour; then contours in 1/16 of a unit.
 *   contours: u16 count; each: u16 count of points, each two i16. colour: four u8, the last is alpha.
 * A scene is 1200 units wide and 400 high.
 *
 * art_open reads the whole file and refuses one that is not as above; what is drawn afterwards is not checked
 * again. A struct art does not change, so several threads may draw from it.
 */
#ifndef LAN_SERVER_ART_H
#define LAN_SERVER_ART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "raster.h"

struct art;

enum { ART_WIDTH = 1200, ART_HEIGHT = 400, ART_MARK = 24, ART_MARKS = 8 };

/* Where and how large something is drawn: a unit of it has `scale` pixels, its origin is at x, y. */
struct placed {
    float x, y, scale;
};

/* `bytes` must outlive it. NULL when they are not such a file. */
struct art *art_open(const uint8_t *bytes, size_t size);
void art_free(struct art *art);

/* The key art of a game; nothing for one that has none. */
void art_scene(const struct art *art, struct canvas *canvas, const char *game, const struct placed *placed);
/* Whether the seats of a game have numbers, because letters are for places of its board. */
bool art_numbered(const struct art *art, const char *game);
/* The mark of a seat (0..7) without its letter or number. */
void art_mark(const struct art *art, struct canvas *canvas, int seat, const struct placed *placed);
/* Whether there is a letter for every character of a text, which is UTF-8. */
bool art_writes(const struct art *art, const char *text);
/* Draws a text from x on, on the line y, and returns its width; characters without a letter are left out.
   `size` of the em in pixels. Without a canvas it only measures. */
float art_text(const struct art *art, struct canvas *canvas, const char *text, float x, float y, float size,
               struct colour colour);

#endif
