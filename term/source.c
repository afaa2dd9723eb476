#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edition.h"

void source_destroy(struct source *source)
{
    if (!source)
        return;
    reviewer_destroy(source->reviewer); /* its thread reads the match */
    free(source->told);
    free(source->said);
    source->ops->destroy(source);
}

bool source_advance(struct source *source)
{
    if (source->reviewer && reviewer_follow(source->reviewer)) {
        source->changes++;
        return true;
    }
    return source->ops->advance(source);
}

int source_descriptor(const struct source *source)
{
    if (source->reviewer && !reviewer_ended(source->reviewer))
        return reviewer_descriptor(source->reviewer);
    return source->ops->descriptor ? source->ops->descriptor(source) : -1;
}

int source_timeout(const struct source *source)
{
    return source->ops->timeout ? source->ops->timeout(source) : -1;
}

void source_board(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    if (source->state != SOURCE_CURTAIN)
        source->ops->board(source, reader, out);
}

void source_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    char sentence[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    if (source->state == SOURCE_CURTAIN)
        return;
    /* A server's sentence has the printed names. */
    source->ops->prompt(source, reader, &text);
    lan_spell(reader, sentence, out);
}

/* False with a sentence for a record, which cannot be played on. */
static bool playable(const struct source *source, struct source_say *say)
{
    if (source->ops->act)
        return true;
    source_say_set(say, 0, "This is a record: it can only be looked at.",
                   "C'est une partie enregistrée : on ne peut que la regarder.");
    return false;
}

bool source_act(struct source *source, lan_action action, struct source_say *say)
{
    return playable(source, say) && source->ops->act(source, action, say);
}

bool source_expand(struct source *source, const char *notation, struct lan_list *list)
{
    return source->ops->expand && source->ops->expand(source, notation, list);
}

bool source_undo(struct source *source, struct source_say *say)
{
    return playable(source, say) && source->ops->undo(source, say);
}

bool source_why(struct source *source, lan_action action, struct source_say *say)
{
    return playable(source, say) && source->ops->why(source, action, say);
}

void source_decline(struct source *source, bool until_asked)
{
    if (source->ops->decline && source->state == SOURCE_OFFERED)
        source->ops->decline(source, until_asked);
}

void source_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                 struct lan_text *out)
{
    if (source->ops->warn)
        source->ops->warn(source, action, reader, out);
}

bool source_hint(struct source *source, lan_action *action, struct source_say *say)
{
    if (source->ops->hint && source->list.musts)
        return source->ops->hint(source, action, say);
    source_say_set(say, 0, "I have no advice here.", "Je n'ai pas de conseil ici.");
    return false;
}

void source_curtain_lift(struct source *source)
{
    if (source->state == SOURCE_CURTAIN && source->ops->lift)
        source->ops->lift(source);
}

bool source_hand(struct source *source, int seat, struct source_say *say)
{
    if (source->ops->hand)
        return source->ops->hand(source, seat, say);
    source_say_set(say, 0, "One person plays here.", "Une seule personne joue ici.");
    return false;
}

bool source_has_points(const struct source *source)
{
    return source->game->score_span && !source->game->cooperative;
}

void source_told_say(const struct source *source, const struct table_told *told,
                     const struct lan_reader *reader, struct lan_text *out)
{
    char sentence[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    table_told_say(source->game, told, reader->lang, source->names, source->seat, &text);
    lan_spell(reader, sentence, out);
}

bool source_is_shared(const struct source *source)
{
    return source->ops->hand && __builtin_popcount(source->people) > 1;
}

bool source_standing_set(struct source *source, enum standing standing, struct source_say *say)
{
    if (!source->ops->standing || source->state == SOURCE_OVER) {
        source_say_set(say, 0, "There is nothing to react to here.", "Il n'y a rien à quoi réagir ici.");
        return false;
    }
    return source->ops->standing(source, standing, say);
}

/* ---- Reviews ------------------------------------------------------------------------------------------- */

bool source_has_review(const struct source *source)
{
    return source->ops->finished && (source->ops->seek || source->state == SOURCE_OVER);
}

bool source_review_start(struct source *source, int seat, struct source_say *say)
{
    struct record_problem problem;
    if (!source_has_review(source)) {
        source_say_set(say, 0, "A game is reviewed when it is over.",
                       "Le bilan d'une partie se fait quand elle est finie.");
        return false;
    }
    const struct table *table = source->ops->finished(source, &problem);
    if (!table) {
        source_say_set(say, 0, problem.say[LAN_EN], problem.say[LAN_FR]);
        return false;
    }
    source_review_leave(source);
    source->reviewer = reviewer_start(table, seat);
    source->changes++;
    if (source->reviewer)
        return true;
    source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas de mémoire pour cela.");
    return false;
}

void source_review_leave(struct source *source)
{
    reviewer_destroy(source->reviewer);
    source->reviewer = NULL;
    source->changes++;
}

uint32_t source_review_number(const struct source *source, const struct review *review)
{
    uint32_t number = 0;
    if (!source->ops->entry || source->position == source->length)
        return review->step_count;
    uint32_t entry = source->ops->entry(source);
    while (number < review->step_count && review->step[number].entry <= entry)
        number++;
    return number;
}

/* ---- For sources --------------------------------------------------------------------------------------- */

void *source_grow(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    uint32_t more = *capacity ? 2 * *capacity : 256;
    void *grown = realloc(array, more * size);
    if (!grown) {
        fputs("lanterne: no memory\n", stderr);
        exit(1);
    }
    *capacity = more;
    return grown;
}

/* Repairs the items' pointers to their own texts after the array has moved. */
static void texts_point(struct source *source)
{
    for (uint32_t i = 0; i < source->told_count; i++)
        source->told[i].told.text = source->told[i].text;
}

void source_told_add(struct source *source, const struct table_told *told)
{
    struct source_told *before = source->told;
    source->told =
        source_grow(source->told, source->told_count, &source->told_capacity, sizeof *source->told);
    if (source->told != before)
        texts_point(source);
    struct source_told *item = &source->told[source->told_count++];
    *item = (struct source_told){.told = *told};
    snprintf(item->text, sizeof item->text, "%s", told->text ? told->text : "");
    item->told.text = item->text;
    source->changes++;
    if (told->kind != TABLE_TOLD_UNDONE)
        return;
    for (uint32_t number = told->from; number <= told->to && number <= source->told_count; number++) {
        if (number)
            source->told[number - 1].undone = true;
    }
}

void source_told_clear(struct source *source)
{
    source->told_count = 0;
    source->changes++;
}

void source_chat_add(struct source *source, int seat, const char *name, const char *text)
{
    source->said =
        source_grow(source->said, source->said_count, &source->said_capacity, sizeof *source->said);
    struct source_chat *line = &source->said[source->said_count++];
    line->seat = seat;
    snprintf(line->name, sizeof line->name, "%s", name);
    snprintf(line->text, sizeof line->text, "%s", text);
    source->changes++;
}

void source_say_set(struct source_say *say, int clause, const char *en, const char *fr)
{
    say->clause = clause;
    snprintf(say->in[LAN_EN], sizeof say->in[LAN_EN], "%s", en);
    snprintf(say->in[LAN_FR], sizeof say->in[LAN_FR], "%s", fr);
}
