#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "twin_pair.h"
#include "twin_stored.h"

enum { SLICE_MS = 5, LASTS_MS = 40000, THINKS_MS = 90, HOUR_MS = 3600000, PAIR_TRIES = 6 };

/* What the viewer was sent, and when. */
struct note {
    int64_t at;
    char *text;
};

/* One of the two. */
struct course {
    struct world *world;
    struct client *viewer;
    struct note *note;
    size_t notes, seen;
    bool opened;
};

struct twins {
    struct course course[2];
    struct twin_secret secret;
    const struct lan_game *game;
    int seat; /* of the viewer, 1.., 0 the watcher */
    uint64_t seed, alike;
};

/* ---- Making -------------------------------------------------------------------------------------------- */

static void watched(struct world *world, const struct client *client, const struct link_message *message)
{
    struct course *course = world->watcher;
    if (client != course->viewer || message->kind != LINK_TEXT)
        return;
    course->note = mem_grow(course->note, (course->notes + 1) * sizeof *course->note);
    course->note[course->notes++] = (struct note){
        world->sim.now, mem_string(buf_cstr(&((struct link_message *)(uintptr_t)message)->text))};
}

static void course_make(struct twins *twins, struct course *course, const struct table *table, int64_t thinks)
{
    struct world_plan plan = {.seed = twins->seed, .nodes = 1, .pause_ms = 30000};
    struct store_batch *batch = store_batch_create(NULL, NULL);
    struct world *world = course->world = mem_zero(sizeof *world);
    uint8_t key[32];
    int seats = table_rules(table)->seats;
    world_make(world, &plan);
    world->disk.latency_least = world->disk.latency_more = 0;
    world->disk.steady = true;
    world->node[0].work_least = thinks;
    world->node[0].work_more = 0;
    memset(key, 7, sizeof key);
    twin_people_put(batch, world->disk.epoch);
    twin_table_put(batch, table, twins->secret.id, twins->secret.bytes, key);
    disk_write(&world->disk, batch, "twins");
    store_batch_destroy(batch);
    world->plan.clients = seats + 1;
    for (int i = 0; i <= seats; i++) {
        struct client *client = &world->client[i];
        client_init(client, world, i);
        snprintf(client->cookie, sizeof client->cookie, "token%d", i ? i : LAN_SEATS_MAX + 1);
        twin_person(i ? i - 1 : LAN_SEATS_MAX, client->person);
        client_connect(client, 0);
        client->link->delay_least = 3;
        client->link->delay_more = 0;
    }
    course->viewer = &world->client[twins->seat];
    world->watched = watched;
    world->watcher = course;
}

