/*
 * wasm.c - lan_broken for WebAssembly, without an import: the line is left in lan_broken_text, which the
 * module exports, and the trap ends the call. The embedder catches the trap and shows the text.
 */
#include "lan.h"

char lan_broken_text[512];

void lan_broken(const char *expression, const char *file, int line)
{
    struct lan_text text = lan_text_init(lan_broken_text, sizeof lan_broken_text);
    lan_text_add(&text, "broken contract: ");
    lan_text_add(&text, expression);
    lan_text_add(&text, ", at ");
    lan_text_add(&text, file);
    lan_text_add(&text, ":");
    lan_text_add_int(&text, line);
    __builtin_trap();
}
