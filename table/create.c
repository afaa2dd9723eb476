/*
 * create.c - creating, forking and destroying a table; rulebooks; what stays as it was set up. See table.h.
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "head.h"
#include "entry_log.h"
#include "memory.h"
#include "plain.h"

void table_setup_init(const struct lan_game *game, int seats, struct table_setup *setup)
{
    static const char *const names[LAN_SEATS_MAX] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    *setup = (struct table_setup){.game = game};
    lan_config_init(game, seats, &setup->config);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        setup->seat[seat] = (struct table_seat){TABLE_PERSON, names[seat], ""};
}

void table_dice_init(uint64_t seed, struct lan_dice *dice)
{
    static const char purpose[] = "lanterne dice of a seed";
    uint8_t bytes[8];
    struct lan_hash hash;
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(seed >> (8 * i));
    lan_hash_init(&hash);
    lan_hash_add(&hash, purpose, sizeof purpose);
    lan_hash_add(&hash, bytes, sizeof bytes);
    lan_hash_end(&hash, dice->key);
}

/* ---- Checking a set-up --------------------------------------------------------------------------------- */

static bool refuse(struct lan_problem *problem, int option, const char *en, const char *fr)
{
    lan_problem_set(problem, option, 0, en, fr);
    return false;
}

static bool out_of_memory(struct lan_problem *problem)
{
    return refuse(problem, -1, "There is no memory left for another table.",
                  "Il n'y a plus de mémoire pour une table de plus.");
}

static bool seats_fit(const struct table_setup *setup, struct lan_problem *problem)
{
    for (int i = 0; i < setup->config.seats && i < LAN_SEATS_MAX; i++) {
        const struct table_seat *seat = &setup->seat[i];
        if ((unsigned)seat->holder > TABLE_BOT || !text_is_plain(seat->name, TABLE_NAME_MAX, false) ||
            (seat->holder == TABLE_PERSON && !*seat->name))
            return refuse(problem, -1, "A name must have at least one letter and must not be too long.",
                          "Un nom doit avoir au moins une lettre et ne pas être trop long.");
        if (!text_is_plain(seat->level, TABLE_NAME_MAX, false) ||
            (seat->holder == TABLE_BOT) != (*seat->level != 0))
            return refuse(problem, -1, "A bot has a level, and nobody else has.",
                          "Un robot a un niveau, et lui seul.");
    }
    if (setup->stand_in && (!*setup->stand_in || !text_is_plain(setup->stand_in, TABLE_NAME_MAX, false)))
        return refuse(problem, -1, "The stand-in needs a level.", "Le remplaçant demande un niveau.");
    return true;
}

static bool clock_fits(const struct table_clock *clock, struct lan_problem *problem)
{
    const int64_t times[] = {clock->budget, clock->increment, clock->move, clock->window};
    for (int i = 0; i < 4; i++) {
        if (times[i] < 0 || times[i] > TABLE_CLOCK_MAX)
            return refuse(problem, -1, "A time on the clock lies between 0 and ten years.",
                          "Un temps de pendule est compris entre 0 et dix ans.");
    }
    if ((unsigned)clock->kind > TABLE_CLOCK_BUDGET || (unsigned)clock->policy > TABLE_BOT_TAKES_IT)
        return refuse(problem, -1, "There is no such clock.", "Cette pendule n'existe pas.");
    if (clock->kind == TABLE_CLOCK_BUDGET && !clock->budget && !clock->move)
        return refuse(problem, -1, "A clock needs a budget or a limit for each move.",
                      "Une pendule demande un budget ou une limite par coup.");
    return true;
}

static bool field_fits(const struct table_field *there, int count, const struct table_field *field)
{
    if (!*field->name || !text_is_plain(field->name, TABLE_FIELD_NAME_MAX, false) ||
        !text_is_plain(field->value, TABLE_FIELD_MAX, false) || count >= TABLE_FIELDS_MAX)
        return false;
    for (int i = 0; i < count; i++) {
        if (strcmp(there[i].name, field->name) == 0)
            return false;
    }
    return true;
}

