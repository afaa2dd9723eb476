/*
 * Positions of Shadow Hunters. In a scenario:
 *   set character 1 werewolf         the character of seat 1; without a line the lowest that fits SH-S4
 *   set left-over allie              the character put aside (extra_character)
 *   set areas cabin gate church cemetery woods altar   what lies in slots 0 to 5; this order is the default
 *   set area 2 church                where a pawn stands; without a line it is off the board
 *   set damage 3 7
 *   set revealed 1 4                 seats whose character is face up
 *   set dead 5 6                     seats that died earlier (their damage becomes their HP)
 *   set first-dead 6                 those of the dead who died first; all of them without this line
 *   set equip 2 chainsaw talisman    equipment in front of seat 2
 *   set stash 2 holy-robe            equipment in hand (altar_loot=hand)
 *   set hand 2 advent dynamite       single-use cards in hand (single_use=hand)
 *   set discard vampire-bat aid      cards in the discards of their decks; of Hermit cards all have seen
 *   set deck white advent blessing   nothing else is left in that deck: the rest of it goes to the discards
 *   set used 1                       seats that have spent their once-only ability
 *   set cursed 3                     seats that Ellen has cursed
 *   set angel 2   set barrier 4      Guardian Angel and Ghostly Barrier still last
 *   set spent 1 blur last-stand double   house rules that seat 1 has used up
 *   set coup 1 3                     seat 1 has tried its coup de grâce on seat 3 already
 *   set turns 1000                  turns begun so far, this one included
 *   set extra-turns 2 1
 *   set left 4                       Agnes in seat 4 has turned to her left neighbour
 *   set active 2                     whose turn it is; seat 1 by default
 *   set phase start                  what the active player does next: start (default), area, attack, end
 * Cards that no line names are in their decks. What everybody can conclude from the position is concluded:
 * who has survived so much damage, who did not scream, which victory was not declared.
 */
#include "positions.h"

#include <string.h>

#include "shadow-hunters/state.h"

static struct shadow_state *state_of(struct lan_state *state)
{
    return (struct shadow_state *)state;
}

/* ---- Seats --------------------------------------------------------------------------------------------- */

static const char *set_character(const struct lan_rules *rules, struct lan_state *opaque, int count,
                                 const char *const *word)
{
    int seat = count == 2 ? position_seat(rules, word[0]) : -1;
    int character = count == 2 ? position_value(rules, SHADOW_TYPE_CHARACTER, word[1]) : -1;
    if (seat < 0 || character < 0)
        return "a seat and a character";
    state_of(opaque)->character[seat] = (uint8_t)character;
    return NULL;
}

static const char *set_left_over(const struct lan_rules *rules, struct lan_state *opaque, int count,
                                 const char *const *word)
{
    int character = count == 1 ? position_value(rules, SHADOW_TYPE_CHARACTER, word[0]) : -1;
    if (character < 0 || !shadow_rules_of(rules)->extra)
        return "a character, with extra_character=on";
    state_of(opaque)->left_over = (uint8_t)character;
    return NULL;
}

/* Ors the seats named into a mask. */
static const char *mask_set(const struct lan_rules *rules, uint8_t *mask, int count, const char *const *word)
{
    for (int i = 0; i < count; i++) {
        int seat = position_seat(rules, word[i]);
        if (seat < 0)
            return "seats of this table";
        *mask |= shadow_seat_bit(seat);
    }
    return NULL;
}

#define SET_MASK(name, field)                                                                         \
    static const char *set_##name(const struct lan_rules *rules, struct lan_state *opaque, int count, \
                                  const char *const *word)                                            \
    {                                                                                                 \
        return mask_set(rules, &state_of(opaque)->pub.field, count, word);                            \
    }
SET_MASK(revealed, revealed)
SET_MASK(dead, dying) /* until `finish` */
SET_MASK(first_dead, first_dead)
SET_MASK(used, used)
SET_MASK(cursed, cursed)
SET_MASK(angel, angel)
SET_MASK(barrier, barrier)
SET_MASK(left, leftward)

/* A seat and a number. */
static const char *number_set(const struct lan_rules *rules, uint8_t *values, int count,
                              const char *const *word)
{
    int seat = count == 2 ? position_seat(rules, word[0]) : -1;
    int number = count == 2 ? position_value(rules, LAN_TYPE_NUMBER, word[1]) : -1;
    if (seat < 0 || number < 0)
        return "a seat and a number";
    values[seat] = (uint8_t)number;
    return NULL;
}

