#include "connection.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "conn.h"
#include "fault.h"
#include "host_name.h"
#include "http.h"
#include "json_read.h"
#include "limit.h"
#include "links.h"
#include "ops.h"
#include "person.h"
#include "server.h"
#include "session.h"
#include "site.h"
#include "texts.h"
#include "ws.h"

/* ---- Questions ----------------------------------------------------------------------------------------- */

static struct ask *ask_new(struct client *client, json_t *message, int64_t id, size_t size)
{
    struct ask *ask = mem_zero(sizeof *ask);
    ask->server = client->server;
    ask->client = client;
    ask->message = message;
    ask->id = id;
    ask->since = loop_clock(client->server->loop);
    ask->person = client->person ? person_ref(client->person) : NULL;
    ask->next = client->asks;
    ask->link = &client->asks;
    if (ask->next)
        ask->next->link = &ask->next;
    client->asks = ask;
    client->ask_count++;
    client->server->metrics.asks++;
    ask->size = size;
    conn_ask_count(client->conn, (ptrdiff_t)size);
    return ask;
}

/* A token bucket: refilled with LIMIT_MESSAGES_PER_SECOND, holds at most `most`. */
static bool allowance_take(const struct client *client, struct allowance *allowance, double most)
{
    int64_t now = server_tick(client->server);
    allowance->left += (double)(now - allowance->at) / 1000 * LIMIT_MESSAGES_PER_SECOND;
    if (allowance->left > most)
        allowance->left = most;
    allowance->at = now;
    if (allowance->left < 1)
        return false;
    allowance->left -= 1;
    return true;
}

/* How deep a value is nested; adds the number of values in it to `count`. */
static int json_deep(const json_t *value, int depth, size_t *count)
{
    int deepest = depth;
    const char *key;
    json_t *part, *of = (json_t *)(uintptr_t)value;
    size_t at;
    if (depth > LIMIT_JSON_DEPTH)
        return depth;
    *count += json_object_size(of) + json_array_size(of);
    json_object_foreach(of, key, part)
    {
        int deep = json_deep(part, depth + 1, count);
        deepest = deep > deepest ? deep : deepest;
    }
    json_array_foreach(of, at, part)
    {
        int deep = json_deep(part, depth + 1, count);
        deepest = deep > deepest ? deep : deepest;
    }
    return deepest;
}

/*
 * Parses a message: an object without duplicate names, nested at most LIMIT_JSON_DEPTH deep, with at most
 * LIMIT_JSON_VALUES values; else NULL.
 */
static json_t *message_parse(const char *text, size_t size)
{
    json_t *message = json_read_quick(text, size);
    size_t values = 0;
    if (json_is_object(message) && json_deep(message, 0, &values) <= LIMIT_JSON_DEPTH &&
        values <= LIMIT_JSON_VALUES)
        return message;
    json_decref(message);
    return NULL;
}

/*
 * Counts a message of the client and of its address. For a request by HTTP this comes before the client is
 * identified, which may have to store a guest.
 */
static bool message_count(struct client *client, enum fail *fail)
{
    *fail = FAIL_TOO_FAST;
    bool may = allowance_take(client, &client->messages, LIMIT_MESSAGES_BURST);
    if (may) {
        *fail = FAIL_ADDRESS_TOO_FAST;
        may = address_message(client);
    }
    if (may && client->messages.left > (double)LIMIT_MESSAGES_BURST / 2)
        client->refused = 0;
    client->refused += !may;
    return may;
}

static void ask_start(struct ask *ask, const char *name)
{
    struct client *client = ask->client;
    ask->op = op_find(name);
    if (client->ask_count > LIMIT_ASKS_WAITING)
        ask_fail(ask, FAIL_ASKS_WAITING);
    else if (client->too_old)
        ask_fail(ask, FAIL_TOO_OLD);
    else if (!ask->op || (ask->op->flags & OP_TEST && !client->server->config.test_hooks))
        ask_fail(ask, FAIL_NO_OPERATION);
    else if (ask->op->flags & OP_SOCKET && !client->socket)
        ask_fail(ask, FAIL_SOCKET_ONLY);
    else if (ask->op->flags & OP_HTTP && client->socket)
        ask_fail(ask, FAIL_HTTP_ONLY);
    else if (client->socket && !client->greeted && strcmp(name, "hello") != 0)
        ask_fail(ask, FAIL_NO_HELLO);
    else if (!(ask->op->flags & OP_ANYONE) && !ask->person)
        ask_fail(ask, FAIL_NO_SESSION);
    else
        op_dispatch(ask);
}

