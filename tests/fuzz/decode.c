/* Any bytes as a state: refused with a reason, or safe to show, to sample from and to play on. */
#include <string.h>

#include "tape.h"
#include "write.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void show_and_sample(const struct lan_rules *rules, const struct lan_state *state, struct lan_rng *rng)
{
    static char text[1 << 17];
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        union lan_view_buf view;
        union lan_sampler_buf sampler;
        union lan_state_buf drawn;
        struct lan_text out = lan_text_init(text, sizeof text);
        if (viewer >= rules->seats && viewer != LAN_WATCHER)
            continue;
        rules->game->observe(rules, state, viewer, (struct lan_view *)&view);
        lan_view_json(rules, (const struct lan_view *)&view, &out);
        rules->game->sampler_init(rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
        rules->game->sampler_draw(rules, (const struct lan_sampler *)&sampler, rng,
                                  (struct lan_state *)&drawn);
    }
}

/* A state of a random game, so that the fuzzer begins near what is accepted, with some bytes overwritten. */
static void state_make(struct tape *tape, const struct lan_rules *rules, uint8_t *bytes)
{
    union lan_state_buf state;
    struct lan_rng rng;
    lan_rng_init(&rng, tape_byte(tape));
    memset(&state, 0, sizeof state);
    rules->game->setup(rules, (struct lan_state *)&state);
    for (uint32_t steps = tape_below(tape, 512); steps; steps--) {
        struct lan_turn turn;
        rules->game->turn(rules, (const struct lan_state *)&state, &turn);
        if (!turn.must)
            break;
        int seat = __builtin_ctz(turn.must);
        lan_action action = lan_pick(rules, (const struct lan_state *)&state, seat, &rng);
        lan_assert(!lan_apply(rules, (struct lan_state *)&state, seat, action, NULL));
    }
    lan_encode(rules, (const struct lan_state *)&state, bytes);
    while (tape->left) {
        uint32_t at = tape_below(tape, rules->game->state_size);
        bytes[at] = tape_byte(tape);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static union lan_rules_buf buf;
    struct tape tape = {input, size};
    union lan_state_buf state;
    uint8_t bytes[LAN_STATE_MAX];
    struct lan_rng rng;
    const struct lan_rules *rules = tape_setup(&tape, &buf);
    if (!rules)
        return 0;
    state_make(&tape, rules, bytes);
    if (lan_decode(rules, bytes, rules->game->state_size, (struct lan_state *)&state))
        return 0;
    lan_rng_init(&rng, 1);
    show_and_sample(rules, (const struct lan_state *)&state, &rng);
    for (uint32_t steps = 0; steps < rules->game->length_max; steps++) {
        struct lan_turn turn;
        rules->game->turn(rules, (const struct lan_state *)&state, &turn);
        if (!turn.must)
            break;
        int seat = __builtin_ctz(turn.must);
        lan_action action = lan_pick(rules, (const struct lan_state *)&state, seat, &rng);
        lan_assert(!lan_apply(rules, (struct lan_state *)&state, seat, action, NULL));
        lan_assert(!rules->game->sane(rules, (const struct lan_state *)&state));
    }
    return 0;
}
