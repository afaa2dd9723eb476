#include "verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair.h"
#include "table.h"

/* ---- What the record says ------------------------------------------------------------------------------ */

const char *verdict_commitment(const struct table *table, const char *name)
{
    for (int i = 0; i < table_commitment_count(table); i++) {
        struct table_field field = table_commitment(table, i);
        if (strcmp(field.name, name) == 0)
            return field.value;
    }
    return "";
}

static const char *numbered(const struct table *table, const char *name, int number)
{
    char key[32];
    snprintf(key, sizeof key, "%s %d", name, number);
    return verdict_commitment(table, key);
}

static const char *secret_of(const struct table *table)
{
    for (int i = 0; i < table_opening_count(table); i++) {
        struct table_field field = table_opening(table, i);
        if (strcmp(field.name, "secret") == 0)
            return field.value;
    }
    return "";
}

bool verdict_exchanged(const struct table *table)
{
    return *numbered(table, "hash", 1);
}

bool verdict_opened(const struct table *table)
{
    return *secret_of(table);
}

/* What a record promises, with room for the parts. */
struct promises {
    struct fair fair;
    struct fair_part part[LAN_SEATS_MAX];
    uint8_t secret[FAIR_BYTES]; /* where it is open */
};

/*
 * Whether an earlier part has the hash of the last one. It must not: hashes are shown by seat, and seats with
 * the same one could be counted as one device or as two, after all bytes are known, for two sets of dice.
 */
static bool hash_repeats(const struct fair *fair)
{
    const struct fair_part *last = &fair->part[fair->parts - 1];
    for (const struct fair_part *part = fair->part; part < last; part++) {
        if (memcmp(part->hash, last->hash, FAIR_BYTES) == 0)
            return true;
    }
    return false;
}

/*
 * The parts of all devices. False when one is not whole, has a seat that another has or that is not there, or
 * has another's hash.
 */
static bool parts_take(const struct table *table, struct fair *fair)
{
    unsigned taken = 0, all = (1u << table_rules(table)->seats) - 1;
    for (int number = 1; number <= LAN_SEATS_MAX && *numbered(table, "hash", number); number++) {
        struct fair_part *part = &fair->part[fair->parts++];
        unsigned long seats = strtoul(numbered(table, "seats", number), NULL, 10);
        if (!seats || seats & ~(unsigned long)all || seats & taken ||
            !lan_text_parse_hex(numbered(table, "hash", number), part->hash, FAIR_BYTES) ||
            !lan_text_parse_hex(numbered(table, "bytes", number), part->bytes, FAIR_BYTES) ||
            hash_repeats(fair))
            return false;
        part->seats = (uint16_t)seats;
        taken |= part->seats;
    }
    return true;
}

/* All but the secret, which is in no record before the end. */
static bool promises_take(const struct table *table, struct promises *promises)
{
    struct fair *fair = &promises->fair;
    *promises = (struct promises){0};
    fair->part = promises->part;
    fair->round = (int)strtol(verdict_commitment(table, "round"), NULL, 10);
    return lan_text_parse_hex(verdict_commitment(table, "server"), fair->commitment, FAIR_BYTES) &&
           parts_take(table, fair);
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */

static void say_set(char say[LAN_LANGS][LAN_SAY_MAX], const char *en, const char *fr)
{
    snprintf(say[LAN_EN], LAN_SAY_MAX, "%s", en);
    snprintf(say[LAN_FR], LAN_SAY_MAX, "%s", fr);
}

static void bad_say(struct verdict *verdict, const char *en, const char *fr)
{
    verdict->worth = VERDICT_BAD;
    say_set(verdict->say, en, fr);
}

/* "; seats 2, 3 and 4 are bots": what a group of seats has in common, in its singular and its plural. */
struct group {
    const char *one[LAN_LANGS], *many[LAN_LANGS];
};

static void group_say(unsigned seats, const struct group *group, enum lan_lang lang, struct lan_text *out)
{
    static const char *const nouns[LAN_LANGS][2] = {{"; seat ", "; seats "},
                                                    {" ; la place ", " ; les places "}};
    int left = __builtin_popcount(seats);
    bool many = left > 1;
    if (!left)
        return;
    lan_text_add(out, nouns[lang][many]);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1))
            continue;
        lan_text_add_int(out, seat + 1);
        left--;
        lan_text_add(out, left > 1 ? ", " : !left ? "" : lang == LAN_FR ? " et " : " and ");
    }
    lan_text_add(out, many ? group->many[lang] : group->one[lang]);
}

