#include "rating_fold.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "rated.h"
#include "server.h"

enum { GAME_BYTES = 64 };

struct counted {
    struct rating_evidence evidence;
    int64_t at;
    char table[ID_TABLE + 1], game[GAME_BYTES];
};

struct rating_fold {
    struct counted *games;
    size_t count, capacity;
    struct rating_step *steps;
};

struct rating_fold *rating_fold_create(void)
{
    return mem_zero(sizeof(struct rating_fold));
}

void rating_fold_free(struct rating_fold *fold)
{
    free(fold->games);
    free(fold->steps);
    free(fold);
}

static void text_read(const json_t *object, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    size_t length = text ? strlen(text) : 0;
    length = length < size ? length : size - 1;
    memcpy(out, text ? text : "", length);
    out[length] = 0;
}

void rating_fold_add(struct rating_fold *fold, const json_t *played)
{
    struct counted game = {.at = json_integer_value(json_object_get(played, "at"))};
    if (!rated_evidence_read(json_array_get(json_object_get(played, "mine"), 0), &game.evidence))
        return;
    text_read(played, "table", game.table, sizeof game.table);
    text_read(played, "game", game.game, sizeof game.game);
    if (fold->count == fold->capacity) {
        fold->capacity = fold->capacity ? 2 * fold->capacity : 32;
        fold->games = mem_grow(fold->games, fold->capacity * sizeof *fold->games);
    }
    fold->games[fold->count++] = game;
}

/* By time; of two that ended in the same millisecond, by table, so that the order is always the same. */
static int by_time(const void *one, const void *other)
{
    const struct counted *a = one, *b = other;
    return a->at != b->at ? (a->at > b->at) - (a->at < b->at) : strcmp(a->table, b->table);
}

int rating_fold_steps(struct rating_fold *fold, const char *game, const struct rating_step **steps)
{
    int count = 0;
    struct rating rating = rating_start();
    *steps = NULL;
    if (!fold->count)
        return 0;
    qsort(fold->games, fold->count, sizeof *fold->games, by_time);
    fold->steps = mem_grow(fold->steps, fold->count * sizeof *fold->steps);
    for (size_t i = 0; i < fold->count; i++) {
        const struct counted *one = &fold->games[i];
        if (strcmp(one->game, game) != 0)
            continue;
        rating_add(&rating, &one->evidence, one->at);
        fold->steps[count++] = (struct rating_step){rating, one->evidence.won};
    }
    *steps = fold->steps;
    return count;
}

struct rating rating_fold_now(struct rating_fold *fold, const char *game, int64_t at)
{
    const struct rating_step *steps;
    int count = rating_fold_steps(fold, game, &steps);
    return count ? rating_at(&steps[count - 1].rating, at) : rating_start();
}
