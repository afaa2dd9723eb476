/*
 * json_read.h - a fast reader for the subset of JSON that our own clients and logs write.
 *
 * The subset is ASCII without escapes, integers, and objects without duplicate names. Any other text is
 * passed to jansson, so that the accepted language and its meaning are exactly jansson's. The reason is
 * speed: jansson reads character by character through several layers, which took a quarter of the processor
 * time of a move.
 */
#ifndef LAN_SERVER_JSON_READ_H
#define LAN_SERVER_JSON_READ_H

#include <jansson.h>

/* Like json_loadb with JSON_REJECT_DUPLICATES: a new reference, or NULL when the text is not JSON. */
json_t *json_read_quick(const char *text, size_t size);

#endif
