#include "leaks.h"

#include <stdio.h>
#include <string.h>

#include "layout.h"
#include "setups.h"

enum { FOLLOWED_STEPS = 10, WHOLE_IN = 24 };

struct search {
    const struct lan_rules *rules;
    const struct lan_game *game;
    struct lan_rng rng;
    struct leaks *leaks;
    int viewer;
    bool whole;        /* try every refusal at every position, not now and then */
    const char *twins; /* how they were made */
};

struct told {
    int count;
    struct lan_event event[LAN_EVENTS_MAX];
};

static void leak_found(struct search *s, const char *what, const struct step *step)
{
    char notation[LAN_NOTATION_MAX] = "";
    struct lan_text text = lan_text_init(notation, sizeof notation);
    if (step)
        lan_action_write(s->game, step->action, &text);
    if (!s->leaks->found++)
        snprintf(s->leaks->first, LEAK_TEXT_MAX, "%s twins of %s: %s%s%s", s->twins, viewer_name(s->viewer),
                 what, step ? " after " : "", notation);
}

static struct lan_state *state_of(union lan_state_buf *buf)
{
    return (struct lan_state *)buf;
}

static bool states_differ(const struct search *s, const union lan_state_buf *a, const union lan_state_buf *b)
{
    return memcmp(a, b, s->game->state_size) != 0;
}

/* Applies a step and keeps what the viewer is told; false when it is refused. */
static bool step_tell(const struct search *s, union lan_state_buf *state, const struct step *step,
                      struct told *told, bool *undoable)
{
    static struct lan_events events;
    events.count = 0;
    if (lan_apply(s->rules, state_of(state), step->seat, step->action, &events))
        return false;
    told->count = 0;
    for (int i = 0; i < events.count; i++)
        told->count += lan_event_tell(s->game, &events.event[i], s->viewer, &told->event[told->count]);
    *undoable = lan_events_undoable(s->game, &events);
    return true;
}

static bool told_same(const struct told *a, const struct told *b)
{
    return a->count == b->count && memcmp(a->event, b->event, (size_t)a->count * sizeof *a->event) == 0;
}

/* ---- What is sent at one position ---------------------------------------------------------------------- */

static bool views_differ(const struct search *s, union lan_state_buf *a, union lan_state_buf *b)
{
    union lan_view_buf view_a, view_b;
    s->game->observe(s->rules, state_of(a), s->viewer, (struct lan_view *)&view_a);
    s->game->observe(s->rules, state_of(b), s->viewer, (struct lan_view *)&view_b);
    return memcmp(&view_a, &view_b, s->game->view_size) != 0;
}

/* Whether the arrays that learners are given differ in any byte. */
static bool arrays_differ(const struct search *s, union lan_state_buf *a, union lan_state_buf *b)
{
    /* The layout depends on the game, the number of seats and the viewer alone. */
    static struct lan_layout layout[LAN_WATCHER + 1];
    static const struct lan_field *fields[LAN_WATCHER + 1];
    static uint8_t cells_a[LAN_LAYOUT_CELLS_MAX], cells_b[LAN_LAYOUT_CELLS_MAX];
    struct lan_layout *mine = &layout[s->viewer];
    union lan_view_buf view;
    if (fields[s->viewer] != s->game->fields || mine->seats != s->rules->seats)
        lan_layout_init(s->rules, s->viewer, mine);
    fields[s->viewer] = s->game->fields;
    s->game->observe(s->rules, state_of(a), s->viewer, (struct lan_view *)&view);
    lan_layout_fill(mine, (const struct lan_view *)&view, cells_a);
    s->game->observe(s->rules, state_of(b), s->viewer, (struct lan_view *)&view);
    lan_layout_fill(mine, (const struct lan_view *)&view, cells_b);
    if (s->leaks)
        s->leaks->array_bytes += mine->cells;
    return memcmp(cells_a, cells_b, mine->cells) != 0;
}

