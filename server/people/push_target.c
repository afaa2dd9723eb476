#include "push_target.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "buf.h"

enum { HTTPS = 443 };

/* ---- Addresses of endpoints ---------------------------------------------------------------------------- */

static bool ascii(const char *text)
{
    for (; *text; text++) {
        if (*text <= ' ' || *text > '~' || *text == '"' || *text == '\\')
            return false;
    }
    return true;
}

/* A part of the parsed URL is not there. */
static bool absent(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    bool none = curl_url_get(url, part, &text, 0) != CURLUE_OK;
    curl_free(text);
    return none;
}

static bool origin_write(CURLU *url, int sink, char origin[PUSH_ORIGIN_MAX])
{
    char *host = NULL, *port = NULL;
    bool good = curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && *host &&
                curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK;
    long number = good ? strtol(port, NULL, 10) : 0;
    good = good && (number == HTTPS || (sink && number == sink));
    if (good && number == HTTPS)
        good = snprintf(origin, PUSH_ORIGIN_MAX, "https://%s", host) < PUSH_ORIGIN_MAX;
    else if (good)
        good = snprintf(origin, PUSH_ORIGIN_MAX, "https://%s:%ld", host, number) < PUSH_ORIGIN_MAX;
    curl_free(host);
    curl_free(port);
    return good;
}

bool push_endpoint_valid(const char *endpoint, int sink, char origin[PUSH_ORIGIN_MAX])
{
    static const char scheme[] = "https://";
    if (strncmp(endpoint, scheme, sizeof scheme - 1) != 0 || !ascii(endpoint))
        return false;
    CURLU *url = curl_url();
    lan_assert(url);
    bool good = curl_url_set(url, CURLUPART_URL, endpoint, 0) == CURLUE_OK && absent(url, CURLUPART_USER) &&
                absent(url, CURLUPART_PASSWORD) && absent(url, CURLUPART_FRAGMENT) &&
                origin_write(url, sink, origin);
    curl_url_cleanup(url);
    return good;
}

/* ---- Addresses that are connected to ------------------------------------------------------------------- */

/* A block of addresses that are not public: IANA's registries of special-purpose addresses, and groups. */
struct block {
    const char *first;
    int bits;
};

static const struct block blocks_four[] = {
    {"0.0.0.0", 8},       {"10.0.0.0", 8},      {"100.64.0.0", 10},   {"127.0.0.0", 8},
    {"169.254.0.0", 16},  {"172.16.0.0", 12},   {"192.0.0.0", 24},    {"192.0.2.0", 24},
    {"192.31.196.0", 24}, {"192.52.193.0", 24}, {"192.88.99.0", 24},  {"192.168.0.0", 16},
    {"192.175.48.0", 24}, {"198.18.0.0", 15},   {"198.51.100.0", 24}, {"203.0.113.0", 24},
    {"224.0.0.0", 4},     {"240.0.0.0", 4},
};

/* Within 2000::/3, outside of which nothing is public: what is not, or has an IPv4 address wrapped in it. */
static const struct block blocks_six[] = {
    {"2001::", 23}, {"2001:db8::", 32}, {"2002::", 16}, {"2620:4f:8000::", 48}, {"3fff::", 20},
};

static bool bits_same(const uint8_t *one, const uint8_t *other, int bits)
{
    int whole = bits / 8, rest = bits % 8;
    uint8_t mask = (uint8_t)(0xff00 >> rest);
    return memcmp(one, other, (size_t)whole) == 0 && (!rest || ((one[whole] ^ other[whole]) & mask) == 0);
}

static bool within(int family, const uint8_t *bytes, const struct block *blocks, size_t count)
{
    uint8_t first[16];
    for (size_t i = 0; i < count; i++) {
        lan_assert(inet_pton(family, blocks[i].first, first) == 1);
        if (bits_same(bytes, first, blocks[i].bits))
            return true;
    }
    return false;
}

static bool public_four(const uint8_t bytes[4])
{
    return !within(AF_INET, bytes, blocks_four, sizeof blocks_four / sizeof *blocks_four);
}

static bool public_six(const uint8_t bytes[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}, translated[12] = {0, 0x64, 0xff, 0x9b};
    /* IPv4 in IPv6: as such, and through the NAT64 of the network. */
    if (memcmp(bytes, mapped, sizeof mapped) == 0 || memcmp(bytes, translated, sizeof translated) == 0)
        return public_four(bytes + 12);
    return (bytes[0] & 0xe0) == 0x20 &&
           !within(AF_INET6, bytes, blocks_six, sizeof blocks_six / sizeof *blocks_six);
}

bool push_address_allowed(const struct sockaddr *address, int sink)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (address->sa_family == AF_INET) {
        memcpy(&four, address, sizeof four);
        if (sink && four.sin_addr.s_addr == htonl(INADDR_LOOPBACK))
            return ntohs(four.sin_port) == sink;
        return public_four((const uint8_t *)&four.sin_addr);
    }
    if (address->sa_family != AF_INET6)
        return false;
    memcpy(&six, address, sizeof six);
    return public_six(six.sin6_addr.s6_addr);
}
