/* sim.c - `lanterne sim`: many games, at random or between bots, counted. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "playout.h"
#include "stats.h"
#include "term.h"

struct sim {
    const struct settings *settings;
    const struct lan_rules *rules;
    const struct lan_bot *bot;
    struct stats stats;
    double seconds;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool at_random(const struct sim *sim)
{
    return sim->bot == &lan_bot_random;
}

/* Each game has its own generator, so that any split of the work plays the same games. False after complaining. */
static bool sim_run(struct sim *sim)
{
    struct playout playout;
    bool ready = playout_init(&playout, sim->rules, sim->bot);
    union lan_state_room room;
    struct lan_state *state = (struct lan_state *)&room;
    double start = seconds_now();
    stats_init(&sim->stats);
    for (uint64_t game = 0; ready && game < sim->settings->games; game++) {
        struct lan_rng rng;
        uint64_t actions;
        lan_rng_init(&rng, sim->settings->seed * 0x9e3779b97f4a7c15 + game);
        if (at_random(sim)) {
            /* The same games as the bot would play, many times as fast. */
            sim->rules->game->setup(sim->rules, state);
            actions = lan_playout(sim->rules, state, &rng, sim->settings->may_of_256);
        } else {
            actions = playout_run(&playout, &rng, state);
        }
        stats_add(&sim->stats, sim->rules, state, actions);
    }
    sim->seconds = seconds_now() - start;
    playout_release(&playout);
    return ready;
}

static double may_share(const struct sim *sim)
{
    return sim->settings->may_of_256 / 256.0;
}

/* ---- JSON ---------------------------------------------------------------------------------------------------- */

static void json_tally(struct json_out *out, const struct tally *tally)
{
    struct lan_writer *w = &out->json.base;
    double low, high;
    tally_interval(tally, &low, &high);
    w->number(w, "count", (int64_t)tally->count);
    w->number(w, "wins", (int64_t)tally->wins);
    w->number(w, "score_sum", tally->score);
    w->number(w, "score_squares", tally->score_squares);
    json_real(out, "win_rate", tally_rate(tally));
    json_real(out, "win_rate_low", low);
    json_real(out, "win_rate_high", high);
    json_real(out, "score_mean", tally_mean(tally));
    json_real(out, "score_sd", tally_deviation(tally));
}

static void json_setup(struct json_out *out, const struct sim *sim)
{
    struct lan_writer *w = &out->json.base;
    const struct lan_game *game = sim->rules->game;
    w->string(w, "game", game->name);
    w->number(w, "version", game->version);
    w->number(w, "players", sim->rules->seats);
    w->open_object(w, "options");
    for (int i = 0; i < game->option_count; i++) {
        char value[LAN_RULES_MAX];
        struct lan_text text = lan_text_init(value, sizeof value);
        lan_option_value(game, &sim->rules->config, i, &text);
        w->string(w, game->options[i].name, value);
    }
    w->close(w);
    w->string(w, "bot", sim->bot->name);
    json_real(out, "may", may_share(sim));
    w->number(w, "games", (int64_t)sim->stats.games);
    /* A seed may need all 64 bits, which many readers of JSON do not have. */
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)sim->settings->seed);
    w->string(w, "seed", seed);
}

static int sim_json(const struct sim *sim)
{
    struct json_out out;
    const struct stats *stats = &sim->stats;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    json_setup(&out, sim);
    json_real(&out, "seconds", sim->seconds);
    w->number(w, "without_winner", (int64_t)stats->nobody);
    w->open_object(w, "actions");
    json_real(&out, "mean", (double)stats->actions / (double)stats->games);
    w->number(w, "min", (int64_t)stats->actions_min);
    w->number(w, "max", (int64_t)stats->actions_max);
    w->close(w);
    w->open_array(w, "seats");
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        w->open_object(w, NULL);
        w->number(w, "seat", seat + 1);
        json_tally(&out, &stats->seat[seat]);
        w->close(w);
    }
    w->close(w);
    w->open_array(w, "groups");
    for (int i = 0; i < stats->group_count; i++) {
        const struct lan_group *group = &stats->group[i].group;
        w->open_object(w, NULL);
        w->string(w, "by", group->by);
        lan_write_value(w, "value", sim->rules->game, group->type, group->value);
        json_tally(&out, &stats->group[i].tally);
        w->close(w);
    }
    w->close(w);
    return json_end(&out);
}

