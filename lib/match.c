/* match.c - a finished match from the parts of its record, and its review. */
#include "lanterne.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "game.h"
#include "record_build.h"
#include "review.h"

enum { REVIEW_JSON_MAX = 1 << 26 };

/* A copy of a text of the caller: table_create takes texts only when the set-up is complete. */
struct kept {
    struct kept *next;
    char text[];
};

enum stage { STAGE_SETUP, STAGE_LOG, STAGE_DONE, STAGE_REFUSED };

struct lanterne_match {
    enum stage stage;
    struct kept *kept;
    struct table_setup setup;
    struct table_field commitment[TABLE_FIELDS_MAX];
    struct table *table;
    struct record_chain chain;
    char *json; /* of the last review */
    size_t json_length;
};

/* What a call that may refuse has to say it. */
struct refusal {
    struct lanterne_match *match;
    struct record_problem problem;
    char *say;
    size_t size;
};

/* -1, with the sentence; a refused match can only be destroyed. */
static int refused(const struct refusal *refusal, const char *say)
{
    problem_say(say, refusal->say, refusal->size);
    refusal->match->stage = STAGE_REFUSED;
    return -1;
}

static int answer(const struct refusal *refusal, bool fine)
{
    return fine ? 0 : refused(refusal, refusal->problem.say[LAN_EN]);
}

/* Whether the match is where this call belongs. */
static bool stage_is(const struct refusal *refusal, enum stage stage)
{
    if (refusal->match->stage == stage)
        return true;
    refused(refusal, "The parts of a record are given in the order of lanterne.h, and none after a refusal.");
    return false;
}

static const char *keep(struct lanterne_match *match, const char *text)
{
    size_t size = strlen(text) + 1;
    struct kept *kept = malloc(sizeof *kept + size);
    if (!kept)
        return NULL;
    memcpy(kept->text, text, size);
    kept->next = match->kept;
    match->kept = kept;
    return kept->text;
}

/* ---- The set-up ---------------------------------------------------------------------------------------- */

struct lanterne_match *lanterne_match_create(const char *game, int version, int players, char *problem,
                                             size_t problem_size)
{
    struct record_problem why;
    const struct lan_game *found = record_game_find(game, version, &why);
    if (!found || players < found->seats_min || players > found->seats_max) {
        problem_say(found ? "This game has no such number of players." : why.say[LAN_EN], problem,
                    problem_size);
        return NULL;
    }
    struct lanterne_match *match = calloc(1, sizeof *match);
    if (!match) {
        problem_say("There is not enough memory.", problem, problem_size);
        return NULL;
    }
    table_setup_init(found, players, &match->setup);
    match->setup.commitments = match->commitment;
    return match;
}

void lanterne_match_destroy(struct lanterne_match *match)
{
    if (!match)
        return;
    table_destroy(match->table);
    while (match->kept) {
        struct kept *kept = match->kept;
        match->kept = kept->next;
        free(kept);
    }
    free(match->json);
    free(match);
}

int lanterne_match_option(struct lanterne_match *match, const char *name, const char *value, char *problem,
                          size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_SETUP))
        return -1;
    const char *copy = keep(match, value);
    if (!copy)
        return refused(&refusal, "There is not enough memory.");
    return answer(&refusal, record_option_set(&match->setup, name, copy, &refusal.problem));
}

int lanterne_match_seat(struct lanterne_match *match, int seat, const char *holder, const char *name,
                        const char *level, char *problem, size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_SETUP))
        return -1;
    if (seat < 0 || seat >= match->setup.config.seats)
        return refused(&refusal, "There is no such seat.");
    const char *called = keep(match, name), *plays = keep(match, level);
    if (!called || !plays)
        return refused(&refusal, "There is not enough memory.");
    return answer(&refusal, record_seat_set(&match->setup, seat, holder, called, plays, &refusal.problem));
}

int lanterne_match_clock(struct lanterne_match *match, const char *kind, const char *policy,
                         const char *stand_in, const int64_t limits[4], char *problem, size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_SETUP))
        return -1;
    for (int i = 0; i < 4; i++) {
        if (limits[i] < 0 || limits[i] > TABLE_CLOCK_MAX)
            return refused(&refusal, "A limit of the clock is out of its range.");
    }
    struct table_clock *clock = &match->setup.clock;
    clock->budget = limits[0];
    clock->increment = limits[1];
    clock->move = limits[2];
    clock->window = limits[3];
    const char *level = keep(match, stand_in);
    if (!level)
        return refused(&refusal, "There is not enough memory.");
    return answer(&refusal, record_clock_set(&match->setup, kind, policy, level, &refusal.problem));
}

int lanterne_match_commitment(struct lanterne_match *match, const char *name, const char *value,
                              char *problem, size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_SETUP))
        return -1;
    if (match->setup.commitment_count == TABLE_FIELDS_MAX)
        return refused(&refusal, "A record has no more commitments than that.");
    struct table_field field = {keep(match, name), keep(match, value)};
    if (!field.name || !field.value)
        return refused(&refusal, "There is not enough memory.");
    match->commitment[match->setup.commitment_count++] = field;
    return 0;
}

