/*
 * fields.c - the fields of the view, for arrays (layout.h). Floors are listed by number, three for each game;
 * tiles in the order of their cells. A cell is SHY_WIDTH * y + x.
 */
#include "state.h"

#define AT(member)  .offset = offsetof(struct shy_view, member)
#define TILE        LAN_CELL_CHOICE(SHY_TILES_MAX, LAN_TYPE_NUMBER)
#define TILES       LAN_CELL_SET(SHY_TILES_MAX, 1, LAN_TYPE_NUMBER)
#define MONSTERS    LAN_CELL_SET(SHY_MONSTERS, 1, SHY_TYPE_MONSTER)
#define BY_TILE     LAN_CELL_AXIS(0, SHY_TILES_MAX, 1)
#define BY_FLOOR(n) LAN_CELL_AXIS(0, SHY_FLOORS, n)
#define CELL_X      LAN_CELL_NUMBER(SHY_WIDTH - 1), .remainder = SHY_WIDTH
#define CELL_Y      LAN_CELL_NUMBER(SHY_WIDTH - 1), .divisor = SHY_WIDTH
#define OF_GAMES    LAN_CELL_AXIS(0, SHY_GAMES_MAX, 1)

const struct lan_field shy_fields[SHY_FIELDS] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NAMED(SHY_PHASES, shy_phase_ids), AT(pub.phase)},
    {"master", LAN_CELL_SEAT, AT(pub.master)},
    {"game", LAN_CELL_NUMBER(SHY_GAMES_MAX - 1), AT(pub.game)},
    {"floor", LAN_CELL_CHOICE(SHY_STOREYS, LAN_TYPE_NUMBER), AT(pub.storey)},
    {"drawn", LAN_CELL_NUMBER(2), AT(pub.drawn)},
    {"reveals", LAN_CELL_NUMBER(SHY_TILES_MAX), AT(pub.reveals)},
    {"idle", LAN_CELL_WIDE(2), AT(pub.idle)},
    {"skills", LAN_CELL_SET(2, 1, LAN_TYPE_NUMBER), AT(pub.hunt.skills)},
    {"hero", TILE, AT(pub.hunt.hero)},
    {"up", TILES, AT(pub.hunt.up)},
    {"beasts", TILES, AT(pub.hunt.beasts)},
    {"dead", TILES, AT(pub.hunt.dead)},
    {"calm", TILES, AT(pub.hunt.calm)},
    {"x", CELL_X, AT(pub.hunt.cell), BY_TILE},
    {"y", CELL_Y, AT(pub.hunt.cell), BY_TILE},
    {"zone", MONSTERS, AT(pub.hunt.zone), BY_TILE},
    {"named_count", LAN_CELL_NUMBER(SHY_TILES_MAX - 1), AT(pub.named_count)},
    {"named", TILE, AT(pub.named), LAN_CELL_AXIS(0, SHY_TILES_MAX - 1, 1),
     .length = 1 + offsetof(struct shy_view, pub.named_count)},
    {"laid", LAN_CELL_NUMBER(SHY_TILES_MAX), AT(laid)},
    {"laid_x", CELL_X, AT(cell), BY_TILE},
    {"laid_y", CELL_Y, AT(cell), BY_TILE},
    {"laid_zone", MONSTERS, AT(zone), BY_TILE},
    {"kind", LAN_CELL_CHOICE(SHY_KINDS, SHY_TYPE_TILE), AT(kind), BY_FLOOR(SHY_TILES_MAX),
     LAN_CELL_AXIS(1, SHY_TILES_MAX, 1), .blank = true},
    {"monsters", MONSTERS, AT(pair), BY_FLOOR(1)},
    /* Of each finished floor the cells of its tiles, then a byte with a bit for each tile turned up. */
    {"past", LAN_CELL_NUMBER(255), AT(pub.past), BY_FLOOR(sizeof(struct shy_past)),
     LAN_CELL_AXIS(1, SHY_TILES_MAX + 1, 1)},
    {"exits", LAN_CELL_NUMBER(SHY_STOREYS), AT(pub.exits), OF_GAMES},
    {"hero_won", LAN_CELL_NUMBER(1), AT(pub.hero_won), OF_GAMES},
};
