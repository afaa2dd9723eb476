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

#include <stdalign.h>
#include <stddef.h>

#include "fair.h"
#include "server.h"
#include "table.h"

enum { ROOM_HASH = 32 };

enum room_state { ROOM_SEATING, ROOM_DICE, ROOM_PLAYING, ROOM_OVER, ROOM_CLOSED };
enum room_absence { ABSENCE_WAIT, ABSENCE_REMIND, ABSENCE_BOT, ABSENCE_VOTE };
enum room_watching { WATCHING_OPEN, WATCHING_LATE, WATCHING_NONE };

extern const char *const room_state_words[];
extern const char *const room_absence_words[];
extern const char *const room_watching_words[];

struct room_settings {
    const struct lan_game *game;
    json_t *options; /* those that were given, by name; NULL for none */
    int seats;
    char name[NAME_SIZE];
    bool listed, hints, undo, notebook, fair;
    int64_t clock_game, clock_increment, clock_move, clock_window; /* seconds */
    enum room_absence absence;
    enum room_watching watching;
};

struct room_seat {
    enum table_holder kind;     /* who holds it; a stand-in does not change it */
    char person[ID_PERSON + 1]; /* kind TABLE_PERSON */
    char name[NAME_SIZE];
    char level[NAME_SIZE]; /* of a bot, or of the stand-in */
    bool standin, left, passes;
    uint16_t bot_votes; /* who wants a stand-in here */
    uint8_t *offer;     /* the hash of an open offer's secret, ROOM_HASH bytes; NULL for none */
};

/* The match, kept alive while worker threads read its rules. */
struct match {
    struct table *table;
    struct shelf *rulebook;
    int refs;
};

/* One client looking through the eyes of one viewer. */
struct sub {
    struct client *client;
    struct room *room;
    uint8_t viewer;
    struct sub *next, **link;               /* of the room */
    struct sub *client_next, **client_link; /* of the client */
};

/* What the subscribers of a viewer have been sent. */
struct stream {
    struct stream *next;
    uint32_t told;
    struct table_turn turn;
    uint8_t viewer;
    bool over;
    alignas(max_align_t) uint8_t view[]; /* game->view_size bytes */
};

