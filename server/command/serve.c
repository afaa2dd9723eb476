/* serve.c - `lanterne serve`: starts the server, runs its periodic work, stops it. */

#define _DEFAULT_SOURCE /* for the flags of getifaddrs and NI_MAXHOST */
#include "serve.h"

#include <jansson.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "address.h"
#include "client.h"
#include "config.h"
#include "connection.h"
#include "conn.h"
#include "env.h"
#include "http.h"
#include "lobby.h"
#include "log.h"
#include "loop.h"
#include "loop_uv.h"
#include "map.h"
#include "nodes.h"
#include "post.h"
#include "retention_guests.h"
#include "retention_tables.h"
#include "room.h"
#include "room_bot.h"
#include "room_load.h"
#include "room_sweep.h"
#include "room_tick.h"
#include "room_chat.h"
#include "room_log.h"
#include "session.h"
#include "room_subscribe.h"
#include "server.h"
#include "site.h"
#include "space.h"
#include "tls.h"
#include "store.h"
#include "store_key.h"
#include "table.h"
#include "texts.h"
#include "throttle.h"
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
    for (size_t i = 0; i < read->count; i++)
        summary_load(server, read->rows[i].key, read->rows[i].bytes);
    log_line(server, "tables", "\"count\":%zu", server->summaries.count);
    sweep_all(server);
}

/*
 * The last heartbeat: no server was up from then on. Where there is none, a table's clocks count until its
 * last move (room_load.c). Server time never goes back behind it: the entries of running games would lie in
 * the future, and nothing would happen at them until then.
 */
static void alive_read(struct store_read *read)
{
    struct server *server = read->context;
    int64_t now = env_now(&server->env);
    server->down_from = read->count ? strtoll(read->rows[0].bytes, NULL, 10) : 1;
    if (server->env.test || server->down_from <= now || server->down_from > TABLE_TIME_MAX)
        return;
    log_line(server, "clock-back", "\"ms\":%lld", (long long)(server->down_from - now));
    server->env.ahead += server->down_from - now;
    server->up_since = env_now(&server->env);
}

static void alive_write(struct server *server)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)env_now(&server->env));
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, SPACE_SERVER, "alive", text, (size_t)length);
    store_submit(server->store, batch);
}

/* ---- Every second -------------------------------------------------------------------------------------- */

/*
 * Whether a table's clock runs; only then the time of a server's end matters and must be written regularly.
 */
static bool clocks_run(struct server *server)
{
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
    rooms_tick(server);
    addresses_tick(server);
    throttles_tick(server);
    speakers_tick(server);
    nodes_tick(server);
    admin_changes_read(server);
    if (net_trim_due(&server->net))
        malloc_trim(0);
    if (++server->seconds % ALIVE_EVERY == 0 && !server->nodes && clocks_run(server))
        alive_write(server);
    if (server->seconds % EXPIRE_EVERY == 1)
        tables_expire(server);
    if (server->seconds % GUESTS_EVERY == 1)
        guests_expire(server);
}

/* ---- Stopping ------------------------------------------------------------------------------------------ */

static void stop_now(void *context)
{
    struct server *server = context;
    net_close_all(&server->net);
    post_close(server->post);
    server->post = NULL;
    for (int kind = 0; kind < WORK_KINDS; kind++)
        works_drop(server, (enum work_kind)kind);
    /* The loop runs until connections and threads have ended; then the store is closed. */
    loop_timer_free(server->second);
    loop_timer_free(server->last);
    server->last = NULL;
}

/* A first signal gives the clients STOP_MS, a second one ends at once. */
static void stop_asked(void *context, int number)
{
    struct server *server = context;
    if (server->stopping) {
        if (server->last)
            loop_timer_start(server->last, 0, 0);
        return;
    }
    server->stopping = true;
    sweep_stop(server);
    rooms_bots_stop(server);
    log_line(server, "stopping", "\"signal\":%d", number);
    net_stop(&server->net);
    works_drop(server, WORK_BOT);
    client_notice(server, "stopping", "The server stops now; your game is kept, come back in a moment.",
                  "Le serveur s'arrête ; ta partie est gardée, reviens dans un instant.");
    if (server->nodes)
        nodes_stop(server);
    else
        alive_write(server);
    loop_timer_start(server->last, server->net.conns ? STOP_MS : 0, 0);
}

