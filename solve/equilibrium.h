/*
 * equilibrium.h - a bot for Shy Monsters that plays from a book.
 *
 * The stage of a floor is its number of reveals and the monsters that the Hero has not seen on earlier floors; both sides
 * know it. The Master draws a floor from the stage's chances. He lays it in an order that follows from the floor alone,
 * and at every tile draws anew among the floors that go on from what lies: by the rule of chains the whole floor comes with the
 * book's chance, whatever the seeds. The Hero solves the shape before him (hero.h), which gives a chance for every move of
 * every node, and draws at each node, a walk over open tiles being part of one draw.
 *
 * So each answer is a function of view, events told, budget and seed, as with all bots. Plans are remembered for a while,
 * which saves time and changes no answer. What the book cannot answer the hand-written advice does, and the reason says so:
 * other rules than the book's, or a stage that is not in it; where the stage for all six monsters unseen is, that is played.
 */
#ifndef LAN_EQUILIBRIUM_H
#define LAN_EQUILIBRIUM_H

#include "bot.h"
#include "book.h"

/* budget.iterations is the rounds of learning for a shape, at most HERO_ROUNDS. It may be asked from several threads. */
extern const struct lan_bot lan_bot_equilibrium;

/*
 * Plays from this book and not from the one that is built in. NULL, or why it is refused, with nothing changed. To be called
 * before the bot thinks; the bytes are not kept.
 */
const char *equilibrium_use(const uint8_t *bytes, size_t size);

/* The book that is built in: share/shy-monsters.book. */
extern const uint8_t equilibrium_book[], equilibrium_book_end[];

#endif
