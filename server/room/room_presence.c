#include "room_presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "map.h"
#include "room.h"
#include "room_host.h"
#include "room_push.h"
#include "room_subscribe.h"
#include "server.h"
#include "space.h"

bool node_list_has(const struct node_list *list, const char *node)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->id[i], node) == 0)
            return true;
    }
    return false;
}

static struct room_peer *peer_find(struct room *room, const char *node)
{
    for (int i = 0; i < room->peer_count; i++) {
        if (strcmp(room->peers[i].node, node) == 0)
            return &room->peers[i];
    }
    room->peers = mem_grow(room->peers, (size_t)(room->peer_count + 1) * sizeof *room->peers);
    struct room_peer *peer = &room->peers[room->peer_count++];
    *peer = (struct room_peer){.seats = 0};
    snprintf(peer->node, sizeof peer->node, "%s", node);
    return peer;
}

void room_presence_set(struct room *room, const char *node, uint32_t here)
{
    struct room_peer *peer = peer_find(room, node);
    bool before[LAN_SEATS_MAX] = {false};
    int watchers = room_watchers(room);
    bool host = room_host_present(room);
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        before[seat] = room_present(room, seat);
    peer->seats = (uint16_t)here;
    peer->watchers = (int)(here >> 16);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_present(room, seat) != before[seat])
            room_push_presence(room, seat, !before[seat]);
    }
    if (room_watchers(room) != watchers)
        room_push_presence(room, LAN_WATCHER, room_watchers(room) > 0);
    room_host_changed(room, host);
}

void room_presence_take(struct server *server, const struct store_row *row)
{
    char table[ID_TABLE + 1] = "";
    const char *slash = strchr(row->key, '/');
    if (!server->others || !slash || slash - row->key != ID_TABLE ||
        !node_list_has(server->others, slash + 1))
        return;
    memcpy(table, row->key, ID_TABLE);
    struct room *room = map_get(&server->rooms, table);
    if (room)
        room_presence_set(room, slash + 1, (uint32_t)strtoul(row->bytes, NULL, 10));
}

static void documents_read(struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++)
        room_presence_take(read->context, &read->rows[i]);
}

void room_presence_read(struct server *server, const char *table)
{
    char prefix[ID_TABLE + 2];
    if (!server->others || !server->others->count)
        return;
    snprintf(prefix, sizeof prefix, "%s/", table);
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_HERE, prefix, documents_read, server));
}

void room_presence_withdraw(struct room *room)
{
    char key[STORE_NAME_MAX];
    if (!room->here_stored)
        return;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    snprintf(key, sizeof key, "%s/%s", room->log.id, room->server->store->node);
    store_batch_delete(batch, SPACE_HERE, key);
    room->here_stored = false;
    store_submit(room->server->store, batch);
}
