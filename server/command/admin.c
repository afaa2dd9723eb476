/*
 * admin.c - maintenance of a server's store. Every change is one batch. A running server is notified of it,
 * or gets a conflict at its next entry of the table, and loads the table again in either case.
 */

#include "admin.h"

#include <jansson.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "admin_order.h"
#include "audit.h"
#include "env.h"
#include "retention_tables.h"
#include "server.h"
#include "space.h"
#include "store_sync.h"
#include "store.h"
#include "table.h"

enum { DONE = ADMIN_DONE, FAILED = ADMIN_FAILED, USAGE = ADMIN_USAGE };
enum { PASSWORD_LETTERS = 16, CLOSE_TRIES = 100 };

static const char help[] =
    "usage: lanterne admin [--data FOLDER] [--store URL] COMMAND\n\n"
    "  list              the tables that are not over\n"
    "  close TABLE       ends a table, whatever its state\n"
    "  remove TABLE      deletes a table with its log and chat\n"
    "  password LOGIN    gives an account a new password, prints it, and ends the account's sessions\n"
    "  reports           the reports that nobody has decided yet, oldest first\n"
    "  reports ID        one of them, with the lines of chat\n"
    "  reports ID WHAT   decides it: dismiss, warn, mute, suspend (with --for), or close its table\n"
    "  sanctions         the warnings, mutes and suspensions that stand\n"
    "  lift PERSON       takes those of a person back\n"
    "  audit             what hosts and you have done to keep order, oldest first\n"
    "  backup FILE       copies the store while the server runs; copy secret.key as well, apart from it\n\n"
    "FOLDER and URL are the --data and --store of the server, or LANTERNE_DATA (lanterne-data) and LANTERNE_STORE.\n"
    "  --json            reports, sanctions, audit: a JSON object a line\n"
    "  --limit N         reports, audit: so many (50), from the one after --after ID on\n"
    "  --for TIME        mute, suspend: how long, such as 30m, 12h or 7d\n"
    "  --reason WORD     what the person is told instead of the reporter's: insult, spam, cheating, name, other\n"
    "  --note TEXT       why, for the log of moderation\n\n"
    "--help shows this.\n\n"
    "Exit status: 0 done, else not, with the reason on stderr.\n";

/* ---- The store ----------------------------------------------------------------------------------------- */

static struct store_sync sync;
static struct admin_order order;

static bool submit(struct store_batch *batch)
{
    return store_sync_submit(&sync, batch) == STORE_OK;
}

static struct store_read *read_rows(enum store_read_kind kind, const char *space, const char *key)
{
    return store_sync_read(&sync, store_sync_read_create(kind, space, key));
}

static bool store_here(const char *url)
{
    char error[STORE_ERROR_MAX];
    bool open = store_sync_open(&sync, url, false, error);
    if (!open)
        fprintf(stderr, "lanterne admin: %s\n", error);
    return open;
}

/* ---- Commands ------------------------------------------------------------------------------------------ */

static const char *text_at(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int tables_list(void)
{
    struct store_read *read = read_rows(STORE_READ_DOCS, SPACE_TABLE, "");
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL), *row = json_object_get(document, "row");
        const char *state = text_at(row, "state");
        if (strcmp(state, "over") != 0 && strcmp(state, "closed") != 0)
            printf("%s  %-18s %-8s %zu people, %d bots  %s\n", read->rows[i].key, text_at(row, "game"), state,
                   json_array_size(json_object_get(row, "people")),
                   (int)json_integer_value(json_object_get(row, "bots")), text_at(row, "name"));
        json_decref(document);
    }
    store_read_destroy(read);
    return DONE;
}

static int not_found(const char *kind, const char *what)
{
    fprintf(stderr, "lanterne admin: there is no %s %s\n", kind, what);
    return FAILED;
}

static int result_report(bool good)
{
    if (!good)
        fprintf(stderr, "lanterne admin: the store did not take it; nothing has changed\n");
    return good ? DONE : FAILED;
}

static void notify_table(struct store_batch *batch, const char *id)
{
    char name[STORE_NAME_MAX];
    snprintf(name, sizeof name, "%s/back", id);
    admin_notify(&sync, batch, name);
}

