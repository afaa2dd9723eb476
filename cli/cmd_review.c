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
#include "file.h"
#include "json_out.h"
#include "moments.h"
#include "record_read.h"
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

static void moments_json(const struct showing *showing, struct json_out *out, const char *key, int seat,
                         const struct moment *moment, int count)
{
    struct lan_writer *w = &out->json.base;
    w->open_array(w, key);
    for (int i = 0; i < count; i++) {
        const struct review_step *step = &showing->review->step[moment[i].step];
        w->open_object(w, NULL);
        w->number(w, "entry", step->entry);
        w->string(w, "cause", review_cause_ids[moment[i].cause]);
        json_real(out, "by", moment[i].by);
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char sentence[MOMENT_SAY_MAX];
            struct lan_text text = lan_text_init(sentence, sizeof sentence);
            moment_say(showing->review, seat, &moment[i], (enum lan_lang)lang, showing->names, &text);
            w->string(w, lang == LAN_FR ? "fr" : "en", sentence);
        }
        if (step->event.clause)
            w->string(w, "clause", showing->review->rules->game->clauses[step->event.clause].id);
        w->close(w);
    }
    w->close(w);
}

/* The chance before each step that was not forced, and what changed it. */
static void curve_json(const struct showing *showing, struct json_out *out, int seat)
{
    const struct review *review = showing->review;
    struct lan_writer *w = &out->json.base;
    w->open_array(w, "curve");
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        if (step->forced)
            continue;
        w->open_object(w, NULL);
        w->number(w, "entry", step->entry);
        w->string(w, "cause", review_cause_ids[review_cause(step, seat)]);
        json_real(out, "before", step->before[seat]);
        json_real(out, "part", step->part[seat]);
        json_real(out, "error", step->error[seat]);
        json_real(out, "unknown", review_unknown(review, at, seat));
        w->close(w);
    }
    w->close(w);
}

static void seat_json(const struct showing *showing, struct json_out *out, int seat)
{
    const struct review *review = showing->review;
    struct lan_writer *w = &out->json.base;
    struct moment moment[MOMENTS_MAX];
    w->open_object(w, NULL);
    w->number(w, "seat", seat + 1);
    w->string(w, "name", showing->names[seat]);
    json_real(out, "start", review->start[seat]);
    json_real(out, "result", review->result[seat]);
    json_real(out, "adjusted", review_adjusted(review, seat));
    w->open_object(w, "parts");
    for (int cause = 0; cause < REVIEW_CAUSES; cause++)
        json_real(out, review_cause_ids[cause], review->part[seat][cause]);
    w->close(w);
    json_real(out, "luck_error", review->luck_error[seat]);
    json_real(out, "others_error", review->others_error[seat]);
    int count = moments_lucky(review, seat, moment);
    moments_json(showing, out, "lucky", seat, moment, count);
    count = moments_costly(review, seat, moment);
    moments_json(showing, out, "costly", seat, moment, count);
    if (showing->seat == seat)
        curve_json(showing, out, seat);
    w->close(w);
}

static int review_json(const struct showing *showing)
{
    const struct review *review = showing->review;
    struct json_out out;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->string(w, "game", review->rules->game->name);
    w->number(w, "version", REVIEW_VERSION);
    w->number(w, "playouts", review->playouts);
    w->open_array(w, "seats");
    for (int seat = 0; seat < review->rules->seats; seat++) {
        if (showing->seat == LAN_WATCHER || seat == showing->seat)
            seat_json(showing, &out, seat);
    }
    w->close(w);
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
    const struct review_setup setup = {.seats = (uint16_t)(one ? 1u << showing->seat : (1u << seats) - 1),
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
    int code = showing->settings->json ? review_json(showing) : review_print(showing);
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
