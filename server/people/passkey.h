/*
 * passkey.h - passkeys (WebAuthn) of an account: adding one, the list, other names, removal. passkey_login.h
 * signs in with one.
 *
 * The password stays: it is asked for before a passkey is added, since that is a lasting way in, and with a
 * new password every passkey that was added under the old one ends, as every other session does. For that a
 * passkey carries a mark of the password (passkey_seal.h); one whose mark is old signs nobody in, and is
 * deleted when the list is next read.
 */
#ifndef LAN_SERVER_PASSKEY_H
#define LAN_SERVER_PASSKEY_H

struct ask;

/* Operations of ops.def. */
void op_passkey_new(struct ask *ask);
void op_passkey_add(struct ask *ask);
void op_passkeys(struct ask *ask);
void op_passkey_rename(struct ask *ask);
void op_passkey_remove(struct ask *ask);

#endif