/* ---- WebSocket ----------------------------------------------------------------------------------------- */

/* A ping or pong counts like a message, from an allowance of its own. */
static bool socket_control(struct conn *conn)
{
    struct client *client = ws_context(conn);
    return allowance_take(client, &client->pings, LIMIT_PINGS_BURST) && address_message(client);
}

/* A refused message is not looked at but for its id. A client that goes on nevertheless is sent away. */
static void message_refuse(struct client *client, const char *text, size_t size, enum fail fail)
{
    if (client->refused > LIMIT_MESSAGES_REFUSED) {
        ws_goodbye(client->conn, WS_POLICY, "too many messages (messages_refused)");
        conn_finish(client->conn);
        return;
    }
    json_t *message = message_parse(text, size), *id = json_object_get(message, "id");
    bool sound = json_is_integer(id) && json_integer_value(id) >= 0;
    ask_fail(ask_new(client, message, sound ? json_integer_value(id) : 0, size), fail);
}

static void socket_message(struct conn *conn, const char *text, size_t size)
{
    struct client *client = ws_context(conn);
    enum fail fail;
    if (!message_count(client, &fail)) {
        message_refuse(client, text, size, fail);
        return;
    }
    json_t *message = message_parse(text, size);
    json_t *id = json_object_get(message, "id"), *name = json_object_get(message, "op");
    bool sound = json_is_integer(id) && json_integer_value(id) >= 0 && json_is_string(name);
    /* A message without a valid id is answered with id 0, which clients do not use: they count from 1. */
    struct ask *ask = ask_new(client, message, sound ? json_integer_value(id) : 0, size);
    if (sound)
        ask_start(ask, json_string_value(name));
    else
        ask_fail(ask, FAIL_BAD_JSON);
}

static void client_free(struct client *client)
{
    struct server *server = client->server;
    for (int i = 0; i < server->client_closed_count; i++)
        server->client_closed[i](client);
    for (struct ask *ask = client->asks; ask; ask = ask->next)
        ask->client = NULL;
    conn_owner_set(client->conn, OWNER_PERSON, NULL);
    if (client->person)
        person_unref(server, client->person);
    free(client->agent);
    free(client);
}

static void socket_closed(struct conn *conn)
{
    client_free(ws_context(conn));
}

static const struct ws_handler socket_handler = {
    .message = socket_message, .control = socket_control, .closed = socket_closed};

/* ---- HTTP ---------------------------------------------------------------------------------------------- */

/* `headers`: more of them, as in struct http_answer. */
static void status_answer_with(struct conn *conn, int status, const char *headers)
{
    char body[64];
    int size = snprintf(body, sizeof body, "%d %s\n", status, http_reason(status));
    http_answer(conn, &(struct http_answer){status, "text/plain; charset=utf-8", headers, body, (size_t)size,
                                            HTTP_OWN});
}

static void status_answer(struct conn *conn, int status)
{
    status_answer_with(conn, status, "");
}

/*
 * Whether the browser's Origin is our own or listed in --origins; protects against requests from other sites.
 */
static bool origin_good(const struct client *client, const struct http_request *request)
{
    const char *origin = request->field[HTTP_FIELD_ORIGIN], *host = request->field[HTTP_FIELD_HOST];
    if (!*origin || FAULT(ORIGIN_ANY))
        return true;
    const char *at = strstr(origin, "://");
    if (at && *host && strcasecmp(at + 3, host) == 0)
        return true;
    const char *list = client->server->config.origins;
    size_t length = strlen(origin);
    for (const char *found = list; found && (found = strstr(found, origin)); found += length) {
        if ((found == list || found[-1] == ',') && (found[length] == ',' || !found[length]))
            return true;
    }
    return false;
}

static void token_of(const struct http_request *request, char token[128])
{
    const char *bearer = request->field[HTTP_FIELD_AUTHORIZATION];
    token[0] = 0;
    if (strncasecmp(bearer, "Bearer ", 7) == 0)
        snprintf(token, 128, "%s", bearer + 7);
    else if (!http_cookie(request->field[HTTP_FIELD_COOKIE], "lanterne", token, 128))
        token[0] = 0;
}

