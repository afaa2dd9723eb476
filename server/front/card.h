/*
 * card.h - what a link to a table shows of it to somebody who has only the link: a title, a sentence, and a
 * picture.
 *
 * A table is public when it is listed, anybody may watch it and it has no password. Of a public one the card
 * has what the list of tables and the table's page show everybody: its name, the players, and how it stands;
 * of a game that is played nothing else, however public a move is. Of every other table the card has the game
 * alone.
 */
#ifndef LAN_SERVER_CARD_H
#define LAN_SERVER_CARD_H

#include <stdbool.h>

#include "hash.h"
#include "lan.h"
#include "picture.h"

struct buf;
struct room_log;

struct card {
    char title[PICTURE_LINE];
    struct picture picture;
};

bool card_public(const struct room_log *log);
/* `named`: with what only a public table, or one's own, shows. */
void card_fill(struct card *card, const struct room_log *log, enum lan_lang lang, bool named);
/* What the picture depends on: two cards with the same key have the same one. */
void card_key(const struct card *card, uint8_t key[LAN_HASH_BYTES]);
/* A text in HTML, also inside an attribute. */
void html_text(struct buf *out, const char *text);

#endif
