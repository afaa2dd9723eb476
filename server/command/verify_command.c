#include "verify_command.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_read.h"
#include "table.h"
#include "verdict.h"

enum { GOOD, BAD, USAGE, NO_RECORD, PART };

enum { RECORDS_MAX = 32 };

static const char help[] =
    "usage: lanterne verify RECORD...\n\n"
    "Recomputes every roll and card of a finished game from the secret that its record publishes and from the bytes\n"
    "that the players' own devices added, and says which seats added some. With the records of several people at one\n"
    "table, of one seat or full, it also checks them against each other and against what each person's device was\n"
    "shown (\"seen\"): a server that told people different things is found, with the record and the field.\n"
    "docs/fair-dice.md tells what this proves and what it does not.\n\n"
    "Exit status: 0 all agree, 1 they do not or nothing can be verified, 2 wrong usage, 3 no sound record, 4 what there\n"
    "is agrees, but it proves the dice to some people only, or no record among several is a full one.\n"
    "--help shows this.\n";

/* A record with the name of its file. */
struct witness {
    const char *file;
    char *bytes;
    struct record record;
};

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

static bool witness_read(const char *file, struct witness *witness)
{
    struct record_problem problem;
    size_t size = 0;
    *witness = (struct witness){.file = file, .bytes = file_read(file, &size)};
    if (witness->bytes && record_read(witness->bytes, size, &witness->record, &problem))
        return true;
    fprintf(stderr, "lanterne verify: %s: %s\n", file,
            witness->bytes ? problem.say[LAN_EN] : "it cannot be read");
    free(witness->bytes);
    return false;
}

static void witness_finish(struct witness *witness)
{
    record_finish(&witness->record);
    free(witness->bytes);
}

/* ---- What a record says by itself ---------------------------------------------------------------------- */

/* Whether what its keeper saw fits the record of `of`. */
static bool seen_holds(const struct witness *witness, const struct witness *of)
{
    char say[LAN_LANGS][LAN_SAY_MAX];
    if (!witness->record.seen.round || verdict_seen_fits(&witness->record.seen, of->record.table, say))
        return true;
    if (witness == of)
        printf("%s: what its device saw does not fit the record: %s\n", witness->file, say[LAN_EN]);
    else
        printf("%s: what its device saw does not fit %s: %s\n", witness->file, of->file, say[LAN_EN]);
    return false;
}

static int one_verify(const struct witness *witness)
{
    struct verdict verdict;
    bool seen = seen_holds(witness, witness);
    verdict_record(&witness->record, &verdict);
    printf("%s\n", verdict.say[LAN_EN]);
    return !seen || verdict.worth == VERDICT_BAD ? BAD : verdict.worth == VERDICT_PART ? PART : GOOD;
}

/* ---- Two records against each other -------------------------------------------------------------------- */

static bool has_commitment(const struct table *table, const char *name)
{
    for (int i = 0; i < table_commitment_count(table); i++) {
        if (strcmp(table_commitment(table, i).name, name) == 0)
            return true;
    }
    return false;
}

static bool commitments_agree(const struct witness *a, const struct witness *b)
{
    const struct table *first = a->record.table, *second = b->record.table;
    bool agree = true;
    for (int i = 0; i < table_commitment_count(first); i++) {
        struct table_field field = table_commitment(first, i);
        const char *other = verdict_commitment(second, field.name);
        if (!has_commitment(second, field.name))
            printf("%s: it lacks \"%s\", which is %s in %s\n", b->file, field.name, field.value, a->file);
        else if (strcmp(field.value, other) != 0)
            printf("%s: \"%s\" is %s, but %s in %s\n", b->file, field.name, other, field.value, a->file);
        else
            continue;
        agree = false;
    }
    for (int i = 0; i < table_commitment_count(second); i++) {
        struct table_field field = table_commitment(second, i);
        if (has_commitment(first, field.name))
            continue;
        printf("%s: it lacks \"%s\", which is %s in %s\n", a->file, field.name, field.value, b->file);
        agree = false;
    }
    return agree;
}

static bool matches_agree(const struct witness *a, const struct witness *b)
{
    uint8_t first[LAN_HASH_BYTES], second[LAN_HASH_BYTES];
    table_match_hash(a->record.table, first);
    table_match_hash(b->record.table, second);
    if (memcmp(first, second, sizeof first) == 0)
        return true;
    printf("%s: its game, options, seats, clock or start are others than in %s\n", b->file, a->file);
    return false;
}

/* What two devices were shown in the exchange. */
static bool sights_agree(const struct witness *a, const struct witness *b)
{
    const struct record_seen *first = &a->record.seen, *second = &b->record.seen;
    const char *what = NULL;
    if (!first->round || !second->round)
        return true;
    if (first->round != second->round)
        what = "another round";
    else if (memcmp(first->commitment, second->commitment, RECORD_SEEN_BYTES) != 0)
        what = "another commitment of the server";
    else if (first->ruled && second->ruled && memcmp(first->rules, second->rules, RECORD_SEEN_BYTES) != 0)
        what = "other rules or options";
    else if (first->hashed != second->hashed || memcmp(first->hash, second->hash, sizeof first->hash) != 0)
        what = "other hashes of the seats";
    if (what)
        printf("%s: its device was shown %s than the device of %s\n", b->file, what, a->file);
    return !what;
}