/* ---- Starting ------------------------------------------------------------------------------------------ */

/*
 * Locks the data folder against a second server: with SQLite there are no notifications between servers. The
 * kernel releases the lock when the process ends.
 */
static bool folder_lock(const struct config *config)
{
    int folder = open(config->data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        fprintf(stderr, "lanterne serve: cannot use %s: %s\n", config->data, strerror(errno));
        return false;
    }
    if (store_is_url(config->store))
        return close(folder) == 0;
    bool ours = flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (!ours)
        fprintf(stderr, "lanterne serve: another server uses %s\n", config->data);
    return ours;
}

/*
 * The same for the file of the store, which may lie elsewhere. The lock is on the file itself, whatever name
 * or link leads to it; SQLite's own locks are of another kind. Like the lock of the folder it stays open.
 */
static bool store_lock(const char *store)
{
    if (!store_is_file(store))
        return true;
    int file = open(store, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        fprintf(stderr, "lanterne serve: cannot use %s: %s\n", store, strerror(errno));
        return false;
    }
    bool ours = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (!ours)
        fprintf(stderr, "lanterne serve: another server uses %s\n", store);
    return ours;
}

static bool data_open(struct server *server)
{
    char path[512], error[STORE_ERROR_MAX];
    const struct config *config = &server->config;
    if (mkdir(config->data, 0700) != 0 && errno != EEXIST) {
        fprintf(stderr, "lanterne serve: cannot make %s: %s\n", config->data, strerror(errno));
        return false;
    }
    snprintf(path, sizeof path, "%s/lanterne.db", config->data);
    const char *store = *config->store ? config->store : path;
    if (!folder_lock(config) || !store_lock(store))
        return false;
    struct store_options options = {.wake = store_wakes,
                                    .notified = nodes_notified,
                                    .damaged = document_damaged,
                                    .context = server,
                                    .poll_only = strcmp(config->notify, "poll") == 0};
    server->store = store_open(store, &options, error);
    if (!server->store) {
        fprintf(stderr, "lanterne serve: %s\n", error);
        return false;
    }
    if (!store_key_open(server))
        return false;
    if (*server->store->warning) {
        fprintf(stderr, "lanterne serve: warning: %s\n", server->store->warning);
        log_line(server, "store-warning", "\"why\":\"%s\"", server->store->warning);
    }
    return true;
}

/* Resolves --host to a numeric address, preferably of IPv4. */
static bool host_find(const char *host, char *out, socklen_t size)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    int result = getaddrinfo(host, NULL, &hints, &found);
    if (result) {
        hints.ai_family = AF_INET6;
        result = getaddrinfo(host, NULL, &hints, &found);
    }
    if (result == 0) {
        result = getnameinfo(found->ai_addr, found->ai_addrlen, out, size, NULL, 0, NI_NUMERICHOST);
        freeaddrinfo(found);
    }
    if (result)
        fprintf(stderr, "lanterne serve: cannot listen on %s: %s\n", host, gai_strerror(result));
    return result == 0;
}

/*
 * Writes the numeric address of an interface; false when it is of another family or reachable from this
 * machine or link only.
 */
static bool interface_address(const struct ifaddrs *interface, int family, char *out, socklen_t size)
{
    unsigned up = IFF_UP | IFF_RUNNING;
    const void *address = interface->ifa_addr;
    if (!address || interface->ifa_addr->sa_family != family ||
        (interface->ifa_flags & (up | IFF_LOOPBACK)) != up)
        return false;
    const struct sockaddr_in *four = address;
    const struct sockaddr_in6 *six = address;
    if (family == AF_INET)
        return inet_ntop(family, &four->sin_addr, out, size);
    return !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr) && inet_ntop(family, &six->sin6_addr, out, size);
}

/* The address to print of a server that listens on all of them: the first of IPv4, else of IPv6 without those
 * that hold on one link only, else the loopback address. */
static void address_outside(char *out, socklen_t size)
{
    struct ifaddrs *all;
    bool found = false;
    if (getifaddrs(&all) == 0) {
        for (const struct ifaddrs *one = all; one && !found; one = one->ifa_next)
            found = interface_address(one, AF_INET, out, size);
        for (const struct ifaddrs *one = all; one && !found; one = one->ifa_next)
            found = interface_address(one, AF_INET6, out, size);
        freeifaddrs(all);
    }
    if (!found)
        snprintf(out, size, "127.0.0.1");
}

