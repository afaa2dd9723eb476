/* room_chat.h - chat, reactions and private notes at a table, with the limit of lines a minute. */
#ifndef LAN_SERVER_ROOM_CHAT_H
#define LAN_SERVER_ROOM_CHAT_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct room;
struct server;

/* room_talk.c: forgets who has been silent for a minute; everybody in the end. */
void speakers_tick(struct server *server);
void speakers_free(struct server *server);
/*
 * False when the chat must be read first; the ask comes back by itself. Where there are other nodes this comes before
 * anybody looks at the table, so that every line heard of later is a new one, to be shown.
 */
bool room_chat_here(struct ask *ask, struct room *room);
/* Lines that another node has stored. */
void room_chat_hear(struct room *room, uint64_t number);
/* They are read again when somebody asks for them. */
void room_chat_forget(struct room *room);

/* Operations of ops.def. */
void op_chat(struct ask *ask, struct room *room);
void op_chats(struct ask *ask, struct room *room);
void op_react(struct ask *ask, struct room *room);
void op_notes(struct ask *ask, struct room *room);
void op_note(struct ask *ask, struct room *room);

#endif
