#include "diff.h"

#include <string.h>

#include "buf.h"

/* A field in the text of an object: its key with quotes, and its value. */
struct field {
    const char *key, *value;
    size_t key_length, value_length;
};

/* The end of a string that begins at a quote. */
static const char *string_end(const char *at)
{
    for (at++; *at != '"'; at++) {
        if (*at == '\\')
            at++;
    }
    return at + 1;
}

static const char *value_end(const char *at)
{
    int depth = 0;
    for (;; at++) {
        if (*at == '"')
            at = string_end(at) - 1;
        else if (*at == '{' || *at == '[')
            depth++;
        else if (((*at == '}' || *at == ']') && --depth < 0) || (*at == ',' && depth == 0))
            return at;
    }
}

/* The next field from `at`, which stands behind the opening brace or a field. NULL at the end. */
static const char *field_next(const char *at, struct field *field)
{
    if (*at == ',')
        at++;
    if (*at == '}')
        return NULL;
    field->key = at;
    at = string_end(at);
    field->key_length = (size_t)(at - field->key);
    field->value = ++at;
    at = value_end(at);
    field->value_length = (size_t)(at - field->value);
    return at;
}

static bool same(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

static bool field_find(const char *object, const struct field *wanted, struct field *found)
{
    for (const char *at = object + 1; (at = field_next(at, found));) {
        if (same(found->key, found->key_length, wanted->key, wanted->key_length))
            return true;
    }
    return false;
}

static void field_write(struct buf *out, const struct field *field, const char *value, size_t length)
{
    js_key(out, NULL);
    buf_add(out, field->key, field->key_length);
    buf_add(out, ":", 1);
    buf_add(out, value, length);
}

/*
 * The field of `before` with the key of `wanted`: nearly always the one at `cursor`, since both have one
 * writer.
 */
static bool field_match(const char *before, const char **cursor, const struct field *wanted,
                        struct field *found)
{
    const char *after = *cursor ? field_next(*cursor, found) : NULL;
    if (after && same(found->key, found->key_length, wanted->key, wanted->key_length)) {
        *cursor = after;
        return true;
    }
    return field_find(before, wanted, found);
}

void diff_write(struct buf *out, const char *before, const char *now)
{
    struct field field, other;
    const char *cursor = before ? before + 1 : NULL;
    size_t fields = 0, matched = 0;
    for (const char *at = now + 1; (at = field_next(at, &field));) {
        bool found = before && field_match(before, &cursor, &field, &other);
        matched += found;
        if (!found || !same(field.value, field.value_length, other.value, other.value_length))
            field_write(out, &field, field.value, field.value_length);
    }
    if (!before)
        return;
    for (const char *at = before + 1; (at = field_next(at, &field));)
        fields++;
    if (fields == matched)
        return;
    for (const char *at = before + 1; (at = field_next(at, &field));) {
        if (!field_find(now, &field, &other))
            field_write(out, &field, "null", 4);
    }
}
