/* batch.c - many games of one set-up, stepped by one call. */
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "lanterne.h"
#include "layout.h"

enum { LINE = 64 }; /* bytes of a cache line: arrays and games begin at one */

/* A bot that plays a seat inside; NULL where the learner is asked. */
struct player {
    const struct lan_bot *bot;
    uint32_t iterations;
};

/* Of a kind of actions; the number of one is `first` + the sum of argument * times. */
struct numbering {
    uint32_t first, times[LAN_ACTION_ARGS_MAX];
};

struct lanterne_batch {
    struct setup setup;
    struct lanterne_arrays arrays;
    uint8_t *block; /* of the arrays */
    uint8_t *games; /* `stride` bytes each: the game, then at `view_at` the view that its observation shows */
    size_t stride, view_at;
    uint8_t *shown;        /* [count]: the seat of that view; LAN_SEAT_NONE: there is none */
    uint16_t *offer;       /* [count][LAN_ACTIONS_MAX + 1]: the numbers of the offered actions */
    uint16_t *offers;      /* [count]: how many */
    lan_action *action_of; /* by number */
    struct numbering kind[256];
    struct lan_rng sampling;
    struct player player[LAN_SEATS_MAX];
    struct player teacher; /* lanterne_batch_advise asks it; its bot is NULL where there is none */
    bool choices_only;     /* questions with one answer are answered inside */
    void *arena;
    struct lan_layout layout[LAN_SEATS_MAX];
    union lan_view_buf view;
};

static const struct lan_rules *batch_rules(const struct lanterne_batch *batch)
{
    return &batch->setup.rules.base;
}

static struct game *batch_game(const struct lanterne_batch *batch, uint32_t at)
{
    return (struct game *)(void *)(batch->games + at * batch->stride);
}

static struct lan_view *batch_view(const struct lanterne_batch *batch, uint32_t at)
{
    return (struct lan_view *)(void *)(batch->games + at * batch->stride + batch->view_at);
}

/* ---- Creating ------------------------------------------------------------------------------------------ */

/* Lays an array out after those before it; with `block` NULL only counts. */
static void *array_place(uint8_t *block, size_t *bytes, size_t element, size_t elements)
{
    void *array = block ? block + *bytes : NULL;
    *bytes += (element * elements + LINE - 1) / LINE * LINE;
    return array;
}

/* Sets the pointers into `block`; returns the bytes that all arrays take together. */
static size_t arrays_place(struct lanterne_arrays *arrays, uint8_t *block)
{
    size_t bytes = 0, n = arrays->count;
    arrays->observation = array_place(block, &bytes, 1, n * arrays->cells);
    arrays->mask = array_place(block, &bytes, 1, n * arrays->actions);
    arrays->reward = array_place(block, &bytes, sizeof *arrays->reward, n * arrays->seats);
    arrays->score = array_place(block, &bytes, sizeof *arrays->score, n * arrays->seats);
    arrays->seed = array_place(block, &bytes, sizeof *arrays->seed, n);
    arrays->episode = array_place(block, &bytes, sizeof *arrays->episode, n);
    arrays->length = array_place(block, &bytes, sizeof *arrays->length, n);
    arrays->action = array_place(block, &bytes, sizeof *arrays->action, n);
    arrays->seat = array_place(block, &bytes, 1, n);
    arrays->optional = array_place(block, &bytes, 1, n);
    arrays->done = array_place(block, &bytes, 1, n);
    arrays->refused = array_place(block, &bytes, 1, n);
    return bytes;
}

/* Reads one word of `bots`, "name" or "name:iterations"; NULL, or what is wrong. */
static const char *player_read(const struct lan_game *game, const char *word, size_t length,
                               struct player *player)
{
    char name[32];
    size_t name_length = 0;
    while (name_length < length && word[name_length] != ':')
        name_length++;
    if (name_length >= sizeof name)
        return "There is no bot of such a name.";
    memcpy(name, word, name_length);
    name[name_length] = 0;
    player->bot = lan_bot_find(name);
    if (!player->bot)
        return "There is no bot of such a name.";
    if (!player->bot->plays(game))
        return "One of these bots does not play this game.";
    for (size_t i = name_length + 1; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || player->iterations > 1000000)
            return "The iterations of a bot are a number of up to 7 digits.";
        player->iterations = 10 * player->iterations + (uint32_t)(word[i] - '0');
    }
    if (name_length < length && !player->iterations)
        return "The iterations of a bot are a number of up to 7 digits.";
    return NULL;
}

