/*
 * cmd_review.c - `lanterne review`: prints the review of a record, for one seat with its moments, or a line
 * for each seat.
 */
#include "cmd_review.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "args.h"
#include "belief.h"
#include "document.h"
#include "file.h"
#include "json_out.h"
#include "record_read.h"
#include "report.h"
#include "review_html.h"
#include "stop.h"
#include "term_text.h"

struct showing {
    const struct settings *settings;
    struct term term;
    const struct review *review;
    const char *names[LAN_SEATS_MAX];
    int seat; /* LAN_WATCHER: all */
};

static const char *say(const struct showing *showing, const char *english, const char *french)
{
    return showing->settings->lang == LAN_FR ? french : english;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void heading_print(void *context, const char *title)
{
    const struct showing *showing = context;
    printf("\n");
    term_print_marked(&showing->term, LAN_MARK_LANTERN, title);
    printf("\n");
}

static void item_print(void *context, const char *head, int indent, const char *text)
{
    const struct showing *showing = context;
    if (*head)
        term_item(&showing->term, LAN_MARK_PLAIN, head, indent, text);
    else
        term_wrap(&showing->term, LAN_MARK_PLAIN, indent, text);
}

static int review_print(struct showing *showing)
{
    const struct review *review = showing->review;
    const struct report report = {.review = review,
                                  .lang = showing->settings->lang,
                                  .names = showing->names,
                                  .heading = heading_print,
                                  .item = item_print,
                                  .context = showing};
    term_print_marked(&showing->term, LAN_MARK_LANTERN,
                      term_words(&showing->term, &review->rules->game->title));
    printf("\n");
    for (int seat = 0; seat < review->rules->seats; seat++) {
        if (showing->seat == LAN_WATCHER || seat == showing->seat)
            report_parts(&report, seat);
    }
    if (showing->seat == LAN_WATCHER)
        return CLI_OK;
    report_moments(&report, showing->seat);
    report_beliefs(&report, showing->seat);
    printf("\n");
    report_errors(&report, showing->seat);
    return CLI_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static int review_json(const struct showing *showing)
{
    struct json_out out;
    json_begin(&out);
    review_document(showing->review, showing->seat, showing->names, &out.json);
    return json_end(&out);
}

/* ---- The command --------------------------------------------------------------------------------------- */

/* Shows how far it is where somebody looks; Ctrl-C leaves it. */
static bool progress(void *context, int done)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%3d %% ", done / 10);
    if (isatty(STDERR_FILENO) && done == 1000)
        fputs("\r      \r", stderr);
    return !stop_wanted();
}

static int table_review(struct showing *showing, const struct table *table)
{
    int seats = table_rules(table)->seats;
    bool one = showing->settings->given & CLI_TAKES(CLI_SEAT);
    showing->seat = one ? showing->settings->seat : LAN_WATCHER;
    if (one && showing->seat >= seats) {
        if (showing->seat == LAN_WATCHER)
            complain("%s", say(showing, "--seat watcher: a watcher plays no game that could be reviewed",
                               "--seat watcher : un spectateur n'a pas joué, il n'y a pas de bilan à faire"));
        else
            complain(showing->settings->lang == LAN_FR ? "il n'y a pas de place %d dans cette partie"
                                                       : "there is no seat %d in this game",
                     showing->seat + 1);
        return CLI_USAGE;
    }
    if (showing->settings->html && !one) {
        complain("%s", say(showing, "--html shows the review of one seat: give --seat",
                           "--html montre le bilan d'une seule place : donne --seat"));
        return CLI_USAGE;
    }
    const struct review_setup setup = {.seats = (uint16_t)(one ? 1u << showing->seat : (1u << seats) - 1),
                                       .beliefs = one ? REVIEW_BELIEFS : 0,
                                       .progress = progress};
    stop_watch();
    struct review *review = review_create(table, &setup);
    if (!review) {
        if (stop_wanted())
            complain("%s", say(showing, "the review was left", "le bilan a été abandonné"));
        else
            complain_memory();
        return stop_wanted() ? CLI_STOPPED : CLI_FAILED;
    }
    showing->review = review;
    table_names(table, showing->names);
    term_init(&showing->term, showing->settings);
    term_edition(&showing->term, showing->settings, table_game(table));
    showing->term.reader.names = showing->names;
    const char *html = showing->settings->html;
    int code = CLI_OK;
    if (html && !review_html(review, showing->seat, showing->names, showing->settings->lang, html))
        code = CLI_FAILED;
    if (!code)
        code = showing->settings->json ? review_json(showing) : review_print(showing);
    review_free(review);
    return code;
}

int cmd_review(const struct settings *settings)
{
    struct showing showing = {.settings = settings};
    struct record record;
    struct record_problem problem;
    size_t size;
    char *bytes = file_read(settings->words[0], RECORD_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    bool read = record_read(bytes, size, &record, &problem);
    free(bytes);
    if (!read) {
        complain("%s: %s", settings->words[0], problem.say[settings->lang]);
        return CLI_BAD_FILE;
    }
    int code = CLI_BAD_FILE;
    if (review_possible(record.kind, record.table, &problem))
        code = table_review(&showing, record.table);
    else
        complain("%s: %s", settings->words[0], problem.say[settings->lang]);
    record_finish(&record);
    return code;
}
