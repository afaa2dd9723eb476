#include "push_queue.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "env.h"
#include "letter.h"
#include "log.h"
#include "map.h"
#include "person.h"
#include "post.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"

enum { HOUR = 3600, DAY = 24 * HOUR, SECOND_MS = 1000, TOPIC_BYTES = 18, TOPIC_TEXT = 24, TRIES = 5 };

/* How long a push service keeps a message for a device that is off, and whether it wakes one that sleeps. */
static const struct manner {
    int ttl;
    const char *urgency;
} manners[PUSH_KINDS] = {
    [PUSH_TURN] = {DAY, "normal"},
    [PUSH_INVITE] = {12 * HOUR, "normal"},
    [PUSH_WAIT] = {HOUR, "high"},
};
static const struct manner manner_test = {HOUR / 12, "high"};

/* One message to one device. */
struct push {
    struct pushes *pushes;
    char key[STORE_NAME_MAX]; /* of the device's document */
    struct push_device device;
    struct buf text;
    char topic[TOPIC_TEXT + 1];
    const struct manner *manner;
    int64_t due, until; /* by server_tick: when it is sent, and after which it is worth nothing */
    int tries;
    bool sending;
    bool dropped; /* while it was sent: it is not tried again */
    struct push *next;
};

struct pushes {
    struct server *server;
    struct vapid *vapid;
    struct push *first, **last; /* in the order in which they came */
    int count, sending;
};

/* ---- The queue ----------------------------------------------------------------------------------------- */

void pushes_open(struct server *server)
{
    struct pushes *pushes = mem_zero(sizeof *pushes);
    pushes->server = server;
    pushes->vapid = vapid_derive(server->seal_key);
    pushes->last = &pushes->first;
    server->pushes = pushes;
}

static void push_free(struct push *push)
{
    buf_free(&push->text);
    free(push);
}

void pushes_close(struct server *server)
{
    struct pushes *pushes = server->pushes;
    if (!pushes)
        return;
    for (struct push *push = pushes->first, *next; push; push = next) {
        next = push->next;
        push_free(push);
    }
    vapid_free(pushes->vapid);
    free(pushes);
    server->pushes = NULL;
}

const char *pushes_key(const struct pushes *pushes)
{
    return pushes->vapid->text;
}

int pushes_count(const struct pushes *pushes)
{
    return pushes ? pushes->count : 0;
}

static void push_unlink(struct push *push)
{
    struct pushes *pushes = push->pushes;
    struct push **at = &pushes->first;
    while (*at != push)
        at = &(*at)->next;
    *at = push->next;
    if (!*at)
        pushes->last = at;
    pushes->count--;
    push_free(push);
}

/* Takes out the messages to a device, or to all of a person's, with this topic; NULL: with any. */
static void messages_drop(struct pushes *pushes, const char *key, size_t length, const char *topic)
{
    for (struct push *push = pushes->first, *next; push; push = next) {
        next = push->next;
        if (strncmp(push->key, key, length) != 0 || (topic && strcmp(push->topic, topic) != 0))
            continue;
        if (push->sending)
            push->dropped = true;
        else
            push_unlink(push);
    }
}

void pushes_drop(struct server *server, const char *key)
{
    if (server->pushes)
        messages_drop(server->pushes, key, strlen(key) + 1, NULL);
}

/* The topic is seen by push services: a keyed hash, by which they cannot learn a table's code. */
static void topic_write(const struct server *server, const char *person, const char *table, const char *kind,
                        char topic[TOPIC_TEXT + 1])
{
    static const char about[] = "lanterne: topic of a push message";
    uint8_t hash[TOPIC_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, server->seal_key, sizeof server->seal_key, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)about, sizeof about);
    crypto_generichash_update(&state, (const unsigned char *)person, ID_PERSON);
    crypto_generichash_update(&state, (const unsigned char *)table, strlen(table) + 1);
    crypto_generichash_update(&state, (const unsigned char *)kind, strlen(kind));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2base64(topic, TOPIC_TEXT + 1, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void pushes_seen(struct server *server, const char *person, const char *table)
{
    char topic[TOPIC_TEXT + 1], prefix[ID_PERSON + 2];
    if (!server->pushes || !server->pushes->count)
        return;
    int length = snprintf(prefix, sizeof prefix, "%s/", person);
    for (int kind = 0; kind < PUSH_KINDS; kind++) {
        topic_write(server, person, table, push_kind_names[kind], topic);
        messages_drop(server->pushes, prefix, (size_t)length, topic);
    }
}

/* ---- Sending ------------------------------------------------------------------------------------------- */

/* A device that its push service does not know any more. */
struct gone {
    struct server *server;
    char endpoint[LIMIT_PUSH_ENDPOINT_BYTES + 1];
};

static void device_gone(struct store_read *read)
{
    struct gone *gone = read->context;
    json_t *json = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *endpoint = json_string_value(json_object_get(json, "endpoint"));
    /* The device may have subscribed anew meanwhile. */
    if (endpoint && strcmp(endpoint, gone->endpoint) == 0) {
        struct store_batch *batch = store_batch_create(NULL, NULL);
        store_batch_delete(batch, SPACE_PUSH, read->key);
        store_submit(gone->server->store, batch);
    }
    json_decref(json);
    free(gone);
}

/* The push service says that there is no such device any more: its document is deleted. */
static void push_gone(struct push *push)
{
    struct server *server = push->pushes->server;
    struct gone *gone = mem_zero(sizeof *gone);
    gone->server = server;
    memcpy(gone->endpoint, push->device.endpoint, sizeof gone->endpoint);
    server->metrics.pushes_gone++;
    store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_PUSH, push->key, device_gone, gone));
    push_unlink(push);
}

