/*
 * texts.h - the texts of games by GET, so that browsers and proxies keep them: compressed, with a tag.
 *
 *   GET /api/games                                    the list of games, in both languages
 *   GET /api/games/LANG                               the same in one
 *   GET /api/game/NAME/VERSION/LANG[?...]             the words of a game, in one language
 *
 * The query has `seats`, `o.OPTION` for each option of the table, and `texts`, the game's tag from the list.
 * An answer to a request with the present tag may be kept for ever: other texts have another tag and so
 * another address. Without the tag, or with an old one, a cache must ask again (304 when nothing changed).
 *
 * What was written last is kept, TEXTS_KEPT answers in all, so that most requests write and compress nothing.
 */
#ifndef LAN_SERVER_TEXTS_H
#define LAN_SERVER_TEXTS_H

#include <jansson.h>
#include <stdbool.h>

struct ask;
struct http_request;
struct server;

/* Whether a path, from behind "/api/" on, is one of these. */
bool texts_asked(const char *path);
/*
 * Path and query as the message of an ask: `game`, `version`, `seats` and `options` as in the operation
 * `game`, with `lang` and `texts`; NULL for a malformed one.
 */
json_t *texts_message(const char *path);
/* Answers an ask with such a message. */
void texts_answer(struct ask *ask, const struct http_request *request);

void texts_free(struct server *server);

#endif
