/*
 * tour.c - the house in words, for people who see no picture of it: the whole map, the doors by colour, or
 * one place with its doors and neighbours.
 */
#include <string.h>

#include "words.h"

static const struct lan_words colour_names[TH_COLOURS] = {
    [TH_NEUTRAL] = {{"plain door", "porte neutre"}},
    [TH_BLUE] = {{"blue door", "porte bleue"}},
    [TH_GREEN] = {{"green door", "porte verte"}},
    [TH_FRONT] = {{"front door", "porte d'entrée"}},
};

static bool is_locked(const struct th_teller *t, int colour)
{
    return (colour == TH_BLUE && t->pub->lock == TH_LOCK_BLUE) ||
           (colour == TH_GREEN && t->pub->lock == TH_LOCK_GREEN);
}

/* "to room J", "vers la pièce J", "outside". */
static void say_to(const struct th_teller *t, int node)
{
    if (node == TH_OUTSIDE)
        th_say(t, " leading ", " vers ");
    else
        th_say(t, " to ", " vers la ");
    th_say_word(t, TH_TYPE_NODE, node);
}

/* The doors of a node, after the tiles that are open to it. */
static void tell_ways(const struct th_teller *t, int node)
{
    const struct th_board *board = &t->rules->board;
    bool any = false;
    for (uint64_t rest = board->open[node]; rest; rest &= rest - 1) {
        lan_text_add(t->out, any ? ", " : "");
        th_say_word(t, TH_TYPE_NODE, __builtin_ctzll(rest));
        any = true;
    }
    for (int i = 0; i < board->doors; i++) {
        const struct th_door *door = &board->door[i];
        if (door->a != node && door->b != node)
            continue;
        lan_text_add(t->out, any ? ", " : "");
        th_say(t, colour_names[door->colour].in[LAN_EN], colour_names[door->colour].in[LAN_FR]);
        say_to(t, door->a == node ? door->b : door->a);
        if (is_locked(t, door->colour))
            th_say(t, " (locked)", " (fermée)");
        any = true;
    }
    lan_text_add(t->out, ".\n");
}

/* A word with its first letter, which is ASCII in all names of places, as a capital. */
static void say_head(const struct th_teller *t, int node)
{
    size_t start = t->out->length;
    th_say_word(t, TH_TYPE_NODE, node);
    if (t->out->length > start && t->out->at[start] >= 'a' && t->out->at[start] <= 'z')
        t->out->at[start] = (char)(t->out->at[start] - 'a' + 'A');
    th_say(t, ": ", " : ");
}

static void tell_map(const struct th_teller *t, const char *rest)
{
    (void)rest;
    th_say(t, "A step leads to a place named after the colon; walls have no way through.\n",
           "Un pas mène à un lieu nommé après le deux-points ; on ne traverse pas les murs.\n");
    for (int node = 0; node < t->rules->board.nodes; node++) {
        say_head(t, node);
        tell_ways(t, node);
    }
}

static void tell_doors(const struct th_teller *t, const char *rest)
{
    static const struct lan_words heads[TH_COLOURS] = {
        [TH_NEUTRAL] = {{"Plain doors, never locked", "Portes neutres, jamais fermées"}},
        [TH_BLUE] = {{"Blue doors", "Portes bleues"}},
        [TH_GREEN] = {{"Green doors", "Portes vertes"}},
        [TH_FRONT] = {{"Front door, never locked", "Porte d'entrée, jamais fermée"}},
    };
    const struct th_board *board = &t->rules->board;
    (void)rest;
    for (int colour = TH_COLOURS - 1; colour >= 0; colour--) {
        bool any = false;
        for (int i = 0; i < board->doors; i++) {
            const struct th_door *door = &board->door[i];
            if (door->colour != colour)
                continue;
            if (!any) {
                th_say(t, heads[colour].in[LAN_EN], heads[colour].in[LAN_FR]);
                if (colour == TH_BLUE || colour == TH_GREEN)
                    th_say(t, is_locked(t, colour) ? ", locked now" : ", open now",
                           is_locked(t, colour) ? ", fermées" : ", ouvertes");
            }
            th_say(t, any ? "; " : ": ", any ? " ; " : " : ");
            th_say_word(t, TH_TYPE_NODE, door->a);
            th_say(t, " and ", " et ");
            th_say_word(t, TH_TYPE_NODE, door->b);
            any = true;
        }
        if (any)
            lan_text_add(t->out, ".\n");
    }
}

