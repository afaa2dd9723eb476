/*
 * faulty.h - a disk that fails, as SQLite's default VFS.
 *
 * Power cut: every write since a file's last sync is recorded, with the bytes it replaced, in memory that a
 * child process shares with its parent. When the child has been killed, the parent undoes those writes: the
 * files are then what a disk would hold that kept only what was synced. Or it keeps some of them, and of some
 * the first sectors alone, as a disk may that writes in an order of its own.
 *
 * Full disk: the n-th write or sync fails, and if asked so all after it.
 */
#ifndef LAN_FAULTY_H
#define LAN_FAULTY_H

#include <stdbool.h>
#include <stdint.h>

/* Puts the VFS in front of the default one, once in a process. Shared memory is made for children to come. */
void faulty_install(void);

/* Forgets all noted writes; from now on they are noted. */
void faulty_note(void);

/*
 * Takes the noted writes back, latest first. The process that made them must be dead. With a seed, not 0,
 * each of them is lost, kept or torn after a sector, at random. Returns how many there were.
 */
int faulty_cut(uint64_t seed);

/* The n-th write or sync from now on fails (0: none does), and if `stays` all after it too. */
void faulty_fail(int n, bool stays);

/* Writes and syncs since the last faulty_fail. */
int faulty_count(void);

#endif