static const char *players_read(struct lanterne_batch *batch, const char *bots)
{
    const struct lan_rules *rules = batch_rules(batch);
    int learners = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        size_t length = strcspn(bots, ",");
        const char *wrong = length ? player_read(rules->game, bots, length, &batch->player[seat]) : NULL;
        if (wrong)
            return wrong;
        learners += !length;
        bots += length;
        if (*bots != (seat + 1 < rules->seats ? ',' : 0))
            return "The bots are one word for each seat, separated by commas, empty for the learner.";
        bots += *bots == ',';
    }
    return learners ? NULL : "At least one seat must be the learner's.";
}

static void numbers_fill(struct lanterne_batch *batch)
{
    const struct lan_game *game = batch_rules(batch)->game;
    for (uint32_t i = 0; i + 1 < batch->arrays.actions; i++)
        batch->action_of[i] = lan_action_at(game, i);
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        const struct lan_action_kind *row = &game->action_kinds[kind];
        uint32_t times = 1;
        batch->kind[kind].first = lan_action_index(game, LAN_ACTION(kind, 0, 0, 0));
        for (int i = row->args; i-- > 0; times *= game->types[row->arg[i].type].count)
            batch->kind[kind].times[i] = times;
    }
}

/* All memory of a batch whose rules and players are known; NULL, or what is wrong. */
static const char *batch_allocate(struct lanterne_batch *batch)
{
    struct lanterne_arrays *arrays = &batch->arrays;
    const struct lan_rules *rules = batch_rules(batch);
    size_t n = arrays->count, bytes = arrays_place(arrays, NULL);
    bool told = false, thinks = false;
    for (int seat = 0; seat < rules->seats; seat++) {
        told = told || batch->player[seat].bot;
        thinks = thinks || (batch->player[seat].bot && batch->player[seat].bot->memory_min);
    }
    lan_assert(arrays->actions <= UINT16_MAX);
    if (bytes > LANTERNE_BATCH_BYTES_MAX)
        return "So many games would take more than 1 GiB.";
    batch->view_at = game_bytes(rules);
    size_t view = (rules->game->view_size + LAN_LAYOUT_BLOCK - 1) / LAN_LAYOUT_BLOCK * LAN_LAYOUT_BLOCK;
    batch->stride = (batch->view_at + view + LINE - 1) / LINE * LINE;
    batch->block = aligned_alloc(LINE, bytes);
    batch->games = aligned_alloc(LINE, n * batch->stride);
    batch->offer = malloc(n * (LAN_ACTIONS_MAX + 1) * sizeof *batch->offer);
    batch->offers = calloc(n, sizeof *batch->offers);
    batch->shown = malloc(n);
    batch->action_of = malloc(arrays->actions * sizeof *batch->action_of);
    batch->arena = thinks ? malloc(BOT_ARENA_BYTES) : NULL;
    if (!batch->block || !batch->games || !batch->offer || !batch->offers || !batch->shown ||
        !batch->action_of || (thinks && !batch->arena))
        return "There is not enough memory.";
    memset(batch->block, 0, bytes);
    memset(batch->games, 0, n * batch->stride);
    memset(batch->shown, LAN_SEAT_NONE, n);
    arrays_place(arrays, batch->block);
    for (uint32_t i = 0; told && i < arrays->count; i++) {
        if (!game_told_make(batch_game(batch, i)))
            return "There is not enough memory.";
    }
    return NULL;
}

