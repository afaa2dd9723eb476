/*
 * For the tests of train/: runs the file of a net as the product does.
 *
 *   net-tool outputs FILE    arrays of cells on stdin, the outputs for each on stdout as int32
 *   net-tool tiny FILE       what seat 1 and seat 2 win of the tiny game for two against `random`, exactly:
 *                            when the net plays, when the best answer to `random` does, when `random` does
 *
 * The tiny game is enumerated: every deal, die and answer of the opponent with its chance. Positions that the
 * player cannot tell from each other, by its view, are answered alike. The best answer is that of a player
 * who remembers all that it saw.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_bot.h"
#include "net.h"

enum player { NET, BEST, RANDOM, PLAYERS };

struct node {
    union lan_state_buf state;
    struct lan_cursor cursor;
    struct lan_asked asked;
    union lan_view_buf view;
    double chance;
};

/* Positions in which the player is asked. */
struct nodes {
    struct node *node;
    int count, room;
};

struct course {
    const struct lan_rules *rules;
    int seat;
    enum player player;
    void *memory;
};

static struct lan_state *state_of(struct node *node)
{
    return (struct lan_state *)&node->state;
}

static void nodes_add(struct nodes *nodes, const struct node *node)
{
    if (nodes->count == nodes->room) {
        nodes->room = nodes->room ? 2 * nodes->room : 16;
        nodes->node = realloc(nodes->node, (size_t)nodes->room * sizeof *node);
        lan_assert(nodes->node);
    }
    nodes->node[nodes->count++] = *node;
}

/* Carries an answer out; what comes after it is chance's or the opponent's or another question. */
static void answer(const struct course *course, struct node *node, lan_action action, bool decline)
{
    if (decline)
        lan_decline(&node->cursor, node->asked.seat);
    else
        lan_carry_out(course->rules, state_of(node), node->asked.seat, action, NULL);
}

static double share_won(const struct course *course, struct node *node)
{
    struct lan_result result;
    course->rules->game->result(course->rules, state_of(node), &result);
    return result.winners >> course->seat & 1 ? 1.0 / __builtin_popcount(result.winners) : 0;
}

/* The chance that `random` gives an answer, the at-th of `list`; at list->count it declines. */
static double random_chance(const struct lan_list *list, struct lan_asked asked, int at)
{
    double may = LAN_BOT_MAY_OF_256 / 256.0;
    if (!asked.optional)
        return at < list->musts ? 1.0 / list->musts : 0;
    return at == list->count ? 1 - may : at >= list->musts ? may / (list->count - list->musts) : 0;
}

static double weighed_chance(const struct lan_list *list, int at)
{
    double sum = 0;
    for (int i = 0; i < list->count; i++)
        sum += list->weight[i];
    return at < list->count ? list->weight[at] / sum : 0;
}

/* Follows chance and the opponent to every question of the player; returns what was won before any. */
static double expand(const struct course *course, const struct node *from, struct nodes *asked)
{
    struct node now = *from;
    struct lan_list list;
    double won = 0;
    now.asked = lan_next(course->rules, state_of(&now), &now.cursor);
    if (now.asked.seat == LAN_SEAT_NONE)
        return now.chance * share_won(course, &now);
    if (now.asked.seat == course->seat) {
        memset(&now.view, 0, sizeof now.view);
        course->rules->game->observe(course->rules, state_of(&now), course->seat,
                                     (struct lan_view *)&now.view);
        nodes_add(asked, &now);
        return 0;
    }
    lan_actions(course->rules, state_of(&now), now.asked.seat, &list);
    for (int at = 0; at <= list.count; at++) {
        struct node next = now;
        next.chance *=
            now.asked.seat == LAN_CHANCE ? weighed_chance(&list, at) : random_chance(&list, now.asked, at);
        if (next.chance <= 0)
            continue;
        answer(course, &next, at < list.count ? list.action[at] : 0, at == list.count);
        won += expand(course, &next, asked);
    }
    return won;
}

static double follow(const struct course *course, const struct nodes *nodes);

/* What is won when the player gives the at-th answer in all positions of a group. */
static double answered(const struct course *course, const struct nodes *group, const struct lan_list *list,
                       int at, double chance)
{
    struct nodes next = {.node = NULL};
    for (int i = 0; i < group->count; i++) {
        struct node node = group->node[i];
        node.chance *= chance;
        answer(course, &node, at < list->count ? list->action[at] : 0, at == list->count);
        nodes_add(&next, &node);
    }
    double won = follow(course, &next);
    free(next.node);
    return won;
}