static const char *set_damage(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    return number_set(rules, state_of(opaque)->pub.damage, count, word);
}

static const char *set_extra_turns(const struct lan_rules *rules, struct lan_state *opaque, int count,
                                   const char *const *word)
{
    return number_set(rules, state_of(opaque)->pub.extra, count, word);
}

static const char *set_turns(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    int32_t turns = 0;
    (void)rules;
    if (count != 1 || !lan_text_parse_int(word[0], strlen(word[0]), &turns) || turns < 1 ||
        turns > SHADOW_TURNS_MAX)
        return "a number of turns";
    state_of(opaque)->pub.turns = (uint16_t)turns;
    return NULL;
}

static const char *set_spent(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    struct shadow_public *pub = &state_of(opaque)->pub;
    int seat = count ? position_seat(rules, word[0]) : -1;
    for (int i = 1; i < count && seat >= 0; i++) {
        uint8_t *mask = !strcmp(word[i], "blur")         ? &pub->blurs
                        : !strcmp(word[i], "last-stand") ? &pub->stands
                        : !strcmp(word[i], "double")     ? &pub->doubles
                                                         : NULL;
        if (!mask)
            return "blur, last-stand or double";
        *mask |= shadow_seat_bit(seat);
    }
    return seat < 0 ? "a seat and what it has spent" : NULL;
}

static const char *set_coup(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    int attacker = count == 2 ? position_seat(rules, word[0]) : -1,
        defender = count == 2 ? position_seat(rules, word[1]) : -1;
    if (attacker < 0 || defender < 0)
        return "two seats";
    state_of(opaque)->pub.coup[attacker] |= shadow_seat_bit(defender);
    return NULL;
}

/* ---- Areas --------------------------------------------------------------------------------------------- */

static const char *set_areas(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    for (int slot = 0; slot < count; slot++) {
        int area = position_value(rules, SHADOW_TYPE_AREA, word[slot]);
        if (area < 0 || count != SHADOW_SLOTS)
            return "six areas";
        state_of(opaque)->pub.slot_area[slot] = (uint8_t)area;
        state_of(opaque)->pub.area_slot[area] = (uint8_t)slot;
    }
    return NULL;
}

static const char *set_area(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    int seat = count == 2 ? position_seat(rules, word[0]) : -1;
    int area = count == 2 ? position_value(rules, SHADOW_TYPE_AREA, word[1]) : -1;
    if (seat < 0 || area < 0)
        return "a seat and an area";
    state_of(opaque)->pub.area[seat] = (uint8_t)area;
    return NULL;
}

/* ---- Cards --------------------------------------------------------------------------------------------- */

/* Takes a card out of its deck; false when it is not there any more. */
static bool deck_take(struct shadow_state *state, int card)
{
    if (card < 0 || !state->deck[card])
        return false;
    state->deck[card]--;
    state->pub.left[shadow_deck(card)]--;
    return true;
}

/* A seat and equipment: put on, or in hand. */
static const char *equipment_set(const struct lan_rules *rules, struct shadow_state *state, uint16_t *masks,
                                 int count, const char *const *word)
{
    int seat = count > 1 ? position_seat(rules, word[0]) : -1;
    if (seat < 0)
        return "a seat and equipment";
    for (int i = 1; i < count; i++) {
        int card = position_value(rules, SHADOW_TYPE_EQUIPMENT, word[i]);
        if (!deck_take(state, card))
            return "equipment that nobody has yet";
        masks[seat] |= (uint16_t)(1u << card);
    }
    return NULL;
}

static const char *set_equip(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    return equipment_set(rules, state_of(opaque), state_of(opaque)->pub.equipment, count, word);
}

static const char *set_stash(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    return equipment_set(rules, state_of(opaque), state_of(opaque)->pub.stash, count, word);
}

