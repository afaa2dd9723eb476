/*
 * fields.c - the fields of the view, for arrays (layout.h). Hunters are listed by their own number, since a
 * seat may play several and two seats may share one.
 */
#include "state.h"

#define AT(member) .offset = offsetof(struct th_view, member)
#define FLAG(member)                                \
    {                                               \
#member, LAN_CELL_NUMBER(1), AT(pub.member) \
    }
#define ROOMS        LAN_CELL_SET(TH_ROOMS, 2, LAN_TYPE_NUMBER)
#define HUNTER       LAN_CELL_CHOICE(TH_HUNTERS_MAX, TH_TYPE_HUNTER)
#define BY_ROOM      LAN_CELL_AXIS(0, TH_ROOMS, 1)
#define BY_HUNTER(n) LAN_CELL_AXIS(0, TH_HUNTERS_MAX, n)
#define SPECIALS     LAN_CELL_AXIS(0, TH_SPECIALS, 1)

/* A multiset of cards: the letters, and the number of each other card. */
#define CARDS(name, member)                                                        \
    {name "_letters", ROOMS, AT(pub.member.letters)},                              \
        {name "_special", LAN_CELL_NUMBER(255), AT(pub.member.special), SPECIALS}, \
    {                                                                              \
        name "_count", LAN_CELL_NUMBER(255), AT(pub.member.count)                  \
    }

const struct lan_field th_fields[TH_FIELDS] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NAMED(TH_PHASES, th_phase_ids), AT(pub.phase)},
    {"first", LAN_CELL_SEAT, AT(pub.first)},
    {"active", LAN_CELL_SEAT, AT(pub.seat)},
    {"hunter", HUNTER, AT(pub.hunter)},
    {"played", LAN_CELL_SET(TH_HUNTERS_MAX, 1, TH_TYPE_HUNTER), AT(pub.played)},
    {"rolled", LAN_CELL_NUMBER(TH_STEPS_MAX), AT(pub.rolled)},
    {"steps", LAN_CELL_NUMBER(TH_STEPS_MAX), AT(pub.steps)},
    FLAG(moved),
    FLAG(stopped),
    FLAG(took),
    FLAG(fought),
    FLAG(told),
    FLAG(lost),
    {"ending", LAN_CELL_NUMBER(255), AT(pub.ending)},
    {"at", LAN_CELL_CHOICE(TH_NODES_MAX, TH_TYPE_NODE), AT(pub.at), BY_HUNTER(1)},
    {"carries", LAN_CELL_CHOICE(TH_PLAIN, LAN_TYPE_NUMBER), AT(pub.carries), BY_HUNTER(1), .first = 1},
    {"ghosts", LAN_CELL_NUMBER(TH_GHOSTS_MAX), AT(pub.ghosts), BY_ROOM},
    {"haunted", ROOMS, AT(pub.haunted)},
    {"jewels", ROOMS, AT(pub.jewels)},
    {"number", LAN_CELL_NUMBER(TH_JEWELS), AT(pub.number), BY_ROOM},
    {"unknown", LAN_CELL_SET(TH_JEWELS, 1, LAN_TYPE_NUMBER), AT(pub.unknown)},
    {"out", LAN_CELL_NUMBER(TH_JEWELS), AT(pub.out)},
    {"lock", LAN_CELL_CHOICE(TH_LOCKS, LAN_TYPE_NUMBER), AT(pub.lock)},
    {"owed", LAN_CELL_NUMBER(255), AT(pub.owed)},
    {"drawing", LAN_CELL_NUMBER(255), AT(pub.drawing)},
    CARDS("pile", pile),
    CARDS("discards", discards),
    CARDS("aside", aside),
    {"turns", LAN_CELL_WIDE(2), AT(pub.turns)},
    {"drawn", LAN_CELL_WIDE(4), AT(pub.drawn)},
    {"rolls", LAN_CELL_WIDE(2), AT(pub.rolls), BY_HUNTER(2)},
    {"fights", LAN_CELL_WIDE(2), AT(pub.fights), BY_HUNTER(2)},
};
