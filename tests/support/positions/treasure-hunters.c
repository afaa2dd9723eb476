/*
 * Positions of Treasure Hunters. In a scenario:
 *   set hunter red A jewel        where a hunter stands; `jewel` or a number when it carries one
 *   set jewels A C D              the rooms in which jewels lie; unless said otherwise those of the board
 *   set number A 3                a jewel that is turned up
 *   set ghosts A 2                how many are in a room; unless said otherwise as at the beginning
 *   set haunted A C               rooms that are haunted
 *   set pile A B shuffle          the cards of the pile; the others are discards
 *   set lock blue                 the doors locked; the card comes from the discards, or else from the pile
 *   set first 2                   who began
 *   set turn yellow               whose turn it is; unless said otherwise the first player's first hunter
 *   set turns 7                   hunters' turns begun so far, this one included
 * Jewels that neither lie nor are carried are out, the lowest numbers first. The hunter is about to roll, or
 * its player to name it.
 */
#include "positions.h"

#include <string.h>

#include "treasure-hunters/state.h"

static struct th_public *pub_of(struct lan_state *state)
{
    return &((struct th_state *)state)->pub;
}

static int room_of(const struct lan_rules *rules, const char *word)
{
    int node = position_value(rules, TH_TYPE_NODE, word);
    return th_is_room(node) ? th_room(node) : -1;
}

static int number_of(const char *word, int most)
{
    int32_t number;
    return lan_text_parse_int(word, strlen(word), &number) && number <= most ? number : -1;
}

static const char *set_hunter(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    struct th_public *pub = pub_of(opaque);
    int hunter = count > 1 ? position_value(rules, TH_TYPE_HUNTER, word[0]) : -1;
    int node = count > 1 ? position_value(rules, TH_TYPE_NODE, word[1]) : -1;
    if (hunter < 0 || node < 0 || count > 3)
        return "a hunter, a place, and `jewel` or a number";
    pub->at[hunter] = (uint8_t)node;
    if (count == 3) {
        int number = word[2][0] == 'j' ? TH_PLAIN : number_of(word[2], TH_JEWELS);
        if (number < 1)
            return "`jewel` or a number from 1 to 8";
        pub->carries[hunter] = (uint8_t)number;
    }
    return NULL;
}

static const char *rooms_read(const struct lan_rules *rules, int count, const char *const *word,
                              uint16_t *mask)
{
    *mask = 0;
    for (int i = 0; i < count; i++) {
        int room = room_of(rules, word[i]);
        if (room < 0)
            return "rooms";
        *mask |= (uint16_t)(1u << room);
    }
    return NULL;
}

static const char *set_jewels(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    return rooms_read(rules, count, word, &pub_of(opaque)->jewels);
}

static const char *set_haunted(const struct lan_rules *rules, struct lan_state *opaque, int count,
                               const char *const *word)
{
    struct th_public *pub = pub_of(opaque);
    const char *wrong = rooms_read(rules, count, word, &pub->haunted);
    for (int room = 0; room < TH_ROOMS; room++) {
        if (pub->haunted >> room & 1)
            pub->ghosts[room] = 0;
    }
    return wrong;
}

static const char *set_number(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    int room = count == 2 ? room_of(rules, word[0]) : -1,
        number = count == 2 ? number_of(word[1], TH_JEWELS) : -1;
    if (room < 0 || number < 1)
        return "a room and a number from 1 to 8";
    pub_of(opaque)->number[room] = (uint8_t)number;
    return NULL;
}

static const char *set_ghosts(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    int room = count == 2 ? room_of(rules, word[0]) : -1, ghosts = count == 2 ? number_of(word[1], 2) : -1;
    if (room < 0 || ghosts < 0)
        return "a room and 0, 1 or 2";
    pub_of(opaque)->ghosts[room] = (uint8_t)ghosts;
    return NULL;
}

