#include "tiny.h"

#include <string.h>

#include "field.h"
#include "tables.h"
#include "write.h"

enum tiny_refusal {
    TINY_ACCEPTED,
#define REFUSAL(name, ...) TINY_REFUSED_##name,
#include "refusals.def"
#undef REFUSAL
    TINY_REFUSALS
};

enum { STREAM_DEAL, STREAM_DIE };

static const uint8_t deck[TINY_CARDS] = {[TINY_SHIELD] = 2, [TINY_SWORD] = 3};

/* ---- Tables -------------------------------------------------------------------------------------------- */

static const struct lan_word card_words[] = {
    WORD("nothing", "nothing", "rien"),
    WORD("shield", "shield", "bouclier"),
    WORD("sword", "sword", "épée"),
};
static const struct lan_word bet_words[] = {WORD("hit", "a hit", "un coup"),
                                            WORD("peace", "peace", "la paix")};

static const struct lan_type types[TINY_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", TINY_SEATS_MAX, 1, NULL},    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [TINY_TYPE_CARD] = {"card", TINY_CARDS, 0, card_words}, [TINY_TYPE_FACE] = {"face", TINY_FACES, 1, NULL},
    [TINY_TYPE_BET] = {"bet", TINY_BETS, 0, bet_words},
};

#define GAME_FOLDER tiny
#include "tables.inc"

static const struct lan_word bets_words[] = {WORD("sealed", "sealed bets", "paris secrets"),
                                             WORD("none", "no bets", "sans paris")};

static const struct lan_option options[TINY_OPTIONS] = {
    [TINY_OPTION_ROUNDS] = NUMBER("rounds", 1, 2, 1, "TI-E1", "Rounds played.", "Nombre de manches."),
    [TINY_OPTION_BETS] = CHOICE("bets", bets_words, "TI-S2", "Whether bets are made.", "Si l'on parie."),
};

/* ---- The state ----------------------------------------------------------------------------------------- */

static const struct tiny_rules *rules_of(const struct lan_rules *rules)
{
    return (const struct tiny_rules *)rules;
}

static const struct tiny_state *state_of(const struct lan_state *state)
{
    return (const struct tiny_state *)state;
}

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct tiny_rules *rules = (struct tiny_rules *)base;
    (void)problem;
    rules->rounds = (uint8_t)base->config.value[TINY_OPTION_ROUNDS];
    rules->bets = base->config.value[TINY_OPTION_BETS] == 0;
    return true;
}

static void setup(const struct lan_rules *rules, struct lan_state *opaque)
{
    struct tiny_state *state = (struct tiny_state *)opaque;
    (void)rules;
    memset(state, 0, sizeof *state);
    memcpy(state->pile, deck, sizeof deck);
}

static int active_seat(const struct lan_rules *rules, const struct tiny_public *pub)
{
    return pub->turns % rules->seats;
}

/* Seats that may show a sword now. */
static unsigned may_reveal(const struct tiny_state *state)
{
    unsigned mask = 0;
    for (int seat = 0; seat < TINY_SEATS_MAX && state->pub.phase == TINY_PLAYING; seat++)
        mask |= (unsigned)(state->card[seat] == TINY_SWORD && !state->pub.known[seat]) << seat;
    return mask;
}

static void turn(const struct lan_rules *rules, const struct lan_state *opaque, struct lan_turn *turn)
{
    const struct tiny_state *state = state_of(opaque);
    const struct tiny_public *pub = &state->pub;
    *turn = (struct lan_turn){.active = LAN_SEAT_NONE, .moment = pub->moment};
    if (pub->phase >= TINY_PLAYING && pub->phase < TINY_OVER)
        turn->active = (uint8_t)active_seat(rules, pub);
    switch ((enum tiny_phase)pub->phase) {
    case TINY_DEALING:
    case TINY_ROLLING:
        turn->must = 1 << LAN_CHANCE;
        turn->stream = pub->phase == TINY_ROLLING ? STREAM_DIE : STREAM_DEAL;
        turn->index = pub->phase == TINY_ROLLING ? pub->turns : pub->dealt;
        break;
    case TINY_ASKING:
        turn->window = true;
        turn->must = pub->asked;
        break;
    case TINY_BETTING: turn->must = pub->asked; break;
    case TINY_PLAYING:
        turn->must = (uint16_t)(1u << turn->active);
        turn->may = (uint16_t)may_reveal(state);
        break;
    case TINY_OVER:
    case TINY_PHASES: break;
    }
}

