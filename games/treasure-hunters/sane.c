/* sane.c - every invariant of a state, checked without trusting any byte of it. */
#include "state.h"

#include <string.h>

static int flag_sum(const struct th_public *pub)
{
    return pub->moved | pub->stopped | pub->took | pub->fought | pub->told | pub->lost;
}

/* The count of a heap is the number of its cards. */
static bool heap_counts(const struct th_cards *cards)
{
    int count = __builtin_popcount(cards->letters);
    for (int i = 0; i < TH_SPECIALS; i++)
        count += cards->special[i];
    return count == cards->count && !(cards->letters >> TH_ROOMS);
}

static bool cards_conserved(const struct th_rules *rules, const struct th_public *pub)
{
    const struct th_cards *heaps[] = {&pub->pile, &pub->discards, &pub->aside};
    int count[TH_CARDS] = {0};
    for (int i = 0; i < 3; i++) {
        if (!heap_counts(heaps[i]))
            return false;
        for (int card = 0; card < TH_CARDS; card++)
            count[card] += th_cards_has(heaps[i], card);
    }
    if (pub->lock)
        count[TH_CARD_LOCK_BLUE + pub->lock - TH_LOCK_BLUE]++;
    for (int card = 0; card < TH_CARDS; card++) {
        if (count[card] != th_cards_has(&rules->deck, card))
            return false;
    }
    return true;
}

/* Between draws the Shuffle is in the pile; it is laid aside only while a Draw card is in progress. */
static bool draw_fits(const struct th_rules *rules, const struct th_public *pub)
{
    bool drawing = pub->drawing == TH_CARD_DRAW_2 || pub->drawing == TH_CARD_DRAW_3;
    bool over = pub->phase == TH_OVER;
    if (pub->drawing && (!drawing || !rules->draws || (pub->phase != TH_DRAWING && !over)))
        return false;
    if (pub->owed > (drawing ? 2 + (pub->drawing == TH_CARD_DRAW_3) : 0) || (drawing && !pub->owed && !over))
        return false;
    if (!drawing && (pub->aside.count || !th_cards_has(&pub->pile, TH_CARD_SHUFFLE)))
        return false;
    return pub->phase != TH_DRAWING || pub->pile.count;
}

static bool rooms_fit(const struct th_rules *rules, const struct th_public *pub)
{
    if (pub->haunted >> TH_ROOMS || (pub->jewels & ~rules->board.jewels))
        return false;
    for (int room = 0; room < TH_ROOMS; room++) {
        if (pub->ghosts[room] > ((pub->haunted >> room & 1) ? 0 : TH_GHOSTS_MAX))
            return false;
    }
    int hauntings = __builtin_popcount(pub->haunted);
    bool ended = pub->phase == TH_OVER && pub->ending == TH_E1;
    return hauntings <= rules->haunt_max && (hauntings == rules->haunt_max) == ended;
}

/* All eight jewels lie, are carried or are out, and no number occurs twice. */
static bool jewels_conserved(const struct th_rules *rules, const struct th_public *pub)
{
    unsigned seen = 0;
    int carried = 0, known = 0;
    for (int hunter = 0; hunter < TH_HUNTERS_MAX; hunter++) {
        int load = pub->carries[hunter];
        if (load > TH_PLAIN || (load && (hunter >= rules->hunters || rules->numbered != (load != TH_PLAIN))))
            return false;
        carried += load != TH_EMPTY;
        seen |= load && load != TH_PLAIN ? 1u << (load - 1) : 0;
        known += load && load != TH_PLAIN;
    }
    for (int room = 0; room < TH_ROOMS; room++) {
        int number = pub->number[room];
        if (number > TH_JEWELS || (number && !(pub->jewels >> room & 1)))
            return false;
        seen |= number ? 1u << (number - 1) : 0;
        known += number != 0;
    }
    if (pub->out + carried + __builtin_popcount(pub->jewels) != TH_JEWELS)
        return false;
    unsigned out = rules->numbered ? (1u << pub->out) - 1 : 0;
    unsigned all = rules->numbered ? UINT8_MAX : 0;
    return __builtin_popcount(seen) == known && !(seen & out) && (seen | out | pub->unknown) == all &&
           !(pub->unknown & (seen | out));
}

/* A jewel in a room where a hunter stands is face up, except at the moment at which it is turned up. */
static bool numbers_fit(const struct th_rules *rules, const struct th_public *pub)
{
    bool awaited = false;
    for (int hunter = 0; hunter < rules->hunters && rules->numbered; hunter++) {
        int node = pub->at[hunter];
        if (!th_is_room(node) || !(pub->jewels >> th_room(node) & 1) || pub->number[th_room(node)])
            continue;
        bool moving = pub->phase == TH_NUMBERING || (rules->reveal_on_stop && pub->phase == TH_MOVING);
        if (hunter != pub->hunter || !moving)
            return false;
        awaited = true;
    }
    return awaited || pub->phase != TH_NUMBERING;
}

