/*
 * Reviews of finished matches: the four parts of the tiny game against an enumeration of it, playouts against
 * exact values, what is refused and left, and what undo, leaving and agreement do to a review.
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

#include "belief.h"
#include "bot.h"
#include "choice.h"
#include "leaks.h"
#include "match.h"
#include "tiny.h"

enum { TINY_MATCHES = 16, STEPS_MAX = 100000 };

/* ---- The tiny game, enumerated ------------------------------------------------------------------------- */

static const struct lan_rules *tiny_rules;

/* Values found before: of a position and the seats that have declined in it. */
enum { MEMO = 1 << 17 };
struct memo {
    const struct lan_rules *rules;
    struct tiny_state state;
    uint16_t asked;
    double value[TINY_SEATS_MAX];
};
static struct memo memo[MEMO];

static struct memo *memo_at(const struct lan_state *state, const struct lan_cursor *cursor)
{
    struct tiny_state key;
    uint32_t hash = 2166136261;
    memcpy(&key, state, sizeof key);
    uint16_t asked = cursor->begun && cursor->moment == key.pub.moment ? cursor->asked : 0;
    for (size_t i = 0; i < sizeof key; i++)
        hash = (hash ^ ((const uint8_t *)&key)[i]) * 16777619;
    for (uint32_t at = (hash ^ asked) % MEMO;; at = (at + 1) % MEMO) {
        if (memo[at].rules == tiny_rules && memo[at].asked == asked &&
            memcmp(&memo[at].state, &key, sizeof key) == 0)
            return &memo[at];
        if (!memo[at].rules) {
            memo[at] = (struct memo){.state = key, .asked = asked};
            return &memo[at];
        }
    }
}

/* Values belong to one set of rules. */
static void rules_set(const struct lan_rules *rules)
{
    tiny_rules = rules;
    memset(memo, 0, sizeof memo);
}

static void exact_value(const struct lan_state *state, const struct lan_cursor *cursor,
                        double value[LAN_SEATS_MAX]);

static void exact_add(const struct lan_state *state, const struct lan_cursor *cursor, int seat,
                      lan_action action, double share, double value[LAN_SEATS_MAX])
{
    union lan_state_buf after;
    double then[LAN_SEATS_MAX];
    memcpy(&after, state, sizeof(struct tiny_state));
    assert_int_equal(lan_apply(tiny_rules, (struct lan_state *)&after, seat, action, NULL), LAN_ACCEPTED);
    exact_value((const struct lan_state *)&after, cursor, then);
    for (int i = 0; i < tiny_rules->seats; i++)
        value[i] += share * then[i];
}

/* The chance to win under random play: every branch of the game, with its probability. */
static void branches_add(const struct lan_state *state, struct lan_cursor *cursor,
                         double value[LAN_SEATS_MAX])
{
    double offered = 1;
    for (;;) {
        struct lan_list list = {.count = 0};
        struct lan_result result;
        struct lan_asked asked = lan_next(tiny_rules, state, cursor);
        if (asked.seat == LAN_SEAT_NONE) {
            tiny_game.result(tiny_rules, state, &result);
            for (int i = 0; i < tiny_rules->seats; i++)
                value[i] = result.winners >> i & 1;
            return;
        }
        bool chance = asked.seat == LAN_CHANCE;
        lan_actions(tiny_rules, state, asked.seat, &list);
        if (!asked.optional) {
            double whole = chance ? (double)lan_list_weight(&list) : list.musts;
            for (int i = 0; i < (chance ? list.count : list.musts); i++)
                exact_add(state, cursor, asked.seat, list.action[i],
                          offered * (chance ? list.weight[i] : 1) / whole, value);
            return;
        }
        double taken = LAN_BOT_MAY_OF_256 / 256.0;
        for (int i = list.musts; i < list.count; i++)
            exact_add(state, cursor, asked.seat, list.action[i], offered * taken / (list.count - list.musts),
                      value);
        offered *= 1 - taken;
        lan_decline(cursor, asked.seat);
    }
}

