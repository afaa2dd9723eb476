#include "document.h"

#include "belief_say.h"
#include "choice.h"
#include "moments.h"

struct document {
    const struct review *review;
    const char *const *names;
    struct lan_json *json;
};

/* A number with nine digits after the point. */
static void real_write(struct lan_json *json, const char *key, double value)
{
    char number[40];
    struct lan_text text = lan_text_init(number, sizeof number);
    double size = value < 0 ? -value : value;
    int64_t parts = (int64_t)(size * 1e9 + 0.5), scale = 1000000000;
    if (value < 0 && parts)
        lan_text_add_char(&text, '-');
    lan_text_add_int(&text, parts / scale);
    lan_text_add_char(&text, '.');
    for (int64_t rest = parts % scale, unit = scale / 10; unit; unit /= 10)
        lan_text_add_char(&text, (char)('0' + rest / unit % 10));
    lan_json_value(json, key, number);
}

static void step_place(const struct document *document, const struct review_step *step)
{
    struct lan_writer *w = &document->json->base;
    w->number(w, "entry", step->entry);
    w->number(w, "move", step->move);
}

static void clause_write(const struct document *document, const struct review_step *step, int seat)
{
    struct lan_writer *w = &document->json->base;
    int reader;
    const struct lan_event *event = review_event_of_any(step, seat, document->review->rules->seats, &reader);
    if (event)
        w->string(w, "clause", document->review->rules->game->clauses[event->clause].id);
}

/* What an event is about: seats, and values of the game's own types that have a name, such as a card. */
static void things_of_event_write(const struct document *document, const struct review_step *step, int seat)
{
    const struct lan_game *game = document->review->rules->game;
    int reader;
    const struct lan_event *event = review_event_of_any(step, seat, document->review->rules->seats, &reader);
    struct lan_writer *w = &document->json->base;
    const struct lan_event_kind *kind = event ? &game->event_kinds[event->kind] : NULL;
    w->open_array(w, "things");
    for (int i = 0; kind && i < kind->args; i++) {
        int type = kind->arg[i].type, value = event->arg[i];
        bool seated = type == LAN_TYPE_SEAT, named = type >= LAN_TYPE_GAME && game->types[type].words;
        int count = seated ? document->review->rules->seats : named ? game->types[type].count : 0;
        if (value < 0 || value >= count)
            continue;
        char id[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(id, sizeof id);
        lan_value_write(game, type, value, &text);
        w->open_object(w, NULL);
        w->string(w, "type", seated ? "seat" : game->types[type].name);
        w->string(w, "value", id);
        w->close(w);
    }
    w->close(w);
}

static const char *lang_key(int lang)
{
    return lang == LAN_FR ? "fr" : "en";
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static void moments_write(const struct document *document, const char *key, int seat,
                          const struct moment *moment, int count)
{
    struct lan_writer *w = &document->json->base;
    w->open_array(w, key);
    for (int i = 0; i < count; i++) {
        const struct review_step *step = &document->review->step[moment[i].step];
        w->open_object(w, NULL);
        step_place(document, step);
        w->string(w, "cause", review_cause_ids[moment[i].cause]);
        real_write(document->json, "by", moment[i].by);
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char sentence[MOMENT_SAY_MAX];
            struct lan_text text = lan_text_init(sentence, sizeof sentence);
            moment_say(document->review, seat, &moment[i], (enum lan_lang)lang, document->names, &text);
            w->string(w, lang_key(lang), sentence);
        }
        clause_write(document, step, seat);
        things_of_event_write(document, step, seat);
        w->close(w);
    }
    w->close(w);
}

static void points_write(const struct document *document, int seat)
{
    struct lan_writer *w = &document->json->base;
    struct review_points points;
    review_points(document->review, seat, &points);
    w->open_object(w, "points");
    w->number(w, "start", points.start);
    for (int cause = 0; cause < REVIEW_CAUSES; cause++)
        w->number(w, review_cause_ids[cause], points.part[cause]);
    w->number(w, "result", points.result);
    w->close(w);
}

/* The chance before each step that was not forced, and what changed it. */
static void curve_write(const struct document *document, int seat)
{
    const struct review *review = document->review;
    struct lan_writer *w = &document->json->base;
    w->open_array(w, "curve");
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        if (step->forced)
            continue;
        w->open_object(w, NULL);
        step_place(document, step);
        w->string(w, "cause", review_cause_ids[review_cause(step, seat)]);
        real_write(document->json, "before", step->before[seat]);
        real_write(document->json, "part", step->part[seat]);
        real_write(document->json, "error", step->error[seat]);
        real_write(document->json, "unknown", review_unknown(review, at, seat));
        w->close(w);
    }
    w->close(w);
}

