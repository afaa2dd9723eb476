/* daily.c - dates, deals and secrets of the deal of the day. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daily.h"
#include "lan.h"
#include "settings.h"

static void test_dates(void **state)
{
    static const struct {
        const char *date;
        int64_t day;
    } rows[] = {{"1970-01-01", 0},     {"1970-12-31", 364},   {"2000-02-29", 11016},
                {"2000-03-01", 11017}, {"2001-09-09", 11574}, {"2026-11-18", 20775},
                {"2100-02-28", 47540}, {"2100-03-01", 47541}, {"9999-12-31", 2932896}};
    char date[DAILY_DATE + 1];
    int64_t day;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        daily_date(rows[i].day, date);
        assert_string_equal(date, rows[i].date);
        assert_true(daily_day_parse(rows[i].date, &day));
        assert_int_equal(day, rows[i].day);
    }
    for (int64_t at = 0; at < 60000; at++) {
        daily_date(at, date);
        assert_true(daily_day_parse(date, &day));
        assert_int_equal(day, at);
    }
    /* A day begins at midnight. */
    assert_int_equal(daily_day((int64_t)20775 * DAILY_MS), 20775);
    assert_int_equal(daily_day((int64_t)20775 * DAILY_MS - 1), 20774);
}

static void test_dates_that_are_none(void **state)
{
    static const char *const rows[] = {"",           "2026-11-31", "2026-02-29",  "2026-13-01",
                                       "2026-00-10", "2026-01-00", "1969-12-31",  "2026-1-001",
                                       "2026/11/18", "26-11-18",   "2026-11-18 ", " 026-11-18",
                                       "+026-11-18", "2026-11-1x", "2026-11--1"};
    int64_t day;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (daily_day_parse(rows[i], &day))
            fail_msg("%s was taken for a date", rows[i]);
    }
}

/* Four games in four days, then the first one again; each as its rules allow, without help. */
static void test_games_take_turns(void **state)
{
    (void)state;
    for (int64_t day = 20000; day < 20004; day++) {
        struct room_settings settings;
        daily_settings(daily_deal(day), &settings);
        assert_int_equal(settings.seats, daily_deal(day)->seats);
        assert_false(settings.undo || settings.hints || settings.listed || settings.fair);
        assert_int_equal(settings.watching, WATCHING_NONE);
        settings_free(&settings);
        for (int64_t other = day + 1; other < day + 4; other++)
            assert_string_not_equal(daily_deal(day)->game, daily_deal(other)->game);
        assert_ptr_equal(daily_deal(day), daily_deal(day + 4));
    }
}

static void dice_of(uint8_t key, const char *date, int64_t day, struct lan_dice *dice)
{
    uint8_t seal_key[32];
    struct room_settings settings;
    memset(seal_key, key, sizeof seal_key);
    daily_settings(daily_deal(day), &settings);
    assert_true(daily_dice(seal_key, date, &settings, dice));
    settings_free(&settings);
}

/* The formulas of docs/daily.md, by other functions. */
static void test_secrets(void **state)
{
    static const char about[] = "lanterne: the secret of the daily deal of 2026-11-18";
    uint8_t seal_key[32], secret[32], other[32], expected[32], commitment[32], text[15 + 32 + DAILY_NAME];
    char name[DAILY_NAME + 1];
    (void)state;
    memset(seal_key, 7, sizeof seal_key);
    daily_secret(seal_key, "2026-11-18", secret);
    crypto_auth_hmacsha256(expected, (const unsigned char *)about, sizeof about - 1, seal_key);
    assert_memory_equal(secret, expected, 32);
    daily_secret(seal_key, "2026-11-19", other);
    assert_memory_not_equal(secret, other, 32);
    seal_key[31] ^= 1;
    daily_secret(seal_key, "2026-11-18", other);
    assert_memory_not_equal(secret, other, 32);
    seal_key[31] ^= 1;
    daily_name("2026-11-18", name);
    assert_string_equal(name, "daily-2026-11-18");
    memcpy(text, "lanterne-secret", 15);
    memcpy(text + 15, secret, 32);
    memcpy(text + 47, name, DAILY_NAME);
    crypto_hash_sha256(expected, text, sizeof text);
    daily_commitment(seal_key, "2026-11-18", commitment);
    assert_memory_equal(commitment, expected, 32);
}

static void test_dice_are_those_of_the_day(void **state)
{
    struct lan_dice dice, other;
    (void)state;
    dice_of(7, "2026-11-18", 20775, &dice);
    dice_of(7, "2026-11-18", 20775, &other);
    assert_memory_equal(dice.key, other.key, sizeof dice.key);
    dice_of(7, "2026-11-22", 20779, &other); /* the same game */
    assert_memory_not_equal(dice.key, other.key, sizeof dice.key);
    dice_of(7, "2026-11-18", 20776, &other); /* another game */
    assert_memory_not_equal(dice.key, other.key, sizeof dice.key);
    dice_of(8, "2026-11-18", 20775, &other); /* another server */
    assert_memory_not_equal(dice.key, other.key, sizeof dice.key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_dates_that_are_none),
        cmocka_unit_test(test_games_take_turns),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_dice_are_those_of_the_day),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
