/*
 * buf.h - bytes that grow, and JSON written into them.
 *
 * The js_ functions put the comma where one is needed by looking at the byte before: inside an array `key` is
 * NULL. Running out of memory stops the program: nothing a server could answer then would be true.
 */
#ifndef LAN_SERVER_BUF_H
#define LAN_SERVER_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lan.h"

struct buf {
    char *at;
    size_t length, size;
};

/* Memory or the end. */
void *mem_alloc(size_t size);
void *mem_zero(size_t size);
void *mem_grow(void *old, size_t size);
char *mem_string(const char *string);

void buf_free(struct buf *buf);
static inline void buf_clear(struct buf *buf)
{
    buf->length = 0;
}
/* Room for `more` bytes behind the end, and a 0 byte. */
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
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The bytes as a string: a 0 byte is behind them. */
const char *buf_cstr(struct buf *buf);

/* A text in the free memory of `buf`, of at least `size` bytes; buf_text_end takes over what was written. */
struct lan_text buf_text(struct buf *buf, size_t size);
void buf_text_end(struct buf *buf, const struct lan_text *text);

void js_key(struct buf *buf, const char *key);
void js_object(struct buf *buf, const char *key);
void js_array(struct buf *buf, const char *key);
void js_end_object(struct buf *buf);
void js_end_array(struct buf *buf);
void js_string(struct buf *buf, const char *key, const char *value);
void js_int(struct buf *buf, const char *key, int64_t value);
void js_bool(struct buf *buf, const char *key, bool value);
void js_null(struct buf *buf, const char *key);
void js_raw(struct buf *buf, const char *key, const char *json, size_t length);
void js_words(struct buf *buf, const char *key, const struct lan_words *words);
void js_hex(struct buf *buf, const char *key, const uint8_t *bytes, size_t count);
/* The seats of a mask as an array of 1..8. */
void js_seats(struct buf *buf, const char *key, unsigned mask);

void hex_write(const uint8_t *bytes, size_t count, char *out); /* 2 * count characters and a 0 byte */

#endif
