/*
 * state.h - the complete state of a Shadow Hunters game, hidden parts included. Private: only this folder and
 * the set-up of its scenarios include it.
 *
 * Functions that take struct lan_rules and struct lan_state are the callbacks of struct lan_game
 * (core/lan.h); the others are shared between the files of this folder. Those that take struct shadow_play
 * carry out part of an action: they change the state, emit events, and leave in pub->phase what the game
 * waits for next. They refuse nothing: shadow_apply has asked shadow_refusal before.
 */
#ifndef LAN_SHADOW_STATE_H
#define LAN_SHADOW_STATE_H

#include "field.h"
#include "facts.h"
#include "belief.h"
#include "shadow.h"

struct shadow_state {
    struct shadow_public pub;
    /* [seat][other]: characters that a seat holds possible for another by what it alone has seen */
    uint32_t knows[SHADOW_SEATS_MAX][SHADOW_SEATS_MAX];
    uint32_t hand[SHADOW_SEATS_MAX]; /* single-use cards, two bits each */
    uint8_t character[SHADOW_SEATS_MAX];
    uint8_t left_over; /* the character put aside, SHADOW_CHARACTERS when there is none */
    uint8_t held;      /* the Hermit card in play, SHADOW_CARDS when there is none */
    uint8_t may;       /* seats with may-actions now */
    /* seats whose character has other may-actions than to reveal, or none: Allie, David, Daniel */
    uint8_t special;
    uint8_t deck[SHADOW_CARDS];       /* cards still to be drawn, by card */
    uint8_t pile[SHADOW_HERMITS];     /* Hermit discards in order */
    uint8_t choice[SHADOW_SEATS_MAX]; /* sealed answers */
};

_Static_assert(sizeof(struct shadow_public) == 36 + 48 + 12 + 131 + 61, "no padding");
_Static_assert(sizeof(struct shadow_state) == sizeof(struct shadow_public) + 256 + 32 + 12 + 40 + 16 + 8,
               "no padding");
_Static_assert(sizeof(struct shadow_view) == sizeof(struct shadow_public) + 68 + 24, "no padding");

enum shadow_refusal {
    SHADOW_ACCEPTED,
#define REFUSAL(name, ...) SHADOW_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    SHADOW_REFUSALS
};

static inline const struct shadow_rules *shadow_rules_of(const struct lan_rules *rules)
{
    return (const struct shadow_rules *)rules;
}

static inline const struct shadow_state *shadow_state_of(const struct lan_state *state)
{
    return (const struct shadow_state *)state;
}

/* ---- Small queries ------------------------------------------------------------------------------------- */

static inline uint32_t shadow_bit(int character)
{
    return UINT32_C(1) << character;
}

static inline int shadow_side(int character)
{
    return shadow_character_facts[character].side;
}

static inline int shadow_hp(int character)
{
    return shadow_character_facts[character].hp;
}

static inline int shadow_deck(int card)
{
    return shadow_card_facts[card].deck;
}

static inline bool shadow_in(unsigned mask, int seat)
{
    return mask >> seat & 1;
}

static inline uint8_t shadow_seat_bit(int seat)
{
    return (uint8_t)(1u << seat);
}

static inline bool shadow_has(const struct shadow_public *pub, int seat, int card)
{
    return pub->equipment[seat] >> card & 1;
}

/* The first seat of a mask clockwise after `from`, `from` itself last. The mask must not be empty. */
static inline int shadow_clockwise(unsigned mask, int from)
{
    unsigned later = mask & ~((2u << from) - 1);
    return __builtin_ctz(later ? later : mask);
}

/*
 * Whether a seat is this character and has its ability: it is not cursed, and the option does not switch
 * abilities off.
 */
static inline bool shadow_able(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                               int character)
{
    return state->character[seat] == character && rules->abilities && !shadow_in(state->pub.cursed, seat);
}

/* The same for a character that lies face up, from public knowledge. */
static inline bool shadow_shown(const struct shadow_rules *rules, const struct shadow_public *pub, int seat,
                                int character)
{
    return pub->face[seat] == character + 1 && rules->abilities && !shadow_in(pub->cursed, seat);
}

/*
 * SH-R5: whether as far as everybody knows `seat` could use an ability of one of these characters. It must
 * then be asked, whether or not it can.
 */
static inline bool shadow_suspect(const struct shadow_rules *rules, const struct shadow_public *pub, int seat,
                                  uint32_t characters)
{
    return rules->abilities && !shadow_in(pub->cursed, seat) && (pub->possible[seat] & characters);
}

