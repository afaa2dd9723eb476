#include "choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Deals of the three sets, and iterations of the search that is asked after them. */
enum { FIND = 32, COMPARE = 64, CONFIRM = 192, SEARCHED = 2000, LISTED_MAX = LAN_ACTIONS_MAX };

struct deals {
    const struct lan_rules *rules;
    const struct lan_question *question;
    struct playout_scene scene;
    struct lan_told_log told;
    union lan_sampler_buf sampler;
    union lan_digest_buf digest;
};

/* A seed from all that the seat knows, so that it is the same in all positions it cannot tell apart. */
static uint64_t knowledge_seed(const struct lan_rules *rules, const struct lan_question *question)
{
    const uint8_t *byte = (const uint8_t *)question->view;
    uint64_t hash = 0xcbf29ce484222325;
    for (uint32_t i = 0; i < rules->game->view_size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3;
    hash = (hash ^ (uint64_t)question->seat) * 0x100000001b3;
    return (hash ^ question->told_count) * 0x100000001b3;
}

/* What the other seats were told is not known to this one: its own list stands in for theirs. */
static void deals_init(struct deals *deals, const struct lan_rules *rules,
                       const struct lan_question *question)
{
    const struct lan_game *game = rules->game;
    deals->rules = rules;
    deals->question = question;
    deals->told = (struct lan_told_log){.count = question->told_count};
    memcpy(&deals->told.event, &question->told, sizeof question->told);
    deals->scene = (struct playout_scene){.rules = rules, .seed = knowledge_seed(rules, question)};
    deals->scene.memo = game->memo_size ? calloc(1, game->memo_size) : NULL;
    if (game->digest)
        game->digest(rules, question->told, question->told_count, (struct lan_digest *)&deals->digest);
    for (int seat = 0; seat < rules->seats; seat++) {
        deals->scene.told[seat] = &deals->told;
        if (game->digest)
            deals->scene.digest[seat] = (const struct lan_digest *)&deals->digest;
    }
    game->sampler_init(rules, question->view, (struct lan_sampler *)&deals->sampler);
    if (game->sampler_reweight)
        game->sampler_reweight(rules, question, (struct lan_sampler *)&deals->sampler);
}

static void deal_draw(const struct deals *deals, uint32_t number, union lan_state_buf *state)
{
    struct lan_rng rng;
    lan_rng_init(&rng, playout_seed(&deals->scene, number) + 1);
    deals->rules->game->sampler_draw(deals->rules, (const struct lan_sampler *)&deals->sampler, &rng,
                                     (struct lan_state *)state);
}

/* Whether the seat could not know everything: of what it knew, more than one position can be dealt. */
static bool deals_differ(const struct deals *deals)
{
    union lan_state_buf first, other;
    bool differ = false;
    deal_draw(deals, 0, &first);
    for (uint32_t number = 1; number < FIND && !differ; number++) {
        deal_draw(deals, number, &other);
        differ = memcmp(&first, &other, deals->rules->game->state_size) != 0;
    }
    return differ;
}

/* What the seat gets when it does this in deal `number`. */
static double deal_play(const struct deals *deals, uint32_t number, const union lan_state_buf *deal,
                        lan_action action)
{
    const struct lan_rules *rules = deals->rules;
    const struct lan_question *question = deals->question;
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_cursor cursor;
    float worth[LAN_SEATS_MAX];
    memcpy(&buf, deal, rules->game->state_size);
    lan_cursor_init(&cursor);
    (void)lan_next(rules, state, &cursor); /* sets it to this moment, so that declining counts */
    if (action == REVIEW_DECLINED)
        lan_decline(&cursor, question->seat);
    else
        lan_assert(rules->game->apply(rules, state, question->seat, action, NULL) == LAN_ACCEPTED);
    playout_run(&deals->scene, state, &cursor, number, question->optional ? 0 : 1, worth);
    return (double)worth[question->seat];
}

/* The mean gain of one action over another in deals from..to-1, and its standard error. */
static double gain_measure(const struct deals *deals, uint32_t from, uint32_t to, lan_action better,
                           lan_action chosen, double *error)
{
    double sum = 0, squares = 0, n = to - from;
    for (uint32_t number = from; number < to; number++) {
        union lan_state_buf deal;
        deal_draw(deals, number, &deal);
        double gain = deal_play(deals, number, &deal, better) - deal_play(deals, number, &deal, chosen);
        sum += gain;
        squares += gain * gain;
    }
    double mean = sum / n, variance = (squares - n * mean * mean) / (n - 1);
    *error = sqrt((variance > 0 ? variance : 0) / n);
    return mean;
}

/* ---- The actions that are compared --------------------------------------------------------------------- */

struct listed {
    int count, chosen;
    lan_action action[LISTED_MAX + 1];
    int32_t rating[LISTED_MAX + 1];
};

/* All that the seat could do, with the game's ratings; declining rates 0. */
static void listed_find(const struct lan_rules *rules, const struct lan_question *question, lan_action chosen,
                        struct listed *listed)
{
    const struct lan_list *list = question->list;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    int32_t worth[LAN_ACTIONS_MAX] = {0};
    if (rules->game->rate)
        rules->game->rate(rules, question, worth);
    listed->count = 0;
    listed->chosen = -1;
    for (int i = from; i < to; i++) {
        if (list->action[i] == chosen)
            listed->chosen = listed->count;
        listed->rating[listed->count] = worth[i];
        listed->action[listed->count++] = list->action[i];
    }
    if (question->optional) {
        listed->rating[listed->count] = 0;
        listed->action[listed->count++] = REVIEW_DECLINED;
    }
}

/* Whether an action is listed before another when they are ordered by rating. */
static bool rates_before(const struct listed *listed, int at, int other)
{
    return listed->rating[at] > listed->rating[other] ||
           (listed->rating[at] == listed->rating[other] && at < other);
}

/* Keeps the chosen action and those that the game rates best, at most REVIEW_CHOICES in all. */
static int choices_keep(const struct listed *listed, struct review_choice choice[REVIEW_CHOICES])
{
    int count = 0;
    for (int i = 0; i < listed->count; i++) {
        int before = 0;
        for (int other = 0; other < listed->count; other++)
            before += other != listed->chosen && other != i && rates_before(listed, other, i);
        if (i != listed->chosen && before >= REVIEW_CHOICES - 1)
            continue;
        choice[count++] = (struct review_choice){.action = listed->action[i],
                                                 .decline = listed->action[i] == REVIEW_DECLINED};
    }
    return count;
}

/* Orders the choices by worth, the first of equals first. */
static void choices_order(struct review_mark *mark)
{
    for (int i = 1; i < mark->count; i++) {
        struct review_choice moved = mark->choice[i];
        int at = i;
        for (; at > 0 && mark->choice[at - 1].worth < moved.worth; at--)
            mark->choice[at] = mark->choice[at - 1];
        mark->choice[at] = moved;
    }
}

static int choice_find(const struct review_mark *mark, lan_action action)
{
    int at = 0;
    while (at < mark->count && mark->choice[at].action != action)
        at++;
    lan_assert(at < mark->count);
    return at;
}

/* ---- The mark ------------------------------------------------------------------------------------------ */

/* The worth of every choice in the first set of deals; the choices are ordered by it. */
static void choices_measure(const struct deals *deals, struct review_mark *mark)
{
    double sum[REVIEW_CHOICES] = {0};
    for (uint32_t number = 0; number < FIND; number++) {
        union lan_state_buf deal;
        deal_draw(deals, number, &deal);
        for (int i = 0; i < mark->count; i++)
            sum[i] += deal_play(deals, number, &deal, mark->choice[i].action);
    }
    for (int i = 0; i < mark->count; i++)
        mark->choice[i].worth = sum[i] / FIND;
    choices_order(mark);
}

/* The second opinion: whether a search, too, finds the best better than the chosen one. */
static bool search_agrees(const struct deals *deals, lan_action best, lan_action chosen, void *memory)
{
    const struct lan_budget budget = {.iterations = SEARCHED, .memory = memory, .memory_size = CHOICE_MEMORY};
    struct lan_question question = *deals->question;
    double error;
    question.memo = deals->scene.memo; /* the play after it, too, is rated by what this seat was told */
    double gain = lan_search_compare(deals->rules, &question, &budget, ~deals->scene.seed,
                                     (const lan_action[]){best, chosen}, &error);
    return gain > 2 * error;
}

static void mark_measure(const struct deals *deals, struct review_mark *mark, lan_action chosen, void *memory)
{
    choices_measure(deals, mark);
    lan_action best = mark->choice[0].action;
    if (mark->choice[choice_find(mark, chosen)].worth >= mark->choice[0].worth)
        return;
    mark->gain = gain_measure(deals, FIND, FIND + COMPARE, best, chosen, &mark->error);
    if (mark->gain <= 2 * mark->error)
        return;
    uint32_t from = FIND + COMPARE;
    mark->gain = gain_measure(deals, from, from + CONFIRM, best, chosen, &mark->error);
    if (mark->gain > 2 * mark->error && search_agrees(deals, best, chosen, memory))
        mark->lost = mark->gain;
}

bool choice_judge(const struct lan_rules *rules, const struct lan_question *question, lan_action chosen,
                  const struct review_judge *judge, void *memory, struct review_mark *mark)
{
    struct listed listed;
    listed_find(rules, question, chosen, &listed);
    lan_assert(listed.chosen >= 0);
    if (listed.count < 2)
        return false;
    *mark = (struct review_mark){.seat = (uint8_t)question->seat};
    mark->count = (uint8_t)choices_keep(&listed, mark->choice);
    struct deals deals;
    deals_init(&deals, rules, question);
    mark->hidden = deals_differ(&deals);
    if (judge && judge->choices) {
        judge->choices(judge->context, question, mark->choice, mark->count);
        choices_order(mark);
        mark->gain = mark->choice[0].worth - mark->choice[choice_find(mark, chosen)].worth;
        mark->lost = mark->gain;
    } else {
        mark_measure(&deals, mark, chosen, memory);
    }
    free(deals.scene.memo);
    mark->chosen = (uint8_t)choice_find(mark, chosen);
    if (mark->choice[mark->chosen].worth >= mark->choice[0].worth)
        mark->best = mark->chosen;
    return true;
}
