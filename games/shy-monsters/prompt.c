/* prompt.c - the sentence that tells a player what to do, and the warning before a step into known death. */
#include "draw.h"
#include "state.h"

struct asker {
    const struct shy_rules *rules;
    const struct shy_view *view;
    const struct lan_reader *reader;
    struct lan_text *out;
};

static void say(const struct asker *a, const char *en, const char *fr)
{
    lan_text_add(a->out, a->reader->lang == LAN_FR ? fr : en);
}

static void say_build(const struct asker *a)
{
    int left = SHY_TILES_MAX - a->view->laid;
    if (!left) {
        say(a, "Your floor is complete. Confirm it, or undo: you may take back any tile.",
            "Ton étage est complet. Confirme-le, ou annule : tu peux reprendre n'importe quelle tuile.");
        return;
    }
    say(a,
        "Lay your tiles around the Entrance, each edge to edge with one that lies; nobody sees them. Still "
        "to lay: ",
        "Pose tes tuiles autour de l'Entrée, chacune contre une tuile posée ; personne ne les voit. Encore à "
        "poser : ");
    lan_text_add_int(a->out, left);
    lan_text_add(a->out, ".");
}

static void say_reveal(const struct asker *a)
{
    if (a->view->pub.reveals == 1)
        say(a, "Choose a face-down tile to turn up before you set out.",
            "Choisis une tuile cachée à retourner avant de partir.");
    else if (a->rules->together)
        say(a, "Choose the face-down tiles to see before you set out; they are turned up once all are named.",
            "Choisis les tuiles cachées à voir avant de partir ; on les retourne quand toutes sont "
            "désignées.");
    else
        say(a,
            "Choose a face-down tile to turn up before you set out; you choose the next one after seeing it.",
            "Choisis une tuile cachée à retourner avant de partir ; tu choisiras la suivante après l'avoir "
            "vue.");
}

static void say_explore(const struct asker *a)
{
    unsigned skills = a->view->pub.hunt.skills;
    say(a, "Find the Exit: step to a tile beside you", "Trouve la Sortie : avance d'une tuile");
    if (skills & SHY_ATTACK)
        say(a, ", attack the tile you enter", ", attaque la tuile où tu entres");
    if (skills & SHY_JUMP)
        say(a, ", jump over a tile", ", saute par-dessus une tuile");
    say(a, ".", ".");
    int left = a->rules->idle_max - a->view->pub.idle;
    if (a->view->pub.idle && left <= 10) {
        say(a, " You walk in circles; moves before you are lost: ",
            " Tu tournes en rond ; déplacements avant de te perdre : ");
        lan_text_add_int(a->out, left);
        lan_text_add(a->out, ".");
    }
}

static void say_waiting(const struct asker *a, int seat)
{
    static const struct lan_words doing[SHY_PHASES] = {
        [SHY_BUILDING] = {{" to build the floor.", " de construire l'étage."}},
        [SHY_REVEALING] = {{" to turn up tiles.", " de retourner des tuiles."}},
        [SHY_EXPLORING] = {{" to find a way out.", " de trouver une issue."}},
    };
    say(a, "Waiting for ", "C'est à ");
    lan_draw_seats(a->out, a->reader, 1u << seat, a->view->viewer);
    lan_text_add(a->out, doing[a->view->pub.phase].in[a->reader->lang]);
}

/* SM-E2: the Exits that each reached as the Hero decide between equal wins. */
static void say_exits(const struct asker *a, const struct lan_result *result)
{
    say(a, " Exits reached: ", " Sorties atteintes : ");
    for (int seat = 0; seat < 2; seat++) {
        lan_text_add(a->out, seat ? ", " : "");
        lan_draw_seats(a->out, a->reader, 1u << seat, a->view->viewer);
        lan_text_add_char(a->out, ' ');
        lan_text_add_int(a->out, result->score[seat]);
    }
    lan_text_add(a->out, ".");
}

/* How the match, or the single game, ended. */
static void say_end(const struct asker *a)
{
    struct lan_result result;
    shy_standing(a->rules, &a->view->pub, &result);
    say(a, "The game is over. ", "La partie est finie. ");
    if (result.winners == 3) {
        say(a, "It is a draw.", "Match nul.");
        say_exits(a, &result);
        return;
    }
    lan_draw_winners(a->out, a->reader, result.winners, a->view->viewer);
    if (a->rules->two_games) {
        say(a, " the match.", " le match.");
        say_exits(a, &result);
    } else if (a->view->pub.hero_won[0])
        say(a, ": the Hero has left the dungeon alive.", " : le Héros est sorti du donjon en vie.");
    else
        say(a, ": the Hero never came out.", " : le Héros n'est jamais ressorti.");
}

void shy_prompt(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
                struct lan_text *out)
{
    struct asker a = {shy_rules_of(base), (const struct shy_view *)opaque, reader, out};
    const struct shy_public *pub = &a.view->pub;
    int waits = pub->phase == SHY_BUILDING ? pub->master : shy_hero_seat(pub);
    if (pub->phase == SHY_OVER)
        say_end(&a);
    else if (pub->phase == SHY_DRAWING)
        say(&a, "Two monsters are being drawn.", "Deux monstres sont piochés.");
    else if (waits != a.view->viewer)
        say_waiting(&a, waits);
    else if (pub->phase == SHY_BUILDING)
        say_build(&a);
    else if (pub->phase == SHY_REVEALING)
        say_reveal(&a);
    else
        say_explore(&a);
}

void shy_warn(const struct lan_rules *base, const struct lan_view *opaque, lan_action action,
              const struct lan_reader *reader, struct lan_text *out)
{
    struct asker a = {shy_rules_of(base), (const struct shy_view *)opaque, reader, out};
    const struct shy_hunt *hunt = &a.view->pub.hunt;
    int kind = lan_action_kind(action), cell = lan_action_arg(action, 0);
    if (kind == SHY_ACTION_CONFIRM)
        say(&a, "The curtains close: the floor cannot be changed any more.",
            "Les rideaux se ferment : l'étage ne changera plus.");
    if (kind == SHY_ACTION_CONCEDE)
        say(&a, "This ends the game.", "La partie s'arrête là.");
    if (kind == SHY_ACTION_JUMP)
        cell += shy_step[lan_action_arg(action, 1)];
    else if (kind != SHY_ACTION_STEP)
        return;
    int tile = shy_tile_find(hunt->cell, SHY_TILES_MAX, cell);
    if (a.view->pub.phase == SHY_EXPLORING && tile >= 0 && (shy_deadly(hunt) >> tile & 1))
        say(&a, "A dangerous monster lies there: this kills you.",
            "Un monstre dangereux s'y trouve : tu en mourrais.");
}
