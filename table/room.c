/* room.c - the one place where a table's memory comes from. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

void *room_for(void *at, size_t *room, size_t needed, size_t size)
{
    if (at && needed <= *room)
        return at;
    size_t grown = *room + *room / 2;
    if (grown < needed)
        grown = needed;
    void *moved = realloc(at, grown * size);
    if (moved)
        *room = grown;
    return moved;
}

const char *room_keep(struct table *table, const char *text)
{
    size_t size = strlen(text) + 1;
    if (!*text)
        return "";
    struct kept *kept = malloc(sizeof *kept + size);
    if (!kept)
        return NULL;
    memcpy(kept->text, text, size);
    kept->next = table->kept;
    table->kept = kept;
    return kept->text;
}

char *room_text(void (*write)(const void *what, struct lan_text *out), const void *what, size_t guess,
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
