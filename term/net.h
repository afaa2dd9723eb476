/*
 * net.h - a WebSocket to a server, and the one HTTP request that comes before it. TLS where the address says
 * https: then the server must have a certificate for its host that the system trusts, or the file or folder
 * that OpenSSL is told of by SSL_CERT_FILE and SSL_CERT_DIR.
 *
 * Nothing waits without end: what takes longer than NET_TIMEOUT_MS milliseconds has failed.
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

/* What kept us from the server. */
enum net_failure {
    NET_UNREACHED,    /* nobody there */
    NET_INSECURE,     /* nobody there who speaks TLS as we do */
    NET_UNTRUSTED,    /* somebody there whose certificate does not prove that it is the host */
    NET_NOT_LANTERNE, /* somebody there who is no Lanterne */
};

struct net_problem {
    enum net_failure failure;
    const char *reason; /* of NET_UNTRUSTED: OpenSSL's words; else "" */
};

struct net_address {
    bool tls;
    char host[NET_HOST_MAX + 1], port[6];
    char table[NET_TABLE + 1];
};

/* Reads http[s]://HOST[:PORT]/t/TABLE; false when it is none. */
bool net_parse(const char *url, struct net_address *address);

/*
 * Asks the server who one is, with the session in `token` ("" for none), which is replaced when the server
 * gives another. False with `problem` when the server was not reached or did not answer so.
 */
bool net_session(const struct net_address *address, char token[NET_TOKEN_MAX + 1],
                 struct net_problem *problem);

struct net;

/* Opens the WebSocket; NULL with `problem`. */
struct net *net_open(const struct net_address *address, const char *token, struct net_problem *problem);
void net_close(struct net *net); /* NULL is allowed */

int net_descriptor(const struct net *net);

/* Sends a text message; false when the connection is gone. */
bool net_send(struct net *net, const char *text);

/*
 * Takes in what is there, and gives the next text message, which the caller frees; NULL when there is none
 * yet. When the connection is gone `closed` is set.
 */
char *net_receive(struct net *net, bool *closed);

/* Waits until there may be something; false after so many milliseconds. */
bool net_wait(const struct net *net, int milliseconds);

#endif
