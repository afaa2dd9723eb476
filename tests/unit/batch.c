/*
 * The library's batch and environment: they play the same games from the same seeds, refuse what was not
 * offered without a change, begin again, ask the learner for its own seats alone, and an environment's copies
 * and saves continue as it does.
 */
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "lanterne.h"
#include "tap.h"

enum { GAMES = 3, STEPS = 1500, TAUGHT = 40, SAVE_MAX = 1 << 22, CELLS_MAX = 8192, ACTIONS_MAX = 1 << 16 };

static uint8_t cells[CELLS_MAX], save[SAVE_MAX], other[SAVE_MAX];
static int8_t mask[ACTIONS_MAX];

/* Whether the environment is where game `at` of the batch is. */
static bool same_question(const struct lanterne_env *env, const struct lanterne_arrays *arrays, uint32_t at)
{
    int seat = lanterne_env_seat(env);
    if (seat < 0 || seat != arrays->seat[at] || lanterne_env_optional(env) != arrays->optional[at])
        return false;
    lanterne_env_observe(env, seat, cells);
    lanterne_env_mask(env, mask);
    return memcmp(cells, arrays->observation + (size_t)at * arrays->cells, arrays->cells) == 0 &&
           memcmp(mask, arrays->mask + (size_t)at * arrays->actions, arrays->actions) == 0;
}

static bool same_end(const struct lanterne_env *env, const struct lanterne_arrays *arrays, uint32_t at)
{
    bool same = lanterne_env_seat(env) == -1;
    for (uint32_t seat = 0; seat < arrays->seats; seat++) {
        size_t cell = (size_t)at * arrays->seats + seat;
        same = same && arrays->reward[cell] == (float)lanterne_env_won(env, (int)seat) &&
               arrays->score[cell] == lanterne_env_score(env, (int)seat);
    }
    return same;
}

/* Game 1 of a batch of random steps beside an environment with the same seeds. */
static void check_follow(const char *game)
{
    struct lanterne_env *env = lanterne_env_create(game, 0, NULL, NULL, 0);
    struct lanterne_batch *batch = lanterne_batch_create(game, 0, NULL, GAMES, NULL, NULL, 0);
    const struct lanterne_arrays *arrays = lanterne_batch_arrays(batch);
    uint64_t seeds[GAMES] = {tap_seed(7), tap_seed(8), tap_seed(9)}, ended = 0;
    lanterne_batch_reset(batch, seeds);
    lanterne_env_reset(env, seeds[1]);
    bool same = arrays->seed[1] == seeds[1] && same_question(env, arrays, 1);
    for (int step = 0; step < STEPS && same; step++) {
        lanterne_batch_step_random(batch);
        same = !arrays->refused[1] && lanterne_env_step(env, (uint32_t)arrays->action[1]) == 0;
        if (arrays->done[1]) {
            same = same && same_end(env, arrays, 1) && arrays->episode[1] == ++ended;
            lanterne_env_reset(env, arrays->seed[1]);
        }
        same = same && same_question(env, arrays, 1);
    }
    tap_result(same && ended,
               "%s: a batch plays the games of an environment with the same seeds, %llu of them", game,
               (unsigned long long)ended);
    lanterne_batch_destroy(batch);
    lanterne_env_destroy(env);
}

/* Two batches with equal seeds stay equal; one in which actions are refused stays where it is. */
static void check_equal(const char *game)
{
    struct lanterne_batch *a = lanterne_batch_create(game, 0, NULL, GAMES, NULL, NULL, 0);
    struct lanterne_batch *b = lanterne_batch_create(game, 0, NULL, GAMES, NULL, NULL, 0);
    const struct lanterne_arrays *x = lanterne_batch_arrays(a), *y = lanterne_batch_arrays(b);
    int32_t actions[GAMES], wrong[4] = {-1, (int32_t)x->actions, INT32_MAX, INT32_MIN};
    bool equal = true, refused = true;
    for (int step = 0; step < STEPS; step++) {
        lanterne_batch_sample(a, actions);
        actions[0] = wrong[step % 4];
        refused = refused && lanterne_batch_step(a, actions) == 1 && x->refused[0] && !x->refused[1];
        lanterne_batch_sample(b, actions);
        for (int i = 1; i < GAMES; i++)
            actions[i] = x->action[i];
        actions[0] = (int32_t)x->actions - (y->optional[0] ? 0 : 1);
        refused = refused && lanterne_batch_step(b, actions) == 1;
        equal = equal && memcmp(x->observation, y->observation, (size_t)GAMES * x->cells) == 0 &&
                memcmp(x->mask, y->mask, (size_t)GAMES * x->actions) == 0 &&
                memcmp(x->reward, y->reward, GAMES * x->seats * sizeof *x->reward) == 0;
    }
    tap_result(refused, "%s: an action that was not offered is reported for its game", game);
    tap_result(equal && x->length[0] == 0 && x->episode[0] == 0 && x->episode[1] == y->episode[1],
               "%s: it changes nothing, and equal actions give equal games", game);
    lanterne_batch_destroy(a);
    lanterne_batch_destroy(b);
}

