#include "game.h"

#include <string.h>

/* The number of a pair given as a set, GAME_NONE for a set that is no pair. */
static uint8_t pair_number(const uint8_t pair[FACT_PAIRS], unsigned set)
{
    for (int i = 0; i < FACT_PAIRS; i++) {
        if (pair[i] == set)
            return (uint8_t)i;
    }
    return GAME_NONE;
}

static void type_add(struct game_types *types, int pair, int before, int last)
{
    types->pair[types->count] = (uint8_t)pair;
    types->before[types->count] = (uint8_t)before;
    types->last[types->count++] = (uint8_t)last;
}

void game_types(struct solve_stage stage, struct game_types *types)
{
    uint8_t pair[FACT_PAIRS];
    unsigned seen = SHY_PILE_ALL & ~(unsigned)stage.unseen;
    fact_pairs(pair);
    memset(types, 0, sizeof *types);
    for (int held = 0; held < FACT_PAIRS; held++) {
        types->first[held] = (uint8_t)types->count;
        if (pair[held] & seen)
            continue;
        if (stage.storey != 2)
            type_add(types, held, GAME_NONE, GAME_NONE);
        for (int before = 0; before < FACT_PAIRS && stage.storey == 2; before++) {
            if (!(pair[before] & pair[held]) && !(seen & ~(unsigned)pair[before]))
                type_add(types, held, before,
                         pair_number(pair, SHY_PILE_ALL & ~(unsigned)(pair[held] | pair[before])));
        }
    }
    types->first[FACT_PAIRS] = (uint8_t)types->count;
}

int game_type_find(const struct game_types *types, int pair, int before)
{
    for (int type = types->first[pair]; type < types->first[pair + 1]; type++) {
        if (types->before[type] == before)
            return type;
    }
    return -1;
}

struct solve_stage game_stage(const struct shy_rules *rules, int floor, unsigned unseen)
{
    return (struct solve_stage){rules->reveals[floor - 1], (uint8_t)unseen,
                                (uint8_t)(floor < SHY_STOREYS ? floor : 0)};
}

void game_stages(const struct shy_rules *rules, struct solve_stage stage[GAME_STAGES])
{
    int count = 0;
    for (int floor = SHY_STOREYS; floor > 0; floor--) {
        for (unsigned unseen = SHY_PILE_ALL; unseen; unseen--) {
            if (SHY_MONSTERS - __builtin_popcount(unseen) <= 2 * (floor - 1))
                stage[count++] = game_stage(rules, floor, unseen);
        }
    }
    lan_assert(count == GAME_STAGES);
}

unsigned game_unseen(unsigned unseen, unsigned pair, int seen)
{
    unsigned low = pair & (~pair + 1), high = pair & ~low;
    return unseen & ~((seen & 1 ? low : 0) | (seen & 2 ? high : 0));
}

bool game_worth(const struct shy_rules *rules, struct solve_stage stage,
                double (*price)(const void *context, struct solve_stage stage, int type), const void *context,
                double worth[GAME_TYPES][CROSS_SEEN])
{
    struct game_types types, next;
    uint8_t pair[FACT_PAIRS];
    fact_pairs(pair);
    game_types(stage, &types);
    for (int i = 0; i < types.count * CROSS_SEEN; i++) {
        int type = i / CROSS_SEEN, held = types.pair[type], count = 0;
        unsigned unseen = game_unseen(stage.unseen, pair[held], i % CROSS_SEEN);
        struct solve_stage then = game_stage(rules, stage.storey + 1, unseen);
        double sum = 0;
        game_types(then, &next);
        for (int other = 0; other < next.count; other++) {
            bool follows =
                stage.storey == 1 ? next.before[other] == held : next.pair[other] == types.last[type];
            double got = follows ? price(context, then, other) : 0;
            if (got < 0)
                return false;
            sum += got;
            count += follows;
        }
        worth[type][i % CROSS_SEEN] = 1 - sum / count;
    }
    return true;
}
