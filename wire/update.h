/*
 * update.h - what a viewer of a table is sent: the whole of it, or what is new since the last time.
 *
 * An update is a JSON object: told items, the view, whose turn it is, the viewer's own list of actions, the
 * prompt, the clock, the result (docs/protocol.md). It is made from a table and a viewer; everything in it
 * comes from the functions of table.h "for a seat", so it holds nothing that the viewer may not know. Rights,
 * connections and envelopes are the caller's: whoever is handed an update for a seat must have the right to
 * that seat.
 *
 * The course of a viewer: wire_update_write once, with `sent` to begin with, and after every change of the
 * table wire_update_next, which writes the difference, or nothing when nothing has changed for this viewer. A
 * client that applies the differences in turn has what wire_update_write would write.
 */
#ifndef LAN_WIRE_UPDATE_H
#define LAN_WIRE_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "lan.h"
#include "table.h"

struct wire_past;

/* A viewer of a table, and those settings of the table that change what is written. */
struct wire_viewer {
    struct table
        *table;      /* not changed, but for hash chains, which a table computes when they are asked for */
    int viewer;      /* a seat or LAN_WATCHER */
    bool unaided;    /* without the fields of the view that the game derives for the reader */
    bool undo;       /* taking back is allowed at this table: without it, none is offered */
    bool closed;     /* the match was ended from outside: nothing may be done, and there is no result */
    uint32_t behind; /* of a watcher: sees the position so many told items ago; 0: the present one */
    int64_t now;     /* by the table's clock; for the time that is left */
    struct wire_past *past; /* shared by the viewers of one round of pushes (steps.h); may be NULL */
};

/* What a viewer was sent last. Made by the functions below; NULL before that. */
struct wire_sent;
void wire_sent_free(struct wire_sent *sent); /* NULL is allowed */

/*
 * The field `update` with the told items after number `since` (all of them when it is 0 or past the last) and
 * the whole view. Where `sent` is not NULL, `*sent` is replaced by what was written here.
 */
void wire_update_write(struct buf *out, const struct wire_viewer *viewer, uint32_t since,
                       struct wire_sent **sent);

/*
 * The field `update` with what has changed since `*sent`, which is replaced. Everything, if that is NULL or
 * if it is ahead of the table: a log may have lost its end. False, with nothing written, when nothing has
 * changed for this viewer.
 *
 * `out` gets the fields of the view that changed as wholes, `parts` only the values within them
 * (docs/protocol.md); either may be NULL.
 */
bool wire_update_next(struct buf *out, struct buf *parts, const struct wire_viewer *viewer,
                      struct wire_sent **sent);

/*
 * The fields `to` and `text`: the number of the last told item, and the board of that position drawn as text
 * for `reader`, whose names and `unaided` are filled in here. The game must be able to draw.
 */
void wire_board_write(struct buf *out, const struct wire_viewer *viewer, const struct lan_reader *reader);

#endif