/* Opens the certificate, if one is configured. */
static bool certificate_open(const struct config *config, SSL_CTX **tls)
{
    char error[512];
    if (!*config->certificate)
        return true;
    *tls = tls_open(config->certificate, config->key, error, sizeof error);
    if (!*tls)
        fprintf(stderr, "lanterne serve: %s\n", error);
    else if (*tls_doubt(*tls))
        fprintf(stderr, "lanterne serve: warning: %s %s; browsers will refuse it\n", config->certificate,
                tls_doubt(*tls));
    return *tls;
}

static void subscriptions_end(struct client *client)
{
    while (client->subs)
        sub_end(client->subs);
}

static bool listening(struct server *server)
{
    struct config *config = &server->config;
    char host[NI_MAXHOST], outside[INET6_ADDRSTRLEN];
    const char *shown = config->host;
    SSL_CTX *tls = NULL;
    if (!host_find(config->host, host, sizeof host) || !certificate_open(config, &tls))
        return false;
    client_on_close(server, client_identify_cancel);
    client_on_close(server, subscriptions_end);
    client_on_close(server, lobby_leave);
    client_on_close(server, address_leave);
    int port = net_listen(&server->net, server->loop, host, config->port, tls, connection_open, server);
    if (port < 0) {
        fprintf(stderr, "lanterne serve: cannot listen on %s:%d: %s\n", config->host, config->port,
                loop_error_text(server->loop, port));
        return false;
    }
    server->net.policy = site_policy();
    if (strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0) {
        address_outside(outside, sizeof outside);
        shown = outside;
    }
    bool six = strchr(shown, ':') != NULL;
    snprintf(server->address, sizeof server->address, "%s://%s%s%s:%d", tls ? "https" : "http",
             six ? "[" : "", shown, six ? "]" : "", port);
    printf("Lanterne is lit: %s/\n", server->address);
    fflush(stdout);
    if (!*config->base_url)
        config->base_url = server->address;
    return true;
}

static void handles_start(struct server *server)
{
    server->store_wake = loop_wake_create(server->loop, store_ready, server);
    server->second = loop_timer_create(server->loop, second_passed, server);
    server->last = loop_timer_create(server->loop, stop_now, server);
    loop_timer_start(server->second, 1000, 1000);
    server->on_int = loop_signal_create(server->loop, SIGINT, stop_asked, server);
    server->on_term = loop_signal_create(server->loop, SIGTERM, stop_asked, server);
}

static void finish(struct server *server)
{
    store_close(server->store);
    server->store = NULL;
    rooms_free(server);
    summaries_free(server);
    addresses_free(server);
    throttles_free(server);
    texts_free(server);
    speakers_free(server);
    map_free(&server->persons);
    if (server->net.tls)
        SSL_CTX_free(server->net.tls);
    loop_wake_free(server->store_wake);
    loop_run(server->loop);
    works_free(server);
    nodes_free(server);
    /* The signal handlers stay installed, so that a second signal does not kill the process while it ends. */
    sodium_memzero(server->seal_key, sizeof server->seal_key);
}

static bool begin(struct server *server)
{
    if (!data_open(server))
        return false;
    server->up_since = env_now(&server->env);
    if (!nodes_start(server))
        return false;
    if (!server->nodes)
        store_read(server->store,
                   store_read_create(STORE_READ_DOC, SPACE_SERVER, "alive", alive_read, server));
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", summaries_read, server));
    return listening(server);
}

int serve_main(int argc, char **argv)
{
    static struct server server;
    bool help;
    if (!config_read(argc, argv, &server.config, &help))
        return 2;
    if (help) {
        config_help();
        return 0;
    }
    if (sodium_init() < 0)
        return 1;
    umask(077); /* files of the server are readable for its user only */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* reaching the file size limit becomes a failed write */
    json_object_seed(0);
    if (server.config.test_hooks)
        env_test(&server.env, server.config.test_seed);
    else
        env_real(&server.env);
    server.loop = loop_uv_create();
    works_create(&server);
    /* Before listening: a signal may arrive as soon as the address is printed. */
    handles_start(&server);
    if (!begin(&server))
        return 1;
    if (*server.config.smtp || *server.config.webhook)
        server.post = post_open(&server);
    loop_run(server.loop);
    finish(&server);
    return 0;
}
