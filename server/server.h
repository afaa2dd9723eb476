/*
 * server.h - what the parts of the server share: the server itself, its clients, and the questions they ask.
 *
 * One event loop does everything but thinking (bots), hashing passwords and the disk. A question (struct ask)
 * lives from the message that asked it to its answer; its client may be gone by then. A person may be on many
 * connections, a client is one of them.
 */
#ifndef LAN_SERVER_H
#define LAN_SERVER_H

#include <jansson.h>
#include <uv.h>

#include "buf.h"
#include "conn.h"
#include "env.h"
#include "map.h"
#include "store.h"

enum { PROTOCOL_VERSION = 1, ID_TABLE = 10, ID_PERSON = 16, TOKEN_BYTES = 32, HASH_HEX = 64, NAME_SIZE = 33 };

enum fail {
#define FAIL(name, ...) FAIL_##name,
#include "fail.def"
#undef FAIL
    FAILS
};

struct config {
    const char *host, *data, *store, *certificate, *key, *origins, *file, *mail_from, *smtp, *smtp_user,
        *smtp_password, *webhook, *ca, *base_url;
    int port;
    const char *notify; /* how nodes hear of each other: listen, poll */
    int bot_pace_ms;
    int keep_days; /* finished tables, 0 for ever */
    int idle_days; /* others at which nobody does anything, 0 for ever */
    int connections_per_address, messages_per_address;
    bool proxy; /* believe X-Forwarded-For and -Proto */
    bool test_hooks;
    uint64_t test_seed;
};

struct metrics {
    uint64_t asks, fails, moves, moves_repeated, chats, bots, logins, guests, conflicts;
    uint64_t ack_bucket[16]; /* answers to moves by power of two of 0.25 ms */
    uint64_t ack_us;
};

struct server {
    uv_loop_t *loop;
    struct net net;
    struct store *store;
    struct post *post; /* NULL when nothing goes out, or no longer */
    uv_async_t store_wake;
    uv_timer_t second;
    uv_signal_t on_int, on_term;
    uv_timer_t last; /* from the notice of stopping to the end */
    struct env env;
    struct config config;
    struct map rooms;     /* struct room by id: loaded or loading */
    struct map summaries; /* struct summary by id: every table not over */
    struct map shelves;   /* struct shelf by hash: the rules that somebody plays by */
    struct map persons;   /* struct person by id: those in use */
    struct map addresses; /* struct address by text: what its clients do together */
    struct map speakers;  /* struct speaker by person: chat lines of this minute */
    struct client *lobby; /* who watches the list */
    struct metrics metrics;
    struct nodes *nodes; /* the other nodes of a shared store; NULL when it is not */
    bool store_away;     /* people have been told that the store does not answer */
    int64_t store_away_since;
    bool store_fails; /* since its line in the log no commit has succeeded */
    int64_t store_fails_since;
    uint64_t store_failures; /* as counted before these */
    uint8_t seal_key[32];
    int64_t down_from, up_since; /* no server was up between these; 0 when none ever was */
    int hashing;                 /* passwords in worker threads now */
    int reading, previewing;     /* records brought along and previews in worker threads now */
    uint64_t seconds;
    size_t swept; /* how far the loading of running tables after the start has come */
    bool sweep;
    bool stopping;
};

/* ---- People ---------------------------------------------------------------------------------------------- */

struct person {
    char id[ID_PERSON + 1];
    char name[NAME_SIZE];
    char *login, *mail; /* never NULL, "" for none; person_text_set */
    int64_t created;
    int refs;
    int hosted; /* tables not over; HOSTED_UNKNOWN before somebody asks. See lobby_hosted */
};

enum { HOSTED_UNKNOWN = -1 };

/* Milliseconds that only go forward, for limits: the loop's, or under --test-hooks the stepped clock's. */
static inline int64_t server_tick(const struct server *server)
{
    return server->env.test ? server->env.stepped : (int64_t)uv_now(server->loop);
}

struct person *person_ref(struct person *person);
/* Replaces login or mail. Few have them, and room for the longest would be most of what a guest takes. */
void person_text_set(char **at, const char *text);
void person_unref(struct server *server, struct person *person);

/* ---- Clients --------------------------------------------------------------------------------------------- */

struct sub;
struct ask;

struct client {
    struct server *server;
    struct conn *conn;
    struct person *person;    /* NULL until identified */
    char token[HASH_HEX + 1]; /* the hash of its token */
    bool socket, greeted, too_old, secure;
    char *agent;      /* of its requests; NULL before the first, and once it is a socket */
    struct ask *asks; /* not yet answered */
    struct sub *subs; /* viewers it is subscribed to */
    int ask_count, sub_count;
    struct client *lobby_next, **lobby_link; /* NULL link: not watching the lobby */
    struct address *address;                 /* it is counted under; NULL while there is no room there */
    double allowance;                        /* messages it may send now */
    int64_t allowed;                         /* when that was counted */
};

/* Sends a push; the text is a whole JSON object. */
void client_push(struct client *client, const struct buf *text);

/* ---- Questions ------------------------------------------------------------------------------------------- */

struct room;

struct op {
    const char *name;
    void (*run)(struct ask *ask); /* one of the two */
    void (*run_room)(struct ask *ask,
                     struct room *room); /* with the table named by `table`, loaded and at rest */
    unsigned flags;
};

enum { OP_ANYONE = 1, OP_SOCKET = 2, OP_HTTP = 4, OP_TEST = 8 };

