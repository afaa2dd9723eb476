
#include "site.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "address.h"
#include "assets.h"
#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "http.h"
#include "map.h"
#include "push_queue.h"
#include "room.h"
#include "room_subscribe.h"
#include "server.h"
#include "store.h"
#include "table.h"
#include "work.h"

const char *site_policy(void)
{
#define POLICY(wasm)                                                                                  \
    "default-src 'none'; script-src 'self'" wasm                                                      \
    "; style-src 'self'; img-src 'self' data:; font-src 'self'; "                                     \
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"
    return asset_wasm ? POLICY(" 'wasm-unsafe-eval'") : POLICY("");
#undef POLICY
}

const char *site_framed_policy(void)
{
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
           "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static const struct asset *asset_find(const char *path, size_t length)
{
    for (size_t i = 0; i < asset_count; i++) {
        if (strlen(asset_table[i].path) == length && memcmp(asset_table[i].path, path, length) == 0)
            return &asset_table[i];
    }
    return NULL;
}

const struct asset *site_asset(const char *path)
{
    return asset_find(path, strlen(path));
}

/* Whether Accept-Encoding lists a coding without ";q=0". */
static bool accepts(const char *header, const char *coding)
{
    size_t length = strlen(coding);
    for (const char *at = header; (at = strstr(at, coding)); at += length) {
        bool begins = at == header || at[-1] == ' ' || at[-1] == ',';
        const char *end = at + length;
        if (begins && (!*end || *end == ',' || *end == ' ' || *end == ';'))
            return strncmp(end, ";q=0", 4) != 0 || end[4] == '.';
    }
    return false;
}

/* Whether If-None-Match has the tag: alone, in a list, or marked as weak by a proxy that compressed. */
static bool tag_known(const char *header, const char *tag)
{
    return strstr(header, tag) != NULL;
}

struct http_answer site_file(const struct http_request *request, const struct asset *asset, int status,
                             char headers[SITE_HEADERS])
{
    const char *codings = request->field[HTTP_FIELD_ACCEPT_ENCODING];
    struct asset_bytes bytes = asset->plain;
    const char *coding = "";
    if (asset->brotli.from && accepts(codings, "br")) {
        bytes = asset->brotli;
        coding = "Content-Encoding: br\r\n";
    } else if (asset->gzip.from && accepts(codings, "gzip")) {
        bytes = asset->gzip;
        coding = "Content-Encoding: gzip\r\n";
    }
    snprintf(headers, SITE_HEADERS, "%sVary: Accept-Encoding\r\nETag: %s\r\nCache-Control: %s\r\n", coding,
             asset->tag, asset->forever ? "public, max-age=31536000, immutable" : "no-cache");
    bool same = status == 200 && tag_known(request->field[HTTP_FIELD_IF_NONE_MATCH], asset->tag);
    return (struct http_answer){same ? 304 : status,
                                asset->type,
                                headers,
                                bytes.from,
                                same ? 0 : (size_t)(bytes.to - bytes.from),
                                asset->forever ? HTTP_SHARED : HTTP_OWN};
}

static void asset_answer(struct client *client, const struct http_request *request, const struct asset *asset,
                         int status, bool framed)
{
    char headers[SITE_HEADERS];
    struct http_answer answer = site_file(request, asset, status, headers);
    answer.share = framed ? HTTP_FRAMED : answer.share;
    http_answer(client->conn, &answer);
}

/* Whether the page has something to show at a path without a file extension; web/src/App.svelte. */
static bool route_known(const char *path, size_t length)
{
    static const char *const first[] = {"",    "about",   "daily", "learn",    "lesson",
                                        "new", "profile", "r",     "settings", "t"};
    const char *end = memchr(path + 1, '/', length - 1);
    size_t size = end ? (size_t)(end - path) - 1 : length - 1;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        if (lan_text_same(path + 1, size, first[i]))
            return true;
    }
    return false;
}

/* ---- Health and metrics -------------------------------------------------------------------------------- */

