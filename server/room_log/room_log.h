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

#include "fair.h"
#include "server.h"
#include "settings.h"
#include "table.h"

struct buf;
struct lan_dice;
struct room;
struct rulebook_cached;

enum { ROOM_HASH = 32 };

enum room_state { ROOM_SEATING, ROOM_DICE, ROOM_PLAYING, ROOM_OVER, ROOM_CLOSED };

extern const char *const room_state_words[];

struct room_seat {
    enum table_holder kind;     /* who holds it; a stand-in does not change it */
    char person[ID_PERSON + 1]; /* kind TABLE_PERSON */
    char name[NAME_SIZE];
    char level[NAME_SIZE]; /* of a bot, or of the stand-in */
    bool standin, left, passes;
    uint16_t bot_votes; /* who wants a stand-in here */
    uint8_t *offer;     /* the hash of an open offer's secret, ROOM_HASH bytes; NULL for none */
};

/* The match, kept alive while worker threads read its rules. */
struct match {
    struct table *table;
    struct rulebook_cached *rulebook;
    int refs;
};

struct room_move {
    uint64_t hash;
    uint8_t seat;
};

/* A few persons, by id. */
struct people {
    char (*id)[ID_PERSON + 1];
    int count;
};

/* A table's password. One that follows another takes its lock along, and nobody here knows the password: so the salt
   is the id of the table it was first given for. */
struct room_lock {
    char salt[ID_TABLE + 1];
    uint8_t hash[ROOM_HASH];
};

/* What follows from the stored entries. What depends on the number of seats is allocated when there is some of it. */
struct room_log {
    char id[ID_TABLE + 1], rematch[ID_TABLE + 1], parent[ID_TABLE + 1];
    char host[ID_PERSON + 1];
    enum room_state state;
    bool info_changed; /* something that room_push_info tells */
    bool verifiable;
    struct room_settings settings;
    struct room_lock *lock; /* NULL without a password */
    int64_t created;
    struct room_seat *seat; /* settings.seats of them */
    struct people removed, muted;
    struct match *match; /* NULL before the game */
    struct fair fair;    /* fair_clear before it is replaced */
    int64_t dice_until;
    uint32_t stored; /* entries of the match that are in the log */
    uint64_t seq;    /* entries in the log */
    struct room_move *moves;
    size_t move_count, move_room;
};

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
