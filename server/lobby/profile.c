#include "profile.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "person.h"
#include "profile_sum.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"

static const char *const spaces[] = {SPACE_PLAYED, SPACE_LUCK};
enum { SPACES = sizeof spaces / sizeof *spaces };

/* A profile in the making: each space is read for the person and for every guest it was. */
struct profile {
    struct ask *ask;
    bool own;
    char name[NAME_SIZE], code[ID_TABLE + 1];
    char id[PERSON_WAS_MAX + 1][ID_PERSON + 1];
    int ids, at;
    struct profile_sum *sum;
};

static void profile_free(struct profile *profile)
{
    profile_sum_free(profile->sum);
    free(profile);
}

static void profile_fail(struct profile *profile, enum fail fail)
{
    ask_fail(profile->ask, fail);
    profile_free(profile);
}

static void profile_send(struct profile *profile)
{
    struct buf out = {0};
    ask_begin(profile->ask, &out);
    js_object(&out, "profile");
    js_string(&out, "name", profile->name);
    if (*profile->code)
        js_string(&out, "code", profile->code);
    profile_sum_write(profile->sum, &out, profile->own, env_now(&profile->ask->server->env));
    js_end_object(&out);
    ask_send(profile->ask, &out);
    profile_free(profile);
}

static void profile_read(struct profile *profile);

static void rows_read(struct store_read *read)
{
    struct profile *profile = read->context;
    if (read->status != STORE_OK) {
        profile_fail(profile, FAIL_STORAGE);
        return;
    }
    profile_sum_add(profile->sum, read);
    profile->at++;
    profile_read(profile);
}

static void profile_read(struct profile *profile)
{
    char prefix[ID_PERSON + 2];
    if (profile->at == SPACES * profile->ids) {
        profile_send(profile);
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/", profile->id[profile->at % profile->ids]);
    struct store_read *read =
        store_read_create(STORE_READ_DOCS, spaces[profile->at / profile->ids], prefix, rows_read, profile);
    read->limit = LIMIT_PROFILE_GAMES;
    store_read(profile->ask->server->store, read);
}

static void id_add(struct profile *profile, const char *id)
{
    if (id && profile->ids <= PERSON_WAS_MAX)
        snprintf(profile->id[profile->ids++], sizeof *profile->id, "%.*s", ID_PERSON, id);
}

/* ---- Somebody else's ----------------------------------------------------------------------------------- */

/* The person's document must name the code: one that was ended is worth nothing. */
static void shown_person_read(struct store_read *read)
{
    struct profile *profile = read->context;
    json_t *person = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL, *was;
    const char *code = json_string_value(json_object_get(person, "profile"));
    const char *name = json_string_value(json_object_get(person, "name"));
    size_t at;
    if (read->status != STORE_OK) {
        profile_fail(profile, FAIL_STORAGE);
    } else if (!code || !name || strcmp(code, profile->code) != 0) {
        profile_fail(profile, FAIL_NO_PROFILE);
    } else {
        snprintf(profile->name, sizeof profile->name, "%s", name);
        id_add(profile, read->key);
        json_array_foreach(json_object_get(person, "was"), at, was) id_add(profile, json_string_value(was));
        profile_read(profile);
    }
    json_decref(person);
}

static void shown_read(struct store_read *read)
{
    struct profile *profile = read->context;
    if (read->status != STORE_OK) {
        profile_fail(profile, FAIL_STORAGE);
    } else if (!read->count || read->rows[0].size != ID_PERSON) {
        profile_fail(profile, FAIL_NO_PROFILE);
    } else {
        store_read(
            profile->ask->server->store,
            store_read_create(STORE_READ_DOC, SPACE_PERSON, read->rows[0].bytes, shown_person_read, profile));
    }
}

void op_profile(struct ask *ask)
{
    const char *code;
    if (!ask_string_or(ask, "code", ID_TABLE, "", &code))
        return;
    if (!throttle_take(ask->server, "profile", ask->person->id, LIMIT_PROFILES_PER_MINUTE, 60)) {
        ask_fail(ask, FAIL_PROFILES_TOO_FAST);
        return;
    }
    /* Guests are made for nothing, so a limit of each person bounds no work. */
    if (!throttle_take(ask->server, "profile-address", ask->client ? address_name(ask->client) : "",
                       LIMIT_PROFILES_PER_ADDRESS, 60)) {
        ask_fail(ask, FAIL_PROFILES_ADDRESS);
        return;
    }
    struct profile *profile = mem_zero(sizeof *profile);
    profile->ask = ask;
    profile->own = !*code;
    profile->sum = profile_sum_create();
    snprintf(profile->code, sizeof profile->code, "%s", *code ? code : ask->person->profile);
    if (*code) {
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PROFILE, code, shown_read, profile));
        return;
    }
    snprintf(profile->name, sizeof profile->name, "%s", ask->person->name);
    id_add(profile, ask->person->id);
    for (int i = 0; i < ask->person->was_count; i++)
        id_add(profile, ask->person->was[i]);
    profile_read(profile);
}

/* ---- Showing one's own --------------------------------------------------------------------------------- */

static void shown_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    char *now = ask->person->profile;
    const char *code = json_string_value(json_object_get(ask->message, "made"));
    if (batch->status != STORE_OK) {
        if (strcmp(now, code) == 0)
            snprintf(now, sizeof ask->person->profile, "%s",
                     json_string_value(json_object_get(ask->message, "before")));
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct buf out = {0};
    ask_begin(ask, &out);
    if (*code)
        js_string(&out, "code", code);
    ask_send(ask, &out);
}

/* A guest's profile would be lost with a cookie, and its link with it: only an account has one to show. */
void op_profile_show(struct ask *ask)
{
    bool on;
    char code[ID_TABLE + 1] = "";
    struct person *person = ask->person;
    if (!ask_bool(ask, "on", &on))
        return;
    if (!*person->login) {
        ask_fail(ask, FAIL_NO_ACCOUNT);
        return;
    }
    struct store_batch *batch = store_batch_create(shown_stored, ask);
    /* A deletion on another connection may come first: then nobody is written again. */
    store_batch_require(batch, SPACE_PERSON, person->id);
    if (on && *person->profile)
        snprintf(code, sizeof code, "%s", person->profile);
    else if (on)
        env_id(&ask->server->env, code, ID_TABLE);
    if (*person->profile && !on)
        store_batch_delete(batch, SPACE_PROFILE, person->profile);
    if (on)
        store_batch_put(batch, STORE_PUT, SPACE_PROFILE, code, person->id, strlen(person->id));
    /* Memory has the code at once: another ask before this one is stored would make a second one, whose
       document nobody could find to delete it. */
    json_object_set_new(ask->message, "before", json_string(person->profile));
    json_object_set_new(ask->message, "made", json_string(code));
    snprintf(person->profile, sizeof person->profile, "%s", code);
    person_put(batch, person);
    store_submit(ask->server->store, batch);
}
