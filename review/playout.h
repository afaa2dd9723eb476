/*
 * playout.h - what a position is worth to every seat: the results of games that are played on from it.
 *
 * Every seat plays what the game rates best from its own view, but overlooks it now and then; without
 * ratings seats play at random. Chance is drawn by address: the draw (stream, index) of playout number j is
 * the same from whatever position the playout begins, and so are the slips. So the worth of a position is a
 * function of the position alone, two positions are compared under the same luck, and where both lead to the
 * same play the difference is exactly 0.
 *
 * Where the game can tell the chance to win before the end (lan_game.outlook without a span), a playout stops
 * after as many decisions as the game asks for and takes that chance.
 */
#ifndef LAN_PLAYOUT_H
#define LAN_PLAYOUT_H

#include "told_log.h"

/*
 * Bots that play on in place of the ratings. `answer` finds what the seat of a question does with this seed,
 * PLAYOUT_DECLINED for none of the optional actions; false for a seat that the ratings are to play.
 */
struct playout_bots {
    bool (*answer)(void *context, const struct lan_question *question, uint64_t seed, lan_action *action);
    void *context;
    bool shared; /* winners share a victory; else each has it whole */
};

#define PLAYOUT_DECLINED ((lan_action)0xffffffff)

/* What the seats of a playout remember. All pointers belong to the caller. */
struct playout_scene {
    const struct lan_rules *rules;
    uint64_t seed;
    const struct lan_told_log *told[LAN_SEATS_MAX];
    const struct lan_digest *digest[LAN_SEATS_MAX]; /* of `told`, NULL where the game has none */
    struct lan_memo *memo; /* of `told`, for a game that has one; NULL: the same values, more slowly */
    const struct playout_bots *bots; /* NULL: the ratings, with slips */
};

/* The seed of playout `number` of a scene. Also other seeds of a scene: numbers beyond all playouts. */
uint64_t playout_seed(const struct playout_scene *scene, uint32_t number);

/*
 * Plays on from `state`, which is changed, and fills in what every seat gets. `decided` is the number of
 * decisions since the position from which playouts are compared: they all end equally far from it.
 */
void playout_run(const struct playout_scene *scene, struct lan_state *state, struct lan_cursor *cursor,
                 uint32_t number, int decided, float worth[LAN_SEATS_MAX]);

/* What every seat got of a result: 1 for each winner, also of a shared victory, else 0. */
void playout_result(const struct lan_rules *rules, const struct lan_result *result,
                    float worth[LAN_SEATS_MAX]);

#endif
