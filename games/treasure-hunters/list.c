/* list.c - the actions of a seat: the list, a random one, and random games. */
#include "bits.h"
#include "state.h"

/* TH-F2: how many of a fight die's six sides show each face. */
static const uint8_t face_cases[TH_FACES] = {
    [TH_FACE_GHOST] = 3, [TH_FACE_HAUNTING] = 2, [TH_FACE_BLANK] = 1};

unsigned th_nameable(const struct th_rules *rules, const struct th_public *pub)
{
    unsigned own = 0;
    for (int hunter = pub->seat; hunter < rules->hunters; hunter += rules->base.seats)
        own |= 1u << hunter;
    return own;
}

bool th_can_stay(const struct th_rules *rules, const struct th_public *pub)
{
    return !(th_occupied(rules, pub, pub->hunter) >> pub->at[pub->hunter] & 1);
}

uint64_t th_targets(const struct th_rules *rules, const struct th_public *pub)
{
    int here = pub->at[pub->hunter];
    uint64_t stops = th_stops(rules, pub) & ~TH_BIT(here);
    /* Where staying does not count, leaving a room and coming back is a move of its own. */
    if (!rules->stay_counts && !pub->moved && th_is_room(here) && th_can_return(rules, pub))
        stops |= TH_BIT(here);
    return stops;
}

static void list_nodes(uint64_t nodes, int kind, struct lan_list *list)
{
    for (; nodes; nodes &= nodes - 1)
        lan_list_add(list, LAN_ACTION(kind, __builtin_ctzll(nodes), 0, 0));
}

static void list_moves(const struct th_rules *rules, const struct th_public *pub, struct lan_list *list)
{
    if (th_can_stay(rules, pub))
        lan_list_add(list, LAN_ACTION(TH_ACTION_STAY, 0, 0, 0));
    if (th_by_steps(rules, pub))
        list_nodes(th_steps(rules, pub), TH_ACTION_STEP, list);
    else
        list_nodes(th_targets(rules, pub), TH_ACTION_GO, list);
    if (pub->told)
        lan_list_add(list, LAN_ACTION(TH_ACTION_RESIGN, 0, 0, 0));
}

static void list_rolls(const struct th_rules *rules, const struct th_public *pub, struct lan_list *list)
{
    bool two = th_fight_dice(rules, pub, pub->hunter) == 2;
    for (int face = 0; face < TH_FACES; face++) {
        if (!two)
            lan_list_add_chance(list, LAN_ACTION(TH_ACTION_ROLL_ONE, face, 0, 0), face_cases[face]);
        for (int other = 0; two && other < TH_FACES; other++)
            lan_list_add_chance(list, LAN_ACTION(TH_ACTION_ROLL_TWO, face, other, 0),
                                (uint32_t)(face_cases[face] * face_cases[other]));
    }
}

static void list_chance(const struct th_rules *rules, const struct th_public *pub, struct lan_list *list)
{
    if (pub->phase == TH_STARTING) {
        for (int seat = 0; seat < rules->base.seats; seat++) {
            if (!rules->first || seat == rules->first - 1)
                lan_list_add_chance(list, LAN_ACTION(TH_ACTION_FIRST, seat, 0, 0), 1);
        }
    } else if (pub->phase == TH_ROLLING) {
        for (int steps = 0; steps < TH_STEPS_MAX; steps++)
            lan_list_add_chance(list, LAN_ACTION(TH_ACTION_DIE, steps, 0, 0), 1);
    } else if (pub->phase == TH_DRAWING) {
        for (int card = 0; card < TH_CARDS; card++) {
            if (th_cards_has(&pub->pile, card))
                lan_list_add_chance(list, LAN_ACTION(TH_ACTION_CARD, card, 0, 0),
                                    (uint32_t)th_cards_has(&pub->pile, card));
        }
    } else if (pub->phase == TH_NUMBERING) {
        for (unsigned rest = pub->unknown; rest; rest &= rest - 1)
            lan_list_add_chance(list, LAN_ACTION(TH_ACTION_NUMBER, __builtin_ctz(rest), 0, 0), 1);
    } else {
        list_rolls(rules, pub, list);
    }
}

void th_actions(const struct lan_rules *base, const struct lan_state *opaque, int seat, struct lan_list *list)
{
    const struct th_rules *rules = th_rules_of(base);
    const struct th_public *pub = &th_state_of(opaque)->pub;
    (void)seat;
    switch ((enum th_phase)pub->phase) {
    case TH_CHOOSING:
        for (unsigned rest = th_nameable(rules, pub); rest; rest &= rest - 1)
            lan_list_add(list, LAN_ACTION(TH_ACTION_HUNTER, __builtin_ctz(rest), 0, 0));
        break;
    case TH_MOVING: list_moves(rules, pub, list); break;
    case TH_TAKING:
        lan_list_add(list, LAN_ACTION(TH_ACTION_TAKE, 0, 0, 0));
        lan_list_add(list, LAN_ACTION(TH_ACTION_LEAVE, 0, 0, 0));
        break;
    case TH_DARING:
        lan_list_add(list, LAN_ACTION(TH_ACTION_FIGHT, 0, 0, 0));
        lan_list_add(list, LAN_ACTION(TH_ACTION_AVOID, 0, 0, 0));
        break;
    case TH_STARTING:
    case TH_ROLLING:
    case TH_DRAWING:
    case TH_NUMBERING:
    case TH_FIGHTING: list_chance(rules, pub, list); break;
    case TH_OVER:
    case TH_PHASES: break;
    }
    list->musts = list->count;
}