/* ---- The log ------------------------------------------------------------------------------------------- */

int lanterne_match_begin(struct lanterne_match *match, int64_t start, const char *rules, const char *link,
                         char *problem, size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_SETUP))
        return -1;
    if (start < 0 || start > TABLE_TIME_MAX)
        return refused(&refusal, "The time of the start is out of its range.");
    match->table = record_match_create(&match->setup, start, rules, link, &refusal.problem);
    if (!match->table)
        return answer(&refusal, false);
    match->stage = STAGE_LOG;
    record_log_start(match->table, &match->chain);
    return 0;
}

int lanterne_match_line(struct lanterne_match *match, const struct lanterne_line *line, char *problem,
                        size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_LOG))
        return -1;
    if (line->time < 0 || line->time > TABLE_TIME_MAX)
        return refused(&refusal, "The time of a line is out of its range.");
    const struct record_line fields = {.seat = line->seat,
                                       .action = line->action,
                                       .table = line->table,
                                       .text = line->text,
                                       .link = line->link,
                                       .timed = line->timed,
                                       .time = line->time};
    return answer(&refusal, record_line_append(match->table, &match->chain, &fields, &refusal.problem));
}

int lanterne_match_opening(struct lanterne_match *match, const char *name, const char *value, char *problem,
                           size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_LOG))
        return -1;
    if (!table_opening_add(match->table, name, value))
        return refused(&refusal, "The field \"outcome.openings\" is not as it should be.");
    return 0;
}

int lanterne_match_end(struct lanterne_match *match, char *problem, size_t problem_size)
{
    struct refusal refusal = {.match = match, .say = problem, .size = problem_size};
    if (!stage_is(&refusal, STAGE_LOG))
        return -1;
    if (!record_log_finish(match->table, RECORD_FULL, NULL, &refusal.problem) ||
        !review_possible(RECORD_FULL, match->table, &refusal.problem))
        return answer(&refusal, false);
    match->stage = STAGE_DONE;
    return 0;
}

size_t lanterne_match_record(const struct lanterne_match *match, char *json, size_t size)
{
    struct record_problem problem;
    size_t length = 0;
    char *text = match->stage == STAGE_DONE ? record_write_full(match->table, &length, &problem) : NULL;
    if (!text)
        return 0;
    if (length < size)
        memcpy(json, text, length + 1);
    free(text);
    return length + 1;
}

/* ---- The review ---------------------------------------------------------------------------------------- */

struct watching {
    int (*progress)(void *context, int done);
    void *context;
    bool left;
};

static bool progress(void *context, int done)
{
    struct watching *watching = context;
    watching->left = watching->progress && watching->progress(watching->context, done) != 0;
    return !watching->left;
}

/* Writes the document into memory of its own, in which it fits. */
static bool json_make(struct lanterne_match *match, const struct review *review, int seat)
{
    const char *names[LAN_SEATS_MAX];
    table_names(match->table, names);
    for (size_t size = 1 << 16; size <= REVIEW_JSON_MAX; size *= 2) {
        struct lan_json json;
        char *memory = realloc(match->json, size);
        if (!memory)
            return false;
        match->json = memory;
        struct lan_text text = lan_text_init(memory, size);
        lan_json_init(&json, &text);
        json.base.open_object(&json.base, NULL);
        review_document(review, seat, names, &json);
        json.base.close(&json.base);
        match->json_length = text.length;
        if (!text.cut)
            return true;
    }
    return false;
}

int lanterne_match_review(struct lanterne_match *match, int seat, int (*watch)(void *context, int done),
                          void *context, char *problem, size_t problem_size)
{
    struct watching watching = {.progress = watch, .context = context};
    if (match->stage != STAGE_DONE) {
        problem_say("Only a match whose record is complete can be reviewed.", problem, problem_size);
        return -1;
    }
    int seats = table_rules(match->table)->seats;
    if (seat < -1 || seat >= seats) {
        problem_say("There is no such seat.", problem, problem_size);
        return -1;
    }
    const struct review_setup setup = {.seats = (uint16_t)(seat < 0 ? (1u << seats) - 1 : 1u << seat),
                                       .beliefs = seat < 0 ? 0 : REVIEW_BELIEFS,
                                       .progress = progress,
                                       .context = &watching};
    struct review *review = review_create(match->table, &setup);
    bool made = review && json_make(match, review, seat < 0 ? LAN_WATCHER : seat);
    review_free(review);
    if (made)
        return 0;
    free(match->json);
    match->json = NULL;
    problem_say(watching.left ? "The review was left." : "There is not enough memory.", problem,
                problem_size);
    return -1;
}

size_t lanterne_match_review_json(const struct lanterne_match *match, char *json, size_t size)
{
    if (!match->json)
        return 0;
    if (match->json_length < size)
        memcpy(json, match->json, match->json_length + 1);
    return match->json_length + 1;
}