static void agent_copy(struct client *client, const struct http_request *request)
{
    enum { AGENT_MAX = 159 };
    const char *agent = request->field[HTTP_FIELD_USER_AGENT];
    size_t length = strnlen(agent, AGENT_MAX);
    client->agent = mem_grow(client->agent, length + 1);
    for (size_t i = 0; i < length; i++)
        client->agent[i] = (char)(agent[i] >= 0x20 && agent[i] < 0x7f ? agent[i] : '?');
    client->agent[length] = 0;
    if (client->server->config.proxy) {
        client->secure = strcmp(request->field[HTTP_FIELD_FORWARDED_PROTO], "https") == 0;
    } else {
        client->secure = client->conn->ssl != NULL;
    }
}

static bool peer_address_enter(struct client *client)
{
    char peer[CONN_PEER];
    conn_peer(client->conn, peer);
    return address_enter(client, peer);
}

/* Counts the client under the last address that the proxy reports, else under that of the connection. */
static bool request_address_enter(struct client *client, const struct http_request *request)
{
    const char *named = client->server->config.proxy ? request->field[HTTP_FIELD_FORWARDED_FOR] : "";
    const char *last = strrchr(named, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : named;
    if (*last)
        return address_enter(client, last);
    return client->address || peer_address_enter(client);
}

/* Runs an operation after its client was identified. http_waiting still holds the unanswered request. */
static void operation_identified(struct client *client, const char *cookie, enum ident_end end)
{
    const struct http_request *request = http_waiting(client->conn);
    json_t *message =
        request->body.length ? message_parse(request->body.at, request->body.length) : json_object();
    struct ask *ask = ask_new(client, message, -1, request->body.length);
    snprintf(ask->cookie, sizeof ask->cookie, "%s", cookie);
    if (end != IDENT_DONE)
        ask_fail(ask, end == IDENT_STORE ? FAIL_STORAGE : FAIL_GUESTS_TOO_FAST);
    else if (!message)
        ask_fail(ask, FAIL_BAD_JSON);
    else
        ask_start(ask, request->url.at + strlen("/api/"));
}

static void socket_identified(struct client *client, const char *cookie, enum ident_end end)
{
    struct conn *conn = client->conn;
    if (end != IDENT_DONE) {
        status_answer(conn, end == IDENT_STORE ? 503 : 429);
    } else if (!client->person) {
        status_answer(conn, 401);
    } else {
        client->socket = true;
        free(client->agent);
        client->agent = NULL;
        /* On success the connection's handler is the WebSocket's, which frees the client. */
        if (!ws_start(conn, http_waiting(conn), cookie, &socket_handler, client)) {
            client->socket = false;
            status_answer(conn, 426);
        }
    }
}

static void api_request(struct client *client, const struct http_request *request)
{
    char token[128];
    const struct op *op = op_find(request->url.at + strlen("/api/"));
    enum fail fail;
    if (!message_count(client, &fail)) {
        ask_fail(ask_new(client, json_object(), -1, 0), fail);
        return;
    }
    token_of(request, token);
    bool guests = op && !(op->flags & OP_ANYONE) && !*request->field[HTTP_FIELD_AUTHORIZATION];
    client_identify(client, token, guests, operation_identified);
}

/* GET and HEAD: the texts of games, which caches may keep; every other operation is sent with POST. */
static void api_read(struct client *client, const struct http_request *request)
{
    const char *path = request->url.at + strlen("/api/");
    enum fail fail;
    if (!texts_asked(path)) {
        if (op_find(path))
            status_answer_with(client->conn, 405, "Allow: POST\r\n");
        else
            status_answer(client->conn, 404);
        return;
    }
    if (message_count(client, &fail))
        texts_answer(ask_new(client, texts_message(path), -1, 0), request);
    else
        ask_fail(ask_new(client, json_object(), -1, 0), fail);
}

static void picture_identified(struct client *client, const char *cookie, enum ident_end end)
{
    (void)cookie;
    struct ask *ask = ask_new(client, link_message(LINK_PICTURE, http_waiting(client->conn)), -1, 0);
    if (end == IDENT_STORE)
        ask_fail(ask, FAIL_STORAGE);
    else
        link_answer(ask, LINK_PICTURE);
}

/* GET and HEAD of what links.h has. */
static void link_read(struct client *client, const struct http_request *request, enum link_kind kind)
{
    enum fail fail;
    char token[128];
    if (!message_count(client, &fail)) {
        struct ask *ask = ask_new(client, json_object(), -1, 0);
        if (kind == LINK_PAGE) /* the page itself needs no table */
            link_plain(ask);
        else
            ask_fail(ask, fail);
    } else if (kind == LINK_PICTURE) {
        token_of(request, token);
        client_identify(client, token, false, picture_identified);
    } else {
        link_answer(ask_new(client, link_message(kind, request), -1, 0), kind);
    }
}

/* Answers and closes a connection beyond --connections-per-address. */
static void connection_refuse(struct client *client)
{
    static const char body[] = "429 Too many connections from your network (connections_per_address)\n";
    client->server->net.counts.refused++;
    http_answer(client->conn, &(struct http_answer){429, "text/plain; charset=utf-8", "Connection: close\r\n",
                                                    body, sizeof body - 1, HTTP_OWN});
    conn_finish(client->conn);
}

static void request_arrived(struct conn *conn, const struct http_request *request)
{
    struct client *client = http_context(conn);
    const char *url = request->url.at;
    char token[128];
    agent_copy(client, request);
    if (!request_address_enter(client, request)) {
        connection_refuse(client);
        return;
    }
    /* Texts of games are for everybody, and a replay in the page of another site reads them there. */
    bool acts = (strncmp(url, "/api/", 5) == 0 && request->method == HTTP_SEND) || strcmp(url, "/ws") == 0;
    enum link_kind link = link_kind(url);
    if (!site_watched(request) && !host_name_known(client, request->field[HTTP_FIELD_HOST])) {
        host_name_refuse(client, request->field[HTTP_FIELD_HOST]);
    } else if (acts && !origin_good(client, request)) {
        status_answer(conn, 403);
    } else if (strcmp(url, "/ws") == 0) {
        token_of(request, token);
        /* Counted as a message of the address: a new connection for each avoids the limits of one. */
        if (address_message(client))
            client_identify(client, token, true, socket_identified);
        else
            status_answer(conn, 429);
    } else if (strncmp(url, "/api/", 5) == 0) {
        if (request->method == HTTP_SEND)
            api_request(client, request);
        else if (request->method == HTTP_READ || request->method == HTTP_HEAD_ONLY)
            api_read(client, request);
        else
            status_answer_with(conn, 405,
                               texts_asked(url + 5) ? "Allow: GET, HEAD, POST\r\n" : "Allow: POST\r\n");
    } else if (request->method != HTTP_READ && request->method != HTTP_HEAD_ONLY) {
        status_answer_with(conn, 405, "Allow: GET, HEAD\r\n");
    } else if (link != LINK_NONE) {
        link_read(client, request, link);
    } else {
        site_answer(client, request);
    }
}

static void request_closed(struct conn *conn)
{
    client_free(http_context(conn));
}

static bool url_is(const struct buf *url, const char *path)
{
    return url->length == strlen(path) && memcmp(url->at, path, url->length) == 0;
}

/* Bodies with a record may be twice LIMIT_RECORD_BYTES, for escapes in the string, plus the other fields. */
static size_t body_max(const struct buf *url)
{
    bool record = url_is(url, "/api/replay-record") || url_is(url, "/api/verify-record") ||
                  url_is(url, "/api/review-record") || url_is(url, "/api/bring");
    return record ? 2 * LIMIT_RECORD_BYTES : LIMIT_MESSAGE_BYTES;
}

static const struct http_handler http_handler = {body_max, request_arrived, request_closed};

void connection_open(struct conn *conn)
{
    struct client *client = mem_zero(sizeof *client);
    client->server = conn->net->context;
    client->conn = conn;
    int64_t now = server_tick(client->server);
    client->messages = (struct allowance){LIMIT_MESSAGES_BURST, now};
    client->pings = (struct allowance){LIMIT_PINGS_BURST, now};
    /*
     * A client beyond the limit is refused at its first request, before which a proxied address is unknown.
     */
    if (!client->server->config.proxy)
        peer_address_enter(client);
    http_start(conn, &http_handler, client);
}
