/*
 * now.h - parts of what chance and a player may do now, for the files that list it (menu.c, list.c) and for
 * the one that picks from it (pick.c), into which they are compiled. Private, as state.h is.
 */
#ifndef LAN_SHADOW_NOW_H
#define LAN_SHADOW_NOW_H

#include "state.h"

/* ---- Chance -------------------------------------------------------------------------------------------- */

/* The action kind of the dice that are rolled now. */
static inline int dice_kind(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    switch (pub->phase) {
    case SHADOW_ROLLING:
        if (pub->card == SHADOW_DYNAMITE)
            return SHADOW_ACTION_DICE;
        return pub->ability == SHADOW_GEORGE ? SHADOW_ACTION_D4 : SHADOW_ACTION_D6;
    case SHADOW_STRIKING:
    case SHADOW_BLUR_DICE:
        return pub->d4_alone ? SHADOW_ACTION_D4 : rules->duel ? SHADOW_ACTION_D6 : SHADOW_ACTION_DICE;
    case SHADOW_DUEL_DICE: return SHADOW_ACTION_D4;
    case SHADOW_COUP_DICE: return SHADOW_ACTION_TWINS;
    default: return SHADOW_ACTION_DICE;
    }
}

static inline bool dice_fit(const struct shadow_public *pub, int first, int second)
{
    return pub->phase != SHADOW_MOVING || shadow_die_fits(pub, first + 1, second + 1);
}

static inline int deck_now(const struct shadow_public *pub)
{
    return pub->phase == SHADOW_OPENING ? SHADOW_HERMIT : pub->deck;
}

static inline uint32_t areas_left(const struct shadow_public *pub)
{
    uint32_t mask = (1u << SHADOW_AREAS) - 1;
    for (int slot = 0; slot < pub->dealt; slot++)
        mask &= ~(1u << pub->slot_area[slot]);
    return mask;
}

/* ---- Entries of a menu --------------------------------------------------------------------------------- */

/* Adds an entry unless its mask is empty; an empty one is written too, and overwritten by the next. */
static inline void add(struct shadow_menu *menu, int kind, uint32_t mask)
{
    menu->entry[menu->count] = (struct shadow_entry){mask, (uint16_t)kind, false};
    menu->count += mask != 0;
}

static inline void add_pairs(struct shadow_menu *menu, int kind, uint32_t mask)
{
    menu->entry[menu->count] = (struct shadow_entry){mask, (uint16_t)kind, true};
    menu->count += mask != 0;
}

/* Adds an action without arguments. */
static inline void add_one(struct shadow_menu *menu, int kind, bool possible)
{
    add(menu, kind, possible);
}

/* ---- The player's own turn ----------------------------------------------------------------------------- */

static inline void menu_go(const struct shadow_rules *rules, const struct shadow_public *pub,
                           struct shadow_menu *menu)
{
    uint32_t all = (1u << SHADOW_AREAS) - 1, own = 1u << pub->area[pub->active];
    add(menu, SHADOW_ACTION_GO, rules->seven_any ? all : all & ~own);
}

/* Decks that a player at the Gate may choose: those with a card in deck or discards (SH-C7). */
static inline uint32_t decks_left(const struct shadow_public *pub)
{
    uint32_t mask = 0;
    for (int deck = 0; deck < SHADOW_DECKS; deck++)
        mask |= (uint32_t)(pub->left[deck] > 0) << deck;
    if (mask == (1u << SHADOW_DECKS) - 1)
        return mask;
    for (int card = 0; card < SHADOW_AID; card++)
        mask |= (uint32_t)(pub->discards[card] > 0) << shadow_deck(card);
    return mask | (uint32_t)(pub->pile > 0) << SHADOW_HERMIT;
}

static inline void menu_area(const struct shadow_rules *rules, const struct shadow_public *pub,
                             struct shadow_menu *menu)
{
    int seat = pub->active;
    switch (pub->area[seat]) {
    case SHADOW_CABIN: add(menu, SHADOW_ACTION_DRAW, 1u << SHADOW_HERMIT); break;
    case SHADOW_GATE: add(menu, SHADOW_ACTION_DRAW, decks_left(pub)); break;
    case SHADOW_CHURCH: add(menu, SHADOW_ACTION_DRAW, 1u << SHADOW_WHITE); break;
    case SHADOW_CEMETERY: add(menu, SHADOW_ACTION_DRAW, 1u << SHADOW_BLACK); break;
    case SHADOW_WOODS:
        add(menu, SHADOW_ACTION_HURT, pub->alive);
        add(menu, SHADOW_ACTION_HEAL, pub->alive);
        break;
    default:
        add_pairs(menu, SHADOW_ACTION_STEAL, shadow_owners(pub, seat));
        if (rules->altar_hand)
            add_pairs(menu, SHADOW_ACTION_STASH, shadow_owners(pub, seat));
        break;
    }
    add_one(menu, SHADOW_ACTION_SKIP, !rules->forced || !menu->count);
}

static inline void menu_attack(const struct shadow_rules *rules, const struct shadow_public *pub,
                               struct shadow_menu *menu)
{
    int seat = pub->active;
    uint8_t range = shadow_in_range(rules, pub, seat);
    if (shadow_has(pub, seat, SHADOW_MACHINE_GUN))
        add_one(menu, SHADOW_ACTION_VOLLEY, range != 0);
    else
        add(menu, SHADOW_ACTION_ATTACK, range);
    add_one(menu, SHADOW_ACTION_SKIP, !range || !shadow_has(pub, seat, SHADOW_MASAMUNE));
}

#endif
