/*
 * sim_html.c - results of `lanterne sim` as one self-contained HTML page, made to be put into an article: how
 * it was made, figures with axes and intervals (sim_plot.h), and the options in force. Nothing is loaded from
 * elsewhere.
 */
#include "sim_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "file.h"
#include "sim_plot.h"
#include "sim_print.h"

enum { PAGE_BYTES = 4 << 20, ROWS_MAX = 512 };

static const char *say(const struct sim *sim, const char *en, const char *fr)
{
    return sim->settings->lang == LAN_FR ? fr : en;
}

/* ---- Win rates ----------------------------------------------------------------------------------------- */

/* The grouping in a name like "side mode=advanced", without the variant. */
static size_t base_length(const char *by)
{
    return strcspn(by, " ");
}

/*
 * The number of the variant in such a name, from 1, by its place in "mode=classic,advanced"; 0 without one.
 */
static int variant_of(const struct sim *sim, const char *by)
{
    const char *name = by + base_length(by), *values = strchr(sim->vary, '=');
    int number = 1;
    if (!*name || !values)
        return 0;
    const char *value = strchr(name, '=');
    for (const char *at = values + 1; value && at; number++) {
        size_t length = strcspn(at, ",");
        if (lan_text_same(at, length, value + 1))
            return number;
        at = at[length] ? at + length + 1 : NULL;
    }
    return 0;
}

static void row_fill(struct plot_row *row, const char *name, int colour, const struct tally *tally)
{
    *row = (struct plot_row){.colour = colour, .rate = tally_rate(tally), .count = tally->count};
    struct lan_text text = lan_text_init(row->name, sizeof row->name);
    lan_text_add(&text, name);
    tally_interval(tally, &row->low, &row->high);
}

/* What each seat would win if all won equally often; none in a cooperative game, where all have the same. */
static struct plot_line fair_line(const struct sim *sim)
{
    double wins = 0, seats = 0;
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        wins += (double)sim->stats.seat[seat].wins;
        seats += (double)sim->stats.seat[seat].count;
    }
    return (struct plot_line){sim->rules->game->cooperative ? -1 : wins / seats,
                              say(sim, "equal share, if every seat won as often as the others",
                                  "part égale, si toutes les places gagnaient aussi souvent")};
}

/* The rows of one grouping: all its values, with --vary each once for every variant and not as their sum. */
static int rows_gather(const struct sim *sim, const char *by, size_t length, struct plot_row row[ROWS_MAX])
{
    const struct stats *stats = &sim->stats;
    int rows = 0;
    bool together = sim->rules->game->cooperative;
    for (int i = 0; i < stats->group_count; i++) {
        const struct lan_group *group = &stats->group[i].group;
        bool first = base_length(group->by) == length && strncmp(group->by, by, length) == 0;
        for (int before = 0; before < i && first; before++)
            first = stats->group[before].group.value != group->value ||
                    base_length(stats->group[before].group.by) != length ||
                    strncmp(stats->group[before].group.by, by, length) != 0;
        if (!first || (together && rows))
            continue;
        for (int j = 0; j < stats->group_count && rows < ROWS_MAX; j++) {
            const struct lan_group *each = &stats->group[j].group;
            char value[LAN_SAY_MAX], name[LAN_SAY_MAX + STATS_NAME_BYTES];
            if (each->value != group->value || base_length(each->by) != length ||
                strncmp(each->by, by, length) != 0)
                continue;
            const char *variant = each->by + length;
            if (sim->vary[0] && !*variant)
                continue;
            sim_group_name(sim, each, value, sizeof value);
            snprintf(name, sizeof name, "%s%s%s", together ? "" : value, *variant && !together ? ", " : "",
                     *variant ? variant + 1 : "");
            row_fill(&row[rows++], name, variant_of(sim, each->by), &stats->group[j].tally);
        }
    }
    return rows;
}

static void seat_name(const struct sim *sim, int seat, char *name, size_t size)
{
    const struct lan_word *roles = sim->rules->game->roles;
    snprintf(name, size, "%d %s%s%s", seat + 1, roles ? roles[seat].name.in[sim->settings->lang] : "",
             roles ? ", " : "", sim->level[seat].name);
}

