/* lines.c - the main loop of the line-by-line client, and reading of its input. */
#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "args.h"
#include "line_input.h"
#include "line_output.h"
#include "term_text.h"

enum { CURTAIN_LINES = 60 }; /* blank lines that scroll the previous person's secrets off the screen */

const char *lines_words(const struct lines *lines, const char *en, const char *fr)
{
    return lines->term.reader.lang == LAN_FR ? fr : en;
}

/* Makes the menu of the present actions and closes all groups. */
static void menus_reset(struct lines *lines)
{
    const struct source *source = lines->source;
    lines->depth = source->list.count > 0;
    if (lines->depth)
        menu_init(&lines->menu[0], source->game, &lines->term.reader, source->seat, source->list.action,
                  source->list.count);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Reads more input into `typed`; false at the end of the input. */
static bool typed_read(struct lines *lines)
{
    if (lines->typed_capacity - lines->typed_count < 1024) {
        size_t capacity = lines->typed_capacity + 4096;
        char *more = realloc(lines->typed, capacity);
        if (!more) {
            complain_memory();
            exit(CLI_FAILED);
        }
        lines->typed = more;
        lines->typed_capacity = capacity;
    }
    ssize_t count;
    do
        count = read(STDIN_FILENO, lines->typed + lines->typed_count, 1000);
    while (count < 0 && errno == EINTR);
    lines->typed_count += count > 0 ? (size_t)count : 0;
    return count > 0;
}

/*
 * Takes the next complete line out of `typed`; NULL when there is none. Valid until the next call.
 */
static char *typed_line(struct lines *lines)
{
    static char *line;
    char *end = lines->typed_count ? memchr(lines->typed, '\n', lines->typed_count) : NULL;
    size_t length = end ? (size_t)(end - lines->typed) : lines->typed_count;
    if (!end && !(lines->ended && length))
        return NULL;
    free(line);
    line = malloc(length + 1);
    if (!line) {
        complain_memory();
        exit(CLI_FAILED);
    }
    memcpy(line, lines->typed, length);
    line[length] = 0;
    size_t used = end ? length + 1 : length;
    memmove(lines->typed, lines->typed + used, lines->typed_count - used);
    lines->typed_count -= used;
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    return line;
}

/* Waits for input or for the source; true when there is input. */
static bool typed_wait(const struct lines *lines)
{
    struct pollfd waited[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = source_descriptor(lines->source), .events = POLLIN}};
    int timeout = source_timeout(lines->source);
    if (waited[1].fd < 0 && timeout < 0)
        return true;
    while (poll(waited, 2, timeout) < 0 && errno == EINTR)
        ;
    return waited[0].revents != 0;
}

/* Advances the source while a line is awaited, and prints the news; the menu too if the state has changed. */
static void source_catch_up(struct lines *lines)
{
    uint32_t changes = lines->source->changes;
    enum source_state state = lines->source->state;
    while (source_advance(lines->source))
        ;
    if (lines->source->changes == changes)
        return;
    news_show(lines);
    if (lines->source->state != state) {
        menus_reset(lines);
        now_show(lines);
    }
}

/*
 * The next line of input, NULL at the end. Echoes it when stdin is not a terminal. Empty when the device has
 * to change hands meanwhile: what was being typed is then discarded with the curtain.
 */
static char *line_read(struct lines *lines)
{
    static char none[1];
    const struct source *source = lines->source;
    bool curtain = source->state == SOURCE_CURTAIN;
    int seat = source->seat;
    char *line;
    term_print_marked(&lines->term, LAN_MARK_LANTERN, "> ");
    fflush(stdout);
    while (!(line = typed_line(lines))) {
        if (lines->ended) {
            printf("\n");
            return NULL;
        }
        if (typed_wait(lines))
            lines->ended = !typed_read(lines);
        else
            source_catch_up(lines);
        fflush(stdout);
        none[0] = 0;
        if (curtain ? source->state != SOURCE_CURTAIN || source->seat != seat
                    : source->state == SOURCE_CURTAIN)
            return none;
    }
    if (!isatty(STDIN_FILENO))
        printf("%s\n", line);
    return line;
}

/*
 * Discards pending input of a terminal; not that of a pipe, which is written in advance for the whole game.
 */
static void typed_discard(struct lines *lines)
{
    fflush(stdout);
    if (!isatty(STDIN_FILENO))
        return;
    tcflush(STDIN_FILENO, TCIFLUSH);
    lines->typed_count = 0;
}

/* ---- Main loop ----------------------------------------------------------------------------------------- */

/* Reads and runs lines until one of them continues the game or quits. */
static enum line_effect person_act(struct lines *lines)
{
    menus_reset(lines);
    news_show(lines);
    table_show(lines, false);
    if (lines->source->state == SOURCE_OFFERED)
        term_wrap(
            &lines->term, LAN_MARK_MUTED, 0,
            lines_words(
                lines, "You need not: press Enter to let the others go on, or `later` until it is your turn.",
                "Rien ne t'y oblige : Entrée laisse continuer, `plus tard` jusqu'à ce que ce soit à toi."));
    if (lines->source->standing_new)
        term_wrap(
            &lines->term, LAN_MARK_MUTED, 0,
            lines_words(lines,
                        "Everybody is asked here, with a choice or without, so that nobody can tell. "
                        "`always pass` or `always react` answers from now on.",
                        "Ici on demande à tout le monde, qu'il y ait le choix ou non, pour que personne "
                        "ne devine. `toujours passer` ou `toujours réagir` répond désormais."));
    for (;;) {
        char *line = line_read(lines);
        if (!line)
            return LINE_QUIT;
        enum line_effect effect = line_run(lines, line);
        if (effect == LINE_WAIT && lines->source->state == SOURCE_ASKED) {
            table_show(lines, false);
            continue;
        }
        if (effect == LINE_WAIT)
            source_decline(lines->source, false);
        if (effect != LINE_MORE)
            return effect;
    }
}

