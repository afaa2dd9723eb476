/* record_inside.h - what writing and reading of records share; for the files of this folder alone. */
#ifndef LAN_RECORD_INSIDE_H
#define LAN_RECORD_INSIDE_H

#include "record.h"

/* Bytes of a chain's link that a line shows; the last of a document shows all of its own. */
enum { RECORD_LINK_BYTES = 8 };

extern const char *const record_words[RECORD_KINDS];

/* Where the items of a seat record come from: a table, or a record that was read. */
struct record_source {
    const struct table *table;
    const struct record *record;
    bool (*next)(struct record_source *source, struct table_told *told);
    struct table_reader reader;
    uint32_t at;
};

/* A record that was read, as it would be written: what is not the same was not written so. */
char *record_rewrite(const struct record *record, size_t *length, struct record_problem *problem);

/* Fills a problem about an entry (0: about none), whose number then begins the sentence. */
void record_problem_set(struct record_problem *problem, uint32_t entry, const char *en, const char *fr);

#endif