static const char *rate_axis(const struct sim *sim)
{
    return say(sim, "games won; bars: 95 % interval", "parties gagnées ; traits : intervalle à 95 %");
}

static void seats_draw(struct lan_text *page, const struct sim *sim)
{
    static struct plot_row row[ROWS_MAX];
    int rows = 0;
    bool together = sim->rules->game->cooperative;
    for (int seat = 0; seat < sim->rules->seats && (!together || !seat) && !sim->vary[0]; seat++) {
        char name[LAN_SAY_MAX];
        seat_name(sim, seat, name, sizeof name);
        row_fill(&row[rows++], together ? say(sim, "together", "ensemble") : name, 0, &sim->stats.seat[seat]);
    }
    if (sim->vary[0])
        rows += rows_gather(sim, "seat", 4, row + rows);
    plot_rates(page,
               together ? say(sim, "Wins", "Victoires") : say(sim, "Wins by seat", "Victoires par place"),
               rate_axis(sim), row, rows, fair_line(sim));
}

/* One figure for each grouping, with the variants of --vary in it. */
static void groups_draw(struct lan_text *page, const struct sim *sim)
{
    static struct plot_row row[ROWS_MAX];
    const struct stats *stats = &sim->stats;
    for (int i = 0; i < stats->group_count; i++) {
        const char *by = stats->group[i].group.by;
        char title[LAN_SAY_MAX];
        bool first = !by[base_length(by)] && (!i || strcmp(by, stats->group[i - 1].group.by) != 0);
        if (!first)
            continue;
        snprintf(title, sizeof title, "%s %s", say(sim, "Wins by", "Victoires par"), by);
        plot_rates(page, title, rate_axis(sim), row, rows_gather(sim, by, strlen(by), row), fair_line(sim));
    }
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void ends_write(struct lan_text *page, const struct sim *sim)
{
    const struct lan_game *game = sim->rules->game;
    char text[LAN_RULE_TEXT_MAX];
    page_format(page, "<h2>%s</h2><table>\n",
                say(sim, "What decided the game", "Ce qui a décidé de la partie"));
    for (int i = 0; i < game->clause_count && i < STATS_ENDS_MAX; i++) {
        if (!sim->stats.end[i])
            continue;
        page_format(page, "<tr><td class='number'>%.2f&nbsp;%%</td><td class='id'>%s</td><td>",
                    100 * (double)sim->stats.end[i] / (double)sim->stats.games, game->clauses[i].id);
        struct lan_text rule = lan_text_init(text, sizeof text);
        lan_rule_say(sim->rules, &game->clauses[i].text, sim->settings->lang, &rule);
        page_escape(page, text);
        lan_text_add(page, "</td></tr>\n");
    }
    lan_text_add(page, "</table>\n");
}

static void options_write(struct lan_text *page, const struct sim *sim)
{
    const struct lan_game *game = sim->rules->game;
    page_format(page, "<h2>%s</h2><table>\n", say(sim, "Options in force", "Options en vigueur"));
    for (int i = 0; i < game->option_count; i++) {
        static char value[LAN_RULES_MAX];
        struct lan_text text = lan_text_init(value, sizeof value);
        size_t length = strlen(game->options[i].name);
        if (strncmp(sim->vary, game->options[i].name, length) == 0 && sim->vary[length] == '=')
            lan_text_add(&text, sim->vary + length + 1);
        else
            lan_option_value(game, &sim->rules->config, i, &text);
        page_format(page, "<tr><td>%s</td><td class='value'>", game->options[i].name);
        page_escape(page, value);
        lan_text_add(page, "</td></tr>\n");
    }
    lan_text_add(page, "</table>\n");
}

/* ---- How it was made ----------------------------------------------------------------------------------- */

static void fact_open(struct lan_text *page, const char *name)
{
    page_format(page, "<dt>%s</dt><dd>", name);
}

/* The command line, quoted for a shell where an argument needs it. */
static void command_write(struct lan_text *page, const struct settings *settings)
{
    page_format(page, "<code>lanterne %s", settings->command);
    for (int i = 0; i < settings->argc; i++) {
        const char *argument = settings->argv[i];
        bool plain =
            *argument && !argument[strspn(argument, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                    "0123456789-_=,.:/@%+")];
        lan_text_add(page, plain ? " " : " &#39;");
        for (const char *at = argument; *at; at++) {
            char letter[2] = {*at, 0};
            if (*at == '\'')
                lan_text_add(page, "&#39;\\&#39;&#39;");
            else
                page_escape(page, letter);
        }
        lan_text_add(page, plain ? "" : "&#39;");
    }
    lan_text_add(page, "</code>");
}

/* The date of the page, in UTC: now, or SOURCE_DATE_EPOCH, by which builds are made reproducible. */
static void date_write(struct lan_text *page)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm parts;
    char text[64] = "";
    if (gmtime_r(&now, &parts))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
    lan_text_add(page, text);
}

