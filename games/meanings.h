/*
 * meanings.h - the tables of meanings of the games (core/meaning.h), for registry.c, which hands them out.
 */
#ifndef LAN_MEANINGS_H
#define LAN_MEANINGS_H

#include "meaning.h"

extern const struct lan_meaning manor_meanings[], shadow_meanings[], shy_meanings[], th_meanings[];

#endif
