/*
 * store_command.c - export of a store as lines of JSON, import into an empty one, and check of its contents.
 *
 * Values that are text are written as strings, others in hexadecimal. Secrets stay sealed: without secret.key
 * an export does not reveal dice. The last line has the number of lines, by which import detects a truncated
 * file.
 */

#include "store_command.h"

#include <jansson.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "map.h"
#include "room_log.h"
#include "space.h"
#include "store_sync.h"
#include "store.h"

enum { DONE, FAILED, USAGE, PAGE = 1000, WRITES = 500, BYTES = 4 << 20 };

static const char help[] =
    "usage: lanterne store migrate|check|export|import STORE [FILE]\n\n"
    "  migrate STORE       makes the store, or brings its schema up to date\n"
    "  check STORE         reads all of it, replays every table, and says what is wrong\n"
    "  export STORE FILE   writes all of it to a new file (- for the standard output)\n"
    "  import STORE FILE   fills an empty store from such a file\n\n"
    "STORE is the path of an SQLite file or postgresql://user@host/database. Stop the servers before export and import,\n"
    "and take secret.key along. --help shows this.\n\n"
    "Exit status: 0 done, 1 failed or something is wrong with the store, 2 wrong usage, with the reason on stderr.\n";

/* Exported spaces. Presence and heartbeats are left out, except the time of the latest heartbeat. */
static const char *const spaces[] = {SPACE_PERSON, SPACE_TOKEN,     SPACE_SESSION, SPACE_ACCOUNT,
                                     SPACE_TABLE,  SPACE_MY_TABLES, SPACE_NOTE,    SPACE_SERVER};

static int complain(const char *what, const char *about)
{
    fprintf(stderr, "lanterne store: %s%s%s\n", what, *about ? ": " : "", about);
    return FAILED;
}

/* ---- Reading all of it --------------------------------------------------------------------------------- */

/*
 * Called for every log entry, document and secret; `name` is the name of the log or secret, or the document's
 * key.
 */
struct visitor {
    void (*visit)(struct visitor *visitor, const char *space, const char *name, const struct store_row *row);
    uint64_t logs, entries, documents, secrets, problems;
    int64_t alive;
    uint64_t number; /* of the last entry read of the present log */
    FILE *out;
    uint64_t lines;
    struct map rulebooks;   /* of the tables that are replayed */
    struct room_log replay; /* the table being replayed */
    bool replaying;         /* false when there is none, or it failed */
};

/* Reads all rows, a page at a time, and calls `each` for every row; false when the store failed. */
static bool pages_read(struct store_sync *sync, enum store_read_kind kind, const char *space,
                       struct visitor *visitor,
                       bool (*each)(struct store_sync *, const char *, const struct store_row *,
                                    struct visitor *))
{
    char past[STORE_NAME_MAX] = "";
    for (bool more = true; more;) {
        struct store_read *read = store_sync_read_create(kind, space, "");
        read->limit = PAGE;
        memcpy(read->past, past, sizeof past);
        read = store_sync_read(sync, read);
        bool good = read->status == STORE_OK;
        for (size_t i = 0; good && i < read->count; i++)
            good = each(sync, space, &read->rows[i], visitor);
        more = read->count == PAGE;
        if (read->count)
            snprintf(past, sizeof past, "%s", read->rows[read->count - 1].key);
        store_read_destroy(read);
        if (!good)
            return false;
    }
    return true;
}

static bool log_visit(struct store_sync *sync, const char *space, const struct store_row *log,
                      struct visitor *visitor)
{
    (void)space;
    visitor->logs++;
    visitor->number = 0;
    for (bool more = true; more;) {
        struct store_read *read = store_sync_read_create(STORE_READ_LOG, "", log->key);
        read->limit = PAGE;
        read->after = visitor->number;
        read = store_sync_read(sync, read);
        bool good = read->status == STORE_OK;
        for (size_t i = 0; good && i < read->count; i++) {
            visitor->entries++;
            visitor->visit(visitor, NULL, log->key, &read->rows[i]);
            visitor->number = read->rows[i].number;
        }
        more = read->count == PAGE;
        store_read_destroy(read);
        if (!good)
            return false;
    }
    return true;
}