static void exact_value(const struct lan_state *state, const struct lan_cursor *from,
                        double value[LAN_SEATS_MAX])
{
    struct memo *known = memo_at(state, from);
    struct lan_cursor cursor = *from;
    memset(value, 0, LAN_SEATS_MAX * sizeof *value);
    if (!known->rules) {
        branches_add(state, &cursor, value);
        known = memo_at(state, from); /* entries were added meanwhile */
        memcpy(known->value, value, sizeof known->value);
        known->rules = tiny_rules;
    }
    memcpy(value, known->value, sizeof known->value);
}

static void exact_now(const struct lan_state *state, double value[LAN_SEATS_MAX])
{
    struct lan_cursor cursor;
    lan_cursor_init(&cursor);
    exact_value(state, &cursor, value);
}

/* Adds a choice's value in one deal, and in all deals of the seats after `seat`, with their weights. */
static void deals_add(const struct tiny_view *view, struct tiny_state *deal, int seat, double weight,
                      const struct review_choice *choice, double *sum, double *whole)
{
    if (seat >= tiny_rules->seats || seat >= TINY_SEATS_MAX) {
        union lan_state_buf after;
        struct lan_cursor cursor;
        double value[LAN_SEATS_MAX];
        memcpy(&after, deal, sizeof *deal);
        lan_cursor_init(&cursor);
        (void)lan_next(tiny_rules, (const struct lan_state *)&after, &cursor);
        if (choice->decline)
            lan_decline(&cursor, view->viewer);
        else
            assert_int_equal(
                lan_apply(tiny_rules, (struct lan_state *)&after, view->viewer, choice->action, NULL),
                LAN_ACCEPTED);
        exact_value((const struct lan_state *)&after, &cursor, value);
        *sum += weight * value[view->viewer];
        *whole += weight;
        return;
    }
    bool own = seat == view->viewer;
    bool sealed = view->pub.phase == TINY_BETTING && !(view->pub.asked >> seat & 1);
    uint8_t known = deal->card[seat];
    for (int bet = 1; bet <= (sealed && !own ? TINY_BETS : 1); bet++) {
        deal->sealed[seat] = (uint8_t)(!sealed ? 0 : own ? view->sealed : bet);
        if (known)
            deals_add(view, deal, seat + 1, weight, choice, sum, whole);
        for (int card = TINY_SHIELD; card <= TINY_SWORD && !known; card++) {
            uint8_t ways = deal->pile[card];
            if (!ways)
                continue;
            deal->card[seat] = (uint8_t)card;
            deal->pile[card]--;
            deals_add(view, deal, seat + 1, weight * ways, choice, sum, whole);
            deal->pile[card]++;
            deal->card[seat] = TINY_NOTHING;
        }
    }
}

/* The worth of each choice over every deal that the seat's view allows; the deck has 2 shields, 3 swords. */
static void exact_choices(void *context, const struct lan_question *question, struct review_choice *choice,
                          int count)
{
    const struct tiny_view *view = (const struct tiny_view *)question->view;
    (void)context;
    for (int i = 0; i < count; i++) {
        struct tiny_state deal = {.pub = view->pub, .pile = {[TINY_SHIELD] = 2, [TINY_SWORD] = 3}};
        double sum = 0, whole = 0;
        for (int seat = 0; seat < tiny_rules->seats; seat++) {
            deal.card[seat] = seat == view->viewer ? view->card : view->pub.known[seat];
            if (deal.card[seat])
                deal.pile[deal.card[seat]]--;
        }
        deals_add(view, &deal, 0, 1, &choice[i], &sum, &whole);
        choice[i].worth = sum / whole;
    }
}

static void exact_position(void *context, const struct lan_state *state, const struct lan_cursor *cursor,
                           float worth[LAN_SEATS_MAX])
{
    double value[LAN_SEATS_MAX];
    (void)context;
    exact_value(state, cursor, value);
    for (int seat = 0; seat < tiny_rules->seats; seat++)
        worth[seat] = (float)value[seat];
}

