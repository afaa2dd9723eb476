/*
 * text.h - building text in the caller's memory.
 *
 * A lan_text never writes past its size, always ends in a 0 byte, and sets `cut` when something did not fit.
 * Core and games make text only with it: no stdio, and the same bytes natively and in WebAssembly.
 */
#ifndef LAN_TEXT_H
#define LAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lan_text {
    char *at;      /* the caller's buffer */
    size_t size;   /* its bytes, at least 1 */
    size_t length; /* bytes written, without the final 0 */
    bool cut;      /* something did not fit */
};

/* Starts an empty text in `size` bytes at `buffer`. */
struct lan_text lan_text_init(char *buffer, size_t size);

void lan_text_clear(struct lan_text *text);
void lan_text_add(struct lan_text *text, const char *string);
void lan_text_add_bytes(struct lan_text *text, const char *bytes, size_t count);
void lan_text_add_char(struct lan_text *text, char c);
void lan_text_add_int(struct lan_text *text, int64_t value);

/* Whether `length` bytes equal a whole string. */
bool lan_text_same(const char *bytes, size_t length, const char *string);

/*
 * Parses a decimal number that fills all `length` bytes; false, with *value unwritten, when they are not one
 * or it does not fit in 32 bits.
 */
bool lan_text_parse_int(const char *bytes, size_t length, int32_t *value);

/* Parses `count` bytes; false unless the string is exactly 2 * count lower-case hexadecimal digits. */
bool lan_text_parse_hex(const char *string, uint8_t *bytes, size_t count);

#endif
