/* record_parse.h - single lines of records, and comparing documents: for record_read.c, and for bots that are told. */
#ifndef LAN_RECORD_PARSE_H
#define LAN_RECORD_PARSE_H

#include <jansson.h>

#include "record.h"

/* record_read.c: fill a problem and return false. */
bool record_refuse(struct record_problem *problem, uint32_t entry, const char *en, const char *fr);
bool record_refuse_field(struct record_problem *problem, uint32_t entry, const char *field);

/* A member of an object: a number in a range, one of some words (its index), bytes in hexadecimal. */
bool json_range(const json_t *object, const char *name, int64_t min, int64_t max, int64_t *out);
bool json_word(const json_t *object, const char *name, const char *const *words, int count, int *out);
bool json_bytes(const json_t *value, uint8_t *bytes, size_t count);

/* Whether a value is the beginning of a hash that a line shows. */
bool json_link_fits(const json_t *value, const uint8_t hash[LAN_HASH_BYTES]);

/* A line of the log and of what was told. Texts stay in the line. */
bool record_parse_entry(const struct lan_game *game, json_t *line, uint32_t number, struct table_entry *entry,
                        struct record_problem *problem);
bool record_parse_told(const struct table *table, json_t *line, uint32_t number, struct table_told *told,
                       struct record_problem *problem);

/* Whether a document is the one written; the problem names the first place where it is not. */
bool record_same(json_t *document, json_t *written, struct record_problem *problem);

#endif
