/* fields.c - the fields of the view, for arrays (layout.h). */
#include "state.h"

#define AT(member) .offset = offsetof(struct shadow_view, member)
#define FLAG(member)                                \
    {                                               \
#member, LAN_CELL_NUMBER(1), AT(pub.member) \
    }
#define SEAT(member)                           \
    {                                          \
#member, LAN_CELL_SEAT, AT(pub.member) \
    }
#define SEATS(member)                           \
    {                                           \
#member, LAN_CELL_SEATS, AT(pub.member) \
    }
#define CHARACTERS LAN_CELL_SET(SHADOW_CHARACTERS, 4, SHADOW_TYPE_CHARACTER)
#define CHARACTER  LAN_CELL_CHOICE(SHADOW_CHARACTERS, SHADOW_TYPE_CHARACTER)
#define CARD       LAN_CELL_CHOICE(SHADOW_CARDS, SHADOW_TYPE_CARD)
#define EQUIPMENT  LAN_CELL_SET(SHADOW_EQUIPMENT, 2, SHADOW_TYPE_EQUIPMENT)
#define PILE       LAN_CELL_AXIS(0, SHADOW_HERMITS, 1), .length = 1 + offsetof(struct shadow_view, pub.pile)

const struct lan_field shadow_fields[SHADOW_FIELDS] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NAMED(SHADOW_PHASES, shadow_phase_ids), AT(pub.phase)},
    {"after", LAN_CELL_NAMED(SHADOW_PHASES, shadow_phase_ids), AT(pub.after)},
    {"then", LAN_CELL_CHOICE(SHADOW_THEN_REPEAT + 1, LAN_TYPE_NUMBER), AT(pub.then)},
    {"character", CHARACTER, AT(character)},
    {"left_over", CHARACTER, AT(left_over)},
    {"ability", CHARACTER, AT(pub.ability)},
    {"card", CARD, AT(pub.card)},
    {"hermit_card", CARD, AT(held)},
    {"deck", LAN_CELL_CHOICE(SHADOW_DECKS, SHADOW_TYPE_DECK), AT(pub.deck)},
    {"answer", LAN_CELL_CHOICE(SHADOW_ANSWERS - 1, SHADOW_TYPE_ANSWER), AT(choice), .first = 1},
    {"may", LAN_CELL_NUMBER(1), AT(may)},
    /* Two bits a card, the low one first, from advent on: how many of it the viewer holds. */
    {"hand_bits", LAN_CELL_SET(32, 4, LAN_TYPE_NUMBER), AT(hand)},
    SEAT(active),
    SEAT(first),
    SEAT(actor),
    SEAT(victim),
    SEAT(killer),
    SEAT(attacker),
    SEAT(judge),
    SEATS(alive),
    SEATS(revealed),
    SEATS(cursed),
    SEATS(used),
    SEATS(angel),
    SEATS(barrier),
    SEATS(leftward),
    SEATS(first_dead),
    SEATS(doubles),
    SEATS(blurs),
    SEATS(stands),
    SEATS(winners),
    SEATS(dying),
    SEATS(looting),
    SEATS(robbing),
    SEATS(targets),
    SEATS(struck),
    SEATS(hit),
    SEATS(blurring),
    SEATS(evaded),
    SEATS(pending),
    SEATS(asked),
    SEATS(answered),
    SEATS(obeyed),
    {"compass", LAN_CELL_NUMBER(3), AT(pub.compass)},
    FLAG(began),
    FLAG(by_attack),
    FLAG(sweep),
    FLAG(gained),
    FLAG(doubled),
    FLAG(d4_alone),
    FLAG(spear),
    FLAG(answering),
    FLAG(cut),
    FLAG(repeated),
    FLAG(volley),
    FLAG(landed),
    {"opening", LAN_CELL_NUMBER(SHADOW_SEATS_MAX), AT(pub.opening)},
    {"dealt", LAN_CELL_NUMBER(255), AT(pub.dealt)},
    {"d6", LAN_CELL_NUMBER(6), AT(pub.d6), LAN_CELL_AXIS(0, 2, 1)},
    {"d4", LAN_CELL_NUMBER(4), AT(pub.d4), LAN_CELL_AXIS(0, 2, 1)},
    {"move_d6", LAN_CELL_NUMBER(6), AT(pub.move_d6), LAN_CELL_AXIS(0, 2, 1)},
    {"move_d4", LAN_CELL_NUMBER(4), AT(pub.move_d4), LAN_CELL_AXIS(0, 2, 1)},
    {"damage", LAN_CELL_NUMBER(255), AT(pub.damage), LAN_CELL_BY_SEAT(1)},
    {"area", LAN_CELL_CHOICE(SHADOW_AREAS, SHADOW_TYPE_AREA), AT(pub.area), LAN_CELL_BY_SEAT(1)},
    {"face_up", CHARACTER, AT(pub.face), LAN_CELL_BY_SEAT(1), .first = 1},
    {"extra_turns", LAN_CELL_NUMBER(255), AT(pub.extra), LAN_CELL_BY_SEAT(1)},
    {"coup_tried", LAN_CELL_SEATS, AT(pub.coup), LAN_CELL_BY_SEAT(1)},
    {"due", LAN_CELL_NUMBER(255), AT(pub.due), LAN_CELL_BY_SEAT(1)},
    {"duel", LAN_CELL_NUMBER(4), AT(pub.duel), LAN_CELL_BY_SEAT(1)},
    {"hands", LAN_CELL_NUMBER(255), AT(pub.hand), LAN_CELL_BY_SEAT(2), LAN_CELL_AXIS(1, 2, 1)},
    {"equipment", EQUIPMENT, AT(pub.equipment), LAN_CELL_BY_SEAT(2)},
    {"stash", EQUIPMENT, AT(pub.stash), LAN_CELL_BY_SEAT(2)},
    {"possible", CHARACTERS, AT(possible), LAN_CELL_BY_SEAT(4)},
    /* Of which `possible` is made; as bits packed into bytes, since learners have little use for them. */
    {"possible_public", LAN_CELL_WIDE(4), AT(pub.possible), LAN_CELL_BY_SEAT(4)},
    {"possible_seen", LAN_CELL_WIDE(4), AT(seen), LAN_CELL_BY_SEAT(4)},
    {"slot_area", LAN_CELL_CHOICE(SHADOW_AREAS, SHADOW_TYPE_AREA), AT(pub.slot_area),
     LAN_CELL_AXIS(0, SHADOW_SLOTS, 1)},
    {"discards", LAN_CELL_NUMBER(255), AT(pub.discards), LAN_CELL_AXIS(0, SHADOW_AID, 1)},
    {"decks", LAN_CELL_NUMBER(255), AT(pub.left), LAN_CELL_AXIS(0, SHADOW_DECKS, 1)},
    {"pile", LAN_CELL_NUMBER(SHADOW_HERMITS), AT(pub.pile)},
    {"pile_giver", LAN_CELL_SEAT, AT(pub.pile_who), PILE, .divisor = 16},
    {"pile_receiver", LAN_CELL_SEAT, AT(pub.pile_who), PILE, .remainder = 16},
    {"pile_card", LAN_CELL_NUMBER(SHADOW_CARDS), AT(pile), LAN_CELL_AXIS(0, SHADOW_HERMITS, 1)},
    {"turn", LAN_CELL_WIDE(2), AT(pub.turns)},
    {"because", LAN_CELL_WIDE(2), AT(pub.because)},
    {"end_clause", LAN_CELL_WIDE(2), AT(pub.end_clause)},
    {"moment", LAN_CELL_WIDE(4), AT(pub.moment)},
    {"rolls", LAN_CELL_WIDE(2), AT(pub.rolls), LAN_CELL_BY_SEAT(2)},
    {"draws", LAN_CELL_WIDE(2), AT(pub.draws), LAN_CELL_AXIS(0, SHADOW_DECKS, 2)},
};
