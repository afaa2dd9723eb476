/*
 * tap.h - results in the Test Anything Protocol, for tests whose number is known only at run time: one for
 * each scenario file, one for each game.
 */
#ifndef LAN_TAP_H
#define LAN_TAP_H

#include <stdbool.h>
#include <stdint.h>

/* One result. Both texts are printf formats. */
__attribute__((format(printf, 2, 3))) void tap_result(bool passed, const char *name, ...);

/* What explains the result before or the next one; each line of it becomes a comment. */
__attribute__((format(printf, 1, 2))) void tap_note(const char *text, ...);

/* Prints the plan; the exit status of the program. */
int tap_finish(void);

/* `rounds`, or thirty times as many when LAN_LONG is set. */
int tap_rounds(int rounds);

/*
 * Whether tests that take long do less: with LAN_BRIEF=1, and under sanitizers, which make them several times
 * as slow and look for faults in code that fewer rounds reach too. In a long run never.
 */
bool tap_brief(void);

/*
 * The seed for random games: `fixed`, so that every run plays the same ones, or with LAN_SEED=N in the
 * environment one that follows from both. scripts/test sets and prints LAN_SEED for long runs. Not for golden
 * files and statistics.
 */
uint64_t tap_seed(uint64_t fixed);

#endif
