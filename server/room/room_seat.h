/*
 * room_seat.h - the seats of a table: creating it, sitting down and standing up, bots, offers; and checks of
 * rights that many operations need.
 */
#ifndef LAN_SERVER_ROOM_SEAT_H
#define LAN_SERVER_ROOM_SEAT_H

#include <jansson.h>
#include <stdbool.h>

#include "room_rights.h"
#include "server.h"

struct ask;
struct buf;
struct lan_bot;
struct lan_game;
struct person;
struct record;
struct room_daily;
struct room;
struct room_answer;
struct room_settings;

/* The person (NULL: nobody) holds the seat and was not removed; the same for any seat; is the host. */
bool room_holds(const struct room *room, int seat, const struct person *person);
bool room_sits(const struct room *room, const struct person *person);
bool room_host(const struct room *room, const struct person *person);
/* The right is given. False with the ask refused by its reason. */
bool ask_right(struct ask *ask, enum room_right right);
/* The asker has the right to the viewer now. False with the ask refused. */
bool ask_may_view(struct ask *ask, const struct room *room, int viewer);
/*
 * The seat of the field `seat` as 0..; for ask_own_seat the asker must hold it. False with the ask refused.
 */
bool ask_own_seat(struct ask *ask, const struct room *room, int *seat);
bool ask_any_seat(struct ask *ask, const struct room *room, int *seat);
/* The viewer of the field `seat`: one's own seat, or 0 for the watcher where watching is allowed. False
   with the ask refused. */
bool ask_viewer(struct ask *ask, const struct room *room, int *viewer);
/* The asker was not removed from the table, and sits there, is its host or gives its password. False with
   the ask refused. */
bool room_may_enter(struct ask *ask, const struct room *room);
/* The asker is the host; the table waits for players. False with the ask refused. */
bool ask_host(struct ask *ask, const struct room *room);
bool ask_seating(struct ask *ask, const struct room *room);
/* The name in a field, `other` without it. False with the ask refused. */
bool ask_name(struct ask *ask, const char *key, const char *other, char name[NAME_SIZE]);
/* Nobody at another seat than this one, which the asker has or takes, has a name that looks the same. False
   with the ask refused. */
bool ask_name_free(struct ask *ask, const struct room *room, int taken, const char *name);
/* What bots are called, by seat. */
const char *room_bot_name(int seat);
/* The bot of a level, if it plays the game; NULL otherwise. */
const struct lan_bot *room_bot_find(const struct lan_game *game, const char *level);
/* One more table of the asker's is within the limits. False with the ask refused. */
bool ask_tables_allowed(struct ask *ask);
/* Where a new table comes from; all NULL for one that is new altogether. */
struct room_origin {
    const struct room *before;      /* a table whose password it takes over */
    const char *parent;             /* the id of a table whose game goes on here */
    struct record *brought;         /* of a game of a device that goes on here; the room takes it over */
    const struct room_daily *daily; /* of a daily deal: what its log remembers of it */
};

/*
 * A new room, and its first entry in `entry` up to the list of seats, each of which is an entry;
 * room_create_commit ends and commits it.
 */
struct room *room_create(struct ask *ask, const struct room_settings *settings, const char *password,
                         const struct room_origin *origin, struct buf *entry);
void room_create_commit(struct room *room, struct ask *ask, struct buf *entry,
                        const struct room_answer *answer);
/* The same with seats by `plan`, a word for each: me, empty or a bot's level. NULL: the asker at seat 1.
   Refuses the ask when the plan is wrong. */
void room_create_planned(struct ask *ask, const struct room_settings *settings, const char *password,
                         const struct room_origin *origin, json_t *plan, const struct room_answer *answer);

/* Operations of ops.def. */
void op_sit(struct ask *ask, struct room *room);
void op_stand(struct ask *ask, struct room *room);
void op_bot(struct ask *ask, struct room *room);
void op_start(struct ask *ask, struct room *room);
void op_close(struct ask *ask, struct room *room);
void op_create(struct ask *ask);
void op_offer(struct ask *ask, struct room *room);
void op_claim(struct ask *ask, struct room *room);

#endif
