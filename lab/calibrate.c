#include "calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belief.h"
#include "belief_say.h"
#include "choice.h"
#include "file.h"
#include "json_out.h"
#include "level.h"
#include "review.h"
#include "setup.h"
#include "stop.h"
#include "table.h"
#include "told_log.h"

enum {
    BINS = 10,
    BIN_LEAST = 1000,
    GRAINS = 2000, /* predictions are kept by what they say, to a twentieth of a point */
    LONGER = 10,
    GAMES = 100,
    PLOT = 50,
    PAGE_BYTES = 1 << 16,
};

/* Predictions that say about the same. */
struct bin {
    uint64_t count;
    double predicted, came; /* sums */
};

struct calibration {
    const struct settings *settings;
    const struct lan_rules *rules;
    struct level level[LAN_SEATS_MAX];
    struct level longer; /* the search that marks are compared with */
    void *memory;        /* of one bot at a time */
    uint64_t games, predictions;
    struct bin grain[GRAINS];
    struct bin bin[BINS]; /* grains put together, when all games are played */
    uint64_t decisions, mistakes, disagreed;
};

/* ---- A game between bots ------------------------------------------------------------------------------- */

static struct table *table_new(const struct calibration *calibration, uint64_t game)
{
    struct table_setup setup;
    struct lan_problem problem;
    struct lan_dice dice;
    const struct lan_rules *rules = calibration->rules;
    table_setup_init(rules->game, rules->seats, &setup);
    setup.config = rules->config;
    table_dice_init(calibration->settings->seed * 0x9e3779b97f4a7c15 + game, &dice);
    setup.dice = &dice;
    for (int seat = 0; seat < rules->seats; seat++)
        setup.seat[seat] =
            (struct table_seat){TABLE_BOT, calibration->level[seat].name, calibration->level[seat].name};
    struct table *table = table_create(&setup, 0, &problem);
    if (!table)
        complain("%s", problem.say[calibration->settings->lang]);
    return table;
}

/* All events told to a seat so far. False when there is no memory. */
static bool told_gather(const struct table *table, int seat, struct lan_told_log *told)
{
    struct table_reader reader;
    struct table_told item;
    size_t most = table_told_count(table, seat) + 1;
    struct lan_event *event = realloc(told->event, most * sizeof *event);
    if (!event)
        return false;
    told->event = event;
    told->count = 0;
    table_reader_init(table, seat, 0, &reader);
    while (table_read(&reader, &item)) {
        if (item.kind == TABLE_TOLD_EVENT)
            event[told->count++] = item.event;
    }
    return true;
}

static bool seat_play(const struct calibration *calibration, struct table *table, struct lan_asked asked,
                      struct lan_told_log *told, struct lan_cursor *cursor)
{
    struct lan_list list;
    union lan_view_buf view;
    struct lan_advice advice;
    struct level_player player;
    if (!told_gather(table, asked.seat, told))
        return false;
    table_actions(table, asked.seat, &list);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = table_view(table, asked.seat, &view),
                                    .list = &list,
                                    .told = told->event,
                                    .told_count = told->count};
    level_player_init(&player, &calibration->level[asked.seat], calibration->memory);
    player.player.bot->think(calibration->rules, &question, &player.player.budget,
                             lan_question_seed(level_seed(table_dice(table)), asked.seat, told->count),
                             &advice);
    if (asked.optional && advice.decline) {
        lan_decline(cursor, asked.seat);
        return true;
    }
    return table_act(table, asked.seat, advice.action, 0) == 0;
}

static bool game_play(const struct calibration *calibration, struct table *table)
{
    struct lan_told_log told = {0};
    struct lan_cursor cursor;
    bool fine = true;
    lan_cursor_init(&cursor);
    while (fine && !stop_wanted() && table_end(table) == TABLE_RUNNING) {
        union lan_state_buf buf;
        const struct lan_state *state = table_state_at(table, table_count(table), &buf);
        fine = seat_play(calibration, table, lan_next(calibration->rules, state, &cursor), &told, &cursor);
    }
    free(told.event);
    return fine && !stop_wanted();
}

/* ---- Beliefs ------------------------------------------------------------------------------------------- */

