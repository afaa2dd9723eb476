/*
 * push_device.h - the devices of a person that get push messages, and the operations about them.
 *
 * A device is a session: its document in SPACE_PUSH has the key of the session's, and goes with it, however
 * the session ends. A guest who signed in to an account has a document GUEST/now with the account's id: what
 * the guest's seats are told goes there until the tables know the account (room_heir.h).
 */
#ifndef LAN_SERVER_PUSH_DEVICE_H
#define LAN_SERVER_PUSH_DEVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "lan.h"
#include "limit.h"
#include "push_crypt.h"
#include "push_target.h"

struct ask;
struct person;
struct store_batch;

/* What somebody may be told, each of which a device can have or not. */
enum push_kind { PUSH_TURN, PUSH_INVITE, PUSH_WAIT, PUSH_KINDS };
extern const char *const push_kind_names[PUSH_KINDS];

struct push_device {
    char endpoint[LIMIT_PUSH_ENDPOINT_BYTES + 1], origin[PUSH_ORIGIN_MAX];
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
    enum lan_lang lang;
    unsigned kinds;           /* by bit */
    int quiet_from, quiet_to; /* minutes of the device's day; equal when there are no quiet hours */
    int shift_count;
    struct push_shift {
        int64_t at;  /* from this moment on */
        int minutes; /* the device's clock is so far ahead of UTC */
    } shifts[LIMIT_PUSH_SHIFTS];
};

/* Reads the fields of a document or of `push-on`. What is wrong, or NULL when all is right. */
const char *push_device_read(const json_t *json, int sink, struct push_device *device);
/* Milliseconds until the device's quiet hours end; 0 when it has none now. */
int64_t push_quiet_left(const struct push_device *device, int64_t now);

/* A guest signs in to an account: what the guest is told goes to the account's devices. */
void push_guest_put(struct store_batch *batch, struct person *guest, const char *account);
void push_guest_delete(struct store_batch *batch, const char *guest);
/* Whether the key of a document of SPACE_PUSH is that of such a guest. */
bool push_guest_key(const char *key);

/* Operations of ops.def. */
void op_push_devices(struct ask *ask);
void op_push_on(struct ask *ask);
void op_push_off(struct ask *ask);
void op_push_test(struct ask *ask);

#endif
