/* sim_print.c - results of `lanterne sim` as a table for people and as CSV for spreadsheets. */
#include "sim_print.h"

#include <stdio.h>
#include <string.h>

#include "sim.h"
#include "stats.h"
#include "term_text.h"

void sim_group_name(const struct sim *sim, const struct lan_group *group, char *name, size_t size)
{
    const struct lan_type *type = &sim->rules->game->types[group->type];
    if (type->words && group->value >= 0 && group->value < type->count)
        snprintf(name, size, "%s", type->words[group->value].name.in[sim->settings->lang]);
    else
        snprintf(name, size, "%d", group->value + type->first);
}

static void row_print(const struct sim *sim, const char *name, const struct tally *tally)
{
    char padded[256];
    struct lan_text text = lan_text_init(padded, sizeof padded);
    double low, high;
    tally_interval(tally, &low, &high);
    lan_draw_cut(&text, name, 26);
    lan_draw_pad(&text, 26);
    printf("  %s %10llu %8.2f %%  %6.2f - %5.2f %%", padded, (unsigned long long)tally->count,
           100 * tally_rate(tally), 100 * low, 100 * high);
    /* Cooperative games without points get no score column. */
    if (tally->score_squares || !sim->rules->game->cooperative)
        printf("  %8.2f ± %.2f", tally_mean(tally), tally_deviation(tally));
    printf("\n");
}

/* A seat plays every game once; in a group several seats of a game may count, so the column is named so. */
static void heading_print(const struct term *term, const char *by, bool group)
{
    bool french = term->reader.lang == LAN_FR;
    const char *count = group ? (french ? "places" : "seats") : french ? "parties" : "games";
    char line[128];
    printf("\n");
    snprintf(line, sizeof line, "  %-26s %10s %10s  %-16s  %s\n", by, count, french ? "gagne" : "wins",
             french ? "    à 95 %" : "    95 %", french ? "score ± écart" : "score ± sd");
    term_print_marked(term, LAN_MARK_MUTED, line);
}

static void groups_print(const struct term *term, const struct sim *sim)
{
    const char *by = "";
    for (int i = 0; i < sim->stats.group_count; i++) {
        const struct lan_group *group = &sim->stats.group[i].group;
        char name[LAN_SAY_MAX];
        if (strcmp(by, group->by) != 0)
            heading_print(term, by = group->by, true);
        sim_group_name(sim, group, name, sizeof name);
        row_print(sim, name, &sim->stats.group[i].tally);
    }
}

/* The clauses by which games ended, the most frequent first. */
static void ends_print(const struct term *term, const struct sim *sim)
{
    const struct lan_game *game = sim->rules->game;
    static uint64_t left[STATS_ENDS_MAX];
    memcpy(left, sim->stats.end, sizeof left);
    printf("\n");
    for (;;) {
        int most = 0;
        for (int i = 0; i < STATS_ENDS_MAX; i++) {
            if (left[i] > left[most])
                most = i;
        }
        if (!left[most])
            return;
        char head[64], text[LAN_RULE_TEXT_MAX];
        snprintf(head, sizeof head, "  %6.2f %%  %s", 100 * (double)left[most] / (double)sim->stats.games,
                 game->clauses[most].id);
        term_item(term, LAN_MARK_PLAIN, head, 22,
                  term_rule(term, sim->rules, &game->clauses[most].text, text));
        left[most] = 0;
    }
}

static void length_print(const struct sim *sim)
{
    const struct stats *stats = &sim->stats;
    double games = (double)stats->games;
    bool french = sim->settings->lang == LAN_FR;
    printf(french ? "\n  longueur   %.1f actions en moyenne, hasard compris (de %llu à %llu)\n"
                  : "\n  length     %.1f actions on average, chance included (%llu to %llu)\n",
           (double)stats->actions / games, (unsigned long long)stats->actions_min,
           (unsigned long long)stats->actions_max);
    if (stats->winnerless)
        printf(french ? "  personne   %.2f %% des parties sans vainqueur\n"
                      : "  nobody     %.2f %% of the games have no winner\n",
               100 * (double)stats->winnerless / games);
    if (sim->seconds > 0)
        printf(french ? "  temps      %.2f s, %.0f parties par seconde\n"
                      : "  time       %.2f s, %.0f games a second\n",
               sim->seconds, games / sim->seconds);
}