/* ---- The four parts ------------------------------------------------------------------------------------ */

/* What the test itself makes of one step of the log, from the position before it. */
static void part_add(const struct lan_state *before, const struct table_entry *entry,
                     double part[LAN_SEATS_MAX][REVIEW_CAUSES])
{
    union lan_state_buf after;
    struct lan_list list = {.count = 0};
    double was[LAN_SEATS_MAX], is[LAN_SEATS_MAX], mean[LAN_SEATS_MAX] = {0};
    memcpy(&after, before, sizeof(struct tiny_state));
    assert_int_equal(lan_apply(tiny_rules, (struct lan_state *)&after, entry->seat, entry->action, NULL), 0);
    exact_now(before, was);
    exact_now((const struct lan_state *)&after, is);
    lan_actions(tiny_rules, before, entry->seat, &list);
    if (entry->seat == LAN_CHANCE) {
        struct lan_cursor cursor;
        lan_cursor_init(&cursor);
        for (int i = 0; i < list.count; i++)
            exact_add(before, &cursor, LAN_CHANCE, list.action[i],
                      list.weight[i] / (double)lan_list_weight(&list), mean);
        for (int seat = 0; seat < tiny_rules->seats; seat++)
            part[seat][REVIEW_LUCK] += is[seat] - mean[seat];
        return;
    }
    struct review_choice choice[LAN_ACTIONS_MAX] = {{0}};
    union lan_view_buf view;
    int count = 0, chosen = -1;
    bool optional = list.count > list.musts && list.action[list.musts] == entry->action;
    for (int i = optional ? list.musts : 0; i < (optional ? list.count : list.musts); i++) {
        chosen = list.action[i] == entry->action ? count : chosen;
        choice[count++].action = list.action[i];
    }
    if (optional)
        choice[count++].decline = true;
    tiny_game.observe(tiny_rules, before, entry->seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = entry->seat, .view = (const struct lan_view *)&view};
    exact_choices(NULL, &question, choice, count);
    double best = 0;
    for (int i = 0; i < count; i++)
        best = choice[i].worth > best ? choice[i].worth : best;
    for (int seat = 0; seat < tiny_rules->seats; seat++) {
        double change = is[seat] - was[seat];
        double own = choice[chosen].worth - best;
        part[seat][seat == entry->seat ? REVIEW_OWN : REVIEW_OTHERS] += seat == entry->seat ? own : change;
        part[seat][REVIEW_UNKNOWN] += seat == entry->seat ? change - own : 0;
    }
}

/*
 * Whether the verdicts of all decisions are those of the enumeration: a choice that was the best by what the
 * seat knew and lowered its chance in the true deal was unlucky. Where one deal alone is possible, what the
 * choice is worth by that is what it is worth.
 */
static void verdicts_check(const struct table *table, const struct review *review,
                           int seen[REVIEW_UNLUCKY + 1])
{
    for (uint32_t i = 0; i < review->mark_count; i++) {
        const struct review_mark *mark = &review->mark[i];
        union lan_state_buf buf;
        double was[LAN_SEATS_MAX], is[LAN_SEATS_MAX];
        enum review_verdict verdict = review_verdict(review, mark), expected = REVIEW_FINE;
        uint32_t entry = review->step[mark->step].entry;
        exact_now(table_state_at(table, entry - 1, &buf), was);
        exact_now(table_state_at(table, entry, &buf), is);
        double change = is[mark->seat] - was[mark->seat];
        if (mark->choice[mark->chosen].worth < mark->choice[0].worth)
            expected = REVIEW_MISTAKE;
        else if (mark->hidden && change < 0)
            expected = REVIEW_UNLUCKY;
        if (expected == REVIEW_MISTAKE || fabs(change) > 1e-5)
            assert_int_equal(verdict, expected);
        if (!mark->hidden)
            assert_true(fabs(mark->choice[mark->chosen].worth - is[mark->seat]) < 1e-5);
        seen[verdict]++;
    }
}