static void facts_write(struct lan_text *page, const struct sim *sim)
{
    const struct stats *stats = &sim->stats;
    lan_text_add(page, "<dl>");
    fact_open(page, say(sim, "Games", "Parties"));
    page_format(page, "%llu, %d %s, %s %llu</dd>", (unsigned long long)stats->games, sim->rules->seats,
                say(sim, "players", "joueurs"), say(sim, "seed", "graine"), (unsigned long long)sim->seed);
    fact_open(page, say(sim, "Bots", "Robots"));
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        lan_text_add(page, seat ? ", " : "");
        page_escape(page, sim->level[seat].name);
    }
    lan_text_add(page, "</dd>");
    if (sim->vary[0]) {
        fact_open(page, say(sim, "Varied", "Varié"));
        page_escape(page, sim->vary);
        lan_text_add(page, "</dd>");
    }
    fact_open(page, say(sim, "Length", "Longueur"));
    page_format(page, "%.1f %s (%llu %s %llu)</dd>", (double)stats->actions / (double)stats->games,
                say(sim, "actions on average, chance included", "actions en moyenne, hasard compris"),
                (unsigned long long)stats->actions_min, say(sim, "to", "à"),
                (unsigned long long)stats->actions_max);
    if (stats->winnerless) {
        fact_open(page, say(sim, "No winner", "Sans vainqueur"));
        page_format(page, "%.2f&nbsp;%%</dd>", 100 * (double)stats->winnerless / (double)stats->games);
    }
    if (sim_may_matters(sim)) {
        fact_open(page, say(sim, "Optional actions", "Actions facultatives"));
        page_format(page, "%s %.4f</dd>",
                    say(sim, "taken by random players with probability",
                        "faites par les joueurs au hasard avec probabilité"),
                    sim->may);
    }
    fact_open(page, say(sim, "Made by", "Fait par"));
    page_format(page, "lanterne %s, %s %d, ", LAN_VERSION, sim->rules->game->name, sim->rules->game->version);
    date_write(page);
    lan_text_add(page, "</dd>");
    fact_open(page, say(sim, "Command", "Commande"));
    command_write(page, sim->settings);
    lan_text_add(page, "</dd></dl>\n");
}

