/*
 * mail.h - the e-mail address of an account, and its confirmation.
 *
 * An address gets one letter, with a code, until the code was entered by the person who gave the address: a
 * stranger's address receives nothing else. Such letters are limited by address, by person, by network
 * address and in all.
 */
#ifndef LAN_SERVER_MAIL_H
#define LAN_SERVER_MAIL_H

#include <stdbool.h>

struct ask;
struct person;
struct server;

enum { MAIL_MAX = 254 };

/*
 * Counts a letter that asks to confirm `mail`. False when a limit is reached, without counting it, or when
 * the server sends no e-mail.
 */
bool mail_letter_take(struct ask *ask, const char *mail);
/* The same for a letter to a person's address that somebody at a network address has asked for. */
bool mail_letter_allowed(struct server *server, const char *person, const char *network, const char *mail);
/*
 * Sets a new address, not confirmed; with a code when a letter was counted for it. The caller stores the
 * person.
 */
void mail_set(struct server *server, struct person *person, const char *mail, bool coded);
void mail_clear(struct person *person);
/* Sends the letter with the code, if the person has one. */
void mail_code_send(struct server *server, const struct person *person);

/* Operations of ops.def. */
void op_mail(struct ask *ask);
void op_mail_confirm(struct ask *ask);

#endif
