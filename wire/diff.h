/* diff.h - the top-level fields in which two JSON objects differ. */
#ifndef LAN_WIRE_DIFF_H
#define LAN_WIRE_DIFF_H

#include "buf.h"

/*
 * Writes fields into an object that the caller has opened in `out`: each field of `now` whose text in
 * `before` differs or that `before` lacks, then each field of `before` that `now` lacks, with the value null.
 * With `before` NULL: all fields of `now`. Both are objects without blanks, as core/write.h writes them. They
 * may lie in the memory of `out`, if enough of it is reserved that it does not grow.
 */
void diff_write(struct buf *out, const char *before, const char *now);

#endif
