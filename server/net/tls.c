/* TLS in the process: OpenSSL between two memory BIOs, so that the loop alone touches the socket. */

#include "tls.h"

#include <openssl/err.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "conn.h"

SSL_CTX *tls_open(const char *certificate, const char *key, char *error, size_t size)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    lan_assert(tls);
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_mode(tls, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION);
    const char *what = NULL;
    if (SSL_CTX_use_certificate_chain_file(tls, certificate) != 1)
        what = certificate;
    else if (SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1)
        what = key;
    else if (SSL_CTX_check_private_key(tls) != 1)
        what = "the pair of certificate and key";
    if (!what)
        return tls;
    /* A file that is not there is one of the system's, whose words OpenSSL does not know. */
    unsigned long code = ERR_peek_error();
    const char *why = ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
    snprintf(error, size, "cannot use %s: %s", what, why ? why : "it is none");
    ERR_clear_error();
    SSL_CTX_free(tls);
    return NULL;
}

const char *tls_doubt(const SSL_CTX *tls)
{
    const X509 *own = SSL_CTX_get0_certificate(tls);
    if (X509_cmp_current_time(X509_get0_notAfter(own)) < 0)
        return "has run out";
    return X509_cmp_current_time(X509_get0_notBefore(own)) > 0 ? "is not valid yet" : "";
}

void tls_until(const SSL_CTX *tls, char text[TLS_UNTIL])
{
    struct tm utc = {0};
    ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(tls)), &utc);
    strftime(text, TLS_UNTIL, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

bool tls_start(struct conn *conn)
{
    conn->ssl = SSL_new(conn->net->tls);
    BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
    if (!conn->ssl || !in || !out)
        return false;
    SSL_set_bio(conn->ssl, in, out);
    SSL_set_accept_state(conn->ssl);
    return true;
}

static void flush(struct conn *conn)
{
    BIO *out = SSL_get_wbio(conn->ssl);
    char *bytes;
    long count = BIO_get_mem_data(out, &bytes);
    if (count > 0)
        conn_write_raw(conn, bytes, (size_t)count, "", 0);
    (void)BIO_reset(out);
}

void tls_feed(struct conn *conn, const char *bytes, size_t count)
{
    char plain[16 << 10];
    int got = 0;
    if (BIO_write(SSL_get_rbio(conn->ssl), bytes, (int)count) != (int)count) {
        conn_close(conn);
        return;
    }
    /*
     * What others left in the thread's queue of errors, such as libcurl, would be taken for one of this
     * connection.
     */
    while (!conn->closing && (ERR_clear_error(), got = SSL_read(conn->ssl, plain, sizeof plain)) > 0)
        conn->calls->bytes(conn, plain, (size_t)got);
    if (conn->closing)
        return;
    int error = SSL_get_error(conn->ssl, got);
    flush(conn);
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) {
        ERR_clear_error();
        conn_close(conn);
    }
}

void tls_write(struct conn *conn, const void *bytes, size_t count)
{
    if (!count || conn->closing)
        return;
    /* Into memory it always fits; anything else is a broken connection. */
    if (SSL_write(conn->ssl, bytes, (int)count) != (int)count) {
        ERR_clear_error();
        conn_close(conn);
        return;
    }
    flush(conn);
}
