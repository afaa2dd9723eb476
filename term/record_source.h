/*
 * record_source.h - a source backed by a record: steps through the items told to one viewer, and shows the
 * view at each of them.
 */
#ifndef LAN_RECORD_SOURCE_H
#define LAN_RECORD_SOURCE_H

#include "record.h"
#include "source.h"

/*
 * Shows `record` as seen by `viewer`, beginning after item `from`. The record remains the caller's and must
 * outlive the source. A seat record has no board to show, only its items. NULL when there is no memory.
 */
struct source *record_source_new(struct record *record, int viewer, uint32_t from);

#endif
