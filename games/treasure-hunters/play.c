/* play.c - set-up, whose turn it is, and carrying out actions. */
#include "state.h"

#include <string.h>

/* Streams of chance. The n-th card, and the n-th roll of a hunter, are the same whenever they are drawn. */
enum { STREAM_DECK, STREAM_FIRST, STREAM_NUMBERS, STREAM_MOVE, STREAM_FIGHT = STREAM_MOVE + TH_HUNTERS_MAX };

void th_setup(const struct lan_rules *base, struct lan_state *opaque)
{
    const struct th_rules *rules = th_rules_of(base);
    struct th_public *pub = &((struct th_state *)opaque)->pub;
    memset(pub, 0, sizeof *pub);
    pub->pile = rules->deck;
    pub->jewels = rules->board.jewels;
    for (int room = 0; room < TH_ROOMS; room++)
        pub->ghosts[room] = rules->board.ghosts >> room & 1;
    pub->unknown = rules->numbered ? UINT8_MAX : 0;
    pub->phase = TH_STARTING;
}

/* Phases that wait for chance. */
enum {
    CHANCES = 1 << TH_STARTING | 1 << TH_ROLLING | 1 << TH_DRAWING | 1 << TH_NUMBERING | 1 << TH_FIGHTING
};

/* Always inline: a playout uses a part of it only. */
static inline __attribute__((always_inline)) void turn_find(const struct lan_rules *base,
                                                            const struct lan_state *opaque,
                                                            struct lan_turn *turn)
{
    const struct th_public *pub = &th_state_of(opaque)->pub;
    bool playing = pub->phase != TH_STARTING && pub->phase != TH_OVER;
    (void)base;
    *turn = (struct lan_turn){.active = playing ? pub->seat : LAN_SEAT_NONE};
    turn->must = (uint16_t)(CHANCES >> pub->phase & 1 ? 1u << LAN_CHANCE : (unsigned)playing << pub->seat);
    switch ((enum th_phase)pub->phase) {
    case TH_STARTING: turn->stream = STREAM_FIRST; break;
    case TH_ROLLING:
        turn->stream = (uint8_t)(STREAM_MOVE + pub->hunter);
        turn->index = pub->rolls[pub->hunter];
        break;
    case TH_DRAWING:
        turn->stream = STREAM_DECK;
        turn->index = pub->drawn;
        break;
    case TH_NUMBERING:
        turn->stream = STREAM_NUMBERS;
        turn->index = (uint32_t)th_room(pub->at[pub->hunter]);
        break;
    case TH_FIGHTING:
        turn->stream = (uint8_t)(STREAM_FIGHT + pub->hunter);
        turn->index = pub->fights[pub->hunter];
        break;
    case TH_CHOOSING:
    case TH_MOVING:
    case TH_TAKING:
    case TH_DARING:
    case TH_OVER:
    case TH_PHASES: break;
    }
}

