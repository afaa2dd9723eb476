#define _GNU_SOURCE /* for strcasestr */
#include "link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "loop_sim.h"

enum { WINDOW_BYTES = 128 << 10, END_OF_STREAM = -1 };

/* Bytes under way. Upwards they are kept; downwards only their number, since they were understood before. */
struct link_part {
    struct link_part *next;
    int64_t at;
    ptrdiff_t count; /* or END_OF_STREAM */
    char bytes[];
};

static struct link *link_of(struct loop_stream *base)
{
    return (struct link *)base;
}

void link_init(struct link *link)
{
    link->messages_end = &link->messages;
    link->parts_end = &link->parts;
    link->ups_end = &link->ups;
    link->delay_least = 1;
}

static int64_t delay_draw(struct link *link)
{
    return link->delay_least + (link->delay_more ? sim_below(&link->rng, (uint32_t)link->delay_more) : 0);
}

/* ---- What the node says -------------------------------------------------------------------------------- */

static void message_free(struct link_message *message)
{
    json_decref(message->json);
    buf_free(&message->text);
    free(message);
}

static void message_take(struct link *link, struct link_message *message, size_t used)
{
    memmove(link->parsed.at, link->parsed.at + used, link->parsed.length - used);
    link->parsed.length -= used;
    message->end = link->sent - link->parsed.length;
    if (message->text.length)
        message->json = json_loadb(message->text.at, message->text.length, 0, NULL);
    *link->messages_end = message;
    link->messages_end = &message->next;
    if (link->user)
        link->user->sent(link->context, message);
}

static const char *header_find(const char *head, const char *name)
{
    const char *line = strcasestr(head, name);
    return line ? line + strlen(name) : NULL;
}

