/*
 * record_write.h - the writer of records, as their readers need it; record.h has the functions for callers.
 */
#ifndef LAN_RECORD_WRITE_H
#define LAN_RECORD_WRITE_H

#include "record.h"

/*
 * A line shows the first bytes of its link in the hash chain; the document's last field shows all of the last
 * link.
 */
enum { RECORD_LINK_BYTES = 8 };

/* The words of the field "kind". */
extern const char *const record_words[RECORD_KINDS];

/*
 * Writes a record that was read once more: a document says the same as this text, or it was not written by a
 * record writer. Ownership and failure as with record_write_full.
 */
char *record_rewrite(const struct record *record, size_t *length, struct record_problem *problem);

#endif
