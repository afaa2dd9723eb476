/* prompt.c - the sentence that tells a player what to do now. */
#include "state.h"

#include "words.h"

static void say_move(const struct th_teller *t)
{
    const struct th_public *pub = t->pub;
    th_say_word(t, TH_TYPE_HUNTER, pub->hunter);
    if (th_held(pub, pub->hunter)) {
        th_say(t, " is held by the haunting: stop here, or give the game up.",
               " est retenu par l'Esprit Malfaisant : arrête-toi ici, ou abandonne la partie.");
        return;
    }
    th_say(t, pub->moved ? " has " : " rolled ", pub->moved ? " a encore " : " a obtenu ");
    lan_text_add_int(t->out, pub->moved ? pub->steps : pub->rolled);
    if (pub->moved)
        th_say(t, pub->steps == 1 ? " step left" : " steps left", " pas");
    if (th_by_steps(t->rules, pub))
        th_say(t, ": go one step at a time, for a jewel on the way may show its number, or stop here.",
               " : avance pas à pas, car un joyau en route peut montrer son numéro, ou arrête-toi ici.");
    else
        th_say(t, ": choose where to stop, up to that many steps away, or stay.",
               " : choisis où t'arrêter, sans dépasser ce nombre de pas, ou reste sur place.");
}

/* The chances of the fight that follows, if one does. */
static void say_fight(const struct th_teller *t)
{
    const struct th_public *pub = t->pub;
    int dice = th_fight_dice(t->rules, pub, pub->hunter), room = th_room(pub->at[pub->hunter]);
    if (!dice)
        return;
    if (pub->haunted >> room & 1)
        th_say(t, " Two dice banish the haunting 5 times in 9.",
               " Deux dés chassent l'Esprit Malfaisant 5 fois sur 9.");
    else if (dice == 2)
        th_say(t, " Two dice beat a ghost 3 times in 4, two of them once in 4.",
               " Deux dés chassent un fantôme 3 fois sur 4, deux fantômes 1 fois sur 4.");
    else
        th_say(t, " One die beats a ghost every other time.", " Un dé chasse un fantôme une fois sur deux.");
}

static void say_task(const struct th_teller *t)
{
    switch ((enum th_phase)t->pub->phase) {
    case TH_CHOOSING:
        th_say(t, "Choose which of your hunters plays.", "Choisis lequel de tes chasseurs joue.");
        break;
    case TH_MOVING: say_move(t); break;
    case TH_TAKING:
        th_say(t, "Take the jewel, or leave it where it is.", "Prends le joyau, ou laisse-le où il est.");
        break;
    case TH_DARING:
        th_say(t, "Fight here, or not.", "Affronte les fantômes d'ici, ou non.");
        say_fight(t);
        break;
    case TH_STARTING:
    case TH_ROLLING:
    case TH_DRAWING:
    case TH_NUMBERING:
    case TH_FIGHTING:
    case TH_OVER:
    case TH_PHASES: break;
    }
}

#define STOPPED                                                                    \
    {                                                                              \
        {                                                                          \
            "The game is lost: it was stopped after 4000 turns.",                  \
                "La partie est perdue : elle a été arrêtée après 4000 tours." \
        }                                                                          \
    }
_Static_assert(TH_TURNS_MAX == 4000, "the sentence says so");

static void say_end(const struct th_teller *t)
{
    static const struct lan_words ends[TH_CLAUSES] = {
        [TH_E1] = {{"The game is lost: too many rooms are haunted.",
                    "La partie est perdue : trop de pièces sont hantées."}},
        [TH_E2] = {{"The game is lost: every hunter is held alone in a haunted room.",
                    "La partie est perdue : chaque chasseur est retenu seul dans une pièce hantée."}},
        [TH_E3] = {{"The game is won: all jewels and all hunters are out.",
                    "La partie est gagnée : tous les joyaux et tous les chasseurs sont dehors."}},
        [TH_E4] = {{"The game is lost: nobody could bring the next number out.",
                    "La partie est perdue : personne ne pouvait sortir le numéro suivant."}},
        [TH_E5] = STOPPED,
        [TH_L1] = STOPPED,
    };
    lan_text_add(t->out, ends[t->pub->ending].in[t->reader->lang]);
}

void th_warn(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
             const struct lan_reader *reader, struct lan_text *out)
{
    (void)rules;
    (void)view;
    if (lan_action_kind(action) == TH_ACTION_RESIGN)
        lan_text_add(out, reader->lang == LAN_FR ? "La partie s'arrête là, pour tout le monde."
                                                 : "This ends the game, for everybody.");
}

void th_prompt(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
               struct lan_text *out)
{
    const struct th_view *view = (const struct th_view *)opaque;
    const struct th_public *pub = &view->pub;
    const struct th_teller t = {th_rules_of(base), pub, reader, out};
    bool asks = pub->phase == TH_CHOOSING || pub->phase == TH_MOVING || pub->phase == TH_TAKING ||
                pub->phase == TH_DARING;
    if (pub->phase == TH_OVER) {
        say_end(&t);
    } else if (!asks) {
        th_say(&t, "Dice and cards decide.", "Les dés et les cartes décident.");
    } else if (view->viewer == pub->seat) {
        say_task(&t);
    } else {
        th_say(&t, "Waiting for ", "On attend ");
        lan_draw_seats(out, reader, 1u << pub->seat, view->viewer);
        lan_text_add(out, ".");
    }
}
