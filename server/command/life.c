#include "life.h"

#include <errno.h>
#include <malloc.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "alive.h"
#include "client.h"
#include "conn.h"
#include "connection.h"
#include "env.h"
#include "limit.h"
#include "links.h"
#include "lobby.h"
#include "log.h"
#include "loop.h"
#include "map.h"
#include "nodes.h"
#include "post.h"
#include "push_queue.h"
#include "retention_daily.h"
#include "retention_guests.h"
#include "retention_orphans.h"
#include "retention_order.h"
#include "retention_tables.h"
#include "room.h"
#include "room_bot.h"
#include "room_chat.h"
#include "room_load.h"
#include "room_log.h"
#include "room_review.h"
#include "room_subscribe.h"
#include "room_sweep.h"
#include "room_tick.h"
#include "sanction.h"
#include "session.h"
#include "site.h"
#include "space.h"
#include "speaker.h"
#include "unread.h"
#include "table.h"
#include "texts.h"
#include "throttle.h"
#include "words.h"
#include "work.h"

enum {
    ALIVE_EVERY = 5,
    EXPIRE_EVERY = 3600,
    GUESTS_EVERY = 24 * 3600,
    STOP_MS = 1500,
};

/* ---- The store ----------------------------------------------------------------------------------------- */

static void store_wakes(void *context)
{
    struct server *server = context;
    loop_wake_send(server->store_wake);
}

/* Logs the beginning and the end of a series of failed commits (a full disk), instead of every failure. */
static void failures_log(struct server *server)
{
    struct store_counts counts;
    int64_t now = env_now(&server->env);
    server->store->counts(server->store, &counts);
    uint64_t failures = counts.failures - server->store_failures;
    if (failures && !server->store_fails) {
        server->store_fails = true;
        server->store_fails_since = now;
        log_line(server, "store-fails", "\"waiting\":%llu", (unsigned long long)counts.waiting);
    }
    if (server->store_fails && !counts.failing) {
        server->store_fails = false;
        server->store_failures = counts.failures;
        log_line(server, "store-works", "\"failures\":%llu,\"after_ms\":%lld", (unsigned long long)failures,
                 (long long)(now - server->store_fails_since));
    }
}

static void store_ready(void *context)
{
    struct server *server = context;
    if (!server->store)
        return;
    store_poll(server->store);
    failures_log(server);
}

static void document_damaged(void *context, const char *space, const char *key)
{
    log_line(context, "document-damaged", "\"space\":\"%s\",\"key\":\"%s\"", space, key);
}

/* Loads the summaries of all tables at start. */
static void summaries_read(struct store_read *read)
{
    struct server *server = read->context;
    if (unread_mark(server, read, UNREAD_TABLES))
        return;
    for (size_t i = 0; i < read->count; i++)
        summary_load(server, read->rows[i].key, read->rows[i].bytes);
    log_line(server, "tables", "\"count\":%zu", server->summaries.count);
    sweep_all(server);
}

/* Where there is no heartbeat, a table's clocks count until its last move (room_load.c). */
static void alive_read(struct store_read *read)
{
    struct server *server = read->context;
    if (unread_mark(server, read, UNREAD_ALIVE))
        server->down_from = 1;
    else
        alive_take(server, read->count ? read->rows[0].bytes : NULL);
}

static void unread_ask(struct server *server)
{
    unsigned asked = server->unread;
    server->unread = 0;
    if (asked & UNREAD_ALIVE)
        store_read(server->store,
                   store_read_create(STORE_READ_DOC, SPACE_SERVER, "alive", alive_read, server));
    if (asked & UNREAD_SANCTIONS)
        sanctions_load(server);
    if (asked & UNREAD_LEASES)
        nodes_leases_read(server);
    if (asked & UNREAD_TABLES)
        store_read(server->store,
                   store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", summaries_read, server));
}

static void alive_write(struct server *server)
{
    struct store_batch *batch = store_batch_create(NULL, NULL);
    alive_put(server, batch);
    store_submit(server->store, batch);
}

/* ---- Every second -------------------------------------------------------------------------------------- */

/*
 * Whether the time of a server's end will matter, so that it must be written regularly: a table's clock runs,
 * or entries were stored, and time may not go back behind them.
 */
static bool alive_due(struct server *server)
{
    if (server->entry_stored)
        return true;
    struct summary *summary;
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));) {
        if (summary->deadline)
            return true;
    }
    return false;
}

