#include "sanction.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "env.h"
#include "lan.h"
#include "map.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "unread.h"
#include "store.h"

const char *const sanction_words[SANCTIONS] = {"warn", "mute", "suspend"};
const char *const report_reasons[REPORT_REASONS] = {"insult", "spam", "cheating", "name", "other"};

static const struct lan_words reasons_said[REPORT_REASONS] = {
    {{"insults", "des insultes"}},
    {{"messages nobody wants", "des messages indésirables"}},
    {{"cheating", "de la triche"}},
    {{"your name", "ton nom"}},
    {{"the way you behaved", "ton comportement"}},
};

struct sanction {
    char person[ID_PERSON + 1];
    struct sanction_part {
        int64_t at, until; /* `at` 0: there is none of this kind */
        int reason;
    } part[SANCTIONS];
};

int report_reason_find(const char *word)
{
    int at = 0;
    while (at < REPORT_REASONS && strcmp(report_reasons[at], word) != 0)
        at++;
    return at < REPORT_REASONS ? at : -1;
}

/* ---- What stands --------------------------------------------------------------------------------------- */

static bool part_stands(const struct server *server, const struct sanction_part *part, int kind)
{
    return part->at && (kind == SANCTION_WARN || part->until > env_now(&server->env));
}

/* The one of a kind that stands against a person, or a guest who signed in to the account: the longest. */
static const struct sanction_part *part_find(const struct server *server, const struct person *person,
                                             int kind)
{
    const struct sanction_part *found = NULL;
    for (int i = -1; i < person->was_count; i++) {
        const struct sanction *one = map_get(&server->sanctions, i < 0 ? person->id : person->was[i]);
        const struct sanction_part *part = one ? &one->part[kind] : NULL;
        if (part && part_stands(server, part, kind) && (!found || part->until > found->until))
            found = part;
    }
    return found;
}

bool sanction_stands(const struct server *server, const struct person *person, enum sanction_kind kind)
{
    return part_find(server, person, (int)kind);
}

int sanction_free_guest(const struct server *server, const struct person *account)
{
    for (int i = 0; i < account->was_count; i++) {
        const struct sanction *one = map_get(&server->sanctions, account->was[i]);
        bool stands = false;
        for (int kind = 0; one && kind < SANCTIONS; kind++)
            stands |= part_stands(server, &one->part[kind], kind);
        if (!stands)
            return i;
    }
    return 0;
}

/* ---- In words ------------------------------------------------------------------------------------------ */

static void until_write(struct buf *out, enum lan_lang lang, int64_t until)
{
    char text[64];
    time_t seconds = (time_t)(until / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof text, lang == LAN_EN ? "until %Y-%m-%d %H:%M UTC" : "jusqu'au %d/%m/%Y à %H:%M UTC",
             &tm);
    buf_str(out, text);
}

static void say_write(struct buf *out, enum lan_lang lang, int kind, const struct sanction_part *part)
{
    static const struct lan_words begins[SANCTIONS] = {
        {{"Whoever runs this server warns you",
          "La personne qui tient ce serveur t'adresse un avertissement"}},
        {{"You may not write on this server ", "Tu ne peux pas écrire sur ce serveur "}},
        {{"You may neither write nor take a seat at others' tables on this server ",
          "Tu ne peux ni écrire ni prendre place aux tables des autres sur ce serveur "}},
    };
    buf_str(out, begins[kind].in[lang]);
    if (kind != SANCTION_WARN)
        until_write(out, lang, part->until);
    buf_printf(out, lang == LAN_EN ? ". The reason: %s." : ". La raison : %s.",
               reasons_said[part->reason].in[lang]);
    if (kind == SANCTION_SUSPEND)
        buf_str(out, lang == LAN_EN ? " You can still play by yourself."
                                    : " Tu peux toujours jouer en solitaire.");
}

static void part_write(struct buf *out, const char *key, int kind, const struct sanction_part *part)
{
    struct buf said[LAN_LANGS] = {{0}};
    for (int lang = 0; lang < LAN_LANGS; lang++)
        say_write(&said[lang], (enum lan_lang)lang, kind, part);
    js_object(out, key);
    js_string(out, "what", sanction_words[kind]);
    js_string(out, "reason", report_reasons[part->reason]);
    js_int(out, "at", part->at);
    if (kind != SANCTION_WARN)
        js_int(out, "until", part->until);
    js_words(out, "say", &(struct lan_words){{buf_cstr(&said[LAN_EN]), buf_cstr(&said[LAN_FR])}});
    js_end_object(out);
    for (int lang = 0; lang < LAN_LANGS; lang++)
        buf_free(&said[lang]);
}

void sanctions_write(struct buf *out, const char *key, const struct server *server,
                     const struct person *person)
{
    bool any = false;
    for (int kind = 0; kind < SANCTIONS; kind++) {
        const struct sanction_part *part = part_find(server, person, kind);
        if (part && !any)
            js_array(out, key);
        if (part)
            part_write(out, NULL, kind, part);
        any |= part != NULL;
    }
    if (any)
        js_end_array(out);
}

static bool ask_free_of(struct ask *ask, int kind, enum fail fail)
{
    struct buf en = {0}, fr = {0};
    const struct sanction_part *part = part_find(ask->server, ask->person, kind);
    if (!part)
        return true;
    say_write(&en, LAN_EN, kind, part);
    say_write(&fr, LAN_FR, kind, part);
    ask_fail_say(ask, fail, buf_cstr(&en), buf_cstr(&fr), NULL, NULL);
    buf_free(&en);
    buf_free(&fr);
    return false;
}

bool ask_may_join(struct ask *ask)
{
    return ask_free_of(ask, SANCTION_SUSPEND, FAIL_SUSPENDED);
}