static void metric(struct buf *out, const char *name, const char *type, const char *help, double value)
{
    buf_printf(out, "# HELP lanterne_%s %s\n# TYPE lanterne_%s %s\nlanterne_%s %.15g\n", name, help, name,
               type, name, value);
}

static void latency_write(struct buf *out, const struct metrics *metrics)
{
    uint64_t count = 0;
    buf_str(out, "# HELP lanterne_move_seconds From a move's arrival to its acknowledgement.\n"
                 "# TYPE lanterne_move_seconds histogram\n");
    for (int i = 0; i < 15; i++) {
        count += metrics->ack_bucket[i];
        buf_printf(out, "lanterne_move_seconds_bucket{le=\"%g\"} %llu\n", 0.00025 * (1 << i),
                   (unsigned long long)count);
    }
    count += metrics->ack_bucket[15];
    buf_printf(out,
               "lanterne_move_seconds_bucket{le=\"+Inf\"} %llu\nlanterne_move_seconds_sum %.15g\n"
               "lanterne_move_seconds_count %llu\n",
               (unsigned long long)count, (double)metrics->ack_us / 1e6, (unsigned long long)count);
}

static void work_write(struct buf *out, const struct server *server)
{
    metric(out, "logins_waiting", "gauge", "Passwords waiting for a thread.",
           work_waiting(server, WORK_LOGIN));
    metric(out, "questions_waiting", "gauge", "Hints, previews and records waiting for a thread.",
           work_waiting(server, WORK_PERSON));
    metric(out, "reviews", "gauge", "Reviews of finished games waiting for their turn or under way.",
           (double)server->reviews.count);
    metric(out, "bots_waiting", "gauge", "Bots waiting for a thread.", work_waiting(server, WORK_BOT));
    metric(out, "bots_thinking", "gauge", "Bots waiting for a thread or thinking.",
           work_count(server, WORK_BOT, NULL));
}

static void metrics_write(struct buf *out, struct server *server)
{
    const struct metrics *m = &server->metrics;
    const struct net_counts *n = &server->net.counts;
    struct store_counts s;
    struct rusage usage;
    struct room *room;
    int seats = 0, queue = 0;
    server->store->counts(server->store, &s);
    getrusage(RUSAGE_SELF, &usage);
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        queue += room->queue_count;
        for (int seat = 0; seat < room->log.settings.seats; seat++)
            seats += room->log.seat[seat].kind == TABLE_PERSON && room_present(room, seat);
    }
    metric(out, "connections", "gauge", "Open connections.", n->open);
    metric(out, "connections_total", "counter", "Connections accepted.", (double)n->accepted);
    metric(out, "connections_refused_total", "counter", "Connections beyond the limit.", (double)n->refused);
    metric(out, "readers_dropped_total", "counter", "Connections dropped because they read too slowly.",
           (double)n->dropped);
    metric(out, "connections_crowded_total", "counter", "Connections beyond a limit of memory.",
           (double)n->crowded);
    metric(out, "connections_memory_bytes", "gauge", "Memory kept for connections.",
           (double)server->net.share.held);
    metric(out, "received_bytes_total", "counter", "Bytes received.", (double)n->bytes_in);
    metric(out, "sent_bytes_total", "counter", "Bytes sent.", (double)n->bytes_out);
    metric(out, "tables", "gauge", "Tables that are not over.", (double)server->summaries.count);
    metric(out, "tables_loaded", "gauge", "Tables in memory.", (double)server->rooms.count);
    metric(out, "seats_present", "gauge", "Seats whose person is connected.", seats);
    metric(out, "operations_total", "counter", "Operations asked for.", (double)m->asks);
    metric(out, "operations_failed_total", "counter", "Operations answered with an error.", (double)m->fails);
    metric(out, "moves_total", "counter", "Moves acknowledged.", (double)m->moves);
    metric(out, "moves_repeated_total", "counter", "Moves sent again and not played again.",
           (double)m->moves_repeated);
    metric(out, "bot_questions_total", "counter", "Questions put to bots.", (double)m->bots);
    work_write(out, server);
    metric(out, "chat_lines_total", "counter", "Lines of chat.", (double)m->chats);
    metric(out, "guests_total", "counter", "Guests made.", (double)m->guests);
    metric(out, "logins_total", "counter", "Accounts signed in.", (double)m->logins);
    metric(out, "pushes_total", "counter", "Push messages that push services took.", (double)m->pushes_sent);
    metric(out, "pushes_failed_total", "counter", "Push messages given up.", (double)m->pushes_failed);
    metric(out, "push_devices_gone_total", "counter", "Devices that push services no longer know.",
           (double)m->pushes_gone);
    metric(out, "pushes_waiting", "gauge", "Push messages waiting or being sent.",
           pushes_count(server->pushes));
    metric(out, "store_batches_total", "counter", "Batches written.", (double)s.batches);
    metric(out, "store_commits_total", "counter", "Commits, each with one sync.", (double)s.commits);
    metric(out, "store_failures_total", "counter", "Commits that failed.", (double)s.failures);
    metric(out, "conflicts_total", "counter", "Changes that another node came before.", (double)m->conflicts);
    metric(out, "store_away", "gauge", "1 while the store does not answer.", server->store_away);
    metric(out, "store_queue", "gauge", "Batches waiting for the disk.", (double)s.waiting);
    metric(out, "table_queue", "gauge", "Operations waiting for their table.", queue);
    metric(out, "memory_bytes", "gauge", "Largest resident memory so far.", (double)usage.ru_maxrss * 1024);
    metric(out, "heap_bytes", "gauge", "Heap memory in use.",
           (double)(mallinfo2().uordblks + mallinfo2().hblkhd));
    latency_write(out, m);
}