static bool texts_fit(const struct table_setup *setup, struct lan_problem *problem)
{
    for (int i = 0; i < setup->game->option_count; i++) {
        if (setup->game->options[i].type == LAN_OPTION_TEXT &&
            !text_is_plain(lan_config_text(&setup->config, i), HEAD_BYTES_MAX / 8, true))
            return refuse(problem, i, "This is not plain text.", "Ce n'est pas du texte simple.");
    }
    for (int i = 0; i < setup->commitment_count; i++) {
        if (!field_fits(setup->commitments, i, &setup->commitments[i]))
            return refuse(problem, -1,
                          "A commitment is too long, not plain text, there twice, or one too many.",
                          "Un engagement est trop long, mal écrit, en double ou de trop.");
    }
    return true;
}

/* ---- Rulebooks -------------------------------------------------------------------------------------- */

static bool rulebook_fill(struct table_rulebook *rulebook, const struct lan_config *given,
                          struct lan_problem *problem)
{
    struct lan_config config = *given;
    rulebook->rules = calloc(1, rulebook->game->rules_size);
    bool copied = rulebook->rules;
    for (int i = 0; copied && i < rulebook->game->option_count; i++) {
        if (rulebook->game->options[i].type == LAN_OPTION_TEXT) {
            const char **text = &config.text[config.value[i]];
            *text = memory_text_add(&rulebook->texts, *text);
            copied = *text;
        }
    }
    if (!copied)
        return out_of_memory(problem);
    return lan_compile(rulebook->game, &config, rulebook->rules, problem) &&
           (rulebook_hash(rulebook) || out_of_memory(problem));
}

struct table_rulebook *table_rulebook_create(const struct lan_game *game, const struct lan_config *config,
                                             struct lan_problem *problem)
{
    struct table_rulebook *rulebook = calloc(1, sizeof *rulebook);
    if (!rulebook) {
        out_of_memory(problem);
        return NULL;
    }
    rulebook->game = game;
    rulebook->refs = 1;
    if (rulebook_fill(rulebook, config, problem))
        return rulebook;
    table_rulebook_release(rulebook);
    return NULL;
}

void table_rulebook_release(struct table_rulebook *rulebook)
{
    if (!rulebook || --rulebook->refs > 0)
        return;
    memory_texts_free(&rulebook->texts);
    free(rulebook->rules);
    free(rulebook);
}

static bool rulebook_take(struct table *table, const struct table_setup *setup, struct lan_problem *problem)
{
    if (setup->rulebook) {
        table->rulebook = setup->rulebook;
        table->rulebook->refs++;
    } else {
        table->rulebook = table_rulebook_create(setup->game, &setup->config, problem);
    }
    if (table->rulebook)
        table->rules = table->rulebook->rules;
    return table->rulebook;
}

/* ---- Copying a set-up ---------------------------------------------------------------------------------- */

/* Replaces a text by the table's own copy; false when there is no memory. */
static bool text_copy(struct table *table, const char **text)
{
    const char *copy = memory_text_add(&table->texts, *text);
    if (copy)
        *text = copy;
    return copy;
}

static bool seats_copy(struct table *table, const struct table_setup *setup)
{
    size_t seats = setup->config.seats;
    table->stand_in = setup->stand_in ? setup->stand_in : "random";
    table->first = calloc(seats, 2 * sizeof *table->first + sizeof *table->clocks.seat);
    bool copied = table->first && text_copy(table, &table->stand_in);
    for (size_t i = 0; copied && i < seats; i++) {
        table->first[i] = setup->seat[i];
        copied = text_copy(table, &table->first[i].name) && text_copy(table, &table->first[i].level);
    }
    if (!copied)
        return false;
    table->seat = table->first + seats;
    table->clocks.seat = (struct seat_clock *)(table->seat + seats);
    memcpy(table->seat, table->first, seats * sizeof *table->seat);
    return true;
}

static bool field_copy(struct table *table, struct fields *fields, const struct table_field *field)
{
    struct table_field copy = *field;
    struct table_field *at =
        memory_grow(fields->at, &fields->capacity, (size_t)fields->count + 1, sizeof *at);
    if (at)
        fields->at = at;
    if (!at || !text_copy(table, &copy.name) || !text_copy(table, &copy.value))
        return false;
    at[fields->count++] = copy;
    return true;
}

