/* sane.c - every invariant of a state, checked without trusting any byte of it. */
#include "state.h"

static unsigned seats_mask(const struct shadow_rules *rules)
{
    return (1u << rules->base.seats) - 1;
}

static bool seat_or_nobody(const struct shadow_rules *rules, int seat)
{
    return seat < rules->base.seats || seat == SHADOW_NOBODY;
}

/* Values used as an index are in range. */
static bool ranges_fit(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    if (pub->phase >= SHADOW_PHASES || pub->after >= SHADOW_PHASES || pub->then > SHADOW_THEN_REPEAT)
        return false;
    if (pub->active >= rules->base.seats || pub->first >= rules->base.seats)
        return false;
    if (pub->card > SHADOW_CARDS || pub->deck >= SHADOW_DECKS || pub->ability > SHADOW_CHARACTERS)
        return false;
    if (pub->compass > 3 || pub->opening > rules->base.seats || pub->pile > SHADOW_HERMITS)
        return false;
    for (int i = 0; i < 2; i++) {
        if (pub->d6[i] > 6 || pub->d4[i] > 4 || pub->move_d6[i] > 6 || pub->move_d4[i] > 4)
            return false;
    }
    return pub->because < SHADOW_CLAUSES && pub->end_clause < SHADOW_CLAUSES &&
           pub->turns <= SHADOW_TURNS_MAX;
}

static bool roles_fit(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    const uint8_t role[] = {pub->actor, pub->victim, pub->killer, pub->attacker, pub->judge};
    for (size_t i = 0; i < sizeof role; i++) {
        if (!seat_or_nobody(rules, role[i]))
            return false;
    }
    return true;
}

/* Masks name only seats in play; the dead are face up and off the board. */
static bool masks_fit(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    const uint8_t mask[] = {pub->alive,   pub->revealed, pub->cursed,   pub->used,      pub->angel,
                            pub->barrier, pub->leftward, pub->doubles,  pub->blurs,     pub->stands,
                            pub->winners, pub->dying,    pub->looting,  pub->robbing,   pub->targets,
                            pub->struck,  pub->hit,      pub->blurring, pub->evaded,    pub->pending,
                            pub->asked,   pub->answered, pub->obeyed,   pub->first_dead};
    const uint8_t flag[] = {pub->began,     pub->by_attack, pub->sweep,    pub->gained,
                            pub->doubled,   pub->d4_alone,  pub->spear,    pub->landed,
                            pub->answering, pub->cut,       pub->repeated, pub->volley};
    for (size_t i = 0; i < sizeof mask; i++) {
        if (mask[i] & ~seats_mask(rules))
            return false;
    }
    for (size_t i = 0; i < sizeof flag; i++) {
        if (flag[i] > 1)
            return false;
    }
    unsigned dead = seats_mask(rules) & ~(unsigned)pub->alive;
    return (pub->alive || pub->phase == SHADOW_OVER) && !(dead & ~(unsigned)pub->revealed) &&
           !((pub->angel | pub->barrier) & dead) && !(pub->first_dead & pub->alive) &&
           (pub->first_dead != 0) == (dead != 0) && !(pub->answered & ~(unsigned)pub->asked);
}

/* Areas and slots correspond one to one, as far as areas are laid. */
static bool areas_fit(const struct shadow_public *pub)
{
    int laid = pub->phase < SHADOW_LAYING ? 0 : pub->phase == SHADOW_LAYING ? pub->dealt : SHADOW_SLOTS;
    unsigned seen = 0;
    if (pub->phase == SHADOW_LAYING && pub->dealt >= SHADOW_SLOTS)
        return false;
    for (int slot = 0; slot < SHADOW_SLOTS; slot++) {
        int area = pub->slot_area[slot];
        if (slot >= laid) {
            if (area != SHADOW_OFF_BOARD)
                return false;
            continue;
        }
        if (area >= SHADOW_AREAS || seen >> area & 1 || pub->area_slot[area] != slot)
            return false;
        seen |= 1u << area;
    }
    for (int area = 0; area < SHADOW_AREAS; area++) {
        if (!(seen >> area & 1) && pub->area_slot[area])
            return false;
    }
    return true;
}

static bool pawns_fit(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++) {
        bool plays = seat < rules->base.seats, alive = shadow_in(pub->alive, seat);
        if (pub->area[seat] > SHADOW_OFF_BOARD || (!alive && pub->area[seat] != SHADOW_OFF_BOARD))
            return false;
        if (pub->phase <= SHADOW_FIRSTING && pub->area[seat] != SHADOW_OFF_BOARD)
            return false;
        if (!plays &&
            (pub->damage[seat] || pub->equipment[seat] || pub->stash[seat] || pub->extra[seat] ||
             pub->coup[seat] || pub->due[seat] || pub->face[seat] || pub->rolls[seat] || pub->possible[seat]))
            return false;
        if (pub->coup[seat] & ~seats_mask(rules) || pub->duel[seat] > 4 ||
            pub->equipment[seat] >> SHADOW_EQUIPMENT || pub->stash[seat] >> SHADOW_EQUIPMENT)
            return false;
    }
    return true;
}

