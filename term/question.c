#include "question.h"

#include <stdlib.h>

#include "source.h"

static void told_gather(struct question *question, const struct table *table, int seat)
{
    struct table_reader reader;
    struct table_told told;
    size_t count = 0;
    uint32_t most = table_told_count(table, seat);
    if (most > question->told_capacity) {
        question->told_capacity = most;
        question->told = source_grow(question->told, most, &question->told_capacity, sizeof *question->told);
    }
    table_reader_init(table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind == TABLE_TOLD_EVENT)
            question->told[count++] = told.event;
    }
    question->asked.told = question->told;
    question->asked.told_count = count;
}

void question_make(struct question *question, const struct table *table, int seat, uint64_t seed)
{
    struct table_turn turn;
    table_turn(table, seat, &turn);
    table_actions(table, seat, &question->list);
    question->asked = (struct lan_question){
        .seat = seat, .view = table_view(table, seat, &question->view), .list = &question->list};
    told_gather(question, table, seat);
    question->must = turn.decision;
    question->may = turn.may;
    /* A random stream for every question, derived from the seed and the number of items told to the seat. */
    question->seed = seed + (uint64_t)seat * 0xd1b54a32d192ed03 + table_told_count(table, seat);
}

void question_finish(struct question *question)
{
    free(question->told);
    question->told = NULL;
    question->told_capacity = 0;
}

static bool optional_chosen(const struct question *question)
{
    return question->may && !question->optional.decline;
}

void question_think(struct question *question, const struct lan_rules *rules, const struct lan_bot *bot,
                    const struct lan_budget *may, const struct lan_budget *must)
{
    if (question->may) {
        question->asked.optional = true;
        bot->think(rules, &question->asked, may, question->seed, &question->optional);
    }
    if (question->must && !optional_chosen(question)) {
        question->asked.optional = false;
        bot->think(rules, &question->asked, must, question->seed, &question->answer);
    }
}

bool question_action(const struct question *question, lan_action *action)
{
    bool optional = optional_chosen(question);
    *action = optional ? question->optional.action : question->answer.action;
    return optional || question->must;
}
