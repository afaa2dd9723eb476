/*
 * menu.c - what a seat may do now, as masks. The list, the random pick, the check of an action and the
 * may-actions are all derived from it, so that exactly the listed actions are accepted.
 */
#include "now.h"

/* The field with the seat that a phase waits for, its traits, and the action it always offers. */
#define ROW(field, traits, always)                                            \
    {                                                                         \
        offsetof(struct shadow_public, field), traits, SHADOW_ACTION_##always \
    }
#define CHANCE(field)                                                        \
    {                                                                        \
        offsetof(struct shadow_public, field), SHADOW_CHANCE, SHADOW_ACTIONS \
    }
#define WAITS(field, traits)                                          \
    {                                                                 \
        offsetof(struct shadow_public, field), traits, SHADOW_ACTIONS \
    }

const struct shadow_phase_row shadow_phase_rows[SHADOW_PHASES] = {
    [SHADOW_DEALING] = CHANCE(active),
    [SHADOW_LAYING] = CHANCE(active),
    [SHADOW_FIRSTING] = CHANCE(active),
    [SHADOW_OPENING] = CHANCE(active),
    [SHADOW_STARTING] = ROW(active, SHADOW_FREE, ROLL),
    [SHADOW_MOVING] = CHANCE(active),
    [SHADOW_PICKING] = WAITS(active, SHADOW_FREE),
    [SHADOW_GOING] = WAITS(active, SHADOW_FREE),
    [SHADOW_AT_AREA] = WAITS(active, SHADOW_FREE),
    [SHADOW_DRAWING] = CHANCE(actor),
    [SHADOW_GIVING] = WAITS(actor, 0),
    [SHADOW_ANSWERING] = WAITS(victim, 0),
    [SHADOW_CHOOSING] = WAITS(actor, 0),
    [SHADOW_UNVEILING] = ROW(actor, SHADOW_WINDOW, PASS),
    [SHADOW_ROLLING] = CHANCE(actor),
    [SHADOW_ATTACKING] = WAITS(active, SHADOW_FREE),
    [SHADOW_DOUBLING] = ROW(killer, 0, PASS),
    [SHADOW_BLURRING] = ROW(victim, 0, PASS),
    [SHADOW_HORNING] = ROW(attacker, SHADOW_WINDOW, PASS),
    [SHADOW_STRIKING] = CHANCE(attacker),
    [SHADOW_BLUR_DICE] = CHANCE(victim),
    [SHADOW_DUEL_DICE] = CHANCE(victim),
    [SHADOW_SPEARING] = ROW(attacker, SHADOW_WINDOW, PASS),
    [SHADOW_ROBBING] = ROW(killer, SHADOW_WINDOW, PASS),
    [SHADOW_LOOTING] = WAITS(killer, 0),
    [SHADOW_COUPING] = ROW(attacker, 0, PASS),
    [SHADOW_COUP_DICE] = CHANCE(attacker),
    [SHADOW_SUCKING] = ROW(attacker, SHADOW_WINDOW, PASS),
    /* the seats are in `asked`; see shadow_phase_waits */
    [SHADOW_REACTING] = ROW(active, SHADOW_WINDOW, PASS),
    [SHADOW_FEASTING] = ROW(active, SHADOW_WINDOW, PASS),
    [SHADOW_ENDING] = ROW(active, SHADOW_FREE, END),
    [SHADOW_LOSING] = WAITS(active, 0),
    [SHADOW_OVER] = WAITS(active, 0),
};

uint16_t shadow_entry_cards(const struct shadow_public *pub, const struct shadow_entry *entry, int actor,
                            int named)
{
    return pub->equipment[entry->kind == SHADOW_ACTION_DONATE ? actor : named];
}

/* ---- The player's own turn ----------------------------------------------------------------------------- */

static void menu_start_abilities(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                                 struct shadow_menu *menu)
{
    const struct shadow_public *pub = &state->pub;
    uint32_t others = pub->alive & ~(1u << seat), gate = 0;
    bool once = !shadow_in(pub->used, seat);
    if (!shadow_starter(state->character[seat]) || !rules->abilities || shadow_in(pub->cursed, seat))
        return;
    switch (state->character[seat]) {
    case SHADOW_EMI: add(menu, SHADOW_ACTION_TELEPORT, shadow_teleports(rules, pub, seat)); break;
    case SHADOW_FRANKLIN: add(menu, SHADOW_ACTION_LIGHTNING, once ? others : 0); break;
    case SHADOW_GEORGE: add(menu, SHADOW_ACTION_DEMOLISH, once ? others : 0); break;
    case SHADOW_AGNES: add_one(menu, SHADOW_ACTION_CAPRICCIO, once); break;
    case SHADOW_CATHERINE: add_one(menu, SHADOW_ACTION_STIGMATA, !pub->began); break;
    case SHADOW_ELLEN: add(menu, SHADOW_ACTION_CURSE, once ? others & ~(uint32_t)pub->cursed : 0); break;
    case SHADOW_FUKA: add(menu, SHADOW_ACTION_NURSE, once ? pub->alive : 0); break;
    case SHADOW_ULTRA_SOUL:
        for (uint32_t rest = pub->began ? 0 : others; rest; rest &= rest - 1)
            gate |= (uint32_t)(pub->area[__builtin_ctz(rest)] == SHADOW_GATE) << __builtin_ctz(rest);
        add(menu, SHADOW_ACTION_RAY, gate);
        break;
    default: break;
    }
}

