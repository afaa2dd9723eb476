/* Manor's oracles: figures and claims of its rule text that random play must bear out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "manor/state.h"
#include "setups.h"
#include "tap.h"

enum { GAMES = 4000 };

static void rules_make(int seats, int each, union lan_rules_buf *rules)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&manor_game, seats, &config);
    config.value[MANOR_OPTION_EACH] = each;
    assert_true(lan_compile(&manor_game, &config, &rules->base, &problem));
}

/* Mean score of a seat and its spread in random play; no seat has an edge. */
static void scores_are_as_stated(void **unused)
{
    static const double mean[] = {0, 0, 28.8, 29.6, 29.9}, spread[] = {0, 0, 7.5, 7.5, 7.7};
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        static union lan_rules_buf rules;
        double sum[MANOR_SEATS_MAX] = {0}, all = 0, squares = 0;
        int games = tap_rounds(GAMES);
        struct lan_rng rng;
        rules_make(seats, 4, &rules);
        lan_rng_init(&rng, 2013);
        for (int i = 0; i < games; i++) {
            union lan_state_buf state;
            struct lan_result result;
            manor_game.setup(&rules.base, (struct lan_state *)&state);
            lan_playout(&rules.base, (struct lan_state *)&state, &rng, 0);
            manor_game.result(&rules.base, (const struct lan_state *)&state, &result);
            for (int seat = 0; seat < seats; seat++) {
                sum[seat] += result.score[seat];
                all += result.score[seat];
                squares += (double)result.score[seat] * result.score[seat];
            }
        }
        double count = (double)games * seats, found = all / count;
        double deviation = sqrt(squares / count - found * found), error = deviation / sqrt(games);
        /* The figures are rounded to a tenth; five standard errors beyond that do not happen by chance. */
        assert_true(fabs(found - mean[seats]) < 0.05 + 5 * error);
        assert_true(fabs(deviation - spread[seats]) < 0.05 + 5 * error);
        for (int seat = 0; seat < seats; seat++)
            assert_true(fabs(sum[seat] / games - found) < 5 * error);
    }
}

/*
 * At every moment of random games a hunter can be placed, and one sent away finds another manor with space.
 */
static void there_is_always_room(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        for (int each = 3; each <= MANOR_CARDS / seats && each <= MANOR_EACH_MAX; each++) {
            static union lan_rules_buf rules;
            struct lan_rng rng;
            rules_make(seats, each, &rules);
            lan_rng_init(&rng, (uint64_t)seats * 10 + (uint64_t)each);
            for (int i = 0; i < tap_rounds(60); i++) {
                union lan_state_buf state;
                struct step step;
                manor_game.setup(&rules.base, (struct lan_state *)&state);
                while (step_choose(&rules.base, (const struct lan_state *)&state, &rng, &step)) {
                    const struct manor_public *pub = &((const struct manor_state *)&state)->pub;
                    bool played = pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING;
                    assert_true(pub->open & ~(played ? (uint32_t)1 << pub->here : 0));
                    assert_false(
                        lan_apply(&rules.base, (struct lan_state *)&state, step.seat, step.action, NULL));
                }
            }
        }
    }
}

/* MA-R4 cannot come up in a game; at a table where every other manor is full it would be the answer. */
static void without_room_nobody_is_sent(void **unused)
{
    static union lan_rules_buf rules;
    union lan_state_buf buf;
    struct manor_state *state = (struct manor_state *)&buf;
    (void)unused;
    rules_make(2, 4, &rules);
    manor_game.setup(&rules.base, (struct lan_state *)&buf);
    state->pub.phase = MANOR_FOLLOWING;
    state->pub.before = 1;
    state->pub.crowd[0] = 2;
    state->pub.front[0][0] = MANOR_CARD(1, MANOR_BASIC);
    state->pub.front[0][1] = MANOR_CARD(0, MANOR_BASIC);
    lan_action send = LAN_ACTION(MANOR_ACTION_SEND, 1, MANOR_BASIC, 0);
    struct manor_state before = *state;
    state->pub.open = before.pub.open = 1;
    int refusal = lan_apply(&rules.base, (struct lan_state *)&buf, 0, send, NULL);
    assert_int_equal(manor_game.refusals[refusal].clause, MA_R4);
    assert_memory_equal(state, &before, sizeof before);
    state->pub.open = 3;
    assert_int_equal(lan_apply(&rules.base, (struct lan_state *)&buf, 0, send, NULL), LAN_ACCEPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_as_stated),
        cmocka_unit_test(there_is_always_room),
        cmocka_unit_test(without_room_nobody_is_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
