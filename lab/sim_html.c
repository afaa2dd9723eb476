/*
 * sim_html.c - results of `lanterne sim` as one self-contained HTML page: plots are inline SVG, nothing is
 * loaded from elsewhere.
 */
#include "sim_html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "sim_print.h"

enum { PAGE_BYTES = 1 << 20, NAME_WIDTH = 190, BAR_WIDTH = 420, ROW = 22, BINS = 60, PLOT_HEIGHT = 140 };

static void page_format(struct lan_text *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void page_format(struct lan_text *page, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    lan_text_add(page, line);
}

/* Appends text with HTML escapes; names and options are user input. */
static void page_escape(struct lan_text *page, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            lan_text_add(page, "&lt;");
        else if (*text == '&')
            lan_text_add(page, "&amp;");
        else if (*text == '"')
            lan_text_add(page, "&quot;");
        else
            lan_text_add_char(page, *text);
    }
}

static const char *say(const struct sim *sim, const char *en, const char *fr)
{
    return sim->settings->lang == LAN_FR ? fr : en;
}

/* ---- Win rates ----------------------------------------------------------------------------------------- */

/* One row of a plot of rates: name, bar, confidence interval, figures. */
static void rate_row(struct lan_text *page, int row, const char *name, const struct tally *tally)
{
    double low, high, rate = tally_rate(tally);
    int y = row * ROW;
    tally_interval(tally, &low, &high);
    page_format(page, "<text x='0' y='%d'>", y + 15);
    page_escape(page, name);
    page_format(page,
                "</text><rect class='back' x='%d' y='%d' width='%d' height='14'/>"
                "<rect class='bar' x='%d' y='%d' width='%.1f' height='14'/>"
                "<path class='whisker' d='M%.1f %dH%.1fM%.1f %dv8M%.1f %dv8'/>"
                "<text x='%d' y='%d'>%.2f %% (%.2f-%.2f), %llu</text>\n",
                NAME_WIDTH, y + 4, BAR_WIDTH, NAME_WIDTH, y + 4, rate * BAR_WIDTH,
                NAME_WIDTH + low * BAR_WIDTH, y + 11, NAME_WIDTH + high * BAR_WIDTH,
                NAME_WIDTH + low * BAR_WIDTH, y + 7, NAME_WIDTH + high * BAR_WIDTH, y + 7,
                NAME_WIDTH + BAR_WIDTH + 10, y + 15, 100 * rate, 100 * low, 100 * high,
                (unsigned long long)tally->count);
}

static void rates_open(struct lan_text *page, const char *by, int rows)
{
    lan_text_add(page, "<h2>");
    page_escape(page, by);
    page_format(page, "</h2><svg role='img' width='%d' height='%d'>\n", NAME_WIDTH + BAR_WIDTH + 230,
                rows * ROW + 4);
}

static void seats_draw(struct lan_text *page, const struct sim *sim)
{
    rates_open(page, say(sim, "Wins by seat", "Victoires par place"), sim->rules->seats);
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        char name[LEVEL_NAME_MAX + 8];
        snprintf(name, sizeof name, "%d %s", seat + 1, sim->level[seat].name);
        rate_row(page, seat, name, &sim->stats.seat[seat]);
    }
    lan_text_add(page, "</svg>\n");
}

static void groups_draw(struct lan_text *page, const struct sim *sim)
{
    const struct stats *stats = &sim->stats;
    for (int from = 0, to; from < stats->group_count; from = to) {
        const char *by = stats->group[from].group.by;
        char heading[LAN_SAY_MAX];
        for (to = from; to < stats->group_count && strcmp(stats->group[to].group.by, by) == 0;)
            to++;
        snprintf(heading, sizeof heading, "%s %s", say(sim, "Wins by", "Victoires par"), by);
        rates_open(page, heading, to - from);
        for (int i = from; i < to; i++) {
            char name[LAN_SAY_MAX];
            sim_group_name(sim, &stats->group[i].group, name, sizeof name);
            rate_row(page, i - from, name, &stats->group[i].tally);
        }
        lan_text_add(page, "</svg>\n");
    }
}

/* ---- Histograms ---------------------------------------------------------------------------------------- */

static void histogram_draw(struct lan_text *page, const char *title, const uint64_t *count, int size,
                           int zero)
{
    int from = 0, to = size;
    uint64_t bin[BINS + 1] = {0}, most = 1;
    while (from < size && !count[from])
        from++;
    while (to > from && !count[to - 1])
        to--;
    if (from == to)
        return;
    int width = (to - from + BINS - 1) / BINS, bins = (to - from + width - 1) / width;
    double step = (double)(NAME_WIDTH + BAR_WIDTH) / bins;
    for (int i = from; i < to; i++) {
        bin[(i - from) / width] += count[i];
        if (bin[(i - from) / width] > most)
            most = bin[(i - from) / width];
    }
    page_format(page, "<h2>%s</h2><svg role='img' width='%d' height='%d'>\n", title,
                NAME_WIDTH + BAR_WIDTH + 40, PLOT_HEIGHT + 24);
    for (int i = 0; i < bins; i++) {
        double height = (double)bin[i] / (double)most * PLOT_HEIGHT;
        page_format(
            page,
            "<rect class='bar' x='%.1f' y='%.1f' width='%.1f' height='%.1f'><title>%d-%d: %llu</title></rect>\n",
            i * step, PLOT_HEIGHT - height, step * 0.9, height, from + i * width - zero,
            from + (i + 1) * width - 1 - zero, (unsigned long long)bin[i]);
    }
    page_format(page, "<text x='0' y='%d'>%d</text><text x='%.0f' y='%d' text-anchor='end'>%d</text></svg>\n",
                PLOT_HEIGHT + 16, from - zero, bins * step, PLOT_HEIGHT + 16, to - 1 - zero);
}

