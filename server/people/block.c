#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "env.h"
#include "limit.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"

/* ---- Who is blocked ------------------------------------------------------------------------------------ */

static bool id_among(const char *id, const char *one, const json_t *was)
{
    json_t *guest;
    size_t at;
    bool found = strcmp(id, one) == 0;
    json_array_foreach(was, at, guest) found |=
        json_is_string(guest) && strcmp(id, json_string_value(guest)) == 0;
    return found;
}

bool person_blocks(const struct person *person, const char *id)
{
    for (int i = 0; i < person->block_count; i++) {
        if (strcmp(person->blocks[i].id, id) == 0)
            return true;
    }
    return false;
}

bool document_blocks(const json_t *person, const char *id, const json_t *other, int64_t before)
{
    json_t *block;
    size_t at;
    json_array_foreach(json_object_get(person, "blocks"), at, block)
    {
        const char *blocked = json_string_value(json_object_get(block, "id"));
        if (blocked && id_among(blocked, id, json_object_get(other, "was")) &&
            json_integer_value(json_object_get(block, "at")) < before)
            return true;
    }
    return false;
}

/* ---- Changing the list --------------------------------------------------------------------------------- */

static void block_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK) {
        ask_done(ask);
        return;
    }
    /* What is in memory must be what is stored. */
    for (int i = 0; i < ask->person->block_count; i++) {
        const char *ref = json_string_value(json_object_get(ask->message, "ref"));
        if (ref && strcmp(ask->person->blocks[i].ref, ref) == 0) {
            person_block_drop(ask->person, i);
            break;
        }
    }
    ask_fail(ask, FAIL_STORAGE);
}

void block_make(struct ask *ask, const char *id, const char *name)
{
    struct person *person = ask->person;
    struct block block = {.at = env_now(&ask->server->env)};
    if (person_blocks(person, id)) {
        ask_done(ask);
        return;
    }
    if (person->block_count >= LIMIT_BLOCKS) {
        ask_fail(ask, FAIL_BLOCKS);
        return;
    }
    snprintf(block.id, sizeof block.id, "%s", id);
    snprintf(block.name, sizeof block.name, "%s", name);
    env_id(&ask->server->env, block.ref, BLOCK_LETTERS);
    json_object_set_new(ask->message, "ref", json_string(block.ref));
    person_block_add(person, &block);
    struct store_batch *batch = store_batch_create(block_stored, ask);
    store_batch_require(batch, SPACE_PERSON, person->id);
    person_put(batch, person);
    store_submit(ask->server->store, batch);
}

void guest_blocks_take(struct person *account, const struct person *guest)
{
    for (int i = 0; i < guest->block_count && account->block_count < LIMIT_BLOCKS; i++) {
        if (!person_is(account, guest->blocks[i].id))
            person_block_add(account, &guest->blocks[i]);
    }
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

void blocks_write(struct buf *out, const char *key, const struct person *person)
{
    js_array(out, key);
    for (int i = 0; i < person->block_count; i++) {
        js_object(out, NULL);
        js_string(out, "ref", person->blocks[i].ref);
        js_string(out, "name", person->blocks[i].name);
        js_int(out, "at", person->blocks[i].at);
        js_end_object(out);
    }
    js_end_array(out);
}

void op_blocks(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    blocks_write(&out, "blocks", ask->person);
    ask_send(ask, &out);
}

/* The block is gone from memory and from the store, or, when that fails, from neither. */
struct unblock {
    struct ask *ask;
    struct block block;
};

static void unblock_stored(struct store_batch *batch)
{
    struct unblock *unblock = batch->context;
    struct ask *ask = unblock->ask;
    if (batch->status != STORE_OK)
        person_block_add(ask->person, &unblock->block);
    free(unblock);
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, FAIL_STORAGE);
}

void op_unblock(struct ask *ask)
{
    const char *ref;
    struct person *person = ask->person;
    if (!ask_string(ask, "ref", BLOCK_LETTERS, &ref))
        return;
    int at = 0;
    while (at < person->block_count && strcmp(person->blocks[at].ref, ref) != 0)
        at++;
    if (at == person->block_count) {
        ask_fail(ask, FAIL_NO_PERSON);
        return;
    }
    struct unblock *unblock = mem_zero(sizeof *unblock);
    *unblock = (struct unblock){.ask = ask, .block = person->blocks[at]};
    person_block_drop(person, at);
    struct store_batch *batch = store_batch_create(unblock_stored, unblock);
    store_batch_require(batch, SPACE_PERSON, person->id);
    person_put(batch, person);
    store_submit(ask->server->store, batch);
}