static void tiny_check(struct table *table, double largest[REVIEW_CAUSES], int seen[REVIEW_UNLUCKY + 1])
{
    const struct review_judge judge = {.position = exact_position, .choices = exact_choices};
    const struct review_setup setup = {.seats = 0xff, .judge = &judge};
    double part[LAN_SEATS_MAX][REVIEW_CAUSES] = {{0}};
    rules_set(table_rules(table));
    struct review *review = review_create(table, &setup);
    assert_non_null(review);
    for (uint32_t number = 1; number <= table_count(table); number++) {
        union lan_state_buf buf;
        struct table_entry entry;
        table_entry(table, number, &entry);
        part_add(table_state_at(table, number - 1, &buf), &entry, part);
    }
    for (int seat = 0; seat < tiny_rules->seats; seat++) {
        for (int cause = 0; cause < REVIEW_CAUSES; cause++) {
            assert_true(fabs(review->part[seat][cause] - part[seat][cause]) < 1e-5);
            largest[cause] = fmax(largest[cause], fabs(part[seat][cause]));
        }
    }
    verdicts_check(table, review, seen);
    review_free(review);
}

/* Random play without undo, which ends by the rules. */
static struct table *match_random(const char *game, int seats, const char *options, uint64_t seed)
{
    struct table *table = match_start(game, seats, options, seed);
    const struct lan_rules *rules = table_rules(table);
    struct lan_cursor cursor;
    struct lan_rng rng;
    lan_cursor_init(&cursor);
    lan_rng_init(&rng, seed);
    while (table_end(table) == TABLE_RUNNING) {
        union lan_state_buf buf;
        struct lan_list list;
        struct lan_asked asked = lan_next(rules, table_state_at(table, table_count(table), &buf), &cursor);
        table_actions(table, asked.seat, &list);
        uint32_t from = asked.optional ? list.musts : 0, to = asked.optional ? list.count : list.musts;
        if (asked.optional && lan_rng_below(&rng, 2)) {
            lan_decline(&cursor, asked.seat);
            continue;
        }
        assert_int_equal(table_act(table, asked.seat, list.action[from + lan_rng_below(&rng, to - from)], 0),
                         0);
    }
    return table;
}

static void test_parts_enumerated(void **state)
{
    double largest[REVIEW_CAUSES] = {0};
    int seen[REVIEW_UNLUCKY + 1] = {0};
    (void)state;
    for (int i = 0; i < TINY_MATCHES; i++) {
        struct table *table = match_random("tiny", 2 + (i & 1), i & 2 ? "bets=none" : NULL, (uint64_t)i + 1);
        tiny_check(table, largest, seen);
        table_destroy(table);
    }
    for (int cause = 0; cause < REVIEW_CAUSES; cause++)
        assert_true(largest[cause] > 0.05); /* each of them occurred */
    print_message("# decisions: %d mistakes, %d fine, %d unlucky\n", seen[REVIEW_MISTAKE], seen[REVIEW_FINE],
                  seen[REVIEW_UNLUCKY]);
    for (int verdict = 0; verdict <= REVIEW_UNLUCKY; verdict++)
        assert_true(seen[verdict] > 1);
}

/* ---- Playouts ------------------------------------------------------------------------------------------ */

static void test_playouts_agree(void **state)
{
    enum { PLAYOUTS = 4000 };
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct table *table = match_random("tiny", 2 + (i & 1), NULL, (uint64_t)i + 100);
        struct playout_scene scene = {.rules = table_rules(table), .seed = 7};
        union lan_state_buf buf, from;
        double exact[LAN_SEATS_MAX], sum = 0;
        rules_set(table_rules(table));
        memcpy(&from, table_state_at(table, (uint32_t)i + 2, &buf), sizeof(struct tiny_state));
        exact_now((const struct lan_state *)&from, exact);
        for (uint32_t number = 0; number < PLAYOUTS; number++) {
            union lan_state_buf played = from;
            struct lan_cursor cursor;
            float worth[LAN_SEATS_MAX];
            lan_cursor_init(&cursor);
            playout_run(&scene, (struct lan_state *)&played, &cursor, number, 0, worth);
            sum += (double)worth[0];
        }
        assert_true(fabs(sum / PLAYOUTS - exact[0]) <= 3 * sqrt(exact[0] * (1 - exact[0]) / PLAYOUTS));
        table_destroy(table);
    }
}

