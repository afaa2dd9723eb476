/*
 * The arrays that learners are given say what the view says: over random games in every set-up two views
 * differ exactly when their arrays do, every cell is within the range that the layout states, the own seat
 * comes first, nothing is written beyond the array, and every byte of a view that ever changes is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "manor/manor.h"
#include "setups.h"
#include "shadow-hunters/shadow.h"
#include "shy-monsters/shy.h"
#include "tap.h"

enum { GAMES = 40, COMBINATIONS = 6, GUARD = 16, POSITIONS = 4000 };

struct pair {
    uint64_t view, array;
};

struct look {
    int games;
    uint64_t pairs, confused, beyond, misplaced, overrun, outdated;
};

static struct pair pairs[POSITIONS * (LAN_SEATS_MAX + 1)];
static size_t pair_count;
static struct lan_layout layouts[LAN_WATCHER + 1];
static uint8_t highs[LAN_LAYOUT_CELLS_MAX];

/* Of each viewer the last view, and the array that was updated from view to view and never filled anew. */
static union lan_view_buf last[LAN_WATCHER + 1];
static uint8_t followed[LAN_WATCHER + 1][LAN_LAYOUT_CELLS_MAX + GUARD];

/* Of each byte of a view: it has changed in a game, and to change it alone has changed the array. */
static bool moved[LAN_LAYOUT_BYTES], told[LAN_LAYOUT_BYTES];

static uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    return hash;
}

static int by_view(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->view != y->view)
        return x->view < y->view ? -1 : 1;
    return x->array < y->array ? -1 : x->array > y->array;
}

static int by_array(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->array != y->array)
        return x->array < y->array ? -1 : 1;
    return x->view < y->view ? -1 : x->view > y->view;
}

static void beyond_note(const struct lan_rules *rules, uint32_t cell, int value)
{
    struct lan_part part;
    for (int at = 0; lan_layout_part(rules, at, &part); at++) {
        if (cell >= part.first && cell < part.first + part.cells)
            tap_note("%s: %s is %d, stated at most %d", rules->game->name, part.name, value, part.high);
    }
}

/* Takes each byte that has changed since the last view back alone, until that has changed the array once. */
static void bytes_note(const struct lan_rules *rules, int viewer, const union lan_view_buf *view,
                       const uint8_t *cells)
{
    static union lan_view_buf other;
    static uint8_t changed[LAN_LAYOUT_CELLS_MAX + GUARD];
    const struct lan_layout *layout = &layouts[viewer];
    const uint8_t *before = (const uint8_t *)&last[viewer];
    memcpy(&other, view, sizeof other);
    uint8_t *byte = (uint8_t *)&other;
    for (uint32_t at = 0; at < rules->game->view_size; at++) {
        if (told[at] || byte[at] == before[at])
            continue;
        const uint8_t now = byte[at];
        moved[at] = true;
        byte[at] = before[at];
        lan_layout_fill(layout, (const struct lan_view *)&other, changed);
        told[at] = memcmp(changed, cells, layout->cells) != 0;
        byte[at] = now;
    }
}

/* Fields that follow from others, which the array has. */
static const struct {
    const char *game;
    size_t offset, size;
} derived[] = {
    {"manor", offsetof(struct manor_view, pub.open), sizeof(uint32_t)},
    {"shadow-hunters", offsetof(struct shadow_view, pub.area_slot), SHADOW_AREAS},
    {"shy-monsters", offsetof(struct shy_view, pub.hunt.near), SHY_TILES_MAX},
};

static bool is_derived(const struct lan_game *game, size_t at)
{
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
        if (strcmp(derived[i].game, game->name) == 0 && at - derived[i].offset < derived[i].size)
            return true;
    }
    return false;
}

static void told_check(const struct lan_game *game)
{
    int bytes = 0, untold = 0;
    for (uint32_t at = 0; at < game->view_size; at++) {
        bool wanted = moved[at] && !is_derived(game, at);
        bytes += wanted;
        untold += wanted && !told[at];
        if (wanted && !told[at])
            tap_note("%s: byte %u of the view changes, and no cell tells it", game->name, at);
    }
    tap_result(!untold && bytes, "%s: each of the %d bytes that change in a view is told", game->name, bytes);
}

/* An array that is updated where the view has changed is the one that is filled from the new view. */
static void follow(const struct lan_rules *rules, int viewer, const union lan_view_buf *view,
                   const uint8_t *cells, struct look *look)
{
    const struct lan_layout *layout = &layouts[viewer];
    uint8_t *mine = followed[viewer];
    lan_layout_update(layout, (struct lan_view *)&last[viewer], (const struct lan_view *)view, mine);
    look->outdated += memcmp(mine, cells, layout->cells + GUARD) != 0;
    look->outdated += memcmp(&last[viewer], view, rules->game->view_size) != 0;
}

