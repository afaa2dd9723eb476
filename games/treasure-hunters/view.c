/* view.c - the view, and how it is written, with the chances and distances that players discuss. */
#include "state.h"

#include <string.h>

#include "write.h"

void th_observe(const struct lan_rules *base, const struct lan_state *opaque, int viewer,
                struct lan_view *out)
{
    struct th_view *view = (struct th_view *)out;
    (void)base;
    memset(view, 0, sizeof *view);
    view->pub = th_state_of(opaque)->pub;
    view->viewer = (uint8_t)viewer;
}

int th_arrivals(const struct th_public *pub, int room)
{
    /* A ghost drifts past haunted rooms (th_ghost_room): its own card, and those of such rooms before. */
    if (pub->haunted >> room & 1)
        return 0;
    int cards = pub->pile.letters >> room & 1;
    for (int from = (room + TH_ROOMS - 1) % TH_ROOMS; pub->haunted >> from & 1;
         from = (from + TH_ROOMS - 1) % TH_ROOMS)
        cards += pub->pile.letters >> from & 1;
    return cards;
}

int th_walk_distance(const struct th_rules *rules, const struct th_public *pub, int node)
{
    int hunter = pub->hunter, steps = 0;
    while (steps <= pub->steps && !(th_walk(rules, pub, hunter, pub->at[hunter], steps) >> node & 1))
        steps++;
    return steps <= pub->steps ? steps : -1;
}

