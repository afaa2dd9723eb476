#include "settings.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "limit.h"
#include "rated.h"
#include "sanction.h"
#include "table.h"
#include "valid.h"
#include "words.h"

const char *const room_absence_words[] = {"wait", "remind", "bot", "vote"};
const char *const room_watching_words[] = {"open", "late", "none"};

/* SHORT_VALUE: longer values of options are left out where few bytes are to be sent. */
enum { SECONDS_MAX = 30 * 24 * 3600, SHORT_VALUE = 40 };

static bool wrong(struct ask *ask, const char *key)
{
    if (ask)
        ask_fail_say(ask, FAIL_BAD_FIELD, "One of the settings is missing or cannot be so.",
                     "L'un des réglages manque ou ne peut pas être ainsi.", NULL, key);
    return false;
}

static bool flag_read(json_t *json, const char *key, bool other, bool *value)
{
    json_t *field = json_object_get(json, key);
    *value = field ? json_is_true(field) : other;
    return !field || json_is_boolean(field);
}

static bool word_read(json_t *json, const char *key, const char *const *words, int count, int *value)
{
    json_t *field = json_object_get(json, key);
    if (!field)
        return true;
    for (*value = 0; json_is_string(field) && *value < count; (*value)++) {
        if (strcmp(json_string_value(field), words[*value]) == 0)
            return true;
    }
    return false;
}

static bool seconds_read(json_t *json, const char *key, int64_t *value)
{
    json_t *field = json_object_get(json, key);
    *value = field ? json_integer_value(field) : 0;
    return !field || (json_is_integer(field) && *value >= 0 && *value <= SECONDS_MAX);
}

static bool clock_read(json_t *json, struct room_settings *settings)
{
    json_t *clock = json_object_get(json, "clock");
    if (clock && !json_is_object(clock))
        return false;
    return seconds_read(clock, "game", &settings->clock_game) &&
           seconds_read(clock, "increment", &settings->clock_increment) &&
           seconds_read(clock, "move", &settings->clock_move) &&
           seconds_read(clock, "window", &settings->clock_window) &&
           flag_read(clock, "fixed", false, &settings->clock_fixed);
}

/* Windows of fixed length have a length, and one that people wait for. */
static bool fixed_read(struct ask *ask, const struct room_settings *settings)
{
    int64_t seconds = settings->clock_window;
    if (!settings->clock_fixed || (seconds >= 1 && seconds <= LIMIT_WINDOW_FIXED_SECONDS))
        return true;
    if (ask)
        ask_fail_say(ask, FAIL_BAD_SETUP, "Reaction windows of fixed length take from 1 to 600 seconds.",
                     "Les réactions à durée fixe prennent de 1 à 600 secondes.", NULL, "clock");
    return false;
}

static bool problem_answer(struct ask *ask, const struct lan_game *game, const struct lan_problem *problem)
{
    if (ask)
        ask_fail_say(ask, FAIL_BAD_SETUP, problem->say[LAN_EN], problem->say[LAN_FR],
                     game->clauses[problem->clause].id,
                     problem->option >= 0 ? game->options[problem->option].name : NULL);
    return false;
}

/* Of what is stored only the people who asked were checked. False with the ask refused. */
static bool rated_fits(struct ask *ask, const struct room_settings *settings, const struct lan_rules *rules)
{
    if (!ask || !settings->rated)
        return true;
    if (settings->hints)
        ask_fail_say(ask, FAIL_BAD_SETUP, "A rated game is played without hints.",
                     "Une partie classée se joue sans conseils.", NULL, "rated");
    else if (!rated_possible(rules))
        ask_fail_say(
            ask, FAIL_BAD_SETUP,
            "This game cannot be rated: it takes at least two people, and chances that were measured.",
            "Cette partie ne peut pas être classée : il faut être au moins deux, et des chances mesurées.",
            NULL, "rated");
    else
        return true;
    return false;
}

static bool options_read(struct ask *ask, json_t *json, struct room_settings *settings)
{
    union lan_rules_buf rules;
    struct lan_problem problem;
    struct lan_config config;
    const struct lan_game *game = settings->game;
    json_t *options = json_object_get(json, "options"), *value;
    const char *name;
    if (options && !json_is_object(options))
        return wrong(ask, "options");
    settings->options = json_object_size(options) ? json_incref(options) : NULL;
    lan_config_init(game, settings->seats, &config);
    json_object_foreach(settings->options, name, value)
    {
        if (!json_is_string(value))
            return wrong(ask, "options");
        if (!lan_config_set(game, &config, name, json_string_value(value), &problem))
            return problem_answer(ask, game, &problem);
    }
    if (!lan_compile(game, &config, &rules.base, &problem))
        return problem_answer(ask, game, &problem);
    return rated_fits(ask, settings, &rules.base);
}

void settings_config(const struct room_settings *settings, struct lan_config *config)
{
    struct lan_problem problem;
    json_t *value;
    const char *name;
    lan_config_init(settings->game, settings->seats, config);
    json_object_foreach(settings->options, name, value)
        lan_assert(lan_config_set(settings->game, config, name, json_string_value(value), &problem));
}

bool settings_rules_hash(const struct room_settings *settings, uint8_t hash[LAN_HASH_BYTES])
{
    struct lan_config config;
    struct lan_problem problem;
    settings_config(settings, &config);
    struct table_rulebook *rulebook = table_rulebook_create(settings->game, &config, &problem);
    if (rulebook)
        table_rulebook_hash(rulebook, hash);
    table_rulebook_release(rulebook);
    return rulebook;
}

