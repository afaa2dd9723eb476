/*
 * fault.h - planted faults: places at which the server does something wrong when the simulated world
 * (tests/world) asks for it, so that the world can show that it would find such a fault.
 *
 * Only the build of the world has them (LAN_FAULTS). Everywhere else FAULT(NAME) is the constant 0, and
 * nothing of a fault is in the program.
 */
#ifndef LAN_SERVER_FAULT_H
#define LAN_SERVER_FAULT_H

#ifdef LAN_FAULTS
enum fault {
    FAULT_NONE,
#define ROW(name, what, finding) FAULT_##name,
#include "fault.def"
#undef ROW
    FAULTS
};

/* The one that is planted now. */
extern enum fault fault_planted;
#define FAULT(name) (fault_planted == FAULT_##name)
#else
#define FAULT(name) 0
#endif

#endif
