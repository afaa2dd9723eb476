/*
 * arena_print.c - results of `lanterne arena`: one pairing in rows by part, a round robin as a cross table.
 */
#include "arena_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena_luck.h"
#include "draw.h"
#include "json_out.h"
#include "setup.h"

enum { PLACE = 5, NAME = 20, CELL = 17, LINE = 2048 };

static const char *const verdict_words[] = {
    [ELO_OPEN] = "open", [ELO_BETTER] = "better", [ELO_NOT_BETTER] = "not better"};

/* The id of a part: a value of the group's type, a seat, or all seats. */
static void part_id(const struct arena *arena, int value, char id[LAN_NOTATION_MAX])
{
    struct lan_text text = lan_text_init(id, LAN_NOTATION_MAX);
    if (arena->rules->game->cooperative)
        lan_text_add(&text, "all");
    else
        lan_value_write(arena->rules->game, arena->by_type, value, &text);
}

/* The name of a part for people: its word in the reader's language, else its id. */
static void part_name(const struct arena *arena, int value, char name[LAN_NOTATION_MAX])
{
    const struct lan_type *type = &arena->rules->game->types[arena->by_type];
    if (!arena->rules->game->cooperative && type->words && value >= 0 && value < type->count)
        snprintf(name, LAN_NOTATION_MAX, "%s", type->words[value].name.in[arena->settings->lang]);
    else
        part_id(arena, value, name);
}

static const char *say(const struct arena *arena, const char *en, const char *fr)
{
    return arena->settings->lang == LAN_FR ? fr : en;
}

/* Appends a text cut and padded to a width in columns, which printf would count in bytes. */
static void column_add(struct lan_text *line, const char *text, int width)
{
    char column[256];
    struct lan_text out = lan_text_init(column, sizeof column);
    lan_draw_cut(&out, text, width - 1);
    lan_draw_pad(&out, width);
    lan_text_add(line, column);
}

/* Prints a line without the padding of its last column. */
static void line_print(struct lan_text *line)
{
    while (line->length && line->at[line->length - 1] == ' ')
        line->at[--line->length] = 0;
    puts(line->at);
}

/* ---- Two bots ------------------------------------------------------------------------------------------ */

/* "+24 [-3, +51]"; with a share of 0 or 1 the one bound there is: "> +220". */
static void rating_write(const struct elo *elo, char *text, size_t size)
{
    struct elo_range range = elo_rating(elo);
    if (isnan(range.rating))
        snprintf(text, size, "-");
    else if (isinf(range.rating))
        snprintf(text, size, "%s %+.0f", range.rating > 0 ? ">" : "<",
                 range.rating > 0 ? range.low : range.high);
    else
        snprintf(text, size, "%+.0f [%+.0f, %+.0f]", range.rating, range.low, range.high);
}

static void row_print(const char *name, const struct elo *elo)
{
    char rating[96];
    double n = elo->rounds ? (double)elo->rounds : 1;
    rating_write(elo, rating, sizeof rating);
    char column[256];
    struct lan_text line = lan_text_init(column, sizeof column);
    column_add(&line, name, NAME);
    printf("  %s", column);
    printf("%6llu %9.2f %% %9.2f %% %+9.2f ± %-6.2f  %s\n", (unsigned long long)elo->rounds,
           100 * elo->challenger / n, 100 * elo->reference / n, 100 * elo_mean(elo), 100 * elo_spread(elo),
           rating);
}

static void pairing_print(const struct arena *arena)
{
    const struct arena_score *score = &arena->pairing[0].score;
    char name[LAN_NOTATION_MAX];
    double ratio;
    enum elo_verdict found = arena_verdict(arena, &ratio);
    printf("  %-*s%6s %11s %11s %19s   %s\n", NAME, arena->by, say(arena, "deals", "donnes"),
           say(arena, "challenger", "défiant"), say(arena, "reference", "référence"),
           say(arena, "difference, 95 %", "écart, 95 %"), "Elo");
    for (int i = 0; i < score->part_count; i++) {
        part_name(arena, score->part[i].value, name);
        row_print(name, &score->part[i].elo);
    }
    row_print(say(arena, "mean", "moyenne"), &score->elo);
    if (arena->settings->given & CLI_TAKES(CLI_SPRT))
        printf("\n  SPRT %.0f against %.0f Elo: %s (log likelihood ratio %.2f, bounds ±%.2f)\n",
               arena->settings->sprt[1], arena->settings->sprt[0], verdict_words[found], ratio, ELO_BOUND);
}

/* ---- A round robin ------------------------------------------------------------------------------------- */

static const struct arena_pairing *pairing_find(const struct arena *arena, int challenger, int reference)
{
    for (int i = 0; i < arena->pairing_count; i++) {
        if (arena->pairing[i].challenger == challenger && arena->pairing[i].reference == reference)
            return &arena->pairing[i];
    }
    return NULL;
}

