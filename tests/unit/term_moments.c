/*
 * Tests of finding 4 at one terminal: when bots and people's standing answers answer, what the screen says of
 * who thinks, and who is stopped for what, follow from what is public.
 *
 * Twins (twin_pair.h) are played side by side under a clock that the test steps. What a viewer is shown must
 * change in both at the same step, until something hidden has made somebody act differently.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot.h"
#include "local.h"
#include "match.h"
#include "moment.h"
#include "source.h"
#include "twin_pair.h"

enum {
    PACE = 100,
    STEP = 3,
    CHANGES = 10, /* compared at most for one pair */
    SEEDS = 400,
    ALONE = 0, /* whose screens are compared: of one person among bots, */
    SHARED = 1 /* of several people at one terminal, as those see it who do not hold the device */
};

static int64_t clock_read(void *context)
{
    return *(const int64_t *)context;
}

/* ---- A bot that thinks until it is told to end --------------------------------------------------------- */

static bool slow_plays(const struct lan_game *game)
{
    return lan_bot_rules.plays(game);
}

/* Then it answers as the bot that replaces it would, so that it does not matter which of them was first. */
static void slow_think(const struct lan_rules *rules, const struct lan_question *question,
                       const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    const struct timespec pause = {.tv_nsec = 100000};
    while (!budget->stop(budget->context))
        nanosleep(&pause, NULL);
    lan_bot_rules.think(rules, question, budget, seed, advice);
}

static const struct lan_bot slow = {
    .name = "slow", .memory_min = 1, .plays = slow_plays, .think = slow_think};

/* ---- One of a pair ------------------------------------------------------------------------------------- */

struct course {
    struct source *source;
    const struct table *table;
    int viewer;
    int64_t now;
    uint32_t told; /* to the viewer */
    bool searches;
};

static void course_begin(struct course *course, struct table *table, int viewer, uint16_t people,
                         const struct lan_bot *bot)
{
    static const struct lan_dice dice = {{5}};
    *course = (struct course){.table = table, .viewer = viewer, .searches = bot == &lan_bot_search};
    assert_int_equal(table_dice_set(table, &dice, 1), 0);
    course->told = table_told_count(table, viewer);
    course->source = local_source_new(&(struct local_setup){.table = table,
                                                            .people = people,
                                                            .bot = bot,
                                                            .budget = {.iterations = 20},
                                                            .bot_seed = 11,
                                                            .pace = PACE,
                                                            .now = clock_read,
                                                            .context = &course->now});
    assert_non_null(course->source);
}

/* Until nothing is left to do at this time; a search is waited for, which ends by itself. */
static void course_settle(struct course *course)
{
    struct pollfd done = {.events = POLLIN};
    do {
        while (source_advance(course->source))
            ;
        done.fd = course->searches ? source_descriptor(course->source) : -1;
    } while (done.fd >= 0 && poll(&done, 1, -1) > 0);
}

/* All that somebody who may not see through the seats sees of the program, as text. */
static void seen_write(const struct course *course, int mode, struct lan_text *out)
{
    const struct source *source = course->source;
    struct table_turn turn;
    table_turn(course->table, LAN_WATCHER, &turn);
    /* Whether somebody is said to think depends on nothing but whether the game waits. */
    assert_int_equal(source->status.in[LAN_EN] != NULL, source->state == SOURCE_WAITING);
    lan_text_add_int(out, mode == SHARED || source->state != SOURCE_OFFERED ? source->state : 0);
    lan_text_add(out, " seat ");
    lan_text_add_int(out, source->seat);
    lan_text_add(out, " waits for ");
    lan_text_add_int(out, turn.must);
    lan_text_add(out, source->thinking ? " thinking " : " ");
    lan_text_add(out, source->status.in[LAN_EN] ? source->status.in[LAN_EN] : "-");
}

