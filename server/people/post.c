
#include "post.h"

#include <curl/curl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "buf.h"
#include "buf_print.h"
#include "log.h"
#include "push_target.h"
#include "server.h"

struct post {
    struct server *server;
    CURLM *multi;
    struct loop_timer *timer;
    struct sending *sendings;
    int count;
};

/* One letter, JSON object or push message being sent. */
struct sending {
    struct post *post;
    CURL *easy;
    const char *what;
    struct curl_slist *list; /* receivers, or headers */
    struct buf body;
    size_t sent, answered;                                /* bytes so far, to and fro */
    void (*done)(void *context, long status, long after); /* of a push message */
    void *context;
    struct sending *next, **link;
};

/* A socket of libcurl's that the loop watches. */
struct socket {
    struct post *post;
    struct loop_watch *watch;
    curl_socket_t number;
};

/* ---- libcurl in the loop ------------------------------------------------------------------------------- */

static void sending_free(struct sending *sending)
{
    *sending->link = sending->next;
    if (sending->next)
        sending->next->link = sending->link;
    sending->post->count--;
    curl_multi_remove_handle(sending->post->multi, sending->easy);
    curl_easy_cleanup(sending->easy);
    curl_slist_free_all(sending->list);
    buf_free(&sending->body);
    free(sending);
}

static void sending_end(struct sending *sending, CURLcode result)
{
    long status = 0;
    curl_easy_getinfo(sending->easy, CURLINFO_RESPONSE_CODE, &status);
    bool sent = result == CURLE_OK && status >= 200 && status < 300;
    log_line(sending->post->server, "notice", "\"by\":\"%s\",\"sent\":%s,\"status\":%ld,\"why\":\"%s\"",
             sending->what, sent ? "true" : "false", status,
             result == CURLE_OK ? "" : curl_easy_strerror(result));
    void (*done)(void *, long, long) = sending->done;
    void *context = sending->context;
    curl_off_t after = 0;
    curl_easy_getinfo(sending->easy, CURLINFO_RETRY_AFTER, &after);
    sending_free(sending);
    if (done)
        done(context, status, after < LONG_MAX ? (long)after : LONG_MAX);
}

static void ended_take(struct post *post)
{
    int left;
    for (const CURLMsg *message; (message = curl_multi_info_read(post->multi, &left));) {
        struct sending *sending = NULL;
        CURLcode result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &sending);
        if (message->msg == CURLMSG_DONE)
            sending_end(sending, result);
    }
}

static void socket_ready(void *context, int events)
{
    const struct socket *socket = context;
    struct post *post = socket->post;
    int running, flags = events & LOOP_BROKEN ? CURL_CSELECT_ERR : 0;
    if (events & LOOP_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & LOOP_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    curl_multi_socket_action(post->multi, socket->number, flags, &running);
    ended_take(post);
}

static struct socket *socket_make(struct post *post, curl_socket_t number)
{
    struct socket *socket = mem_zero(sizeof *socket);
    *socket = (struct socket){.post = post, .number = number};
    socket->watch = loop_watch_create(post->server->loop, number, socket_ready, socket);
    if (socket->watch)
        return socket;
    free(socket);
    return NULL;
}

static int socket_watch(CURL *easy, curl_socket_t number, int what, void *context, void *known)
{
    struct post *post = context;
    struct socket *socket = known;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (socket) {
            loop_watch_free(socket->watch);
            free(socket);
            curl_multi_assign(post->multi, number, NULL);
        }
        return 0;
    }
    if (!socket) {
        socket = socket_make(post, number);
        if (!socket)
            return -1;
        curl_multi_assign(post->multi, number, socket);
    }
    loop_watch_set(socket->watch,
                   (what & CURL_POLL_IN ? LOOP_READABLE : 0) | (what & CURL_POLL_OUT ? LOOP_WRITABLE : 0));
    return 0;
}

static void time_up(void *context)
{
    struct post *post = context;
    int running;
    curl_multi_socket_action(post->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    ended_take(post);
}

static int timer_set(CURLM *multi, long ms, void *context)
{
    struct post *post = context;
    (void)multi;
    if (ms < 0)
        loop_timer_stop(post->timer);
    else
        loop_timer_start(post->timer, (uint64_t)ms, 0);
    return 0;
}

struct post *post_open(struct server *server)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
        return NULL;
    struct post *post = mem_zero(sizeof *post);
    post->server = server;
    post->multi = curl_multi_init();
    lan_assert(post->multi);
    curl_multi_setopt(post->multi, CURLMOPT_SOCKETFUNCTION, socket_watch);
    curl_multi_setopt(post->multi, CURLMOPT_SOCKETDATA, post);
    curl_multi_setopt(post->multi, CURLMOPT_TIMERFUNCTION, timer_set);
    curl_multi_setopt(post->multi, CURLMOPT_TIMERDATA, post);
    post->timer = loop_timer_create(server->loop, time_up, post);
    return post;
}

