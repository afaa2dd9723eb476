/* fields.c - the fields of the view, for arrays (layout.h). A place is seat * MANOR_EACH_MAX + position. */
#include "state.h"

#define AT(member) .offset = offsetof(struct manor_view, member)
#define PLACE                                                                                  \
    .kind = LAN_FIELD_CHOICE, .size = 1, .type = MANOR_TYPE_PLACE, .per_seat = MANOR_EACH_MAX, \
    .count = LAN_FIELD_SEATS
#define PLACES                                                                              \
    .kind = LAN_FIELD_SET, .size = 4, .type = MANOR_TYPE_PLACE, .per_seat = MANOR_EACH_MAX, \
    .count = LAN_FIELD_SEATS
#define BY_PLACE LAN_CELL_BY_SEAT(MANOR_EACH_MAX), LAN_CELL_AXIS(1, MANOR_EACH_MAX, 1)
#define IN_FRONT                                                                                 \
    AT(pub.front), LAN_CELL_BY_SEAT(MANOR_EACH_MAX *MANOR_CROWD_MAX),                            \
        LAN_CELL_AXIS(1, MANOR_EACH_MAX, MANOR_CROWD_MAX), LAN_CELL_AXIS(2, MANOR_CROWD_MAX, 1), \
        .length = 1 + offsetof(struct manor_view, pub.crowd)
/* A card is 1 + owner * MANOR_HUNTERS + hunter, and 0 for none. */
#define OWNER  LAN_CELL_SEAT, .first = 1, .divisor = MANOR_HUNTERS
#define HUNTER LAN_CELL_CHOICE(MANOR_HUNTERS, MANOR_TYPE_HUNTER), .first = 1, .remainder = MANOR_HUNTERS

const struct lan_field manor_fields[MANOR_FIELDS] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NAMED(MANOR_PHASES, manor_phase_ids), AT(pub.phase)},
    {"first", LAN_CELL_SEAT, AT(pub.first)},
    {"active", LAN_CELL_SEAT, AT(pub.active)},
    {"dealt", LAN_CELL_NUMBER(MANOR_PLACES), AT(pub.dealt)},
    {"chosen", LAN_CELL_SEATS, AT(pub.chosen)},
    {"here", PLACE, AT(pub.here)},
    {"before", LAN_CELL_NUMBER(MANOR_CROWD_MAX), AT(pub.before)},
    {"playing", LAN_CELL_CHOICE(MANOR_HUNTERS, MANOR_TYPE_HUNTER), AT(pub.playing)},
    {"sent_owner", OWNER, AT(pub.sent)},
    {"sent_hunter", HUNTER, AT(pub.sent)},
    {"sent_done", LAN_CELL_NUMBER(1), AT(pub.sent_done)},
    {"called_done", LAN_CELL_NUMBER(1), AT(pub.called_done)},
    {"choice", PLACE, AT(choice), .first = 1},
    {"hand", LAN_CELL_NUMBER(MANOR_TEAM), AT(pub.hand), LAN_CELL_BY_SEAT(MANOR_HUNTERS),
     LAN_CELL_AXIS(1, MANOR_HUNTERS, 1)},
    {"up", PLACES, AT(pub.up)},
    {"manor", LAN_CELL_CHOICE(MANOR_MANORS - 1, MANOR_TYPE_MANOR), AT(manor), BY_PLACE, .first = 1},
    {"crowd", LAN_CELL_NUMBER(MANOR_CROWD_MAX), AT(pub.crowd), BY_PLACE},
    {"front_owner", OWNER, IN_FRONT},
    {"front_hunter", HUNTER, IN_FRONT},
    {"unseen", LAN_CELL_NUMBER(MANOR_CARDS), AT(unseen), LAN_CELL_AXIS(0, MANOR_MANORS, 1)},
};
