/*
 * Reviews of every game: marks do not change when what the seat could not know is dealt anew, and luck is
 * zero on average.
 */
#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "choice.h"
#include "leaks.h"
#include "match.h"
#include "setups.h"
#include "tap.h"
#include "twin_pair.h"

enum {
    REDEALS = 1000, /* shared out among the games */
    REDEALS_LONG = 100000,
    PAIRS = 6, /* whole matches, of each game */
    LUCK_GAMES = 1000,
    LUCK_GAMES_LONG = 100000,
};

static bool is_long(void)
{
    return tap_rounds(1) > 1;
}

static bool marks_same(const struct review_mark *a, const struct review_mark *b)
{
    bool same = a->seat == b->seat && a->count == b->count && a->chosen == b->chosen && a->best == b->best &&
                a->gain == b->gain && a->error == b->error && a->lost == b->lost;
    for (int i = 0; i < a->count && same; i++)
        same = a->choice[i].action == b->choice[i].action && a->choice[i].decline == b->choice[i].decline &&
               a->choice[i].worth == b->choice[i].worth;
    return same;
}

/* ---- Re-deals of one decision -------------------------------------------------------------------------- */

/* A random game, stopped at a decision. */
struct scene {
    const struct lan_rules *rules;
    union lan_state_buf state;
    struct lan_told_log told[LAN_SEATS_MAX];
    struct lan_rng rng;
    struct lan_asked asked;
    lan_action chosen;
};

static void scene_free(struct scene *scene)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(scene->told[seat].event);
}

/* Plays at random for a while and stops at the next decision; false when the game is over before. */
static bool scene_make(struct scene *scene, const struct lan_rules *rules, uint64_t seed)
{
    struct lan_state *state = (struct lan_state *)&scene->state;
    struct lan_cursor cursor;
    *scene = (struct scene){.rules = rules};
    lan_rng_init(&scene->rng, seed);
    lan_cursor_init(&cursor);
    rules->game->setup(rules, state);
    uint32_t wait = lan_rng_below(&scene->rng, 60);
    for (;;) {
        struct lan_events events = {.count = 0};
        struct lan_list list = {.count = 0};
        scene->asked = lan_next(rules, state, &cursor);
        if (scene->asked.seat == LAN_SEAT_NONE)
            return false;
        if (scene->asked.seat == LAN_CHANCE) {
            scene->chosen = lan_pick(rules, state, LAN_CHANCE, &scene->rng);
        } else {
            bool optional = scene->asked.optional;
            lan_actions(rules, state, scene->asked.seat, &list);
            uint32_t from = optional ? list.musts : 0, to = optional ? list.count : list.musts;
            scene->chosen = list.action[from + lan_rng_below(&scene->rng, to - from)];
            if ((wait == 0 || !wait--) && (optional || list.musts > 1))
                return true;
            if (optional && lan_rng_below(&scene->rng, 4)) {
                lan_decline(&cursor, scene->asked.seat);
                continue;
            }
        }
        lan_assert(lan_apply(rules, state, scene->asked.seat, scene->chosen, &events) == LAN_ACCEPTED);
        lan_assert(lan_told_logs_add(rules, &events, scene->told));
    }
}

/* The mark of the scene's seat in a state that it cannot tell from the scene's. */
static bool scene_mark(const struct scene *scene, const struct lan_state *state, struct review_mark *mark)
{
    const struct lan_rules *rules = scene->rules;
    int seat = scene->asked.seat;
    union lan_view_buf view;
    struct lan_list list = {.count = 0};
    lan_actions(rules, state, seat, &list);
    rules->game->observe(rules, state, seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = seat,
                                    .optional = scene->asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = scene->told[seat].event,
                                    .told_count = scene->told[seat].count};
    return choice_judge(rules, &question, scene->chosen, NULL, mark);
}

struct redeals {
    uint64_t done, other, changed, counted;
};

static void scene_redeal(struct scene *scene, struct redeals *redeals)
{
    const struct lan_game *game = scene->rules->game;
    union lan_view_buf view;
    union lan_sampler_buf sampler;
    union lan_state_buf twin;
    struct review_mark mark, again;
    game->observe(scene->rules, (const struct lan_state *)&scene->state, scene->asked.seat,
                  (struct lan_view *)&view);
    game->sampler_init(scene->rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    if (!scene_mark(scene, (const struct lan_state *)&scene->state, &mark))
        return;
    redeals->counted += mark.lost > 0;
    for (int i = 0; i < 4; i++) {
        game->sampler_draw(scene->rules, (const struct lan_sampler *)&sampler, &scene->rng,
                           (struct lan_state *)&twin);
        redeals->done++;
        redeals->other += memcmp(&twin, &scene->state, game->state_size) != 0;
        redeals->changed +=
            !scene_mark(scene, (const struct lan_state *)&twin, &again) || !marks_same(&mark, &again);
    }
}

static void check_redeals(const struct lan_game *game, uint64_t wanted)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    struct redeals redeals = {0};
    struct scene scene;
    for (uint64_t seed = 1; redeals.done < wanted; seed++) {
        int seats = game->seats_min + (int)(seed % (uint64_t)(game->seats_max - game->seats_min + 1));
        lan_config_init(game, seats, &config);
        if (!lan_compile(game, &config, &rules.base, &problem))
            continue;
        if (scene_make(&scene, &rules.base, tap_seed(seed)))
            scene_redeal(&scene, &redeals);
        scene_free(&scene);
    }
    tap_note("%s: %llu re-deals, %llu of them another position; %llu marks count as mistakes", game->name,
             (unsigned long long)redeals.done, (unsigned long long)redeals.other,
             (unsigned long long)redeals.counted);
    tap_result(!redeals.changed && (redeals.other || !leaks_possible(game)),
               "%s: %llu re-deals of what the seat could not know change 0 marks", game->name,
               (unsigned long long)redeals.done);
}

