/* diff.h - in what two JSON objects differ: their top-level fields, or single values within these. */
#ifndef LAN_WIRE_DIFF_H
#define LAN_WIRE_DIFF_H

#include "buf.h"

/*
 * Writes fields into an object that the caller has opened in `out`: each field of `now` whose text in
 * `before` differs or that `before` lacks, then each field of `before` that `now` lacks, with the value null.
 * With `before` NULL: all fields of `now`. Both are objects without blanks, as core/write.h writes them. They
 * may lie in the memory of `out`, if enough of it is reserved that it does not grow.
 *
 * With `parts`, into which nothing else is written meanwhile, a field that both have is left out of `out`
 * when the values within it that differ take less room: these are added to the array that the caller has
 * opened in `parts`, each as ["field", 2, "name", value], the path from the top and the new value. A path
 * leads through objects with the same keys and arrays of the same length, so that every part replaces a value
 * that is there.
 */
void diff_write(struct buf *out, struct buf *parts, const char *before, const char *now);

#endif
