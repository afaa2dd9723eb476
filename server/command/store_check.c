#include "store_check.h"

#include <jansson.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "fair.h"
#include "map.h"
#include "room_log.h"
#include "seal.h"
#include "space.h"
#include "store_visit.h"
#include "table.h"

struct check {
    struct store_visitor visitor;
    struct store_sync *sync;
    uint64_t problems;
    char log[STORE_NAME_MAX]; /* the log that is read, and its head */
    struct store_head head;
    /* The table that is replayed. */
    struct map rulebooks;
    struct room_log replay;
    bool replaying;   /* false when there is none, or it failed */
    uint32_t *stored; /* by entry of the log: entries of the match up to it */
    size_t capacity;
    /* The dice. */
    bool key_known;
    uint8_t key[32];
    uint64_t drawn, unknown; /* tables whose dice were drawn again, and those whose secret is not known */
};

static void problem_say(struct check *check, const char *space, const char *name, uint64_t number,
                        const char *problem)
{
    check->problems++;
    fprintf(stderr, "lanterne store: %s%s%s", space ? space : "log", space ? "/" : " ", name);
    if (!space)
        fprintf(stderr, " %llu", (unsigned long long)number);
    fprintf(stderr, " %s\n", problem);
}

/* ---- Entries and documents ----------------------------------------------------------------------------- */

static void replay_end(struct check *check)
{
    if (check->replaying)
        room_log_free(&check->replay);
    check->replaying = false;
}

static void stored_note(struct check *check, uint64_t number)
{
    if (number > check->capacity) {
        check->capacity = (size_t)number * 2;
        check->stored = mem_grow(check->stored, check->capacity * sizeof *check->stored);
    }
    check->stored[number - 1] = check->replay.stored;
}

/* Replays one more entry of a table's log. No secrets are needed, since results of chance are in the log. */
static bool replays(struct check *check, const char *name, uint64_t number, json_t *entry)
{
    if (number == 1) {
        replay_end(check);
        room_log_init(&check->replay, name, &check->rulebooks);
        check->replaying = true;
    }
    if (!check->replaying)
        return true;
    if (room_log_apply(&check->replay, entry)) {
        stored_note(check, number);
        return true;
    }
    /* Later entries cannot be replayed without this one. */
    replay_end(check);
    return false;
}

static void entry_check(struct check *check, const char *name, const struct store_row *row, json_t *json)
{
    bool table = strlen(name) == ID_TABLE, gap = row->number != check->head.number + 1;
    if (gap)
        problem_say(check, NULL, name, row->number, "has a gap before it");
    if (!gap && !store_head_follow(&check->head, row))
        problem_say(check, NULL, name, row->number, "does not fit its checksum");
    store_head_at(&check->head, row);
    if (!json)
        problem_say(check, NULL, name, row->number, "is not JSON");
    if (table && (gap || !json))
        replay_end(check);
    else if (table && !replays(check, name, row->number, json))
        problem_say(
            check, NULL, name, row->number,
            "cannot be replayed: it is not what the rules allow, or this program lacks that version of "
            "them");
}

/* Whether the documents of a space are bytes or plain text; all others, and all entries, are JSON. */
static bool space_plain(const char *space)
{
    static const char *const plain[] = {STORE_SECRETS, SPACE_NOTE, SPACE_SERVER, SPACE_PROFILE};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(space, plain[i]) == 0)
            return true;
    }
    return false;
}

static void row_check(struct store_visitor *visitor, const char *space, const char *name,
                      const struct store_row *row)
{
    struct check *check = (struct check *)visitor;
    bool plain = space && space_plain(space);
    json_t *json = plain ? NULL : json_loadb(row->bytes, row->size, 0, NULL);
    if (!space && strcmp(name, check->log) != 0) {
        snprintf(check->log, sizeof check->log, "%s", name);
        store_head_start(&check->head, name);
    }
    if (!space)
        entry_check(check, name, row, json);
    else if (row->damaged)
        problem_say(check, space, name, 0, "does not fit its checksum");
    else if (!plain && !json)
        problem_say(check, space, name, 0, "is not JSON");
    json_decref(json);
}

/* ---- The dice ------------------------------------------------------------------------------------------ */

/* The secret that the log of a finished game publishes. */
static bool secret_published(const struct table *table, uint8_t secret[FAIR_BYTES])
{
    for (int i = 0; i < table_opening_count(table); i++) {
        struct table_field field = table_opening(table, i);
        if (strcmp(field.name, "secret") == 0)
            return lan_text_parse_hex(field.value, secret, FAIR_BYTES);
    }
    return false;
}