/* Waits four times as long each time, or as long as the service asks for, at most a day. */
static int64_t wait_find(const struct push *push, long after)
{
    enum { FIRST = 30 };
    int64_t wait = (int64_t)FIRST << (2 * (push->tries - 1));
    if (after > wait)
        wait = after;
    return (wait < DAY ? wait : DAY) * SECOND_MS;
}

static void push_done(void *context, long status, long after)
{
    struct push *push = context;
    struct server *server = push->pushes->server;
    bool sent = status >= 200 && status < 300, later = !status || status == 429 || status >= 500;
    push->sending = false;
    push->pushes->sending--;
    push->due = server_tick(server) + wait_find(push, after);
    if (sent)
        server->metrics.pushes_sent++;
    if (status == 404 || status == 410) {
        push_gone(push);
    } else if (sent || !later || push->dropped || push->tries >= TRIES || push->due >= push->until) {
        server->metrics.pushes_failed += !sent && !push->dropped;
        push_unlink(push);
    }
    pushes_tick(server);
}

/* Where a push service can write to: RFC 8292 wants a mailto: or https: address. */
static void subject_write(struct buf *out, const struct server *server)
{
    if (strncmp(server->config.base_url, "https://", 8) == 0)
        letter_link_write(out, server, "/");
    else
        buf_printf(out, "mailto:%s", server->config.mail_from);
}

static void push_start(struct push *push)
{
    struct pushes *pushes = push->pushes;
    struct server *server = pushes->server;
    struct buf body = {0}, subject = {0}, authorization = {0};
    enum { TOKEN_SECONDS = 12 * HOUR };
    lan_assert(push_encrypt(&body, push->device.point, push->device.auth, push->text.at, push->text.length));
    subject_write(&subject, server);
    vapid_write(&authorization, pushes->vapid, push->device.origin, buf_cstr(&subject),
                env_now(&server->env) / SECOND_MS + TOKEN_SECONDS);
    long ttl = (long)((push->until - server_tick(server)) / SECOND_MS);
    push->tries++;
    push->sending = post_push(server->post, &(struct post_push){.url = push->device.endpoint,
                                                                .authorization = buf_cstr(&authorization),
                                                                .urgency = push->manner->urgency,
                                                                .topic = push->topic,
                                                                .ttl = ttl,
                                                                .body = &body,
                                                                .done = push_done,
                                                                .context = push});
    pushes->sending += push->sending;
    if (!push->sending)
        push->due = server_tick(server) + wait_find(push, 0);
    buf_free(&subject);
    buf_free(&authorization);
}

void pushes_tick(struct server *server)
{
    struct pushes *pushes = server->pushes;
    int64_t now = server_tick(server);
    if (!pushes || !server->post)
        return;
    for (struct push *push = pushes->first, *next; push; push = next) {
        next = push->next;
        if (!push->sending && push->due <= now && pushes->sending < LIMIT_PUSHES_AT_ONCE)
            push_start(push);
    }
}

/* ---- What is told -------------------------------------------------------------------------------------- */

/* The text for one device, as the service worker of the page reads it. */
static void text_write(struct buf *out, const char *title, const char *body, const char *path,
                       const char *tag)
{
    js_object(out, NULL);
    js_string(out, "title", title);
    js_string(out, "body", body);
    js_string(out, "path", path);
    js_string(out, "tag", tag);
    js_end_object(out);
    lan_assert(out->length <= PUSH_TEXT);
}

/* Adds a message to the queue, in place of one with the same topic that waits. Takes over its text. */
static void push_add(struct pushes *pushes, struct push *push, int64_t wait)
{
    messages_drop(pushes, push->key, strlen(push->key) + 1, push->topic);
    if (pushes->count >= LIMIT_PUSHES_WAITING) {
        log_line(pushes->server, "notice", "\"by\":\"push\",\"sent\":false,\"why\":\"too many wait\"");
        pushes->server->metrics.pushes_failed++;
        push_free(push);
        return;
    }
    push->pushes = pushes;
    push->due = server_tick(pushes->server) + wait;
    push->until = push->due + (int64_t)push->manner->ttl * SECOND_MS;
    *pushes->last = push;
    pushes->last = &push->next;
    pushes->count++;
}

/* A notice while the person's devices are read. */
struct telling {
    struct server *server;
    char table[ID_TABLE + 1];
    enum push_kind kind;
    struct buf text[LAN_LANGS];
    bool followed; /* from a guest to the account */
};

