#include "tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static int results, failures;

void tap_result(bool passed, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    printf("%sok %d - ", passed ? "" : "not ", ++results);
    vprintf(name, args);
    putchar('\n');
    fflush(stdout);
    failures += !passed;
    va_end(args);
}

void tap_note(const char *text, ...)
{
    char note[4096];
    va_list args;
    va_start(args, text);
    vsnprintf(note, sizeof note, text, args);
    va_end(args);
    fputs("# ", stdout);
    for (const char *at = note; *at; at++) {
        putchar(*at);
        if (*at == '\n' && at[1])
            fputs("# ", stdout);
    }
    putchar('\n');
}

int tap_finish(void)
{
    printf("1..%d\n", results);
    return failures || !results;
}

static bool long_run(void)
{
    const char *asked = getenv("LAN_LONG");
    return asked && *asked && *asked != '0';
}

int tap_rounds(int rounds)
{
    return long_run() ? rounds * 30 : rounds;
}

bool tap_brief(void)
{
    const char *asked = getenv("LAN_BRIEF");
    return (SANITIZED || (asked && strcmp(asked, "1") == 0)) && !long_run();
}

uint64_t tap_seed(uint64_t fixed)
{
    const char *asked = getenv("LAN_SEED");
    return asked && *asked ? fixed + strtoull(asked, NULL, 10) * 0x9e3779b97f4a7c15u : fixed;
}
