#include "whole.h"

#include <stdlib.h>

#include "enter.h"

struct whole_work {
    const struct shy_rules *rules;
    const struct shapes *shapes;
    struct book *change; /* the book, where mixes are replaced; else NULL */
    const struct book *book;
    int threads, rounds, done;
    void (*tell)(int done, int all);
    uint8_t pair[FACT_PAIRS]; /* each a set of two monsters */
};

/* The pair that remains of the six monsters without two other pairs, -1 when these overlap. */
static int third_pair(const struct whole_work *work, int one, int other)
{
    unsigned left = SHY_PILE_ALL & ~(unsigned)(work->pair[one] | work->pair[other]);
    for (int pair = 0; pair < FACT_PAIRS && __builtin_popcount(left) == 2; pair++) {
        if (work->pair[pair] == left)
            return pair;
    }
    return -1;
}

/* The stage of a floor, or the floor by itself; NULL where the book has neither. */
static const struct book_stage *stage_for(const struct whole_work *work, int floor, unsigned unseen)
{
    struct solve_stage stage = game_stage(work->rules, floor, unseen);
    const struct book_stage *own = book_find(work->book, stage);
    stage.storey = 0;
    return own ? own : book_find(work->book, stage);
}

/* Learns against a Hero before whom pairs come with these chances, and puts the mix into the book. */
static bool stage_learn(struct whole_work *work, struct solve *solve, struct solve_stage stage)
{
    struct book_stage *kept = book_place(work->change, stage);
    if (work->tell)
        work->tell(work->done, 1 + FACT_PAIRS);
    work->done++;
    for (int i = 0; i < work->rounds; i++)
        solve_round(solve);
    return kept && book_enter(kept, solve);
}

/*
 * The chance to win of a Hero before a floor on which pair p comes with chance[p], and who wins with then[p]
 * if he survives pair p, when he responds perfectly to the stage. Negative when there is no memory, or no
 * such stage.
 */
static double floor_won(struct whole_work *work, int floor, unsigned unseen, const double *chance,
                        const double *then)
{
    struct solve_stage stage = game_stage(work->rules, floor, unseen), alone = stage;
    double stake[FACT_PAIRS], most = 0, *mix = NULL;
    alone.storey = 0;
    if (!stage_for(work, floor, unseen))
        return -1;
    struct solve *solve = solve_create(work->rules, alone, work->shapes, work->threads);
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        most += stake[pair] = chance[pair] * then[pair];
    if (solve) {
        solve_weigh(solve, stake);
        mix = calloc(solve->hands + 1, sizeof *mix);
    }
    bool ready = mix && (!work->change || !stage.storey || stage_learn(work, solve, stage));
    const struct book_stage *kept = stage_for(work, floor, unseen);
    double won = -1;
    if (ready && kept) {
        book_mix(kept, solve, mix);
        won = most * (1 - solve_best_response(solve, mix));
    }
    solve_destroy(solve);
    free(mix);
    return won;
}

/*
 * The chance to win of a Hero who is told all, computed from the last floor to the first; negative on
 * failure.
 */
static double hero_wins(struct whole_work *work)
{
    double last[FACT_PAIRS], second[FACT_PAIRS], ones[FACT_PAIRS], even[FACT_PAIRS];
    bool failed = false;
    for (int pair = 0; pair < FACT_PAIRS; pair++) {
        ones[pair] = 1;
        even[pair] = 1.0 / FACT_PAIRS;
    }
    for (int pair = 0; pair < FACT_PAIRS && !failed; pair++) {
        double known[FACT_PAIRS] = {0};
        known[pair] = 1;
        last[pair] = floor_won(work, 3, work->pair[pair], known, ones);
        failed = last[pair] < 0;
    }
    for (int first = 0; first < FACT_PAIRS && !failed; first++) {
        double chance[FACT_PAIRS] = {0}, then[FACT_PAIRS] = {0};
        for (int pair = 0; pair < FACT_PAIRS; pair++) {
            int left = third_pair(work, first, pair);
            chance[pair] = left < 0 ? 0 : 1.0 / 6;
            then[pair] = left < 0 ? 0 : last[left];
        }
        second[first] = floor_won(work, 2, SHY_PILE_ALL & ~(unsigned)work->pair[first], chance, then);
        failed = second[first] < 0;
    }
    return failed ? -1 : floor_won(work, 1, SHY_PILE_ALL, even, second);
}

double whole_lower(const struct shy_rules *rules, const struct shapes *shapes, const struct book *book,
                   int threads)
{
    struct whole_work work = {.rules = rules, .shapes = shapes, .book = book, .threads = threads};
    fact_pairs(work.pair);
    double wins = hero_wins(&work);
    return wins < 0 ? -1 : 1 - wins;
}

bool whole_improve(const struct shy_rules *rules, const struct shapes *shapes, struct book *book, int threads,
                   int rounds, void (*tell)(int done, int all))
{
    struct whole_work work = {.rules = rules,
                              .shapes = shapes,
                              .book = book,
                              .change = book,
                              .tell = tell,
                              .threads = threads,
                              .rounds = rounds};
    fact_pairs(work.pair);
    return hero_wins(&work) >= 0;
}

bool whole_complete(const struct shy_rules *rules, const struct book *book)
{
    struct solve_stage stage[GAME_STAGES];
    game_stages(rules, stage);
    for (int i = 0; i < GAME_STAGES; i++) {
        if (!book_find(book, stage[i]))
            return false;
    }
    return true;
}

/*
 * What is left to a Hero who plays on every floor as if he had seen nothing: over all deals, what the tolls
 * of three floors by themselves leave. 0 when the book lacks one of them.
 */
static double hero_lives(const struct whole_work *work)
{
    const struct book_stage *stage[SHY_STOREYS];
    double sum = 0;
    int deals = 0;
    for (int storey = 0; storey < SHY_STOREYS; storey++) {
        stage[storey] =
            book_find(work->book, (struct solve_stage){work->rules->reveals[storey], SHY_PILE_ALL, 0});
        if (!stage[storey])
            return 0;
    }
    for (int first = 0; first < FACT_PAIRS; first++) {
        for (int second = 0; second < FACT_PAIRS; second++) {
            int last = third_pair(work, first, second);
            if (last < 0)
                continue;
            /* With all six unseen the types are the pairs. */
            sum += (1 - stage[0]->toll[first]) * (1 - stage[1]->toll[second]) * (1 - stage[2]->toll[last]);
            deals++;
        }
    }
    return sum / deals;
}

double whole_upper(const struct shy_rules *rules, const struct book *book)
{
    struct whole_work work = {.rules = rules, .book = book};
    const struct book_stage *kept = book_find(book, game_stage(rules, 1, SHY_PILE_ALL));
    fact_pairs(work.pair);
    double simple = 1 - hero_lives(&work), sum = 0;
    for (int type = 0; kept && type < kept->types; type++)
        sum += kept->toll[type] / kept->types;
    bool better = whole_complete(rules, book) && sum < simple;
    return better ? sum : simple;
}
