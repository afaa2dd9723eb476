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

static const struct lan_words help = {
    {"usage: lanterne verify [--lang en|fr] RECORD...\n\n"
     "Recomputes every roll and card of a finished game from the secret that its record publishes and from the bytes\n"
     "that the players' own devices added, and says which seats added some. With the records of several people at one\n"
     "table, of one seat or full, it also checks them against each other and against what each person's device was\n"
     "shown (\"seen\"): a server that told people different things is found, with the record and the field.\n"
     "docs/fair-dice.md tells what this proves and what it does not.\n\n"
     "Exit status: 0 all agree, 1 they do not or nothing can be verified, 2 wrong usage, 3 no sound record, 4 what there\n"
     "is agrees, but it proves the dice to some people only, or no record among several is a full one.\n"
     "--help shows this.\n",
     "usage : lanterne verify [--lang en|fr] ENREGISTREMENT...\n\n"
     "Recalcule chaque jet et chaque carte d'une partie finie à partir du secret que son enregistrement publie et des\n"
     "octets ajoutés par les appareils des joueurs, et dit quelles places en ont ajouté. Avec les enregistrements de\n"
     "plusieurs personnes d'une même table, d'une place ou entiers, il les compare aussi entre eux et à ce que\n"
     "l'appareil de chacun a vu (« seen ») : un serveur qui a dit des choses différentes aux uns et aux autres est\n"
     "découvert, avec l'enregistrement et le champ. docs/fair-dice.md dit ce que cela prouve et ce que cela ne prouve pas.\n\n"
     "Code de sortie : 0 tout concorde, 1 quelque chose ne concorde pas ou rien n'est vérifiable, 2 mauvais usage, 3 pas\n"
     "d'enregistrement valable, 4 ce qu'il y a concorde, mais ne prouve les dés qu'à certaines personnes, ou aucun des\n"
     "enregistrements n'est entier.\n"
     "--help montre cette aide.\n"}};

static enum lan_lang lang; /* of all that is printed; set by verify_main, as setlocale would */

static const char *words(const char *en, const char *fr) __attribute__((format_arg(1), format_arg(2)));

static const char *words(const char *en, const char *fr)
{
    return lang == LAN_FR ? fr : en;
}

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
    fprintf(stderr, words("lanterne verify: %s: %s\n", "lanterne verify : %s : %s\n"), file,
            witness->bytes ? problem.say[lang] : words("it cannot be read", "impossible à lire"));
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
        printf(words("%s: what its device saw does not fit the record: %s\n",
                     "%s : ce que son appareil a vu ne correspond pas à l'enregistrement : %s\n"),
               witness->file, say[lang]);
    else
        printf(words("%s: what its device saw does not fit %s: %s\n",
                     "%s : ce que son appareil a vu ne correspond pas à %s : %s\n"),
               witness->file, of->file, say[lang]);
    return false;
}