/* STORE_CONFLICT when the server has appended an entry meanwhile. */
static enum store_status close_try(const char *id, struct store_head *head)
{
    static const char entry[] = "{\"t\":\"close\",\"at\":0}";
    struct store_read *read = read_rows(STORE_READ_DOC, SPACE_TABLE, id);
    json_t *document = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : json_object();
    store_read_destroy(read);
    json_object_set_new(json_object_get(document, "row"), "state", json_string("closed"));
    char *text = json_dumps(document, JSON_COMPACT);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_append(batch, id, head, entry, sizeof entry - 1);
    store_batch_put(batch, STORE_PUT, SPACE_TABLE, id, text, strlen(text));
    store_batch_notify(batch, id, 0);
    notify_table(batch, id);
    admin_audit_put(&order, batch, &(struct audit){.what = "close-table", .table = id, .note = order.note});
    free(text);
    json_decref(document);
    return store_sync_submit(&sync, batch);
}

static int table_close(const char *id)
{
    enum store_status status = STORE_CONFLICT;
    for (int tries = 0; status == STORE_CONFLICT && tries < CLOSE_TRIES; tries++) {
        struct store_read *last = read_rows(STORE_READ_LAST, "", id);
        struct store_head head = {0};
        if (last->count)
            store_head_at(&head, &last->rows[0]);
        store_read_destroy(last);
        if (!head.number)
            return not_found("table", id);
        status = close_try(id, &head);
    }
    return result_report(status == STORE_OK);
}

static int table_remove(const char *id)
{
    struct store_read *read = read_rows(STORE_READ_DOC, SPACE_TABLE, id);
    json_t *document = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    store_read_destroy(read);
    if (!document)
        return not_found("table", id);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    table_delete(batch, id, document);
    notify_table(batch, id);
    admin_audit_put(&order, batch, &(struct audit){.what = "delete-table", .table = id, .note = order.note});
    json_decref(document);
    return result_report(submit(batch));
}

/* Ends all sessions, since some may belong to a holder of the old password. */
static void sessions_end(struct store_batch *batch, const char *person)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%.*s/", ID_PERSON, person);
    struct store_read *read = read_rows(STORE_READ_DOCS, SPACE_SESSION, prefix);
    for (size_t i = 0; i < read->count; i++) {
        store_batch_delete(batch, SPACE_SESSION, read->rows[i].key);
        store_batch_delete(batch, SPACE_PUSH, read->rows[i].key);
        store_batch_delete(batch, SPACE_TOKEN, read->rows[i].key + ID_PERSON + 1);
    }
    store_read_destroy(read);
    admin_notify(&sync, batch, person);
}

