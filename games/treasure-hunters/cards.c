/* cards.c - the deck: the effects of cards, arriving ghosts, locked doors, shuffles. */
#include "state.h"

void th_cards_add(struct th_cards *cards, int card)
{
    if (card < TH_ROOMS)
        cards->letters |= (uint16_t)(1u << card);
    else
        cards->special[card - TH_ROOMS]++;
    cards->count++;
}

void th_cards_remove(struct th_cards *cards, int card)
{
    lan_assert(th_cards_has(cards, card));
    if (card < TH_ROOMS)
        cards->letters &= (uint16_t) ~(1u << card);
    else
        cards->special[card - TH_ROOMS]--;
    cards->count--;
}

int th_cards_has(const struct th_cards *cards, int card)
{
    return card < TH_ROOMS ? cards->letters >> card & 1 : cards->special[card - TH_ROOMS];
}

static void cards_merge(struct th_cards *into, struct th_cards *from)
{
    into->letters |= from->letters;
    for (int i = 0; i < TH_SPECIALS; i++)
        into->special[i] = (uint8_t)(into->special[i] + from->special[i]);
    into->count = (uint8_t)(into->count + from->count);
    *from = (struct th_cards){0};
}

int th_ghost_room(const struct th_public *pub, int room)
{
    while (pub->haunted >> room & 1)
        room = (room + 1) % TH_ROOMS;
    return room;
}

/* Sends a ghost to a room. Returns true when that ended the game. */
static bool ghost_place(const struct th_play *play, int letter)
{
    struct th_public *pub = play->pub;
    int room = th_ghost_room(pub, letter);
    int16_t node = (int16_t)(TH_ROOM_A + room);
    if (room != letter)
        LAN_EMIT(play->events, TH_EVENT_DRIFTED, TH_H2, (int16_t)(TH_ROOM_A + letter), node);
    if (pub->ghosts[room] < TH_GHOSTS_MAX) {
        pub->ghosts[room]++;
        LAN_EMIT(play->events, TH_EVENT_GHOST, TH_D2, node, pub->ghosts[room]);
        return false;
    }
    pub->ghosts[room] = 0;
    pub->haunted |= (uint16_t)(1u << room);
    LAN_EMIT(play->events, TH_EVENT_HAUNTED, TH_H1, node, (int16_t)__builtin_popcount(pub->haunted));
    return th_end_check(play);
}

static int lock_card(int lock)
{
    return TH_CARD_LOCK_BLUE + lock - TH_LOCK_BLUE;
}

static int16_t lock_colour(int lock)
{
    return lock == TH_LOCK_BLUE ? TH_BLUE : TH_GREEN;
}

static void shuffle(const struct th_play *play, bool reopens, int clause)
{
    struct th_public *pub = play->pub;
    cards_merge(&pub->pile, &pub->discards);
    if (reopens && pub->lock) {
        th_cards_add(&pub->pile, lock_card(pub->lock));
        LAN_EMIT(play->events, TH_EVENT_REOPENED, TH_D5, lock_colour(pub->lock));
        pub->lock = TH_LOCK_NONE;
    }
    LAN_EMIT(play->events, TH_EVENT_SHUFFLED, clause, pub->pile.count);
}

static void lock_play(const struct th_play *play, int card)
{
    struct th_public *pub = play->pub;
    int lock = TH_LOCK_BLUE + card - TH_CARD_LOCK_BLUE;
    if (lock == pub->lock) {
        th_cards_add(&pub->discards, card);
        return;
    }
    if (pub->lock) {
        th_cards_add(&pub->discards, lock_card(pub->lock));
        LAN_EMIT(play->events, TH_EVENT_REOPENED, TH_D5, lock_colour(pub->lock));
    }
    pub->lock = (uint8_t)lock;
    LAN_EMIT(play->events, TH_EVENT_LOCKED, TH_D5, lock_colour(lock));
}

/*
 * Carries out the first card of a turn, or a further card of a Draw card. Returns true when it ended the
 * game.
 */
static bool card_effect(const struct th_play *play, int card)
{
    struct th_public *pub = play->pub;
    if (card == TH_CARD_LOCK_BLUE || card == TH_CARD_LOCK_GREEN) {
        lock_play(play, card);
        return false;
    }
    th_cards_add(&pub->discards, card);
    if (card < TH_ROOMS)
        return ghost_place(play, card);
    if (card == TH_CARD_SHUFFLE) {
        shuffle(play, true, TH_D3);
    } else {
        pub->drawing = (uint8_t)card;
        pub->owed = card == TH_CARD_DRAW_2 ? 2 : 3;
    }
    return false;
}

/*
 * Whether a card is laid aside without effect: among the further cards, Draw cards and, unless an option says
 * that it counts, the Shuffle (TH-D4, TH-D7).
 */
static bool draw_ignores(const struct th_play *play, int card)
{
    if (!play->pub->drawing)
        return false;
    return card == TH_CARD_DRAW_2 || card == TH_CARD_DRAW_3 ||
           (card == TH_CARD_SHUFFLE && !play->rules->shuffle_counts);
}

static void draw_card_finish(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    pub->drawing = pub->owed = 0;
    cards_merge(&pub->discards, &pub->aside);
    shuffle(play, !play->rules->draw_keeps_lock, TH_D4);
}

void th_card_play(const struct th_play *play, int card)
{
    struct th_public *pub = play->pub;
    LAN_EMIT(play->events, TH_EVENT_CARD, TH_D1, (int16_t)card);
    th_cards_remove(&pub->pile, card);
    pub->drawn++;
    if (draw_ignores(play, card)) {
        th_cards_add(&pub->aside, card);
        LAN_EMIT(play->events, TH_EVENT_IGNORED, card == TH_CARD_SHUFFLE ? TH_D7 : TH_D4, (int16_t)card);
    } else {
        if (pub->drawing)
            pub->owed--;
        if (card_effect(play, card))
            return;
    }
    if (pub->drawing && (!pub->owed || !pub->pile.count))
        draw_card_finish(play);
    if (!pub->drawing)
        th_move_begin(play);
}
