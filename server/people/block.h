/*
 * block.h - people whom a person has blocked: their talk is not sent to the person, they cause no notices and
 * take no seat at the person's tables.
 *
 * The list is part of the person's document, so it is in memory wherever the person is connected, on every
 * node, and goes with the person. Somebody is blocked by id; a guest who signs in to an account stays blocked
 * as that account. Ids are not shown: a block is made by a seat or a line of chat (room_order.h) and taken
 * back by a reference of its own.
 */
#ifndef LAN_SERVER_BLOCK_H
#define LAN_SERVER_BLOCK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct person;
struct server;

/* The person has blocked this id. */
bool person_blocks(const struct person *person, const char *id);
/*
 * The same by documents of both persons, which may be NULL. `before` leaves out blocks made at that time or
 * later; INT64_MAX for none.
 */
bool document_blocks(const json_t *person, const char *id, const json_t *other, int64_t before);
/* Blocks somebody who is not the person, stores it and answers the ask. */
void block_make(struct ask *ask, const char *id, const char *name);
/* A guest signs in to an account, which has the guest's blocks from then on. */
void guest_blocks_take(struct person *account, const struct person *guest);
/* As the array `key`, as the person sees them: name, time and reference. */
void blocks_write(struct buf *out, const char *key, const struct person *person);

/* Operations of ops.def. */
void op_blocks(struct ask *ask);
void op_unblock(struct ask *ask);

#endif
