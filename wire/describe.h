/*
 * describe.h - what a client needs to know of the games before it can show one: the list to choose from, and
 * all texts of one game. Both are the same for every reader.
 */
#ifndef LAN_WIRE_DESCRIBE_H
#define LAN_WIRE_DESCRIBE_H

#include "buf.h"
#include "lan.h"

/*
 * The field `games`: of each finished game the newest version, with title, numbers of players, options with
 * their standard values, and the bots that play it (those that lan_bots lists in this program).
 */
void wire_games_write(struct buf *out);

/*
 * The fields `game`, `version`, `types`, `actions`, `events`, `clauses` and `things`: the names and templates
 * from which a client makes every sentence, and, with the field `intro`, the texts of the rules as they read
 * with the options in force.
 */
void wire_game_write(struct buf *out, const struct lan_rules *rules);

#endif