/* ---- Whole matches that a seat was told alike ---------------------------------------------------------- */

static struct table *pair_table(const struct lan_game *game, void *context)
{
    struct table_setup setup;
    (void)context;
    table_setup_init(game, game->seats_min, &setup);
    return match_create(&setup);
}

/* All agree to end, so that the match may be reviewed. */
static struct review *pair_review(struct table *table, int viewer)
{
    for (int seat = 0; seat < table_rules(table)->seats; seat++)
        table_agree(table, seat, true, TABLE_TIME_MAX / 2);
    lan_assert(table_end(table) == TABLE_ABANDONED);
    struct review *review =
        review_create(table, &(struct review_setup){.seats = (uint16_t)(1u << viewer), .playouts = 1});
    lan_assert(review);
    return review;
}

static void check_pairs(const struct lan_game *game, int wanted)
{
    int changed = 0, marks = 0, differ = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)wanted; seed++) {
        struct twin_setup setup = {.game = game,
                                   .viewer = (int)(seed % game->seats_min),
                                   .seed = tap_seed(seed),
                                   .differ = leaks_possible(game),
                                   .create = pair_table};
        struct twin_pair pair;
        if (!twin_pair_make(&setup, &pair))
            continue;
        struct review *a = pair_review(pair.a, setup.viewer), *b = pair_review(pair.b, setup.viewer);
        changed += a->mark_count != b->mark_count;
        for (uint32_t i = 0; i < a->mark_count && i < b->mark_count; i++, marks++)
            changed += !marks_same(&a->mark[i], &b->mark[i]);
        differ += pair.differ;
        review_free(a);
        review_free(b);
        table_destroy(pair.a);
        table_destroy(pair.b);
    }
    tap_result(!changed,
               "%s: matches that a seat was told alike, %d of them different, give it the same %d marks",
               game->name, differ, marks);
}

/* ---- Luck ---------------------------------------------------------------------------------------------- */

/*
 * One random playout, of which the score counts a little too, since random play never wins Treasure Hunters:
 * the mean of the luck is zero whatever the values are worth.
 */
static void random_position(void *context, const struct lan_state *state, const struct lan_cursor *cursor,
                            float worth[LAN_SEATS_MAX])
{
    const struct lan_rules *rules = context;
    union lan_state_buf played;
    struct lan_result result;
    struct lan_rng rng;
    (void)cursor;
    lan_rng_init(&rng, 1);
    memcpy(&played, state, rules->game->state_size);
    lan_playout(rules, (struct lan_state *)&played, &rng, LAN_BOT_MAY_OF_256);
    rules->game->result(rules, (const struct lan_state *)&played, &result);
    playout_result(rules, &result, worth);
    for (int seat = 0; seat < rules->seats; seat++)
        worth[seat] += (float)result.score[seat] / 100;
}

static void check_luck(const struct lan_game *game, int wanted)
{
    double sum = 0, squares = 0, most = 0;
    for (int i = 0; i < wanted; i++) {
        struct table *table = match_start(game->name, game->seats_min, NULL, (uint64_t)i + 1);
        while (!match_play(table, (uint64_t)i + 1, 1000))
            ;
        struct review_judge judge = {.position = random_position};
        memcpy(&judge.context, &(const void *){table_rules(table)}, sizeof judge.context);
        const struct review_setup setup = {
            .luck_only = true, .playouts = 1, .judge = is_long() ? NULL : &judge};
        struct review *review = review_create(table, &setup);
        double luck = review->part[0][REVIEW_LUCK];
        sum += luck;
        squares += luck * luck;
        most = fmax(most, fabs(luck));
        review_free(review);
        table_destroy(table);
    }
    double n = wanted, mean = sum / n, error = sqrt((squares / n - mean * mean) / (n - 1));
    tap_note("%s: mean luck %+.4f, standard error %.4f, greatest %.2f", game->name, mean, error, most);
    tap_result(most > 0.01 && fabs(mean) <= 3 * error, "%s: luck is zero on average over %d games",
               game->name, wanted);
}

/*
 * `test-review-twins [GAME [redeals|pairs|luck [COUNT]]]`: all checks of all games, or of one game, or one
 * check alone, with another number of re-deals, matches or games. With LAN_LONG=1 luck is that of real
 * playouts.
 */
int main(int count, char **arg)
{
    const char *only = count > 2 ? arg[2] : NULL;
    int games = 0, wanted = count > 3 ? atoi(arg[3]) : 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++)
        games += lan_game_newest(*game);
    int redeals = (is_long() ? REDEALS_LONG : REDEALS) / games + 1,
        luck = is_long() ? LUCK_GAMES_LONG : LUCK_GAMES;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game) || (count > 1 && strcmp(arg[1], (*game)->name) != 0))
            continue;
        if (!only || strcmp(only, "redeals") == 0)
            check_redeals(*game, (uint64_t)(wanted ? wanted : redeals));
        if (!only || strcmp(only, "pairs") == 0)
            check_pairs(*game, wanted ? wanted : tap_rounds(PAIRS));
        if (!only || strcmp(only, "luck") == 0)
            check_luck(*game, wanted ? wanted : luck);
    }
    return tap_finish();
}
