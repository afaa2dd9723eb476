/*
 * arena_game.c - plays one game of an arena. A fault of an external bot is answered by a random move, or with
 * --forfeit by losing the game.
 */
#include "arena_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "args.h"
#include "external.h"
#include "level.h"
#include "process.h"
#include "stop.h"
#include "write.h"

/* A game while it is played. */
struct play {
    struct arena *arena;
    const struct arena_lineup *lineup;
    struct arena_game *game;
};

static struct contender *contender_of(const struct play *play, int seat)
{
    return &play->arena->bot[play->lineup->bot[seat]];
}

static struct table *table_new(const struct play *play, uint64_t seed)
{
    struct table_setup setup;
    struct lan_problem problem;
    struct lan_dice dice;
    const struct arena *arena = play->arena;
    table_setup_init(arena->rules->game, arena->rules->seats, &setup);
    setup.config = arena->rules->config;
    table_dice_init(seed, &dice);
    setup.dice = &dice;
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        const char *name = contender_of(play, seat)->name;
        if (strlen(name) > TABLE_NAME_MAX)
            name = "external"; /* a command line may exceed the length of a name at a table */
        setup.seat[seat] = (struct table_seat){TABLE_BOT, name, name};
    }
    struct table *table = table_create(&setup, 0, &problem);
    if (!table)
        complain("%s", problem.say[arena->settings->lang]);
    return table;
}

/* Collects all events told to a seat so far into arena->told. */
static bool told_gather(struct arena *arena, const struct table *table, int seat, size_t *count)
{
    struct table_reader reader;
    struct table_told told;
    size_t most = table_told_count(table, seat);
    if (most > arena->told_capacity) {
        struct lan_event *more = realloc(arena->told, 2 * most * sizeof *more);
        if (!more)
            return false;
        arena->told = more;
        arena->told_capacity = 2 * most;
    }
    *count = 0;
    table_reader_init(table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind == TABLE_TOLD_EVENT)
            arena->told[(*count)++] = told.event;
    }
    return true;
}

/* ---- External bots ------------------------------------------------------------------------------------- */

static const char *role_of(const struct lan_game *game, int seat)
{
    return game->roles ? game->roles[seat].id : "";
}

/*
 * Says on stderr which bot made which fault, where: the deal, the seat and, if there was one, the question.
 */
static void fault_say(const struct play *play, int seat, enum external_fault fault, bool asked)
{
    const struct contender *contender = contender_of(play, seat);
    const struct external *external = &contender->process[seat];
    const char *role = role_of(play->arena->rules->game, seat);
    char question[32] = "";
    if (asked)
        snprintf(question, sizeof question, ", question %u", external->asked);
    complain("%s: deal %llu, seat %d%s%s%s: %s: %s", contender->name,
             (unsigned long long)play->game->deal + 1, seat + 1, *role ? " " : "", role, question,
             external_fault_words[fault], external->say);
}

/* Starts the processes that this game needs and that are not running, and announces the game to all. */
static bool processes_begin(const struct play *play, uint64_t seed)
{
    struct arena *arena = play->arena;
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        struct contender *contender = contender_of(play, seat);
        struct external *external = &contender->process[seat];
        if (!contender->command)
            continue;
        if (!external->process.pid && !external_open(external, contender->command, arena->seconds,
                                                     arena->seconds_given, arena->rules->game))
            return false;
        enum external_fault fault = external_new(external, play->game->table, seat, seed);
        contender->faults[fault] += fault != EXTERNAL_FINE;
        if (fault)
            fault_say(play, seat, fault, false);
    }
    return true;
}

static void fault_note(const struct play *play, int seat, enum external_fault fault)
{
    struct contender *contender = contender_of(play, seat);
    struct external *external = &contender->process[seat];
    bool loses = play->arena->settings->forfeit;
    contender->faults[fault]++;
    fault_say(play, seat, fault, true);
    if (loses)
        play->game->forfeits |= 1u << seat;
    if (fault == EXTERNAL_CRASHED)
        process_close(&external->process);
    else
        external_refuse(external, fault, loses ? "forfeit" : "random");
}

/* A built-in bot's own limit, and that of its slot. */
struct limit {
    struct arena *arena;
    const struct lan_budget *own;
    bool cut;
};

static void limit_start(void *context)
{
    const struct limit *limit = context;
    if (limit->own->start)
        limit->own->start(limit->own->context);
}

