#include "png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "buf.h"
#include "raster.h"

static void number_add(struct buf *out, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                        (uint8_t)value};
    buf_add(out, bytes, sizeof bytes);
}

static void chunk_add(struct buf *out, const char kind[4], const void *data, size_t size)
{
    number_add(out, (uint32_t)size);
    size_t from = out->length;
    buf_add(out, kind, 4);
    buf_add(out, data, size);
    number_add(out, (uint32_t)crc32(0, (const Bytef *)out->at + from, (uInt)(4 + size)));
}

enum { FILTER_LEFT = 1, FILTER_UP = 2 };

/* A row as differences from the left or the upper neighbour. Returns the sum of their sizes. */
static size_t row_filter(const struct canvas *canvas, int y, int filter, uint8_t *out)
{
    size_t wide = (size_t)canvas->width * 3, sum = 0;
    const uint8_t *row = canvas->rgb + (size_t)y * wide, *upper = y ? row - wide : NULL;
    out[0] = (uint8_t)filter;
    for (size_t i = 0; i < wide; i++) {
        uint8_t before = 0;
        if (filter == FILTER_LEFT)
            before = i >= 3 ? row[i - 3] : 0;
        else if (upper)
            before = upper[i];
        uint8_t step = (uint8_t)(row[i] - before);
        out[i + 1] = step;
        sum += step < 128 ? step : 256U - step;
    }
    return sum;
}

/* Each row by the filter that leaves the smaller differences. */
static uint8_t *rows_filter(const struct canvas *canvas, size_t *size)
{
    size_t line = (size_t)canvas->width * 3 + 1;
    uint8_t *all = mem_alloc(line * (size_t)canvas->height), *other = mem_alloc(line);
    for (int y = 0; y < canvas->height; y++) {
        uint8_t *row = all + (size_t)y * line;
        size_t left = row_filter(canvas, y, FILTER_LEFT, row);
        if (row_filter(canvas, y, FILTER_UP, other) < left)
            memcpy(row, other, line);
    }
    free(other);
    *size = line * (size_t)canvas->height;
    return all;
}

void png_write(struct buf *out, const struct canvas *canvas)
{
    static const uint8_t mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t form[5] = {8, 2, 0, 0, 0}; /* bits, colours, and the only method of each kind */
    struct buf head = {0};
    size_t size;
    uint8_t *rows = rows_filter(canvas, &size);
    uLongf packed = compressBound(size);
    uint8_t *data = mem_alloc(packed);
    lan_assert(compress2(data, &packed, rows, size, Z_DEFAULT_COMPRESSION) == Z_OK);
    number_add(&head, (uint32_t)canvas->width);
    number_add(&head, (uint32_t)canvas->height);
    buf_add(&head, form, sizeof form);
    buf_add(out, mark, sizeof mark);
    chunk_add(out, "IHDR", head.at, head.length);
    chunk_add(out, "IDAT", data, packed);
    chunk_add(out, "IEND", "", 0);
    buf_free(&head);
    free(rows);
    free(data);
}
