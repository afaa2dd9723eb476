#include "memory.h"

#include <stdlib.h>
#include <string.h>

void *memory_grow(void *at, size_t *capacity, size_t needed, size_t size)
{
    if (at && needed <= *capacity)
        return at;
    size_t grown = *capacity + *capacity / 2;
    if (grown < needed)
        grown = needed;
    void *moved = realloc(at, grown * size);
    if (moved)
        *capacity = grown;
    return moved;
}

/*
 * A new block with space for `size` bytes, at the head of the list; a long text gets a block of its own size.
 */
static struct text_block *block_add(struct text_block **first, size_t size)
{
    enum { BLOCK_BYTES = 160 };
    size_t capacity = size > BLOCK_BYTES ? size : BLOCK_BYTES;
    struct text_block *block = malloc(sizeof *block + capacity);
    if (!block)
        return NULL;
    *block = (struct text_block){.next = *first, .size = (uint32_t)capacity};
    *first = block;
    return block;
}

const char *memory_text_add(struct text_block **first, const char *text)
{
    size_t size = strlen(text) + 1;
    if (!*text)
        return "";
    struct text_block *block = *first;
    if (!block || block->size - block->used < size)
        block = block_add(first, size);
    if (!block)
        return NULL;
    char *copy = block->text + block->used;
    memcpy(copy, text, size);
    block->used += (uint32_t)size;
    return copy;
}

void memory_texts_free(struct text_block **first)
{
    while (*first) {
        struct text_block *next = (*first)->next;
        free(*first);
        *first = next;
    }
}

char *memory_text_write(void (*write)(const void *what, struct lan_text *out), const void *what, size_t guess,
                        size_t max, size_t *length)
{
    for (size_t size = guess; size <= 2 * max; size *= 2) {
        char *bytes = malloc(size);
        if (!bytes)
            return NULL;
        struct lan_text out = lan_text_init(bytes, size);
        write(what, &out);
        if (!out.cut && out.length <= max) {
            *length = out.length;
            return bytes;
        }
        free(bytes);
    }
    return NULL;
}
