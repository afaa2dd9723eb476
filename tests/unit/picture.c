/* picture.c - the renderer of links' pictures (server/picture): areas, the file of the art, and PNG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "art.h"
#include "buf.h"
#include "picture.h"
#include "png.h"
#include "raster.h"
#include "tap.h"

enum { SIDE = 8 };

static void box(struct canvas *canvas, float left, float top, float right, float bottom)
{
    canvas_line(canvas, left, top, left, bottom);
    canvas_line(canvas, right, bottom, right, top);
}

static uint8_t red_at(const struct canvas *canvas, int x, int y)
{
    return canvas->rgb[3 * (y * canvas->width + x)];
}

static const struct paint full = {.flat = {255, 0, 0, 255}};

/* A pixel has as much of the colour as the shape covers of it. */
static void test_areas(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_make(SIDE, SIDE);
    box(canvas, 1.5F, 1, 4.25F, 2.5F);
    canvas_paint(canvas, &full, false);
    assert_int_equal(red_at(canvas, 0, 1), 0);
    assert_int_equal(red_at(canvas, 1, 1), 128);
    assert_int_equal(red_at(canvas, 3, 1), 255);
    assert_int_equal(red_at(canvas, 4, 1), 64);
    assert_int_equal(red_at(canvas, 3, 2), 128);
    assert_int_equal(red_at(canvas, 3, 3), 0);
    canvas_free(canvas);
}

/* A slanted edge over several pixels of a row: the areas add up to that of the triangle. */
static void test_slanted(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_make(SIDE, SIDE);
    canvas_line(canvas, 0, 0, 0, 2);
    canvas_line(canvas, 0, 2, 8, 2);
    canvas_line(canvas, 8, 2, 0, 0);
    canvas_paint(canvas, &full, false);
    int sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += canvas->rgb[3 * i];
    assert_in_range(sum, 8 * 255 - 8, 8 * 255 + 8);
    assert_true(red_at(canvas, 0, 0) > red_at(canvas, 3, 0) && red_at(canvas, 0, 1) == 255);
    canvas_free(canvas);
}

/* Overlapping contours count once, or alternately. */
static void test_rules(void **state)
{
    (void)state;
    for (int evenodd = 0; evenodd < 2; evenodd++) {
        struct canvas *canvas = canvas_make(SIDE, SIDE);
        box(canvas, 0, 0, 6, 6);
        box(canvas, 2, 2, 4, 4);
        canvas_paint(canvas, &full, evenodd);
        assert_int_equal(red_at(canvas, 3, 3), evenodd ? 0 : 255);
        assert_int_equal(red_at(canvas, 5, 5), 255);
        canvas_free(canvas);
    }
}

/*
 * Lines far outside, of no height, and without end leave the canvas whole; an edge left of it still counts.
 */
static void test_outside(void **state)
{
    (void)state;
    struct canvas *canvas = canvas_make(SIDE, SIDE);
    float place[] = {-1e30F, -40000, -1, 0, 3, 8, 9, 40000, 1e30F};
    enum { PLACES = sizeof place / sizeof *place };
    for (int i = 0; i < PLACES * PLACES * PLACES * PLACES; i++)
        canvas_line(canvas, place[i % PLACES], place[i / PLACES % PLACES],
                    place[i / PLACES / PLACES % PLACES], place[i / PLACES / PLACES / PLACES]);
    canvas_paint(canvas, &full, false);
    memset(canvas->rgb, 0, 3 * SIDE * SIDE);
    box(canvas, -40000, -40000, 40000, 40000);
    canvas_paint(canvas, &full, false);
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(canvas->rgb[3 * i], 255);
    canvas_free(canvas);
}

/* ---- The art ------------------------------------------------------------------------------------------- */

static void number(struct buf *out, unsigned value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        buf_add(out, &byte, 1);
    }
}

