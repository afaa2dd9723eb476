#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fair.h"
#include "record_read.h"
#include "table.h"

/* ---- What the record says ------------------------------------------------------------------------------ */

static const char *commitment(const struct table *table, const char *name, int number)
{
    char key[32];
    if (number)
        snprintf(key, sizeof key, "%s %d", name, number);
    else
        snprintf(key, sizeof key, "%s", name);
    for (int i = 0; i < table_commitment_count(table); i++) {
        struct table_field field = table_commitment(table, i);
        if (strcmp(field.name, key) == 0)
            return field.value;
    }
    return "";
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

static bool parts_take(const struct table *table, struct fair *fair)
{
    fair->part = mem_zero(LAN_SEATS_MAX * sizeof *fair->part);
    for (int number = 1; number <= LAN_SEATS_MAX && *commitment(table, "hash", number); number++) {
        struct fair_part *part = &fair->part[fair->parts++];
        part->seats = (uint16_t)strtoul(commitment(table, "seats", number), NULL, 10);
        if (!lan_text_parse_hex(commitment(table, "hash", number), part->hash, FAIR_BYTES) ||
            !lan_text_parse_hex(commitment(table, "bytes", number), part->bytes, FAIR_BYTES))
            return false;
    }
    return true;
}

static bool fair_take(const struct table *table, struct fair *fair, uint8_t secret[FAIR_BYTES])
{
    *fair = (struct fair){.round = (int)strtol(commitment(table, "round", 0), NULL, 10)};
    return lan_text_parse_hex(commitment(table, "server", 0), fair->commitment, FAIR_BYTES) &&
           lan_text_parse_hex(secret_of(table), secret, FAIR_BYTES) && parts_take(table, fair);
}

/* ---- Checking ------------------------------------------------------------------------------------------ */

static void say(struct verdict *verdict, bool good, const char *en, const char *fr)
{
    verdict->good = good;
    snprintf(verdict->say[LAN_EN], LAN_SAY_MAX, "%s", en);
    snprintf(verdict->say[LAN_FR], LAN_SAY_MAX, "%s", fr);
}

static bool hashes_hold(const struct fair *fair, const uint8_t *secret, const char *table_id,
                        struct verdict *verdict)
{
    uint8_t hash[FAIR_BYTES];
    fair_commitment(secret, table_id, hash);
    if (memcmp(hash, fair->commitment, FAIR_BYTES) != 0) {
        say(verdict, false, "The published secret is not the one the server committed to.",
            "Le secret publié n'est pas celui auquel le serveur s'était engagé.");
        return false;
    }
    for (int i = 0; i < fair->parts; i++) {
        fair_part_hash(fair->part[i].bytes, hash);
        if (memcmp(hash, fair->part[i].hash, FAIR_BYTES) != 0) {
            verdict->good = false;
            snprintf(verdict->say[LAN_EN], LAN_SAY_MAX,
                     "The bytes of player %d do not fit the hash sent before them.", i + 1);
            snprintf(verdict->say[LAN_FR], LAN_SAY_MAX,
                     "Les octets du joueur %d ne correspondent pas à l'empreinte envoyée avant eux.", i + 1);
            return false;
        }
    }
    return true;
}

static void good_say(const struct fair *fair, struct verdict *verdict)
{
    if (!fair->parts) {
        say(verdict, true,
            "Verified: every roll and card follows from the server's secret; no player added bytes.",
            "Vérifié : chaque jet et chaque carte découlent du secret du serveur ; aucun joueur n'a ajouté d'octets.");
        return;
    }
    verdict->good = true;
    snprintf(verdict->say[LAN_EN], LAN_SAY_MAX,
             "Verified: every roll and card follows from the server's secret and the players' own bytes. "
             "Bytes of %d %s; round %d.",
             fair->parts, fair->parts == 1 ? "device" : "devices", fair->round);
    snprintf(verdict->say[LAN_FR], LAN_SAY_MAX,
             "Vérifié : chaque jet et chaque carte découlent du secret du serveur et des octets des joueurs. "
             "Octets de %d %s ; tour %d.",
             fair->parts, fair->parts == 1 ? "appareil" : "appareils", fair->round);
}

/* Draws everything once more from what the record publishes. */
static void dice_verify(struct table *table, const struct fair *fair, const uint8_t *secret,
                        struct verdict *verdict)
{
    struct lan_dice dice;
    uint8_t bots[FAIR_BYTES];
    const char *id = commitment(table, "table", 0);
    if (!hashes_hold(fair, secret, id, verdict))
        return;
    const struct lan_game *game = table_game(table);
    struct fair_setup setup = {id, game->name, game->version, {0}, fair, secret};
    table_rules_hash(table, setup.rules_hash);
    fair_keys(&setup, &dice, bots);
    uint32_t differ = table_dice_differ(table, &dice);
    if (!differ) {
        good_say(fair, verdict);
        return;
    }
    verdict->good = false;
    snprintf(verdict->say[LAN_EN], LAN_SAY_MAX, "Entry %u is not what the dice give.", differ);
    snprintf(verdict->say[LAN_FR], LAN_SAY_MAX, "L'entrée %u n'est pas ce que donnent les dés.", differ);
}

void verify_record(const struct record *record, struct verdict *verdict)
{
    struct fair fair;
    uint8_t secret[FAIR_BYTES];
    if (record->kind != RECORD_FULL) {
        say(verdict, false, "Only the full record of a finished game can be verified.",
            "Seul l'enregistrement complet d'une partie finie peut être vérifié.");
        return;
    }
    if (strcmp(commitment(record->table, "dice", 0), "fair-1") != 0) {
        say(verdict, false,
            "The dice of this game cannot be verified: its record promises nothing about them.",
            "Les dés de cette partie ne sont pas vérifiables : son enregistrement ne promet rien à leur sujet.");
        return;
    }
    if (fair_take(record->table, &fair, secret))
        dice_verify(record->table, &fair, secret, verdict);
    else
        say(verdict, false, "The record lacks the secret or the bytes that its dice were made from.",
            "Il manque à l'enregistrement le secret ou les octets dont ses dés ont été tirés.");
    fair_clear(&fair);
}
