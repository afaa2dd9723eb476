/*
 * Any log of a table, one JSON entry a line: it is applied or refused, and the table that it makes can be
 * shown.
 */
#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "refused.h"
#include "room.h"
#include "room_info.h"
#include "room_log.h"
#include "room_push.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Shows the table to every seat; a room without anybody in it needs of a server the time alone. */
static void log_show(const struct room_log *log)
{
    struct server server = {.loop = NULL};
    struct room room = {.server = &server, .log = *log};
    struct buf out = {0};
    env_test(&server.env, 1);
    room_info_write(&out, NULL, &room, NULL);
    for (int viewer = 0; log->match && viewer < log->settings.seats; viewer++) {
        struct wire_viewer about = room_viewer(&room, viewer);
        wire_update_write(&out, &about, 0, NULL);
    }
    buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct map rulebooks = {0};
    struct room_log log;
    bool sound = true;
    room_log_init(&log, "0123456789", &rulebooks);
    while (size && sound) {
        const uint8_t *end = memchr(bytes, '\n', size);
        size_t count = end ? (size_t)(end - bytes) : size;
        json_t *entry = json_loadb((const char *)bytes, count, 0, NULL);
        sound = entry && room_log_apply(&log, entry);
        json_decref(entry);
        bytes += end ? count + 1 : count;
        size -= end ? count + 1 : count;
    }
    if (sound && log.entries)
        log_show(&log);
    fuzz_refused += !sound;
    room_log_free(&log);
    return 0;
}