static bool document_visit(struct store_sync *sync, const char *space, const struct store_row *row,
                           struct visitor *visitor)
{
    (void)sync;
    bool life = strcmp(space, SPACE_SERVER) == 0 &&
                (strcmp(row->key, "alive") == 0 || strncmp(row->key, "node/", 5) == 0);
    if (life) {
        int64_t at = strtoll(row->bytes, NULL, 10);
        visitor->alive = at > visitor->alive ? at : visitor->alive;
        return true;
    }
    visitor->documents++;
    visitor->visit(visitor, space, row->key, row);
    return true;
}

static bool secret_visit(struct store_sync *sync, const char *space, const struct store_row *row,
                         struct visitor *visitor)
{
    (void)sync;
    (void)space;
    visitor->secrets++;
    visitor->visit(visitor, STORE_SECRETS, row->key, row);
    return true;
}

static bool store_visit(struct store_sync *sync, struct visitor *visitor)
{
    bool good = pages_read(sync, STORE_READ_LOGS, "", visitor, log_visit);
    for (size_t i = 0; good && i < sizeof spaces / sizeof *spaces; i++)
        good = pages_read(sync, STORE_READ_DOCS, spaces[i], visitor, document_visit);
    return good && pages_read(sync, STORE_READ_SECRETS, "", visitor, secret_visit);
}

/* ---- Export -------------------------------------------------------------------------------------------- */

static bool is_text(const struct store_row *row)
{
    json_t *string = memchr(row->bytes, 0, row->size) ? NULL : json_stringn(row->bytes, row->size);
    bool text = string != NULL;
    json_decref(string);
    return text;
}

static void bytes_write(struct buf *out, const struct store_row *row)
{
    if (is_text(row))
        js_string(out, "text", row->bytes);
    else
        js_hex(out, "hex", (const uint8_t *)row->bytes, row->size);
    js_end_object(out);
    buf_str(out, "\n");
}

static void line_write(struct visitor *visitor, const char *space, const char *name,
                       const struct store_row *row)
{
    struct buf out = {0};
    js_object(&out, NULL);
    if (space)
        js_string(&out, "space", space);
    js_string(&out, space ? "key" : "log", name);
    if (!space)
        js_int(&out, "number", (int64_t)row->number);
    bytes_write(&out, row);
    fwrite(out.at, 1, out.length, visitor->out);
    visitor->lines++;
    buf_free(&out);
}

/*
 * Creates a file with mode 0600, since an export holds people's texts and hashes of tokens. Fails if the file
 * exists: it may be a store or the last good copy.
 */
static FILE *new_file(const char *name)
{
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return file < 0 ? NULL : fdopen(file, "w");
}

static int export_to(struct store_sync *sync, const char *name)
{
    struct visitor visitor = {.visit = line_write};
    visitor.out = strcmp(name, "-") == 0 ? stdout : new_file(name);
    if (!visitor.out)
        return complain(strerror(errno), name);
    fprintf(visitor.out, "{\"lanterne\":\"store\",\"version\":1}\n");
    bool good = store_visit(sync, &visitor);
    fprintf(visitor.out, "{\"lines\":%llu,\"alive\":%lld}\n", (unsigned long long)visitor.lines,
            (long long)visitor.alive);
    good = fflush(visitor.out) == 0 && !ferror(visitor.out) && good;
    if (visitor.out != stdout)
        good = fclose(visitor.out) == 0 && good;
    if (!good)
        return complain("the export failed; the file is not whole", name);
    fprintf(stderr, "%llu logs with %llu entries, %llu documents, %llu secrets\n",
            (unsigned long long)visitor.logs, (unsigned long long)visitor.entries,
            (unsigned long long)visitor.documents, (unsigned long long)visitor.secrets);
    return DONE;
}

/* ---- Import -------------------------------------------------------------------------------------------- */

/*
 * An import reads its file twice, the first time without a store, to validate all of it before anything is
 * written.
 */
struct import {
    struct store_sync *sync; /* NULL in the first pass */
    struct store_batch *batch;
    size_t bytes;
    uint64_t lines;
    bool ended;
};

static bool batch_flush(struct import *import)
{
    struct store_batch *batch = import->batch;
    import->batch = NULL;
    import->bytes = 0;
    if (batch && import->sync)
        return store_sync_submit(import->sync, batch) == STORE_OK;
    if (batch)
        store_batch_destroy(batch);
    return true;
}

static void write_add(struct import *import, json_t *line, const void *bytes, size_t size)
{
    const char *log = json_string_value(json_object_get(line, "log"));
    if (log)
        store_batch_append(import->batch, log, (uint64_t)json_integer_value(json_object_get(line, "number")),
                           bytes, size);
    else
        store_batch_put(import->batch, STORE_PUT_NEW, json_string_value(json_object_get(line, "space")),
                        json_string_value(json_object_get(line, "key")), bytes, size);
    import->bytes += size;
}

