#include "buf_print.h"

#include <stdarg.h>
#include <stdio.h>

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    lan_assert(length >= 0);
    vsnprintf(buf_reserve(buf, (size_t)length), (size_t)length + 1, format, again);
    va_end(again);
    buf->length += (size_t)length;
}
