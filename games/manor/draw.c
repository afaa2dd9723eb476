/*
 * draw.c - the table in a terminal, from a view: each seat a row of houses with the hunters in front.
 *
 *   > 2 Bruno   7 points in sight            hand  ooo ## & @ !
 *     ,-- 2.1 --.  ,-- 2.2 --.               lit: face up; shaded: face down, with what the viewer knows
 *     | worth 3 |  |:   ?   :|
 *     1& 2o        4#                        owner and sign of each hunter
 */
#include "state.h"

#include <string.h>

#include "draw.h"

enum { HOUSE = 11, GAP = 2, MARGIN = 2, HOUSE_INSIDE = HOUSE - 2 };

/*
 * Columns of a seat's header: width of the name, start of the points, width of the hand, width of a header
 * beside the houses.
 */
enum { NAME = 10, POINTS = 21, HAND = 15, BESIDE = 26 };

/* The characters of the picture, in the order of lan_style. */
static const struct art {
    const char *left_top, *right_top, *roof, *wall, *shade, *turn;
    const char *hunter[MANOR_HUNTERS];
} arts[] = {
    {"╭", "╮", "─", "│", "▒", "▶", {"●", "■", "∞", "◎", "!"}},
    {",", ".", "-", "|", ":", ">", {"o", "#", "&", "@", "!"}},
};

struct artist {
    const struct manor_rules *rules;
    const struct manor_view *view;
    const struct lan_reader *reader;
    const struct art *art;
    struct lan_text *out;
    int32_t seen[MANOR_SEATS_MAX];  /* points from face-up manors */
    int32_t known[MANOR_SEATS_MAX]; /* the same with what the viewer alone knows */
};

static void say(const struct artist *a, const char *en, const char *fr)
{
    lan_text_add(a->out, a->reader->lang == LAN_FR ? fr : en);
}

static const char *word(const struct artist *a, int type, int value)
{
    return a->rules->base.game->types[type].words[value].name.in[a->reader->lang];
}

static bool is_up(const struct artist *a, int place)
{
    return a->view->pub.up >> place & 1;
}

/* The place of this turn's hunter, which is highlighted; -1 outside such a turn. */
static int lit_place(const struct manor_public *pub)
{
    return pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING ? pub->here : -1;
}

static uint32_t known_places(const struct manor_view *view)
{
    uint32_t mask = 0;
    for (int place = 0; place < MANOR_PLACES; place++)
        mask |= (uint32_t)(view->manor[place] != MANOR_UNKNOWN) << place;
    return mask;
}

/* The label of a house, in at most seven columns. */
static const char *house_label(const struct artist *a, int manor)
{
    static const char *const labels[LAN_LANGS][MANOR_MANORS] = {
        {"?", "worth 1", "worth 2", "worth 3", "worth 4", "worth 5", "shared", "trapped"},
        {"?", "vaut 1", "vaut 2", "vaut 3", "vaut 4", "vaut 5", "partagé", "piégé"},
    };
    return labels[a->reader->lang][manor];
}

static int house_mark(const struct artist *a, int place)
{
    if (place == lit_place(&a->view->pub))
        return LAN_MARK_LANTERN;
    return is_up(a, place) ? LAN_MARK_PLAIN : LAN_MARK_MUTED;
}

static int label_mark(const struct artist *a, int place)
{
    int manor = a->view->manor[place];
    if (manor == MANOR_UNKNOWN)
        return LAN_MARK_MUTED;
    if (!is_up(a, place))
        return LAN_MARK_SECRET;
    return manor == MANOR_TRAPPED ? LAN_MARK_DANGER : LAN_MARK_LANTERN;
}

/* ---- The picture --------------------------------------------------------------------------------------- */