/* An HTTP answer, when it is whole. */
static bool answer_parse(struct link *link)
{
    const char *head = buf_cstr(&link->parsed), *end = strstr(head, "\r\n\r\n");
    if (!end)
        return false;
    size_t used = (size_t)(end - head) + 4;
    const char *length = header_find(head, "\r\ncontent-length: "),
               *cookie = header_find(head, "\r\nset-cookie: lanterne=");
    int status = atoi(head + strlen("HTTP/1.1 "));
    size_t body = length && length < end && status != 101 ? strtoul(length, NULL, 10) : 0;
    if (link->parsed.length < used + body)
        return false;
    struct link_message *message = mem_zero(sizeof *message);
    message->kind = status == 101 ? LINK_UPGRADED : LINK_ANSWER;
    message->status = status;
    if (cookie && cookie < end)
        snprintf(message->cookie, sizeof message->cookie, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
    buf_add(&message->text, head + used, body);
    link->upgraded = status == 101;
    message_take(link, message, used + body);
    return true;
}

/* A frame, when it is whole. The server never sends fragments. */
static bool frame_parse(struct link *link)
{
    const uint8_t *at = (const uint8_t *)link->parsed.at;
    size_t have = link->parsed.length, head = 2, count;
    if (have < 2)
        return false;
    count = at[1] & 0x7f;
    head += count == 126 ? 2 : count == 127 ? 8 : 0;
    if (have < head)
        return false;
    if (head > 2) {
        count = 0;
        for (size_t i = 2; i < head; i++)
            count = count << 8 | at[i];
    }
    if (have < head + count)
        return false;
    struct link_message *message = mem_zero(sizeof *message);
    int opcode = at[0] & 15;
    message->kind = opcode == 1   ? LINK_TEXT
                    : opcode == 9 ? LINK_PING
                    : opcode == 8 ? LINK_CLOSE
                                  : LINK_NONSENSE;
    if (message->kind == LINK_TEXT)
        buf_add(&message->text, at + head, count);
    message_take(link, message, head + count);
    return true;
}

/* ---- From the node to the client ----------------------------------------------------------------------- */

static void down_arrive(void *context);

static void down_schedule(struct link *link)
{
    struct sim *sim = link->sim;
    if (!link->parts || link->down_event || !link->user || link->cut)
        return;
    int64_t at = link->parts->at > link->frozen_until ? link->parts->at : link->frozen_until;
    link->down_event = sim_after(sim, at - sim->now, link, down_arrive, link);
}

static void part_add(struct link *link, size_t count)
{
    struct link_part *part = mem_zero(sizeof *part);
    int64_t at = link->sim->now + delay_draw(link);
    if (link->bytes_per_second)
        at += (int64_t)count * 1000 / link->bytes_per_second;
    part->at = link->last_down = at > link->last_down ? at : link->last_down;
    part->count = (ptrdiff_t)count;
    *link->parts_end = part;
    link->parts_end = &part->next;
    down_schedule(link);
}

/* Takes bytes of the node as far as the window allows; returns how many. */
static size_t bytes_take(struct link *link, const char *bytes, size_t count)
{
    size_t space = WINDOW_BYTES - (size_t)(link->sent - link->came);
    count = count < space ? count : space;
    if (!count || !link->user)
        return count;
    buf_add(&link->parsed, bytes, count);
    link->sent += count;
    part_add(link, count);
    while (link->user && (link->upgraded ? frame_parse(link) : answer_parse(link)))
        continue;
    return count;
}

static void write_done(void *context)
{
    struct link *link = context;
    link->written_event = NULL;
    link->writing = NULL;
    link->base.calls->written(link->base.context, 0);
    loop_sim_turn(link->loop);
}

static void write_go_on(struct link *link)
{
    if (!link->writing || link->written_event || link->closing)
        return;
    size_t taken = bytes_take(link, link->writing, link->writing_left);
    link->writing += taken;
    link->writing_left -= taken;
    if (!link->writing_left)
        link->written_event = sim_after(link->sim, 0, link->loop, write_done, link);
}

static void down_arrive(void *context)
{
    struct link *link = context;
    struct link_part *part = link->parts;
    link->down_event = NULL;
    if (link->sim->now < link->frozen_until) {
        down_schedule(link);
        return;
    }
    link->came += (uint64_t)part->count;
    link->parts = part->next;
    if (!link->parts)
        link->parts_end = &link->parts;
    free(part);
    while (link->messages && link->messages->end <= link->came) {
        struct link_message *message = link->messages;
        link->messages = message->next;
        if (!link->messages)
            link->messages_end = &link->messages;
        if (link->user)
            link->user->came(link->context, message);
        message_free(message);
    }
    down_schedule(link);
    write_go_on(link);
}

ptrdiff_t link_try(struct loop_stream *base, const struct loop_piece *pieces, int count)
{
    struct link *link = link_of(base);
    size_t sent = 0;
    lan_assert(!link->writing && !link->closing);
    if (link->cut && !link->reading)
        return -EPIPE;
    for (int i = 0; i < count; i++) {
        size_t taken = bytes_take(link, pieces[i].bytes, pieces[i].count);
        sent += taken;
        if (taken < pieces[i].count)
            break;
    }
    return (ptrdiff_t)sent;
}

int link_write(struct loop_stream *base, const void *bytes, size_t count)
{
    struct link *link = link_of(base);
    lan_assert(!link->writing && !link->closing && count);
    link->writing = bytes;
    link->writing_left = count;
    write_go_on(link);
    return 0;
}

/* ---- From the client to the node ----------------------------------------------------------------------- */

static void up_arrive(void *context);

static void up_schedule(struct link *link)
{
    struct sim *sim = link->sim;
    if (!link->ups || link->up_event)
        return;
    int64_t at = link->ups->at > link->frozen_until ? link->ups->at : link->frozen_until;
    link->up_event = sim_after(sim, at - sim->now, link->loop, up_arrive, link);
}

static void up_arrive(void *context)
{
    struct link *link = context;
    struct link_part *part = link->ups;
    link->up_event = NULL;
    if (link->sim->now < link->frozen_until || !link->reading) {
        if (!link->reading)
            return;
        up_schedule(link);
        return;
    }
    link->ups = part->next;
    if (!link->ups)
        link->ups_end = &link->ups;
    if (part->count < 0)
        link->reading = false;
    up_schedule(link);
    if (!link->closing)
        link->base.calls->arrived(link->base.context, part->bytes,
                                  part->count >= 0 ? part->count
                                  : link->cut      ? -ECONNRESET
                                                   : LOOP_END);
    free(part);
    loop_sim_turn(link->loop);
}

static void up_add(struct link *link, const void *bytes, ptrdiff_t count, int64_t delay)
{
    size_t size = count > 0 ? (size_t)count : 0;
    struct link_part *part = mem_zero(sizeof *part + size);
    int64_t at = link->sim->now + delay;
    part->at = link->last_up = at > link->last_up ? at : link->last_up;
    part->count = count;
    if (size)
        memcpy(part->bytes, bytes, size);
    *link->ups_end = part;
    link->ups_end = &part->next;
    up_schedule(link);
}

void link_send(struct link *link, const void *bytes, size_t count)
{
    if (!link->cut && !link->closing)
        up_add(link, bytes, (ptrdiff_t)count, delay_draw(link));
}

void link_send_frame(struct link *link, int opcode, const void *bytes, size_t count)
{
    struct buf out = {0};
    uint8_t head[14] = {(uint8_t)(0x80 | opcode)};
    size_t length = 2;
    if (count < 126) {
        head[1] = (uint8_t)(0x80 | count);
    } else {
        head[1] = 0x80 | 126;
        head[2] = (uint8_t)(count >> 8);
        head[3] = (uint8_t)count;
        length = 4;
    }
    /* The mask is 0, which leaves the bytes as they are. */
    buf_add(&out, head, length + 4);
    buf_add(&out, bytes, count);
    link_send(link, out.at, out.length);
    buf_free(&out);
}

void link_half_close(struct link *link)
{
    if (!link->cut && !link->closing)
        up_add(link, NULL, END_OF_STREAM, delay_draw(link));
}

bool link_quiet(const struct link *link)
{
    return !link->parts && !link->messages && !link->writing && !link->parsed.length;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static void parts_free(struct link_part **list, struct link_part ***end)
{
    for (struct link_part *part = *list, *next; part; part = next) {
        next = part->next;
        free(part);
    }
    *list = NULL;
    *end = list;
}

/* The client hears nothing more of this link. */
static void client_gone(struct link *link)
{
    const struct link_user *user = link->user;
    link->user = NULL;
    sim_cancel(link->sim, link->down_event);
    link->down_event = NULL;
    for (struct link_message *message; (message = link->messages);) {
        link->messages = message->next;
        message_free(message);
    }
    link->messages_end = &link->messages;
    if (user)
        user->closed(link->context);
}

void link_cut(struct link *link, int64_t later)
{
    if (link->cut)
        return;
    link->cut = true;
    parts_free(&link->ups, &link->ups_end);
    sim_cancel(link->sim, link->up_event);
    link->up_event = NULL;
    link->frozen_until = 0;
    if (later >= 0 && !link->closing)
        up_add(link, NULL, END_OF_STREAM, later);
    client_gone(link);
}

void link_tune(struct loop_stream *base, int bytes)
{
    (void)base, (void)bytes;
}

void link_read(struct loop_stream *base)
{
    link_of(base)->reading = true;
    up_schedule(link_of(base));
}

void link_peer(const struct loop_stream *base, char text[LOOP_PEER_MAX])
{
    memcpy(text, ((const struct link *)base)->address, LOOP_PEER_MAX);
}

void link_close(struct loop_stream *base)
{
    struct link *link = link_of(base);
    lan_assert(!link->closing);
    link->closing = true;
}

/*
 * What is under way still arrives at a client; it is then told of the end. On a frozen link nothing arrives
 * before that ends: to look again at once would stop virtual time.
 */
static void client_told(void *context)
{
    struct link *link = context;
    if (link->parts && !link->cut) {
        if (!link->down_event)
            down_schedule(link);
        /* Where the client is frozen it comes later than it was due: never again at the same moment. */
        int64_t due = link->last_down > link->frozen_until ? link->last_down : link->frozen_until;
        sim_after(link->sim, due > link->sim->now ? 1 + due - link->sim->now : 1, link, client_told, link);
        return;
    }
    client_gone(link);
    parts_free(&link->parts, &link->parts_end);
    buf_free(&link->parsed);
    sim_cancel_owner(link->sim, link);
    free(link);
}

void link_end(struct link *link)
{
    sim_cancel(link->sim, link->up_event);
    sim_cancel(link->sim, link->written_event);
    link->up_event = link->written_event = NULL;
    parts_free(&link->ups, &link->ups_end);
    if (link->writing) {
        link->writing = NULL;
        link->base.calls->written(link->base.context, -ECANCELED);
    }
    link->base.calls->closed(link->base.context);
    if (link->loop->dead || link->cut) {
        parts_free(&link->parts, &link->parts_end);
        client_told(link);
    } else {
        sim_after(link->sim, 0, link, client_told, link);
    }
}
