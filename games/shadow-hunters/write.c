/* write.c - the view field by field: what clients, scripts and bots in other languages read. */
#include "state.h"

#include "write.h"

const char *const shadow_phase_ids[SHADOW_PHASES] = {
    [SHADOW_DEALING] = "dealing",     [SHADOW_LAYING] = "laying",       [SHADOW_FIRSTING] = "first",
    [SHADOW_OPENING] = "opening",     [SHADOW_STARTING] = "start",      [SHADOW_MOVING] = "moving",
    [SHADOW_PICKING] = "picking",     [SHADOW_GOING] = "going",         [SHADOW_AT_AREA] = "area",
    [SHADOW_DRAWING] = "drawing",     [SHADOW_GIVING] = "giving",       [SHADOW_ANSWERING] = "answering",
    [SHADOW_CHOOSING] = "choosing",   [SHADOW_UNVEILING] = "unveiling", [SHADOW_ROLLING] = "rolling",
    [SHADOW_ATTACKING] = "attack",    [SHADOW_DOUBLING] = "doubling",   [SHADOW_BLURRING] = "blurring",
    [SHADOW_HORNING] = "horn",        [SHADOW_STRIKING] = "striking",   [SHADOW_BLUR_DICE] = "blur-dice",
    [SHADOW_DUEL_DICE] = "duel-dice", [SHADOW_SPEARING] = "spear",      [SHADOW_ROBBING] = "robbing",
    [SHADOW_LOOTING] = "looting",     [SHADOW_COUPING] = "coup",        [SHADOW_COUP_DICE] = "coup-dice",
    [SHADOW_SUCKING] = "sucking",     [SHADOW_REACTING] = "reacting",   [SHADOW_FEASTING] = "feasting",
    [SHADOW_ENDING] = "end",          [SHADOW_LOSING] = "losing",       [SHADOW_OVER] = "over",
};

/* Writes a value of a type, or none when it equals the number that stands for nothing. */
static void write_or_none(struct lan_writer *w, const char *key, const struct lan_game *game, int type,
                          int value, int nothing)
{
    lan_write_value(w, key, game, type, value == nothing ? LAN_HIDDEN : value);
}

static void write_cards(struct lan_writer *w, const char *key, const struct lan_game *game, unsigned cards)
{
    w->open_array(w, key);
    for (; cards; cards &= cards - 1)
        lan_write_value(w, NULL, game, SHADOW_TYPE_CARD, __builtin_ctz(cards));
    w->close(w);
}

static void write_seats(struct lan_writer *w, const char *key, const struct lan_game *game, unsigned seats)
{
    w->open_array(w, key);
    for (; seats; seats &= seats - 1)
        lan_write_value(w, NULL, game, LAN_TYPE_SEAT, __builtin_ctz(seats));
    w->close(w);
}

static void write_possible(struct lan_writer *w, const struct lan_game *game, uint32_t possible)
{
    w->open_array(w, "possible");
    for (; possible; possible &= possible - 1)
        lan_write_value(w, NULL, game, SHADOW_TYPE_CHARACTER, __builtin_ctz(possible));
    w->close(w);
}

static void write_marks(struct lan_writer *w, const struct shadow_public *pub, int seat)
{
    w->flag(w, "alive", shadow_in(pub->alive, seat));
    w->flag(w, "revealed", shadow_in(pub->revealed, seat));
    w->flag(w, "cursed", shadow_in(pub->cursed, seat));
    w->flag(w, "ability_spent", shadow_in(pub->used, seat));
    w->flag(w, "angel", shadow_in(pub->angel, seat));
    w->flag(w, "barrier", shadow_in(pub->barrier, seat));
    w->flag(w, "leftward", shadow_in(pub->leftward, seat));
    w->flag(w, "double_spent", shadow_in(pub->doubles, seat));
    w->flag(w, "blur_spent", shadow_in(pub->blurs, seat));
    w->flag(w, "stand_spent", shadow_in(pub->stands, seat));
}

