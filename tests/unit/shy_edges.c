/* Shy Monsters at the edges of its tables: the first of the tiles, and names that cannot be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "positions.h"
#include "shy-monsters/shy.h"
#include "shy-monsters/state.h"

static union lan_rules_buf rules_now;
static union lan_state_buf state_now;

static struct lan_state *now(void)
{
    return (struct lan_state *)&state_now;
}

static void position(const char *option, const char *value, const char *lines)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&shy_game, 2, &config);
    assert_true(lan_config_set(&shy_game, &config, option, value, &problem));
    assert_true(lan_compile(&shy_game, &config, &rules_now.base, &problem));
    memset(&state_now, 0, sizeof state_now);
    shy_game.setup(&rules_now.base, now());
    const char *wrong = position_make(&rules_now.base, now(), lines);
    if (wrong)
        fail_msg("%s", wrong);
}

static void act(const char *notation, struct lan_events *events)
{
    lan_action action;
    assert_true(lan_action_parse(&shy_game, notation, &action));
    assert_int_equal(lan_apply(&rules_now.base, now(), 1, action, events), LAN_ACCEPTED);
}

/* SM-H8: an attack at the end of a jump is that clause's, whichever tile was jumped over. */
static void jump_over_the_first_tile(void **unused)
{
    struct lan_events events = {.count = 0};
    int found = 0;
    (void)unused;
    position("reveals", "0-0-0", "floor g6:corridor h6:mantis i6:dragon g8:corridor g9:corridor g10:exit\n");
    act("jump-attack g6 east", &events);
    for (int i = 0; i < events.count; i++) {
        if (events.event[i].kind == SHY_EVENT_ATTACKED) {
            assert_int_equal(events.event[i].clause, SM_H8);
            found++;
        }
    }
    assert_int_equal(found, 1);
}

/* SM-Z8: of the tiles named together each lies face down on the floor, and none is named twice. */
static void names_that_cannot_be(void **unused)
{
    struct shy_state *state = (struct shy_state *)&state_now;
    (void)unused;
    position("reveal_choice", "together",
             "floor g8:corridor g9:mantis g10:dragon g11:corridor g12:corridor g13:exit\n");
    act("reveal g10", NULL);
    assert_null(shy_game.sane(&rules_now.base, now()));
    assert_int_equal(state->pub.named_count, 1);
    const uint8_t named = state->pub.named[0];
    static const uint8_t wrong[] = {0, SHY_TILES_MAX, SHY_TILES_MAX + 1, 31};
    for (size_t i = 0; i < sizeof wrong; i++) {
        state->pub.named[0] = wrong[i];
        assert_non_null(shy_game.sane(&rules_now.base, now()));
    }
    state->pub.named[0] = named;
    assert_null(shy_game.sane(&rules_now.base, now()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_over_the_first_tile),
        cmocka_unit_test(names_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
