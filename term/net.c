#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum { HEAD_MAX = 16384, QUEUE_MAX = 256 };

struct net {
    int socket;
    SSL_CTX *context;
    SSL *ssl; /* NULL without TLS */
    wslay_event_context_ptr frames;
    bool closed;
    char early[HEAD_MAX]; /* received together with the head of the answer: the first frames */
    size_t early_count, early_used;
    char *queue[QUEUE_MAX]; /* messages received and not yet returned by net_receive */
    int first, count;
};

/* ---- Addresses ----------------------------------------------------------------------------------------- */

bool net_parse(const char *url, struct net_address *address)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    *address = (struct net_address){.tls = strncmp(url, "https://", 8) == 0};
    if (!address->tls && strncmp(url, "http://", 7) != 0)
        return false;
    const char *host = url + (address->tls ? 8 : 7);
    size_t length = strcspn(host, "/:"), digits = 0;
    const char *rest = host + length;
    if (!length || length > NET_HOST_MAX)
        return false;
    memcpy(address->host, host, length);
    memcpy(address->port, address->tls ? "443" : "80", address->tls ? 3 : 2);
    if (*rest == ':') {
        digits = strspn(++rest, "0123456789");
        if (!digits || digits > 5)
            return false;
        memset(address->port, 0, sizeof address->port);
        memcpy(address->port, rest, digits);
        rest += digits;
    }
    if (strncmp(rest, "/t/", 3) != 0 || strspn(rest + 3, letters) != NET_TABLE)
        return false;
    memcpy(address->table, rest + 3, NET_TABLE);
    return strchr("/?#", rest[3 + NET_TABLE]) != NULL;
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static bool socket_wait(int descriptor, short events, int milliseconds)
{
    struct pollfd waited = {.fd = descriptor, .events = events};
    int ready;
    do
        ready = poll(&waited, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* Returns the bytes read: 0 when there are none yet, -1 when the connection is closed. */
static ssize_t bytes_read(struct net *net, void *bytes, size_t size)
{
    if (!net->ssl) {
        ssize_t count = recv(net->socket, bytes, size, 0);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return 0;
        return count > 0 ? count : -1;
    }
    ERR_clear_error();
    int count = SSL_read(net->ssl, bytes, (int)(size < INT32_MAX ? size : INT32_MAX));
    if (count > 0)
        return count;
    int error = SSL_get_error(net->ssl, count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* The same for writing. */
static ssize_t bytes_write(struct net *net, const void *bytes, size_t size)
{
    if (!net->ssl) {
        ssize_t count = send(net->socket, bytes, size, MSG_NOSIGNAL);
        return count >= 0 ? count : errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    }
    ERR_clear_error();
    int count = SSL_write(net->ssl, bytes, (int)(size < INT32_MAX ? size : INT32_MAX));
    if (count > 0)
        return count;
    int error = SSL_get_error(net->ssl, count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

static bool bytes_write_all(struct net *net, const char *bytes, size_t size)
{
    while (size) {
        ssize_t count = bytes_write(net, bytes, size);
        if (count < 0 || (!count && !socket_wait(net->socket, POLLOUT, NET_TIMEOUT_MS)))
            return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

/* ---- Connecting ---------------------------------------------------------------------------------------- */

static int socket_connect(const struct addrinfo *info)
{
    int error = 0, descriptor = socket(info->ai_family, info->ai_socktype | SOCK_CLOEXEC, info->ai_protocol);
    socklen_t size = sizeof error;
    if (descriptor < 0)
        return -1;
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    if (connect(descriptor, info->ai_addr, info->ai_addrlen) == 0)
        return descriptor;
    if (errno == EINPROGRESS && socket_wait(descriptor, POLLOUT, NET_TIMEOUT_MS) &&
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && !error)
        return descriptor;
    close(descriptor);
    return -1;
}

static bool tls_begin(struct net *net, const char *host)
{
    char name[NET_HOST_MAX + 1]; /* a copy: the macro of OpenSSL casts away const */
    snprintf(name, sizeof name, "%s", host);
    net->context = SSL_CTX_new(TLS_client_method());
    if (!net->context || SSL_CTX_set_default_verify_paths(net->context) != 1)
        return false;
    SSL_CTX_set_verify(net->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(net->context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    net->ssl = SSL_new(net->context);
    if (!net->ssl || SSL_set_fd(net->ssl, net->socket) != 1 || SSL_set1_host(net->ssl, name) != 1 ||
        SSL_set_tlsext_host_name(net->ssl, name) != 1)
        return false;
    for (;;) {
        int done = SSL_connect(net->ssl);
        if (done == 1)
            return true;
        int error = SSL_get_error(net->ssl, done);
        short events = error == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN;
        if ((error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) ||
            !socket_wait(net->socket, events, NET_TIMEOUT_MS))
            return false;
    }
}

/* The reason for which tls_begin failed. */
static struct net_problem tls_problem(const struct net *net)
{
    long result = net->ssl ? SSL_get_verify_result(net->ssl) : X509_V_OK;
    if (result == X509_V_OK)
        return (struct net_problem){NET_INSECURE, ""};
    return (struct net_problem){NET_UNTRUSTED, X509_verify_cert_error_string(result)};
}

static struct net *connect_to(const struct net_address *address, struct net_problem *problem)
{
    struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    struct net *net = calloc(1, sizeof *net);
    *problem = (struct net_problem){NET_UNREACHED, ""};
    if (!net)
        return NULL;
    net->socket = -1;
    if (getaddrinfo(address->host, address->port, &wanted, &found) == 0) {
        for (const struct addrinfo *each = found; each && net->socket < 0; each = each->ai_next)
            net->socket = socket_connect(each);
        freeaddrinfo(found);
    }
    if (net->socket >= 0 && (!address->tls || tls_begin(net, address->host)))
        return net;
    if (net->socket >= 0)
        *problem = tls_problem(net);
    net_close(net);
    return NULL;
}

void net_close(struct net *net)
{
    if (!net)
        return;
    if (net->frames)
        wslay_event_context_free(net->frames);
    if (net->ssl)
        SSL_free(net->ssl);
    if (net->context)
        SSL_CTX_free(net->context);
    if (net->socket >= 0)
        close(net->socket);
    for (; net->count; net->count--)
        free(net->queue[net->first++ % QUEUE_MAX]);
    free(net);
}

/* ---- HTTP ---------------------------------------------------------------------------------------------- */

/*
 * Sends a request and reads the head of the answer into net->early; returns its length, 0 on failure.
 */
static size_t head_exchange(struct net *net, const char *request)
{
    if (!bytes_write_all(net, request, strlen(request)))
        return 0;
    while (net->early_count < HEAD_MAX - 1) {
        ssize_t count = bytes_read(net, net->early + net->early_count, HEAD_MAX - 1 - net->early_count);
        if (count < 0 || (!count && !socket_wait(net->socket, POLLIN, NET_TIMEOUT_MS)))
            return 0;
        net->early_count += (size_t)count;
        net->early[net->early_count] = 0;
        const char *end = strstr(net->early, "\r\n\r\n");
        if (end)
            return (size_t)(end + 4 - net->early);
    }
    return 0;
}

/* Copies the session from a `Set-Cookie: lanterne=...` of a head, if there is one. */
static void cookie_take(const char *head, char token[NET_TOKEN_MAX + 1])
{
    static const char name[] = "lanterne=";
    for (const char *line = strstr(head, "\r\n"); line && line[2]; line = strstr(line + 2, "\r\n")) {
        const char *value = strstr(line + 2, name);
        if (strncasecmp(line + 2, "set-cookie:", 11) != 0 || !value)
            continue;
        value += sizeof name - 1;
        snprintf(token, NET_TOKEN_MAX + 1, "%.*s", (int)strcspn(value, ";\r\n"), value);
    }
}

static bool status_is(const char *head, const char *status)
{
    return strncmp(head, "HTTP/1.1 ", 9) == 0 && strncmp(head + 9, status, 3) == 0;
}

/* Why the server refused, from the head of its answer. */
static void refusal_read(const char *head, struct net_problem *problem)
{
    bool name = status_is(head, "421");
    problem->failure = name ? NET_NAME : NET_NOT_LANTERNE;
    problem->reason = name ? "--host-name" : "";
}

bool net_session(const struct net_address *address, char token[NET_TOKEN_MAX + 1],
                 struct net_problem *problem)
{
    char request[1024];
    struct net *net = connect_to(address, problem);
    if (!net)
        return false;
    snprintf(request, sizeof request,
             "POST /api/me HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
             "Content-Length: 2\r\nConnection: close\r\n%s%s%s\r\n{}",
             address->host, address->port, *token ? "Cookie: lanterne=" : "", token, *token ? "\r\n" : "");
    size_t head = head_exchange(net, request);
    bool good = head && status_is(net->early, "200");
    if (good)
        cookie_take(net->early, token);
    else
        refusal_read(net->early, problem);
    net_close(net);
    return good;
}

/* ---- WebSocket ----------------------------------------------------------------------------------------- */

static ssize_t frames_receive(wslay_event_context_ptr frames, uint8_t *bytes, size_t size, int flags,
                              void *user)
{
    struct net *net = user;
    (void)flags;
    size_t left = net->early_count - net->early_used;
    if (left) {
        size_t count = left < size ? left : size;
        memcpy(bytes, net->early + net->early_used, count);
        net->early_used += count;
        return (ssize_t)count;
    }
    ssize_t count = bytes_read(net, bytes, size);
    net->closed |= count < 0;
    if (count <= 0)
        wslay_event_set_error(frames, count ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return count > 0 ? count : -1;
}

static ssize_t frames_send(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size, int flags,
                           void *user)
{
    struct net *net = user;
    (void)flags;
    ssize_t count = bytes_write(net, bytes, size);
    net->closed |= count < 0;
    if (count <= 0)
        wslay_event_set_error(frames, count ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return count > 0 ? count : -1;
}

static int frames_mask(wslay_event_context_ptr frames, uint8_t *bytes, size_t size, void *user)
{
    (void)frames;
    (void)user;
    randombytes_buf(bytes, size);
    return 0;
}

static void frames_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                           void *user)
{
    struct net *net = user;
    (void)frames;
    if (message->opcode == WSLAY_CONNECTION_CLOSE)
        net->closed = true;
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    char *text = net->count < QUEUE_MAX ? malloc(message->msg_length + 1) : NULL;
    if (!text) {
        net->closed = true;
        return;
    }
    memcpy(text, message->msg, message->msg_length);
    text[message->msg_length] = 0;
    net->queue[(net->first + net->count++) % QUEUE_MAX] = text;
}

/* Whether Sec-WebSocket-Accept matches our key, which proves that the peer is a WebSocket server. */
static bool key_accepted(const char *head, const char *key)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[128], wanted[64];
    uint8_t hash[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    int length = snprintf(text, sizeof text, "%s%s", key, magic);
    if (EVP_Digest(text, (size_t)length, hash, &size, EVP_sha1(), NULL) != 1)
        return false;
    sodium_bin2base64(wanted, sizeof wanted, hash, size, sodium_base64_VARIANT_ORIGINAL);
    return strstr(head, wanted) != NULL;
}

static bool upgrade(struct net *net, const struct net_address *address, const char *token)
{
    char request[1024], key[32];
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: lanterne\r\n"
             "Cookie: lanterne=%s\r\n\r\n",
             address->host, address->port, key, token);
    size_t head = head_exchange(net, request);
    net->early_used = head;
    return head && status_is(net->early, "101") && key_accepted(net->early, key);
}

struct net *net_open(const struct net_address *address, const char *token, struct net_problem *problem)
{
    static const struct wslay_event_callbacks calls = {.recv_callback = frames_receive,
                                                       .send_callback = frames_send,
                                                       .genmask_callback = frames_mask,
                                                       .on_msg_recv_callback = frames_message};
    struct net *net = connect_to(address, problem);
    if (!net)
        return NULL;
    if (upgrade(net, address, token) && wslay_event_context_client_init(&net->frames, &calls, net) == 0) {
        wslay_event_config_set_max_recv_msg_length(net->frames, NET_MESSAGE_MAX);
        return net;
    }
    refusal_read(net->early, problem);
    net_close(net);
    return NULL;
}

int net_descriptor(const struct net *net)
{
    return net->socket;
}

bool net_send(struct net *net, const char *text)
{
    struct wslay_event_msg message = {
        .opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)text, .msg_length = strlen(text)};
    if (net->closed || wslay_event_queue_msg(net->frames, &message) != 0)
        return false;
    while (!net->closed && wslay_event_want_write(net->frames)) {
        net->closed =
            wslay_event_send(net->frames) != 0 ||
            (wslay_event_want_write(net->frames) && !socket_wait(net->socket, POLLOUT, NET_TIMEOUT_MS));
    }
    return !net->closed;
}

char *net_receive(struct net *net, bool *closed)
{
    if (!net->count && !net->closed && wslay_event_recv(net->frames) != 0)
        net->closed = true;
    /* Sends the pongs that wslay has queued. */
    if (!net->closed && wslay_event_want_write(net->frames) && wslay_event_send(net->frames) != 0)
        net->closed = true;
    if (net->count) {
        net->count--;
        return net->queue[net->first++ % QUEUE_MAX];
    }
    *closed = net->closed;
    return NULL;
}

bool net_wait(const struct net *net, int milliseconds)
{
    bool pending = net->count || net->early_used < net->early_count || (net->ssl && SSL_pending(net->ssl));
    return pending || socket_wait(net->socket, POLLIN, milliseconds);
}