static const char *set_hand(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    struct shadow_state *state = state_of(opaque);
    int seat = count > 1 ? position_seat(rules, word[0]) : -1;
    for (int i = 1; i < count && seat >= 0; i++) {
        int card = position_value(rules, SHADOW_TYPE_CARD, word[i]);
        if (card < SHADOW_EQUIPMENT || card >= SHADOW_AID || !deck_take(state, card))
            return "single-use cards that are still in their decks";
        state->hand[seat] += UINT32_C(1) << shadow_hand_shift(card);
        state->pub.hand[seat][shadow_deck(card)]++;
    }
    return seat < 0 ? "a seat and single-use cards" : NULL;
}

static void discard_put(struct shadow_state *state, int card)
{
    if (card < SHADOW_AID) {
        state->pub.discards[card]++;
        return;
    }
    state->pub.pile_who[state->pub.pile] = SHADOW_EVERYBODY;
    state->pile[state->pub.pile++] = (uint8_t)card;
}

static const char *set_discard(const struct lan_rules *rules, struct lan_state *opaque, int count,
                               const char *const *word)
{
    for (int i = 0; i < count; i++) {
        int card = position_value(rules, SHADOW_TYPE_CARD, word[i]);
        if (!deck_take(state_of(opaque), card))
            return "cards that are still in their decks";
        discard_put(state_of(opaque), card);
    }
    return NULL;
}

static const char *set_deck(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    struct shadow_state *state = state_of(opaque);
    uint8_t keep[SHADOW_CARDS] = {0};
    int deck = count ? position_value(rules, SHADOW_TYPE_DECK, word[0]) : -1;
    if (deck < 0)
        return "a deck and its cards";
    for (int i = 1; i < count; i++) {
        int card = position_value(rules, SHADOW_TYPE_CARD, word[i]);
        if (card < 0 || shadow_deck(card) != deck || keep[card] >= state->deck[card])
            return "cards that are still in that deck";
        keep[card]++;
    }
    for (int card = 0; card < SHADOW_CARDS; card++) {
        while (shadow_deck(card) == deck && state->deck[card] > keep[card]) {
            deck_take(state, card);
            discard_put(state, card);
        }
    }
    return NULL;
}

/* ---- The turn ------------------------------------------------------------------------------------------ */

static const char *set_active(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    int seat = count == 1 ? position_seat(rules, word[0]) : -1;
    if (seat < 0)
        return "one seat";
    state_of(opaque)->pub.active = state_of(opaque)->pub.first = (uint8_t)seat;
    return NULL;
}

static const char *set_phase(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    static const struct {
        const char *name;
        uint8_t phase;
    } phases[] = {{"start", SHADOW_STARTING},
                  {"area", SHADOW_AT_AREA},
                  {"attack", SHADOW_ATTACKING},
                  {"end", SHADOW_ENDING}};
    (void)rules;
    for (size_t i = 0; count == 1 && i < sizeof phases / sizeof *phases; i++) {
        if (strcmp(word[0], phases[i].name) == 0) {
            state_of(opaque)->pub.after = phases[i].phase;
            return NULL;
        }
    }
    return "start, area, attack or end";
}

/* ---- What follows from the rest ------------------------------------------------------------------------ */

/* Deals the lowest characters that fit the places left. */
static const char *deal_rest(const struct shadow_rules *rules, struct shadow_state *state)
{
    uint32_t free = rules->cast;
    int left[SHADOW_SIDES] = {rules->quota[0], rules->quota[1], rules->quota[2]};
    for (int round = 0; round < 2; round++) {
        for (int place = 0; place < rules->dealt; place++) {
            uint8_t *slot = place < rules->base.seats ? &state->character[place] : &state->left_over;
            if ((*slot == SHADOW_CHARACTERS) != (round == 1))
                continue;
            if (round == 1) {
                uint32_t open = free;
                for (int side = 0; side < SHADOW_SIDES; side++)
                    open &= left[side] ? ~UINT32_C(0) : ~rules->side[side];
                if (!open)
                    return "characters that leave some for the other seats";
                *slot = (uint8_t)__builtin_ctz(open);
            }
            if (!(free >> *slot & 1) || !left[shadow_side(*slot)]--)
                return "characters as they are dealt at this table";
            free &= ~shadow_bit(*slot);
            if (rules->letters)
                free &= ~shadow_bit((*slot + SHADOW_LETTER_PAIR) % SHADOW_CHARACTERS);
        }
    }
    return NULL;
}

