/*
 * lanterne.h - the games as a shared library: plain functions and numbers, for foreign function interfaces.
 *
 * An environment is one game in progress without clocks or records: seats are asked one after the other in
 * core's serial order (lan_next), chance is drawn from a seed. Programs in C that want more include lan.h and
 * its neighbours, which are installed beside this file.
 *
 * An action is its number in the game's dense numbering; one number more, lanterne_env_actions() - 1,
 * declines where the seat is asked for something it may do but need not.
 */
#ifndef LANTERNE_H
#define LANTERNE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rises with every incompatible change of this header; the soname has the same number. */
#define LANTERNE_API 0

struct lanterne_env;

int lanterne_api(void);

/* The name of game `at`, counted from 0; NULL after the last. */
const char *lanterne_game_name(int at);

/*
 * `players` 0 is the game's least number. `options` is "name=value" lines or NULL; it is copied. NULL with a
 * sentence in `problem` (may be NULL) when the set-up is refused or there is no memory. It begins
 * with the game of seed 0.
 */
struct lanterne_env *lanterne_env_create(const char *game, int players, const char *options, char *problem,
                                         size_t problem_size);
void lanterne_env_destroy(struct lanterne_env *env);

/* Begins a new game; equal seeds draw equal chance. */
void lanterne_env_reset(struct lanterne_env *env, uint64_t seed);

/* The number of seats, and of actions, declining included. */
int lanterne_env_seats(const struct lanterne_env *env);
uint32_t lanterne_env_actions(const struct lanterne_env *env);

/* The seat that is asked, -1 when the game is over; and whether it may decline. */
int lanterne_env_seat(const struct lanterne_env *env);
int lanterne_env_optional(const struct lanterne_env *env);

/* What that seat may do: a byte 0 or 1 for each action. All 0 when the game is over. */
void lanterne_env_mask(const struct lanterne_env *env, uint8_t *mask);

/*
 * Plays an action of that seat, and all chance after it. 0, or -1 with nothing changed when it was not
 * offered.
 */
int lanterne_env_step(struct lanterne_env *env, uint32_t action);

/*
 * What a seat knows (seat lanterne_env_seats() and more: the watcher), as JSON and as bytes. Returns the
 * length, that of JSON with its 0 byte. When that is more than `size` nothing was written.
 */
size_t lanterne_env_view_json(const struct lanterne_env *env, int seat, char *json, size_t size);
size_t lanterne_env_view_bytes(const struct lanterne_env *env, int seat, uint8_t *bytes, size_t size);

/* Of a finished game: 1 for a winner, else 0; and the score. Both 0 before the end. */
int lanterne_env_won(const struct lanterne_env *env, int seat);
int32_t lanterne_env_score(const struct lanterne_env *env, int seat);

/* Writes an action in notation, "decline" for the last, if it fits. Returns its length with the 0 byte. */
size_t lanterne_env_notation(const struct lanterne_env *env, uint32_t action, char *text, size_t size);

/*
 * What a bot ("random", "easy", "rules", "search", in Shy Monsters also "equilibrium") would do for the seat
 * that is asked, from its view and what it was told since the game began. `iterations` 0 is the usual 2000.
 * -1 when there is no such bot, it does not play this game, the game is over, or there is no memory.
 */
int64_t lanterne_env_advise(struct lanterne_env *env, const char *bot, uint32_t iterations, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
