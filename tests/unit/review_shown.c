/*
 * What a review is shown with: the memory that makes ratings quick and changes none, deals that are weighed
 * instead of drawn by weight, and the words, the reasons and the document of a review.
 */
#include "review.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "belief_say.h"
#include "document.h"
#include "match.h"
#include "moments.h"

enum { DOCUMENT_BYTES = 4 << 20, DRAWS = 4000, STEPS_MAX = 100000 };

static struct table *match_random(const char *game, int seats, const char *option, uint64_t seed)
{
    struct table *table = match_start(game, seats, option, seed);
    assert_true(match_play(table, seed, STEPS_MAX));
    return table;
}

/* ---- Ratings with and without what was kept ------------------------------------------------------------ */

struct rated {
    const struct lan_rules *rules;
    struct lan_told_log told[LAN_SEATS_MAX];
    struct lan_memo *memo;
    int questions;
};

/* Rates the actions of every seat twice with the memory and once without. */
static void ratings_compare(struct rated *rated, const struct lan_state *state)
{
    const struct lan_game *game = rated->rules->game;
    memset(rated->memo, 0, game->memo_size); /* what was told may have changed */
    for (int i = 0; i < 2 * rated->rules->seats; i++) {
        int seat = i % rated->rules->seats;
        union lan_view_buf view;
        struct lan_list list = {.count = 0};
        int32_t without[LAN_ACTIONS_MAX], with[LAN_ACTIONS_MAX];
        lan_actions(rated->rules, state, seat, &list);
        game->observe(rated->rules, state, seat, (struct lan_view *)&view);
        struct lan_question question = {.seat = seat,
                                        .view = (const struct lan_view *)&view,
                                        .list = &list,
                                        .told = rated->told[seat].event,
                                        .told_count = rated->told[seat].count};
        game->rate(rated->rules, &question, without);
        question.memo = rated->memo;
        game->rate(rated->rules, &question, with);
        assert_memory_equal(with, without, list.count * sizeof *with);
        rated->questions += list.count;
    }
}

static void ratings_check(const struct lan_game *game, int seats)
{
    struct table *table = match_start(game->name, seats, NULL, 7);
    assert_true(match_play_on(table, 7, STEPS_MAX)); /* so that every action of its log can be played again */
    struct rated rated = {.rules = table_rules(table), .memo = malloc(game->memo_size)};
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    game->setup(rated.rules, state);
    for (uint32_t number = 1; number <= table_count(table); number++) {
        struct table_entry entry;
        struct lan_events events = {.count = 0};
        table_entry(table, number, &entry);
        if (entry.kind != TABLE_ENTRY_ACT)
            continue;
        ratings_compare(&rated, state);
        assert_int_equal(lan_apply(rated.rules, state, entry.seat, entry.action, &events), LAN_ACCEPTED);
        assert_true(lan_told_logs_add(rated.rules, &events, rated.told));
    }
    assert_true(rated.questions > 100);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(rated.told[seat].event);
    free(rated.memo);
    table_destroy(table);
}

static void test_memo_changes_no_rating(void **state)
{
    int games = 0;
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!(*game)->memo_size)
            continue;
        ratings_check(*game, (*game)->seats_max);
        games++;
    }
    assert_true(games > 0);
}

/* ---- Deals that are weighed ---------------------------------------------------------------------------- */

/* Weights leave what is certain certain, and what is true likely enough. */
static void test_weighed_deals(void **state)
{
    struct table *table = match_random("shadow-hunters", 5, NULL, 11);
    struct review *review = review_create(
        table, &(struct review_setup){.seats = 1, .playouts = 1, .luck_only = true, .beliefs = DRAWS});
    const struct review_belief *belief = review->belief;
    double whole = 0;
    int count = 0;
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++)
        assert_true(!(*game)->sampler_weigh == !(*game)->sampler_reweight);
    assert_non_null(table_game(table)->sampler_weigh);
    for (uint32_t at = 0; at <= belief->steps; at++) {
        for (int thing = 0; thing < belief->things; thing++) {
            int truth = belief_truth(belief, at, thing);
            if (truth < 0)
                continue;
            whole += (double)belief_share(belief, at, 0, thing)[truth];
            count++;
            if (belief->thing[thing].holder == 0)
                assert_true(belief_share(belief, at, 0, thing)[truth] > 0.9999f);
        }
    }
    assert_true(count > 0 && whole / count > 0.1);
    review_free(review);
    table_destroy(table);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

/* An event that only its actor was told says "you"; no other seat's review may use it. */
static void test_words_are_for_the_seat(void **state)
{
    struct table *table = match_random("manor", 3, NULL, 5);
    struct review *review =
        review_create(table, &(struct review_setup){.seats = 1, .playouts = 1, .beliefs = 16});
    const struct lan_game *game = table_game(table);
    int told = 0;
    (void)state;
    for (uint32_t at = 0; at < review->step_count; at++) {
        for (int seat = 0; seat < 3; seat++) {
            const struct lan_event *event = review_event(&review->step[at], seat);
            struct lan_event heard;
            if (!event)
                continue;
            assert_true(lan_event_tell(game, event, seat, &heard) ||
                        lan_event_tell(game, event, LAN_WATCHER, &heard));
            told++;
        }
    }
    assert_true(told > 0);
    review_free(review);
    table_destroy(table);
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

struct reasons {
    int moments, quoted, verdict[REVIEW_UNLUCKY + 1];
};

/* A sentence in each language, with the clause of the event behind it. */
static void reason_check(const char *const say[LAN_LANGS], const struct review_step *step)
{
    assert_string_not_equal(say[LAN_EN], say[LAN_FR]);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        size_t length = strlen(say[lang]);
        assert_true(length > 20 && length < MOMENT_SAY_MAX - 1);
        assert_true(step->left || say[lang][length - 1] == ']');
    }
}

