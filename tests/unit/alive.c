/*
 * The heartbeat of a server (server/alive.h): what is written, and what the next server makes of it.
 */
#include "alive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "server.h"
#include "store.h"
#include "unread.h"

static int64_t clock_ms;

static int64_t clock_now(const struct env *env)
{
    return clock_ms + env->ahead;
}

static void line_drop(struct server *server, const char *line)
{
    (void)server;
    (void)line;
}

/* A server that starts at `now`, after the heartbeat of another one. */
static void server_begin(struct server *server, int64_t now, const char *document)
{
    memset(server, 0, sizeof *server);
    server->env.now = clock_now;
    server->log_to = line_drop;
    clock_ms = server->up_since = now;
    alive_take(server, document);
}

/* What it writes after some milliseconds; "" for nothing. */
static const char *written(struct server *server, int64_t later)
{
    static char text[64];
    struct store_batch *batch = store_batch_create(NULL, NULL);
    clock_ms += later;
    alive_put(server, batch);
    snprintf(text, sizeof text, "%.*s", batch->count ? (int)batch->writes[0].size : 0,
             batch->count ? (const char *)batch->writes[0].bytes : "");
    store_batch_destroy(batch);
    return text;
}

static void the_first_server_excludes_nothing(void **unused)
{
    struct server server;
    (void)unused;
    server_begin(&server, 5000, NULL);
    assert_int_equal(server.down_from, 1);
    assert_string_equal(written(&server, 10), "5010");
}

static void an_outage_is_handed_on_until_all_tables_are_loaded(void **unused)
{
    struct server server;
    (void)unused;
    server_begin(&server, 9000, "4000");
    assert_int_equal(server.down_from, 4000);
    assert_string_equal(written(&server, 10), "9010 4000");
    server_begin(&server, 20000, "9010 4000");
    assert_int_equal(server.down_from, 4000);
    assert_string_equal(written(&server, 10), "20010 4000");
    server.swept = true;
    assert_string_equal(written(&server, 10), "20020");
}

static void time_does_not_go_back_behind_a_heartbeat(void **unused)
{
    struct server server;
    (void)unused;
    server_begin(&server, 3000, "9010 4000");
    assert_int_equal(env_now(&server.env), 9010);
    assert_int_equal(server.up_since, 9010);
    assert_int_equal(server.down_from, 4000);
    assert_string_equal(written(&server, 10), "9020 4000");
}

static void what_was_before_is_not_overwritten_unread(void **unused)
{
    struct server server;
    (void)unused;
    server_begin(&server, 5000, NULL);
    server.unread = UNREAD_ALIVE;
    assert_string_equal(written(&server, 10), "");
}

static void a_damaged_heartbeat_excludes_no_more_than_it_can(void **unused)
{
    struct server server;
    (void)unused;
    server_begin(&server, 9000, "4000 7000"); /* later than the heartbeat itself */
    assert_int_equal(server.down_from, 4000);
    server_begin(&server, 9000, "99999999999999999");
    assert_int_equal(env_now(&server.env), 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_server_excludes_nothing),
        cmocka_unit_test(an_outage_is_handed_on_until_all_tables_are_loaded),
        cmocka_unit_test(time_does_not_go_back_behind_a_heartbeat),
        cmocka_unit_test(what_was_before_is_not_overwritten_unread),
        cmocka_unit_test(a_damaged_heartbeat_excludes_no_more_than_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
