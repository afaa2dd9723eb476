/*
 * json_read.h - JSON as our own clients and logs write it, read without detours.
 *
 * jansson takes a text character by character through several layers, which was a quarter of the processor time of a move.
 * This reads the plain kind (ASCII without escapes, whole numbers, no name twice) from memory, and leaves everything else to
 * jansson; what is accepted and what it means is therefore jansson's alone.
 */
#ifndef LAN_SERVER_JSON_READ_H
#define LAN_SERVER_JSON_READ_H

#include <jansson.h>

/* As json_loadb with JSON_REJECT_DUPLICATES: a new reference, or NULL when the text is not JSON. */
json_t *json_read_quick(const char *text, size_t size);

#endif
