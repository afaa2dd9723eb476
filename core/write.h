/*
 * write.h - how a view is written field by field.
 *
 * A game's view_write calls these in order and knows nothing of the form: JSON here, an outline in the
 * terminal, a Python object elsewhere. Inside an array the key is NULL.
 */
#ifndef LAN_WRITE_H
#define LAN_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "lan.h"

struct lan_writer {
    void (*open_object)(struct lan_writer *writer, const char *key);
    void (*open_array)(struct lan_writer *writer, const char *key);
    void (*close)(struct lan_writer *writer); /* the innermost object or array */
    void (*number)(struct lan_writer *writer, const char *key, int64_t value);
    void (*flag)(struct lan_writer *writer, const char *key, bool value);
    void (*string)(struct lan_writer *writer, const char *key, const char *value);
    void (*none)(struct lan_writer *writer, const char *key); /* not there, or not known */
    bool unaided; /* leave out what the game concludes for the reader, as in struct lan_reader */
};

/* The id of a value of one of the game's types; seats come out as numbers 1..8, LAN_HIDDEN as none. */
void lan_write_value(struct lan_writer *writer, const char *key, const struct lan_game *game, int type,
                     int value);

enum { LAN_WRITE_DEPTH_MAX = 16 };

/* JSON into a lan_text, without blanks. The base comes first, so the struct is a writer. */
struct lan_json {
    struct lan_writer base;
    struct lan_text *out;
    uint8_t depth;
    char closer[LAN_WRITE_DEPTH_MAX];
    bool first[LAN_WRITE_DEPTH_MAX];
};

void lan_json_init(struct lan_json *json, struct lan_text *out);

/* A value that is JSON already: a number with a fraction, an object written before. */
void lan_json_value(struct lan_json *json, const char *key, const char *value);

/* A string with its quotes, escaped. */
void lan_json_string(struct lan_text *out, const char *value);

/* The whole view of a seat as one JSON object; `view` must have been observed under `rules`. */
void lan_view_json(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out);
/* The same for somebody who has to remember and conclude by themselves. */
void lan_view_json_unaided(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out);

/* An event, as told, as a JSON object with ids: for protocol, records and scripts. */
void lan_event_json(const struct lan_game *game, const struct lan_event *event, struct lan_text *out);

#endif