void th_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn)
{
    turn_find(rules, state, turn);
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

int th_hunter_seat(const struct th_rules *rules, const struct th_public *pub, int hunter)
{
    int seats = rules->base.seats;
    if (hunter < seats)
        return hunter;
    if (!rules->rotating)
        return hunter % seats;
    int round = pub->turns ? (pub->turns - 1) / rules->hunters : 0;
    return (pub->first + round) % seats;
}

static void turn_begin(const struct th_play *play, int hunter)
{
    struct th_public *pub = play->pub;
    pub->turns++;
    pub->hunter = (uint8_t)hunter;
    pub->seat = (uint8_t)th_hunter_seat(play->rules, pub, hunter);
    pub->phase = TH_ROLLING;
    LAN_EMIT(play->events, TH_EVENT_TURN, TH_S7, pub->seat, (int16_t)hunter);
}

static void choice_begin(const struct th_play *play, int seat)
{
    struct th_public *pub = play->pub;
    pub->seat = pub->hunter = (uint8_t)seat;
    pub->played = 0;
    pub->phase = TH_CHOOSING;
    LAN_EMIT(play->events, TH_EVENT_CHOICE, TH_S9, (int16_t)seat);
}

/*
 * The next hunter, TH-S7: clockwise; of two people both first hunters, then both second ones, each time from
 * the first player on. With four hunters for three people the fourth always comes last, TH-S10.
 */
static int hunter_after(const struct th_rules *rules, const struct th_public *pub)
{
    if (rules->paired) {
        int second = pub->hunter & 2, seat = pub->hunter & 1;
        return seat == pub->first ? second + 1 - seat : (second ^ 2) + 1 - seat;
    }
    if (!rules->rotating)
        return pub->hunter + 1 == rules->hunters ? 0 : pub->hunter + 1;
    int seats = rules->base.seats, last = (pub->first + seats - 1) % seats;
    if (pub->hunter == seats)
        return pub->first;
    return pub->hunter == last ? seats : (pub->hunter + 1) % seats;
}

static void turn_end(const struct th_play *play)
{
    const struct th_rules *rules = play->rules;
    struct th_public *pub = play->pub;
    pub->rolled = pub->steps = pub->moved = pub->stopped = pub->took = pub->fought = 0;
    if (pub->turns == TH_TURNS_MAX) {
        int clause = rules->base.game->version < 2 ? TH_E5 : TH_L1;
        LAN_EMIT(play->events, TH_EVENT_STOPPED, clause, (int16_t)pub->turns);
        th_end_lose(play, clause);
    } else if (rules->both && !(pub->played & (pub->played - 1))) {
        turn_begin(play, pub->hunter ^ 2);
        pub->played |= (uint8_t)(1u << pub->hunter);
    } else if (rules->choose || rules->both) {
        choice_begin(play, 1 - pub->seat);
    } else {
        turn_begin(play, hunter_after(rules, pub));
    }
}

static void game_begin(const struct th_play *play, int seat)
{
    play->pub->first = (uint8_t)seat;
    LAN_EMIT(play->events, TH_EVENT_FIRST, TH_S7, (int16_t)seat);
    if (play->rules->choose || play->rules->both)
        choice_begin(play, seat);
    else
        turn_begin(play, seat);
}

/* ---- After the move: jewel and fight ------------------------------------------------------------------- */

int th_fight_dice(const struct th_rules *rules, const struct th_public *pub, int hunter)
{
    int node = pub->at[hunter];
    if (!th_is_room(node))
        return 0;
    unsigned here = th_hunters_at(rules, pub, node);
    bool several = here & (here - 1);
    if (pub->haunted >> th_room(node) & 1)
        return several ? 2 : 0;
    return pub->ghosts[th_room(node)] ? 1 + several : 0;
}

bool th_can_take(const struct th_rules *rules, const struct th_public *pub)
{
    int node = pub->at[pub->hunter];
    if (!th_is_room(node) || pub->carries[pub->hunter] || !(pub->moved || rules->stay_counts))
        return false;
    int room = th_room(node);
    if (!(pub->jewels >> room & 1))
        return false;
    if (pub->ghosts[room] && (rules->fight_first || !rules->take_with_ghosts))
        return false;
    return !(pub->haunted >> room & 1) || rules->take_in_haunted;
}

static bool fights(const struct th_rules *rules, const struct th_public *pub)
{
    if (pub->took && rules->take_ends_turn)
        return false;
    if (!pub->moved && !rules->stay_counts && !th_held(pub, pub->hunter))
        return false;
    return th_fight_dice(rules, pub, pub->hunter) > 0;
}

/*
 * What remains of a turn after the move, in the order of the rules in force: jewel and fight, or fight and
 * jewel.
 */
enum { STAGE_JEWEL, STAGE_FIGHT, STAGES };

static void after_move(const struct th_play *play, int done)
{
    const struct th_rules *rules = play->rules;
    struct th_public *pub = play->pub;
    for (; done < STAGES; done++) {
        int stage = rules->fight_first ? STAGE_FIGHT - done : done;
        if (stage == STAGE_JEWEL && th_can_take(rules, pub)) {
            pub->phase = TH_TAKING;
            return;
        }
        if (stage == STAGE_FIGHT && fights(rules, pub)) {
            pub->phase = rules->fight_may ? TH_DARING : TH_FIGHTING;
            return;
        }
    }
    turn_end(play);
}

static void jewel_done(const struct th_play *play)
{
    after_move(play, play->rules->fight_first ? STAGES : STAGE_FIGHT);
}

static void fight_done(const struct th_play *play)
{
    after_move(play, play->rules->fight_first ? 1 : STAGES);
}

/* ---- The move ------------------------------------------------------------------------------------------ */

static bool face_down_here(const struct th_play *play)
{
    const struct th_public *pub = play->pub;
    int node = pub->at[pub->hunter];
    return pub->unknown && th_is_room(node) && (pub->jewels >> th_room(node) & 1) &&
           !pub->number[th_room(node)];
}

/* Ends the move where the hunter stands. */
static void move_stop(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    pub->stopped = 1;
    if (face_down_here(play))
        pub->phase = TH_NUMBERING;
    else
        after_move(play, 0);
}

/* Tells everybody when the active hunter is held where it stands; whether it is. */
static bool held_tell(const struct th_play *play)
{
    const struct th_public *pub = play->pub;
    bool held = th_held(pub, pub->hunter);
    if (held)
        LAN_EMIT(play->events, TH_EVENT_HELD, TH_M5, pub->hunter, pub->at[pub->hunter]);
    return held;
}

void th_move_begin(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    pub->steps = pub->rolled;
    pub->phase = TH_MOVING;
    /* A held hunter has nothing to choose, unless the players may give the game up. */
    if (held_tell(play) && !pub->told)
        move_stop(play);
}

/* Continues after a step that did not end the move, or ends the move when it must end. */
static void move_on(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    if (held_tell(play) || !pub->steps)
        move_stop(play);
    else
        pub->phase = TH_MOVING;
}

/* Banks the jewel that a hunter outside carries. Returns true when that ended the game. */
static bool jewel_bank(const struct th_play *play, int hunter, int clause)
{
    struct th_public *pub = play->pub;
    int load = pub->carries[hunter];
    pub->carries[hunter] = TH_EMPTY;
    pub->out++;
    if (load == TH_PLAIN)
        LAN_EMIT(play->events, TH_EVENT_BANKED, clause, (int16_t)hunter, pub->out);
    else
        LAN_EMIT(play->events, TH_EVENT_BANKED_NUMBER, clause, (int16_t)hunter, (int16_t)(load - 1),
                 pub->out);
    return th_end_check(play);
}

/* The hunter who waits outside with the number that is next now, or -1. */
static int waiting_with_next(const struct th_rules *rules, const struct th_public *pub)
{
    for (int hunter = 0; hunter < rules->hunters; hunter++) {
        if (pub->at[hunter] == TH_OUTSIDE && pub->carries[hunter] == pub->out + 1)
            return hunter;
    }
    return -1;
}

/* TH-J2 and TH-J5: the step outside with a jewel ends the turn, whether or not the jewel is banked. */
static void leave_with_jewel(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    int hunter = pub->hunter;
    if (pub->carries[hunter] == TH_PLAIN || pub->carries[hunter] == pub->out + 1) {
        bool over = jewel_bank(play, hunter, TH_J2);
        while (!over && play->rules->wrong_waits && (hunter = waiting_with_next(play->rules, pub)) >= 0)
            over = jewel_bank(play, hunter, TH_J5);
        if (over)
            return;
    } else {
        LAN_EMIT(play->events, TH_EVENT_WAITS, TH_J5, (int16_t)hunter, (int16_t)(pub->carries[hunter] - 1));
    }
    turn_end(play);
}

/* Moves the hunter to `node` and carries out the effects of the place, TH-E5. */
static void arrive(const struct th_play *play, int node)
{
    struct th_public *pub = play->pub;
    pub->at[pub->hunter] = (uint8_t)node;
    pub->moved = 1;
    if (node == TH_OUTSIDE && pub->carries[pub->hunter])
        leave_with_jewel(play);
    else if (th_end_check(play))
        return;
    else if (face_down_here(play) && !play->rules->reveal_on_stop)
        pub->phase = TH_NUMBERING;
    else
        move_on(play);
}

static int apply_stay(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_MOVING)
        return TH_REFUSED_NOT_NOW;
    if (!play->listed && !th_can_stay(play->rules, pub))
        return TH_REFUSED_OCCUPIED;
    LAN_EMIT(play->events, TH_EVENT_STAYED, TH_M1, pub->hunter, pub->at[pub->hunter]);
    move_stop(play);
    return TH_ACCEPTED;
}

