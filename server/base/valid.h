/* valid.h - which texts of people are accepted: names, lines of chat, e-mail addresses. */
#ifndef LAN_SERVER_VALID_H
#define LAN_SERVER_VALID_H

#include <stdbool.h>

/* No control characters, no line breaks, nothing that turns the direction of the writing around it. */
bool line_clean(const char *text);

/* A name of a person or a table: clean, of 1 to LIMIT_NAME_BYTES bytes, without blanks at its ends. */
bool name_valid(const char *name);

/* An e-mail address without anything that could be taken for a second receiver or a line of the letter's head. */
bool mail_valid(const char *mail);

#endif