/* The traits of a phase; the table is in menu.c. */
enum shadow_trait {
    SHADOW_CHANCE = 1, /* waits for dice or cards */
    SHADOW_FREE = 2,   /* waits outside a step, SH-R4 */
    SHADOW_WINDOW = 4, /* also asks seats that cannot say yes, SH-R5 */
};

struct shadow_phase_row {
    uint16_t waits; /* offset in struct shadow_public of the seat that the phase waits for */
    uint8_t traits;
    /* an action without arguments that is on every menu of this phase, or SHADOW_ACTIONS */
    uint8_t always;
};

extern const struct shadow_phase_row shadow_phase_rows[SHADOW_PHASES];

static inline bool shadow_phase_chance(int phase)
{
    return shadow_phase_rows[phase].traits & SHADOW_CHANCE;
}

/* SH-R4: whether the game waits for a decision outside a step. */
static inline bool shadow_phase_free(int phase)
{
    return shadow_phase_rows[phase].traits & SHADOW_FREE;
}

/* The single seat that a phase waits for, or whose dice chance rolls. */
static inline int shadow_phase_seat(const struct shadow_public *pub)
{
    return ((const uint8_t *)pub)[shadow_phase_rows[pub->phase].waits];
}

/* The seats that the game waits for, in phases that do not wait for chance. */
static inline uint8_t shadow_phase_waits(const struct shadow_public *pub)
{
    return pub->phase == SHADOW_REACTING ? pub->asked & (uint8_t)~pub->answered
                                         : shadow_seat_bit(shadow_phase_seat(pub));
}

/* Whether an action is the one that the present phase always offers to the seat it waits for. */
static inline bool shadow_always(const struct shadow_public *pub, int seat, int kind)
{
    return shadow_phase_rows[pub->phase].always == kind && shadow_in(shadow_phase_waits(pub), seat);
}

/* Whether a character has an ability at the start of its turn. */
static inline bool shadow_starter(int character)
{
    enum {
        STARTERS = 1 << SHADOW_EMI | 1 << SHADOW_FRANKLIN | 1 << SHADOW_GEORGE | 1 << SHADOW_AGNES |
                   1 << SHADOW_CATHERINE | 1 << SHADOW_ELLEN | 1 << SHADOW_FUKA | 1 << SHADOW_ULTRA_SOUL
    };
    return STARTERS >> character & 1;
}

/* Whether at the start of its turn the seat surely has no choice but to roll. */
static inline bool shadow_start_forced(const struct shadow_state *state, int seat)
{
    return !shadow_starter(state->character[seat]) && !shadow_has(&state->pub, seat, SHADOW_COMPASS);
}

/* ---- Carrying out an action ---------------------------------------------------------------------------- */

struct shadow_play {
    const struct shadow_rules *rules;
    struct shadow_state *state;
    struct shadow_public *pub;
    struct lan_events *events;
};

/* Emits an event with up to three arguments, unless `events` is NULL. */
static inline void shadow_tell(struct shadow_play *play, int kind, int clause, int a, int b, int c)
{
    if (play->events)
        lan_emit(play->events, kind, clause, 3, (const int16_t[]){(int16_t)a, (int16_t)b, (int16_t)c});
}
#define TELL(play, kind, clause, a, b, c) shadow_tell(play, SHADOW_EVENT_##kind, clause, a, b, c)

/* setup.c: the deal. Weights are those of the next card; shadow_deal_fits: is a weight above 0? */
void shadow_setup(const struct lan_rules *rules, struct lan_state *state);
void shadow_deal_weights(const struct shadow_rules *rules, const struct shadow_state *state,
                         uint32_t weights[SHADOW_CHARACTERS]);
bool shadow_deal_fits(const struct shadow_rules *rules, const struct shadow_state *state, int character);
uint8_t shadow_special_seats(const struct shadow_rules *rules, const struct shadow_state *state);
void shadow_deal(struct shadow_play *play, int character);
void shadow_lay(struct shadow_play *play, int area);
void shadow_first(struct shadow_play *play, int seat);

/*
 * turn.c: turns, steps, moving and areas. A step is what free actions may not interrupt (SH-R4):
 * shadow_step_begin notes its actor and the phase to return to, shadow_step_end returns there.
 */