/* ---- A table for people ---------------------------------------------------------------------------------------- */

static void row_print(const struct sim *sim, const char *name, const struct tally *tally)
{
    char padded[256];
    struct lan_text text = lan_text_init(padded, sizeof padded);
    double low, high;
    tally_interval(tally, &low, &high);
    lan_draw_cut(&text, name, 26);
    lan_draw_to(&text, 26);
    printf("  %s %10llu %8.2f %%  %6.2f - %5.2f %%", padded, (unsigned long long)tally->count,
           100 * tally_rate(tally), 100 * low, 100 * high);
    /* A cooperative game may give no points at all. */
    if (tally->score_squares || !sim->rules->game->cooperative)
        printf("  %8.2f ± %.2f", tally_mean(tally), tally_deviation(tally));
    printf("\n");
}

static void heading_print(const struct term *term, const char *by)
{
    bool french = term->reader.lang == LAN_FR;
    char line[128];
    printf("\n");
    snprintf(line, sizeof line, "  %-26s %10s %10s  %-16s  %s\n", by, french ? "parties" : "games",
             french ? "gagne" : "wins", french ? "    à 95 %" : "    95 %",
             french ? "score ± écart" : "score ± sd");
    term_print_marked(term, LAN_MARK_MUTED, line);
}

static void name_of_group(const struct sim *sim, const struct lan_group *group, char *name, size_t size)
{
    const struct lan_type *type = &sim->rules->game->types[group->type];
    if (type->words && group->value >= 0 && group->value < type->count)
        snprintf(name, size, "%s", type->words[group->value].name.in[sim->settings->lang]);
    else
        snprintf(name, size, "%d", group->value + type->first);
}

static void groups_print(const struct term *term, const struct sim *sim)
{
    const char *by = "";
    for (int i = 0; i < sim->stats.group_count; i++) {
        const struct lan_group *group = &sim->stats.group[i].group;
        char name[LAN_SAY_MAX];
        if (strcmp(by, group->by) != 0)
            heading_print(term, by = group->by);
        name_of_group(sim, group, name, sizeof name);
        row_print(sim, name, &sim->stats.group[i].tally);
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
    if (stats->nobody)
        printf(french ? "  personne   %.2f %% des parties sans vainqueur\n"
                      : "  nobody     %.2f %% of the games have no winner\n",
               100 * (double)stats->nobody / games);
    printf(french ? "  temps      %.2f s, %.0f parties par seconde\n"
                  : "  time       %.2f s, %.0f games a second\n",
           sim->seconds, games / sim->seconds);
}

static void sim_print(const struct sim *sim)
{
    struct term term;
    char line[256];
    bool french = sim->settings->lang == LAN_FR;
    term_init(&term, sim->settings);
    snprintf(
        line, sizeof line,
        french ? "%s à %d, %llu parties %s%s, graine %llu" : "%s, %d players, %llu %s%s games, seed %llu",
        term_words(&term, &sim->rules->game->title), sim->rules->seats, (unsigned long long)sim->stats.games,
        at_random(sim) ? ""
        : french       ? "du bot "
                       : "",
        at_random(sim) && french ? "au hasard" : sim->bot->name, (unsigned long long)sim->settings->seed);
    term_print_marked(&term, LAN_MARK_LANTERN, line);
    if (!at_random(sim))
        printf("\n");
    else
        printf(french ? "\n  ce qu'on peut faire sans y être tenu est fait avec probabilité %.4f\n"
                      : "\n  what a player may but need not do is done with probability %.4f\n",
               may_share(sim));
    heading_print(&term, french ? "place" : "seat");
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        char name[16];
        snprintf(name, sizeof name, "%d", seat + 1);
        row_print(sim, name, &sim->stats.seat[seat]);
    }
    groups_print(&term, sim);
    length_print(sim);
}

int cmd_sim(const struct settings *settings)
{
    static union lan_rules_room rules;
    static struct sim sim;
    const struct lan_game *game = game_wanted(settings);
    if (!game)
        return CLI_USAGE;
    int code = rules_wanted(settings, game, &rules);
    if (code)
        return code;
    sim.settings = settings;
    sim.rules = &rules.base;
    sim.bot = lan_bot_find(settings->bot);
    if (!sim_run(&sim))
        return CLI_USAGE;
    if (settings->json)
        return sim_json(&sim);
    sim_print(&sim);
    return CLI_OK;
}