static void write_seat(struct lan_writer *w, const struct lan_game *game, const struct shadow_view *view,
                       int seat)
{
    const struct shadow_public *pub = &view->pub;
    int known = shadow_known(view, seat, w->unaided);
    w->open_object(w, NULL);
    lan_write_value(w, "seat", game, LAN_TYPE_SEAT, seat);
    write_or_none(w, "character", game, SHADOW_TYPE_CHARACTER, known, SHADOW_CHARACTERS);
    write_or_none(w, "side", game, SHADOW_TYPE_SIDE,
                  known < SHADOW_CHARACTERS ? shadow_side(known) : SHADOW_SIDES, SHADOW_SIDES);
    if (known < SHADOW_CHARACTERS)
        w->number(w, "hp", shadow_hp(known));
    else
        w->none(w, "hp");
    w->number(w, "damage", pub->damage[seat]);
    write_or_none(w, "area", game, SHADOW_TYPE_AREA, pub->area[seat], SHADOW_OFF_BOARD);
    write_cards(w, "equipment", game, pub->equipment[seat]);
    write_cards(w, "stash", game, pub->stash[seat]);
    w->number(w, "hand_white", pub->hand[seat][SHADOW_WHITE]);
    w->number(w, "hand_black", pub->hand[seat][SHADOW_BLACK]);
    w->number(w, "extra_turns", pub->extra[seat]);
    write_marks(w, pub, seat);
    write_seats(w, "coup_tried", game, pub->coup[seat]);
    if (!w->unaided)
        write_possible(w, game, view->possible[seat]);
    w->close(w);
}

static void write_hand(struct lan_writer *w, const struct lan_game *game, uint32_t hand)
{
    w->open_array(w, "hand");
    for (int card = SHADOW_EQUIPMENT; card < SHADOW_AID; card++) {
        for (int i = 0; i < shadow_hand_count(hand, card); i++)
            lan_write_value(w, NULL, game, SHADOW_TYPE_CARD, card);
    }
    w->close(w);
}

static void write_decks(struct lan_writer *w, const struct lan_game *game, const struct shadow_view *view)
{
    const struct shadow_public *pub = &view->pub;
    w->open_object(w, "decks");
    for (int deck = 0; deck < SHADOW_DECKS; deck++)
        w->number(w, shadow_decks[deck].id, pub->left[deck]);
    w->close(w);
    w->open_object(w, "discards");
    for (int card = 0; card < SHADOW_AID; card++) {
        if (pub->discards[card])
            w->number(w, shadow_cards[card].id, pub->discards[card]);
    }
    w->close(w);
    w->open_array(w, "hermit_discards");
    for (int i = 0; i < pub->pile; i++) {
        uint8_t who = pub->pile_who[i];
        w->open_object(w, NULL);
        write_or_none(w, "giver", game, LAN_TYPE_SEAT, who == SHADOW_EVERYBODY ? SHADOW_NOBODY : who >> 4,
                      SHADOW_NOBODY);
        write_or_none(w, "receiver", game, LAN_TYPE_SEAT, who & 15, SHADOW_NOBODY);
        write_or_none(w, "card", game, SHADOW_TYPE_CARD, view->pile[i], SHADOW_CARDS);
        w->close(w);
    }
    w->close(w);
}

static void write_attack(struct lan_writer *w, const struct lan_game *game, const struct shadow_public *pub)
{
    if (pub->attacker == SHADOW_NOBODY) {
        w->none(w, "attack");
        return;
    }
    w->open_object(w, "attack");
    lan_write_value(w, "attacker", game, LAN_TYPE_SEAT, pub->attacker);
    write_seats(w, "targets", game, pub->targets);
    write_seats(w, "hit", game, pub->hit);
    w->flag(w, "answer", pub->answering);
    w->flag(w, "doubled", pub->doubled);
    w->flag(w, "d4_alone", pub->d4_alone);
    write_seats(w, "evaded", game, pub->evaded);
    w->close(w);
}

