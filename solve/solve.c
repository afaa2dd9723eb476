#include "solve.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- Threads ------------------------------------------------------------------------------------------- */

/* The same function for every shape; each thread takes the next shape that none has taken. */
struct work {
    struct solve *solve;
    void (*on_floor)(struct solve *solve, int shape, struct floor_scratch *scratch, double *result);
    double *result; /* FACT_PAIRS of each shape */
    atomic_int next;
};

struct worker {
    struct work *work;
    struct floor_scratch *scratch;
};

static void *worker_run(void *context)
{
    struct worker *worker = context;
    struct work *work = worker->work;
    for (int shape; (shape = atomic_fetch_add(&work->next, 1)) < work->solve->shapes.count;)
        work->on_floor(work->solve, shape, worker->scratch, work->result + (size_t)shape * FACT_PAIRS);
    return NULL;
}

/*
 * Runs a function on all shapes and adds the results up in the order of shapes: the same sums in every run.
 */
static void floors_run(struct solve *solve,
                       void (*on_floor)(struct solve *, int, struct floor_scratch *, double *),
                       double total[FACT_PAIRS])
{
    double *result = solve->result;
    struct work work = {.solve = solve, .on_floor = on_floor, .result = result};
    struct worker worker[SOLVE_THREADS_MAX];
    pthread_t thread[SOLVE_THREADS_MAX];
    int started = 0;
    lan_assert(solve->threads > 0);
    memset(result, 0, (size_t)solve->shapes.count * FACT_PAIRS * sizeof *result);
    for (int i = 0; i < solve->threads; i++)
        worker[i] = (struct worker){&work, &solve->scratch[i]};
    /* When a thread cannot be started the others do its share. */
    while (started < solve->threads - 1 &&
           !pthread_create(&thread[started], NULL, worker_run, &worker[started + 1]))
        started++;
    worker_run(&worker[0]);
    while (started)
        pthread_join(thread[--started], NULL);
    memset(total, 0, FACT_PAIRS * sizeof *total);
    for (int i = 0; i < solve->shapes.count * FACT_PAIRS; i++)
        total[i % FACT_PAIRS] += result[i];
}

/* ---- Making a solver ----------------------------------------------------------------------------------- */

static bool floors_create(struct solve *solve)
{
    solve->floor = calloc((size_t)solve->shapes.count, sizeof *solve->floor);
    solve->first = calloc((size_t)solve->shapes.count + 1, sizeof *solve->first);
    solve->scratch = calloc((size_t)solve->threads, sizeof *solve->scratch);
    solve->result = calloc((size_t)solve->shapes.count * FACT_PAIRS, sizeof *solve->result);
    solve->met = calloc((size_t)solve->shapes.count, sizeof *solve->met);
    if (!solve->floor || !solve->first || !solve->scratch || !solve->result || !solve->met)
        return false;
    for (int i = 0; i < solve->shapes.count; i++) {
        struct floor *floor = &solve->floor[i];
        if (!floor_create(solve->rules, &solve->facts, solve->shapes.cell[i], solve->stage.reveals,
                          solve->stage.unseen, floor))
            return false;
        for (int thread = 0; thread < solve->threads; thread++) {
            if (!floor_scratch_grow(&solve->scratch[thread], floor))
                return false;
        }
        solve->first[i + 1] = solve->first[i] + floor->hands;
    }
    solve->hands = solve->first[solve->shapes.count];
    return true;
}

static bool hands_create(struct solve *solve)
{
    double **arrays[] = {&solve->regret, &solve->weight, &solve->kills, &solve->mix, &solve->toll};
    solve->pair = calloc(solve->hands + 1, sizeof *solve->pair);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = calloc(solve->hands + 1, sizeof **arrays[i]);
        if (!*arrays[i])
            return false;
    }
    if (!solve->pair)
        return false;
    for (int shape = 0; shape < solve->shapes.count; shape++) {
        const struct floor *floor = &solve->floor[shape];
        for (uint32_t i = 0; i < floor->hands; i++) {
            int pair = floor->hand[i] / FACT_EACH;
            solve->pair[solve->first[shape] + i] = (uint8_t)pair;
            solve->count[pair]++;
        }
    }
    return true;
}

struct solve *solve_create(const struct shy_rules *rules, struct solve_stage stage,
                           const struct shapes *shapes, int threads)
{
    struct solve *solve = calloc(1, sizeof *solve);
    int unseen = __builtin_popcount(stage.unseen);
    lan_assert(unseen >= 2 && !stage.storey && stage.unseen <= SHY_PILE_ALL && stage.reveals < SHY_TILES_MAX);
    lan_assert(threads >= 1 && threads <= SOLVE_THREADS_MAX && !solve_unable(rules));
    if (!solve)
        return NULL;
    solve->rules = rules;
    solve->stage = stage;
    solve->threads = threads;
    solve->pairs = unseen * (unseen - 1) / 2;
    facts_init(&solve->facts);
    solve->shapes = *shapes;
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        solve->prior[pair] = solve->facts.pair[pair] & ~(unsigned)stage.unseen ? 0 : 1.0 / solve->pairs;
    if (floors_create(solve) && hands_create(solve))
        return solve;
    solve_destroy(solve);
    return NULL;
}