static void look_at(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                    struct look *look)
{
    static union lan_view_buf view;
    static uint8_t cells[LAN_LAYOUT_CELLS_MAX + GUARD];
    uint32_t count = layouts[viewer].cells;
    rules->game->observe(rules, state, viewer, (struct lan_view *)&view);
    memset(cells, 0xa5, count + GUARD);
    lan_layout_fill(&layouts[viewer], (const struct lan_view *)&view, cells);
    for (uint32_t i = 0; i < count; i++) {
        if (cells[i] > highs[i] && !look->beyond++)
            beyond_note(rules, i, cells[i]);
    }
    for (int i = 0; i < GUARD; i++)
        look->overrun += cells[count + (uint32_t)i] != 0xa5;
    bytes_note(rules, viewer, &view, cells);
    follow(rules, viewer, &view, cells, look);
    for (int seat = 0; seat < rules->seats; seat++)
        look->misplaced += cells[seat] != (seat == viewer);
    if (pair_count < sizeof pairs / sizeof *pairs)
        pairs[pair_count++] = (struct pair){hash_of(&view, rules->game->view_size), hash_of(cells, count)};
}

static void game_look(const struct lan_rules *rules, struct lan_rng *rng, struct look *look)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct step step;
    rules->game->setup(rules, state);
    do {
        for (int viewer = 0; viewer < rules->seats; viewer++)
            look_at(rules, state, viewer, look);
        look_at(rules, state, LAN_WATCHER, look);
        if (!step_choose(rules, state, rng, &step))
            return;
    } while (!lan_apply(rules, state, step.seat, step.action, NULL));
    lan_bug("a chosen step is accepted");
}

/* Equal views with different arrays, and different views with equal arrays. */
static uint64_t confused_count(void)
{
    uint64_t confused = 0;
    qsort(pairs, pair_count, sizeof *pairs, by_view);
    for (size_t i = 1; i < pair_count; i++)
        confused += pairs[i].view == pairs[i - 1].view && pairs[i].array != pairs[i - 1].array;
    qsort(pairs, pair_count, sizeof *pairs, by_array);
    for (size_t i = 1; i < pair_count; i++)
        confused += pairs[i].array == pairs[i - 1].array && pairs[i].view != pairs[i - 1].view;
    return confused;
}

/* Prepares the arrays of a viewer; the one that will be updated begins as that of a view of zeros. */
static void viewer_begin(const struct lan_rules *rules, int viewer)
{
    lan_layout_init(rules, viewer, &layouts[viewer]);
    memset(&last[viewer], 0, sizeof last[viewer]);
    memset(followed[viewer], 0xa5, sizeof followed[viewer]);
    lan_layout_fill(&layouts[viewer], (const struct lan_view *)&last[viewer], followed[viewer]);
}

static void setup_look(const struct setup *setup, void *context)
{
    struct look *look = context;
    const struct lan_rules *rules = setup->rules;
    struct lan_part part;
    struct lan_rng rng;
    for (int viewer = 0; viewer < rules->seats; viewer++)
        viewer_begin(rules, viewer);
    viewer_begin(rules, LAN_WATCHER);
    for (int at = 0; lan_layout_part(rules, at, &part); at++)
        memset(highs + part.first, part.high, part.cells);
    lan_rng_init(&rng, tap_seed(setup->seed));
    pair_count = 0;
    for (int i = 0; i < look->games; i++)
        game_look(rules, &rng, look);
    uint64_t confused = confused_count();
    if (confused)
        tap_note("%s: %llu pairs confused", setup->label, (unsigned long long)confused);
    look->confused += confused;
    look->pairs += pair_count;
}

/* Parts follow each other without a gap, each of the size of its shape, to the end of the array. */
static bool parts_fit(const struct lan_game *game)
{
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        static union lan_rules_buf rules;
        struct lan_config config;
        struct lan_problem problem;
        struct lan_part part;
        uint32_t next = 0;
        lan_config_init(game, seats, &config);
        if (!lan_compile(game, &config, &rules.base, &problem))
            continue;
        for (int at = 0; lan_layout_part(&rules.base, at, &part); at++) {
            uint32_t cells = 1;
            for (int i = 0; i < part.dims; i++)
                cells *= part.shape[i];
            if (part.first != next || part.cells != cells)
                return false;
            next += cells;
        }
        if (!next || next != lan_layout_cells(&rules.base))
            return false;
    }
    return true;
}

static void check_game(const struct lan_game *game)
{
    struct look look = {.games = 1 + tap_rounds(GAMES) / setups_count(game, tap_rounds(COMBINATIONS))};
    memset(moved, 0, sizeof moved);
    memset(told, 0, sizeof told);
    int setups = setups_each(game, tap_rounds(COMBINATIONS), setup_look, &look);
    tap_result(!look.confused && look.pairs, "%s, %d set-ups, %llu views: they differ exactly when arrays do",
               game->name, setups, (unsigned long long)look.pairs);
    tap_result(!look.beyond, "%s: every cell is within its stated range", game->name);
    tap_result(!look.misplaced, "%s: the array says whose it is", game->name);
    tap_result(!look.overrun, "%s: nothing is written beyond the array", game->name);
    tap_result(!look.outdated, "%s: arrays that are updated where views change are those filled anew",
               game->name);
    told_check(game);
    tap_result(parts_fit(game), "%s: the parts cover the array", game->name);
}

int main(int count, char **arg)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game) && (count < 2 || strcmp(arg[1], (*game)->name) == 0))
            check_game(*game);
    }
    return tap_finish();
}
