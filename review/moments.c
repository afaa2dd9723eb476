#include "moments.h"

#include "choice.h"

const char *const review_cause_ids[REVIEW_CAUSES] = {"luck", "others", "own", "unknown"};

/* Changes below this are not shown: half a point of 100. */
static const double least = 0.005;

/* ---- Choosing ------------------------------------------------------------------------------------------ */

/* Puts a moment among the greatest by the size of what it changed; of equals the earlier one comes first. */
static int moment_add(struct moment moment[MOMENTS_MAX], int count, struct moment added)
{
    int at = count < MOMENTS_MAX ? count : MOMENTS_MAX;
    double size = added.by < 0 ? -added.by : added.by;
    while (at > 0 && size > (moment[at - 1].by < 0 ? -moment[at - 1].by : moment[at - 1].by)) {
        if (at < MOMENTS_MAX)
            moment[at] = moment[at - 1];
        at--;
    }
    if (at == MOMENTS_MAX)
        return count;
    moment[at] = added;
    return count < MOMENTS_MAX ? count + 1 : count;
}

int moments_lucky(const struct review *review, int seat, struct moment moment[MOMENTS_MAX])
{
    int count = 0;
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        if (step->seat == LAN_CHANCE && step->part[seat] > least)
            count = moment_add(moment, count, (struct moment){at, REVIEW_LUCK, step->part[seat]});
    }
    return count;
}

