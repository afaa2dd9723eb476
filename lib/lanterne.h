/*
 * lanterne.h - the games as a shared library: plain functions and numbers, for foreign function interfaces.
 *
 * An environment (struct lanterne_env) is one game in progress without clocks or records: seats are asked one
 * after the other in a fixed order, chance is drawn from a seed. A batch (struct lanterne_batch) is many
 * games of one set-up, stepped by one call, for programs that learn. docs/learning.md explains both. A match
 * (struct lanterne_match) is a finished game from its record, to be reviewed; docs/review.md explains that.
 *
 * An action is its number in the game's dense numbering; one number more, the last, declines where the seat
 * is asked for something it may do but need not.
 *
 * An observation is an array of bytes of fixed size that says all that a seat knows and nothing else. Which
 * cell means what is the layout of the game (lanterne_layout_json), which has a version.
 *
 * Chance follows from the seed: equal seeds and equal actions give equal games, in an environment and in a
 * batch, on every machine.
 *
 * Threads: an environment or a batch belongs to one thread at a time; different ones may be used by different
 * threads at once, without locks. The functions keep nothing outside them. No function reads a file, a clock
 * or the environment.
 *
 * Errors: a function that can refuse says so in its result and changes nothing then. `problem` may be NULL;
 * else it is given one English sentence, cut to `problem_size` bytes. An argument that is a NULL pointer
 * where this is not allowed, or a pointer to too little memory, cannot be detected.
 */
#ifndef LANTERNE_H
#define LANTERNE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rises with every incompatible change of this header; the soname has the same number. */
#define LANTERNE_API 1

#if defined(__GNUC__)
#define LANTERNE_EXPORT __attribute__((visibility("default")))
#else
#define LANTERNE_EXPORT
#endif

struct lanterne_env;
struct lanterne_batch;
struct lanterne_match;

LANTERNE_EXPORT int lanterne_api(void);

/* The name of game `at`, counted from 0; NULL after the last. */
LANTERNE_EXPORT const char *lanterne_game_name(int at);

/*
 * What every cell of an observation means, as one JSON object: version, cells, and for each part its name,
 * first cell, shape, range and the names of its values. Returns the length with the 0 byte, or 0 with a
 * sentence in `problem` when the set-up is refused. When it is more than `size` nothing was written.
 */
LANTERNE_EXPORT size_t lanterne_layout_json(const char *game, int players, const char *options, char *json,
                                            size_t size, char *problem, size_t problem_size);

/* ---- One game ------------------------------------------------------------------------------------------ */

/*
 * `players` 0 is the game's least number. `options` is "name=value" lines or NULL; it is copied. In a value,
 * \n (backslash and n) stands for a new line and two backslashes for one, as a board of Treasure Hunters
 * needs. NULL with a sentence in `problem` when the set-up is refused or there is no memory. It begins with
 * the game of seed 0.
 */
LANTERNE_EXPORT struct lanterne_env *lanterne_env_create(const char *game, int players, const char *options,
                                                         char *problem, size_t problem_size);
LANTERNE_EXPORT void lanterne_env_destroy(struct lanterne_env *env);

/* Begins a new game. */
LANTERNE_EXPORT void lanterne_env_reset(struct lanterne_env *env, uint64_t seed);

/* A second environment in the same position, with the same chance to come. NULL without memory. */
LANTERNE_EXPORT struct lanterne_env *lanterne_env_clone(const struct lanterne_env *env);

/*
 * The whole game as bytes: position, chance to come, what every seat was told. They contain all secrets. Save
 * returns their number; when it is more than `size` nothing was written. Restore takes such bytes into an
 * environment of the same game, number of players and options: 0, or -1 with nothing changed and a sentence
 * in `problem` when they are not whole, changed, or of another set-up or version.
 */
LANTERNE_EXPORT size_t lanterne_env_save(const struct lanterne_env *env, uint8_t *bytes, size_t size);
LANTERNE_EXPORT int lanterne_env_restore(struct lanterne_env *env, const uint8_t *bytes, size_t size,
                                         char *problem, size_t problem_size);

/* The number of seats, of actions, declining included, and of the cells of an observation. */
LANTERNE_EXPORT int lanterne_env_seats(const struct lanterne_env *env);
LANTERNE_EXPORT uint32_t lanterne_env_actions(const struct lanterne_env *env);
LANTERNE_EXPORT uint32_t lanterne_env_cells(const struct lanterne_env *env);

/* The seat that is asked, -1 when the game is over; and whether it may decline. */
LANTERNE_EXPORT int lanterne_env_seat(const struct lanterne_env *env);
LANTERNE_EXPORT int lanterne_env_optional(const struct lanterne_env *env);

/* What that seat may do: a byte 0 or 1 for each action. All 0 when the game is over. */
LANTERNE_EXPORT void lanterne_env_mask(const struct lanterne_env *env, int8_t *mask);

/*
 * Plays an action of that seat, and all chance after it. 0, or -1 with nothing changed when it was not
 * offered.
 */
