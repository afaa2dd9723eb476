/*
 * draw.c - the table in a terminal, from a view: the ring of areas, the players, the viewer's card and
 * notebook.
 *
 *   ,-----------------.  ,-----------------.      a pair of areas in each frame; the numbers of the pawns
 *   | Hermit's Cabin  |  | Church          |      that stand there
 *   | 2-3   1 4       |  | 6     2         | ...
 *   > 1 Ada (you)  *****.........  5 of 12  Franklin
 *        Chainsaw, Talisman
 */
#include "state.h"

#include "edition.h"

enum { MARGIN = 2, GAP = 2, PAIRS = SHADOW_SLOTS / 2, FRAME_MAX = 28, TRACK = 14, NAME = 12, NAMES_MAX = 6 };

/*
 * The low layout is used when there are fewer lines than these plus two for each seat; columns of a character
 * in it.
 */
enum { LINES_BESIDE = 10, LOW_CHARACTER = 30 };

/* Columns of a seat's row where the damage and the character begin. */
enum { TRACK_AT = 24, CHARACTER_AT = 49 };

/* The characters of the picture, in the order of lan_style. */
static const struct art {
    const char *left_top, *right_top, *left_foot, *right_foot, *across, *wall, *turn, *wound, *room, *end;
} arts[] = {
    {"╭", "╮", "╰", "╯", "─", "│", "▶", "●", "·", "†"},
    {",", ".", "'", "'", "-", "|", ">", "*", ".", "+"},
};

struct artist {
    const struct shadow_rules *rules;
    const struct shadow_view *view;
    const struct shadow_public *pub;
    const struct lan_reader *reader;
    const struct art *art;
    struct lan_text *out;
    bool low; /* use the layout for few lines */
};

static void say(const struct artist *a, const char *en, const char *fr)
{
    lan_spell(a->reader, a->reader->lang == LAN_FR ? fr : en, a->out);
}

static const char *name_of(const struct artist *a, const struct lan_word *word)
{
    return lan_spell_word(a->reader, word->name.in[a->reader->lang]);
}

static bool plain(const struct artist *a)
{
    return a->reader->style == LAN_STYLE_PLAIN;
}

static int known_character(const struct artist *a, int seat)
{
    return shadow_known(a->view, seat, a->reader->unaided);
}

static bool is_laid(const struct artist *a)
{
    return a->pub->phase > SHADOW_LAYING;
}

/* ---- The ring ------------------------------------------------------------------------------------------ */

static const char *const area_numbers[SHADOW_AREAS] = {"2-3", "4-5", "6", "8", "9", "10"};

static int frame_width(const struct artist *a)
{
    int width = (a->reader->width - MARGIN - (PAIRS - 1) * GAP) / PAIRS;
    return width < FRAME_MAX ? width : FRAME_MAX;
}

static int frame_column(const struct artist *a, int pair)
{
    return MARGIN + pair * (frame_width(a) + GAP);
}

static void draw_pawns(const struct artist *a, int area)
{
    for (unsigned rest = a->pub->alive; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (a->pub->area[seat] != area)
            continue;
        lan_text_add_char(a->out, ' ');
        lan_draw_mark(a->out, LAN_MARK_SEAT + seat);
        lan_text_add_int(a->out, seat + 1);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
    }
}

/* A wall, the output of `inside`, and the opposite wall. */
static void draw_row(const struct artist *a, int slot, void (*inside)(const struct artist *a, int area))
{
    for (int pair = 0; pair < PAIRS; pair++) {
        int column = frame_column(a, pair);
        lan_draw_pad(a->out, column);
        lan_draw_marked(a->out, LAN_MARK_MUTED, a->art->wall);
        lan_text_add_char(a->out, ' ');
        inside(a, a->pub->slot_area[2 * pair + slot]);
        lan_draw_pad(a->out, column + frame_width(a) - 1);
        lan_draw_marked(a->out, LAN_MARK_MUTED, a->art->wall);
    }
    lan_text_add_char(a->out, '\n');
}

