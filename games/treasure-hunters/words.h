/* words.h - the table in sentences: shown under the picture, or in its place in LAN_STYLE_PLAIN. */
#ifndef LAN_TREASURE_HUNTERS_WORDS_H
#define LAN_TREASURE_HUNTERS_WORDS_H

#include "treasure-hunters.h"

#include "draw.h"

struct th_teller {
    const struct th_rules *rules;
    const struct th_public *pub;
    const struct lan_reader *reader;
    struct lan_text *out;
};

/* The initial of a hunter's colour. */
char th_hunter_letter(int hunter, enum lan_lang lang);

void th_say(const struct th_teller *teller, const char *en, const char *fr);
void th_say_word(const struct th_teller *teller, int type, int value);

/* tour.c: the part of the house that the reader names (struct lan_reader); nothing when there is none. */
void th_tell_part(const struct th_teller *teller);

/* Append whole lines: the rooms, jewels and cards, the hunters' places, and what the roll reaches. */
void th_tell_rooms(const struct th_teller *teller);
void th_tell_room(const struct th_teller *teller, int room);
void th_tell_standing(const struct th_teller *teller);
void th_tell_hunters(const struct th_teller *teller);
void th_tell_reach(const struct th_teller *teller);

#endif
