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
#include "write.h"

static struct contender *contender_of(struct arena *arena, const struct arena_game *game, int seat)
{
    return &arena->side[game->challengers >> seat & 1 ? ARENA_CHALLENGER : ARENA_REFERENCE];
}

static struct table *table_new(struct arena *arena, const struct arena_game *game, uint64_t seed)
{
    struct table_setup setup;
    struct lan_problem problem;
    struct lan_dice dice;
    table_setup_init(arena->rules->game, arena->rules->seats, &setup);
    setup.config = arena->rules->config;
    table_dice_init(seed, &dice);
    setup.dice = &dice;
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        const char *name = contender_of(arena, game, seat)->name;
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

/* Starts the processes that this game needs and that are not running, and announces the game to all. */
static bool processes_begin(struct arena *arena, const struct arena_game *game, uint64_t seed)
{
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        struct contender *contender = contender_of(arena, game, seat);
        struct external *external = &contender->process[seat];
        if (!contender->command)
            continue;
        if (!external->process.pid &&
            !external_open(external, contender->command, arena->seconds, arena->rules->game))
            return false;
        enum external_fault fault = external_new(external, game->table, seat, seed);
        contender->faults[fault] += fault != EXTERNAL_FINE;
    }
    return true;
}

static void fault_note(struct arena *arena, struct contender *contender, struct arena_game *game, int seat,
                       enum external_fault fault)
{
    struct external *external = &contender->process[seat];
    bool loses = arena->settings->forfeit;
    contender->faults[fault]++;
    fprintf(stderr, "lanterne: %s at seat %d: %s: %s\n", contender->name, seat + 1,
            external_fault_words[fault], external->say);
    if (loses)
        game->forfeits |= 1u << seat;
    if (fault == EXTERNAL_CRASHED)
        process_close(&external->process);
    else
        external_refuse(external, fault, loses ? "forfeit" : "random");
}

/* After a forfeit or a crash the seat plays at random, so that the game ends and its record is complete. */
static void contender_ask(struct arena *arena, struct arena_game *game, const struct lan_question *question,
                          uint64_t seed, struct lan_advice *advice)
{
    struct contender *contender = contender_of(arena, game, question->seat);
    struct external *external = &contender->process[question->seat];
    const struct lan_player *player = &contender->player.player;
    if (!contender->command) {
        player->bot->think(arena->rules, question, &player->budget, seed, advice);
        return;
    }
    if (external->process.pid && !(game->forfeits >> question->seat & 1)) {
        enum external_fault fault = external_ask(external, game->table, question, advice);
        if (!fault)
            return;
        fault_note(arena, contender, game, question->seat, fault);
    }
    lan_bot_random.think(arena->rules, question, &player->budget, seed, advice);
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
static bool move_explain(struct arena *arena, struct arena_game *game, int seat, struct lan_advice *advice)
{
    struct contender *contender = contender_of(arena, game, seat);
    struct external *external = &contender->process[seat];
    if (contender->command && external->explains && external->process.pid && !(game->forfeits >> seat & 1)) {
        enum external_fault fault = external_explain(external, game->table, advice);
        if (fault)
            fault_note(arena, contender, game, seat, fault);
    }
    return reason_add(arena, game, seat, advice);
}

/* ---- The game ------------------------------------------------------------------------------------------ */

static bool seat_play(struct arena *arena, struct arena_game *game, struct lan_asked asked, uint64_t seed,
                      struct lan_cursor *cursor)
{
    struct lan_list list;
    union lan_view_buf view;
    struct lan_advice advice;
    size_t count;
    if (!told_gather(arena, game->table, asked.seat, &count))
        return false;
    table_actions(game->table, asked.seat, &list);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = table_view(game->table, asked.seat, &view),
                                    .list = &list,
                                    .told = arena->told,
                                    .told_count = count};
    contender_ask(arena, game, &question, lan_question_seed(seed, asked.seat, count), &advice);
    if (asked.optional && advice.decline) {
        lan_decline(cursor, asked.seat);
        return true;
    }
    if (arena->settings->explain && !move_explain(arena, game, asked.seat, &advice))
        return false;
    return table_act(game->table, asked.seat, advice.action, 0) == 0;
}

/* The seat's value of the --by group in the finished game; without --by the seat itself. */
static int group_of(const struct arena *arena, const struct lan_state *state, int seat)
{
    struct lan_group groups[LAN_GROUPS_MAX];
    const struct lan_game *game = arena->rules->game;
    int count = arena->settings->by && game->groups ? game->groups(arena->rules, state, seat, groups) : 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(groups[i].by, arena->settings->by) == 0)
            return groups[i].value;
    }
    return seat;
}

/*
 * In a cooperative game and with --by every winner counts 1, since a side wins as a whole; else they share 1.
 */
static void shares_find(const struct arena *arena, struct arena_game *game)
{
    union lan_state_buf buf;
    const struct lan_state *state = table_state_at(game->table, table_count(game->table), &buf);
    bool whole = arena->rules->game->cooperative || arena->settings->by;
    int winners = __builtin_popcount(game->result.winners);
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        bool won = game->result.winners >> seat & 1 && !(game->forfeits >> seat & 1);
        game->share[seat] = won ? (whole ? 1.0 : 1.0 / winners) : 0;
        game->group[seat] = (int16_t)group_of(arena, state, seat);
    }
}

bool arena_game_play(struct arena *arena, uint64_t deal, unsigned challengers, struct arena_game *game)
{
    struct lan_cursor cursor;
    *game = (struct arena_game){.challengers = challengers};
    game->table = table_new(arena, game, arena->settings->seed * 0x9e3779b97f4a7c15 + deal);
    uint64_t seed = game->table ? level_seed(table_dice(game->table)) : 0;
    bool fine = game->table && processes_begin(arena, game, seed);
    lan_cursor_init(&cursor);
    while (fine && table_end(game->table) == TABLE_RUNNING) {
        union lan_state_buf buf;
        const struct lan_state *state = table_state_at(game->table, table_count(game->table), &buf);
        struct lan_asked asked = lan_next(arena->rules, state, &cursor);
        fine = seat_play(arena, game, asked, seed, &cursor);
        if (!fine)
            complain("no memory");
    }
    if (!fine || !table_result(game->table, &game->result)) {
        table_destroy(game->table);
        free(game->reasons);
        game->table = NULL;
        game->reasons = NULL;
        return false;
    }
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        struct contender *contender = contender_of(arena, game, seat);
        if (contender->command && contender->process[seat].process.pid)
            external_end(&contender->process[seat], game->table);
    }
    shares_find(arena, game);
    return true;
}

double arena_share(const struct arena_game *game, unsigned seats)
{
    double sum = 0;
    for (unsigned rest = seats; rest; rest &= rest - 1)
        sum += game->share[__builtin_ctz(rest)];
    return sum / __builtin_popcount(seats);
}
