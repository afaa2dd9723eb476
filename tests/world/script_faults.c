/*
 * script_faults.c - what goes wrong in a simulated world: connections, nodes, the disk.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk_store.h"
#include "script.h"
#include "space.h"
#include "store.h"

enum {
    DOWN_MS = 20000,
    GREEDY_ASKS = 8,
    LOST_MS = 2000,
    OPENED_MS = 8000,
    AGAIN_MS = 14000,
    LOST_BATCHES = 40
};

static uint32_t below(const struct act *act, uint32_t bound)
{
    return sim_below(act->rng, bound);
}

/* ---- Network ------------------------------------------------------------------------------------------- */

/* Asks for more than the connection takes, and reads slowly. */
static void greedy(const struct act *act)
{
    act->client->link->bytes_per_second = 1000 + below(act, 2000);
    for (int i = 0; i < GREEDY_ASKS; i++)
        client_ask(act->client, "game", "", -1, "\"game\":\"shadow-hunters\",\"lang\":\"en\"");
}

static void do_network(const struct act *act)
{
    struct client *client = act->client;
    uint32_t what = below(act, 12);
    if (!client->link)
        return;
    if (what == 11) {
        greedy(act);
    } else if (what == 10) {
        client_leave(client);
        client->foreign = *client->cookie;
        client_connect(client, client->node);
    } else if (what < 3)
        link_cut(client->link, below(act, 2) ? (int64_t)below(act, 3000) : -1);
    else if (what < 5)
        client->link->frozen_until = act->world->sim.now + 100 + below(act, 20000);
    else if (what == 5)
        client->link->bytes_per_second = 200 + below(act, 20000);
    else if (what == 6)
        link_half_close(client->link);
    else if (what == 7) {
        client_leave(client);
        client->wakes_at = act->world->sim.now + below(act, 1800000);
    } else
        client_connect(client, (int)below(act, (uint32_t)act->world->plan.nodes));
}

/* ---- Faults of nodes and the disk ---------------------------------------------------------------------- */

static void node_up(void *context)
{
    struct node *node = context;
    if (node->server)
        return;
    if (node->before)
        node->before(node->context);
    node_start(node);
}

/* While no node has it in memory, somebody changes a digit of a table's log on disk. */
static void log_damage(const struct act *act)
{
    const struct world_table *table = script_table_pick(act);
    struct ledger_table *known = table ? ledger_table(&act->world->ledger, table->id) : NULL;
    const struct disk_log *log = table ? disk_log(&act->world->disk, table->id) : NULL;
    char *at = log ? strstr(log->entry[log->count - 1].bytes, "\"at\":1") : NULL;
    if (!known || !at || known->log.state != ROOM_PLAYING)
        return;
    at[6] = '2';
    known->damaged = true;
}

static void do_node(const struct act *act)
{
    struct world *world = act->world;
    struct node *node = &world->node[below(act, (uint32_t)world->plan.nodes)];
    int64_t down = 100 + below(act, below(act, 4) ? DOWN_MS : 10 * DOWN_MS);
    if (!node->server || node->stopping)
        return;
    world_hurt(world, world->sim.now + down + DOWN_MS);
    world_up_count(world);
    world->counts.crashes++;
    if (below(act, 3)) {
        node_crash(node);
        if (!world->disk.shared && below(act, 4) == 0)
            node->wall_step += (int64_t)below(act, 7200000) - 3600000;
        if (!world->disk.shared && below(act, 3) == 0)
            log_damage(act);
    } else {
        node_stop(node);
        down += 5000;
    }
    sim_after(&world->sim, down, world, node_up, node);
}

static void disk_mend(void *context)
{
    struct disk *disk = context;
    disk->failing = disk->away = false;
    disk->latency_least = 1;
    disk->latency_more = 6;
    disk->conflict_once_in = 0;
    disk->lose_once_in = 0;
}

static void do_disk(const struct act *act)
{
    struct world *world = act->world;
    struct disk *disk = &world->disk;
    uint32_t what = below(act, 10);
    int64_t lasts = 200 + below(act, 15000);
    disk_mend(disk);
    if (what < 3) {
        disk->latency_least = 100 + below(act, 900);
        disk->latency_more = 1 + below(act, 2000);
    } else if (what < 5) {
        disk->failing = true;
    } else if (what == 5) {
        disk->away = true;
    } else if (what < 8) {
        disk->conflict_once_in = 2 + below(act, 4);
    } else {
        disk->lose_once_in = 1 + below(act, 3);
        lasts *= 20;
    }
    /* Lost notifications are no excuse: nodes must find out by themselves. */
    if (what < 8)
        world_hurt(world, world->sim.now + lasts + DOWN_MS);
    sim_after(&world->sim, lasts, world, disk_mend, disk);
}