static void draw_area_name(const struct artist *a, int area, int width)
{
    bool lit = a->pub->phase < SHADOW_OVER && a->pub->area[a->pub->active] == area;
    lan_draw_mark(a->out, lit ? LAN_MARK_LANTERN : LAN_MARK_STRONG);
    lan_draw_cut(a->out, name_of(a, &shadow_areas[area]), width);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

static void draw_area_title(const struct artist *a, int area)
{
    draw_area_name(a, area, frame_width(a) - 3);
}

static void draw_area_pawns(const struct artist *a, int area)
{
    int begin = lan_draw_column(a->out);
    lan_draw_marked(a->out, LAN_MARK_MUTED, area_numbers[area]);
    lan_draw_pad(a->out, begin + 4);
    draw_pawns(a, area);
}

static void draw_edge(const struct artist *a, const char *left, const char *right)
{
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    for (int pair = 0; pair < PAIRS; pair++) {
        lan_draw_pad(a->out, frame_column(a, pair));
        lan_text_add(a->out, left);
        lan_draw_repeat(a->out, a->art->across, frame_width(a) - 2);
        lan_text_add(a->out, right);
    }
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add_char(a->out, '\n');
}

static void draw_ring(const struct artist *a)
{
    draw_edge(a, a->art->left_top, a->art->right_top);
    for (int slot = 0; slot < 2; slot++) {
        draw_row(a, slot, draw_area_title);
        draw_row(a, slot, draw_area_pawns);
    }
    draw_edge(a, a->art->left_foot, a->art->right_foot);
}

/* Columns for an area's name without a frame: what its numbers and pawns leave. */
static int low_name(const struct artist *a, int area)
{
    int width = frame_width(a) - 4;
    for (unsigned rest = a->pub->alive; rest; rest &= rest - 1)
        width -= 2 * (a->pub->area[__builtin_ctz(rest)] == area);
    return width;
}

/* Without frames: the two areas of a pair one above the other. */
static void draw_ring_low(const struct artist *a)
{
    for (int slot = 0; slot < 2; slot++) {
        for (int pair = 0; pair < PAIRS; pair++) {
            int area = a->pub->slot_area[2 * pair + slot];
            lan_draw_pad(a->out, frame_column(a, pair));
            draw_area_name(a, area, low_name(a, area));
            lan_text_add_char(a->out, ' ');
            lan_draw_marked(a->out, LAN_MARK_MUTED, area_numbers[area]);
            draw_pawns(a, area);
        }
        lan_draw_end_line(a->out);
    }
}

static void read_ring(const struct artist *a)
{
    for (int slot = 0; slot < SHADOW_SLOTS; slot++) {
        int area = a->pub->slot_area[slot];
        say(a, slot & 1 ? "And " : "Pair: ", slot & 1 ? "Et " : "Paire : ");
        lan_text_add(a->out, name_of(a, &shadow_areas[area]));
        lan_text_add(a->out, ", ");
        lan_text_add(a->out, area_numbers[area]);
        say(a, ":", " :");
        size_t before = a->out->length;
        draw_pawns(a, area);
        if (a->out->length == before)
            say(a, " nobody", " personne");
        lan_text_add(a->out, ".\n");
    }
}

/* ---- Players ------------------------------------------------------------------------------------------- */

/* Names of cards, from a mask of the first 32. */
static void list_cards(const struct artist *a, uint32_t cards, struct lan_text *out)
{
    for (bool first = true; cards; cards &= cards - 1, first = false) {
        lan_text_add(out, first ? "" : ", ");
        lan_text_add(out, name_of(a, &shadow_cards[__builtin_ctz(cards)]));
    }
}

static void draw_list(const struct artist *a, const char *string)
{
    lan_draw_wrap(a->out, string, a->reader->width, plain(a) ? 0 : MARGIN + 2);
}

static void draw_damage(const struct artist *a, int seat)
{
    int damage = a->pub->damage[seat], character = known_character(a, seat);
    int track = character == SHADOW_CHARACTERS ? TRACK : shadow_hp(character);
    if (!plain(a)) {
        lan_draw_mark(a->out, LAN_MARK_DANGER);
        lan_draw_repeat(a->out, a->art->wound, damage);
        lan_draw_mark(a->out, LAN_MARK_MUTED);
        lan_draw_repeat(a->out, a->art->room, track > damage ? track - damage : 0);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
        lan_draw_pad(a->out, TRACK_AT + TRACK + 1);
    }
    lan_text_add_int(a->out, damage);
    if (plain(a))
        say(a, " damage", damage < 2 ? " blessure" : " blessures");
    if (character != SHADOW_CHARACTERS) {
        say(a, " of ", " sur ");
        lan_text_add_int(a->out, shadow_hp(character));
    }
}

/* "Emi, George or Vampire" when at most `names` are left, else the number of each side. */
static void list_possible(const struct artist *a, uint32_t possible, int names, struct lan_text *out)
{
    bool first = true;
    if (__builtin_popcount(possible) <= names) {
        for (; possible; possible &= possible - 1, first = false) {
            bool last = !(possible & (possible - 1));
            lan_text_add(out, first ? "" : !last ? ", " : a->reader->lang == LAN_FR ? " ou " : " or ");
            lan_text_add(out, name_of(a, &shadow_characters[__builtin_ctz(possible)]));
        }
        return;
    }
    for (int side = 0; side < SHADOW_SIDES; side++) {
        int count = __builtin_popcount(possible & a->rules->side[side]);
        if (!count)
            continue;
        lan_text_add(out, !first ? ", " : a->low ? "" : a->reader->lang == LAN_FR ? "parmi " : "one of ");
        lan_text_add_int(out, count);
        lan_text_add_char(out, ' ');
        lan_text_add(out, name_of(a, &shadow_sides[side]));
        lan_text_add(out, count > 1 ? "s" : "");
        first = false;
    }
}

static void draw_character(const struct artist *a, int seat)
{
    int character = known_character(a, seat);
    bool secret = !shadow_in(a->pub->revealed, seat);
    if (character == SHADOW_CHARACTERS && a->low && !a->reader->unaided && shadow_in(a->pub->alive, seat)) {
        char buffer[LAN_SAY_MAX];
        struct lan_text list = lan_text_init(buffer, sizeof buffer);
        list_possible(a, a->view->possible[seat], NAMES_MAX, &list);
        if (lan_columns(buffer, list.length) > a->reader->width - CHARACTER_AT) {
            lan_text_clear(&list);
            list_possible(a, a->view->possible[seat], 0, &list);
        }
        lan_draw_mark(a->out, LAN_MARK_INFO);
        lan_draw_cut(a->out, buffer, a->reader->width - CHARACTER_AT);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
        return;
    }
    if (character == SHADOW_CHARACTERS) {
        lan_draw_marked(a->out, LAN_MARK_MUTED, a->reader->lang == LAN_FR ? "caché" : "hidden");
        return;
    }
    lan_draw_mark(a->out, secret ? LAN_MARK_SECRET : LAN_MARK_STRONG);
    lan_text_add(a->out, name_of(a, &shadow_characters[character]));
    if (secret && plain(a))
        say(a, ", not yet revealed", ", pas encore révélé");
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

/* The other public facts of a seat: equipment, hand, protection, curse. */
static void list_marks(const struct artist *a, int seat, struct lan_text *out)
{
    static const struct lan_words angel = {{"Guardian Angel until the next turn", "sous l'Ange gardien"}},
                                  barrier = {{"behind the Barrier", "derrière la Barrière"}},
                                  cursed = {{"cursed: no ability", "capacité perdue"}},
                                  hand = {{"cards in hand: ", "cartes en main : "}},
                                  stash = {{"put aside: ", "mis de côté : "}};
    const struct shadow_public *pub = a->pub;
    const bool on[] = {shadow_in(pub->angel, seat), shadow_in(pub->barrier, seat),
                       shadow_in(pub->cursed, seat)};
    const struct lan_words *const words[] = {&angel, &barrier, &cursed};
    int cards = pub->hand[seat][0] + pub->hand[seat][1];
    list_cards(a, pub->equipment[seat], out);
    for (int i = 0; i < 3; i++) {
        if (!on[i])
            continue;
        lan_text_add(out, out->length ? "; " : "");
        lan_text_add(out, words[i]->in[a->reader->lang]);
    }
    if (cards) {
        lan_text_add(out, out->length ? "; " : "");
        lan_text_add(out, hand.in[a->reader->lang]);
        lan_text_add_int(out, cards);
    }
    if (pub->stash[seat]) {
        lan_text_add(out, out->length ? "; " : "");
        lan_text_add(out, stash.in[a->reader->lang]);
        list_cards(a, pub->stash[seat], out);
    }
}

static void draw_marks(const struct artist *a, int seat)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text list = lan_text_init(buffer, sizeof buffer);
    list_marks(a, seat, &list);
    if (!list.length) {
        lan_text_add(a->out, plain(a) ? "" : "\n");
        return;
    }
    bool beside =
        a->low && lan_draw_column(a->out) + 3 + lan_columns(buffer, list.length) <= a->reader->width;
    if (beside)
        say(a, ": ", " : ");
    else
        lan_text_add(a->out, plain(a) ? " " : "\n");
    lan_draw_pad(a->out, MARGIN + 2); /* of a line that has just begun */
    draw_list(a, buffer);
    lan_text_add(a->out, plain(a) ? "." : "\n");
}

static void draw_seat(const struct artist *a, int seat)
{
    bool turn = is_laid(a) && a->pub->phase < SHADOW_OVER && a->pub->active == seat;
    bool dead = is_laid(a) && !shadow_in(a->pub->alive, seat);
    lan_draw_seat(a->out, a->reader, seat, seat == a->view->viewer,
                  turn   ? a->art->turn
                  : dead ? a->art->end
                         : " ",
                  NAME);
    lan_draw_pad(a->out, TRACK_AT);
    draw_damage(a, seat);
    lan_draw_pad(a->out, CHARACTER_AT);
    draw_character(a, seat);
    draw_marks(a, seat);
}

static void read_seat(const struct artist *a, int seat)
{
    lan_draw_seat_begin(a->out, a->reader, seat, seat == a->view->viewer);
    if (is_laid(a) && !shadow_in(a->pub->alive, seat))
        say(a, "dead, ", "mort, ");
    draw_damage(a, seat);
    lan_text_add(a->out, ", ");
    draw_character(a, seat);
    lan_text_add_char(a->out, '.');
    draw_marks(a, seat);
    lan_text_add_char(a->out, '\n');
}

/* ---- What the viewer knows ----------------------------------------------------------------------------- */

static void draw_heading(const struct artist *a, int mark, const char *en, const char *fr)
{
    if (!plain(a))
        lan_draw_pad(a->out, MARGIN);
    lan_draw_mark(a->out, mark);
    say(a, en, fr);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

/* A clause as it reads with the options in force. */
static void draw_clause(const struct artist *a, int clause)
{
    char buffer[LAN_RULE_TEXT_MAX], spelled[LAN_RULE_TEXT_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer), out = lan_text_init(spelled, sizeof spelled);
    lan_rule_say(&a->rules->base, &a->rules->base.game->clauses[clause].text, a->reader->lang, &text);
    lan_spell(a->reader, buffer, &out);
    draw_list(a, spelled);
    lan_text_add_char(a->out, '\n');
}

static void draw_own(const struct artist *a)
{
    if (a->view->character == SHADOW_CHARACTERS)
        return;
    draw_heading(a, LAN_MARK_SECRET, "You: ", "Toi : ");
    draw_clause(a, shadow_character_facts[a->view->character].clause);
}

static uint32_t hand_mask(uint32_t hand)
{
    uint32_t mask = 0;
    for (int card = SHADOW_EQUIPMENT; card < SHADOW_AID; card++)
        mask |= (uint32_t)(shadow_hand_count(hand, card) > 0) << card;
    return mask;
}

static void draw_hand(const struct artist *a)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text list = lan_text_init(buffer, sizeof buffer);
    if (a->view->hand) {
        list_cards(a, hand_mask(a->view->hand), &list);
        draw_heading(a, LAN_MARK_SECRET, "In your hand: ", "Dans ta main : ");
        draw_list(a, buffer);
        lan_text_add(a->out, ".\n");
    }
    if (a->view->held != SHADOW_CARDS) {
        draw_heading(a, LAN_MARK_SECRET, "The Hermit card: ", "La carte Vision : ");
        draw_clause(a, shadow_card_facts[a->view->held].clause);
    }
}

static void draw_notebook(const struct artist *a)
{
    char buffer[LAN_SAY_MAX];
    bool headed = false;
    for (unsigned rest = a->pub->alive; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        struct lan_text list = lan_text_init(buffer, sizeof buffer);
        if (seat == a->view->viewer || known_character(a, seat) != SHADOW_CHARACTERS)
            continue;
        if (!headed) {
            draw_heading(a, LAN_MARK_INFO, "Who may be who:", "Qui peut être qui :");
            lan_text_add_char(a->out, '\n');
            headed = true;
        }
        list_possible(a, a->view->possible[seat], NAMES_MAX, &list);
        if (!plain(a))
            lan_draw_pad(a->out, MARGIN);
        lan_draw_mark(a->out, LAN_MARK_SEAT + seat);
        lan_draw_cut(a->out, a->reader->names[seat], NAME);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
        say(a, ": ", " : ");
        draw_list(a, buffer);
        lan_text_add(a->out, plain(a) ? ".\n" : "\n");
    }
}

static void draw_decks(const struct artist *a)
{
    draw_heading(a, LAN_MARK_MUTED, "Cards left to draw: ", "Cartes à piocher : ");
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    for (int deck = 0; deck < SHADOW_DECKS; deck++) {
        lan_text_add(a->out, deck ? ", " : "");
        lan_text_add(a->out, name_of(a, &shadow_decks[deck]));
        lan_text_add_char(a->out, ' ');
        lan_text_add_int(a->out, a->pub->left[deck]);
    }
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add(a->out, plain(a) ? ".\n" : "\n");
}

void shadow_draw(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
                 struct lan_text *out)
{
    const struct shadow_view *view = (const struct shadow_view *)opaque;
    struct artist a = {.rules = shadow_rules_of(base),
                       .view = view,
                       .pub = &view->pub,
                       .reader = reader,
                       .art = &arts[reader->style == LAN_STYLE_UNICODE ? 0 : 1],
                       .out = out};
    bool over = view->pub.phase == SHADOW_OVER;
    int lines = LINES_BESIDE + 2 * base->seats;
    if (reader->part)
        return;
    a.low = !plain(&a) && reader->height && reader->height < lines &&
            reader->width >= CHARACTER_AT + LOW_CHARACTER;
    if (is_laid(&a) && a.low)
        draw_ring_low(&a);
    else if (is_laid(&a) && !plain(&a))
        draw_ring(&a);
    else if (is_laid(&a))
        read_ring(&a);
    for (int seat = 0; seat < base->seats; seat++) {
        if (plain(&a))
            read_seat(&a, seat);
        else
            draw_seat(&a, seat);
    }
    if (over || !is_laid(&a))
        return;
    draw_own(&a);
    draw_hand(&a);
    if (!reader->unaided && !a.low)
        draw_notebook(&a);
    draw_decks(&a);
}
