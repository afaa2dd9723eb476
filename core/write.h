/*
 * write.h - writing a view field by field.
 *
 * A game's view_write calls these functions in order and does not know the format: JSON here, an outline in
 * the terminal, a Python object elsewhere. Inside an array the key is NULL.
 */
#ifndef LAN_WRITE_H
#define LAN_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "lan.h"

struct lan_writer {
    void (*open_object)(struct lan_writer *writer, const char *key);
    void (*open_array)(struct lan_writer *writer, const char *key);
    void (*close)(struct lan_writer *writer); /* ends the innermost object or array */
    void (*number)(struct lan_writer *writer, const char *key, int64_t value);
    void (*flag)(struct lan_writer *writer, const char *key, bool value);
    void (*string)(struct lan_writer *writer, const char *key, const char *value);
    void (*none)(struct lan_writer *writer, const char *key); /* the value is absent or unknown */
    bool unaided; /* leave out derived fields, as in struct lan_reader */
};

/* Writes the id of a value of one of the game's types; seats as numbers 1..8, LAN_HIDDEN as none. */
void lan_write_value(struct lan_writer *writer, const char *key, const struct lan_game *game, int type,
                     int value);

enum { LAN_WRITE_DEPTH_MAX = 16 };

/*
 * A writer of compact JSON into a lan_text. `base` comes first, so that &json->base is the writer. Nesting
 * deeper than LAN_WRITE_DEPTH_MAX is a programmer error.
 */
struct lan_json {
    struct lan_writer base;
    struct lan_text *out;
    uint8_t depth;
    char closer[LAN_WRITE_DEPTH_MAX];
    bool first[LAN_WRITE_DEPTH_MAX];
};

void lan_json_init(struct lan_json *json, struct lan_text *out);

/* Writes a value that is JSON already: a number with a fraction, an object written before. */
void lan_json_value(struct lan_json *json, const char *key, const char *value);

/* Appends a string as JSON, quoted and escaped. */
void lan_json_string(struct lan_text *out, const char *value);

/* The whole view as one JSON object; `view` must have been observed under `rules`. */
void lan_view_json(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out);
/* The same without derived fields (notebook off). */
void lan_view_json_unaided(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out);

/* An event, as told to a viewer, as a JSON object with ids: for the protocol, records and scripts. */
void lan_event_json(const struct lan_game *game, const struct lan_event *event, struct lan_text *out);

#endif
