/*
 * search.c - the bot "search" (bot.h): information-set Monte Carlo tree search.
 *
 * Every iteration deals anew what the seat does not know (the game's sampler works from the view), walks down
 * one tree that all deals share, and plays to the end. A branch can be chosen only in deals where its action
 * is possible, so the selection formula counts how often a branch was available, not how often its parent was
 * visited. Nodes are decisions only: dice and cards are drawn anew on every walk. Each seat maximises its own
 * result.
 *
 * Where the game can rate actions, the exploration share of a branch falls with its rank, and beyond the tree
 * every seat plays what rates best from its own view of that deal. Without ratings shares are equal and play
 * is random. With a net (lan_budget.net) nothing is played on beyond the tree: the net judges what the seat
 * knows that is asked next in that deal.
 *
 * The search allocates nothing: tree, state and the game's memo live in budget.memory, and when the tree is
 * full it grows no more.
 */
#include <math.h>
#include <string.h>

#include "bot.h"
#include "judge.h"

/* The branch of declining an optional question. */
#define DECLINED LAN_SEARCH_DECLINED

enum {
    /* of the hash over the choices of one visit: more than those, and a power of two for slot_of */
    SLOTS = 1024,
    PATH_MAX_NODES = 512,
    KNOWN_VISITS = 24, /* visits of a branch before the tree grows below it, with more than two seats */
    LOG_MAX = 1 << 14, /* results of iterations kept for comparing branches */
    MEMO_SHARE = 16,   /* the game's memo is kept where it is at most such a part of the memory */
    PAIRS_MIN = 6,     /* iterations with the same deal before two branches are compared */
};

/* The exploration constant of the selection formula, for rewards between 0 and 1. */
static const double exploration = 1.0;

struct node {
    lan_action action;
    uint32_t child; /* index of the first child, 0 for none (0 is the root, which is no child) */
    uint32_t next;  /* index of the next sibling, 0 for none */
    uint32_t visits, available;
    float reward; /* sum for the seat that chose the action */
    float share;  /* of exploration among its siblings */
    uint8_t seat;
};

/* The result of an iteration: the branch of the root, and the reward of the seat that thinks. */
struct entry {
    uint32_t branch;
    float reward;
};

struct search {
    const struct lan_rules *rules;
    uint64_t seed;
    const struct lan_question *question;
    struct lan_rng rng;
    struct node *node;
    uint32_t node_count, node_max;
    uint32_t path[PATH_MAX_NODES];
    int path_length;
    /*
     * Which actions are possible at this visit, and which of them have a child: a hash with open addressing.
     */
    lan_action slot_action[SLOTS];
    uint32_t slot_stamp[SLOTS];
    uint8_t slot_tried[SLOTS];
    uint32_t stamp;
    uint32_t log_count;
    uint32_t pair[2];                  /* branches of the root that are visited in turns; 0: by selection */
    bool judges;                       /* iterations are cut off and judged by the game's outlook, */
    int judges_after;                  /* after so many decisions */
    float outlook;                     /* of the seat that thinks when the thinking began, in spans */
    bool rated;                        /* `worth` holds the game's rating of `list` */
    bool plain;                        /* play out at random, whatever the game can rate */
    struct judge *judge;               /* judges positions by a net; NULL without one */
    const struct lan_digest *digested; /* `digest` once it is made, NULL before */
    struct lan_memo *memo;             /* of all ratings of this search; NULL when memory is short */
    struct lan_list list;
    struct entry log[LOG_MAX];
    union lan_sampler_buf sampler;
    union lan_digest_buf digest;
    union lan_state_buf state;
    union lan_view_buf view;
    int32_t worth[LAN_ACTIONS_MAX];
};

static struct lan_state *search_state(struct search *search)
{
    return (struct lan_state *)&search->state;
}

static uint32_t slot_of(struct search *search, lan_action action)
{
    uint32_t slot = (action * 0x9e3779b1u) >> 22;
    while (search->slot_stamp[slot] == search->stamp && search->slot_action[slot] != action)
        slot = (slot + 1) % SLOTS;
    return slot;
}

/* Lists the choices of this visit in list->action[from..to): the musts, or optional actions and declining. */
static void choices_find(struct search *search, struct lan_asked asked, int *from, int *to)
{
    struct lan_list *list = &search->list;
    list->count = list->musts = 0;
    search->rules->game->actions(search->rules, search_state(search), asked.seat, list);
    *from = asked.optional ? list->musts : 0;
    if (asked.optional)
        lan_list_add(list, DECLINED);
    *to = asked.optional ? list->count : list->musts;
    lan_assert(*to > *from);
}

