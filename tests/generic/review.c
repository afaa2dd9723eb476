/*
 * Reviews of every game: marks do not change when what the seat could not know is dealt anew, and luck is
 * zero on average.
 */
#include "review.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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
    REDEALS = 1000, /* shared out among the games that hide something */
    REDEALS_LONG = 100000,
    REDEALS_OPEN = 40, /* of a game that hides nothing, where a re-deal is the same position */
    TWINS = 8,         /* re-deals of one decision */
    PAIRS = 6,         /* whole matches, of each game */
    LUCK_GAMES = 1000,
    LUCK_GAMES_LONG = 100000,
    LUCK_PLAYED_LONG = 1000, /* with the playouts of a review in place of random ones */
    KEEP_EVERY = 1000,
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

/* ---- Totals that several runs add up to ---------------------------------------------------------------- */

enum { COUNTS = 5, SUMS = 3 };

/* Takes the last line of the file about this check of this game; without a file or a line nothing. */
static void totals_read(const char *file, const struct lan_game *game, const char *check,
                        uint64_t *count[COUNTS], double *sum[SUMS])
{
    FILE *in = file ? fopen(file, "r") : NULL;
    char line[256], about[64], name[64];
    while (in && fgets(line, sizeof line, in)) {
        uint64_t number[COUNTS];
        double value[SUMS];
        int read =
            sscanf(line, "%63s %63s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %la %la %la",
                   about, name, &number[0], &number[1], &number[2], &number[3], &number[4], &value[0],
                   &value[1], &value[2]);
        lan_assert(read == 2 + COUNTS + SUMS);
        if (strcmp(about, check) != 0 || strcmp(name, game->name) != 0)
            continue;
        for (int i = 0; i < COUNTS; i++)
            *count[i] = number[i];
        for (int i = 0; i < SUMS && sum; i++)
            *sum[i] = value[i];
    }
    if (in)
        fclose(in);
}

static void totals_write(const char *file, const struct lan_game *game, const char *check,
                         uint64_t *const count[COUNTS], double *const sum[SUMS])
{
    FILE *out = file ? fopen(file, "a") : NULL;
    lan_assert(out || !file);
    if (!out)
        return;
    fprintf(out, "%s %s", check, game->name);
    for (int i = 0; i < COUNTS; i++)
        fprintf(out, " %" PRIu64, *count[i]);
    for (int i = 0; i < SUMS; i++)
        fprintf(out, " %a", sum ? *sum[i] : 0.0);
    fprintf(out, "\n");
    lan_assert(fclose(out) == 0);
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
    static union {
        char bytes[CHOICE_MEMORY];
        max_align_t align;
    } memory;
    return choice_judge(rules, &question, scene->chosen, NULL, &memory, mark);
}

struct redeals {
    uint64_t next, done, other, changed, counted; /* `next` is the next seed */
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
    for (int i = 0; i < TWINS; i++) {
        game->sampler_draw(scene->rules, (const struct lan_sampler *)&sampler, &scene->rng,
                           (struct lan_state *)&twin);
        redeals->done++;
        redeals->other += memcmp(&twin, &scene->state, game->state_size) != 0;
        redeals->changed +=
            !scene_mark(scene, (const struct lan_state *)&twin, &again) || !marks_same(&mark, &again);
    }
}

static void redeals_more(const struct lan_game *game, struct redeals *redeals)
{
    static union lan_rules_buf rules;
    uint64_t seed = redeals->next++;
    int seats = game->seats_min + (int)(seed % (uint64_t)(game->seats_max - game->seats_min + 1));
    struct lan_config config;
    struct lan_problem problem;
    struct scene scene;
    lan_config_init(game, seats, &config);
    if (!lan_compile(game, &config, &rules.base, &problem))
        return;
    if (scene_make(&scene, &rules.base, tap_seed(seed)))
        scene_redeal(&scene, redeals);
    scene_free(&scene);
}

