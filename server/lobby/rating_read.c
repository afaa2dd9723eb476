#include "rating_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "env.h"
#include "limit.h"
#include "person.h"
#include "rating_fold.h"
#include "server.h"
#include "space.h"
#include "store.h"

/* Whose games are still to be read: the person of a seat, or a guest that the person was. */
struct whose {
    int seat;
    char id[ID_PERSON + 1];
};

struct ratings {
    struct server *server;
    char game[64];
    struct room_rating *rating;
    struct rating_fold **fold; /* by seat */
    int count;
    struct whose *whose;
    int ids, at;
    void (*done)(void *context, struct room_rating *ratings, int count);
    void *context;
};

static void ratings_end(struct ratings *ratings, bool good)
{
    int64_t now = env_now(&ratings->server->env);
    for (int seat = 0; seat < ratings->count; seat++) {
        ratings->rating[seat].rating = rating_fold_now(ratings->fold[seat], ratings->game, now);
        rating_fold_free(ratings->fold[seat]);
    }
    if (!good) {
        free(ratings->rating);
        ratings->rating = NULL;
    }
    ratings->done(ratings->context, ratings->rating, ratings->count);
    free(ratings->fold);
    free(ratings->whose);
    free(ratings);
}

static void games_next(struct ratings *ratings);

static void games_page(struct store_read *read)
{
    struct ratings *ratings = read->context;
    for (size_t i = 0; i < read->count; i++) {
        json_t *played = json_loadb(read->rows[i].bytes, read->rows[i].size, 0, NULL);
        rating_fold_add(ratings->fold[ratings->whose[ratings->at].seat], played);
        json_decref(played);
    }
}

static void games_read(struct store_read *read)
{
    struct ratings *ratings = read->context;
    if (read->status != STORE_OK) {
        ratings_end(ratings, false);
        return;
    }
    ratings->at++;
    games_next(ratings);
}

static void games_next(struct ratings *ratings)
{
    char prefix[ID_PERSON + 2];
    if (ratings->at == ratings->ids) {
        ratings_end(ratings, true);
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/", ratings->whose[ratings->at].id);
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_PLAYED, prefix, games_read, ratings);
    read->page = games_page;
    read->limit = LIMIT_PROFILE_GAMES;
    store_read(ratings->server->store, read);
}

static void whose_add(struct ratings *ratings, int seat, const char *id)
{
    ratings->whose = mem_grow(ratings->whose, (size_t)(ratings->ids + 1) * sizeof *ratings->whose);
    ratings->whose[ratings->ids].seat = seat;
    snprintf(ratings->whose[ratings->ids++].id, sizeof ratings->whose->id, "%.*s", ID_PERSON, id);
}

static void persons_read(struct store_read *read)
{
    struct ratings *ratings = read->context;
    if (read->status != STORE_OK) {
        ratings_end(ratings, false);
        return;
    }
    for (size_t i = 0; i < read->count; i++) {
        json_t *person = json_loadb(read->rows[i].bytes, read->rows[i].size, 0, NULL), *was;
        size_t at;
        for (int seat = 0; seat < ratings->count; seat++) {
            if (strcmp(ratings->rating[seat].person, read->rows[i].key) != 0)
                continue;
            whose_add(ratings, seat, read->rows[i].key);
            json_array_foreach(json_object_get(person, "was"), at, was)
            {
                if (json_is_string(was) && at < PERSON_WAS_MAX)
                    whose_add(ratings, seat, json_string_value(was));
            }
        }
        json_decref(person);
    }
    games_next(ratings);
}

void ratings_read(struct server *server, const char *game, const struct room_rating *rating, int count,
                  void (*done)(void *context, struct room_rating *ratings, int count), void *context)
{
    struct buf names = {0};
    struct ratings *ratings = mem_zero(sizeof *ratings);
    *ratings = (struct ratings){.server = server, .count = count, .done = done, .context = context};
    snprintf(ratings->game, sizeof ratings->game, "%s", game);
    ratings->rating = mem_zero((size_t)count * sizeof *rating);
    ratings->fold = mem_zero((size_t)count * sizeof(struct rating_fold *));
    for (int seat = 0; seat < count; seat++) {
        ratings->rating[seat] = rating[seat];
        ratings->fold[seat] = rating_fold_create();
        buf_printf(&names, "%s\n", rating[seat].person);
    }
    struct store_read *read = store_read_create(STORE_READ_KEYS, SPACE_PERSON, "", persons_read, ratings);
    read->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(server->store, read);
}
