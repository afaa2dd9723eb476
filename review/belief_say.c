#include "belief_say.h"

int belief_percent(float share)
{
    return (int)(100 * share + 0.5f);
}

bool belief_percents_same(const float *a, const float *b)
{
    for (int value = 0; value < BELIEF_VALUES; value++) {
        if (belief_percent(a[value]) != belief_percent(b[value]))
            return false;
    }
    return true;
}

int belief_last(const struct review_belief *belief, int thing)
{
    for (uint32_t number = belief->steps + 1; number-- > 0;) {
        int truth = belief_truth(belief, number, thing);
        if (truth >= 0)
            return truth;
    }
    return -1;
}

/* Whether elements of the views of two seats are the same thing: one place, and values that never differ. */
static bool things_same(const struct review_belief *belief, int a, int b)
{
    const struct belief_thing *one = &belief->thing[a], *other = &belief->thing[b];
    bool together = false;
    if (!one->dims || one->field != other->field || one->offset != other->offset)
        return false;
    for (uint32_t number = 0; number <= belief->steps; number++) {
        int left = belief_truth(belief, number, a), right = belief_truth(belief, number, b);
        together |= left >= 0 && right >= 0;
        if (left >= 0 && right >= 0 && left != right)
            return false;
    }
    return together;
}

bool belief_shown(const struct review_belief *belief, int seat, int thing)
{
    bool believed = false;
    if (belief->thing[thing].holder == seat)
        return false;
    for (int other = 0; other < thing; other++) {
        if (belief->thing[other].holder != seat && things_same(belief, other, thing))
            return false;
    }
    for (uint32_t number = 0; number <= belief->steps && !believed; number++) {
        const float *share = belief_share(belief, number, seat, thing);
        for (int value = 0; value < BELIEF_VALUES && !believed; value++)
            believed = share[value] > 0;
    }
    return believed;
}

void belief_label(const struct review_belief *belief, int thing, enum lan_lang lang, const char *const *names,
                  struct lan_text *out)
{
    const struct belief_thing *about = &belief->thing[thing];
    const struct lan_game *game = belief->rules->game;
    bool by_seat = about->dims && game->fields[about->field].by_seat;
    (void)lang;
    lan_text_add(out, names[by_seat ? about->at[0] : about->holder]);
    for (int i = by_seat ? 1 : 0; i < about->dims; i++) {
        lan_text_add_char(out, i == (by_seat ? 1 : 0) ? ' ' : '.');
        lan_text_add_int(out, about->at[i] + 1);
    }
}

void belief_value_say(const struct review_belief *belief, int thing, int value, enum lan_lang lang,
                      struct lan_text *out)
{
    const struct lan_game *game = belief->rules->game;
    const struct lan_type *type = &game->types[belief_type(belief, thing)];
    int of_type = value + belief_first(belief, thing), at = of_type - type->first;
    if (type->words && at >= 0 && at < type->count)
        lan_text_add(out, type->words[at].name.in[lang]);
    else
        lan_value_write(game, belief_type(belief, thing), of_type, out);
}

void belief_moved_say(const struct review *review, int seat, int thing, enum lan_lang lang,
                      const char *const *names, struct lan_text *out)
{
    const struct review_belief *belief = review->belief;
    const struct lan_game *game = belief->rules->game;
    uint32_t number = belief->moved[seat][thing].step;
    const struct lan_event *event = review_event(&review->step[number - 1], seat);
    const float *before = belief_share(belief, number - 1, seat, thing);
    const float *after = belief_share(belief, number, seat, thing);
    int value = 0;
    float most = -1;
    for (int i = 0; i < BELIEF_VALUES; i++) {
        float by = before[i] > after[i] ? before[i] - after[i] : after[i] - before[i];
        if (by > most) {
            most = by;
            value = i;
        }
    }
    if (event) {
        lan_event_say(game, event, lang, names, seat, out);
        lan_text_add_char(out, ' ');
    }
    belief_value_say(belief, thing, value, lang, out);
    lan_text_add(out, lang == LAN_FR ? " : de " : ": from ");
    lan_text_add_int(out, (belief_percent(before[value]) + 5) / 10);
    lan_text_add(out, lang == LAN_FR ? " à " : " to ");
    lan_text_add_int(out, (belief_percent(after[value]) + 5) / 10);
    lan_text_add(out, lang == LAN_FR ? " sur 10." : " in 10.");
    if (event) {
        lan_text_add(out, " [");
        lan_text_add(out, game->clauses[event->clause].id);
        lan_text_add_char(out, ']');
    }
}
