/*
 * net.h - a WebSocket connection to a server, and the HTTP request for a session that precedes it.
 *
 * With https the server's certificate must match its host and be trusted by the system, or by the file or
 * folder in SSL_CERT_FILE and SSL_CERT_DIR. Every step fails after NET_TIMEOUT_MS.
 */
#ifndef LAN_NET_H
#define LAN_NET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NET_TIMEOUT_MS = 10000,
    NET_HOST_MAX = 255,
    NET_TABLE = 10,      /* letters of a table's id */
    NET_TOKEN_MAX = 128, /* of a session */
    NET_MESSAGE_MAX = 4 << 20,
};

/* Why a connection failed. */
enum net_failure {
    NET_UNREACHED,    /* no TCP connection */
    NET_INSECURE,     /* the TLS handshake failed */
    NET_UNTRUSTED,    /* the certificate is not trusted or does not match the host */
    NET_NOT_LANTERNE, /* the answer is not that of a Lanterne server */
    NET_NAME,         /* the server does not know the name by which it was called */
};

struct net_problem {
    enum net_failure failure;
    const char *reason; /* for NET_UNTRUSTED OpenSSL's message, for NET_NAME the server's setting; else "" */
};

struct net_address {
    bool tls;
    char host[NET_HOST_MAX + 1], port[6];
    char table[NET_TABLE + 1];
};

/* Parses http[s]://HOST[:PORT]/t/TABLE; false when it has another form. */
bool net_parse(const char *url, struct net_address *address);

/*
 * Makes sure that `token` is a session of the server: sends it ("" for none) and replaces it by the one that
 * the server sets, if any. False with `problem` when the server was not reached or gave another answer.
 */
bool net_session(const struct net_address *address, char token[NET_TOKEN_MAX + 1],
                 struct net_problem *problem);

struct net;

/* Opens the WebSocket; NULL with `problem` on failure. */
struct net *net_open(const struct net_address *address, const char *token, struct net_problem *problem);
void net_close(struct net *net); /* NULL is allowed */

int net_descriptor(const struct net *net);

/* Sends a text message; false when the connection is closed. */
bool net_send(struct net *net, const char *text);

/*
 * Reads without blocking and returns the next text message, which the caller frees; NULL when there is none
 * yet. Sets `closed` when the connection is closed.
 */
char *net_receive(struct net *net, bool *closed);

/* Waits until the connection is readable; false after so many milliseconds. */
bool net_wait(const struct net *net, int milliseconds);

#endif