static void second_passed(void *context)
{
    struct server *server = context;
    unread_ask(server);
    rooms_tick(server);
    addresses_tick(server);
    throttles_tick(server);
    speakers_tick(server);
    pushes_tick(server);
    nodes_tick(server);
    admin_changes_read(server);
    if (net_trim_due(&server->net))
        malloc_trim(0);
    server->swept |= sweep_ended(server);
    if (++server->seconds % ALIVE_EVERY == 0 && !server->nodes && alive_due(server)) {
        server->entry_stored = false;
        alive_write(server);
    }
    if (server->seconds % EXPIRE_EVERY == 1) {
        tables_expire(server);
        order_expire(server);
        daily_expire(server);
    }
    if (server->seconds % GUESTS_EVERY == 1) {
        guests_expire(server);
        orphans_expire(server);
    }
}

/* ---- Stopping ------------------------------------------------------------------------------------------ */

static void stop_now(void *context)
{
    struct server *server = context;
    net_close_all(&server->net);
    post_close(server->post);
    server->post = NULL;
    pushes_close(server);
    for (int kind = 0; kind < WORK_KINDS; kind++)
        works_drop(server, (enum work_kind)kind);
    /* The loop runs until connections and threads have ended; then the store is closed. */
    loop_timer_free(server->second);
    loop_timer_free(server->last);
    server->last = NULL;
}

void life_stop(struct server *server, int signal)
{
    if (server->stopping) {
        if (server->last)
            loop_timer_start(server->last, 0, 0);
        return;
    }
    server->stopping = true;
    sweep_stop(server);
    rooms_bots_stop(server);
    log_line(server, "stopping", "\"signal\":%d", signal);
    net_stop(&server->net);
    works_drop(server, WORK_BOT);
    works_drop(server, WORK_REVIEW);
    reviews_stop(server);
    client_notice(server, "stopping", "The server stops now; your game is kept, come back in a moment.",
                  "Le serveur s'arrête ; ta partie est gardée, reviens dans un instant.");
    if (server->nodes)
        nodes_stop(server);
    else
        alive_write(server);
    loop_timer_start(server->last, server->net.conns ? STOP_MS : 0, 0);
}

/* ---- Beginning and end --------------------------------------------------------------------------------- */

void life_create(struct server *server)
{
    works_create(server);
    server->store_wake = loop_wake_create(server->loop, store_ready, server);
    server->second = loop_timer_create(server->loop, second_passed, server);
    server->last = loop_timer_create(server->loop, stop_now, server);
    loop_timer_start(server->second, 1000, 1000);
}

struct store_options life_store_options(struct server *server)
{
    return (struct store_options){.wake = store_wakes,
                                  .notified = nodes_notified,
                                  .damaged = document_damaged,
                                  .context = server,
                                  .poll_only = strcmp(server->config.notify, "poll") == 0};
}

static void subscriptions_end(struct client *client)
{
    while (client->subs)
        sub_end(client->subs);
}

int life_begin(struct server *server, const struct net_place *place, SSL_CTX *tls)
{
    server->up_since = env_now(&server->env);
    if (server->config.words && *server->config.words)
        server->words = words_parse(server->config.words, LIMIT_WORDS_SERVER);
    if (!nodes_start(server))
        return -EINVAL;
    server->unread = (server->nodes ? 0 : UNREAD_ALIVE) | UNREAD_SANCTIONS | UNREAD_TABLES;
    unread_ask(server);
    client_on_close(server, client_identify_cancel);
    client_on_close(server, subscriptions_end);
    client_on_close(server, lobby_leave);
    client_on_close(server, address_leave);
    client_on_close(server, reviews_client_closed);
    int port = net_listen(&server->net, server->loop, place, tls, connection_open, server);
    server->net.framed_policy = site_framed_policy();
    server->net.policy = site_policy(); /* after net_listen, which sets one for servers without a page */
    return port;
}

void life_finish(struct server *server)
{
    store_close(server->store);
    server->store = NULL;
    rooms_free(server);
    summaries_free(server);
    addresses_free(server);
    throttles_free(server);
    texts_free(server);
    links_free(server);
    speakers_free(server);
    sanctions_free(server);
    json_decref(server->words);
    map_free(&server->persons);
    map_free(&server->reviews);
    if (server->net.tls)
        SSL_CTX_free(server->net.tls);
    loop_wake_free(server->store_wake);
    loop_run(server->loop);
    works_free(server);
    nodes_free(server);
    sodium_memzero(server->seal_key, sizeof server->seal_key);
}