/* Writes d6 and d4 in turn; 0 for a die that was not rolled; an empty array for no dice at all. */
static void write_dice(struct lan_writer *w, const char *key, const uint8_t *d6, const uint8_t *d4, int pairs)
{
    w->open_array(w, key);
    for (int i = 0; (d6[0] || d4[0]) && i < pairs; i++) {
        w->number(w, NULL, d6[i]);
        w->number(w, NULL, d4[i]);
    }
    w->close(w);
}

static void write_step(struct lan_writer *w, const struct lan_game *game, const struct shadow_view *view)
{
    const struct shadow_public *pub = &view->pub;
    write_or_none(w, "actor", game, LAN_TYPE_SEAT, pub->actor, SHADOW_NOBODY);
    write_or_none(w, "victim", game, LAN_TYPE_SEAT, pub->victim, SHADOW_NOBODY);
    write_or_none(w, "card", game, SHADOW_TYPE_CARD, pub->card, SHADOW_CARDS);
    write_or_none(w, "hermit_card", game, SHADOW_TYPE_CARD, view->held, SHADOW_CARDS);
    write_dice(w, "dice", pub->d6, pub->d4, 1);
    write_dice(w, "move_dice", pub->move_d6, pub->move_d4, pub->phase == SHADOW_PICKING ? 2 : 1);
    write_attack(w, game, pub);
}

/*
 * Writes what is constant in a game: the characters that may have been dealt, and the slots within range of
 * each slot.
 */
static void write_cast(struct lan_writer *w, const struct lan_game *game, const struct shadow_rules *rules)
{
    w->open_array(w, "cast");
    for (uint32_t cast = rules->cast; cast; cast &= cast - 1) {
        int character = __builtin_ctz(cast);
        w->open_object(w, NULL);
        lan_write_value(w, "character", game, SHADOW_TYPE_CHARACTER, character);
        lan_write_value(w, "side", game, SHADOW_TYPE_SIDE, shadow_side(character));
        w->number(w, "hp", shadow_character_facts[character].hp);
        w->close(w);
    }
    w->close(w);
}

static void write_range(struct lan_writer *w, const struct shadow_rules *rules)
{
    w->open_array(w, "range");
    for (int slot = 0; slot < SHADOW_SLOTS; slot++) {
        w->open_array(w, NULL);
        for (unsigned slots = rules->range[slot]; slots; slots &= slots - 1)
            w->number(w, NULL, __builtin_ctz(slots) + 1);
        w->close(w);
    }
    w->close(w);
}

/*
 * Writes, while the active seat may attack, the slots it reaches and what the dice can do to each target.
 */
static void write_reach(struct lan_writer *w, const struct lan_game *game, const struct shadow_rules *rules,
                        const struct shadow_public *pub)
{
    bool attacking = pub->phase == SHADOW_ATTACKING;
    w->open_array(w, "reach");
    for (unsigned slots = attacking ? shadow_reach(rules, pub, pub->active) : 0; slots; slots &= slots - 1)
        w->number(w, NULL, __builtin_ctz(slots) + 1);
    w->close(w);
    w->open_array(w, "odds");
    for (unsigned rest = attacking ? shadow_in_range(rules, pub, pub->active) : 0; rest; rest &= rest - 1) {
        int target = __builtin_ctz(rest);
        struct shadow_odds odds = shadow_attack_odds(rules, pub, pub->active, target);
        w->open_object(w, NULL);
        lan_write_value(w, "seat", game, LAN_TYPE_SEAT, target);
        w->number(w, "rolls", odds.rolls);
        w->number(w, "hits", odds.hits);
        w->number(w, "least", odds.least);
        w->number(w, "most", odds.most);
        w->close(w);
    }
    w->close(w);
}