static void text_answer(struct client *client, int status, struct buf *out)
{
    http_answer(client->conn,
                &(struct http_answer){status, "text/plain; charset=utf-8", "Cache-Control: no-store\r\n",
                                      out->at, out->length, HTTP_OWN});
    buf_free(out);
}

bool site_watched(const struct http_request *request)
{
    size_t length = strcspn(request->url.at, "?");
    return lan_text_same(request->url.at, length, "/healthz") ||
           lan_text_same(request->url.at, length, "/metrics");
}

void site_answer(struct client *client, const struct http_request *request)
{
    const char *url = request->url.at;
    size_t length = strcspn(url, "?");
    struct buf out = {0};
    if (lan_text_same(url, length, "/healthz")) {
        const struct server *server = client->server;
        buf_str(&out, server->stopping ? "stopping\n" : server->store_away ? "no store\n" : "ok\n");
        text_answer(client, server->stopping || server->store_away ? 503 : 200, &out);
        return;
    }
    if (lan_text_same(url, length, "/metrics")) {
        /* Counts of questions and memory show in time what bots are asked. */
        if (strcmp(client->server->config.metrics, "all") != 0 && !address_local(client)) {
            buf_str(&out, "403 Forbidden\n");
            text_answer(client, 403, &out);
            return;
        }
        metrics_write(&out, client->server);
        text_answer(client, 200, &out);
        return;
    }
    const struct asset *asset = asset_find(url, length);
    const char *slash = url;
    for (size_t i = 0; i < length; i++)
        slash = url[i] == '/' ? url + i : slash;
    bool route = !asset && *url == '/' && !memchr(slash, '.', length - (size_t)(slash - url));
    bool embed = route && strncmp(url, "/embed/", 7) == 0 && site_asset("/embed.html");
    if (embed) {
        asset_answer(client, request, site_asset("/embed.html"), 200, true);
        return;
    }
    /* A path without a file extension is a route of the page, which says so when there is nothing there. */
    if (route)
        asset = site_asset("/index.html");
    if (asset) {
        asset_answer(client, request, asset, route && !route_known(url, length) ? 404 : 200, false);
        return;
    }
    buf_str(&out, "404 Not Found\n");
    text_answer(client, 404, &out);
}
