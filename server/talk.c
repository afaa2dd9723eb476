#include "talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct talk {
    struct server *server;
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_getaddrinfo_t find;
    uv_connect_t connect;
    char host[256], port[8], what[16];
    struct talk_step step[TALK_STEPS_MAX];
    int steps, at, open_handles;
    struct buf in;
    char room[1024];
    bool ended, well;
};

static int talks;

struct talk *talk_create(struct server *server, const char *what, const char *where)
{
    const char *colon = strrchr(where, ':');
    if (!colon || talks >= TALKS_MAX || (size_t)(colon - where) >= sizeof((struct talk *)0)->host)
        return NULL;
    struct talk *talk = mem_zero(sizeof *talk);
    talk->server = server;
    snprintf(talk->what, sizeof talk->what, "%s", what);
    snprintf(talk->host, sizeof talk->host, "%.*s", (int)(colon - where), where);
    snprintf(talk->port, sizeof talk->port, "%s", colon + 1);
    talks++;
    return talk;
}

void talk_step(struct talk *talk, const char *expect, const char *send)
{
    lan_assert(talk->steps < TALK_STEPS_MAX);
    talk->step[talk->steps++] = (struct talk_step){expect, mem_string(send)};
}

static void talk_free(struct talk *talk)
{
    for (int i = 0; i < talk->steps; i++)
        free(talk->step[i].send);
    buf_free(&talk->in);
    free(talk);
    talks--;
}

static void closed(uv_handle_t *handle)
{
    struct talk *talk = handle->data;
    if (--talk->open_handles == 0)
        talk_free(talk);
}

/* While a name is being looked up the timer only marks the end; the answer then ends it. */
static void talk_end(struct talk *talk)
{
    if (talk->ended)
        return;
    talk->ended = true;
    log_line(talk->server, "notice", "\"by\":\"%s\",\"sent\":%s", talk->what, talk->well ? "true" : "false");
    uv_close((uv_handle_t *)&talk->timer, closed);
    uv_close((uv_handle_t *)&talk->tcp, closed);
}

/* Sends what is due; a step that expects nothing is due at once. */
static void steps_go(struct talk *talk)
{
    for (; talk->at < talk->steps && !*talk->step[talk->at].expect; talk->at++) {
        uv_buf_t piece = uv_buf_init(talk->step[talk->at].send, (unsigned)strlen(talk->step[talk->at].send));
        if (uv_try_write((uv_stream_t *)&talk->tcp, &piece, 1) != (int)piece.len)
            talk_end(talk);
    }
    if (talk->at == talk->steps) {
        talk->well = true;
        talk_end(talk);
    }
}

/* "250-SIZE" says that more lines of the same answer follow. */
static void line_heard(struct talk *talk, const char *line)
{
    struct talk_step *step = &talk->step[talk->at];
    size_t length = strlen(step->expect);
    if (strncmp(line, step->expect, length) != 0) {
        talk_end(talk);
        return;
    }
    if (line[length] == '-')
        return;
    step->expect = "";
    steps_go(talk);
}

static void heard(uv_stream_t *stream, ssize_t count, const uv_buf_t *piece)
{
    struct talk *talk = stream->data;
    char *end;
    if (count < 0) {
        talk_end(talk);
        return;
    }
    buf_add(&talk->in, piece->base, (size_t)count);
    buf_cstr(&talk->in);
    while (!talk->ended && (end = strchr(talk->in.at, '\n'))) {
        *end = 0;
        line_heard(talk, talk->in.at);
        size_t used = (size_t)(end - talk->in.at) + 1;
        memmove(talk->in.at, talk->in.at + used, talk->in.length - used + 1);
        talk->in.length -= used;
    }
    if (talk->in.length > sizeof talk->room * 8)
        talk_end(talk);
}

static void room_give(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct talk *talk = handle->data;
    (void)suggested;
    *out = uv_buf_init(talk->room, sizeof talk->room);
}

static void connected(uv_connect_t *request, int status)
{
    struct talk *talk = request->data;
    if (talk->ended)
        return;
    if (status < 0) {
        talk_end(talk);
        return;
    }
    uv_read_start((uv_stream_t *)&talk->tcp, room_give, heard);
    steps_go(talk);
}

static void found(uv_getaddrinfo_t *request, int status, struct addrinfo *address)
{
    struct talk *talk = request->data;
    talk->open_handles--;
    if (talk->ended) {
        uv_freeaddrinfo(address);
        if (!talk->open_handles)
            talk_free(talk);
        return;
    }
    if (status < 0 || uv_tcp_connect(&talk->connect, &talk->tcp, address->ai_addr, connected) < 0)
        talk_end(talk);
    uv_freeaddrinfo(address);
}

static void time_up(uv_timer_t *timer)
{
    struct talk *talk = timer->data;
    /* A look-up cannot be hurried; it holds the talk until it answers. */
    if (uv_cancel((uv_req_t *)&talk->find) != 0)
        talk_end(talk);
}

void talk_start(struct talk *talk)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    uv_tcp_init(talk->server->loop, &talk->tcp);
    uv_timer_init(talk->server->loop, &talk->timer);
    talk->tcp.data = talk->timer.data = talk->find.data = talk->connect.data = talk;
    talk->open_handles = 3;
    uv_timer_start(&talk->timer, time_up, 1000 * TALK_SECONDS, 0);
    if (uv_getaddrinfo(talk->server->loop, &talk->find, found, talk->host, talk->port, &hints) < 0) {
        talk->open_handles--;
        talk_end(talk);
    }
}
