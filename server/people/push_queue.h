/*
 * push_queue.h - push messages on their way: what somebody is told, encrypted for each of their devices and
 * handed to the push services of these.
 *
 * The queue is in memory: a message that waits (for the end of a device's quiet hours, or to be tried again)
 * is lost when the server stops. A newer message about the same table and of the same kind replaces one that
 * waits; at the push service it does so by its topic. What a push service learns: that a message was sent, to
 * which device, when, for how long it is good and how urgent it is; never its text or length.
 */
#ifndef LAN_SERVER_PUSH_QUEUE_H
#define LAN_SERVER_PUSH_QUEUE_H

#include <stdbool.h>

#include "push_device.h"

struct pushes;
struct server;

/* Without them (server->pushes is NULL) nothing is sent and the operations are refused. */
void pushes_open(struct server *server);
void pushes_close(struct server *server);
/* The public key for PushManager.subscribe, in base64url. */
const char *pushes_key(const struct pushes *pushes);
/* Messages that wait or are being sent. */
int pushes_count(const struct pushes *pushes);
/* To be called every second: sends what is due. */
void pushes_tick(struct server *server);

/* Something to tell a person: about a table, in all languages. Everything is copied. */
struct push_notice {
    const char *person, *table;
    enum push_kind kind;
    struct lan_words title, body;
};

/* Whether it is known, without asking the store, that the person has no device to tell anything to. */
bool pushes_needless(struct server *server, const char *person);
/* Sends it to those of the person's devices that have this kind switched on, after their quiet hours. */
void pushes_send(struct server *server, const struct push_notice *notice);
/* A message to one device, to try it out, whatever its kinds and hours are. False beyond the limit. */
bool pushes_test(struct server *server, const char *key, const struct push_device *device);
/* The person looks at the table: messages about it that wait are not sent any more. */
void pushes_seen(struct server *server, const char *person, const char *table);
/* A device was removed: likewise. `key` is that of its document. */
void pushes_drop(struct server *server, const char *key);

#endif
