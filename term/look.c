#include "look.h"

/* The basic colours are red 1, green 2, yellow 3, blue 4, magenta 5, cyan 6, white 7. */
const struct look looks[LAN_MARKS] = {
    [LAN_MARK_PLAIN] = {0},
    [LAN_MARK_STRONG] = {.bold = true},
    [LAN_MARK_MUTED] = {0xb8, 0xa8, 0x90, 138, 7, true, false},
    [LAN_MARK_LANTERN] = {0xff, 0xb4, 0x54, 215, 3, true, true},
    [LAN_MARK_DANGER] = {0xe5, 0x53, 0x3d, 167, 1, true, true},
    [LAN_MARK_HEAL] = {0x7f, 0xb0, 0x69, 107, 2, true, false},
    [LAN_MARK_INFO] = {0x7a, 0xa6, 0xc2, 110, 6, true, false},
    [LAN_MARK_SECRET] = {0x7a, 0xa6, 0xc2, 110, 6, true, false},
    [LAN_MARK_SEAT + 0] = {0xe6, 0x9f, 0x00, 178, 3, true, true},
    [LAN_MARK_SEAT + 1] = {0x56, 0xb4, 0xe9, 74, 6, true, true},
    [LAN_MARK_SEAT + 2] = {0x00, 0x9e, 0x73, 36, 2, true, true},
    [LAN_MARK_SEAT + 3] = {0xf0, 0xe4, 0x42, 227, 3, true, true},
    [LAN_MARK_SEAT + 4] = {0x00, 0x72, 0xb2, 25, 4, true, true},
    [LAN_MARK_SEAT + 5] = {0xd5, 0x5e, 0x00, 166, 1, true, true},
    [LAN_MARK_SEAT + 6] = {0xcc, 0x79, 0xa7, 175, 5, true, true},
    [LAN_MARK_SEAT + 7] = {0x99, 0x99, 0x99, 246, 7, true, true},
};
