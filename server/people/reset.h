/*
 * reset.h - a new password by e-mail, for accounts with a confirmed address.
 *
 * `reset-ask` answers the same whether there is such an account or not, before anything else is done. The
 * letter has a code; `reset` with it sets a new password, ends all sessions and signs in. The store has the
 * hash of the code in a document of its own, until the password changes, by whatever way, or the account is
 * deleted.
 */
#ifndef LAN_SERVER_RESET_H
#define LAN_SERVER_RESET_H

struct ask;

/* Operations of ops.def. */
void op_reset_ask(struct ask *ask);
void op_reset(struct ask *ask);

#endif