static bool name_fits(json_t *name, size_t room)
{
    return json_is_string(name) && json_string_length(name) < room;
}

/* Imports one entry, document or secret. */
static bool line_take(struct import *import, json_t *line)
{
    json_t *text = json_object_get(line, "text"), *hex = json_object_get(line, "hex");
    bool log = name_fits(json_object_get(line, "log"), STORE_NAME_MAX);
    bool document = name_fits(json_object_get(line, "key"), STORE_NAME_MAX) &&
                    name_fits(json_object_get(line, "space"), 32);
    if (log == document || json_is_string(text) == json_is_string(hex))
        return false;
    if (!import->batch)
        import->batch = store_batch_create(NULL, NULL);
    if (text) {
        write_add(import, line, json_string_value(text), json_string_length(text));
    } else {
        size_t size = json_string_length(hex) / 2;
        uint8_t *bytes = mem_alloc(size + 1);
        bool good = lan_text_parse_hex(json_string_value(hex), bytes, size);
        if (good)
            write_add(import, line, bytes, size);
        free(bytes);
        if (!good)
            return false;
    }
    import->lines++;
    return (import->batch->count < WRITES && import->bytes < BYTES) || batch_flush(import);
}

/*
 * Handles the last line: checks the number of lines and writes the time a server was last alive, so that the
 * players' clocks do not run during the move.
 */
static bool end_take(struct import *import, json_t *line)
{
    char text[32];
    if ((uint64_t)json_integer_value(json_object_get(line, "lines")) != import->lines || !batch_flush(import))
        return false;
    import->ended = true;
    long long alive = json_integer_value(json_object_get(line, "alive"));
    if (!alive)
        return true;
    import->batch = store_batch_create(NULL, NULL);
    int length = snprintf(text, sizeof text, "%lld", alive);
    store_batch_put(import->batch, STORE_PUT, SPACE_SERVER, "alive", text, (size_t)length);
    length = snprintf(text, sizeof text, "%lld -", alive);
    store_batch_put(import->batch, STORE_PUT, SPACE_SERVER, "node/0000000000000000", text, (size_t)length);
    return batch_flush(import);
}

/* Imports all lines; `at` is set to the number of the last line read. */
static bool lines_take(struct import *import, FILE *in, uint64_t *at)
{
    char *text = NULL;
    size_t room = 0;
    bool good = true;
    rewind(in);
    for (*at = 0; good && !import->ended && getline(&text, &room, in) > 0;) {
        json_t *line = json_loads(text, 0, NULL);
        if (++*at == 1)
            good = json_integer_value(json_object_get(line, "version")) == 1 &&
                   json_object_get(line, "lanterne");
        else if (json_object_get(line, "lines"))
            good = end_take(import, line);
        else
            good = line && line_take(import, line);
        json_decref(line);
    }
    free(text);
    if (import->batch)
        store_batch_destroy(import->batch);
    return good && import->ended;
}

/* Copies stdin to a temporary file, since it is read twice. */
static FILE *input_kept(void)
{
    char bytes[1 << 16];
    FILE *copy = tmpfile();
    for (size_t count; copy && (count = fread(bytes, 1, sizeof bytes, stdin)) > 0;) {
        if (fwrite(bytes, 1, count, copy) != count) {
            fclose(copy);
            return NULL;
        }
    }
    return copy;
}

/* Opens a file and validates it as an export; NULL after complaining. */
static FILE *export_open(const char *name)
{
    struct import import = {.sync = NULL};
    char place[STORE_ERROR_MAX];
    uint64_t at;
    FILE *in = strcmp(name, "-") == 0 ? input_kept() : fopen(name, "r");
    if (!in) {
        complain(strerror(errno), name);
        return NULL;
    }
    if (lines_take(&import, in, &at))
        return in;
    snprintf(place, sizeof place, "%s, line %llu", name, (unsigned long long)at);
    complain("this is not a whole export; nothing was taken in", place);
    fclose(in);
    return NULL;
}

