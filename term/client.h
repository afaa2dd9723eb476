/* client.h - the full-screen client: a source on a terminal, until the person leaves. */
#ifndef LAN_CLIENT_H
#define LAN_CLIENT_H

#include "source.h"

struct client_options {
    enum lan_lang lang;
    enum lan_style style; /* LAN_STYLE_UNICODE or LAN_STYLE_ASCII */
    bool colours;
    const char *saved; /* a file that the game came from and may be written to again; NULL: none */
};

/* Whether this terminal can show it. */
bool client_possible(void);

/*
 * Plays until the person leaves; false when the terminal could not be taken over. The source stays the
 * caller's.
 */
bool client_run(struct source *source, const struct client_options *options);

#endif
