/*
 * What a viewer is sent, without a server: a table in memory plays random games of every game, and each
 * viewer gets updates as a client would. The differences applied one after the other must give the whole
 * update; replays, previews, reasons, advice and descriptions must agree with the table they were made from.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "bot.h"
#include "describe.h"
#include "draw.h"
#include "fields.h"
#include "replay.h"
#include "steps.h"
#include "tap.h"
#include "update.h"

enum { GAMES = 1, STEPS_MAX = 3000, WHOLE_EVERY = 16, ASK_EVERY = 7, SEVERAL_EVERY = 3, LATE = 5 };

/* A client of one viewer, who knows only what it was sent. */
struct client {
    struct wire_viewer viewer;
    struct wire_sent *sent;
    json_t *told, *view, *last; /* all items, the view as put together, and the last update */
};

/* What was there to check, over all games of one rulebook. */
struct count {
    uint32_t updates, silences, reasons, previews, steps, parts;
};

struct world {
    struct table *table;
    struct lan_rng rng;
    int64_t now;
    struct client client[TABLE_VIEWERS + 1]; /* the last is a watcher who sees the game late */
    int clients;
    struct wire_past past; /* of the round of updates that is being written */
    const char *wrong;     /* the first thing that was */
    struct count *count;
};

static void wrong_note(struct world *world, bool good, const char *what)
{
    if (!good && !world->wrong)
        world->wrong = what;
}

/* The fields in `out` as an object; NULL when that is no JSON or has a key twice. Empties `out`. */
static json_t *fields_read(struct buf *out)
{
    js_end_object(out);
    json_t *read = json_loadb(out->at, out->length, JSON_REJECT_DUPLICATES, NULL);
    buf_clear(out);
    return read;
}

static bool same(const json_t *a, const json_t *b, const char *key)
{
    const json_t *one = json_object_get(a, key), *other = json_object_get(b, key);
    return one == other || (one && other && json_equal(one, other));
}

/* ---- Updates ------------------------------------------------------------------------------------------- */

static json_t *whole_read(struct client *client, uint32_t since)
{
    struct buf out = {0};
    js_object(&out, NULL);
    wire_update_write(&out, &client->viewer, since, NULL);
    json_t *fields = fields_read(&out), *update = json_incref(json_object_get(fields, "update"));
    json_decref(fields);
    buf_free(&out);
    return update;
}

/* A field that is gone is sent as null; in a whole view it is not there at all. */
static bool view_same(const json_t *put_together, const json_t *whole)
{
    const char *key;
    json_t *value, *copy = json_copy((json_t *)(uintptr_t)put_together);
    void *next;
    json_object_foreach_safe(copy, next, key, value)
    {
        if (json_is_null(value) && !json_object_get(whole, key))
            json_object_del(copy, key);
    }
    bool equal = json_equal(copy, whole);
    json_decref(copy);
    return equal;
}

/* The view of a client after an entry, as a whole update would have had it. */
static json_t *view_at(const struct client *client, uint32_t entry)
{
    struct buf out = {0};
    union lan_view_buf memory;
    const struct table *table = client->viewer.table;
    js_object(&out, NULL);
    wire_view_write(&out, "view", table_rules(table),
                    table_view_at(table, entry, client->viewer.viewer, &memory), client->viewer.unaided);
    json_t *fields = fields_read(&out), *view = json_incref(json_object_get(fields, "view"));
    json_decref(fields);
    buf_free(&out);
    return view;
}

/* Replaces the values that `parts` names within fields of a view; docs/protocol.md. */
static void parts_apply(struct world *world, json_t *view, const json_t *parts)
{
    json_t *part, *step;
    size_t at, depth;
    json_array_foreach(parts, at, part)
    {
        json_t *into = view;
        size_t last = json_array_size(part) - 1;
        json_array_foreach(part, depth, step)
        {
            bool leaf = depth + 1 == last, index = json_is_integer(step);
            json_t *value = index ? json_array_get(into, (size_t)json_integer_value(step))
                                  : json_object_get(into, json_string_value(step));
            wrong_note(world, value, "a part of what is not there");
            if (leaf) {
                json_t *now = json_array_get(part, last);
                if (index)
                    json_array_set(into, (size_t)json_integer_value(step), now);
                else
                    json_object_set(into, json_string_value(step), now);
                break;
            }
            into = value;
        }
        world->count->parts++;
    }
}