static int import_from(struct store_sync *sync, FILE *in)
{
    struct import import = {.sync = sync};
    uint64_t at;
    struct store_read *logs = store_sync_read(sync, store_sync_read_create(STORE_READ_LOGS, "", ""));
    struct store_read *people =
        store_sync_read(sync, store_sync_read_create(STORE_READ_DOCS, SPACE_PERSON, ""));
    bool read = logs->status == STORE_OK && people->status == STORE_OK;
    bool empty = !logs->count && !people->count;
    store_read_destroy(logs);
    store_read_destroy(people);
    if (!read)
        return complain("the store could not be read; nothing was taken in", "");
    if (!empty)
        return complain("the store is not empty; nothing was taken in", "");
    if (!lines_take(&import, in, &at))
        return complain("the store did not take all of it; throw away what it has taken and import again",
                        "");
    fprintf(stderr, "%llu lines\n", (unsigned long long)import.lines);
    return DONE;
}

/* ---- Check --------------------------------------------------------------------------------------------- */

static void replay_end(struct visitor *visitor)
{
    if (visitor->replaying)
        room_log_free(&visitor->replay);
    visitor->replaying = false;
}

/* Replays one more entry of a table's log. No secrets are needed, since results of chance are in the log. */
static bool replays(struct visitor *visitor, const char *name, uint64_t number, json_t *entry)
{
    if (number == 1) {
        replay_end(visitor);
        room_log_init(&visitor->replay, name, &visitor->rulebooks);
        visitor->replaying = true;
    }
    if (!visitor->replaying || room_log_apply(&visitor->replay, entry))
        return true;
    /* Later entries cannot be replayed without this one. */
    replay_end(visitor);
    return false;
}

static void row_check(struct visitor *visitor, const char *space, const char *name,
                      const struct store_row *row)
{
    const char *problem = NULL;
    bool plain = space && (strcmp(space, STORE_SECRETS) == 0 || strcmp(space, SPACE_NOTE) == 0 ||
                           strcmp(space, SPACE_SERVER) == 0);
    json_t *json = plain ? NULL : json_loadb(row->bytes, row->size, 0, NULL);
    if (!plain && !json)
        problem = "is not JSON";
    else if (!space && row->number != visitor->number + 1)
        problem = "has a gap";
    else if (!space && strlen(name) == ID_TABLE && !replays(visitor, name, row->number, json))
        problem =
            "cannot be replayed: it is not what the rules allow, or this program lacks that version of them";
    json_decref(json);
    if (!problem)
        return;
    visitor->problems++;
    fprintf(stderr, "lanterne store: %s%s%s %llu %s\n", space ? space : "log", space ? "/" : " ", name,
            (unsigned long long)row->number, problem);
}

static int check(struct store_sync *sync)
{
    struct visitor visitor = {.visit = row_check};
    bool read = store_visit(sync, &visitor);
    replay_end(&visitor);
    if (!read)
        return complain("the store could not be read", "");
    printf("%llu logs with %llu entries, %llu documents, %llu secrets; %llu problems\n",
           (unsigned long long)visitor.logs, (unsigned long long)visitor.entries,
           (unsigned long long)visitor.documents, (unsigned long long)visitor.secrets,
           (unsigned long long)visitor.problems);
    if (*sync->store->warning)
        printf("warning: %s\n", sync->store->warning);
    return visitor.problems ? FAILED : DONE;
}

/* ---- The command --------------------------------------------------------------------------------------- */

int store_command_main(int argc, char **argv)
{
    struct store_sync sync;
    char error[STORE_ERROR_MAX];
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        fputs(help, stdout);
        return DONE;
    }
    bool whole = argc == 2 && (strcmp(argv[0], "migrate") == 0 || strcmp(argv[0], "check") == 0);
    bool file = argc == 3 && (strcmp(argv[0], "export") == 0 || strcmp(argv[0], "import") == 0);
    if (!whole && !file) {
        fputs(help, stderr);
        return USAGE;
    }
    bool migrate = argv[0][0] == 'm', import = argv[0][0] == 'i';
    FILE *in = import ? export_open(argv[2]) : NULL;
    if (import && !in)
        return FAILED;
    int result = DONE;
    if (!store_sync_open(&sync, argv[1], migrate || import, error)) {
        result = complain(error, "");
    } else {
        switch (argv[0][0]) {
        case 'c': result = check(&sync); break;
        case 'e': result = export_to(&sync, argv[2]); break;
        case 'i': result = import_from(&sync, in); break;
        default: printf("the store is up to date\n"); break;
        }
        store_sync_close(&sync);
    }
    if (in)
        fclose(in);
    return result;
}
