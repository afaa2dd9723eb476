/*
 * equilibrium.h - a bot for Shy Monsters that plays from a book.
 *
 * The stage of a floor is its number of reveals and the monsters that may still come: for the Hero those
 * that he has not seen on earlier floors, for the Master those of no earlier pair, as if the Hero had been
 * told them. Where the book has the floor as part of a whole game (game.h) that is played,
 * on floors 1 and 2 with an eye to what the Hero learns for the next; else the floor by itself. The Master
 * lays a floor tile by tile, each answer drawn anew: among the floors of the stage that fit what is laid,
 * and that are laid in this order (the order follows from the floor alone). By the chain rule of
 * probability the whole floor then has the chance that the book gives it, for any seeds. The Hero solves
 * the shape before him (hero.h), which gives a chance for every move of every node, and draws one move per
 * node; a walk over open tiles is part of one draw.
 *
 * So each answer is a function of view, events told, budget and seed, as with all bots. The last plans are
 * cached, which saves time and changes no answer. Where the book lacks a stage, the stage for all six
 * monsters unseen is played; where it lacks that too, or is for other rules, the hand-written advice
 * answers, and the reason says so.
 */
#ifndef LAN_EQUILIBRIUM_H
#define LAN_EQUILIBRIUM_H

#include "bot.h"
#include "book.h"

/* budget.iterations is the number of rounds for a shape, at most HERO_ROUNDS. Several threads may ask it. */
extern const struct lan_bot lan_bot_equilibrium;

/*
 * Replaces the built-in book. NULL, or why the bytes are refused with nothing changed. To be called before
 * the bot thinks for the first time; the bytes are copied.
 */
const char *equilibrium_use(const uint8_t *bytes, size_t size);

/* The book that is built in: share/shy-monsters.book. None is in the module for WebAssembly, which is handed
   it when the bot is wanted. */
extern const uint8_t equilibrium_book[], equilibrium_book_end[];

#endif