/* Characters are in the cast, distinct, and of the sides that are dealt. */
static bool characters_fit(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    int dealt = pub->phase == SHADOW_DEALING ? pub->dealt : rules->dealt;
    uint32_t seen = 0;
    uint8_t count[SHADOW_SIDES] = {0};
    if (dealt > rules->dealt || (pub->phase == SHADOW_DEALING && dealt == rules->dealt))
        return false;
    for (int place = 0; place <= SHADOW_SEATS_MAX; place++) {
        bool seat = place < rules->base.seats, left_over = place == SHADOW_SEATS_MAX;
        int character = left_over ? state->left_over : state->character[place];
        bool due = seat ? place < dealt : left_over && rules->extra && dealt == rules->dealt;
        if (!due && character != SHADOW_CHARACTERS)
            return false;
        if (!due)
            continue;
        if (character >= SHADOW_CHARACTERS || !(rules->cast >> character & 1) || seen >> character & 1)
            return false;
        seen |= shadow_bit(character);
        if (rules->letters)
            seen |= shadow_bit((character + SHADOW_LETTER_PAIR) % SHADOW_CHARACTERS);
        if (++count[shadow_side(character)] > rules->quota[shadow_side(character)])
            return false;
    }
    return true;
}

/*
 * Face-up characters are true, and nothing true is excluded. Asked after characters_fit, so that no more
 * characters are dealt than there are seats.
 */
static bool knowledge_fits(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    int seats = rules->base.seats, dealt = pub->phase == SHADOW_DEALING ? pub->dealt : seats;
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++) {
        bool has = seat < dealt;
        int character = has ? state->character[seat] : SHADOW_CHARACTERS;
        /* Before a seat has its character nothing may be excluded for it: any may still be dealt. */
        uint32_t truth = has ? shadow_bit(character) : seat < seats ? rules->cast : 0;
        if (pub->face[seat] != (shadow_in(pub->revealed, seat) ? character + 1 : 0))
            return false;
        if (shadow_in(pub->revealed, seat) && (!has || pub->possible[seat] != truth))
            return false;
        if (truth & ~pub->possible[seat] || pub->possible[seat] & ~rules->cast)
            return false;
        for (int viewer = 0; viewer < SHADOW_SEATS_MAX; viewer++) {
            uint32_t known = state->knows[viewer][seat];
            if (viewer >= seats || seat >= seats ? known != 0 : truth & ~known || known & ~rules->cast)
                return false;
            if (viewer == seat && has && known != truth)
                return false;
        }
    }
    return true;
}

/* The dead have as much damage as HP, the living less. */
static bool damage_fits(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (pub->phase == SHADOW_DEALING) {
            if (pub->damage[seat] || !shadow_in(pub->alive, seat))
                return false;
            continue;
        }
        int hp = shadow_hp(state->character[seat]);
        if (shadow_in(pub->alive, seat) ? pub->damage[seat] >= hp : pub->damage[seat] != hp)
            return false;
    }
    return true;
}

static bool hands_fit(const struct shadow_rules *rules, const struct shadow_state *state)
{
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++) {
        uint8_t count[2] = {0};
        for (int card = SHADOW_EQUIPMENT; card < SHADOW_AID; card++)
            count[shadow_deck(card)] =
                (uint8_t)(count[shadow_deck(card)] + shadow_hand_count(state->hand[seat], card));
        if (count[0] != state->pub.hand[seat][0] || count[1] != state->pub.hand[seat][1])
            return false;
        bool allowed = rules->hand && seat < rules->base.seats && shadow_in(state->pub.alive, seat);
        if (state->hand[seat] && !allowed)
            return false;
        if (state->pub.stash[seat] && (!rules->altar_hand || !shadow_in(state->pub.alive, seat)))
            return false;
    }
    return true;
}

/* The number of places where a card is, which must equal its copies. */
static int card_places(const struct shadow_rules *rules, const struct shadow_state *state, int card)
{
    const struct shadow_public *pub = &state->pub;
    int count = state->deck[card] + (pub->card == card) + (state->held == card);
    if (card < SHADOW_AID)
        count += pub->discards[card];
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (card < SHADOW_EQUIPMENT)
            count += (pub->equipment[seat] >> card & 1) + (pub->stash[seat] >> card & 1);
        else if (card < SHADOW_AID)
            count += shadow_hand_count(state->hand[seat], card);
    }
    for (int i = 0; i < pub->pile; i++)
        count += state->pile[i] == card;
    return count;
}

