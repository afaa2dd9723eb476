#include "online_dice.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair.h"
#include "record_parse.h"
#include "record_read.h"
#include "record_seen.h"
#include "verdict.h"

/* How often the record is asked for until it is there with an open secret, and the milliseconds between. */
enum { RECORD_TRIES = 10, RECORD_WAIT = 1000 };

static void alarm_raise(struct online *online, const char *en, const char *fr)
{
    char(*alarm)[SOURCE_ALARM_MAX] = online->base.alarm;
    if (*alarm[LAN_EN] && !online->dice_unkept)
        return;
    online->dice_unkept = false;
    snprintf(
        alarm[LAN_EN], SOURCE_ALARM_MAX,
        "ALARM: the dice of this table are not what was promised. %s Keep the record and compare it with "
        "the others': lanterne verify.",
        en);
    snprintf(
        alarm[LAN_FR], SOURCE_ALARM_MAX,
        "ALARME : les dés de cette table ne sont pas ceux qui étaient promis. %s Garde l'enregistrement et "
        "compare-le à ceux des autres : lanterne verify.",
        fr);
    online->base.changes++;
}

/* ---- The exchange -------------------------------------------------------------------------------------- */

/* The seats of a table that are held by this person, or by any. */
static uint16_t seats_of(const json_t *info, bool own)
{
    uint16_t mask = 0;
    size_t at;
    const json_t *seat;
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        bool counts =
            own ? json_is_true(json_object_get(seat, "you")) : strcmp(link_text(seat, "kind"), "person") == 0;
        if (counts && at < LAN_SEATS_MAX)
            mask |= (uint16_t)(1u << at);
    }
    return mask;
}

/* Without the file this program still compares, but one that is started again cannot: the person is told. */
static void kept_write(struct online *online)
{
    char(*alarm)[SOURCE_ALARM_MAX] = online->base.alarm;
    if (dice_file_write(&online->address, &online->dice) || *alarm[LAN_EN])
        return;
    online->dice_unkept = true;
    snprintf(alarm[LAN_EN], SOURCE_ALARM_MAX,
             "What this device saw of the dice could not be written to a file: do not leave before the end "
             "of the game, or nobody here can compare them.");
    snprintf(
        alarm[LAN_FR], SOURCE_ALARM_MAX,
        "Ce que cet appareil a vu des dés n'a pas pu être écrit dans un fichier : ne quitte pas avant la "
        "fin de la partie, sinon personne ici ne pourra les comparer.");
    online->base.changes++;
}

/* The hash of the rules that an exchange is for, where the server shows it. */
static bool rules_shown(const json_t *info, uint8_t rules[FAIR_BYTES])
{
    const json_t *shown = json_object_get(json_object_get(info, "dice"), "rules");
    return shown && json_bytes(shown, rules, FAIR_BYTES);
}

/* New bytes for a round. What another program of this person has kept for it meanwhile comes first. */
static void kept_make(struct online *online, const json_t *info, int round,
                      const uint8_t commitment[FAIR_BYTES])
{
    struct dice_kept *kept = &online->dice;
    *kept = (struct dice_kept){.seen = {.round = round, .seats = seats_of(info, true)}};
    kept->seen.ruled = rules_shown(info, kept->seen.rules);
    snprintf(kept->table, sizeof kept->table, "%s", online->address.table);
    size_t seats = json_array_size(json_object_get(info, "seats"));
    kept->seats = seats > LAN_SEATS_MAX ? LAN_SEATS_MAX : (int)seats;
    memcpy(kept->seen.commitment, commitment, FAIR_BYTES);
    randombytes_buf(kept->seen.bytes, sizeof kept->seen.bytes);
    kept_write(online);
    struct dice_kept first;
    if (dice_file_read(&online->address, kept->table, round, &first))
        *kept = first;
}

/* Finds or makes this device's part in the round; false when it has none, or the server's promise changed. */
static bool kept_find(struct online *online, const json_t *info, int round, bool reveal,
                      const uint8_t commitment[FAIR_BYTES])
{
    struct dice_kept *kept = &online->dice;
    struct dice_kept before;
    if (kept->seen.round != round && dice_file_read(&online->address, online->address.table, round, &before))
        *kept = before;
    if (kept->seen.round != round && !reveal)
        kept_make(online, info, round, commitment);
    if (kept->seen.round != round)
        return false;
    uint8_t rules[FAIR_BYTES];
    bool same =
        !kept->seen.ruled || (rules_shown(info, rules) && memcmp(kept->seen.rules, rules, sizeof rules) == 0);
    if (same && memcmp(kept->seen.commitment, commitment, FAIR_BYTES) == 0)
        return true;
    if (same)
        alarm_raise(
            online,
            "The server asks again for this device's share of chance, with another promise for the same round; "
            "it is not given.",
            "Le serveur redemande la part de hasard de cet appareil, avec un autre engagement pour le même "
            "tour ; elle n'est pas donnée.");
    else
        alarm_raise(
            online,
            "The server asks again for this device's share of chance, for other rules or options in the same "
            "round; it is not given.",
            "Le serveur redemande la part de hasard de cet appareil, pour d'autres règles ou options dans le "
            "même tour ; elle n'est pas donnée.");
    return false;
}

