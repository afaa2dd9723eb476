/*
 * state.h - the state of a Treasure Hunters game. Private: only this folder and the set-up of its scenarios
 * include it.
 *
 * Functions that take struct lan_rules and struct lan_state are the callbacks of struct lan_game
 * (core/lan.h); the others are shared between the files of this folder.
 */
#ifndef LAN_TREASURE_HUNTERS_STATE_H
#define LAN_TREASURE_HUNTERS_STATE_H

#include "field.h"
#include "treasure-hunters.h"

/* Everything is public: what players do not know has not been drawn yet. */
struct th_state {
    struct th_public pub;
};

_Static_assert(sizeof(struct th_cards) == 8, "no padding");
_Static_assert(sizeof(struct th_public) == 4 + 6 + 16 + 3 * 8 + 8 + 2 * TH_ROOMS + 22, "no padding");
_Static_assert(sizeof(struct th_view) == sizeof(struct th_public) + 4, "no padding");
_Static_assert(sizeof(struct th_rules) <= LAN_RULES_MAX, "fits the caller's room");

enum th_refusal {
    TH_ACCEPTED,
#define REFUSAL(name, ...) TH_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    TH_REFUSALS
};

static inline const struct th_rules *th_rules_of(const struct lan_rules *rules)
{
    return (const struct th_rules *)rules;
}

static inline const struct th_state *th_state_of(const struct lan_state *state)
{
    return (const struct th_state *)state;
}

/* The arguments shared by functions that carry out an action. Lives for one call of th_apply. */
struct th_play {
    const struct th_rules *rules;
    struct th_public *pub;
    struct lan_events *events;
    bool listed; /* the action is one that th_actions lists: where a hunter can go is not asked again */
};

/* walk.c: fills the path tables of the rules from the board and the options. */
void th_ways_compile(struct th_rules *rules);

/* cards.c: adds or removes one card; th_cards_has returns how many of a card there are. */
void th_cards_add(struct th_cards *cards, int card);
void th_cards_remove(struct th_cards *cards, int card);
int th_cards_has(const struct th_cards *cards, int card);
/* Carries out a card just turned up and sets pub->phase to what comes next. */
void th_card_play(const struct th_play *play, int card);

/* play.c */
void th_setup(const struct lan_rules *rules, struct lan_state *state);
void th_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
int th_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
             struct lan_events *events);
void th_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                  struct lan_events *events);
uint64_t th_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                    int may_of_256);
/* Carry out what was rolled or chosen: a move's die, fight dice, an action listed while a hunter moves. */
void th_rolled(const struct th_play *play, int steps);
void th_fought_one(const struct th_play *play, int face);
void th_fought_two(const struct th_play *play, int face, int other);
void th_moved(const struct th_play *play, int seat, lan_action action);
/* Begins the move, after the die and its cards. */
void th_move_begin(const struct th_play *play);

/* end.c: checks the four endings in the order of TH-E5. Returns true when the game is over. */
bool th_end_check(const struct th_play *play);
void th_end_lose(const struct th_play *play, int clause);
void th_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);

/* list.c */
void th_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                struct lan_list *list);
lan_action th_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                   struct lan_rng *rng);
/* The callback of struct lan_steps. */
uint64_t th_ahead(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng);
/* Hunters that the player of this turn may name now, by bit. */
unsigned th_nameable(const struct th_rules *rules, const struct th_public *pub);
/* Nodes that `go` may name now: th_stops, with the hunter's own place only where coming back counts. */
uint64_t th_targets(const struct th_rules *rules, const struct th_public *pub);
/* Whether the active hunter may end its move where it stands. */
bool th_can_stay(const struct th_rules *rules, const struct th_public *pub);

/* expand.c */
bool th_expand(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
               struct lan_list *list);

/* view.c */
void th_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                struct lan_view *view);
void th_view_write(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);
void th_sampler_init(const struct lan_rules *rules, const struct lan_view *view, struct lan_sampler *sampler);
void th_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                     struct lan_state *state);

/* draw.c and prompt.c */
void th_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
             struct lan_text *out);
void th_warn(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
             const struct lan_reader *reader, struct lan_text *out);
void th_prompt(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
               struct lan_text *out);

/* sane.c */
const char *th_sane(const struct lan_rules *rules, const struct lan_state *state);

/* fields.c: the fields of the view; and the ids of the phases, from the file that writes the view. */
enum { TH_FIELDS = 39 };
extern const struct lan_field th_fields[TH_FIELDS];
extern const char *const th_phase_ids[TH_PHASES];

#endif
