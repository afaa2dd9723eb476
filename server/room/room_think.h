/*
 * room_think.h - bots' thinking at a table, in worker threads, and hints.
 *
 * A thought is about everything that one seat is asked in one position: first what it may do besides (the
 * optional question), then, if it declines that, what the game waits for. It is made from a copy of the
 * seat's view and runs beside the loop. Its owner may hurry it, after which it answers with what it has, or
 * drop it, after which its answer goes nowhere; either ends the work within one iteration of the search.
 *
 * Every bot's seed is drawn from the table's key by the seat and the number of items it was told. So after
 * the game an answer can be recomputed, unless the bot was hurried (docs/bots.md).
 */
#ifndef LAN_SERVER_ROOM_THINK_H
#define LAN_SERVER_ROOM_THINK_H

#include <stdbool.h>

#include "lan.h"

struct ask;
struct lan_bot;
struct room;
struct thought;

/* Begins to think about the seat's questions; it must have one. Calls room_bots_start when it is back. */
struct thought *thought_start(struct room *room, int seat, const struct lan_bot *bot);
/* Takes what the optional question has by now, or `all` questions. */
void thought_hurry(struct thought *thought, bool all);
/* Gives it up, whether it is back or not. NULL is allowed. */
void thought_drop(struct thought *thought);
bool thought_ready(const struct thought *thought);

/*
 * What the seat does by a thought that is ready: the optional action, or the answer. False when it declines
 * and is not asked.
 */
bool thought_action(const struct thought *thought, lan_action *action);
/*
 * The same at once, for a seat whose bot is not ready: by the bot "rules", or "random" where that is the
 * seat's bot or the game gives no advice.
 */
bool thought_quick(struct room *room, int seat, const struct lan_bot *bot, lan_action *action);

/* Operations of ops.def. */
void op_hint(struct ask *ask, struct room *room);

#endif
