#include "push_device.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "person.h"
#include "push_queue.h"
#include "server.h"
#include "session.h"
#include "space.h"
#include "store.h"

enum { MINUTE_MS = 60000, DAY_MINUTES = 24 * 60 };

const char *const push_kind_names[PUSH_KINDS] = {"turn", "invite", "wait"};
static const char *const lang_names[LAN_LANGS] = {[LAN_EN] = "en", [LAN_FR] = "fr"};

/* The end of the key of a guest's document. */
static const char now_key[] = "now";

/* ---- Documents ----------------------------------------------------------------------------------------- */

static bool base64_read(const json_t *text, uint8_t *bytes, size_t count)
{
    size_t found = 0;
    const char *letters = json_string_value(text);
    return letters &&
           sodium_base642bin(bytes, count, letters, json_string_length(text), NULL, &found, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           found == count;
}

static bool kinds_read(const json_t *list, unsigned *kinds)
{
    size_t at;
    json_t *name;
    *kinds = 0;
    json_array_foreach(list, at, name)
    {
        int kind = 0;
        while (kind < PUSH_KINDS &&
               (!json_string_value(name) || strcmp(push_kind_names[kind], json_string_value(name)) != 0))
            kind++;
        if (kind == PUSH_KINDS)
            return false;
        *kinds |= 1u << kind;
    }
    return json_is_array(list);
}

static bool minute_read(const json_t *object, const char *key, int *minute)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    *minute = (int)number;
    return json_is_integer(value) && number >= 0 && number < DAY_MINUTES;
}

static bool shifts_read(const json_t *list, struct push_device *device)
{
    size_t at;
    json_t *shift;
    if (!json_is_array(list) || json_array_size(list) > LIMIT_PUSH_SHIFTS)
        return false;
    json_array_foreach(list, at, shift)
    {
        const json_t *from = json_object_get(shift, "at"), *minutes = json_object_get(shift, "minutes");
        json_int_t ahead = json_integer_value(minutes);
        if (!json_is_integer(from) || !json_is_integer(minutes) || ahead <= -DAY_MINUTES ||
            ahead >= DAY_MINUTES)
            return false;
        device->shifts[at] = (struct push_shift){json_integer_value(from), (int)ahead};
    }
    device->shift_count = (int)json_array_size(list);
    return true;
}

const char *push_device_read(const json_t *json, int sink, struct push_device *device)
{
    const json_t *endpoint = json_object_get(json, "endpoint"), *quiet = json_object_get(json, "quiet");
    const json_t *shifts = json_object_get(json, "shifts");
    const char *lang = json_string_value(json_object_get(json, "lang"));
    memset(device, 0, sizeof *device);
    if (!json_is_string(endpoint) || json_string_length(endpoint) > LIMIT_PUSH_ENDPOINT_BYTES ||
        strlen(json_string_value(endpoint)) != json_string_length(endpoint) ||
        !push_endpoint_valid(json_string_value(endpoint), sink, device->origin))
        return "endpoint";
    snprintf(device->endpoint, sizeof device->endpoint, "%s", json_string_value(endpoint));
    if (!base64_read(json_object_get(json, "p256dh"), device->point, PUSH_POINT) ||
        !push_point_valid(device->point))
        return "p256dh";
    if (!base64_read(json_object_get(json, "auth"), device->auth, PUSH_AUTH))
        return "auth";
    if (!lang || (strcmp(lang, lang_names[LAN_EN]) != 0 && strcmp(lang, lang_names[LAN_FR]) != 0))
        return "lang";
    device->lang = strcmp(lang, lang_names[LAN_FR]) == 0 ? LAN_FR : LAN_EN;
    if (!kinds_read(json_object_get(json, "kinds"), &device->kinds))
        return "kinds";
    if (quiet &&
        (!minute_read(quiet, "from", &device->quiet_from) || !minute_read(quiet, "to", &device->quiet_to)))
        return "quiet";
    return !shifts || shifts_read(shifts, device) ? NULL : "shifts";
}

