/*
 * search.c - information-set Monte Carlo tree search.
 *
 * Every iteration deals anew what the seat does not know (the sampler works from the view), walks one tree
 * shared by all deals, and plays to the end. A branch is offered only in deals where it is possible, so
 * choices are weighed by how often they were available and not by how often their parent was visited. The
 * tree follows decisions alone: dice and cards fall anew on every walk. Each seat maximises its own result.
 *
 * A game that can rate actions says which to try first: a branch's share of curiosity falls with its rank. Beyond
 * the tree every seat then does what rates best from its own view of that deal; without ratings, anything.
 */
#include <math.h>
#include <string.h>

#include "bot.h"

/* A may-question that is declined is a branch like any other. */
#define DECLINED ((lan_action)0xffffffff)

enum { SLOTS = 1024, PATH_MAX_NODES = 512, STOP_EVERY = 64 };

/* How much little-tried branches are sought, for rewards between 0 and 1. */
static const double curiosity = 1.0;

/* How far the reward of one imagined game strays, about. */
static const double noise_of_reward = 0.4;

struct node {
    lan_action action;
    uint32_t child; /* index of the first child, 0 for none (the root is nobody's child) */
    uint32_t next;  /* sibling */
    uint32_t visits, available;
    float reward; /* sum for the seat that chose the action */
    float share;  /* of curiosity among its siblings */
    uint8_t seat;
};

struct search {
    const struct lan_rules *rules;
    const struct lan_question *question;
    struct lan_rng rng;
    struct node *node;
    uint32_t node_count, node_max;
    uint32_t path[PATH_MAX_NODES];
    int path_length;
    /* Which actions are possible at this visit, and which of them have a child: a hash with open addressing. */
    lan_action slot_action[SLOTS];
    uint32_t slot_stamp[SLOTS];
    uint8_t slot_tried[SLOTS];
    uint32_t stamp;
    bool rated; /* `worth` holds the game's rating of `list` */
    bool plain; /* play out at random, whatever the game can rate */
    struct lan_list list;
    union lan_sampler_room sampler;
    union lan_state_room state;
    union lan_view_room view;
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

/* The choices of this visit in list->action[from..to): musts, or may-actions and declining. */
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

/* Shares of curiosity for the choices: even, or falling with the rank that the game's rating gives, equals alike. */
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

/* A game that gives advice and no ratings: what it advises is better than the rest. */
static void advice_rate(struct search *search, const struct lan_question *question)
{
    struct lan_advice advice = {.decline = false};
    search->rules->game->advise(search->rules, question, &search->rng, &advice);
    for (int i = 0; i < question->list->count; i++)
        search->worth[i] = question->list->action[i] == advice.action;
}

/* Asks the game how the choices look to the seat that makes them, from its own view of this deal. */
static void choices_rate(struct search *search, struct lan_asked asked)
{
    const struct lan_game *game = search->rules->game;
    search->rated = (game->rate || game->advise) && !asked.optional;
    if (!search->rated)
        return;
    game->observe(search->rules, search_state(search), asked.seat, (struct lan_view *)&search->view);
    struct lan_question question = {
        .seat = asked.seat, .view = (const struct lan_view *)&search->view, .list = &search->list};
    /* At the root it is the very question asked, with what the seat was told; further on nobody was told anything. */
    if (search->path_length == 0) {
        question.told = search->question->told;
        question.told_count = search->question->told_count;
    }
    if (game->rate)
        game->rate(search->rules, &question, search->worth);
    else
        advice_rate(search, &question);
}

/* Marks the possible choices, so that finding whether a child fits takes one look. */
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

/* Adds the choices that have no branch yet. The rating is asked only when there is one. */
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

/* The most promising child among the possible choices; 0 when the tree is full and none of them has one. */
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
            mean + curiosity * (double)child->share * sqrt((double)child->available) / (1 + child->visits);
        if (worth > most) {
            most = worth;
            best = at;
        }
    }
    return best;
}

static void action_do(struct search *search, struct lan_cursor *cursor, int seat, lan_action action)
{
    if (action == DECLINED) {
        lan_decline(cursor, seat);
        return;
    }
    int refusal = search->rules->game->apply(search->rules, search_state(search), seat, action, NULL);
    lan_assert(refusal == LAN_REFUSED_NOT);
}

/* From the root down, to the first new branch, the end of the game or of the tree. */
static void tree_walk(struct search *search, struct lan_cursor *cursor, struct lan_asked asked)
{
    uint32_t at = 0;
    search->path_length = 0;
    while (asked.seat != LAN_SEAT_NONE && search->path_length < PATH_MAX_NODES) {
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
                if (!search->node[at].visits)
                    return;
            }
        }
        asked = lan_next(search->rules, search_state(search), cursor);
    }
}

/* The must that rates best, the first of equals; of unrated ones any. */
static lan_action must_choose(struct search *search, struct lan_asked asked)
{
    const struct lan_list *list = &search->list;
    int best = 0;
    search->list.count = search->list.musts = 0;
    search->rules->game->actions(search->rules, search_state(search), asked.seat, &search->list);
    if (list->musts == 1)
        return list->action[0];
    choices_rate(search, asked);
    for (int i = 1; i < list->musts; i++) {
        if (search->worth[i] > search->worth[best])
            best = i;
    }
    return list->action[best];
}

