#include "glyph.h"

#include <stddef.h>

struct glyphs {
    uint32_t first, last;
};

/* Drawn on the glyph before them. Sorted. */
static const struct glyphs marks[] = {
#define MARKS(first, last) {first, last},
#include "mark.def"
#undef MARKS
};

/*
 * Nothing to see. Sorted. First those that Unicode calls default-ignorable, without the ones that change the
 * direction; then fillers and blank symbols, interlinear annotation, private use and noncharacters.
 */
static const struct glyphs hidden[] = {
    {0xad, 0xad},       {0x34f, 0x34f},      {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x200b, 0x200f},    {0x2060, 0x2065},   {0x206a, 0x206f},   {0x2800, 0x2800},
    {0x3164, 0x3164},   {0xe000, 0xf8ff},    {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffc},    {0xfffe, 0xffff},   {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d159, 0x1d159}, {0x1d173, 0x1d17a},  {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, 0x3ffff},
    {0x4fffe, 0x4ffff}, {0x5fffe, 0x5ffff},  {0x6fffe, 0x6ffff}, {0x7fffe, 0x7ffff}, {0x8fffe, 0x8ffff},
    {0x9fffe, 0x9ffff}, {0xafffe, 0xaffff},  {0xbfffe, 0xbffff}, {0xcfffe, 0xcffff}, {0xdfffe, 0xdffff},
    {0xe0000, 0xe0fff}, {0xefffe, 0x10ffff},
};

static const struct glyphs blanks[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

static bool contained(const struct glyphs *list, size_t count, uint32_t glyph)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (glyph > list[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && glyph >= list[low].first;
}

#define IN(list, glyph) contained(list, sizeof(list) / sizeof *(list), glyph)

uint32_t glyph_next(const char **at)
{
    const unsigned char *c = (const unsigned char *)*at;
    if (!*c)
        return 0;
    int more = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc0 ? 1 : 0;
    uint32_t glyph = more ? *c & (0x3fu >> more) : *c;
    for (c++; more && (*c & 0xc0) == 0x80; more--, c++)
        glyph = glyph << 6 | (*c & 0x3fu);
    *at = (const char *)c;
    return glyph;
}

enum glyph_kind glyph_kind(uint32_t glyph)
{
    if (glyph < 0x20 || (glyph >= 0x7f && glyph < 0xa0) || glyph == 0x2028 || glyph == 0x2029)
        return GLYPH_CONTROL;
    if ((glyph >= 0x202a && glyph <= 0x202e) || (glyph >= 0x2066 && glyph <= 0x2069))
        return GLYPH_DIRECTION;
    if (IN(hidden, glyph))
        return GLYPH_HIDDEN;
    if (IN(blanks, glyph))
        return GLYPH_BLANK;
    return IN(marks, glyph) ? GLYPH_MARK : GLYPH_SEEN;
}

bool glyph_pictograph(uint32_t glyph)
{
    return (glyph >= 0x2190 && glyph <= 0x2bff && glyph != 0x2800) || (glyph >= 0x1f000 && glyph <= 0x1faff);
}

uint32_t glyph_fold(uint32_t glyph)
{
    if ((glyph >= 'A' && glyph <= 'Z') || (glyph >= 0xc0 && glyph <= 0xde && glyph != 0xd7) ||
        (glyph >= 0x391 && glyph <= 0x3a9) || (glyph >= 0x410 && glyph <= 0x42f))
        return glyph + 0x20;
    if (glyph >= 0x400 && glyph <= 0x40f)
        return glyph + 0x50;
    /* Pairs of a capital and its small letter: even and odd, in two stretches the other way round. */
    bool odd = (glyph >= 0x139 && glyph <= 0x148) || (glyph >= 0x179 && glyph <= 0x17e);
    bool even = (glyph >= 0x100 && glyph <= 0x137) || (glyph >= 0x14a && glyph <= 0x177);
    if ((odd && glyph % 2 == 1) || (even && glyph % 2 == 0))
        return glyph + 1;
    return glyph;
}
