/*
 * take_back.h - takes back one of the seat's latest actions, whichever it is, where their order does not
 * matter: the tiles of a floor that is being built (SM-B5).
 *
 * A table takes actions back latest first. So the later ones are taken back too, and then played again; one
 * that is refused without the action taken back remains taken back.
 */
#ifndef LAN_TAKE_BACK_H
#define LAN_TAKE_BACK_H

#include "source.h"

/*
 * The actions that can be taken back each by itself, oldest first: the seat's latest ones of which every
 * event is LAN_UNDO_ANY. Returns their number; 0 in games that have no such events.
 */
int take_back_list(const struct source *source, struct lan_list *list);

/* Takes one of them back. False with the reason in `say` when that or playing a later one again failed. */
bool take_back(struct source *source, lan_action action, struct source_say *say);

/*
 * Takes back the latest of them that is written like `words`, or has it as one of its words ("g8" for
 * "lay bat g8"). False with the reason in `say`.
 */
bool take_back_named(struct source *source, const char *words, struct source_say *say);

#endif
