/*
 * game.h - one game in progress inside the library: set-up, position, chance and the question that is open.
 * Environments and batches are made of it.
 */
#ifndef LANTERNE_GAME_H
#define LANTERNE_GAME_H

#include "bot.h"
#include "lan.h"
#include "told_log.h"

/* The rules in force, from the texts of a caller. `game`, `players` and `lines` are kept for copies. */
struct setup {
    union lan_rules_buf rules;
    char *options; /* texts of the rules point into it */
    char *lines;   /* the options as given */
};

/* False with a sentence in `problem` when the set-up is refused; nothing has to be freed then. */
bool setup_make(struct setup *setup, const char *game, int players, const char *lines, char *problem,
                size_t problem_size);
void setup_free(struct setup *setup);

void problem_say(const char *say, char *problem, size_t size);

/* Plain memory but for `told`: a copy continues the game as the original does. */
struct game {
    struct lan_rng rng;
    struct lan_cursor cursor;
    struct lan_asked asked;
    struct lan_told_log *told; /* LAN_SEATS_MAX logs, for bots; NULL where no bot asks */
    _Alignas(max_align_t) uint8_t state[];
};

static inline struct lan_state *game_state(struct game *game)
{
    return (struct lan_state *)game->state;
}

static inline const struct lan_state *game_look(const struct game *game)
{
    return (const struct lan_state *)game->state;
}

/* The bytes that a game of these rules needs, a multiple of the alignment. */
size_t game_bytes(const struct lan_rules *rules);

/* The logs of what seats are told: empty, and freed. */
bool game_told_make(struct game *game);
void game_told_free(struct game *game);

/* Begins a game and draws chance until a seat is asked. */
void game_begin(const struct lan_rules *rules, struct game *game, uint64_t seed);

/* Plays a listed action of the seat that is asked, or declines for it, and draws chance after it. */
void game_act(const struct lan_rules *rules, struct game *game, lan_action action);
void game_decline(const struct lan_rules *rules, struct game *game);

/* Lists the actions that answer the question, list[from..to): the musts, or the optional ones. */
void game_list(const struct lan_rules *rules, const struct game *game, struct lan_list *list, int *from,
               int *to);

/* What a seat, or the watcher for any other number, knows. */
void game_view(const struct lan_rules *rules, const struct game *game, int seat, union lan_view_buf *view);

enum { BOT_ITERATIONS = 2000, BOT_ARENA_BYTES = 16 << 20 };

/*
 * Asks a bot for the seat that is asked; `arena` is memory of BOT_ARENA_BYTES, or NULL for a bot that needs
 * none. The game must have logs and an open question that `list` answers.
 */
void game_think(const struct lan_rules *rules, const struct game *game, const struct lan_bot *bot,
                const struct lan_list *list, uint32_t iterations, void *arena, uint64_t seed,
                struct lan_advice *advice);

#endif
