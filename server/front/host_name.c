#include "host_name.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "http.h"
#include "server.h"

enum { HOST_MAX = 254 };

/* Of a name in a Host header. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

/* A part of a text, compared with names without regard to case. */
struct part {
    const char *at;
    size_t length;
};

static bool part_is(struct part part, const char *name)
{
    return strlen(name) == part.length && strncasecmp(part.at, name, part.length) == 0;
}

/* The name in "name", "name:port" or "name/path", without a dot at its end. */
static struct part name_of(const char *text)
{
    struct part part = {text, strcspn(text, ":/")};
    if (part.length && part.at[part.length - 1] == '.')
        part.length--;
    return part;
}

static bool literal_address(const char *host)
{
    char text[INET6_ADDRSTRLEN];
    struct in6_addr six;
    struct in_addr four;
    if (*host == '[') {
        size_t length = strcspn(host, "]");
        bool whole = host[length] && (!host[length + 1] || host[length + 1] == ':');
        if (!whole || length > sizeof text)
            return false;
        snprintf(text, sizeof text, "%.*s", (int)length - 1, host + 1);
        return inet_pton(AF_INET6, text, &six) == 1;
    }
    struct part part = name_of(host);
    if (part.length >= sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)part.length, part.at);
    return inet_pton(AF_INET, text, &four) == 1;
}

static bool local_name(struct part name)
{
    static const char under[] = ".localhost";
    size_t length = sizeof under - 1;
    return part_is(name, under + 1) ||
           (name.length > length && strncasecmp(name.at + name.length - length, under, length) == 0);
}

/* The machine's own name, as it is set or with the ends that routers and mDNS give to names at home. */
static bool machine_name(struct part name)
{
    static const char *const ends[] = {"",           ".local",    ".lan",         ".home",
                                       ".home.arpa", ".internal", ".localdomain", ".fritz.box"};
    char own[HOST_MAX] = "";
    if (gethostname(own, sizeof own - 1) != 0 || !*own)
        return false;
    if (part_is(name, own))
        return true;
    own[strcspn(own, ".")] = 0;
    size_t length = strlen(own);
    if (name.length < length || strncasecmp(name.at, own, length) != 0)
        return false;
    struct part end = {name.at + length, name.length - length};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (part_is(end, ends[i]))
            return true;
    }
    return false;
}

static bool listed(struct part name, const char *list)
{
    while (*list) {
        struct part one = {list, strcspn(list, ",")};
        if ((one.length == 1 && *list == '*') ||
            (one.length == name.length && strncasecmp(list, name.at, name.length) == 0))
            return true;
        list += one.length + (list[one.length] == ',');
    }
    return false;
}

static bool configured(struct part name, const struct config *config)
{
    const char *base = strstr(config->base_url, "://");
    if (part_is(name, config->host) || listed(name, config->host_names))
        return true;
    struct part own = base ? name_of(base + 3) : (struct part){"", 0};
    return own.length && own.length == name.length && strncasecmp(own.at, name.at, name.length) == 0;
}

bool host_name_known(const struct client *client, const char *host)
{
    if (!*host || client->secure || literal_address(host))
        return true;
    struct part name = name_of(host);
    return local_name(name) || configured(name, &client->server->config) || machine_name(name);
}

/* The name as far as it can be one: it is sent back. */
static void name_write(struct buf *out, const char *host)
{
    size_t length = strspn(host, letters);
    buf_printf(out, "%.*s", (int)(length < HOST_MAX ? length : HOST_MAX), host);
}

void host_name_refuse(struct client *client, const char *host)
{
    struct buf out = {0}, name = {0};
    name_write(&name, host);
    buf_printf(&out,
               "421 Misdirected Request\n\n"
               "This server is not known by the name %s. If that is one of its names, start it with\n"
               "--host-name=%s (or LANTERNE_HOST_NAME, or a line host-name = %s in its settings).\n\n"
               "Ce serveur ne porte pas le nom %s. Si c'est bien un de ses noms, démarre-le avec\n"
               "--host-name=%s.\n",
               buf_cstr(&name), buf_cstr(&name), buf_cstr(&name), buf_cstr(&name), buf_cstr(&name));
    http_answer(client->conn,
                &(struct http_answer){421, "text/plain; charset=utf-8", "", out.at, out.length, HTTP_OWN});
    buf_free(&name);
    buf_free(&out);
}

bool host_names_valid(const char *list)
{
    if (strcmp(list, "*") == 0)
        return true;
    while (*list) {
        size_t length = strspn(list, letters);
        if (!length || (list[length] && list[length] != ','))
            return false;
        list += length;
        if (*list && !*++list)
            return false;
    }
    return true;
}
