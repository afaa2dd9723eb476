/* parts.c - what a draw or another seat's choice changed, from playouts (inside.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static bool samples_room(struct walk *walk, size_t positions)
{
    size_t count = positions * (size_t)walk->samples;
    if (count <= walk->sample_count)
        return true;
    review_row *more = realloc(walk->sample, count * sizeof *more);
    if (!more)
        return false;
    walk->sample = more;
    walk->sample_count = count;
    return true;
}

/* Plays on from a position `decided` decisions after the one that is judged, into walk->samples rows. */
static void samples_take(struct walk *walk, const struct lan_state *from, int decided, review_row *sample)
{
    const struct review_judge *judge = walk->setup->judge;
    for (int i = 0; i < walk->samples; i++) {
        union lan_state_buf state;
        struct lan_cursor cursor;
        lan_cursor_init(&cursor);
        if (judge) {
            judge->position(judge->context, from, &cursor, sample[i]);
            continue;
        }
        memcpy(&state, from, walk->rules->game->state_size);
        playout_run(&walk->scene, (struct lan_state *)&state, &cursor, (uint32_t)i, decided, sample[i]);
    }
}

static double samples_mean(const struct walk *walk, review_row *sample, int seat)
{
    double sum = 0;
    for (int i = 0; i < walk->samples; i++)
        sum += (double)sample[i][seat];
    return sum / walk->samples;
}

bool position_judge(struct walk *walk, const struct lan_state *state, double value[LAN_SEATS_MAX])
{
    if (!samples_room(walk, 1))
        return false;
    samples_take(walk, state, 0, walk->sample);
    for (int seat = 0; seat < walk->rules->seats; seat++)
        value[seat] = samples_mean(walk, walk->sample, seat);
    return true;
}

double sums_error(const struct walk *walk, double (*sum)[LAN_SEATS_MAX], int seat)
{
    double mean = 0, squares = 0, n = walk->samples;
    if (walk->samples < 2)
        return 0;
    for (int i = 0; i < walk->samples; i++)
        mean += sum[i][seat] / n;
    for (int i = 0; i < walk->samples; i++)
        squares += (sum[i][seat] - mean) * (sum[i][seat] - mean);
    return sqrt(squares / (n - 1) / n);
}

/* ---- Draws --------------------------------------------------------------------------------------------- */

/* The draws of a position for one seat. Differences are to the mean over all draws of the same playout. */
struct draws {
    const struct walk *walk;
    const struct lan_list *list;
    double share[LAN_ACTIONS_MAX]; /* of each draw, by weight; they sum to 1 */
    double mean;                   /* of all draws, over all playouts */
    double difference[LAN_ACTIONS_MAX], error[LAN_ACTIONS_MAX];
};

static review_row *draw_samples(const struct draws *draws, int at)
{
    return draws->walk->sample + (size_t)at * (size_t)draws->walk->samples;
}

/* The mean over all draws in playout `number`. */
static double draws_mean(const struct draws *draws, int number, int seat)
{
    double mean = 0;
    for (int at = 0; at < draws->list->count; at++)
        mean += draws->share[at] * (double)draw_samples(draws, at)[number][seat];
    return mean;
}

static void draws_compare(struct draws *draws, int seat)
{
    int count = draws->list->count, samples = draws->walk->samples;
    double n = samples, squares[LAN_ACTIONS_MAX] = {0};
    draws->mean = 0;
    memset(draws->difference, 0, sizeof draws->difference);
    memset(draws->error, 0, sizeof draws->error);
    for (int i = 0; i < samples; i++) {
        double mean = draws_mean(draws, i, seat);
        draws->mean += mean / n;
        for (int at = 0; at < count; at++) {
            double difference = (double)draw_samples(draws, at)[i][seat] - mean;
            draws->difference[at] += difference / n;
            squares[at] += difference * difference;
        }
    }
    for (int at = 0; at < count && samples > 1; at++) {
        double variance = (squares[at] - n * draws->difference[at] * draws->difference[at]) / (n - 1);
        draws->error[at] = sqrt((variance > 0 ? variance : 0) / n);
    }
}

/*
 * The share of the differences between draws that is not explained by the error of the estimates. It is
 * computed from all draws alike, so that it does not depend on the one that came.
 */
static double draws_trust(const struct draws *draws)
{
    double between = 0, noise = 0;
    for (int at = 0; at < draws->list->count; at++) {
        between += draws->share[at] * draws->difference[at] * draws->difference[at];
        noise += draws->share[at] * draws->error[at] * draws->error[at];
    }
    return between > noise ? 1 - noise / between : 0;
}

static void seat_draw(struct draws *draws, struct walk *walk, struct review_step *step, int came, int seat)
{
    draws_compare(draws, seat);
    double trust = draws_trust(draws);
    step->before[seat] = draws->mean;
    step->part[seat] = trust * draws->difference[came];
    step->error[seat] = trust * draws->error[came];
    step->worse[seat] = 0;
    for (int at = 0; at < draws->list->count; at++) {
        if (draws->difference[at] < draws->difference[came])
            step->worse[seat] += draws->share[at];
    }
    for (int i = 0; i < walk->samples; i++)
        walk->luck[i][seat] +=
            trust * ((double)draw_samples(draws, came)[i][seat] - draws_mean(draws, i, seat));
}

