/*
 * describe.h - what a client needs to know of the games before it can show one: the list to choose from, and
 * all texts of one game. Both are the same for every reader.
 */
#ifndef LAN_WIRE_DESCRIBE_H
#define LAN_WIRE_DESCRIBE_H

#include "buf.h"
#include "lan.h"

enum {
    WIRE_ALL_LANGS = (1 << LAN_LANGS) - 1, /* a mask of languages */
    WIRE_TAG = 17                          /* a tag of 16 characters and a 0 byte */
};

/*
 * The field `games`: of each finished game the newest version, with title, numbers of players, options with
 * their standard values, and the bots that play it (those that lan_bots lists in this program).
 */
void wire_games_write(struct buf *out, unsigned langs);

/*
 * The fields `game`, `version`, `types`, `actions`, `events`, `clauses` and `things`: the names and templates
 * from which a client makes every sentence, and, with the field `intro`, the texts of the rules as they read
 * with the options in force. `langs` is the mask of the languages that are written.
 */
void wire_game_write(struct buf *out, const struct lan_rules *rules, unsigned langs);

/* The language that a client calls "en" or "fr"; false for any other name. */
bool wire_lang_find(const char *id, size_t length, enum lan_lang *found);

/*
 * A hash of all texts that wire_game_write takes from the game, before the options are applied: while it
 * stays, so does what wire_game_write writes for the same seats, options and languages.
 */
void wire_game_tag(const struct lan_game *game, char tag[WIRE_TAG]);

#endif