bool ask_may_talk(struct ask *ask)
{
    return ask_free_of(ask, SANCTION_MUTE, FAIL_SILENCED) && ask_may_join(ask);
}

/* ---- Documents ----------------------------------------------------------------------------------------- */

static void part_read(struct sanction_part *part, const json_t *json)
{
    const char *reason = json_string_value(json_object_get(json, "reason"));
    *part = (struct sanction_part){.at = json_integer_value(json_object_get(json, "at")),
                                   .until = json_integer_value(json_object_get(json, "until")),
                                   .reason = reason ? report_reason_find(reason) : -1};
    part->reason = part->reason < 0 ? REPORT_REASONS - 1 : part->reason;
}

/* To every connection of the person on this node. */
static void person_tell(struct server *server, const char *id, int kind, const struct sanction_part *part)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "order");
    part_write(&out, "order", kind, part);
    js_end_object(&out);
    for (struct client *client = client_first(server); client; client = client_after(client)) {
        if (client->socket && client->greeted && client->person && person_is(client->person, id))
            client_push(client, &out);
    }
    buf_free(&out);
}

static void sanction_drop(struct server *server, const char *person)
{
    struct sanction *one = map_get(&server->sanctions, person);
    if (one)
        map_remove(&server->sanctions, one->person);
    free(one);
}

static struct sanction *sanction_make(struct server *server, const char *person)
{
    struct sanction *one = map_get(&server->sanctions, person);
    if (one)
        return one;
    one = mem_zero(sizeof *one);
    snprintf(one->person, sizeof one->person, "%s", person);
    map_put(&server->sanctions, one->person, one);
    return one;
}

/* One document, PERSON/KIND. */
static void row_take(struct server *server, const struct store_row *row)
{
    char person[ID_PERSON + 1];
    json_t *json = json_loads(row->bytes, 0, NULL);
    snprintf(person, sizeof person, "%.*s", ID_PERSON, row->key);
    for (int kind = 0; kind < SANCTIONS && strlen(row->key) > ID_PERSON; kind++) {
        if (strcmp(row->key + ID_PERSON + 1, sanction_words[kind]) == 0)
            part_read(&sanction_make(server, person)->part[kind], json);
    }
    json_decref(json);
}

/* Tells the person what was not there before; `before` may be NULL. */
static void news_tell(struct server *server, const struct sanction *one, const struct sanction *before)
{
    for (int kind = 0; kind < SANCTIONS; kind++) {
        const struct sanction_part *part = &one->part[kind];
        if (part_stands(server, part, kind) && (!before || part->at != before->part[kind].at))
            person_tell(server, one->person, kind, part);
    }
}

/*
 * All documents of one person. What said that they have changed is not said again, so when they cannot be
 * read all persons' are asked for until they can be (unread.h).
 */
static void person_read(struct store_read *read)
{
    struct server *server = read->context;
    char person[ID_PERSON + 1];
    snprintf(person, sizeof person, "%.*s", ID_PERSON, read->key);
    const struct sanction *old = map_get(&server->sanctions, person);
    struct sanction before = old ? *old : (struct sanction){.person = ""};
    if (unread_mark(server, read, UNREAD_SANCTIONS))
        return;
    sanction_drop(server, person);
    for (size_t i = 0; i < read->count; i++)
        row_take(server, &read->rows[i]);
    const struct sanction *one = map_get(&server->sanctions, person);
    if (one)
        news_tell(server, one, &before);
}

void sanction_read(struct server *server, const char *person)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%.*s/", ID_PERSON, person);
    store_read(server->store,
               store_read_create(STORE_READ_DOCS, SPACE_SANCTION, prefix, person_read, server));
}

static void map_drop(struct map *sanctions)
{
    struct sanction *one;
    for (size_t at = 0; (one = map_each(sanctions, &at));) {
        map_remove(sanctions, one->person);
        free(one);
        at--;
    }
    map_free(sanctions);
}

/* Those that are no longer stored were lifted. */
static void all_read(struct store_read *read)
{
    struct server *server = read->context;
    struct map before = server->sanctions;
    const struct sanction *one;
    if (unread_mark(server, read, UNREAD_SANCTIONS))
        return;
    server->sanctions = (struct map){0};
    for (size_t i = 0; i < read->count; i++)
        row_take(server, &read->rows[i]);
    for (size_t at = 0; (one = map_each(&server->sanctions, &at));)
        news_tell(server, one, map_get(&before, one->person));
    map_drop(&before);
}

void sanctions_load(struct server *server)
{
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_SANCTION, "", all_read, server));
}

void sanctions_free(struct server *server)
{
    map_drop(&server->sanctions);
}

/* ---- The warning was read ------------------------------------------------------------------------------ */

static void seen_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    for (int i = -1; i < ask->person->was_count; i++) {
        const char *id = i < 0 ? ask->person->id : ask->person->was[i];
        struct sanction *one = map_get(&ask->server->sanctions, id);
        if (one)
            one->part[SANCTION_WARN] = (struct sanction_part){0};
    }
    ask_done(ask);
}

void op_order_seen(struct ask *ask)
{
    if (!sanction_stands(ask->server, ask->person, SANCTION_WARN)) {
        ask_done(ask);
        return;
    }
    struct store_batch *batch = store_batch_create(seen_stored, ask);
    for (int i = -1; i < ask->person->was_count; i++) {
        const char *id = i < 0 ? ask->person->id : ask->person->was[i];
        char key[STORE_NAME_MAX];
        snprintf(key, sizeof key, "%s/%s", id, sanction_words[SANCTION_WARN]);
        store_batch_delete(batch, SPACE_SANCTION, key);
        store_batch_notify(batch, id, 0);
    }
    store_submit(ask->server->store, batch);
}