static void settings_write(struct buf *out, const struct push_device *device)
{
    js_string(out, "lang", lang_names[device->lang]);
    js_array(out, "kinds");
    for (int kind = 0; kind < PUSH_KINDS; kind++) {
        if (device->kinds >> kind & 1)
            js_string(out, NULL, push_kind_names[kind]);
    }
    js_end_array(out);
    if (device->quiet_from != device->quiet_to) {
        js_object(out, "quiet");
        js_int(out, "from", device->quiet_from);
        js_int(out, "to", device->quiet_to);
        js_end_object(out);
    }
    js_array(out, "shifts");
    for (int i = 0; i < device->shift_count; i++) {
        js_object(out, NULL);
        js_int(out, "at", device->shifts[i].at);
        js_int(out, "minutes", device->shifts[i].minutes);
        js_end_object(out);
    }
    js_end_array(out);
}

static void base64_field(struct buf *out, const char *key, const uint8_t *bytes, size_t count)
{
    char text[PUSH_POINT_TEXT + 1];
    sodium_bin2base64(text, sizeof text, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    js_string(out, key, text);
}

static void device_put(struct store_batch *batch, const struct ask *ask, const struct push_device *device)
{
    char key[STORE_NAME_MAX];
    struct buf out = {0};
    ask->person->devices = DEVICES_MAY;
    js_object(&out, NULL);
    js_string(&out, "endpoint", device->endpoint);
    base64_field(&out, "p256dh", device->point, PUSH_POINT);
    base64_field(&out, "auth", device->auth, PUSH_AUTH);
    settings_write(&out, device);
    js_string(&out, "agent", ask->client->agent ? ask->client->agent : "");
    js_int(&out, "at", env_now(&ask->server->env));
    js_end_object(&out);
    snprintf(key, sizeof key, "%s/%s", ask->person->id, ask->client->token);
    /* The session may end just now: then there must be no document of it. */
    store_batch_require(batch, SPACE_SESSION, key);
    store_batch_put(batch, STORE_PUT, SPACE_PUSH, key, out.at, out.length);
    buf_free(&out);
}

void push_guest_put(struct store_batch *batch, struct person *guest, const char *account)
{
    char key[STORE_NAME_MAX];
    struct buf out = {0};
    guest->devices = DEVICES_MAY;
    snprintf(key, sizeof key, "%s/%s", guest->id, now_key);
    js_object(&out, NULL);
    js_string(&out, now_key, account);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_PUSH, key, out.at, out.length);
    buf_free(&out);
}

void push_guest_delete(struct store_batch *batch, const char *guest)
{
    char key[STORE_NAME_MAX];
    snprintf(key, sizeof key, "%s/%s", guest, now_key);
    store_batch_delete(batch, SPACE_PUSH, key);
}

bool push_guest_key(const char *key)
{
    return strcmp(key + ID_PERSON + 1, now_key) == 0;
}

/* ---- Quiet hours --------------------------------------------------------------------------------------- */

int64_t push_quiet_left(const struct push_device *device, int64_t now)
{
    int ahead = 0;
    for (int i = 0; i < device->shift_count; i++) {
        if (i == 0 || device->shifts[i].at <= now)
            ahead = device->shifts[i].minutes;
    }
    int64_t local = now / MINUTE_MS + ahead;
    int minute = (int)((local % DAY_MINUTES + DAY_MINUTES) % DAY_MINUTES);
    int length = (device->quiet_to - device->quiet_from + DAY_MINUTES) % DAY_MINUTES;
    int since = (minute - device->quiet_from + DAY_MINUTES) % DAY_MINUTES;
    return since < length ? (int64_t)(length - since) * MINUTE_MS - now % MINUTE_MS : 0;
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

static bool ask_possible(struct ask *ask)
{
    if (ask->server->pushes && ask->client && *ask->client->token)
        return true;
    ask_fail(ask, FAIL_NO_PUSH);
    return false;
}

static void devices_read(struct ask *ask, void (*done)(struct store_read *))
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOCS, SPACE_PUSH, prefix, done, ask));
}

