#include "password.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "args.h"
#include "file.h"

enum { FILE_MAX = 4096, LINE_MAX_BYTES = 4096 }; /* a terminal in canonical mode buffers 4096 bytes */

_Static_assert(ONLINE_PASSWORD_MAX == 64, "a sentence below says so");

static const char *in_language(const struct password *password, const char *en, const char *fr)
{
    return password->lang == LAN_FR ? fr : en;
}

/* Complains about a password from the file or variable `of`, or one that was typed (NULL). */
static void password_complain(struct password *password, const char *of, const char *en, const char *fr)
{
    if (of)
        complain("%s: %s", of, in_language(password, en, fr));
    else
        complain("%s", in_language(password, en, fr));
    password->told = true;
}

static void wrong_complain(struct password *password, const char *of)
{
    password_complain(password, of, "that password is wrong", "ce mot de passe est incorrect");
}

/* ---- From a file or the environment -------------------------------------------------------------------- */

static int given_set(struct password *password, const char *from, const char *text)
{
    size_t length = strcspn(text, "\r\n");
    if (!length || length > ONLINE_PASSWORD_MAX) {
        password_complain(password, from, "a table's password has 1 to 64 characters",
                          "le mot de passe d'une table a de 1 à 64 caractères");
        return CLI_BAD_FILE;
    }
    memcpy(password->given, text, length);
    password->from = from;
    return CLI_OK;
}

int password_init(struct password *password, const struct settings *settings)
{
    const char *variable = getenv(PASSWORD_VARIABLE);
    size_t size;
    *password = (struct password){.lang = settings->lang};
    if (!settings->password_file)
        return variable && *variable ? given_set(password, PASSWORD_VARIABLE, variable) : CLI_OK;
    char *text = file_read(settings->password_file, FILE_MAX, &size);
    int code = text ? given_set(password, settings->password_file, text) : CLI_BAD_FILE;
    free(text);
    return code;
}

/* ---- Typed without echo -------------------------------------------------------------------------------- */

/* Signals whose default action would leave the terminal without echo. */
static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
enum { SIGNALS = sizeof signals / sizeof *signals };
static volatile sig_atomic_t caught;

static void on_signal(int number)
{
    caught = number;
}

/* Blocks the signals everywhere but in line_wait and records them there. Ignored signals stay ignored. */
static void signals_catch(struct sigaction before[SIGNALS], sigset_t *mask)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t taken;
    sigemptyset(&action.sa_mask);
    sigemptyset(&taken);
    caught = 0;
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&taken, signals[i]);
    sigprocmask(SIG_BLOCK, &taken, mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void signals_restore(const struct sigaction before[SIGNALS], const sigset_t *mask)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    sigprocmask(SIG_SETMASK, mask, NULL);
}

/* Waits for a line; false when a signal came first. */
static bool line_wait(const sigset_t *mask)
{
    while (!caught) {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(STDIN_FILENO, &readable);
        if (pselect(STDIN_FILENO + 1, &readable, NULL, NULL, NULL, mask) > 0)
            return true;
        lan_assert(errno == EINTR);
    }
    return false;
}

/*
 * Reads one line with the terminal's echo off. Returns its length, 0 at the end of the input or after a
 * signal.
 */
static size_t line_hidden(const char *prompt, char *line, size_t size)
{
    struct sigaction before[SIGNALS];
    struct termios shown, hidden;
    sigset_t mask;
    ssize_t count = 0;
    if (tcgetattr(STDIN_FILENO, &shown) != 0)
        return 0;
    signals_catch(before, &mask);
    hidden = shown;
    hidden.c_lflag = (hidden.c_lflag & ~(tcflag_t)ECHO) | ICANON | ECHONL;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    fputs(prompt, stderr);
    fflush(stderr);
    if (line_wait(&mask))
        count = read(STDIN_FILENO, line, size);
    tcsetattr(STDIN_FILENO, TCSANOW, &shown);
    signals_restore(before, &mask);
    return count > 0 ? (size_t)count : 0;
}

/* Prompts until the answer has a valid length; false when the answer is empty. */
static bool line_ask(struct password *password, char answer[ONLINE_PASSWORD_MAX + 1])
{
    char line[LINE_MAX_BYTES];
    for (;;) {
        size_t length =
            line_hidden(in_language(password, "Password of this table: ", "Mot de passe de la table : "),
                        line, sizeof line);
        if (!length && caught) {
            /*
             * The terminal is restored, so the signal takes its effect now. After SIGTSTP the prompt returns.
             */
            fputc('\n', stderr);
            raise(caught);
            continue;
        }
        if (!length)
            fputc('\n', stderr);
        while (length && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        if (!length)
            return false;
        if (length <= ONLINE_PASSWORD_MAX) {
            memcpy(answer, line, length);
            answer[length] = 0;
            return true;
        }
        wrong_complain(password, NULL);
    }
}

/* ---- For online_setup ---------------------------------------------------------------------------------- */

bool password_ask(void *context, int wrong, char answer[ONLINE_PASSWORD_MAX + 1])
{
    struct password *password = context;
    if (!wrong && password->from) {
        memcpy(answer, password->given, sizeof password->given);
        return true;
    }
    if (wrong)
        wrong_complain(password, wrong == 1 ? password->from : NULL);
    if (isatty(STDIN_FILENO)) {
        bool answered = line_ask(password, answer);
        password->told = wrong && !answered;
        return answered;
    }
    if (!wrong)
        password_complain(password, NULL,
                          "this table asks for a password: give it in " PASSWORD_VARIABLE
                          ", or with --password-file",
                          "cette table demande un mot de passe : donne-le dans " PASSWORD_VARIABLE
                          ", ou avec --password-file");
    return false;
}
