/* How long tables are kept. */
#include <stdio.h>
#include <string.h>

#include "room.h"

void table_forget(struct store_batch *batch, const char *id, json_t *document)
{
    char key[STORE_NAME_MAX];
    json_t *person;
    size_t at;
    store_batch_delete_log(batch, id);
    snprintf(key, sizeof key, "%s/chat", id);
    store_batch_delete_log(batch, key);
    store_batch_delete(batch, SPACE_TABLE, id);
    store_batch_tell(batch, id, 0);
    store_batch_delete(batch, STORE_SECRETS, id);
    json_array_foreach(json_object_get(document, "persons"), at, person)
    {
        const char *who = json_string_value(person);
        if (!who || strlen(who) != ID_PERSON)
            continue;
        snprintf(key, sizeof key, "%s/%s", who, id);
        store_batch_delete(batch, SPACE_MINE, key);
        for (int seat = 1; seat <= LAN_SEATS_MAX; seat++) {
            snprintf(key, sizeof key, "%s/%s/%d", who, id, seat);
            store_batch_delete(batch, SPACE_NOTE, key);
        }
    }
    const char *host = json_string_value(json_object_get(document, "host"));
    if (host && strlen(host) == ID_PERSON) {
        snprintf(key, sizeof key, "%s/%s", host, id);
        store_batch_delete(batch, SPACE_MINE, key);
    }
}

static bool expired(json_t *document, int64_t before)
{
    const char *state = json_string_value(json_object_get(json_object_get(document, "row"), "state"));
    bool ended = state && (strcmp(state, room_state_words[ROOM_OVER]) == 0 ||
                           strcmp(state, room_state_words[ROOM_CLOSED]) == 0);
    return ended && json_integer_value(json_object_get(document, "at")) < before;
}

static void tables_read(struct store_read *read)
{
    struct server *server = read->context;
    int64_t before = env_now(&server->env) - (int64_t)server->config.keep_days * 24 * 3600 * 1000;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    int count = 0;
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL);
        /* One that somebody is looking at stays for now. */
        if (expired(document, before) && !map_get(&server->rooms, read->rows[i].key)) {
            table_forget(batch, read->rows[i].key, document);
            count++;
        }
        json_decref(document);
    }
    if (count)
        log_line(server, "expired", "\"tables\":%d", count);
    store_submit(server->store, batch);
}

void tables_expire(struct server *server)
{
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", tables_read, server));
}