/* The refusal of a node that the hunter cannot reach now. */
static int far_refusal(const struct th_play *play, int node, uint64_t with_locks, uint64_t without)
{
    const struct th_public *pub = play->pub;
    if (node == TH_OUTSIDE && play->rules->numbered && pub->carries[pub->hunter] &&
        pub->carries[pub->hunter] != pub->out + 1 && (with_locks & 1))
        return TH_REFUSED_WRONG_JEWEL;
    if (with_locks >> node & 1)
        return TH_REFUSED_HELD;
    return without >> node & 1 ? TH_REFUSED_DOOR_LOCKED : TH_REFUSED_TOO_FAR;
}

/* Why no hunter moves now in this way, by steps or at once, or why there is no such node. */
static int move_refusal(const struct th_play *play, int node, bool by_steps)
{
    if (play->pub->phase != TH_MOVING)
        return TH_REFUSED_NOT_NOW;
    if (node >= play->rules->board.nodes)
        return TH_REFUSED_NO_NODE;
    if (th_by_steps(play->rules, play->pub) == by_steps)
        return TH_ACCEPTED;
    return by_steps ? TH_REFUSED_AT_ONCE : TH_REFUSED_BY_STEPS;
}

static int go_refusal(const struct th_play *play, int node)
{
    const struct th_rules *rules = play->rules;
    const struct th_public *pub = play->pub;
    int here = pub->at[pub->hunter], refusal = move_refusal(play, node, false);
    if (refusal)
        return refusal;
    if (th_targets(rules, pub) >> node & 1)
        return TH_ACCEPTED;
    if (node == here)
        return TH_REFUSED_IS_HERE;
    if (th_walk(rules, pub, pub->hunter, here, pub->steps) >> node & 1)
        return TH_REFUSED_OCCUPIED;
    if (th_step_cost(rules, pub->lock, here, node) > pub->steps)
        return TH_REFUSED_DOOR_COST;
    return far_refusal(play, node, rules->reach[pub->lock][here][pub->steps],
                       rules->reach[TH_LOCK_NONE][here][pub->steps]);
}

