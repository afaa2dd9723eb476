/*
 * match.h - one game between bots from the deal to the end, each asked with what its seat knows.
 *
 * The quick way for simulation: no log, no clocks, no records (table/ has those). Each chance event is drawn
 * from the dice's key and the event's own address (dice.h), so that two matches with one key have the same
 * deal and the same dice whatever is played in them.
 */
#ifndef LAN_MATCH_H
#define LAN_MATCH_H

#include "bot.h"
#include "told_log.h"

struct lan_player {
    const struct lan_bot *bot;
    struct lan_budget budget; /* its memory may be shared with the other players: one thinks at a time */
};

struct lan_match {
    const struct lan_rules *rules;
    struct lan_player player[LAN_SEATS_MAX]; /* by seat, filled in by the caller after lan_match_init */
    struct lan_told_log told[LAN_SEATS_MAX]; /* by seat; memory is reused from game to game */
    union lan_state_buf state;
    struct lan_events events;
};

void lan_match_init(struct lan_match *match, const struct lan_rules *rules);
void lan_match_finish(struct lan_match *match);

/*
 * Plays one game; `state` is then the final state. `seed` is for the bots alone. Returns the number of
 * actions, chance included, or 0 when there is no memory.
 */
uint64_t lan_match_play(struct lan_match *match, const struct lan_dice *dice, uint64_t seed);

/* The seed of a question: from the game's seed, the seat, and the number of events that the seat was told. */
uint64_t lan_question_seed(uint64_t seed, int seat, size_t told);

#endif
