#include "buf.h"

#include <stdlib.h>
#include <string.h>

#include "write.h"

void *mem_alloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    lan_assert(memory);
    return memory;
}

void *mem_zero(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    lan_assert(memory);
    return memory;
}

void *mem_grow(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    lan_assert(memory);
    return memory;
}

char *mem_string(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(mem_alloc(size), string, size);
}

void buf_free(struct buf *buf)
{
    free(buf->at);
    *buf = (struct buf){0};
}

void buf_grow(struct buf *buf, size_t more)
{
    size_t size = buf->size ? buf->size : 256;
    while (size < buf->length + more + 1)
        size *= 2;
    buf->at = mem_grow(buf->at, size);
    buf->size = size;
}

void buf_add(struct buf *buf, const void *bytes, size_t count)
{
    if (!count)
        return;
    memcpy(buf_reserve(buf, count), bytes, count);
    buf->length += count;
}

void buf_str(struct buf *buf, const char *string)
{
    buf_add(buf, string, strlen(string));
}

void buf_int(struct buf *buf, int64_t value)
{
    struct lan_text text = buf_text(buf, 24);
    lan_text_add_int(&text, value);
    buf_text_end(buf, &text);
}

const char *buf_cstr(struct buf *buf)
{
    *buf_reserve(buf, 0) = 0;
    return buf->at;
}

struct lan_text buf_text(struct buf *buf, size_t size)
{
    return lan_text_init(buf_reserve(buf, size), size + 1);
}

void buf_text_end(struct buf *buf, const struct lan_text *text)
{
    lan_assert(!text->cut);
    buf->length += text->length;
}

static void buf_char(struct buf *buf, char c)
{
    *buf_reserve(buf, 1) = c;
    buf->length++;
}

/* Reserves once for comma, key, quotes and colon: every field of every message passes here. */
void js_key(struct buf *buf, const char *key)
{
    size_t count = key ? strlen(key) : 0;
    char last = buf->length ? buf->at[buf->length - 1] : '{';
    char *at = buf_reserve(buf, count + 4);
    if (last != '{' && last != '[' && last != ':')
        *at++ = ',';
    if (key) {
        *at++ = '"';
        memcpy(at, key, count);
        at += count;
        *at++ = '"';
        *at++ = ':';
    }
    buf->length = (size_t)(at - buf->at);
}

void js_object(struct buf *buf, const char *key)
{
    js_key(buf, key);
    buf_char(buf, '{');
}

void js_array(struct buf *buf, const char *key)
{
    js_key(buf, key);
    buf_char(buf, '[');
}

void js_end_object(struct buf *buf)
{
    buf_char(buf, '}');
}

void js_end_array(struct buf *buf)
{
    buf_char(buf, ']');
}

void js_string(struct buf *buf, const char *key, const char *value)
{
    js_key(buf, key);
    /* A byte becomes six at most, and two are the quotes. */
    struct lan_text text = buf_text(buf, 6 * strlen(value) + 2);
    lan_json_string(&text, value);
    buf_text_end(buf, &text);
}

void js_int(struct buf *buf, const char *key, int64_t value)
{
    js_key(buf, key);
    buf_int(buf, value);
}

void js_bool(struct buf *buf, const char *key, bool value)
{
    js_key(buf, key);
    buf_str(buf, value ? "true" : "false");
}

void js_null(struct buf *buf, const char *key)
{
    js_key(buf, key);
    buf_str(buf, "null");
}

void js_raw(struct buf *buf, const char *key, const char *json, size_t length)
{
    js_key(buf, key);
    buf_add(buf, json, length);
}

void js_words(struct buf *buf, const char *key, const struct lan_words *words)
{
    js_object(buf, key);
    js_string(buf, "en", words->in[LAN_EN] ? words->in[LAN_EN] : "");
    js_string(buf, "fr", words->in[LAN_FR] ? words->in[LAN_FR] : "");
    js_end_object(buf);
}

void js_hex(struct buf *buf, const char *key, const uint8_t *bytes, size_t count)
{
    js_key(buf, key);
    buf_add(buf, "\"", 1);
    hex_write(bytes, count, buf_reserve(buf, 2 * count));
    buf->length += 2 * count;
    buf_add(buf, "\"", 1);
}

void js_seats(struct buf *buf, const char *key, unsigned mask)
{
    js_array(buf, key);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        if (mask >> seat & 1)
            js_int(buf, NULL, seat + 1);
    }
    js_end_array(buf);
}

void hex_write(const uint8_t *bytes, size_t count, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = 0;
}