static const char style[] =
    ":root{--ink:#1c1e22;--soft:#5a5f69;--paper:#fff;--grid:#dfe3e9;--base:#6b717c;--fair:#8a5a00;"
    "--c0:#1f4e79;--c1:#0072b2;--c2:#c05000;--c3:#007a5a;--c4:#a3447e;--c5:#5b4fb0;--c6:#7a6a00;--c7:#a02c2c}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e7ea;--soft:#a6abb5;--paper:#15171b;--grid:#2d323b;--base:#8b919c;"
    "--fair:#e0a93b;--c0:#8fc1ec;--c1:#56b4e9;--c2:#f09a50;--c3:#3fc79a;--c4:#e08cc0;--c5:#a79cf0;--c6:#d6c64a;--c7:#f08080}}"
    "@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--grid:#d8dce2;--base:#555;--fair:#8a5a00;"
    "--c0:#1f4e79;--c1:#0072b2;--c2:#c05000;--c3:#007a5a;--c4:#a3447e;--c5:#5b4fb0;--c6:#7a6a00;--c7:#a02c2c}"
    "body{margin:0;max-width:none}figure,tr{break-inside:avoid}}"
    "*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;max-width:860px;margin:2em auto;padding:0 16px;"
    "color:var(--ink);background:var(--paper)}h1{margin:0 0 .4em;font-size:1.7em}h2,figcaption{font-size:1.1em;"
    "font-weight:600;margin:1.8em 0 .5em}figure{margin:0}dl{display:grid;grid-template-columns:auto 1fr;gap:.15em 1em;margin:0}"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}code{font-size:.92em}.partial{border-left:4px solid var(--fair);"
    "padding:.2em .8em}.row{display:grid;grid-template-columns:minmax(9em,31%) 1fr 15.5em;gap:0 12px;align-items:center}"
    ".name{overflow-wrap:anywhere}.figure{font-variant-numeric:tabular-nums;white-space:nowrap}"
    "small,text{color:var(--soft);fill:var(--soft)}svg{display:block;width:100%;overflow:visible;font:12px system-ui,sans-serif}"
    ".legend{color:var(--soft);font-size:.87em;margin:.2em 0 0}.legend svg{display:inline-block;width:22px;vertical-align:middle}"
    "line{stroke-width:1}.grid{stroke:var(--grid)}.base{stroke:var(--base)}.fair{stroke:var(--fair);stroke-width:1.5;"
    "stroke-dasharray:5 3}.span{stroke:currentColor;stroke-width:2}.end{stroke:currentColor;stroke-width:2}"
    "circle{fill:currentColor}.bar{fill:var(--c0)}.label{font-size:12.5px}"
    ".c0{color:var(--c0)}.c1{color:var(--c1)}.c2{color:var(--c2)}.c3{color:var(--c3)}.c4{color:var(--c4)}.c5{color:var(--c5)}"
    ".c6{color:var(--c6)}.c7{color:var(--c7)}.histogram{display:grid;grid-template-columns:42px 1fr;gap:6px}"
    "table{border-collapse:collapse;width:100%}td{padding:.15em 1em .15em 0;vertical-align:top;"
    "border-top:1px solid var(--grid)}.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    ".value{overflow-wrap:anywhere}.id{white-space:nowrap}"
    "@media(max-width:760px){.row{grid-template-columns:1fr auto}.row svg{grid-row:2;grid-column:1/3}"
    ".row{padding-top:.3em}.row.axis{padding-top:0}.row.axis .figure,.row.axis .name{display:none}body{margin:1em auto}}";

static void head_write(struct lan_text *page, const struct sim *sim)
{
    const char *title = sim->rules->game->title.in[sim->settings->lang];
    page_format(page, "<!doctype html><html lang='%s'><head><meta charset='utf-8'>", say(sim, "en", "fr"));
    lan_text_add(page, "<meta name='viewport' content='width=device-width,initial-scale=1'>"
                       "<meta name='color-scheme' content='light dark'><title>");
    page_escape(page, title);
    lan_text_add(page, "</title><style>");
    lan_text_add(page, style);
    lan_text_add(page, "</style></head><body>\n<h1>");
    page_escape(page, title);
    lan_text_add(page, "</h1>\n");
    if (sim->partial)
        page_format(page, "<p class='partial'>%s</p>\n",
                    say(sim, "A partial result: the simulation was stopped before its end.",
                        "Résultat partiel : la simulation a été arrêtée avant la fin (partial)."));
    facts_write(page, sim);
}

bool sim_html(const struct sim *sim, const char *file)
{
    static char buffer[PAGE_BYTES];
    struct lan_text page = lan_text_init(buffer, sizeof buffer);
    head_write(&page, sim);
    seats_draw(&page, sim);
    groups_draw(&page, sim);
    plot_histogram(&page, say(sim, "Length of the games", "Longueur des parties"),
                   say(sim, "actions, chance included", "actions, hasard compris"), sim->stats.length,
                   STATS_LENGTHS, 0);
    plot_histogram(&page, say(sim, "Scores of all seats", "Scores de toutes les places"),
                   say(sim, "score", "score"), sim->stats.score, STATS_SCORES, STATS_SCORE_ZERO);
    ends_write(&page, sim);
    options_write(&page, sim);
    lan_text_add(&page, "</body></html>\n");
    if (page.cut) {
        complain_in("the page would be longer than %d bytes", "la page dépasserait %d octets", PAGE_BYTES);
        return false;
    }
    return file_write(file, page.at, page.length);
}
