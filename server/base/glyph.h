/*
 * glyph.h - code points of texts that people enter, sorted by what a reader sees of them.
 *
 * Texts are valid UTF-8: the JSON reader refuses anything else.
 */
#ifndef LAN_SERVER_GLYPH_H
#define LAN_SERVER_GLYPH_H

#include <stdbool.h>
#include <stdint.h>

enum glyph_kind {
    GLYPH_SEEN,      /* has a shape of its own */
    GLYPH_BLANK,     /* spaces of any width (category Zs) */
    GLYPH_MARK,      /* drawn on the glyph before it: accents, vowel points */
    GLYPH_HIDDEN,    /* nothing to see: default-ignorable, fillers, private use, no characters at all */
    GLYPH_CONTROL,   /* control characters, separators of lines and paragraphs */
    GLYPH_DIRECTION, /* embeds, overrides or isolates the direction of the text after it */
};

/* The next code point of a text; moves `at` behind it. 0 at the end. */
uint32_t glyph_next(const char **at);
enum glyph_kind glyph_kind(uint32_t glyph);
/*
 * Whether it belongs to the blocks of symbols and emoji, which a joiner or a variation selector may follow.
 */
bool glyph_pictograph(uint32_t glyph);
/* In lower case: ASCII, Latin, Greek and Cyrillic; others are left as they are. */
uint32_t glyph_fold(uint32_t glyph);

#endif
