/*
 * edition.h - the names of another edition of a game, such as those of its French rulebook.
 *
 * An edition changes words on the screen and nothing else: notation, records and hashes have ids. It is a
 * list of spellings, each a text as the tables and sentences of the game have it and what stands in its
 * place. Of several that fit at one point the first in the list counts. A text fits at the borders of words
 * only; one that begins with a small letter also fits with a capital, and is replaced with one.
 */
#ifndef LAN_EDITION_H
#define LAN_EDITION_H

#include "draw.h"

struct lan_spelling {
    const char *from, *to;
};

struct lan_edition {
    enum lan_lang lang; /* the only language in which it has other names */
    int count;
    const struct lan_spelling *spelling;
};

/*
 * Appends a text as the reader's edition spells it; as it is without an edition or in another language. Names
 * of seats (reader->names, which may be NULL) are left alone.
 */
void lan_spell(const struct lan_reader *reader, const char *text, struct lan_text *out);

/* The same for a whole word of the game's tables. */
const char *lan_spell_word(const struct lan_reader *reader, const char *word);

#endif
