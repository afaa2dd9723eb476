/* walk.c - paths through the house: precomputed tables, and what a hunter can reach. */
#include "state.h"

#include <string.h>

/* ---- Tables -------------------------------------------------------------------------------------------- */

static bool door_locked(int colour, int lock)
{
    return (colour == TH_BLUE && lock == TH_LOCK_BLUE) || (colour == TH_GREEN && lock == TH_LOCK_GREEN);
}

static void near_compile(struct th_rules *rules, int lock)
{
    const struct th_board *board = &rules->board;
    uint64_t *doors = rules->doors_cost ? rules->near2[lock] : rules->near1[lock];
    memcpy(rules->near1[lock], board->open, sizeof rules->near1[lock]);
    for (int i = 0; i < board->doors; i++) {
        const struct th_door *door = &board->door[i];
        if (door_locked(door->colour, lock))
            continue;
        doors[door->a] |= TH_BIT(door->b);
        doors[door->b] |= TH_BIT(door->a);
    }
}

static uint64_t neighbours(const uint64_t near[TH_NODES_MAX], uint64_t nodes)
{
    uint64_t found = 0;
    for (; nodes; nodes &= nodes - 1)
        found |= near[__builtin_ctzll(nodes)];
    return found;
}

/* Breadth-first search from one node, which fills its row of the reach and distance tables. */
static void reach_compile(struct th_rules *rules, int lock, int from)
{
    uint64_t seen = TH_BIT(from), layer = seen, before = 0;
    uint8_t *distance = rules->distance[lock][from];
    rules->reach[lock][from][0] = seen;
    distance[from] = 0;
    for (int steps = 1; layer | before; steps++) {
        uint64_t next = neighbours(rules->near1[lock], layer) | neighbours(rules->near2[lock], before);
        next &= ~seen;
        before = layer;
        layer = next;
        seen |= next;
        for (; next; next &= next - 1)
            distance[__builtin_ctzll(next)] = (uint8_t)steps;
        if (steps <= TH_STEPS_MAX)
            rules->reach[lock][from][steps] = seen;
    }
    for (int steps = 1; steps <= TH_STEPS_MAX; steps++)
        rules->reach[lock][from][steps] |= rules->reach[lock][from][steps - 1];
}

void th_ways_compile(struct th_rules *rules)
{
    memset(rules->distance, UINT8_MAX, sizeof rules->distance);
    for (int lock = 0; lock < TH_LOCKS; lock++) {
        near_compile(rules, lock);
        for (int node = 0; node < rules->board.nodes; node++)
            reach_compile(rules, lock, node);
    }
}

/* ---- A hunter's paths ---------------------------------------------------------------------------------- */

unsigned th_hunters_at(const struct th_rules *rules, const struct th_public *pub, int node)
{
    unsigned found = 0;
    for (int hunter = 0; hunter < TH_HUNTERS_MAX; hunter++)
        found |= (unsigned)(pub->at[hunter] == node) << hunter;
    return found & ((1u << rules->hunters) - 1);
}

uint64_t th_occupied(const struct th_rules *rules, const struct th_public *pub, int hunter)
{
    uint64_t nodes = 0;
    (void)rules; /* hunters that do not take part are outside, which is no tile */
    for (int other = 0; other < TH_HUNTERS_MAX; other++)
        nodes |= (uint64_t)(other != hunter) << pub->at[other];
    return nodes & TH_TILE_NODES;
}

bool th_held(const struct th_public *pub, int hunter)
{
    return pub->carries[hunter] && (TH_NODES_OF(pub->haunted) >> pub->at[hunter] & 1);
}

int th_step_cost(const struct th_rules *rules, int lock, int from, int to)
{
    if (rules->near1[lock][from] >> to & 1)
        return 1;
    return rules->near2[lock][from] >> to & 1 ? 2 : 0;
}

/* Whether a hunter carries a number that is not the next, where the rules refuse it the step outside. */
static bool exit_refused(const struct th_rules *rules, const struct th_public *pub, int hunter)
{
    return rules->numbered && !rules->wrong_waits && pub->carries[hunter] &&
           pub->carries[hunter] != pub->out + 1;
}

/* Breadth-first search: `shut` nodes are not entered, `final` ones are entered but not left. */
static uint64_t walk_around(const struct th_rules *rules, int lock, int from, int steps, uint64_t shut,
                            uint64_t final)
{
    uint64_t seen = TH_BIT(from), layer = seen, before = 0;
    for (int step = 1; step <= steps; step++) {
        uint64_t next =
            neighbours(rules->near1[lock], layer & ~final) | neighbours(rules->near2[lock], before & ~final);
        next &= ~(seen | shut);
        before = layer;
        layer = next;
        seen |= next;
    }
    return seen;
}

