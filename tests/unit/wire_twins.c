/*
 * No byte that wire/ writes for a viewer depends on what that viewer may not know. Two tables play one game;
 * in the second chance and the other seats do different things wherever the viewer is told the same. As long
 * as that holds, updates, reasons, previews and boards for that viewer must be equal byte for byte, while
 * those of another viewer differ.
 */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "draw.h"
#include "leaks.h"
#include "setups.h"
#include "tap.h"
#include "update.h"

enum {
    PAIRS = 30,
    PAIRS_BRIEF = 6,
    COMBINATIONS = 3,
    STEPS_MAX = 200,
    TRIES = 12,
    ACTIONS_TRIED = 4,
    PREVIEWS_EVERY = 16
};

struct pair {
    struct table *table[2];
    struct wire_sent *sent[2];
    int viewer;
    uint64_t stepped; /* updates with the positions between them */
    struct lan_rng rng;
    int64_t now;
};

struct count {
    uint64_t steps;  /* updates compared that have positions between */
    uint64_t twins;  /* positions compared in which the two tables differ */
    uint64_t others; /* those of them in which another viewer is sent something different */
    const char *leak;
};

/* ---- Playing both -------------------------------------------------------------------------------------- */

static struct table *table_new(const struct lan_rules *rules)
{
    struct table_setup setup;
    struct lan_problem problem;
    table_setup_init(rules->game, rules->seats, &setup);
    setup.config = rules->config;
    setup.clock = (struct table_clock){.kind = TABLE_CLOCK_BUDGET, .budget = 1 << 30};
    struct table *table = table_create(&setup, 0, &problem);
    lan_assert(table);
    return table;
}

static const struct lan_state *state_of(const struct table *table, union lan_state_buf *memory)
{
    return table_state_at(table, table_count(table), memory);
}

/*
 * What an action of a seat would tell the viewer, and whom the game would wait for then. False when it is
 * refused.
 */
static bool told_by(const struct pair *pair, int which, int seat, lan_action action, struct lan_events *told,
                    struct lan_turn *turn)
{
    const struct lan_rules *rules = table_rules(pair->table[which]);
    union lan_state_buf copy;
    struct lan_events events = {.count = 0};
    const struct lan_state *state = state_of(pair->table[which], &copy);
    if (state != (const struct lan_state *)&copy)
        memcpy(&copy, state, rules->game->state_size);
    if (lan_apply(rules, (struct lan_state *)&copy, seat, action, &events) != 0)
        return false;
    told->count = 0;
    for (int i = 0; i < events.count; i++)
        told->count += lan_event_tell(rules->game, &events.event[i], pair->viewer, &told->event[told->count]);
    rules->game->turn(rules, (struct lan_state *)&copy, turn);
    return true;
}

/* Whether the action in the second table looks to the viewer like `told` and `turn` in the first. */
static bool alike(const struct pair *pair, int seat, lan_action action, const struct lan_events *told,
                  const struct lan_turn *turn)
{
    struct lan_events other;
    struct lan_turn after;
    return told_by(pair, 1, seat, action, &other, &after) && other.count == told->count &&
           memcmp(other.event, told->event, told->count * sizeof *told->event) == 0 &&
           after.must == turn->must;
}

static void play(struct table *table, int seat, lan_action action, int64_t now)
{
    struct table_entry entry = {
        .kind = TABLE_ENTRY_ACT, .seat = (uint8_t)seat, .action = action, .time = now, .text = ""};
    int refusal = table_append(table, &entry);
    lan_assert(refusal == 0);
}

/*
 * One action in both tables; in the second another one if the viewer cannot tell. False when there is none,
 * or at the end.
 */