/* Bots by their mean difference, the best first. */
static void order_find(const struct arena *arena, int order[ARENA_BOTS_MAX])
{
    for (int bot = 0; bot < arena->bot_count; bot++) {
        int at = bot;
        for (; at > 0 && elo_mean(&arena->standing[order[at - 1]].elo) < elo_mean(&arena->standing[bot].elo);
             at--)
            order[at] = order[at - 1];
        order[at] = bot;
    }
}

static void difference_add(struct lan_text *line, const struct elo *elo)
{
    char cell[64];
    snprintf(cell, sizeof cell, "%+.1f ± %.1f", 100 * elo_mean(elo), 100 * elo_spread(elo));
    column_add(line, cell, CELL);
}

/* Begins the row of the bot at place `at` of the order. */
static struct lan_text row_begin(const struct arena *arena, const int *order, int at, char *buffer,
                                 size_t size)
{
    char place[16];
    struct lan_text line = lan_text_init(buffer, size);
    snprintf(place, sizeof place, "  %d", at + 1);
    column_add(&line, place, PLACE);
    column_add(&line, arena->bot[order[at]].name, NAME);
    return line;
}

/* The points of a bot: a deal against one opponent is worth the challenger's share of it, at most 1. */
static double points_of(const struct arena *arena, int bot)
{
    return arena->standing[bot].elo.challenger * (arena->bot_count - 1);
}

static void heading_print(const struct arena *arena)
{
    char buffer[LINE], text[64];
    struct lan_text line = lan_text_init(buffer, sizeof buffer);
    column_add(&line, "", PLACE + NAME);
    column_add(&line, "points", CELL);
    column_add(&line, say(arena, "mean, 95 %", "moyenne, 95 %"), CELL);
    for (int i = 0; i < arena->bot_count; i++) {
        snprintf(text, sizeof text, "%s %d", say(arena, "among", "parmi"), i + 1);
        column_add(&line, text, CELL);
    }
    line_print(&line);
}

/* A row for each bot: its points, its mean difference, and its difference among each of the others. */
static void table_print(const struct arena *arena, const int *order)
{
    char buffer[LINE], text[64];
    double most = (double)arena->rounds * (arena->bot_count - 1);
    heading_print(arena);
    for (int i = 0; i < arena->bot_count; i++) {
        struct lan_text line = row_begin(arena, order, i, buffer, sizeof buffer);
        snprintf(text, sizeof text, "%.1f / %.0f", points_of(arena, order[i]), most);
        column_add(&line, text, CELL);
        difference_add(&line, &arena->standing[order[i]].elo);
        for (int j = 0; j < arena->bot_count; j++) {
            const struct arena_pairing *pairing = pairing_find(arena, order[i], order[j]);
            if (pairing)
                difference_add(&line, &pairing->score.elo);
            else
                column_add(&line, "-", CELL);
        }
        line_print(&line);
    }
}