static void list_chance(const struct tiny_state *state, struct lan_list *list)
{
    if (state->pub.phase == TINY_ROLLING) {
        for (int face = 0; face < TINY_FACES; face++)
            lan_list_add_chance(list, LAN_ACTION(TINY_ACTION_ROLL, face, 0, 0), 1);
        return;
    }
    for (int card = 1; card < TINY_CARDS; card++) {
        if (state->pile[card])
            lan_list_add_chance(list, LAN_ACTION(TINY_ACTION_DEAL, card, 0, 0), state->pile[card]);
    }
}

static void list_musts(const struct lan_rules *rules, const struct tiny_state *state, int seat,
                       struct lan_list *list)
{
    if (state->pub.phase == TINY_BETTING) {
        lan_list_add(list, LAN_ACTION(TINY_ACTION_BET, TINY_HIT, 0, 0));
        lan_list_add(list, LAN_ACTION(TINY_ACTION_BET, TINY_PEACE, 0, 0));
    } else if (state->pub.phase == TINY_ASKING) {
        lan_list_add(list, LAN_ACTION(TINY_ACTION_PASS, 0, 0, 0));
        if (state->card[seat] == TINY_SHIELD)
            lan_list_add(list, LAN_ACTION(TINY_ACTION_BLOCK, 0, 0, 0));
    } else {
        lan_list_add(list, LAN_ACTION(TINY_ACTION_REST, 0, 0, 0));
        for (int target = 0; target < rules->seats; target++) {
            if (target != seat)
                lan_list_add(list, LAN_ACTION(TINY_ACTION_STRIKE, target, 0, 0));
        }
    }
}

