/* words.c - the table in sentences, for the terminal: the standing, the cards, the hunters, the reach. */
#include "words.h"

#include <string.h>

char th_hunter_letter(int hunter, enum lan_lang lang)
{
    static const char letters[LAN_LANGS][TH_HUNTERS_MAX] = {{'R', 'Y', 'B', 'G'}, {'R', 'J', 'B', 'V'}};
    return letters[lang][hunter];
}

void th_say(const struct th_teller *t, const char *en, const char *fr)
{
    lan_text_add(t->out, t->reader->lang == LAN_FR ? fr : en);
}

void th_say_word(const struct th_teller *t, int type, int value)
{
    lan_text_add(t->out, t->rules->base.game->types[type].words[value].name.in[t->reader->lang]);
}

static void say_number(const struct th_teller *t, int number)
{
    lan_text_add_int(t->out, number);
}

/* Wraps what `tell` writes at the reader's width; in LAN_STYLE_PLAIN a line is left whole. */
static void tell_wrapped(const struct th_teller *t, void (*tell)(const struct th_teller *t))
{
    char buffer[2 * LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    struct th_teller inner = *t;
    inner.out = &text;
    tell(&inner);
    if (!text.length)
        return;
    if (t->reader->style == LAN_STYLE_PLAIN)
        lan_text_add(t->out, buffer);
    else
        lan_draw_wrap(t->out, buffer, t->reader->width, 2);
    lan_text_add_char(t->out, '\n');
}

/* ---- Rooms --------------------------------------------------------------------------------------------- */

void th_tell_room(const struct th_teller *t, int room)
{
    const struct th_public *pub = t->pub;
    th_say(t, "Room ", "Pièce ");
    lan_text_add_char(t->out, (char)('A' + room));
    th_say(t, ": ", " : ");
    if (pub->haunted >> room & 1)
        th_say(t, "haunted", "hantée");
    else if (pub->ghosts[room] == 2)
        th_say(t, "2 ghosts", "2 fantômes");
    else
        th_say(t, pub->ghosts[room] ? "1 ghost" : "no ghost",
               pub->ghosts[room] ? "1 fantôme" : "aucun fantôme");
    if (pub->jewels >> room & 1)
        th_say(t, ", a jewel", ", un joyau");
    if (pub->number[room]) {
        th_say(t, " with number ", " de numéro ");
        say_number(t, pub->number[room]);
    }
    lan_text_add(t->out, ".\n");
}

void th_tell_rooms(const struct th_teller *t)
{
    for (int room = 0; room < TH_ROOMS; room++)
        th_tell_room(t, room);
}

/* ---- Standing and cards -------------------------------------------------------------------------------- */

static void tell_score(const struct th_teller *t)
{
    const struct th_public *pub = t->pub;
    th_say(t, "Jewels out: ", "Joyaux sortis : ");
    say_number(t, pub->out);
    th_say(t, " of 8", " sur 8");
    if (t->rules->numbered && pub->out < TH_JEWELS) {
        th_say(t, ", next is number ", ", le suivant est le numéro ");
        say_number(t, pub->out + 1);
    }
    th_say(t, ". Hauntings: ", ". Esprits Malfaisants : ");
    say_number(t, __builtin_popcount(pub->haunted));
    th_say(t, "; lost at ", " ; perdu à ");
    say_number(t, t->rules->haunt_max);
    lan_text_add(t->out, ".");
    if (pub->lock == TH_LOCK_BLUE)
        th_say(t, " The blue doors are locked.", " Les portes bleues sont fermées.");
    else if (pub->lock)
        th_say(t, " The green doors are locked.", " Les portes vertes sont fermées.");
    if (th_dead_end(t->rules, pub))
        th_say(t, " The game cannot be won any more.", " La partie ne peut plus être gagnée.");
}

/* The letters still in the pile, then the other cards by name. */
static void tell_pile(const struct th_teller *t)
{
    const struct th_cards *pile = &t->pub->pile;
    th_say(t, "Pile: ", "Pioche : ");
    say_number(t, pile->count);
    th_say(t, pile->count == 1 ? " card," : " cards,", pile->count < 2 ? " carte," : " cartes,");
    for (unsigned rest = pile->letters; rest; rest &= rest - 1) {
        lan_text_add_char(t->out, ' ');
        lan_text_add_char(t->out, (char)('A' + __builtin_ctz(rest)));
    }
    for (int i = 0; i < TH_SPECIALS; i++) {
        if (!pile->special[i])
            continue;
        lan_text_add(t->out, pile->letters || i ? ", " : " ");
        th_say_word(t, TH_TYPE_CARD, TH_CARD_SHUFFLE + i);
        if (pile->special[i] > 1)
            lan_text_add(t->out, " x2");
    }
    lan_text_add(t->out, ".");
}

/* Rooms where the next ghost makes a haunting, with the cards that bring it. */
static void tell_danger(const struct th_teller *t)
{
    bool any = false;
    for (int room = 0; room < TH_ROOMS; room++) {
        int cards = t->pub->ghosts[room] == TH_GHOSTS_MAX ? th_arrivals(t->pub, room) : 0;
        if (!cards)
            continue;
        if (any)
            lan_text_add(t->out, ", ");
        else
            th_say(t, "One ghost from a haunting: ", "À un fantôme d'un Esprit Malfaisant : ");
        any = true;
        lan_text_add_char(t->out, (char)('A' + room));
        lan_text_add(t->out, " (");
        say_number(t, cards);
        th_say(t, " in ", " sur ");
        say_number(t, t->pub->pile.count);
        if (t->pub->pile.count == 1)
            th_say(t, " card)", " carte)");
        else
            th_say(t, " cards)", " cartes)");
    }
    if (any)
        lan_text_add(t->out, ".");
}

void th_tell_standing(const struct th_teller *t)
{
    tell_wrapped(t, tell_score);
    if (t->pub->phase == TH_OVER)
        return;
    tell_wrapped(t, tell_pile);
    tell_wrapped(t, tell_danger);
}

/* ---- Hunters ------------------------------------------------------------------------------------------- */

static void tell_hunter(const struct th_teller *t, int hunter)
{
    const struct th_public *pub = t->pub;
    th_say_word(t, TH_TYPE_HUNTER, hunter);
    if (pub->phase != TH_STARTING) {
        lan_text_add(t->out, " (");
        lan_draw_cut(t->out, t->reader->names[th_hunter_seat(t->rules, pub, hunter)], 16);
        lan_text_add(t->out, ")");
    }
    th_say(t, ": ", " : ");
    th_say_word(t, TH_TYPE_NODE, pub->at[hunter]);
    if (pub->carries[hunter] == TH_PLAIN) {
        th_say(t, ", a jewel", ", un joyau");
    } else if (pub->carries[hunter]) {
        th_say(t, ", jewel ", ", joyau ");
        say_number(t, pub->carries[hunter]);
    }
    if (th_held(pub, hunter))
        th_say(t, ", held", ", retenu");
}

void th_tell_hunters(const struct th_teller *t)
{
    const struct th_public *pub = t->pub;
    bool begun = pub->phase != TH_STARTING && pub->phase != TH_OVER && pub->phase != TH_CHOOSING;
    bool plain = t->reader->style == LAN_STYLE_PLAIN;
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        char buffer[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(buffer, sizeof buffer);
        struct th_teller inner = *t;
        inner.out = &text;
        tell_hunter(&inner, hunter);
        lan_text_add(t->out, begun && pub->hunter == hunter ? "> " : plain ? "" : "  ");
        lan_draw_wrap(t->out, buffer, t->reader->width, plain ? 0 : 4);
        lan_text_add(t->out, "\n");
    }
}

/* ---- Reach --------------------------------------------------------------------------------------------- */

static void tell_reached(const struct th_teller *t)
{
    uint64_t stops = th_stops(t->rules, t->pub);
    th_say(t, "In reach:", "À portée :");
    for (int steps = 1; steps <= t->pub->steps; steps++) {
        bool any = false;
        for (uint64_t rest = stops; rest; rest &= rest - 1) {
            int node = __builtin_ctzll(rest);
            if (th_walk_distance(t->rules, t->pub, node) != steps)
                continue;
            if (!any) {
                lan_text_add(t->out, " [");
                say_number(t, steps);
                lan_text_add(t->out, "]");
            }
            any = true;
            lan_text_add_char(t->out, ' ');
            lan_value_write(t->rules->base.game, TH_TYPE_NODE, node, t->out);
        }
    }
    if (t->pub->steps == 0 || !(stops & ~TH_BIT(t->pub->at[t->pub->hunter])))
        th_say(t, " nothing else", " rien d'autre");
    lan_text_add(t->out, ".");
}

void th_tell_reach(const struct th_teller *t)
{
    tell_wrapped(t, tell_reached);
}