static void bury(struct shadow_play *play, uint8_t dead)
{
    struct shadow_public *pub = play->pub;
    for (unsigned rest = dead; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        pub->alive &= (uint8_t)~shadow_seat_bit(seat);
        pub->damage[seat] = (uint8_t)shadow_hp(play->state->character[seat]);
        pub->area[seat] = SHADOW_OFF_BOARD;
    }
    if (!dead)
        return;
    if (!pub->first_dead)
        pub->first_dead = dead;
    if (!play->rules->extra)
        return;
    pub->judge = (uint8_t)__builtin_ctz(pub->first_dead);
    for (int seat = 0; seat < play->rules->base.seats; seat++)
        play->state->knows[pub->judge][seat] &= ~shadow_bit(play->state->left_over);
}

/* What the table knows by now. */
static void conclude(struct shadow_play *play, uint8_t dead, uint8_t revealed)
{
    struct shadow_public *pub = play->pub;
    for (unsigned rest = revealed | dead; rest; rest &= rest - 1)
        shadow_face_up(play, __builtin_ctz(rest));
    for (unsigned rest = pub->alive & ~(unsigned)pub->revealed; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        bool silent = dead && play->rules->abilities && !shadow_in(pub->cursed, seat) &&
                      play->state->character[seat] != SHADOW_DANIEL;
        if (pub->damage[seat] < shadow_hp(play->state->character[seat]))
            pub->possible[seat] &= play->rules->survive[pub->damage[seat]];
        if (silent)
            pub->possible[seat] &= ~shadow_bit(SHADOW_DANIEL);
    }
}

static const char *finish(const struct lan_rules *base, struct lan_state *opaque)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    struct shadow_state *state = state_of(opaque);
    struct shadow_public *pub = &state->pub;
    struct shadow_play play = {rules, state, pub, NULL};
    uint8_t dead = pub->dying, revealed = pub->revealed;
    const char *wrong = deal_rest(rules, state);
    if (wrong)
        return wrong;
    for (int seat = 0; seat < base->seats; seat++)
        state->knows[seat][seat] = shadow_bit(state->character[seat]);
    for (int slot = 0; slot < SHADOW_SLOTS && pub->slot_area[0] == SHADOW_OFF_BOARD; slot++)
        pub->area_slot[slot] = (uint8_t)slot;
    for (int area = 0; area < SHADOW_AREAS; area++)
        pub->slot_area[pub->area_slot[area]] = (uint8_t)area;
    pub->dying = pub->revealed = 0;
    pub->phase = pub->after ? pub->after : SHADOW_STARTING;
    pub->after = 0;
    if (!pub->turns)
        pub->turns = 1;
    bury(&play, dead);
    conclude(&play, dead, revealed);
    if (shadow_victory(&play))
        return "a position in which nobody has won yet";
    state->special = shadow_special_seats(rules, state);
    state->may = shadow_free_seats(rules, state);
    return NULL;
}

static const struct position_key keys[] = {
    {"character", "SEAT CHARACTER", set_character},
    {"left-over", "CHARACTER", set_left_over},
    {"areas", "AREA AREA AREA AREA AREA AREA", set_areas},
    {"area", "SEAT AREA", set_area},
    {"damage", "SEAT NUMBER", set_damage},
    {"revealed", "SEAT...", set_revealed},
    {"dead", "SEAT...", set_dead},
    {"first-dead", "SEAT...", set_first_dead},
    {"equip", "SEAT CARD...", set_equip},
    {"stash", "SEAT CARD...", set_stash},
    {"hand", "SEAT CARD...", set_hand},
    {"discard", "CARD...", set_discard},
    {"deck", "DECK CARD...", set_deck},
    {"used", "SEAT...", set_used},
    {"cursed", "SEAT...", set_cursed},
    {"angel", "SEAT...", set_angel},
    {"barrier", "SEAT...", set_barrier},
    {"spent", "SEAT blur|last-stand|double...", set_spent},
    {"coup", "SEAT SEAT", set_coup},
    {"extra-turns", "SEAT NUMBER", set_extra_turns},
    {"turns", "NUMBER", set_turns},
    {"left", "SEAT...", set_left},
    {"active", "SEAT", set_active},
    {"phase", "start|area|attack|end", set_phase},
    {NULL, NULL, NULL},
};

const struct positions shadow_positions = {"shadow-hunters", keys, finish};
