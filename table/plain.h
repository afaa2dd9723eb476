/* plain.h - the check of texts from outside: names, levels, fields, options. */
#ifndef LAN_TABLE_PLAIN_H
#define LAN_TABLE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether a text is valid UTF-8 of at most `max` bytes without control characters, which could steer a
 * terminal. With `lines` it may contain line ends and tabs.
 */
bool text_is_plain(const char *text, size_t max, bool lines);

#endif
