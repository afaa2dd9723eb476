#include "client.h"

#include "buf.h"
#include "conn.h"
#include "http.h"
#include "ws.h"

/* The first client from a connection on; connections that were refused on arrival have none. */
static struct client *client_from(struct conn *conn)
{
    while (conn && (!conn->calls || !conn->user))
        conn = conn->after;
    if (!conn)
        return NULL;
    return http_is(conn) ? http_context(conn) : ws_context(conn);
}

struct client *client_first(struct server *server)
{
    return client_from(server->net.conns);
}

struct client *client_after(struct client *client)
{
    return client_from(client->conn->after);
}

void client_push(struct client *client, const struct buf *text)
{
    if (!client->conn->closing)
        ws_send(client->conn, text->at, text->length);
}

void client_notice(struct server *server, const char *what, const char *en, const char *fr)
{
    struct lan_words words = {{en, fr}};
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "notice");
    js_string(&out, "what", what);
    js_words(&out, "say", &words);
    js_end_object(&out);
    for (struct client *client = client_first(server); client; client = client_after(client)) {
        if (client->socket && client->greeted)
            client_push(client, &out);
    }
    buf_free(&out);
}

void client_on_close(struct server *server, void (*closed)(struct client *client))
{
    lan_assert(server->client_closed_count < CLIENT_CLOSED_MAX);
    server->client_closed[server->client_closed_count++] = closed;
}
