/*
 * view_fields.h - the fields of a game's views with their types, collected by writing many views: the view of
 * every seat and of the watcher at every step of random games. What never occurs in these is not listed.
 */
#ifndef LAN_VIEW_FIELDS_H
#define LAN_VIEW_FIELDS_H

#include "lan.h"

enum { FIELDS_MAX = 512, FIELD_PATH = 128, FIELD_TEXTS = 24, FIELD_TEXT = 40, FIELD_SLOTS = 2048 };

/* The kinds of values that a field had, by bit. */
enum field_kind { FIELD_OBJECT, FIELD_ARRAY, FIELD_NUMBER, FIELD_FLAG, FIELD_STRING, FIELD_NONE };

struct field {
    char path[FIELD_PATH]; /* "seats[].hand.tandem" */
    int parent;            /* index of the object or array it is in; -1 at the top */
    size_t name;           /* where the path's last part begins, without its point: a key or "[]" */
    unsigned kinds;
    uint64_t written; /* how often; less than its object was opened: it can be missing */
    uint64_t opened;  /* of these as an object or array */
    int64_t low, high;
    int text_count; /* different strings; FIELD_TEXTS + 1: more than are kept */
    char text[FIELD_TEXTS][FIELD_TEXT];
    uint64_t types; /* the game's types that have all the strings as ids, by bit */
};

struct fields {
    int count;
    struct field field[FIELDS_MAX];
    uint64_t views;
    uint16_t slot[FIELD_SLOTS]; /* by parent and name: the index of a field plus 1, 0 when free */
};

/* Adds the fields of the views of `games` random games with these rules. */
void view_fields_add(struct fields *fields, const struct lan_rules *rules, int games);

#endif