static void actions(const struct lan_rules *rules, const struct lan_state *opaque, int seat,
                    struct lan_list *list)
{
    const struct tiny_state *state = state_of(opaque);
    struct lan_turn now;
    turn(rules, opaque, &now);
    if (seat == LAN_CHANCE && (now.must >> LAN_CHANCE & 1))
        list_chance(state, list);
    else if (now.must >> seat & 1)
        list_musts(rules, state, seat, list);
    list->musts = list->count;
    if (now.may >> seat & 1)
        lan_list_add(list, LAN_ACTION(TINY_ACTION_REVEAL, 0, 0, 0));
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static void result(const struct lan_rules *rules, const struct lan_state *opaque, struct lan_result *out)
{
    const struct tiny_public *pub = &state_of(opaque)->pub;
    int32_t most = -1;
    *out = (struct lan_result){.over = pub->phase == TINY_OVER, .clause = TI_E1};
    for (int seat = 0; seat < rules->seats; seat++) {
        bool right = out->over && pub->bet[seat] == (pub->struck ? TINY_HIT : TINY_PEACE) + 1;
        out->score[seat] = pub->points[seat] + right;
        most = out->score[seat] > most ? out->score[seat] : most;
    }
    for (int seat = 0; seat < rules->seats; seat++)
        out->winners |= (uint16_t)((out->score[seat] == most) << seat);
}

static void turn_end(const struct lan_rules *rules, struct tiny_public *pub, struct lan_events *events)
{
    pub->asked = 0;
    pub->turns++;
    pub->phase = TINY_PLAYING;
    if (pub->turns == rules->seats * rules_of(rules)->rounds) {
        pub->phase = TINY_OVER;
        LAN_EMIT(events, TINY_EVENT_ENDED, TI_E1, 0);
    }
}

static int apply_deal(const struct lan_rules *rules, struct tiny_state *state, int card,
                      struct lan_events *events)
{
    struct tiny_public *pub = &state->pub;
    if (pub->phase != TINY_DEALING || !state->pile[card])
        return TINY_REFUSED_NONSENSE;
    state->pile[card]--;
    state->card[pub->dealt] = (uint8_t)card;
    LAN_EMIT(events, TINY_EVENT_DEALT, TI_S1, pub->dealt, (int16_t)card);
    pub->dealt++;
    pub->moment++;
    if (pub->dealt < rules->seats)
        return TINY_ACCEPTED;
    pub->phase = rules_of(rules)->bets ? TINY_BETTING : TINY_PLAYING;
    if (pub->phase == TINY_BETTING)
        pub->asked = (uint8_t)((1u << rules->seats) - 1);
    return TINY_ACCEPTED;
}

static int apply_roll(const struct lan_rules *rules, struct tiny_public *pub, int face,
                      struct lan_events *events)
{
    int seat = active_seat(rules, pub);
    if (pub->phase != TINY_ROLLING)
        return TINY_REFUSED_NONSENSE;
    pub->points[seat] = (uint8_t)(pub->points[seat] + face + 1);
    pub->struck = 1;
    pub->moment++;
    LAN_EMIT(events, TINY_EVENT_ROLLED, TI_T3, (int16_t)seat, (int16_t)face);
    turn_end(rules, pub, events);
    return TINY_ACCEPTED;
}

static int apply_bet(const struct lan_rules *rules, struct tiny_state *state, int seat, int bet,
                     struct lan_events *events)
{
    struct tiny_public *pub = &state->pub;
    if (pub->phase != TINY_BETTING)
        return TINY_REFUSED_NOT_NOW;
    state->sealed[seat] = (uint8_t)(bet + 1);
    pub->asked &= (uint8_t) ~(1u << seat);
    pub->moment++;
    LAN_EMIT(events, TINY_EVENT_BET, TI_S2, (int16_t)seat, (int16_t)bet);
    if (pub->asked)
        return TINY_ACCEPTED;
    for (int other = 0; other < TINY_SEATS_MAX; other++) {
        pub->bet[other] = state->sealed[other];
        state->sealed[other] = 0;
        if (other < rules->seats)
            LAN_EMIT(events, TINY_EVENT_BETS, TI_S2, (int16_t)other, (int16_t)(pub->bet[other] - 1));
    }
    pub->phase = TINY_PLAYING;
    return TINY_ACCEPTED;
}

static int apply_strike(const struct lan_rules *rules, struct tiny_public *pub, int seat, int target,
                        struct lan_events *events)
{
    if (pub->phase != TINY_PLAYING || seat != active_seat(rules, pub))
        return TINY_REFUSED_NOT_NOW;
    if (target == seat || target >= rules->seats)
        return TINY_REFUSED_NO_TARGET;
    for (int other = 0; other < rules->seats; other++) {
        if (other != seat && pub->known[other] != TINY_SWORD)
            pub->asked |= (uint8_t)(1u << other);
    }
    pub->phase = pub->asked ? TINY_ASKING : TINY_ROLLING;
    pub->moment++;
    LAN_EMIT(events, TINY_EVENT_STRUCK, TI_T1, (int16_t)seat, (int16_t)target);
    return TINY_ACCEPTED;
}

static int apply_rest(const struct lan_rules *rules, struct tiny_public *pub, int seat,
                      struct lan_events *events)
{
    if (pub->phase != TINY_PLAYING || seat != active_seat(rules, pub))
        return TINY_REFUSED_NOT_NOW;
    pub->moment++;
    /* The rule that version 2 changes: resting earns a point. */
    if (rules->game->version >= 2)
        pub->points[seat]++;
    LAN_EMIT(events, TINY_EVENT_RESTED, TI_T1, (int16_t)seat);
    turn_end(rules, pub, events);
    return TINY_ACCEPTED;
}

static int apply_block(const struct lan_rules *rules, struct tiny_state *state, int seat,
                       struct lan_events *events)
{
    if (state->pub.phase != TINY_ASKING)
        return TINY_REFUSED_NOT_NOW;
    if (state->card[seat] != TINY_SHIELD)
        return TINY_REFUSED_NO_SHIELD;
    state->pub.known[seat] = TINY_SHIELD;
    state->pub.points[seat] = (uint8_t)(state->pub.points[seat] + 2);
    state->pub.moment++;
    LAN_EMIT(events, TINY_EVENT_BLOCKED, TI_T2, (int16_t)seat);
    turn_end(rules, &state->pub, events);
    return TINY_ACCEPTED;
}

static int apply_pass(struct tiny_public *pub, int seat, struct lan_events *events)
{
    if (pub->phase != TINY_ASKING)
        return TINY_REFUSED_NOT_NOW;
    pub->asked &= (uint8_t) ~(1u << seat);
    pub->moment++;
    if (!pub->asked)
        pub->phase = TINY_ROLLING;
    LAN_EMIT(events, TINY_EVENT_PASSED, TI_T2, (int16_t)seat);
    return TINY_ACCEPTED;
}

static int apply_reveal(struct tiny_state *state, int seat, struct lan_events *events)
{
    if (state->pub.phase != TINY_PLAYING)
        return TINY_REFUSED_NOT_NOW;
    if (state->card[seat] != TINY_SWORD || state->pub.known[seat])
        return TINY_REFUSED_NO_SWORD;
    state->pub.known[seat] = TINY_SWORD;
    state->pub.points[seat]++;
    state->pub.moment++;
    LAN_EMIT(events, TINY_EVENT_REVEALED, TI_M1, (int16_t)seat);
    return TINY_ACCEPTED;
}

static int apply(const struct lan_rules *rules, struct lan_state *opaque, int seat, lan_action action,
                 struct lan_events *events)
{
    struct tiny_state *state = (struct tiny_state *)opaque;
    int arg = lan_action_arg(action, 0);
    switch ((enum tiny_action)lan_action_kind(action)) {
    case TINY_ACTION_DEAL: return apply_deal(rules, state, arg, events);
    case TINY_ACTION_ROLL: return apply_roll(rules, &state->pub, arg, events);
    case TINY_ACTION_BET: return apply_bet(rules, state, seat, arg, events);
    case TINY_ACTION_STRIKE: return apply_strike(rules, &state->pub, seat, arg, events);
    case TINY_ACTION_REST: return apply_rest(rules, &state->pub, seat, events);
    case TINY_ACTION_BLOCK: return apply_block(rules, state, seat, events);
    case TINY_ACTION_PASS: return apply_pass(&state->pub, seat, events);
    case TINY_ACTION_REVEAL: return apply_reveal(state, seat, events);
    case TINY_ACTIONS: break;
    }
    return TINY_REFUSED_NONSENSE;
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void observe(const struct lan_rules *rules, const struct lan_state *opaque, int viewer,
                    struct lan_view *out)
{
    const struct tiny_state *state = state_of(opaque);
    struct tiny_view *view = (struct tiny_view *)out;
    memset(view, 0, sizeof *view);
    view->pub = state->pub;
    view->viewer = (uint8_t)viewer;
    if (viewer < rules->seats) {
        view->card = state->card[viewer];
        view->sealed = state->sealed[viewer];
    }
}

static void view_write(const struct lan_rules *rules, const struct lan_view *opaque, struct lan_writer *w)
{
    static const char *const phases[] = {"dealing", "betting", "playing", "asking", "rolling", "over"};
    const struct tiny_view *view = (const struct tiny_view *)opaque;
    const struct tiny_public *pub = &view->pub;
    w->string(w, "phase", phases[pub->phase]);
    w->number(w, "turns", pub->turns);
    lan_write_value(w, "card", rules->game, TINY_TYPE_CARD, view->card ? view->card : LAN_HIDDEN);
    lan_write_value(w, "sealed", rules->game, TINY_TYPE_BET, view->sealed ? view->sealed - 1 : LAN_HIDDEN);
    w->open_array(w, "seats");
    for (int seat = 0; seat < rules->seats; seat++) {
        w->open_object(w, NULL);
        lan_write_value(w, "known", rules->game, TINY_TYPE_CARD,
                        pub->known[seat] ? pub->known[seat] : LAN_HIDDEN);
        lan_write_value(w, "bet", rules->game, TINY_TYPE_BET,
                        pub->bet[seat] ? pub->bet[seat] - 1 : LAN_HIDDEN);
        w->number(w, "points", pub->points[seat]);
        w->close(w);
    }
    w->close(w);
}

#define AT(member) .offset = offsetof(struct tiny_view, member)
#define CARD       LAN_CELL_CHOICE(TINY_CARDS - 1, TINY_TYPE_CARD), .first = 1
#define BET        LAN_CELL_CHOICE(TINY_BETS, TINY_TYPE_BET), .first = 1

static const struct lan_field fields[] = {
    {"seat", LAN_CELL_VIEWER, AT(viewer)},
    {"phase", LAN_CELL_NUMBER(TINY_PHASES - 1), AT(pub.phase)},
    {"dealt", LAN_CELL_NUMBER(TINY_SEATS_MAX), AT(pub.dealt)},
    {"turns", LAN_CELL_NUMBER(255), AT(pub.turns)},
    {"asked", LAN_CELL_SEATS, AT(pub.asked)},
    {"struck", LAN_CELL_NUMBER(1), AT(pub.struck)},
    {"moment", LAN_CELL_NUMBER(255), AT(pub.moment)},
    {"known", CARD, AT(pub.known), LAN_CELL_BY_SEAT(1)},
    {"points", LAN_CELL_NUMBER(255), AT(pub.points), LAN_CELL_BY_SEAT(1)},
    {"bet", BET, AT(pub.bet), LAN_CELL_BY_SEAT(1)},
    {"card", CARD, AT(card)},
    {"sealed", BET, AT(sealed)},
};

struct lan_sampler {
    struct tiny_view view;
    uint8_t pile[TINY_CARDS]; /* what the viewer has not seen */
};

static void sampler_init(const struct lan_rules *rules, const struct lan_view *opaque,
                         struct lan_sampler *sampler)
{
    memcpy(&sampler->view, opaque, sizeof sampler->view);
    memcpy(sampler->pile, deck, sizeof deck);
    for (int seat = 0; seat < rules->seats; seat++) {
        uint8_t card = seat == sampler->view.viewer ? sampler->view.card : sampler->view.pub.known[seat];
        if (card)
            sampler->pile[card]--;
    }
}

static void sampler_draw(const struct lan_rules *rules, const struct lan_sampler *sampler,
                         struct lan_rng *rng, struct lan_state *opaque)
{
    struct tiny_state *state = (struct tiny_state *)opaque;
    const struct tiny_public *pub = &sampler->view.pub;
    memset(state, 0, sizeof *state);
    state->pub = *pub;
    memcpy(state->pile, sampler->pile, sizeof state->pile);
    for (int seat = 0; seat < rules->seats; seat++) {
        bool own = seat == sampler->view.viewer;
        state->card[seat] = own ? sampler->view.card : pub->known[seat];
        if (pub->phase == TINY_BETTING && !(pub->asked >> seat & 1))
            state->sealed[seat] = own ? sampler->view.sealed : (uint8_t)(1 + lan_rng_below(rng, TINY_BETS));
        if (state->card[seat] || seat >= pub->dealt)
            continue;
        uint32_t shields = state->pile[TINY_SHIELD], left = shields + state->pile[TINY_SWORD];
        state->card[seat] = lan_rng_below(rng, left) < shields ? TINY_SHIELD : TINY_SWORD;
        state->pile[state->card[seat]]--;
    }
}

/* ---- Invariants ---------------------------------------------------------------------------------------- */

static bool cards_fit(const struct lan_rules *rules, const struct tiny_state *state)
{
    int count[TINY_CARDS] = {0};
    for (int seat = 0; seat < TINY_SEATS_MAX; seat++) {
        uint8_t card = state->card[seat], known = state->pub.known[seat];
        if (card >= TINY_CARDS || (card != 0) != (seat < state->pub.dealt) || (known && known != card))
            return false;
        count[card]++;
    }
    for (int card = 1; card < TINY_CARDS; card++) {
        if (count[card] + state->pile[card] != deck[card])
            return false;
    }
    return state->pub.dealt <= rules->seats && !state->pile[0] &&
           (state->pub.dealt == rules->seats) == (state->pub.phase != TINY_DEALING);
}

static bool bets_fit(const struct lan_rules *rules, const struct tiny_state *state)
{
    const struct tiny_public *pub = &state->pub;
    bool shown = rules_of(rules)->bets && pub->phase > TINY_BETTING;
    for (int seat = 0; seat < TINY_SEATS_MAX; seat++) {
        bool made = pub->phase == TINY_BETTING && seat < rules->seats && !(pub->asked >> seat & 1);
        if (pub->bet[seat] > TINY_BETS || (pub->bet[seat] != 0) != (shown && seat < rules->seats))
            return false;
        if (state->sealed[seat] > TINY_BETS || (state->sealed[seat] != 0) != made)
            return false;
    }
    return pub->phase != TINY_BETTING || rules_of(rules)->bets;
}

static bool asked_fit(const struct lan_rules *rules, const struct tiny_public *pub)
{
    unsigned all = (1u << rules->seats) - 1, askable = all & ~(1u << active_seat(rules, pub));
    for (int seat = 0; seat < rules->seats; seat++)
        askable &= ~((unsigned)(pub->known[seat] == TINY_SWORD) << seat);
    if (pub->phase == TINY_BETTING)
        return pub->asked && !(pub->asked & ~all);
    if (pub->phase == TINY_ASKING)
        return pub->asked && !(pub->asked & ~askable);
    return !pub->asked;
}

static const char *sane(const struct lan_rules *rules, const struct lan_state *opaque)
{
    const struct tiny_state *state = state_of(opaque);
    const struct tiny_public *pub = &state->pub;
    int last = rules->seats * rules_of(rules)->rounds;
    if (pub->phase >= TINY_PHASES || pub->turns > last || (pub->turns == last) != (pub->phase == TINY_OVER))
        return "phase and turns";
    if (pub->phase < TINY_PLAYING && (pub->turns || pub->struck))
        return "nothing happens before play";
    if (!cards_fit(rules, state))
        return "5 cards";
    if (!bets_fit(rules, state))
        return "bets";
    if (!asked_fit(rules, pub))
        return "who is asked";
    for (int seat = 0; seat < TINY_SEATS_MAX; seat++) {
        if (pub->points[seat] > 16 ||
            ((pub->phase < TINY_PLAYING || seat >= rules->seats) && pub->points[seat]))
            return "points";
        if (pub->phase < TINY_PLAYING && pub->known[seat])
            return "nothing is shown before play";
    }
    return pub->struck > 1 ? "struck or not" : NULL;
}

/* Deal, bets, then turns of strike, two answers and a roll, and every sword shown. */
enum { LENGTH_MAX = 3 + 3 + 2 * 3 * 4 + 3 };

#define TINY(number)                                                                                         \
    {                                                                                                        \
        .name = "tiny", .title = {{"Tiny", "Minuscule"}},                                                    \
        .pitch = {{"A game for tests.", "Un jeu pour les tests."}},                                          \
        .intro = {{"Strike others and block their strikes.", "Frappe les autres et pare leurs coups."}},     \
        .version = (number), .seats_min = 2, .seats_max = TINY_SEATS_MAX, .length_max = LENGTH_MAX,          \
        GAME_TABLES, .options = options, .option_count = TINY_OPTIONS,                                       \
        .rules_size = sizeof(struct tiny_rules), .state_size = sizeof(struct tiny_state),                    \
        .view_size = sizeof(struct tiny_view), .sampler_size = sizeof(struct lan_sampler), .fields = fields, \
        .field_count = sizeof fields / sizeof *fields, .layout = 2, .compile = compile, .setup = setup,      \
        .turn = turn, .actions = actions, .apply = apply, .observe = observe, .view_write = view_write,      \
        .sampler_init = sampler_init, .sampler_draw = sampler_draw, .result = result, .sane = sane,          \
    }

const struct lan_game tiny_game = TINY(1);
const struct lan_game tiny_game_2 = TINY(2);