struct lanterne_batch *lanterne_batch_create(const char *game, int players, const char *options,
                                             uint32_t count, const char *bots, char *problem,
                                             size_t problem_size)
{
    struct lanterne_batch *batch = calloc(1, sizeof *batch);
    const char *wrong = NULL;
    if (!batch) {
        problem_say("There is not enough memory.", problem, problem_size);
        return NULL;
    }
    if (!setup_make(&batch->setup, game, players, options, problem, problem_size)) {
        free(batch);
        return NULL;
    }
    const struct lan_rules *rules = batch_rules(batch);
    batch->arrays = (struct lanterne_arrays){.count = count,
                                             .cells = lan_layout_cells(rules),
                                             .actions = lan_action_count(rules->game) + 1,
                                             .seats = rules->seats};
    if (!count || count > LANTERNE_GAMES_MAX)
        wrong = "The number of games must be 1 to 1048576.";
    if (!wrong && bots)
        wrong = players_read(batch, bots);
    if (!wrong)
        wrong = batch_allocate(batch);
    if (wrong) {
        problem_say(wrong, problem, problem_size);
        lanterne_batch_destroy(batch);
        return NULL;
    }
    numbers_fill(batch);
    for (int seat = 0; seat < rules->seats; seat++)
        lan_layout_init(rules, seat, &batch->layout[seat]);
    lanterne_batch_reset(batch, NULL);
    return batch;
}

void lanterne_batch_destroy(struct lanterne_batch *batch)
{
    if (!batch)
        return;
    for (uint32_t i = 0; batch->games && i < batch->arrays.count; i++)
        game_told_free(batch_game(batch, i));
    setup_free(&batch->setup);
    free(batch->block);
    free(batch->games);
    free(batch->offer);
    free(batch->offers);
    free(batch->shown);
    free(batch->action_of);
    free(batch->arena);
    free(batch);
}

const struct lanterne_arrays *lanterne_batch_arrays(const struct lanterne_batch *batch)
{
    return &batch->arrays;
}

/* ---- Filling the arrays -------------------------------------------------------------------------------- */

/* The same as lan_action_index, from the table. */
static inline uint16_t action_number(const struct numbering *numbering, lan_action action)
{
    const struct numbering *kind = &numbering[lan_action_kind(action)];
    uint32_t number = kind->first;
    for (int i = 0; i < LAN_ACTION_ARGS_MAX; i++)
        number += (uint32_t)lan_action_arg(action, i) * kind->times[i];
    return (uint16_t)number;
}

/* Takes back the mask of the last question and writes that of `list[from..to)`. */
static void mask_fill(struct lanterne_batch *batch, uint32_t at, const struct lan_list *restrict list,
                      int from, int to)
{
    /* Restricted: the compiler keeps what it has read although `mask` is of a type that may be anything. */
    uint16_t *restrict offer = batch->offer + (size_t)at * (LAN_ACTIONS_MAX + 1);
    int8_t *restrict mask = batch->arrays.mask + (size_t)at * batch->arrays.actions;
    const struct numbering *restrict numbering = batch->kind;
    uint16_t count = 0;
    for (int i = 0, last = batch->offers[at]; i < last; i++)
        mask[offer[i]] = 0;
    for (int i = from; i < to; i++) {
        uint16_t number = action_number(numbering, list->action[i]);
        offer[count++] = number;
        mask[number] = 1;
    }
    if (batch_game(batch, at)->asked.optional) {
        offer[count] = (uint16_t)(batch->arrays.actions - 1);
        mask[offer[count++]] = 1;
    }
    batch->offers[at] = count;
}

/* What is offered at an open question: list.action[from..to). */
struct offered {
    struct lan_list list;
    int from, to;
};

/* All that the arrays say of the open question. */
static void question_fill(struct lanterne_batch *batch, uint32_t at, const struct offered *offered)
{
    const struct lan_rules *rules = batch_rules(batch);
    struct lanterne_arrays *arrays = &batch->arrays;
    const struct game *game = batch_game(batch, at);
    struct lan_view *view = (struct lan_view *)&batch->view;
    uint8_t *cells = arrays->observation + (size_t)at * arrays->cells;
    int seat = game->asked.seat;
    mask_fill(batch, at, &offered->list, offered->from, offered->to);
    rules->game->observe(rules, game_look(game), seat, view);
    if (batch->shown[at] == seat) {
        lan_layout_update(&batch->layout[seat], batch_view(batch, at), view, cells);
    } else {
        lan_layout_fill(&batch->layout[seat], view, cells);
        memcpy(batch_view(batch, at), view, rules->game->view_size);
        batch->shown[at] = (uint8_t)seat;
    }
    arrays->seat[at] = (int8_t)seat;
    arrays->optional[at] = game->asked.optional;
}