LANTERNE_EXPORT int lanterne_env_step(struct lanterne_env *env, uint32_t action);

/*
 * What a seat knows as an array of lanterne_env_cells() bytes. Any seat that is not at the table: the
 * watcher.
 */
LANTERNE_EXPORT void lanterne_env_observe(const struct lanterne_env *env, int seat, uint8_t *cells);

/*
 * The same as JSON, and as the bytes of the library's own struct. Returns the length, that of JSON with its 0
 * byte. When that is more than `size` nothing was written.
 */
LANTERNE_EXPORT size_t lanterne_env_view_json(const struct lanterne_env *env, int seat, char *json,
                                              size_t size);
LANTERNE_EXPORT size_t lanterne_env_view_bytes(const struct lanterne_env *env, int seat, uint8_t *bytes,
                                               size_t size);

/* Of a finished game: 1 for a winner, else 0; and the score. Both 0 before the end. */
LANTERNE_EXPORT int lanterne_env_won(const struct lanterne_env *env, int seat);
LANTERNE_EXPORT int32_t lanterne_env_score(const struct lanterne_env *env, int seat);

/* Writes an action in notation, "decline" for the last, if it fits. Returns its length with the 0 byte. */
LANTERNE_EXPORT size_t lanterne_env_notation(const struct lanterne_env *env, uint32_t action, char *text,
                                             size_t size);

/*
 * What a bot ("random", "easy", "rules", "search", in Shy Monsters also "equilibrium") would do for the seat
 * that is asked, from its view and what it was told since the game began. `iterations` 0 is the usual 2000.
 * -1 when there is no such bot, it does not play this game, the game is over, or there is no memory.
 */
LANTERNE_EXPORT int64_t lanterne_env_advise(struct lanterne_env *env, const char *bot, uint32_t iterations,
                                            uint64_t seed);

/* ---- Many games ---------------------------------------------------------------------------------------- */

enum { LANTERNE_GAMES_MAX = 1 << 20, LANTERNE_BATCH_BYTES_MAX = 1 << 30 };

/*
 * The arrays of a batch, in one block of memory that belongs to it and stays where it is until the batch is
 * destroyed: a caller wraps them once and reads them after every step. `count` games, row-major. A caller
 * only reads them: a step writes the cells that change, so what was written into others stays there. No game
 * is changed by it.
 */
struct lanterne_arrays {
    uint32_t count, cells, actions, seats;
    uint8_t *observation; /* [count][cells]: of the seat that is asked */
    int8_t *mask;         /* [count][actions]: 1 for what it may do, else 0 */
    float *reward;        /* [count][seats]: when a game has ended, 1 for its winners; else 0 */
    int32_t *score;       /* [count][seats]: when a game has ended, its scores; else 0 */
    uint64_t *seed;    /* [count]: of the game in progress; lanterne_env_reset with it gives the same game */
    uint64_t *episode; /* [count]: games that have ended since the reset */
    uint32_t *length;  /* [count]: actions of the learner in this game, in the one ended when `done` */
    int32_t *action;   /* [count]: what the last step played, as given or sampled */
    int8_t *seat;      /* [count]: the seat that is asked */
    uint8_t *optional; /* [count]: 1 where it may decline */
    uint8_t *done;     /* [count]: 1 where the last step ended the game, and another has begun */
    uint8_t *refused;  /* [count]: 1 where the last step's action was not offered, and nothing was changed */
};

/*
 * `count` games of one set-up, which is given as for an environment. `bots` says who plays which seat: NULL
 * when the learner is asked for all, else one word for each seat, separated by commas, empty for the learner:
 * ",rules,rules" or ",search:200" with the number of iterations. NULL with a sentence in `problem` when it is
 * refused or there is no memory; at most LANTERNE_GAMES_MAX games, LANTERNE_BATCH_BYTES_MAX bytes of arrays.
 * It begins as after lanterne_batch_reset(batch, NULL).
 */
LANTERNE_EXPORT struct lanterne_batch *lanterne_batch_create(const char *game, int players,
                                                             const char *options, uint32_t count,
                                                             const char *bots, char *problem,
                                                             size_t problem_size);
LANTERNE_EXPORT void lanterne_batch_destroy(struct lanterne_batch *batch);

LANTERNE_EXPORT const struct lanterne_arrays *lanterne_batch_arrays(const struct lanterne_batch *batch);

/*
 * Begins every game anew, game i with seeds[i], or with seed i where `seeds` is NULL. The games that follow
 * in its place when it ends have seeds that follow from it.
 */
LANTERNE_EXPORT void lanterne_batch_reset(struct lanterne_batch *batch, const uint64_t *seeds);

/*
 * Whether the learner is asked questions with one answer too (1), as it is at first, or they are answered
 * inside (0), so that every step is a choice. Begins every game anew, as lanterne_batch_reset(batch, NULL).
 */
LANTERNE_EXPORT void lanterne_batch_forced(struct lanterne_batch *batch, int asked);

