#include "node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk_store.h"
#include "env.h"
#include "life.h"
#include "log.h"

enum { STOP_SIGNAL = 15, LOOK_MS = 100 };

static int64_t node_now(const struct env *env)
{
    const struct server *server =
        (const struct server *)(const void *)((const char *)env - offsetof(struct server, env));
    return loop_now(server->loop) + env->ahead;
}

static void node_random(struct env *env, void *bytes, size_t count)
{
    uint8_t *out = bytes;
    while (count--)
        *out++ = (uint8_t)(lan_rng_next(&env->rng) >> 56);
}

static int64_t work_draw(void *context)
{
    struct node *node = context;
    return node->work_least + (node->work_more ? sim_below(&node->rng, (uint32_t)node->work_more) : 0);
}

static void slept(void *context)
{
    const struct node *node = context;
    disk_store_hurry(node->server->store);
}

static void logged(struct server *server, const char *line)
{
    struct node *node = server->log_context;
    if (strstr(line, "\"table-broken\"") && !strstr(line, "the store failed")) {
        node->logged_broken++;
        snprintf(node->broken, sizeof node->broken, "%.*s", (int)strcspn(line, "\n"), line);
    }
    if (node->talk)
        fprintf(stderr, "%d %s", node->slot, line);
}

static void config_fill(struct config *config)
{
    *config = (struct config){.host = "127.0.0.1",
                              .data = "",
                              .store = "",
                              .certificate = "",
                              .key = "",
                              .origins = "",
                              .file = "",
                              .mail_from = "",
                              .smtp = "",
                              .smtp_user = "",
                              .smtp_password = "",
                              .webhook = "",
                              .ca = "",
                              .base_url = "http://127.0.0.1",
                              .port = 1,
                              .metrics = "local",
                              .notify = "listen",
                              .keep_days = 30,
                              .idle_days = 365,
                              .connections_per_address = 1000,
                              .messages_per_address = 1000,
                              .guests_per_address = 600,
                              .tables_per_address = 600,
                              .host_names = "*"};
}

void node_init(struct node *node, struct sim *sim, struct disk *disk, int slot, uint64_t seed)
{
    *node =
        (struct node){.sim = sim, .disk = disk, .slot = slot, .seed = seed, .work_least = 1, .work_more = 40};
}

void node_start(struct node *node)
{
    struct server *server = mem_zero(sizeof *server);
    lan_assert(!node->server);
    node->server = server;
    node->stopping = false;
    node->up_since = node->sim->now;
    sim_rng(&node->rng, node->seed, (uint64_t)(1000 * node->slot + ++node->incarnation));
    config_fill(&server->config);
    server->config.bot_pace_ms = (int)node->pace_ms;
    server->log_to = logged;
    server->log_context = node;
    server->env = (struct env){.now = node_now, .random = node_random};
    server->env.ahead = node->disk->epoch + node->wall_step;
    sim_rng(&server->env.rng, node->seed, (uint64_t)(2000 * node->slot + node->incarnation));
    server->loop = &(node->loop = loop_sim_create(node->sim))->base;
    node->loop->work_ms = work_draw;
    node->loop->slept = slept;
    node->loop->context = node;
    life_create(server);
    memset(server->seal_key, 7, sizeof server->seal_key);
    struct store_options options = life_store_options(server);
    server->store = disk_store_open(node->disk, node->slot, &options);
    lan_assert(life_begin(server, &(struct net_place){.host = "127.0.0.1", .port = 1}, NULL) > 0);
    loop_sim_turn(node->loop);
}

/* Everything is closed: what is left is freed. */
static void node_free(struct node *node)
{
    life_finish(node->server);
    loop_destroy(node->server->loop);
    free(node->server);
    node->server = NULL;
    node->loop = NULL;
}

void node_crash(struct node *node)
{
    struct server *server = node->server;
    loop_sim_die(node->loop);
    disk_store_die(server->store);
    if (!server->stopping)
        life_stop(server, 0);
    life_stop(server, 0);
    loop_sim_turn(node->loop);
    loop_run(server->loop);
    /* Work that was given takes no time any more. */
    while ((node->loop->works || node->loop->links || server->last) && sim_step_owner(node->sim, node->loop))
        continue;
    node_free(node);
}

static void stop_look(void *context)
{
    struct node *node = context;
    if (!node->server || !node->stopping)
        return;
    if (node->server->last || node->loop->links || node->loop->works) {
        sim_after(node->sim, LOOK_MS, node, stop_look, node);
        return;
    }
    if (node->before)
        node->before(node->context);
    node_free(node);
}

void node_stop(struct node *node)
{
    node->stopping = true;
    life_stop(node->server, STOP_SIGNAL);
    loop_sim_turn(node->loop);
    sim_after(node->sim, LOOK_MS, node, stop_look, node);
}
