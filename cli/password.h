/*
 * password.h - the password of a server's table: from a file, from the environment, or typed without echo.
 *
 * There is no option for it, because every user of the machine can read a program's command line.
 */
#ifndef LAN_PASSWORD_H
#define LAN_PASSWORD_H

#include "args.h"
#include "online.h"

#define PASSWORD_VARIABLE "LANTERNE_TABLE_PASSWORD"

struct password {
    enum lan_lang lang;
    const char *from; /* the file or variable that `given` came from; NULL: nothing was given */
    char given[ONLINE_PASSWORD_MAX + 1];
    bool told; /* the failure has been reported on stderr */
};

/* Reads --password-file or the environment variable. CLI_OK, or an exit code after complaining. */
int password_init(struct password *password, const struct settings *settings);

/* The callback of struct online_setup: answers with the given password first, then prompts on a terminal. */
bool password_ask(void *context, int wrong, char answer[ONLINE_PASSWORD_MAX + 1]);

#endif
