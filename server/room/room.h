/*
 * room.h - one table in memory: its log and what is live around it, with its way through the phases.
 *
 * A room is its log. An operation that changes it (1) is checked, (2) writes one entry, which is carried out
 * in memory, (3) is committed, and only then (4) is answered and shown to anybody. Between 2 and 4 everything
 * else that wants the room waits in its queue, so nothing is seen before it is in the store. When the commit
 * fails, or another node came first, the room is made again from its log.
 *
 * The parts of this: room_queue.h (operations that wait), room_load.h (reading the log), room_commit.h (steps
 * 2 to 4) and room_tick.h (time). What follows from the log is the member `log` (room_log.h); everything else
 * here is live.
 */
#ifndef LAN_SERVER_ROOM_H
#define LAN_SERVER_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair.h"
#include "room_log.h"
#include "server.h"
#include "store.h"
#include "table.h"

struct address;
struct ask;
struct client;
struct room_machines;
struct wire_sent;

/* The phases of room.c, as bits, so that several can be asked about at once. */
enum room_phase {
    PHASE_IDLE = 1,       /* operations run */
    PHASE_LOADING = 2,    /* the log is read from its start */
    PHASE_FOLLOWING = 4,  /* the entries after those the room has are read */
    PHASE_COMMITTING = 8, /* a batch is on its way to the store */
    PHASE_BROKEN = 16,    /* the log could not be read */
};

/* A client that sees the table as one viewer. */
struct sub {
    struct client *client;
    struct room *room;
    uint8_t viewer;
    struct sub *next, **link;               /* of the room */
    struct sub *client_next, **client_link; /* of the client */
};

/* A viewer that has subscribers, and what these were sent last (wire/update.h). */
struct stream {
    struct stream *next;
    struct wire_sent *sent;
    uint8_t viewer;
};

/* In the bits of room_here that are seats: the host has the table open, with a seat or without. */
enum { HERE_HOST = 15 };

/* Presence at the table through this node, counted once for a log and then kept up to date. */
struct room_here {
    bool known;
    uint64_t entries; /* of the log that it was counted for, */
    uint32_t generation;
    uint16_t seats; /* by bit */
    bool host;
    int watchers;
};

/* Presence at the table through another node. */
struct room_peer {
    char node[STORE_NODE_LETTERS + 1];
    uint16_t seats; /* by bit, those whose persons are there, and HERE_HOST */
    int watchers;
};

/* The secret behind the dice, which the log knows only as a commitment until the game is over. */
struct room_secret {
    uint32_t number; /* which of the log's `secrets` it is; 0 when it is not in memory */
    bool unsaved;    /* no batch has it yet */
    uint8_t bytes[FAIR_BYTES];
};

/* What most tables lack is allocated when there is some of it. */
struct room {
    struct server *server;
    struct room_log log;
    enum room_phase phase;
    struct store_head head;   /* of the log, with the entries on their way; log.entries is its number */
    uint64_t committed;       /* entries in the store: all of the log but those on their way */
    bool retries;             /* BROKEN because the store failed: the log is read again after a while */
    bool damaged;             /* BROKEN because of what the log holds, not because the store failed */
    uint64_t heard;           /* the highest entry that is said to be in the store */
    struct store_head polled; /* the head when the store was last asked for it; number 0 if it was unknown */
    struct store_head shown;  /* the head that `streams` follow from; number 0 before anything was read */
    bool shown_stored;        /* the log that was read has that head: what was shown is part of it */
    uint32_t generation;      /* counts resets */
    struct ask *queue, **queue_end;
    int queue_count;
    struct record *brought; /* of a new table: the game that goes on here, until it has started */
    struct address *maker;  /* of a new table: the address it was made from, until its summary has it */
    struct sub *subs;
    struct room_here *here; /* NULL before the first subscription */
    struct stream *streams; /* of viewers with subscribers, once they were sent something of this history */
    struct chat *chat;      /* NULL before it is first used; see room_chat.c */
    struct room_secret secret;
    struct room_rating *ratings; /* read for the start of a rated game (room_rated.h); NULL for none */
    int ratings_count;
    int64_t ratings_at;             /* by env_now: when they were read */
    uint8_t bot_key[FAIR_BYTES];    /* bots' seeds and the moments of their answers are drawn from it */
    struct room_machines *machines; /* what answers for seats; NULL before it is needed; see room_bot.c */
    int jobs;                       /* worker threads that will come back to this room */
    bool lease_asked;
    int64_t lease,
        lease_try; /* by the loop's clock: until when this node lets the bots think, when to ask again */
    struct room_peer *peers;
    int peer_count;
    uint32_t here_told; /* room_here as the other nodes know it */
    bool here_stored;   /* a document of this node says so */
    /* Seats whose persons were here when this node lost its database, by bit. */
    uint16_t kept_waiting;
    bool noticed_full, noticed_begun; /* all seats taken, the game begun: as of the last notices */
    uint16_t noticed;                 /* seats whose persons were told by a notice that they are asked */
    int64_t used;                     /* by server_tick: when the room was last needed */
    /* By env_now: when the host was last here, became the host, or the room was loaded. */
    int64_t host_seen;
    bool watchers_due;  /* their number has changed since subscribers were told */
    bool host_told;     /* subscribers know that the host can be succeeded */
    bool daily_settled; /* of a daily deal: its result was looked after since the game ended; room_daily.c */
    int64_t deadline;   /* by env_now: when room_tick has something to do; 0 is never */
};

/* The room of a table, whose log is empty: the caller loads it or commits the first entry. */
struct room *room_make(struct server *server, const char *id);
/* The same with a new id. */
struct room *room_make_new(struct server *server);
/* The room of a table, in memory or made; one that must read its log has begun to. */
struct room *room_find(struct server *server, const char *id);
/* Back to before the first entry; subscribers and the queue stay. */
void room_reset(struct room *room);
/* Ends its subscriptions. Its queue must be empty, unless the whole server ends. */
void room_free(struct room *room);
void rooms_free(struct server *server);

/* Changes the phase, which must be one of `from`. */
void room_phase_set(struct room *room, unsigned from, enum room_phase to);
/* The time by the server's clock, as entries have it. */
int64_t room_now(const struct room *room);

#endif
