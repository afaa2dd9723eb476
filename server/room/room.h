/*
 * room.h - one table in memory: who sits there, the match, who looks on, and its way to the disk.
 *
 * A room is its log. Every operation that changes it (1) is checked, (2) changes the room in memory and makes one
 * log entry, (3) is committed, and only then (4) is answered and shown to anybody. Between 2 and 4 the room is
 * busy and everything else that wants it waits in its queue; so nobody sees what is not on disk. When the commit
 * fails, or another server came first, the room is thrown away and made again from its log.
 *
 * What follows from the log is its member `log` (room_log.h); everything else here is live.
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

/* The secret behind the dice, which the log knows only as a commitment until the game is over. */
struct room_secret {
    uint32_t number; /* which of the log's `secrets` it is; 0 when it is not in memory */
    bool unsaved;    /* no batch has it yet */
    uint8_t bytes[FAIR_BYTES];
};

/* A log and what is live around it. What most tables lack is allocated when there is some of it. */
struct room {
    struct server *server;
    struct room_log log;
    uint64_t committed; /* entries in the store: all of the log but those on their way */
    bool loading, busy, broken;
    bool following; /* loading only what another node has added */
    bool lease_asked;
    int jobs;            /* worker threads that will come back to this room */
    uint32_t generation; /* rises when the room is made again from its log */
    struct room_secret secret;
    uint8_t bot_key[FAIR_BYTES]; /* bots' seeds come from it */
    int queue_count;
    struct sub *subs;
    struct stream *streams;         /* of viewers with subscribers, once they have been sent something */
    struct room_thought *thought;   /* of every seat; NULL while no bot has been asked */
    struct chat *chat;              /* NULL before somebody asks for it; see room_chat */
    struct ask *queue, **queue_end; /* queue_count of them */
    uint64_t heard;                 /* the highest entry that is said to be in the log */
    uint64_t polled;                /* `committed` when the store was last asked how long the log is */
    struct room_peer *peers;        /* of other nodes */
    int peer_count;
    uint32_t here_told;       /* what the other nodes know of who is here: seats, and watchers above them */
    int64_t lease, lease_try; /* by the loop's clock: until when the bots are ours, and when to ask again */
    int64_t used;             /* by server_tick: when somebody last needed it */
    uint16_t noticed;         /* seats that have been told by a notice that they are asked */
    int64_t deadline;         /* by env_now: when room_tick has something to do; 0 is never */
};

/* Time by the server's clock, as entries have it. */
int64_t room_now(const struct room *room);

/*
 * How an operation answers once its entry is stored. `send` takes over the ask. The other fields are the operation's own:
 * they belong to one run of it, so that a second run after a conflict begins anew.
 */
struct room_answer {
    void (*send)(struct ask *ask, struct room *room, const struct room_answer *answer);
    int64_t number;
    char text[32];
};

/* Answers with the table's info, and with nothing but ok. */
extern const struct room_answer room_answer_info, room_answer_done;
void room_info_send(struct ask *ask, struct room *room);

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
 * Steps 2 and 3: carries out the entry, which is freed, and sends it to the store with the summaries. When it is stored
 * everybody is shown what changed, and the ask is answered. On failure the ask gets FAIL_STORAGE. Without an ask
 * `answer` is NULL.
 */
void room_commit(struct room *room, struct ask *ask, struct buf *entry, const struct room_answer *answer);
/* The same with an entry "play" of what the match has just done. `move` is the id of a seat's move, NULL for none. */
void room_commit_play(struct room *room, struct ask *ask, int seat, const char *move,
                      const struct room_answer *answer);
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
