/*
 * room.h - one table in memory: who sits there, the match, who looks on, and its way to the disk.
 *
 * A room is its log. Every operation that changes it (1) is checked, (2) changes the room in memory and makes one
 * log entry, (3) is committed, and only then (4) is answered and shown to anybody. Between 2 and 4 the room is
 * busy and everything else that wants it waits in its queue; so nobody sees what is not on disk. When the commit
 * fails, or another server came first, the room is thrown away and made again from its log.
 *
 * Entries are JSON objects. room_apply carries out every kind of entry and is used on loading and live alike; only a live
 * move, which the match has made already, is not parsed again (room_played).
 */
#ifndef LAN_SERVER_ROOM_H
#define LAN_SERVER_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ask.h"
#include "fair.h"
#include "room_log.h"
#include "server.h"
#include "settings.h"
#include "table.h"
#include "store.h"

struct buf;
struct client;
struct rulebook_cached;
struct table;
struct wire_sent;

/* One client looking through the eyes of one viewer. */
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

struct room_thought {
    bool thinking;
    uint32_t decision; /* asked about last */
    uint32_t told;     /* for may-actions: what the seat had been told */
};

/* Who looks at the table through another node. */
struct room_peer {
    char node[STORE_NODE_LETTERS + 1];
    uint16_t seats; /* whose persons are there */
    int watchers;
};

struct chat_line {
    uint32_t number;
    uint8_t room, seat; /* seat 0 is a watcher, 1.. the seats */
    char name[NAME_SIZE];
    char *text;
    int64_t at;
};

struct chat {
    struct chat_line *line;
    size_t count, room;
    uint64_t seq, seen; /* numbers given out, and those that are in memory */
    uint64_t heard;     /* the highest that is said to be stored */
    bool known;         /* the lines stored have been read */
    bool reading;
};

/* A log and what is live around it. What most tables lack is allocated when there is some of it. */
struct room {
    struct server *server;
    struct room_log log;
    bool loading, busy, broken;
    bool following;    /* loading only what another node has added */
    bool secret_fresh; /* the dice's secret is drawn, and not yet in a batch */
    bool lease_asked;
    int jobs;                    /* worker threads that will come back to this room */
    uint32_t generation;         /* rises when the room is made again from its log */
    uint8_t bot_key[FAIR_BYTES]; /* bots' seeds come from it */
    int queue_count;
    struct sub *subs;
    struct stream *streams;         /* of viewers with subscribers, once they have been sent something */
    struct room_thought *thought;   /* of every seat; NULL while no bot has been asked */
    struct chat *chat;              /* NULL before somebody asks for it; see room_chat */
    struct ask *queue, **queue_end; /* queue_count of them */
    uint64_t heard;                 /* the highest entry that is said to be in the log */
    uint64_t polled;                /* `seq` when the store was last asked how long the log is */
    struct room_peer *peers;        /* of other nodes */
    int peer_count;
    uint32_t here_told;       /* what the other nodes know of who is here: seats, and watchers above them */
    int64_t lease, lease_try; /* by the loop's clock: until when the bots are ours, and when to ask again */
    int64_t used;             /* by server_tick: when somebody last needed it */
    uint16_t noticed;         /* seats that have been told by a notice that they are asked */
    int64_t deadline;         /* by env_now: when room_tick has something to do; 0 is never */
};

/* Runs the ask's operation on its table, loading that and waiting for it as needed. Takes over the ask. */
void room_run(struct ask *ask);
/*
 * An ask is about to be refused. Where other nodes may have moved the table on it is asked again, once, after a look at
 * the log: then this is true, and the ask taken over.
 */
bool room_doubt(struct ask *ask, enum fail fail);
/* A room without entries. */
struct room *room_named(struct server *server, const char *id);
/* The same with a fresh id, in no log yet. */
struct room *room_new(struct server *server);
/* Drops a room that never got into the store. */
void room_discard(struct room *room);
/*
 * Step 3: the entry goes to the log, with summaries. Then `answer` is called with the ask (which it takes over),
 * unless that is NULL, and everybody is shown what changed. On failure the ask gets FAIL_STORAGE.
 */
void room_commit(struct room *room, struct ask *ask, struct buf *entry,
                 void (*answer)(struct ask *, struct room *));
/* Parses, applies and commits an entry; moves of the match, which are in it already, are not made again. */
void room_enter(struct room *room, struct ask *ask, struct buf *entry,
                void (*answer)(struct ask *, struct room *));
/* An answer with the table's info, as many operations give. */
void room_answer_info(struct ask *ask, struct room *room);
void room_answer_done(struct ask *ask, struct room *room);
/* Does what time has brought: clocks, dice, bots. Also called after every commit. */
void room_tick(struct room *room);
/* About once a second: deadlines, and rooms that nobody needs leave memory. */
void rooms_tick(struct server *server);
void rooms_free(struct server *server);
/* Loads a table for no ask, so that its bots and clocks go on. */
void room_load(struct server *server, const char *id);
/* The log is said to have this entry; a room that lacks it reads on. */
void room_hear(struct room *room, uint64_t number);
/* The log is shorter than it was, because a fail-over has lost its end: the room begins again from what is there. */
void room_back(struct room *room);
/* The store answers again: what could not be read is read anew, and nobody pays for the time without it. */
void rooms_return(struct server *server);

#endif