/* Answers the environment's questions that have one answer; false when the game has ended. */
static bool forced_answer(struct lanterne_env *env)
{
    while (lanterne_env_seat(env) >= 0) {
        uint32_t actions = lanterne_env_actions(env), answers = 0, answer = 0;
        lanterne_env_mask(env, mask);
        for (uint32_t i = 0; i < actions; i++) {
            answers += mask[i] != 0;
            answer = mask[i] ? i : answer;
        }
        if (answers != 1)
            return true;
        lan_assert(lanterne_env_step(env, answer) == 0);
    }
    return false;
}

/*
 * A batch that asks for choices alone beside an environment in which the other questions are answered here.
 */
static void check_choices(const char *game)
{
    struct lanterne_env *env = lanterne_env_create(game, 0, NULL, NULL, 0);
    struct lanterne_batch *batch = lanterne_batch_create(game, 0, NULL, GAMES, NULL, NULL, 0);
    const struct lanterne_arrays *arrays = lanterne_batch_arrays(batch);
    uint64_t ended = 0;
    lanterne_batch_forced(batch, 0);
    lanterne_env_reset(env, arrays->seed[1]);
    bool same = forced_answer(env) && same_question(env, arrays, 1);
    for (int step = 0; step < STEPS && same; step++) {
        lanterne_batch_step_random(batch);
        same = lanterne_env_step(env, (uint32_t)arrays->action[1]) == 0;
        bool goes_on = forced_answer(env);
        same = same && goes_on == !arrays->done[1];
        if (same && !goes_on) {
            same = same_end(env, arrays, 1) && arrays->episode[1] == ++ended;
            lanterne_env_reset(env, arrays->seed[1]);
            same = forced_answer(env) && same;
        }
        same = same && same_question(env, arrays, 1);
    }
    tap_result(same && ended, "%s: a batch that asks for choices alone plays the same games, %llu of them",
               game, (unsigned long long)ended);
    lanterne_batch_destroy(batch);
    lanterne_env_destroy(env);
}

/*
 * A teacher's answers are offered ones, and follow from the seeds; `random` gives other answers than `search`
 * does where there is a choice.
 */
static void check_teacher(const char *game)
{
    char problem[256] = "";
    int32_t actions[3][GAMES];
    struct lanterne_batch *batch[3];
    uint64_t asked = 0, others = 0;
    bool good = true, same = true;
    for (int i = 0; i < 3; i++) {
        batch[i] = lanterne_batch_create(game, 0, NULL, GAMES, NULL, NULL, 0);
        good = good && !lanterne_batch_advise(batch[i], actions[i]);
        good =
            good && lanterne_batch_teacher(batch[i], i < 2 ? "search:8" : "random", problem, sizeof problem);
    }
    for (int step = 0; step < TAUGHT && good; step++) {
        for (int i = 0; i < 3; i++)
            good = good && lanterne_batch_advise(batch[i], actions[i]);
        same = same && memcmp(actions[0], actions[1], sizeof actions[0]) == 0;
        for (int i = 0; i < GAMES; i++, asked++)
            others += actions[0][i] != actions[2][i];
        for (int i = 0; i < 3; i++)
            good = good && lanterne_batch_step(batch[i], actions[0]) == 0;
    }
    tap_result(good && same && others, "%s: a teacher answers %llu questions with what is offered", game,
               (unsigned long long)asked);
    good = !lanterne_batch_teacher(batch[0], "nobody", problem, sizeof problem) && problem[0];
    tap_result(good && lanterne_batch_advise(batch[0], actions[0]), "%s: a wrong teacher changes nothing",
               game);
    for (int i = 0; i < 3; i++)
        lanterne_batch_destroy(batch[i]);
}