static void menu_start(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu)
{
    add_one(menu, SHADOW_ACTION_COMPASS, shadow_has(&state->pub, seat, SHADOW_COMPASS));
    menu_start_abilities(rules, state, seat, menu);
}

/* Equipment in the face-up discards, for David. */
static uint32_t diggable(const struct shadow_public *pub)
{
    uint32_t mask = 0;
    for (int card = 0; card < SHADOW_EQUIPMENT; card++)
        mask |= (uint32_t)(pub->discards[card] > 0) << card;
    return mask;
}

/* The first arguments of the ability that a seat may use at any time, Allie's or David's; 0: it has none. */
static uint32_t any_time(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    if (shadow_in(state->pub.used, seat))
        return 0;
    if (shadow_able(rules, state, seat, SHADOW_ALLIE))
        return 1;
    return shadow_able(rules, state, seat, SHADOW_DAVID) ? diggable(&state->pub) : 0;
}

static void menu_any_time(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                          struct shadow_menu *menu)
{
    add(menu, state->character[seat] == SHADOW_ALLIE ? SHADOW_ACTION_LOVE : SHADOW_ACTION_DIG,
        any_time(rules, state, seat));
}

static void menu_end(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                     struct shadow_menu *menu)
{
    bool once = !shadow_in(state->pub.used, seat);
    if (shadow_able(rules, state, seat, SHADOW_GREGOR))
        add_one(menu, SHADOW_ACTION_BARRIER, once);
    else if (shadow_able(rules, state, seat, SHADOW_WIGHT))
        add_one(menu, SHADOW_ACTION_MULTIPLY, once);
    else if (rules->end_step)
        menu_any_time(rules, state, seat, menu);
}

/* ---- Inside a step ------------------------------------------------------------------------------------- */

static void menu_answer(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                        struct shadow_menu *menu)
{
    bool fits = rules->fits[state->held] >> state->character[seat] & 1;
    bool lies = shadow_hermit_lies(rules, state);
    if (state->held == SHADOW_PREDICTION) {
        add_one(menu, SHADOW_ACTION_SHOW, true);
        return;
    }
    if (fits || lies) {
        add_one(menu, SHADOW_ACTION_ACCEPT, true);
        if (shadow_hermit_gifts(state))
            add(menu, SHADOW_ACTION_GIFT, state->pub.equipment[seat]);
    }
    add_one(menu, SHADOW_ACTION_NOTHING, !fits || lies);
}

static void menu_choose(const struct shadow_public *pub, struct shadow_menu *menu)
{
    if (pub->card == SHADOW_GOBLIN)
        add_pairs(menu, SHADOW_ACTION_STEAL, shadow_owners(pub, pub->actor));
    else if (pub->card == SHADOW_BANANA)
        add_pairs(menu, SHADOW_ACTION_DONATE,
                  pub->equipment[pub->actor] ? pub->alive & ~(1u << pub->actor) : 0);
    else
        add(menu, SHADOW_ACTION_TARGET, shadow_card_targets(pub));
}

static bool is_hunter(const struct shadow_state *state, int seat)
{
    return shadow_side(state->character[seat]) == SHADOW_HUNTER;
}

static void menu_loot(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                      struct shadow_menu *menu)
{
    const struct shadow_public *pub = &state->pub;
    add(menu, SHADOW_ACTION_LOOT, pub->equipment[pub->victim]);
    add_one(menu, SHADOW_ACTION_LOOT_ALL,
            pub->by_attack && rules->bob_sweeps && shadow_able(rules, state, seat, SHADOW_BOB));
}

static void menu_react(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu)
{
    add_one(menu, SHADOW_ACTION_COUNTER, shadow_able(rules, state, seat, SHADOW_WEREWOLF));
    add_one(menu, SHADOW_ACTION_LAST_STAND, rules->stand && !shadow_in(state->pub.stands, seat));
}

static void menu_feast(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu)
{
    const struct shadow_public *pub = &state->pub;
    if (shadow_able(rules, state, seat, SHADOW_CHARLES)) {
        if (rules->charles_all && pub->volley)
            add_one(menu, SHADOW_ACTION_FEAST_ALL, true);
        else
            add(menu, SHADOW_ACTION_FEAST, shadow_feast_targets(pub));
    }
}

/* The single-use cards of a hand, as a mask of cards. */
static uint32_t hand_cards(uint32_t hand)
{
    uint32_t mask = 0;
    for (int card = SHADOW_EQUIPMENT; hand; card++, hand >>= 2)
        mask |= (uint32_t)((hand & 3) != 0) << card;
    return mask;
}