uint64_t th_walk(const struct th_rules *rules, const struct th_public *pub, int hunter, int from, int steps)
{
    uint64_t free = rules->reach[pub->lock][from][steps];
    if (!pub->carries[hunter])
        return free;
    uint64_t haunted = TH_NODES_OF(pub->haunted);
    if (haunted >> from & 1)
        return TH_BIT(from);
    uint64_t shut = exit_refused(rules, pub, hunter) ? TH_BIT(TH_OUTSIDE) : 0;
    if (!(free & (haunted | shut)))
        return free;
    return walk_around(rules, pub->lock, from, steps, shut & ~TH_BIT(from), haunted);
}

uint64_t th_stops(const struct th_rules *rules, const struct th_public *pub)
{
    int hunter = pub->hunter;
    return th_walk(rules, pub, hunter, pub->at[hunter], pub->steps) & ~th_occupied(rules, pub, hunter);
}

/* Rooms with a face-down jewel, as nodes. */
static uint64_t face_down(const struct th_public *pub)
{
    uint64_t rooms = 0;
    for (unsigned rest = pub->jewels; rest; rest &= rest - 1) {
        int room = __builtin_ctz(rest);
        if (!pub->number[room])
            rooms |= TH_BIT(TH_ROOM_A + room);
    }
    return rooms;
}

bool th_by_steps(const struct th_rules *rules, const struct th_public *pub)
{
    if (!pub->unknown || rules->reveal_on_stop)
        return false;
    int hunter = pub->hunter;
    return (th_walk(rules, pub, hunter, pub->at[hunter], pub->steps) & face_down(pub)) != 0;
}

uint64_t th_steps(const struct th_rules *rules, const struct th_public *pub)
{
    int hunter = pub->hunter, here = pub->at[hunter];
    if (th_held(pub, hunter))
        return 0;
    uint64_t next = (pub->steps >= 1 ? rules->near1[pub->lock][here] : 0) |
                    (pub->steps >= 2 ? rules->near2[pub->lock][here] : 0);
    if (exit_refused(rules, pub, hunter))
        next &= ~TH_BIT(TH_OUTSIDE);
    uint64_t occupied = th_occupied(rules, pub, hunter);
    for (uint64_t rest = next & occupied; rest; rest &= rest - 1) {
        int node = __builtin_ctzll(rest);
        int left = pub->steps - th_step_cost(rules, pub->lock, here, node);
        if (!(th_walk(rules, pub, hunter, node, left) & ~occupied))
            next &= ~TH_BIT(node);
    }
    return next;
}

bool th_can_return(const struct th_rules *rules, const struct th_public *pub)
{
    int hunter = pub->hunter, here = pub->at[hunter];
    uint64_t final = pub->carries[hunter] ? TH_NODES_OF(pub->haunted) | TH_BIT(TH_OUTSIDE) : 0;
    if (final >> here & 1 && here != TH_OUTSIDE)
        return false;
    uint64_t next = (pub->steps >= 2 ? rules->near1[pub->lock][here] : 0) |
                    (pub->steps >= 4 ? rules->near2[pub->lock][here] : 0);
    return (next & ~final) != 0;
}

void th_ways(const struct th_rules *rules, const struct th_public *pub, uint8_t before[TH_NODES_MAX])
{
    int here = pub->at[pub->hunter];
    uint64_t reached[TH_STEPS_MAX + 1] = {TH_BIT(here)}; /* by distance, those that a way leads to */
    uint64_t shut = th_by_steps(rules, pub) ? face_down(pub) : 0;
    if (pub->carries[pub->hunter])
        shut |= TH_NODES_OF(pub->haunted);
    shut &= ~TH_BIT(here);
    memset(before, TH_NODES_MAX, TH_NODES_MAX);
    uint64_t within = TH_BIT(here);
    for (int steps = 1; steps <= pub->steps; steps++) {
        uint64_t rest = th_walk(rules, pub, pub->hunter, here, steps) & ~within;
        within |= rest;
        for (; rest; rest &= rest - 1) {
            int node = __builtin_ctzll(rest);
            uint64_t via = reached[steps - 1] & rules->near1[pub->lock][node];
            if (steps > 1)
                via |= reached[steps - 2] & rules->near2[pub->lock][node];
            via &= ~shut;
            if (!via)
                continue;
            before[node] = (uint8_t)__builtin_ctzll(via);
            reached[steps] |= TH_BIT(node);
        }
    }
}