static void dice_send(struct online *online, const char *op, const char *key, const uint8_t bytes[FAIR_BYTES])
{
    char hex[2 * FAIR_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, FAIR_BYTES);
    online->dice_id = ++online->next_id;
    /* Not waited for: the next push of the table tells how it stands. */
    json_t *message = json_pack("{sIsssssiss}", "id", (json_int_t)online->dice_id, "op", op, "table",
                                online->address.table, "round", online->dice.seen.round, key, hex);
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text && online->net)
        net_send(online->net, text);
    free(text);
}

/* The hashes that the server shows, by seat. */
static void hashes_take(const json_t *dice, struct record_seen *seen)
{
    size_t at;
    const json_t *each;
    seen->hashed = 0;
    memset(seen->hash, 0, sizeof seen->hash);
    json_array_foreach(json_object_get(dice, "commitments"), at, each)
    {
        if (at < LAN_SEATS_MAX && json_bytes(each, seen->hash[at], FAIR_BYTES))
            seen->hashed |= (uint16_t)(1u << at);
    }
}

/*
 * Whether the hashes shown have this device's own at its seats. If not, another device of the same person may
 * have been quicker; but a hash that the server took from here must stay.
 */
static bool own_shown(struct online *online, const struct record_seen *shown)
{
    uint8_t hash[FAIR_BYTES];
    fair_part_hash(shown->bytes, hash);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        if (!(shown->seats >> seat & 1) || memcmp(shown->hash[seat], hash, FAIR_BYTES) == 0)
            continue;
        if (online->dice.stage & DICE_COMMITTED)
            alarm_raise(
                online, "The server shows another sealed share at this seat than it took from this device.",
                "Le serveur montre à cette place une autre part scellée que celle qu'il a reçue d'ici.");
        return false;
    }
    return true;
}

/* Gives the bytes, if all others are bound by a hash; what was shown is kept before. */
static void bytes_give(struct online *online, const json_t *info, const json_t *dice)
{
    struct dice_kept *kept = &online->dice;
    struct record_seen shown = kept->seen;
    hashes_take(dice, &shown);
    if (!own_shown(online, &shown))
        return;
    if (seats_of(info, false) & ~shown.hashed) {
        alarm_raise(
            online, "The server asks for this device's share of chance before everybody has sealed theirs.",
            "Le serveur demande la part de hasard de cet appareil avant que chacun ait scellé la sienne.");
        return;
    }
    if (kept->stage & DICE_GIVEN &&
        (kept->seen.hashed != shown.hashed || memcmp(kept->seen.hash, shown.hash, sizeof shown.hash) != 0)) {
        alarm_raise(online, "The server shows other sealed shares than before this device opened its own.",
                    "Le serveur montre d'autres parts scellées qu'avant que cet appareil ouvre la sienne.");
        return;
    }
    if (!(kept->stage & DICE_GIVEN)) {
        kept->seen = shown;
        kept->stage |= DICE_GIVEN;
        kept_write(online);
    }
    dice_send(online, "dice-reveal", "bytes", kept->seen.bytes);
}

static void hash_give(struct online *online)
{
    uint8_t hash[FAIR_BYTES];
    fair_part_hash(online->dice.seen.bytes, hash);
    dice_send(online, "dice-commit", "hash", hash);
}

/* The table is seated again: no game comes of the round. */
static void round_drop(struct online *online)
{
    struct dice_kept *kept = &online->dice;
    if (!online_dice_kept(online, kept) || kept->stage & DICE_DROPPED)
        return;
    kept->stage |= DICE_DROPPED;
    kept_write(online);
}

void online_dice_take(struct online *online, const json_t *info)
{
    const json_t *dice = json_object_get(info, "dice");
    uint8_t commitment[FAIR_BYTES];
    json_int_t round = json_integer_value(json_object_get(dice, "round"));
    bool reveal = strcmp(link_text(dice, "stage"), "reveal") == 0, waited = false;
    size_t at;
    const json_t *each;
    if (strcmp(online->state, "seating") == 0)
        round_drop(online);
    json_array_foreach(json_object_get(dice, "waiting"), at, each) waited |=
        json_integer_value(each) == online->base.seat + 1;
    if (online->base.seat == LAN_WATCHER || !waited || strcmp(online->state, "dice") != 0 || round < 1 ||
        round > INT32_MAX || !json_bytes(json_object_get(dice, "commitment"), commitment, FAIR_BYTES) ||
        !kept_find(online, info, (int)round, reveal, commitment) || online->dice_done == 2 * round + reveal)
        return;
    online->dice_done = 2 * round + reveal;
    if (reveal)
        bytes_give(online, info, dice);
    else
        hash_give(online);
}

