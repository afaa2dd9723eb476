#include "raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

struct canvas *canvas_make(int width, int height)
{
    struct canvas *canvas = mem_zero(sizeof *canvas);
    canvas->width = width;
    canvas->height = height;
    canvas->rgb = mem_zero((size_t)width * (size_t)height * 3);
    canvas->change = mem_zero((size_t)(width + 2) * (size_t)height * sizeof *canvas->change);
    canvas->top = height;
    return canvas;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->rgb);
    free(canvas->change);
    free(canvas);
}

/* `least` also for what is no number. */
static float within(float value, float least, float most)
{
    return value > least ? value < most ? value : most : least;
}

/*
 * A line within one row, from x0 to x1 (x0 <= x1, both on the canvas), that covers `d` of its height, signed
 * by its direction. Every pixel that it crosses gets its share; all to the right of it get the rest.
 */
static void row_line(float *row, float x0, float x1, float d)
{
    int first = (int)x0, last = (int)ceilf(x1);
    if (last <= first + 1) {
        float middle = (x0 + x1) / 2 - (float)first;
        row[first] += d * (1 - middle);
        row[first + 1] += d * middle;
        return;
    }
    /* The area right of the line in the pixels up to `at`, less what was given to those before. */
    float slope = d / (x1 - x0), given = 0;
    for (int at = first; at <= last; at++) {
        float from = within((float)at, x0, x1), to = within((float)at + 1, x0, x1);
        float passed = slope * (to - from);                /* height that lies in this pixel */
        float right = (float)at + 1 - (from + to) / 2;     /* the part of the pixel right of it */
        float area = slope * (from - x0) + passed * right; /* covered area of this pixel */
        row[at] += area - given;
        given = area;
    }
    row[last + 1] += d - given;
}

void canvas_line(struct canvas *canvas, float x0, float y0, float x1, float y1)
{
    float sign = 1;
    if (!(y0 < y1)) {
        float x = x0, y = y0;
        x0 = x1, y0 = y1, x1 = x, y1 = y;
        sign = -1;
    }
    if (!(y0 < y1) || y1 <= 0 || y0 >= (float)canvas->height)
        return;
    float slope = (x1 - x0) / (y1 - y0), wide = (float)canvas->width;
    int from = y0 > 0 ? (int)y0 : 0;
    int to = y1 < (float)canvas->height ? (int)ceilf(y1) : canvas->height;
    for (int y = from; y < to; y++) {
        float top = within((float)y, y0, y1), bottom = within((float)y + 1, y0, y1);
        float a = within(x0 + slope * (top - y0), 0, wide), b = within(x0 + slope * (bottom - y0), 0, wide);
        float *row = canvas->change + (size_t)y * (size_t)(canvas->width + 2);
        row_line(row, a < b ? a : b, a < b ? b : a, sign * (bottom - top));
    }
    canvas->top = from < canvas->top ? from : canvas->top;
    canvas->bottom = to > canvas->bottom ? to : canvas->bottom;
}

static struct colour paint_at(const struct paint *paint, float x, float y)
{
    if (paint->kind == PAINT_FLAT)
        return paint->flat;
    const float *m = paint->matrix;
    float u = m[0] * x + m[2] * y + m[4];
    if (paint->kind == PAINT_RADIAL)
        u = hypotf(u, m[1] * x + m[3] * y + m[5]);
    return paint->shade[(int)within(u * (PAINT_SHADES - 1), 0, PAINT_SHADES - 1)];
}

static uint8_t mixed(uint8_t under, uint8_t over, float part)
{
    return (uint8_t)((float)under + ((float)over - (float)under) * part + 0.5F);
}

static float covered(float sum, bool evenodd)
{
    float area = fabsf(sum);
    if (evenodd) {
        area = fmodf(area, 2);
        area = area > 1 ? 2 - area : area;
    }
    return area > 1 ? 1 : area;
}

void canvas_paint(struct canvas *canvas, const struct paint *paint, bool evenodd)
{
    enum { NOTHING = 512 }; /* areas below one part of so many are rounding */
    for (int y = canvas->top; y < canvas->bottom; y++) {
        float *row = canvas->change + (size_t)y * (size_t)(canvas->width + 2), sum = 0;
        uint8_t *pixel = canvas->rgb + (size_t)y * (size_t)canvas->width * 3;
        for (int x = 0; x < canvas->width; x++, pixel += 3) {
            sum += row[x];
            float area = covered(sum, evenodd);
            if (area * NOTHING < 1)
                continue;
            struct colour colour = paint_at(paint, (float)x + 0.5F, (float)y + 0.5F);
            float part = area * (float)colour.alpha / 255;
            pixel[0] = mixed(pixel[0], colour.red, part);
            pixel[1] = mixed(pixel[1], colour.green, part);
            pixel[2] = mixed(pixel[2], colour.blue, part);
        }
        memset(row, 0, (size_t)(canvas->width + 2) * sizeof *row);
    }
    canvas->top = canvas->height;
    canvas->bottom = 0;
}