void post_close(struct post *post)
{
    if (!post)
        return;
    for (struct sending *sending = post->sendings, *next; sending; sending = next) {
        next = sending->next;
        log_line(post->server, "notice", "\"by\":\"%s\",\"sent\":false,\"why\":\"the server stops\"",
                 sending->what);
        sending_free(sending);
    }
    curl_multi_cleanup(post->multi);
    curl_global_cleanup();
    loop_timer_free(post->timer);
    free(post);
}

/* ---- Sending ------------------------------------------------------------------------------------------- */

static size_t body_give(char *to, size_t size, size_t count, void *context)
{
    struct sending *sending = context;
    size_t left = sending->body.length - sending->sent, room = size * count;
    size_t give = left < room ? left : room;
    memcpy(to, sending->body.at + sending->sent, give);
    sending->sent += give;
    return give;
}

/* Discards the response body. NOLINTNEXTLINE(readability-non-const-parameter): curl's type */
static size_t answer_drop(char *bytes, size_t size, size_t count, void *context)
{
    (void)bytes, (void)context;
    return size * count;
}

static struct sending *sending_make(struct post *post, const char *what, struct buf *body)
{
    if (post->count >= POSTS_MAX) {
        log_line(post->server, "notice", "\"by\":\"%s\",\"sent\":false,\"why\":\"too many at once\"", what);
        buf_free(body);
        return NULL;
    }
    struct sending *sending = mem_zero(sizeof *sending);
    *sending = (struct sending){.post = post, .what = what, .body = *body, .next = post->sendings};
    *body = (struct buf){0};
    sending->link = &post->sendings;
    if (sending->next)
        sending->next->link = &sending->next;
    post->sendings = sending;
    post->count++;
    sending->easy = curl_easy_init();
    lan_assert(sending->easy);
    curl_easy_setopt(sending->easy, CURLOPT_PRIVATE, sending);
    curl_easy_setopt(sending->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(sending->easy, CURLOPT_TIMEOUT, (long)POST_SECONDS);
    curl_easy_setopt(sending->easy, CURLOPT_FORBID_REUSE, 1L); /* the next message may be hours away */
    curl_easy_setopt(sending->easy, CURLOPT_WRITEFUNCTION, answer_drop);
    curl_easy_setopt(sending->easy, CURLOPT_PROTOCOLS_STR, "http,https,smtp,smtps");
    if (*post->server->config.ca)
        curl_easy_setopt(sending->easy, CURLOPT_CAINFO, post->server->config.ca);
    return sending;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The URL of --webhook for libcurl. */
static void webhook_url(const char *webhook, struct buf *url)
{
    buf_printf(url, "%s%s", strstr(webhook, "://") ? "" : "http://", webhook);
}

void post_json(struct post *post, const char *url, struct buf *body)
{
    struct buf whole = {0};
    struct sending *sending = sending_make(post, "webhook", body);
    if (!sending)
        return;
    webhook_url(url, &whole);
    sending->list = curl_slist_append(NULL, "Content-Type: application/json");
    curl_easy_setopt(sending->easy, CURLOPT_URL, buf_cstr(&whole));
    curl_easy_setopt(sending->easy, CURLOPT_HTTPHEADER, sending->list);
    curl_easy_setopt(sending->easy, CURLOPT_USERAGENT, "lanterne/" LAN_VERSION);
    curl_easy_setopt(sending->easy, CURLOPT_POSTFIELDSIZE, (long)sending->body.length);
    curl_easy_setopt(sending->easy, CURLOPT_POSTFIELDS, sending->body.at);
    buf_free(&whole);
    curl_multi_add_handle(post->multi, sending->easy);
}

/* ---- Push messages ------------------------------------------------------------------------------------- */

enum { PUSH_ANSWER_MAX = 16 << 10 };

/* Discards the response, and ends the transfer when it is longer than any push service's would be.
   NOLINTNEXTLINE(readability-non-const-parameter): curl's type */
static size_t push_answer_drop(char *bytes, size_t size, size_t count, void *context)
{
    struct sending *sending = context;
    (void)bytes;
    sending->answered += size * count;
    return sending->answered > PUSH_ANSWER_MAX ? 0 : size * count;
}

/* Called by libcurl with the address it is about to connect to. NOLINTNEXTLINE: curl's type */
static curl_socket_t push_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    const struct sending *sending = context;
    (void)purpose;
    if (!push_address_allowed(&address->addr, sending->post->server->config.push_sink))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void header_add(struct sending *sending, const char *name, const char *value)
{
    struct buf line = {0};
    buf_printf(&line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(sending->list, buf_cstr(&line));
    lan_assert(longer);
    sending->list = longer;
    buf_free(&line);
}

static void push_headers(struct sending *sending, const struct post_push *push)
{
    char ttl[24];
    snprintf(ttl, sizeof ttl, "%ld", push->ttl);
    header_add(sending, "Content-Type", "application/octet-stream");
    header_add(sending, "Content-Encoding", "aes128gcm");
    header_add(sending, "Authorization", push->authorization);
    header_add(sending, "TTL", ttl);
    header_add(sending, "Urgency", push->urgency);
    header_add(sending, "Topic", push->topic);
    header_add(sending, "Expect", "");
}

bool post_push(struct post *post, const struct post_push *push)
{
    struct sending *sending = sending_make(post, "push", push->body);
    if (!sending)
        return false;
    CURL *easy = sending->easy;
    sending->done = push->done;
    sending->context = push->context;
    push_headers(sending, push);
    curl_easy_setopt(easy, CURLOPT_URL, push->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* none of the environment: the address could not be checked */
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, push_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, sending);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, push_answer_drop);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, sending);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, sending->list);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "lanterne/" LAN_VERSION);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)sending->body.length);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, sending->body.at);
    curl_multi_add_handle(post->multi, easy);
    return true;
}

