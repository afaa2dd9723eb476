#include "daily.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "settings.h"

/* Bots that rate actions and do not search: their answers depend on the position and their seed, never on the
   time that a machine takes. */
static const struct daily_deal deals[] = {
    {"manor", 3, 1, "rules"},
    {"shy-monsters", 2, 2, "rules"},
    {"treasure-hunters", 1, 1, ""},
    {"shadow-hunters", 4, 1, "rules"},
};
enum { DEALS = sizeof deals / sizeof *deals, DAYS_MAX = 2932896 /* 9999-12-31 */ };

int64_t daily_day(int64_t now)
{
    return now / DAILY_MS;
}

/* The Gregorian calendar, with years that begin in March, so that a leap day is the last of its year. */
void daily_date(int64_t day, char date[DAILY_DATE + 1])
{
    int64_t days = (day < 0          ? 0
                    : day > DAYS_MAX ? DAYS_MAX
                                     : day) +
                   719468,
            era = days / 146097, of_era = days % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    unsigned number = (unsigned)(of_year - (153 * month + 2) / 5 + 1);
    month += month < 10 ? 3 : -9;
    year += 400 * era + (month <= 2);
    snprintf(date, DAILY_DATE + 1, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
             number % 100);
}

bool daily_day_parse(const char *date, int64_t *day)
{
    char same[DAILY_DATE + 1];
    unsigned year, month, number;
    if (strlen(date) != DAILY_DATE || sscanf(date, "%4u-%2u-%2u", &year, &month, &number) != 3 || year < 1970)
        return false;
    int64_t from_march = month > 2 ? month - 3 : month + 9, years = year - (month <= 2), era = years / 400;
    int64_t of_era = years % 400, of_year = (153 * from_march + 2) / 5 + number - 1;
    *day = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    daily_date(*day, same); /* a date that is none comes back as another */
    return strcmp(same, date) == 0;
}

const struct daily_deal *daily_deal(int64_t day)
{
    return &deals[day % DEALS];
}

void daily_settings(const struct daily_deal *deal, struct room_settings *settings)
{
    json_t *json = json_pack("{s:s, s:i, s:i, s:b, s:b, s:s}", "game", deal->game, "version", 0, "seats",
                             deal->seats, "undo", 0, "hints", 0, "watching", "none");
    lan_assert(json && settings_read(NULL, json, settings));
    json_decref(json);
}

void daily_name(const char *date, char name[DAILY_NAME + 1])
{
    snprintf(name, DAILY_NAME + 1, "daily-%s", date);
}

void daily_secret(const uint8_t seal_key[32], const char *date, uint8_t secret[FAIR_BYTES])
{
    static const char about[] = "lanterne: the secret of the daily deal of ";
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, seal_key, 32);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)about, sizeof about - 1);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)date, strlen(date));
    crypto_auth_hmacsha256_final(&state, secret);
}

void daily_commitment(const uint8_t seal_key[32], const char *date, uint8_t commitment[FAIR_BYTES])
{
    uint8_t secret[FAIR_BYTES];
    char name[DAILY_NAME + 1];
    daily_name(date, name);
    daily_secret(seal_key, date, secret);
    fair_commitment(secret, name, commitment);
    sodium_memzero(secret, sizeof secret);
}

bool daily_dice(const uint8_t seal_key[32], const char *date, const struct room_settings *settings,
                struct lan_dice *dice)
{
    uint8_t secret[FAIR_BYTES], bots[FAIR_BYTES];
    char name[DAILY_NAME + 1];
    struct fair fair = {.stage = FAIR_DONE, .round = 1};
    struct fair_setup setup = {name, settings->game->name, settings->game->version, {0}, &fair, secret};
    daily_name(date, name);
    daily_secret(seal_key, date, secret);
    fair_commitment(secret, name, fair.commitment);
    bool good = settings_rules_hash(settings, setup.rules_hash);
    if (good)
        fair_keys(&setup, dice, bots);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(bots, sizeof bots);
    return good;
}
