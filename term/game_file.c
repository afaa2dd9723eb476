#include "game_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int file_replace(const char *name, const char *bytes, size_t size)
{
    size_t length = strlen(name) + sizeof ".new";
    char *fresh = malloc(length);
    if (!fresh)
        return ENOMEM;
    snprintf(fresh, length, "%s.new", name);
    FILE *file = fopen(fresh, "wb");
    int error = file ? 0 : errno;
    if (file && fwrite(bytes, 1, size, file) != size)
        error = errno;
    if (file && fclose(file) != 0 && !error)
        error = errno;
    if (!error && rename(fresh, name) != 0)
        error = errno;
    if (error && file)
        remove(fresh);
    free(fresh);
    return error;
}

enum { WORD_MAX = 300 }; /* bytes of a file name in a sentence */

/* Sets a sentence that ends in `word`. */
static void say_word(struct source_say *say, const char *en, const char *fr, const char *word)
{
    say->clause = 0;
    snprintf(say->in[LAN_EN], LAN_SAY_MAX, "%s %.*s", en, WORD_MAX, word);
    snprintf(say->in[LAN_FR], LAN_SAY_MAX, "%s %.*s", fr, WORD_MAX, word);
}

static void say_there(struct source_say *say, const char *file)
{
    say->clause = 0;
    snprintf(say->in[LAN_EN], LAN_SAY_MAX, "%.*s is there already; choose another name.", WORD_MAX, file);
    snprintf(say->in[LAN_FR], LAN_SAY_MAX, "%.*s existe déjà ; choisis un autre nom.", WORD_MAX, file);
}

bool game_file_write(struct source *source, const char *file, bool again, struct source_say *say)
{
    size_t size;
    bool save;
    if (!again && access(file, F_OK) == 0) {
        say_there(say, file);
        return false;
    }
    char *bytes = source->ops->record(source, &size, &save, say);
    if (!bytes)
        return false;
    int error = file_replace(file, bytes, size);
    free(bytes);
    if (error)
        say_word(say,
                 "That file could not be written:", "Ce fichier n'a pas pu être écrit :", strerror(error));
    else if (save)
        say_word(say, "Saved, the hidden cards too. Go on with: lanterne play --resume",
                 "Sauvé, cartes cachées comprises. Pour reprendre : lanterne play --resume", file);
    else
        say_word(say, "Saved. See it again with: lanterne replay", "Sauvé. Pour la revoir : lanterne replay",
                 file);
    return !error;
}