static bool limit_reached(void *context)
{
    struct limit *limit = context;
    if (limit->own->stop && limit->own->stop(limit->own->context))
        return true;
    limit->cut |= arena_pace_over(&limit->arena->pace);
    return limit->cut;
}

static void built_in_think(const struct play *play, struct contender *contender,
                           const struct lan_question *question, uint64_t seed, struct lan_advice *advice)
{
    const struct lan_player *player = &contender->player.player;
    struct limit limit = {.arena = play->arena, .own = &player->budget};
    struct lan_budget budget = player->budget;
    if (play->arena->pace.slot) {
        budget.start = limit_start;
        budget.stop = limit_reached;
        budget.context = &limit;
    }
    player->bot->think(play->arena->rules, question, &budget, seed, advice);
    contender->cut += limit.cut;
}

/* How long an answer may take: with a timetable what its slot leaves, half of it where a reason is asked. */
static void time_set(const struct play *play, struct external *external, int64_t left)
{
    if (left)
        external->seconds = (double)left / 1e6 / (play->arena->settings->explain ? 2 : 1);
}

/*
 * After a forfeit or a crash the seat plays at random, so that the game ends and its record is complete. What
 * looks like a fault while the arena is asked to stop is none: the wait was cut short.
 */
static void contender_ask(const struct play *play, const struct lan_question *question, uint64_t seed,
                          struct lan_advice *advice)
{
    struct contender *contender = contender_of(play, question->seat);
    struct external *external = &contender->process[question->seat];
    const struct lan_player *player = &contender->player.player;
    int64_t left = contender->timed ? arena_pace_wait(&play->arena->pace) : 0;
    if (!contender->command) {
        built_in_think(play, contender, question, seed, advice);
        return;
    }
    time_set(play, external, left);
    if (external->process.pid && !(play->game->forfeits >> question->seat & 1)) {
        enum external_fault fault = external_ask(external, play->game->table, question, advice);
        if (!fault)
            return;
        if (!stop_wanted())
            fault_note(play, question->seat, fault);
    }
    lan_bot_random.think(play->arena->rules, question, &player->budget, seed, advice);
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

/* Appends the reason of a move as one more object to game->reasons. */
static bool reason_add(const struct arena *arena, struct arena_game *game, int seat,
                       const struct lan_advice *advice)
{
    enum { CAPACITY = 2 * LAN_LANGS * LAN_SAY_MAX + 1024 }; /* quotes in a text are written as two bytes */
    const struct lan_game *rules = arena->rules->game;
    char notation[LAN_NOTATION_MAX];
    struct lan_text move = lan_text_init(notation, sizeof notation);
    struct lan_json json;
    if (game->reasons_length + CAPACITY > game->reasons_capacity) {
        char *more = realloc(game->reasons, 2 * game->reasons_capacity + CAPACITY);
        if (!more)
            return false;
        game->reasons = more;
        game->reasons_capacity = 2 * game->reasons_capacity + CAPACITY;
    }
    if (game->reasons_length)
        game->reasons[game->reasons_length++] = ',';
    struct lan_text text = lan_text_init(game->reasons + game->reasons_length, CAPACITY - 1);
    lan_action_write(rules, advice->action, &move);
    lan_json_init(&json, &text);
    struct lan_writer *w = &json.base;
    w->open_object(w, NULL);
    w->number(w, "seat", seat + 1);
    w->string(w, "do", notation);
    w->string(w, "en", advice->reason[LAN_EN]);
    w->string(w, "fr", advice->reason[LAN_FR]);
    if (advice->clause)
        w->string(w, "clause", rules->clauses[advice->clause].id);
    w->close(w);
    game->reasons_length += text.length;
    return !text.cut;
}

/* Asks an external bot for its reason. A missing answer counts as a fault, but the move stands. */
static bool move_explain(const struct play *play, int seat, struct lan_advice *advice)
{
    struct contender *contender = contender_of(play, seat);
    struct external *external = &contender->process[seat];
    bool forfeited = play->game->forfeits >> seat & 1;
    if (contender->command && external->explains && external->process.pid && !forfeited) {
        enum external_fault fault = external_explain(external, play->game->table, advice);
        if (fault && !stop_wanted())
            fault_note(play, seat, fault);
    }
    return reason_add(play->arena, play->game, seat, advice);
}

/* ---- The game ------------------------------------------------------------------------------------------ */

static bool seat_play(const struct play *play, struct lan_asked asked, uint64_t seed,
                      struct lan_cursor *cursor)
{
    struct lan_list list;
    union lan_view_buf view;
    struct lan_advice advice;
    size_t count;
    struct table *table = play->game->table;
    arena_pace_seat(&play->arena->pace, asked);
    if (!told_gather(play->arena, table, asked.seat, &count))
        return false;
    table_actions(table, asked.seat, &list);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = table_view(table, asked.seat, &view),
                                    .list = &list,
                                    .told = play->arena->told,
                                    .told_count = count};
    contender_ask(play, &question, lan_question_seed(seed, asked.seat, count), &advice);
    if (asked.optional && advice.decline) {
        lan_decline(cursor, asked.seat);
        return true;
    }
    if (play->arena->settings->explain && !move_explain(play, asked.seat, &advice))
        return false;
    bool fine = table_act(table, asked.seat, advice.action, 0) == 0;
    arena_pace_acted(&play->arena->pace);
    return fine;
}

