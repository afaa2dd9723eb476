/*
 * item_json.h - log entries and told items as JSON: the parts that table_told_json and table_entry_json
 * share.
 */
#ifndef LAN_TABLE_ITEM_JSON_H
#define LAN_TABLE_ITEM_JSON_H

#include "inside.h"

/* The words of records for the kinds of entries. */
extern const char *const entry_words[TABLE_ENTRY_KINDS];

/* A viewer as records name it: the number of a seat, from 1, or "watcher". */
void viewer_json(int viewer, struct lan_text *out);

/* The kind of notice that a record's word names; false when there is none. */
bool told_kind_find(const char *word, enum table_told_kind *kind);

#endif