static void draw_roof(const struct artist *a, int place)
{
    lan_draw_mark(a->out, house_mark(a, place));
    lan_text_add(a->out, a->art->left_top);
    lan_draw_repeat(a->out, a->art->roof, 2);
    lan_text_add_char(a->out, ' ');
    lan_value_write(a->rules->base.game, MANOR_TYPE_PLACE, place, a->out);
    lan_text_add_char(a->out, ' ');
    lan_draw_repeat(a->out, a->art->roof, 2);
    lan_text_add(a->out, a->art->right_top);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

static void draw_wall(const struct artist *a, int place)
{
    const char *side = is_up(a, place) ? " " : a->art->shade;
    lan_draw_mark(a->out, house_mark(a, place));
    lan_text_add(a->out, a->art->wall);
    lan_text_add(a->out, side);
    lan_draw_mark(a->out, label_mark(a, place));
    lan_draw_centre(a->out, house_label(a, a->view->manor[place]), HOUSE_INSIDE - 2);
    lan_draw_mark(a->out, house_mark(a, place));
    lan_text_add(a->out, side);
    lan_text_add(a->out, a->art->wall);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

static void draw_garden(const struct artist *a, int place)
{
    const struct manor_public *pub = &a->view->pub;
    for (int i = 0; i < pub->crowd[place]; i++) {
        uint8_t card = pub->front[place][i];
        if (i)
            lan_text_add_char(a->out, ' ');
        lan_draw_mark(a->out, LAN_MARK_SEAT + manor_card_owner(card));
        lan_text_add_int(a->out, manor_card_owner(card) + 1);
        lan_text_add(a->out, a->art->hunter[manor_card_hunter(card)]);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
    }
}

/* One text line through the houses `first` to `last` of a seat. */
static void draw_storey(const struct artist *a, int seat, int first, int last,
                        void (*part)(const struct artist *a, int place))
{
    for (int i = first; i < last; i++) {
        lan_draw_pad(a->out, MARGIN + (i - first) * (HOUSE + GAP));
        part(a, manor_place(seat, i));
    }
}

static void draw_hand(const struct artist *a, int seat)
{
    const uint8_t *hand = a->view->pub.hand[seat];
    bool empty = true;
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        if (!hand[hunter])
            continue;
        lan_text_add_char(a->out, ' ');
        lan_draw_repeat(a->out, a->art->hunter[hunter], hand[hunter]);
        empty = false;
    }
    if (empty)
        say(a, " empty", " vide");
}

static void draw_points(const struct artist *a, int seat)
{
    lan_text_add_int(a->out, a->seen[seat]);
    say(a, a->seen[seat] == 1 ? " point" : " points", a->seen[seat] < 2 ? " point" : " points");
    if (a->view->pub.phase != MANOR_OVER)
        say(a, " seen", a->seen[seat] < 2 ? " vu" : " vus");
    if (a->known[seat] != a->seen[seat]) {
        lan_text_add(a->out, ", ");
        lan_draw_mark(a->out, LAN_MARK_SECRET);
        lan_text_add_int(a->out, a->known[seat]);
        say(a, " known", a->known[seat] < 2 ? " connu" : " connus");
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
    }
}

/* The owner of a row, marked when it is their turn. */
static void draw_name(const struct artist *a, int seat)
{
    const struct manor_public *pub = &a->view->pub;
    bool turn = pub->phase >= MANOR_PLACING && pub->phase < MANOR_OVER && pub->active == seat;
    lan_draw_seat(a->out, a->reader, seat, seat == a->view->viewer, turn ? a->art->turn : " ", NAME);
}

static void draw_header(const struct artist *a, int seat)
{
    draw_name(a, seat);
    lan_draw_pad(a->out, POINTS);
    draw_points(a, seat);
    lan_draw_mark(a->out, LAN_MARK_SEAT + seat);
    lan_draw_pad(a->out, a->reader->width - HAND);
    draw_hand(a, seat);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add_char(a->out, '\n');
}

static void draw_seat(const struct artist *a, int seat)
{
    int each = a->rules->each, fit = (a->reader->width - MARGIN + GAP) / (HOUSE + GAP);
    draw_header(a, seat);
    if (a->view->pub.phase == MANOR_DEALING)
        return;
    for (int first = 0; first < each; first += fit) {
        int last = first + fit < each ? first + fit : each;
        draw_storey(a, seat, first, last, draw_roof);
        lan_draw_end_line(a->out);
        draw_storey(a, seat, first, last, draw_wall);
        lan_draw_end_line(a->out);
        draw_storey(a, seat, first, last, draw_garden);
        lan_draw_end_line(a->out);
    }
}

/* A seat in few lines: the header stands to the right of the houses. */
static void draw_seat_low(const struct artist *a, int seat)
{
    int each = a->rules->each, beside = MARGIN + each * (HOUSE + GAP);
    draw_storey(a, seat, 0, each, draw_roof);
    lan_draw_pad(a->out, beside);
    draw_name(a, seat);
    lan_draw_end_line(a->out);
    draw_storey(a, seat, 0, each, draw_wall);
    lan_draw_pad(a->out, beside + MARGIN);
    draw_points(a, seat);
    lan_draw_end_line(a->out);
    draw_storey(a, seat, 0, each, draw_garden);
    lan_draw_pad(a->out, beside + MARGIN - 1);
    lan_draw_mark(a->out, LAN_MARK_SEAT + seat);
    draw_hand(a, seat);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_draw_end_line(a->out);
}

static bool is_low(const struct artist *a)
{
    int lines = a->rules->base.seats * 4 + 2, width = MARGIN + a->rules->each * (HOUSE + GAP) + BESIDE;
    return a->reader->height && a->reader->height < lines && width <= a->reader->width &&
           a->view->pub.phase != MANOR_DEALING;
}

static void list_unseen(const struct artist *a, struct lan_text *out)
{
    bool first = true;
    for (int manor = 1; manor < MANOR_MANORS; manor++) {
        if (!a->view->unseen[manor])
            continue;
        lan_text_add(out, first ? "" : ", ");
        if (manor < MANOR_SHARED)
            lan_text_add_int(out, manor);
        else
            lan_text_add(out, house_label(a, manor));
        lan_text_add(out, a->reader->style == LAN_STYLE_UNICODE ? "×" : " x");
        lan_text_add_int(out, a->view->unseen[manor]);
        first = false;
    }
}

static void draw_unseen(const struct artist *a)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text list = lan_text_init(buffer, sizeof buffer);
    list_unseen(a, &list);
    if (!list.length)
        return;
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    if (a->reader->style != LAN_STYLE_PLAIN)
        lan_draw_pad(a->out, MARGIN);
    say(a, "Manors you have not seen: ", "Manoirs que tu n'as pas vus : ");
    lan_draw_wrap(a->out, buffer, a->reader->width, MARGIN);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add_char(a->out, '\n');
}

