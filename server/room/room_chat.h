/*
 * room_chat.h - chat, reactions and private notes at a table, with the limit of lines a minute. None of them
 * is part of the match. The protocol's field `room` of a line is its channel.
 */
#ifndef LAN_SERVER_ROOM_CHAT_H
#define LAN_SERVER_ROOM_CHAT_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct room;
struct server;
struct store_head;

/* Forgets persons who have written nothing for a minute; all of them in the end. */
void speakers_tick(struct server *server);
void speakers_free(struct server *server);

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

/* Operations of ops.def. */
void op_chat(struct ask *ask, struct room *room);
void op_chats(struct ask *ask, struct room *room);
void op_react(struct ask *ask, struct room *room);
void op_notes(struct ask *ask, struct room *room);
void op_note(struct ask *ask, struct room *room);

#endif
