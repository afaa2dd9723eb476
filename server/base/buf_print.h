/*
 * buf_print.h - formatted text into a struct buf. Apart from wire/buf.h, which does without the C library's
 * printf.
 */
#ifndef LAN_SERVER_BUF_PRINT_H
#define LAN_SERVER_BUF_PRINT_H

#include "buf.h"

/* Adds what printf would print. */
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
