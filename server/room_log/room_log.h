/*
 * room_log.h - a table as its log tells it: everything that follows from the stored entries, and nothing that
 * is live.
 *
 * An entry is a JSON object {"t":KIND,"at":TIME,...}. room_log_apply carries out every kind of entry, when a
 * log is loaded and when an entry has just been made; so a table that was loaded equals the one that was
 * played. Needs no server: times come from the entries, compiled rules from a cache that the owner gives.
 *
 * While a game is played the match moves first and its entry is written from what it did. So the match may be
 * ahead of the log by the entries of the match after `stored`; applying the entry that lists them does not
 * make them again.
 */
#ifndef LAN_SERVER_ROOM_LOG_H
#define LAN_SERVER_ROOM_LOG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daily.h"
#include "fair.h"
#include "map.h"
#include "server.h"
#include "settings.h"
#include "standing.h"
#include "table.h"

struct buf;
struct room_rating;
struct rulebook_cached;

enum { ROOM_HASH = 32 };

enum room_state { ROOM_SEATING, ROOM_DICE, ROOM_PLAYING, ROOM_OVER, ROOM_CLOSED };

/* The states as entries, summaries and the protocol name them. */
extern const char *const room_state_words[];

/* Standing answers as the protocol names them. */
extern const char *const room_standing_words[];

struct room_seat {
    enum table_holder kind;     /* of the holder; a stand-in does not change it */
    char person[ID_PERSON + 1]; /* kind TABLE_PERSON */
    char name[NAME_SIZE];
    char level[NAME_SIZE]; /* of a bot, or of the stand-in */
    bool standin;          /* a bot plays for the person */
    bool left;             /* the person gave the seat to a bot for good */
    bool ready;            /* the person is ready to begin */
    enum standing standing;
    uint32_t held_decision; /* the question to which `held` answers (room_window.h); 0 for none */
    lan_action held;
    uint16_t bot_votes; /* seats, by bit, that voted for a stand-in here */
    uint8_t *offer;     /* the hash of an open offer's secret, ROOM_HASH bytes; NULL for none */
};

/* A match and the rules it is played by. Counted by references, because worker threads read its rules. */
struct match {
    struct table *table;
    struct rulebook_cached *rulebook;
    int refs;
};

/* The id of an accepted move, by which a repeated one is recognised. */
struct room_move {
    uint64_t hash;
    uint8_t seat;
};

/* A few persons, by id, with the name they had then where that is kept. */
struct people {
    struct people_one {
        char id[ID_PERSON + 1], name[NAME_SIZE];
    } * one;
    int count;
};

/* The last vote that was refused: by which seat, and about which a bot was voted on; 0 for none. */
struct room_refusal {
    int by, about;
};

/* The game of one person at the deal of a day (daily.h). */
struct room_daily {
    char date[DAILY_DATE + 1];
    bool named;  /* the ranking may show the person's name */
    bool counts; /* the account was there before the day; only such a one begins a game, and is ranked */
    /* The day was not over when the owner last looked: nobody but the player may learn anything of the game.
       The owner clears it. */
    bool sealed;
};

/* A table's password, hashed. A rematch copies the lock; the plaintext is gone, so the salt stays the
   first table's id. */
struct room_lock {
    char salt[ID_TABLE + 1];
    uint8_t hash[ROOM_HASH];
};

/* What most tables lack, and what depends on the number of seats, is allocated when there is some of it. */
struct room_log {
    struct map *rulebooks; /* the owner's cache; see rulebook_cache.h */
    char id[ID_TABLE + 1], rematch[ID_TABLE + 1], parent[ID_TABLE + 1];
    char host[ID_PERSON + 1];
    enum room_state state;
    bool info_changed; /* an entry has changed what the table's info tells; the owner clears it */
    bool verifiable;
    bool brought;             /* its game was begun on a device */
    struct room_daily *daily; /* of a daily deal; NULL for other tables */
    struct room_settings settings;
    struct room_lock *lock; /* NULL without a password */
    int64_t created;
    struct room_seat *seat; /* settings.seats of them; NULL before the first entry */
    struct people removed, muted;
    json_t *words;               /* that the host has replaced by stars; NULL for none */
    struct match *match;         /* NULL before the game */
    struct room_rating *ratings; /* by seat, of a rated game; NULL for none (rated.h) */
    struct fair fair;            /* fair_clear before it is replaced */
    uint32_t secrets;            /* how often an entry has committed the server to a new secret */
    int64_t dice_until;          /* the end of the present round of the exchange */
    uint16_t agreed;             /* seats that have voted for an end without a result */
    struct room_refusal refused;
    uint32_t stored;  /* entries of the match that are in the log */
    uint64_t entries; /* applied so far */
    uint32_t asides;  /* of these, those that are not the game's own */
    struct room_move *moves;
    size_t move_count, move_capacity;
};

/* A log before its first entry. `rulebooks` must outlive it and every match taken from it. */
void room_log_init(struct room_log *log, const char *id, struct map *rulebooks);
void room_log_free(struct room_log *log);
/* Back to before the first entry, with the same id and cache. */
void room_log_reset(struct room_log *log);

/* Carries out an entry. False when it cannot stand here, because the log is damaged; then the log is only
   good for room_log_free and room_log_reset. */
bool room_log_apply(struct room_log *log, json_t *entry);
/*
 * Carries out an entry "play" that lists what the match has just done, without parsing it: the same as
 * room_log_apply with its JSON. `move` is the id of the seat's move, NULL for none.
 */
void room_log_apply_play(struct room_log *log, int seat, const char *move);

/* Begins an entry: {"t":KIND,"at":AT */
void entry_begin(struct buf *out, const char *kind, int64_t at);
/*
 * The entries of a match after number `after`, as the array "e" of an entry. Returns the number of the last.
 */
uint32_t entry_moves_write(struct buf *out, const struct table *table, uint32_t after);

/* A match of the table's settings and seats before its first move, with the dice's commitments; it is not
   yet the log's. `fair` is its exchange. NULL when memory is missing. */
struct match *room_log_match_create(const struct room_log *log, const struct fair *fair, int64_t at);
void match_unref(struct match *match);
/*
 * The keys of the dice of a match of this table, and of its bots, from its exchange and the server's secret.
 */
void room_log_keys(const struct room_log *log, const struct table *table, const struct fair *fair,
                   const uint8_t *secret, struct lan_dice *dice, uint8_t bots[FAIR_BYTES]);

/*
 * The name under which the secret of the table's dice was committed to: the table's id, or for a daily deal
 * the day's name (daily.h), so that everybody's dice are the same.
 */
const char *room_log_dice_name(const struct room_log *log, char name[DAILY_NAME + 1]);

/* The match has made moves that no entry lists yet. */
bool room_log_behind(const struct room_log *log);
/* The person holds the seat. */
bool room_log_holds(const struct room_log *log, int seat, const char *person);
/* The seat has made a move with an id of this hash (map_hash). */
bool room_log_move_known(const struct room_log *log, int seat, uint64_t hash);
bool people_contain(const struct people *people, const char *person);

#endif
