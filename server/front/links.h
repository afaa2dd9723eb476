/*
 * links.h - addresses that other programs show: a table's page with a description of it for apps that show
 * links (Open Graph), its picture, and a replay that other sites may put into their pages.
 *
 *   GET /t/TABLE..., /r/TABLE...      index.html, with the table's card (card.h) between its marks
 *   GET /picture/TABLE/LANG.png       the picture of the card; `?v=` is for caches and not read
 *   GET /embed/TABLE                  embed.html, the only page that may be framed
 *   GET /embed/TABLE/replay?seat=N&move=N   a position of a finished public game, as `replay` answers it,
 *                                     with `game`, `version`, `options` and `names`
 *
 * Nothing here needs or makes a session. A picture alone looks at the cookie: whoever sits at the table gets
 * the one with names, to share as they like.
 *
 * Pictures are drawn in worker threads, at most LIMIT_PICTURES_PER_ADDRESS at once for one address and
 * LIMIT_PICTURES in all, and kept in memory up to LIMIT_PICTURES_BYTES. They are kept by what they show, so
 * that equal tables have one and nothing outdated is found.
 */
#ifndef LAN_SERVER_LINKS_H
#define LAN_SERVER_LINKS_H

#include <jansson.h>
#include <stdbool.h>

struct ask;
struct http_request;
struct server;

enum link_kind { LINK_NONE, LINK_PAGE, LINK_PICTURE, LINK_REPLAY };

/* What a path is; embed.html itself is a file like any other (site.c). */
enum link_kind link_kind(const char *url);
/* The message of its ask: `table`, `lang`, `seat`, `move`. NULL for a malformed one. */
json_t *link_message(enum link_kind kind, const struct http_request *request);
/* Answers an ask with such a message. */
void link_answer(struct ask *ask, enum link_kind kind);
/* A page without its table's card: also when too much was asked. */
void link_plain(struct ask *ask);

/*
 * Only under --test-hooks: `held` keeps back the pictures that are drawn until it is taken back. Answers how
 * many are being drawn or kept back.
 */
void op_test_pictures(struct ask *ask);

void links_free(struct server *server);

#endif
