/*
 * rated.h - rated games: what a table keeps of the ratings (rating.h) of its people, whether a game counts
 * for them, and what it says about each.
 *
 * What was known of everybody is read when the host starts the game and lies in the entry that does so,
 * for the dice or for the match. All else follows from the log, so every node gives the same numbers at
 * any time.
 *
 * A game counts when the table is rated, everybody who was there at its start is there at its end, nobody
 * else or a bot has played a seat meanwhile, the rules ended it, and its dice were the server's from the
 * beginning.
 */
#ifndef LAN_SERVER_RATED_H
#define LAN_SERVER_RATED_H

#include <jansson.h>
#include <stdbool.h>

#include "rating.h"
#include "server.h"

struct buf;
struct lan_rules;
struct room_log;

/* What was known of a seat's person when the game began. */
struct room_rating {
    char person[ID_PERSON + 1];
    struct rating rating;
    bool given; /* somebody else has held the seat since */
};

enum rated {
    RATED_NOT,   /* the table is not rated, or its game has not begun */
    RATED_GOOD,  /* so far, or counted */
    RATED_LEFT,  /* somebody left, gave the seat away, or a bot has played for somebody */
    RATED_ENDED, /* without a result of the rules: resigned, agreed */
    RATED_OTHER, /* brought, branched, or on a server for tests: the dice prove nothing */
};

/* The words of the protocol; NULL for the first two. */
extern const char *const rated_words[];

/* Whether games of these rules can be rated at all: at least two seats, and odds for them. */
bool rated_possible(const struct lan_rules *rules);
/* All seats are held by persons, each by another one. */
bool rated_people(const struct room_log *log);

/* The field `ratings` of an entry: one for each seat. */
void rated_write(struct buf *out, const struct room_rating *ratings, int seats);
/* Reads that field, when there is one, into the log. False when it is damaged. */
bool rated_read(struct room_log *log, json_t *entry);
/* The seats of a person are another person's from here on, who is the same one. */
void rated_heir(struct room_log *log, const char *from, const char *to);
/*
 * A seat is a person's from here on. Whoever gives it away and takes it back has not played the whole game.
 */
void rated_give(struct room_log *log, int seat, const char *person);

enum rated rated_state(const struct room_log *log);
/* What the game says about the person of a seat. False unless the game is over and counts. */
bool rated_evidence(const struct room_log *log, int seat, struct rating_evidence *evidence);

/* Evidence as the field `rated` of what a person keeps of a game (played.h), and back. */
void rated_evidence_write(struct buf *out, const struct rating_evidence *evidence);
bool rated_evidence_read(const json_t *mine, struct rating_evidence *evidence);
/* A rating as a field: points and margin. */
void rated_shown_write(struct buf *out, const char *key, const struct rating *rating);

#endif
