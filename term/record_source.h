/*
 * record_source.h - a source that is a record: what one viewer was told, step by step, and the table as it
 * was then.
 */
#ifndef LAN_RECORD_SOURCE_H
#define LAN_RECORD_SOURCE_H

#include "record.h"
#include "source.h"

/*
 * Shows `record`, which stays the caller's and must outlive the source, through the eyes of `viewer`,
 * beginning after item `from`. NULL when there is no memory. The record of one seat has no table to show,
 * only what it was told.
 */
struct source *record_source_new(struct record *record, int viewer, uint32_t from);

#endif