/*
 * Item `number` that a viewer was told, from the record of that seat or from a full one; false past the end.
 */
static bool item_read(const struct witness *witness, uint32_t number, struct table_reader *reader,
                      struct table_told *told)
{
    const struct record *record = &witness->record;
    if (record->kind != RECORD_SEAT)
        return table_read(reader, told);
    if (number > record->told_count)
        return false;
    *told = record->told[number - 1];
    return true;
}

static bool item_same(const struct lan_game *game, const struct table_told *a, const struct table_told *b)
{
    char first[TABLE_TOLD_JSON_MAX], second[TABLE_TOLD_JSON_MAX];
    struct lan_text one = lan_text_init(first, sizeof first), two = lan_text_init(second, sizeof second);
    table_told_json(game, a, &one);
    table_told_json(game, b, &two);
    return strcmp(first, second) == 0;
}

/* As far as both go: one may have been kept before the other. `viewer` is one that both records tell of. */
static bool tales_agree(const struct witness *a, const struct witness *b, int viewer)
{
    const struct table *first = a->record.table, *second = b->record.table;
    struct table_reader one, two;
    struct table_told here, there;
    table_reader_init(first, viewer, 0, &one);
    table_reader_init(second, viewer, 0, &two);
    for (uint32_t number = 1; item_read(a, number, &one, &here) && item_read(b, number, &two, &there);
         number++) {
        if (item_same(table_game(first), &here, &there))
            continue;
        if (viewer == LAN_WATCHER)
            printf("%s: item %" PRIu32 " that a watcher was told is another than in %s\n", b->file, number,
                   a->file);
        else
            printf("%s: item %" PRIu32 " that seat %d was told is another than in %s\n", b->file, number,
                   viewer + 1, a->file);
        return false;
    }
    return true;
}

static bool told_agree(const struct witness *a, const struct witness *b)
{
    bool seat[2] = {a->record.kind == RECORD_SEAT, b->record.kind == RECORD_SEAT};
    if (seat[0] && seat[1] && a->record.viewer != b->record.viewer)
        return true;
    if (seat[0] || seat[1])
        return tales_agree(a, b, seat[0] ? a->record.viewer : b->record.viewer);
    for (int viewer = 0; viewer < table_rules(a->record.table)->seats; viewer++) {
        if (!tales_agree(a, b, viewer))
            return false;
    }
    return true;
}

static bool two_agree(const struct witness *a, const struct witness *b)
{
    const char *table = verdict_commitment(b->record.table, "table");
    if (strcmp(verdict_commitment(a->record.table, "table"), table) != 0) {
        printf("%s: it is of another table than %s\n", b->file, a->file);
        return false;
    }
    /* Every difference is printed, not the first one only. */
    bool fits = sights_agree(a, b);
    fits &= seen_holds(a, b);
    fits &= seen_holds(b, a);
    if (!commitments_agree(a, b) || !matches_agree(a, b))
        return false;
    return told_agree(a, b) && fits;
}

/* ---- Several ------------------------------------------------------------------------------------------- */

static int witness_verify(const struct witness *witness)
{
    if (witness->record.kind != RECORD_SEAT) {
        printf("%s: ", witness->file);
        return one_verify(witness);
    }
    const struct record *record = &witness->record;
    if (record->viewer == LAN_WATCHER)
        printf("%s: a watcher's record", witness->file);
    else
        printf("%s: the record of seat %d", witness->file, record->viewer + 1);
    printf(" with %" PRIu32 " items%s\n", record->told_count,
           record->seen.round ? " and what its device saw" : ", without what its device saw");
    return seen_holds(witness, witness) ? PART : BAD;
}

static int several_verify(const struct witness *witnesses, int count)
{
    bool agree = true, good = false, bad = false;
    for (int i = 0; i < count; i++) {
        int status = witness_verify(&witnesses[i]);
        good |= status == GOOD;
        bad |= status == BAD;
        for (int j = 0; j < i; j++)
            agree &= two_agree(&witnesses[j], &witnesses[i]);
    }
    if (!agree || bad)
        printf(
            "The %d records do not agree, or one of them does not hold: the server told people different things, "
            "or a record was changed.\n",
            count);
    else if (good)
        printf("The %d records agree with each other and with the dice.\n", count);
    else
        printf(
            "The %d records agree as far as they go. Only a full record in which all people added bytes proves "
            "the dice.\n",
            count);
    return !agree || bad ? BAD : good ? GOOD : PART;
}

int verify_main(int argc, char **argv)
{
    struct witness witnesses[RECORDS_MAX];
    int count = 0, status = NO_RECORD;
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        fputs(help, stdout);
        return GOOD;
    }
    if (argc < 1 || argc > RECORDS_MAX || argv[0][0] == '-' || sodium_init() < 0) {
        fputs(help, stderr);
        return USAGE;
    }
    while (count < argc && witness_read(argv[count], &witnesses[count]))
        count++;
    if (count == argc)
        status = count == 1 ? one_verify(&witnesses[0]) : several_verify(witnesses, count);
    while (count > 0)
        witness_finish(&witnesses[--count]);
    return status;
}