/* Each step gives the position in which its item was told; they come in order, and none is the last. */
static void steps_check(struct world *world, struct client *client, const json_t *update)
{
    json_t *step, *view = json_deep_copy(client->view);
    json_int_t last = (json_int_t)json_array_size(client->told),
               to = json_integer_value(json_object_get(update, "to"));
    size_t at;
    json_array_foreach(json_object_get(update, "steps"), at, step)
    {
        json_int_t n = json_integer_value(json_object_get(step, "n"));
        wrong_note(world, n > last && n < to, "a step of no told item");
        uint32_t entry = table_told_entry(world->table, client->viewer.viewer, (uint32_t)n);
        wrong_note(world,
                   n == to || table_told_entry(world->table, client->viewer.viewer, (uint32_t)n + 1) > entry,
                   "a step within an entry");
        json_t *whole = view_at(client, entry);
        json_t *fields = json_deep_copy(json_object_get(step, "view"));
        json_object_update(view, fields);
        json_decref(fields);
        parts_apply(world, view, json_object_get(step, "parts"));
        wrong_note(world, view_same(view, whole), "a step shows another position");
        json_decref(whole);
        last = n;
        world->count->steps++;
    }
    json_decref(view);
}

/* What a client does with an update: docs/protocol.md. */
static void client_take(struct world *world, struct client *client, json_t *update)
{
    const char *key;
    json_t *value;
    if (json_is_true(json_object_get(update, "full"))) {
        json_array_clear(client->told);
        json_object_clear(client->view);
    }
    steps_check(world, client, update);
    json_array_extend(client->told, json_object_get(update, "told"));
    json_object_foreach(json_object_get(update, "view"), key, value)
    {
        json_object_set_new(client->view, key, json_deep_copy(value));
    }
    parts_apply(world, client->view, json_object_get(update, "parts"));
    json_decref(client->last);
    client->last = json_incref(update);
    wrong_note(world,
               json_integer_value(json_object_get(update, "to")) == (json_int_t)json_array_size(client->told),
               "the number of told items is not `to`");
}