static bool lists_differ(const struct search *s, union lan_state_buf *a, union lan_state_buf *b)
{
    struct lan_list list_a, list_b;
    lan_actions(s->rules, state_of(a), s->viewer, &list_a);
    lan_actions(s->rules, state_of(b), s->viewer, &list_b);
    return list_a.count != list_b.count || list_a.musts != list_b.musts ||
           memcmp(list_a.action, list_b.action, list_a.count * sizeof *list_a.action) != 0;
}

static bool refusals_differ(const struct search *s, union lan_state_buf *a, union lan_state_buf *b)
{
    union lan_state_buf copy_a = *a, copy_b = *b;
    for (uint32_t i = 0; i < lan_action_count(s->game); i++) {
        lan_action action = lan_action_at(s->game, i);
        int refusal_a = lan_apply(s->rules, state_of(&copy_a), s->viewer, action, NULL);
        int refusal_b = lan_apply(s->rules, state_of(&copy_b), s->viewer, action, NULL);
        if (refusal_a != refusal_b)
            return true;
        if (!refusal_a) {
            copy_a = *a;
            copy_b = *b;
        }
    }
    return false;
}

/* The name of what is sent to the viewer and differs, or NULL. */
static const char *sent_differs(struct search *s, union lan_state_buf *a, union lan_state_buf *b)
{
    struct lan_turn turn_a, turn_b;
    s->game->turn(s->rules, state_of(a), &turn_a);
    s->game->turn(s->rules, state_of(b), &turn_b);
    if (turn_a.must != turn_b.must || turn_a.window != turn_b.window)
        return "who is waited for differs";
    if (turn_a.active != turn_b.active || turn_a.moment != turn_b.moment)
        return "whose turn it is differs";
    if (views_differ(s, a, b))
        return "the view differs";
    if (arrays_differ(s, a, b))
        return "the array for learners differs";
    if (s->viewer == LAN_WATCHER)
        return NULL;
    if ((turn_a.may ^ turn_b.may) >> s->viewer & 1)
        return "whether the seat may act differs";
    if (lists_differ(s, a, b))
        return "the list of actions differs";
    if ((s->whole || lan_rng_below(&s->rng, WHOLE_IN) == 0) && refusals_differ(s, a, b))
        return "a refusal differs";
    return NULL;
}

const char *leaks_compare(const struct lan_rules *rules, int viewer, const struct lan_state *a,
                          const struct lan_state *b)
{
    struct search s = {.rules = rules, .game = rules->game, .viewer = viewer, .whole = true};
    union lan_state_buf room_a, room_b;
    memcpy(&room_a, a, rules->game->state_size);
    memcpy(&room_b, b, rules->game->state_size);
    return sent_differs(&s, &room_a, &room_b);
}

/* ---- Going on together --------------------------------------------------------------------------------- */

/*
 * Applies to the twin what tells the viewer the same as `told`: the same action if that is possible, else,
 * when another seat or chance acts, one that looks like it. False when there is none.
 */
static bool twin_follow(struct search *s, union lan_state_buf *twin, const struct step *step,
                        const struct told *told)
{
    struct lan_list list;
    struct told twin_told;
    bool undoable;
    lan_actions(s->rules, state_of(twin), step->seat, &list);
    int first = list.count ? (int)lan_rng_below(&s->rng, list.count) : 0;
    for (int i = 0; i < list.count; i++) {
        union lan_state_buf tried = *twin;
        struct step other = {step->seat, list.action[(first + i) % list.count]};
        if (step_tell(s, &tried, &other, &twin_told, &undoable) && told_same(told, &twin_told)) {
            *twin = tried;
            return true;
        }
    }
    return false;
}

