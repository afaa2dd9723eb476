/* scenario.c - reads the lines of a scenario and plays the game along. */
#include "scenario.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"

bool scenario_fail(struct scenario *s, const char *what, ...)
{
    va_list args;
    int length = snprintf(s->error, sizeof s->error, "line %d: ", s->line);
    va_start(args, what);
    vsnprintf(s->error + length, sizeof s->error - (size_t)length, what, args);
    va_end(args);
    return false;
}

char *scenario_cut(char **rest, char mark)
{
    char *from = *rest;
    while (*from == ' ' || *from == '\t')
        from++;
    if (!*from)
        return NULL;
    char *end = strchr(from, mark);
    *rest = end ? end + 1 : from + strlen(from);
    if (!end)
        end = *rest;
    *end = 0;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        *--end = 0;
    return from;
}

bool scenario_viewer(struct scenario *s, const char *word, bool watcher, int *viewer)
{
    if (watcher && strcmp(word, "w") == 0) {
        *viewer = LAN_WATCHER;
        return true;
    }
    if (word[0] < '1' || word[0] >= '1' + s->config.seats || word[1])
        return scenario_fail(s, "expected a seat from 1 to %d%s, found '%s'", s->config.seats,
                             watcher ? " or w" : "", word);
    *viewer = word[0] - '1';
    return true;
}

bool scenario_action(struct scenario *s, const char *notation, lan_action *action)
{
    if (!lan_action_parse(s->game, notation, action))
        return scenario_fail(s, "%s has no action written '%s'", s->game->name, notation);
    return true;
}

static struct lan_state *state_of(struct scenario *s)
{
    return (struct lan_state *)&s->state;
}

/* ---- Setting up ---------------------------------------------------------------------------------------- */

static bool line_game(struct scenario *s, const char *name)
{
    s->game = lan_game_find(name, 0);
    if (!s->game)
        return scenario_fail(s, "there is no game '%s'", name);
    lan_config_init(s->game, s->game->seats_min, &s->config);
    return true;
}

static bool line_option(struct scenario *s, char *rest)
{
    struct lan_problem problem;
    char *name = scenario_cut(&rest, '='), *value = scenario_cut(&rest, 0);
    if (!name || s->compiled)
        return scenario_fail(s, "expected option NAME=VALUE before the first action");
    if (!lan_config_set(s->game, &s->config, name, value ? value : "", &problem))
        return scenario_fail(s, "%s", problem.say[LAN_EN]);
    return true;
}

/* "setup! CLAUSE": these options are refused. */
static bool line_setup_refused(struct scenario *s, const char *clause)
{
    struct lan_problem problem;
    s->acted = true;
    if (lan_compile(s->game, &s->config, &s->rules.base, &problem))
        return scenario_fail(s, "expected the set-up to be refused by %s, but it is accepted", clause);
    if (strcmp(s->game->clauses[problem.clause].id, clause) != 0)
        return scenario_fail(s, "expected the set-up to be refused by %s, found %s: %s", clause,
                             s->game->clauses[problem.clause].id, problem.say[LAN_EN]);
    return true;
}

static bool compile_once(struct scenario *s)
{
    struct lan_problem problem;
    if (s->compiled)
        return true;
    if (!lan_compile(s->game, &s->config, &s->rules.base, &problem))
        return scenario_fail(s, "the set-up is refused: %s", problem.say[LAN_EN]);
    s->game->setup(&s->rules.base, state_of(s));
    lan_cursor_init(&s->cursor);
    s->compiled = true;
    return true;
}

static bool line_set(struct scenario *s, char *rest)
{
    const char *word[POSITION_WORDS_MAX];
    int count = 0;
    const struct positions *positions = positions_find(s->game->name);
    char *key = scenario_cut(&rest, ' ');
    if (!positions || !key)
        return scenario_fail(s, "tests/support/positions has no `set %s` for %s", key ? key : "",
                             s->game->name);
    for (char *at; count < POSITION_WORDS_MAX && (at = scenario_cut(&rest, ' '));)
        word[count++] = at;
    for (const struct position_key *row = positions->keys; row->key; row++) {
        if (strcmp(row->key, key) != 0)
            continue;
        const char *wrong = compile_once(s) ? row->set(&s->rules.base, state_of(s), count, word) : s->error;
        s->positioned = true;
        return wrong ? scenario_fail(s, "set %s %s: expected %s", key, row->usage, wrong) : true;
    }
    return scenario_fail(s, "%s has no position key '%s'", s->game->name, key);
}

