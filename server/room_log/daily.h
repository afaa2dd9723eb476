/*
 * daily.h - the deal of a day: which game it is, and the secret from which all its dice follow.
 *
 * A day is a date of UTC by the server's clock; with several nodes that is the database's. The secret of a
 * day is HMAC-SHA-256 of the date under the key file (seal.h), so it is the same at every node, is stored
 * nowhere before somebody plays, and cannot be found from those of other days. The day's name, `daily-DATE`,
 * stands in place of the table's id in the formulas of fair.h: everybody's dice are the same, and each
 * depends on the (stream, index) of its draw alone, so that people who play alike meet the same chance.
 * docs/daily.md tells who may learn what, and when.
 */
#ifndef LAN_SERVER_DAILY_H
#define LAN_SERVER_DAILY_H

#include <stdbool.h>
#include <stdint.h>

#include "fair.h"

struct ask;
struct room_settings;

enum { DAILY_DATE = 10, DAILY_NAME = 6 + DAILY_DATE, DAILY_MS = 24 * 3600 * 1000 };

/* What is played on a day, with the options that the game has by itself. */
struct daily_deal {
    const char *game;
    int seats, mine;   /* the player's seat, 1.. */
    const char *level; /* of the bots at the other seats */
};

/* Days since 1970-01-01 at a time in milliseconds. */
int64_t daily_day(int64_t now);
/* A day as YYYY-MM-DD, from 1970 to 9999; and read from that. False for anything else. */
void daily_date(int64_t day, char date[DAILY_DATE + 1]);
bool daily_day_parse(const char *date, int64_t *day);

/* The deal of a day: the games take turns. */
const struct daily_deal *daily_deal(int64_t day);
/* The settings of its table, by the newest rules; settings_free them. */
void daily_settings(const struct daily_deal *deal, struct room_settings *settings);

/* "daily-" and the date. */
void daily_name(const char *date, char name[DAILY_NAME + 1]);
void daily_secret(const uint8_t seal_key[32], const char *date, uint8_t secret[FAIR_BYTES]);
/* What is published of a day before it: fair_commitment of its secret and its name. */
void daily_commitment(const uint8_t seal_key[32], const char *date, uint8_t commitment[FAIR_BYTES]);
/* The key of the dice of a day by its settings, for those who practise a day that is over. False without
   memory. */
bool daily_dice(const uint8_t seal_key[32], const char *date, const struct room_settings *settings,
                struct lan_dice *dice);

#endif
