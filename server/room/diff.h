/* diff.h - which top-level fields of a JSON object changed. */
#ifndef LAN_SERVER_DIFF_H
#define LAN_SERVER_DIFF_H

#include "buf.h"

/*
 * Writes into `out`, as fields inside an object that the caller has opened, those of `now` that `before` does not
 * have with the same text; all of them when `before` is NULL. A field of `before` that is no longer there becomes
 * null. Both are objects as core/write.h writes them.
 */
void diff_write(struct buf *out, const char *before, const char *now);

#endif
