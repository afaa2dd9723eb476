/*
 * throttle.h - limits by name, kept in memory: how often something may be done to one account, table, e-mail
 * address or person, from whatever network address it comes. address.h has those of a network address.
 *
 * `what` is the limit, `who` the name it is counted for; names may be chosen by strangers. At most
 * LIMIT_THROTTLES are kept, the ones used last. Times are those of server_tick. Each node counts for itself.
 */
#ifndef LAN_SERVER_THROTTLE_H
#define LAN_SERVER_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct server;

/*
 * Counts one of at most `most` within `seconds`; false, without counting it, when there were as many already.
 */
bool throttle_take(struct server *server, const char *what, const char *who, int most, int64_t seconds);
/* Whether throttle_take would count one. */
bool throttle_may(const struct server *server, const char *what, const char *who, int most);

/*
 * Tries that may fail. After `free` failures each further one makes all wait: a second, then twice as long
 * each time, at most `most` seconds. A day without a failure ends it.
 */
struct throttle_rule {
    int free;
    int64_t most;
};

/* Milliseconds until the next try is allowed; 0 for now. */
int64_t throttle_wait(const struct server *server, const char *what, const char *who);
/*
 * Whether a try is allowed now. False with the ask refused, in a sentence with `limit` and the seconds to
 * wait.
 */
bool throttle_admits(struct ask *ask, const char *what, const char *who, const char *limit);
/*
 * Counts a failure. A try that takes time is counted when it begins, so that several at once do not count as
 * one.
 */
void throttle_failed(struct server *server, const char *what, const char *who,
                     const struct throttle_rule *rule);
/* Takes back the last throttle_failed: the try did not fail. Earlier failures still count. */
void throttle_passed(struct server *server, const char *what, const char *who);

/* Notes something for LIMIT_KNOWN_DAYS, and whether it is noted. */
void throttle_note(struct server *server, const char *what, const char *who);
bool throttle_noted(const struct server *server, const char *what, const char *who);

/* To be called every second: forgets what no longer counts. */
void throttles_tick(struct server *server);
void throttles_free(struct server *server);

#endif
