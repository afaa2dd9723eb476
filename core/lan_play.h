/*
 * lan_play.h - driving a game: applying and picking actions, the serial order of play, random playouts. A
 * part of lan.h, which includes it; the functions are in play.c.
 */
#ifndef LAN_PLAY_H
#define LAN_PLAY_H

/* game->apply after the checks that all games share: seat, kind and ranges. LAN_ACCEPTED or the refusal. */
int lan_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events);

/*
 * Carries out an action that was listed or picked for this seat in this very position; the game does not ask
 * again whether it is allowed. Actions from anywhere else, a person or a record, go through lan_apply.
 */
static inline void lan_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat,
                                 lan_action action, struct lan_events *events)
{
    if (rules->game->carry_out)
        rules->game->carry_out(rules, state, seat, action, events);
    else
        lan_assert(rules->game->apply(rules, state, seat, action, events) == LAN_ACCEPTED);
}

/* Lists a seat's actions. The list is empty unless the seat may or must act. */
void lan_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                 struct lan_list *list);

/* A random one of a seat's musts, or of chance's actions by weight. The seat must have one. */
lan_action lan_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_rng *rng);

/* The chance action that the dice of a real game give at this moment. LAN_CHANCE must be in turn.must. */
lan_action lan_chance_draw(const struct lan_rules *rules, const struct lan_state *state,
                           const struct lan_dice *dice);

/* The action at position `at` of chance's list, laid end to end by weight, and the length of that line. */
lan_action lan_list_at_weight(const struct lan_list *list, uint64_t at);
uint64_t lan_list_weight(const struct lan_list *list);

/*
 * The serial order in which search, simulation, arena and Python ask seats: after every public change each
 * seat with may-actions once, from the active seat on; then the seats that must act, in seat order.
 */
struct lan_cursor {
    uint32_t moment;
    uint16_t asked; /* seats that declined since `moment` */
    bool begun;
};

struct lan_asked {
    uint8_t seat;  /* LAN_CHANCE, or LAN_SEAT_NONE when the game is over */
    bool optional; /* the seat may decline: lan_decline */
};

struct lan_asked lan_next(const struct lan_rules *rules, const struct lan_state *state,
                          struct lan_cursor *cursor);

static inline void lan_cursor_init(struct lan_cursor *cursor)
{
    *cursor = (struct lan_cursor){0};
}

static inline void lan_decline(struct lan_cursor *cursor, int seat)
{
    cursor->asked |= (uint16_t)(1u << seat);
}

/* lan_next for a turn that is known: seats with may-actions clockwise from the active one, then the musts. */
static inline struct lan_asked lan_next_of(const struct lan_rules *rules, const struct lan_turn *turn,
                                           struct lan_cursor *cursor)
{
    if (!cursor->begun || cursor->moment != turn->moment)
        *cursor = (struct lan_cursor){.moment = turn->moment, .begun = true};
    unsigned open = turn->may & ~(unsigned)cursor->asked;
    if (open) {
        unsigned later = turn->active < rules->seats ? open >> turn->active << turn->active : 0;
        return (struct lan_asked){(uint8_t)__builtin_ctz(later ? later : open), true};
    }
    return (struct lan_asked){turn->must ? (uint8_t)__builtin_ctz(turn->must) : LAN_SEAT_NONE, false};
}

/*
 * Plays a random game from `state` to its end: seats pick evenly among their musts, and take a may-action
 * with probability may_of_256 / 256 whenever one is offered. Returns the number of actions, chance included.
 */
uint64_t lan_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256);

/* A random one of a seat's may-actions. The seat must have one. */
lan_action lan_may_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                        struct lan_rng *rng);

/*
 * The callbacks of a game that every step of a playout calls. `ahead` may be NULL; else it carries out steps,
 * as `pick` would pick them and with the same random numbers, until a seat has may-actions or the game is
 * over, and returns how many they were: a game may know a shorter way than by way of a turn and an action.
 */
struct lan_steps {
    uint64_t (*ahead)(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng);
    void (*turn)(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
    lan_action (*pick)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct lan_rng *rng);
    void (*carry_out)(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                      struct lan_events *events);
};

/*
 * Offers may-actions to each seat in `open`, in the order of lan_next. Returns the seat that takes one, with
 * *action set, or LAN_SEAT_NONE. Declining leaves the state unchanged, so one call of `turn` serves all.
 */
static inline int lan_offers_make(const struct lan_rules *rules, const struct lan_state *state,
                                  const struct lan_turn *turn, struct lan_cursor *cursor, struct lan_rng *rng,
                                  int may_of_256, lan_action *action)
{
    for (;;) {
        struct lan_asked asked = lan_next_of(rules, turn, cursor);
        if (!asked.optional)
            return LAN_SEAT_NONE;
        if ((int)lan_rng_below(rng, 256) < may_of_256) {
            *action = lan_may_pick(rules, state, asked.seat, rng);
            return asked.seat;
        }
        lan_decline(cursor, asked.seat);
    }
}

/*
 * The loop of lan_playout over these callbacks. A game that defines its `playout` by it, with its own
 * functions named, has them called directly and compiled into the loop; the loop exists once, here.
 */
static inline __attribute__((always_inline)) uint64_t lan_playout_by(const struct lan_steps *by,
                                                                     const struct lan_rules *rules,
                                                                     struct lan_state *state,
                                                                     struct lan_rng *rng, int may_of_256)
{
    const uint64_t longest = rules->game->length_max;
    struct lan_cursor cursor;
    lan_cursor_init(&cursor);
    for (uint64_t steps = 0;; steps++) {
        struct lan_turn turn;
        lan_action action = 0;
        int seat = LAN_SEAT_NONE;
        if (by->ahead)
            steps += by->ahead(rules, state, rng);
        by->turn(rules, state, &turn);
        if (turn.may)
            seat = lan_offers_make(rules, state, &turn, &cursor, rng, may_of_256, &action);
        if (seat == LAN_SEAT_NONE) {
            if (!turn.must)
                return steps;
            seat = __builtin_ctz(turn.must);
            action = by->pick(rules, state, seat, rng);
        }
        by->carry_out(rules, state, seat, action, NULL);
        lan_assert(steps < longest);
    }
}

#endif
