#include "valid.h"

#include <stdint.h>
#include <string.h>

#include "fault.h"
#include "glyph.h"

enum { JOINER = 0x200d, VARIANT_TEXT = 0xfe0e, VARIANT_EMOJI = 0xfe0f };

static bool glyphs_clean(const char *text, const char *allowed)
{
    uint32_t glyph;
    while ((glyph = glyph_next(&text))) {
        enum glyph_kind kind = glyph_kind(glyph);
        if (kind == GLYPH_DIRECTION ||
            (kind == GLYPH_CONTROL && (glyph > 0x7f || !strchr(allowed, (int)glyph))))
            return false;
    }
    return true;
}

bool line_clean(const char *text)
{
    return glyphs_clean(text, "");
}

bool text_clean(const char *text)
{
    return glyphs_clean(text, "\n\r\t");
}

bool text_seen(const char *text)
{
    uint32_t glyph;
    while ((glyph = glyph_next(&text))) {
        if (glyph_kind(glyph) == GLYPH_SEEN)
            return true;
    }
    return false;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/*
 * Whether an invisible glyph belongs to the emoji around it: a variation selector after one, a joiner between
 * two. `before` is the glyph before it without such a selector.
 */
static bool emoji_part(uint32_t glyph, uint32_t before, const char *after)
{
    if (!glyph_pictograph(before))
        return false;
    return glyph == VARIANT_TEXT || glyph == VARIANT_EMOJI ||
           (glyph == JOINER && glyph_pictograph(glyph_next(&after)));
}

bool name_read(const char *text, char out[LIMIT_NAME_BYTES + 1])
{
    size_t length = 0;
    uint32_t before = 0;
    enum glyph_kind last = GLYPH_BLANK;
    for (const char *at = text, *from = at; *at; from = at) {
        uint32_t glyph = glyph_next(&at);
        enum glyph_kind kind = glyph_kind(glyph);
        if (kind == GLYPH_CONTROL || kind == GLYPH_DIRECTION ||
            (!length && (kind == GLYPH_BLANK || kind == GLYPH_MARK)))
            return false;
        if (kind == GLYPH_HIDDEN && !emoji_part(glyph, before, at))
            continue;
        size_t size = (size_t)(at - from);
        if (length + size > LIMIT_NAME_BYTES)
            return false;
        memcpy(out + length, from, size);
        length += size;
        if (kind != GLYPH_HIDDEN) {
            before = glyph;
            last = kind;
        }
    }
    out[length] = 0;
    return last != GLYPH_BLANK || FAULT(NAME_INVISIBLE);
}

bool name_stored_valid(const char *name)
{
    size_t length = strlen(name);
    return length && length <= LIMIT_NAME_BYTES && name[0] != ' ' && name[length - 1] != ' ' &&
           line_clean(name);
}

/* The next glyph that counts in a comparison of names. */
static uint32_t glyph_compared(const char **at)
{
    uint32_t glyph;
    do
        glyph = glyph_next(at);
    while (glyph && (glyph_kind(glyph) == GLYPH_HIDDEN || glyph_kind(glyph) == GLYPH_BLANK));
    return glyph_fold(glyph);
}

bool name_same(const char *one, const char *other)
{
    uint32_t glyph;
    do {
        glyph = glyph_compared(&one);
        if (glyph != glyph_compared(&other))
            return false;
    } while (glyph);
    return true;
}

/* ---- Addresses ----------------------------------------------------------------------------------------- */

static bool hides(const char *text)
{
    uint32_t glyph;
    while ((glyph = glyph_next(&text))) {
        enum glyph_kind kind = glyph_kind(glyph);
        if (kind == GLYPH_HIDDEN || kind == GLYPH_BLANK || kind == GLYPH_MARK)
            return true;
    }
    return false;
}

bool mail_valid(const char *mail)
{
    const char *at = strchr(mail, '@');
    return at && at != mail && at[1] && !strchr(at + 1, '@') && *mail != '-' && line_clean(mail) &&
           !hides(mail) && !strpbrk(mail, " \t<>,;\"\\");
}