/* `lanterne admin close`, as the program does it. */
static void do_admin(const struct act *act)
{
    static const char entry[] = "{\"t\":\"close\",\"at\":0}";
    struct world *world = act->world;
    const struct world_table *table = script_table_pick(act);
    const struct disk_log *log = table ? disk_log(&world->disk, table->id) : NULL;
    const struct disk_doc *doc = table ? disk_doc(&world->disk, SPACE_TABLE, table->id) : NULL;
    char name[STORE_NAME_MAX];
    if (!log || !doc || below(act, 4))
        return;
    struct store_head head = {.number = log->count};
    memcpy(head.sum, log->entry[log->count - 1].sum, sizeof head.sum);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    json_t *document = json_loads(doc->bytes, 0, NULL);
    json_object_set_new(json_object_get(document, "row"), "state", json_string("closed"));
    char *text = json_dumps(document, JSON_COMPACT);
    store_batch_append(batch, table->id, &head, entry, sizeof entry - 1);
    store_batch_put(batch, STORE_PUT, SPACE_TABLE, table->id, text, strlen(text));
    snprintf(name, sizeof name, "%s/back", table->id);
    if (!world->disk.shared)
        store_batch_put(batch, STORE_PUT, SPACE_ADMIN_CHANGES, name, "", 0);
    disk_write(&world->disk, batch, "admin");
    if (world->disk.shared) {
        disk_store_notify(&world->disk, table->id, 0);
        disk_store_notify(&world->disk, name, 0);
    }
    store_batch_destroy(batch);
    json_decref(document);
    free(text);
}

static void disk_older(struct world *world, int batches)
{
    world->ledger.forgives = true;
    disk_back(&world->disk, batches);
    world->ledger.forgives = false;
    world_hurt(world, world->sim.now + DOWN_MS);
}

static void lost_again(void *context)
{
    struct world *world = context;
    client_ask(&world->client[world->lost.host], "start", world->lost.table, -1, "%s", "");
}

/* Others come to the table, who have never been shown the game that was lost. */
static void lost_opened(void *context)
{
    struct world *world = context;
    for (int i = 0; i < world->plan.clients; i += 3) {
        if (world->client[i].state == CLIENT_HERE && i != world->lost.host)
            client_open(&world->client[i], world->lost.table, 0);
    }
}

/* Takes batch after batch back until the start is among them. */
static void lost_now(void *context)
{
    struct world *world = context;
    for (int batches = 1; batches <= LOST_BATCHES; batches++) {
        const struct ledger_table *known = ledger_table(&world->ledger, world->lost.table);
        if (!known || known->log.state != ROOM_PLAYING)
            return;
        disk_older(world, batches);
    }
}

/* A game begins, is shown, and lost with the disk's last batches; then it begins once more. */
static void begin_lost(const struct act *act)
{
    struct world *world = act->world;
    for (const struct ledger_table *table = world->ledger.first; table; table = table->next) {
        for (int i = 0; i < world->plan.clients && table->log.state == ROOM_SEATING; i++) {
            struct client *host = &world->client[i];
            if (host->state != CLIENT_HERE || strcmp(table->log.host, host->person) != 0)
                continue;
            world->lost.host = i;
            snprintf(world->lost.table, sizeof world->lost.table, "%s", table->id);
            for (int at = 0; at < table->log.settings.seats; at++) {
                if (table->log.seat[at].kind == TABLE_EMPTY)
                    client_ask(host, "bot", table->id, at + 1, "\"level\":\"rules\"");
            }
            client_open(host, table->id, 0);
            client_ask(host, "start", table->id, -1, "%s", "");
            sim_after(&world->sim, LOST_MS + below(act, LOST_MS), world, lost_now, world);
            sim_after(&world->sim, OPENED_MS, world, lost_opened, world);
            sim_after(&world->sim, AGAIN_MS, world, lost_again, world);
            return;
        }
    }
}

/* The disk comes back older than it promised: the nodes must notice, and lose no more than the disk did. */
static void do_back(const struct act *act)
{
    struct world *world = act->world;
    /* A node alone with its file does not ask whether it has changed under it. */
    if (!world->plan.back || !world->disk.shared)
        return;
    if (below(act, 2))
        begin_lost(act);
    else
        disk_older(world, 1 + (int)below(act, 20));
}

static const struct script_row fault_rows[] = {
    {do_network, 60}, {do_node, 3}, {do_disk, 4}, {do_admin, 2}, {do_back, 6},
};

void script_fault(const struct act *act)
{
    script_row_do(act, fault_rows, sizeof fault_rows / sizeof *fault_rows);
}
