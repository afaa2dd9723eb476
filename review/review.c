#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "belief.h"
#include "choice.h"
#include "inside.h"

/* ---- What can be reviewed ------------------------------------------------------------------------------ */

static bool refuse(struct record_problem *problem, const char *en, const char *fr)
{
    *problem = (struct record_problem){.line = 0};
    struct lan_text text = lan_text_init(problem->say[LAN_EN], LAN_SAY_MAX);
    lan_text_add(&text, en);
    text = lan_text_init(problem->say[LAN_FR], LAN_SAY_MAX);
    lan_text_add(&text, fr);
    return false;
}

bool review_possible(enum record_kind kind, const struct table *table, struct record_problem *problem)
{
    if (kind == RECORD_SEAT)
        return refuse(
            problem, "It holds what one seat was told; a review needs the whole record of the game.",
            "Il ne contient que ce qu'un siège a appris ; il faut l'enregistrement de toute la partie.");
    if (kind == RECORD_SAVE || table_end(table) == TABLE_RUNNING)
        return refuse(problem, "The game is not over; it can be reviewed when it is.",
                      "La partie n'est pas finie ; elle pourra être revue quand elle le sera.");
    return true;
}

/* ---- The steps ----------------------------------------------------------------------------------------- */

/* Fills the steps from the log, without the actions that were taken back. */
static bool steps_read(struct review *review, const struct table *table)
{
    uint32_t count = table_count(table), moves = 0;
    review->step = calloc(count + 1, sizeof *review->step);
    if (!review->step)
        return false;
    for (uint32_t number = 1; number <= count; number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        bool acts = entry.kind == TABLE_ENTRY_ACT || entry.kind == TABLE_ENTRY_TIMED;
        if (entry.kind == TABLE_ENTRY_UNDO) {
            lan_assert(review->step_count > 0);
            review->step_count--;
        }
        moves += acts && entry.seat != LAN_CHANCE;
        if (acts || entry.kind == TABLE_ENTRY_RESIGN)
            review->step[review->step_count++] =
                (struct review_step){.entry = number,
                                     .move = moves,
                                     .seat = entry.seat,
                                     .timed = entry.kind == TABLE_ENTRY_TIMED,
                                     .left = !acts,
                                     .action = acts ? entry.action : 0,
                                     .mark = -1};
    }
    return true;
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

static struct lan_state *walk_state(struct walk *walk)
{
    return (struct lan_state *)&walk->state;
}

static bool walk_init(struct walk *walk, struct review *review, const struct review_setup *setup)
{
    *walk = (struct walk){.review = review, .setup = setup, .rules = review->rules, .told_anew = true};
    walk->samples = setup->judge ? 1 : review->playouts;
    walk->scene = (struct playout_scene){.rules = review->rules, .seed = setup->seed, .bots = setup->bots};
    for (int seat = 0; seat < review->rules->seats; seat++)
        walk->scene.told[seat] = &walk->told[seat];
    walk->luck = calloc((size_t)walk->samples, sizeof *walk->luck);
    walk->others = calloc((size_t)walk->samples, sizeof *walk->others);
    if (review->rules->game->memo_size)
        walk->scene.memo = malloc(review->rules->game->memo_size);
    bool choices = review->seats && !(setup->judge && setup->judge->choices);
    if (choices)
        walk->memory = malloc(CHOICE_MEMORY);
    review->rules->game->setup(review->rules, walk_state(walk));
    return (walk->memory || !choices) && walk->luck && walk->others &&
           (walk->scene.memo || !review->rules->game->memo_size);
}

static void walk_finish(struct walk *walk)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(walk->told[seat].event);
    free(walk->scene.memo);
    free(walk->memory);
    free(walk->sample);
    free(walk->luck);
    free(walk->others);
}

/*
 * For playouts: digests what each seat was told, where that has changed; what was remembered of it before is
 * forgotten.
 */
static void walk_digest(struct walk *walk)
{
    const struct lan_game *game = walk->rules->game;
    if (walk->setup->judge)
        return;
    if (walk->scene.memo && walk->told_anew)
        memset(walk->scene.memo, 0, game->memo_size);
    walk->told_anew = false;
    for (int seat = 0; seat < walk->rules->seats && game->digest; seat++) {
        const struct lan_told_log *told = &walk->told[seat];
        struct lan_digest *digest = (struct lan_digest *)&walk->digest[seat];
        if (walk->digested[seat] == told->count + 1)
            continue;
        game->digest(walk->rules, told->event, told->count, digest);
        walk->digested[seat] = told->count + 1;
        walk->scene.digest[seat] = digest;
    }
}