/* The rest of the game as the ratings have it. What a seat may do besides it seldom does, as random players do. */
static void playout_rated(struct search *search, struct lan_cursor *cursor)
{
    for (;;) {
        struct lan_asked asked = lan_next(search->rules, search_state(search), cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return;
        lan_action action = DECLINED;
        if (asked.seat == LAN_CHANCE) {
            action = lan_pick(search->rules, search_state(search), LAN_CHANCE, &search->rng);
        } else if (!asked.optional) {
            action = must_choose(search, asked);
        } else if (lan_rng_below(&search->rng, 256) < LAN_BOT_MAY_OF_256) {
            int from, to;
            choices_find(search, asked, &from, &to);
            action = search->list.action[from + (int)lan_rng_below(&search->rng, (uint32_t)(to - from))];
        }
        action_do(search, cursor, asked.seat, action);
    }
}

/* What each seat got out of a finished game, between 0 and 1: mostly the win, a little the score. */
static void rewards_find(const struct lan_rules *rules, const struct lan_state *state,
                         float reward[LAN_SEATS_MAX])
{
    struct lan_result result;
    rules->game->result(rules, state, &result);
    int winners = __builtin_popcount(result.winners);
    for (int seat = 0; seat < rules->seats; seat++) {
        float won =
            result.winners >> seat & 1 ? (rules->game->cooperative ? 1.0f : 0.5f + 0.5f / (float)winners) : 0;
        reward[seat] = won;
        if (!rules->game->score_span)
            continue;
        int32_t rival = rules->game->cooperative ? 0 : INT32_MIN;
        for (int other = 0; other < rules->seats && !rules->game->cooperative; other++) {
            if (other != seat && result.score[other] > rival)
                rival = result.score[other];
        }
        float margin = (float)(result.score[seat] - rival) / (float)rules->game->score_span;
        margin = margin < -1 ? -1 : margin > 1 ? 1 : margin;
        reward[seat] = 0.7f * won + 0.3f * (0.5f + 0.5f * margin);
    }
}

static void iterate(struct search *search, const struct lan_question *question)
{
    struct lan_cursor cursor;
    float reward[LAN_SEATS_MAX];
    const struct lan_game *game = search->rules->game;
    lan_cursor_init(&cursor);
    game->sampler_draw(search->rules, (const struct lan_sampler *)&search->sampler, &search->rng,
                       search_state(search));
    /* Tells the cursor the moment, so that declining at the root counts. */
    (void)lan_next(search->rules, search_state(search), &cursor);
    tree_walk(search, &cursor, (struct lan_asked){(uint8_t)question->seat, question->optional});
    if (search->plain)
        lan_playout(search->rules, search_state(search), &search->rng, LAN_BOT_MAY_OF_256);
    else
        playout_rated(search, &cursor);
    rewards_find(search->rules, search_state(search), reward);
    for (int i = 0; i < search->path_length; i++) {
        struct node *node = &search->node[search->path[i]];
        node->visits++;
        node->reward += reward[node->seat];
    }
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

/* The branch that the game itself would choose: the one with the greatest share. */
static const struct node *best_rated(const struct search *search)
{
    const struct node *best = NULL;
    for (uint32_t at = search->node[0].child; at; at = search->node[at].next) {
        if (!best || search->node[at].share > best->share)
            best = &search->node[at];
    }
    return best;
}

/*
 * The most visited branch, unless the game's own choice is as good within the noise of the games imagined: advice
 * written by hand knows more than a few of those.
 */
static const struct node *branch_choose(const struct search *search)
{
    const struct node *found = most_visited(search), *advised = best_rated(search);
    if (search->plain || search->question->optional || found == advised || !advised->visits)
        return found;
    double gain = (double)found->reward / found->visits - (double)advised->reward / advised->visits;
    double noise = noise_of_reward * sqrt(1.0 / found->visits + 1.0 / advised->visits);
    return gain > noise ? found : advised;
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

static struct search *search_init(const struct lan_rules *rules, const struct lan_budget *budget,
                                  uint64_t seed)
{
    struct search *search = budget->memory;
    memset(search, 0, offsetof(struct search, list));
    search->rules = rules;
    search->plain = budget->plain || !(rules->game->rate || rules->game->advise);
    search->node = (struct node *)(search + 1);
    search->node_max = (uint32_t)((budget->memory_size - sizeof *search) / sizeof(struct node));
    search->node[0] = (struct node){0};
    search->node_count = 1;
    lan_rng_init(&search->rng, seed);
    return search;
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
    struct search *search = search_init(rules, budget, seed);
    search->question = question;
    rules->game->sampler_init(rules, question->view, (struct lan_sampler *)&search->sampler);
    do {
        iterate(search, question);
        done++;
    } while (done < budget->iterations &&
             !(budget->stop && done % STOP_EVERY == 0 && budget->stop(budget->context)));
    const struct node *best = branch_choose(search);
    advice->decline = best->action == DECLINED;
    advice->action = advice->decline ? list->action[list->musts] : best->action;
    reason_write(best, done, advice);
}

static bool has_sampler(const struct lan_game *game)
{
    return game->sampler_draw != NULL;
}

const struct lan_bot lan_bot_search = {
    .name = "search",
    .help = {{"imagines many games from what it knows", "imagine beaucoup de parties d'après ce qu'il sait"}},
    .memory_min = sizeof(struct search) + 4096 * sizeof(struct node),
    .plays = has_sampler,
    .think = search_think,
};