int moments_costly(const struct review *review, int seat, struct moment moment[MOMENTS_MAX])
{
    int count = 0;
    for (uint32_t at = 0; at < review->step_count; at++) {
        const struct review_step *step = &review->step[at];
        enum review_cause cause = review_cause(step, seat);
        double by = step->part[seat];
        bool good = cause == REVIEW_OWN && step->mark >= 0 && review->mark[step->mark].lost <= 0;
        if (good) {
            cause = REVIEW_UNKNOWN;
            by = review_unknown(review, at, seat);
        }
        if (by < -least && !(good && by >= -2 * step->moved_error))
            count = moment_add(moment, count, (struct moment){at, cause, by});
    }
    return count;
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static int rounded(double chance)
{
    return (int)(100 * chance + (chance < 0 ? -0.5 : 0.5));
}

void review_points(const struct review *review, int seat, struct review_points *points)
{
    points->start = rounded(review->start[seat]);
    points->result = rounded(review->result[seat]);
    points->part[REVIEW_UNKNOWN] = points->result - points->start;
    for (int cause = 0; cause < REVIEW_UNKNOWN; cause++) {
        points->part[cause] = rounded(review->part[seat][cause]);
        points->part[REVIEW_UNKNOWN] -= points->part[cause];
    }
}

static void signed_add(struct lan_text *out, int value)
{
    if (value >= 0)
        lan_text_add_char(out, '+');
    else
        lan_text_add(out, "\xe2\x88\x92"); /* a minus sign */
    lan_text_add_int(out, value < 0 ? -value : value);
}

/* Whether an event of the game, or an argument of one, is kept from anybody. */
static bool game_hides(const struct lan_game *game)
{
    for (int at = 0; at < game->event_kind_count; at++) {
        const struct lan_event_kind *kind = &game->event_kinds[at];
        if (kind->told != LAN_TO_ALL)
            return true;
        for (int arg = 0; arg < kind->args; arg++) {
            if (kind->arg[arg].told != LAN_TO_ALL)
                return true;
        }
    }
    return false;
}

/* Whether something was hidden from the seat at a decision; of a seat without one, whether anything is. */
static bool seat_unaware(const struct review *review, int seat)
{
    bool decided = false;
    for (uint32_t at = 0; at < review->mark_count; at++) {
        if (review->mark[at].seat != seat)
            continue;
        if (review->mark[at].hidden)
            return true;
        decided = true;
    }
    return !decided && game_hides(review->rules->game);
}

const char *review_rest_name(const struct review *review, int seat, enum lan_lang lang)
{
    static const struct lan_words hidden = {{"nobody could know", "nul ne savait"}},
                                  open = {{"not explained", "inexpliqué"}};
    return (seat_unaware(review, seat) ? hidden : open).in[lang];
}

void review_say(const struct review *review, int seat, enum lan_lang lang, struct lan_text *out)
{
    static const char *const words[LAN_LANGS][REVIEW_UNKNOWN] = {
        {"luck ", ", others ", ", your play "},
        {"chance ", ", les autres ", ", ton jeu "},
    };
    struct review_points points;
    review_points(review, seat, &points);
    for (int cause = 0; cause < REVIEW_CAUSES; cause++) {
        if (cause == REVIEW_UNKNOWN) {
            lan_text_add(out, ", ");
            lan_text_add(out, review_rest_name(review, seat, lang));
            lan_text_add_char(out, ' ');
        } else {
            lan_text_add(out, words[lang][cause]);
        }
        signed_add(out, points.part[cause]);
    }
}

static const char *words_of(enum lan_lang lang, const char *en, const char *fr)
{
    return lang == LAN_FR ? fr : en;
}

static void draw_say(const struct review_step *step, int seat, enum lan_lang lang, struct lan_text *out)
{
    int worse = (int)(step->worse[seat] * step->draws + 0.5);
    lan_text_add(out, words_of(lang, "Of ", "Sur "));
    lan_text_add_int(out, step->draws);
    lan_text_add(out, words_of(lang, " equally likely draws ", " tirages également possibles, "));
    if (worse)
        lan_text_add_int(out, worse);
    else
        lan_text_add(out, words_of(lang, "none", "aucun"));
    lan_text_add(out, words_of(lang, " would have been worse for you.",
                               worse > 1 ? " auraient été pires pour toi."
                               : worse   ? " aurait été pire pour toi."
                                         : " n'aurait été pire pour toi."));
}

void choice_say(const struct lan_game *game, int seat, const struct review_choice *choice, enum lan_lang lang,
                const char *const *names, struct lan_text *out)
{
    if (choice->decline)
        lan_text_add(out, words_of(lang, "nothing of it now", "rien de tout cela maintenant"));
    else
        lan_action_say(game, choice->action, lang, names, seat, out);
}

static void own_say(const struct review *review, int seat, const struct review_mark *mark, enum lan_lang lang,
                    const char *const *names, struct lan_text *out)
{
    const struct lan_game *game = review->rules->game;
    lan_text_add(out, words_of(lang, "You chose \"", "Tu as choisi « "));
    choice_say(game, seat, &mark->choice[mark->chosen], lang, names, out);
    lan_text_add(out, words_of(lang, "\". In deals that looked the same to you, \"",
                               " ». Dans des donnes qui te semblaient pareilles, « "));
    choice_say(game, seat, &mark->choice[mark->best], lang, names, out);
    lan_text_add(out, words_of(lang, "\" won ", " » a gagné "));
    lan_text_add_int(out, rounded(mark->lost));
    lan_text_add(out, words_of(lang, " more games in 100.", " parties de plus sur 100."));
}

/* Of a choice than which none was clearly better: whether what was hidden made it fail. */
static void good_say(const struct review *review, int seat, const struct review_step *step,
                     enum lan_lang lang, struct lan_text *out)
{
    const struct review_mark *mark = &review->mark[step->mark];
    uint32_t at = (uint32_t)(step - review->step);
    if (review_verdict(review, mark) == REVIEW_UNLUCKY)
        lan_text_add(out,
                     words_of(lang,
                              "A good move, unlucky: no choice was clearly better by what you knew, and "
                              "what was hidden from you made it fail.",
                              "Un bon coup, sans chance : rien n'était nettement meilleur d'après ce que "
                              "tu savais, et c'est ce qui t'était caché qui l'a fait échouer."));
    else if (review_unknown(review, at, seat) < -2 * step->moved_error - least)
        lan_text_add(out, words_of(lang,
                                   "No choice was clearly better by what you knew, but after it fewer games "
                                   "were won.",
                                   "Rien n'était nettement meilleur d'après ce que tu savais, mais ensuite "
                                   "moins de parties ont été gagnées."));
    else
        lan_text_add(out, words_of(lang, "No choice was clearly better by what you knew.",
                                   "Rien n'était nettement meilleur d'après ce que tu savais."));
}

/* Why the moment counts. */
static void reason_say(const struct review *review, int seat, const struct moment *moment, enum lan_lang lang,
                       const char *const *names, struct lan_text *out)
{
    const struct review_step *step = &review->step[moment->step];
    if (step->left)
        lan_text_add(out, words_of(lang, "The game was left here.", "La partie a été quittée ici."));
    else if (moment->cause == REVIEW_LUCK)
        draw_say(step, seat, lang, out);
    else if (moment->cause == REVIEW_OTHERS)
        lan_text_add(out, words_of(lang, "Their usual choice would have left you more.",
                                   "Leur choix habituel t'aurait laissé davantage."));
    else if (moment->cause == REVIEW_OWN)
        own_say(review, seat, &review->mark[step->mark], lang, names, out);
    else
        good_say(review, seat, step, lang, out);
}

/* Appends what happened, and the clause. What only another seat was told is quoted in that seat's words. */
static const struct lan_event *event_quote(const struct review *review, int seat,
                                           const struct review_step *step, enum lan_lang lang,
                                           const char *const *names, struct lan_text *out)
{
    const struct lan_game *game = review->rules->game;
    int reader;
    const struct lan_event *event = review_event_of_any(step, seat, review->rules->seats, &reader);
    if (!event)
        return NULL;
    if (reader != seat) {
        lan_text_add(out, words_of(lang, "Seen by ", "Vu par "));
        lan_text_add(out, names[reader]);
        lan_text_add(out, words_of(lang, ": \"", " : « "));
    }
    lan_event_say(game, event, lang, names, reader, out);
    if (reader != seat)
        lan_text_add(out, words_of(lang, "\"", " »"));
    lan_text_add_char(out, ' ');
    return event;
}

void moment_say(const struct review *review, int seat, const struct moment *moment, enum lan_lang lang,
                const char *const *names, struct lan_text *out)
{
    const struct lan_game *game = review->rules->game;
    const struct lan_event *event = event_quote(review, seat, &review->step[moment->step], lang, names, out);
    reason_say(review, seat, moment, lang, names, out);
    if (event) {
        lan_text_add(out, " [");
        lan_text_add(out, game->clauses[event->clause].id);
        lan_text_add_char(out, ']');
    }
}

void mark_say(const struct review *review, const struct review_mark *mark, enum lan_lang lang,
              const char *const *names, struct lan_text *out)
{
    const struct moment moment = {.step = mark->step, .cause = mark->lost > 0 ? REVIEW_OWN : REVIEW_UNKNOWN};
    moment_say(review, mark->seat, &moment, lang, names, out);
}