static void draw_legend(const struct artist *a)
{
    static const char *const names[LAN_LANGS][MANOR_HUNTERS] = {
        {"basic", "over-equipped", "tandem", "detector", "call"},
        {"standard", "suréquipé", "binôme", "détecteur", "appel"},
    };
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    lan_text_add_char(a->out, ' ');
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        lan_text_add_char(a->out, ' ');
        lan_text_add(a->out, a->art->hunter[hunter]);
        lan_text_add_char(a->out, ' ');
        lan_text_add(a->out, names[a->reader->lang][hunter]);
    }
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add_char(a->out, '\n');
}

/* ---- In words ------------------------------------------------------------------------------------------ */

static void read_hand(const struct artist *a, int seat)
{
    const uint8_t *hand = a->view->pub.hand[seat];
    bool first = true;
    say(a, " Hand: ", " En main : ");
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        if (!hand[hunter])
            continue;
        lan_text_add(a->out, first ? "" : ", ");
        lan_text_add(a->out, word(a, MANOR_TYPE_HUNTER, hunter));
        lan_text_add(a->out, " x");
        lan_text_add_int(a->out, hand[hunter]);
        first = false;
    }
    if (first)
        say(a, "empty", "vide");
    lan_text_add(a->out, ".\n");
}

static void read_house(const struct artist *a, int place)
{
    const struct manor_public *pub = &a->view->pub;
    say(a, "Manor ", "Manoir ");
    lan_value_write(a->rules->base.game, MANOR_TYPE_PLACE, place, a->out);
    if (is_up(a, place))
        say(a, ", face up, ", ", visible, ");
    else
        say(a, ", face down, ", ", caché, ");
    if (a->view->manor[place])
        lan_text_add(a->out, house_label(a, a->view->manor[place]));
    else
        say(a, "unknown", "inconnu");
    say(a, ": ", " : ");
    for (int i = 0; i < pub->crowd[place]; i++) {
        uint8_t card = pub->front[place][i];
        lan_text_add(a->out, i ? ", " : "");
        lan_text_add(a->out, word(a, MANOR_TYPE_HUNTER, manor_card_hunter(card)));
        say(a, " of ", " de ");
        lan_text_add(a->out, a->reader->names[manor_card_owner(card)]);
    }
    if (!pub->crowd[place])
        say(a, "nobody", "personne");
    lan_text_add(a->out, ".\n");
}

static void read_seat(const struct artist *a, int seat)
{
    lan_draw_seat_begin(a->out, a->reader, seat, seat == a->view->viewer);
    draw_points(a, seat);
    lan_text_add_char(a->out, '.');
    read_hand(a, seat);
    for (int i = 0; i < a->rules->each && a->view->pub.phase != MANOR_DEALING; i++)
        read_house(a, manor_place(seat, i));
}

void manor_draw(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
                struct lan_text *out)
{
    struct artist a = {.rules = manor_rules_of(base),
                       .view = (const struct manor_view *)opaque,
                       .reader = reader,
                       .art = &arts[reader->style == LAN_STYLE_UNICODE ? 0 : 1],
                       .out = out};
    bool plain = reader->style == LAN_STYLE_PLAIN;
    if (reader->part)
        return;
    manor_points(a.rules, &a.view->pub, a.view->manor, a.view->pub.up, a.seen);
    manor_points(a.rules, &a.view->pub, a.view->manor, known_places(a.view), a.known);
    for (int seat = 0; seat < base->seats; seat++) {
        if (plain)
            read_seat(&a, seat);
        else if (is_low(&a))
            draw_seat_low(&a, seat);
        else
            draw_seat(&a, seat);
    }
    if (a.view->pub.phase < MANOR_OVER)
        draw_unseen(&a);
    if (!plain && a.view->pub.phase < MANOR_OVER)
        draw_legend(&a);
}
