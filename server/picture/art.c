#include "art.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"

enum { SCENES_MAX = 16, SCENE_NAME = 32, STOPS_MAX = 16, UNIT = 16, MARK_UNIT = 256 };

struct scene {
    char game[SCENE_NAME];
    bool numbered;
    size_t from;
    int count;
};

struct glyph {
    uint32_t code;
    uint16_t advance;
    size_t from; /* of its contours */
};

struct art {
    const uint8_t *at;
    size_t size;
    struct scene scene[SCENES_MAX];
    int scenes;
    size_t mark[ART_MARKS]; /* where the colour of each is */
    int units;
    struct glyph *glyph;
    int glyphs;
};

/* ---- Reading, which stops at the end of the file ------------------------------------------------------- */

struct reader {
    const uint8_t *at;
    size_t left;
    bool good;
};

static const uint8_t *take(struct reader *reader, size_t count)
{
    static const uint8_t none[24];
    if (reader->left < count) {
        reader->good = false;
        reader->left = 0;
        return none;
    }
    reader->at += count;
    reader->left -= count;
    return reader->at - count;
}

static uint8_t take8(struct reader *reader)
{
    return *take(reader, 1);
}

static uint16_t take16(struct reader *reader)
{
    const uint8_t *at = take(reader, 2);
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t take32(struct reader *reader)
{
    const uint8_t *at = take(reader, 4);
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float take_float(struct reader *reader)
{
    uint32_t bits = take32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct colour take_colour(struct reader *reader)
{
    const uint8_t *at = take(reader, 4);
    return (struct colour){at[0], at[1], at[2], at[3]};
}

static float take_place(struct reader *reader)
{
    return (float)(int16_t)take16(reader);
}

/* From the steps of the file to pixels. */
struct frame {
    float x, y, across, down;
};

/* The contours at the reader; without a canvas they are only read. */
static void contours(struct reader *reader, struct canvas *canvas, const struct frame *frame)
{
    for (int count = take16(reader); count > 0 && reader->good; count--) {
        int points = take16(reader);
        float first_x = 0, first_y = 0, x = 0, y = 0;
        for (int i = 0; i < points && reader->good; i++) {
            float to_x = take_place(reader), to_y = take_place(reader);
            if (!canvas)
                continue;
            to_x = frame->x + to_x * frame->across;
            to_y = frame->y + to_y * frame->down;
            if (i)
                canvas_line(canvas, x, y, to_x, to_y);
            else
                first_x = to_x, first_y = to_y;
            x = to_x, y = to_y;
        }
        if (canvas)
            canvas_line(canvas, x, y, first_x, first_y);
    }
}

static struct frame frame_of(const struct placed *placed, float steps)
{
    return (struct frame){placed->x, placed->y, placed->scale / steps, placed->scale / steps};
}

struct stop {
    float at;
    struct colour colour;
};

static uint8_t between(uint8_t from, uint8_t to, float part)
{
    return (uint8_t)((float)from + ((float)to - (float)from) * part + 0.5F);
}

static void shades_fill(struct paint *paint, const struct stop *stop, int count)
{
    for (int i = 0, next = 0; i < PAINT_SHADES; i++) {
        float at = (float)i / (PAINT_SHADES - 1);
        while (next < count && stop[next].at <= at)
            next++;
        const struct stop *a = &stop[next ? next - 1 : 0], *b = &stop[next < count ? next : count - 1];
        float part = b->at > a->at ? (at - a->at) / (b->at - a->at) : 0;
        paint->shade[i] = (struct colour){
            between(a->colour.red, b->colour.red, part), between(a->colour.green, b->colour.green, part),
            between(a->colour.blue, b->colour.blue, part), between(a->colour.alpha, b->colour.alpha, part)};
    }
}

static void gradient_read(struct reader *reader, struct paint *paint)
{
    struct stop stop[STOPS_MAX] = {0};
    for (int i = 0; i < 6; i++)
        paint->matrix[i] = take_float(reader);
    int count = take8(reader);
    if (!count || count > STOPS_MAX) {
        reader->good = false;
        return;
    }
    for (int i = 0; i < count; i++) {
        stop[i].at = (float)take16(reader) / UINT16_MAX;
        stop[i].colour = take_colour(reader);
    }
    shades_fill(paint, stop, count);
}

/* From pixels instead of units. */
static void paint_place(struct paint *paint, const struct placed *placed)
{
    float *m = paint->matrix;
    for (int i = 0; i < 4; i++)
        m[i] /= placed->scale;
    m[4] -= m[0] * placed->x + m[2] * placed->y;
    m[5] -= m[1] * placed->x + m[3] * placed->y;
}

static void shape(struct reader *reader, struct canvas *canvas, const struct placed *placed)
{
    struct paint paint = {0};
    int kind = take8(reader);
    bool evenodd = take8(reader);
    if (kind > PAINT_RADIAL) {
        reader->good = false;
        return;
    }
    paint.kind = (enum paint_kind)kind;
    if (kind == PAINT_FLAT)
        paint.flat = take_colour(reader);
    else
        gradient_read(reader, &paint);
    if (!canvas) {
        contours(reader, NULL, NULL);
    } else {
        struct frame frame = frame_of(placed, UNIT);
        contours(reader, canvas, &frame);
        paint_place(&paint, placed);
        canvas_paint(canvas, &paint, evenodd);
    }
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static size_t place_of(const struct art *art, const struct reader *reader)
{
    return art->size - reader->left;
}

static void scene_read(struct art *art, struct reader *reader)
{
    struct scene *scene = &art->scene[art->scenes++];
    size_t length = take8(reader);
    const uint8_t *name = length < SCENE_NAME ? take(reader, length) : NULL;
    if (!name || !reader->good) {
        reader->good = false;
        return;
    }
    memcpy(scene->game, name, length);
    uint8_t numbered = take8(reader);
    reader->good = reader->good && numbered <= 1;
    scene->numbered = numbered;
    take32(reader);
    scene->count = take16(reader);
    scene->from = place_of(art, reader);
    for (int i = 0; i < scene->count && reader->good; i++)
        shape(reader, NULL, NULL);
}

static void glyphs_read(struct art *art, struct reader *reader)
{
    art->units = take16(reader);
    art->glyphs = take16(reader);
    art->glyph = mem_zero((size_t)(art->glyphs + 1) * sizeof *art->glyph);
    for (int i = 0; i < art->glyphs && reader->good; i++) {
        struct glyph *glyph = &art->glyph[i];
        glyph->code = take32(reader);
        glyph->advance = take16(reader);
        glyph->from = place_of(art, reader);
        contours(reader, NULL, NULL);
        reader->good = reader->good && (!i || glyph->code > glyph[-1].code);
    }
    reader->good = reader->good && art->units > 0;
}

struct art *art_open(const uint8_t *bytes, size_t size)
{
    static const char mark[] = "LANPIC2\n";
    struct art *art = mem_zero(sizeof *art);
    struct reader reader = {bytes, size, true};
    art->at = bytes;
    art->size = size;
    reader.good = size > sizeof mark && memcmp(take(&reader, sizeof mark - 1), mark, sizeof mark - 1) == 0;
    int scenes = take8(&reader);
    reader.good = reader.good && scenes <= SCENES_MAX;
    while (reader.good && art->scenes < scenes)
        scene_read(art, &reader);
    reader.good = take8(&reader) == ART_MARKS && reader.good;
    for (int i = 0; i < ART_MARKS && reader.good; i++) {
        art->mark[i] = place_of(art, &reader);
        take_colour(&reader);
        contours(&reader, NULL, NULL);
    }
    if (reader.good)
        glyphs_read(art, &reader);
    if (reader.good && !reader.left)
        return art;
    art_free(art);
    return NULL;
}

void art_free(struct art *art)
{
    if (art)
        free(art->glyph);
    free(art);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static struct reader reader_at(const struct art *art, size_t from)
{
    return (struct reader){art->at + from, art->size - from, true};
}

static const struct scene *scene_of(const struct art *art, const char *game)
{
    for (int i = 0; i < art->scenes; i++)
        if (strcmp(art->scene[i].game, game) == 0)
            return &art->scene[i];
    return NULL;
}

void art_scene(const struct art *art, struct canvas *canvas, const char *game, const struct placed *placed)
{
    const struct scene *scene = scene_of(art, game);
    if (!scene)
        return;
    struct reader reader = reader_at(art, scene->from);
    for (int k = 0; k < scene->count; k++)
        shape(&reader, canvas, placed);
}

bool art_numbered(const struct art *art, const char *game)
{
    const struct scene *scene = scene_of(art, game);
    return scene && scene->numbered;
}

void art_mark(const struct art *art, struct canvas *canvas, int seat, const struct placed *placed)
{
    struct reader reader = reader_at(art, art->mark[seat]);
    struct paint paint = {.flat = take_colour(&reader)};
    struct frame frame = frame_of(placed, MARK_UNIT);
    contours(&reader, canvas, &frame);
    canvas_paint(canvas, &paint, false);
}

/* The next code point; the text is valid UTF-8. */
static uint32_t code_next(const char **text)
{
    const uint8_t *at = (const uint8_t *)*text;
    int more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
    uint32_t code = more ? *at & (0x3fU >> more) : *at;
    for (int i = 1; i <= more && (at[i] & 0xc0) == 0x80; i++)
        code = code << 6 | (at[i] & 0x3fU);
    at++;
    while ((*at & 0xc0) == 0x80)
        at++;
    *text = (const char *)at;
    return code;
}

static const struct glyph *glyph_find(const struct art *art, uint32_t code)
{
    int low = 0, high = art->glyphs;
    while (low < high) {
        int middle = (low + high) / 2;
        if (art->glyph[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < art->glyphs && art->glyph[low].code == code ? &art->glyph[low] : NULL;
}

bool art_writes(const struct art *art, const char *text)
{
    while (*text) {
        if (!glyph_find(art, code_next(&text)))
            return false;
    }
    return true;
}

float art_text(const struct art *art, struct canvas *canvas, const char *text, float x, float y, float size,
               struct colour colour)
{
    struct paint paint = {.flat = colour};
    float unit = size / (float)art->units;
    struct frame frame = {x, y, unit, -unit}; /* glyphs point upwards */
    while (*text) {
        const struct glyph *glyph = glyph_find(art, code_next(&text));
        if (!glyph)
            continue;
        if (canvas) {
            struct reader reader = reader_at(art, glyph->from);
            contours(&reader, canvas, &frame);
            canvas_paint(canvas, &paint, false);
        }
        frame.x += (float)glyph->advance * unit;
    }
    return frame.x - x;
}
