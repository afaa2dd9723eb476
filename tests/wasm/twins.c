#include "twins.h"

#include <string.h>

#include "../../offline/inside.h"
#include "../support/twin_pair.h"

enum { SEATS_MOST = 5, LATER = 1000000, PACE = 1000 };

static struct table *scripted(const struct lan_game *game, void *seats)
{
    struct table_setup setup;
    struct lan_problem problem;
    table_setup_init(game, *(const int *)seats, &setup);
    return table_create(&setup, 0, &problem);
}

static void answer_add(const struct offline *offline, bool good, struct buf *out)
{
    buf_add(out, &good, sizeof good);
    buf_add(out, offline_answer(offline), offline_answer_length(offline));
}

/* What the module gives out about a seat: an update, the moments, and what a bot there would be handed. */
static void shown_write(struct table *table, int seat, struct buf *out)
{
    struct offline *offline = offline_create();
    lan_assert(offline);
    offline->table = table;
    match_begun(offline);
    answer_add(offline, offline_open(offline, seat + 1, 0, LATER), out);
    answer_add(offline, offline_moments(offline, PACE), out);
    answer_add(offline, offline_question(offline, seat + 1), out);
    offline->table = NULL;
    offline_destroy(offline);
}

static bool shown_same(const struct twin_pair *pair, int seat)
{
    struct buf a = {0}, b = {0};
    shown_write(pair->a, seat, &a);
    shown_write(pair->b, seat, &b);
    bool same = a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
    buf_free(&a);
    buf_free(&b);
    return same;
}

uint32_t offline_twins(const char *name, uint32_t seed, uint32_t tries)
{
    const struct lan_game *game = lan_game_find(name, 0);
    int seats = game->seats_max < SEATS_MOST ? game->seats_max : SEATS_MOST;
    uint32_t made = 0, same = 0, others = 0;
    for (uint32_t i = 0; i < tries && made < TWINS_PAIRS_MAX; i++) {
        struct twin_pair pair;
        struct twin_setup setup = {.game = game,
                                   .viewer = (int)i % seats,
                                   .seed = (uint64_t)seed + i,
                                   .differ = true,
                                   .create = scripted,
                                   .context = &seats};
        bool differs = false;
        if (!twin_pair_make(&setup, &pair))
            continue;
        made++;
        same += shown_same(&pair, pair.viewer);
        for (int seat = 0; seat < seats && !differs; seat++)
            differs = seat != pair.viewer && !shown_same(&pair, seat);
        others += differs;
        table_destroy(pair.a);
        table_destroy(pair.b);
    }
    return made | same << 8 | others << 16;
}
