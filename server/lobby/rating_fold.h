/*
 * rating_fold.h - a person's ratings from the documents of played.h: the games in the order of time, and
 * what the rating of their game was after each.
 */
#ifndef LAN_SERVER_RATING_FOLD_H
#define LAN_SERVER_RATING_FOLD_H

#include <jansson.h>
#include <stdint.h>

#include "rating.h"

struct rating_fold;

struct rating_fold *rating_fold_create(void);
void rating_fold_free(struct rating_fold *fold);
/* Adds a document of played.h; those of games that were not rated are left out. */
void rating_fold_add(struct rating_fold *fold, const json_t *played);

/*
 * What the rating in one game was after each of its games; the memory is the fold's, until it is asked
 * again.
 */
struct rating_step {
    struct rating rating;
    bool won;
};
int rating_fold_steps(struct rating_fold *fold, const char *game, const struct rating_step **steps);
/* The rating in a game at a time; that of somebody unknown without a game. */
struct rating rating_fold_now(struct rating_fold *fold, const char *game, int64_t at);

#endif