/* The seats of a match by what they did in the exchange. */
struct seating {
    int seats;
    unsigned added, bots, silent; /* `silent`: people of whom the record has no bytes */
};

static void seating_take(const struct table *table, const struct fair *fair, struct seating *out)
{
    *out = (struct seating){.seats = table_rules(table)->seats};
    for (int i = 0; i < fair->parts; i++)
        out->added |= fair->part[i].seats;
    for (int seat = 0; seat < out->seats; seat++) {
        unsigned bit = 1u << seat;
        if (out->added & bit)
            continue;
        if (table_seat_first(table, seat).holder == TABLE_PERSON)
            out->silent |= bit;
        else
            out->bots |= bit;
    }
}

/* "2 of 4 seats added a share of chance; seats 3 and 4 are bots." */
static void seating_say(const struct seating *seating, enum lan_lang lang, struct lan_text *out)
{
    static const struct group bots = {{" is a bot", " est un robot"}, {" are bots", " sont des robots"}},
                              silent = {
                                  {" is a person who added none", " est une personne qui ne l'a pas fait"},
                                  {" are people who added none",
                                   " sont des personnes qui ne l'ont pas fait"}};
    int added = __builtin_popcount(seating->added);
    lan_text_add_int(out, added);
    if (lang == LAN_EN) {
        lan_text_add(out, " of ");
        lan_text_add_int(out, seating->seats);
        lan_text_add(out, seating->seats == 1 ? " seat added a share of chance"
                                              : " seats added a share of chance");
    } else {
        lan_text_add(out, added > 1 ? " places sur " : " place sur ");
        lan_text_add_int(out, seating->seats);
        lan_text_add(out, added > 1 ? " ont ajouté leur part de hasard" : " a ajouté sa part de hasard");
    }
    group_say(seating->bots, &bots, lang, out);
    group_say(seating->silent, &silent, lang, out);
    lan_text_add(out, ".");
}

/* What it is worth that everything fits: it depends on who added bytes. */
static void fits_say(const struct table *table, const struct fair *fair, struct verdict *verdict)
{
    static const struct {
        const char *before[LAN_LANGS], *after[LAN_LANGS];
    } words[] = {
        {{"Every roll and card follows from the server's secret alone. ",
          "Chaque jet et chaque carte découlent du seul secret du serveur. "},
         {" This shows that nothing was changed once the game had begun, not that the server did not choose "
          "the "
          "deal.",
          " Rien n'a donc été changé une fois la partie commencée ; cela ne montre pas que le serveur n'a pas "
          "choisi la donne."}},
        {{"Verified only for those who added a share of chance: every roll and card follows from the "
          "server's secret and their shares. ",
          "Vérifié seulement pour les personnes qui ont ajouté une part de hasard : chaque jet et chaque "
          "carte découlent du secret du serveur et de ces parts. "},
         {" To the other people this proves nothing: the server may have chosen the deal.",
          " Aux autres, cela ne prouve rien : le serveur a pu choisir la donne."}},
        {{"Verified: every roll and card follows from the server's secret and the players' own shares of "
          "chance. ",
          "Vérifié : chaque jet et chaque carte découlent du secret du serveur et des parts de hasard des "
          "joueurs. "},
         {"", ""}},
    };
    struct seating seating;
    seating_take(table, fair, &seating);
    int which = !fair->parts ? 0 : seating.silent ? 1 : 2;
    verdict->worth = which == 1 ? VERDICT_PART : VERDICT_GOOD;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text out = lan_text_init(verdict->say[lang], LAN_SAY_MAX);
        lan_text_add(&out, words[which].before[lang]);
        seating_say(&seating, (enum lan_lang)lang, &out);
        lan_text_add(&out, words[which].after[lang]);
        lan_text_add(&out, lang == LAN_FR ? " Tour " : " Round ");
        lan_text_add_int(&out, fair->round);
        lan_text_add(&out, ".");
    }
}

