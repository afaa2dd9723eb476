/* state.h - the whole truth of a Shy Monsters game; only this folder (and its scenarios' set-up) may include it. */
#ifndef LAN_SHY_STATE_H
#define LAN_SHY_STATE_H

#include "shy.h"

struct shy_state {
    struct shy_public pub;
    uint8_t kind[SHY_FLOORS][SHY_TILES_MAX]; /* what the tiles of each floor are; zeros where none lie */
    uint8_t pair[SHY_FLOORS];                /* the monsters drawn for each floor */
    uint8_t cell[SHY_TILES_MAX];             /* while building: the tiles laid, rising, then zeros */
    uint8_t laid;                            /* while building: how many, the Entrance included; else 0 */
};

_Static_assert(sizeof(struct shy_hunt) == 3 * SHY_TILES_MAX + 6, "no padding");
_Static_assert(sizeof(struct shy_public) ==
                   sizeof(struct shy_hunt) + SHY_FLOORS * sizeof(struct shy_past) + 19,
               "no padding");
_Static_assert(sizeof(struct shy_state) == sizeof(struct shy_public) + SHY_FLOORS * 8 + 8, "no padding");
_Static_assert(sizeof(struct shy_view) == sizeof(struct shy_public) + SHY_FLOORS * 8 + 16, "no padding");

enum shy_refusal {
    SHY_ACCEPTED,
#define REFUSAL(name, ...) SHY_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    SHY_REFUSALS
};

static inline const struct shy_rules *shy_rules_of(const struct lan_rules *rules)
{
    return (const struct shy_rules *)rules;
}

static inline const struct shy_state *shy_state_of(const struct lan_state *state)
{
    return (const struct shy_state *)state;
}

/* The monsters not drawn yet in this game. */
static inline unsigned shy_pile(const struct shy_state *state)
{
    const uint8_t *pair = &state->pair[state->pub.game * SHY_STOREYS];
    return SHY_PILE_ALL & ~(unsigned)(pair[0] | pair[1] | pair[2]);
}

/* Cells of the grid, by bit. */
struct shy_cells {
    uint64_t word[3];
};

/* pattern.c */
bool shy_patterns_compile(struct shy_rules *rules, const char *text, struct lan_problem *problem);

/* play.c */
void shy_setup(const struct lan_rules *rules, struct lan_state *state);
void shy_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
int shy_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events);
void shy_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);
void shy_standing(const struct shy_rules *rules, const struct shy_public *pub, struct lan_result *result);
int shy_groups(const struct lan_rules *rules, const struct lan_state *state, int seat,
               struct lan_group group[LAN_GROUPS_MAX]);

/* hero.c */
int shy_apply_reveal(const struct shy_rules *rules, struct shy_state *state, int cell,
                     struct lan_events *events);
int shy_apply_step(const struct shy_rules *rules, struct shy_state *state, int cell, bool attack,
                   struct lan_events *events);
int shy_apply_jump(const struct shy_rules *rules, struct shy_state *state, int over, int way, bool attack,
                   struct lan_events *events);
int shy_apply_concede(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);

/* floor.c */
void shy_floor_begin(struct shy_state *state);
void shy_floor_built(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);
void shy_floor_left(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);
void shy_hero_lost(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);

/* list.c */
void shy_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                 struct lan_list *list);
lan_action shy_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_rng *rng);
bool shy_hand_has(const struct shy_state *state, int kind);
void shy_frontier(const uint8_t *cell, int count, struct shy_cells *frontier);
int shy_exit_known(const struct shy_state *state);
bool shy_doomed(const struct shy_rules *rules, const struct shy_state *state);

/* view.c */
void shy_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                 struct lan_view *view);
void shy_view_write(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);

/* The floor now on the table, as far as the viewer sees it: the Entrance alone before it is confirmed, for the
 * Master what is laid. `count` is the number of tiles. */
struct shy_hunt shy_floor_seen(const struct shy_view *view, int *count);

/* draw.c, prompt.c */
void shy_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
              struct lan_text *out);
void shy_prompt(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                struct lan_text *out);

void shy_warn(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
              const struct lan_reader *reader, struct lan_text *out);

/* sample.c */
void shy_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                      struct lan_sampler *sampler);
void shy_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                      struct lan_state *state);

/* sane.c */
const char *shy_sane(const struct lan_rules *rules, const struct lan_state *state);

#endif
