/*
 * meaning.h - what the fields of a game's views and arrays mean, in words, for `lanterne describe` and the
 * documents made by it. Each game has a table beside its fields (games/GAME/meanings.c); `describe` refuses a
 * field without a row and a row without a field, so that neither can be forgotten.
 */
#ifndef LAN_MEANING_H
#define LAN_MEANING_H

#include "lan.h"

/*
 * `path` is that of a field of the view as `describe` writes it, "seats[].hand.*": an asterisk stands for any
 * one key or element. For a part of the array it is the part's name after a colon, ":phase". A table ends
 * with a path that is NULL. Sentences are in Markdown, without a full stop.
 */
struct lan_meaning {
    const char *path, *says;
};

/* The row for a path, NULL when there is none. */
const struct lan_meaning *lan_meaning_find(const struct lan_meaning *table, const char *path);

/* The table of a game, NULL when it has none: games of the tests. In games/registry.c. */
const struct lan_meaning *lan_game_meanings(const struct lan_game *game);

#endif
