/*
 * refused.h - how many inputs a fuzz target has refused. A target counts an input here when it is malformed
 * in the layer that the target is about, so that malformed.c can say how many such inputs there were.
 */
#ifndef LAN_TESTS_REFUSED_H
#define LAN_TESTS_REFUSED_H

#include <stdint.h>

extern uint64_t fuzz_refused;

#endif