/* A whole review by playouts: its luck is the exact luck within three of the standard errors it states. */
static void test_luck_estimated(void **state)
{
    const struct review_judge judge = {.position = exact_position, .choices = exact_choices};
    int inside = 0, all = 0;
    (void)state;
    for (int i = 0; i < 10; i++) {
        struct table *table = match_random("tiny", 2, NULL, (uint64_t)i + 200);
        rules_set(table_rules(table));
        struct review *exact = review_create(table, &(struct review_setup){.seats = 1, .judge = &judge});
        struct review *played = review_create(table, &(struct review_setup){.seats = 1, .playouts = 400});
        assert_non_null(exact);
        assert_non_null(played);
        for (uint32_t at = 0; at < exact->step_count; at++) {
            /* An estimate is made smaller by its noise, at most by its standard error. */
            double error = played->step[at].error[0] + 0.025;
            if (exact->step[at].seat == LAN_CHANCE && !exact->step[at].forced) {
                inside += fabs(exact->step[at].part[0] - played->step[at].part[0]) <= 3 * error;
                all++;
            }
        }
        review_free(exact);
        review_free(played);
        table_destroy(table);
    }
    assert_true(all > 20);
    assert_int_equal(inside, all);
}

/* ---- Every game ---------------------------------------------------------------------------------------- */

static void identity_check(const struct review *review)
{
    for (int seat = 0; seat < review->rules->seats; seat++) {
        double sum = review->start[seat];
        for (int cause = 0; cause < REVIEW_CAUSES; cause++)
            sum += review->part[seat][cause];
        assert_true(fabs(sum - review->result[seat]) < 1e-9);
        assert_true(fabs(review_adjusted(review, seat) + review->part[seat][REVIEW_LUCK] -
                         review->result[seat]) < 1e-9);
        assert_true(review->start[seat] >= 0 && review->start[seat] <= 1);
    }
}

/* Beliefs are shares: they sum to at most 1, never exclude the truth for good, and the holder knows. */
static void beliefs_check(const struct review_belief *belief)
{
    for (uint32_t at = 0; at <= belief->steps; at++) {
        for (int thing = 0; thing < belief->things; thing++) {
            const float *share = belief_share(belief, at, 0, thing);
            int truth = belief_truth(belief, at, thing);
            float sum = 0;
            for (int value = 0; value < BELIEF_VALUES; value++)
                sum += share[value];
            assert_true(sum < 1.0001f && (truth < 0 || sum > 0.9999f));
            if (truth >= 0 && belief->thing[thing].holder == 0)
                assert_true(share[truth] > 0.9999f);
        }
    }
}

/* Of the first marks of a match: how a search compares the two best choices. */
enum { OPINIONS = 8 };
struct opinions {
    const struct lan_rules *rules;
    void *memory;
    int asked, unequal;
};

/* The two actions have subtrees of their own and the same deals: exchanging them changes the sign alone. */
static void opinion_check(void *context, const struct lan_question *question, const struct review_mark *mark)
{
    struct opinions *opinions = context;
    const struct lan_budget budget = {
        .iterations = 64, .memory = opinions->memory, .memory_size = CHOICE_MEMORY};
    lan_action two[2] = {mark->choice[0].action, mark->choice[1].action}, exchanged[2] = {two[1], two[0]};
    double error, error_exchanged;
    if (opinions->asked == OPINIONS)
        return;
    double gain = lan_search_compare(opinions->rules, question, &budget, 9, two, &error);
    assert_true(gain ==
                -lan_search_compare(opinions->rules, question, &budget, 9, exchanged, &error_exchanged));
    assert_true(error == error_exchanged && error > 0 && fabs(gain) <= 1);
    opinions->asked++;
    opinions->unequal += fabs(gain) > 2 * error;
}

