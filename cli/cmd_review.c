/*
 * cmd_review.c - `lanterne review`: prints the review of a record, for one seat with its moments, or a line
 * for each seat.
 */
#include "cmd_review.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "args.h"
#include "belief_say.h"
#include "document.h"
#include "file.h"
#include "json_out.h"
#include "moments.h"
#include "record_read.h"
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

static const char *say(const struct showing *showing, const char *en, const char *fr)
{
    return showing->settings->lang == LAN_FR ? fr : en;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void report_print(const struct showing *showing, int seat)
{
    char line[LAN_SAY_MAX], head[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(line, sizeof line);
    struct review_points points;
    review_points(showing->review, seat, &points);
    lan_text_add_int(&text, points.start);
    lan_text_add(&text, " \xe2\x86\x92 ");
    lan_text_add_int(&text, points.result);
    lan_text_add(&text, ": ");
    review_say(showing->review, seat, showing->settings->lang, &text);
    snprintf(head, sizeof head, "%d %s", seat + 1, showing->names[seat]);
    term_item(&showing->term, LAN_MARK_PLAIN, head, 16, line);
}

static void moments_print(const struct showing *showing, const char *title, const struct moment *moment,
                          int count)
{
    printf("\n");
    term_print_marked(&showing->term, LAN_MARK_LANTERN, title);
    printf("\n");
    for (int i = 0; i < count; i++) {
        char head[32], sentence[MOMENT_SAY_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        moment_say(showing->review, showing->seat, &moment[i], showing->settings->lang, showing->names,
                   &text);
        snprintf(head, sizeof head, "%+5.0f", 100 * moment[i].by);
        term_item(&showing->term, LAN_MARK_PLAIN, head, 7, sentence);
    }
    if (!count)
        term_wrap(&showing->term, LAN_MARK_PLAIN, 2,
                  say(showing, "Nothing that we could see.", "Rien que l'on ait pu voir."));
}

/* What a hidden thing was, how likely that was to the seat at first and before the end, what moved it. */
static void belief_print(const struct showing *showing, int thing)
{
    const struct review_belief *belief = showing->review->belief;
    enum lan_lang lang = showing->settings->lang;
    char label[LAN_SAY_MAX], sentence[MOMENT_SAY_MAX];
    struct lan_text text = lan_text_init(label, sizeof label);
    uint32_t first = 0, last = belief->steps ? belief->steps - 1 : 0; /* before the end shows everything */
    int truth = belief_last(belief, thing);
    belief_label(belief, thing, lang, showing->names, &text);
    if (truth < 0)
        return;
    while (first < belief->steps && belief_truth(belief, first, thing) < 0)
        first++;
    text = lan_text_init(sentence, sizeof sentence);
    belief_value_say(belief, thing, truth, lang, &text);
    lan_text_add(&text, say(showing, ": at first ", " : d'abord "));
    lan_text_add_int(&text,
                     (belief_percent(belief_share(belief, first, showing->seat, thing)[truth]) + 5) / 10);
    lan_text_add(&text, say(showing, " in 10, before the end ", " sur 10, avant la fin "));
    lan_text_add_int(&text,
                     (belief_percent(belief_share(belief, last, showing->seat, thing)[truth]) + 5) / 10);
    lan_text_add(&text, say(showing, " in 10. ", " sur 10. "));
    if (belief->moved[showing->seat][thing].step)
        belief_moved_say(showing->review, showing->seat, thing, lang, showing->names, &text);
    term_item(&showing->term, LAN_MARK_PLAIN, label, 16, sentence);
}

static void beliefs_print(const struct showing *showing)
{
    const struct review_belief *belief = showing->review->belief;
    bool title = false;
    for (int thing = 0; thing < belief->things; thing++) {
        if (!belief_shown(belief, showing->seat, thing))
            continue;
        if (!title) {
            printf("\n");
            term_print_marked(&showing->term, LAN_MARK_LANTERN,
                              say(showing, "What you could think", "Ce que tu pouvais penser"));
            printf("\n");
        }
        title = true;
        belief_print(showing, thing);
    }
}

static int review_print(const struct showing *showing)
{
    const struct review *review = showing->review;
    struct moment moment[MOMENTS_MAX];
    term_print_marked(&showing->term, LAN_MARK_LANTERN,
                      term_words(&showing->term, &review->rules->game->title));
    printf("\n");
    for (int seat = 0; seat < review->rules->seats; seat++) {
        if (showing->seat == LAN_WATCHER || seat == showing->seat)
            report_print(showing, seat);
    }
    if (showing->seat == LAN_WATCHER)
        return CLI_OK;
    int count = moments_lucky(review, showing->seat, moment);
    moments_print(showing, say(showing, "Where luck was kind", "Quand la chance a souri"), moment, count);
    count = moments_costly(review, showing->seat, moment);
    moments_print(showing, say(showing, "What cost you most", "Ce qui t'a coûté le plus"), moment, count);
    beliefs_print(showing);
    printf("\n");
    char line[LAN_SAY_MAX];
    double luck = 100 * review->luck_error[showing->seat], others = 100 * review->others_error[showing->seat];
    if (showing->settings->lang == LAN_FR)
        snprintf(
            line, sizeof line,
            "En points sur 100 chances de gagner. Estimé sur %d parties jouées depuis chaque position ; la "
            "chance est connue à %.0f près, les choix des autres à %.0f près (erreurs types).",
            review->playouts, luck, others);
    else
        snprintf(
            line, sizeof line,
            "In points of 100 chances to win. Estimated from %d games played on from each position; luck is "
            "known to within %.0f, what the others did to within %.0f (standard errors).",
            review->playouts, luck, others);
    term_wrap(&showing->term, LAN_MARK_PLAIN, 0, line);
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
            complain("--seat watcher: a watcher plays no game that could be reviewed");
        else
            complain("there is no seat %d in this game", showing->seat + 1);
        return CLI_USAGE;
    }
    if (showing->settings->html && !one) {
        complain("--html shows the review of one seat: give --seat");
        return CLI_USAGE;
    }
    const struct review_setup setup = {.seats = (uint16_t)(one ? 1u << showing->seat : (1u << seats) - 1),
                                       .beliefs = one ? REVIEW_BELIEFS : 0,
                                       .progress = progress};
    stop_watch();
    struct review *review = review_create(table, &setup);
    if (!review) {
        complain(stop_wanted() ? "the review was left" : "no memory");
        return stop_wanted() ? CLI_STOPPED : CLI_FAILED;
    }
    showing->review = review;
    table_names(table, showing->names);
    term_init(&showing->term, showing->settings);
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
