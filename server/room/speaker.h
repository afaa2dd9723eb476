/* speaker.h - how many lines of chat a person has written in this minute. */
#ifndef LAN_SERVER_SPEAKER_H
#define LAN_SERVER_SPEAKER_H

#include <stdbool.h>

struct server;

/* Counts a line; false when the person has written LIMIT_CHAT_PER_MINUTE in this minute. */
bool speaker_count(struct server *server, const char *person);
/* Forgets persons who have written nothing for a minute; all of them in the end. */
void speakers_tick(struct server *server);
void speakers_free(struct server *server);

#endif