/* ---- One at random ------------------------------------------------------------------------------------- */

static lan_action pick_move(const struct th_rules *rules, const struct th_public *pub, struct lan_rng *rng)
{
    bool steps = th_by_steps(rules, pub);
    uint64_t nodes = steps ? th_steps(rules, pub) : th_targets(rules, pub);
    uint32_t count = (uint32_t)__builtin_popcountll(nodes), stay = th_can_stay(rules, pub);
    uint32_t at = lan_rng_below(rng, count + stay + pub->told);
    if (at < stay)
        return LAN_ACTION(TH_ACTION_STAY, 0, 0, 0);
    at -= stay;
    if (at >= count)
        return LAN_ACTION(TH_ACTION_RESIGN, 0, 0, 0);
    return LAN_ACTION(steps ? TH_ACTION_STEP : TH_ACTION_GO, lan_bit_at64(nodes, at), 0, 0);
}

static int pick_card(const struct th_cards *pile, struct lan_rng *rng)
{
    uint32_t at = lan_rng_below(rng, pile->count), letters = (uint32_t)__builtin_popcount(pile->letters);
    if (at < letters)
        return lan_bit_at16(pile->letters, at);
    at -= letters;
    int special = 0;
    while (at >= pile->special[special])
        at -= pile->special[special++];
    return TH_ROOMS + special;
}

static int pick_face(struct lan_rng *rng)
{
    static const uint8_t faces[6] = {TH_FACE_GHOST,    TH_FACE_GHOST,    TH_FACE_GHOST,
                                     TH_FACE_HAUNTING, TH_FACE_HAUNTING, TH_FACE_BLANK};
    return faces[lan_rng_below(rng, 6)];
}

static lan_action pick_roll(const struct th_rules *rules, const struct th_public *pub, struct lan_rng *rng)
{
    int face = pick_face(rng);
    if (th_fight_dice(rules, pub, pub->hunter) == 1)
        return LAN_ACTION(TH_ACTION_ROLL_ONE, face, 0, 0);
    return LAN_ACTION(TH_ACTION_ROLL_TWO, face, pick_face(rng), 0);
}

static lan_action pick_first(const struct th_rules *rules, struct lan_rng *rng)
{
    int seat = rules->first ? rules->first - 1 : (int)lan_rng_below(rng, rules->base.seats);
    return LAN_ACTION(TH_ACTION_FIRST, seat, 0, 0);
}

lan_action th_pick(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                   struct lan_rng *rng)
{
    const struct th_rules *rules = th_rules_of(base);
    const struct th_public *pub = &th_state_of(opaque)->pub;
    (void)seat;
    switch ((enum th_phase)pub->phase) {
    case TH_CHOOSING: return LAN_ACTION(TH_ACTION_HUNTER, pub->seat + 2 * lan_rng_below(rng, 2), 0, 0);
    case TH_MOVING: return pick_move(rules, pub, rng);
    case TH_TAKING: return LAN_ACTION(TH_ACTION_TAKE + lan_rng_below(rng, 2), 0, 0, 0);
    case TH_DARING: return LAN_ACTION(TH_ACTION_FIGHT + lan_rng_below(rng, 2), 0, 0, 0);
    case TH_ROLLING: return LAN_ACTION(TH_ACTION_DIE, lan_rng_below(rng, TH_STEPS_MAX), 0, 0);
    case TH_DRAWING: return LAN_ACTION(TH_ACTION_CARD, pick_card(&pub->pile, rng), 0, 0);
    case TH_NUMBERING: {
        uint32_t at = lan_rng_below(rng, (uint32_t)__builtin_popcount(pub->unknown));
        return LAN_ACTION(TH_ACTION_NUMBER, lan_bit_at8(pub->unknown, at), 0, 0);
    }
    case TH_FIGHTING: return pick_roll(rules, pub, rng);
    case TH_STARTING:
    case TH_OVER:
    case TH_PHASES: break;
    }
    return pick_first(rules, rng);
}

/* ---- Playouts ------------------------------------------------------------------------------------------ */

static inline void fight_ahead(const struct th_play *play, struct lan_rng *rng)
{
    int face = pick_face(rng);
    if (th_fight_dice(play->rules, play->pub, play->pub->hunter) == 1)
        th_fought_one(play, face);
    else
        th_fought_two(play, face, pick_face(rng));
}

/*
 * No seat ever has may-actions, so this plays whole games. Each of the cases does at once what th_pick and
 * then th_carry_out do by way of an action, as the last one does: one jump to the code of the phase in place
 * of two.
 */
uint64_t th_ahead(const struct lan_rules *base, struct lan_state *opaque, struct lan_rng *rng)
{
    const struct th_rules *rules = th_rules_of(base);
    struct th_public *pub = &((struct th_state *)opaque)->pub;
    const struct th_play play = {rules, pub, NULL, true};
    for (uint64_t steps = 0;; steps++) {
        switch ((enum th_phase)pub->phase) {
        case TH_ROLLING: th_rolled(&play, (int)lan_rng_below(rng, TH_STEPS_MAX) + 1); break;
        case TH_DRAWING: th_card_play(&play, pick_card(&pub->pile, rng)); break;
        case TH_MOVING: th_moved(&play, pub->seat, pick_move(rules, pub, rng)); break;
        case TH_FIGHTING: fight_ahead(&play, rng); break;
        case TH_OVER: return steps;
        default: th_carry_out(base, opaque, pub->seat, th_pick(base, opaque, pub->seat, rng), NULL); break;
        }
    }
}
