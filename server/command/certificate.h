/*
 * certificate.h - the certificate of a server: read at the start, and again on SIGHUP, so that a renewed one
 * is used without a restart.
 */
#ifndef LAN_SERVER_CERTIFICATE_H
#define LAN_SERVER_CERTIFICATE_H

#include <openssl/types.h>
#include <stdbool.h>

struct config;
struct server;

/* Opens the certificate, if one is configured; says on stderr what is wrong with it. */
bool certificate_open(const struct config *config, SSL_CTX **tls);
/*
 * Reads the files again. New connections are made under the new certificate; those that there are stay. Files
 * that cannot be used change nothing. The log says which it was.
 */
void certificate_reload(struct server *server);

#endif