/*
 * The part of a seat: its value of the group in the finished game, the seat itself, or 0 where all are one.
 */
static int part_of(const struct arena *arena, const struct lan_state *state, int seat)
{
    struct lan_group groups[LAN_GROUPS_MAX];
    const struct lan_game *game = arena->rules->game;
    int count = game->groups ? game->groups(arena->rules, state, seat, groups) : 0;
    if (game->cooperative)
        return 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(groups[i].by, arena->by) == 0)
            return groups[i].value;
    }
    return seat;
}

/* A side wins as a whole. */
bool arena_counts_whole(const struct arena *arena)
{
    return arena->rules->game->cooperative || (strcmp(arena->by, "seat") != 0 && arena->rules->seats > 2);
}

static void shares_find(const struct play *play, struct arena_lineup *lineup)
{
    union lan_state_buf buf;
    const struct arena *arena = play->arena;
    const struct lan_result *result = &play->game->result;
    const struct lan_state *state = table_state_at(play->game->table, table_count(play->game->table), &buf);
    bool whole = arena_counts_whole(arena);
    int winners = __builtin_popcount(result->winners);
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        bool won = result->winners >> seat & 1 && !(play->game->forfeits >> seat & 1);
        lineup->share[seat] = won ? (whole ? 1.0 : 1.0 / winners) : 0;
        lineup->part[seat] = (int16_t)part_of(arena, state, seat);
    }
}

void arena_game_free(struct arena_game *game)
{
    table_destroy(game->table);
    free(game->reasons);
    game->table = NULL;
    game->reasons = NULL;
}

bool arena_table_play(struct arena *arena, const struct arena_lineup *lineup, struct arena_game *game,
                      uint64_t seed)
{
    struct lan_cursor cursor;
    const struct play play = {arena, lineup, game};
    bool fine = true, timed = false;
    for (int seat = 0; seat < arena->rules->seats; seat++)
        timed |= contender_of(&play, seat)->timed;
    arena_pace_begin(&arena->pace, arena->clock, timed ? arena->slot : 0, arena->may, game->table);
    lan_cursor_init(&cursor);
    while (fine && !stop_wanted() && table_end(game->table) == TABLE_RUNNING) {
        union lan_state_buf buf;
        const struct lan_state *state = table_state_at(game->table, table_count(game->table), &buf);
        struct lan_asked asked = lan_next(arena->rules, state, &cursor);
        fine = seat_play(&play, asked, seed, &cursor);
        if (!fine)
            complain_memory();
    }
    if (fine)
        arena_pace_end(&arena->pace);
    return fine && !stop_wanted();
}

bool arena_game_play(struct arena *arena, uint64_t deal, struct arena_lineup *lineup, struct arena_game *game)
{
    const struct play play = {arena, lineup, game};
    *game = (struct arena_game){.deal = deal};
    game->table = table_new(&play, arena->settings->seed * 0x9e3779b97f4a7c15 + deal);
    uint64_t seed = game->table ? level_seed(table_dice(game->table)) : 0;
    bool fine = game->table && processes_begin(&play, seed) && arena_table_play(arena, lineup, game, seed);
    if (!fine || !table_result(game->table, &game->result)) {
        arena_game_free(game);
        return false;
    }
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        struct contender *contender = contender_of(&play, seat);
        if (contender->command && contender->process[seat].process.pid)
            external_end(&contender->process[seat], game->table);
    }
    shares_find(&play, lineup);
    return true;
}