/* Who stands in a place, and how many steps lead there. */
static void tell_place(const struct th_teller *t, int node)
{
    const struct th_public *pub = t->pub;
    for (unsigned rest = th_hunters_at(t->rules, pub, node); rest; rest &= rest - 1) {
        th_say_word(t, TH_TYPE_HUNTER, __builtin_ctz(rest));
        th_say(t, " is there.\n", " y est.\n");
    }
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        int steps = t->rules->distance[pub->lock][pub->at[hunter]][node];
        if (!steps)
            continue;
        th_say_word(t, TH_TYPE_HUNTER, hunter);
        th_say(t, ": ", " : ");
        if (steps == UINT8_MAX) {
            th_say(t, "no way there now.\n", "aucun chemin pour le moment.\n");
            continue;
        }
        lan_text_add_int(t->out, steps);
        th_say(t, steps == 1 ? " step away.\n" : " steps away.\n", " pas à faire.\n");
    }
}

/* A place by its letter or tile, capital or not; nothing when there is none of that name. */
static void tell_room(const struct th_teller *t, const char *rest)
{
    char id[8] = "";
    int node;
    size_t length = strlen(rest);
    if (length >= sizeof id)
        return;
    for (size_t i = 0; i < length; i++)
        id[i] = (char)(length < 4 && rest[i] >= 'a' && rest[i] <= 'z' ? rest[i] - 'a' + 'A' : rest[i]);
    if (!lan_value_parse(t->rules->base.game, TH_TYPE_NODE, id, length, &node) ||
        node >= t->rules->board.nodes)
        return;
    if (th_is_room(node))
        th_tell_room(t, th_room(node));
    say_head(t, node);
    tell_ways(t, node);
    tell_place(t, node);
}

/* The parts, with the words that name them: in English, in French, and in French without an accent. */
static const struct part {
    const char *names[3];
    void (*tell)(const struct th_teller *t, const char *rest);
    bool named; /* a place follows */
    struct lan_words about;
} parts[] = {
    {{"map", "plan", "carte"},
     tell_map,
     false,
     {{"map\tevery place of the house with its ways and doors",
       "plan\ttous les lieux de la maison, avec leurs passages et leurs portes"}}},
    {{"doors", "portes", "portes"},
     tell_doors,
     false,
     {{"doors\tthe doors by colour, and which are locked",
       "portes\tles portes par couleur, et lesquelles sont fermées"}}},
    {{"room", "pièce", "piece"},
     tell_room,
     true,
     {{"room J\tone room or tile (T3): what is there, where its doors lead, how far it is",
       "pièce J\tune pièce ou une dalle (T3) : ce qui s'y trouve, où mènent ses portes, à combien de pas"}}},
};

void th_tell_part(const struct th_teller *t)
{
    const char *part = t->reader->part;
    size_t length = strcspn(part, " "), after = length + strspn(part + length, " ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!*part) {
            th_say(t, parts[i].about.in[LAN_EN], parts[i].about.in[LAN_FR]);
            lan_text_add_char(t->out, '\n');
            continue;
        }
        for (int name = 0; name < 3; name++) {
            if (!lan_text_same(part, length, parts[i].names[name]) || !part[after] == parts[i].named)
                continue;
            parts[i].tell(t, part + after);
            return;
        }
    }
}
