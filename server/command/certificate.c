#include "certificate.h"

#include <stdio.h>

#include "buf.h"
#include "conn.h"
#include "log.h"
#include "server.h"
#include "tls.h"

enum { WHY_SIZE = 256 };

bool certificate_open(const struct config *config, SSL_CTX **tls)
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

/* The log's lines are JSON; the reason may contain a name of a file with any characters. */
static void kept_log(struct server *server, const char *why)
{
    struct buf text = {0};
    js_string(&text, "why", why);
    log_line(server, "certificate-kept", "%.*s", (int)text.length, text.at);
    buf_free(&text);
}

void certificate_reload(struct server *server)
{
    const struct config *config = &server->config;
    char why[WHY_SIZE], until[TLS_UNTIL];
    if (!*config->certificate) {
        kept_log(server, "there is no --certificate");
        return;
    }
    SSL_CTX *tls = tls_open(config->certificate, config->key, why, sizeof why);
    if (!tls) {
        kept_log(server, why);
        return;
    }
    net_tls_set(&server->net, tls);
    tls_until(tls, until);
    log_line(server, "certificate-read", "\"until\":\"%s\",\"doubt\":\"%s\"", until, tls_doubt(tls));
}