static void test_every_game(void **state)
{
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        struct table *table = match_random((*game)->name, (*game)->seats_min, NULL, 3);
        struct record_problem problem;
        struct opinions opinions = {.rules = table_rules(table), .memory = malloc(CHOICE_MEMORY)};
        assert_true(opinions.memory && review_possible(RECORD_FULL, table, &problem));
        const struct review_setup setup = {
            .seats = 1, .playouts = 2, .beliefs = 8, .marked = opinion_check, .context = &opinions};
        struct review *review = review_create(table, &setup);
        assert_non_null(review);
        identity_check(review);
        assert_true(opinions.asked > 0 && opinions.unequal < opinions.asked);
        free(opinions.memory);
        /* Of Lamplighters' lanterns only one laid in the dark is a single value; the rest are sets. */
        if (strcmp((*game)->name, "lamplighters") != 0)
            assert_true((review->belief->things > 0) == leaks_possible(*game));
        beliefs_check(review->belief);
        review_free(review);
        table_destroy(table);
    }
}

/* The same record gives the same review: nothing in it is drawn from a clock or an address. */
static void test_repeatable(void **state)
{
    struct table *table = match_random("manor", 2, NULL, 5);
    const struct review_setup setup = {.seats = 3, .playouts = 3, .beliefs = 8};
    (void)state;
    struct review *one = review_create(table, &setup), *other = review_create(table, &setup);
    assert_int_equal(one->mark_count, other->mark_count);
    assert_memory_equal(one->part, other->part, sizeof one->part);
    for (uint32_t i = 0; i < one->mark_count; i++)
        assert_true(one->mark[i].lost == other->mark[i].lost);
    review_free(one);
    review_free(other);
    table_destroy(table);
}

/* ---- Ends, undo, refusals ------------------------------------------------------------------------------ */

static void test_refusals(void **state)
{
    struct table *table = match_start("manor", 2, NULL, 1);
    struct record_problem problem;
    (void)state;
    assert_false(review_possible(RECORD_FULL, table, &problem));
    assert_string_equal(problem.say[LAN_EN], "The game is not over; it can be reviewed when it is.");
    assert_false(review_possible(RECORD_SAVE, table, &problem));
    assert_false(review_possible(RECORD_SEAT, table, &problem));
    assert_non_null(strstr(problem.say[LAN_FR], "ce qu'un siège a appris"));
    table_destroy(table);
}

