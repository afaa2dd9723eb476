#include "match.h"

#include <stdlib.h>
#include <string.h>

void match_options(struct table_setup *setup, const char *options, char buf[MATCH_OPTIONS_MAX])
{
    struct lan_text text = lan_text_init(buf, MATCH_OPTIONS_MAX);
    lan_text_add(&text, options);
    lan_assert(!text.cut);
    for (char *part = strtok(buf, ","); part; part = strtok(NULL, ",")) {
        struct lan_problem problem;
        char *value = strchr(part, '=');
        lan_assert(value);
        *value++ = 0;
        lan_assert(lan_config_set(setup->game, &setup->config, part, value, &problem));
    }
}

struct table *match_create(const struct table_setup *setup)
{
    struct lan_problem problem;
    struct table *table = table_create(setup, 0, &problem);
    lan_assert(table);
    return table;
}

struct table *match_start(const char *game, int seats, const char *options, uint64_t seed)
{
    struct table_setup setup;
    struct lan_dice dice;
    char buf[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find(game, 0), seats, &setup);
    table_dice_init(seed, &dice);
    setup.dice = &dice;
    if (options)
        match_options(&setup, options, buf);
    return match_create(&setup);
}

int match_do(struct table *table, int seat, const char *notation, int64_t now)
{
    lan_action action;
    lan_assert(lan_action_parse(table_game(table), notation, &action));
    return table_act(table, seat ? seat - 1 : LAN_CHANCE, action, now);
}

/* A random seat that must or may act, with its list. */
static int seat_choose(const struct table *table, struct lan_rng *rng, struct lan_list *list)
{
    int seats = table_rules(table)->seats;
    for (;;) {
        int seat = (int)lan_rng_below(rng, (uint32_t)seats);
        table_actions(table, seat, list);
        if (list->count)
            return seat;
    }
}

static bool play(struct table *table, uint64_t seed, int steps, bool undo)
{
    struct lan_rng rng;
    int64_t now = table_started(table);
    lan_rng_init(&rng, seed);
    for (int step = 0; step < steps && table_end(table) == TABLE_RUNNING; step++) {
        struct lan_list list;
        now += 1000;
        if (undo && lan_rng_below(&rng, 5) == 0)
            table_undo(table, (int)lan_rng_below(&rng, table_rules(table)->seats), now);
        int seat = seat_choose(table, &rng, &list);
        lan_assert(table_act(table, seat, list.action[lan_rng_below(&rng, list.count)], now) == 0);
    }
    return table_end(table) != TABLE_RUNNING;
}

bool match_play(struct table *table, uint64_t seed, int steps)
{
    return play(table, seed, steps, true);
}

bool match_play_on(struct table *table, uint64_t seed, int steps)
{
    return play(table, seed, steps, false);
}

static bool views_same(struct table *one, struct table *other, int viewer)
{
    static char text[2][1 << 16];
    uint8_t hash[2][LAN_HASH_BYTES];
    struct table_turn turn[2];
    struct table *both[2] = {one, other};
    for (int i = 0; i < 2; i++) {
        struct lan_text out = lan_text_init(text[i], sizeof text[i]);
        table_view_json(both[i], viewer, &out);
        table_turn(both[i], viewer, &turn[i]);
        table_chain(both[i], viewer, hash[i]);
    }
    return strcmp(text[0], text[1]) == 0 && memcmp(hash[0], hash[1], sizeof hash[0]) == 0 &&
           turn[0].must == turn[1].must && turn[0].may == turn[1].may && turn[0].active == turn[1].active &&
           turn[0].window == turn[1].window && turn[0].decision == turn[1].decision &&
           table_told_count(one, viewer) == table_told_count(other, viewer);
}

bool match_same(struct table *one, struct table *other)
{
    union lan_state_buf buf[2];
    int64_t deadline[2] = {0, 0};
    int seats = table_rules(one)->seats;
    size_t size = table_game(one)->state_size;
    if (table_game(one) != table_game(other) || table_rules(other)->seats != seats ||
        table_count(one) != table_count(other) || table_end(one) != table_end(other) ||
        table_agreed(one) != table_agreed(other) || table_paused(one) != table_paused(other) ||
        table_deadline(one, &deadline[0]) != table_deadline(other, &deadline[1]) ||
        deadline[0] != deadline[1])
        return false;
    table_state_at(one, table_count(one), &buf[0]);
    table_state_at(other, table_count(other), &buf[1]);
    if (memcmp(&buf[0], &buf[1], size) != 0)
        return false;
    for (int seat = 0; seat < seats; seat++) {
        if (!views_same(one, other, seat) || table_seat(one, seat).holder != table_seat(other, seat).holder ||
            strcmp(table_seat(one, seat).name, table_seat(other, seat).name) != 0 ||
            table_budget_left(one, seat, 0) != table_budget_left(other, seat, 0))
            return false;
    }
    return views_same(one, other, LAN_WATCHER);
}
