/*
 * link.h - a connection between a client of the simulated world and a node: bytes in order both ways, with
 * delays, and faults: cut, frozen, read slowly, closed in one direction.
 *
 * What the node sends is understood at once, as HTTP answers and after an upgrade as WebSocket messages: the
 * function `sent` gets each message at the moment at which the node hands its last byte over, `came` at the
 * moment at which it arrives. Order between links is not kept; each has delays of its own.
 */
#ifndef LAN_WORLD_LINK_H
#define LAN_WORLD_LINK_H

#include <jansson.h>

#include "buf.h"
#include "loop.h"
#include "sim.h"

enum link_kind { LINK_ANSWER, LINK_UPGRADED, LINK_TEXT, LINK_PING, LINK_CLOSE, LINK_NONSENSE };

/* What a node has sent. */
struct link_message {
    enum link_kind kind;
    int status;      /* of an HTTP answer */
    char cookie[80]; /* set by it; "" for none */
    json_t *json;    /* of an answer or a text; NULL when it is none */
    struct buf text;
    uint64_t end; /* bytes of the stream up to its end */
    struct link_message *next;
};

struct link_user {
    void (*sent)(void *context, const struct link_message *message);
    void (*came)(void *context, const struct link_message *message);
    void (*closed)(void *context); /* the last call */
};

struct link {
    struct loop_stream base;
    struct sim *sim;
    struct loop_sim *loop; /* gone once the node has closed the stream */
    struct link *next;
    const struct link_user *user; /* NULL once the client has gone */
    void *context;
    char address[LOOP_PEER_MAX];
    struct lan_rng rng;
    /* From the node to the client. */
    struct buf parsed; /* not yet a whole message */
    bool upgraded;
    uint64_t sent, came;
    struct link_message *messages, **messages_end;
    struct link_part *parts, **parts_end; /* under way */
    const char *writing;                  /* of loop_stream_write, with the bytes that are left */
    size_t writing_left;
    int64_t last_down, last_up;
    struct sim_event *down_event, *written_event;
    /* From the client to the node. */
    struct link_part *ups, **ups_end;
    struct sim_event *up_event;
    bool reading, closing, cut;
    /* Faults and habits, to be set by the client. */
    int64_t delay_least, delay_more, frozen_until;
    uint32_t bytes_per_second; /* at which the client reads; 0: at once */
};

/* ---- For the client ------------------------------------------------------------------------------------ */

void link_send(struct link *link, const void *bytes, size_t count);
/* A text message, masked as the protocol demands; `opcode` 1 is text, 10 a pong. */
void link_send_frame(struct link *link, int opcode, const void *bytes, size_t count);
/* The client sends no more and still reads. */
void link_half_close(struct link *link);
/*
 * The connection breaks. The client is told now; the node `later` milliseconds after, or never when that is
 * negative: it finds out by itself.
 */
void link_cut(struct link *link, int64_t later);
/* Everything the node has sent has arrived. */
bool link_quiet(const struct link *link);

/* ---- For loop_sim.c ------------------------------------------------------------------------------------ */

void link_tune(struct loop_stream *base, int bytes);
void link_read(struct loop_stream *base);
ptrdiff_t link_try(struct loop_stream *base, const struct loop_piece *pieces, int count);
int link_write(struct loop_stream *base, const void *bytes, size_t count);
void link_peer(const struct loop_stream *base, char text[LOOP_PEER_MAX]);
void link_close(struct loop_stream *base);
void link_init(struct link *link);
/* The last call for the node; frees it, and tells the client. */
void link_end(struct link *link);

#endif