static void write_sums(struct lan_writer *w)
{
    w->open_object(w, "sums");
    for (int area = 0; area < SHADOW_AREAS; area++) {
        w->open_array(w, shadow_areas[area].id);
        for (int sum = 2; sum <= 10; sum++) {
            if (shadow_area_of_sum[sum] == area)
                w->number(w, NULL, sum);
        }
        w->close(w);
    }
    w->close(w);
}

/* How many characters of each side the viewer does not know yet, of those dealt (SH-S4, SH-X1). */
static void write_left(struct lan_writer *w, const struct shadow_rules *rules, const struct shadow_view *view)
{
    int left[SHADOW_SIDES];
    for (int side = 0; side < SHADOW_SIDES; side++)
        left[side] = rules->quota[side];
    for (int seat = 0; seat < rules->base.seats; seat++) {
        int known = shadow_known(view, seat, w->unaided);
        if (known < SHADOW_CHARACTERS)
            left[shadow_side(known)]--;
    }
    w->open_object(w, "left");
    for (int side = 0; side < SHADOW_SIDES; side++)
        w->number(w, rules->base.game->types[SHADOW_TYPE_SIDE].words[side].id, left[side]);
    w->close(w);
}

/* Why each seat has won or lost, empty before the end: then all characters are face up (SH-V4). */
static void write_reasons(struct lan_writer *w, const struct shadow_rules *rules,
                          const struct shadow_view *view)
{
    struct shadow_state end = {.pub = view->pub};
    w->open_array(w, "reasons");
    for (int seat = 0; seat < rules->base.seats; seat++)
        end.character[seat] = (uint8_t)shadow_known(view, seat, false);
    for (int seat = 0; seat < rules->base.seats && view->pub.phase == SHADOW_OVER; seat++)
        w->string(w, NULL, shadow_reason_ids[shadow_reason_of(rules, &end, seat)]);
    w->close(w);
}

void shadow_view_write(const struct lan_rules *base, const struct lan_view *opaque, struct lan_writer *w)
{
    const struct shadow_view *view = (const struct shadow_view *)opaque;
    const struct shadow_public *pub = &view->pub;
    const struct lan_game *game = base->game;
    bool begun = pub->phase > SHADOW_FIRSTING;
    w->string(w, "phase", shadow_phase_ids[pub->phase]);
    w->number(w, "turn", pub->turns);
    write_or_none(w, "first", game, LAN_TYPE_SEAT, begun ? pub->first : SHADOW_NOBODY, SHADOW_NOBODY);
    write_or_none(w, "active", game, LAN_TYPE_SEAT,
                  begun && pub->phase != SHADOW_OVER ? pub->active : SHADOW_NOBODY, SHADOW_NOBODY);
    w->open_array(w, "areas");
    for (int slot = 0; slot < SHADOW_SLOTS; slot++)
        write_or_none(w, NULL, game, SHADOW_TYPE_AREA, pub->slot_area[slot], SHADOW_OFF_BOARD);
    w->close(w);
    w->open_array(w, "seats");
    for (int seat = 0; seat < base->seats; seat++)
        write_seat(w, game, view, seat);
    w->close(w);
    write_decks(w, game, view);
    write_step(w, game, view);
    write_hand(w, game, view->hand);
    write_or_none(w, "answer", game, SHADOW_TYPE_ANSWER, view->choice, SHADOW_ANSWER_NONE);
    write_or_none(w, "judge", game, LAN_TYPE_SEAT, pub->judge, SHADOW_NOBODY);
    write_or_none(w, "left_over", game, SHADOW_TYPE_CHARACTER, view->left_over, SHADOW_CHARACTERS);
    write_seats(w, "winners", game, pub->winners);
    write_reasons(w, shadow_rules_of(base), view);
    write_left(w, shadow_rules_of(base), view);
    write_cast(w, game, shadow_rules_of(base));
    write_range(w, shadow_rules_of(base));
    write_reach(w, game, shadow_rules_of(base), pub);
    write_sums(w);
}
