/*
 * game.h - how the floors of a whole game hang together: what the Master may remember, and what leaving a
 * floor is worth.
 *
 * Before a floor both sides know the set of monsters that the Hero has seen on earlier floors; the Master
 * knows besides which pairs they were. A type is what he knows on a floor: the pair that he holds now and,
 * on floor 2, the pair of floor 1. It follows which pair is left for floor 3. A Hero who remembers only the
 * set seen meets on each floor a Master of one of these types, and a price for each type says what the
 * Master gets at most from there to the end of the game (book.h). So what a Hero wins who leaves a floor
 * follows from the prices of the next one.
 */
#ifndef LAN_GAME_H
#define LAN_GAME_H

#include "cross.h"
#include "solve.h"

enum {
    GAME_TYPES = 90,  /* at most: on floor 2, when nothing has been seen */
    GAME_NONE = 0xff, /* instead of a pair: there was none */
    GAME_STAGES = 80, /* of a whole game: 1 on floor 1, 22 on floor 2, 57 on floor 3 */
};

/* The types of a stage, rising by the pair held. Those that hold pair p are first[p] up to first[p + 1]. */
struct game_types {
    int count;
    uint8_t pair[GAME_TYPES];
    uint8_t before[GAME_TYPES]; /* the pair of floor 1; GAME_NONE but on floor 2 */
    uint8_t last[GAME_TYPES];   /* the pair of floor 3; GAME_NONE but on floor 2 */
    uint8_t first[FACT_PAIRS + 1];
};

void game_types(struct solve_stage stage, struct game_types *types);

/* The type with this pair and this pair before it, -1 when the stage has none. */
int game_type_find(const struct game_types *types, int pair, int before);

/* The stage of floor 1, 2 or 3 for monsters that are unseen. */
struct solve_stage game_stage(const struct shy_rules *rules, int floor, unsigned unseen);

/* The stages of a whole game, those of floor 3 first; each comes after all those it leads to. */
void game_stages(const struct shy_rules *rules, struct solve_stage stage[GAME_STAGES]);

/* The monsters unseen after a floor on which `seen` (cross.h) of a pair was seen. */
unsigned game_unseen(unsigned unseen, unsigned pair, int seen);

/*
 * What leaving a floor of storey 1 or 2 is worth to the Hero: by type and by what is seen of the pair, his
 * chance to win the game. `price` gives what a type gets at a stage of the next floor, and is called with
 * `context`; it returns a negative number when it does not know, and then so does game_worth with false.
 */
bool game_worth(const struct shy_rules *rules, struct solve_stage stage,
                double (*price)(const void *context, struct solve_stage stage, int type), const void *context,
                double worth[GAME_TYPES][CROSS_SEEN]);

#endif