/* ---- Marks --------------------------------------------------------------------------------------------- */

static const char *const verdict_ids[] = {
    [REVIEW_MISTAKE] = "mistake", [REVIEW_FINE] = "fine", [REVIEW_UNLUCKY] = "unlucky"};

static void choice_write(const struct document *document, int seat, const struct review_choice *choice)
{
    const struct lan_game *game = document->review->rules->game;
    struct lan_writer *w = &document->json->base;
    char text[LAN_SAY_MAX];
    w->open_object(w, NULL);
    if (choice->decline) {
        w->none(w, "action");
    } else {
        struct lan_text notation = lan_text_init(text, sizeof text);
        lan_action_write(game, choice->action, &notation);
        w->string(w, "action", text);
    }
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text say = lan_text_init(text, sizeof text);
        choice_say(game, seat, choice, (enum lan_lang)lang, document->names, &say);
        w->string(w, lang_key(lang), text);
    }
    real_write(document->json, "worth", choice->worth);
    w->close(w);
}

/* What the seat could have done at its decisions, by what it knew; numbers of choices count from 0. */
static void marks_write(const struct document *document, int seat)
{
    const struct review *review = document->review;
    struct lan_writer *w = &document->json->base;
    w->open_array(w, "marks");
    for (uint32_t i = 0; i < review->mark_count; i++) {
        const struct review_mark *mark = &review->mark[i];
        if (mark->seat != seat)
            continue;
        w->open_object(w, NULL);
        step_place(document, &review->step[mark->step]);
        w->number(w, "chosen", mark->chosen);
        w->number(w, "best", mark->best);
        real_write(document->json, "gain", mark->gain);
        real_write(document->json, "error", mark->error);
        real_write(document->json, "lost", mark->lost);
        w->string(w, "verdict", verdict_ids[review_verdict(review, mark)]);
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char sentence[MOMENT_SAY_MAX];
            struct lan_text text = lan_text_init(sentence, sizeof sentence);
            mark_say(review, mark, (enum lan_lang)lang, document->names, &text);
            w->string(w, lang_key(lang), sentence);
        }
        clause_write(document, &review->step[mark->step], seat);
        w->open_array(w, "choices");
        for (int at = 0; at < mark->count; at++)
            choice_write(document, seat, &mark->choice[at]);
        w->close(w);
        w->close(w);
    }
    w->close(w);
}

/* ---- Beliefs ------------------------------------------------------------------------------------------- */

