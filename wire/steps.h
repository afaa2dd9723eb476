/*
 * steps.h - the field `steps` of an update that tells of several entries of the log: how the viewer saw the
 * table after each of them but the last, so that a page can show one event after the other.
 *
 * A step exists only where the viewer was told something and its view, or whose turn it is, changed. Both are
 * what the viewer would have been sent if each entry had been pushed by itself, so steps tell nothing that
 * views and told items do not.
 *
 * Positions of the past are replayed. Those who push to several viewers share them: one wire_past for a round
 * of pushes, in which nothing is appended to the table.
 */
#ifndef LAN_WIRE_STEPS_H
#define LAN_WIRE_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "lan.h"
#include "table.h"

/* Positions after entries, in the order in which they were needed. All zero: none yet. */
struct wire_past {
    struct wire_past_state *state;
    uint32_t count;
};
void wire_past_free(struct wire_past *past);

/*
 * The field `steps` for the items since+1..to, told from a view that was `before`; nothing when there is no
 * step. More than 32 entries have none: nobody looks on for so long. `past` may be NULL.
 */
void wire_steps_write(struct buf *out, const struct table *table, int viewer, bool unaided, bool parts,
                      uint32_t since, uint32_t to, const struct lan_view *before, struct wire_past *past);

#endif
