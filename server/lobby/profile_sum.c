#include "profile_sum.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "rating_fold.h"
#include "space.h"
#include "store.h"

/* Rows of one game: further names of opponents are left out. Steps of a rating: the last ones are shown. */
enum { ROWS_MAX = 300, STEPS_MAX = 200 };

struct played {
    json_t *document;
    int64_t at;
};

struct profile_sum {
    struct played *played;
    size_t count, capacity;
    struct rating_fold *ratings;
    int64_t now;
    json_t *luck;  /* by table: the document of SPACE_LUCK */
    json_t *games; /* by name: what is written of a game; made by profile_sum_write */
};

struct profile_sum *profile_sum_create(void)
{
    struct profile_sum *sum = mem_zero(sizeof *sum);
    sum->ratings = rating_fold_create();
    sum->luck = json_object();
    sum->games = json_object();
    return sum;
}

void profile_sum_free(struct profile_sum *sum)
{
    for (size_t i = 0; i < sum->count; i++)
        json_decref(sum->played[i].document);
    rating_fold_free(sum->ratings);
    json_decref(sum->luck);
    json_decref(sum->games);
    free(sum->played);
    free(sum);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

void profile_sum_add(struct profile_sum *sum, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loadb(read->rows[i].bytes, read->rows[i].size, 0, NULL);
        if (strcmp(read->space, SPACE_LUCK) == 0) {
            json_object_set(sum->luck, text_of(document, "table"), document);
            json_decref(document);
            continue;
        }
        rating_fold_add(sum->ratings, document);
        if (sum->count == sum->capacity) {
            sum->capacity = sum->capacity ? 2 * sum->capacity : 64;
            sum->played = mem_grow(sum->played, sum->capacity * sizeof *sum->played);
        }
        sum->played[sum->count++] =
            (struct played){document, json_integer_value(json_object_get(document, "at"))};
    }
}

void wilson(int won, int games, double *low, double *high)
{
    const double z = 1.959964, n = games, p = won / n;
    double middle = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *low = fmax(0, (middle - spread) / (1 + z * z / n));
    *high = fmin(1, (middle + spread) / (1 + z * z / n));
}

/*
 * ---- Adding up -----------------------------------------------------------------------------------------
 */

static void number_add(json_t *object, const char *key, int64_t more)
{
    json_object_set_new(object, key, json_integer(json_integer_value(json_object_get(object, key)) + more));
}

static void real_add(json_t *object, const char *key, const json_t *value)
{
    json_object_set_new(object, key,
                        json_real(json_real_value(json_object_get(object, key)) + json_number_value(value)));
}

/* Counts a game in the row of a group, once: `seen` has the keys that were counted for this game. */
static void row_add(json_t *game, json_t *seen, const char *by, const char *type, const char *value, bool won)
{
    char key[256];
    json_t *rows = json_object_get(game, "rows");
    snprintf(key, sizeof key, "%.40s\x1f%.60s\x1f%.100s", by, type, value);
    if (json_object_get(seen, key))
        return;
    json_object_set_new(seen, key, json_true());
    json_t *row = json_object_get(rows, key);
    if (!row && json_object_size(rows) < ROWS_MAX) {
        row =
            json_pack("{s:s,s:s,s:s,s:i,s:i}", "by", by, "type", type, "value", value, "games", 0, "won", 0);
        json_object_set_new(rows, key, row);
    }
    if (row) {
        number_add(row, "games", 1);
        number_add(row, "won", won);
    }
}

/* Games of one result in a row: now (below 0: lost), and the longest row of wins. */
static void streak_add(json_t *game, bool won)
{
    int64_t now = json_integer_value(json_object_get(game, "now"));
    now = won ? (now > 0 ? now + 1 : 1) : (now < 0 ? now - 1 : -1);
    json_object_set_new(game, "now", json_integer(now));
    if (now > json_integer_value(json_object_get(game, "best")))
        json_object_set_new(game, "best", json_integer(now));
}

static void luck_add(json_t *game, const json_t *luck)
{
    if (!luck)
        return;
    number_add(game, "reviewed", 1);
    real_add(game, "adjusted", json_object_get(luck, "adjusted"));
    real_add(game, "result", json_object_get(luck, "result"));
    real_add(game, "start", json_object_get(luck, "start"));
    real_add(game, "own", json_object_get(luck, "own"));
}

static void groups_add(json_t *game, json_t *seen, const json_t *mine, bool won)
{
    json_t *group;
    size_t at;
    json_array_foreach(json_object_get(mine, "by"), at, group)
        row_add(game, seen, text_of(group, "by"), text_of(group, "type"), text_of(group, "value"), won);
}

/* With whom: by name, and whether all others were people, all bots, or some of each. */
static void company_add(json_t *game, json_t *seen, const json_t *with, bool own, bool won)
{
    json_t *one;
    size_t at;
    int people = 0, bots = 0;
    json_array_foreach(with, at, one)
    {
        bool person = json_object_get(one, "name") != NULL;
        people += person;
        bots += !person;
        if (own && person)
            row_add(game, seen, "with", "", text_of(one, "name"), won);
    }
    row_add(game, seen, "company", "", !people ? (bots ? "bots" : "alone") : (bots ? "both" : "people"), won);
}