static int apply_go(const struct th_play *play, int node)
{
    struct th_public *pub = play->pub;
    int refusal = play->listed ? TH_ACCEPTED : go_refusal(play, node);
    if (refusal)
        return refusal;
    LAN_EMIT(play->events, TH_EVENT_WENT, TH_M1, pub->hunter, pub->at[pub->hunter], (int16_t)node);
    pub->steps = 0;
    arrive(play, node);
    return TH_ACCEPTED;
}

/*
 * No step fails by its cost: where one step is left a door cannot be paid for, and then no number can be
 * turned up, so the move is not made by steps.
 */
static int step_refusal(const struct th_play *play, int node)
{
    const struct th_rules *rules = play->rules;
    const struct th_public *pub = play->pub;
    int here = pub->at[pub->hunter], refusal = move_refusal(play, node, true);
    if (refusal)
        return refusal;
    if (th_steps(rules, pub) >> node & 1)
        return TH_ACCEPTED;
    if (!th_step_cost(rules, pub->lock, here, node))
        return th_step_cost(rules, TH_LOCK_NONE, here, node) ? TH_REFUSED_DOOR_LOCKED : TH_REFUSED_NO_DOOR;
    return node == TH_OUTSIDE ? TH_REFUSED_WRONG_JEWEL : TH_REFUSED_NOT_PAST;
}

static int apply_step(const struct th_play *play, int node)
{
    struct th_public *pub = play->pub;
    int refusal = play->listed ? TH_ACCEPTED : step_refusal(play, node), here = pub->at[pub->hunter];
    if (refusal)
        return refusal;
    pub->steps = (uint8_t)(pub->steps - th_step_cost(play->rules, pub->lock, here, node));
    LAN_EMIT(play->events, TH_EVENT_STEPPED, TH_M6, pub->hunter, (int16_t)here, (int16_t)node, pub->steps);
    arrive(play, node);
    return TH_ACCEPTED;
}

/* ---- Other choices ------------------------------------------------------------------------------------- */

static int apply_hunter(const struct th_play *play, int hunter)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_CHOOSING)
        return TH_REFUSED_NOT_NOW;
    if (!(th_nameable(play->rules, pub) >> hunter & 1))
        return TH_REFUSED_NOT_YOURS;
    if (play->rules->both)
        pub->played = (uint8_t)(1u << hunter);
    turn_begin(play, hunter);
    return TH_ACCEPTED;
}