void shadow_turn_begin(struct shadow_play *play, int seat);
void shadow_turn_end(struct shadow_play *play);
void shadow_step_begin(struct shadow_play *play, int actor, int after);
void shadow_step_end(struct shadow_play *play);
void shadow_enter_end(struct shadow_play *play);
void shadow_roll(struct shadow_play *play, bool compass);
void shadow_move_rolled(struct shadow_play *play, int d6, int d4);
void shadow_move_to(struct shadow_play *play, int area, int clause);
void shadow_roll_taken(struct shadow_play *play, int roll);
bool shadow_die_fits(const struct shadow_public *pub, int d6, int d4);
uint32_t shadow_teleports(const struct shadow_rules *rules, const struct shadow_public *pub, int seat);
void shadow_lose(struct shadow_play *play);

/*
 * card.c: decks, equipment, hands and single-use cards. shadow_deck_take moves a card out of its deck without
 * telling anybody; shadow_take moves equipment between seats; shadow_owners returns the living seats with
 * equipment except one.
 */
void shadow_draw_start(struct shadow_play *play, int deck);
void shadow_deck_take(struct shadow_play *play, int card);
void shadow_drawn(struct shadow_play *play, int card);
void shadow_card_play(struct shadow_play *play, int card);
void shadow_card_target(struct shadow_play *play, int seat);
void shadow_card_unveil(struct shadow_play *play, bool reveal);
void shadow_card_rolled(struct shadow_play *play, int d6, int d4);
uint32_t shadow_card_targets(const struct shadow_public *pub);
void shadow_discard(struct shadow_play *play, int seat, int card, int clause);
void shadow_equip(struct shadow_play *play, int seat, int card);
void shadow_take(struct shadow_play *play, int seat, int from, int card);
void shadow_hand_remove(struct shadow_play *play, int seat, int card);
uint8_t shadow_owners(const struct shadow_public *pub, int but);

/* hermit.c: the course of a Hermit card. shadow_hermit_lies and _gifts: which answers the receiver has. */
void shadow_hermit_give(struct shadow_play *play, int seat);
void shadow_hermit_obey(struct shadow_play *play);
void shadow_hermit_gift(struct shadow_play *play, int card);
void shadow_hermit_nothing(struct shadow_play *play);
void shadow_hermit_show(struct shadow_play *play);
void shadow_hermit_done(struct shadow_play *play);
void shadow_opening(struct shadow_play *play, int card);
bool shadow_hermit_lies(const struct shadow_rules *rules, const struct shadow_state *state);
bool shadow_hermit_gifts(const struct shadow_state *state);

/*
 * harm.c: damage, healing, deaths, loot. Damage is begun (who deals it, by which clause, what follows), added
 * up for each seat, then dealt to all at once by shadow_harm_apply; shadow_harm_ask lets Bob steal instead
 * first.
 */
void shadow_heal(struct shadow_play *play, int seat, int amount, int clause);
void shadow_damage_set(struct shadow_play *play, int seat, int total, int clause);
void shadow_harm_begin(struct shadow_play *play, int killer, int because, int then);
void shadow_harm_add(struct shadow_play *play, int seat, int amount);
void shadow_harm_ask(struct shadow_play *play);
void shadow_harm_apply(struct shadow_play *play);
void shadow_rob(struct shadow_play *play, int card);
void shadow_rob_next(struct shadow_play *play);
void shadow_loot(struct shadow_play *play, int card);
void shadow_loot_all(struct shadow_play *play);
void shadow_kill(struct shadow_play *play, int seat);

/*
 * declare.c: damage by cards, areas and abilities. shadow_declare offers Double or Lose; shadow_declared
 * rolls or deals.
 */
void shadow_declare(struct shadow_play *play);
void shadow_declared(struct shadow_play *play);
void shadow_harm_unless(struct shadow_play *play, int seat, int amount, int card);

/*
 * attack.c: steps 1 to 12 of SH-K8, in order. The functions named by a past participle take the answer or the
 * dice of a step and go on with the next.
 */
uint8_t shadow_in_range(const struct shadow_rules *rules, const struct shadow_public *pub, int seat);

/* The slots that a seat's attacks reach from where it stands, as a mask. */
uint8_t shadow_reach(const struct shadow_rules *rules, const struct shadow_public *pub, int seat);

/*
 * What the dice of an attack can do to a target, from public knowledge, when nobody declares anything: of
 * `rolls` equally likely rolls, `hits` deal damage, from `least` to `most`.
 */