static json_t *game_of(struct profile_sum *sum, const char *name)
{
    json_t *game = json_object_get(sum->games, name);
    if (game)
        return game;
    game = json_pack("{s:s,s:i,s:{},s:i,s:i,s:i,s:f,s:f,s:f,s:f}", "game", name, "all", 0, "rows", "now", 0,
                     "best", 0, "reviewed", 0, "adjusted", 0.0, "result", 0.0, "start", 0.0, "own", 0.0);
    json_object_set_new(sum->games, name, game);
    return game;
}

static void played_add(struct profile_sum *sum, const json_t *played, bool own)
{
    json_t *game = game_of(sum, text_of(played, "game")), *mine = json_object_get(played, "mine");
    number_add(game, "all", 1);
    if (json_array_size(mine) != 1 || strcmp(text_of(played, "end"), "agreed") == 0)
        return;
    char seats[16];
    json_t *seat = json_array_get(mine, 0), *seen = json_object();
    bool won = json_is_true(json_object_get(seat, "won"));
    snprintf(seats, sizeof seats, "%d", (int)json_integer_value(json_object_get(played, "seats")));
    row_add(game, seen, "", "", "", won);
    row_add(game, seen, "seats", "", seats, won);
    groups_add(game, seen, seat, won);
    company_add(game, seen, json_object_get(played, "with"), own, won);
    streak_add(game, won);
    luck_add(game, json_object_get(sum->luck, text_of(played, "table")));
    json_decref(seen);
}

/*
 * ---- Writing -------------------------------------------------------------------------------------------
 */

static void real_write(struct buf *out, const char *key, double value)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%.4f", value);
    js_raw(out, key, text, (size_t)length);
}

static void row_write(struct buf *out, const json_t *row)
{
    double low, high;
    int games = (int)json_integer_value(json_object_get(row, "games"));
    int won = (int)json_integer_value(json_object_get(row, "won"));
    wilson(won, games, &low, &high);
    js_object(out, NULL);
    js_string(out, "by", text_of(row, "by"));
    js_string(out, "type", text_of(row, "type"));
    js_string(out, "value", text_of(row, "value"));
    js_int(out, "games", games);
    js_int(out, "won", won);
    real_write(out, "low", low);
    real_write(out, "high", high);
    js_end_object(out);
}

static void luck_write(struct buf *out, const json_t *game)
{
    int64_t reviewed = json_integer_value(json_object_get(game, "reviewed"));
    static const char *const keys[] = {"start", "result", "adjusted", "own"};
    if (!reviewed)
        return;
    js_object(out, "review");
    js_int(out, "games", reviewed);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        real_write(out, keys[i], json_real_value(json_object_get(game, keys[i])) / (double)reviewed);
    js_end_object(out);
}

/* The rating in a game, and what it was after each of the last games. */
static void rating_write(struct profile_sum *sum, struct buf *out, const char *game)
{
    const struct rating_step *steps;
    int count = rating_fold_steps(sum->ratings, game, &steps);
    if (!count)
        return;
    struct rating now = rating_at(&steps[count - 1].rating, sum->now);
    js_object(out, "rating");
    js_int(out, "points", rating_points(&now));
    js_int(out, "margin", rating_margin(&now));
    js_int(out, "games", now.games);
    js_array(out, "steps");
    for (int i = count > STEPS_MAX ? count - STEPS_MAX : 0; i < count; i++) {
        js_object(out, NULL);
        js_int(out, "points", rating_points(&steps[i].rating));
        js_int(out, "margin", rating_margin(&steps[i].rating));
        js_bool(out, "won", steps[i].won);
        js_end_object(out);
    }
    js_end_array(out);
    js_end_object(out);
}

static void game_write(struct profile_sum *sum, struct buf *out, json_t *game)
{
    const char *key;
    json_t *row;
    js_object(out, NULL);
    js_string(out, "game", text_of(game, "game"));
    js_int(out, "games", json_integer_value(json_object_get(game, "all")));
    js_int(out, "now", json_integer_value(json_object_get(game, "now")));
    js_int(out, "best", json_integer_value(json_object_get(game, "best")));
    luck_write(out, game);
    rating_write(sum, out, text_of(game, "game"));
    js_array(out, "rows");
    json_object_foreach(json_object_get(game, "rows"), key, row) row_write(out, row);
    js_end_array(out);
    js_end_object(out);
}

static int by_time(const void *one, const void *other)
{
    const struct played *a = one, *b = other;
    return (a->at > b->at) - (a->at < b->at);
}

/* The games, the most played one first. */
static void games_write(struct profile_sum *sum, struct buf *out)
{
    while (json_object_size(sum->games)) {
        const char *key, *most = NULL;
        json_t *game;
        int64_t count = -1;
        json_object_foreach(sum->games, key, game)
        {
            int64_t all = json_integer_value(json_object_get(game, "all"));
            if (all > count || (all == count && strcmp(key, most) < 0)) {
                count = all;
                most = key;
            }
        }
        game_write(sum, out, json_object_get(sum->games, most));
        json_object_del(sum->games, most);
    }
}

void profile_sum_write(struct profile_sum *sum, struct buf *out, bool own, int64_t now)
{
    sum->now = now;
    if (sum->count)
        qsort(sum->played, sum->count, sizeof *sum->played, by_time);
    for (size_t i = 0; i < sum->count; i++)
        played_add(sum, sum->played[i].document, own);
    js_int(out, "games", (int64_t)sum->count);
    js_array(out, "of");
    games_write(sum, out);
    js_end_array(out);
    if (!own)
        return;
    js_array(out, "times");
    for (size_t i = 0; i < sum->count; i++)
        js_int(out, NULL, sum->played[i].at);
    js_end_array(out);
}
