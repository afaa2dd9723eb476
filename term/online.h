/*
 * online.h - a source backed by a seat at a server's table, over the protocol of docs/protocol.md.
 *
 * The server sends all facts about the game: items told to the seat, its actions, sentences, and the board as
 * text. The words of the game (templates, clauses) are this program's, which must therefore know the same
 * version of the game. A lost connection is opened again automatically, and an unanswered move is sent again.
 */
#ifndef LAN_ONLINE_H
#define LAN_ONLINE_H

#include "net.h"
#include "source.h"

enum { ONLINE_PASSWORD_MAX = 64 }; /* bytes of a table's password, as the protocol has it */

struct online_setup {
    struct net_address address;
    const char *name; /* renames the person; NULL: keeps the name */
    int seat;         /* -1: the person's seat, or the first empty one; LAN_WATCHER: watch only */

    /*
     * Called when the table requires a password; `wrong` is the number of wrong ones so far. May block until
     * a person has typed it. Returns false when there is none, then online_new fails. NULL: no password.
     */
    bool (*password)(void *context, int wrong, char password[ONLINE_PASSWORD_MAX + 1]);
    void *context;
};

/* NULL with the reason in `say` when the server, the table or the seat is not available. */
struct source *online_new(const struct online_setup *setup, struct source_say *say);

#endif