struct shadow_odds {
    uint8_t rolls, hits, least, most;
};
struct shadow_odds shadow_attack_odds(const struct shadow_rules *rules, const struct shadow_public *pub,
                                      int seat, int target);
void shadow_enter_attack(struct shadow_play *play);
void shadow_attack(struct shadow_play *play, uint8_t targets, bool volley);
void shadow_attack_begin(struct shadow_play *play, int attacker, unsigned targets, int clause);
void shadow_attack_two(struct shadow_play *play, uint8_t targets);
void shadow_doubled(struct shadow_play *play, bool declared);
void shadow_blurred(struct shadow_play *play, bool declared);
void shadow_horned(struct shadow_play *play, bool blown);
void shadow_struck(struct shadow_play *play, int d6, int d4);
void shadow_blur_rolled(struct shadow_play *play, int d6, int d4);
void shadow_duel_rolled(struct shadow_play *play, int d4);
void shadow_speared(struct shadow_play *play, bool revealed);

/* aftermath.c: steps 14 to 17 of SH-K8. */
void shadow_attack_settled(struct shadow_play *play);
void shadow_coup_next(struct shadow_play *play);
void shadow_couped(struct shadow_play *play, bool tried);
void shadow_coup_rolled(struct shadow_play *play, int one, int two);
void shadow_sucked(struct shadow_play *play, bool used);
void shadow_reacted(struct shadow_play *play, int seat, int answer);
void shadow_feasted(struct shadow_play *play, uint8_t targets);
void shadow_repeat_paid(struct shadow_play *play);
uint8_t shadow_feast_targets(const struct shadow_public *pub);

/*
 * ability.c: revealing, and abilities used at a time of the player's choice. shadow_exclude removes
 * characters from public knowledge; shadow_use reveals the character if necessary and emits the use.
 */
void shadow_reveal(struct shadow_play *play, int seat, int clause);
void shadow_face_up(struct shadow_play *play, int seat);
void shadow_exclude(struct shadow_play *play, int seat, uint32_t characters);
bool shadow_may_reveal(const struct shadow_rules *rules, const struct shadow_state *state, int seat);
void shadow_use(struct shadow_play *play, int seat, int character);
void shadow_ability(struct shadow_play *play, int seat, int kind, int arg);
void shadow_ability_rolled(struct shadow_play *play, int value);

/* Why a seat has won or lost, once the game is over; the ids of the reasons. Defined in victory.c. */
enum shadow_reason {
    SHADOW_BY_LIMIT, /* nobody has won: the limit of turns */
    SHADOW_NOT_MET,  /* a Neutral's own condition does not hold */
    SHADOW_SHADOWS_LIVE,
    SHADOW_HUNTERS_LIVE,
    SHADOW_SHADOWS_DEAD,
    SHADOW_HUNTERS_DEAD,
    SHADOW_NEUTRALS_DEAD,
    SHADOW_BY_EQUIPMENT,
    SHADOW_BY_FEAST,
    SHADOW_BY_DYING_FIRST,
    SHADOW_BY_OUTLIVING,
    SHADOW_BY_KILL,
    SHADOW_BY_ALTAR,
    SHADOW_BY_LAST_TWO,
    SHADOW_BY_RELICS,
    SHADOW_BY_LIVING,
    SHADOW_BY_NEIGHBOUR,
    SHADOW_REASONS
};
extern const char *const shadow_reason_ids[SHADOW_REASONS];
enum shadow_reason shadow_reason_of(const struct shadow_rules *rules, const struct shadow_state *state,
                                    int seat);

/*
 * victory.c: shadow_ending returns the clause of the first victory condition met, 0 when the game goes on;
 * shadow_victory ends the game then and returns true.
 */
int shadow_ending(const struct shadow_rules *rules, const struct shadow_state *state);
bool shadow_victory(struct shadow_play *play);
void shadow_finish(struct shadow_play *play, int clause, uint8_t winners);
void shadow_result(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);

/*
 * menu.c: what a seat may do now. An entry stands for an action kind with every value of a mask as its first
 * argument. Kinds that also name a card take it from the equipment of the seat named (for a gift, of the
 * giver).
 */
enum { SHADOW_MENU_MAX = 24 };

struct shadow_menu {
    int count;
    int musts; /* entries that answer what the game waits for; the rest are may-actions */
    struct shadow_entry {
        uint32_t mask;
        uint16_t kind;
        uint16_t pairs; /* mask of equipment for the second argument */
    } entry[SHADOW_MENU_MAX];
};

