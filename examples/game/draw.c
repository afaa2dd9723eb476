/*
 * draw.c - the table in a terminal, a line for each seat, and the sentence that says what to do now; from a
 * view.
 *
 *   > 2 Bruno     1 point    ***      (7)      lanterns held; an open lantern; [?] is a shuttered one
 */
#include "state.h"

#include "draw.h"

enum { NAME = 12, POINTS = 26, HELD = 38, SPOT = 48 };

/* What the picture is made of, in the order of lan_style. */
static const struct art {
    const char *turn, *held, *lit[2], *dark[2];
} arts[] = {
    {"▶", "◆", {"☼ ", ""}, {"▒", "▒"}},
    {">", "*", {"(", ")"}, {"[", "]"}},
};

struct artist {
    const struct lan_rules *rules;
    const struct lamps_view *view;
    const struct lan_reader *reader;
    const struct art *art;
    struct lan_text *out;
};

static void say(const struct artist *a, const char *en, const char *fr)
{
    lan_text_add(a->out, a->reader->lang == LAN_FR ? fr : en);
}

static void say_lantern(const struct artist *a, int lantern)
{
    lan_value_write(a->rules->game, LAMPS_TYPE_LANTERN, lantern, a->out);
}

static void say_lanterns(const struct artist *a, unsigned mask)
{
    for (bool first = true; mask; mask &= mask - 1, first = false) {
        lan_text_add(a->out, first ? "" : ", ");
        say_lantern(a, __builtin_ctz(mask));
    }
}

static void say_points(const struct artist *a, int points)
{
    lan_text_add_int(a->out, points);
    say(a, points == 1 ? " point" : " points", points < 2 ? " point" : " points");
}

/* The shuttered lantern that only the viewer knows, or "?". */
static void say_dark(const struct artist *a, int seat)
{
    if (seat == a->view->viewer)
        say_lantern(a, a->view->dark - 1);
    else
        lan_text_add(a->out, "?");
}

/* ---- The picture --------------------------------------------------------------------------------------- */