static uint32_t node_add(struct search *search, uint32_t parent, lan_action action, int seat, float share)
{
    if (search->node_count == search->node_max)
        return 0;
    uint32_t index = search->node_count++;
    search->node[index] = (struct node){.action = action,
                                        .next = search->node[parent].child,
                                        .available = 1,
                                        .seat = (uint8_t)seat,
                                        .share = share};
    search->node[parent].child = index;
    return index;
}

/*
 * The exploration share of a choice: equal, or falling with its rank in the game's rating; ties share alike.
 */
static float choice_share(const struct search *search, int from, int to, int at)
{
    int better = 0, equal = 0;
    float sum = 0;
    if (!search->rated)
        return 1.0f / (float)(to - from);
    for (int i = from; i < to; i++) {
        better += search->worth[i] > search->worth[at];
        equal += search->worth[i] == search->worth[at];
    }
    for (int rank = better; rank < better + equal; rank++)
        sum += 0.5f / (float)(1 + rank);
    return sum / (float)equal;
}

/* A rating for a game that gives advice only: what it advises rates above the rest. */
static void advice_rate(struct search *search, const struct lan_question *question)
{
    struct lan_advice advice = {.decline = false};
    search->rules->game->advise(search->rules, question, &search->rng, &advice);
    for (int i = 0; i < question->list->count; i++)
        search->worth[i] = question->list->action[i] == advice.action;
    if (question->optional && advice.decline)
        memset(search->worth, 0xff, question->list->count * sizeof *search->worth);
}

/* Asks the game how the choices look to the seat that makes them, from its own view of this deal. */
static void choices_rate(struct search *search, struct lan_asked asked)
{
    const struct lan_game *game = search->rules->game;
    struct lan_list *list = &search->list;
    bool declines = asked.optional && list->action[list->count - 1] == DECLINED;
    search->rated = game->rate || game->advise;
    if (!search->rated)
        return;
    game->observe(search->rules, search_state(search), asked.seat, (struct lan_view *)&search->view);
    /*
     * What other seats were told is unknown; the own list stands in for it, since most events are told to
     * all.
     */
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&search->view,
                                    .list = list,
                                    .told = search->question->told,
                                    .told_count = search->question->told_count,
                                    .digest = search->digested,
                                    .memo = search->memo};
    list->count -= declines;
    if (game->rate)
        game->rate(search->rules, &question, search->worth);
    else
        advice_rate(search, &question);
    if (declines)
        search->worth[list->count++] = 0;
}

/* Enters the possible choices in the hash, so that a child is checked against them in constant time. */
static void choices_mark(struct search *search, int from, int to)
{
    search->stamp++;
    for (int i = from; i < to; i++) {
        uint32_t slot = slot_of(search, search->list.action[i]);
        search->slot_stamp[slot] = search->stamp;
        search->slot_action[slot] = search->list.action[i];
        search->slot_tried[slot] = 0;
    }
}

/* Adds a branch for every choice that has none. The game rates the choices only when that is needed. */
static void children_add(struct search *search, uint32_t parent, struct lan_asked asked, int from, int to)
{
    bool rated = false;
    for (int i = from; i < to; i++) {
        if (search->slot_tried[slot_of(search, search->list.action[i])])
            continue;
        if (!rated)
            choices_rate(search, asked);
        rated = true;
        if (!node_add(search, parent, search->list.action[i], asked.seat, choice_share(search, from, to, i)))
            return;
    }
}

/*
 * The child with the highest selection value among the possible choices; 0 when the tree is full and has
 * none.
 */