static bool cards_conserved(const struct shadow_rules *rules, const struct shadow_state *state)
{
    int left[SHADOW_DECKS] = {0};
    for (int card = 0; card < SHADOW_CARDS; card++) {
        if (card_places(rules, state, card) != shadow_card_facts[card].count)
            return false;
        left[shadow_deck(card)] += state->deck[card];
    }
    for (int deck = 0; deck < SHADOW_DECKS; deck++) {
        if (left[deck] != state->pub.left[deck])
            return false;
    }
    return true;
}

static bool pile_fits(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    if (state->held != SHADOW_CARDS && (state->held < SHADOW_AID || state->held > SHADOW_CARDS))
        return false;
    for (int i = 0; i < SHADOW_HERMITS; i++) {
        uint8_t who = pub->pile_who[i];
        if (i >= pub->pile) {
            if (who || state->pile[i] != SHADOW_CARDS)
                return false;
            continue;
        }
        bool people = who >> 4 < rules->base.seats && (who & 15) < rules->base.seats;
        if ((who != SHADOW_EVERYBODY && !people) || state->pile[i] < SHADOW_AID ||
            state->pile[i] >= SHADOW_CARDS)
            return false;
    }
    return true;
}

/* The seats that a phase concerns are in play and alive; damage is pending only inside a step. */
static bool step_fits(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    bool harming = pub->phase == SHADOW_ROBBING;
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++) {
        if ((pub->due[seat] && !harming) || pub->due[seat] > 16)
            return false;
        bool sealed = pub->phase == SHADOW_REACTING ? shadow_in(pub->answered, seat)
                                                    : pub->answering && shadow_in(pub->asked, seat);
        if (state->choice[seat] >= SHADOW_ANSWERS || (state->choice[seat] != 0) != sealed)
            return false;
    }
    if (pub->phase == SHADOW_OVER || shadow_phase_chance(pub->phase))
        return true;
    if (shadow_phase_free(pub->phase) &&
        (!shadow_in(pub->alive, pub->active) || pub->card != SHADOW_CARDS || state->held != SHADOW_CARDS ||
         pub->attacker != SHADOW_NOBODY || pub->dying || pub->gained))
        return false;
    unsigned waits = shadow_phase_waits(pub);
    return waits && !(waits & ~seats_mask(rules));
}

/* A step returns to a phase that can be resumed. */
static bool return_fits(const struct shadow_public *pub)
{
    bool board = pub->area[pub->active] != SHADOW_OFF_BOARD;
    if (pub->actor == SHADOW_NOBODY || pub->opening)
        return true;
    if (pub->after == SHADOW_AT_AREA || pub->after == SHADOW_ATTACKING)
        return board || !shadow_in(pub->alive, pub->active);
    if (pub->after == SHADOW_PICKING)
        return pub->move_d6[0] && pub->move_d4[0] && pub->move_d6[1] && pub->move_d4[1];
    return shadow_phase_free(pub->after) || pub->after == SHADOW_LOSING;
}

/* Damage that waits for a decision belongs to an attack or to a step. */
static bool harm_fits(const struct shadow_public *pub)
{
    bool attack = pub->attacker != SHADOW_NOBODY;
    if ((pub->then != SHADOW_THEN_END || pub->by_attack || pub->answering) && !attack)
        return false;
    if (pub->ability != SHADOW_CHARACTERS && (pub->card != SHADOW_CARDS || pub->actor == SHADOW_NOBODY))
        return false;
    if (attack && (pub->actor != SHADOW_NOBODY || pub->card != SHADOW_CARDS || pub->opening))
        return false;
    if (pub->phase == SHADOW_ROBBING || pub->phase == SHADOW_LOOTING)
        return attack || pub->actor != SHADOW_NOBODY || pub->opening;
    return true;
}

/* Declared damage that may still be doubled has its victim, if its kind needs one. */
static bool declaration_fits(const struct shadow_public *pub)
{
    if (pub->attacker != SHADOW_NOBODY)
        return pub->killer == pub->attacker;
    if (pub->actor == SHADOW_NOBODY || pub->killer != pub->actor)
        return false;
    return pub->card == SHADOW_FLARE || pub->card == SHADOW_DYNAMITE || pub->victim != SHADOW_NOBODY;
}