static void test_undone_is_no_step(void **state)
{
    struct table *table = match_start("shy-monsters", 2, NULL, 4);
    struct lan_list list;
    (void)state;
    table_actions(table, 0, &list); /* the Master lays a tile, which nobody sees */
    assert_int_equal(table_act(table, 0, list.action[0], 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    assert_true(match_play(table, 9, STEPS_MAX));
    struct review *review = review_create(table, &(struct review_setup){.playouts = 1, .luck_only = true});
    uint32_t in_force = 0, undone = 0;
    for (uint32_t number = 1; number <= table_count(table); number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        in_force += entry.kind == TABLE_ENTRY_ACT;
        undone += entry.kind == TABLE_ENTRY_UNDO;
    }
    assert_true(undone > 0);
    assert_int_equal(review->step_count, in_force - undone);
    identity_check(review);
    review_free(review);
    table_destroy(table);
}

static void test_resigned(void **state)
{
    struct table *table = match_start("manor", 2, NULL, 6);
    (void)state;
    match_play(table, 6, 12);
    assert_int_equal(table_leave(table, 0, 1000000), 0);
    struct review *review = review_create(table, &(struct review_setup){.seats = 3, .playouts = 8});
    const struct review_step *last = &review->step[review->step_count - 1];
    assert_true(last->left);
    assert_int_equal(last->seat, 0);
    assert_true(review->result[0] == 0 && review->result[1] == 1);
    assert_true(last->part[0] == -last->before[0]); /* the chance that was given up is the own doing */
    assert_int_equal(review_cause(last, 0), REVIEW_OWN);
    identity_check(review);
    review_free(review);
    table_destroy(table);
}

static void test_abandoned(void **state)
{
    struct table *table = match_start("shadow-hunters", 4, NULL, 6);
    (void)state;
    match_play(table, 6, 2);
    for (int seat = 0; seat < 4; seat++)
        table_agree(table, seat, true, 1000000);
    assert_int_equal(table_end(table), TABLE_ABANDONED);
    struct review *review = review_create(table, &(struct review_setup){.seats = 3, .playouts = 32});
    assert_true(review->result[0] > 0 && review->result[0] < 1); /* the value of the last position */
    identity_check(review);
    review_free(review);
    table_destroy(table);
}

struct leaving {
    int calls, last;
};

static bool leave_halfway(void *context, int done)
{
    struct leaving *leaving = context;
    assert_true(done > leaving->last && done <= 1000);
    leaving->last = done;
    leaving->calls++;
    return done < 500;
}

static void test_can_be_left(void **state)
{
    struct table *table = match_random("manor", 2, NULL, 5);
    struct leaving leaving = {0};
    (void)state;
    assert_null(review_create(
        table, &(struct review_setup){.playouts = 1, .progress = leave_halfway, .context = &leaving}));
    assert_true(leaving.calls > 5 && leaving.last >= 500 && leaving.last < 600);
    table_destroy(table);
}

/* ---- The second opinion -------------------------------------------------------------------------------- */

/*
 * Decisions whose gain is clear in the deals: the search agreed with some and dropped others, and of these a
 * second search clearly opposed some.
 */
struct doubts {
    const struct lan_rules *rules;
    void *memory;
    int agreed, dropped, opposed;
};

/* The same question to a search of another seed and twice the iterations. */
static bool doubt_opposed(const struct doubts *doubts, const struct lan_question *question,
                          const struct review_mark *mark)
{
    const struct lan_budget budget = {
        .iterations = 4000, .memory = doubts->memory, .memory_size = CHOICE_MEMORY};
    const lan_action two[2] = {mark->choice[mark->best].action, mark->choice[mark->chosen].action};
    double error, gain = lan_search_compare(doubts->rules, question, &budget, 5, two, &error);
    return gain < -2 * error;
}

static void doubt_count(void *context, const struct lan_question *question, const struct review_mark *mark)
{
    struct doubts *doubts = context;
    if (mark->gain <= 2 * mark->error) {
        assert_true(mark->lost == 0);
        return;
    }
    assert_true(mark->lost == 0 || mark->lost == mark->gain);
    doubts->agreed += mark->lost > 0;
    doubts->dropped += mark->lost == 0;
    doubts->opposed += mark->lost == 0 && doubt_opposed(doubts, question, mark);
}

/*
 * Where a floor is built tile by tile, playouts by the ratings prefer tiles that a search finds worse: what
 * the deals alone would call a mistake costs the seat nothing.
 */
static void test_second_opinion(void **state)
{
    struct table *table = match_random("shy-monsters", 2, NULL, 1);
    struct doubts doubts = {.rules = table_rules(table), .memory = malloc(CHOICE_MEMORY)};
    const struct review_setup setup = {.seats = 3, .playouts = 1, .marked = doubt_count, .context = &doubts};
    (void)state;
    assert_non_null(doubts.memory);
    struct review *review = review_create(table, &setup);
    assert_non_null(review);
    assert_true(doubts.agreed > 0 && doubts.dropped > 0 && doubts.opposed > 0);
    int counted = 0;
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        counted += step->mark >= 0 && step->part[step->seat] < 0;
    }
    assert_int_equal(counted, doubts.agreed);
    review_free(review);
    free(doubts.memory);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_enumerated),  cmocka_unit_test(test_playouts_agree),
        cmocka_unit_test(test_luck_estimated),    cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_repeatable),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_undone_is_no_step), cmocka_unit_test(test_resigned),
        cmocka_unit_test(test_abandoned),         cmocka_unit_test(test_can_be_left),
        cmocka_unit_test(test_second_opinion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
