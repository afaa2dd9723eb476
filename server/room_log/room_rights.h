/*
 * room_rights.h - the right of a person to be sent what a viewer of a table is sent, asked of the table's log
 * as it stands now.
 *
 * Every delivery asks here, with the present holders of the seats: an update, a line of chat and any other
 * push to a subscriber, the answer of an operation for a viewer, and an answer that comes from a worker
 * thread. That a person had the right when they subscribed or asked counts for nothing. The functions are
 * pure over a struct room_log and a person's id, so that tests and simulations can ask without a server.
 *
 *   state           a seat's stream         the watcher's stream                   everything open
 *   seating, dice   its holder              everybody                              nobody
 *   playing         its holder              watching "open", "late": everybody     nobody
 *                                           watching "none": holders of a seat
 *                                           either way nobody, once the watcher
 *                                           was told what some seat was not
 *   over            its holder              everybody                              everybody
 *   closed          its holder              everybody                              nobody
 *
 * - A person whom the host has removed has no right in any state, whatever the seats say.
 * - The holder is the person whom the log names at the seat; a stand-in that plays for them changes nothing.
 *   A bot's seat, an empty one, and one that its person left for good have no holder.
 * - Before the match there is nothing secret in a stream, but the right ends with the seat all the same, so
 *   that no subscription is older than its holder.
 * - A daily deal of a day that has not ended: the watcher's stream for the holder of the seat, a record and
 *   everything open for nobody, also when the game is over.
 * - A game may tell the watcher more than its players know (Shy Monsters, option `watchers`). Any watcher can
 *   reach a player, so such a stream waits for the end of the game, for holders of seats too.
 * - "Everything open" is the full record, the replay and playing on from a position.
 * - "Everybody" at a table with a password is every person whom it let in. That is checked when a person
 *   comes in (room_may_enter), and is not part of these functions.
 */
#ifndef LAN_SERVER_ROOM_RIGHTS_H
#define LAN_SERVER_ROOM_RIGHTS_H

#include <stdbool.h>

struct room_log;

/* The answer: the right, or the reason why there is none. */
enum room_right {
    RIGHT_GIVEN,
    RIGHT_REMOVED,     /* the host has removed the person */
    RIGHT_NO_HOLDER,   /* the person does not hold the seat */
    RIGHT_NO_WATCHING, /* nobody, or nobody without a seat, watches before the game has ended */
    RIGHT_NOT_OVER,    /* the game has not ended */
    RIGHT_SEALED,      /* a daily deal whose day has not ended */
};

/* Whom a line of chat goes to. Each channel numbers its own lines, so that a number does not tell how much
   is said in another. */
enum room_channel { CHANNEL_PLAYERS, CHANNEL_WATCHERS, CHANNEL_OUT, CHANNELS };

/* The person was not removed: for sitting down, claiming a seat and coming in. */
enum room_right room_right_enter(const struct room_log *log, const char *person);
/* The stream of a viewer: a seat of the table or LAN_WATCHER. */
enum room_right room_right_view(const struct room_log *log, const char *person, int viewer);
/*
 * The same from the beginning and without the delay of watching "late": the record of a viewer. Differs from
 * room_right_view for the watcher of a running game, who has it only where watching is open.
 */
enum room_right room_right_record(const struct room_log *log, const char *person, int viewer);
/* Everything open: the full record, the replay, playing on. */
enum room_right room_right_open(const struct room_log *log, const char *person);
/*
 * The lines of a channel, for a person who looks as `viewer`: those of the players with every right to the
 * viewer; those of the watchers for persons without a seat; those of the seats that are out of a running game
 * for these seats alone. After the game all lines are for everybody.
 */
enum room_right room_right_hear(const struct room_log *log, const char *person, int viewer,
                                enum room_channel channel);

/* The person holds a seat of the table. */
bool room_log_sits(const struct room_log *log, const char *person);
/* Seats that are out of the running game, by bit; this is public. */
unsigned room_log_out(const struct room_log *log);

#endif
