#include "record_problem.h"

#include <string.h>

void record_problem_add_in(struct record_problem *problem, enum lan_lang lang, const char *text)
{
    struct lan_text out = {problem->say[lang], LAN_SAY_MAX, strlen(problem->say[lang]), false};
    lan_text_add(&out, text);
}

void record_problem_add(struct record_problem *problem, const char *text)
{
    for (int lang = 0; lang < LAN_LANGS; lang++)
        record_problem_add_in(problem, (enum lan_lang)lang, text);
}

void record_problem_set(struct record_problem *problem, uint32_t entry, const char *en, const char *fr)
{
    memset(problem, 0, sizeof *problem);
    problem->entry = entry;
    if (entry) {
        char number[24];
        struct lan_text out = lan_text_init(number, sizeof number);
        lan_text_add_int(&out, entry);
        record_problem_add_in(problem, LAN_EN, "Entry ");
        record_problem_add_in(problem, LAN_FR, "Entrée ");
        record_problem_add(problem, number);
        record_problem_add_in(problem, LAN_EN, ": ");
        record_problem_add_in(problem, LAN_FR, " : ");
    }
    record_problem_add_in(problem, LAN_EN, en);
    record_problem_add_in(problem, LAN_FR, fr);
}
