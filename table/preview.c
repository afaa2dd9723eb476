#include "preview.h"

#include <string.h>

#include "hash.h"

/* What one preview draws states with. */
struct draws {
    const struct lan_rules *rules;
    int seat;
    lan_action action;
    union lan_sampler_buf sampler;
    struct lan_rng rng;
};

/* Seeds the draws with a hash of view and action: equal questions draw equal states. */
static void rng_seed(struct draws *draws, const struct lan_view *view)
{
    struct lan_hash hash;
    uint8_t bytes[LAN_HASH_BYTES];
    uint64_t seed;
    lan_hash_init(&hash);
    lan_hash_add(&hash, view, draws->rules->game->view_size);
    lan_hash_add(&hash, &draws->action, sizeof draws->action);
    lan_hash_end(&hash, bytes);
    memcpy(&seed, bytes, sizeof seed);
    lan_rng_init(&draws->rng, seed);
}

/* Of these events what the seat is told. */
static void told_collect(const struct lan_game *game, const struct lan_events *events, int seat,
                         struct lan_events *told)
{
    told->count = 0;
    for (int i = 0; i < events->count; i++) {
        if (lan_event_tell(game, &events->event[i], seat, &told->event[told->count]))
            told->count++;
    }
}

/* Draws a state, carries the action out and fills `preview` with what came of it. 0 or the refusal. */
static int outcome_draw(struct draws *draws, struct preview *preview)
{
    const struct lan_rules *rules = draws->rules;
    const struct lan_game *game = rules->game;
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_events events = {.count = 0};
    game->sampler_draw(rules, (const struct lan_sampler *)&draws->sampler, &draws->rng, state);
    int refusal = lan_apply(rules, state, draws->seat, draws->action, &events);
    if (refusal)
        return refusal;
    told_collect(game, &events, draws->seat, &preview->told);
    game->observe(rules, state, draws->seat, (struct lan_view *)&preview->view);
    game->turn(rules, state, &preview->turn);
    preview->end = preview->turn.must >> LAN_CHANCE & 1 ? PREVIEW_CHANCE : PREVIEW_SETTLED;
    return 0;
}

/* Reduces `one` to what `other` has too. */
static void outcome_intersect(const struct lan_game *game, struct preview *one, const struct preview *other)
{
    uint16_t count = 0;
    while (count < one->told.count && count < other->told.count &&
           memcmp(&one->told.event[count], &other->told.event[count], sizeof *one->told.event) == 0)
        count++;
    if (count != one->told.count || count != other->told.count || one->turn.must != other->turn.must ||
        one->turn.active != other->turn.active || one->turn.window != other->turn.window ||
        memcmp(&one->view, &other->view, game->view_size) != 0)
        one->end = PREVIEW_HIDDEN;
    one->told.count = count;
}

int preview_make(const struct lan_rules *rules, const struct lan_view *view, int seat, lan_action action,
                 struct preview *preview)
{
    struct draws draws = {.rules = rules, .seat = seat, .action = action};
    struct preview other;
    rng_seed(&draws, view);
    rules->game->sampler_init(rules, view, (struct lan_sampler *)&draws.sampler);
    int refusal = outcome_draw(&draws, preview);
    for (int i = 1; !refusal && i < PREVIEW_STATES && (preview->end != PREVIEW_HIDDEN || preview->told.count);
         i++) {
        refusal = outcome_draw(&draws, &other);
        if (!refusal)
            outcome_intersect(rules->game, preview, &other);
    }
    return refusal;
}