/* By role, how each bot did in it on average over its opponents. */
static void roles_print(const struct arena *arena, const int *order)
{
    const struct arena_score *first = &arena->standing[order[0]];
    char buffer[LINE], name[LAN_NOTATION_MAX];
    struct lan_text line = lan_text_init(buffer, sizeof buffer);
    if (first->part_count < 2)
        return;
    printf("\n");
    column_add(&line, "", PLACE);
    column_add(&line, arena->by, NAME);
    for (int i = 0; i < first->part_count; i++) {
        part_name(arena, first->part[i].value, name);
        column_add(&line, name, CELL);
    }
    line_print(&line);
    for (int i = 0; i < arena->bot_count; i++) {
        const struct arena_score *score = &arena->standing[order[i]];
        line = row_begin(arena, order, i, buffer, sizeof buffer);
        for (int part = 0; part < score->part_count; part++)
            difference_add(&line, &score->part[part].elo);
        line_print(&line);
    }
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

static void faults_print(const struct contender *contender)
{
    for (int fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++) {
        if (contender->faults[fault])
            printf("  %s: %llu %s\n", contender->name, (unsigned long long)contender->faults[fault],
                   external_fault_words[fault]);
    }
}

static void text_print(const struct arena *arena, bool partial)
{
    int order[ARENA_BOTS_MAX];
    bool french = arena->settings->lang == LAN_FR;
    printf(french ? "%s, %d joueurs : " : "%s, %d players: ", arena->rules->game->name, arena->rules->seats);
    if (arena->bot_count == 2)
        printf(french ? "%s contre %s, " : "%s against %s, ", arena->bot[0].name, arena->bot[1].name);
    else
        printf(french ? "%d robots, chacun contre chacun, " : "a round robin of %d bots, ", arena->bot_count);
    printf(french ? "%llu donnes, graine %llu\n" : "%llu deals, seed %llu\n",
           (unsigned long long)arena->rounds, (unsigned long long)arena->settings->seed);
    if (partial)
        printf("%s\n", say(arena, "partial result: stopped before the end",
                           "résultat partiel : arrêté avant la fin"));
    printf("\n");
    if (arena->bot_count == 2) {
        pairing_print(arena);
    } else {
        order_find(arena, order);
        table_print(arena, order);
        roles_print(arena, order);
    }
    for (int bot = 0; bot < arena->bot_count; bot++)
        faults_print(&arena->bot[bot]);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

/* JSON has no infinity and no NaN: both are null. */
static void json_finite(struct json_out *out, const char *key, double value)
{
    if (isfinite(value))
        json_double(out, key, value);
    else
        out->json.base.none(&out->json.base, key);
}

static void json_elo(struct json_out *out, const char *key, const char *part, const struct elo *elo)
{
    struct lan_writer *w = &out->json.base;
    double n = elo->rounds ? (double)elo->rounds : 1;
    struct elo_range range = elo_rating(elo);
    w->open_object(w, key);
    if (part)
        w->string(w, "part", part);
    w->number(w, "deals", (int64_t)elo->rounds);
    json_double(out, "challenger", elo->challenger / n);
    json_double(out, "reference", elo->reference / n);
    json_double(out, "difference", elo_mean(elo));
    json_double(out, "spread", elo_spread(elo));
    json_finite(out, "elo", range.rating);
    json_finite(out, "elo_low", range.low);
    json_finite(out, "elo_high", range.high);
    w->close(w);
}

static void json_score(struct json_out *out, const struct arena *arena, const struct arena_score *score)
{
    struct lan_writer *w = &out->json.base;
    json_elo(out, "mean", NULL, &score->elo);
    w->open_array(w, "parts");
    for (int i = 0; i < score->part_count; i++) {
        char id[LAN_NOTATION_MAX];
        part_id(arena, score->part[i].value, id);
        json_elo(out, NULL, id, &score->part[i].elo);
    }
    w->close(w);
}

static void json_bot(struct json_out *out, const char *key, const struct contender *contender)
{
    struct lan_writer *w = &out->json.base;
    w->open_object(w, key);
    w->string(w, "name", contender->name);
    w->open_object(w, "faults");
    for (int fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++)
        w->number(w, external_fault_words[fault], (int64_t)contender->faults[fault]);
    w->close(w);
}

static void json_robin(struct json_out *out, const struct arena *arena)
{
    struct lan_writer *w = &out->json.base;
    w->open_array(w, "bots");
    for (int bot = 0; bot < arena->bot_count; bot++) {
        json_bot(out, NULL, &arena->bot[bot]);
        json_double(out, "points", points_of(arena, bot));
        w->number(w, "points_max", (int64_t)arena->rounds * (arena->bot_count - 1));
        json_score(out, arena, &arena->standing[bot]);
        w->close(w);
    }
    w->close(w);
    w->open_array(w, "pairings");
    for (int i = 0; i < arena->pairing_count; i++) {
        const struct arena_pairing *pairing = &arena->pairing[i];
        w->open_object(w, NULL);
        w->string(w, "challenger", arena->bot[pairing->challenger].name);
        w->string(w, "reference", arena->bot[pairing->reference].name);
        json_score(out, arena, &pairing->score);
        if (arena->settings->luck)
            arena_luck_json(pairing, out);
        w->close(w);
    }
    w->close(w);
}

static int json_print(const struct arena *arena, bool partial)
{
    struct json_out out;
    double ratio;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    rules_write(w, arena->rules);
    w->string(w, "by", arena->by);
    w->number(w, "deals", (int64_t)arena->rounds);
    w->flag(w, "partial", partial);
    if (arena->bot_count > 2) {
        json_robin(&out, arena);
        return json_end(&out);
    }
    json_bot(&out, "challenger", &arena->bot[ARENA_CHALLENGER]);
    w->close(w);
    json_bot(&out, "reference", &arena->bot[ARENA_REFERENCE]);
    w->close(w);
    json_score(&out, arena, &arena->pairing[0].score);
    if (arena->settings->luck)
        arena_luck_json(&arena->pairing[0], &out);
    if (arena->settings->given & CLI_TAKES(CLI_SPRT)) {
        w->string(w, "sprt", verdict_words[arena_verdict(arena, &ratio)]);
        json_double(&out, "log_likelihood_ratio", ratio);
    }
    return json_end(&out);
}

int arena_print(const struct arena *arena, bool partial)
{
    if (arena->settings->json)
        return json_print(arena, partial);
    text_print(arena, partial);
    if (arena->settings->luck)
        arena_luck_print(arena);
    return CLI_OK;
}