/* ---- Letters ------------------------------------------------------------------------------------------- */

/* The URL of --smtp for libcurl, which has no scheme for STARTTLS: it is smtp:// with TLS required. */
static void smtp_url(const char *smtp, struct buf *url, bool *starttls)
{
    static const char scheme[] = "starttls://";
    *starttls = begins(smtp, scheme);
    if (*starttls)
        smtp += sizeof scheme - 1;
    /* The path is the name in our EHLO. */
    buf_printf(url, "%s%s/lanterne", strstr(smtp, "://") ? "" : "smtp://", smtp);
}

void post_mail(struct post *post, const char *to, struct buf *letter)
{
    const struct config *config = &post->server->config;
    struct sending *sending = sending_make(post, "mail", letter);
    struct buf url = {0};
    bool starttls;
    if (!sending)
        return;
    smtp_url(config->smtp, &url, &starttls);
    sending->list = curl_slist_append(NULL, to);
    curl_easy_setopt(sending->easy, CURLOPT_URL, buf_cstr(&url));
    curl_easy_setopt(sending->easy, CURLOPT_USE_SSL, starttls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
    if (*config->smtp_user) {
        curl_easy_setopt(sending->easy, CURLOPT_USERNAME, config->smtp_user);
        curl_easy_setopt(sending->easy, CURLOPT_PASSWORD, config->smtp_password);
        curl_easy_setopt(sending->easy, CURLOPT_SASL_IR, 1L);
    }
    curl_easy_setopt(sending->easy, CURLOPT_MAIL_FROM, config->mail_from);
    curl_easy_setopt(sending->easy, CURLOPT_MAIL_RCPT, sending->list);
    curl_easy_setopt(sending->easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(sending->easy, CURLOPT_READFUNCTION, body_give);
    curl_easy_setopt(sending->easy, CURLOPT_READDATA, sending);
    buf_free(&url);
    curl_multi_add_handle(post->multi, sending->easy);
}

/* ---- Settings ------------------------------------------------------------------------------------------ */

/* Whether libcurl can parse it: it has a host, and the port is a number. */
static bool url_valid(struct buf *url)
{
    CURLU *parsed = curl_url();
    lan_assert(parsed);
    bool valid = curl_url_set(parsed, CURLUPART_URL, buf_cstr(url), 0) == CURLUE_OK;
    curl_url_cleanup(parsed);
    buf_free(url);
    return valid;
}

bool post_smtp_valid(const struct config *config)
{
    const char *smtp = config->smtp;
    struct buf url = {0};
    bool starttls, secure = begins(smtp, "smtps://") || begins(smtp, "starttls://");
    if (strstr(smtp, "://") && !secure && !begins(smtp, "smtp://"))
        return false;
    smtp_url(smtp, &url, &starttls);
    return (url_valid(&url) || !*smtp) && (!*config->smtp_user || secure);
}

bool post_webhook_valid(const char *webhook)
{
    struct buf url = {0};
    if (strstr(webhook, "://") && !begins(webhook, "https://") && !begins(webhook, "http://"))
        return false;
    webhook_url(webhook, &url);
    return url_valid(&url) || !*webhook;
}
