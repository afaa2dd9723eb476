#include "admin_order.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "audit.h"
#include "limit.h"
#include "sanction.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "store_sync.h"

enum { PAGE = 50, PAGE_MOST = 1000, SPAN_DAYS_MOST = 3650 };

void admin_order_begin(struct admin_order *order, struct store_sync *sync)
{
    order->sync = sync;
    env_real(&order->env);
    if (sync->store->shared)
        order->env.ahead = store_clock_ahead(sync->store);
}

int64_t admin_now(const struct admin_order *order)
{
    return env_now(&order->env);
}

void admin_audit_put(struct admin_order *order, struct store_batch *batch, const struct audit *audit)
{
    audit_put(batch, &order->env, admin_now(order), audit);
}

void admin_notify(struct store_sync *sync, struct store_batch *batch, const char *name)
{
    store_batch_notify(batch, name, 0);
    if (!sync->store->shared)
        store_batch_put(batch, STORE_PUT, SPACE_ADMIN_CHANGES, name, "", 0);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static int complain(const char *what, const char *about)
{
    fprintf(stderr, "lanterne admin: %s: %s\n", what, about);
    return ADMIN_FAILED;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Texts of people on a terminal: line breaks of a report's text would look like lines of the list. */
static void text_print(const char *text)
{
    for (; *text; text++)
        putchar(*text == '\n' || *text == '\r' || *text == '\t' ? ' ' : *text);
}

static void time_print(int64_t at)
{
    char text[32];
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
    fputs(text, stdout);
}

static void json_print(json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    puts(text);
    free(text);
}

/* False with a complaint. */
static bool limit_read(const struct admin_order *order, size_t *limit)
{
    char *end;
    errno = 0;
    long wide = *order->limit ? strtol(order->limit, &end, 10) : PAGE;
    if (*order->limit && (*end || errno || wide < 1 || wide > PAGE_MOST)) {
        complain("not a number from 1 to 1000", "--limit");
        return false;
    }
    *limit = (size_t)wide;
    return true;
}

/* 30m, 12h or 7d as milliseconds. False with a complaint. */
static bool span_read(const char *text, int64_t *span)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    int64_t unit = *end == 'm' ? 60 : *end == 'h' ? 3600 : *end == 'd' ? 24 * 3600 : 0;
    int64_t most = SPAN_DAYS_MOST * (int64_t)(24 * 3600);
    if (errno || !unit || end[1] || number < 1 || number > most / unit) {
        complain("a time such as 30m, 12h or 7d is needed, ten years at most", "--for");
        return false;
    }
    *span = number * unit * 1000;
    return true;
}

static struct store_read *docs_read(const struct admin_order *order, const char *space, const char *past,
                                    size_t limit)
{
    struct store_read *read = store_sync_read_create(STORE_READ_DOCS, space, "");
    snprintf(read->past, sizeof read->past, "%s", past);
    read->limit = limit;
    return store_sync_read(order->sync, read);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* Every open report as an object with its key, oldest first. NULL when the store fails. */
static int by_time(const void *one, const void *other)
{
    json_t *const *a = one, *const *b = other;
    json_int_t before = json_integer_value(json_object_get(*a, "at")),
               after = json_integer_value(json_object_get(*b, "at"));
    if (before != after)
        return before < after ? -1 : 1;
    return strcmp(text_at(*a, "id"), text_at(*b, "id"));
}

static json_t *reports_read(const struct admin_order *order)
{
    struct store_read *read = docs_read(order, SPACE_REPORT, "", 0);
    json_t *list = json_array(), **sorted = calloc(read->count + 1, sizeof *sorted);
    size_t count = 0;
    bool good = read->status == STORE_OK && sorted;
    for (size_t i = 0; good && i < read->count; i++) {
        json_t *report = json_loads(read->rows[i].bytes, 0, NULL);
        if (!report)
            continue;
        json_object_set_new(report, "key", json_string(read->rows[i].key));
        sorted[count++] = report;
    }
    if (sorted)
        qsort(sorted, count, sizeof *sorted, by_time);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, sorted[i]);
    free(sorted);
    store_read_destroy(read);
    if (good)
        return list;
    json_decref(list);
    complain("the store did not answer", "reports");
    return NULL;
}

/* What is shown of a report: the ids from its key instead of the key. */
static json_t *report_shown(json_t *report, bool whole)
{
    json_t *shown = json_deep_copy(report);
    const char *key = text_at(report, "key");
    json_object_set_new(shown, "reporter", json_stringn(key, ID_PERSON));
    json_object_set_new(shown, "person", json_string(key + ID_PERSON + 1 + ID_TABLE + 1));
    json_object_del(shown, "key");
    if (!whole)
        json_object_del(shown, "lines");
    return shown;
}

static void report_line(json_t *report)
{
    printf("%s  ", text_at(report, "id"));
    time_print(json_integer_value(json_object_get(report, "at")));
    printf("  %-9s %s  ", text_at(report, "reason"), text_at(report, "table"));
    text_print(text_at(report, "name"));
    fputs(", reported by ", stdout);
    text_print(text_at(report, "reporter_name"));
    putchar('\n');
}

static int reports_list(const struct admin_order *order)
{
    size_t limit, at, shown = 0;
    json_t *list, *report;
    bool begun = !*order->after;
    if (!limit_read(order, &limit))
        return ADMIN_USAGE;
    if (!(list = reports_read(order)))
        return ADMIN_FAILED;
    json_array_foreach(list, at, report)
    {
        if (begun && shown++ < limit) {
            json_t *row = report_shown(report, false);
            if (order->json)
                json_print(row);
            else
                report_line(report);
            json_decref(row);
        }
        begun |= strcmp(text_at(report, "id"), order->after) == 0;
    }
    if (shown > limit)
        fprintf(stderr, "lanterne admin: %zu more; go on with --after and the last id\n", shown - limit);
    json_decref(list);
    return begun ? ADMIN_DONE : complain("there is no report", order->after);
}

static void report_print(json_t *report, json_t *shown)
{
    json_t *line;
    size_t at;
    report_line(report);
    printf("person %s, reporter %s, game %s\n", text_at(shown, "person"), text_at(shown, "reporter"),
           text_at(report, "game"));
    if (*text_at(report, "text")) {
        fputs("says: ", stdout);
        text_print(text_at(report, "text"));
        putchar('\n');
    }
    json_array_foreach(json_object_get(report, "lines"), at, line)
    {
        const char *by = text_at(line, "by");
        fputs(strcmp(by, "reported") == 0 ? "> " : "  ", stdout);
        time_print(json_integer_value(json_object_get(line, "at")));
        printf("  [%s] ", text_at(line, "room"));
        text_print(text_at(line, "name"));
        fputs(": ", stdout);
        text_print(text_at(line, "text"));
        putchar('\n');
    }
}

/* A decision: which sanction follows, or none. */
static int kind_of(const char *decision)
{
    int kind = 0;
    while (kind < SANCTIONS && strcmp(sanction_words[kind], decision) != 0)
        kind++;
    return kind;
}

static void sanction_put(struct store_batch *batch, const char *person, int kind, const char *reason,
                         int64_t now, int64_t until)
{
    char key[STORE_NAME_MAX];
    json_t *json =
        json_pack("{s:s,s:I,s:s}", "what", sanction_words[kind], "at", (json_int_t)now, "reason", reason);
    if (until)
        json_object_set_new(json, "until", json_integer((json_int_t)until));
    char *text = json_dumps(json, JSON_COMPACT);
    snprintf(key, sizeof key, "%s/%s", person, sanction_words[kind]);
    store_batch_put(batch, STORE_PUT, SPACE_SANCTION, key, text, strlen(text));
    free(text);
    json_decref(json);
}

/* One batch: the report goes, what was decided stands, and the log has it. */
static int decision_store(struct admin_order *order, json_t *report, const char *decision, int64_t span)
{
    const char *key = text_at(report, "key"), *person = key + ID_PERSON + 1 + ID_TABLE + 1;
    const char *reason = *order->reason ? order->reason : text_at(report, "reason");
    int kind = kind_of(decision);
    int64_t now = admin_now(order), until = span ? now + span : 0;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_require(batch, SPACE_REPORT, key);
    if (kind < SANCTIONS) {
        store_batch_require(batch, SPACE_PERSON, person);
        sanction_put(batch, person, kind, reason, now, until);
        admin_notify(order->sync, batch, person);
    }
    store_batch_delete(batch, SPACE_REPORT, key);
    admin_audit_put(order, batch,
                    &(struct audit){.what = decision,
                                    .whom = person,
                                    .whom_name = text_at(report, "name"),
                                    .table = text_at(report, "table"),
                                    .reason = reason,
                                    .note = order->note,
                                    .until = until});
    enum store_status status = store_sync_submit(order->sync, batch);
    if (status == STORE_OK)
        return ADMIN_DONE;
    return complain(status == STORE_CONFLICT ? "the report or the person is gone"
                                             : "the store did not take it",
                    "nothing has changed");
}

static int report_decide(struct admin_order *order, json_t *report, const char *decision)
{
    int kind = kind_of(decision);
    int64_t span = 0;
    bool closes = strcmp(decision, "close") == 0;
    if (kind == SANCTIONS && !closes && strcmp(decision, "dismiss") != 0)
        return complain("not one of dismiss, warn, mute, suspend, close", decision), ADMIN_USAGE;
    if (*order->reason && report_reason_find(order->reason) < 0)
        return complain("not one of insult, spam, cheating, name, other", "--reason"), ADMIN_USAGE;
    if ((kind == SANCTION_MUTE || kind == SANCTION_SUSPEND) && !span_read(order->span, &span))
        return ADMIN_USAGE;
    if (*order->span && !span)
        return complain("only mute and suspend last for a time", "--for"), ADMIN_USAGE;
    if (closes && order->table_close(text_at(report, "table")) != ADMIN_DONE)
        return ADMIN_FAILED;
    return decision_store(order, report, decision, span);
}

int admin_reports(struct admin_order *order, const char *id, const char *decision)
{
    size_t at;
    json_t *report, *found = NULL;
    if (!*id)
        return reports_list(order);
    json_t *list = reports_read(order);
    if (!list)
        return ADMIN_FAILED;
    json_array_foreach(list, at, report) found = strcmp(text_at(report, "id"), id) == 0 ? report : found;
    int result = found ? ADMIN_DONE : complain("there is no open report", id);
    if (found && *decision) {
        result = report_decide(order, found, decision);
    } else if (found) {
        json_t *shown = report_shown(found, true);
        if (order->json)
            json_print(shown);
        else
            report_print(found, shown);
        json_decref(shown);
    }
    json_decref(list);
    return result;
}

/* ---- Sanctions ----------------------------------------------------------------------------------------- */

static void sanction_print(const struct admin_order *order, json_t *json, const char *person)
{
    json_int_t until = json_integer_value(json_object_get(json, "until"));
    json_object_set_new(json, "person", json_stringn(person, ID_PERSON));
    if (order->json) {
        json_print(json);
        return;
    }
    printf("%.*s  %-8s %-9s", ID_PERSON, person, text_at(json, "what"), text_at(json, "reason"));
    if (until) {
        fputs("until ", stdout);
        time_print(until);
    }
    putchar('\n');
}

int admin_sanctions(struct admin_order *order)
{
    struct store_read *read = docs_read(order, SPACE_SANCTION, "", 0);
    bool good = read->status == STORE_OK;
    for (size_t i = 0; i < read->count; i++) {
        json_t *json = json_loads(read->rows[i].bytes, 0, NULL);
        json_int_t until = json_integer_value(json_object_get(json, "until"));
        if (json && (!until || until > admin_now(order)))
            sanction_print(order, json, read->rows[i].key);
        json_decref(json);
    }
    store_read_destroy(read);
    return good ? ADMIN_DONE : complain("the store did not answer", "sanctions");
}

int admin_lift(struct admin_order *order, const char *person)
{
    char prefix[ID_PERSON + 2];
    if (strlen(person) != ID_PERSON)
        return complain("there is no person", person);
    snprintf(prefix, sizeof prefix, "%s/", person);
    struct store_read *read =
        store_sync_read(order->sync, store_sync_read_create(STORE_READ_DOCS, SPACE_SANCTION, prefix));
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++)
        store_batch_delete(batch, SPACE_SANCTION, read->rows[i].key);
    bool any = read->count;
    store_read_destroy(read);
    if (!any) {
        store_batch_destroy(batch);
        return complain("nothing stands against", person);
    }
    admin_notify(order->sync, batch, person);
    admin_audit_put(order, batch, &(struct audit){.what = "lift", .whom = person, .note = order->note});
    return store_sync_submit(order->sync, batch) == STORE_OK
               ? ADMIN_DONE
               : complain("the store did not take it", "nothing has changed");
}

