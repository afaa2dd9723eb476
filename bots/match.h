/*
 * match.h - one game between bots from the deal to the end, each asked from what its seat was told.
 *
 * The quick way for simulation: no log, no clocks, no records (table/ has those). Chance is drawn by address from
 * a key, so that two matches with one key have the same deal and the same dice whoever plays them.
 */
#ifndef LAN_MATCH_H
#define LAN_MATCH_H

#include "bot.h"
#include "told_log.h"

struct lan_player {
    const struct lan_bot *bot;
    struct lan_budget budget; /* players who never think at once may share an arena */
};

struct lan_match {
    const struct lan_rules *rules;
    struct lan_player player[LAN_SEATS_MAX]; /* the caller's to fill in */
    struct lan_told_log told[LAN_SEATS_MAX]; /* kept from game to game, so that memory is asked for once */
    union lan_state_buf state;
    struct lan_events events;
};

void lan_match_init(struct lan_match *match, const struct lan_rules *rules);
void lan_match_finish(struct lan_match *match);

/*
 * Plays one game; `state` is its end. `seed` is for the bots alone. Returns the number of actions, chance included,
 * or 0 when there is no memory.
 */
uint64_t lan_match_play(struct lan_match *match, const struct lan_dice *dice, uint64_t seed);

/* The seed of a seat's next question: from the game's seed and what the seat itself has seen of the game. */
uint64_t lan_question_seed(uint64_t seed, int seat, size_t told);

#endif
