/*
 * account.h - accounts, a login and a password added to a guest: sign-up, log-in, password, name, sessions.
 */
#ifndef LAN_SERVER_ACCOUNT_H
#define LAN_SERVER_ACCOUNT_H

#include <stdbool.h>

struct ask;

/* Operations of ops.def. */
void op_signup(struct ask *ask);
void op_login(struct ask *ask);
void op_password(struct ask *ask);
void op_rename(struct ask *ask);

#endif