static bool step(struct pair *pair)
{
    const struct lan_rules *rules = table_rules(pair->table[0]);
    union lan_state_buf memory;
    struct lan_turn now, after;
    struct lan_list list, others;
    struct lan_events told;
    rules->game->turn(rules, state_of(pair->table[0], &memory), &now);
    if (!now.must)
        return false;
    int seat = __builtin_ctz(now.must);
    lan_actions(rules, state_of(pair->table[0], &memory), seat, &list);
    lan_actions(rules, state_of(pair->table[1], &memory), seat, &others);
    lan_action action = list.action[lan_rng_below(&pair->rng, list.count)];
    /* Once over, a game may show everything. */
    if (!told_by(pair, 0, seat, action, &told, &after) || !after.must)
        return false;
    pair->now += 1000;
    for (int try = 0; others.count && try <= TRIES; try++) {
        lan_action choice = seat == pair->viewer || try == TRIES
                                ? action
                                : others.action[lan_rng_below(&pair->rng, others.count)];
        if (alike(pair, seat, choice, &told, &after)) {
            play(pair->table[0], seat, action, pair->now);
            play(pair->table[1], seat, choice, pair->now);
            return true;
        }
    }
    return false;
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static bool same(const struct buf *out)
{
    return out[0].length == out[1].length && memcmp(out[0].at, out[1].at, out[0].length) == 0;
}

static struct wire_viewer viewer_of(const struct pair *pair, int which, int viewer)
{
    return (struct wire_viewer){
        .table = pair->table[which], .viewer = viewer, .undo = true, .now = pair->now};
}

/*
 * Updates, whole and since the last, by fields and by parts, with and without derived fields, and the board.
 */
static void updates_write(struct pair *pair, int which, struct buf *out)
{
    struct wire_viewer viewer = viewer_of(pair, which, pair->viewer);
    struct lan_reader reader = {.width = 80, .style = LAN_STYLE_ASCII};
    struct buf parts = {0};
    js_bool(out, "news", wire_update_next(out, &parts, &viewer, &pair->sent[which]));
    buf_add(out, parts.at, parts.length);
    buf_free(&parts);
    wire_update_write(out, &viewer, 0, NULL);
    viewer.unaided = true;
    wire_update_write(out, &viewer, 0, NULL);
    if (table_game(viewer.table)->draw)
        wire_board_write(out, &viewer, &reader);
}

static void reasons_write(const struct pair *pair, int which, lan_action action, struct buf *out)
{
    if (pair->viewer < LAN_SEATS_MAX)
        wire_why_write(out, pair->table[which], pair->viewer, action);
}

static void preview_write(const struct pair *pair, int which, lan_action action, struct buf *out)
{
    static struct preview preview;
    union lan_view_buf memory;
    const struct table *table = pair->table[which];
    const struct lan_view *view = table_view(table, pair->viewer, &memory);
    int refusal = preview_make(table_rules(table), view, pair->viewer, action, &preview);
    js_int(out, "refusal", refusal);
    if (!refusal)
        wire_preview_write(out, table_rules(table), view, &preview, false);
}

/*
 * The name of what differs between the two tables in what is written for the viewer; NULL when nothing does.
 */
static const char *difference(struct pair *pair, struct buf out[2], bool previews)
{
    const struct lan_game *game = table_game(pair->table[0]);
    struct lan_list list = {.count = 0};
    for (int which = 0; which < 2; which++) {
        buf_clear(&out[which]);
        updates_write(pair, which, &out[which]);
    }
    pair->stepped += strstr(buf_cstr(&out[0]), "\"steps\":[") != NULL;
    if (!same(out))
        return "an update or a board";
    if (pair->viewer < LAN_SEATS_MAX)
        table_actions(pair->table[0], pair->viewer, &list);
    for (int i = 0; i < ACTIONS_TRIED; i++) {
        lan_action action = i % 2 && list.count
                                ? list.action[lan_rng_below(&pair->rng, list.count)]
                                : lan_action_at(game, lan_rng_below(&pair->rng, lan_action_count(game)));
        for (int which = 0; which < 2; which++)
            reasons_write(pair, which, action, &out[which]);
    }
    if (!same(out))
        return "a reason";
    for (int which = 0; previews && list.count && which < 2; which++)
        preview_write(pair, which, list.action[0], &out[which]);
    return same(out) ? NULL : "a preview";
}

/* Whether some other viewer is sent something different: shows that the comparison could fail. */
static bool others_differ(const struct pair *pair, struct buf out[2])
{
    for (int viewer = 0; viewer < table_rules(pair->table[0])->seats; viewer++) {
        for (int which = 0; which < 2; which++) {
            struct wire_viewer about = viewer_of(pair, which, viewer);
            buf_clear(&out[which]);
            wire_update_write(&out[which], &about, 0, NULL);
        }
        if (viewer != pair->viewer && !same(out))
            return true;
    }
    return false;
}

static bool tables_differ(const struct pair *pair)
{
    union lan_state_buf memory[2];
    return memcmp(state_of(pair->table[0], &memory[0]), state_of(pair->table[1], &memory[1]),
                  table_game(pair->table[0])->state_size) != 0;
}

/* ---- All pairs ----------------------------------------------------------------------------------------- */

static void pair_compare(struct pair *pair, struct count *count)
{
    struct buf out[2] = {{0}};
    uint64_t before = count->others;
    for (int i = 0; i < STEPS_MAX && !count->leak && step(pair); i++) {
        /* Sometimes several entries are told at once, so that the positions between are sent. */
        if (lan_rng_below(&pair->rng, 2))
            continue;
        count->leak = difference(pair, out, i % PREVIEWS_EVERY == 0);
        if (!tables_differ(pair))
            continue;
        count->twins++;
        if (count->others == before)
            count->others += others_differ(pair, out);
    }
    count->steps += pair->stepped;
    buf_free(&out[0]);
    buf_free(&out[1]);
}

/* The pairs of one game, by viewer. */
struct look {
    struct count count[LAN_WATCHER + 1];
    int pairs; /* of each viewer and set-up */
};

static void pairs_compare(const struct setup *setup, int viewer, int pairs, struct count *count)
{
    for (int i = 0; i < pairs && !count->leak; i++) {
        struct pair pair = {.viewer = viewer};
        lan_rng_init(&pair.rng, setup->seed + (uint64_t)(1000 * viewer + i));
        for (int which = 0; which < 2; which++)
            pair.table[which] = table_new(setup->rules);
        pair_compare(&pair, count);
        if (count->leak)
            tap_note("%s: %s differs", setup->label, count->leak);
        for (int which = 0; which < 2; which++) {
            wire_sent_free(pair.sent[which]);
            table_destroy(pair.table[which]);
        }
    }
}

static void setup_compare(const struct setup *setup, void *context)
{
    struct look *look = context;
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        if (viewer < setup->rules->seats || viewer == LAN_WATCHER)
            pairs_compare(setup, viewer, look->pairs, &look->count[viewer]);
    }
}

static void check_game(const struct lan_game *game)
{
    int combinations = tap_rounds(COMBINATIONS);
    struct look look = {.pairs = 1 + tap_rounds(tap_brief() ? PAIRS_BRIEF : PAIRS) /
                                         setups_count(game, combinations)};
    uint64_t steps = 0;
    setups_each(game, combinations, setup_compare, &look);
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        const struct count *count = &look.count[viewer];
        if (viewer >= game->seats_max && viewer != LAN_WATCHER)
            continue;
        tap_result(!count->leak, "%s: twins of %s %d are sent the same bytes", game->name,
                   viewer == LAN_WATCHER ? "the watcher, viewer" : "seat", viewer + 1);
        steps += count->steps;
        if (leaks_possible(game))
            tap_result(count->twins && count->others,
                       "%s: %llu positions differed, and other viewers were sent something different",
                       game->name, (unsigned long long)count->twins);
    }
    tap_result(steps, "%s: %llu of the updates had positions between", game->name, (unsigned long long)steps);
}

int main(void)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game))
            check_game(*game);
    }
    return tap_finish();
}
