/* told.h - how many items an entry is for each viewer; table.h has the functions that read them. */
#ifndef LAN_TABLE_TOLD_H
#define LAN_TABLE_TOLD_H

#include "inside.h"

/* The number of items that a viewer is told of entry `number`. */
uint32_t told_count_entry(const struct table *table, int viewer, uint32_t number);

#endif