static bool position_check(struct scenario *s)
{
    const struct positions *positions = positions_find(s->game->name);
    if (!s->positioned)
        return true;
    s->positioned = false;
    const char *wrong = positions->finish ? positions->finish(&s->rules.base, state_of(s)) : NULL;
    if (!wrong)
        wrong = s->game->sane(&s->rules.base, state_of(s));
    return wrong ? scenario_fail(s, "the position set above is impossible: %s", wrong) : true;
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

/* "chance deal 3, *4 deal 2": outcomes in order, some repeated. */
static bool line_chance(struct scenario *s, char *rest)
{
    for (char *item; (item = scenario_cut(&rest, ','));) {
        long times = 1;
        lan_action action;
        if (*item == '*')
            times = strtol(item + 1, &item, 10);
        if (!scenario_action(s, item, &action))
            return false;
        for (; times > 0; times--) {
            if (s->queued == SCENARIO_QUEUE_MAX)
                return scenario_fail(s, "more than %d chance outcomes", SCENARIO_QUEUE_MAX);
            s->queue[s->queued++] = action;
        }
    }
    return true;
}

static bool apply(struct scenario *s, int seat, lan_action action)
{
    struct lan_events events = {.count = 0};
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(s->game, action, &text);
    int refusal = lan_apply(&s->rules.base, state_of(s), seat, action, &events);
    if (refusal)
        return scenario_fail(s, "'%s' is refused by %s: %s", notation,
                             s->game->clauses[s->game->refusals[refusal].clause].id,
                             s->game->refusals[refusal].text.in[LAN_EN]);
    const char *wrong = s->game->sane(&s->rules.base, state_of(s));
    if (wrong)
        return scenario_fail(s, "after '%s' the state is not sane: %s", notation, wrong);
    if (s->batched + events.count > SCENARIO_BATCH_MAX)
        return scenario_fail(s, "more than %d events since the last action", SCENARIO_BATCH_MAX);
    memcpy(s->batch + s->batched, events.event, events.count * sizeof *events.event);
    s->batched += events.count;
    return true;
}

static bool chance_acts(struct scenario *s)
{
    struct lan_turn turn;
    s->game->turn(&s->rules.base, state_of(s), &turn);
    return turn.must >> LAN_CHANCE & 1;
}

/* Lets chance act while it must and there is a script or a seed for it. */
static bool chance_run(struct scenario *s)
{
    while (chance_acts(s)) {
        if (s->used < s->queued) {
            if (!apply(s, LAN_CHANCE, s->queue[s->used]))
                return false;
            s->used++;
        } else if (!s->seeded) {
            return true;
        } else if (!apply(s, LAN_CHANCE, lan_pick(&s->rules.base, state_of(s), LAN_CHANCE, &s->rng))) {
            return false;
        }
    }
    return true;
}

static bool fail_for_chance(struct scenario *s)
{
    char list_text[2048];
    struct lan_text text = lan_text_init(list_text, sizeof list_text);
    struct lan_list list;
    lan_actions(&s->rules.base, state_of(s), LAN_CHANCE, &list);
    for (int i = 0; i < list.count; i++) {
        lan_text_add(&text, i ? ", " : "");
        lan_action_write(s->game, list.action[i], &text);
    }
    return scenario_fail(s, "chance is to act and no outcome is left in the script; possible are: %s",
                         list_text);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static void batch_begin(struct scenario *s)
{
    s->batched = 0;
    memset(s->seen, 0, sizeof s->seen);
}

/* "1: place tandem 2.3" */
static bool line_action(struct scenario *s, const char *seat_word, const char *notation)
{
    int seat = 0;
    union lan_view_buf view;
    static struct lan_list list;
    if (!scenario_viewer(s, seat_word, false, &seat))
        return false;
    if (chance_acts(s))
        return fail_for_chance(s);
    s->game->observe(&s->rules.base, state_of(s), seat, (struct lan_view *)&view);
    if (!lan_expand(&s->rules.base, (const struct lan_view *)&view, notation, &list))
        return scenario_fail(s, "%s has no action written '%s'", s->game->name, notation);
    batch_begin(s);
    for (int i = 0; i < list.count; i++) {
        if ((i && !chance_run(s)) || !apply(s, seat, list.action[i]))
            return false;
    }
    return true;
}

/* "1! place over-equipped 2.3 MA-T2": refused by this clause, and nothing changes. */
static bool line_refused(struct scenario *s, const char *seat_word, char *rest)
{
    int seat = 0;
    lan_action action = 0;
    union lan_state_buf before = s->state;
    struct lan_events events = {.count = 0};
    char *clause = strrchr(rest, ' ');
    if (!clause || !lan_clause_find(s->game, clause + 1))
        return scenario_fail(s, "expected SEAT! ACTION CLAUSE, found no clause of %s at the end",
                             s->game->name);
    *clause++ = 0;
    if (!scenario_viewer(s, seat_word, false, &seat) || !scenario_action(s, rest, &action))
        return false;
    int refusal = lan_apply(&s->rules.base, state_of(s), seat, action, &events);
    if (!refusal)
        return scenario_fail(s, "expected '%s' to be refused by %s, but it is accepted", rest, clause);
    const char *found = s->game->clauses[s->game->refusals[refusal].clause].id;
    if (strcmp(found, clause) != 0)
        return scenario_fail(s, "expected '%s' to be refused by %s, found %s: %s", rest, clause, found,
                             s->game->refusals[refusal].text.in[LAN_EN]);
    if (memcmp(&before, &s->state, s->game->state_size) != 0 || events.count)
        return scenario_fail(s, "refusing '%s' changed the state or told something", rest);
    return true;
}

/* "random 20": so many actions, chance included, or fewer when the game ends before. */
static bool line_random(struct scenario *s, const char *count)
{
    if (!s->seeded)
        return scenario_fail(s, "random needs a seed line before it");
    for (long steps = strtol(count, NULL, 10); steps > 0;) {
        struct lan_asked asked = lan_next(&s->rules.base, state_of(s), &s->cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return true;
        if (asked.optional) {
            lan_decline(&s->cursor, asked.seat);
            continue;
        }
        if (asked.seat != LAN_CHANCE)
            batch_begin(s);
        if (!apply(s, asked.seat, lan_pick(&s->rules.base, state_of(s), asked.seat, &s->rng)))
            return false;
        steps--;
    }
    return true;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* Lines that say what the game is; `known` is false when the line is none of them. */
static bool line_head(struct scenario *s, const char *word, char *rest, bool *known)
{
    *known = true;
    if (strcmp(word, "game") == 0)
        return line_game(s, rest);
    if (!s->game)
        return scenario_fail(s, "expected `game NAME` first");
    if (strcmp(word, "seats") == 0 && !s->compiled) {
        s->config.seats = (uint8_t)strtol(rest, NULL, 10);
        return true;
    }
    if (strcmp(word, "option") == 0)
        return line_option(s, rest);
    if (strcmp(word, "setup!") == 0)
        return line_setup_refused(s, rest);
    if (strcmp(word, "chance") == 0)
        return line_chance(s, rest);
    if (strcmp(word, "seed") == 0) {
        s->seeded = true;
        lan_rng_init(&s->rng, strtoull(rest, NULL, 10));
        return true;
    }
    if (strcmp(word, "set") == 0)
        return line_set(s, rest);
    *known = false;
    return true;
}

static bool line_run(struct scenario *s, char *line)
{
    bool known;
    char *rest = line, *word = scenario_cut(&rest, ' ');
    while (*rest == ' ')
        rest++;
    if (!line_head(s, word, rest, &known) || known)
        return !s->error[0];
    if (!compile_once(s) || !position_check(s) || !chance_run(s))
        return false;
    s->acted = true;
    size_t last = strlen(word) - 1;
    if (isdigit((unsigned char)word[0]) && (word[last] == ':' || word[last] == '!')) {
        bool action = word[last] == ':';
        word[last] = 0;
        return action ? line_action(s, word, rest) : line_refused(s, word, rest);
    }
    if (strcmp(word, "random") == 0)
        return line_random(s, rest);
    if (!scenario_look(s, word, rest, &known))
        return false;
    return known ? true : scenario_fail(s, "no line begins with '%s'", word);
}

bool scenario_run(struct scenario *s, char *text)
{
    memset(s, 0, sizeof *s);
    while (*text) {
        char *line = text, *end = strchr(text, '\n');
        text = end ? end + 1 : text + strlen(text);
        if (end)
            *end = 0;
        s->line++;
        char *comment = strchr(line, '#');
        if (comment)
            *comment = 0;
        if (line[strspn(line, " \t\r")] && !line_run(s, line + strspn(line, " \t")))
            return false;
    }
    if (!s->acted)
        return scenario_fail(s, "the scenario plays and expects nothing");
    if (s->compiled && !chance_run(s))
        return false;
    if (s->used < s->queued)
        return scenario_fail(s, "%d scripted chance outcomes were never drawn", s->queued - s->used);
    return true;
}

const char *scenario_clause_next(const char **at, char id[SCENARIO_CLAUSE_MAX])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    for (;;) {
        while (**at && **at != ':' && **at != '\n' && !strchr(letters, **at))
            ++*at;
        if (**at == ':')
            *at += strcspn(*at, "\n");
        if (**at == '\n' && (*at)[1] == '#') {
            *at += 2;
            continue;
        }
        size_t length = strspn(*at, letters);
        if (!length)
            return NULL;
        const char *word = *at;
        *at += length;
        if (length > 3 && length < SCENARIO_CLAUSE_MAX && word[2] == '-' && isupper((unsigned char)*word)) {
            memcpy(id, word, length);
            id[length] = 0;
            return id;
        }
    }
}
