/*
 * record.h - a match as a JSON document, written and read. The format is described in docs/records.md.
 *
 *   full   the whole log. Only of a match that has ended, by the rules, by resignation or by all agreeing.
 *   save   the whole log of a match at any moment, with the key of its dice: a local file that is never
 *          sent to anybody. Its field "save" warns that it holds the deal.
 *   seat   what one viewer was told, its own actions among it. May be written, shown and shared at any time.
 *
 * This header has writing and what a record is; record_read.h reads a document, record_build.h builds the
 * match of one without a JSON reader.
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

/* Why a document is not written or not read. Line and entry are 0 where the problem is not about one. */
struct record_problem {
    int line;                         /* of the text, where it is not JSON */
    uint32_t entry;                   /* of the log, or of what a seat was told */
    char say[LAN_LANGS][LAN_SAY_MAX]; /* the place and the reason, as a sentence */
};

enum { RECORD_SEEN_BYTES = 32 };

/*
 * What a device saw and gave in the exchange of bytes behind fair dice, as the device kept it itself
 * (docs/fair-dice.md). A server writes none: who keeps a record adds it.
 */
struct record_seen {
    int round;                             /* 0: the record has none */
    uint16_t seats;                        /* of the device, by bit */
    uint16_t hashed;                       /* seats whose hash was shown before the device gave its bytes */
    uint8_t commitment[RECORD_SEEN_BYTES]; /* as the server published it before that */
    uint8_t bytes[RECORD_SEEN_BYTES];      /* the device's own */
    bool ruled;                            /* whether `rules` was shown, as servers do since it exists */
    uint8_t rules[RECORD_SEEN_BYTES];      /* the hash of the rules that the exchange was for */
    uint8_t hash[LAN_SEATS_MAX][RECORD_SEEN_BYTES];
};

/*
 * A document that was read. `table` is the match as it was written; a save goes on where it stopped, with its
 * dice if it had any. The table of a seat record has the game, the rules and the seats of the start, and no
 * entry: what was told is in `told`, whose texts live as long as the record.
 */
struct record {
    enum record_kind kind;
    struct table *table; /* the caller may take it: set it NULL before record_finish */
    uint8_t viewer;      /* seat record: whose */
    struct record_seen seen;
    uint32_t told_count;
    struct table_told *told;
    void *document; /* the JSON that owns the texts of `told` */
};

/*
 * Each returns a text that ends in a newline and a 0 byte and that the caller frees; its length is in
 * `length` unless that is NULL. NULL with `problem` filled when there is no memory, when the text would be
 * longer than RECORD_BYTES_MAX, and from record_write_full when the match is still running.
 */
char *record_write_full(const struct table *table, size_t *length, struct record_problem *problem);
char *record_write_save(const struct table *table, size_t *length, struct record_problem *problem);
char *record_write_seat(const struct table *table, int viewer, size_t *length,
                        struct record_problem *problem);

/*
 * What begins every record of the match, {"lanterne":1,"match":{...},"match_hash":...}: for a keeper who
 * stores the lines of the log one by one. It holds no secret.
 */
char *record_write_head(const struct table *table, size_t *length, struct record_problem *problem);

#endif
