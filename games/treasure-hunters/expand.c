/*
 * expand.c - the shorthand of a move: a target where the rules want steps, a path where they want a target.
 *
 *   go J            where a number may be turned up on the way: the steps of a shortest path, which avoids
 *                   rooms with a face-down jewel if possible, and the stop
 *   step T1 T2 J    several steps at once; where the move names its target, the last node
 */
#include "state.h"

#include <string.h>

struct walker {
    const struct th_rules *rules;
    struct th_public pub; /* the position after the actions listed so far */
    struct lan_list *list;
};

static int here_of(const struct walker *w)
{
    return w->pub.at[w->pub.hunter];
}

static void add(struct walker *w, int kind, int node)
{
    lan_list_add(w->list, LAN_ACTION(kind, node, 0, 0));
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* Nodes that a path may end in but not lead through. */
static uint64_t final_nodes(const struct walker *w)
{
    return w->pub.carries[w->pub.hunter] ? TH_NODES_OF(w->pub.haunted) | TH_BIT(TH_OUTSIDE) : 0;
}

/*
 * A shortest path to `target` that stays out of `avoid`: its nodes in order. Returns their number, 0 when the
 * steps do not suffice.
 */
static int way_find(const struct walker *w, int target, uint64_t avoid, uint8_t way[TH_STEPS_MAX])
{
    uint64_t layer[TH_STEPS_MAX + 1] = {TH_BIT(here_of(w))}, seen = layer[0];
    uint64_t open = ~(final_nodes(w) | avoid) | layer[0];
    const uint64_t *near1 = w->rules->near1[w->pub.lock], *near2 = w->rules->near2[w->pub.lock];
    int steps = 0;
    while (!(layer[steps] >> target & 1)) {
        if (++steps > w->pub.steps)
            return 0;
        for (int cost = 1; cost <= 2 && cost <= steps; cost++) {
            for (uint64_t rest = layer[steps - cost] & open; rest; rest &= rest - 1)
                layer[steps] |= (cost == 1 ? near1 : near2)[__builtin_ctzll(rest)];
        }
        layer[steps] &= ~seen;
        seen |= layer[steps];
    }
    int count = 0, node = target;
    uint8_t backwards[TH_STEPS_MAX];
    while (steps) {
        backwards[count++] = (uint8_t)node;
        uint64_t from = near1[node] & layer[steps - 1] & open;
        int cost = from ? 1 : 2;
        if (!from)
            from = near2[node] & layer[steps - 2] & open;
        node = __builtin_ctzll(from);
        steps -= cost;
    }
    for (int i = 0; i < count; i++)
        way[i] = backwards[count - 1 - i];
    return count;
}

static uint64_t face_down(const struct th_public *pub)
{
    uint64_t rooms = 0;
    for (int room = 0; room < TH_ROOMS; room++) {
        if ((pub->jewels >> room & 1) && !pub->number[room])
            rooms |= TH_BIT(TH_ROOM_A + room);
    }
    return rooms;
}

/* ---- Expanding ----------------------------------------------------------------------------------------- */

/* Makes one step in the walker's copy of the position; false when it is not possible. */
static bool step_on(struct walker *w, int node)
{
    struct th_public *pub = &w->pub;
    if (!(th_steps(w->rules, pub) >> node & 1))
        return false;
    pub->steps = (uint8_t)(pub->steps - th_step_cost(w->rules, pub->lock, here_of(w), node));
    pub->at[pub->hunter] = (uint8_t)node;
    pub->moved = 1;
    /* The path does not depend on the number that comes up: any will do to mark the jewel as turned up. */
    if (th_is_room(node) && !pub->number[th_room(node)] && !w->rules->reveal_on_stop)
        pub->number[th_room(node)] = 1;
    return true;
}

/*
 * Lists the steps of a path and, if asked for, the stop at its end; from where moves name targets, the
 * target.
 */
static bool way_walk(struct walker *w, const uint8_t *way, int count, bool stop)
{
    for (int i = 0; i < count; i++) {
        if (!th_by_steps(w->rules, &w->pub)) {
            bool home = way[count - 1] == here_of(w) && (w->pub.moved || w->rules->stay_counts);
            add(w, home ? TH_ACTION_STAY : TH_ACTION_GO, home ? 0 : way[count - 1]);
            for (; i < count; i++) {
                if (!step_on(w, way[i]))
                    return false;
            }
            return true;
        }
        if (!step_on(w, way[i]))
            return false;
        add(w, TH_ACTION_STEP, way[i]);
    }
    bool ended = !w->pub.steps || th_held(&w->pub, w->pub.hunter) ||
                 (here_of(w) == TH_OUTSIDE && w->pub.carries[w->pub.hunter]);
    if (stop && !ended)
        add(w, TH_ACTION_STAY, 0);
    return true;
}

/*
 * Parses the words after the first as nodes. Returns their number, -1 when one is not a node or there are too
 * many.
 */
static int nodes_parse(const struct th_rules *rules, const char *at, uint8_t node[TH_STEPS_MAX])
{
    int count = 0;
    for (;;) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, " \t");
        int value;
        if (!length)
            return count;
        if (count == TH_STEPS_MAX || !lan_value_parse(rules->base.game, TH_TYPE_NODE, at, length, &value))
            return -1;
        node[count++] = (uint8_t)value;
        at += length;
    }
}

/*
 * Lists a path that cannot be walked up to the step that is refused, so that its reason is told; where moves
 * name their target, that target.
 */
static void refused_list(struct walker *w, const struct th_public *start, const uint8_t *way, int count)
{
    w->pub = *start;
    w->list->count = 0;
    for (int i = 0; i < count && th_by_steps(w->rules, &w->pub); i++) {
        add(w, TH_ACTION_STEP, way[i]);
        if (!step_on(w, way[i]))
            return;
    }
    add(w, TH_ACTION_GO, way[count - 1]);
}

bool th_expand(const struct lan_rules *base, const struct lan_view *opaque, const char *notation,
               struct lan_list *list)
{
    struct walker w = {th_rules_of(base), ((const struct th_view *)opaque)->pub, list};
    uint8_t node[TH_STEPS_MAX], way[TH_STEPS_MAX];
    notation += strspn(notation, " \t");
    size_t length = strcspn(notation, " \t");
    int count = nodes_parse(w.rules, notation + length, node);
    if (w.pub.phase != TH_MOVING || count < 1)
        return false;
    bool by_steps = th_by_steps(w.rules, &w.pub);
    if (lan_text_same(notation, length, "step")) {
        if (count == 1 && by_steps)
            return false;
        if (!way_walk(&w, node, count, false))
            refused_list(&w, &((const struct th_view *)opaque)->pub, node, count);
        return true;
    }
    if (!lan_text_same(notation, length, "go") || count > 1 || !by_steps)
        return false;
    count = way_find(&w, node[0], face_down(&w.pub), way);
    if (!count)
        count = way_find(&w, node[0], 0, way);
    return count && way_walk(&w, way, count, true);
}