/* ---- The log of moderation ----------------------------------------------------------------------------- */

static void audit_print(const struct admin_order *order, json_t *json, const char *key)
{
    static const char *const keys[] = {"whom_name", "whom", "table", "reason", "note"};
    json_object_set_new(json, "key", json_string(key));
    if (order->json) {
        json_print(json);
        return;
    }
    printf("%s  ", key);
    time_print(json_integer_value(json_object_get(json, "at")));
    printf("  %-8s by ", text_at(json, "what"));
    text_print(text_at(json, "by_name"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (*text_at(json, keys[i])) {
            printf(", %s ", keys[i]);
            text_print(text_at(json, keys[i]));
        }
    }
    if (json_object_get(json, "until")) {
        fputs(", until ", stdout);
        time_print(json_integer_value(json_object_get(json, "until")));
    }
    putchar('\n');
}

int admin_audit(struct admin_order *order)
{
    size_t limit;
    if (!limit_read(order, &limit))
        return ADMIN_USAGE;
    if (strlen(order->after) >= STORE_NAME_MAX)
        return complain("not a key of this list", "--after"), ADMIN_USAGE;
    struct store_read *read = docs_read(order, SPACE_AUDIT, order->after, limit + 1);
    bool good = read->status == STORE_OK;
    for (size_t i = 0; i < read->count && i < limit; i++) {
        json_t *json = json_loads(read->rows[i].bytes, 0, NULL);
        if (json)
            audit_print(order, json, read->rows[i].key);
        json_decref(json);
    }
    if (read->count > limit)
        fprintf(stderr, "lanterne admin: there are more; go on with --after and the last key\n");
    store_read_destroy(read);
    return good ? ADMIN_DONE : complain("the store did not answer", "audit");
}