static void square(struct buf *out, unsigned side)
{
    unsigned at[] = {0, 0, 0, side, side, side, side, 0};
    number(out, 1, 2);
    number(out, 4, 2);
    for (int i = 0; i < 8; i++)
        number(out, at[i], 2);
}

/* A scene with a flat square and one with a gradient, eight marks, and the letters A and é. */
static void art_write(struct buf *out)
{
    buf_str(out, "LANPIC2\n");
    number(out, 1, 1);
    number(out, 5, 1);
    buf_str(out, "manor");
    number(out, 1, 1); /* numbers */
    number(out, 0, 4);
    number(out, 2, 2);
    number(out, 0, 2);
    number(out, 0xff0000ff, 4);
    square(out, 400 * 16);
    number(out, 1, 2); /* linear, not evenodd */
    for (int i = 0; i < 6; i++)
        number(out, i == 0 ? 0x3f800000 : 0, 4);
    number(out, 1, 1);
    number(out, 0, 2);
    number(out, 0x80ffffff, 4);
    square(out, 16 * 16);
    number(out, ART_MARKS, 1);
    for (int i = 0; i < ART_MARKS; i++) {
        number(out, 0xff00ff00, 4);
        square(out, 24 * 256);
    }
    number(out, 1000, 2);
    number(out, 2, 2);
    number(out, 'A', 4);
    number(out, 500, 2);
    square(out, 400);
    number(out, 0xe9, 4);
    number(out, 600, 2);
    square(out, 400);
}

/* Cut anywhere, or with something behind its end, it is no such file; no byte of it is read too place. */
static void test_art_is_whole(void **state)
{
    (void)state;
    struct buf out = {0};
    art_write(&out);
    for (size_t length = 0; length < out.length; length++) {
        uint8_t *part = mem_alloc(length ? length : 1); /* so that sanitizers see its end */
        memcpy(part, out.at, length);
        assert_null(art_open(part, length));
        free(part);
    }
    struct art *art = art_open((const uint8_t *)out.at, out.length);
    assert_non_null(art);
    assert_true(art_writes(art, "Aé") && art_writes(art, "") && !art_writes(art, "Ab"));
    struct colour white = {255, 255, 255, 255};
    assert_true(art_numbered(art, "manor"));
    assert_false(art_numbered(art, "other"));
    assert_true(art_text(art, NULL, "Aéb", 0, 0, 100, white) == 110);
    art_free(art);
    buf_add(&out, "", 1);
    assert_null(art_open((const uint8_t *)out.at, out.length));
    buf_free(&out);
}

/* The rows of a PNG file without their filter bytes' meaning: it must unpack to the right size. */
static void test_png(void **state)
{
    (void)state;
    struct buf file = {0}, png = {0};
    struct picture picture = {.game = "manor", .title = "A", .line = "A", .rows = LAN_SEATS_MAX};
    art_write(&file);
    struct art *art = art_open((const uint8_t *)file.at, file.length);
    for (int i = 0; i < LAN_SEATS_MAX; i++)
        strcpy(picture.row[i].name, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAé");
    picture_draw(art, &picture, &png);
    const uint8_t *at = (const uint8_t *)png.at;
    assert_memory_equal(at, "\x89PNG\r\n\x1a\n", 8);
    size_t size = (size_t)at[33] << 24 | (size_t)at[34] << 16 | (size_t)at[35] << 8 | at[36];
    uLongf rows = (3 * PICTURE_WIDTH + 1) * PICTURE_HEIGHT, unpacked = rows + 1;
    uint8_t *data = mem_alloc(unpacked);
    assert_int_equal(uncompress(data, &unpacked, at + 41, size), Z_OK);
    assert_int_equal(unpacked, rows);
    free(data);
    art_free(art);
    buf_free(&png);
    buf_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_areas),   cmocka_unit_test(test_slanted),      cmocka_unit_test(test_rules),
        cmocka_unit_test(test_outside), cmocka_unit_test(test_art_is_whole), cmocka_unit_test(test_png),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
