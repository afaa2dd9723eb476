/*
 * enter.h - from a solver into a book (book.h) and back. Apart from it, because a bot that only plays from a
 * book needs no solver, whose threads the module of the page does not have.
 */
#ifndef LAN_ENTER_H
#define LAN_ENTER_H

#include "book.h"

/*
 * Enters the average of a solver, replacing its stage if the book has it. Rare hands are left out and the
 * others rounded; the lower bound is computed for what remains, and the tolls from the prices, which takes
 * as long as some hundred rounds. The bounds of a whole game are removed. False when there is no memory or
 * the book is full.
 */
bool book_add(struct book *book, struct solve *solve, const struct solve_bounds *bounds);

/* Replaces the entries of a stage by a solver's average, which may be of the same floor by itself. */
bool book_enter(struct book_stage *stage, const struct solve *solve);

/* The chances of a stage's entries as a mix for this solver: solve->hands numbers that sum to 1. */
void book_mix(const struct book_stage *stage, const struct solve *solve, double *mix);

#endif
