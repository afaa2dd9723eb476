#include "report.h"

#include "belief_say.h"
#include "moments.h"

enum { NAME_COLUMNS = 16, MOMENT_COLUMNS = 7, HEAD_MAX = 128 };

/* A belief that nothing moved by a tenth has no event worth naming. */
static const float moved_least = 0.1f;

static const char *words_of(const struct report *report, const char *en, const char *fr)
{
    return report->lang == LAN_FR ? fr : en;
}

void report_parts(const struct report *report, int seat)
{
    char line[LAN_SAY_MAX], head[HEAD_MAX];
    struct lan_text text = lan_text_init(line, sizeof line), name = lan_text_init(head, sizeof head);
    struct review_points points;
    review_points(report->review, seat, &points);
    lan_text_add_int(&text, points.start);
    lan_text_add(&text, " \xe2\x86\x92 ");
    lan_text_add_int(&text, points.result);
    lan_text_add(&text, ": ");
    review_say(report->review, seat, report->lang, &text);
    lan_text_add_int(&name, seat + 1);
    lan_text_add_char(&name, ' ');
    lan_text_add(&name, report->names[seat]);
    report->item(report->context, head, NAME_COLUMNS, line);
}

/* ---- Moments ------------------------------------------------------------------------------------------- */

/* What a moment changed in whole points, with its sign, in five columns. */
static void points_write(double by, struct lan_text *out)
{
    int points = (int)(100 * by + (by < 0 ? -0.5 : 0.5)), size = points < 0 ? -points : points;
    for (int least = 1000; least >= 10 && size < least; least /= 10)
        lan_text_add_char(out, ' ');
    lan_text_add_char(out, points < 0 ? '-' : '+');
    lan_text_add_int(out, size);
}

static void moments_list(const struct report *report, int seat, const char *title,
                         const struct moment *moment, int count)
{
    report->heading(report->context, title);
    for (int i = 0; i < count; i++) {
        char head[HEAD_MAX], sentence[MOMENT_SAY_MAX];
        struct lan_text points = lan_text_init(head, sizeof head),
                        text = lan_text_init(sentence, sizeof sentence);
        points_write(moment[i].by, &points);
        moment_say(report->review, seat, &moment[i], report->lang, report->names, &text);
        report->item(report->context, head, MOMENT_COLUMNS, sentence);
    }
    if (!count)
        report->item(report->context, "", 2,
                     words_of(report, "Nothing that we could see.", "Rien que l'on ait pu voir."));
}

void report_moments(const struct report *report, int seat)
{
    struct moment moment[MOMENTS_MAX];
    int count = moments_lucky(report->review, seat, moment);
    moments_list(report, seat, words_of(report, "Where luck was kind", "Quand la chance a souri"), moment,
                 count);
    count = moments_costly(report->review, seat, moment);
    moments_list(report, seat, words_of(report, "What cost you most", "Ce qui t'a coûté le plus"), moment,
                 count);
}

/* ---- Beliefs ------------------------------------------------------------------------------------------- */

static void tenths_write(const struct report *report, uint32_t number, int seat, int thing, int truth,
                         struct lan_text *out)
{
    const float *share = belief_share(report->review->belief, number, seat, thing);
    lan_text_add_int(out, (belief_percent(share[truth]) + 5) / 10);
}

static void belief_item(const struct report *report, int seat, int thing, int truth)
{
    const struct review_belief *belief = report->review->belief;
    char label[HEAD_MAX], sentence[MOMENT_SAY_MAX];
    struct lan_text name = lan_text_init(label, sizeof label),
                    text = lan_text_init(sentence, sizeof sentence);
    uint32_t first = 0, last = belief->steps ? belief->steps - 1 : 0; /* before the end shows everything */
    belief_label(belief, thing, report->lang, report->names, &name);
    while (first < belief->steps && belief_truth(belief, first, thing) < 0)
        first++;
    belief_value_say(belief, thing, truth, report->lang, &text);
    lan_text_add(&text, words_of(report, ": at first ", " : d'abord "));
    tenths_write(report, first, seat, thing, truth, &text);
    lan_text_add(&text, words_of(report, " in 10, before the end ", " sur 10, avant la fin "));
    tenths_write(report, last, seat, thing, truth, &text);
    lan_text_add(&text, words_of(report, " in 10. ", " sur 10. "));
    if (belief->moved[seat][thing].step && belief->moved[seat][thing].by >= moved_least)
        belief_moved_say(report->review, seat, thing, report->lang, report->names, &text);
    report->item(report->context, label, NAME_COLUMNS, sentence);
}

void report_beliefs(const struct report *report, int seat)
{
    const struct review_belief *belief = report->review->belief;
    bool title = false;
    for (int thing = 0; belief && thing < belief->things; thing++) {
        int truth = belief_shown(belief, seat, thing) ? belief_last(belief, thing) : -1;
        if (truth < 0)
            continue;
        if (!title)
            report->heading(report->context, words_of(report, "What it was, and what you could think",
                                                      "Ce que c'était, et ce que tu pouvais penser"));
        title = true;
        belief_item(report, seat, thing, truth);
    }
}

/* ---- How good it is ------------------------------------------------------------------------------------ */

void report_errors(const struct report *report, int seat)
{
    const struct review *review = report->review;
    char line[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(line, sizeof line);
    lan_text_add(&text, words_of(report, "In points of 100 chances to win. Estimated from ",
                                 "En points sur 100 chances de gagner. Estimé sur "));
    lan_text_add_int(&text, review->playouts);
    lan_text_add(&text, words_of(report, " games played on from each position; luck is known to within ",
                                 " parties jouées depuis chaque position ; la chance est connue à "));
    lan_text_add_int(&text, (int)(100 * review->luck_error[seat] + 0.5));
    lan_text_add(&text,
                 words_of(report, ", what the others did to within ", " près, les choix des autres à "));
    lan_text_add_int(&text, (int)(100 * review->others_error[seat] + 0.5));
    lan_text_add(&text, words_of(report, " (standard errors).", " près (erreurs types)."));
    report->item(report->context, "", 0, line);
}
