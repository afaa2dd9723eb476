#include "mail.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "address.h"
#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "env.h"
#include "letter.h"
#include "limit.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"
#include "valid.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

/* ---- Limits -------------------------------------------------------------------------------------------- */

/* An address in lower case, as the name of its limit: capitals must not make another address of it. */
static void mail_lower(const char *mail, char lower[MAIL_MAX + 1])
{
    size_t i = 0;
    for (; mail[i] && i < MAIL_MAX; i++)
        lower[i] = mail[i] >= 'A' && mail[i] <= 'Z' ? (char)(mail[i] + 32) : mail[i];
    lower[i] = 0;
}

bool mail_letter_take(struct ask *ask, const char *mail)
{
    return mail_letter_allowed(ask->server, ask->person->id, ask->client ? address_name(ask->client) : "",
                               mail);
}

bool mail_letter_allowed(struct server *server, const char *person, const char *network, const char *mail)
{
    char lower[MAIL_MAX + 1];
    mail_lower(mail, lower);
    const struct {
        const char *what, *who;
        int most, seconds;
    } limits[] = {
        {"letters-mail", lower, LIMIT_LETTERS_PER_MAIL, DAY},
        {"letters-person", person, LIMIT_LETTERS_PER_PERSON, DAY},
        {"letters-network", network, LIMIT_LETTERS_PER_ADDRESS, DAY},
        {"letters", "", LIMIT_LETTERS_PER_HOUR, HOUR},
    };
    enum { LIMITS = sizeof limits / sizeof *limits };
    if (!letter_possible(server))
        return false;
    for (int i = 0; i < LIMITS; i++) {
        if (!throttle_may(server, limits[i].what, limits[i].who, limits[i].most))
            return false;
    }
    for (int i = 0; i < LIMITS; i++)
        throttle_take(server, limits[i].what, limits[i].who, limits[i].most, limits[i].seconds);
    return true;
}

/* ---- The address --------------------------------------------------------------------------------------- */

void mail_set(struct server *server, struct person *person, const char *mail, bool coded)
{
    mail_clear(person);
    person_text_set(&person->mail, mail);
    if (!coded)
        return;
    env_id(&server->env, person->mail_code, CODE_LETTERS);
    person->mail_asked = env_now(&server->env);
}

void mail_clear(struct person *person)
{
    person_text_set(&person->mail, "");
    person->mail_confirmed = false;
    person->mail_code[0] = 0;
    person->mail_asked = 0;
}

void mail_code_send(struct server *server, const struct person *person)
{
    struct buf text = {0};
    if (!*person->mail_code || !letter_possible(server))
        return;
    buf_printf(
        &text,
        "Somebody gave this address for notices of slow games. If it was you, enter this code in the\r\n"
        "settings: %s\r\nIf it was not, do nothing, and no further letter comes.\r\n\r\n"
        "Quelqu'un a donné cette adresse pour être prévenu de parties lentes. Si c'est toi, entre ce\r\n"
        "code dans les réglages : %s\r\nSinon, ne fais rien : aucune autre lettre ne viendra.\r\n\r\n",
        person->mail_code, person->mail_code);
    letter_link_write(&text, server, "/settings#");
    buf_printf(&text, "%s\r\n", person->mail_code);
    letter_send(server, person->mail, "Lanterne: confirm your address / confirme ton adresse", &text);
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

/* A person as it will be when the store has taken it. */
struct mail_change {
    struct ask *ask;
    struct person changed; /* with a mail of its own */
    bool letter;
};

static struct mail_change *change_begin(struct ask *ask)
{
    struct mail_change *change = mem_zero(sizeof *change);
    change->ask = ask;
    change->changed = *ask->person;
    change->changed.mail = (char *)(uintptr_t) "";
    person_text_set(&change->changed.mail, ask->person->mail);
    return change;
}

static void changed(struct store_batch *batch)
{
    struct mail_change *change = batch->context;
    struct ask *ask = change->ask;
    struct person *person = ask->person;
    bool stored = batch->status == STORE_OK;
    if (stored) {
        person_text_set(&person->mail, change->changed.mail);
        person->mail_confirmed = change->changed.mail_confirmed;
        person->mail_asked = change->changed.mail_asked;
        memcpy(person->mail_code, change->changed.mail_code, sizeof person->mail_code);
        if (change->letter)
            mail_code_send(ask->server, person);
        struct buf out = {0};
        ask_begin(ask, &out);
        person_write(&out, "person", person);
        ask_send(ask, &out);
    } else {
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_NO_SESSION : FAIL_STORAGE);
    }
    person_text_set(&change->changed.mail, "");
    free(change);
}

static void change_store(struct mail_change *change)
{
    struct store_batch *batch = store_batch_create(changed, change);
    char key[NAME_SIZE];
    store_batch_require(batch, SPACE_PERSON, change->changed.id);
    person_put(batch, &change->changed);
    /* A code for a new password that was sent to the address before is worth nothing any more. */
    if (!change->changed.mail_confirmed && login_key(change->changed.login, key))
        store_batch_delete(batch, SPACE_RESET, key);
    store_submit(change->ask->server->store, batch);
}

/* Stores the address in the message, and sends a letter there unless it is confirmed already. */
static void mail_change(struct ask *ask)
{
    const char *mail = json_string_value(json_object_get(ask->message, "mail"));
    const struct person *person = ask->person;
    bool same = *mail && person->mail_confirmed && strcmp(person->mail, mail) == 0;
    bool letter = *mail && !same && letter_possible(ask->server);
    if (letter && !mail_letter_take(ask, mail)) {
        ask_fail(ask, FAIL_LETTERS_TOO_FAST);
        return;
    }
    struct mail_change *change = change_begin(ask);
    change->letter = letter;
    if (!same)
        mail_set(ask->server, &change->changed, mail, letter);
    change_store(change);
}

static void mail_permitted(struct hashing *hashing)
{
    if (hashing->good)
        mail_change(hashing->ask);
    else
        ask_fail(hashing->ask, FAIL_WRONG_PASSWORD);
}

/*
 * Another address needs the password: it receives the codes for a new password, so that with a stolen session
 * alone the account could be taken for good.
 */
void op_mail(struct ask *ask)
{
    const char *mail;
    const struct person *person = ask->person;
    if (!ask_string(ask, "mail", MAIL_MAX, &mail))
        return;
    if (!*person->login)
        ask_fail(ask, FAIL_NO_ACCOUNT);
    else if (*mail && !mail_valid(mail))
        ask_fail(ask, FAIL_BAD_MAIL);
    else if (strcmp(person->mail, mail) == 0)
        mail_change(ask);
    else
        own_password_verify(ask, "password", mail_permitted);
}

void op_mail_confirm(struct ask *ask)
{
    const char *code;
    char who[64];
    const struct person *person = ask->person;
    if (!ask_string(ask, "code", CODE_LETTERS, &code))
        return;
    int64_t age = env_now(&ask->server->env) - person->mail_asked;
    snprintf(who, sizeof who, "%s %lld", person->id, (long long)person->mail_asked);
    if (!*person->mail_code || age > 1000 * (int64_t)LIMIT_CODE_SECONDS ||
        !throttle_take(ask->server, "code", who, LIMIT_CODE_TRIES, LIMIT_CODE_SECONDS) ||
        strcmp(person->mail_code, code) != 0) {
        ask_fail(ask, FAIL_BAD_CODE);
        return;
    }
    struct mail_change *change = change_begin(ask);
    change->changed.mail_confirmed = true;
    change->changed.mail_code[0] = 0;
    change_store(change);
}
