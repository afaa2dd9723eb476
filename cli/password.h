/*
 * password.h - the password of a server's table: from a file, from the environment, or typed without being
 * seen.
 *
 * Never from an option: the command line of a program can be read by everybody on the machine.
 */
#ifndef LAN_PASSWORD_H
#define LAN_PASSWORD_H

#include "args.h"
#include "online.h"

#define PASSWORD_VARIABLE "LANTERNE_TABLE_PASSWORD"

struct password {
    enum lan_lang lang;
    const char *from; /* where `given` is from; NULL: nothing was given */
    char given[ONLINE_PASSWORD_MAX + 1];
    bool told; /* that it did not work was said already */
};

/* Reads what --password-file or the environment give. CLI_OK, or an exit code after complaining. */
int password_init(struct password *password, const struct settings *settings);

/* What struct online_setup wants: first what was given, then, on a terminal, what a person types. */
bool password_ask(void *context, int wrong, char answer[ONLINE_PASSWORD_MAX + 1]);

#endif
