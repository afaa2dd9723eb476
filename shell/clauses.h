/* clauses.h - printing the clauses of a game. */
#ifndef LAN_CLAUSES_H
#define LAN_CLAUSES_H

#include "term_text.h"

/* Prints the clauses whose ids begin with `wanted` ("" for all); returns how many there were. */
int clauses_show(const struct term *term, const struct lan_rules *rules, const char *wanted);

#endif