static uint32_t child_choose(struct search *search, uint32_t parent, struct lan_asked asked, int from, int to)
{
    uint32_t best = 0, visits = 0;
    double reward = 0, most = -1;
    choices_mark(search, from, to);
    for (uint32_t at = search->node[parent].child; at; at = search->node[at].next) {
        struct node *child = &search->node[at];
        uint32_t slot = slot_of(search, child->action);
        if (search->slot_stamp[slot] != search->stamp || child->seat != asked.seat)
            continue;
        search->slot_tried[slot] = 1;
        child->available++;
        visits += child->visits;
        reward += (double)child->reward;
    }
    children_add(search, parent, asked, from, to);
    double hope = visits ? reward / visits : 0.5;
    for (uint32_t at = search->node[parent].child; at; at = search->node[at].next) {
        const struct node *child = &search->node[at];
        uint32_t slot = slot_of(search, child->action);
        if (search->slot_stamp[slot] != search->stamp || child->seat != asked.seat)
            continue;
        double mean = child->visits ? (double)child->reward / child->visits : hope;
        double worth =
            mean + exploration * (double)child->share * sqrt((double)child->available) / (1 + child->visits);
        if (worth > most) {
            most = worth;
            best = at;
        }
    }
    return best;
}

/* Carries out a choice that was listed in the position drawn. */
static void action_do(struct search *search, struct lan_cursor *cursor, int seat, lan_action action)
{
    if (action == DECLINED) {
        lan_decline(cursor, seat);
        return;
    }
    lan_carry_out(search->rules, search_state(search), seat, action, NULL);
}

/*
 * Whether the tree may grow below a node. A tree must try every choice of every node. With two seats that
 * pays at once; with more, many others act before the own next turn, and below a branch with few visits the
 * ratings choose better.
 */
static bool known_enough(const struct search *search, uint32_t at)
{
    bool few = search->plain || search->rules->seats <= 2;
    return search->node[at].visits >= (few ? 1 : KNOWN_VISITS);
}

/* Chooses a branch of the root. Its choices are the same in every deal: those that the seat was offered. */
static uint32_t root_choose(struct search *search)
{
    const struct lan_question *question = search->question;
    struct lan_list *list = &search->list;
    const uint32_t *pair = search->pair;
    search->path_length = 0;
    if (pair[0])
        return search->node[pair[0]].visits <= search->node[pair[1]].visits ? pair[0] : pair[1];
    list->count = question->list->count;
    list->musts = question->list->musts;
    memcpy(list->action, question->list->action, list->count * sizeof *list->action);
    if (question->optional)
        lan_list_add(list, DECLINED);
    return child_choose(search, 0, (struct lan_asked){(uint8_t)question->seat, question->optional},
                        question->optional ? list->musts : 0, question->optional ? list->count : list->musts);
}

/* Walks from a branch of the root down to a node with too few visits, the end of the game or a full tree. */
static void tree_walk(struct search *search, struct lan_cursor *cursor, uint32_t at)
{
    struct lan_asked asked = lan_next(search->rules, search_state(search), cursor);
    while (known_enough(search, at) && asked.seat != LAN_SEAT_NONE && search->path_length < PATH_MAX_NODES) {
        if (asked.seat == LAN_CHANCE) {
            lan_action drawn = lan_pick(search->rules, search_state(search), LAN_CHANCE, &search->rng);
            action_do(search, cursor, LAN_CHANCE, drawn);
        } else {
            int from, to;
            choices_find(search, asked, &from, &to);
            if (to - from == 1) {
                action_do(search, cursor, asked.seat, search->list.action[from]);
            } else {
                at = child_choose(search, at, asked, from, to);
                if (!at)
                    return;
                search->path[search->path_length++] = at;
                action_do(search, cursor, asked.seat, search->node[at].action);
            }
        }
        asked = lan_next(search->rules, search_state(search), cursor);
    }
}

/* The choice that rates best, the first of equals; declining rates 0. */
static lan_action best_choose(struct search *search, struct lan_asked asked)
{
    int from, to;
    choices_find(search, asked, &from, &to);
    int best = to - 1;
    if (to - from == 1)
        return search->list.action[from];
    choices_rate(search, asked);
    for (int i = to - 2; i >= from; i--) {
        if (search->worth[i] > search->worth[best] ||
            (!asked.optional && search->worth[i] == search->worth[best]))
            best = i;
    }
    return search->list.action[best];
}

