/* prompt.c - the sentence that tells a player what to do now. */
#include "state.h"

#include <string.h>

#include "draw.h"

struct asker {
    const struct manor_rules *rules;
    const struct manor_view *view;
    const struct lan_reader *reader;
    struct lan_text *out;
};

static void say(const struct asker *a, const char *en, const char *fr)
{
    lan_text_add(a->out, a->reader->lang == LAN_FR ? fr : en);
}

static void say_place(const struct asker *a, int place)
{
    lan_text_add(a->out, a->rules->base.game->types[MANOR_TYPE_PLACE].words[place].name.in[a->reader->lang]);
}

static void say_hunter(const struct asker *a, int hunter)
{
    lan_text_add(a->out,
                 a->rules->base.game->types[MANOR_TYPE_HUNTER].words[hunter].name.in[a->reader->lang]);
}

static void say_setup(const struct asker *a)
{
    if (a->view->pub.phase == MANOR_TURNING_UP)
        say(a, "Choose one of your manors to open for all to see.",
            "Choisis l'un de tes manoirs, que tous verront.");
    else
        say(a,
            "Your first tandem: in front of which of your closed manors? It earns double, nothing at a trap.",
            "Ton premier binôme : devant lequel de tes manoirs cachés ? Il rapporte double, rien devant un "
            "piège.");
}

static void say_place_one(const struct asker *a)
{
    say(a, "Your turn: take a hunter, then a manor with room.",
        "À toi : prends un chasseur, puis un manoir où il reste une place.");
}

static void say_follow(const struct asker *a)
{
    const struct manor_public *pub = &a->view->pub;
    bool send = manor_can_send(a->rules, pub), call = manor_can_call(a->rules, pub);
    say(a, "You may ", "Tu peux ");
    if (send) {
        say(a, "send away a hunter from ", "renvoyer un chasseur du ");
        say_place(a, pub->here);
    }
    if (call) {
        if (send)
            say(a, ", or ", ", ou ");
        say(a, send ? "call one there" : "call a hunter to ",
            send ? "en appeler un autre" : "appeler un chasseur devant le ");
        if (!send)
            say_place(a, pub->here);
    }
    say(a, ", or end your turn.", ", ou finir ton tour.");
}

static void say_return(const struct asker *a)
{
    say(a, "Your ", "Ton ");
    say_hunter(a, manor_card_hunter(a->view->pub.sent));
    say(a, " is sent away from ", " est renvoyé du ");
    say_place(a, a->view->pub.here);
    say(a, ": choose its new place.", " : choisis sa nouvelle place.");
}

static void say_task(const struct asker *a)
{
    switch ((enum manor_phase)a->view->pub.phase) {
    case MANOR_TURNING_UP:
    case MANOR_GUARDING: say_setup(a); break;
    case MANOR_PLACING: say_place_one(a); break;
    case MANOR_AIMING:
        say(a, "Now place the detector at a manor with room.",
            "Place maintenant le détecteur devant un manoir où il reste une place.");
        break;
    case MANOR_FOLLOWING: say_follow(a); break;
    case MANOR_RETURNING: say_return(a); break;
    case MANOR_DEALING:
    case MANOR_DRAWING_FIRST:
    case MANOR_OVER:
    case MANOR_PHASES: break;
    }
}

static void say_waiting(const struct asker *a, unsigned seats)
{
    static const struct lan_words doing[MANOR_PHASES] = {
        [MANOR_TURNING_UP] = {{" to choose a manor to turn up.", " de choisir un manoir à retourner."}},
        [MANOR_GUARDING] = {{" to place a first tandem.", " de placer un premier binôme."}},
        [MANOR_PLACING] = {{" to place a hunter.", " de placer un chasseur."}},
        [MANOR_AIMING] = {{" to place the detector.", " de placer le détecteur."}},
        [MANOR_FOLLOWING] = {{" to send away, call, or end the turn.",
                              " de renvoyer, d'appeler ou de finir le tour."}},
        [MANOR_RETURNING] = {{" to place the hunter sent away.", " de replacer le chasseur renvoyé."}},
    };
    say(a, "Waiting for ", "C'est à ");
    lan_draw_seats(a->out, a->reader, seats, a->view->viewer);
    lan_text_add(a->out, doing[a->view->pub.phase].in[a->reader->lang]);
}

static void say_end(const struct asker *a)
{
    int32_t points[MANOR_SEATS_MAX], most = INT32_MIN;
    unsigned best = 0;
    manor_points(a->rules, &a->view->pub, a->view->manor, a->rules->all, points);
    for (int seat = 0; seat < a->rules->base.seats; seat++) {
        if (points[seat] > most)
            best = 0;
        if (points[seat] >= most) {
            best |= 1u << seat;
            most = points[seat];
        }
    }
    say(a, "The game is over. Most points: ", "La partie est finie. Le plus grand nombre de points : ");
    lan_draw_seats(a->out, a->reader, best, a->view->viewer);
    say(a, ", ", ", ");
    lan_text_add_int(a->out, most);
    lan_text_add(a->out, ".");
}

void manor_prompt(const struct lan_rules *base, const struct lan_view *opaque,
                  const struct lan_reader *reader, struct lan_text *out)
{
    struct asker a = {manor_rules_of(base), (const struct manor_view *)opaque, reader, out};
    unsigned waits = manor_waits(a.rules, &a.view->pub);
    if (a.view->pub.phase == MANOR_OVER)
        say_end(&a);
    else if (!waits)
        say(&a, "The manors are being dealt.", "On distribue les manoirs.");
    else if (waits >> a.view->viewer & 1)
        say_task(&a);
    else
        say_waiting(&a, waits);
}
