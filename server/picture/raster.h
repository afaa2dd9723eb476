/*
 * raster.h - polygons filled with a colour or a gradient, with smooth edges, into a picture of red, green and
 * blue bytes.
 *
 * A shape is begun, its contours are added as lines, and it is painted. Between beginning and painting the
 * canvas holds, for every pixel, by how much the lines change the covered area from left to right, so
 * that painting is one sum along each row. Where contours overlap the area counts once (what SVG calls
 * nonzero, as long as they turn the same way), or, if wanted, alternately (evenodd).
 *
 * Nothing here allocates but canvas_make, and nothing reads or writes outside the canvas, whatever the
 * coordinates are.
 */
#ifndef LAN_SERVER_RASTER_H
#define LAN_SERVER_RASTER_H

#include <stdbool.h>
#include <stdint.h>

struct canvas {
    int width, height;
    uint8_t *rgb;    /* width * height * 3 */
    float *change;   /* (width + 2) * height, 0 outside of a shape that is begun */
    int top, bottom; /* the rows that the present shape has touched, bottom excluded */
};

struct colour {
    uint8_t red, green, blue, alpha;
};

enum paint_kind { PAINT_FLAT, PAINT_LINEAR, PAINT_RADIAL };

enum { PAINT_SHADES = 256 };

struct paint {
    enum paint_kind kind;
    struct colour flat;
    float matrix[6]; /* from pixels to the gradient: its shade is at x, or at the distance from the origin */
    struct colour shade[PAINT_SHADES];
};

struct canvas *canvas_make(int width, int height);
void canvas_free(struct canvas *canvas);

void canvas_line(struct canvas *canvas, float x0, float y0, float x1, float y1);
/* Paints what the lines since the last call enclose. */
void canvas_paint(struct canvas *canvas, const struct paint *paint, bool evenodd);

#endif
