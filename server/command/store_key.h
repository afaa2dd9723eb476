/*
 * store_key.h - the key that seals secrets in the store (room_log/seal.h), opened once the store is.
 *
 * The store holds a hash of the key, so that a server with another one does not start: it could not open the
 * secrets of games that have begun, nor could other nodes those that it would make. A lost key is not
 * replaced by itself, for the same reason; --new-key does that.
 */
#ifndef LAN_SERVER_STORE_KEY_H
#define LAN_SERVER_STORE_KEY_H

#include <stdbool.h>

struct server;

/*
 * Reads --data/secret.key into server->seal_key, or makes it for a store that was never used with one. Waits
 * for the store. False with a sentence on stderr.
 */
bool store_key_open(struct server *server);

#endif