/* Whole percentages of the values that are not 0. */
static void shares_write(const struct document *document, const float *share, int thing)
{
    const struct review_belief *belief = document->review->belief;
    const struct lan_game *game = belief->rules->game;
    struct lan_writer *w = &document->json->base;
    w->open_object(w, "shares");
    for (int value = 0; value < BELIEF_VALUES; value++) {
        char id[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(id, sizeof id);
        if (belief_percent(share[value]) == 0)
            continue;
        lan_value_write(game, belief_type(belief, thing), value + belief_first(belief, thing), &text);
        w->number(w, id, belief_percent(share[value]));
    }
    w->close(w);
}

/* The belief at first, and whenever a percentage has changed. */
static void changes_write(const struct document *document, int seat, int thing)
{
    const struct review *review = document->review;
    struct lan_writer *w = &document->json->base;
    w->open_array(w, "changes");
    for (uint32_t number = 0; number <= review->step_count; number++) {
        const float *share = belief_share(review->belief, number, seat, thing);
        if (number && belief_percents_same(share, belief_share(review->belief, number - 1, seat, thing)))
            continue;
        w->open_object(w, NULL);
        w->number(w, "entry", number ? review->step[number - 1].entry : 0);
        w->number(w, "move", number ? review->step[number - 1].move : 0);
        shares_write(document, share, thing);
        w->close(w);
    }
    w->close(w);
}

static void moved_write(const struct document *document, int seat, int thing)
{
    const struct review *review = document->review;
    const struct belief_moved *moved = &review->belief->moved[seat][thing];
    struct lan_writer *w = &document->json->base;
    if (!moved->step)
        return;
    w->open_object(w, "moved");
    step_place(document, &review->step[moved->step - 1]);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        char sentence[MOMENT_SAY_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        belief_moved_say(review, seat, thing, (enum lan_lang)lang, document->names, &text);
        w->string(w, lang_key(lang), sentence);
    }
    clause_write(document, &review->step[moved->step - 1], seat);
    w->close(w);
}

static void thing_write(const struct document *document, int seat, int thing)
{
    const struct review_belief *belief = document->review->belief;
    const struct lan_game *game = belief->rules->game;
    const struct belief_thing *about = &belief->thing[thing];
    struct lan_writer *w = &document->json->base;
    int truth = belief_last(belief, thing);
    w->open_object(w, NULL);
    w->string(w, "field", game->fields[about->field].name);
    w->string(w, "type", game->types[belief_type(belief, thing)].name);
    w->number(w, "seat", about->holder + 1);
    w->open_array(w, "at");
    for (int i = 0; i < about->dims; i++)
        w->number(w, NULL, about->at[i] + 1);
    w->close(w);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        char label[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(label, sizeof label);
        belief_label(belief, thing, (enum lan_lang)lang, document->names, &text);
        w->string(w, lang_key(lang), label);
    }
    if (truth >= 0)
        lan_write_value(w, "was", game, belief_type(belief, thing), truth + belief_first(belief, thing));
    else
        w->none(w, "was");
    changes_write(document, seat, thing);
    moved_write(document, seat, thing);
    w->close(w);
}

static void beliefs_write(const struct document *document, int seat)
{
    const struct review_belief *belief = document->review->belief;
    struct lan_writer *w = &document->json->base;
    w->open_array(w, "beliefs");
    for (int thing = 0; thing < belief->things; thing++) {
        if (belief_shown(belief, seat, thing))
            thing_write(document, seat, thing);
    }
    w->close(w);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static void seat_write(const struct document *document, int seat, bool whole)
{
    const struct review *review = document->review;
    struct lan_writer *w = &document->json->base;
    struct moment moment[MOMENTS_MAX];
    w->open_object(w, NULL);
    w->number(w, "seat", seat + 1);
    w->string(w, "name", document->names[seat]);
    real_write(document->json, "start", review->start[seat]);
    real_write(document->json, "result", review->result[seat]);
    real_write(document->json, "adjusted", review_adjusted(review, seat));
    w->open_object(w, "parts");
    for (int cause = 0; cause < REVIEW_CAUSES; cause++)
        real_write(document->json, review_cause_ids[cause], review->part[seat][cause]);
    w->close(w);
    points_write(document, seat);
    real_write(document->json, "luck_error", review->luck_error[seat]);
    real_write(document->json, "others_error", review->others_error[seat]);
    int count = moments_lucky(review, seat, moment);
    moments_write(document, "lucky", seat, moment, count);
    count = moments_costly(review, seat, moment);
    moments_write(document, "costly", seat, moment, count);
    if (whole) {
        curve_write(document, seat);
        marks_write(document, seat);
    }
    if (whole && review->belief)
        beliefs_write(document, seat);
    w->close(w);
}

void review_document(const struct review *review, int seat, const char *const *names, struct lan_json *json)
{
    const struct document document = {review, names, json};
    struct lan_writer *w = &json->base;
    w->string(w, "game", review->rules->game->name);
    w->number(w, "version", REVIEW_VERSION);
    w->number(w, "playouts", review->playouts);
    w->open_array(w, "seats");
    for (int i = 0; i < review->rules->seats; i++) {
        if (seat == LAN_WATCHER || i == seat)
            seat_write(&document, i, i == seat);
    }
    w->close(w);
}
