/*
 * question.h - all that a bot is asked for one seat of a table: its view, its actions and the events it was
 * told, copied from the table, so that a thread can think about it while the table goes on.
 *
 * There are up to two questions: what the seat may do besides (the optional one), and, if it declines that,
 * what the game waits for.
 */
#ifndef LAN_TERM_QUESTION_H
#define LAN_TERM_QUESTION_H

#include "bot.h"
#include "table.h"

struct question {
    struct lan_question asked;
    union lan_view_buf view;
    struct lan_list list;
    struct lan_event *told;
    uint32_t told_capacity;
    uint64_t seed;
    bool may, must; /* which questions there are; the caller may leave one of them out */
    struct lan_advice optional, answer;
};

/* Copies everything for the seat. `seed` is that of all bots; each question gets its own from it. */
void question_make(struct question *question, const struct table *table, int seat, uint64_t seed);
void question_finish(struct question *question);

/* Lets the bot think, the optional question by the first budget, the other by the second. */
void question_think(struct question *question, const struct lan_rules *rules, const struct lan_bot *bot,
                    const struct lan_budget *may, const struct lan_budget *must);

/* What the seat does after thinking. False when it declines and is not asked. */
bool question_action(const struct question *question, lan_action *action);

#endif
