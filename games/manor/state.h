/*
 * state.h - the complete state of a Manor game, hidden parts included. Private: only this folder and the
 * set-up of its scenarios include it.
 *
 * Functions that take struct lan_rules and struct lan_state are the callbacks of struct lan_game
 * (core/lan.h); the others are shared between the files of this folder.
 */
#ifndef LAN_MANOR_STATE_H
#define LAN_MANOR_STATE_H

#include "field.h"
#include "manor.h"

struct manor_state {
    struct manor_public pub;
    uint8_t manor[MANOR_PLACES];     /* the card dealt to each place */
    uint8_t pile[MANOR_MANORS];      /* cards not dealt, by kind; shown to nobody */
    uint8_t choice[MANOR_SEATS_MAX]; /* sealed choices of this stage: place + 1 */
};

_Static_assert(sizeof(struct manor_public) == 8 + 5 * MANOR_PLACES + 20 + 12, "no padding");
_Static_assert(sizeof(struct manor_state) == sizeof(struct manor_public) + MANOR_PLACES + 12, "no padding");
_Static_assert(sizeof(struct manor_view) == sizeof(struct manor_public) + MANOR_PLACES + 12, "no padding");

enum manor_refusal {
    MANOR_ACCEPTED,
#define REFUSAL(name, ...) MANOR_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    MANOR_REFUSALS
};

static inline const struct manor_rules *manor_rules_of(const struct lan_rules *rules)
{
    return (const struct manor_rules *)rules;
}

static inline const struct manor_state *manor_state_of(const struct lan_state *state)
{
    return (const struct manor_state *)state;
}

/* play.c: manor_waits returns the seats that must act, by bit. */
unsigned manor_waits(const struct manor_rules *rules, const struct manor_public *pub);
void manor_setup(const struct lan_rules *rules, struct lan_state *state);
void manor_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
int manor_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                struct lan_events *events);

/*
 * list.c: manor_can_send and manor_can_call tell whether the player of this turn has any card to send away or
 * to call; manor_follow_up, whether either is so. The refusals say why one card cannot be, MANOR_ACCEPTED
 * when it can.
 */
void manor_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                   struct lan_list *list);
lan_action manor_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                      struct lan_rng *rng);
bool manor_follow_up(const struct manor_rules *rules, const struct manor_public *pub);
bool manor_can_send(const struct manor_rules *rules, const struct manor_public *pub);
bool manor_can_call(const struct manor_rules *rules, const struct manor_public *pub);
int manor_call_refusal(const struct manor_rules *rules, const struct manor_public *pub, int place,
                       uint8_t card);
int manor_send_refusal(const struct manor_rules *rules, const struct manor_public *pub, uint8_t card);

/* view.c */
void manor_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                   struct lan_view *view);
void manor_view_write(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);
void manor_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                        struct lan_sampler *sampler);
void manor_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                        struct lan_state *state);

/* score.c */
void manor_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);
int manor_groups(const struct lan_rules *rules, const struct lan_state *state, int seat,
                 struct lan_group group[LAN_GROUPS_MAX]);

/* draw.c */
void manor_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                struct lan_text *out);

/* prompt.c */
void manor_prompt(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                  struct lan_text *out);

/* sane.c */
const char *manor_sane(const struct lan_rules *rules, const struct lan_state *state);

/* fields.c: the fields of the view; and the ids of the phases, from the file that writes the view. */
enum { MANOR_FIELDS = 21 };
extern const struct lan_field manor_fields[MANOR_FIELDS];
extern const char *const manor_phase_ids[MANOR_PHASES];

#endif
