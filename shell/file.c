#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "game_file.h"

static char *stream_read(FILE *file, size_t most, size_t *size)
{
    size_t capacity = 1 << 16, used = 0;
    char *bytes = malloc(capacity);
    while (bytes && used <= most) {
        size_t got = fread(bytes + used, 1, capacity - used, file);
        used += got;
        if (!got)
            break;
        if (used == capacity) {
            char *more = realloc(bytes, capacity *= 2);
            if (!more)
                free(bytes);
            bytes = more;
        }
    }
    /* In bounds: the buffer is enlarged as soon as it is full. */
    if (bytes)
        bytes[used] = 0;
    *size = used;
    return bytes;
}

char *file_read(const char *name, size_t most, size_t *size)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (!file) {
        complain(complain_lang() == LAN_FR ? "impossible de lire %s : %s" : "cannot read %s: %s", name,
                 strerror(errno));
        return NULL;
    }
    errno = 0;
    char *bytes = stream_read(file, most, size);
    int error = ferror(file) ? errno : 0;
    if (!standard)
        fclose(file);
    if (bytes && !error && *size <= most)
        return bytes;
    bool french = complain_lang() == LAN_FR;
    complain(french ? "impossible de lire %s : %s" : "cannot read %s: %s", name,
             error    ? strerror(error)
             : !bytes ? (french ? "pas assez de mémoire" : "no memory")
                      : (french ? "le fichier est trop grand" : "it is too large"));
    free(bytes);
    return NULL;
}

bool file_exists(const char *name)
{
    return access(name, F_OK) == 0;
}

bool file_write(const char *name, const char *bytes, size_t size)
{
    int error = file_replace(name, bytes, size);
    if (error)
        complain(complain_lang() == LAN_FR ? "impossible d'écrire %s : %s" : "cannot write %s: %s", name,
                 strerror(error));
    return !error;
}
