#include "review_page.h"

#include <string.h>

#include "belief_say.h"
#include "commands.h"
#include "moments.h"
#include "report.h"

enum {
    CURVE_ROWS = 6,
    CURVE_LEFT = 5, /* columns of the numbers beside it */
    CURVE_COLUMNS_MAX = 100,
    EIGHTHS = 8,
    STRIP_LEFT = 16,  /* columns of the name before a strip */
    STRIP_LEAST = 5,  /* hundredths below which values are gathered */
    STRIP_NAMED = 12, /* columns from which a value shows how likely it is, in tenths */
};

/* Which mark the curve has where this cause changed it most. */
static const int cause_marks[REVIEW_CAUSES] = {
    [REVIEW_LUCK] = LAN_MARK_LANTERN,
    [REVIEW_OTHERS] = LAN_MARK_INFO,
    [REVIEW_OWN] = LAN_MARK_HEAL,
    [REVIEW_UNKNOWN] = LAN_MARK_SECRET,
};

/* ---- The curve ----------------------------------------------------------------------------------------- */

struct column {
    int eighths; /* its height, of EIGHTHS * CURVE_ROWS */
    enum review_cause cause;
};

static double size_of(double change)
{
    return change < 0 ? -change : change;
}

/* What changed the chance most in steps from..to-1. */
static enum review_cause cause_find(const struct review *review, int seat, uint32_t from, uint32_t to)
{
    enum review_cause cause = REVIEW_UNKNOWN;
    double most = 0;
    for (uint32_t step = from; step < to; step++) {
        double part = size_of(review->step[step].part[seat]),
               rest = size_of(review_unknown(review, step, seat));
        if (part > most) {
            most = part;
            cause = review_cause(&review->step[step], seat);
        }
        if (rest > most) {
            most = rest;
            cause = REVIEW_UNKNOWN;
        }
    }
    return cause;
}

/* Spreads the steps over the columns: each shows the chance after the last of its steps. */
static int columns_make(const struct review *review, int seat, int width, struct column *column)
{
    uint32_t steps = review->step_count;
    int count = steps < (uint32_t)width ? (int)steps : width;
    for (int i = 0; i < count; i++) {
        uint32_t from = (uint32_t)((uint64_t)steps * (uint64_t)i / (uint64_t)count),
                 to = (uint32_t)((uint64_t)steps * (uint64_t)(i + 1) / (uint64_t)count);
        double chance = review_after(review, to - 1, seat);
        chance = chance < 0 ? 0 : chance > 1 ? 1 : chance;
        column[i].eighths = (int)(chance * EIGHTHS * CURVE_ROWS + 0.5);
        column[i].cause = cause_find(review, seat, from, to);
    }
    return count;
}