/* Plays on by the ratings to the end of the game, or as far as the outlook needs. */
static void playout_rated(struct search *search, struct lan_cursor *cursor)
{
    for (int decisions = search->path_length;;) {
        struct lan_asked asked = lan_next(search->rules, search_state(search), cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return;
        bool decides = asked.seat != LAN_CHANCE && !asked.optional;
        if (decides && search->judges && decisions++ >= search->judges_after)
            return;
        action_do(search, cursor, asked.seat,
                  asked.seat == LAN_CHANCE
                      ? lan_pick(search->rules, search_state(search), LAN_CHANCE, &search->rng)
                      : best_choose(search, asked));
    }
}

/*
 * Goes on to the next question that has more than one answer and lets the net judge what its seat knows; the
 * end of the game is judged by its winners.
 */
static void net_rewards(struct search *search, struct lan_cursor *cursor, float reward[LAN_SEATS_MAX])
{
    for (int from = 0, to = 0;;) {
        struct lan_asked asked = lan_next(search->rules, search_state(search), cursor);
        lan_action action;
        if (asked.seat == LAN_CHANCE) {
            action = lan_pick(search->rules, search_state(search), LAN_CHANCE, &search->rng);
        } else {
            if (asked.seat != LAN_SEAT_NONE)
                choices_find(search, asked, &from, &to);
            if (asked.seat == LAN_SEAT_NONE || to - from > 1) {
                judge_position(search->judge, search->rules, search_state(search), asked.seat, reward);
                return;
            }
            action = search->list.action[from];
        }
        action_do(search, cursor, asked.seat, action);
    }
}

/* Plays on, and judges where it ended. */
static void played_rewards(struct search *search, struct lan_cursor *cursor, float reward[LAN_SEATS_MAX])
{
    if (search->plain)
        lan_playout(search->rules, search_state(search), &search->rng, LAN_BOT_MAY_OF_256);
    else
        playout_rated(search, cursor);
    if (search->judges)
        judge_outlooks(search->rules, search_state(search), search->outlook, reward);
    else
        judge_result(search->rules, search_state(search), reward);
}

/*
 * Draws a deal by number: the n-th iteration of every branch has the same deal and chance, so that they
 * compare.
 */
static void deal_draw(struct search *search, uint32_t number)
{
    lan_rng_init(&search->rng, search->seed + number * 0x9e3779b97f4a7c15);
    search->rules->game->sampler_draw(search->rules, (const struct lan_sampler *)&search->sampler,
                                      &search->rng, search_state(search));
}

static void iterate(struct search *search, const struct lan_question *question)
{
    struct lan_cursor cursor;
    float reward[LAN_SEATS_MAX];
    uint32_t at = root_choose(search);
    lan_cursor_init(&cursor);
    deal_draw(search, search->node[at].visits);
    /* Sets the cursor to the question at the root, so that declining it counts. */
    (void)lan_next(search->rules, search_state(search), &cursor);
    search->path[search->path_length++] = at;
    /* Listed in the true position: a wrong deal would refuse it. */
    if (search->node[at].action == DECLINED)
        lan_decline(&cursor, question->seat);
    else
        lan_assert(search->rules->game->apply(search->rules, search_state(search), question->seat,
                                              search->node[at].action, NULL) == LAN_ACCEPTED);
    tree_walk(search, &cursor, at);
    if (search->judge)
        net_rewards(search, &cursor, reward);
    else
        played_rewards(search, &cursor, reward);
    for (int i = 0; i < search->path_length; i++) {
        struct node *node = &search->node[search->path[i]];
        node->visits++;
        node->reward += reward[node->seat];
    }
    if (search->log_count < LOG_MAX)
        search->log[search->log_count++] = (struct entry){at, reward[question->seat]};
}

static const struct node *most_visited(const struct search *search)
{
    const struct node *best = NULL;
    for (uint32_t at = search->node[0].child; at; at = search->node[at].next) {
        if (!best || search->node[at].visits > best->visits)
            best = &search->node[at];
    }
    return best;
}

/* The branch that the game rates best, which is the one with the greatest share. */
static const struct node *best_rated(const struct search *search)
{
    const struct node *best = NULL;
    for (uint32_t at = search->node[0].child; at; at = search->node[at].next) {
        if (!best || search->node[at].share > best->share)
            best = &search->node[at];
    }
    return best;
}

/* The next result of a branch in the log; log_count when there is none. */
static uint32_t log_next(const struct search *search, uint32_t branch, uint32_t from)
{
    while (from < search->log_count && search->log[from].branch != branch)
        from++;
    return from;
}

/*
 * How many standard errors a gain must exceed. Results of games played to their end with many seats are
 * noisy, and among many branches one looks better than it is by chance.
 */
static double errors_wanted(const struct search *search)
{
    return search->judges || search->judge || search->rules->seats <= 2 ? 1 : 2;
}

/* The mean gain of one branch over another in their results with equal deals, with its error and number. */
static double gain_find(const struct search *search, uint32_t branch, uint32_t other, double *error,
                        double *count)
{
    double sum = 0, squares = 0, n = 0;
    uint32_t a = log_next(search, branch, 0), b = log_next(search, other, 0);
    while (a < search->log_count && b < search->log_count) {
        double gain = (double)search->log[a].reward - (double)search->log[b].reward;
        sum += gain;
        squares += gain * gain;
        n++;
        a = log_next(search, branch, a + 1);
        b = log_next(search, other, b + 1);
    }
    double mean = n > 0 ? sum / n : 0, variance = n > 1 ? (squares - n * mean * mean) / (n - 1) : 0;
    *error = sqrt((variance > 0 ? variance : 0) / (n > 0 ? n : 1) + 1e-6);
    *count = n;
    return mean;
}

/* A lower bound of that gain. */
static double gain_sure(const struct search *search, uint32_t branch, uint32_t other)
{
    double error, count;
    double mean = gain_find(search, branch, other, &error, &count);
    return count < PAIRS_MIN ? -1 : mean - errors_wanted(search) * error;
}

/*
 * The branch to play: the one with the largest certain gain over the game's own choice, else that choice,
 * because hand-written advice knows more than a few iterations. Without advice it is the most visited branch.
 */
static const struct node *branch_choose(const struct search *search)
{
    const struct node *advised = best_rated(search), *best = advised;
    double most = 0;
    if (search->plain || !advised->visits)
        return most_visited(search);
    for (uint32_t at = search->node[0].child; at; at = search->node[at].next) {
        const struct node *node = &search->node[at];
        if (node == advised || node->visits < PAIRS_MIN)
            continue;
        double gain = gain_sure(search, at, (uint32_t)(advised - search->node));
        if (gain > most) {
            most = gain;
            best = node;
        }
    }
    return best;
}

static void reason_write(const struct node *best, uint32_t done, struct lan_advice *advice)
{
    static const char *const words[LAN_LANGS][3] = {
        {"In ", " imagined games this did best: ", " in 100."},
        {"Sur ", " parties imaginées, c'est le mieux : ", " sur 100."},
    };
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(advice->reason[lang], LAN_SAY_MAX);
        lan_text_add(&text, words[lang][0]);
        lan_text_add_int(&text, done);
        lan_text_add(&text, words[lang][1]);
        lan_text_add_int(&text, (int64_t)(100 * (double)best->reward / best->visits + 0.5));
        lan_text_add(&text, words[lang][2]);
    }
}

