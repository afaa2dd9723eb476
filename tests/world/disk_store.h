/*
 * disk_store.h - a disk of a simulated world as a store (store.h) of one node: slow, failing, away, with
 * conflicts and lost notifications as the disk is told.
 */
#ifndef LAN_WORLD_DISK_STORE_H
#define LAN_WORLD_DISK_STORE_H

#include "disk.h"

/*
 * Opens it for the node at place `slot`, under a name that no opening had before. A disk that is not
 * shared may have one node only.
 */
struct store *disk_store_open(struct disk *disk, int slot, const struct store_options *options);
/* The node has crashed: what it submitted and is not written is lost; nothing of it is done any more. */
void disk_store_die(struct store *store);
/* Finishes what was submitted at once: for a node that waits for its store at its start. */
void disk_store_hurry(struct store *store);
/* Somebody else than a node (`lanterne admin`) notifies all nodes. */
void disk_store_notify(struct disk *disk, const char *name, uint64_t number);

#endif
