/*
 * Any log of a table, one JSON entry a line: it is applied or refused, and a room made from it can be shown.
 */
#include <string.h>

#include "loop_memory.h"
#include "room.h"
#include "room_info.h"
#include "room_log.h"
#include "room_push.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void room_show(struct room *room)
{
    struct buf out = {0};
    room_info_write(&out, NULL, room, NULL);
    if (room->log.match) {
        for (int viewer = 0; viewer < room->log.settings.seats; viewer++) {
            struct wire_viewer about = room_viewer(room, viewer);
            wire_update_write(&out, &about, 0, NULL);
        }
    }
    buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct server server = {.loop = loop_memory_create()};
    env_test(&server.env, 1);
    struct room *room = room_new(&server);
    room->loading = true;
    bool sound = true;
    while (size && sound) {
        const uint8_t *end = memchr(bytes, '\n', size);
        size_t count = end ? (size_t)(end - bytes) : size;
        json_t *entry = json_loadb((const char *)bytes, count, 0, NULL);
        sound = entry && room_apply(room, entry);
        room->log.seq += sound;
        json_decref(entry);
        bytes += end ? count + 1 : count;
        size -= end ? count + 1 : count;
    }
    if (sound && room->log.seq)
        room_show(room);
    room_discard(room);
    map_free(&server.rooms);
    loop_destroy(server.loop);
    return 0;
}