static void end_fill(struct lanterne_batch *batch, uint32_t at)
{
    const struct lan_rules *rules = batch_rules(batch);
    struct lanterne_arrays *arrays = &batch->arrays;
    struct lan_result result;
    rules->game->result(rules, game_look(batch_game(batch, at)), &result);
    for (int seat = 0; seat < rules->seats; seat++) {
        arrays->reward[(size_t)at * arrays->seats + (size_t)seat] = (float)(result.winners >> seat & 1);
        arrays->score[(size_t)at * arrays->seats + (size_t)seat] = result.score[seat];
    }
    arrays->done[at] = 1;
    arrays->episode[at]++;
}

/* Forgets the end of a game that the last step reported. */
static void end_clear(struct lanterne_batch *batch, uint32_t at)
{
    struct lanterne_arrays *arrays = &batch->arrays;
    size_t row = (size_t)at * arrays->seats;
    if (!arrays->done[at])
        return;
    memset(arrays->reward + row, 0, arrays->seats * sizeof *arrays->reward);
    memset(arrays->score + row, 0, arrays->seats * sizeof *arrays->score);
    arrays->length[at] = 0;
    arrays->done[at] = 0;
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static void bot_play(struct lanterne_batch *batch, struct game *game, const struct player *player)
{
    const struct lan_rules *rules = batch_rules(batch);
    struct lan_list list;
    struct lan_advice advice;
    int from, to;
    game_list(rules, game, &list, &from, &to);
    game_think(rules, game, player->bot, &list, player->iterations, batch->arena, lan_rng_next(&game->rng),
               &advice);
    if (game->asked.optional && advice.decline)
        game_decline(rules, game);
    else
        game_act(rules, game, advice.action);
}

/* The seed of the game that follows the one of `seed` in its place. */
static uint64_t seed_next(uint64_t seed)
{
    struct lan_rng rng;
    lan_rng_init(&rng, seed ^ 0x6c616e7465726e65);
    return lan_rng_next(&rng);
}

/* Gives the one answer of a question that has no other; false where there is a choice. */
static bool forced_play(const struct lan_rules *rules, struct game *game, const struct offered *offered)
{
    if (offered->to - offered->from + game->asked.optional != 1)
        return false;
    if (game->asked.optional)
        game_decline(rules, game);
    else
        game_act(rules, game, offered->list.action[offered->from]);
    return true;
}

/* Bots play, ended games begin again, until the learner is asked, for one of the actions in `offered`. */
static void learner_find(struct lanterne_batch *batch, uint32_t at, struct offered *offered)
{
    const struct lan_rules *rules = batch_rules(batch);
    struct game *game = batch_game(batch, at);
    for (;;) {
        int seat = game->asked.seat;
        if (seat == LAN_SEAT_NONE) {
            end_fill(batch, at);
            batch->arrays.seed[at] = seed_next(batch->arrays.seed[at]);
            game_begin(rules, game, batch->arrays.seed[at]);
        } else if (batch->player[seat].bot) {
            bot_play(batch, game, &batch->player[seat]);
        } else {
            game_list(rules, game, &offered->list, &offered->from, &offered->to);
            if (!batch->choices_only || !forced_play(rules, game, offered))
                return;
        }
    }
}

/* Plays the offered action of number `action` in one game. */
static void game_step(struct lanterne_batch *batch, uint32_t at, uint32_t action)
{
    const struct lan_rules *rules = batch_rules(batch);
    struct game *game = batch_game(batch, at);
    struct offered offered;
    end_clear(batch, at);
    batch->arrays.length[at]++;
    batch->arrays.action[at] = (int32_t)action;
    batch->arrays.refused[at] = 0;
    if (action == batch->arrays.actions - 1)
        game_decline(rules, game);
    else
        game_act(rules, game, batch->action_of[action]);
    learner_find(batch, at, &offered);
    question_fill(batch, at, &offered);
}

/* Asks the processor for the memory of a game that is stepped soon. */
static inline void game_fetch(const struct lanterne_batch *batch, uint32_t at)
{
    const struct lanterne_arrays *arrays = &batch->arrays;
    if (at >= arrays->count)
        return;
    for (size_t byte = 0; byte < batch->stride; byte += LINE)
        __builtin_prefetch(batch->games + at * batch->stride + byte, 1);
    for (size_t byte = 0; byte < arrays->cells; byte += LINE)
        __builtin_prefetch(arrays->observation + (size_t)at * arrays->cells + byte, 1);
    __builtin_prefetch(batch->offer + (size_t)at * (LAN_ACTIONS_MAX + 1), 1);
}

static bool is_offered(const struct lanterne_batch *batch, uint32_t at, int32_t action)
{
    const uint16_t *offer = batch->offer + (size_t)at * (LAN_ACTIONS_MAX + 1);
    for (int i = 0; i < batch->offers[at]; i++) {
        if (offer[i] == action)
            return true;
    }
    return false;
}

void lanterne_batch_reset(struct lanterne_batch *batch, const uint64_t *seeds)
{
    struct lanterne_arrays *arrays = &batch->arrays;
    struct offered offered;
    lan_rng_init(&batch->sampling, seeds ? seeds[0] : 0);
    for (uint32_t at = 0; at < arrays->count; at++) {
        arrays->done[at] = 1;
        end_clear(batch, at);
        arrays->seed[at] = seeds ? seeds[at] : at;
        arrays->episode[at] = 0;
        arrays->action[at] = -1;
        arrays->refused[at] = 0;
        game_begin(batch_rules(batch), batch_game(batch, at), arrays->seed[at]);
        learner_find(batch, at, &offered);
        end_clear(batch, at);
        question_fill(batch, at, &offered);
    }
}

int lanterne_batch_teacher(struct lanterne_batch *batch, const char *bot, char *problem, size_t problem_size)
{
    struct player teacher = {.bot = NULL};
    const char *wrong = player_read(batch_rules(batch)->game, bot, strlen(bot), &teacher);
    if (!wrong && teacher.bot->memory_min && !batch->arena && !(batch->arena = malloc(BOT_ARENA_BYTES)))
        wrong = "There is not enough memory.";
    for (uint32_t i = 0; !wrong && i < batch->arrays.count; i++) {
        if (!batch_game(batch, i)->told && !game_told_make(batch_game(batch, i)))
            wrong = "There is not enough memory.";
    }
    if (wrong) {
        problem_say(wrong, problem, problem_size);
        return 0;
    }
    batch->teacher = teacher;
    lanterne_batch_reset(batch, NULL);
    return 1;
}

int lanterne_batch_advise(struct lanterne_batch *batch, int32_t *actions)
{
    const struct lan_rules *rules = batch_rules(batch);
    const struct player *teacher = &batch->teacher;
    struct lan_list list;
    struct lan_advice advice;
    int from, to;
    for (uint32_t at = 0; teacher->bot && at < batch->arrays.count; at++) {
        game_list(rules, batch_game(batch, at), &list, &from, &to);
        game_think(rules, batch_game(batch, at), teacher->bot, &list, teacher->iterations, batch->arena,
                   lan_rng_next(&batch->sampling), &advice);
        actions[at] =
            (int32_t)(advice.decline ? batch->arrays.actions - 1 : action_number(batch->kind, advice.action));
    }
    return teacher->bot != NULL;
}

void lanterne_batch_forced(struct lanterne_batch *batch, int asked)
{
    batch->choices_only = !asked;
    lanterne_batch_reset(batch, NULL);
}

uint32_t lanterne_batch_step(struct lanterne_batch *batch, const int32_t *actions)
{
    uint32_t refused = 0;
    for (uint32_t at = 0; at < batch->arrays.count; at++) {
        game_fetch(batch, at + 2);
        if (is_offered(batch, at, actions[at])) {
            game_step(batch, at, (uint32_t)actions[at]);
            continue;
        }
        end_clear(batch, at);
        batch->arrays.action[at] = actions[at];
        batch->arrays.refused[at] = 1;
        refused++;
    }
    return refused;
}

static uint32_t sample(struct lanterne_batch *batch, uint32_t at)
{
    return batch
        ->offer[(size_t)at * (LAN_ACTIONS_MAX + 1) + lan_rng_below(&batch->sampling, batch->offers[at])];
}

void lanterne_batch_sample(struct lanterne_batch *batch, int32_t *actions)
{
    for (uint32_t at = 0; at < batch->arrays.count; at++)
        actions[at] = (int32_t)sample(batch, at);
}

void lanterne_batch_step_random(struct lanterne_batch *batch)
{
    for (uint32_t at = 0; at < batch->arrays.count; at++) {
        game_fetch(batch, at + 2);
        game_step(batch, at, sample(batch, at));
    }
}
