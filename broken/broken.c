#include "broken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"

enum { LINE_MAX_BYTES = 1024 };

static _Thread_local struct broken_context context;
static void (*prepare_stderr)(void);

/* The server sets a context for every operation: no formatting here. */
static void word_copy(char word[BROKEN_WORD_MAX], const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (length > BROKEN_WORD_MAX - 1)
        length = BROKEN_WORD_MAX - 1;
    memcpy(word, text ? text : "", length);
    word[length] = 0;
}

struct broken_context broken_enter(const char *operation, const char *table)
{
    struct broken_context before = context;
    word_copy(context.operation, operation);
    word_copy(context.table, table);
    return before;
}

void broken_leave(const struct broken_context *before)
{
    context = *before;
}

void broken_prepare(void (*prepare)(void))
{
    prepare_stderr = prepare;
}

void lan_broken(const char *expression, const char *file, int line)
{
    char text[LINE_MAX_BYTES];
    void (*prepare)(void) = prepare_stderr;
    prepare_stderr = NULL;
    if (prepare)
        prepare();
    /* One write, so that the lines of two threads do not mix. */
    snprintf(text, sizeof text, "broken contract: %s, at %s:%d%s%s%s%s\n", expression, file, line,
             context.operation[0] ? ", operation " : "", context.operation,
             context.table[0] ? ", table " : "", context.table);
    fputs(text, stderr);
    abort();
}