/*
 * Whether the game rates declining at least as good as every action: such questions are frequent and not
 * searched.
 */
static bool better_not(struct search *search)
{
    const struct lan_question *question = search->question;
    const struct lan_list *list = question->list;
    bool worse = true;
    if (!question->optional || search->plain)
        return false;
    if (search->rules->game->rate)
        search->rules->game->rate(search->rules, question, search->worth);
    else
        advice_rate(search, question);
    for (int i = list->musts; i < list->count; i++)
        worse &= search->worth[i] <= 0;
    return worse;
}

/* Has the game digest what the seat was told, once for all questions of this search. */
static void told_digest(struct search *search)
{
    const struct lan_question *question = search->question;
    const struct lan_game *game = search->rules->game;
    if (!game->digest || !question->told_count)
        return;
    game->digest(search->rules, question->told, question->told_count, (struct lan_digest *)&search->digest);
    search->digested = (const struct lan_digest *)&search->digest;
}

/* One memo for all ratings, since what was told does not change: the asker's, or from the tree's memory. */
static void memo_init(struct search *search, const struct lan_budget *budget)
{
    size_t size = (search->rules->game->memo_size + sizeof(struct node) - 1) / sizeof(struct node);
    search->memo = search->question->memo;
    if (search->memo || search->plain || !size ||
        budget->memory_size / sizeof(struct node) < MEMO_SHARE * size)
        return;
    search->node_max -= (uint32_t)size;
    search->memo = (struct lan_memo *)&search->node[search->node_max];
    memset(search->memo, 0, search->rules->game->memo_size);
}

