#include "text.h"

#include <string.h>

struct lan_text lan_text_init(char *buffer, size_t size)
{
    struct lan_text text = {.at = buffer, .size = size};
    buffer[0] = 0;
    return text;
}

void lan_text_clear(struct lan_text *text)
{
    text->length = 0;
    text->cut = false;
    text->at[0] = 0;
}

void lan_text_add_bytes(struct lan_text *text, const char *bytes, size_t count)
{
    size_t left = text->size - 1 - text->length;
    if (count > left) {
        count = left;
        text->cut = true;
    }
    memcpy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = 0;
}

void lan_text_add(struct lan_text *text, const char *string)
{
    lan_text_add_bytes(text, string, strlen(string));
}

/* Not through lan_text_add_bytes, for speed: most of a server's output is JSON, in single characters. */
void lan_text_add_char(struct lan_text *text, char c)
{
    if (text->length + 1 >= text->size) {
        text->cut = true;
        return;
    }
    text->at[text->length++] = c;
    text->at[text->length] = 0;
}

void lan_text_add_int(struct lan_text *text, int64_t value)
{
    char digits[20];
    size_t first = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--first] = '-';
    lan_text_add_bytes(text, digits + first, sizeof digits - first);
}

bool lan_text_same(const char *bytes, size_t length, const char *string)
{
    return strlen(string) == length && memcmp(bytes, string, length) == 0;
}

bool lan_text_parse_int(const char *bytes, size_t length, int32_t *value)
{
    size_t at = length && bytes[0] == '-';
    int64_t sum = 0;
    if (at == length || length - at > 10)
        return false;
    for (; at < length; at++) {
        if (bytes[at] < '0' || bytes[at] > '9')
            return false;
        sum = sum * 10 + (bytes[at] - '0');
    }
    if (bytes[0] == '-')
        sum = -sum;
    if (sum < INT32_MIN || sum > INT32_MAX)
        return false;
    *value = (int32_t)sum;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool lan_text_parse_hex(const char *string, uint8_t *bytes, size_t count)
{
    if (strlen(string) != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int high = hex_digit(string[2 * i]), low = hex_digit(string[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