void online_dice_committed(struct online *online)
{
    if (online->dice.stage & (DICE_COMMITTED | DICE_GIVEN))
        return;
    online->dice.stage |= DICE_COMMITTED;
    kept_write(online);
}

/* ---- The end ------------------------------------------------------------------------------------------- */

bool online_dice_kept(const struct online *online, struct dice_kept *kept)
{
    struct dice_kept stored, now = online->dice;
    bool any = dice_file_read(&online->address, online->address.table, 0, &stored);
    bool newer = now.stage & (DICE_COMMITTED | DICE_GIVEN) && (!any || now.seen.round >= stored.seen.round);
    if (any || newer)
        *kept = newer ? now : stored;
    return any || newer;
}

/*
 * Whether the record is of a later game than the exchange could lead to: the table was seated again, and
 * began without this device, in a round of its own. Servers gave dice without an exchange the number 1 once.
 */
static bool round_over(const struct dice_kept *kept, const char *round, bool exchanged)
{
    return kept->stage & DICE_DROPPED && (strtol(round, NULL, 10) > kept->seen.round || !exchanged);
}

void online_dice_add(const struct online *online, json_t *record)
{
    const json_t *said = json_object_get(json_object_get(record, "match"), "commitments");
    struct dice_kept kept;
    if (online_dice_kept(online, &kept) &&
        !round_over(&kept, link_text(said, "round"), json_object_get(said, "hash 1")))
        json_object_set_new(record, "seen", record_seen_json(&kept.seen, kept.seats));
}

static bool check_due(const struct online *online)
{
    return !online->dice_checked && online->net && online->base.seat != LAN_WATCHER && online->base.decided &&
           link_now() >= online->dice_check_at;
}

/* The record as the server hands it out now. False with the alarm raised, or to be asked for again. */
static bool record_ask(struct online *online, struct record *record)
{
    struct source_say say;
    struct record_problem problem;
    json_t *answer = link_ask(online, "record", link_table_question(online), &say);
    if (!answer) {
        /* A broken connection is made again, and then it is asked once more. */
        online->dice_checked = online->net || ++online->dice_tries == RECORD_TRIES;
        if (online->dice_checked)
            alarm_raise(online, "The server does not hand out the record of the game.",
                        "Le serveur ne remet pas l'enregistrement de la partie.");
        return false;
    }
    char *text = json_dumps(json_object_get(answer, "record"), JSON_COMPACT);
    bool read = text && record_read(text, strlen(text), record, &problem);
    if (!read) {
        alarm_raise(online, text ? problem.say[LAN_EN] : "", text ? problem.say[LAN_FR] : "");
        online->dice_checked = true;
    }
    free(text);
    json_decref(answer);
    return read;
}

/*
 * Compares a record with what was kept. False when its secret is not open yet: after the death of a node
 * another one opens it a little later.
 */
static bool record_check(struct online *online, const struct record *record)
{
    struct dice_kept kept;
    struct verdict verdict;
    char say[LAN_LANGS][LAN_SAY_MAX];
    const struct table *table = record->table;
    if (!online_dice_kept(online, &kept) ||
        round_over(&kept, verdict_commitment(table, "round"), verdict_exchanged(table)))
        return true;
    if (!verdict_opened(table) && ++online->dice_tries < RECORD_TRIES)
        return false;
    if (strcmp(verdict_commitment(table, "table"), online->address.table) != 0)
        alarm_raise(online, "The record is of another table.",
                    "L'enregistrement est celui d'une autre table.");
    else if (!verdict_opened(table))
        alarm_raise(online, "The server does not open its secret.", "Le serveur ne publie pas son secret.");
    else if (!verdict_seen_fits(&kept.seen, table, say))
        alarm_raise(online, say[LAN_EN], say[LAN_FR]);
    else if (kept.stage & DICE_DROPPED)
        alarm_raise(online,
                    "The game has the dice of a round that the server had given up: it could choose between "
                    "several.",
                    "La partie a les dés d'un tour que le serveur avait abandonné : il a pu choisir entre "
                    "plusieurs.");
    if (strcmp(verdict_commitment(table, "dice"), "fair-1") != 0)
        return true;
    verdict_record(record, &verdict);
    if (verdict.worth == VERDICT_BAD)
        alarm_raise(online, verdict.say[LAN_EN], verdict.say[LAN_FR]);
    return true;
}

void online_dice_check(struct online *online)
{
    struct record record;
    struct dice_kept kept;
    if (!check_due(online))
        return;
    if (!online_dice_kept(online, &kept)) {
        online->dice_checked = true;
        return;
    }
    if (!record_ask(online, &record))
        return;
    online->dice_checked = record_check(online, &record);
    online->dice_check_at = link_now() + RECORD_WAIT;
    record_finish(&record);
}

int online_dice_timeout(const struct online *online)
{
    if (online->dice_checked || !online->base.decided || online->base.seat == LAN_WATCHER)
        return -1;
    int64_t left = online->dice_check_at - link_now();
    return left > 0 ? (int)left : 0;
}