/* The dice that `hunter` would roll in a fight at `node`. */
static int dice_at(const struct th_rules *rules, const struct th_public *pub, int hunter, int node)
{
    struct th_public there = *pub;
    there.at[hunter] = (uint8_t)node;
    return th_fight_dice(rules, &there, hunter);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

const char *const th_phase_ids[TH_PHASES] = {"starting",  "choosing", "rolling", "drawing",  "moving",
                                             "numbering", "taking",   "daring",  "fighting", "over"};

static const char *const lock_ids[TH_LOCKS] = {NULL, "blue", "green"};

static void write_text(struct lan_writer *w, const char *key, const char *text)
{
    if (text)
        w->string(w, key, text);
    else
        w->none(w, key);
}

static void write_load(struct lan_writer *w, int load)
{
    w->flag(w, "jewel", load != TH_EMPTY);
    if (load == TH_EMPTY || load == TH_PLAIN)
        w->none(w, "number");
    else
        w->number(w, "number", load);
}

/* The chance, out of 36, that a fight with so many dice leaves neither ghost nor haunting in a room. */
static int clear_chance(const struct th_public *pub, int dice, int room)
{
    if (pub->haunted >> room & 1)
        return 20;
    if (pub->ghosts[room] == 1)
        return dice == 2 ? 27 : 18;
    return dice == 2 ? 9 : 0;
}

/* Writes a fight as it would be rolled: chances are out of 36, whatever the number of dice. */
static void write_fight(struct lan_writer *w, const char *key, const struct th_public *pub, int dice,
                        int node)
{
    if (!dice) {
        w->none(w, key);
        return;
    }
    int room = th_room(node);
    w->open_object(w, key);
    w->number(w, "dice", dice);
    w->number(w, "of", 36);
    /* The chance of any progress: removing one ghost, or the haunting. */
    w->number(w, "helps", (pub->haunted >> room & 1) ? 20 : dice == 2 ? 27 : 18);
    w->number(w, "clears", clear_chance(pub, dice, room));
    w->close(w);
}

static void write_hunter(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub,
                         int hunter)
{
    const struct lan_game *game = rules->base.game;
    w->open_object(w, NULL);
    lan_write_value(w, "hunter", game, TH_TYPE_HUNTER, hunter);
    lan_write_value(w, "seat", game, LAN_TYPE_SEAT,
                    pub->phase == TH_STARTING ? LAN_HIDDEN : th_hunter_seat(rules, pub, hunter));
    lan_write_value(w, "node", game, TH_TYPE_NODE, pub->at[hunter]);
    write_load(w, pub->carries[hunter]);
    w->flag(w, "held", th_held(pub, hunter));
    w->number(w, "steps_to_outside", rules->distance[pub->lock][pub->at[hunter]][TH_OUTSIDE]);
    w->close(w);
}

static void write_room(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub,
                       int room)
{
    int arrivals = th_arrivals(pub, room);
    w->open_object(w, NULL);
    lan_write_value(w, "room", rules->base.game, TH_TYPE_NODE, TH_ROOM_A + room);
    w->number(w, "ghosts", pub->ghosts[room]);
    w->flag(w, "haunted", pub->haunted >> room & 1);
    w->flag(w, "jewel", pub->jewels >> room & 1);
    if (pub->number[room])
        w->number(w, "number", pub->number[room]);
    else
        w->none(w, "number");
    w->number(w, "arrivals", arrivals);
    w->flag(w, "danger", arrivals && pub->ghosts[room] == TH_GHOSTS_MAX);
    w->flag(w, "red", rules->board.jewels >> room & 1);
    w->close(w);
}

static void write_cards(struct lan_writer *w, const char *key, const struct lan_game *game,
                        const struct th_cards *cards)
{
    w->open_object(w, key);
    w->number(w, "count", cards->count);
    char letters[TH_ROOMS + 1];
    struct lan_text text = lan_text_init(letters, sizeof letters);
    for (unsigned rest = cards->letters; rest; rest &= rest - 1)
        lan_text_add_char(&text, (char)('A' + __builtin_ctz(rest)));
    w->string(w, "letters", letters);
    for (int card = TH_CARD_SHUFFLE; card < TH_CARDS; card++)
        w->number(w, game->types[TH_TYPE_CARD].words[card].id, th_cards_has(cards, card));
    w->close(w);
}

/* Writes node ids separated by blanks: one string, because the list changes as a whole. */
static void write_nodes(struct lan_writer *w, const struct lan_game *game, uint64_t nodes)
{
    char buffer[TH_NODES_MAX * 5];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    for (; nodes; nodes &= nodes - 1) {
        lan_text_add(&text, text.length ? " " : "");
        lan_value_write(game, TH_TYPE_NODE, __builtin_ctzll(nodes), &text);
    }
    w->string(w, NULL, buffer);
}

/* Adds the nodes of a way after the hunter's own place, separated by blanks. */
static void add_way(struct lan_text *text, const struct lan_game *game, const uint8_t before[TH_NODES_MAX],
                    int node)
{
    if (before[before[node]] != TH_NODES_MAX) {
        add_way(text, game, before, before[node]);
        lan_text_add(text, " ");
    }
    lan_value_write(game, TH_TYPE_NODE, node, text);
}

/*
 * Writes the ways to all places where the hunter can stop and on which no number turns up, separated by
 * commas: boards show them, and walk them where the move is made step by step.
 */
static void write_ways(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub)
{
    char buffer[TH_NODES_MAX * TH_STEPS_MAX * 5];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    uint8_t before[TH_NODES_MAX];
    th_ways(rules, pub, before);
    for (uint64_t stops = th_stops(rules, pub); stops; stops &= stops - 1) {
        int node = __builtin_ctzll(stops);
        if (before[node] == TH_NODES_MAX)
            continue;
        lan_text_add(&text, text.length ? "," : "");
        add_way(&text, rules->base.game, before, node);
    }
    w->string(w, "ways", buffer);
}

/*
 * Writes what the roll reaches: `reach[n]` is n steps away; and the fights that stopping would bring, out of
 * 36.
 */
static void write_reach(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub)
{
    const struct lan_game *game = rules->base.game;
    int hunter = pub->hunter;
    uint64_t before = 0, rooms = th_stops(rules, pub) & TH_ROOM_NODES;
    w->open_array(w, "reach");
    for (int steps = 0; steps <= pub->steps; steps++) {
        uint64_t within = th_walk(rules, pub, hunter, pub->at[hunter], steps);
        write_nodes(w, game, within & ~before);
        before = within;
    }
    w->close(w);
    w->open_array(w, "fights");
    for (; rooms; rooms &= rooms - 1) {
        int node = __builtin_ctzll(rooms), dice = dice_at(rules, pub, hunter, node);
        if (!dice)
            continue;
        w->open_object(w, NULL);
        lan_write_value(w, "node", game, TH_TYPE_NODE, node);
        w->number(w, "dice", dice);
        w->number(w, "clears", clear_chance(pub, dice, th_room(node)));
        w->close(w);
    }
    w->close(w);
    write_ways(w, rules, pub);
}

static void write_no_reach(struct lan_writer *w)
{
    w->none(w, "reach");
    w->none(w, "fights");
    w->none(w, "ways");
}

static void write_map(struct lan_writer *w, const struct th_board *board)
{
    w->open_array(w, "map");
    for (int y = 0; y < board->height; y++) {
        char row[TH_GRID_MAX + 1];
        for (int x = 0; x < board->width; x++) {
            int node = board->cell[y][x];
            row[x] = (char)(th_is_room(node) ? 'A' + th_room(node) : node == TH_OUTSIDE ? '~' : '.');
            if (node == TH_NODES_MAX)
                row[x] = '_';
        }
        row[board->width] = 0;
        w->string(w, NULL, row);
    }
    w->close(w);
}

static void write_tiles(struct lan_writer *w, const struct lan_game *game, const struct th_board *board)
{
    w->open_array(w, "tiles");
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            int node = board->cell[y][x];
            if (node < TH_TILE_1 || node >= TH_NODES_MAX)
                continue;
            w->open_object(w, NULL);
            lan_write_value(w, "node", game, TH_TYPE_NODE, node);
            w->number(w, "x", x);
            w->number(w, "y", y);
            w->close(w);
        }
    }
    w->close(w);
}