void shadow_menu_asked(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu)
{
    const struct shadow_public *pub = &state->pub;
    int always = shadow_phase_rows[pub->phase].always;
    menu->count = 0;
    add_one(menu, always, always != SHADOW_ACTIONS);
    switch (pub->phase) {
    case SHADOW_STARTING: menu_start(rules, state, seat, menu); break;
    case SHADOW_PICKING: add(menu, SHADOW_ACTION_PICK, 3); break;
    case SHADOW_GOING: menu_go(rules, pub, menu); break;
    case SHADOW_AT_AREA: menu_area(rules, pub, menu); break;
    case SHADOW_GIVING:
        add(menu, SHADOW_ACTION_GIVE, rules->hermit_self ? pub->alive : pub->alive & ~(1u << seat));
        break;
    case SHADOW_ANSWERING: menu_answer(rules, state, seat, menu); break;
    case SHADOW_CHOOSING: menu_choose(pub, menu); break;
    case SHADOW_UNVEILING:
        add(menu, SHADOW_ACTION_REVEAL, rules->fits[pub->card] >> state->character[seat] & 1);
        break;
    case SHADOW_ATTACKING: menu_attack(rules, pub, menu); break;
    case SHADOW_DOUBLING: add(menu, SHADOW_ACTION_DOUBLE, 1); break;
    case SHADOW_BLURRING: add(menu, SHADOW_ACTION_BLUR, 1); break;
    case SHADOW_HORNING:
        add(menu, SHADOW_ACTION_HORN, shadow_able(rules, state, seat, SHADOW_VALKYRIE));
        break;
    case SHADOW_SPEARING: add(menu, SHADOW_ACTION_REVEAL, is_hunter(state, seat)); break;
    case SHADOW_ROBBING:
        add(menu, SHADOW_ACTION_ROB,
            shadow_able(rules, state, seat, SHADOW_BOB) ? pub->equipment[pub->victim] : 0);
        break;
    case SHADOW_LOOTING: menu_loot(rules, state, seat, menu); break;
    case SHADOW_COUPING: add(menu, SHADOW_ACTION_COUP, 1); break;
    case SHADOW_SUCKING:
        add(menu, SHADOW_ACTION_SUCK, shadow_able(rules, state, seat, SHADOW_VAMPIRE));
        break;
    case SHADOW_REACTING: menu_react(rules, state, seat, menu); break;
    case SHADOW_FEASTING: menu_feast(rules, state, seat, menu); break;
    case SHADOW_ENDING: menu_end(rules, state, seat, menu); break;
    case SHADOW_LOSING:
        add(menu, SHADOW_ACTION_PLAY, hand_cards(state->hand[seat]));
        add(menu, SHADOW_ACTION_DISCARD, hand_cards(state->hand[seat]));
        break;
    default: break;
    }
    menu->musts = menu->count;
}

/* ---- May-actions (SH-R4) ------------------------------------------------------------------------------- */

/* Cards in hand that may be played now; Concealed Knowledge only in the player's own turn (SH-C9). */
static uint32_t playable(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    uint32_t cards = hand_cards(state->hand[seat]);
    if (seat == state->pub.active)
        return cards;
    return rules->hand_any_time ? cards & ~(UINT32_C(1) << SHADOW_KNOWLEDGE) : 0;
}

static void menu_free(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                      struct shadow_menu *menu)
{
    add_one(menu, SHADOW_ACTION_REVEAL, shadow_may_reveal(rules, state, seat));
    if (!rules->end_step)
        menu_any_time(rules, state, seat, menu);
    if (state->hand[seat])
        add(menu, SHADOW_ACTION_PLAY, playable(rules, state, seat));
    if (seat == state->pub.active)
        add(menu, SHADOW_ACTION_EQUIP, state->pub.stash[seat]);
}

/* Whether menu_free adds anything. */
static bool has_free(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    return shadow_may_reveal(rules, state, seat) || (!rules->end_step && any_time(rules, state, seat)) ||
           (state->hand[seat] && playable(rules, state, seat)) ||
           (seat == state->pub.active && state->pub.stash[seat]);
}

uint8_t shadow_free_special(const struct shadow_rules *rules, const struct shadow_state *state,
                            unsigned special)
{
    unsigned mask = 0;
    for (; special; special &= special - 1) {
        int seat = __builtin_ctz(special);
        mask |= (unsigned)has_free(rules, state, seat) << seat;
    }
    return (uint8_t)mask;
}

void shadow_menu_musts(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                       struct shadow_menu *menu)
{
    const struct shadow_public *pub = &state->pub;
    menu->count = menu->musts = 0;
    if (!shadow_phase_chance(pub->phase) && pub->phase != SHADOW_OVER &&
        shadow_in(shadow_phase_waits(pub), seat))
        shadow_menu_asked(rules, state, seat, menu);
}

void shadow_menu_free(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                      struct shadow_menu *menu)
{
    if (shadow_in(state->may, seat))
        menu_free(rules, state, seat, menu);
}
