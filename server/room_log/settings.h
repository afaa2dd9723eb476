/* settings.h - the settings of a table: game, options, clock, watching. */
#ifndef LAN_SERVER_SETTINGS_H
#define LAN_SERVER_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "lan.h"
#include "server.h"

struct ask;
struct buf;
struct lan_config;
struct lan_game;

enum room_absence { ABSENCE_WAIT, ABSENCE_REMIND, ABSENCE_BOT, ABSENCE_VOTE };

enum room_watching { WATCHING_OPEN, WATCHING_LATE, WATCHING_NONE };

extern const char *const room_absence_words[];
extern const char *const room_watching_words[];

struct room_settings {
    const struct lan_game *game;
    json_t *options; /* those that were given, by name; NULL for none */
    int seats;
    char name[NAME_SIZE];
    bool listed, hints, undo, notebook, fair;
    bool rated; /* its game counts for the ratings of its people (rated.h) */
    int64_t clock_game, clock_increment, clock_move, clock_window; /* seconds */
    bool clock_fixed; /* windows last clock_window, and every answer is held to their end */
    enum room_absence absence;
    enum room_watching watching;
};

/*
 * Reads settings from JSON; settings_free them. False with the ask refused when they are wrong. Without an
 * ask they are those of a stored table, which keeps the version of the rules it began with; otherwise they
 * get the newest.
 */
bool settings_read(struct ask *ask, json_t *json, struct room_settings *settings);
void settings_write(struct buf *out, const char *key, const struct room_settings *settings);
/*
 * Into an object: the options that were set, without long texts, the clock where there is one, and
 * `rated`.
 */
void settings_rules_write(struct buf *out, const struct room_settings *settings);
void settings_free(struct room_settings *settings);
/* Slow play: an hour or more for a move, a day or more for the game. */
bool settings_slow(const struct room_settings *settings);
/* The configuration that the options make; its texts are those of the settings, which must outlive it. */
void settings_config(const struct room_settings *settings, struct lan_config *config);
/* The hash of the rules of a match with these settings (table_rules_hash). False without memory. */
bool settings_rules_hash(const struct room_settings *settings, uint8_t hash[LAN_HASH_BYTES]);

#endif