static const char *set_pile(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    struct th_public *pub = pub_of(opaque);
    pub->discards = th_rules_of(rules)->deck;
    pub->pile = (struct th_cards){0};
    for (int i = 0; i < count; i++) {
        int card = position_value(rules, TH_TYPE_CARD, word[i]);
        if (card < 0 || !th_cards_has(&pub->discards, card))
            return "cards of the deck";
        th_cards_remove(&pub->discards, card);
        th_cards_add(&pub->pile, card);
    }
    return NULL;
}

static const char *set_lock(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    struct th_public *pub = pub_of(opaque);
    int colour = count == 1 ? position_value(rules, TH_TYPE_COLOUR, word[0]) : -1;
    if (colour != TH_BLUE && colour != TH_GREEN)
        return "blue or green";
    int card = colour == TH_BLUE ? TH_CARD_LOCK_BLUE : TH_CARD_LOCK_GREEN;
    struct th_cards *from = th_cards_has(&pub->discards, card) ? &pub->discards : &pub->pile;
    if (!th_cards_has(from, card))
        return "a lock that this deck has";
    th_cards_remove(from, card);
    pub->lock = (uint8_t)(colour == TH_BLUE ? TH_LOCK_BLUE : TH_LOCK_GREEN);
    return NULL;
}

static const char *set_first(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    int seat = count == 1 ? position_seat(rules, word[0]) : -1;
    if (seat < 0)
        return "one seat";
    pub_of(opaque)->first = pub_of(opaque)->hunter = (uint8_t)seat;
    return NULL;
}

static const char *set_turn(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    int hunter = count == 1 ? position_value(rules, TH_TYPE_HUNTER, word[0]) : -1;
    if (hunter < 0)
        return "one hunter";
    pub_of(opaque)->hunter = (uint8_t)hunter;
    return NULL;
}

static const char *set_turns(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    int turns = count == 1 ? number_of(word[0], TH_TURNS_MAX) : -1;
    (void)rules;
    if (turns < 1)
        return "a number of turns";
    pub_of(opaque)->turns = (uint16_t)turns;
    return NULL;
}

/* Counts what is out, and begins the turn. */
static const char *finish(const struct lan_rules *base, struct lan_state *opaque)
{
    const struct th_rules *rules = th_rules_of(base);
    struct th_public *pub = pub_of(opaque);
    unsigned known = 0;
    int inside = __builtin_popcount(pub->jewels);
    for (int hunter = 0; hunter < rules->hunters; hunter++) {
        inside += pub->carries[hunter] != TH_EMPTY;
        known |= pub->carries[hunter] ? 1u << (pub->carries[hunter] - 1) : 0;
    }
    for (int room = 0; room < TH_ROOMS; room++)
        known |= pub->number[room] ? 1u << (pub->number[room] - 1) : 0;
    if (inside > TH_JEWELS)
        return "at most 8 jewels";
    pub->out = (uint8_t)(TH_JEWELS - inside);
    if (rules->numbered)
        pub->unknown = (uint8_t) ~(known | ((1u << pub->out) - 1));
    pub->told = th_dead_end(rules, pub);
    if (rules->choose || rules->both) {
        pub->seat = pub->hunter = pub->hunter % 2;
        pub->phase = TH_CHOOSING;
        return NULL;
    }
    if (!pub->turns)
        pub->turns = 1;
    pub->seat = (uint8_t)th_hunter_seat(rules, pub, pub->hunter);
    pub->phase = TH_ROLLING;
    return NULL;
}

static const struct position_key keys[] = {
    {"hunter", "HUNTER PLACE [jewel|NUMBER]", set_hunter},
    {"jewels", "ROOM...", set_jewels},
    {"number", "ROOM NUMBER", set_number},
    {"ghosts", "ROOM COUNT", set_ghosts},
    {"haunted", "ROOM...", set_haunted},
    {"pile", "CARD...", set_pile},
    {"lock", "blue|green", set_lock},
    {"first", "SEAT", set_first},
    {"turn", "HUNTER", set_turn},
    {"turns", "NUMBER", set_turns},
    {NULL, NULL, NULL},
};

const struct positions th_positions = {"treasure-hunters", keys, finish};
