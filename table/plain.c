#include "plain.h"

#include <stdint.h>
#include <string.h>

/* The length in bytes of the UTF-8 character at `at`, and its code; 0 when the bytes are none. */
static int utf8_length(const unsigned char *at, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    uint32_t sum = length == 1 ? at[0] : at[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        sum = sum << 6 | (at[i] & 0x3f);
    }
    if (!length || sum < least[length] || sum > 0x10ffff || (sum >= 0xd800 && sum < 0xe000))
        return 0;
    *code = sum;
    return length;
}

bool text_is_plain(const char *text, size_t max, bool lines)
{
    size_t total = strlen(text);
    const unsigned char *at = (const unsigned char *)text, *end = at + total;
    if (total > max)
        return false;
    while (at < end) {
        uint32_t code;
        int length = utf8_length(at, &code);
        if (!length)
            return false;
        bool line = code == '\n' || code == '\t' || code == '\r';
        if ((code < 0x20 || (code >= 0x7f && code < 0xa0)) && !(lines && line))
            return false;
        at += length;
    }
    return true;
}