static void follow(struct search *s, union lan_state_buf state, union lan_state_buf twin)
{
    for (int i = 0; i < FOLLOWED_STEPS; i++) {
        struct step step;
        struct told told, twin_told;
        bool undoable, twin_undoable;
        union lan_state_buf twin_before = twin;
        if (!step_choose(s->rules, state_of(&state), &s->rng, &step))
            return;
        lan_assert(step_tell(s, &state, &step, &told, &undoable));
        if (!step_tell(s, &twin, &step, &twin_told, &twin_undoable)) {
            if (step.seat == s->viewer) {
                leak_found(s, "an own action is refused in one of them", &step);
                return;
            }
            if (!twin_follow(s, &twin, &step, &told))
                return;
        } else if (!told_same(&told, &twin_told)) {
            if (states_differ(s, &state, &twin) && !views_differ(s, &state, &twin))
                leak_found(s, "what is told differs and the views do not", &step);
            if (undoable || twin_undoable)
                leak_found(s, "something was told by an action that can be taken back", &step);
            if (step.seat == s->viewer || !twin_follow(s, &twin_before, &step, &told))
                return;
            twin = twin_before;
        }
        const char *what = sent_differs(s, &state, &twin);
        if (what) {
            leak_found(s, what, &step);
            return;
        }
    }
}

/* ---- Making twins -------------------------------------------------------------------------------------- */

static void sampled_twin(struct search *s, union lan_state_buf *state)
{
    union lan_view_buf view;
    union lan_sampler_buf sampler;
    union lan_state_buf twin;
    s->twins = "sampled";
    s->game->observe(s->rules, state_of(state), s->viewer, (struct lan_view *)&view);
    s->game->sampler_init(s->rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    s->game->sampler_draw(s->rules, (const struct lan_sampler *)&sampler, &s->rng, state_of(&twin));
    const char *what = s->game->sane(s->rules, state_of(&twin));
    if (what) {
        leak_found(s, what, NULL);
        return;
    }
    s->leaks->sampled[s->viewer] += states_differ(s, state, &twin);
    what = sent_differs(s, state, &twin);
    if (what)
        leak_found(s, what, NULL);
    else
        follow(s, *state, twin);
}

/* Replaces `step`, an action of another seat or of chance, by a different one. */
static void log_twin(struct search *s, union lan_state_buf *state, const struct step *step)
{
    struct lan_list list;
    struct told told, twin_told;
    bool undoable;
    union lan_state_buf after = *state, twin = *state;
    s->twins = "log";
    lan_actions(s->rules, state_of(state), step->seat, &list);
    struct step other = {step->seat, list.action[lan_rng_below(&s->rng, list.count)]};
    if (other.action == step->action)
        return;
    lan_assert(step_tell(s, &after, step, &told, &undoable));
    lan_assert(step_tell(s, &twin, &other, &twin_told, &undoable));
    if (!told_same(&told, &twin_told)) {
        if (states_differ(s, &after, &twin) && !views_differ(s, &after, &twin))
            leak_found(s, "what is told differs and the views do not", step);
        return;
    }
    s->leaks->logged[s->viewer] += states_differ(s, &after, &twin);
    const char *what = sent_differs(s, &after, &twin);
    if (what)
        leak_found(s, what, step);
    else
        follow(s, after, twin);
}

static void viewers_compare(struct search *s, union lan_state_buf *state, const struct step *step)
{
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        if (viewer >= s->rules->seats && viewer != LAN_WATCHER)
            continue;
        s->viewer = viewer;
        sampled_twin(s, state);
        if (step->seat != viewer)
            log_twin(s, state, step);
    }
}

void leaks_look(const struct lan_rules *rules, uint64_t seed, int games, struct leaks *leaks)
{
    struct search s = {.rules = rules, .game = rules->game, .leaks = leaks};
    lan_rng_init(&s.rng, seed);
    for (int i = 0; i < games; i++) {
        union lan_state_buf state;
        struct step step;
        memset(&state, 0, sizeof state);
        rules->game->setup(rules, state_of(&state));
        for (int at = i; step_choose(rules, state_of(&state), &s.rng, &step); at++) {
            if (!leaks->every || at % leaks->every == 0)
                viewers_compare(&s, &state, &step);
            lan_assert(!lan_apply(rules, state_of(&state), step.seat, step.action, NULL));
        }
    }
}

bool leaks_possible(const struct lan_game *game)
{
    for (int i = 0; i < game->event_kind_count; i++) {
        if (game->event_kinds[i].told != LAN_TO_ALL)
            return true;
        for (int arg = 0; arg < game->event_kinds[i].args; arg++) {
            if (game->event_kinds[i].arg[arg].told != LAN_TO_ALL)
                return true;
        }
    }
    return false;
}
