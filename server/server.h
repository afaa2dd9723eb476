/*
 * server.h - struct server: the state that all parts of the server share, and its configuration.
 *
 * One event loop does everything except bots, password hashing and disk access, which run in threads.
 */
#ifndef LAN_SERVER_SERVER_H
#define LAN_SERVER_SERVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "conn.h"
#include "env.h"
#include "loop.h"
#include "map.h"

struct ask_hold;
struct client;
struct node_list;
struct nodes;
struct post;
struct pushes;
struct store;
struct shelf;
struct texts;
struct throttles;
struct works;
struct sweep;

enum {
    PROTOCOL_VERSION = 1,
    ID_TABLE = 10,
    ID_PERSON = 16,
    TOKEN_BYTES = 32,
    HASH_HEX = 64,
    NAME_SIZE = 33,
    CLIENT_CLOSED_MAX = 5
};

struct config {
    const char *host, *data, *store, *certificate, *key, *origins, *file, *mail_from, *smtp, *smtp_user,
        *smtp_password, *webhook, *ca, *base_url;
    int port;
    const char *metrics; /* who may read /metrics: local, all */
    const char *notify;  /* how nodes learn of changes: listen, poll */
    int bot_pace_ms;
    int keep_days; /* after which finished tables are deleted; 0: never */
    int idle_days; /* after which idle unfinished tables are deleted; 0: never */
    int connections_per_address, messages_per_address, guests_per_address, tables_per_address;
    bool new_key;           /* make a secret.key although the store has secrets sealed under another one */
    const char *host_names; /* other names by which the server is called; "*" for any */
    bool push;              /* notices to browsers by Web Push */
    int push_sink;          /* for tests: the port of a push service on loopback; 0 for none */
    const char *words;      /* that are replaced by stars at every table, with commas between */
    bool proxy;             /* trust X-Forwarded-For and -Proto */
    bool test_hooks;
    uint64_t test_seed;
};

struct metrics {
    uint64_t asks, fails, moves, moves_repeated, chats, bots, logins, guests, conflicts;
    uint64_t pushes_sent, pushes_failed, pushes_gone;
    uint64_t ack_bucket[16]; /* answers to moves by power of two of 0.25 ms */
    uint64_t ack_us;
};

struct server {
    struct loop *loop;
    struct works *works; /* work in other threads; work.h */
    struct net net;
    struct store *store;
    struct post *post;     /* NULL without --smtp, --webhook and --push, and while stopping */
    struct pushes *pushes; /* people/push_queue.c; NULL without --push, and while stopping */
    json_t *words;         /* those of config.words; NULL for none */
    struct loop_wake *store_wake;
    struct loop_timer *second;
    struct loop_signal *on_int, *on_term, *on_hup;
    struct loop_timer *last; /* runs from the notice of stopping to the end; NULL afterwards */
    struct env env;
    struct config config;
    char address[1056];          /* its own as a URL; config.base_url unless that is set */
    struct map rooms;            /* struct room by id: loaded or loading */
    struct map summaries;        /* struct summary by id: every table not over */
    struct map hosts;            /* struct host by person: those with tables not over; lobby/lobby.c */
    struct shelf *shelves;       /* the listed summaries by game, in order; lobby/lobby.c */
    struct map rulebooks;        /* struct rulebook_cached by hash: those of loaded rooms */
    struct map persons;          /* struct person by id: those in use */
    struct map addresses;        /* struct address by text */
    struct map reviews;          /* struct review_job by key: those not yet stored; room/room_review.c */
    struct map speakers;         /* struct speaker by person: chat lines of this minute */
    struct map sanctions;        /* struct sanction by person: those that stand; people/sanction.c */
    struct throttles *throttles; /* people/throttle.c; NULL before the first */
    struct texts *texts;         /* front/texts.c; NULL before the first */
    struct links *links;         /* front/links.c; NULL before the first */
    struct client *lobby;        /* clients that watch the list of tables */
    struct ident *idents;        /* identifications under way; people/session.c */
    void (*client_closed[CLIENT_CLOSED_MAX])(struct client *client); /* see client_on_close */
    int client_closed_count;
    struct metrics metrics;
    struct ask_hold *hold; /* the innermost; see ask.h */
    struct nodes *nodes;   /* what follows the other nodes of a shared store; NULL when it is not shared */
    const struct node_list *others; /* those of them that are alive; NULL likewise */
    bool store_away;                /* clients have been told that the store does not answer */
    int64_t store_away_since;
    bool store_fails; /* commits fail, as the log has reported */
    unsigned unread;  /* of enum unread: what the store could not read at start; asked again every second */
    int64_t store_fails_since;
    uint64_t store_failures; /* the store's count of failures before these */
    uint8_t seal_key[32];
    int64_t down_from, up_since; /* no server was up between these times; 0 when none ever was */
    /* Of several nodes this one alone was without its database between these times; 0 when it never was. */
    int64_t alone_from, alone_until;
    bool bots_stepped, bots_slow; /* set by test-bots: moments by the stepped clock, thinking without end */
    uint64_t seconds;
    struct sweep *sweep; /* the loading of running tables; NULL before the first. See room_sweep.h */
    int loading;         /* rooms that read their logs from the start */
    bool expiring_tables, expiring_guests, expiring_orphans; /* a search for those to delete is under way */
    /* Of a server that has its store for itself: see alive.h. */
    bool entry_stored; /* since its last heartbeat */
    bool alive_stored; /* an entry has been stored, and with it a heartbeat */
    bool swept;        /* all running tables have been loaded since the start */
    bool stopping;
    void (*log_to)(struct server *server, const char *line); /* takes the lines of the log; NULL: stderr */
    void *log_context;                                       /* for log_to */
};

/* Milliseconds of a monotonic clock, for limits: the loop's, or under --test-hooks the stepped one. */
static inline int64_t server_tick(const struct server *server)
{
    return server->env.test ? server->env.stepped : loop_now(server->loop);
}

#endif