/* ---- Checking a record --------------------------------------------------------------------------------- */

static bool hashes_hold(const struct fair *fair, const uint8_t *secret, const char *table_id,
                        struct verdict *verdict)
{
    uint8_t hash[FAIR_BYTES];
    fair_commitment(secret, table_id, hash);
    if (memcmp(hash, fair->commitment, FAIR_BYTES) != 0) {
        bad_say(verdict, "The published secret is not the one the server had promised.",
                "Le secret publié n'est pas celui auquel le serveur s'était engagé.");
        return false;
    }
    for (int i = 0; i < fair->parts; i++) {
        fair_part_hash(fair->part[i].bytes, hash);
        if (memcmp(hash, fair->part[i].hash, FAIR_BYTES) != 0) {
            verdict->worth = VERDICT_BAD;
            snprintf(verdict->say[LAN_EN], LAN_SAY_MAX,
                     "The share of player %d is not the one that was sealed.", i + 1);
            snprintf(verdict->say[LAN_FR], LAN_SAY_MAX,
                     "La part du joueur %d n'est pas celle qui était scellée.", i + 1);
            return false;
        }
    }
    return true;
}

/* Draws everything once more from what the record publishes. */
static void dice_verify(struct table *table, const struct promises *promises, struct verdict *verdict)
{
    struct lan_dice dice;
    uint8_t bots[FAIR_BYTES];
    const struct fair *fair = &promises->fair;
    const char *id = verdict_commitment(table, "table");
    if (!hashes_hold(fair, promises->secret, id, verdict))
        return;
    const struct lan_game *game = table_game(table);
    struct fair_setup setup = {id, game->name, game->version, {0}, fair, promises->secret};
    table_rules_hash(table, setup.rules_hash);
    fair_keys(&setup, &dice, bots);
    uint32_t differ = table_dice_differ(table, &dice);
    if (!differ) {
        fits_say(table, fair, verdict);
        return;
    }
    verdict->worth = VERDICT_BAD;
    snprintf(verdict->say[LAN_EN], LAN_SAY_MAX, "Entry %u is not what the dice give.", differ);
    snprintf(verdict->say[LAN_FR], LAN_SAY_MAX, "L'entrée %u n'est pas ce que donnent les dés.", differ);
}

void verdict_record(const struct record *record, struct verdict *verdict)
{
    struct promises promises;
    struct table *table = record->table;
    if (record->kind != RECORD_FULL) {
        bad_say(verdict, "Only the full record of a finished game can be verified.",
                "Seul l'enregistrement complet d'une partie finie peut être vérifié.");
        return;
    }
    if (strcmp(verdict_commitment(table, "dice"), "fair-1") != 0) {
        bad_say(verdict, "The dice of this game cannot be verified: its record promises nothing about them.",
                "Les dés de cette partie ne sont pas vérifiables : son enregistrement ne promet rien à leur "
                "sujet.");
        return;
    }
    if (promises_take(table, &promises) && lan_text_parse_hex(secret_of(table), promises.secret, FAIR_BYTES))
        dice_verify(table, &promises, verdict);
    else
        bad_say(verdict, "The record lacks the secret or the shares of chance that its dice were made from.",
                "Il manque à l'enregistrement le secret ou les parts de hasard dont ses dés ont été tirés.");
}

/* ---- Checking what a device kept ----------------------------------------------------------------------- */

static bool part_is(const struct fair *fair, uint16_t seats, const uint8_t bytes[FAIR_BYTES])
{
    for (int i = 0; i < fair->parts; i++) {
        if (fair->part[i].seats == seats && memcmp(fair->part[i].bytes, bytes, FAIR_BYTES) == 0)
            return true;
    }
    return false;
}