static bool places_fit(const struct th_rules *rules, const struct th_public *pub)
{
    uint64_t tiles = 0;
    for (int hunter = 0; hunter < TH_HUNTERS_MAX; hunter++) {
        if (pub->at[hunter] >= (hunter < rules->hunters ? rules->board.nodes : 1))
            return false;
        bool passing = hunter == pub->hunter && pub->phase == TH_MOVING && pub->moved;
        uint64_t tile = TH_BIT(pub->at[hunter]) & TH_TILE_NODES;
        if (!passing && (tiles & tile))
            return false;
        tiles |= passing ? 0 : tile;
        if (pub->at[hunter] == TH_OUTSIDE && pub->carries[hunter] &&
            (!rules->wrong_waits || pub->carries[hunter] == pub->out + 1))
            return false;
    }
    return true;
}

static bool seats_fit(const struct th_rules *rules, const struct th_public *pub)
{
    int seats = rules->base.seats;
    if (pub->first >= seats || pub->seat >= seats || pub->hunter >= rules->hunters)
        return false;
    if (pub->phase == TH_STARTING)
        return !pub->first && !pub->seat && !pub->hunter && !pub->played && !pub->turns;
    if (rules->first && pub->first != rules->first - 1)
        return false;
    unsigned own = th_nameable(rules, pub);
    if (pub->phase == TH_CHOOSING)
        return (rules->choose || rules->both) && pub->hunter == pub->seat && !pub->played;
    if (th_hunter_seat(rules, pub, pub->hunter) != pub->seat || !pub->turns)
        return false;
    if (!rules->both)
        return !pub->played;
    return !(pub->played & ~own) && (pub->played >> pub->hunter & 1);
}

static bool turn_fits(const struct th_rules *rules, const struct th_public *pub)
{
    bool rolled = pub->phase >= TH_DRAWING && pub->phase <= TH_FIGHTING;
    if (pub->turns > TH_TURNS_MAX || pub->rolled > TH_STEPS_MAX || pub->steps > pub->rolled)
        return false;
    if (pub->phase == TH_OVER)
        return true;
    if ((pub->rolled != 0) != rolled || (pub->phase == TH_DRAWING && pub->rolled == 6))
        return false;
    bool early = pub->phase <= TH_DRAWING, late = pub->phase >= TH_TAKING;
    if (early && (pub->steps || pub->moved || pub->stopped || pub->took || pub->fought))
        return false;
    if (!early && pub->phase == TH_MOVING && (pub->stopped || pub->took || pub->fought || !pub->steps))
        return false;
    if (late && !pub->stopped)
        return false;
    if (pub->phase == TH_MOVING && th_held(pub, pub->hunter) && !pub->told)
        return false;
    if (pub->phase == TH_MOVING && !th_can_stay(rules, pub) && !th_steps(rules, pub) &&
        !th_targets(rules, pub))
        return false;
    return true;
}

static bool after_move_fits(const struct th_rules *rules, const struct th_public *pub)
{
    if (pub->phase == TH_TAKING)
        return th_can_take(rules, pub) && !pub->took && (rules->fight_first || !pub->fought);
    if (pub->phase == TH_DARING || pub->phase == TH_FIGHTING)
        return th_fight_dice(rules, pub, pub->hunter) > 0 && !pub->fought &&
               (pub->phase == TH_FIGHTING || rules->fight_may) && (!rules->fight_first || !pub->took);
    return true;
}

static bool ending_fits(const struct th_rules *rules, const struct th_public *pub)
{
    bool dead = th_dead_end(rules, pub);
    if (pub->told && (rules->deadlock_loses || !dead))
        return false;
    if (pub->phase != TH_OVER)
        return !pub->ending && !pub->lost && dead == pub->told;
    switch (pub->ending) {
    case TH_E1:
    case TH_E2: return pub->lost;
    case TH_E5: return pub->lost && rules->base.game->version < 2;
    case TH_L1: return pub->lost && pub->turns == TH_TURNS_MAX;
    case TH_E3: return !pub->lost && pub->out == TH_JEWELS;
    case TH_E4: return pub->lost && dead;
    default: return false;
    }
}

const char *th_sane(const struct lan_rules *base, const struct lan_state *opaque)
{
    const struct th_rules *rules = th_rules_of(base);
    const struct th_public *pub = &th_state_of(opaque)->pub;
    if (pub->phase >= TH_PHASES || flag_sum(pub) > 1 ||
        memcmp(pub->unused, "\0\0\0", sizeof pub->unused) != 0)
        return "phase and flags";
    if (pub->lock >= (rules->locks ? TH_LOCKS : 1) || pub->out > TH_JEWELS)
        return "lock and jewels out";
    if (!seats_fit(rules, pub))
        return "whose turn it is";
    if (!places_fit(rules, pub))
        return "hunters in their places";
    if (!rooms_fit(rules, pub))
        return "ghosts and hauntings";
    if (!jewels_conserved(rules, pub))
        return "8 jewels";
    if (!numbers_fit(rules, pub))
        return "numbers turned up";
    if (!cards_conserved(rules, pub))
        return "the cards of the deck";
    if (!draw_fits(rules, pub))
        return "the cards owed";
    if (!turn_fits(rules, pub))
        return "the turn";
    if (!after_move_fits(rules, pub))
        return "jewel and fight";
    if (!ending_fits(rules, pub))
        return "the end";
    return NULL;
}