static int apply_take(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_TAKING)
        return TH_REFUSED_NOT_NOW;
    int node = pub->at[pub->hunter], room = th_room(node), number = pub->number[room];
    pub->jewels &= (uint16_t) ~(1u << room);
    pub->number[room] = 0;
    pub->carries[pub->hunter] = (uint8_t)(number ? number : TH_PLAIN);
    pub->took = 1;
    if (number)
        LAN_EMIT(play->events, TH_EVENT_TOOK_NUMBER, TH_J1, pub->hunter, (int16_t)node,
                 (int16_t)(number - 1));
    else
        LAN_EMIT(play->events, TH_EVENT_TOOK, TH_J1, pub->hunter, (int16_t)node);
    if (!th_end_check(play))
        jewel_done(play);
    return TH_ACCEPTED;
}

static int apply_leave(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_TAKING)
        return TH_REFUSED_NOT_NOW;
    LAN_EMIT(play->events, TH_EVENT_LEFT, TH_J1, pub->hunter, pub->at[pub->hunter]);
    jewel_done(play);
    return TH_ACCEPTED;
}

static int apply_dare(const struct th_play *play, bool dares)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_DARING)
        return TH_REFUSED_NOT_NOW;
    LAN_EMIT(play->events, dares ? TH_EVENT_DARED : TH_EVENT_AVOIDED, TH_F5, pub->hunter);
    if (dares)
        pub->phase = TH_FIGHTING;
    else
        fight_done(play);
    return TH_ACCEPTED;
}

static int apply_resign(const struct th_play *play, int seat)
{
    if (play->pub->phase != TH_MOVING)
        return TH_REFUSED_NOT_NOW;
    if (!play->pub->told)
        return TH_REFUSED_NO_DEAD_END;
    LAN_EMIT(play->events, TH_EVENT_RESIGNED, TH_E4, (int16_t)seat);
    th_end_lose(play, TH_E4);
    return TH_ACCEPTED;
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

static int apply_first(const struct th_play *play, int seat)
{
    int chosen = play->rules->first;
    if (play->pub->phase != TH_STARTING || seat >= play->rules->base.seats || (chosen && seat != chosen - 1))
        return TH_REFUSED_NONSENSE;
    game_begin(play, seat);
    return TH_ACCEPTED;
}

void th_rolled(const struct th_play *play, int steps)
{
    struct th_public *pub = play->pub;
    pub->rolled = (uint8_t)steps;
    pub->rolls[pub->hunter]++;
    LAN_EMIT(play->events, TH_EVENT_ROLLED, TH_D1, pub->hunter, (int16_t)(steps - 1));
    if (steps < 6)
        pub->phase = TH_DRAWING;
    else
        th_move_begin(play);
}

static int apply_die(const struct th_play *play, int steps)
{
    if (play->pub->phase != TH_ROLLING)
        return TH_REFUSED_NONSENSE;
    th_rolled(play, steps);
    return TH_ACCEPTED;
}

static int apply_card(const struct th_play *play, int card)
{
    if (play->pub->phase != TH_DRAWING || !th_cards_has(&play->pub->pile, card))
        return TH_REFUSED_NONSENSE;
    th_card_play(play, card);
    return TH_ACCEPTED;
}

static int apply_number(const struct th_play *play, int number)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_NUMBERING || !(pub->unknown >> (number - 1) & 1))
        return TH_REFUSED_NONSENSE;
    int node = pub->at[pub->hunter];
    pub->unknown &= (uint8_t) ~(1u << (number - 1));
    pub->number[th_room(node)] = (uint8_t)number;
    LAN_EMIT(play->events, TH_EVENT_TURNED_UP, TH_J3, (int16_t)node, (int16_t)(number - 1));
    if (pub->stopped)
        after_move(play, 0);
    else
        move_on(play);
    return TH_ACCEPTED;
}

/* Carries out the symbols rolled in the active hunter's room. A fight cannot end the game. */
static void fight_carry_out(const struct th_play *play, int ghosts, bool haunting)
{
    struct th_public *pub = play->pub;
    int16_t node = pub->at[pub->hunter];
    int room = th_room(node);
    pub->fights[pub->hunter]++;
    pub->fought = 1;
    if (ghosts > pub->ghosts[room])
        ghosts = pub->ghosts[room];
    if (ghosts) {
        pub->ghosts[room] = (uint8_t)(pub->ghosts[room] - ghosts);
        LAN_EMIT(play->events, TH_EVENT_BEATEN, TH_F2, node, (int16_t)ghosts);
    }
    if (haunting && (pub->haunted >> room & 1)) {
        pub->haunted &= (uint16_t) ~(1u << room);
        LAN_EMIT(play->events, TH_EVENT_BANISHED, TH_F3, node);
    }
    fight_done(play);
}