/* The first seat, from 1, whose hash is another than was shown, or that has one more or less; 0 for none. */
static int hash_differs(const struct fair *fair, const struct record_seen *seen)
{
    unsigned hashed = 0;
    for (int i = 0; i < fair->parts; i++) {
        for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
            if (!(fair->part[i].seats >> seat & 1))
                continue;
            hashed |= 1u << seat;
            if (memcmp(fair->part[i].hash, seen->hash[seat], FAIR_BYTES) != 0)
                return seat + 1;
        }
    }
    unsigned other = hashed ^ seen->hashed;
    return other ? __builtin_ctz(other) + 1 : 0;
}

static bool secret_fits(const struct table *table, const uint8_t commitment[FAIR_BYTES])
{
    uint8_t secret[FAIR_BYTES], hash[FAIR_BYTES];
    if (!verdict_opened(table))
        return true;
    if (!lan_text_parse_hex(secret_of(table), secret, FAIR_BYTES))
        return false;
    fair_commitment(secret, verdict_commitment(table, "table"), hash);
    return memcmp(hash, commitment, FAIR_BYTES) == 0;
}

static bool round_fits(const struct record_seen *seen, const struct fair *fair,
                       char say[LAN_LANGS][LAN_SAY_MAX])
{
    if (fair->round == seen->round)
        return true;
    snprintf(say[LAN_EN], LAN_SAY_MAX, "The record is of round %d; this device gave its share in round %d.",
             fair->round, seen->round);
    snprintf(say[LAN_FR], LAN_SAY_MAX,
             "L'enregistrement est celui du tour %d ; cet appareil a donné sa part au tour %d.", fair->round,
             seen->round);
    return false;
}

static bool rules_fit(const struct record_seen *seen, const struct table *table)
{
    uint8_t hash[LAN_HASH_BYTES];
    table_rules_hash(table, hash);
    return !seen->ruled || memcmp(seen->rules, hash, sizeof hash) == 0;
}

static bool promises_fit(const struct record_seen *seen, const struct table *table, const struct fair *fair,
                         char say[LAN_LANGS][LAN_SAY_MAX])
{
    int seat = hash_differs(fair, seen);
    if (!round_fits(seen, fair, say))
        return false;
    if (memcmp(fair->commitment, seen->commitment, FAIR_BYTES) != 0 ||
        !secret_fits(table, seen->commitment)) {
        say_set(say,
                "The server changed its secret: the record's is not the one it had promised when this device "
                "gave its share.",
                "Le serveur a changé de secret : celui de l'enregistrement n'est pas celui auquel il s'était "
                "engagé quand cet appareil a donné sa part.");
    } else if (!rules_fit(seen, table)) {
        say_set(
            say,
            "The game of the record has other rules or options than the one for which this device gave its "
            "share.",
            "La partie de l'enregistrement a d'autres règles ou options que celle pour laquelle cet appareil "
            "a donné sa part.");
    } else if (!part_is(fair, seen->seats, seen->bytes)) {
        say_set(say, "The share that this device gave is not in the record under its seats.",
                "La part que cet appareil a donnée n'est pas dans l'enregistrement, à ses places.");
    } else if (seat) {
        snprintf(say[LAN_EN], LAN_SAY_MAX,
                 "The sealed share of seat %d in the record is not the one that was shown before this device "
                 "opened its own.",
                 seat);
        snprintf(
            say[LAN_FR], LAN_SAY_MAX,
            "La part scellée de la place %d dans l'enregistrement n'est pas celle qui était montrée avant "
            "que cet appareil ouvre la sienne.",
            seat);
    } else {
        return true;
    }
    return false;
}

bool verdict_seen_fits(const struct record_seen *seen, const struct table *table,
                       char say[LAN_LANGS][LAN_SAY_MAX])
{
    struct promises promises;
    if (promises_take(table, &promises))
        return promises_fit(seen, table, &promises.fair, say);
    say_set(say, "The record does not tell whole what its dice were made from.",
            "L'enregistrement ne dit pas entièrement de quoi ses dés ont été tirés.");
    return false;
}
