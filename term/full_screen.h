/* full_screen.h - the full-screen client: runs a source on the terminal until the person leaves. */
#ifndef LAN_FULL_SCREEN_H
#define LAN_FULL_SCREEN_H

#include "source.h"

struct full_screen_options {
    enum lan_lang lang;
    enum lan_style style;              /* LAN_STYLE_UNICODE or LAN_STYLE_ASCII */
    const struct lan_edition *edition; /* core/edition.h */
    bool colours;
    const char *saved; /* the file the game was resumed from, which may be overwritten; NULL: none */
};

/* Whether the terminal on stdin and stdout supports it. */
bool full_screen_possible(void);

/*
 * Runs until the person leaves; false when the terminal could not be opened. The source remains the caller's.
 */
bool full_screen_run(struct source *source, const struct full_screen_options *options);

#endif