static void ends_draw(struct lan_text *page, const struct sim *sim)
{
    const struct lan_game *game = sim->rules->game;
    char text[LAN_RULE_TEXT_MAX];
    page_format(page, "<h2>%s</h2><table>\n",
                say(sim, "What decided the game", "Ce qui a décidé de la partie"));
    for (int i = 0; i < game->clause_count && i < STATS_ENDS_MAX; i++) {
        if (!sim->stats.end[i])
            continue;
        page_format(page, "<tr><td>%.2f %%</td><td>%s</td><td>",
                    100 * (double)sim->stats.end[i] / (double)sim->stats.games, game->clauses[i].id);
        struct lan_text rule = lan_text_init(text, sizeof text);
        lan_rule_say(sim->rules, &game->clauses[i].text, sim->settings->lang, &rule);
        page_escape(page, text);
        lan_text_add(page, "</td></tr>\n");
    }
    lan_text_add(page, "</table>\n");
}

/* ---- The page ------------------------------------------------------------------------------------------ */

static void options_write(struct lan_text *page, const struct sim *sim)
{
    const struct lan_game *game = sim->rules->game;
    page_format(page, "<h2>%s</h2><table>\n", say(sim, "Options", "Options"));
    for (int i = 0; i < game->option_count; i++) {
        static char value[LAN_RULES_MAX];
        struct lan_text text = lan_text_init(value, sizeof value);
        lan_option_value(game, &sim->rules->config, i, &text);
        page_format(page, "<tr><td>%s</td><td>", game->options[i].name);
        page_escape(page, value);
        lan_text_add(page, "</td></tr>\n");
    }
    lan_text_add(page, "</table>\n");
}

static void fact_write(struct lan_text *page, double value, int digits, const char *what)
{
    page_format(page, "%.*f %s; ", digits, value, what);
}

static void head_write(struct lan_text *page, const struct sim *sim)
{
    static const char style[] =
        "body{font:15px/1.5 system-ui,sans-serif;max-width:880px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
        "svg{font:13px system-ui,sans-serif;max-width:100%}text{fill:#222}.bar{fill:#3a6ea5}.back{fill:#e4e8ee}"
        ".whisker{stroke:#c2410c;stroke-width:2;fill:none}td{padding:.1em 1em .1em 0;vertical-align:top}"
        "@media(prefers-color-scheme:dark){body{background:#16181d;color:#ddd}text{fill:#ddd}.back{fill:#2b303a}}";
    const char *title = sim->rules->game->title.in[sim->settings->lang];
    page_format(page, "<!doctype html><html lang='%s'><meta charset='utf-8'><title>%s</title><style>",
                say(sim, "en", "fr"), title);
    lan_text_add(page, style);
    page_format(page, "</style>\n<h1>%s</h1>\n<p>", title);
    fact_write(page, (double)sim->stats.games, 0, say(sim, "games", "parties"));
    fact_write(page, sim->rules->seats, 0, say(sim, "players", "joueurs"));
    page_format(page, "%s %llu; ", say(sim, "seed", "graine"), (unsigned long long)sim->seed);
    fact_write(page, (double)sim->stats.actions / (double)sim->stats.games, 1,
               say(sim, "actions on average, chance included", "actions en moyenne, hasard compris"));
    fact_write(page, 100 * (double)sim->stats.winnerless / (double)sim->stats.games, 2,
               say(sim, "% without a winner", "% sans vainqueur"));
    if (sim_may_matters(sim))
        fact_write(page, sim->may, 4,
                   say(sim, "is how often random players do what they may but need not",
                       "est la part du permis non dû que fait un joueur au hasard"));
    if (sim->partial)
        lan_text_add(page, say(sim, "partial result: stopped before the end; ",
                               "résultat partiel : arrêté avant la fin ; "));
    lan_text_add(page, say(sim, "Whiskers are 95 % intervals (Wilson).</p>\n",
                           "Les traits sont des intervalles à 95 % (Wilson).</p>\n"));
}

bool sim_html(const struct sim *sim, const char *file)
{
    static char buffer[PAGE_BYTES];
    struct lan_text page = lan_text_init(buffer, sizeof buffer);
    head_write(&page, sim);
    seats_draw(&page, sim);
    groups_draw(&page, sim);
    histogram_draw(&page, say(sim, "Length, in actions", "Longueur, en actions"), sim->stats.length,
                   STATS_LENGTHS, 0);
    histogram_draw(&page, say(sim, "Scores", "Scores"), sim->stats.score, STATS_SCORES, STATS_SCORE_ZERO);
    ends_draw(&page, sim);
    options_write(&page, sim);
    if (page.cut) {
        complain("the page would be longer than %d bytes", PAGE_BYTES);
        return false;
    }
    return file_write(file, page.at, page.length);
}