/*
 * shadow_menu_musts starts a menu with what the game waits for; shadow_menu_asked does so for a seat that it
 * is known to wait for. shadow_menu_free appends the may-actions.
 */
void shadow_menu_asked(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu);
void shadow_menu_musts(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu);
void shadow_menu_free(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                      struct shadow_menu *menu);
uint8_t shadow_free_special(const struct shadow_rules *rules, const struct shadow_state *state,
                            unsigned special);
uint16_t shadow_entry_cards(const struct shadow_public *pub, const struct shadow_entry *entry, int actor,
                            int named);

/*
 * The seats with may-actions, where any may be had: every hidden seat may reveal; for seats to whom a card or
 * an ability gives more, or who may not (Daniel), shadow_free_special looks closer.
 */
static inline uint8_t shadow_free_seats(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    unsigned mask = pub->alive & ~(unsigned)pub->revealed;
    unsigned special = pub->alive & (rules->hand || rules->altar_hand ? pub->alive : state->special);
    if (special)
        mask = (mask & ~special) | shadow_free_special(rules, state, special);
    return (uint8_t)mask;
}

/* After every action: it is counted, and who has may-actions is found anew. */
static inline void shadow_settle(const struct shadow_rules *rules, struct shadow_state *state)
{
    state->pub.moment++;
    state->may = shadow_phase_free(state->pub.phase) ? shadow_free_seats(rules, state) : 0;
}

/* list.c */
void shadow_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_list *list);
bool shadow_chance_fits(const struct shadow_rules *rules, const struct shadow_state *state,
                        lan_action action);

/* pick.c; shadow_ahead is the callback of struct lan_steps. */
lan_action shadow_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct lan_rng *rng);
uint64_t shadow_ahead(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng);

/* refuse.c: the refusal of an action, SHADOW_ACCEPTED when it is on the seat's menu. */
int shadow_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                   lan_action action);

/*
 * play.c: shadow_act carries out any action of a seat; shadow_skip and shadow_draw_at are two of them, the
 * refusal to do something and a draw at an area.
 */
void shadow_act(struct shadow_play *play, int seat, lan_action action);
void shadow_skip(struct shadow_play *play, int seat);
void shadow_draw_at(struct shadow_play *play, int seat, int deck);
void shadow_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);
int shadow_wait_refusal(const struct lan_rules *rules, const struct lan_state *state, int seat,
                        lan_action action);
int shadow_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                 struct lan_events *events);
void shadow_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                      struct lan_events *events);
uint64_t shadow_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                        int may_of_256);

struct lan_sampler {
    struct shadow_view view;
    bool reweighted; /* deals are weighted by the likelihood of behaviour */
    struct lan_digest digest;
};

/* view.c, write.c, sampler.c, outlook.c */
void shadow_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                    struct lan_view *view);
void shadow_view_write(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);
void shadow_sampler_init(const struct lan_rules *rules, const struct lan_view *view,
                         struct lan_sampler *sampler);
int shadow_outlook_after(const struct lan_rules *rules);
int32_t shadow_outlook(const struct lan_rules *rules, const struct lan_state *state, int seat);
void shadow_sampler_reweight(const struct lan_rules *rules, const struct lan_question *question,
                             struct lan_sampler *sampler);
float shadow_sampler_weigh(const struct lan_rules *rules, const struct lan_sampler *sampler,
                           const struct lan_state *opaque);
void shadow_sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler,
                         struct lan_rng *rng, struct lan_state *state);

/* draw.c, prompt.c */
void shadow_draw(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                 struct lan_text *out);
void shadow_prompt(const struct lan_rules *rules, const struct lan_view *view,
                   const struct lan_reader *reader, struct lan_text *out);

/* warn.c */
enum { SHADOW_COVERS = 5 };
extern const struct lan_cover shadow_covers[SHADOW_COVERS];
void shadow_warn(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
                 const struct lan_reader *reader, struct lan_text *out);

/* sane.c */
const char *shadow_sane(const struct lan_rules *rules, const struct lan_state *state);

/* fields.c: the fields of the view; and the ids of the phases, from the file that writes the view. */
enum { SHADOW_FIELDS = 89 };
extern const struct lan_field shadow_fields[SHADOW_FIELDS];
extern const char *const shadow_phase_ids[SHADOW_PHASES];

#endif