static void draw_spot(const struct artist *a, int seat)
{
    int spot = a->view->pub.spot[seat];
    if (spot == LAMPS_NOTHING)
        return;
    bool dark = spot == LAMPS_DARK, own = seat == a->view->viewer;
    const char *const *frame = dark ? a->art->dark : a->art->lit;
    lan_draw_mark(a->out, !dark ? LAN_MARK_LANTERN : own ? LAN_MARK_SECRET : LAN_MARK_MUTED);
    lan_text_add(a->out, frame[0]);
    if (dark)
        say_dark(a, seat);
    else
        say_lantern(a, spot - LAMPS_LIT_FIRST);
    lan_text_add(a->out, frame[1]);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

static void draw_seat(const struct artist *a, int seat)
{
    const struct lamps_public *pub = &a->view->pub;
    bool turn = pub->phase == LAMPS_LAYING && lamps_active(a->rules, pub) == seat;
    lan_draw_seat(a->out, a->reader, seat, seat == a->view->viewer, turn ? a->art->turn : " ", NAME);
    lan_draw_pad(a->out, POINTS);
    say_points(a, pub->points[seat]);
    lan_draw_pad(a->out, HELD);
    lan_draw_repeat(a->out, a->art->held, lamps_held((const struct lamps_rules *)a->rules, pub, seat));
    lan_draw_pad(a->out, SPOT);
    draw_spot(a, seat);
    lan_draw_end_line(a->out);
}

/* ---- In words ------------------------------------------------------------------------------------------ */

static void read_seat(const struct artist *a, int seat)
{
    const struct lamps_public *pub = &a->view->pub;
    int spot = pub->spot[seat], held = lamps_held((const struct lamps_rules *)a->rules, pub, seat);
    lan_draw_seat_begin(a->out, a->reader, seat, seat == a->view->viewer);
    say_points(a, pub->points[seat]);
    lan_text_add(a->out, ", ");
    lan_text_add_int(a->out, held);
    say(a, held == 1 ? " lantern in hand" : " lanterns in hand",
        held < 2 ? " lanterne en main" : " lanternes en main");
    if (spot == LAMPS_DARK) {
        say(a, ", has laid one shuttered: ", ", en a posé une voilée : ");
        say_dark(a, seat);
    } else if (spot != LAMPS_NOTHING) {
        say(a, ", has laid open: ", ", a posé ouverte : ");
        say_lantern(a, spot - LAMPS_LIT_FIRST);
    }
    lan_text_add(a->out, ".\n");
}

static void draw_lanterns(const struct artist *a, int mark, const char *en, const char *fr, unsigned mask)
{
    if (!mask)
        return;
    lan_draw_mark(a->out, mark);
    say(a, en, fr);
    say_lanterns(a, mask);
    lan_text_add(a->out, ".");
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add(a->out, "\n");
}

void lamps_draw(const struct lan_rules *rules, const struct lan_view *opaque, const struct lan_reader *reader,
                struct lan_text *out)
{
    const struct lamps_view *view = (const struct lamps_view *)opaque;
    struct artist a = {rules, view, reader, &arts[reader->style == LAN_STYLE_UNICODE ? 0 : 1], out};
    if (reader->part)
        return; /* this table is small enough to be told whole */
    for (int seat = 0; seat < rules->seats; seat++) {
        if (reader->style == LAN_STYLE_PLAIN)
            read_seat(&a, seat);
        else
            draw_seat(&a, seat);
    }
    draw_lanterns(&a, LAN_MARK_SECRET, "Your lanterns: ", "Tes lanternes : ", view->hand);
    if (view->pub.phase != LAMPS_OVER && !reader->unaided)
        draw_lanterns(&a, LAN_MARK_MUTED, "Not seen yet: ", "Pas encore vues : ", view->unseen);
}

/* ---- What to do now ------------------------------------------------------------------------------------ */

static void say_end(const struct artist *a)
{
    unsigned best = 0;
    int most = 0;
    for (int seat = 0; seat < a->rules->seats; seat++) {
        int points = a->view->pub.points[seat];
        best = points > most ? 0 : best;
        most = points > most ? points : most;
        best |= points == most ? 1u << seat : 0;
    }
    say(a, "The game is over. Most points: ", "La partie est finie. Le plus grand nombre de points : ");
    lan_draw_seats(a->out, a->reader, best, a->view->viewer);
    lan_text_add(a->out, ", ");
    lan_text_add_int(a->out, most);
    lan_text_add(a->out, ".");
}

void lamps_prompt(const struct lan_rules *rules, const struct lan_view *opaque,
                  const struct lan_reader *reader, struct lan_text *out)
{
    const struct lamps_view *view = (const struct lamps_view *)opaque;
    struct artist a = {rules, view, reader, NULL, out};
    int active = lamps_active(rules, &view->pub);
    if (view->pub.phase == LAMPS_OVER) {
        say_end(&a);
    } else if (view->pub.phase != LAMPS_LAYING) {
        say(&a, "The lanterns are being dealt.", "On distribue les lanternes.");
    } else if (active != view->viewer) {
        say(&a, "Waiting for ", "C'est à ");
        lan_draw_seats(out, reader, 1u << active, view->viewer);
        say(&a, " to lay a lantern.", " de poser une lanterne.");
    } else if (((const struct lamps_rules *)rules)->shutters == LAMPS_SHUTTERS_NONE) {
        say(&a, "Your turn: lay one of your lanterns.", "À toi : pose l'une de tes lanternes.");
    } else {
        say(&a, "Your turn: lay one of your lanterns, open for all to see or shuttered.",
            "À toi : pose l'une de tes lanternes, ouverte à la vue de tous ou voilée.");
    }
}
