/* chain.h - the hash chain over what a viewer was told; table.h has the functions for callers. */
#ifndef LAN_TABLE_CHAIN_H
#define LAN_TABLE_CHAIN_H

#include "inside.h"

/*
 * Extends a viewer's chain, `hash` after item `number`, over all later items. Returns the number of the last.
 */
uint32_t chain_extend(const struct table *table, int viewer, uint32_t number, uint8_t hash[LAN_HASH_BYTES]);

#endif