static void predict(struct calibration *calibration, double share, bool came)
{
    int at = (int)(share * GRAINS);
    struct bin *grain = &calibration->grain[at < GRAINS ? at : GRAINS - 1];
    grain->count++;
    grain->predicted += share;
    grain->came += came;
    calibration->predictions++;
}

/*
 * Puts the grains together, in the order of what they say, into bins with about as many predictions each:
 * with bins of equal width nearly all predictions would be in the first. A grain is never divided.
 */
static void bins_make(struct calibration *calibration)
{
    uint64_t left = calibration->predictions;
    int at = 0;
    for (int i = 0; i < GRAINS; i++) {
        struct bin *bin = &calibration->bin[at];
        const struct bin *grain = &calibration->grain[i];
        bin->count += grain->count;
        bin->predicted += grain->predicted;
        bin->came += grain->came;
        if (bin->count && bin->count >= left / (uint64_t)(BINS - at) && at < BINS - 1) {
            left -= bin->count;
            at++;
        }
    }
}

/*
 * Counts a belief as one prediction for each value that has a share, and for the true one, which must not be
 * missed; one that is certain predicts nothing.
 */
static void belief_count(struct calibration *calibration, const float *share, int truth)
{
    float whole = 0;
    for (int value = 0; value < BELIEF_VALUES; value++) {
        whole += share[value];
        if (share[value] > 0.99999f)
            return;
    }
    if (whole <= 0)
        return; /* the seat has no belief about it */
    for (int value = 0; value < BELIEF_VALUES; value++) {
        if (share[value] > 0 || value == truth)
            predict(calibration, (double)share[value], value == truth);
    }
}

/* Every belief of every seat, whenever it has changed. */
static void beliefs_count(struct calibration *calibration, const struct review_belief *belief)
{
    for (int seat = 0; seat < calibration->rules->seats; seat++) {
        for (int thing = 0; thing < belief->things; thing++) {
            const float *last = NULL;
            if (!belief_shown(belief, seat, thing))
                continue;
            for (uint32_t at = 0; at <= belief->steps; at++) {
                const float *share = belief_share(belief, at, seat, thing);
                int truth = belief_truth(belief, at, thing);
                if (truth >= 0 && (!last || memcmp(last, share, BELIEF_VALUES * sizeof *share) != 0)) {
                    belief_count(calibration, share, truth);
                    last = share;
                }
            }
        }
    }
}

/* In place of playouts: beliefs need no values. */
static void no_value(void *context, const struct lan_state *state, const struct lan_cursor *cursor,
                     float worth[LAN_SEATS_MAX])
{
    (void)context;
    (void)state;
    (void)cursor;
    memset(worth, 0, LAN_SEATS_MAX * sizeof *worth);
}

/* ---- Marks --------------------------------------------------------------------------------------------- */

static void mark_compare(void *context, const struct lan_question *question, const struct review_mark *mark)
{
    struct calibration *calibration = context;
    const struct review_choice *chosen = &mark->choice[mark->chosen];
    struct level_player player;
    struct lan_advice advice;
    calibration->decisions++;
    if (mark->lost <= 0 || stop_wanted())
        return;
    level_player_init(&player, &calibration->longer, calibration->memory);
    player.player.bot->think(
        calibration->rules, question, &player.player.budget,
        lan_question_seed(calibration->settings->seed, question->seat, question->told_count), &advice);
    bool declines = question->optional && advice.decline;
    calibration->mistakes++;
    calibration->disagreed += chosen->decline ? declines : !declines && advice.action == chosen->action;
}

/* ---- Games --------------------------------------------------------------------------------------------- */

static bool going_on(void *context, int done)
{
    (void)context;
    (void)done;
    return !stop_wanted();
}

static bool marks_wanted(const struct calibration *calibration)
{
    return calibration->settings->by && strcmp(calibration->settings->by, "marks") == 0;
}

