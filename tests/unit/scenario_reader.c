/*
 * The scenario reader fails when it should, and says where and why: a scenario that cannot fail proves
 * nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenario.h"

#define OPENING "game tiny\nseats 2\noption bets=none\nchance deal sword, deal shield\n"

static const struct {
    const char *text;
    const char *error; /* part of it, or NULL when the scenario holds */
} rows[] = {
    {OPENING "1: rest\n=> all: rested seat=1 (TI-T1)\nmust 2\n", NULL},
    {"", "plays and expects nothing"},
    {OPENING, "plays and expects nothing"},
    {"seats 2\n", "line 1: expected `game NAME` first"},
    {"game chess\n", "line 1: there is no game 'chess'"},
    {OPENING "nonsense\n", "line 5: no line begins with 'nonsense'"},
    {"game tiny\noption rounds=9\nmust chance\n", "line 2: Values of the option rounds"},
    {"game tiny\nseats 7\nmust chance\n", "line 3: the set-up is refused"},
    {"game tiny\nsetup! TI-S1\n", "but it is accepted"},
    {"game tiny\nseats 2\n1: rest\n",
     "line 3: chance is to act and no outcome is left in the script; possible are: "
     "deal shield, deal sword"},
    {"game tiny\nseats 3\nchance *3 deal shield\nmust 1 2\n", "'deal shield' is refused"},
    {OPENING "chance roll 1\n1: rest\n", "1 scripted chance outcomes were never drawn"},
    {OPENING "2: rest\n", "line 5: 'rest' is refused by TI-T1"},
    {OPENING "1: dance\n", "line 5: tiny has no action written 'dance'"},
    {OPENING "3: rest\n", "line 5: expected a seat from 1 to 2, found '3'"},
    {OPENING "1! rest TI-T1\n", "expected 'rest' to be refused by TI-T1, but it is accepted"},
    {OPENING "1! strike 1 TI-M1\n", "to be refused by TI-M1, found TI-T1"},
    {OPENING "1! strike 1\n", "found no clause of tiny at the end"},
    {OPENING "1: rest\n=> 2: rested seat=2\n", "line 6: expected seat 2 to be told 'rested seat=2'"},
    {OPENING "1: rest\n=> 2: rested (TI-T3)\n", "rested seat=1 (TI-T1)"},
    {OPENING "1: rest\n=> 2: rested\n=> 2: rested\n", "line 7"},
    {OPENING "=> 2: dealt seat=1 card=sword\n", "dealt seat=1 card=? (TI-S1)"},
    {OPENING "=> w: dealt seat=2 card=shield\n", "line 5"},
    {OPENING "1: rest\n=/ w: rested\n", "line 6"},
    {OPENING "actions 1: block\n", "not listed: 'block'; the list is: rest, strike 2, reveal"},
    {OPENING "actions 1 only: rest, reveal\n", "expected only the actions named"},
    {OPENING "no action 1: rest\n", "listed, but should not be: 'rest'"},
    {OPENING "must 1 2\n", "found: 1"},
    {OPENING "may nobody\n", "found: 1"},
    {OPENING "view 1: card = shield\n", "expected card = shield, found \"sword\""},
    {OPENING "view 2: seats[0].known = sword\n", "found null"},
    {OPENING "view 2: colour = red\n", "no such field"},
    {OPENING "possible 1: 1\n", "expected 1 possible positions, found 2"},
    {OPENING "over\n", "expected the game to be over"},
    {OPENING "winners 1\n", "the game is not over"},
    {OPENING "score 1 5\n", "expected a score of 5, found 0"},
    {OPENING "random 3\n", "random needs a seed"},
    {OPENING "set card 1 sword\n", "has no `set card` for tiny"},
    {"game manor\nset up 1.1\nset front 1.1 1:basic\nmust 1\n",
     "the position set above is impossible: turns and hands"},
};

static void reader_says_what_is_wrong(void **state)
{
    static struct scenario scenario;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s", rows[i].text);
        bool held = scenario_run(&scenario, text);
        if (held != !rows[i].error || (!held && !strstr(scenario.error, rows[i].error)))
            fail_msg("%s\nexpected: %s\nfound: %s", rows[i].text, rows[i].error ? rows[i].error : "it holds",
                     held ? "it holds" : scenario.error);
    }
}

static void headings_name_clauses(void **state)
{
    const char *at =
        "# MA-R3, SH-C-werewolf: as MA-T2 says\n# not a clause\n# TI-E1: and more\ngame tiny\n# TI-T1: no\n";
    char id[SCENARIO_CLAUSE_MAX];
    (void)state;
    assert_string_equal(scenario_clause_next(&at, id), "MA-R3");
    assert_string_equal(scenario_clause_next(&at, id), "SH-C-werewolf");
    assert_string_equal(scenario_clause_next(&at, id), "TI-E1");
    assert_null(scenario_clause_next(&at, id));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reader_says_what_is_wrong),
        cmocka_unit_test(headings_name_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
