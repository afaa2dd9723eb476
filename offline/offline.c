#include "inside.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "bot.h"
#include "describe.h"
#include "equilibrium.h"

/* A refusal has a sentence in each language, in which escaping may take six bytes for one, and some names. */
enum { REFUSAL_BYTES = (6 * LAN_LANGS + 1) * LAN_SAY_MAX };

/* ---- The object ---------------------------------------------------------------------------------------- */

/* The answer has room for any refusal from the beginning, so that one for lack of memory needs none. */
struct offline *offline_create(void)
{
    struct offline *offline = calloc(1, sizeof *offline);
    char *answer = malloc(REFUSAL_BYTES);
    if (!offline || !answer) {
        free(offline);
        free(answer);
        return NULL;
    }
    *answer = 0;
    lan_bot_add(&lan_bot_equilibrium);
    offline->out = (struct buf){.at = answer, .size = REFUSAL_BYTES};
    return offline;
}

void offline_destroy(struct offline *offline)
{
    if (!offline)
        return;
    match_drop(offline);
    texts_drop(offline);
    buf_free(&offline->out);
    free(offline->record);
    free(offline->search);
    free(offline);
}

const char *text_keep(struct offline *offline, const char *text)
{
    size_t size = strlen(text) + 1;
    if (offline->text_count == OFFLINE_TEXTS_MAX || size > RECORD_BYTES_MAX)
        return NULL;
    char *copy = malloc(size);
    if (!copy)
        return NULL;
    memcpy(copy, text, size);
    offline->text[offline->text_count++] = copy;
    return copy;
}

void texts_drop(struct offline *offline)
{
    while (offline->text_count)
        free(offline->text[--offline->text_count]);
    offline->set = false;
}

int64_t time_of(double time)
{
    return time > 0 && time < (double)TABLE_TIME_MAX ? (int64_t)time : 0;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

const char *offline_answer(const struct offline *offline)
{
    return offline->record ? offline->record : offline->out.at;
}

size_t offline_answer_length(const struct offline *offline)
{
    return offline->record ? offline->record_length : offline->out.length;
}

static void answer_clear(struct offline *offline)
{
    free(offline->record);
    offline->record = NULL;
    buf_clear(&offline->out);
}

bool answer_begin(struct offline *offline)
{
    answer_clear(offline);
    /* volatile: a compiler may leave out memory that nobody uses, and take it as given. */
    void *volatile room = malloc(OFFLINE_ROOM);
    free(room);
    if (!room)
        return answer_fail(offline, FAIL_MEMORY);
    js_object(&offline->out, NULL);
    js_bool(&offline->out, "ok", true);
    return true;
}

bool answer_end(struct offline *offline)
{
    js_end_object(&offline->out);
    buf_cstr(&offline->out);
    return true;
}

bool answer_say(struct offline *offline, const char *en, const char *fr, const char *clause,
                const char *option)
{
    const struct lan_words say = {{en, fr}};
    answer_clear(offline);
    js_object(&offline->out, NULL);
    js_bool(&offline->out, "ok", false);
    wire_error_write(&offline->out, "error", "refused", &say,
                     &(struct wire_at){.clause = clause, .option = option});
    answer_end(offline);
    return false;
}

bool answer_fail(struct offline *offline, enum offline_fail fail)
{
    static const struct {
        const char *code;
        struct lan_words say;
    } fails[] = {
#define FAIL(id, code, en, fr) [FAIL_##id] = {code, {{en, fr}}},
#include "fail.def"
#undef FAIL
    };
    answer_clear(offline);
    js_object(&offline->out, NULL);
    js_bool(&offline->out, "ok", false);
    wire_error_write(&offline->out, "error", fails[fail].code, &fails[fail].say, &(struct wire_at){0});
    answer_end(offline);
    return false;
}

bool answer_refuse(struct offline *offline, int refusal)
{
    if (refusal == TABLE_REFUSED_MEMORY)
        return answer_fail(offline, FAIL_MEMORY);
    answer_clear(offline);
    js_object(&offline->out, NULL);
    js_bool(&offline->out, "ok", false);
    wire_refusal_write(&offline->out, "error", offline->table, refusal);
    answer_end(offline);
    return false;
}

bool answer_problem(struct offline *offline, const struct record_problem *problem)
{
    return answer_say(offline, problem->say[LAN_EN], problem->say[LAN_FR], NULL, NULL);
}

/* ---- What games there are ------------------------------------------------------------------------------ */

static bool langs_read(struct offline *offline, const char *lang, unsigned *langs)
{
    enum lan_lang found;
    *langs = WIRE_ALL_LANGS;
    if (!answer_begin(offline))
        return false;
    if (!*lang)
        return true;
    if (!wire_lang_find(lang, strlen(lang), &found))
        return answer_fail(offline, FAIL_BAD_FIELD);
    *langs = 1u << found;
    return true;
}

bool offline_games(struct offline *offline, const char *lang)
{
    unsigned langs;
    if (!langs_read(offline, lang, &langs))
        return false;
    wire_games_write(&offline->out, langs);
    return answer_end(offline);
}

bool offline_texts(struct offline *offline, const char *lang)
{
    unsigned langs;
    struct lan_problem problem;
    if (!langs_read(offline, lang, &langs))
        return false;
    if (!offline->set)
        return answer_fail(offline, FAIL_NO_GAME);
    union lan_rules_buf *rules = mem_zero(sizeof *rules);
    bool good = lan_compile(offline->setup.game, &offline->setup.config, &rules->base, &problem);
    if (good) {
        wire_game_write(&offline->out, &rules->base, langs);
        answer_end(offline);
    } else {
        answer_say(offline, problem.say[LAN_EN], problem.say[LAN_FR], NULL, NULL);
    }
    free(rules);
    return good;
}