/* What a mistake was, that hidden things made a good move fail, or neither, as the verdict is. */
static void mark_check(const struct review *review, const struct review_mark *mark, const char *const *names,
                       struct reasons *reasons)
{
    static const char *const unlucky[LAN_LANGS] = {
        "A good move, unlucky: no choice was clearly better by what you knew, and what was hidden from you "
        "made it fail.",
        "c'est ce qui t'était caché qui l'a fait échouer."};
    static const char *const mistake[LAN_LANGS] = {"more games in 100.", "parties de plus sur 100."};
    enum review_verdict verdict = review_verdict(review, mark);
    char sentence[LAN_LANGS][MOMENT_SAY_MAX];
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(sentence[lang], sizeof sentence[lang]);
        mark_say(review, mark, (enum lan_lang)lang, names, &text);
        assert_int_equal(strstr(sentence[lang], unlucky[lang]) != NULL, verdict == REVIEW_UNLUCKY);
        assert_int_equal(strstr(sentence[lang], mistake[lang]) != NULL, verdict == REVIEW_MISTAKE);
    }
    reason_check((const char *const[]){sentence[LAN_EN], sentence[LAN_FR]}, &review->step[mark->step]);
    assert_int_equal(verdict == REVIEW_MISTAKE, mark->lost > 0);
    reasons->verdict[verdict]++;
}

static void moments_check(const struct review *review, int seat, bool costly, const char *const *names,
                          struct reasons *reasons)
{
    struct moment moment[MOMENTS_MAX];
    int count = costly ? moments_costly(review, seat, moment) : moments_lucky(review, seat, moment);
    for (int i = 0; i < count; i++) {
        const struct review_step *step = &review->step[moment[i].step];
        char sentence[LAN_LANGS][MOMENT_SAY_MAX];
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            struct lan_text text = lan_text_init(sentence[lang], sizeof sentence[lang]);
            moment_say(review, seat, &moment[i], (enum lan_lang)lang, names, &text);
        }
        reason_check((const char *const[]){sentence[LAN_EN], sentence[LAN_FR]}, step);
        if (!review_event(step, seat)) {
            assert_non_null(strstr(sentence[LAN_EN], "Seen by "));
            assert_non_null(strstr(sentence[LAN_FR], "Vu par "));
            reasons->quoted++;
        }
        /* A choice that was good by what the seat knew is shown only when what it cost is no accident. */
        if (moment[i].cause == REVIEW_UNKNOWN)
            assert_true(moment[i].by < -2 * step->moved_error);
        reasons->moments++;
    }
}

static void game_reasons(const char *game, int seats, int matches, struct reasons *reasons)
{
    for (int i = 0; i < matches; i++) {
        struct table *table = match_random(game, seats, NULL, (uint64_t)i + 20);
        struct review *review = review_create(table, &(struct review_setup){.seats = 3, .playouts = 16});
        const char *names[LAN_SEATS_MAX];
        table_names(table, names);
        for (uint32_t mark = 0; mark < review->mark_count; mark++)
            mark_check(review, &review->mark[mark], names, reasons);
        for (int at = 0; at < 2 * seats; at++)
            moments_check(review, at / 2, at % 2, names, reasons);
        review_free(review);
        table_destroy(table);
    }
}

/*
 * Every mark and every moment has its reason and clause, also where the seat was told nothing, as of the
 * floor that the Master of Shy Monsters builds. A good move fails by hidden things where there are some.
 */
static void test_reasons(void **state)
{
    static const struct {
        const char *game;
        int seats, matches;
    } rows[] = {
        {"manor", 2, 3}, {"shadow-hunters", 4, 1}, {"shy-monsters", 2, 3}, {"treasure-hunters", 1, 1}};
    int quoted = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reasons reasons = {0};
        bool hides = strcmp(rows[i].game, "treasure-hunters") != 0;
        game_reasons(rows[i].game, rows[i].seats, rows[i].matches, &reasons);
        print_message("# %s: %d moments, %d quoted, %d mistakes, %d fine, %d unlucky\n", rows[i].game,
                      reasons.moments, reasons.quoted, reasons.verdict[REVIEW_MISTAKE],
                      reasons.verdict[REVIEW_FINE], reasons.verdict[REVIEW_UNLUCKY]);
        assert_true(reasons.moments > 0 && reasons.verdict[REVIEW_FINE] > 0);
        assert_int_equal(reasons.verdict[REVIEW_UNLUCKY] > 0, hides);
        quoted += reasons.quoted;
    }
    assert_true(quoted > 0);
}

static void test_document(void **state)
{
    char *bytes = malloc(DOCUMENT_BYTES);
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        struct table *table = match_random((*game)->name, (*game)->seats_min, NULL, 3);
        struct review *review =
            review_create(table, &(struct review_setup){.seats = 1, .playouts = 2, .beliefs = 16});
        struct lan_text text = lan_text_init(bytes, DOCUMENT_BYTES);
        const char *names[LAN_SEATS_MAX];
        struct lan_json json;
        table_names(table, names);
        lan_json_init(&json, &text);
        json.base.open_object(&json.base, NULL);
        review_document(review, 0, names, &json);
        json.base.close(&json.base);
        assert_false(text.cut);
        assert_int_equal(json.depth, 0);
        assert_non_null(strstr(bytes, "\"marks\":["));
        assert_non_null(strstr(bytes, "\"beliefs\":["));
        review_free(review);
        table_destroy(table);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memo_changes_no_rating),
        cmocka_unit_test(test_weighed_deals),
        cmocka_unit_test(test_words_are_for_the_seat),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