void solve_destroy(struct solve *solve)
{
    if (!solve)
        return;
    for (int i = 0; solve->floor && i < solve->shapes.count; i++)
        floor_destroy(&solve->floor[i]);
    for (int i = 0; solve->scratch && i < solve->threads; i++)
        floor_scratch_destroy(&solve->scratch[i]);
    free(solve->floor);
    free(solve->first);
    free(solve->scratch);
    free(solve->result);
    free(solve->met);
    free(solve->pair);
    free(solve->regret);
    free(solve->weight);
    free(solve->kills);
    free(solve->mix);
    free(solve->toll);
    free(solve);
}

void solve_weigh(struct solve *solve, const double weight[FACT_PAIRS])
{
    double sum = 0;
    lan_assert(!solve->round);
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        sum += solve->facts.pair[pair] & ~(unsigned)solve->stage.unseen ? 0 : weight[pair];
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        solve->prior[pair] =
            solve->facts.pair[pair] & ~(unsigned)solve->stage.unseen ? 0 : weight[pair] / sum;
}

/* ---- Learning ------------------------------------------------------------------------------------------ */

/* How much this round counts in the averages: later rounds are nearer to the equilibrium. */
static double round_weight(const struct solve *solve)
{
    return (double)(solve->round + 1) * (double)(solve->round + 1);
}

/* The Master's weights on a shape from his regrets, also added to his average; whether there are any. */
static bool master_weigh(struct solve *solve, int shape)
{
    double counts = round_weight(solve);
    bool any = false;
    for (uint32_t i = solve->first[shape]; i < solve->first[shape + 1]; i++) {
        int pair = solve->pair[i];
        double chance =
            solve->total[pair] > 0 ? solve->regret[i] / solve->total[pair] : 1 / solve->count[pair];
        solve->weight[i] = chance * solve->prior[pair];
        solve->mix[i] += counts * solve->weight[i];
        any |= solve->weight[i] > 0;
    }
    return any;
}

/*
 * The Hero's half of a round on a shape: he learns against the Master's weights; then how often each pair
 * kills. Without weights on the shape nothing changes for him, so that the work is saved.
 */
static void hero_round(struct solve *solve, int shape, struct floor_scratch *scratch, double *killed)
{
    uint32_t from = solve->first[shape], to = solve->first[shape + 1];
    double counts = round_weight(solve);
    if (master_weigh(solve, shape) || !solve->met[shape])
        floor_learn(&solve->floor[shape], solve->weight + from, solve->kills + from, scratch);
    solve->met[shape] = true;
    for (uint32_t i = from; i < to; i++) {
        solve->toll[i] += counts * solve->kills[i];
        killed[solve->pair[i]] += solve->weight[i] / solve->prior[solve->pair[i]] * solve->kills[i];
    }
}

/* The Master's half: a hand's regret grows by how much more often it would have killed than its pair did. */
static void master_round(struct solve *solve, int shape, struct floor_scratch *scratch, double *total)
{
    (void)scratch;
    for (uint32_t i = solve->first[shape]; i < solve->first[shape + 1]; i++) {
        int pair = solve->pair[i];
        double regret = solve->regret[i] + solve->kills[i] - solve->got[pair];
        solve->regret[i] = regret > 0 ? regret : 0;
        total[pair] += solve->regret[i];
    }
}

void solve_round(struct solve *solve)
{
    floors_run(solve, hero_round, solve->got);
    floors_run(solve, master_round, solve->total);
    solve->sum += round_weight(solve);
    solve->round++;
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

static void response_value(struct solve *solve, int shape, struct floor_scratch *scratch, double *value)
{
    value[0] = floor_best_response(&solve->floor[shape], solve->weight + solve->first[shape], scratch);
}

double solve_best_response(struct solve *solve, const double *mix)
{
    double total[FACT_PAIRS];
    memmove(solve->weight, mix, solve->hands * sizeof *mix);
    floors_run(solve, response_value, total);
    return total[0];
}

void solve_mix(const struct solve *solve, double *mix)
{
    for (uint32_t i = 0; i < solve->hands; i++)
        mix[i] = solve->mix[i] / solve->sum;
}

void solve_bounds(struct solve *solve, struct solve_bounds *bounds)
{
    *bounds = (struct solve_bounds){0};
    lan_assert(solve->round);
    solve_mix(solve, solve->weight);
    bounds->lower = solve_best_response(solve, solve->weight);
    for (uint32_t i = 0; i < solve->hands; i++) {
        double toll = solve->toll[i] / solve->sum;
        if (toll > bounds->price[solve->pair[i]])
            bounds->price[solve->pair[i]] = toll;
    }
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        bounds->upper += bounds->price[pair] * solve->prior[pair];
}