/* Dice are rolled only for a card or an ability that has them, with a victim where it needs one. */
static bool dice_fit(const struct shadow_public *pub)
{
    bool victim = pub->victim != SHADOW_NOBODY;
    if (pub->card == SHADOW_CARDS)
        return victim && (pub->ability == SHADOW_FRANKLIN || pub->ability == SHADOW_GEORGE);
    return pub->card == SHADOW_DYNAMITE ||
           (victim && (pub->card == SHADOW_BLESSING || pub->card == SHADOW_DOLL));
}

/* Values that the present phase uses without checking are valid. */
static bool phase_fits(const struct shadow_public *pub)
{
    bool attack = pub->attacker != SHADOW_NOBODY, actor = pub->actor != SHADOW_NOBODY,
         victim = pub->victim != SHADOW_NOBODY;
    switch (pub->phase) {
    case SHADOW_AT_AREA:
    case SHADOW_ATTACKING: return pub->area[pub->active] != SHADOW_OFF_BOARD;
    case SHADOW_PICKING: return pub->move_d6[0] && pub->move_d4[0] && pub->move_d6[1] && pub->move_d4[1];
    case SHADOW_DRAWING: return actor && pub->left[pub->deck] > 0;
    case SHADOW_GIVING: return actor;
    case SHADOW_ANSWERING: return victim && (actor || pub->opening);
    case SHADOW_CHOOSING:
    case SHADOW_UNVEILING: return actor && pub->card != SHADOW_CARDS && pub->card >= SHADOW_EQUIPMENT;
    case SHADOW_ROLLING: return actor && dice_fit(pub);
    case SHADOW_OPENING: return !pub->turns && !pub->pile && pub->left[SHADOW_HERMIT] == SHADOW_HERMITS;
    case SHADOW_BLURRING:
    case SHADOW_BLUR_DICE:
    case SHADOW_DUEL_DICE:
    case SHADOW_COUPING:
    case SHADOW_COUP_DICE: return attack && victim;
    case SHADOW_ROBBING:
    case SHADOW_LOOTING: return pub->killer != SHADOW_NOBODY && victim;
    case SHADOW_DOUBLING: return declaration_fits(pub);
    case SHADOW_HORNING:
    case SHADOW_STRIKING:
    case SHADOW_SPEARING:
    case SHADOW_SUCKING:
    case SHADOW_REACTING:
    case SHADOW_FEASTING: return attack;
    default: return true;
    }
}

static bool holds_hermit(const struct shadow_state *state)
{
    bool held = state->held != SHADOW_CARDS;
    if (state->pub.phase == SHADOW_GIVING || state->pub.phase == SHADOW_ANSWERING)
        return held;
    return !held || state->pub.phase == SHADOW_LOOTING || state->pub.phase == SHADOW_OVER;
}

/* The seats that the game waits for have something to do. */
static bool waits_fit(const struct shadow_rules *rules, const struct shadow_state *state)
{
    if (state->pub.phase == SHADOW_OVER || shadow_phase_chance(state->pub.phase))
        return true;
    for (unsigned rest = shadow_phase_waits(&state->pub); rest; rest &= rest - 1) {
        struct shadow_menu menu;
        shadow_menu_musts(rules, state, __builtin_ctz(rest), &menu);
        if (!menu.musts)
            return false;
    }
    return true;
}

const char *shadow_sane(const struct lan_rules *base, const struct lan_state *opaque)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    const struct shadow_public *pub = &state->pub;
    if (!ranges_fit(rules, pub) || !roles_fit(rules, pub))
        return "phase and seats";
    if (!masks_fit(rules, pub))
        return "the living, the dead and the marked";
    if (!areas_fit(pub) || !pawns_fit(rules, pub))
        return "areas and pawns";
    if (!characters_fit(rules, state))
        return "characters dealt";
    if (!knowledge_fits(rules, state))
        return "what is known is true";
    if (!damage_fits(rules, state))
        return "damage and HP";
    if (!pile_fits(rules, state) || !hands_fit(rules, state))
        return "hands and Hermit discards";
    if (!cards_conserved(rules, state))
        return "48 cards";
    if (!step_fits(rules, state) || !phase_fits(pub) || !holds_hermit(state) || !return_fits(pub) ||
        !harm_fits(pub))
        return "the step";
    if (!waits_fit(rules, state))
        return "something to do";
    if (state->special != (pub->phase == SHADOW_DEALING ? 0 : shadow_special_seats(rules, state)))
        return "who may do more than reveal";
    if (state->may != (shadow_phase_free(pub->phase) ? shadow_free_seats(rules, state) : 0))
        return "who may act";
    if (shadow_phase_free(pub->phase) && shadow_ending(rules, state))
        return "a victory that was not declared";
    return NULL;
}
