/* valid.h - validation of texts that people enter: names, lines of chat, notes, e-mail addresses. */
#ifndef LAN_SERVER_VALID_H
#define LAN_SERVER_VALID_H

#include <stdbool.h>

#include "limit.h"

/* True when there are no control characters, line breaks or characters that change the text direction. */
bool line_clean(const char *text);
/* The same for a text of several lines: line feeds, carriage returns and tabs are allowed. */
bool text_clean(const char *text);
/*
 * Whether a reader sees anything of it: not when it is empty, or blanks, invisible characters and marks
 * alone.
 */
bool text_seen(const char *text);

/*
 * Reads a name of a person or a table into `out`: without its invisible characters (joiners and variation
 * selectors of emoji stay), 1 to LIMIT_NAME_BYTES bytes, beginning with a letter or sign that is seen, no
 * blank at its end. False for anything else.
 */
bool name_read(const char *text, char out[LIMIT_NAME_BYTES + 1]);
/* The check of names that are stored, which were accepted by earlier versions: clean, 1 to LIMIT_NAME_BYTES
   bytes, no blanks at its ends. */
bool name_stored_valid(const char *name);
/* Whether two names look the same: without regard to case, blanks and invisible characters. */
bool name_same(const char *one, const char *other);

/*
 * An e-mail address; rejects separators, line breaks and invisible characters, which could add a recipient or
 * a header, or hide what the address is.
 */
bool mail_valid(const char *mail);

#endif
