#include "throttle.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "limit.h"
#include "map.h"
#include "server.h"

enum { KEY_BYTES = 16, SECOND_MS = 1000, DAY_MS = 24 * 3600 * SECOND_MS, DOUBLINGS_MAX = 30 };

struct throttle {
    char key[2 * KEY_BYTES + 1];
    int count;
    int64_t until;                  /* counting: when the count begins again; failures: no try before */
    int64_t before;                 /* failures: `until` before the last one */
    int64_t kept;                   /* it is forgotten after this */
    struct throttle *older, *newer; /* in the order of use */
};

struct throttles {
    struct map map; /* by key */
    struct throttle *oldest, *newest;
};

/*
 * Names are hashed under the server's key: the map's own hash is not safe against chosen names, and a copy of
 * the memory then holds neither logins nor addresses.
 */
static void key_write(const struct server *server, const char *what, const char *who,
                      char key[2 * KEY_BYTES + 1])
{
    uint8_t hash[KEY_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, server->seal_key, sizeof server->seal_key, KEY_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)what, strlen(what) + 1);
    crypto_generichash_update(&state, (const unsigned char *)who, strlen(who));
    crypto_generichash_final(&state, hash, KEY_BYTES);
    hex_write(hash, KEY_BYTES, key);
}

static void unlink_one(struct throttles *all, struct throttle *one)
{
    *(one->older ? &one->older->newer : &all->oldest) = one->newer;
    *(one->newer ? &one->newer->older : &all->newest) = one->older;
}

static void append_one(struct throttles *all, struct throttle *one)
{
    one->older = all->newest;
    one->newer = NULL;
    *(all->newest ? &all->newest->newer : &all->oldest) = one;
    all->newest = one;
}

static void forget_one(struct throttles *all, struct throttle *one)
{
    unlink_one(all, one);
    map_remove(&all->map, one->key);
    free(one);
}

static struct throttle *throttle_find(const struct server *server, const char *what, const char *who)
{
    char key[2 * KEY_BYTES + 1];
    if (!server->throttles)
        return NULL;
    key_write(server, what, who, key);
    struct throttle *one = map_get(&server->throttles->map, key);
    return one && one->kept > server_tick(server) ? one : NULL;
}

static struct throttle *throttle_use(struct server *server, const char *what, const char *who)
{
    if (!server->throttles)
        server->throttles = mem_zero(sizeof *server->throttles);
    struct throttles *all = server->throttles;
    struct throttle *one = throttle_find(server, what, who);
    if (one) {
        unlink_one(all, one);
        append_one(all, one);
        return one;
    }
    char key[2 * KEY_BYTES + 1];
    key_write(server, what, who, key);
    one = map_get(&all->map, key);
    if (one)
        forget_one(all, one);
    if (all->map.count >= LIMIT_THROTTLES)
        forget_one(all, all->oldest);
    one = mem_zero(sizeof *one);
    memcpy(one->key, key, sizeof one->key);
    map_put(&all->map, one->key, one);
    append_one(all, one);
    return one;
}

/* ---- Counts -------------------------------------------------------------------------------------------- */

bool throttle_may(const struct server *server, const char *what, const char *who, int most)
{
    const struct throttle *one = throttle_find(server, what, who);
    return !one || one->count < most;
}

bool throttle_take(struct server *server, const char *what, const char *who, int most, int64_t seconds)
{
    if (!throttle_may(server, what, who, most))
        return false;
    struct throttle *one = throttle_use(server, what, who);
    if (!one->count)
        one->kept = one->until = server_tick(server) + seconds * SECOND_MS;
    one->count++;
    return true;
}

/* ---- Failures ------------------------------------------------------------------------------------------ */

int64_t throttle_wait(const struct server *server, const char *what, const char *who)
{
    const struct throttle *one = throttle_find(server, what, who);
    int64_t now = server_tick(server);
    return one && one->until > now ? one->until - now : 0;
}

bool throttle_admits(struct ask *ask, const char *what, const char *who, const char *limit)
{
    struct buf en = {0}, fr = {0};
    long long seconds = (throttle_wait(ask->server, what, who) + SECOND_MS - 1) / SECOND_MS;
    if (!seconds)
        return true;
    buf_printf(&en, "Too many wrong passwords here; wait %lld s.", seconds);
    buf_printf(&fr, "Trop de mots de passe faux ici ; attends %lld s.", seconds);
    ask_fail_about(ask, FAIL_PASSWORDS_TOO_FAST, buf_cstr(&en), buf_cstr(&fr), limit);
    buf_free(&en);
    buf_free(&fr);
    return false;
}

void throttle_failed(struct server *server, const char *what, const char *who,
                     const struct throttle_rule *rule)
{
    struct throttle *one = throttle_use(server, what, who);
    int64_t now = server_tick(server);
    one->count++;
    one->kept = now + DAY_MS;
    one->before = one->until;
    if (one->count <= rule->free)
        return;
    int doublings = one->count - rule->free - 1;
    int64_t wait = SECOND_MS * ((int64_t)1 << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX));
    one->until = now + (wait < rule->most * SECOND_MS ? wait : rule->most * SECOND_MS);
}

void throttle_passed(struct server *server, const char *what, const char *who)
{
    struct throttle *one = throttle_find(server, what, who);
    if (!one || !one->count)
        return;
    one->count--;
    one->until = one->before;
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

void throttle_note(struct server *server, const char *what, const char *who)
{
    throttle_use(server, what, who)->kept = server_tick(server) + (int64_t)LIMIT_KNOWN_DAYS * DAY_MS;
}

bool throttle_noted(const struct server *server, const char *what, const char *who)
{
    return throttle_find(server, what, who);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* From the old end up to the first that still counts; LIMIT_THROTTLES bounds what is behind that one. */
void throttles_tick(struct server *server)
{
    struct throttles *all = server->throttles;
    while (all && all->oldest && all->oldest->kept <= server_tick(server))
        forget_one(all, all->oldest);
}

void throttles_free(struct server *server)
{
    while (server->throttles && server->throttles->oldest)
        forget_one(server->throttles, server->throttles->oldest);
    if (server->throttles)
        map_free(&server->throttles->map);
    free(server->throttles);
    server->throttles = NULL;
}