static bool table_fill(struct table *table, const struct table_setup *setup, int64_t now,
                       struct lan_problem *problem)
{
    table->game = setup->game;
    table->clock = setup->clock;
    table->started = now;
    /* The rulebook comes first: compiling it refuses a wrong number of seats, which sizes all the rest. */
    if (!rulebook_take(table, setup, problem))
        return false;
    table->state = calloc(1, setup->game->state_size);
    if (!table->state || !seats_copy(table, setup))
        return out_of_memory(problem);
    for (int i = 0; i < setup->commitment_count; i++) {
        if (!field_copy(table, &table->commitments, &setup->commitments[i]))
            return out_of_memory(problem);
    }
    if (!head_hash(table))
        return out_of_memory(problem);
    table->game->setup(table->rules, table->state);
    table->game->turn(table->rules, table->state, &table->turn);
    clock_init(table);
    clock_settle(table, 0);
    if (setup->dice && table_dice_set(table, setup->dice, now))
        return out_of_memory(problem);
    return true;
}

struct table *table_create(const struct table_setup *setup, int64_t now, struct lan_problem *problem)
{
    lan_assert(now >= 0 && now <= TABLE_TIME_MAX);
    if (!seats_fit(setup, problem) || !clock_fits(&setup->clock, problem) || !texts_fit(setup, problem))
        return NULL;
    struct table *table = calloc(1, sizeof *table + (setup->config.seats + 1u) * sizeof *table->chain);
    if (!table) {
        out_of_memory(problem);
        return NULL;
    }
    if (!table_fill(table, setup, now, problem)) {
        table_destroy(table);
        return NULL;
    }
    return table;
}

void table_destroy(struct table *table)
{
    if (!table)
        return;
    memory_texts_free(&table->texts);
    free(table->first);
    free(table->commitments.at);
    free(table->openings.at);
    table_rulebook_release(table->rulebook);
    free(table->state);
    free(table->entry);
    free(table->event);
    free(table->snapshot);
    free(table->mark);
    free(table);
}

struct table *table_fork(const struct table *table, uint32_t number)
{
    struct lan_problem problem;
    struct table_setup setup = {
        .game = table->game,
        .config = table->rules->config,
        .clock = table->clock,
        .stand_in = table->stand_in,
        .commitments = table->commitments.at,
        .commitment_count = table->commitments.count,
    };
    lan_assert(number <= table->count);
    memcpy(setup.seat, table->first, table->rules->seats * sizeof *setup.seat);
    struct table *fork = table_create(&setup, table->started, &problem);
    for (uint32_t at = 1; fork && at <= number; at++) {
        if (table_append(fork, &log_at(table, at)->pub)) {
            table_destroy(fork);
            fork = NULL;
        }
    }
    return fork;
}

/* ---- The set-up, read back ----------------------------------------------------------------------------- */

const struct lan_game *table_game(const struct table *table)
{
    return table->game;
}

const struct lan_rules *table_rules(const struct table *table)
{
    return table->rules;
}

const struct table_clock *table_clock(const struct table *table)
{
    return &table->clock;
}

const char *table_stand_in(const struct table *table)
{
    return table->stand_in;
}

int64_t table_started(const struct table *table)
{
    return table->started;
}

struct table_seat table_seat(const struct table *table, int seat)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    return table->seat[seat];
}

struct table_seat table_seat_first(const struct table *table, int seat)
{
    lan_assert(seat >= 0 && seat < table->rules->seats);
    return table->first[seat];
}

void table_names(const struct table *table, const char *names[LAN_SEATS_MAX])
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        names[seat] = seat < table->rules->seats ? table->seat[seat].name : "";
}

int table_commitment_count(const struct table *table)
{
    return table->commitments.count;
}

struct table_field table_commitment(const struct table *table, int at)
{
    lan_assert(at >= 0 && at < table->commitments.count);
    return table->commitments.at[at];
}

int table_opening_count(const struct table *table)
{
    return table->openings.count;
}

struct table_field table_opening(const struct table *table, int at)
{
    lan_assert(at >= 0 && at < table->openings.count);
    return table->openings.at[at];
}

bool table_opening_add(struct table *table, const char *name, const char *value)
{
    struct table_field field = {name, value};
    return field_fits(table->openings.at, table->openings.count, &field) &&
           field_copy(table, &table->openings, &field);
}