static void telling_free(struct telling *telling)
{
    for (int lang = 0; lang < LAN_LANGS; lang++)
        buf_free(&telling->text[lang]);
    free(telling);
}

static void device_tell(const struct telling *telling, const char *key, const struct push_device *device)
{
    struct server *server = telling->server;
    char person[ID_PERSON + 1];
    if (!(device->kinds >> telling->kind & 1))
        return;
    struct push *push = mem_zero(sizeof *push);
    push->device = *device;
    push->manner = &manners[telling->kind];
    snprintf(push->key, sizeof push->key, "%s", key);
    snprintf(person, sizeof person, "%.*s", ID_PERSON, key);
    topic_write(server, person, telling->table, push_kind_names[telling->kind], push->topic);
    buf_add(&push->text, telling->text[device->lang].at, telling->text[device->lang].length);
    push_add(server->pushes, push, push_quiet_left(device, env_now(&server->env)));
}

static void telling_read(struct telling *telling, const char *person);

/* Of a guest who signed in to an account since: the devices of the account. */
static bool account_follow(struct telling *telling, const struct store_read *read)
{
    char account[ID_PERSON + 1] = "";
    for (size_t i = 0; i < read->count && !telling->followed; i++) {
        json_t *json = json_loads(read->rows[i].bytes, 0, NULL);
        const char *now = json_string_value(json_object_get(json, "now"));
        snprintf(account, sizeof account, "%s", now ? now : account);
        json_decref(json);
    }
    if (!*account)
        return false;
    telling->followed = true;
    telling_read(telling, account);
    return true;
}

/* Remembered from now on, until a device is put: that sets DEVICES_MAY before it is stored. */
static void none_note(struct server *server, const struct store_read *read)
{
    char id[ID_PERSON + 1];
    snprintf(id, sizeof id, "%.*s", ID_PERSON, read->key);
    struct person *person = map_get(&server->persons, id);
    if (person && !server->store->shared && read->status == STORE_OK && !read->count &&
        person->devices == DEVICES_UNKNOWN)
        person->devices = DEVICES_NONE;
}

bool pushes_needless(struct server *server, const char *person)
{
    const struct person *known = map_get(&server->persons, person);
    return !server->pushes || !server->post || (known && known->devices == DEVICES_NONE);
}

static void devices_tell(struct store_read *read)
{
    struct telling *telling = read->context;
    struct server *server = telling->server;
    struct push_device device;
    char person[ID_PERSON + 1];
    none_note(server, read);
    if (server->pushes && account_follow(telling, read))
        return;
    snprintf(person, sizeof person, "%.*s", ID_PERSON, read->key);
    bool told = server->pushes && read->count && throttle_may(server, "pushes", "", LIMIT_PUSHES_PER_HOUR) &&
                throttle_take(server, "pushes-person", person, LIMIT_PUSHES_PER_PERSON, HOUR) &&
                throttle_take(server, "pushes", "", LIMIT_PUSHES_PER_HOUR, HOUR);
    for (size_t i = 0; told && i < read->count; i++) {
        json_t *json = json_loads(read->rows[i].bytes, 0, NULL);
        if (!push_device_read(json, server->config.push_sink, &device))
            device_tell(telling, read->rows[i].key, &device);
        json_decref(json);
    }
    telling_free(telling);
    if (told)
        pushes_tick(server);
}

static void telling_read(struct telling *telling, const char *person)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", person);
    store_read(telling->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_PUSH, prefix, devices_tell, telling));
}

void pushes_send(struct server *server, const struct push_notice *notice)
{
    struct buf path = {0};
    if (!server->pushes || !server->post || !*notice->person)
        return;
    struct telling *telling = mem_zero(sizeof *telling);
    *telling = (struct telling){.server = server, .kind = notice->kind};
    snprintf(telling->table, sizeof telling->table, "%s", notice->table);
    buf_printf(&path, "/t/%s", notice->table);
    for (int lang = 0; lang < LAN_LANGS; lang++)
        text_write(&telling->text[lang], notice->title.in[lang], notice->body.in[lang], buf_cstr(&path),
                   notice->table);
    buf_free(&path);
    telling_read(telling, notice->person);
}

bool pushes_test(struct server *server, const char *key, const struct push_device *device)
{
    static const struct lan_words said = {
        {"Notices reach this device.", "Les notifications arrivent bien sur cet appareil."}};
    char person[ID_PERSON + 1];
    snprintf(person, sizeof person, "%.*s", ID_PERSON, key);
    if (!throttle_take(server, "pushes-test", person, LIMIT_PUSH_TESTS, HOUR) ||
        !throttle_take(server, "pushes", "", LIMIT_PUSHES_PER_HOUR, HOUR))
        return false;
    struct push *push = mem_zero(sizeof *push);
    push->device = *device;
    push->manner = &manner_test;
    snprintf(push->key, sizeof push->key, "%s", key);
    topic_write(server, person, "", "test", push->topic);
    text_write(&push->text, "Lanterne", said.in[device->lang], "/settings", "test");
    push_add(server->pushes, push, 0);
    pushes_tick(server);
    return true;
}
