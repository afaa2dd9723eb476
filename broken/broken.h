/*
 * broken.h - what lan_broken of this folder prints besides expression, file and line.
 *
 * core declares lan_broken (lan.h) and calls it when lan_assert or lan_bug finds a broken contract; the
 * program supplies it. This folder is the definition that the program, the library and the test programs are
 * linked with: it prints one line to stderr and aborts. An embedder that defines lan_broken itself is linked
 * with its own instead; wasm.c is the definition for WebAssembly.
 */
#ifndef LAN_BROKEN_H
#define LAN_BROKEN_H

enum { BROKEN_WORD_MAX = 32 };

/* What this thread is doing; an empty string is left out. */
struct broken_context {
    char operation[BROKEN_WORD_MAX];
    char table[BROKEN_WORD_MAX];
};

/*
 * Sets the context of the calling thread and returns the one before, for broken_leave. Both texts are copied,
 * and cut when too long; NULL is the empty string.
 */
struct broken_context broken_enter(const char *operation, const char *table);
void broken_leave(const struct broken_context *before);

/* Called once before the line is printed, to make stderr readable (the full-screen client); NULL for none. */
void broken_prepare(void (*prepare)(void));

#endif