struct ask {
    struct server *server;
    struct client *client; /* NULL when it is gone */
    struct person *person; /* who asks; NULL where an operation needs nobody */
    const struct op *op;
    json_t *message;
    int64_t id;               /* -1: by HTTP */
    uint64_t since;           /* uv_hrtime when it arrived */
    int played;               /* actions that a move stood for and that were accepted */
    char cookie[256];         /* a Set-Cookie header for an HTTP answer, "" for none */
    struct ask *next, **link; /* of the client */
    struct ask *waiting;      /* next in a table's queue */
    bool running;             /* its operation has begun */
    bool checked;             /* its table was compared with the log after it was asked */
    bool doubted;             /* it was refused, maybe only because another node knows more */
};

/* Begins an answer: {"id":7,"ok":true, and whatever follows; ask_send closes the object, sends and frees the ask. */
void ask_begin(struct ask *ask, struct buf *out);
void ask_send(struct ask *ask, struct buf *out);
void ask_done(struct ask *ask); /* nothing but ok */
void ask_fail(struct ask *ask, enum fail fail);
/* With own words, and a clause or an option where these are not NULL. */
void ask_fail_say(struct ask *ask, enum fail fail, const char *en, const char *fr, const char *clause,
                  const char *option);
void ask_fail_write(struct buf *out, const char *key, enum fail fail, const char *en, const char *fr,
                    const char *clause, const char *option);
/* The field `why`: the sentence and clause of a refusal by the rules; nothing when it is 0. */
void ask_why_write(struct buf *out, const struct lan_game *game, int refusal);

/* Fields of the message. False, with the ask answered, when it is missing or does not fit. */
bool ask_string(struct ask *ask, const char *key, size_t max, const char **value);
bool ask_int(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t *value);
bool ask_bool(struct ask *ask, const char *key, bool *value);
/* Absent is `other`; false only when it is there and does not fit. */
bool ask_string_or(struct ask *ask, const char *key, size_t max, const char *other, const char **value);
bool ask_int_or(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t other, int64_t *value);
bool ask_bool_or(struct ask *ask, const char *key, bool other, bool *value);

const struct op *op_find(const char *name);
/* Runs or fails the operation; takes over the ask. */
void op_dispatch(struct ask *ask);

/* ---- Identity (person.c) --------------------------------------------------------------------------------- */

enum { COOKIE_DAYS = 400 }; /* from the session's beginning; no browser keeps one longer */

/*
 * Finds who holds the token. With `guests` a missing or unknown one makes a guest, and `cookie` is the header
 * that tells the browser. Calls `then`, if the client is still there, when client->person is set; it stays as it
 * was when the token is unknown. `failed` means that the store did.
 */
void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, bool failed));
void client_gone(struct client *client); /* forgets waiting identifications */
/* No control characters, no line breaks, nothing that turns the direction of writing around it. */
bool said_clean(const char *text);
bool name_valid(const char *name);
/* As they themselves may see it. */
void person_write(struct buf *out, const char *key, const struct person *person);
/* The person in use, or made from its document; a reference for the caller. NULL when that is damaged. */
struct person *person_of(struct server *server, const char *id, const char *document);
/* An address, with nothing that could be taken for a second receiver or a line of the letter's head. */
bool mail_valid(const char *mail);
/* Saves name and account data; `batch` is the caller's. */
void person_put(struct store_batch *batch, const struct person *person);
/* A new token of a person: its documents go into the batch, the cookie header into `cookie`. */
void token_make(struct server *server, const struct person *person, const struct client *client,
                struct store_batch *batch, char hash[HASH_HEX + 1], char *cookie, size_t size);
/* Another node changed a person (NULL: forgot them) or ended sessions of theirs. */
void person_hear(struct server *server, const char *id, const char *document);
/* Closes the connections of a session, or of all of a person but one (NULL: none spared). */
void sessions_drop(struct server *server, const char *person, const char *hash, const char *spared);

#define SPACE_PERSON  "person"
#define SPACE_TOKEN   "token"
#define SPACE_SESSION "session"
#define SPACE_ACCOUNT "account"
#define SPACE_TABLE   "table"
#define SPACE_MINE    "mine"
#define SPACE_NOTE    "note"
#define SPACE_SERVER  "server"
#define SPACE_HERE    "here"
#define SPACE_TOLD \
    "told" /* of a store that is not shared: what `lanterne admin` has changed, as nodes would hear it */

/* room_talk.c: forgets who has been silent for a minute; everybody in the end. */
void speakers_tick(struct server *server);
void speakers_free(struct server *server);

/* address.c: forgets addresses that nobody uses, all of them in the end. */
void addresses_tick(struct server *server);
void addresses_free(struct server *server);

/* ---- keep.c, keep_guests.c: how long things are kept --------------------------------------------------------- */

/* Into the batch: a table disappears, with its chat, notes of its people apart. `document` is its summary. */
void table_forget(struct store_batch *batch, const char *id, json_t *document);
/*
 * Deletes finished and closed tables older than --keep-days, and others at which nothing was done or said for
 * --idle-days. One in memory here, or with somebody at it on another node, stays.
 */
void tables_expire(struct server *server);

/*
 * Deletes guests who cannot come back, because the cookies of all their sessions have run out (and --idle-days are over),
 * and who have no table left. Accounts stay.
 */
void guests_expire(struct server *server);

/* ---- client.c -------------------------------------------------------------------------------------------- */

void client_open(struct conn *conn);
/* Each client of the server; NULL after the last. */
struct client *client_first(struct server *server);
struct client *client_after(struct client *client);
void client_notice(struct server *server, const char *what, const char *en, const char *fr);

/* ---- log.c: one JSON object a line on the standard error, never a token, an action or a text of a person ---- */

void log_line(struct server *server, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
