/* full_screen.h - the full-screen client: a source on a terminal, until the person leaves. */
#ifndef LAN_FULL_SCREEN_H
#define LAN_FULL_SCREEN_H

#include "source.h"

struct full_screen_options {
    enum lan_lang lang;
    enum lan_style style; /* LAN_STYLE_UNICODE or LAN_STYLE_ASCII */
    bool colours;
    const char *saved; /* a file that the game came from and may be written to again; NULL: none */
};

/* Whether this terminal can show it. */
bool full_screen_possible(void);

/*
 * Plays until the person leaves; false when the terminal could not be taken over. The source stays the
 * caller's.
 */
bool full_screen_run(struct source *source, const struct full_screen_options *options);

#endif