static bool own_judge(struct walk *walk, struct review_step *step)
{
    struct review *review = walk->review;
    struct review_mark *mark = &review->mark[review->mark_count];
    union lan_view_buf view;
    if (!(review->seats >> step->seat & 1))
        return true;
    walk->rules->game->observe(walk->rules, walk_state(walk), step->seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = step->seat,
                                    .optional = step->optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &walk->list,
                                    .told = walk->told[step->seat].event,
                                    .told_count = walk->told[step->seat].count};
    if (!choice_judge(walk->rules, &question, step->action, walk->setup->judge, walk->memory, mark))
        return true;
    mark->step = (uint32_t)(step - review->step);
    step->mark = (int32_t)review->mark_count++;
    step->part[step->seat] = -mark->lost;
    step->error[step->seat] = mark->error;
    if (walk->setup->marked)
        walk->setup->marked(walk->setup->context, &question, mark);
    return true;
}

/* Judges a step from the position before it. */
static bool step_judge(struct walk *walk, struct review_step *step)
{
    struct lan_list *list = &walk->list;
    if (step->left) {
        walk_digest(walk);
        return position_judge(walk, walk_state(walk), step->before);
    }
    list->count = list->musts = 0;
    walk->rules->game->actions(walk->rules, walk_state(walk), step->seat, list);
    int at = 0;
    while (at < list->count && list->action[at] != step->action)
        at++;
    lan_assert(at < list->count);
    step->optional = step->seat != LAN_CHANCE && at >= list->musts;
    step->forced = !step->optional && (step->seat == LAN_CHANCE ? list->count : list->musts) == 1;
    bool seated = step->seat != LAN_CHANCE;
    if (step->forced || (walk->setup->luck_only && seated && (!walk->setup->bots || step->optional)))
        return true;
    walk_digest(walk);
    if (!seated)
        return draw_judge(walk, step);
    if (walk->setup->luck_only)
        return answer_judge(walk, step);
    return others_judge(walk, step) && own_judge(walk, step);
}

static void event_keep(const struct lan_game *game, const struct lan_events *events, int viewer,
                       struct lan_event *kept)
{
    struct lan_event heard;
    for (int i = 0; i < events->count && !kept->clause; i++) {
        if (lan_event_tell(game, &events->event[i], viewer, &heard))
            *kept = events->event[i];
    }
}

/* Carries out a step, and keeps the first events of it. */
static bool step_play(struct walk *walk, struct review_step *step)
{
    walk->events.count = 0;
    if (step->left)
        return true;
    lan_assert(lan_apply(walk->rules, walk_state(walk), step->seat, step->action, &walk->events) ==
               LAN_ACCEPTED);
    event_keep(walk->rules->game, &walk->events, LAN_WATCHER, &step->event);
    for (int seat = 0; seat < walk->rules->seats; seat++)
        event_keep(walk->rules->game, &walk->events, seat, &step->told[seat]);
    walk->told_anew |= walk->events.count > 0;
    return lan_told_logs_add(walk->rules, &walk->events, walk->told);
}

static bool walk_on(struct walk *walk)
{
    struct review *review = walk->review;
    const struct review_setup *setup = walk->setup;
    if (review->belief)
        belief_take(review->belief, walk, 0);
    for (uint32_t at = 0; at < review->step_count; at++) {
        struct review_step *step = &review->step[at];
        if (!step_judge(walk, step) || !step_play(walk, step))
            return false;
        if (review->belief)
            belief_take(review->belief, walk, at + 1);
        if (setup->progress &&
            !setup->progress(setup->context, (int)(1000 * (uint64_t)(at + 1) / review->step_count)))
            return false;
    }
    return true;
}

/* ---- The sums ------------------------------------------------------------------------------------------ */

/* A match that ended without a result counts as the value of its last position. */
static bool result_find(struct walk *walk, const struct table *table)
{
    struct review *review = walk->review;
    struct lan_result result;
    float worth[LAN_SEATS_MAX] = {0};
    walk_digest(walk);
    if (review->end == TABLE_ABANDONED)
        return position_judge(walk, walk_state(walk), review->result);
    lan_assert(table_result(table, &result));
    playout_result(walk->rules, &result, worth);
    for (int seat = 0; seat < walk->rules->seats; seat++)
        review->result[seat] = (double)worth[seat];
    return true;
}

/* Steps without a choice, and those that are not judged, change no value. */
static void values_fill(struct review *review, bool luck_only)
{
    const double *after = review->result;
    for (uint32_t at = review->step_count; at-- > 0;) {
        struct review_step *step = &review->step[at];
        if (step->forced || (luck_only && step->seat != LAN_CHANCE && !step->left))
            memcpy(step->before, after, sizeof step->before);
        for (int seat = 0; seat < review->rules->seats && step->left; seat++)
            step->part[seat] = after[seat] - step->before[seat];
        after = step->before;
    }
    memcpy(review->start, after, sizeof review->start);
}

