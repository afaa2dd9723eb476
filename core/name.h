/* name.h - people's names in sentences. */
#ifndef LAN_NAME_H
#define LAN_NAME_H

#include "lan.h"

/*
 * Appends a name. In French, "de " at the end of the text becomes "d'" before a vowel: "d'Invité", "de Zoé".
 * An h and a y before a vowel are no vowels here ("de Hugo", "de Yann"): the letter does not tell the sound.
 */
void lan_name_add(struct lan_text *out, enum lan_lang lang, const char *name);

#endif