/* Lines of what the viewer was told since; the first event's seat, or -1. */
static int told_write(struct course *course, struct lan_text *out)
{
    struct table_reader reader;
    struct table_told told;
    int seat = -2;
    table_reader_init(course->table, course->viewer, course->told, &reader);
    while (table_read(&reader, &told)) {
        char line[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(line, sizeof line);
        told.time = 0;
        table_told_json(table_game(course->table), &told, &text);
        lan_text_add(out, line);
        const struct lan_event_kind *kind = &table_game(course->table)->event_kinds[told.event.kind];
        if (told.kind == TABLE_TOLD_EVENT && seat == -2)
            seat = kind->args && strcmp(kind->arg[0].name, "seat") == 0 ? told.event.arg[0] : -1;
    }
    course->told = table_told_count(course->table, course->viewer);
    return seat;
}

static bool is_stopped(const struct course *course)
{
    return course->source->state == SOURCE_ASKED || course->source->state == SOURCE_OFFERED ||
           course->source->state == SOURCE_CURTAIN;
}

/* What the people at the terminal do: lift the curtain, answer with an action by number, decline offers. */
static void person_do(struct course *course, uint32_t drawn)
{
    struct source *source = course->source;
    struct source_say say;
    if (source->state == SOURCE_CURTAIN)
        source_curtain_lift(source);
    else if (source->state == SOURCE_OFFERED)
        source_decline(source, false);
    else
        assert_true(source_act(source, source->list.action[drawn % source->list.musts], &say));
    course_settle(course);
}

/* ---- A pair -------------------------------------------------------------------------------------------- */

struct texts {
    char seen[1024], told[64 * 1024];
    int seat;
};

static void texts_make(struct course *course, int mode, struct texts *texts)
{
    struct lan_text out = lan_text_init(texts->told, sizeof texts->told);
    texts->seat = told_write(course, &out);
    out = lan_text_init(texts->seen, sizeof texts->seen);
    seen_write(course, mode, &out);
}

/* Only what a seat may do besides can be done in one and not in the other. */
static void difference_check(const struct texts texts[2], uint16_t must)
{
    int seat = texts[0].told[0] ? texts[0].seat : texts[1].seat;
    if (seat < 0 || must >> seat & 1)
        fail_msg("after a wait for %x: %s %s\nagainst: %s %s", must, texts[0].seen, texts[0].told,
                 texts[1].seen, texts[1].told);
}

/* Steps both until they differ in what somebody did; returns how many changes came at the same time. */
static int compare(struct course course[2], int mode, struct lan_rng *rng)
{
    static struct texts texts[2];
    int alike = 0;
    for (int waited = 0; alike < CHANGES && waited < 7 * PACE / STEP;) {
        uint16_t must = course[0].source->must;
        for (int i = 0; i < 2; i++) {
            course[i].now += STEP;
            course_settle(&course[i]);
            texts_make(&course[i], mode, &texts[i]);
        }
        bool changed[2] = {texts[0].told[0], texts[1].told[0]};
        if (changed[0] != changed[1]) {
            difference_check(texts, must);
            return alike;
        }
        if (strcmp(texts[0].told, texts[1].told) != 0)
            return alike + 1;
        assert_string_equal(texts[0].seen, texts[1].seen);
        alike += changed[0];
        waited = changed[0] ? 0 : waited + 1;
        if (course[0].source->state == SOURCE_OVER)
            return alike;
        uint32_t drawn = lan_rng_below(rng, 1u << 30);
        for (int i = 0; i < 2; i++) {
            while (course[i].source->state == SOURCE_OFFERED && mode == ALONE)
                person_do(&course[i], 0);
            if (is_stopped(&course[i]))
                person_do(&course[i], drawn);
            texts_make(&course[i], mode, &texts[i]);
        }
        if (strcmp(texts[0].told, texts[1].told) != 0)
            return alike;
        assert_string_equal(texts[0].seen, texts[1].seen);
    }
    return alike;
}

/* With five seats, the fewest at which Shadow Hunters has a Neutral: Daniel may not reveal freely. */
static int seats_of(const struct lan_game *game)
{
    return game->seats_max < 5 ? game->seats_max : 5;
}

static struct table *table_new(const struct lan_game *game, void *context)
{
    struct table_setup setup;
    (void)context;
    table_setup_init(game, seats_of(game), &setup);
    return match_create(&setup);
}

/* Compares pairs of twins of a game; returns the number of changes seen at equal times. */
static int twins_compare(const char *name, const struct lan_bot *bot, int mode, int pairs)
{
    const struct lan_game *game = lan_game_find(name, 0);
    int alike = 0, made = 0, seats = seats_of(game);
    for (uint64_t seed = 1; seed <= SEEDS && made < pairs; seed++) {
        int viewer = mode == SHARED ? LAN_WATCHER : (int)(seed % (unsigned)seats);
        unsigned people = mode == SHARED ? (1u << seats) - 2 : 1u << viewer;
        struct twin_setup setup = {
            .game = game, .viewer = viewer, .seed = seed, .differ = true, .create = table_new};
        struct twin_pair pair;
        struct course course[2];
        struct lan_rng rng;
        if (!twin_pair_make(&setup, &pair))
            continue;
        lan_rng_init(&rng, seed);
        course_begin(&course[0], pair.a, viewer, (uint16_t)people, bot);
        course_begin(&course[1], pair.b, viewer, (uint16_t)people, bot);
        alike += compare(course, mode, &rng);
        source_destroy(course[0].source);
        source_destroy(course[1].source);
        made++;
    }
    print_message("# %s, %s, %s: %d changes at equal times in %d pairs\n", name, bot->name,
                  mode == SHARED ? "shared" : "alone", alike, made);
    assert_true(made > 1);
    return alike;
}

static void finding_4a_bots_answer_at_moments_that_tell_nothing(void **unused)
{
    (void)unused;
    assert_true(twins_compare("shadow-hunters", &lan_bot_rules, ALONE, 24) > 40);
    assert_true(twins_compare("tiny", &lan_bot_random, ALONE, 80) > 20);
    /* The master builds unseen. */
    assert_true(twins_compare("shy-monsters", &lan_bot_rules, ALONE, 60) > 40);
}

static void finding_4a_also_when_thinking_outlasts_the_pause(void **unused)
{
    (void)unused;
    assert_true(twins_compare("shadow-hunters", &slow, ALONE, 8) > 10);
    assert_true(twins_compare("shy-monsters", &slow, ALONE, 8) > 4);
    assert_true(twins_compare("shadow-hunters", &lan_bot_search, ALONE, 4) > 4);
}

static void finding_4d_people_at_one_terminal_are_stopped_alike(void **unused)
{
    (void)unused;
    assert_true(twins_compare("shadow-hunters", &lan_bot_rules, SHARED, 60) > 40);
    assert_true(twins_compare("tiny", &lan_bot_random, SHARED, 80) > 5);
}

/* ---- Single rules -------------------------------------------------------------------------------------- */

/* A tiny game of three with these cards; a shield can block, a sword may be shown. */
static struct table *dealt(const char *const cards[3])
{
    struct table_setup setup;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    match_options(&setup, "bets=none", options);
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(match_do(table, 0, cards[seat], 0), 0);
    return table;
}

static lan_action action_of(const struct source *source, const char *notation)
{
    lan_action action;
    assert_true(lan_action_parse(source->game, notation, &action));
    return action;
}

/* People at all seats of a tiny game, of whom the first has struck the second: a window is open. */
static void window_open(struct course *course, bool shield)
{
    static const char *const plain[] = {"deal sword", "deal sword", "deal sword"};
    static const char *const other[] = {"deal sword", "deal shield", "deal sword"};
    struct source_say say;
    course_begin(course, dealt(shield ? other : plain), LAN_WATCHER, 7, &lan_bot_random);
    course_settle(course);
    assert_int_equal(course->source->seat, 0);
    source_curtain_lift(course->source);
    assert_true(source_act(course->source, action_of(course->source, "strike 2"), &say));
    course_settle(course);
    assert_int_equal(course->source->state, SOURCE_CURTAIN);
    assert_int_equal(course->source->seat, 1);
}

/* Also without a choice; the offer comes with the first question and by default nothing is answered. */
static void finding_4_everybody_is_asked_in_a_window_and_offered_standing_answers(void **unused)
{
    (void)unused;
    for (int shield = 0; shield < 2; shield++) {
        struct course course;
        struct source_say say;
        window_open(&course, shield);
        for (int seat = 1; seat < 3; seat++) {
            assert_int_equal(course.source->state, SOURCE_CURTAIN);
            assert_int_equal(course.source->seat, seat);
            assert_false(course.source->window);
            source_curtain_lift(course.source);
            assert_int_equal(course.source->state, SOURCE_ASKED);
            assert_int_equal(course.source->list.musts, 1 + (shield && seat == 1));
            assert_true(course.source->window && course.source->standing_new);
            assert_int_equal(course.source->standing, STANDING_ASK);
            assert_true(source_act(course.source, action_of(course.source, "pass"), &say));
            course_settle(&course);
        }
        source_destroy(course.source);
    }
}

/* The moment of a standing answer: steps of the clock from the window's opening to the answer. */
static int standing_steps(bool shield, enum standing standing)
{
    struct course course;
    struct source_say say;
    int steps = 0;
    window_open(&course, shield);
    source_curtain_lift(course.source);
    assert_true(source_standing_set(course.source, standing, &say));
    course_settle(&course);
    /* The other one is asked behind the curtain and does not answer. */
    assert_int_equal(course.source->state, SOURCE_CURTAIN);
    assert_int_equal(course.source->seat, 2);
    while (course.source->must >> 1 & 1) {
        course.now += STEP;
        course_settle(&course);
        assert_true(++steps < 2 * PACE / STEP);
    }
    source_destroy(course.source);
    return steps;
}

static void finding_4_standing_answers_come_at_the_seats_moment(void **unused)
{
    (void)unused;
    int steps = standing_steps(false, STANDING_PASS);
    assert_in_range(steps * STEP, PACE * 3 / 4, PACE * 5 / 4 + STEP);
    assert_int_equal(standing_steps(true, STANDING_PASS), steps);
    assert_int_equal(standing_steps(false, STANDING_REACT), steps);
}

/* Without asking who has something to do: everybody gets the device, and gives it back with Enter. */
static void finding_4d_anybody_takes_the_device_at_any_time(void **unused)
{
    (void)unused;
    struct course course;
    struct source_say say;
    int offers = 0, reveals = 0;
    struct table *table = match_start("shadow-hunters", 5, NULL, 3);
    course = (struct course){.table = table, .viewer = LAN_WATCHER};
    course.source = local_source_new(&(struct local_setup){.table = table,
                                                           .people = 31,
                                                           .bot = &lan_bot_rules,
                                                           .pace = PACE,
                                                           .now = clock_read,
                                                           .context = &course.now});
    course_settle(&course);
    int asked = course.source->seat;
    for (int seat = 0; seat < 5; seat++) {
        assert_int_equal(course.source->state, SOURCE_CURTAIN);
        assert_true(source_hand(course.source, seat, &say));
        course_settle(&course);
        assert_int_equal(course.source->state, SOURCE_CURTAIN);
        assert_int_equal(course.source->seat, seat);
        if (seat == asked)
            continue;
        source_curtain_lift(course.source);
        course_settle(&course);
        assert_int_equal(course.source->state, SOURCE_OFFERED);
        offers++;
        if (course.source->list.count && !reveals) {
            assert_true(source_act(course.source, action_of(course.source, "reveal"), &say));
            reveals++;
        } else {
            source_decline(course.source, false);
        }
        course_settle(&course);
        assert_int_equal(course.source->seat, asked);
    }
    assert_int_equal(offers, 4);
    assert_int_equal(reveals, 1);
    assert_false(source_hand(course.source, 5, &say));
    source_destroy(course.source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding_4a_bots_answer_at_moments_that_tell_nothing),
        cmocka_unit_test(finding_4a_also_when_thinking_outlasts_the_pause),
        cmocka_unit_test(finding_4d_people_at_one_terminal_are_stopped_alike),
        cmocka_unit_test(finding_4_everybody_is_asked_in_a_window_and_offered_standing_answers),
        cmocka_unit_test(finding_4_standing_answers_come_at_the_seats_moment),
        cmocka_unit_test(finding_4d_anybody_takes_the_device_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