static void title_print(const struct term *term, const struct sim *sim)
{
    char line[256];
    bool french = sim->settings->lang == LAN_FR;
    int parts = 0;
    snprintf(line, sizeof line,
             french ? "%s à %d, %llu parties, graine %llu" : "%s, %d players, %llu games, seed %llu",
             term_words(term, &sim->rules->game->title), sim->rules->seats,
             (unsigned long long)sim->stats.games, (unsigned long long)sim->seed);
    term_print_marked(term, LAN_MARK_LANTERN, line);
    printf("\n");
    if (sim->partial)
        printf(french ? "  résultat partiel : arrêté avant la fin\n"
                      : "  partial result: stopped before the end\n");
    if (sim_may_matters(sim))
        printf(french ? "  au hasard, ce qu'on peut faire sans y être tenu est fait avec probabilité %.4f\n"
                      : "  at random, what a player may but need not do is done with probability %.4f\n",
               sim->may);
    for (int i = 0; i < sim->shards; i++)
        parts += sim_has_shard(sim, i);
    if (parts < sim->shards)
        printf(french ? "  %d part(s) sur %d\n" : "  %d of %d parts\n", parts, sim->shards);
}

static void seat_name(const struct sim *sim, int seat, char *name, size_t size)
{
    const struct lan_word *roles = sim->rules->game->roles;
    snprintf(name, size, "%d %s%s%s", seat + 1, roles ? roles[seat].name.in[sim->settings->lang] : "",
             roles ? " " : "", sim->level[seat].name);
}

void sim_print(const struct sim *sim)
{
    struct term term;
    term_init(&term, sim->settings);
    title_print(&term, sim);
    heading_print(&term, sim->settings->lang == LAN_FR ? "place" : "seat", false);
    /* In a cooperative game all win or lose together: one row says it. */
    if (sim->rules->game->cooperative)
        row_print(sim, sim->settings->lang == LAN_FR ? "ensemble" : "together", &sim->stats.seat[0]);
    for (int seat = 0; seat < sim->rules->seats && !sim->rules->game->cooperative; seat++) {
        char name[LAN_SAY_MAX];
        seat_name(sim, seat, name, sizeof name);
        row_print(sim, name, &sim->stats.seat[seat]);
    }
    groups_print(&term, sim);
    ends_print(&term, sim);
    length_print(sim);
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

static void csv_row(const char *by, const char *value, const char *bot, const struct tally *tally)
{
    double low, high;
    tally_interval(tally, &low, &high);
    printf("%s,%s,%s,%llu,%llu,%.6f,%.6f,%.6f,%.6f,%.6f\n", by, value, bot, (unsigned long long)tally->count,
           (unsigned long long)tally->wins, tally_rate(tally), low, high, tally_mean(tally),
           tally_deviation(tally));
}

void sim_csv(const struct sim *sim)
{
    char id[LAN_NOTATION_MAX];
    printf("by,value,bot,games,wins,win_rate,win_rate_low,win_rate_high,score_mean,score_sd\n");
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        snprintf(id, sizeof id, "%d", seat + 1);
        csv_row("seat", id, sim->level[seat].name, &sim->stats.seat[seat]);
    }
    for (int i = 0; i < sim->stats.group_count; i++) {
        const struct lan_group *group = &sim->stats.group[i].group;
        struct lan_text text = lan_text_init(id, sizeof id);
        lan_value_write(sim->rules->game, group->type, group->value, &text);
        csv_row(group->by, id, "", &sim->stats.group[i].tally);
    }
    if (sim->partial)
        printf("partial,stopped,,%llu,,,,,,\n", (unsigned long long)sim->stats.games);
}