struct room_move {
    uint64_t hash;
    uint8_t seat;
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

/* A few persons, by id. */
struct people {
    char (*id)[ID_PERSON + 1];
    int count;
};

/* A table's password. One that follows another takes its lock along, and nobody here knows the password: so the salt
   is the id of the table it was first given for. */
struct room_lock {
    char salt[ID_TABLE + 1];
    uint8_t hash[ROOM_HASH];
};

/* What most tables lack, and what depends on the number of seats, is allocated when there is some of it. */
struct room {
    struct server *server;
    char id[ID_TABLE + 1], rematch[ID_TABLE + 1], parent[ID_TABLE + 1];
    char host[ID_PERSON + 1];
    enum room_state state;
    bool loading, busy, broken;
    bool following;    /* loading only what another node has added */
    bool info_changed; /* something that room_push_info tells */
    bool verifiable;
    bool secret_fresh; /* the dice's secret is drawn, and not yet in a batch */
    bool lease_asked;
    int jobs;            /* worker threads that will come back to this room */
    uint32_t generation; /* rises when the room is made again from its log */
    struct room_settings settings;
    struct room_lock *lock; /* NULL without a password */
    int64_t created;
    struct room_seat *seat; /* settings.seats of them */
    struct people removed, muted;
    struct match *match; /* NULL before the game */
    struct fair fair;    /* fair_clear before it is replaced */
    int64_t dice_until;
    uint8_t bot_key[FAIR_BYTES]; /* bots' seeds come from it */
    uint32_t stored;             /* entries of the match that are in the log */
    int queue_count;
    uint64_t seq; /* entries in the log */
    struct room_move *moves;
    size_t move_count, move_room;
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

/* ---- room.c ---------------------------------------------------------------------------------------------- */

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

/* ---- room_apply.c ---------------------------------------------------------------------------------------- */

/* Carries out an entry. False when it cannot stand here: the log is damaged. */
bool room_apply(struct room *room, json_t *entry);
/* What an entry "play" does besides moving the match: keeps the move's id (NULL: none), looks where that has led. */
void room_played(struct room *room, int seat, const char *move);
/* The entries of the match that are not yet in the log, as the array "e" of an entry. */
void room_entries_write(struct room *room, struct buf *out);
void match_unref(struct match *match);
bool room_moves_find(const struct room *room, int seat, uint64_t hash);
void room_settle(struct room *room); /* after the match moved: is it over? what comes next? */

/* ---- shelf.c --------------------------------------------------------------------------------------------- */

/* The rulebook of a game and options, which all tables share that play by them. */
struct shelf {
    struct server *server;
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook;
    int users;
};

/* NULL with `problem` filled as by table_rulebook_create; each user gives it back. */
struct shelf *shelf_take(struct server *server, const struct lan_game *game, const struct lan_config *config,
                         struct lan_problem *problem);
void shelf_return(struct shelf *shelf);

/* ---- settings.c ------------------------------------------------------------------------------------------ */

/* From JSON; false with the ask answered (ask may be NULL: then it is a stored one and must be good). */
bool settings_read(struct ask *ask, json_t *json, struct room_settings *settings);
void settings_write(struct buf *out, const char *key, const struct room_settings *settings);
void settings_free(struct room_settings *settings);
/* The configuration that the options make; its texts lie in them. */
void settings_config(const struct room_settings *settings, struct lan_config *config);

/* ---- room_show.c ----------------------------------------------------------------------------------------- */

/*
 * What the viewer learns after item `since`, or from the beginning when there is no such item, as the field "update" with
 * the whole view. With `follow` the next push tells what has changed since.
 */
void room_update_write(struct buf *out, struct room *room, int viewer, uint32_t since, bool follow);

/* The table as a person (NULL: nobody in particular) sees it. */
void room_info_write(struct buf *out, const char *key, const struct room *room, const char *person);
/* The field `view`: what differs from `before`, or all of it when that is NULL. */
void room_view_write(struct buf *out, const struct room *room, const struct lan_view *before,
                     const struct lan_view *now);
/* To all subscribers: the table's info, and what each viewer learned. */
void room_push_info(struct room *room);
void room_push_updates(struct room *room);
void room_push_presence(struct room *room, int viewer, bool present);
void sub_end(struct sub *sub);
void sub_drop(struct sub *sub); /* and tells the client */
int room_watchers(const struct room *room);
bool room_present(const struct room *room, int seat);
/* Of those on this node alone: seats by bit, and watchers above them. */
uint32_t room_here(const struct room *room);
/* Who may no longer see a seat, because another person holds it or the host removed them, sees it no longer. */
void room_subs_check(struct room *room);

/* ---- helpers shared by operations -------------------------------------------------------------------------- */

bool room_holds(const struct room *room, int seat, const struct person *person);
bool room_sits(const struct room *room, const struct person *person);
bool room_host(const struct room *room, const struct person *person);
/* The seat of the field `seat` as 0.., which the asker must hold. False with the ask answered. */
bool ask_own_seat(struct ask *ask, const struct room *room, int *seat);
bool ask_any_seat(struct ask *ask, const struct room *room, int *seat);
/* The game is running. False with the ask answered. */
bool ask_running(struct ask *ask, const struct room *room);
/* The action of the field `action`, in canonical notation. False with the ask answered. */
bool ask_action(struct ask *ask, const struct room *room, lan_action *action);
/* Answers with the refusal of a game or a table, with its clause. */
void ask_refuse(struct ask *ask, const struct room *room, int refusal);
/* The viewer: own seat, or the watcher when that is allowed. */
bool ask_viewer(struct ask *ask, const struct room *room, int *viewer);
bool people_have(const struct people *people, const char *person);
bool room_may_enter(struct ask *ask, const struct room *room); /* removed? password? */
const struct lan_bot *room_bot_find(const struct lan_game *game, const char *level);
/* Begins an entry: {"t":KIND,"at":NOW */
void entry_begin(struct buf *out, const struct room *room, const char *kind);

/* One more table of the asker's is within the limits. False with the ask answered. */
bool ask_tables_allowed(struct ask *ask);

/*
 * A new room with its first entry in `entry` (to be committed) and its seats filled after `plan`, NULL for the
 * asker at seat 1. NULL with the ask answered when the plan is wrong. The settings stay the caller's. A table after
 * another (`before`, else NULL) has that one's password.
 */
struct room *room_create(struct ask *ask, struct room_settings *settings, const char *password,
                         const struct room *before, const char *parent, json_t *plan, struct buf *entry);
/* Seats as planned, each an entry in the array that `entries` is in. */
bool room_plan(struct room *room, json_t *plan, const struct person *me, struct buf *entries);

/* ---- lobby.c --------------------------------------------------------------------------------------------- */

/* The decision a seat was last reminded of because its time was up, and when. */
struct summary_remind {
    uint32_t decision;
    int64_t at;
};

/* A row of the list of tables, kept for every table that is not over. */
struct summary {
    char id[ID_TABLE + 1];
    char host[ID_PERSON + 1];
    bool listed;
    bool stale;    /* another node has moved the game since `must` was known */
    bool followed; /* the table has been in memory since the start, so its reminders are known: */
    struct summary_remind *remind; /* of every seat; NULL while nobody was reminded */
    enum room_state state;
    int seats;                     /* how many there are, 0 until the table was loaded, */
    char (*person)[ID_PERSON + 1]; /* who sits where, and */
    uint16_t must;                 /* for whom the game waits */
    int64_t deadline;
    const char *game; /* its name, as the game itself has it; "" for one that is not known here */
    char *json;       /* TableSummary without what only `me` has; NULL unless listed */
};

/* Writes the room's summary into the batch and, when it is committed, summary_take puts it in force. */
void summary_put(struct store_batch *batch, const struct room *room);
void summary_take(struct room *room);
/* What changes with every move: for whom the game waits, and until when. */
void summary_follow(struct room *room);
/* False when the document is not that of a table in the list. */
bool summary_load(struct server *server, const char *id, const char *document);
/* Another node changed a table that is not in memory here; NULL when it is gone. Tells who watches the list. */
void summary_hear(struct server *server, const char *id, const char *document);
void summaries_free(struct server *server);
void lobby_leave(struct client *client);
/* How many tables that are not over a person hosts: counted once, then kept up to date with the summaries. */
int lobby_hosted(struct server *server, struct person *person);

/* ---- one's own tables --------------------------------------------------------------------------------------- */

/* Writes a note into the batch for everybody whose part in the table is another than its summary in memory knows. */
void mines_put(struct store_batch *batch, const struct room *room);

/* ---- bots, notices ---------------------------------------------------------------------------------------- */

/* Tells those who are asked at a slow table and are not looking. */
void room_notices(struct room *room);
/*
 * Tables that remind: tells those whose time is up, at once and then once every LIMIT_REMIND_SECONDS. Every node tells the
 * pages it serves; mail and webhook go out from one of them.
 */
void room_reminds(struct room *room, int64_t now);
/* When room_reminds next has something to do; 0 is never. */
int64_t room_remind_due(const struct room *room, int64_t now);
/* A table in memory for the first time: whose time is up has been told so by the server before. */
void room_reminded(struct room *room, int64_t now);
/* Slow play: an hour or more for a move, a day or more for the game. */
bool room_slow(const struct room_settings *settings);
/* Lets the bots whose turn it is think. */
void room_bots(struct room *room);

/* About once a second: leases that run out are asked for again. */
void room_lease_tick(struct room *room);

/*
 * False when the chat must be read first; the ask comes back by itself. Where there are other nodes this comes before
 * anybody looks at the table, so that every line heard of later is a new one, to be shown.
 */
bool room_chat_here(struct ask *ask, struct room *room);
/* Lines that another node has stored. */
void room_chat_hear(struct room *room, uint64_t number);
/* They are read again when somebody asks for them. */
void room_chat_forget(struct room *room);

/* ---- nodes.c: other nodes over the same store ---------------------------------------------------------------- */

/* For store_options.heard, with the server as context. */
void nodes_heard(void *server, const char *name, uint64_t number);
/* Looks for what `lanterne admin` has changed in a store that is not shared, where nobody is notified. */
void told_look(struct server *server);
/* Begins to follow the others; false with a message when this node may not join them. */
bool nodes_start(struct server *server);
void nodes_tick(struct server *server);
/* Says goodbye, so that nobody waits for us. */
void nodes_stop(struct server *server);
void nodes_free(struct server *server);
/* Reads who is at a table through other nodes. */
void nodes_presence_read(struct server *server, const char *table);

/* Fair dice: begins the match when all bytes are in, or puts out who is late. */
void room_dice_tick(struct room *room, int64_t now);
/* Draws a new secret and its commitment; the next commit stores it. */
void room_secret_draw(struct room *room);
/* Begins the exchange of bytes. */
void room_dice_start(struct room *room, struct ask *ask);
/* Creates the match with its dice and commits the entry that starts it. */
void room_begin(struct room *room, struct ask *ask, bool exchanged);

/* The same, from the first entries of another table's match, which `copy` appends. */
void room_branch(struct room *room, struct ask *ask, const struct room *from, uint32_t entries,
                 bool (*copy)(struct room *to, const struct room *from, uint32_t entries));

/* The match begins: all seats are taken, the dice are known. */
bool room_start_match(struct room *room, int64_t at, const struct lan_dice *dice);

/* ---- operations, by file ----------------------------------------------------------------------------------- */

#define PLAIN(name, function, flags) void op_##function(struct ask *ask);
#define ROOM(name, function, flags)  void op_##function(struct ask *ask, struct room *room);
#include "ops.def"
#undef PLAIN
#undef ROOM

#endif