/*
 * Names the bot that lanterne_batch_advise asks, with iterations as in `bots`, and begins every game anew, as
 * lanterne_batch_reset(batch, NULL). 1, or 0 with a sentence in `problem` when it is refused.
 */
LANTERNE_EXPORT int lanterne_batch_teacher(struct lanterne_batch *batch, const char *bot, char *problem,
                                           size_t problem_size);

/*
 * What the teacher would answer in each game, from what the asked seat knows: offered actions, as for
 * lanterne_batch_step. 1, or 0 where no teacher was named; then nothing is written.
 */
LANTERNE_EXPORT int lanterne_batch_advise(struct lanterne_batch *batch, int32_t *actions);

/*
 * Plays actions[i] in game i, then all chance and bots until the learner is asked again, and fills the
 * arrays. A game that ends begins again at once; if no question to the learner comes before its end either,
 * the next one follows, and `reward` is that of the last that ended. Returns how many actions were refused.
 */
LANTERNE_EXPORT uint32_t lanterne_batch_step(struct lanterne_batch *batch, const int32_t *actions);

/* Draws for each game one of the offered actions, each equally likely; and such a step at once. */
LANTERNE_EXPORT void lanterne_batch_sample(struct lanterne_batch *batch, int32_t *actions);
LANTERNE_EXPORT void lanterne_batch_step_random(struct lanterne_batch *batch);

/* ---- A finished match and its review ------------------------------------------------------------------- */

/*
 * A match is built from the parts of a full record (docs/protocol.md), which the caller takes out of the
 * JSON, in this order: create; option, seat, clock and commitment, each for all that the record has; begin;
 * line for each line of the log; opening for each; end. Everything is copied, and checked: hashes, rules,
 * moves. Each returns 0, or -1 with a sentence in `problem`; after that the match can only be destroyed. A
 * part that the record does not have is NULL where the fields of `struct lanterne_line` are, else "".
 *
 * What differs between the record and lanterne_match_record, the same match written anew, was changed after
 * writing or belongs in no record: the caller compares them. (The field "seen" lies outside.)
 */
LANTERNE_EXPORT struct lanterne_match *lanterne_match_create(const char *game, int version, int players,
                                                             char *problem, size_t problem_size);
LANTERNE_EXPORT void lanterne_match_destroy(struct lanterne_match *match);

LANTERNE_EXPORT int lanterne_match_option(struct lanterne_match *match, const char *name, const char *value,
                                          char *problem, size_t problem_size);
LANTERNE_EXPORT int lanterne_match_seat(struct lanterne_match *match, int seat, const char *holder,
                                        const char *name, const char *level, char *problem,
                                        size_t problem_size);
/* `limits`: budget, increment, move, window. */
LANTERNE_EXPORT int lanterne_match_clock(struct lanterne_match *match, const char *kind, const char *policy,
                                         const char *stand_in, const int64_t limits[4], char *problem,
                                         size_t problem_size);
LANTERNE_EXPORT int lanterne_match_commitment(struct lanterne_match *match, const char *name,
                                              const char *value, char *problem, size_t problem_size);

/* `rules` is the field of the same name, `link` the field "match_hash". */
LANTERNE_EXPORT int lanterne_match_begin(struct lanterne_match *match, int64_t start, const char *rules,
                                         const char *link, char *problem, size_t problem_size);

/* A line of the log by its fields; NULL for those that it does not have. */
struct lanterne_line {
    const char *seat;   /* "chance", or a number from 1 */
    const char *action; /* the field "do" */
    const char *table, *text;
    const char *link; /* the field "hash" */
    int32_t timed;    /* 1 where the clock acted */
    int64_t time;
};
LANTERNE_EXPORT int lanterne_match_line(struct lanterne_match *match, const struct lanterne_line *line,
                                        char *problem, size_t problem_size);
LANTERNE_EXPORT int lanterne_match_opening(struct lanterne_match *match, const char *name, const char *value,
                                           char *problem, size_t problem_size);
LANTERNE_EXPORT int lanterne_match_end(struct lanterne_match *match, char *problem, size_t problem_size);

/*
 * The record written anew. Returns its length with the 0 byte, 0 before lanterne_match_end; nothing is
 * written when that is more than `size`.
 */
LANTERNE_EXPORT size_t lanterne_match_record(const struct lanterne_match *match, char *json, size_t size);

/*
 * Reviews a seat from 0 on, or all for -1, after lanterne_match_end. Takes seconds of processor time;
 * `watch`, which may be NULL, is called with the share done in 1000 and leaves the review by returning
 * another number than 0. 0, or -1 with a sentence. Then lanterne_match_review_json gives the document of the
 * last review as lanterne_match_record gives the record.
 */
LANTERNE_EXPORT int lanterne_match_review(struct lanterne_match *match, int seat,
                                          int (*watch)(void *context, int done), void *context, char *problem,
                                          size_t problem_size);
LANTERNE_EXPORT size_t lanterne_match_review_json(const struct lanterne_match *match, char *json,
                                                  size_t size);

#ifdef __cplusplus
}
#endif

#endif
