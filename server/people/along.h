/*
 * along.h - a guest who signs in to an account: what comes along, and which guest the account forgets for it.
 *
 * The account remembers the guest (person.h), so that what the guest had is the person's: games, ratings,
 * notes, lines, seats. It remembers PERSON_WAS_MAX. Browsers make a guest whenever somebody comes without a
 * session, and most of them have done nothing when they sign in. So for one more the account forgets one of
 * whom nothing is stored, which may be the new one, and deletes that guest's document. Only when something is
 * stored of every one, the oldest is forgotten against whom no sanction stands; what is stored of that one is
 * kept as of any guest who does not come back (retention_guests.h).
 *
 * What is read is kept in the ask's message from along_read to the answer.
 */
#ifndef LAN_SERVER_ALONG_H
#define LAN_SERVER_ALONG_H

struct ask;
struct buf;
struct store_batch;

/* Takes out of the message what along_read puts there, in case the client did. */
void along_clear(struct ask *ask);
/* Reads what the guest of this device would bring along to the asker's account; `then` goes on. */
void along_read(struct ask *ask, void (*then)(struct ask *ask));
/* The guest, if there is one, becomes the asker: in memory, and in the batch of the new session. */
void along_put(struct ask *ask, struct store_batch *batch);
/* The batch was not stored: the account remembers the guest no more. */
void along_undo(struct ask *ask);
/* How many of the guest's tables came along, as the field `tables`. */
void along_write(struct buf *out, const struct ask *ask);

#endif
