/*
 * past.h - a source that is a record: what one viewer was told, step by step, and the table as it was then.
 */
#ifndef LAN_PAST_H
#define LAN_PAST_H

#include "record.h"
#include "source.h"

/*
 * Shows `record`, which stays the caller's and must outlive the source, through the eyes of `viewer`,
 * beginning after item `from`. NULL when there is no memory. The record of one seat has no table to show,
 * only what it was told.
 */
struct source *past_new(struct record *record, int viewer, uint32_t from);

#endif