/* Judges an action of the list, by its weights, for all seats; `decided` as for playout_run. */
static bool list_judge(struct walk *walk, struct review_step *step, const struct lan_list *list, int decided)
{
    struct draws draws = {.walk = walk, .list = list};
    double whole = (double)lan_list_weight(list);
    int came = -1;
    if (!samples_room(walk, list->count))
        return false;
    for (int at = 0; at < list->count; at++) {
        union lan_state_buf state = walk->state;
        lan_assert(lan_apply(walk->rules, (struct lan_state *)&state, step->seat, list->action[at], NULL) ==
                   LAN_ACCEPTED);
        samples_take(walk, (const struct lan_state *)&state, decided, draw_samples(&draws, at));
        draws.share[at] = list->weight[at] / whole;
        if (list->action[at] == step->action)
            came = at;
    }
    lan_assert(came >= 0);
    for (int seat = 0; seat < walk->rules->seats; seat++)
        seat_draw(&draws, walk, step, came, seat);
    return true;
}

bool draw_judge(struct walk *walk, struct review_step *step)
{
    step->draws = (uint32_t)lan_list_weight(&walk->list);
    return list_judge(walk, step, &walk->list, 0);
}

/* ---- Answers of bots ----------------------------------------------------------------------------------- */

/* Counts an answer; the action joins the list when it is new. */
static void answer_count(struct lan_list *list, lan_action action)
{
    int at = 0;
    while (at < list->count && list->action[at] != action)
        at++;
    if (at == list->count) {
        list->action[at] = action;
        list->weight[at] = 0;
        list->count++;
    }
    list->weight[at]++;
}

/*
 * The answer that was given and those to other seeds are drawn alike, so each of them is as likely to be the
 * one that was given. Its difference to the mean of all is made larger to that to the mean of the others.
 */
bool answer_judge(struct walk *walk, struct review_step *step)
{
    const struct playout_bots *bots = walk->setup->bots;
    uint32_t number = (uint32_t)(step - walk->review->step) * REVIEW_REDRAWS + REVIEW_PLAYOUTS_MAX;
    struct lan_list answers = {.count = 0};
    union lan_view_buf view;
    walk->rules->game->observe(walk->rules, (const struct lan_state *)&walk->state, step->seat,
                               (struct lan_view *)&view);
    const struct lan_question question = {.seat = step->seat,
                                          .view = (const struct lan_view *)&view,
                                          .list = &walk->list,
                                          .told = walk->told[step->seat].event,
                                          .told_count = walk->told[step->seat].count};
    answer_count(&answers, step->action);
    for (uint32_t i = 0; i < REVIEW_REDRAWS; i++) {
        lan_action action;
        if (!bots->answer(bots->context, &question, playout_seed(&walk->scene, number + i), &action))
            return true;
        answer_count(&answers, action);
    }
    if (answers.count == 1)
        return true;
    if (!list_judge(walk, step, &answers, 1))
        return false;
    for (int seat = 0; seat < walk->rules->seats; seat++)
        step->part[seat] *= (REVIEW_REDRAWS + 1.0) / REVIEW_REDRAWS;
    return true;
}

/* ---- Choices of others --------------------------------------------------------------------------------- */

/* What a choice changed for a seat in the mean over the playouts, and its standard error. */
static double seat_moved(const struct walk *walk, int seat, double *error)
{
    const review_row *before = walk->sample, *after = walk->sample + walk->samples;
    double n = walk->samples, mean = 0, squares = 0;
    for (int i = 0; i < walk->samples; i++) {
        double change = (double)after[i][seat] - (double)before[i][seat];
        mean += change / n;
        squares += change * change;
    }
    double variance = walk->samples > 1 ? (squares - n * mean * mean) / (n - 1) / n : 0;
    *error = sqrt(variance > 0 ? variance : 0);
    return mean;
}

static void seat_other(struct walk *walk, struct review_step *step, int seat)
{
    const review_row *before = walk->sample, *after = walk->sample + walk->samples;
    double error, mean = seat_moved(walk, seat, &error);
    double trust = mean * mean > error * error ? 1 - error * error / (mean * mean) : 0;
    step->part[seat] = trust * mean;
    step->error[seat] = trust * error;
    for (int i = 0; i < walk->samples; i++)
        walk->others[i][seat] += trust * ((double)after[i][seat] - (double)before[i][seat]);
}

bool others_judge(struct walk *walk, struct review_step *step)
{
    union lan_state_buf after = walk->state;
    if (!samples_room(walk, 2))
        return false;
    lan_assert(lan_apply(walk->rules, (struct lan_state *)&after, step->seat, step->action, NULL) ==
               LAN_ACCEPTED);
    samples_take(walk, (const struct lan_state *)&walk->state, 0, walk->sample);
    samples_take(walk, (const struct lan_state *)&after, step->optional ? 0 : 1,
                 walk->sample + walk->samples);
    for (int seat = 0; seat < walk->rules->seats; seat++) {
        step->before[seat] = samples_mean(walk, walk->sample, seat);
        if (seat != step->seat)
            seat_other(walk, step, seat);
        else
            (void)seat_moved(walk, seat, &step->moved_error);
    }
    return true;
}
