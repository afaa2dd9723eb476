#include "valid.h"

#include <string.h>

#include "limit.h"

/* Whether three bytes of UTF-8 are a line separator (U+2028, U+2029) or change the direction of the text. */
static bool breaks_line_or_direction(const unsigned char *c)
{
    if (c[0] != 0xe2 || (c[1] != 0x80 && c[1] != 0x81))
        return false;
    return c[1] == 0x80 ? c[2] >= 0xa8 && c[2] <= 0xae : c[2] >= 0xa6 && c[2] <= 0xa9;
}

bool line_clean(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool control = *c < 0x20 || *c == 0x7f || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
        if (control || breaks_line_or_direction(c))
            return false;
    }
    return true;
}

bool name_valid(const char *name)
{
    size_t length = strlen(name);
    return length && length <= LIMIT_NAME_BYTES && name[0] != ' ' && name[length - 1] != ' ' &&
           line_clean(name);
}

bool mail_valid(const char *mail)
{
    const char *at = strchr(mail, '@');
    return at && at != mail && at[1] && *mail != '-' && line_clean(mail) && !strpbrk(mail, " \t<>,;\"");
}
