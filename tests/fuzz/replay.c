/*
 * replay.c - every committed input of a fuzz target once, without libFuzzer: `make test` needs no build of
 * its own for them. Each is named before it runs, so that the one that ends the program is known.
 *
 * FUZZ_TARGET is the name of the target.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "lan.h"
#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* In memory of exactly its size, so that a sanitizer sees a byte that is read after the end. */
static void input_run(const char *path)
{
    FILE *file = fopen(path, "rb");
    lan_assert(file && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    lan_assert(size >= 0);
    rewind(file);
    uint8_t *bytes = malloc((size_t)size + !size);
    lan_assert(bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
}

int main(void)
{
    static const char folder[] = "tests/fuzz/corpus/" FUZZ_TARGET;
    struct dirent **names = NULL;
    int inputs = 0, count = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (*names[i]->d_name != '.') {
            tap_note("%s", path);
            fflush(stdout);
            input_run(path);
            inputs++;
        }
        free(names[i]);
    }
    free(names);
    tap_result(inputs > 0, FUZZ_TARGET " replays %d inputs", inputs);
    return tap_finish();
}
