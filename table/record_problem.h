/*
 * record_problem.h - sentences about a record that is not written or not read.
 *
 * Each function fills a struct record_problem (record.h) in both languages. An entry other than 0 is named at
 * the beginning of the sentence.
 */
#ifndef LAN_RECORD_PROBLEM_H
#define LAN_RECORD_PROBLEM_H

#include "record.h"

void record_problem_set(struct record_problem *problem, uint32_t entry, const char *en, const char *fr);

/* Append to the sentence: the same text in every language, or a text in one. */
void record_problem_add(struct record_problem *problem, const char *text);
void record_problem_add_in(struct record_problem *problem, enum lan_lang lang, const char *text);

/*
 * Set the problem and return false, for a caller that returns the result. Inline, so that an analyser of the
 * caller sees what is returned.
 */
static inline bool record_refuse(struct record_problem *problem, uint32_t entry, const char *en,
                                 const char *fr)
{
    record_problem_set(problem, entry, en, fr);
    return false;
}

static inline bool record_refuse_field(struct record_problem *problem, uint32_t entry, const char *field)
{
    record_problem_set(problem, entry, "this field is missing or not as it must be: ",
                       "ce champ manque ou n'est pas comme il faut : ");
    record_problem_add(problem, field);
    return false;
}

static inline bool record_refuse_memory(struct record_problem *problem)
{
    return record_refuse(problem, 0, "There is no memory left.", "Il n'y a plus de mémoire.");
}

#endif
