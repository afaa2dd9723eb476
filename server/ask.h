/*
 * ask.h - an ask: one request of a client, from its message to its answer.
 *
 * The client may be gone by the time it is answered. Every ask is answered exactly once, by ask_send,
 * ask_done or one of the ask_fail functions, which refuse it. They take over the ask: it is freed, or, where
 * it is held, given back to its holder.
 */
#ifndef LAN_SERVER_ASK_H
#define LAN_SERVER_ASK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "server.h"

struct buf;
struct client;
struct http_answer;
struct person;
struct room;
struct server;
struct store_read;

enum fail {
#define FAIL(name, ...) FAIL_##name,
#include "fail.def"
#undef FAIL
    FAILS
};

struct ask;
struct op {
    const char *name;
    void (*run)(struct ask *ask);                         /* one of the two */
    void (*run_room)(struct ask *ask, struct room *room); /* with the room of `table`, loaded and idle */
    unsigned flags;
};

/*
 * OP_ASIDE: may add an entry to a table's log that is not the game's own; see room_cap.h.
 * OP_DAILY: also at the table of a daily deal, where all others are refused; see room_daily.h.
 */
enum { OP_ANYONE = 1, OP_SOCKET = 2, OP_HTTP = 4, OP_TEST = 8, OP_ASIDE = 16, OP_DAILY = 32 };

struct ask {
    struct server *server;
    struct client *client; /* NULL when it has closed */
    struct person *person; /* the client's person; may be NULL for operations with OP_ANYONE */
    const struct op *op;
    json_t *message;
    int64_t id;                       /* -1: by HTTP */
    uint64_t since;                   /* loop_clock when it arrived */
    char cookie[256];                 /* a Set-Cookie header for an HTTP answer, "" for none */
    struct ask *next, **link;         /* of the client */
    struct ask *waiting;              /* next in a table's queue */
    size_t size;                      /* bytes of the message, counted for its connection */
    bool said;                        /* its line is counted in the limit of chat lines */
    char host_read[ID_PERSON + 1];    /* the host whose blocks were read for it; "" for none, */
    bool host_blocks;                 /* and whether the person is among them */
    bool log_read;                    /* its table was compared with the log after it was asked */
    bool shared;                      /* by HTTP: pages of other sites may read the answer */
    void (*instead)(struct ask *ask); /* answers by HTTP in place of a refusal, for a page; NULL: JSON */
    bool refused; /* once, by a table that was not compared with its log: it runs again after that */
};

/*
 * Begins an answer, {"id":7,"ok":true, to which the caller adds fields; ask_send closes the object, sends it
 * and frees the ask.
 */
void ask_begin(struct ask *ask, struct buf *out);
void ask_send(struct ask *ask, struct buf *out);
/*
 * Begins the answer of an ask that waited for a read, whose context it is. NULL when the read failed: the ask
 * is then refused.
 */
struct ask *ask_begin_read(const struct store_read *read, struct buf *out);
void ask_done(struct ask *ask); /* an answer without fields */
/* Answers a request by HTTP with what is no JSON object of the usual form, or has headers of its own. */
void ask_answer(struct ask *ask, const struct http_answer *answer);
void ask_fail(struct ask *ask, enum fail fail);
/* Fails with a specific sentence, and with a clause or an option unless NULL. */
void ask_fail_say(struct ask *ask, enum fail fail, const char *en, const char *fr, const char *clause,
                  const char *option);
/* Fails with a specific sentence and the name of a field or a limit, which is not for players. */
void ask_fail_about(struct ask *ask, enum fail fail, const char *en, const char *fr, const char *about);
/* Fields of the message. False with the ask refused when it is missing or does not fit. */
bool ask_string(struct ask *ask, const char *key, size_t max, const char **value);
bool ask_int(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t *value);
bool ask_bool(struct ask *ask, const char *key, bool *value);
/* Read an optional field, whose default is `other`. False, with the ask answered, when it is invalid. */
bool ask_string_or(struct ask *ask, const char *key, size_t max, const char *other, const char **value);
bool ask_int_or(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t other, int64_t *value);

/*
 * A hold keeps back the refusal of an ask while its operation runs. Afterwards the holder sends it, or drops
 * it and lets the operation run again. Holds are nested as the calls are.
 */
struct ask_hold {
    struct server *server;
    struct ask *ask; /* NULL once it was answered */
    bool refused;
    enum fail fail; /* when it was refused, and */
    struct buf answer;
    struct ask_hold *outer;
};

void ask_hold_begin(struct ask_hold *hold, struct ask *ask);
/*
 * True when the ask was refused: then ask_hold_send or ask_hold_drop follows. Otherwise the ask may be gone.
 */
bool ask_hold_end(struct ask_hold *hold);
void ask_hold_send(struct ask_hold *hold);
/* Forgets the refusal. The ask is the caller's, as if it had not run. */
struct ask *ask_hold_drop(struct ask_hold *hold);

#endif