/* Prints the end of the game: the last table, scores, winners, the clause that ended it. */
static void end_show(struct lines *lines)
{
    const struct source *source = lines->source;
    const struct lan_clause *clause = &source->game->clauses[source->result.clause];
    char text[LAN_RULE_TEXT_MAX];
    menus_reset(lines);
    news_show(lines);
    table_show(lines, false);
    if (!source->decided)
        return;
    printf("\n");
    for (int seat = 0; seat < source->seats; seat++) {
        char line[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line);
        lan_text_add(&out, "  ");
        lan_draw_marked(&out, LAN_MARK_SEAT + seat, source->names[seat]);
        lan_draw_pad(&out, 24);
        if (source_has_points(source)) {
            lan_text_add_int(&out, source->result.score[seat]);
            lan_text_add(&out, source->result.score[seat] == 1 ? " point" : " points");
            lan_draw_pad(&out, 36);
        }
        if (source->result.winners >> seat & 1)
            lan_draw_marked(&out, LAN_MARK_LANTERN, lines_words(lines, "wins", "gagne"));
        lan_draw_end_line(&out);
        term_print(&lines->term, line);
    }
    printf("\n");
    if (source->result.clause)
        term_item(&lines->term, LAN_MARK_MUTED, clause->id, 10,
                  term_rule(&lines->term, source->rules, &clause->text, text));
}

/* Runs commands, such as log and save, after the end of the game; an empty line or `quit` leaves. */
static void end_commands(struct lines *lines)
{
    printf("\n%s\n",
           lines_words(
               lines,
               "`save FILE` keeps the record, `log` tells the game again, `review` says what was luck and "
               "what was you, Enter leaves.",
               "`sauver FICHIER` garde la partie, `journal` la raconte, `bilan` dit la part de la "
               "chance et la tienne, Entrée pour sortir."));
    for (;;) {
        char *line = line_read(lines);
        if (!line || !line[strspn(line, " \t")] || line_run(lines, line) == LINE_QUIT)
            return;
    }
}

/*
 * The device changes hands. Pending input is discarded, and only the word `ok`, which is no other command,
 * lifts the curtain, so that a surplus Enter or number does not show the next person's secrets.
 */
static enum line_effect curtain_wait(struct lines *lines)
{
    for (int i = 0; i < CURTAIN_LINES; i++)
        printf("\n");
    printf("%s %s.\n", lines_words(lines, "Hand over to", "Passe la main à"),
           lines->source->names[lines->source->seat]);
    printf("%s\n", lines_words(lines, "Somebody else first? `hand` and the number of their seat.",
                               "Quelqu'un d'autre d'abord ? `main` et le numéro de sa place."));
    typed_discard(lines);
    const struct source *source = lines->source;
    enum line_effect effect = LINE_MORE;
    int seat = source->seat;
    /* An answer of a machine may make the question void, and with it the hand-over. */
    while (effect == LINE_MORE && source->state == SOURCE_CURTAIN && source->seat == seat) {
        printf("%s\n", lines_words(lines, "When nobody else is looking, type `ok`.",
                                   "Quand personne d'autre ne regarde, tape `ok`."));
        char *line = line_read(lines);
        effect = line ? line_curtain(lines, line) : LINE_QUIT;
    }
    lines->shown = 0;
    lines->looked_up[0] = 0;
    if (effect == LINE_ACTED && source->seat == seat)
        source_curtain_lift(lines->source);
    return effect;
}

/*
 * Waits while other seats act. On a terminal lines are read meanwhile; input from a pipe is left until the
 * seat is asked.
 */
static enum line_effect others_wait(struct lines *lines)
{
    news_show(lines);
    fflush(stdout);
    if (isatty(STDIN_FILENO) && !lines->source->thinking) {
        menus_reset(lines);
        now_show(lines);
        char *line = line_read(lines);
        return line ? line_run(lines, line) : LINE_QUIT;
    }
    struct pollfd waited = {.fd = source_descriptor(lines->source), .events = POLLIN};
    while (poll(&waited, 1, source_timeout(lines->source)) < 0 && errno == EINTR)
        ;
    return LINE_MORE;
}

int lines_run(struct lines *lines)
{
    struct source *source = lines->source;
    enum line_effect effect = LINE_MORE;
    while (source->state != SOURCE_OVER && effect != LINE_QUIT) {
        if (source_advance(source))
            continue;
        if (source->state == SOURCE_CURTAIN)
            effect = curtain_wait(lines);
        else if (source->state == SOURCE_WAITING)
            effect = others_wait(lines);
        else
            effect = person_act(lines);
    }
    if (source->state == SOURCE_OVER) {
        end_show(lines);
        return CLI_OK;
    }
    if (!lines->ended)
        return CLI_OK;
    complain(lines->term.reader.lang == LAN_FR ? "l'entrée s'est terminée avant la partie"
                                               : "the input ended before the game did");
    return CLI_UNFINISHED;
}

void lines_end(struct lines *lines)
{
    if (lines->source->state == SOURCE_OVER)
        end_commands(lines);
    free(lines->saved);
    free(lines->typed);
}
