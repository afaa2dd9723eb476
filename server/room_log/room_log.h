/*
 * room_log.h - carries out the entries of a table's log, on loading and live alike.
 *
 * Entries are JSON objects {"t":KIND,"at":TIME,...}.
 */
#ifndef LAN_SERVER_ROOM_LOG_H
#define LAN_SERVER_ROOM_LOG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct buf;
struct lan_dice;
struct match;
struct people;
struct room;

enum { ROOM_HASH = 32 };

enum room_state { ROOM_SEATING, ROOM_DICE, ROOM_PLAYING, ROOM_OVER, ROOM_CLOSED };

extern const char *const room_state_words[];
/* Carries out an entry. False when it cannot stand here: the log is damaged. */
bool room_apply(struct room *room, json_t *entry);
/* What an entry "play" does besides moving the match: keeps the move's id (NULL: none), looks where that has led. */
void room_played(struct room *room, int seat, const char *move);
/* The entries of the match that are not yet in the log, as the array "e" of an entry. */
void room_entries_write(struct room *room, struct buf *out);
void match_unref(struct match *match);
bool room_moves_find(const struct room *room, int seat, uint64_t hash);
void room_settle(struct room *room); /* after the match moved: is it over? what comes next? */
bool people_have(const struct people *people, const char *person);
/* Begins an entry: {"t":KIND,"at":NOW */
void entry_begin(struct buf *out, const struct room *room, const char *kind);
/* The match begins: all seats are taken, the dice are known. */
bool room_start_match(struct room *room, int64_t at, const struct lan_dice *dice);

#endif
