/* valid.h - validation of texts that people enter: names, lines of chat, e-mail addresses. */
#ifndef LAN_SERVER_VALID_H
#define LAN_SERVER_VALID_H

#include <stdbool.h>

/* True when there are no control characters, line breaks or characters that change the text direction. */
bool line_clean(const char *text);

/* A name of a person or a table: clean, 1 to LIMIT_NAME_BYTES bytes, no blanks at its ends. */
bool name_valid(const char *name);

/* An e-mail address; rejects separators and line breaks, which could add a recipient or a header. */
bool mail_valid(const char *mail);

#endif
