/*
 * Tests of finding 4 in the arena: when a program is asked follows from what is public, however long the
 * others think.
 *
 * Twins (twin_pair.h) are played to their end under a clock of the test. The bots of the other seats take a
 * time that depends on what they hold, some longer than their slot. The viewer must be asked at the same
 * times in both, until it is told something different.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../bots/match.h" /* not that of tests/support */
#include "arena_game.h"
#include "bot.h"
#include "probe.h"
#include "twin_pair.h"

enum {
    SLOT = 200000,
    STEP = 100,   /* microseconds that an iteration of a slow bot takes */
    STEPS = 3000, /* iterations at most: more than fit into a slot */
    ASKED_MAX = 4096,
    SEEDS = 400,
};

struct course {
    int64_t now;
    int asked;
    struct {
        int64_t time;
        uint64_t known; /* a hash of what the viewer had been told and was asked */
        size_t told;    /* how many events it had been told */
    } at[ASKED_MAX];
};

static struct course *course; /* that is played */

static int64_t clock_now(void *unused)
{
    (void)unused;
    return course->now;
}

static void clock_wait(void *unused, int64_t until)
{
    (void)unused;
    course->now = course->now < until ? until : course->now;
}

static const struct arena_clock stepped = {.now = clock_now, .wait = clock_wait};

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3;
    return hash;
}

static bool plays(const struct lan_game *game)
{
    (void)game;
    return true;
}

static const struct lan_bot *thinker_of(const struct lan_rules *rules)
{
    return lan_bot_rules.plays(rules->game) ? &lan_bot_rules : &lan_bot_random;
}

/* The viewer's bot: notes when it is asked. */
static void note_think(const struct lan_rules *rules, const struct lan_question *question,
                       const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    uint64_t known =
        hash_of(question->optional, question->told, question->told_count * sizeof *question->told);
    assert_true(course->asked < ASKED_MAX);
    course->at[course->asked].time = course->now;
    course->at[course->asked].told = question->told_count;
    course->at[course->asked++].known = hash_of(known, question->view, rules->game->view_size);
    thinker_of(rules)->think(rules, question, budget, seed, advice);
}

/* The others' bot: takes longer or shorter by what its seat knows. */
static void slow_think(const struct lan_rules *rules, const struct lan_question *question,
                       const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    uint64_t steps = hash_of(7, question->view, rules->game->view_size) % STEPS;
    bool stopped = false;
    while (steps-- && !stopped) {
        course->now += STEP;
        stopped = budget->stop && budget->stop(budget->context);
    }
    thinker_of(rules)->think(rules, question, &(struct lan_budget){.iterations = 1}, seed, advice);
}

static const struct lan_bot note = {.name = "note", .plays = plays, .think = note_think};
static const struct lan_bot slow = {.name = "slow", .plays = plays, .think = slow_think};

static void course_play(struct course *played, struct table *table, int viewer, int64_t slot)
{
    static const struct lan_dice dice = {{5}};
    static const struct settings settings = {.explain = false};
    static struct arena arena;
    struct arena_lineup lineup = {.bot = {0}};
    struct arena_game game = {.table = table};
    struct probe probe;
    assert_int_equal(table_dice_set(table, &dice, 1), 0);
    probe_play(table_rules(table), &probe);
    arena = (struct arena){.settings = &settings,
                           .rules = table_rules(table),
                           .slot = slot,
                           .may = probe.may,
                           .clock = &stepped};
    arena.bot[0].player.player.bot = &slow;
    arena.bot[1].player.player.bot = &note;
    arena.bot[1].timed = true;
    lineup.bot[viewer] = 1;
    course = played;
    *course = (struct course){.now = 1000};
    assert_true(arena_table_play(&arena, &lineup, &game, 11));
    assert_int_equal(arena.pace.late, 0);
    free(arena.told);
    arena_game_free(&game);
}

static struct table *table_new(const struct lan_game *game, void *context)
{
    struct table_setup setup;
    struct lan_problem problem;
    (void)context;
    table_setup_init(game, game->seats_max < 5 ? game->seats_max : 5, &setup);
    return table_create(&setup, 0, &problem);
}

/*
 * The questions that came at the same time in both, from a game's beginning until the twins part; `other`
 * counts pairs in which one came at another time. Where a part of the game is unseen (`unseen`) the first
 * question is compared by the number of events alone: a hero sees the floor that was built differently.
 */
static int courses_compare(const struct course pair[2], bool unseen, int *other)
{
    int alike = 0;
    for (; alike < pair[0].asked && alike < pair[1].asked; alike++) {
        bool same = pair[0].at[alike].known == pair[1].at[alike].known;
        same |= unseen && alike == 0 && pair[0].at[0].told == pair[1].at[0].told;
        if (!same)
            break;
        if (pair[0].at[alike].time != pair[1].at[alike].time) {
            ++*other;
            break;
        }
    }
    return alike;
}

static int twins_compare(const char *name, int pairs, int64_t slot, int *other)
{
    static struct course course_of[2];
    const struct lan_game *game = lan_game_find(name, 0);
    int alike = 0, made = 0, seats = game->seats_max < 5 ? game->seats_max : 5;
    *other = 0;
    for (uint64_t seed = 1; seed <= SEEDS && made < pairs; seed++) {
        int viewer = (int)(seed % (unsigned)seats);
        struct twin_setup setup = {
            .game = game, .viewer = viewer, .seed = seed, .differ = true, .create = table_new};
        struct twin_pair pair;
        if (!twin_pair_make(&setup, &pair))
            continue;
        course_play(&course_of[0], pair.a, viewer, slot);
        course_play(&course_of[1], pair.b, viewer, slot);
        alike += courses_compare(course_of, strcmp(name, "shy-monsters") == 0, other);
        made++;
    }
    print_message("# %s, slots of %d: %d questions at equal times in %d pairs, others in %d\n", name,
                  (int)slot, alike, made, *other);
    assert_true(made > 1);
    return alike;
}

static void finding_4_a_program_in_the_arena_is_asked_at_moments_that_tell_nothing(void **unused)
{
    int other;
    (void)unused;
    assert_true(twins_compare("shadow-hunters", 40, SLOT, &other) > 40);
    assert_int_equal(other, 0);
    assert_true(twins_compare("tiny", 80, SLOT, &other) > 20);
    assert_int_equal(other, 0);
    /* The master builds unseen. */
    assert_true(twins_compare("shy-monsters", 60, SLOT, &other) > 40);
    assert_int_equal(other, 0);
}

/* Without slots the same comparison finds what a program could measure. */
static void without_slots_the_time_betrays(void **unused)
{
    int other;
    (void)unused;
    twins_compare("shadow-hunters", 40, 0, &other);
    assert_true(other > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding_4_a_program_in_the_arena_is_asked_at_moments_that_tell_nothing),
        cmocka_unit_test(without_slots_the_time_betrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