/* The number of the answer that the net gives. */
static int net_answer(const struct course *course, const struct node *node, const struct lan_list *list)
{
    struct lan_advice advice;
    struct lan_question question = {.seat = course->seat,
                                    .optional = node->asked.optional,
                                    .view = (const struct lan_view *)&node->view,
                                    .list = list};
    struct lan_budget budget = {
        .iterations = 1, .memory = course->memory, .memory_size = lan_bot_net.memory_min};
    int at = 0;
    lan_bot_net.think(course->rules, &question, &budget, 1, &advice);
    while (!advice.decline && list->action[at] != advice.action)
        at++;
    return advice.decline ? list->count : at;
}

static double group_follow(const struct course *course, struct nodes *group)
{
    struct lan_list list;
    struct node *first = &group->node[0];
    double won = 0;
    lan_actions(course->rules, state_of(first), course->seat, &list);
    if (course->player == NET)
        return answered(course, group, &list, net_answer(course, first, &list), 1);
    for (int at = 0; at <= list.count; at++) {
        double chance = random_chance(&list, first->asked, at);
        if (chance <= 0)
            continue;
        double one = answered(course, group, &list, at, course->player == RANDOM ? chance : 1);
        won = course->player == RANDOM ? won + one : one > won ? one : won;
    }
    return won;
}

static bool alike(const struct node *one, const struct node *other)
{
    return one->asked.optional == other->asked.optional &&
           memcmp(&one->view, &other->view, sizeof one->view) == 0;
}

/* What the player wins from here on, over positions that it reached with the same answers. */
static double follow(const struct course *course, const struct nodes *nodes)
{
    struct nodes asked = {.node = NULL};
    double won = 0;
    for (int i = 0; i < nodes->count; i++)
        won += expand(course, &nodes->node[i], &asked);
    while (asked.count) {
        struct nodes group = {.node = NULL};
        struct node first = asked.node[0];
        int kept = 0;
        for (int i = 0; i < asked.count; i++) {
            if (alike(&asked.node[i], &first))
                nodes_add(&group, &asked.node[i]);
            else
                asked.node[kept++] = asked.node[i];
        }
        asked.count = kept;
        won += group_follow(course, &group);
        free(group.node);
    }
    free(asked.node);
    return won;
}

static double tiny_won(const struct lan_rules *rules, int seat, enum player player)
{
    struct course course = {rules, seat, player, malloc(lan_bot_net.memory_min)};
    struct node first = {.chance = 1};
    struct nodes nodes = {&first, 1, 1};
    lan_assert(course.memory);
    rules->game->setup(rules, state_of(&first));
    lan_cursor_init(&first.cursor);
    double won = follow(&course, &nodes);
    free(course.memory);
    return won;
}

static int tiny_print(void)
{
    static const char *const names[PLAYERS] = {"net", "best", "random"};
    union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    const struct lan_game *game = lan_game_find("tiny", 0);
    lan_config_init(game, 2, &config);
    if (!lan_compile(game, &config, &rules.base, &problem) || net_bot_misfit(&lan_bot_net, &rules.base))
        return 1;
    for (int player = 0; player < PLAYERS; player++)
        printf("%s %.6f %.6f\n", names[player], tiny_won(&rules.base, 0, (enum player)player),
               tiny_won(&rules.base, 1, (enum player)player));
    return 0;
}

static int outputs_print(const struct net *net)
{
    static uint8_t cells[LAN_LAYOUT_CELLS_MAX];
    static struct net_work work;
    while (fread(cells, 1, net_inputs(net), stdin) == net_inputs(net)) {
        const int32_t *output = net_run(net, cells, net_outputs(net), &work);
        if (fwrite(output, sizeof *output, net_outputs(net), stdout) != net_outputs(net))
            return 1;
    }
    return 0;
}

int main(int count, char **words)
{
    static uint8_t bytes[NET_FILE_MAX + 1];
    static struct net_memory memory;
    static struct net net;
    FILE *file = count == 3 ? fopen(words[2], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: net-tool outputs|tiny FILE\n");
        return 2;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const char *wrong = net_read(bytes, size, &memory, &net);
    if (!wrong)
        wrong = net_bot_use(bytes, size);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    return strcmp(words[1], "tiny") == 0 ? tiny_print() : outputs_print(&net);
}
