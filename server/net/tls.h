/* tls.h - TLS of a connection, in the process, between conn.c and the socket. */
#ifndef LAN_SERVER_TLS_H
#define LAN_SERVER_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>

struct conn;

enum { TLS_UNTIL = 24 };

/* A server context from PEM files. NULL with a sentence in `error`. */
SSL_CTX *tls_open(const char *certificate, const char *key, char *error, size_t size);
/* What is wrong with its certificate today, "" for nothing. */
const char *tls_doubt(const SSL_CTX *tls);
/* Until when its certificate is valid, as 2027-01-31T12:00:00Z. */
void tls_until(const SSL_CTX *tls, char text[TLS_UNTIL]);
bool tls_start(struct conn *conn);
/* Encrypted bytes from the peer: deciphers, hands on to calls->bytes, queues what TLS itself answers. */
void tls_feed(struct conn *conn, const char *bytes, size_t count);
void tls_write(struct conn *conn, const void *bytes, size_t count);

#endif
