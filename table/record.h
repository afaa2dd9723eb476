/*
 * record.h - a match as a JSON document, written and read. The format is described in docs/records.md.
 *
 *   full   the whole log. Only of a match that has ended, by the rules, by resignation or by all agreeing.
 *   save   the whole log of a match at any moment, with the key of its dice: a local file, which says in its
 *          field "save" that it holds the deal. It is never sent to anybody.
 *   seat   what one viewer was told, its own actions among it. May be written, shown and shared at any time.
 *
 * Reading trusts nothing: everything in a document must follow from its head and its log, hashes included. A
 * document that was damaged, cut off or changed is refused with the place and the reason. What differs only
 * in blanks, the order of keys or the escaping of characters is the same document.
 */
#ifndef LAN_RECORD_H
#define LAN_RECORD_H

#include "table.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_BYTES_MAX = 8 << 20, /* of a document, read or written */
};

#define RECORD_SAVE_SAYS "holds the whole deal"

enum record_kind { RECORD_FULL, RECORD_SAVE, RECORD_SEAT, RECORD_KINDS };

/* Why a document is not written or not read. 0 in line or entry is: not about one. */
struct record_problem {
    int line;                         /* of the text, for what is not even JSON */
    uint32_t entry;                   /* of the log, or of what a seat was told */
    char say[LAN_LANGS][LAN_SAY_MAX]; /* the place and the reason, as a sentence */
};

/* ---- Writing ------------------------------------------------------------------------------------------- */

/*
 * Each returns a text that ends in a newline and a 0 byte, its length in `length` unless that is NULL, and
 * that the caller frees. NULL with `problem` filled when it cannot be: no memory, too large, or, for
 * record_write_full, when the match is still running.
 */
char *record_write_full(const struct table *table, size_t *length, struct record_problem *problem);
char *record_write_save(const struct table *table, size_t *length, struct record_problem *problem);
char *record_write_seat(const struct table *table, int viewer, size_t *length,
                        struct record_problem *problem);

/* ---- Reading ------------------------------------------------------------------------------------------- */

/*
 * A document that was read. `table` is the match as it was written: a save goes on where it stopped, with
 * its dice if it had any. Of a seat record it has the game, the rules and the seats of the start, and no
 * entry; what was told is in `told`, whose texts live as long as the record.
 */
struct record {
    enum record_kind kind;
    struct table *table; /* the caller may take it: set it NULL before record_finish */
    uint8_t viewer;      /* seat record: whose */
    uint32_t told_count;
    struct table_told *told;
    void *document; /* keeps the texts of `told` */
};

/* False with `problem` filled, and nothing to finish, when the bytes are refused. */
bool record_read(const char *bytes, size_t size, struct record *record, struct record_problem *problem);
void record_finish(struct record *record);

#endif