/* Bots play all seats but one. */
static void check_bots(const char *game)
{
    char bots[64] = "", problem[256];
    struct lanterne_env *env = lanterne_env_create(game, 0, NULL, NULL, 0);
    int seats = lanterne_env_seats(env);
    /* The tiny game has no hand-written player. */
    bool rules = lanterne_env_advise(env, "rules", 0, 1) >= 0;
    for (int seat = 1; seat < seats; seat++)
        strcat(bots, seat % 2 && rules ? ",rules" : ",random");
    struct lanterne_batch *batch = lanterne_batch_create(game, 0, NULL, GAMES, bots, problem, sizeof problem);
    const struct lanterne_arrays *arrays = lanterne_batch_arrays(batch);
    bool own = true;
    uint64_t ended = 0;
    for (int step = 0; step < STEPS / 3; step++) {
        lanterne_batch_step_random(batch);
        for (int i = 0; i < GAMES; i++) {
            own = own && arrays->seat[i] == 0;
            ended += arrays->done[i];
        }
    }
    tap_result(own && ended, "%s: with bots inside the learner is asked for its own seat, %llu games", game,
               (unsigned long long)ended);
    lanterne_batch_destroy(batch);
    const char *wrong[] = {"nobody",  ",,,,,,,,,",  "rules,rules,rules,rules,rules,rules,rules,rules",
                           "search:", "search:12x", "search:99999999"};
    bool said = true;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        problem[0] = 0;
        said =
            said && !lanterne_batch_create(game, 0, NULL, 1, wrong[i], problem, sizeof problem) && problem[0];
    }
    tap_result(said, "%s: wrong bots are refused with a sentence", game);
    lanterne_env_destroy(env);
}

static uint32_t random_action(const struct lanterne_env *env, struct lan_rng *rng)
{
    uint32_t count = 0, actions = lanterne_env_actions(env);
    lanterne_env_mask(env, mask);
    for (uint32_t i = 0; i < actions; i++)
        count += mask[i] == 1;
    for (uint32_t i = 0, left = lan_rng_below(rng, count);; i++) {
        if (mask[i] && !left--)
            return i;
    }
}

static void check_saves(const char *game)
{
    struct lanterne_env *env = lanterne_env_create(game, 0, NULL, NULL, 0);
    struct lanterne_env *later = lanterne_env_create(game, 0, NULL, NULL, 0);
    struct lan_rng rng;
    char problem[256] = "";
    bool same = true;
    lan_rng_init(&rng, tap_seed(3));
    for (int i = 0; i < 30 && lanterne_env_seat(env) >= 0; i++)
        lanterne_env_step(env, random_action(env, &rng));
    struct lanterne_env *copy = lanterne_env_clone(env);
    size_t size = lanterne_env_save(env, save, sizeof save);
    same = size <= sizeof save && lanterne_env_restore(later, save, size, problem, sizeof problem) == 0;
    while (same && lanterne_env_seat(env) >= 0) {
        int64_t advice = lanterne_env_advise(env, "rules", 0, 1);
        same = advice == lanterne_env_advise(copy, "rules", 0, 1) &&
               advice == lanterne_env_advise(later, "rules", 0, 1);
        uint32_t action = random_action(env, &rng);
        same = same && !lanterne_env_step(env, action) && !lanterne_env_step(copy, action) &&
               !lanterne_env_step(later, action);
        size_t now = lanterne_env_save(env, save, sizeof save);
        same = same && now == lanterne_env_save(copy, other, sizeof other) && !memcmp(save, other, now);
        same = same && now == lanterne_env_save(later, other, sizeof other) && !memcmp(save, other, now);
    }
    tap_result(same, "%s: a copy and a restored save go on as the environment does %s", game, problem);
    bool refused = true;
    size = lanterne_env_save(later, save, sizeof save);
    for (int i = 0; i < 200; i++) {
        size_t at = lan_rng_below(&rng, (uint32_t)size), cut = lan_rng_below(&rng, (uint32_t)size);
        uint8_t bit = (uint8_t)(1 << lan_rng_below(&rng, 8));
        save[at] ^= bit;
        problem[0] = 0;
        refused =
            refused && lanterne_env_restore(later, save, size, problem, sizeof problem) == -1 && problem[0];
        save[at] ^= bit;
        refused = refused && lanterne_env_restore(later, save, cut, problem, sizeof problem) == -1;
    }
    refused = refused && lanterne_env_save(later, other, sizeof other) == size && !memcmp(save, other, size);
    tap_result(refused, "%s: a save that was changed or cut is refused and changes nothing", game);
    lanterne_env_destroy(env);
    lanterne_env_destroy(copy);
    lanterne_env_destroy(later);
}

int main(void)
{
    for (int i = 0; lanterne_game_name(i); i++) {
        const char *game = lanterne_game_name(i);
        check_follow(game);
        check_equal(game);
        check_choices(game);
        check_teacher(game);
        check_bots(game);
        check_saves(game);
    }
    return tap_finish();
}