static void write_doors(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub)
{
    const struct lan_game *game = rules->base.game;
    w->open_array(w, "doors");
    for (int i = 0; i < rules->board.doors; i++) {
        const struct th_door *door = &rules->board.door[i];
        w->open_object(w, NULL);
        w->number(w, "x", door->x);
        w->number(w, "y", door->y);
        w->string(w, "side", door->across ? "right" : "down");
        lan_write_value(w, "colour", game, TH_TYPE_COLOUR, door->colour);
        lan_write_value(w, "a", game, TH_TYPE_NODE, door->a);
        lan_write_value(w, "b", game, TH_TYPE_NODE, door->b);
        w->flag(w, "locked", pub->lock && door->colour == pub->lock);
        w->close(w);
    }
    w->close(w);
}

static void write_turn(struct lan_writer *w, const struct th_rules *rules, const struct th_public *pub)
{
    const struct lan_game *game = rules->base.game;
    bool begun = pub->phase != TH_STARTING, active = begun && pub->phase != TH_OVER;
    bool named = active && pub->phase != TH_CHOOSING;
    w->string(w, "phase", th_phase_ids[pub->phase]);
    lan_write_value(w, "first", game, LAN_TYPE_SEAT, begun ? pub->first : LAN_HIDDEN);
    lan_write_value(w, "seat", game, LAN_TYPE_SEAT, active ? pub->seat : LAN_HIDDEN);
    lan_write_value(w, "hunter", game, TH_TYPE_HUNTER, named ? pub->hunter : LAN_HIDDEN);
    w->number(w, "turns", pub->turns);
    w->number(w, "rolled", pub->rolled);
    w->number(w, "steps", pub->phase == TH_MOVING ? pub->steps : 0);
    w->number(w, "cards_owed", pub->owed);
    w->flag(w, "by_steps", pub->phase == TH_MOVING && th_by_steps(rules, pub));
}

void th_view_write(const struct lan_rules *base, const struct lan_view *opaque, struct lan_writer *w)
{
    const struct th_rules *rules = th_rules_of(base);
    const struct th_public *pub = &((const struct th_view *)opaque)->pub;
    write_turn(w, rules, pub);
    w->number(w, "jewels_out", pub->out);
    if (rules->numbered && pub->out < TH_JEWELS)
        w->number(w, "next_number", pub->out + 1);
    else
        w->none(w, "next_number");
    w->number(w, "hauntings", __builtin_popcount(pub->haunted));
    w->number(w, "hauntings_lose", rules->haunt_max);
    write_text(w, "locked", lock_ids[pub->lock]);
    w->flag(w, "cannot_be_won", th_dead_end(rules, pub) || (pub->phase == TH_OVER && pub->lost));
    w->flag(w, "won", pub->phase == TH_OVER && !pub->lost);
    write_text(w, "ended_by", pub->ending ? base->game->clauses[pub->ending].id : NULL);
    w->open_array(w, "hunters");
    for (int hunter = 0; hunter < rules->hunters; hunter++)
        write_hunter(w, rules, pub, hunter);
    w->close(w);
    w->open_array(w, "rooms");
    for (int room = 0; room < TH_ROOMS; room++)
        write_room(w, rules, pub, room);
    w->close(w);
    write_cards(w, "pile", base->game, &pub->pile);
    write_cards(w, "discards", base->game, &pub->discards);
    write_cards(w, "laid_aside", base->game, &pub->aside);
    bool fight = pub->phase == TH_DARING || pub->phase == TH_FIGHTING || pub->phase == TH_TAKING;
    write_fight(w, "fight", pub, fight ? th_fight_dice(rules, pub, pub->hunter) : 0, pub->at[pub->hunter]);
    if (pub->phase == TH_MOVING)
        write_reach(w, rules, pub);
    else
        write_no_reach(w);
    w->open_object(w, "board");
    write_map(w, &rules->board);
    write_tiles(w, base->game, &rules->board);
    write_doors(w, rules, pub);
    w->close(w);
}

/* ---- Sampling ------------------------------------------------------------------------------------------ */

/* Nothing is hidden, so the true state is the only one possible. */
struct lan_sampler {
    struct th_view view;
};

void th_sampler_init(const struct lan_rules *rules, const struct lan_view *view, struct lan_sampler *sampler)
{
    (void)rules;
    memcpy(&sampler->view, view, sizeof sampler->view);
}

void th_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                     struct lan_state *state)
{
    (void)rules;
    (void)rng;
    ((struct th_state *)state)->pub = sampler->view.pub;
}