/* A stored table keeps the version of the rules it began with; a new one gets the newest. */
static const struct lan_game *game_read(json_t *json, bool stored)
{
    const char *name = json_string_value(json_object_get(json, "game"));
    int version = stored ? (int)json_integer_value(json_object_get(json, "version")) : 0;
    return name ? lan_game_find(name, version) : NULL;
}

static bool words_read(struct ask *ask, json_t *json, struct room_settings *settings)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    int absence = ABSENCE_WAIT, watching = WATCHING_OPEN;
    settings->name[0] = 0;
    /* Stored names were valid when they were stored. */
    if (name && !ask && name_stored_valid(name))
        snprintf(settings->name, sizeof settings->name, "%s", name);
    else if (name && !(ask && name_read(name, settings->name)))
        return wrong(ask, "name");
    char cleaned[NAME_SIZE];
    if (ask && words_clean(ask->server->words, NULL, settings->name, cleaned, sizeof cleaned)) {
        ask_fail(ask, FAIL_NAME_WORDS);
        return false;
    }
    /* Who is muted writes nowhere. */
    if (*settings->name && ask && ask->person && !ask_may_talk(ask))
        return false;
    if (!word_read(json, "absence", room_absence_words, 4, &absence))
        return wrong(ask, "absence");
    if (!word_read(json, "watching", room_watching_words, 3, &watching))
        return wrong(ask, "watching");
    settings->absence = (enum room_absence)absence;
    settings->watching = (enum room_watching)watching;
    return true;
}

static bool flags_read(struct ask *ask, json_t *json, struct room_settings *settings)
{
    if (!flag_read(json, "listed", false, &settings->listed))
        return wrong(ask, "listed");
    /* Who is suspended plays alone. */
    if (settings->listed && ask && ask->person && !ask_may_join(ask))
        return false;
    if (!flag_read(json, "hints", false, &settings->hints))
        return wrong(ask, "hints");
    if (!flag_read(json, "undo", true, &settings->undo))
        return wrong(ask, "undo");
    if (!flag_read(json, "notebook", true, &settings->notebook))
        return wrong(ask, "notebook");
    if (!flag_read(json, "fair", false, &settings->fair))
        return wrong(ask, "fair");
    if (!flag_read(json, "rated", false, &settings->rated))
        return wrong(ask, "rated");
    return true;
}

bool settings_read(struct ask *ask, json_t *json, struct room_settings *settings)
{
    *settings = (struct room_settings){.game = game_read(json, !ask)};
    json_t *seats = json_object_get(json, "seats");
    if (!settings->game) {
        if (ask)
            ask_fail(ask, FAIL_NO_GAME);
        return false;
    }
    if (!json_is_integer(seats) || json_integer_value(seats) < 1 || json_integer_value(seats) > LAN_SEATS_MAX)
        return wrong(ask, "seats");
    settings->seats = (int)json_integer_value(seats);
    if (!words_read(ask, json, settings) || !flags_read(ask, json, settings))
        return false;
    if (!clock_read(json, settings))
        return wrong(ask, "clock");
    if (!fixed_read(ask, settings))
        return false;
    if (options_read(ask, json, settings))
        return true;
    settings_free(settings);
    return false;
}

bool settings_slow(const struct room_settings *settings)
{
    return settings->clock_move >= 3600 || settings->clock_game >= 24 * 3600;
}

void settings_free(struct room_settings *settings)
{
    json_decref(settings->options);
    settings->options = NULL;
}

static void clock_write(struct buf *out, const struct room_settings *settings)
{
    js_object(out, "clock");
    js_int(out, "game", settings->clock_game);
    js_int(out, "increment", settings->clock_increment);
    js_int(out, "move", settings->clock_move);
    js_int(out, "window", settings->clock_window);
    if (settings->clock_fixed)
        js_bool(out, "fixed", true);
    js_end_object(out);
}

void settings_rules_write(struct buf *out, const struct room_settings *settings)
{
    json_t *value;
    const char *name;
    js_object(out, "options");
    json_object_foreach(settings->options, name, value)
    {
        if (json_string_length(value) <= SHORT_VALUE)
            js_string(out, name, json_string_value(value));
    }
    js_end_object(out);
    if (settings->clock_game || settings->clock_move)
        clock_write(out, settings);
    if (settings->rated)
        js_bool(out, "rated", true);
}

void settings_write(struct buf *out, const char *key, const struct room_settings *settings)
{
    json_t *value;
    const char *name;
    js_object(out, key);
    js_string(out, "game", settings->game->name);
    js_int(out, "seats", settings->seats);
    js_object(out, "options");
    json_object_foreach(settings->options, name, value) js_string(out, name, json_string_value(value));
    js_end_object(out);
    if (*settings->name)
        js_string(out, "name", settings->name);
    js_bool(out, "listed", settings->listed);
    clock_write(out, settings);
    js_string(out, "absence", room_absence_words[settings->absence]);
    js_string(out, "watching", room_watching_words[settings->watching]);
    js_bool(out, "hints", settings->hints);
    js_bool(out, "undo", settings->undo);
    js_bool(out, "notebook", settings->notebook);
    js_bool(out, "fair", settings->fair);
    if (settings->rated)
        js_bool(out, "rated", true);
    js_end_object(out);
}
