#include "verify_command.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "record_read.h"
#include "verify.h"

enum { GOOD, BAD, USAGE, NO_RECORD };

static const char help[] =
    "usage: lanterne verify RECORD\n\n"
    "Recomputes every roll and card of a finished game from the secret that its record publishes and from the bytes\n"
    "that the players' own devices added. docs/fair-dice.md tells what this proves and what it does not.\n\n"
    "Exit status: 0 all agree, 1 they do not or the record cannot be verified, 2 wrong usage, 3 no sound record.\n"
    "--help shows this.\n";

static char *file_read(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *bytes = file ? malloc(RECORD_BYTES_MAX + 1) : NULL;
    if (bytes)
        *size = fread(bytes, 1, RECORD_BYTES_MAX + 1, file);
    if (file)
        fclose(file);
    return bytes;
}

int verify_main(int argc, char **argv)
{
    struct record record;
    struct record_problem problem;
    struct verdict verdict;
    size_t size = 0;
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        fputs(help, stdout);
        return GOOD;
    }
    if (argc != 1 || sodium_init() < 0) {
        fputs(help, stderr);
        return USAGE;
    }
    char *bytes = file_read(argv[0], &size);
    if (!bytes || !record_read(bytes, size, &record, &problem)) {
        fprintf(stderr, "lanterne verify: %s\n", bytes ? problem.say[LAN_EN] : "the file cannot be read");
        free(bytes);
        return NO_RECORD;
    }
    verify_record(&record, &verdict);
    printf("%s\n", verdict.say[LAN_EN]);
    record_finish(&record);
    free(bytes);
    return verdict.good ? GOOD : BAD;
}
