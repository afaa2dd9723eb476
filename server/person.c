#include "person.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limit.h"
#include "map.h"
#include "server.h"
#include "space.h"
#include "store.h"

struct person *person_ref(struct person *person)
{
    person->refs++;
    return person;
}

void person_unref(struct server *server, struct person *person)
{
    if (--person->refs > 0)
        return;
    map_remove(&server->persons, person->id);
    person_text_set(&person->login, "");
    person_text_set(&person->mail, "");
    free(person->was);
    free(person->blocks);
    free(person);
}

/* The text of persons without one; shared, so never freed or written to. */
static const char none[] = "";

void person_text_set(char **at, const char *text)
{
    if (**at)
        free(*at);
    *at = *text ? mem_string(text) : (char *)(uintptr_t)none;
}

struct person *person_new(struct server *server, const char *id)
{
    struct person *person = mem_zero(sizeof *person);
    person->login = person->mail = (char *)(uintptr_t)none;
    person->share.most = LIMIT_MEMORY_PER_PERSON_BYTES;
    snprintf(person->id, sizeof person->id, "%.*s", ID_PERSON, id);
    map_put(&server->persons, person->id, person);
    return person_ref(person);
}

static const char *field_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

void person_was_let(struct person *person, int at)
{
    memmove(person->was[at], person->was[at + 1], (size_t)(--person->was_count - at) * sizeof *person->was);
}

void person_was_add(struct person *person, const char *guest)
{
    if (person->was_count == PERSON_WAS_MAX)
        person_was_let(person, 0);
    person->was = mem_grow(person->was, ((size_t)person->was_count + 1) * sizeof *person->was);
    snprintf(person->was[person->was_count++], sizeof *person->was, "%s", guest);
}

void person_join(struct person *person, const char *login, int64_t now)
{
    person_text_set(&person->login, login);
    person->member = now;
}

void person_was_drop(struct person *person)
{
    person->was_count--;
}

bool person_is(const struct person *person, const char *id)
{
    bool is = strcmp(person->id, id) == 0;
    for (int i = 0; i < person->was_count; i++)
        is |= strcmp(person->was[i], id) == 0;
    return is;
}

void person_block_add(struct person *person, const struct block *block)
{
    for (int i = 0; i < person->block_count; i++) {
        if (strcmp(person->blocks[i].id, block->id) == 0)
            return;
    }
    person->blocks = mem_grow(person->blocks, ((size_t)person->block_count + 1) * sizeof *person->blocks);
    person->blocks[person->block_count++] = *block;
}

void person_block_drop(struct person *person, int at)
{
    memmove(&person->blocks[at], &person->blocks[at + 1],
            (size_t)(--person->block_count - at) * sizeof *person->blocks);
}

static void blocks_update(struct person *person, const json_t *document)
{
    json_t *one;
    size_t at;
    person->block_count = 0;
    json_array_foreach(json_object_get(document, "blocks"), at, one)
    {
        struct block block = {.at = json_integer_value(json_object_get(one, "at"))};
        snprintf(block.id, sizeof block.id, "%s", field_of(one, "id"));
        snprintf(block.name, sizeof block.name, "%s", field_of(one, "name"));
        snprintf(block.ref, sizeof block.ref, "%s", field_of(one, "ref"));
        person_block_add(person, &block);
    }
}

static void blocks_put(struct buf *out, const struct person *person)
{
    if (!person->block_count)
        return;
    js_array(out, "blocks");
    for (int i = 0; i < person->block_count; i++) {
        const struct block *block = &person->blocks[i];
        js_object(out, NULL);
        js_string(out, "id", block->id);
        js_string(out, "name", block->name);
        js_string(out, "ref", block->ref);
        js_int(out, "at", block->at);
        js_end_object(out);
    }
    js_end_array(out);
}

void person_update(struct person *person, const json_t *document)
{
    snprintf(person->name, sizeof person->name, "%s", field_of(document, "name"));
    person_text_set(&person->login, field_of(document, "login"));
    person_text_set(&person->mail, field_of(document, "mail"));
    person->mail_confirmed = json_is_true(json_object_get(document, "confirmed"));
    snprintf(person->mail_code, sizeof person->mail_code, "%s", field_of(document, "code"));
    person->mail_asked = json_integer_value(json_object_get(document, "asked"));
    person->created = json_integer_value(json_object_get(document, "created"));
    person->member = json_integer_value(json_object_get(document, "member"));
    snprintf(person->profile, sizeof person->profile, "%s", field_of(document, "profile"));
    json_t *was;
    size_t at;
    person->was_count = 0;
    json_array_foreach(json_object_get(document, "was"), at, was)
        person_was_add(person, json_string_value(was) ? json_string_value(was) : "");
    blocks_update(person, document);
}

struct person *person_load(struct server *server, const char *id, const char *text)
{
    json_t *document = json_loads(text, 0, NULL);
    if (!document)
        return NULL;
    struct person *person = person_new(server, id);
    person_update(person, document);
    json_decref(document);
    return person;
}

struct person *person_of(struct server *server, const char *id, const char *document)
{
    struct person *person = map_get(&server->persons, id);
    return person ? person_ref(person) : person_load(server, id, document);
}

void person_put(struct store_batch *batch, const struct person *person)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "name", person->name);
    if (*person->login)
        js_string(&out, "login", person->login);
    if (*person->mail) {
        js_string(&out, "mail", person->mail);
        js_bool(&out, "confirmed", person->mail_confirmed);
    }
    if (*person->mail_code) {
        js_string(&out, "code", person->mail_code);
        js_int(&out, "asked", person->mail_asked);
    }
    js_int(&out, "created", person->created);
    if (person->member)
        js_int(&out, "member", person->member);
    if (*person->profile)
        js_string(&out, "profile", person->profile);
    if (person->was_count) {
        js_array(&out, "was");
        for (int i = 0; i < person->was_count; i++)
            js_string(&out, NULL, person->was[i]);
        js_end_array(&out);
    }
    blocks_put(&out, person);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_PERSON, person->id, out.at, out.length);
    store_batch_notify(batch, person->id, 0);
    buf_free(&out);
}

void person_delete(struct server *server, struct store_batch *batch, const char *id)
{
    struct person *person = map_get(&server->persons, id);
    if (person)
        person->gone = true;
    store_batch_delete(batch, SPACE_PERSON, id);
}

bool person_surely(struct server *server, const char *id)
{
    const struct person *person = server->store->shared ? NULL : map_get(&server->persons, id);
    return person && !person->gone;
}

void person_write(struct buf *out, const char *key, const struct person *person)
{
    js_object(out, key);
    js_string(out, "id", person->id);
    js_string(out, "name", person->name);
    if (*person->login)
        js_string(out, "login", person->login);
    if (*person->mail) {
        js_string(out, "mail", person->mail);
        js_bool(out, "confirmed", person->mail_confirmed);
        if (*person->mail_code)
            js_bool(out, "letter", true);
    }
    js_end_object(out);
}
