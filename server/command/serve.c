/* serve.c - `lanterne serve`: opens files and sockets for a server (life.h), and runs it. */

#define _DEFAULT_SOURCE /* for the flags of getifaddrs and NI_MAXHOST */
#include "serve.h"

#include <jansson.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
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

#include "certificate.h"
#include "config.h"
#include "conn.h"
#include "env.h"
#include "handed.h"
#include "life.h"
#include "log.h"
#include "loop.h"
#include "loop_uv.h"
#include "post.h"
#include "push_queue.h"
#include "server.h"
#include "store.h"
#include "store_key.h"

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
    struct store_options options = life_store_options(server);
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

/* Where to listen: on the sockets of the service manager, else where the settings say. Sets `host` too. */
static bool place_find(const struct config *config, struct net_place *place, char host[NI_MAXHOST])
{
    char error[128];
    *place = (struct net_place){.host = host, .port = config->port};
    if (!handed_take(place, error, sizeof error)) {
        fprintf(stderr, "lanterne serve: %s\n", error);
        return false;
    }
    return place->count ? handed_host(place->sockets[0], host, NI_MAXHOST)
                        : host_find(config->host, host, NI_MAXHOST);
}

static bool listening(struct server *server)
{
    struct config *config = &server->config;
    char host[NI_MAXHOST], outside[INET6_ADDRSTRLEN];
    struct net_place place;
    SSL_CTX *tls = NULL;
    if (!place_find(config, &place, host) || !certificate_open(config, &tls))
        return false;
    const char *shown = place.count ? host : config->host;
    int port = life_begin(server, &place, tls);
    if (port < 0) {
        fprintf(stderr, "lanterne serve: cannot listen on %s:%d: %s\n", shown, config->port,
                loop_error_text(server->loop, port));
        return false;
    }
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

static void signal_raised(void *context, int number)
{
    life_stop(context, number);
}

/*
 * SIGHUP reads the certificate again. The system also sends it when the terminal of a program is closed: a
 * server that was started in one ends with it.
 */
static void hup_raised(void *context, int number)
{
    if (!isatty(STDIN_FILENO) && errno == EIO)
        life_stop(context, number);
    else
        certificate_reload(context);
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
    life_create(&server);
    /*
     * Before listening: a signal may arrive as soon as the address is printed. The handlers stay installed,
     * so that a second signal does not kill the process while it ends.
     */
    server.on_int = loop_signal_create(server.loop, SIGINT, signal_raised, &server);
    server.on_term = loop_signal_create(server.loop, SIGTERM, signal_raised, &server);
    server.on_hup = loop_signal_create(server.loop, SIGHUP, hup_raised, &server);
    if (!data_open(&server) || !listening(&server))
        return 1;
    if (*server.config.smtp || *server.config.webhook || server.config.push)
        server.post = post_open(&server);
    if (server.config.push && server.post)
        pushes_open(&server);
    loop_run(server.loop);
    life_finish(&server);
    return 0;
}
