/*
 * room_chat.h - chat and reactions at a table. Neither is part of the match. The protocol's field `room` of a
 * line is its channel.
 */
#ifndef LAN_SERVER_ROOM_CHAT_H
#define LAN_SERVER_ROOM_CHAT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "server.h"

struct ask;
struct buf;
struct room;
struct store_head;

/*
 * False when the chat must be read first; then the ask runs again afterwards. With a shared store this comes
 * before a client opens the table, so that every line heard of later is a new one, to be shown.
 */
bool room_chat_ready(struct ask *ask, struct room *room);
/* Whether the chat is in memory; the store is then asked for its head. */
bool room_chat_polled(struct room *room);
/* Compares the chat with the head that the store has told. One of another history is read again. */
void room_chat_compare(struct room *room, const struct store_head *head);
/* The chat's log is said to have an entry of this number. */
void room_chat_read_on(struct room *room, uint64_t number);
/* Shows subscribers the lines that came while the table's log was read. */
void room_chat_push(struct room *room);
/* Frees the lines in memory; they are read again when they are needed. */
void room_chat_free(struct room *room);

/* Who said a line. The ids are not shown to anybody. */
struct chat_author {
    char person[ID_PERSON + 1], name[NAME_SIZE];
    json_t *was; /* hashes of guests who signed in to the account; NULL for none */
};

/*
 * The author of a line by its channel and number; NULL unless the asker, who looks as `viewer`, may read it.
 * The chat must be ready.
 */
const struct chat_author *room_chat_author(struct ask *ask, const struct room *room, int viewer,
                                           const char *word, int64_t number);
/*
 * As the array `lines`: the last LIMIT_REPORT_LINES that the asker has the right to read, whether or not they
 * have blocked who said them, and which of them are the asker's or those of `about`.
 */
void room_chat_quote(struct buf *out, struct ask *ask, const struct room *room, int viewer,
                     const char *about);

/* Operations of ops.def. */
void op_chat(struct ask *ask, struct room *room);
void op_chats(struct ask *ask, struct room *room);
void op_react(struct ask *ask, struct room *room);

#endif
