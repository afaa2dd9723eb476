/*
 * online.h - a source that is a seat at a server's table, over the protocol of docs/protocol.md.
 *
 * All that is known of the game is what the server sends: what the seat was told, its actions, sentences, and
 * the board drawn for it. The words of the game (templates, clauses) are this program's own, which must know
 * the same version of it. A lost connection is made again by itself, and what was not answered is asked once
 * more.
 */
#ifndef LAN_ONLINE_H
#define LAN_ONLINE_H

#include "net.h"
#include "source.h"

enum { ONLINE_PASSWORD_MAX = 64 }; /* bytes of a table's password, as the protocol has it */

struct online_setup {
    struct net_address address;
    const char *name; /* to be called so from now on; NULL: as before */
    int seat;         /* to sit there; -1: one's own, or the first that is empty; LAN_WATCHER: only watch */

    /*
     * Called when the table wants a password, with how many have been wrong so far. May take as long as a
     * person needs. False when there is none to give; then online_new fails. NULL: there never is one.
     */
    bool (*password)(void *context, int wrong, char password[ONLINE_PASSWORD_MAX + 1]);
    void *context;
};

/* NULL with the reason in `say` when there is no such table, no such seat, or no way to it. */
struct source *online_new(const struct online_setup *setup, struct source_say *say);

#endif