static struct search *search_init(const struct lan_rules *rules, const struct lan_question *question,
                                  const struct lan_budget *budget, uint64_t seed)
{
    struct search *search = budget->memory;
    memset(search, 0, offsetof(struct search, list));
    search->rules = rules;
    search->question = question;
    search->plain = budget->plain || !(rules->game->rate || rules->game->advise);
    search->judge = budget->net && !budget->plain ? (struct judge *)(search + 1) : NULL;
    search->node = search->judge ? (struct node *)(search->judge + 1) : (struct node *)(search + 1);
    size_t used = (size_t)((const uint8_t *)search->node - (const uint8_t *)search);
    search->node_max = (uint32_t)((budget->memory_size - used) / sizeof(struct node));
    if (search->judge)
        judge_init(search->judge, budget->net, rules);
    memo_init(search, budget);
    search->node[0] = (struct node){0};
    search->node_count = 1;
    search->seed = seed;
    told_digest(search);
    return search;
}

/* Prepares the sampler, and finds whether the game can judge deals before their end. */
static void deals_prepare(struct search *search)
{
    const struct lan_question *question = search->question;
    const struct lan_game *game = search->rules->game;
    game->sampler_init(search->rules, question->view, (struct lan_sampler *)&search->sampler);
    if (game->sampler_reweight && !search->plain)
        game->sampler_reweight(search->rules, question, (struct lan_sampler *)&search->sampler);
    /* The choices of the root are rated in a deal, and before the first iteration draws one. */
    deal_draw(search, 0);
    if (!game->outlook || search->plain || search->judge)
        return;
    int32_t now = game->outlook(search->rules, search_state(search), question->seat);
    search->judges = now != LAN_OUTLOOK_NONE;
    search->judges_after = game->outlook_after(search->rules);
    search->outlook = game->outlook_span ? (float)now / (float)game->outlook_span : 0;
}

static void search_think(const struct lan_rules *rules, const struct lan_question *question,
                         const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    uint32_t done = 0;
    memset(advice, 0, sizeof *advice);
    if (!question->optional && list->musts == 1) {
        advice->action = list->action[0];
        lan_advice_reason(advice, "There is no other choice.", "Il n'y a pas d'autre choix.");
        return;
    }
    if (budget->start)
        budget->start(budget->context);
    struct search *search = search_init(rules, question, budget, seed);
    if (better_not(search)) {
        advice->decline = true;
        advice->action = list->action[list->musts];
        lan_advice_reason(advice, "Nothing of it would help now.",
                          "Rien de tout cela n'aiderait pour l'instant.");
        return;
    }
    deals_prepare(search);
    do {
        iterate(search, question);
        done++;
    } while (done < budget->iterations && !(budget->stop && budget->stop(budget->context)));
    const struct node *best = branch_choose(search);
    advice->decline = best->action == DECLINED;
    advice->action = advice->decline ? list->action[list->musts] : best->action;
    reason_write(best, done, advice);
}

static uint32_t branch_find(const struct search *search, lan_action action)
{
    uint32_t at = search->node[0].child;
    while (at && search->node[at].action != action)
        at = search->node[at].next;
    lan_assert(at);
    return at;
}

double lan_search_compare(const struct lan_rules *rules, const struct lan_question *question,
                          const struct lan_budget *budget, uint64_t seed, const lan_action action[2],
                          double *error)
{
    struct search *search = search_init(rules, question, budget, seed);
    double count;
    lan_assert(budget->iterations >= 4 && budget->iterations <= LOG_MAX);
    deals_prepare(search);
    (void)root_choose(search); /* makes the branches */
    for (int i = 0; i < 2; i++)
        search->pair[i] = branch_find(search, action[i]);
    for (uint32_t done = 0; done < budget->iterations; done++)
        iterate(search, question);
    return gain_find(search, search->pair[0], search->pair[1], error, &count);
}

static bool has_sampler(const struct lan_game *game)
{
    return game->sampler_draw != NULL;
}

_Static_assert(sizeof(struct search) + sizeof(struct judge) + 4096 * sizeof(struct node) <=
                   LAN_NET_SEARCH_MEMORY_MIN,
               "a search with a net fits the memory that its bot asks for");

const struct lan_bot lan_bot_search = {
    .name = "search",
    .label = {{"Hard", "Difficile"}},
    .help = {{"imagines many games from what it knows", "imagine beaucoup de parties d'après ce qu'il sait"}},
    .memory_min = sizeof(struct search) + 4096 * sizeof(struct node),
    .plays = has_sampler,
    .think = search_think,
};