static void client_check(struct world *world, struct client *client, bool news, bool everything)
{
    uint32_t to = (uint32_t)json_array_size(client->told);
    json_t *whole = whole_read(client, everything ? 0 : to);
    wrong_note(world, whole, "an update is not JSON");
    wrong_note(world, view_same(client->view, json_object_get(whole, "view")),
               "differences give another view");
    if (everything)
        wrong_note(world, json_equal(client->told, json_object_get(whole, "told")),
                   "other items than the whole");
    else
        wrong_note(world, !to || json_array_size(json_object_get(whole, "told")) == 0,
                   "items after the last");
    static const char *const always[] = {"to", "turn", "prompt", "result"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        wrong_note(world, same(client->last, whole, always[i]), always[i]);
    wrong_note(world, same(client->last, whole, "ask"), "ask");
    /* Time passes without an update. */
    wrong_note(world, !news || same(client->last, whole, "clock"), "clock");
    json_decref(whole);
}

static void client_update(struct world *world, struct client *client, bool everything)
{
    struct buf out = {0};
    client->viewer.now = world->now;
    client->viewer.past = client->viewer.viewer % 3 ? &world->past : NULL;
    js_object(&out, NULL);
    bool parts = client->viewer.viewer % 2;
    bool news = wire_update_next(parts ? NULL : &out, parts ? &out : NULL, &client->viewer, &client->sent);
    json_t *fields = fields_read(&out);
    wrong_note(world, news == (json_object_size(fields) == 1), "something is written though nothing is new");
    if (news)
        client_take(world, client, json_object_get(fields, "update"));
    world->count->updates += news;
    world->count->silences += !news;
    json_decref(fields);
    buf_free(&out);
    client_check(world, client, news, everything);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static json_t *why_read(const struct table *table, int seat, lan_action action)
{
    struct buf out = {0};
    js_object(&out, NULL);
    wire_why_write(&out, table, seat, action);
    json_t *fields = fields_read(&out);
    buf_free(&out);
    return fields;
}

/*
 * A listed action is accepted; a random one is accepted exactly if it is listed, and else refused with a
 * sentence.
 */
static void why_check(struct world *world, int seat, const struct lan_list *list)
{
    const struct lan_game *game = table_game(world->table);
    lan_action action = lan_action_at(game, lan_rng_below(&world->rng, lan_action_count(game)));
    bool listed = false;
    for (int i = 0; i < list->count; i++)
        listed |= list->action[i] == action;
    json_t *good = why_read(world->table, seat, list->action[lan_rng_below(&world->rng, list->count)]);
    json_t *any = why_read(world->table, seat, action), *why = json_object_get(any, "why");
    const char *say = json_string_value(json_object_get(json_object_get(why, "say"), "fr"));
    const char *code = json_string_value(json_object_get(why, "code"));
    wrong_note(world, json_is_true(json_object_get(good, "accepted")), "a listed action is refused");
    wrong_note(world, json_is_true(json_object_get(any, "accepted")) == listed,
               "an unlisted action is accepted");
    wrong_note(world, listed ? !why : say && *say && code && strcmp(code, "refused") == 0,
               "a refusal without a reason");
    world->count->reasons += why != NULL;
    json_decref(good);
    json_decref(any);
}

static void preview_check(struct world *world, int seat, const struct lan_list *list)
{
    static struct preview preview;
    union lan_view_buf memory;
    struct buf out = {0};
    const struct lan_rules *rules = table_rules(world->table);
    const struct lan_view *view = table_view(world->table, seat, &memory);
    lan_action action = list->action[lan_rng_below(&world->rng, list->count)];
    wrong_note(world, preview_make(rules, view, seat, action, &preview) == 0,
               "no preview of a listed action");
    js_object(&out, NULL);
    wire_preview_write(&out, rules, view, &preview, false);
    json_t *fields = fields_read(&out);
    bool hidden = preview.end == PREVIEW_HIDDEN;
    wrong_note(world, json_is_string(json_object_get(fields, "end")), "a preview without an end");
    wrong_note(world, json_array_size(json_object_get(fields, "told")) == preview.told.count,
               "a preview tells other events");
    wrong_note(world,
               json_is_object(json_object_get(fields, "view")) == !hidden &&
                   json_is_object(json_object_get(fields, "turn")) == !hidden,
               "a preview shows what is hidden, or does not show what is not");
    world->count->previews += !hidden;
    json_decref(fields);
    buf_free(&out);
}

static void advice_check(struct world *world, int seat, const struct lan_list *list)
{
    const struct lan_rules *rules = table_rules(world->table);
    const struct lan_bot *bot = lan_bot_rules.plays(rules->game) ? &lan_bot_rules : &lan_bot_random;
    union lan_view_buf memory;
    struct lan_question question = {
        .seat = seat, .view = table_view(world->table, seat, &memory), .list = list};
    struct lan_budget budget = {.iterations = 1};
    struct lan_advice advice = {0};
    struct buf out = {0};
    lan_action action;
    bot->think(rules, &question, &budget, 1, &advice);
    js_object(&out, NULL);
    wire_advice_write(&out, rules->game, &advice);
    json_t *fields = fields_read(&out);
    const char *notation = json_string_value(json_object_get(fields, "action"));
    wrong_note(world, notation && lan_action_parse(rules->game, notation, &action) && action == advice.action,
               "advice of another action");
    wrong_note(world, !*advice.reason[LAN_EN] == !json_object_get(fields, "reason"), "a reason is lost");
    json_decref(fields);
    buf_free(&out);
}

static void board_check(struct world *world, struct client *client)
{
    struct buf out = {0};
    struct lan_reader reader = {.width = 80, .style = LAN_STYLE_ASCII};
    if (!table_game(world->table)->draw)
        return;
    js_object(&out, NULL);
    wire_board_write(&out, &client->viewer, &reader);
    json_t *fields = fields_read(&out);
    wrong_note(world, same(fields, client->last, "to"), "a board of another position");
    wrong_note(world, json_string_length(json_object_get(fields, "text")) > 0, "an empty board");
    json_decref(fields);
    buf_free(&out);
}

/* ---- Replay -------------------------------------------------------------------------------------------- */

static json_t *replay_read(const struct table *table, int eyes, uint32_t move)
{
    struct buf out = {0};
    js_object(&out, NULL);
    wire_replay_write(&out, table, eyes, move);
    json_t *fields = fields_read(&out);
    buf_free(&out);
    return fields;
}

/* At its end a replay through a client's eyes shows what that client was sent. */
static void replay_end_check(struct world *world, const struct client *client)
{
    int eyes = client->viewer.viewer == LAN_WATCHER ? REPLAY_WATCHER : client->viewer.viewer + 1;
    json_t *fields = replay_read(world->table, eyes, UINT32_MAX), *update = json_object_get(fields, "update");
    uint32_t entry;
    wrong_note(world,
               json_integer_value(json_object_get(fields, "moves")) ==
                   wire_replay_moves(world->table, 0, &entry),
               "a replay of another number of moves");
    wrong_note(world, json_equal(client->told, json_object_get(update, "told")),
               "a replay tells other items");
    if (!client->viewer.unaided)
        wrong_note(world, view_same(client->view, json_object_get(update, "view")),
                   "a replay shows another view");
    json_decref(fields);
}

/* The action that follows on a move was possible then. */
static void replay_move_check(struct world *world, uint32_t move, uint32_t moves)
{
    struct table_entry next;
    uint32_t entry;
    wire_replay_moves(world->table, move, &entry);
    if (move < moves) {
        table_entry(world->table, entry + 1, &next);
        wrong_note(world, wire_replay_refusal(world->table, next.seat, move, next.action) == 0,
                   "a played move is refused");
    }
    json_t *open = replay_read(world->table, REPLAY_OPEN, move);
    wrong_note(world, json_integer_value(json_object_get(open, "move")) == move, "a replay of another move");
    wrong_note(world, json_array_size(json_object_get(open, "views")) == table_rules(world->table)->seats,
               "not a view for each seat");
    json_decref(open);
}

static void replay_check(struct world *world)
{
    uint32_t entry, moves = wire_replay_moves(world->table, 0, &entry);
    for (int i = 0; i < world->clients; i++) {
        if (!world->client[i].viewer.behind)
            replay_end_check(world, &world->client[i]);
    }
    for (uint32_t move = 0; move <= moves; move += 1 + moves / 8)
        replay_move_check(world, move, moves);
    replay_move_check(world, moves, moves);
}

/* ---- A game -------------------------------------------------------------------------------------------- */

static void world_begin(struct world *world, const struct lan_game *game, int seats, uint64_t seed,
                        struct count *count)
{
    struct table_setup setup;
    struct lan_dice dice;
    struct lan_problem problem;
    *world = (struct world){.clients = seats + 2, .count = count};
    table_setup_init(game, seats, &setup);
    table_dice_init(seed, &dice);
    lan_rng_init(&world->rng, seed);
    setup.dice = &dice;
    if (seed % 2)
        setup.clock = (struct table_clock){.kind = TABLE_CLOCK_BUDGET, .budget = 1 << 30, .move = 1 << 20};
    world->table = table_create(&setup, 0, &problem);
    lan_assert(world->table);
    for (int i = 0; i < world->clients; i++) {
        struct client *client = &world->client[i];
        client->viewer = (struct wire_viewer){.table = world->table,
                                              .viewer = i < seats ? i : LAN_WATCHER,
                                              .undo = true,
                                              .unaided = i % 2,
                                              .behind = i > seats ? LATE : 0};
        client->told = json_array();
        client->view = json_object();
    }
}

static void world_end(struct world *world)
{
    for (int i = 0; i < world->clients; i++) {
        wire_sent_free(world->client[i].sent);
        json_decref(world->client[i].told);
        json_decref(world->client[i].view);
        json_decref(world->client[i].last);
    }
    table_destroy(world->table);
}

static void world_ask(struct world *world, int seat, const struct lan_list *list)
{
    why_check(world, seat, list);
    preview_check(world, seat, list);
    if (list->musts)
        advice_check(world, seat, list);
    for (int i = 0; i < world->clients; i++)
        board_check(world, &world->client[i]);
}

/* A seat that has something to do acts, or takes back what it did. */
static void world_step(struct world *world, int step)
{
    struct lan_list list;
    int seat;
    do {
        seat = (int)lan_rng_below(&world->rng, table_rules(world->table)->seats);
        table_actions(world->table, seat, &list);
    } while (!list.count);
    if (step % ASK_EVERY == 1)
        world_ask(world, seat, &list);
    world->now += 1000;
    if (lan_rng_below(&world->rng, 8) == 0 && table_undo(world->table, seat, world->now) == 0)
        return;
    lan_action action = list.action[lan_rng_below(&world->rng, list.count)];
    wrong_note(world, table_act(world->table, seat, action, world->now) == 0, "a listed action is refused");
}

static void world_show(struct world *world, bool everything)
{
    for (int i = 0; i < world->clients; i++)
        client_update(world, &world->client[i], everything);
    wire_past_free(&world->past);
}

/*
 * The watcher who is behind sees the end when the caller lets it: as the server does once the game is over.
 */
static void world_catch_up(struct world *world)
{
    struct client *late = &world->client[world->clients - 1];
    late->viewer.behind = 0;
    client_update(world, late, true);
    wire_past_free(&world->past);
    replay_end_check(world, late);
}

static void check_match(const struct lan_game *game, int seats, uint64_t seed, struct count *count)
{
    struct world world;
    world_begin(&world, game, seats, seed, count);
    world_show(&world, true);
    int step = 0;
    for (; step < STEPS_MAX && table_end(world.table) == TABLE_RUNNING && !world.wrong; step++) {
        world_step(&world, step);
        /* Now and then several entries, chance aside, are told at once. */
        if (step % SEVERAL_EVERY || step % ASK_EVERY == 0)
            world_show(&world, step % WHOLE_EVERY == 0);
    }
    world_show(&world, true);
    replay_check(&world);
    world_catch_up(&world);
    wrong_note(&world, table_end(world.table) != TABLE_RUNNING, "the game does not end");
    tap_result(!world.wrong, "%s for %d, %d steps: differences give the whole, answers and replay agree",
               game->name, seats, step);
    if (world.wrong)
        tap_note("seed %llu: %s", (unsigned long long)seed, world.wrong);
    world_end(&world);
}

static void check_matches(const struct lan_game *game)
{
    struct count count = {0};
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        for (int i = 0; i < tap_rounds(GAMES); i++)
            check_match(game, seats, (uint64_t)(seats + i), &count);
    }
    tap_result(count.updates && count.silences && count.reasons && count.previews && count.steps,
               "%s: %u updates, %u times nothing new, %u reasons, %u previews, %u positions between",
               game->name, count.updates, count.silences, count.reasons, count.previews, count.steps);
}

/* ---- Around a game ------------------------------------------------------------------------------------- */

/* A log that has lost its end takes its viewers back: they get everything anew. */
static void check_shorter(const struct lan_game *game)
{
    struct world world;
    struct count count = {0};
    world_begin(&world, game, game->seats_max, 1, &count);
    for (int step = 0; step < 4 && table_end(world.table) == TABLE_RUNNING; step++)
        world_step(&world, 0);
    world_show(&world, true);
    struct table *whole = world.table, *shorter = table_fork(whole, 0);
    world.table = shorter;
    for (int i = 0; i < world.clients; i++)
        world.client[i].viewer.table = shorter;
    world_show(&world, true);
    tap_result(!world.wrong, "%s: a shorter log is sent anew", game->name);
    if (world.wrong)
        tap_note("%s", world.wrong);
    world_end(&world);
    table_destroy(whole);
}

/* Closed from outside: nothing may be done, and there is no result. */
static void check_closed(const struct lan_game *game)
{
    struct world world;
    struct count count = {0};
    world_begin(&world, game, game->seats_max, 2, &count);
    bool asked = false, answered = false;
    for (int seat = 0; seat < game->seats_max; seat++) {
        for (int closed = 0; closed < 2; closed++) {
            world.client[seat].viewer.closed = closed;
            json_t *update = whole_read(&world.client[seat], 0);
            bool something = json_is_object(json_object_get(update, "ask"));
            asked |= something && !closed;
            answered |= something && closed;
            answered |= json_object_get(update, "result") != NULL;
            json_decref(update);
        }
    }
    tap_result(asked && !answered, "%s: a closed match offers nothing", game->name);
    struct wire_viewer viewer = world.client[0].viewer;
    struct wire_sent *sent = NULL;
    struct buf out = {0};
    viewer.closed = false;
    wire_update_write(&out, &viewer, 0, &sent);
    viewer.closed = true;
    bool told = wire_update_next(&out, NULL, &viewer, &sent);
    bool again = wire_update_next(&out, NULL, &viewer, &sent);
    tap_result(told && !again, "%s: that a match is closed is sent, once", game->name);
    wire_sent_free(sent);
    buf_free(&out);
    world_end(&world);
}

static void check_description(const struct lan_game *game)
{
    struct buf out = {0};
    js_object(&out, NULL);
    union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(game, game->seats_min, &config);
    lan_assert(lan_compile(game, &config, &rules.base, &problem));
    wire_game_write(&out, &rules.base, WIRE_ALL_LANGS);
    json_t *fields = fields_read(&out);
    tap_result(json_array_size(json_object_get(fields, "actions")) == game->action_kind_count &&
                   json_array_size(json_object_get(fields, "events")) == game->event_kind_count &&
                   json_array_size(json_object_get(fields, "types")) == game->type_count &&
                   json_array_size(json_object_get(fields, "clauses")) + 1 == game->clause_count,
               "%s: the description has every action, event, type and clause", game->name);
    json_decref(fields);
    buf_free(&out);
}

static void check_list(void)
{
    struct buf out = {0};
    js_object(&out, NULL);
    wire_games_write(&out, WIRE_ALL_LANGS);
    json_t *fields = fields_read(&out), *list = json_object_get(fields, "games"), *row;
    size_t at, found = 0, games = 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        games += !(*game)->unfinished && (*game == lan_game_find((*game)->name, 0));
        json_array_foreach(list, at, row)
        {
            found += strcmp(json_string_value(json_object_get(row, "game")), (*game)->name) == 0 &&
                     json_integer_value(json_object_get(row, "version")) == (*game)->version &&
                     json_array_size(json_object_get(row, "options")) == (size_t)(*game)->option_count;
        }
    }
    tap_result(games && found == games && json_array_size(list) == games, "the list has %zu games", games);
    json_decref(fields);
    buf_free(&out);
}

int main(void)
{
    check_list();
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        check_description(*game);
        check_shorter(*game);
        check_closed(*game);
        check_matches(*game);
    }
    return tap_finish();
}
