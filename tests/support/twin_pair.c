#include "twin_pair.h"

#include <string.h>

enum { STEPS_MAX = 400, TRIES = 12 };

static uint16_t must_of(const struct table *table)
{
    union lan_state_buf buf;
    struct lan_turn turn;
    const struct lan_rules *rules = table_rules(table);
    rules->game->turn(rules, table_state_at(table, table_count(table), &buf), &turn);
    return turn.must;
}

static void list_of(const struct table *table, int seat, struct lan_list *list)
{
    union lan_state_buf buf;
    list->count = list->musts = 0;
    lan_actions(table_rules(table), table_state_at(table, table_count(table), &buf), seat, list);
}

static bool append(struct table *table, int seat, lan_action action, int64_t now)
{
    struct table_entry entry = {
        .kind = TABLE_ENTRY_ACT, .seat = (uint8_t)seat, .action = action, .time = now, .text = ""};
    return table_append(table, &entry) == 0;
}

/* Whether B, having played `action`, has told the viewer the same as A, which has played already. */
static bool told_alike(const struct twin_pair *pair, const struct table *b, uint32_t since)
{
    char text[2][TABLE_TOLD_JSON_MAX];
    struct table_reader one, other;
    struct table_turn turn_a, turn_b;
    struct table_told told;
    table_turn(pair->a, pair->viewer, &turn_a);
    table_turn(b, pair->viewer, &turn_b);
    if (turn_a.must != turn_b.must ||
        table_told_count(pair->a, pair->viewer) != table_told_count(b, pair->viewer))
        return false;
    table_reader_init(pair->a, pair->viewer, since, &one);
    table_reader_init(b, pair->viewer, since, &other);
    while (table_read(&one, &told)) {
        struct lan_text out = lan_text_init(text[0], sizeof text[0]);
        table_told_json(table_game(b), &told, &out);
        out = lan_text_init(text[1], sizeof text[1]);
        lan_assert(table_read(&other, &told));
        table_told_json(table_game(b), &told, &out);
        if (strcmp(text[0], text[1]) != 0)
            return false;
    }
    return true;
}

/* B follows: by the same action, or by another that the viewer cannot tell from it. */
static bool follow(struct twin_pair *pair, int seat, lan_action action, uint32_t since)
{
    struct lan_list list;
    list_of(pair->b, seat, &list);
    for (int try = 0; list.count && try < TRIES; try++) {
        bool other = try > 0 || lan_rng_below(&pair->rng, 3) == 0;
        lan_action choice =
            other && seat != pair->viewer ? list.action[lan_rng_below(&pair->rng, list.count)] : action;
        struct table *copy = table_fork(pair->b, table_count(pair->b));
        if (copy && append(copy, seat, choice, pair->now) && told_alike(pair, copy, since)) {
            table_destroy(pair->b);
            pair->b = copy;
            pair->differ |= choice != action;
            return true;
        }
        table_destroy(copy);
    }
    return false;
}

/* One action in both. False when the game is over or B cannot follow; then A has gone one step too far. */
static bool step(struct twin_pair *pair)
{
    struct lan_list list;
    uint16_t must = must_of(pair->a);
    if (!must || must != must_of(pair->b))
        return false;
    int seat = __builtin_ctz(must);
    list_of(pair->a, seat, &list);
    lan_action action = list.action[lan_rng_below(&pair->rng, list.musts ? list.musts : list.count)];
    uint32_t since = table_told_count(pair->a, pair->viewer);
    pair->now += 1000;
    return append(pair->a, seat, action, pair->now) && follow(pair, seat, action, since);
}

bool twin_pair_make(const struct twin_setup *setup, struct twin_pair *pair)
{
    *pair = (struct twin_pair){.viewer = setup->viewer, .now = setup->start};
    lan_rng_init(&pair->rng, setup->seed);
    pair->a = setup->create(setup->game, setup->context);
    pair->b = setup->create(setup->game, setup->context);
    uint32_t good = 0;
    uint32_t length = 1 + lan_rng_below(&pair->rng, STEPS_MAX);
    for (uint32_t i = 0; i < length && step(pair); i++) {
        if ((pair->differ || !setup->differ) && must_of(pair->a) != 1 << LAN_CHANCE && must_of(pair->a))
            good = table_count(pair->a);
    }
    struct table *a = good ? table_fork(pair->a, good) : NULL, *b = good ? table_fork(pair->b, good) : NULL;
    table_destroy(pair->a);
    table_destroy(pair->b);
    pair->a = a;
    pair->b = b;
    return a && b;
}
