#include "whole.h"

#include <stdlib.h>

/* A stage of the book with a solver for it; the arrays are by hand of the solver. */
struct stage_work {
    struct solve *solve;
    double *mix, *work;
};

struct whole_work {
    const struct shy_rules *rules;
    const struct shapes *shapes;
    const struct book *book;
    int threads;
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

/* The stage for these monsters unseen, or for all six where the book has none; NULL where it has neither. */
static const struct book_stage *stage_for(const struct whole_work *work, int reveals, unsigned unseen)
{
    const struct book_stage *own =
        book_find(work->book, (struct solve_stage){(uint8_t)reveals, (uint8_t)unseen});
    return own ? own : book_find(work->book, (struct solve_stage){(uint8_t)reveals, SHY_PILE_ALL});
}

static void stage_close(struct stage_work *stage)
{
    solve_destroy(stage->solve);
    free(stage->mix);
    free(stage->work);
}

/* False, with nothing open, when there is no memory. */
static bool stage_open(const struct whole_work *work, const struct book_stage *kept, struct stage_work *stage)
{
    *stage =
        (struct stage_work){.solve = solve_create(work->rules, kept->stage, work->shapes, work->threads)};
    if (stage->solve) {
        stage->mix = calloc(stage->solve->hands + 1, sizeof *stage->mix);
        stage->work = calloc(stage->solve->hands + 1, sizeof *stage->work);
    }
    if (!stage->mix || !stage->work) {
        stage_close(stage);
        return false;
    }
    book_mix(kept, stage->solve, stage->mix);
    return true;
}

/*
 * The chance to win of a Hero before a floor on which pair p comes with chance[p], and who wins with then[p]
 * if he survives pair p, when he responds perfectly to the stage. Negative when there is no memory.
 */
static double floor_won(const struct whole_work *work, const struct book_stage *kept, const double *chance,
                        const double *then)
{
    struct stage_work stage;
    double most = 0;
    if (!stage_open(work, kept, &stage))
        return -1;
    for (uint32_t i = 0; i < stage.solve->hands; i++) {
        int pair = stage.solve->pair[i];
        stage.work[i] = stage.mix[i] * stage.solve->pairs * chance[pair] * then[pair];
    }
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        most += chance[pair] * then[pair];
    most -= solve_best_response(stage.solve, stage.work);
    stage_close(&stage);
    return most;
}

/*
 * The Hero's chance to win the game, computed from the last floor to the first; negative when there is no
 * memory.
 */
static double hero_wins(const struct whole_work *work)
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
        last[pair] = floor_won(work, stage_for(work, 0, work->pair[pair]), known, ones);
        failed = last[pair] < 0;
    }
    for (int first = 0; first < FACT_PAIRS && !failed; first++) {
        double chance[FACT_PAIRS] = {0}, then[FACT_PAIRS] = {0};
        for (int pair = 0; pair < FACT_PAIRS; pair++) {
            int left = third_pair(work, first, pair);
            chance[pair] = left < 0 ? 0 : 1.0 / 6;
            then[pair] = left < 0 ? 0 : last[left];
        }
        unsigned unseen = SHY_PILE_ALL & ~(unsigned)work->pair[first];
        second[first] = floor_won(work, stage_for(work, 1, unseen), chance, then);
        failed = second[first] < 0;
    }
    return failed ? -1 : floor_won(work, stage_for(work, 2, SHY_PILE_ALL), even, second);
}

/*
 * The chance to live of a Hero who plays the averages, at least: over all deals, what the three prices leave.
 */
static double hero_lives(const struct whole_work *work)
{
    const struct book_stage *stage[SHY_STOREYS];
    double sum = 0;
    int deals = 0;
    for (int storey = 0; storey < SHY_STOREYS; storey++)
        stage[storey] = book_find(work->book, (struct solve_stage){(uint8_t)(2 - storey), SHY_PILE_ALL});
    for (int first = 0; first < FACT_PAIRS; first++) {
        for (int second = 0; second < FACT_PAIRS; second++) {
            int last = third_pair(work, first, second);
            if (last < 0)
                continue;
            /* One millionth each for the rounding of the book. */
            sum += (1 - (stage[0]->price[first] + 1) * 1e-6) * (1 - (stage[1]->price[second] + 1) * 1e-6) *
                   (1 - (stage[2]->price[last] + 1) * 1e-6);
            deals++;
        }
    }
    return sum / deals;
}

bool whole_bounds(const struct shy_rules *rules, const struct shapes *shapes, const struct book *book,
                  int threads, struct whole *whole)
{
    struct whole_work work = {.rules = rules, .shapes = shapes, .book = book, .threads = threads};
    fact_pairs(work.pair);
    for (int reveals = 0; reveals < SHY_STOREYS; reveals++) {
        if (!stage_for(&work, reveals, SHY_PILE_ALL))
            return false;
    }
    double wins = hero_wins(&work);
    whole->lower = 1 - wins;
    whole->upper = 1 - hero_lives(&work);
    return wins >= 0;
}