void th_fought_one(const struct th_play *play, int face)
{
    LAN_EMIT(play->events, TH_EVENT_ROLLED_ONE, TH_F1, play->pub->hunter, (int16_t)face);
    fight_carry_out(play, face == TH_FACE_GHOST, false);
}

void th_fought_two(const struct th_play *play, int face, int other)
{
    LAN_EMIT(play->events, TH_EVENT_ROLLED_TWO, TH_F1, play->pub->hunter, (int16_t)face, (int16_t)other);
    fight_carry_out(play, (face == TH_FACE_GHOST) + (other == TH_FACE_GHOST),
                    face == TH_FACE_HAUNTING || other == TH_FACE_HAUNTING);
}

static int apply_roll_one(const struct th_play *play, int face)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_FIGHTING || th_fight_dice(play->rules, pub, pub->hunter) != 1)
        return TH_REFUSED_NONSENSE;
    th_fought_one(play, face);
    return TH_ACCEPTED;
}

static int apply_roll_two(const struct th_play *play, int face, int other)
{
    struct th_public *pub = play->pub;
    if (pub->phase != TH_FIGHTING || th_fight_dice(play->rules, pub, pub->hunter) != 2)
        return TH_REFUSED_NONSENSE;
    th_fought_two(play, face, other);
    return TH_ACCEPTED;
}

/* A seat's choice while its hunter moves. */
static int apply_move(const struct th_play *play, int seat, lan_action action)
{
    switch (lan_action_kind(action)) {
    case TH_ACTION_GO: return apply_go(play, lan_action_arg(action, 0));
    case TH_ACTION_STAY: return apply_stay(play);
    case TH_ACTION_STEP: return apply_step(play, lan_action_arg(action, 0));
    default: return apply_resign(play, seat);
    }
}

void th_moved(const struct th_play *play, int seat, lan_action action)
{
    lan_assert(apply_move(play, seat, action) == TH_ACCEPTED);
}

static inline int act(const struct lan_rules *base, struct lan_state *opaque, int seat, lan_action action,
                      struct lan_events *events, bool listed)
{
    const struct th_play play = {th_rules_of(base), &((struct th_state *)opaque)->pub, events, listed};
    int a = lan_action_arg(action, 0);
    switch ((enum th_action)lan_action_kind(action)) {
    case TH_ACTION_FIRST: return apply_first(&play, a);
    case TH_ACTION_DIE: return apply_die(&play, a + 1);
    case TH_ACTION_CARD: return apply_card(&play, a);
    case TH_ACTION_NUMBER: return apply_number(&play, a + 1);
    case TH_ACTION_ROLL_ONE: return apply_roll_one(&play, a);
    case TH_ACTION_ROLL_TWO: return apply_roll_two(&play, a, lan_action_arg(action, 1));
    case TH_ACTION_HUNTER: return apply_hunter(&play, a);
    case TH_ACTION_STAY:
    case TH_ACTION_GO:
    case TH_ACTION_STEP:
    case TH_ACTION_RESIGN: return apply_move(&play, seat, action);
    case TH_ACTION_TAKE: return apply_take(&play);
    case TH_ACTION_LEAVE: return apply_leave(&play);
    case TH_ACTION_FIGHT: return apply_dare(&play, true);
    case TH_ACTION_AVOID: return apply_dare(&play, false);
    case TH_ACTIONS: break;
    }
    return TH_REFUSED_NONSENSE;
}

int th_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
             struct lan_events *events)
{
    return act(rules, state, seat, action, events, false);
}

void th_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                  struct lan_events *events)
{
    lan_assert(act(rules, state, seat, action, events, true) == TH_ACCEPTED);
}

uint64_t th_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                    int may_of_256)
{
    static const struct lan_steps steps = {th_ahead, turn_find, th_pick, th_carry_out};
    return lan_playout_by(&steps, rules, state, rng, may_of_256);
}
