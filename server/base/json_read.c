
#include "json_read.h"

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

enum { DEPTH_MAX = 16, DIGITS_MAX = 18, KEY_MAX = 64 };

struct quick {
    const char *at, *end;
    int depth;
};

static json_t *value_read(struct quick *quick);

static bool take(struct quick *quick, char c)
{
    bool there = quick->at < quick->end && *quick->at == c;
    quick->at += there;
    return there;
}

static json_t *word_read(struct quick *quick, const char *word, json_t *value)
{
    size_t length = strlen(word);
    if ((size_t)(quick->end - quick->at) < length || memcmp(quick->at, word, length) != 0)
        return NULL;
    quick->at += length;
    return value;
}

/* Reads a string behind its first quote; NULL when it has escapes or bytes beyond ASCII. */
static const char *string_read(struct quick *quick, size_t *length)
{
    const char *first = quick->at, *at = first;
    while (at < quick->end && *at >= 0x20 && *at < 0x7f && *at != '"' && *at != '\\')
        at++;
    *length = (size_t)(at - first);
    quick->at = at;
    return take(quick, '"') ? first : NULL;
}

/*
 * Reads at most DIGITS_MAX digits without a leading 0. A fraction or exponent fails in the caller, at the
 * next token.
 */
static json_t *number_read(struct quick *quick)
{
    bool minus = take(quick, '-');
    const char *first = quick->at;
    json_int_t value = 0;
    while (quick->at < quick->end && *quick->at >= '0' && *quick->at <= '9') {
        if (quick->at - first == DIGITS_MAX)
            return NULL;
        value = value * 10 + (*quick->at++ - '0');
    }
    bool plain = quick->at > first && (*first != '0' || (quick->at == first + 1 && !minus));
    return plain ? json_integer(minus ? -value : value) : NULL;
}

static bool field_read(struct quick *quick, json_t *object)
{
    char key[KEY_MAX];
    size_t length;
    const char *name = take(quick, '"') ? string_read(quick, &length) : NULL;
    if (!name || length >= sizeof key || !take(quick, ':'))
        return false;
    memcpy(key, name, length);
    key[length] = 0;
    if (json_object_get(object, key))
        return false;
    return json_object_set_new_nocheck(object, key, value_read(quick)) == 0;
}

static json_t *object_read(struct quick *quick)
{
    json_t *object = json_object();
    if (take(quick, '}'))
        return object;
    do {
        if (!field_read(quick, object)) {
            json_decref(object);
            return NULL;
        }
    } while (take(quick, ','));
    if (take(quick, '}'))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *array_read(struct quick *quick)
{
    json_t *array = json_array();
    if (take(quick, ']'))
        return array;
    do {
        if (json_array_append_new(array, value_read(quick)) != 0) {
            json_decref(array);
            return NULL;
        }
    } while (take(quick, ','));
    if (take(quick, ']'))
        return array;
    json_decref(array);
    return NULL;
}

static json_t *nested_read(struct quick *quick, json_t *(*read)(struct quick *))
{
    if (quick->depth == DEPTH_MAX)
        return NULL;
    quick->at++;
    quick->depth++;
    json_t *value = read(quick);
    quick->depth--;
    return value;
}

static json_t *text_read(struct quick *quick)
{
    size_t length;
    quick->at++;
    const char *text = string_read(quick, &length);
    return text ? json_stringn_nocheck(text, length) : NULL;
}

/* NULL when the value is outside the supported subset; all partial values are freed. */
static json_t *value_read(struct quick *quick)
{
    if (quick->at == quick->end)
        return NULL;
    switch (*quick->at) {
    case '{': return nested_read(quick, object_read);
    case '[': return nested_read(quick, array_read);
    case '"': return text_read(quick);
    case 't': return word_read(quick, "true", json_true());
    case 'f': return word_read(quick, "false", json_false());
    case 'n': return word_read(quick, "null", json_null());
    default: return number_read(quick);
    }
}

json_t *json_read_quick(const char *text, size_t size)
{
    struct quick quick = {text, text + size, 0};
    bool nested = size && (*text == '{' || *text == '[');
    json_t *value = nested ? value_read(&quick) : NULL;
    if (value && quick.at == quick.end)
        return value;
    json_decref(value);
    return json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
}