static void course_free(struct course *course)
{
    for (size_t i = 0; i < course->notes; i++)
        free(course->note[i].text);
    free(course->note);
    world_free(course->world);
    free(course->world);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

/* All seats but the viewer's get stand-ins; the viewer opens its own and answers what it is asked at once. */
static void course_act(struct twins *twins, struct course *course)
{
    const char *id = twins->secret.id;
    struct client *viewer = course->viewer;
    struct client_view *view = client_view(viewer, id, twins->seat);
    bool here = true;
    for (int i = 0; i < course->world->plan.clients; i++)
        here &= course->world->client[i].state == CLIENT_HERE;
    if (!course->opened && here) {
        client_open(viewer, id, twins->seat);
        for (int i = 1; i < course->world->plan.clients; i++) {
            if (i != twins->seat)
                client_ask(&course->world->client[i], "bot", id, i, "\"level\":\"random\"");
        }
        course->opened = true;
        return;
    }
    json_t *ask = view && view->open && !viewer->asks ? view->ask : NULL;
    json_t *decision = json_object_get(ask, "decision"), *actions = json_object_get(ask, "actions");
    size_t musts = (size_t)json_integer_value(json_object_get(ask, "musts"));
    if (!musts || !json_is_integer(decision))
        return;
    struct lan_rng rng;
    sim_rng(&rng, twins->seed, (uint64_t)json_integer_value(decision));
    client_ask(viewer, "move", id, twins->seat, "\"move\":\"m%u\",\"action\":\"%s\",\"decision\":%lld",
               viewer->moves++, json_string_value(json_array_get(actions, sim_below(&rng, (uint32_t)musts))),
               (long long)json_integer_value(decision));
}

static void course_step(struct twins *twins, struct course *course, int64_t until)
{
    while (sim_step(&course->world->sim, until))
        continue;
    course_act(twins, course);
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

/* What the log of a course tells the viewer, as JSON. */
static json_t *told_of(const struct twins *twins, const struct course *course)
{
    const struct ledger_table *table = ledger_table(&course->world->ledger, twins->secret.id);
    struct buf out = {0};
    struct table_reader reader;
    struct table_told told;
    table_reader_init(table->log.match->table, twins->seat ? twins->seat - 1 : LAN_WATCHER, 0, &reader);
    js_array(&out, NULL);
    while (table_read(&reader, &told))
        wire_told_write(&out, twins->game, &told);
    js_end_array(&out);
    json_t *json = json_loadb(out.at, out.length, 0, NULL);
    buf_free(&out);
    return json;
}

/* The seat that an item is about; 0 for none. */
static int item_seat(json_t *item)
{
    return (int)json_integer_value(json_object_get(json_object_get(item, "event"), "seat"));
}

/*
 * Whether item `number` of what the viewer was told comes from the same entry as the item before it: then it
 * is no answer of anybody but a result of that entry, as a death of the character that the seat has in one
 * course alone. That results tell no more than the rules have them tell, `leaks` shows.
 */
static bool item_of_entry(const struct table *table, int viewer, uint32_t number)
{
    return number > 1 &&
           table_told_entry(table, viewer, number) == table_told_entry(table, viewer, number - 1);
}

/*
 * The viewer was sent different things, or at different times. That is no leak when somebody did something
 * different that the viewer is told, or when the same entry had another result; but whoever the game waits
 * for does something at the same moment.
 */
static bool difference_explained(const struct twins *twins, const struct course *a, const struct course *b)
{
    json_t *one = told_of(twins, a), *other = told_of(twins, b);
    size_t at = 0, count = json_array_size(one), more = json_array_size(other);
    struct table_turn turn;
    while (at < count && at < more && json_equal(json_array_get(one, at), json_array_get(other, at)))
        at++;
    bool explained = at < count && at < more;
    if (!explained && count != more) {
        const struct course *behind = count < more ? a : b, *ahead = count < more ? b : a;
        int seat = item_seat(json_array_get(count < more ? other : one, at));
        table_turn(ledger_table(&behind->world->ledger, twins->secret.id)->log.match->table, LAN_WATCHER,
                   &turn);
        explained = item_of_entry(ledger_table(&ahead->world->ledger, twins->secret.id)->log.match->table,
                                  twins->seat ? twins->seat - 1 : LAN_WATCHER, (uint32_t)at + 1) ||
                    (seat && !(turn.must >> (seat - 1) & 1));
    }
    json_decref(one);
    json_decref(other);
    return explained;
}

/* Compares what is new; false when the courses have parted. */
static bool courses_compare(struct twins *twins, struct run *run)
{
    struct course *a = &twins->course[0], *b = &twins->course[1];
    for (; a->seen < a->notes && b->seen < b->notes; a->seen++, b->seen++, twins->alike++) {
        const struct note *one = &a->note[a->seen], *other = &b->note[b->seen];
        if (one->at != other->at || strcmp(one->text, other->text) != 0)
            break;
    }
    if (a->seen == a->notes && b->seen == b->notes)
        return true;
    if (!difference_explained(twins, a, b)) {
        const char *one = a->seen < a->notes ? a->note[a->seen].text : "nothing",
                   *other = b->seen < b->notes ? b->note[b->seen].text : "nothing";
        size_t at = 0;
        while (one[at] && one[at] == other[at])
            at++;
        at = at > 30 ? at - 30 : 0;
        snprintf(run->failure, sizeof run->failure,
                 "at %lld ms: twins: seat %d of %s, twin %llu, is sent %.150s / %.150s",
                 (long long)a->world->sim.now, twins->seat, twins->game->name,
                 (unsigned long long)twins->seed, one + at, other + at);
    }
    return false;
}

static void twins_run(struct twins *twins, struct run *run)
{
    bool together = true;
    for (int64_t now = SLICE_MS; together && now < LASTS_MS; now += SLICE_MS) {
        for (int i = 0; i < 2; i++)
            course_step(twins, &twins->course[i], now);
        together = courses_compare(twins, run);
        for (int i = 0; i < 2 && !*run->failure; i++)
            snprintf(run->failure, sizeof run->failure, "%s", twins->course[i].world->sim.failure);
        together &= !*run->failure;
    }
    run->virtual_seconds += (double)twins->course[0].world->sim.now / 500;
    for (int i = 0; i < 2; i++)
        run->asks += twins->course[i].world->counts.asks;
}

static void pair_run(const struct lan_game *game, uint64_t seed, struct run *run, uint64_t *alike)
{
    struct lan_rng rng;
    struct twin_pair pair;
    sim_rng(&rng, seed, 0x7a15);
    struct twins twins = {
        .game = game, .seed = seed, .secret = {.id = "twin000000", .start = 1700000000000 - HOUR_MS}};
    int seats = twin_seats(game), viewer = (int)sim_below(&rng, (uint32_t)seats + 1);
    twins.seat = viewer;
    twins.secret.bytes[0] = (uint8_t)seed;
    for (int tries = 0; tries < PAIR_TRIES; tries++) {
        struct twin_setup setup = {.game = game,
                                   .viewer = viewer ? viewer - 1 : LAN_WATCHER,
                                   .seed = seed * 100 + (uint64_t)tries,
                                   .start = twins.secret.start,
                                   .differ = tries < PAIR_TRIES - 1,
                                   .create = twin_table_new,
                                   .context = &twins.secret};
        if (!twin_pair_make(&setup, &pair))
            continue;
        course_make(&twins, &twins.course[0], pair.a, 1);
        course_make(&twins, &twins.course[1], pair.b, THINKS_MS);
        table_destroy(pair.a);
        table_destroy(pair.b);
        twins_run(&twins, run);
        *alike += twins.alike;
        course_free(&twins.course[0]);
        course_free(&twins.course[1]);
        return;
    }
}

static void twins_body(const void *context, struct run *run)
{
    uint64_t seed = *(const uint64_t *)context, alike = 0;
    int games = 0;
    for (const struct lan_game *const *game = lan_games(); *game && !*run->failure; game++) {
        if (!lan_game_newest(*game))
            continue;
        pair_run(*game, seed, run, &alike);
        games++;
    }
    snprintf(run->about, sizeof run->about, "%llu messages alike in pairs of %d games",
             (unsigned long long)alike, games);
}

struct run run_twins(uint64_t seed)
{
    return run_apart(twins_body, &seed);
}
