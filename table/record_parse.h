/*
 * record_parse.h - the JSON of single lines: a line of a log or of what was told, from any source of such
 * lines (a record, a stored log, a message to a bot), and the comparison of two documents.
 *
 * Texts are not copied: they live as long as the JSON. Functions with `problem` return false with it filled.
 * In the library lan_record_json, which needs jansson.
 */
#ifndef LAN_RECORD_PARSE_H
#define LAN_RECORD_PARSE_H

#include <jansson.h>

#include "record.h"

/*
 * A member of an object: a number within a range, or the index of one of some words. False when it is
 * neither.
 */
bool json_range(const json_t *object, const char *name, int64_t min, int64_t max, int64_t *out);
bool json_word(const json_t *object, const char *name, const char *const *words, int count, int *out);

/* A value that is a text of exactly `count` bytes in hexadecimal. */
bool json_bytes(const json_t *value, uint8_t *bytes, size_t count);

/* Line `number` of a log. */
bool record_parse_entry(const struct lan_game *game, json_t *line, uint32_t number, struct table_entry *entry,
                        struct record_problem *problem);

/* Item `number` that a viewer of this table was told. */
bool record_parse_told(const struct table *table, json_t *line, uint32_t number, struct table_told *told,
                       struct record_problem *problem);

/*
 * Whether a document has the same values as the one written; the problem names the first place that differs.
 */
bool record_same(json_t *document, json_t *written, struct record_problem *problem);

#endif
