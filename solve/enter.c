#include "enter.h"

#include <stdlib.h>
#include <string.h>

#include "hero.h"

/* Hands with a smaller share of their pair's chance are left out of the book. */
static const double share_min = 1e-5;

/*
 * Makes an entry of every hand that is not too rare, its chance in parts of 2^32 of its pair's. Returns how
 * many.
 */
static uint32_t entries_make(const struct solve *solve, const double *mix, struct book_entry *entry)
{
    double kept[FACT_PAIRS] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < solve->hands; i++) {
        if (mix[i] / solve->prior[solve->pair[i]] >= share_min)
            kept[solve->pair[i]] += mix[i];
    }
    for (int shape = 0; shape < solve->shapes.count; shape++) {
        for (uint32_t i = solve->first[shape]; i < solve->first[shape + 1]; i++) {
            if (mix[i] / solve->prior[solve->pair[i]] < share_min)
                continue;
            uint32_t chance = (uint32_t)(mix[i] / kept[solve->pair[i]] * UINT32_MAX);
            uint16_t hand = solve->floor[shape].hand[i - solve->first[shape]];
            entry[count++] = (struct book_entry){(uint16_t)shape, hand, chance};
        }
    }
    return count;
}

void book_mix(const struct book_stage *stage, const struct solve *solve, double *mix)
{
    double total[FACT_PAIRS] = {0};
    for (uint32_t i = 0; i < stage->count; i++)
        total[stage->entry[i].hand / FACT_EACH] += stage->entry[i].chance;
    memset(mix, 0, solve->hands * sizeof *mix);
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct book_entry *entry = &stage->entry[i];
        const struct floor *floor = &solve->floor[entry->shape];
        for (uint32_t at = 0; at < floor->hands; at++) {
            if (floor->hand[at] == entry->hand)
                mix[solve->first[entry->shape] + at] =
                    entry->chance / total[entry->hand / FACT_EACH] * solve->prior[entry->hand / FACT_EACH];
        }
    }
}

bool book_enter(struct book_stage *stage, const struct solve *solve)
{
    double *mix = malloc((solve->hands + 1) * sizeof *mix);
    struct book_entry *entry = malloc((solve->hands + 1) * sizeof *entry);
    if (mix && entry) {
        solve_mix(solve, mix);
        free(stage->entry);
        stage->count = entries_make(solve, mix, entry);
        stage->entry = entry;
        book_settle(stage);
    } else {
        free(entry);
    }
    free(mix);
    return mix && entry;
}

/* The bounds and tolls of a stage whose entries and prices are there. */
static bool stage_measure(struct book_stage *stage, struct solve *solve, double *mix)
{
    double toll[GAME_TYPES], sum = 0;
    book_mix(stage, solve, mix);
    stage->lower = solve_best_response(solve, mix);
    if (!hero_tolls(solve->rules, &solve->facts, &solve->shapes, stage, NULL, toll))
        return false;
    for (int type = 0; type < stage->types; type++)
        sum += stage->toll[type] = toll[type];
    stage->upper = sum / stage->types;
    return true;
}

bool book_add(struct book *book, struct solve *solve, const struct solve_bounds *bounds)
{
    struct book_stage *stage = book_place(book, solve->stage);
    double *mix = malloc((solve->hands + 1) * sizeof *mix);
    struct game_types types;
    bool made = stage && mix && book_enter(stage, solve);
    if (made) {
        game_types(stage->stage, &types);
        for (int type = 0; type < types.count; type++)
            stage->price[type] = (uint32_t)(bounds->price[types.pair[type]] * BOOK_MILLION);
        book->lower = book->upper = 0;
        made = stage_measure(stage, solve, mix);
    }
    free(mix);
    return made;
}
