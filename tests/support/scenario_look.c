/* scenario_look.c - the lines of a scenario that expect something. */
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"
#include "setups.h"
#include "write.h"

enum { VIEW_TEXT_MAX = 65536, POSSIBLE_MAX = 4096 };

static const struct lan_state *state_of(const struct scenario *s)
{
    return (const struct lan_state *)&s->state;
}

/* ---- Events -------------------------------------------------------------------------------------------- */

/* Whether an event as told is what a line describes: its name, the arguments named, the clause if named. */
static bool event_fits(const struct scenario *s, const struct lan_event *told, const char *expected)
{
    char written[LAN_SAY_MAX], padded[LAN_SAY_MAX + 2], wanted[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(written, sizeof written);
    lan_event_write(s->game, told, &text);
    lan_text_add(&text, " (");
    lan_text_add(&text, s->game->clauses[told->clause].id);
    lan_text_add(&text, ")");
    snprintf(padded, sizeof padded, "%s ", written);
    for (bool first = true; *expected; first = false) {
        size_t length = strcspn(expected, " ");
        snprintf(wanted, sizeof wanted, "%s%.*s ", first ? "" : " ", (int)length, expected);
        if (first ? strncmp(padded, wanted, strlen(wanted)) != 0 : !strstr(padded, wanted))
            return false;
        expected += length + strspn(expected + length, " ");
    }
    return true;
}

static void told_list(const struct scenario *s, int viewer, struct lan_text *out)
{
    struct lan_event told;
    for (int i = 0; i < s->batched; i++) {
        if (!lan_event_tell(s->game, &s->batch[i], viewer, &told))
            continue;
        lan_text_add(out, "\n  ");
        lan_event_write(s->game, &told, out);
        lan_text_add(out, " (");
        lan_text_add(out, s->game->clauses[told.clause].id);
        lan_text_add(out, ")");
    }
}

/* The first event from `from` on that the viewer is told and that fits; -1 when none. */
static int event_find(const struct scenario *s, int viewer, const char *expected, int from)
{
    struct lan_event told;
    for (int i = from; i < s->batched; i++) {
        if (lan_event_tell(s->game, &s->batch[i], viewer, &told) && event_fits(s, &told, expected))
            return i;
    }
    return -1;
}

static bool viewer_told(struct scenario *s, int viewer, const char *expected, bool wanted)
{
    char list[3000];
    int from = wanted ? s->seen[viewer] : 0, at = event_find(s, viewer, expected, from);
    if (wanted && at >= 0)
        s->seen[viewer] = at + 1;
    if ((at >= 0) == wanted)
        return true;
    struct lan_text text = lan_text_init(list, sizeof list);
    told_list(s, viewer, &text);
    return scenario_fail(s, "expected %s %sto be told '%s'; it was told:%s", viewer_name(viewer),
                         wanted ? "" : "not ", expected, list[0] ? list : " nothing");
}

/* "=> 2: placed seat=1 ..." and "=/ w: ..." */
static bool look_told(struct scenario *s, char *rest, bool wanted)
{
    char *who = scenario_cut(&rest, ':'), *expected = scenario_cut(&rest, 0);
    int viewer;
    if (!who || !expected)
        return scenario_fail(s, "expected => VIEWER: EVENT");
    if (strcmp(who, "all") != 0)
        return scenario_viewer(s, who, true, &viewer) && viewer_told(s, viewer, expected, wanted);
    for (viewer = 0; viewer < s->config.seats; viewer++) {
        if (!viewer_told(s, viewer, expected, wanted))
            return false;
    }
    return viewer_told(s, LAN_WATCHER, expected, wanted);
}

/* ---- Actions and turns --------------------------------------------------------------------------------- */

static int list_find(const struct lan_list *list, lan_action action)
{
    for (int i = 0; i < list->count; i++) {
        if (list->action[i] == action)
            return i;
    }
    return -1;
}

static bool fail_list(struct scenario *s, const char *what, const char *item, const struct lan_list *list)
{
    char found[3000];
    struct lan_text text = lan_text_init(found, sizeof found);
    for (int i = 0; i < list->count; i++) {
        lan_text_add(&text, i ? ", " : "");
        lan_action_write(s->game, list->action[i], &text);
    }
    return scenario_fail(s, "%s '%s'; the list is: %s", what, item, found);
}

/* "actions 1: a, b", "actions 1 only: a, b", "no action 1: a", and the same of chance */
static bool look_actions(struct scenario *s, char *rest, bool wanted)
{
    struct lan_list list;
    int seat, named = 0;
    char *who = scenario_cut(&rest, ':'), *seat_word = who ? scenario_cut(&who, ' ') : NULL;
    char *only = seat_word ? scenario_cut(&who, ' ') : NULL;
    if (!seat_word)
        return scenario_fail(s, "expected actions SEAT: ACTION, ...");
    if (strcmp(seat_word, "chance") == 0)
        seat = LAN_CHANCE;
    else if (!scenario_viewer(s, seat_word, false, &seat))
        return false;
    lan_actions(&s->rules.base, state_of(s), seat, &list);
    for (char *item; (item = scenario_cut(&rest, ',')); named++) {
        lan_action action;
        if (!scenario_action(s, item, &action))
            return false;
        if ((list_find(&list, action) >= 0) != wanted)
            return fail_list(s, wanted ? "not listed:" : "listed, but should not be:", item, &list);
    }
    if (only && (strcmp(only, "only") != 0 || named != list.count))
        return fail_list(s, "expected only the actions named, found", "more", &list);
    return true;
}

/* "must 1 2", "may 3", "must nobody", "must chance" */
static bool look_turn(struct scenario *s, char *rest, bool must)
{
    struct lan_turn turn;
    unsigned expected = 0;
    s->game->turn(&s->rules.base, state_of(s), &turn);
    unsigned found = must ? turn.must : turn.may;
    for (char *word; (word = scenario_cut(&rest, ' '));) {
        int seat = LAN_CHANCE;
        if (strcmp(word, "nobody") == 0)
            continue;
        if (strcmp(word, "chance") != 0 && !scenario_viewer(s, word, false, &seat))
            return false;
        expected |= 1u << seat;
    }
    if (expected == found)
        return true;
    char who[64];
    struct lan_text text = lan_text_init(who, sizeof who);
    for (int seat = 0; seat <= LAN_CHANCE; seat++) {
        if (!(found >> seat & 1))
            continue;
        lan_text_add_char(&text, ' ');
        if (seat == LAN_CHANCE)
            lan_text_add(&text, "chance");
        else
            lan_text_add_int(&text, seat + 1);
    }
    return scenario_fail(s, "expected another set of seats that %s act, found:%s", must ? "must" : "may",
                         who[0] ? who : " nobody");
}

/* ---- Views --------------------------------------------------------------------------------------------- */

/* Follows "seats[0].manors[1].manor"; NULL when it leads nowhere. */
static const json_t *path_follow(const json_t *at, const char *path)
{
    while (at && *path) {
        if (*path == '[') {
            char *end;
            at = json_array_get(at, (size_t)strtoul(path + 1, &end, 10));
            path = end + (*end == ']');
        } else {
            char key[128];
            size_t length = strcspn(path, ".[");
            snprintf(key, sizeof key, "%.*s", (int)length, path);
            at = json_object_get(at, key);
            path += length;
        }
        path += *path == '.';
    }
    return at;
}

static bool look_value(struct scenario *s, const json_t *view, const char *path, const char *expected)
{
    json_t *wanted = json_loads(expected, JSON_DECODE_ANY, NULL);
    const json_t *found = path_follow(view, path);
    if (!wanted)
        wanted = json_string(expected);
    bool fits = found && json_equal(found, wanted);
    if (!fits && json_is_string(found))
        fits = strcmp(json_string_value(found), expected) == 0;
    if (!fits) {
        char *text = found ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        scenario_fail(s, "expected %s = %s, found %s", path, expected, text ? text : "no such field");
        free(text);
    }
    json_decref(wanted);
    return fits;
}

/* "view 2: seats[0].manors[1].manor = null" */
static bool look_view(struct scenario *s, char *rest)
{
    static char text[VIEW_TEXT_MAX];
    union lan_view_buf view;
    struct lan_text out = lan_text_init(text, sizeof text);
    int viewer;
    char *who = scenario_cut(&rest, ':'), *path = scenario_cut(&rest, '='),
         *expected = scenario_cut(&rest, 0);
    if (!who || !path || !expected)
        return scenario_fail(s, "expected view VIEWER: PATH = VALUE");
    if (!scenario_viewer(s, who, true, &viewer))
        return false;
    s->game->observe(&s->rules.base, state_of(s), viewer, (struct lan_view *)&view);
    lan_view_json(&s->rules.base, (const struct lan_view *)&view, &out);
    json_t *parsed = json_loads(text, 0, NULL);
    if (!parsed)
        return scenario_fail(s, "the view is no JSON: %.200s", text);
    bool fits = look_value(s, parsed, path, expected);
    json_decref(parsed);
    return fits;
}

/* ---- What a seat holds possible ------------------------------------------------------------------------ */

static bool state_add(const struct scenario *s, uint8_t *known, int *count, const union lan_state_buf *state)
{
    size_t size = s->game->state_size;
    for (int i = 0; i < *count; i++) {
        if (memcmp(known + (size_t)i * size, state, size) == 0)
            return true;
    }
    if (*count == POSSIBLE_MAX)
        return false;
    memcpy(known + (size_t)(*count)++ * size, state, size);
    return true;
}

/*
 * "possible 2: 24": seat 2 cannot tell 24 positions apart. They are counted by drawing them; forty draws for
 * each miss one of n equally likely ones with a chance of n * e^-40, and the draws are the same in every run.
 */
static bool look_possible(struct scenario *s, char *rest)
{
    union lan_view_buf view;
    union lan_sampler_buf sampler;
    union lan_state_buf drawn;
    struct lan_rng rng;
    int viewer, count = 0;
    char *who = scenario_cut(&rest, ':'), *number = scenario_cut(&rest, 0);
    long expected = number ? strtol(number, NULL, 10) : 0;
    if (!who || expected < 1 || expected > POSSIBLE_MAX / 2)
        return scenario_fail(s, "expected possible VIEWER: NUMBER, at most %d", POSSIBLE_MAX / 2);
    if (!scenario_viewer(s, who, true, &viewer))
        return false;
    uint8_t *known = malloc((size_t)POSSIBLE_MAX * s->game->state_size);
    lan_rng_init(&rng, 1);
    s->game->observe(&s->rules.base, state_of(s), viewer, (struct lan_view *)&view);
    s->game->sampler_init(&s->rules.base, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    for (long i = 0; i < 40 * expected + 1000; i++) {
        s->game->sampler_draw(&s->rules.base, (const struct lan_sampler *)&sampler, &rng,
                              (struct lan_state *)&drawn);
        if (!state_add(s, known, &count, &drawn))
            break;
    }
    free(known);
    return count == expected ? true
                             : scenario_fail(s, "expected %ld possible positions, found %d", expected, count);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static bool look_winners(struct scenario *s, const struct lan_result *result, char *rest)
{
    unsigned expected = 0;
    for (char *word; (word = scenario_cut(&rest, ' '));) {
        int seat;
        if (strcmp(word, "nobody") == 0)
            continue;
        if (!scenario_viewer(s, word, false, &seat))
            return false;
        expected |= 1u << seat;
    }
    if (result->over && result->winners == expected)
        return true;
    return scenario_fail(s, "expected other winners; the game is %sover and by bits they are %#x",
                         result->over ? "" : "not ", result->winners);
}

static bool look_score(struct scenario *s, const struct lan_result *result, char *rest)
{
    int seat;
    char *who = scenario_cut(&rest, ' '), *points = scenario_cut(&rest, ' ');
    if (!who || !points)
        return scenario_fail(s, "expected score SEAT POINTS");
    if (!scenario_viewer(s, who, false, &seat))
        return false;
    if (result->score[seat] != strtol(points, NULL, 10))
        return scenario_fail(s, "expected a score of %s, found %d", points, result->score[seat]);
    return true;
}

bool scenario_look(struct scenario *s, const char *word, char *rest, bool *known)
{
    struct lan_result result;
    s->game->result(&s->rules.base, state_of(s), &result);
    *known = true;
    if (strcmp(word, "=>") == 0 || strcmp(word, "=/") == 0)
        return look_told(s, rest, word[1] == '>');
    if (strcmp(word, "actions") == 0)
        return look_actions(s, rest, true);
    if (strcmp(word, "no") == 0 && strncmp(rest, "action ", 7) == 0)
        return look_actions(s, rest + 7, false);
    if (strcmp(word, "must") == 0 || strcmp(word, "may") == 0)
        return look_turn(s, rest, word[1] == 'u');
    if (strcmp(word, "view") == 0)
        return look_view(s, rest);
    if (strcmp(word, "possible") == 0)
        return look_possible(s, rest);
    if (strcmp(word, "winners") == 0)
        return look_winners(s, &result, rest);
    if (strcmp(word, "score") == 0)
        return look_score(s, &result, rest);
    if (strcmp(word, "over") == 0)
        return result.over ? true : scenario_fail(s, "expected the game to be over");
    *known = false;
    return true;
}
