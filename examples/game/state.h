/* state.h - the whole truth of a game of Lamplighters; only this folder may include it. */
#ifndef LAN_LAMPS_STATE_H
#define LAN_LAMPS_STATE_H

#include "field.h"
#include "lamps.h"

struct lamps_state {
    struct lamps_public pub;
    uint16_t hand[LAMPS_SEATS_MAX];
    uint8_t dark[LAMPS_SEATS_MAX]; /* the lantern behind the shutters: lantern + 1, 0 for none */
};

_Static_assert(sizeof(struct lamps_public) == 5 + 2 * LAMPS_SEATS_MAX + LAMPS_LANTERNS, "no padding");
_Static_assert(sizeof(struct lamps_state) == sizeof(struct lamps_public) + 3 * LAMPS_SEATS_MAX, "no padding");
_Static_assert(sizeof(struct lamps_view) == sizeof(struct lamps_public) + 6, "no padding");

enum lamps_refusal {
    LAMPS_ACCEPTED,
#define REFUSAL(name, ...) LAMPS_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    LAMPS_REFUSALS
};

static inline const struct lamps_rules *lamps_rules_of(const struct lan_rules *rules)
{
    return (const struct lamps_rules *)rules;
}

static inline const struct lamps_state *lamps_state_of(const struct lan_state *state)
{
    return (const struct lamps_state *)state;
}

/* play.c */
void lamps_setup(const struct lan_rules *rules, struct lan_state *state);
void lamps_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
void lamps_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                   struct lan_list *list);
int lamps_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                struct lan_events *events);
void lamps_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);

/* view.c */
void lamps_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                   struct lan_view *view);
void lamps_view_write(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);
void lamps_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                        struct lan_sampler *sampler);
void lamps_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                        struct lan_state *state);

enum { LAMPS_FIELDS = 13 };
extern const struct lan_field lamps_fields[LAMPS_FIELDS];

/* draw.c */
void lamps_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                struct lan_text *out);
void lamps_prompt(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                  struct lan_text *out);

/* sane.c */
const char *lamps_sane(const struct lan_rules *rules, const struct lan_state *state);

#endif
