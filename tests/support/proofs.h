/*
 * proofs.h - clauses that no single position can show, and the property test that shows each instead.
 *
 * A clause belongs here only when a scenario is impossible, for instance because the clause forbids what can
 * never come up; the test named must fail when the rule is broken.
 */
#ifndef LAN_PROOFS_H
#define LAN_PROOFS_H

struct proof {
    const char *clause;
    const char *test; /* program and test */
};

/* Ends with a NULL clause. */
extern const struct proof proofs[];

#endif