/* One row of the curve, counted from the bottom. */
static void row_write(struct lan_text *out, const struct column *column, int count, int row, bool ascii)
{
    static const char *const blocks[EIGHTHS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[EIGHTHS + 1] = {" ", "_", "_", ".", ".", ":", ":", "#", "#"};
    int mark = LAN_MARK_PLAIN;
    for (int i = 0; i < count; i++) {
        int filled = column[i].eighths - row * EIGHTHS;
        filled = filled < 0 ? 0 : filled > EIGHTHS ? EIGHTHS : filled;
        if (cause_marks[column[i].cause] != mark && filled) {
            mark = cause_marks[column[i].cause];
            lan_draw_mark(out, mark);
        }
        lan_text_add(out, (ascii ? plain : blocks)[filled]);
    }
    lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_draw_end_line(out);
}

/* What the colours of the curve mean. */
static void causes_write(struct page_writer *w, const struct review *review, int seat)
{
    static const struct lan_words names[REVIEW_UNKNOWN] = {
        [REVIEW_LUCK] = {{"dice and cards", "dés et cartes"}},
        [REVIEW_OTHERS] = {{"the others", "les autres"}},
        [REVIEW_OWN] = {{"your play", "ton jeu"}},
    };
    enum lan_lang lang = w->screen->reader.lang;
    lan_draw_pad(&w->out, CURVE_LEFT);
    for (int cause = 0; cause < REVIEW_CAUSES; cause++) {
        lan_draw_marked(&w->out, cause_marks[cause],
                        w->screen->reader.style == LAN_STYLE_UNICODE ? "■ " : "# ");
        lan_text_add(&w->out,
                     cause == REVIEW_UNKNOWN ? review_rest_name(review, seat, lang) : names[cause].in[lang]);
        lan_text_add(&w->out, "   ");
    }
    lan_draw_end_line(&w->out);
}

static void curve_write(struct page_writer *w, const struct review *review, int seat, uint32_t number)
{
    static const char *const scale[CURVE_ROWS] = {
        [0] = "  0", [CURVE_ROWS / 2] = " 50", [CURVE_ROWS - 1] = "100"};
    struct column column[CURVE_COLUMNS_MAX];
    int width = w->width - CURVE_LEFT;
    bool ascii = w->screen->reader.style != LAN_STYLE_UNICODE;
    int count = columns_make(review, seat, width < CURVE_COLUMNS_MAX ? width : CURVE_COLUMNS_MAX, column);
    if (!count)
        return;
    page_heading(w, "Your chance, move by move", "Ta chance, coup par coup");
    for (int row = CURVE_ROWS - 1; row >= 0; row--) {
        lan_draw_marked(&w->out, LAN_MARK_MUTED, scale[row] ? scale[row] : "");
        lan_draw_pad(&w->out, CURVE_LEFT);
        row_write(&w->out, column, count, row, ascii);
    }
    int at = number ? (int)((uint64_t)(number - 1) * (uint64_t)count / review->step_count) : 0;
    lan_draw_pad(&w->out, CURVE_LEFT + at);
    lan_draw_marked(&w->out, LAN_MARK_STRONG, ascii ? "^" : "▲");
    lan_draw_end_line(&w->out);
    causes_write(w, review, seat);
}

/* ---- Strips of beliefs --------------------------------------------------------------------------------- */

/* One value in its columns: a bar, its name, how many tenths where there is room, dots. */
static void value_write(struct lan_text *out, const char *name, int percent, int columns, bool ascii)
{
    char label[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(label, sizeof label);
    int end = lan_draw_column(out) + columns;
    lan_text_add(&text, name);
    if (columns >= STRIP_NAMED && lan_columns(name, strlen(name)) + 4 < columns) {
        lan_text_add_char(&text, ' ');
        lan_text_add_int(&text, (percent + 5) / 10);
    }
    lan_draw_marked(out, LAN_MARK_MUTED, ascii ? "|" : "│");
    lan_draw_cut(out, label, columns - 1);
    while (lan_draw_column(out) < end)
        lan_text_add(out, ascii ? "." : "·");
}

/* All values of a thing side by side, the wider the likelier. */
static void strip_write(struct page_writer *w, const struct review_belief *belief, int thing,
                        const float *share)
{
    bool ascii = w->screen->reader.style != LAN_STYLE_UNICODE;
    int left = lan_draw_column(&w->out), width = w->width - left - 1, rare = 0, said = 0;
    for (int value = 0; value < BELIEF_VALUES; value++) {
        int percent = belief_percent(share[value]);
        char name[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(name, sizeof name);
        if (percent < STRIP_LEAST) {
            rare += percent;
            continue;
        }
        int from = left + width * said / 100;
        said = said + percent > 100 ? 100 : said + percent;
        belief_value_say(belief, thing, value, w->screen->reader.lang, &text);
        value_write(&w->out, name, percent, left + width * said / 100 - from, ascii);
    }
    int columns = width - width * said / 100;
    if (rare && columns > 1)
        value_write(&w->out, screen_words(w->screen, "others", "autres"), rare, columns, ascii);
    lan_draw_marked(&w->out, LAN_MARK_MUTED, ascii ? "|" : "│");
    lan_draw_end_line(&w->out);
}

static bool is_certain(const float *share)
{
    for (int value = 0; value < BELIEF_VALUES; value++) {
        if (belief_percent(share[value]) == 100)
            return true;
    }
    return false;
}

static void beliefs_write(struct page_writer *w, const struct review_belief *belief, int seat,
                          uint32_t number)
{
    bool title = false;
    for (int thing = 0; thing < belief->things; thing++) {
        const float *share = belief_share(belief, number, seat, thing);
        char label[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(label, sizeof label);
        if (!belief_shown(belief, seat, thing) || belief_truth(belief, number, thing) < 0 ||
            is_certain(share))
            continue;
        if (!title)
            page_heading(w, "What you could think here (the wider, the likelier; in tenths)",
                         "Ce que tu pouvais penser ici (plus large : plus probable ; en dixièmes)");
        title = true;
        belief_label(belief, thing, w->screen->reader.lang, w->screen->source->names, &text);
        lan_draw_cut(&w->out, label, STRIP_LEFT - 1);
        lan_draw_pad(&w->out, STRIP_LEFT);
        strip_write(w, belief, thing, share);
    }
}

/* ---- The page ------------------------------------------------------------------------------------------ */

static void heading_write(void *context, const char *title)
{
    page_heading(context, title, title);
}

static void item_write(void *context, const char *head, int indent, const char *text)
{
    page_item(context, LAN_MARK_STRONG, head, indent, text);
}

static void counting_write(struct page_writer *w, int done)
{
    bool ascii = w->screen->reader.style != LAN_STYLE_UNICODE;
    int width = w->width - 4 < CURVE_COLUMNS_MAX ? w->width - 4 : CURVE_COLUMNS_MAX,
        filled = width * done / 100;
    page_item(w, LAN_MARK_PLAIN, "", 0,
              screen_words(w->screen, "Walking the game again; Esc leaves it.",
                           "On refait le chemin de la partie ; Échap pour laisser."));
    lan_draw_mark(&w->out, LAN_MARK_LANTERN);
    lan_draw_repeat(&w->out, ascii ? "#" : "█", filled);
    lan_draw_mark(&w->out, LAN_MARK_MUTED);
    lan_draw_repeat(&w->out, ascii ? "." : "░", width - filled);
    lan_draw_mark(&w->out, LAN_MARK_PLAIN);
    lan_text_add_char(&w->out, ' ');
    lan_text_add_int(&w->out, done);
    lan_text_add_char(&w->out, '\n');
}

static void explained_write(struct page_writer *w)
{
    page_heading(w, "How to read it", "Comment le lire");
    page_item(
        w, LAN_MARK_PLAIN, "", 0,
        screen_words(
            w->screen,
            "Your chance is how many of 100 games you would win from there if everybody played on sensibly. "
            "Luck is what dice and cards gave you, compared with all that could have come. Your play is judged "
            "only by what you could know then. The rest is what nobody could know, and what the estimate does "
            "not explain. n and b step through the game, a number shows the review of that seat.",
            "Ta chance, c'est le nombre de parties que tu gagnerais sur 100 depuis là, si chacun jouait "
            "raisonnablement. La chance, c'est ce que dés et cartes t'ont donné, comparé à tout ce qui "
            "pouvait venir. Ton jeu n'est jugé que d'après ce que tu pouvais savoir alors. Le reste, c'est ce "
            "que nul ne savait, et ce que l'estimation n'explique pas. n et b avancent et reculent, un "
            "numéro montre le bilan de cette place."));
}

void review_page_write(struct page_writer *w)
{
    const struct source *source = w->screen->source;
    const struct reviewer *reviewer = source->reviewer;
    if (!reviewer)
        return;
    if (!reviewer_ended(reviewer)) {
        counting_write(w, reviewer_done(reviewer));
        return;
    }
    const struct review *review = reviewer_review(reviewer);
    int seat = reviewer_seat(reviewer);
    if (!review) {
        page_item(
            w, LAN_MARK_DANGER, "", 0,
            screen_words(w->screen, "There is no memory for that.", "Il n'y a pas de mémoire pour cela."));
        return;
    }
    uint32_t number = source_review_number(source, review);
    const struct report report = {.review = review,
                                  .lang = w->screen->reader.lang,
                                  .names = source->names,
                                  .heading = heading_write,
                                  .item = item_write,
                                  .context = w};
    report_parts(&report, seat);
    if (!*w->screen->filter) {
        curve_write(w, review, seat, number);
        beliefs_write(w, review->belief, seat, number);
    }
    report_moments(&report, seat);
    report_beliefs(&report, seat);
    explained_write(w);
    report_errors(&report, seat);
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static bool seat_show(struct screen *screen, int seat)
{
    struct source_say say;
    if (source_review_start(screen->source, seat, &say))
        return true;
    screen_message_show(screen, LAN_MARK_INFO, &say);
    return false;
}

void review_page_open(struct screen *screen)
{
    const struct source *source = screen->source;
    if (!source->reviewer && !seat_show(screen, source->seat < source->seats ? source->seat : 0))
        return;
    screen->page = PAGE_REVIEW;
    screen->page_skip = 0;
    screen->filter[0] = 0;
}

bool review_page_key(struct screen *screen, uint32_t key)
{
    if (key >= '1' && key < '1' + (uint32_t)screen->source->seats) {
        seat_show(screen, (int)(key - '1'));
        return true;
    }
    if ((key == SCREEN_LEFT || key == SCREEN_RIGHT) && screen_is_replay(screen)) {
        replay_step(screen, key == SCREEN_RIGHT ? 1 : -1);
        return true;
    }
    return false;
}
