/*
 * buf.h - a growing array of bytes, and JSON written into it.
 *
 * A struct buf that is all zero is empty; buf_free frees its memory and makes it empty again. The js_
 * functions write one value each, with its key inside an object and with NULL for the key inside an array.
 * They look at the last byte written to decide whether a comma is due, so values may be added by different
 * functions. Strings are UTF-8.
 *
 * No function here fails: when memory runs out, the program is stopped by lan_assert.
 */
#ifndef LAN_WIRE_BUF_H
#define LAN_WIRE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lan.h"

struct buf {
    char *at;
    size_t length, size;
};

/* malloc, calloc, realloc and strdup that stop the program instead of returning NULL. Freed by free(). */
void *mem_alloc(size_t size);
void *mem_zero(size_t size);
void *mem_grow(void *old, size_t size);
char *mem_string(const char *string);

void buf_free(struct buf *buf);
static inline void buf_clear(struct buf *buf)
{
    buf->length = 0;
}
/*
 * buf_reserve makes sure that `more` bytes and a 0 byte fit behind the end, and returns the address of the
 * end. The caller writes there and adds to `length`. buf_grow is its slow half.
 */
void buf_grow(struct buf *buf, size_t more);
static inline char *buf_reserve(struct buf *buf, size_t more)
{
    if (buf->size < buf->length + more + 1)
        buf_grow(buf, more);
    return buf->at + buf->length;
}
void buf_add(struct buf *buf, const void *bytes, size_t count);
void buf_str(struct buf *buf, const char *string);
void buf_int(struct buf *buf, int64_t value);
/* The bytes as a string: writes a 0 byte behind the end, which is not counted in `length`. */
const char *buf_cstr(struct buf *buf);

/*
 * A struct lan_text of `size` bytes that writes behind the end of `buf`; buf_text_end adds what was written
 * to `buf`. Nothing else may be written to `buf` in between, and the text must not have been cut.
 */
struct lan_text buf_text(struct buf *buf, size_t size);
void buf_text_end(struct buf *buf, const struct lan_text *text);

/* A comma where one is due, then the key; js_key alone is for values that are written by other functions. */
void js_key(struct buf *buf, const char *key);
void js_object(struct buf *buf, const char *key);
void js_array(struct buf *buf, const char *key);
void js_end_object(struct buf *buf);
void js_end_array(struct buf *buf);
void js_string(struct buf *buf, const char *key, const char *value);
void js_int(struct buf *buf, const char *key, int64_t value);
void js_bool(struct buf *buf, const char *key, bool value);
void js_null(struct buf *buf, const char *key);
/* A value that is JSON already. */
void js_raw(struct buf *buf, const char *key, const char *json, size_t length);
/* {"en":"...","fr":"..."} */
void js_words(struct buf *buf, const char *key, const struct lan_words *words);
void js_hex(struct buf *buf, const char *key, const uint8_t *bytes, size_t count);
/* The seats of a mask as an array of 1..8. */
void js_seats(struct buf *buf, const char *key, unsigned mask);

/* Lower-case hexadecimal: 2 * count characters and a 0 byte. */
void hex_write(const uint8_t *bytes, size_t count, char *out);

#endif
