
#include "address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "client.h"
#include "conn.h"
#include "limit.h"
#include "map.h"
#include "server.h"

enum { FORGET_MS = 120000, MINUTE_MS = 60000 };

struct address {
    char text[CONN_PEER];
    int clients;
    double allowance;   /* messages that its clients may send now */
    int64_t allowed;    /* when the allowance was last refilled */
    struct share share; /* memory kept for its connections */
    int tables;         /* made from here since the start and not over; lobby.c */
    int tries;
    int64_t tried; /* when `tries` was last reset */
};

/* Copies an address; of an IPv6 address only its network of 64 bits. */
static void network_write(const char *text, char out[CONN_PEER])
{
    struct in6_addr six;
    snprintf(out, CONN_PEER, "%s", text);
    if (inet_pton(AF_INET6, text, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return;
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, out, CONN_PEER);
}

static struct address *address_find(struct server *server, const char *text)
{
    char network[CONN_PEER];
    network_write(text, network);
    struct address *address = map_get(&server->addresses, network);
    if (address)
        return address;
    address = mem_zero(sizeof *address);
    memcpy(address->text, network, sizeof address->text);
    address->allowance = (double)server->config.messages_per_address * LIMIT_ADDRESS_BURST_SECONDS;
    address->allowed = address->tried = server_tick(server);
    address->share.most = LIMIT_MEMORY_PER_ADDRESS_BYTES;
    map_put(&server->addresses, address->text, address);
    return address;
}

bool address_enter(struct client *client, const char *text)
{
    struct server *server = client->server;
    struct address *address = address_find(server, text);
    if (address == client->address)
        return true;
    address_leave(client);
    if (address->clients >= server->config.connections_per_address)
        return false;
    client->address = address;
    address->clients++;
    conn_owner_set(client->conn, OWNER_ADDRESS, &address->share);
    return true;
}

void address_leave(struct client *client)
{
    if (client->address)
        client->address->clients--;
    client->address = NULL;
    conn_owner_set(client->conn, OWNER_ADDRESS, NULL);
}

const char *address_name(const struct client *client)
{
    return client->address ? client->address->text : "";
}

bool address_local(const struct client *client)
{
    const char *text = client->address ? client->address->text : "";
    /* The network of ::1 is written as "::". */
    return strncmp(text, "127.", 4) == 0 || strncmp(text, "::ffff:127.", 11) == 0 || strcmp(text, "::") == 0;
}

bool address_message(struct client *client)
{
    struct address *address = client->address;
    double rate = client->server->config.messages_per_address;
    int64_t now = server_tick(client->server);
    address->allowance += (double)(now - address->allowed) / 1000 * rate;
    if (address->allowance > rate * LIMIT_ADDRESS_BURST_SECONDS)
        address->allowance = rate * LIMIT_ADDRESS_BURST_SECONDS;
    address->allowed = now;
    if (address->allowance < 1)
        return false;
    address->allowance -= 1;
    return true;
}

int address_tables(const struct address *address)
{
    return address->tables;
}

void address_tables_add(struct address *address, int count)
{
    address->tables += count;
}

bool address_may_try(struct client *client)
{
    struct address *address = client->address;
    int64_t now = server_tick(client->server);
    if (now - address->tried > MINUTE_MS) {
        address->tried = now;
        address->tries = 0;
    }
    return address->tries < LIMIT_PASSWORDS_PER_MINUTE;
}

bool address_try(struct client *client)
{
    bool may = address_may_try(client);
    client->address->tries += may;
    return may;
}

static bool forgotten(const struct address *address, int64_t now)
{
    return !address->clients && !address->tables && now - address->tried > FORGET_MS &&
           now - address->allowed > FORGET_MS;
}

static void addresses_forget(struct server *server, int64_t now)
{
    struct address *address;
    for (size_t at = 0; (address = map_each(&server->addresses, &at));) {
        if (!forgotten(address, now))
            continue;
        map_remove(&server->addresses, address->text);
        free(address);
        at--; /* another one may have moved to its place */
    }
}

void addresses_tick(struct server *server)
{
    addresses_forget(server, server_tick(server));
}

void addresses_free(struct server *server)
{
    addresses_forget(server, INT64_MAX);
    map_free(&server->addresses);
}