/* The secret of a running game, which the store has sealed. */
static bool secret_unseal(struct check *check, const char *id, uint8_t secret[FAIR_BYTES])
{
    if (!check->key_known)
        return false;
    struct store_read *read =
        store_sync_read(check->sync, store_sync_read_create(STORE_READ_DOC, STORE_SECRETS, id));
    bool found = read->status == STORE_OK && read->count == 1 && !read->rows[0].damaged;
    bool opened = found && unseal(check->key, read->rows[0].bytes, read->rows[0].size, secret);
    /* A damaged one is a problem of its own. */
    if (found && !opened)
        problem_say(check, STORE_SECRETS, id, 0, "is sealed with another secret.key");
    store_read_destroy(read);
    return opened;
}

/* The number of the log's entry that has this entry of the match. */
static uint64_t entry_of(const struct check *check, uint32_t of_match)
{
    uint64_t number = 1;
    while (number < check->replay.entries && check->stored[number - 1] < of_match)
        number++;
    return number;
}

static void dice_compare(struct check *check, const uint8_t secret[FAIR_BYTES])
{
    struct room_log *log = &check->replay;
    struct lan_dice dice;
    uint8_t commitment[FAIR_BYTES], bots[FAIR_BYTES];
    char name[DAILY_NAME + 1];
    fair_commitment(secret, room_log_dice_name(log, name), commitment);
    if (memcmp(commitment, log->fair.commitment, FAIR_BYTES) != 0) {
        problem_say(check, NULL, log->id, log->entries, "has a secret that does not fit its commitment");
        return;
    }
    room_log_keys(log, log->match->table, &log->fair, secret, &dice, bots);
    uint32_t differs = table_dice_differ(log->match->table, &dice);
    sodium_memzero(&dice, sizeof dice);
    sodium_memzero(bots, sizeof bots);
    check->drawn++;
    if (differs)
        problem_say(check, NULL, log->id, entry_of(check, differs),
                    "has a roll or a card that its dice do not give");
}

/*
 * A table that goes on from a position of another, or from a device, has moves with other dice; its dice are
 * left out.
 */
static void log_checked(struct store_visitor *visitor, const char *name)
{
    struct check *check = (struct check *)visitor;
    uint8_t secret[FAIR_BYTES];
    if (check->replaying && strcmp(check->replay.id, name) == 0 && check->replay.match &&
        !*check->replay.parent && !check->replay.brought) {
        if (secret_published(check->replay.match->table, secret) || secret_unseal(check, name, secret))
            dice_compare(check, secret);
        else
            check->unknown++;
        sodium_memzero(secret, sizeof secret);
    }
    replay_end(check);
}

/* Opens the key file, if it is there; one that was named must be. */
static bool key_open(struct check *check, const char *url, const char *key)
{
    char path[4096], error[STORE_ERROR_MAX];
    const char *slash = strrchr(url, '/');
    if (!key && store_is_url(url))
        return true;
    if (key)
        snprintf(path, sizeof path, "%s", key);
    else
        snprintf(path, sizeof path, "%.*ssecret.key", slash ? (int)(slash - url) + 1 : 0, url);
    bool there = access(path, F_OK) == 0;
    if (!there && !key)
        return true;
    check->key_known = there && seal_key_open(path, check->key, error, sizeof error);
    if (!check->key_known)
        fprintf(stderr, "lanterne store: %s\n", there ? error : "there is no such key file");
    return check->key_known;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* Checks the pages and indexes of an SQLite file. */
static void structure_check(struct check *check, const char *path)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL);
    while (result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(statement, 0);
        result = SQLITE_OK;
        if (line && strcmp(line, "ok") == 0)
            continue;
        check->problems++;
        fprintf(stderr, "lanterne store: the file: %s\n", line ? line : "");
    }
    if (result != SQLITE_DONE) {
        check->problems++;
        fprintf(stderr, "lanterne store: the file: %s\n", sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

bool store_check(struct store_sync *sync, const char *url, const char *key)
{
    struct check check = {.visitor = {.visit = row_check, .log_end = log_checked}, .sync = sync};
    const struct store_visitor *seen = &check.visitor;
    if (!key_open(&check, url, key))
        return false;
    if (!store_is_url(url))
        structure_check(&check, url);
    bool read = store_visit(sync, &check.visitor);
    replay_end(&check);
    free(check.stored);
    sodium_memzero(check.key, sizeof check.key);
    if (!read) {
        fprintf(stderr, "lanterne store: the store could not be read\n");
        return false;
    }
    printf("%llu logs with %llu entries, %llu documents, %llu secrets; %llu problems\n",
           (unsigned long long)seen->logs, (unsigned long long)seen->entries,
           (unsigned long long)seen->documents, (unsigned long long)seen->secrets,
           (unsigned long long)check.problems);
    printf("dice of %llu games drawn again; the secrets of %llu are not known here\n",
           (unsigned long long)check.drawn, (unsigned long long)check.unknown);
    if (*sync->store->warning)
        printf("warning: %s\n", sync->store->warning);
    return !check.problems;
}