static void check_redeals(const struct lan_game *game, uint64_t wanted, const char *file)
{
    struct redeals redeals = {.next = 1};
    uint64_t *total[] = {&redeals.next, &redeals.done, &redeals.other, &redeals.changed, &redeals.counted};
    totals_read(file, game, "redeals", total, NULL);
    for (uint64_t kept = redeals.done; redeals.done < wanted;) {
        redeals_more(game, &redeals);
        if (redeals.done < kept + KEEP_EVERY && redeals.done < wanted)
            continue;
        kept = redeals.done;
        totals_write(file, game, "redeals", total, NULL);
    }
    tap_note("measured: %s: %" PRIu64 " re-deals, %" PRIu64 " of them another position; %" PRIu64
             " marks count as mistakes",
             game->name, redeals.done, redeals.other, redeals.counted);
    tap_result(!redeals.changed && (redeals.other || !leaks_possible(game)),
               "%s: %" PRIu64 " re-deals of what the seat could not know change 0 marks", game->name,
               redeals.done);
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

/* The chance of every seat by the game's own outlook; false where it has none now. */
static bool outlook_take(const struct lan_rules *rules, const struct lan_state *state,
                         float worth[LAN_SEATS_MAX])
{
    for (int seat = 0; seat < rules->seats; seat++) {
        int32_t chance = rules->game->outlook(rules, state, seat);
        if (chance == LAN_OUTLOOK_NONE)
            return false;
        worth[seat] = (float)chance / LAN_OUTLOOK_SURE;
    }
    return true;
}

/*
 * One random playout, cut short as those of a review are where the game tells the chance to win. Of a result
 * the score counts a little too, since random play never wins Treasure Hunters: the mean of the luck is zero
 * whatever the values are worth.
 */
static void random_position(void *context, const struct lan_state *from, const struct lan_cursor *cursor,
                            float worth[LAN_SEATS_MAX])
{
    const struct lan_rules *rules = context;
    const struct lan_game *game = rules->game;
    bool cut = game->outlook && !game->outlook_span;
    union lan_state_buf played;
    struct lan_state *state = (struct lan_state *)&played;
    struct lan_cursor asking = *cursor;
    struct lan_result result;
    struct lan_asked asked;
    struct lan_rng rng;
    int left = cut ? game->outlook_after(rules) : 0;
    lan_rng_init(&rng, 1);
    memcpy(&played, from, game->state_size);
    while ((asked = lan_next(rules, state, &asking)).seat != LAN_SEAT_NONE) {
        if (asked.optional) {
            lan_decline(&asking, asked.seat);
            continue;
        }
        if (asked.seat != LAN_CHANCE && cut && left-- <= 0 && outlook_take(rules, state, worth))
            return;
        lan_action action = lan_pick(rules, state, asked.seat, &rng);
        lan_assert(game->apply(rules, state, asked.seat, action, NULL) == LAN_ACCEPTED);
    }
    game->result(rules, state, &result);
    playout_result(rules, &result, worth);
    for (int seat = 0; seat < rules->seats; seat++)
        worth[seat] += (float)result.score[seat] / 100;
}

/* The luck of the first seat in a random match, whose dice and play follow from the seed. */
static double match_luck(const struct lan_game *game, uint64_t seed, bool playouts)
{
    struct table *table = match_start(game->name, game->seats_min, NULL, seed);
    struct review_judge judge = {.position = random_position};
    memcpy(&judge.context, &(const void *){table_rules(table)}, sizeof judge.context);
    while (!match_play(table, seed, 1000))
        ;
    struct review *review = review_create(
        table, &(struct review_setup){.luck_only = true, .playouts = 1, .judge = playouts ? NULL : &judge});
    lan_assert(review);
    double luck = review->part[0][REVIEW_LUCK];
    review_free(review);
    table_destroy(table);
    return luck;
}

/*
 * With the playouts of a review luck may be nothing at all: in Shy Monsters the Hero is lost in nearly every
 * position of random play, whatever is drawn.
 */
static void check_luck(const struct lan_game *game, uint64_t wanted, bool playouts, const char *file)
{
    const char *check = playouts ? "played" : "luck";
    uint64_t done = 0, none = 0;
    double all = 0, squares = 0, most = 0;
    uint64_t *count[COUNTS] = {&done, &none, &none, &none, &none};
    double *sum[SUMS] = {&all, &squares, &most};
    totals_read(file, game, check, count, sum);
    while (done < wanted) {
        double luck = match_luck(game, ++done, playouts);
        all += luck;
        squares += luck * luck;
        most = fmax(most, fabs(luck));
        if (done % KEEP_EVERY == 0)
            totals_write(file, game, check, count, sum);
    }
    double n = (double)done, mean = all / n, error = sqrt((squares / n - mean * mean) / (n - 1));
    tap_note("measured: %s: seeds 1 to %" PRIu64 ", %s: mean luck %+.5f, standard error %.5f, greatest %.2f",
             game->name, done, playouts ? "playouts of a review" : "random playouts", mean, error, most);
    tap_result((playouts || most > 0.01) && fabs(mean) <= 3 * error,
               "%s: luck is zero on average over %" PRIu64 " games", game->name, done);
}

/* ---- What is checked ----------------------------------------------------------------------------------- */

/* Whether a game hides something and gets its share of the re-deals. */
static bool game_hides(const struct lan_game *game)
{
    return lan_game_newest(game) && leaks_possible(game);
}

static void check_game(const struct lan_game *game, const char *only, uint64_t wanted, const char *file)
{
    uint64_t hiding = 0;
    for (const struct lan_game *const *other = lan_games(); *other; other++)
        hiding += game_hides(*other);
    uint64_t share = (is_long() ? REDEALS_LONG : REDEALS) / hiding + 1,
             luck = is_long() ? LUCK_GAMES_LONG : LUCK_GAMES;
    if (!only || strcmp(only, "redeals") == 0)
        check_redeals(game, wanted ? wanted : game_hides(game) ? share : REDEALS_OPEN, file);
    if (!only || strcmp(only, "pairs") == 0)
        check_pairs(game, wanted ? (int)wanted : tap_rounds(PAIRS));
    if (!only || strcmp(only, "luck") == 0)
        check_luck(game, wanted ? wanted : luck, false, file);
    if (only ? strcmp(only, "played") == 0 : is_long())
        check_luck(game, wanted ? wanted : LUCK_PLAYED_LONG, true, file);
}

/*
 * `test-review-twins [GAME [redeals|pairs|luck|played [COUNT [FILE]]]]`: all checks of all games, or of one
 * game, or one check alone, with another number of re-deals, matches or games. `luck` takes the values from
 * random playouts, `played` from those of a review. FILE keeps the totals of every 1,000, and a run goes on
 * where they stop.
 */
int main(int count, char **arg)
{
    const char *name = count > 1 ? arg[1] : NULL, *only = count > 2 ? arg[2] : NULL,
               *file = count > 4 ? arg[4] : NULL;
    uint64_t wanted = count > 3 ? strtoull(arg[3], NULL, 10) : 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game) && (!name || strcmp(name, (*game)->name) == 0))
            check_game(*game, only, wanted, file);
    }
    return tap_finish();
}
