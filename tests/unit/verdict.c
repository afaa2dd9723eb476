/* What a record proves about its dice, by which seats added a share of chance to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair.h"
#include "match.h"
#include "record_read.h"
#include "verdict.h"

enum { SEATS = 4, FIELDS = 4 + 3 * SEATS };

/* A fair match of four seats, of which `people` are persons' and the devices have the seats of `parts`. */
struct exchange {
    unsigned people;
    int parts;
    uint16_t seats[SEATS];
    bool copied; /* all devices have the same bytes */
    struct fair fair;
    uint8_t secret[FAIR_BYTES], rules[FAIR_BYTES];
    struct fair_part part[SEATS];
    struct table_field fields[FIELDS];
    char texts[FIELDS][2][80];
    int count;
};

static void field_add(struct exchange *exchange, const char *name, int number, const char *value)
{
    char(*text)[80] = exchange->texts[exchange->count];
    snprintf(text[0], sizeof text[0], number ? "%s %d" : "%s", name, number);
    snprintf(text[1], sizeof text[1], "%s", value);
    exchange->fields[exchange->count++] = (struct table_field){text[0], text[1]};
}

static void hex_write(const uint8_t bytes[FAIR_BYTES], char out[2 * FAIR_BYTES + 1])
{
    for (int i = 0; i < FAIR_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static void fields_make(struct exchange *exchange)
{
    struct fair *fair = &exchange->fair;
    char hex[2 * FAIR_BYTES + 1], number[16];
    memset(exchange->secret, 16, FAIR_BYTES);
    fair_commitment(exchange->secret, "abcdefghij", fair->commitment);
    fair->round = 1;
    fair->parts = exchange->parts;
    fair->part = exchange->part;
    field_add(exchange, "dice", 0, "fair-1");
    field_add(exchange, "table", 0, "abcdefghij");
    field_add(exchange, "round", 0, "1");
    hex_write(fair->commitment, hex);
    field_add(exchange, "server", 0, hex);
    for (int i = 0; i < exchange->parts; i++) {
        struct fair_part *part = &exchange->part[i];
        part->seats = exchange->seats[i];
        memset(part->bytes, exchange->copied ? 1 : i + 1, FAIR_BYTES);
        fair_part_hash(part->bytes, part->hash);
        snprintf(number, sizeof number, "%d", part->seats);
        field_add(exchange, "seats", i + 1, number);
        hex_write(part->hash, hex);
        field_add(exchange, "hash", i + 1, hex);
        hex_write(part->bytes, hex);
        field_add(exchange, "bytes", i + 1, hex);
    }
}

/* The record of a game played with the dice of the exchange, as a server writes it. */
static void record_make(struct exchange *exchange, struct record *record)
{
    struct table_setup setup;
    struct lan_dice dice;
    uint8_t bots[FAIR_BYTES];
    char secret[2 * FAIR_BYTES + 1];
    struct record_problem problem;
    size_t length;
    const struct lan_game *game = lan_game_find("manor", 0);
    fields_make(exchange);
    table_setup_init(game, SEATS, &setup);
    for (int seat = 0; seat < SEATS; seat++)
        setup.seat[seat] = exchange->people >> seat & 1 ? (struct table_seat){TABLE_PERSON, "Ada", ""}
                                                        : (struct table_seat){TABLE_BOT, "Bot", "random"};
    setup.commitments = exchange->fields;
    setup.commitment_count = exchange->count;
    setup.dice = NULL;
    struct table *table = match_create(&setup);
    struct fair_setup fixed = {"abcdefghij", game->name,      game->version,
                               {0},          &exchange->fair, exchange->secret};
    table_rules_hash(table, fixed.rules_hash);
    memcpy(exchange->rules, fixed.rules_hash, FAIR_BYTES);
    fair_keys(&fixed, &dice, bots);
    table_dice_set(table, &dice, 0);
    assert_true(match_play(table, 16, 100000));
    hex_write(exchange->secret, secret);
    assert_true(table_opening_add(table, "secret", secret));
    char *text = record_write_full(table, &length, &problem);
    assert_non_null(text);
    assert_true(record_read(text, length, record, &problem));
    free(text);
    table_destroy(table);
}

static void verdict_is(struct exchange exchange, enum verdict_worth worth, const char *en, const char *fr)
{
    struct record record;
    struct verdict verdict;
    record_make(&exchange, &record);
    verdict_record(&record, &verdict);
    if (verdict.worth != worth || !strstr(verdict.say[LAN_EN], en) || !strstr(verdict.say[LAN_FR], fr))
        fail_msg("%d: %s / %s", verdict.worth, verdict.say[LAN_EN], verdict.say[LAN_FR]);
    record_finish(&record);
}

/* Finding 16: a record with the bytes of one of four people is no proof for the other three, and says so. */
static void finding_16_people_without_bytes_are_named(void **unused)
{
    (void)unused;
    verdict_is(
        (struct exchange){.people = 0xf, .parts = 1, .seats = {1}}, VERDICT_PART,
        "1 of 4 seats added a share of chance; seats 2, 3 and 4 are people who added none. To the other "
        "people this "
        "proves nothing",
        "1 place sur 4 a ajouté sa part de hasard ; les places 2, 3 et 4 sont des personnes qui ne l'ont pas "
        "fait.");
    verdict_is((struct exchange){.people = 0x7, .parts = 2, .seats = {1, 4}}, VERDICT_PART,
               "2 of 4 seats added a share of chance; seat 4 is a bot; seat 2 is a person who added none.",
               "2 places sur 4 ont ajouté leur part de hasard ; la place 4 est un robot ; la place 2 est une "
               "personne");
}

static void everybody_took_part(void **unused)
{
    (void)unused;
    verdict_is(
        (struct exchange){.people = 0x3, .parts = 2, .seats = {1, 2}}, VERDICT_GOOD,
        "Verified: every roll and card follows from the server's secret and the players' own shares of "
        "chance. 2 of 4 "
        "seats added a share of chance; seats 3 and 4 are bots. Round 1.",
        "Vérifié : ");
    /* One device for three seats. */
    verdict_is((struct exchange){.people = 0xf, .parts = 2, .seats = {7, 8}}, VERDICT_GOOD,
               "4 of 4 seats added a share of chance. Round 1.",
               "4 places sur 4 ont ajouté leur part de hasard. Tour 1.");
    verdict_is(
        (struct exchange){.people = 0xf}, VERDICT_GOOD,
        "Every roll and card follows from the server's secret alone. 0 of 4 seats added a share of chance;",
        "du seul secret du serveur. 0 place sur 4 a ajouté sa part de hasard ;");
}

static void seats_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    const char *en = "lacks the secret or the shares", *fr = "Il manque";
    verdict_is((struct exchange){.people = 0xf, .parts = 2, .seats = {3, 2}}, VERDICT_BAD, en, fr);
    verdict_is((struct exchange){.people = 0xf, .parts = 1, .seats = {16}}, VERDICT_BAD, en, fr);
    verdict_is((struct exchange){.people = 0xf, .parts = 1, .seats = {0}}, VERDICT_BAD, en, fr);
}

/*
 * Finding 15: two seats that show one hash are those of one device. Counted as two they would give other
 * dice, so that a server with two seats of its own could choose between both when all bytes are known.
 */
static void finding_15_one_hash_is_one_device(void **unused)
{
    (void)unused;
    verdict_is((struct exchange){.people = 0x3, .parts = 1, .seats = {3}, .copied = true}, VERDICT_GOOD,
               "2 of 4 seats added a share of chance", "2 places sur 4");
    verdict_is((struct exchange){.people = 0x3, .parts = 2, .seats = {1, 2}, .copied = true}, VERDICT_BAD,
               "lacks the secret or the shares", "Il manque");
}

/* What the device of a seat saw, as it fits the exchange. */
static struct record_seen seen_of(const struct exchange *exchange, int part)
{
    struct record_seen seen = {.round = 1, .seats = exchange->part[part].seats, .ruled = true};
    memcpy(seen.rules, exchange->rules, FAIR_BYTES);
    memcpy(seen.commitment, exchange->fair.commitment, FAIR_BYTES);
    memcpy(seen.bytes, exchange->part[part].bytes, FAIR_BYTES);
    for (int i = 0; i < exchange->parts; i++) {
        for (int seat = 0; seat < SEATS; seat++) {
            if (!(exchange->part[i].seats >> seat & 1))
                continue;
            memcpy(seen.hash[seat], exchange->part[i].hash, FAIR_BYTES);
            seen.hashed |= (uint16_t)(1u << seat);
        }
    }
    return seen;
}

static void differs(const struct record_seen *seen, const struct record *record, const char *en,
                    const char *fr)
{
    char say[LAN_LANGS][LAN_SAY_MAX] = {"", ""};
    assert_false(verdict_seen_fits(seen, record->table, say));
    if (!strstr(say[LAN_EN], en) || !strstr(say[LAN_FR], fr))
        fail_msg("%s / %s", say[LAN_EN], say[LAN_FR]);
}

/* Finding 15: whatever a server changes after a device has given its bytes, the device's memory shows it. */
static void finding_15_what_a_device_saw_binds_the_server(void **unused)
{
    (void)unused;
    struct exchange exchange = {.people = 0x7, .parts = 2, .seats = {1, 6}};
    struct record record;
    char say[LAN_LANGS][LAN_SAY_MAX];
    record_make(&exchange, &record);
    for (int part = 0; part < 2; part++) {
        struct record_seen seen = seen_of(&exchange, part);
        assert_true(verdict_seen_fits(&seen, record.table, say));
    }
    struct record_seen seen = seen_of(&exchange, 0);
    seen.commitment[0] ^= 1;
    differs(&seen, &record, "The server changed its secret", "Le serveur a changé de secret");
    seen = seen_of(&exchange, 0);
    seen.round = 2;
    differs(&seen, &record, "The record is of round 1; this device gave its share in round 2.",
            "celui du tour 1");
    seen = seen_of(&exchange, 0);
    seen.bytes[31] ^= 1;
    differs(&seen, &record, "is not in the record under its seats", "n'est pas dans l'enregistrement");
    seen = seen_of(&exchange, 0);
    seen.seats = 8;
    differs(&seen, &record, "is not in the record under its seats", "à ses places");
    /* The options are part of what the dice follow from. */
    seen = seen_of(&exchange, 0);
    seen.rules[0] ^= 1;
    differs(&seen, &record, "other rules or options", "d'autres règles ou options");
    seen.ruled = false;
    assert_true(verdict_seen_fits(&seen, record.table, say));
    /* Another device, which the server may own, changed its mind after all bytes were known. */
    seen = seen_of(&exchange, 0);
    seen.hash[2][0] ^= 1;
    differs(&seen, &record, "The sealed share of seat 3 in the record", "La part scellée de la place 3");
    seen = seen_of(&exchange, 0);
    seen.hashed |= 8;
    differs(&seen, &record, "The sealed share of seat 4 in the record", "La part scellée de la place 4");
    record_finish(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding_16_people_without_bytes_are_named),
        cmocka_unit_test(everybody_took_part),
        cmocka_unit_test(seats_that_cannot_be_are_refused),
        cmocka_unit_test(finding_15_one_hash_is_one_device),
        cmocka_unit_test(finding_15_what_a_device_saw_binds_the_server),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