static bool game_count(struct calibration *calibration, uint64_t number)
{
    static const struct review_judge judge = {.position = no_value};
    bool marks = marks_wanted(calibration);
    struct table *table = table_new(calibration, number);
    if (!table || !game_play(calibration, table)) {
        table_destroy(table);
        return false;
    }
    struct review_setup setup = {.seats = (uint16_t)((1u << calibration->rules->seats) - 1),
                                 .luck_only = !marks,
                                 .beliefs = marks ? 0 : REVIEW_BELIEFS,
                                 .judge = marks ? NULL : &judge,
                                 .playouts = marks ? 1 : 0,
                                 .marked = marks ? mark_compare : NULL,
                                 .progress = going_on,
                                 .context = calibration};
    struct review *review = review_create(table, &setup);
    if (review && review->belief)
        beliefs_count(calibration, review->belief);
    calibration->games += review != NULL;
    bool fine = review;
    review_free(review);
    table_destroy(table);
    return fine;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static double bin_error(const struct bin *bin)
{
    return bin->count ? fabs(bin->predicted - bin->came) / (double)bin->count : 0;
}

/* The mean distance of what was said and what came, over all predictions; and the largest of a full bin. */
static double errors_find(const struct calibration *calibration, double *largest, int *full)
{
    double sum = 0;
    *largest = 0;
    *full = 0;
    for (int i = 0; i < BINS; i++) {
        const struct bin *bin = &calibration->bin[i];
        sum += bin_error(bin) * (double)bin->count;
        if (bin->count < BIN_LEAST)
            continue;
        ++*full;
        if (bin_error(bin) > *largest)
            *largest = bin_error(bin);
    }
    return calibration->predictions ? sum / (double)calibration->predictions : 0;
}

static void marks_print(const struct calibration *calibration)
{
    bool french = calibration->settings->lang == LAN_FR;
    double share =
        calibration->mistakes ? 100 * (double)calibration->disagreed / (double)calibration->mistakes : 0;
    printf(french ? "%llu parties, %llu décisions, %llu fautes marquées ; %s aurait joué ce qui est marqué "
                    "%llu fois : %.1f %%.\n"
                  : "%llu games, %llu decisions, %llu marked as mistakes; %s would have done what was marked "
                    "%llu times: %.1f %%.\n",
           (unsigned long long)calibration->games, (unsigned long long)calibration->decisions,
           (unsigned long long)calibration->mistakes, calibration->longer.name,
           (unsigned long long)calibration->disagreed, share);
}

static void bins_print(const struct calibration *calibration)
{
    bool french = calibration->settings->lang == LAN_FR;
    double largest;
    int full;
    double mean = errors_find(calibration, &largest, &full);
    printf("%s\n", french ? " prévisions       dit    advenu" : "predictions      said      came");
    for (int i = 0; i < BINS; i++) {
        const struct bin *bin = &calibration->bin[i];
        double n = bin->count ? (double)bin->count : 1;
        char plot[PLOT + 2];
        memset(plot, ' ', PLOT + 1);
        plot[PLOT + 1] = 0;
        plot[(int)(bin->predicted / n * PLOT + 0.5)] = '|';
        plot[(int)(bin->came / n * PLOT + 0.5)] = 'o';
        if (bin->count)
            printf("%11llu  %6.2f %%  %6.2f %%  %s\n", (unsigned long long)bin->count,
                   100 * bin->predicted / n, 100 * bin->came / n, plot);
    }
    printf(french
               ? "%llu parties, %llu prévisions (| dit, o advenu). Erreur de calibration : %.2f points en "
                 "moyenne, %.2f au plus, sur %d classes de 1000 prévisions ou plus.\n"
               : "%llu games, %llu predictions (| said, o came). Calibration error: %.2f points in the mean, "
                 "%.2f at the most, of %d bins with 1000 predictions or more.\n",
           (unsigned long long)calibration->games, (unsigned long long)calibration->predictions, 100 * mean,
           100 * largest, full);
}

static int result_json(const struct calibration *calibration)
{
    struct json_out out;
    double largest;
    int full;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->string(w, "game", calibration->rules->game->name);
    w->number(w, "games", (int64_t)calibration->games);
    if (marks_wanted(calibration)) {
        w->number(w, "decisions", (int64_t)calibration->decisions);
        w->number(w, "mistakes", (int64_t)calibration->mistakes);
        w->number(w, "disagreed", (int64_t)calibration->disagreed);
        return json_end(&out);
    }
    json_double(&out, "error", errors_find(calibration, &largest, &full));
    json_double(&out, "largest", largest);
    w->number(w, "predictions", (int64_t)calibration->predictions);
    w->open_array(w, "bins");
    for (int i = 0; i < BINS; i++) {
        const struct bin *bin = &calibration->bin[i];
        double n = bin->count ? (double)bin->count : 1;
        w->open_object(w, NULL);
        w->number(w, "count", (int64_t)bin->count);
        json_double(&out, "predicted", bin->predicted / n);
        json_double(&out, "came", bin->came / n);
        w->close(w);
    }
    w->close(w);
    return json_end(&out);
}

/* A plot of its own: what was said across, what came upwards, with the diagonal on which they are equal. */
static bool plot_write(const struct calibration *calibration, const char *file)
{
    static char page[PAGE_BYTES];
    int length =
        snprintf(page, sizeof page,
                 "<!doctype html><meta charset='utf-8'><title>%s</title><svg viewBox='-60 -20 560 520' "
                 "width='640' font-family='sans-serif' font-size='13'><rect width='440' height='440' "
                 "fill='none' stroke='#888'/><path d='M0 440L440 0' stroke='#bbb' stroke-dasharray='4 "
                 "4'/><text x='160' y='475'>said, %%</text><text x='-50' y='220'>came</text>",
                 calibration->rules->game->name);
    for (int i = 0; i < BINS; i++) {
        const struct bin *bin = &calibration->bin[i];
        double n = (double)bin->count;
        if (bin->count)
            length += snprintf(page + length, sizeof page - (size_t)length,
                               "<circle cx='%.1f' cy='%.1f' r='5' fill='%s'><title>%llu</title></circle>",
                               440 * bin->predicted / n, 440 - 440 * bin->came / n,
                               bin->count < BIN_LEAST ? "#ccc" : "#b35c00", (unsigned long long)bin->count);
        length += snprintf(page + length, sizeof page - (size_t)length, "<text x='%d' y='456'>%d</text>",
                           44 * i - 6, 100 / BINS * i);
    }
    length += snprintf(page + length, sizeof page - (size_t)length, "</svg>\n");
    return file_write(file, page, (size_t)length);
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int calibration_run(struct calibration *calibration)
{
    const struct settings *settings = calibration->settings;
    uint64_t wanted = settings->given & CLI_TAKES(CLI_GAMES) ? settings->games : GAMES;
    stop_watch();
    for (uint64_t game = 0; game < wanted && game_count(calibration, game);)
        game++;
    if (!stop_wanted() && calibration->games < wanted) {
        complain_memory();
        return CLI_FAILED;
    }
    bins_make(calibration);
    if (settings->html && !marks_wanted(calibration) && !plot_write(calibration, settings->html))
        return CLI_FAILED;
    if (settings->json)
        return result_json(calibration);
    if (marks_wanted(calibration))
        marks_print(calibration);
    else
        bins_print(calibration);
    return CLI_OK;
}

int cmd_calibrate(const struct settings *settings)
{
    static union lan_rules_buf rules;
    static struct calibration calibration;
    const struct lan_game *game = game_wanted(settings);
    int code = game ? rules_wanted(settings, game, &rules) : CLI_USAGE;
    if (code)
        return code;
    if (settings->by && strcmp(settings->by, "beliefs") != 0 && strcmp(settings->by, "marks") != 0) {
        complain_in("--by %s: there are beliefs and marks", "--by %s : il y a beliefs et marks",
                    settings->by);
        return CLI_USAGE;
    }
    calibration.settings = settings;
    calibration.rules = &rules.base;
    code = levels_parse(settings->bots ? settings->bots : "rules", calibration.rules, calibration.level);
    if (code)
        return code;
    if (!level_parse("search", strlen("search"), &calibration.longer))
        return CLI_USAGE;
    calibration.longer.iterations *= LONGER;
    snprintf(calibration.longer.name, sizeof calibration.longer.name, "search:%u",
             calibration.longer.iterations);
    calibration.memory = malloc(LEVEL_MEMORY);
    code = CLI_FAILED;
    if (calibration.memory)
        code = calibration_run(&calibration);
    else
        complain_memory();
    free(calibration.memory);
    return code;
}