static void parts_sum(const struct walk *walk)
{
    struct review *review = walk->review;
    for (int seat = 0; seat < walk->rules->seats; seat++) {
        for (uint32_t at = 0; at < review->step_count; at++) {
            review->part[seat][review_cause(&review->step[at], seat)] += review->step[at].part[seat];
            review->part[seat][REVIEW_UNKNOWN] += review_unknown(review, at, seat);
        }
        review->luck_error[seat] = sums_error(walk, walk->luck, seat);
        review->others_error[seat] = sums_error(walk, walk->others, seat);
    }
}

static bool review_fill(struct review *review, const struct table *table, const struct review_setup *setup)
{
    struct walk *walk = malloc(sizeof *walk);
    bool fine = walk && walk_init(walk, review, setup) && walk_on(walk) && result_find(walk, table);
    if (fine) {
        values_fill(review, setup->luck_only);
        parts_sum(walk);
        if (review->belief)
            belief_compare(review->belief);
    }
    if (walk)
        walk_finish(walk);
    free(walk);
    return fine;
}

struct review *review_create(const struct table *table, const struct review_setup *setup)
{
    struct review *review = calloc(1, sizeof *review);
    if (!review)
        return NULL;
    review->rules = table_rules(table);
    review->seats = setup->luck_only ? 0 : setup->seats;
    review->playouts = setup->playouts ? setup->playouts : REVIEW_PLAYOUTS;
    lan_assert(review->playouts > 0 && review->playouts <= REVIEW_PLAYOUTS_MAX);
    review->end = table_end(table);
    lan_assert(review->end != TABLE_RUNNING);
    size_t kept = (sizeof *review->step + sizeof *review->mark) * (size_t)(table_count(table) + 1);
    bool fine = (!setup->memory || kept <= setup->memory) && steps_read(review, table);
    if (fine)
        review->mark = calloc(review->step_count + 1, sizeof *review->mark);
    if (fine && setup->beliefs) {
        review->belief =
            belief_new(review, setup->seats, setup->beliefs, setup->memory ? setup->memory - kept : 0);
        fine = review->belief;
    }
    if (!fine || !review->mark || !review_fill(review, table, setup)) {
        review_free(review);
        return NULL;
    }
    return review;
}

void review_free(struct review *review)
{
    if (!review)
        return;
    belief_free(review->belief);
    free(review->step);
    free(review->mark);
    free(review);
}

/* ---- Reading it ---------------------------------------------------------------------------------------- */

enum review_cause review_cause(const struct review_step *step, int seat)
{
    return step->seat == LAN_CHANCE ? REVIEW_LUCK : step->seat == seat ? REVIEW_OWN : REVIEW_OTHERS;
}

const struct lan_event *review_event(const struct review_step *step, int seat)
{
    if (step->told[seat].clause)
        return &step->told[seat];
    return step->event.clause ? &step->event : NULL;
}

const struct lan_event *review_event_of_any(const struct review_step *step, int seat, int seats, int *reader)
{
    const struct lan_event *event = review_event(step, seat);
    *reader = seat;
    if (event)
        return event;
    if (step->seat != LAN_CHANCE && step->told[step->seat].clause)
        *reader = step->seat;
    for (int other = 0; other < seats && *reader == seat; other++) {
        if (step->told[other].clause)
            *reader = other;
    }
    return *reader == seat ? NULL : &step->told[*reader];
}

/*
 * The value before a choice is that of what the ratings play in the true position, and they would not gain
 * more by what the seat knew than `gain`. So where the choice lowered the chance by more than that, beyond
 * two standard errors, what the seat could not know did it.
 */
enum review_verdict review_verdict(const struct review *review, const struct review_mark *mark)
{
    const struct review_step *step = &review->step[mark->step];
    double change = review_after(review, mark->step, mark->seat) - step->before[mark->seat];
    double known = mark->gain > 0 ? mark->gain : 0;
    double error = sqrt(step->moved_error * step->moved_error + mark->error * mark->error);
    if (mark->lost > 0)
        return REVIEW_MISTAKE;
    return mark->hidden && change + known < -2 * error ? REVIEW_UNLUCKY : REVIEW_FINE;
}

double review_after(const struct review *review, uint32_t step, int seat)
{
    return step + 1 < review->step_count ? review->step[step + 1].before[seat] : review->result[seat];
}

double review_unknown(const struct review *review, uint32_t step, int seat)
{
    const struct review_step *at = &review->step[step];
    return review_after(review, step, seat) - at->before[seat] - at->part[seat];
}

double review_adjusted(const struct review *review, int seat)
{
    return review->result[seat] - review->part[seat][REVIEW_LUCK];
}