static int password_reset(const char *login)
{
    char key[NAME_SIZE], password[PASSWORD_LETTERS + 1], hash[crypto_pwhash_STRBYTES];
    struct env env;
    if (strlen(login) >= sizeof key)
        return not_found("account", login);
    snprintf(key, sizeof key, "%s", login);
    for (char *c = key; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    struct store_read *read = read_rows(STORE_READ_DOC, SPACE_ACCOUNT, key);
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    store_read_destroy(read);
    if (!account)
        return not_found("account", login);
    env_real(&env);
    env_id(&env, password, PASSWORD_LETTERS);
    lan_assert(crypto_pwhash_str(hash, password, PASSWORD_LETTERS, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
    json_object_set_new(account, "hash", json_string(hash));
    char *text = json_dumps(account, JSON_COMPACT);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, SPACE_ACCOUNT, key, text, strlen(text));
    store_batch_delete(batch, SPACE_RESET, key);
    sessions_end(batch, text_at(account, "person"));
    admin_audit_put(
        &order, batch,
        &(struct audit){.what = "password", .whom = text_at(account, "person"), .note = order.note});
    free(text);
    json_decref(account);
    int result = result_report(submit(batch));
    if (result == DONE)
        printf("%s\n", password);
    return result;
}

/* Copies a database in use with VACUUM INTO, which gives one consistent file without a journal. */
static int backup(const char *path, const char *file)
{
    sqlite3 *db;
    if (store_is_url(path)) {
        fprintf(stderr, "lanterne admin: use pg_dump for a PostgreSQL database\n");
        return FAILED;
    }
    umask(077); /* it contains password hashes and sealed secrets */
    int result = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    char *sql = sqlite3_mprintf("VACUUM INTO '%q'", file);
    if (result == SQLITE_OK) {
        sqlite3_busy_timeout(db, 10000);
        result = sqlite3_exec(db, sql, NULL, NULL, NULL);
    }
    if (result != SQLITE_OK)
        fprintf(stderr, "lanterne admin: cannot copy to %s: %s\n", file, sqlite3_errmsg(db));
    sqlite3_free(sql);
    sqlite3_close(db);
    return result == SQLITE_OK ? DONE : FAILED;
}

/* The commands of admin_order.h; -1 for another one. */
static int order_run(const char *command, const char *word, const char *third)
{
    if (strcmp(command, "reports") == 0)
        return admin_reports(&order, word, third);
    if (strcmp(command, "sanctions") == 0 && !*word)
        return admin_sanctions(&order);
    if (strcmp(command, "lift") == 0 && *word && !*third)
        return admin_lift(&order, word);
    if (strcmp(command, "audit") == 0 && !*word)
        return admin_audit(&order);
    return -1;
}

static int run(const char *url, const char *command, const char *word, const char *third)
{
    int done = order_run(command, word, third);
    if (done >= 0)
        return done;
    if (*third)
        command = "";
    if (strcmp(command, "backup") == 0 && *word)
        return backup(url, word);
    if (strcmp(command, "list") == 0 && !*word)
        return tables_list();
    bool closes = strcmp(command, "close") == 0, removes = strcmp(command, "remove") == 0;
    if ((closes || removes) && *word && strlen(word) != ID_TABLE)
        return not_found("table", word);
    if (closes && *word)
        return table_close(word);
    if (removes && *word)
        return table_remove(word);
    if (strcmp(command, "password") == 0 && *word)
        return password_reset(word);
    fprintf(stderr, "lanterne admin: not a command, or a word too few or too many: %s\n\n%s", command, help);
    return USAGE;
}

static const char *setting(const char *name, const char *standard)
{
    const char *value = getenv(name);
    return value ? value : standard;
}

/* Parses `--name value` or `--name=value`; returns the number of words used, 0 when it is another option. */
static int flag_take(int argc, char **argv, const char *name, const char **value)
{
    size_t length = strlen(name);
    if (argc < 1 || strncmp(argv[0], name, length) != 0)
        return 0;
    if (argv[0][length] == '=') {
        *value = argv[0] + length + 1;
        return 1;
    }
    if (argv[0][length] || argc < 2)
        return 0;
    *value = argv[1];
    return 2;
}

enum { WORDS = 3 };

/* The parsed command line: flags at any position, and up to three words. */
struct request {
    const char *data, *url, *words[WORDS];
    bool help;
};

static int flags_take(int argc, char **argv, struct request *request)
{
    const struct {
        const char *name, **value;
    } flags[] = {{"--data", &request->data}, {"--store", &request->url}, {"--after", &order.after},
                 {"--limit", &order.limit},  {"--for", &order.span},     {"--note", &order.note},
                 {"--reason", &order.reason}};
    int used = 0;
    for (size_t i = 0; !used && i < sizeof flags / sizeof *flags; i++)
        used = flag_take(argc, argv, flags[i].name, flags[i].value);
    return used;
}

static bool request_read(int argc, char **argv, struct request *request)
{
    int count = 0, used;
    for (; argc > 0; argc -= used, argv += used) {
        used = flags_take(argc, argv, request);
        if (used)
            continue;
        used = 1;
        if (strcmp(argv[0], "--json") == 0) {
            order.json = true;
            continue;
        }
        if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
            request->help = true;
            return true;
        }
        if (argv[0][0] == '-' || count == WORDS) {
            fprintf(stderr,
                    "lanterne admin: unknown option, or without its value, or a word too many: %s\n\n%s",
                    argv[0], help);
            return false;
        }
        request->words[count++] = argv[0];
    }
    if (!count)
        fputs(help, stderr);
    return count;
}

int admin_main(int argc, char **argv)
{
    struct request request = {.data = setting("LANTERNE_DATA", "lanterne-data"),
                              .url = setting("LANTERNE_STORE", ""),
                              .words = {"", "", ""}};
    char path[512];
    order = (struct admin_order){
        .after = "", .limit = "", .span = "", .note = "", .reason = "", .table_close = table_close};
    if (!request_read(argc, argv, &request))
        return USAGE;
    if (request.help) {
        fputs(help, stdout);
        return DONE;
    }
    if (sodium_init() < 0)
        return FAILED;
    snprintf(path, sizeof path, "%s/lanterne.db", request.data);
    const char *url = *request.url ? request.url : path;
    if (!store_here(url))
        return FAILED;
    admin_order_begin(&order, &sync);
    int result = run(url, request.words[0], request.words[1], request.words[2]);
    store_sync_close(&sync);
    return result;
}