static int one_verify(const struct witness *witness)
{
    struct verdict verdict;
    bool seen = seen_holds(witness, witness);
    verdict_record(&witness->record, &verdict);
    printf("%s\n", verdict.say[lang]);
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
            printf(words("%s: it lacks \"%s\", which is %s in %s\n",
                         "%s : il y manque « %s », qui est %s dans %s\n"),
                   b->file, field.name, field.value, a->file);
        else if (strcmp(field.value, other) != 0)
            printf(words("%s: \"%s\" is %s, but %s in %s\n", "%s : « %s » est %s, mais %s dans %s\n"),
                   b->file, field.name, other, field.value, a->file);
        else
            continue;
        agree = false;
    }
    for (int i = 0; i < table_commitment_count(second); i++) {
        struct table_field field = table_commitment(second, i);
        if (has_commitment(first, field.name))
            continue;
        printf(words("%s: it lacks \"%s\", which is %s in %s\n",
                     "%s : il y manque « %s », qui est %s dans %s\n"),
               a->file, field.name, field.value, b->file);
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
    printf(words("%s: its game, options, seats, clock or start are others than in %s\n",
                 "%s : son jeu, ses options, ses places, sa pendule ou son début ne sont pas ceux de %s\n"),
           b->file, a->file);
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
        what = words("another round", "un autre tour d'échange");
    else if (memcmp(first->commitment, second->commitment, RECORD_SEEN_BYTES) != 0)
        what = words("another commitment of the server", "un autre engagement du serveur");
    else if (first->ruled && second->ruled && memcmp(first->rules, second->rules, RECORD_SEEN_BYTES) != 0)
        what = words("other rules or options", "d'autres règles ou options");
    else if (first->hashed != second->hashed || memcmp(first->hash, second->hash, sizeof first->hash) != 0)
        what = words("other hashes of the seats", "d'autres empreintes des places");
    if (what)
        printf(words("%s: its device was shown %s than the device of %s\n",
                     "%s : son appareil a vu %s que celui de %s\n"),
               b->file, what, a->file);
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
            printf(words("%s: item %" PRIu32 " that a watcher was told is another than in %s\n",
                         "%s : la ligne %" PRIu32 " dite à un spectateur n'est pas celle de %s\n"),
                   b->file, number, a->file);
        else
            printf(lang == LAN_FR ? "%s : la ligne %" PRIu32 " dite à la place %d n'est pas celle de %s\n"
                                  : "%s: item %" PRIu32 " that seat %d was told is another than in %s\n",
                   b->file, number, viewer + 1, a->file);
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
        printf(words("%s: it is of another table than %s\n", "%s : ce n'est pas la même table que %s\n"),
               b->file, a->file);
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
        printf(words("%s: a watcher's record", "%s : l'enregistrement d'un spectateur"), witness->file);
    else
        printf(words("%s: the record of seat %d", "%s : l'enregistrement de la place %d"), witness->file,
               record->viewer + 1);
    printf(words(" with %" PRIu32 " items%s\n", ", %" PRIu32 " lignes%s\n"), record->told_count,
           record->seen.round ? words(" and what its device saw", " et ce que son appareil a vu")
                              : words(", without what its device saw", ", sans ce que son appareil a vu"));
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
            words(
                "The %d records do not agree, or one of them does not hold: the server told people "
                "different things, or a record was changed.\n",
                "Les %d enregistrements ne concordent pas, ou l'un d'eux ne tient pas : le serveur a dit des "
                "choses différentes aux uns et aux autres, ou un enregistrement a été modifié.\n"),
            count);
    else if (good)
        printf(words("The %d records agree with each other and with the dice.\n",
                     "Les %d enregistrements concordent entre eux et avec les dés.\n"),
               count);
    else
        printf(
            words(
                "The %d records agree as far as they go. Only a full record in which all people added "
                "bytes proves the dice.\n",
                "Les %d enregistrements concordent, pour ce qu'ils contiennent. Seul un enregistrement entier, "
                "où tous ont ajouté des octets, prouve les dés.\n"),
            count);
    return !agree || bad ? BAD : good ? GOOD : PART;
}

/* Leaves --lang and its value out of the arguments; returns how many are left. */
static int records_of(int argc, char **argv)
{
    int count = 0;
    for (int at = 0; at < argc; at++) {
        if (strcmp(argv[at], "--lang") == 0)
            at++;
        else if (strncmp(argv[at], "--lang=", 7) != 0)
            argv[count++] = argv[at];
    }
    return count;
}

int verify_main(int argc, char **argv, enum lan_lang wanted)
{
    struct witness witnesses[RECORDS_MAX];
    int count = 0, status = NO_RECORD;
    lang = wanted;
    argc = records_of(argc, argv);
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        fputs(help.in[lang], stdout);
        return GOOD;
    }
    if (argc < 1 || argc > RECORDS_MAX || argv[0][0] == '-' || sodium_init() < 0) {
        fputs(help.in[lang], stderr);
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
