/*
 * room_commit.h - the way of a change: carried out, stored, shown, answered.
 *
 * An operation writes an entry and hands it to room_commit, which carries it out in memory and submits it.
 * Until it is stored the room is COMMITTING, and nothing of the change is shown.
 */
#ifndef LAN_SERVER_ROOM_COMMIT_H
#define LAN_SERVER_ROOM_COMMIT_H

#include <stdint.h>

struct ask;
struct buf;
struct room;

/*
 * How an operation answers once its entry is stored. `send` takes over the ask. The other fields are the
 * operation's own: they belong to one run of it, so that a second run after a conflict begins anew.
 */
struct room_answer {
    void (*send)(struct ask *ask, struct room *room, const struct room_answer *answer);
    int64_t number;
    char text[32];
};

/* Answers with the table's info, and with nothing but ok. */
extern const struct room_answer room_answer_info, room_answer_done;

/*
 * Carries out the entry, which is freed, and submits it with the table's summary. When it is stored
 * subscribers are shown what changed, and the ask is answered. After a conflict the ask runs again; when the
 * store fails it is refused with FAIL_STORAGE. A change that nobody asked for has neither ask nor answer
 * (NULL).
 */
void room_commit(struct room *room, struct ask *ask, struct buf *entry, const struct room_answer *answer);
/* The same with an entry "play" of what the match has just done. `move` is the id of a seat's move, NULL
   for none. */
void room_commit_play(struct room *room, struct ask *ask, int seat, const char *move,
                      const struct room_answer *answer);

/* Shows subscribers what has changed: ends subscriptions to which the person has no right any more, sends
   the info where it changed, and to every viewer what that viewer learned. */
void room_changes_push(struct room *room);

#endif
