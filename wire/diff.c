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

/* ---- Parts --------------------------------------------------------------------------------------------- */

struct paths {
    struct buf *out;
    struct buf path; /* the keys and indices to the value at hand, each with a comma behind it */
};

static void values_compare(struct paths *paths, const char *before, const char *now);

/* The number of elements of an array. */
static size_t array_count(const char *at)
{
    size_t count = 0;
    for (at++; *at != ']'; at += *at == ',') {
        at = value_end(at);
        count++;
    }
    return count;
}

/* Whether two objects have the same keys in the same order. */
static bool keys_same(const char *a, const char *b)
{
    struct field one, other;
    for (a++, b++;;) {
        a = field_next(a, &one);
        b = field_next(b, &other);
        if (!a || !b)
            return !a && !b;
        if (!same(one.key, one.key_length, other.key, other.key_length))
            return false;
    }
}

static void arrays_compare(struct paths *paths, const char *before, const char *now)
{
    size_t end = paths->path.length;
    int64_t index = 0;
    for (before++, now++; *now != ']'; index++) {
        buf_int(&paths->path, index);
        buf_add(&paths->path, ",", 1);
        values_compare(paths, before, now);
        paths->path.length = end;
        before = value_end(before);
        now = value_end(now);
        before += *before == ',';
        now += *now == ',';
    }
}

static void objects_compare(struct paths *paths, const char *before, const char *now)
{
    struct field field, other;
    size_t end = paths->path.length;
    for (before++, now++; (now = field_next(now, &field)) && (before = field_next(before, &other));) {
        buf_add(&paths->path, field.key, field.key_length);
        buf_add(&paths->path, ",", 1);
        values_compare(paths, other.value, field.value);
        paths->path.length = end;
    }
}

/* Adds the parts in which a value differs. The depth is that of the views, which their writer bounds. */
static void values_compare(struct paths *paths, const char *before, const char *now)
{
    size_t before_length = (size_t)(value_end(before) - before), length = (size_t)(value_end(now) - now);
    if (same(before, before_length, now, length))
        return;
    if (*before == '{' && *now == '{' && keys_same(before, now)) {
        objects_compare(paths, before, now);
    } else if (*before == '[' && *now == '[' && array_count(before) == array_count(now)) {
        arrays_compare(paths, before, now);
    } else {
        js_key(paths->out, NULL);
        buf_add(paths->out, "[", 1);
        buf_add(paths->out, paths->path.at, paths->path.length);
        buf_add(paths->out, now, length);
        buf_add(paths->out, "]", 1);
    }
}

/* Adds the parts of a field that differ. False, with nothing added, where the field itself is shorter. */
static bool field_parts(struct buf *parts, const struct field *before, const struct field *now)
{
    struct paths paths = {.out = parts};
    size_t begin = parts->length;
    if (*now->value != '{' && *now->value != '[')
        return false;
    buf_add(&paths.path, now->key, now->key_length);
    buf_add(&paths.path, ",", 1);
    values_compare(&paths, before->value, now->value);
    buf_free(&paths.path);
    if (parts->length - begin < now->key_length + now->value_length)
        return true;
    parts->length = begin;
    return false;
}

void diff_write(struct buf *out, struct buf *parts, const char *before, const char *now)
{
    struct field field, other;
    const char *cursor = before ? before + 1 : NULL;
    size_t fields = 0, matched = 0;
    for (const char *at = now + 1; (at = field_next(at, &field));) {
        bool found = before && field_match(before, &cursor, &field, &other);
        matched += found;
        if (found && same(field.value, field.value_length, other.value, other.value_length))
            continue;
        if (!found || !parts || !field_parts(parts, &other, &field))
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
