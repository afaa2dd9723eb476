/*
 * store_command.c - export of a store as lines of JSON, and import into an empty one; store_check.c has the
 * check.
 *
 * Values that are text are written as strings, others in hexadecimal. Secrets stay sealed: without secret.key
 * an export does not reveal dice. Every line has the checksum of its entry or document, with which import
 * compares its own; lines of older exports have none. The last line has the number of lines, by which import
 * detects a truncated file.
 */

#include "store_command.h"

#include <jansson.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "space.h"
#include "store_check.h"
#include "store_sync.h"
#include "store_visit.h"
#include "store.h"

enum { DONE, FAILED, USAGE, WRITES = 500, BYTES = 4 << 20 };

static const char help[] =
    "usage: lanterne store migrate|check|export|import STORE [FILE]\n\n"
    "  migrate STORE       makes the store, or brings its schema up to date\n"
    "  check STORE [KEY]   reads all of it, compares checksums, replays every table, draws its dice again, and says\n"
    "                      what is wrong; KEY is the secret.key of the server, by default the one beside the file\n"
    "  export STORE FILE   writes all of it to a new file (- for the standard output)\n"
    "  import STORE FILE   fills an empty store from such a file\n\n"
    "STORE is the path of an SQLite file or postgresql://user@host/database. Stop the servers before export and import,\n"
    "and take secret.key along. --help shows this.\n\n"
    "Exit status: 0 done, 1 failed or something is wrong with the store, 2 wrong usage, with the reason on stderr.\n";

static int complain(const char *what, const char *about)
{
    fprintf(stderr, "lanterne store: %s%s%s\n", what, *about ? ": " : "", about);
    return FAILED;
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

/* The file that is written. */
struct export
{
    struct store_visitor visitor;
    FILE *out;
    uint64_t lines;
};

static void line_write(struct store_visitor *visitor, const char *space, const char *name,
                       const struct store_row *row)
{
    struct export *export = (struct export *)visitor;
    struct buf out = {0};
    js_object(&out, NULL);
    if (space)
        js_string(&out, "space", space);
    js_string(&out, space ? "key" : "log", name);
    if (!space)
        js_int(&out, "number", (int64_t)row->number);
    js_hex(&out, "sum", row->sum, sizeof row->sum);
    bytes_write(&out, row);
    fwrite(out.at, 1, out.length, export->out);
    export->lines++;
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
    struct export export = {.visitor = {.visit = line_write}};
    const struct store_visitor *seen = &export.visitor;
    export.out = strcmp(name, "-") == 0 ? stdout : new_file(name);
    if (!export.out)
        return complain(strerror(errno), name);
    fprintf(export.out, "{\"lanterne\":\"store\",\"version\":1}\n");
    bool good = store_visit(sync, &export.visitor);
    fprintf(export.out, "{\"lines\":%llu,\"alive\":%lld}\n", (unsigned long long)export.lines,
            (long long)seen->alive);
    good = fflush(export.out) == 0 && !ferror(export.out) && good;
    if (export.out != stdout)
        good = fclose(export.out) == 0 && good;
    if (!good)
        return complain("the export failed; the file is not whole", name);
    fprintf(stderr, "%llu logs with %llu entries, %llu documents, %llu secrets\n",
            (unsigned long long)seen->logs, (unsigned long long)seen->entries,
            (unsigned long long)seen->documents, (unsigned long long)seen->secrets);
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
    char log[STORE_NAME_MAX]; /* the log of the last line, and its head: lines of a log follow each other */
    struct store_head head;
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

/* Whether a line has this checksum, or none. */
static bool sum_fits(json_t *line, const uint8_t sum[STORE_SUM_BYTES])
{
    const char *text = json_string_value(json_object_get(line, "sum"));
    uint8_t read[STORE_SUM_BYTES];
    return !json_object_get(line, "sum") ||
           (text && lan_text_parse_hex(text, read, sizeof read) && memcmp(read, sum, sizeof read) == 0);
}

/* False when the entry is not the next of its log, or the line does not fit its checksum. */
static bool entry_add(struct import *import, json_t *line, const char *log, const void *bytes, size_t size)
{
    if (strcmp(log, import->log) != 0) {
        snprintf(import->log, sizeof import->log, "%s", log);
        store_head_start(&import->head, log);
    }
    if (json_integer_value(json_object_get(line, "number")) != (json_int_t)import->head.number + 1)
        return false;
    store_batch_append(import->batch, log, &import->head, bytes, size);
    return sum_fits(line, import->head.sum);
}

static bool write_add(struct import *import, json_t *line, const void *bytes, size_t size)
{
    const char *log = json_string_value(json_object_get(line, "log"));
    import->bytes += size;
    if (log)
        return entry_add(import, line, log, bytes, size);
    store_batch_put(import->batch, STORE_PUT_NEW, json_string_value(json_object_get(line, "space")),
                    json_string_value(json_object_get(line, "key")), bytes, size);
    return sum_fits(line, import->batch->writes[import->batch->count - 1].sum);
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
    bool good;
    if (text) {
        good = write_add(import, line, json_string_value(text), json_string_length(text));
    } else {
        size_t size = json_string_length(hex) / 2;
        uint8_t *bytes = mem_alloc(size + 1);
        good =
            lan_text_parse_hex(json_string_value(hex), bytes, size) && write_add(import, line, bytes, size);
        free(bytes);
    }
    if (!good)
        return false;
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

/* ---- The command --------------------------------------------------------------------------------------- */

int store_command_main(int argc, char **argv)
{
    struct store_sync sync;
    char error[STORE_ERROR_MAX];
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        fputs(help, stdout);
        return DONE;
    }
    bool whole = (argc == 2 && strcmp(argv[0], "migrate") == 0) ||
                 ((argc == 2 || argc == 3) && strcmp(argv[0], "check") == 0);
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
        case 'c': result = store_check(&sync, argv[1], argc == 3 ? argv[2] : NULL) ? DONE : FAILED; break;
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
