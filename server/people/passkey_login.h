/*
 * passkey_login.h - signing in with a passkey, without a login: the authenticator knows the account.
 *
 * The challenge belongs to the session that asks, a guest's or another account's, which ends when it signs
 * in: the batch that signs in requires the session's document and deletes it. So an answer counts once at all
 * nodes together, and whoever copies it needs the session's cookie as well.
 */
#ifndef LAN_SERVER_PASSKEY_LOGIN_H
#define LAN_SERVER_PASSKEY_LOGIN_H

#include <stdbool.h>

struct ask;
struct store_batch;
struct store_read;

/* For account.c: adds to the batch that signs in what it requires and changes when a passkey signs in. */
void passkey_login_put(const struct ask *ask, struct store_batch *batch);

/* For account.c: the passkey that signs in was added under the password of an account that was read. */
bool passkey_login_counts(const struct ask *ask, const struct store_read *account);

/* Operations of ops.def. */
void op_passkey_ask(struct ask *ask);
void op_passkey_login(struct ask *ask);

#endif