static void device_write(struct buf *out, const struct ask *ask, const struct store_row *row)
{
    struct push_device device;
    const char *hash = row->key + ID_PERSON + 1;
    bool this = ask->client && strcmp(ask->client->token, hash) == 0;
    char shown[SESSION_SHOWN + 1];
    json_t *json = json_loads(row->bytes, 0, NULL);
    if (!push_device_read(json, ask->server->config.push_sink, &device)) {
        const char *agent = json_string_value(json_object_get(json, "agent"));
        snprintf(shown, sizeof shown, "%s", hash);
        js_object(out, NULL);
        js_string(out, "session", shown);
        js_string(out, "agent", agent ? agent : "");
        js_int(out, "since", json_integer_value(json_object_get(json, "at")));
        js_bool(out, "this", this);
        /* Whoever knows the endpoint and the keys can send to the device: others do not learn them. */
        if (this)
            js_string(out, "endpoint", device.endpoint);
        settings_write(out, &device);
        js_end_object(out);
    }
    json_decref(json);
}

static void devices_listed(struct store_read *read)
{
    struct buf out = {0};
    struct ask *ask = ask_begin_read(read, &out);
    if (!ask)
        return;
    js_string(&out, "key", pushes_key(ask->server->pushes));
    js_array(&out, "devices");
    for (size_t i = 0; i < read->count; i++)
        device_write(&out, ask, &read->rows[i]);
    js_end_array(&out);
    ask_send(ask, &out);
}

void op_push_devices(struct ask *ask)
{
    if (ask_possible(ask))
        devices_read(ask, devices_listed);
}

static void device_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_NO_SESSION : FAIL_STORAGE);
}

void op_push_on(struct ask *ask)
{
    struct push_device device;
    if (!ask_possible(ask))
        return;
    const char *wrong = push_device_read(ask->message, ask->server->config.push_sink, &device);
    if (wrong && strcmp(wrong, "endpoint") == 0) {
        ask_fail(ask, FAIL_BAD_ENDPOINT);
        return;
    }
    if (wrong) {
        ask_fail_about(ask, FAIL_BAD_FIELD, "The browser's keys or settings for notices cannot be used.",
                       "Les clés ou réglages du navigateur pour les notifications sont inutilisables.",
                       wrong);
        return;
    }
    struct store_batch *batch = store_batch_create(device_stored, ask);
    device_put(batch, ask, &device);
    store_submit(ask->server->store, batch);
}

static void device_deleted(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, FAIL_STORAGE);
}

static void device_delete(struct store_read *read)
{
    struct ask *ask = read->context;
    const char *wanted = json_string_value(json_object_get(ask->message, "session"));
    for (size_t i = 0; i < read->count; i++) {
        if (strncmp(read->rows[i].key + ID_PERSON + 1, wanted, SESSION_SHOWN) == 0) {
            struct store_batch *batch = store_batch_create(device_deleted, ask);
            pushes_drop(ask->server, read->rows[i].key);
            store_batch_delete(batch, SPACE_PUSH, read->rows[i].key);
            store_submit(ask->server->store, batch);
            return;
        }
    }
    ask_fail(ask, read->status == STORE_OK ? FAIL_NO_DEVICE : FAIL_STORAGE);
}

void op_push_off(struct ask *ask)
{
    const char *session;
    if (!ask_possible(ask) || !ask_string_or(ask, "session", SESSION_SHOWN, ask->client->token, &session))
        return;
    if (strlen(session) < SESSION_SHOWN) {
        ask_fail(ask, FAIL_NO_DEVICE);
        return;
    }
    json_object_set_new(ask->message, "session", json_string(session));
    devices_read(ask, device_delete);
}

static void test_read(struct store_read *read)
{
    struct ask *ask = read->context;
    struct push_device device;
    json_t *json = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    if (read->status != STORE_OK)
        ask_fail(ask, FAIL_STORAGE);
    else if (push_device_read(json, ask->server->config.push_sink, &device))
        ask_fail(ask, FAIL_NO_DEVICE);
    else if (!pushes_test(ask->server, read->key, &device))
        ask_fail(ask, FAIL_PUSHES_TOO_FAST);
    else
        ask_done(ask);
    json_decref(json);
}

void op_push_test(struct ask *ask)
{
    char key[STORE_NAME_MAX];
    if (!ask_possible(ask))
        return;
    snprintf(key, sizeof key, "%s/%s", ask->person->id, ask->client->token);
    store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_PUSH, key, test_read, ask));
}
