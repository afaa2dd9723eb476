/*
 * state.h - the complete state of a Shy Monsters game, hidden parts included. Private: only this folder and
 * the set-up of its scenarios include it.
 *
 * Functions that take struct lan_rules and struct lan_state are the callbacks of struct lan_game
 * (core/lan.h); the others are shared between the files of this folder.
 */
#ifndef LAN_SHY_STATE_H
#define LAN_SHY_STATE_H

#include "field.h"
#include "shy.h"

struct shy_state {
    struct shy_public pub;
    uint8_t kind[SHY_FLOORS][SHY_TILES_MAX]; /* the kinds of each floor's tiles; zeros where none lie */
    uint8_t pair[SHY_FLOORS];                /* the monsters drawn for each floor */
    /* while building: cells of the tiles laid, ascending, then zeros */
    uint8_t cell[SHY_TILES_MAX];
    /* while building: number of tiles laid, the Entrance included; else 0 */
    uint8_t laid;
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

/*
 * pattern.c: fills the patterns and zones of the rules from the option's text, "" being the published six.
 * Returns false with `problem` filled when the text is not valid.
 */
bool shy_patterns_compile(struct shy_rules *rules, const char *text, struct lan_problem *problem);

/* play.c: shy_standing is `result` for callers that have only the public part. */
void shy_setup(const struct lan_rules *rules, struct lan_state *state);
void shy_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
int shy_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events);
void shy_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                   struct lan_events *events);
uint64_t shy_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256);
void shy_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);
void shy_standing(const struct shy_rules *rules, const struct shy_public *pub, struct lan_result *result);
int shy_groups(const struct lan_rules *rules, const struct lan_state *state, int seat,
               struct lan_group group[LAN_GROUPS_MAX]);

/* hero.c: carry out an action of the Hero, or return the refusal and change nothing. */
int shy_apply_reveal(const struct shy_rules *rules, struct shy_state *state, int cell,
                     struct lan_events *events);
int shy_apply_step(const struct shy_rules *rules, struct shy_state *state, int cell, bool attack,
                   struct lan_events *events);
int shy_apply_jump(const struct shy_rules *rules, struct shy_state *state, int over, int way, bool attack,
                   struct lan_events *events);
int shy_apply_concede(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);

/*
 * floor.c: the transitions between floors. A floor begins with the draw of its monsters, is ready once built,
 * and is left by the Exit; shy_hero_lost ends the game on the present floor.
 */
void shy_floor_begin(struct shy_state *state);
void shy_floor_built(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);
void shy_floor_left(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);
void shy_hero_lost(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events);

/*
 * list.c: shy_hand_has tells whether the Master still holds a tile of a kind; shy_frontier fills the empty
 * cells that share an edge with a tile; shy_exit_known returns the Exit's tile once it is face up, else -1;
 * shy_doomed tells whether every way on that the Hero knows is certain death (SM-H10).
 */
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

/*
 * The floor on the table as the viewer sees it: only the Entrance until it is confirmed, but for the Master
 * what is laid. *count is the number of tiles.
 */
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

/* fields.c: the fields of the view; and the ids of the phases, from the file that writes the view. */
enum { SHY_FIELDS = 28 };
extern const struct lan_field shy_fields[SHY_FIELDS];
extern const char *const shy_phase_ids[SHY_PHASES];

#endif
