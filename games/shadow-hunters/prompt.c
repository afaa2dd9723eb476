/* prompt.c - the sentence that tells a player what to do now, or whom the table waits for. */
#include "state.h"

#include "edition.h"

struct asker {
    const struct shadow_rules *rules;
    const struct shadow_view *view;
    const struct shadow_public *pub;
    const struct lan_reader *reader;
    struct lan_text *out;
};

static void say(const struct asker *a, const char *en, const char *fr)
{
    lan_spell(a->reader, a->reader->lang == LAN_FR ? fr : en, a->out);
}

static void say_word(const struct asker *a, const struct lan_word *word)
{
    lan_text_add(a->out, lan_spell_word(a->reader, word->name.in[a->reader->lang]));
}

static void say_seat(const struct asker *a, int seat)
{
    lan_text_add(a->out, a->reader->names[seat]);
}

/* ---- What the viewer is to do -------------------------------------------------------------------------- */

/* Tasks for which a fixed sentence suffices, by phase. */
static const struct lan_words tasks[SHADOW_PHASES] = {
    [SHADOW_STARTING] = {{"Your turn: roll the dice to move.", "À toi : lance les dés pour te déplacer."}},
    [SHADOW_PICKING] = {{"Choose which of the two rolls moves you.",
                         "Choisis lequel des deux lancers te déplace."}},
    [SHADOW_GOING] = {{"A 7: go where you like.", "Un 7 : va où tu veux."}},
    [SHADOW_GIVING] = {{"You have read the Hermit card: hand it to somebody.",
                        "Tu as lu la carte Vision : donne-la à quelqu'un."}},
    [SHADOW_UNVEILING] = {{"Reveal yourself for this card, or say no.",
                           "Révèle-toi pour cette carte, ou dis non."}},
    [SHADOW_DOUBLING] =
        {{"Double or lose, once in the game: without your weapons, 2 more damage if you hit, 1 to yourself "
          "if not. Will you?",
          "Quitte ou double, une fois dans la partie : sans tes armes, 2 blessures de plus si tu touches, "
          "1 pour toi sinon. Tu tentes ?"}},
    [SHADOW_HORNING] = {{"Before the dice: blow the horn if you are the Valkyrie, or say no.",
                         "Avant les dés : sonne du cor si tu es la Valkyrie, ou dis non."}},
    [SHADOW_SPEARING] = {{"The attack hits. Reveal yourself for the Spear if you are a Hunter, or say no.",
                          "L'attaque porte. Révèle-toi pour la Lance si tu es un Hunter, ou dis non."}},
    [SHADOW_SUCKING] = {{"Heal 2 if you are the Vampire, or say no.",
                         "Soigne 2 blessures si tu es le Vampire, ou dis non."}},
    [SHADOW_FEASTING] = {{"Attack again if you are Charles, or say no.",
                          "Attaque encore si tu es Charles, ou dis non."}},
    [SHADOW_ENDING] = {{"End your turn, or do something first.",
                        "Finis ton tour, ou fais encore quelque chose avant."}},
    [SHADOW_LOSING] = {{"Play or discard what is left in your hand.",
                        "Joue ou défausse ce qu'il reste dans ta main."}},
};

/* What each area offers. */
static const struct lan_words offers[SHADOW_AREAS] = {
    [SHADOW_CABIN] = {{"draw a Hermit card and give it away", "pioche une carte Vision et donne-la"}},
    [SHADOW_GATE] = {{"draw from any deck", "pioche dans le paquet de ton choix"}},
    [SHADOW_CHURCH] = {{"draw a White card", "pioche une carte Lumière"}},
    [SHADOW_CEMETERY] = {{"draw a Black card", "pioche une carte Ténèbres"}},
    [SHADOW_WOODS] = {{"deal 2 damage to somebody or heal 1",
                       "inflige 2 blessures à quelqu'un ou soigne 1 blessure"}},
    [SHADOW_ALTAR] = {{"steal an equipment", "vole un équipement"}},
};

static void say_area(const struct asker *a)
{
    int area = a->pub->area[a->pub->active];
    say_word(a, &shadow_areas[area]);
    say(a, ": ", " : ");
    lan_spell(a->reader, offers[area].in[a->reader->lang], a->out);
    if (a->rules->forced)
        lan_text_add(a->out, ".");
    else
        say(a, ", or do nothing.", ", ou ne fais rien.");
}

static void say_answer(const struct asker *a)
{
    if (a->pub->actor == SHADOW_NOBODY || a->pub->actor == a->view->viewer)
        say(a, "Read the Hermit card in secret and answer.", "Lis la carte Vision en secret et réponds.");
    else {
        say_seat(a, a->pub->actor);
        say(a, " gives you a Hermit card. Read it in secret and answer.",
            " te donne une carte Vision. Lis-la en secret et réponds.");
    }
}

static void say_choose(const struct asker *a)
{
    say_word(a, &shadow_cards[a->pub->card]);
    if (a->pub->card == SHADOW_GOBLIN)
        say(a, ": choose what to steal, and from whom.", " : choisis quoi voler, et à qui.");
    else if (a->pub->card == SHADOW_BANANA)
        say(a, ": choose what to give, and to whom.", " : choisis quoi donner, et à qui.");
    else
        say(a, ": choose somebody.", " : choisis quelqu'un.");
}

static void say_attack(const struct asker *a)
{
    bool duty = shadow_has(a->pub, a->view->viewer, SHADOW_MASAMUNE);
    if (shadow_has(a->pub, a->view->viewer, SHADOW_MACHINE_GUN))
        say(a,
            duty ? "Masamune and Machine Gun: attack everyone in range."
                 : "Attack everyone in range, or nobody.",
            duty ? "Masamune et Mitrailleuse : attaque tous les personnages à portée."
                 : "Attaque tous les personnages à portée, ou personne.");
    else
        say(a,
            duty ? "Masamune: you must attack somebody."
                 : "Attack somebody in range, or nobody. The difference of the two dice is the damage.",
            duty
                ? "Masamune : tu dois attaquer quelqu'un."
                : "Attaque quelqu'un à portée, ou personne. La différence des deux dés donne les blessures.");
}

static void say_attacked(const struct asker *a, const char *en, const char *fr)
{
    say_seat(a, a->pub->attacker);
    say(a, en, fr);
}

/* Tasks that concern one victim: theft, loot, coup de grâce. */
static void say_victim(const struct asker *a)
{
    switch (a->pub->phase) {
    case SHADOW_ROBBING:
        say(a, "If you are Bob you may steal instead of hurting ",
            "Si tu es Bob, tu peux voler au lieu de blesser ");
        break;
    case SHADOW_LOOTING: say(a, "Choose what you take from ", "Choisis ce que tu prends à "); break;
    default:
        say(a, "Roll two dice for a coup de grâce (a double six kills), or spare ",
            "Lance deux dés pour le coup de grâce (un double six tue), ou épargne ");
        break;
    }
    say_seat(a, a->pub->victim);
    lan_text_add(a->out, ".");
}

static void say_task(const struct asker *a)
{
    switch (a->pub->phase) {
    case SHADOW_AT_AREA: say_area(a); break;
    case SHADOW_ANSWERING: say_answer(a); break;
    case SHADOW_CHOOSING: say_choose(a); break;
    case SHADOW_ATTACKING: say_attack(a); break;
    case SHADOW_BLURRING:
        say_attacked(a, " attacks you. Try to dodge, once in the game, or say no.",
                     " t'attaque. Tente une esquive, une fois dans la partie, ou dis non.");
        break;
    case SHADOW_REACTING:
        say_attacked(a, " attacked you. Strike back if you can, or say no.",
                     " t'a attaqué. Riposte si tu le peux, ou dis non.");
        break;
    case SHADOW_ROBBING:
    case SHADOW_LOOTING:
    case SHADOW_COUPING: say_victim(a); break;
    default: lan_spell(a->reader, tasks[a->pub->phase].in[a->reader->lang], a->out); break;
    }
}

/* ---- Everybody else ------------------------------------------------------------------------------------ */

static void say_waiting(const struct asker *a, unsigned seats)
{
    static const struct lan_words doing[SHADOW_PHASES] = {
        [SHADOW_STARTING] = {{" to move.", " de se déplacer."}},
        [SHADOW_AT_AREA] = {{" to use the area or not.", " d'utiliser le lieu ou non."}},
        [SHADOW_GIVING] = {{" to hand over a Hermit card.", " de donner une carte Vision."}},
        [SHADOW_ANSWERING] = {{" to answer a Hermit card.", " de répondre à une carte Vision."}},
        [SHADOW_ATTACKING] = {{" to attack or not.", " d'attaquer ou non."}},
        [SHADOW_REACTING] = {{" to answer the attack.", " de répondre à l'attaque."}},
        [SHADOW_LOOTING] = {{" to choose the loot.", " de choisir son butin."}},
    };
    const char *what = doing[a->pub->phase].in[a->reader->lang];
    say(a, "Waiting for ", what ? "C'est à " : "On attend ");
    lan_draw_seats(a->out, a->reader, seats, a->view->viewer);
    lan_spell(a->reader, what ? what : ".", a->out);
}

static void say_end(const struct asker *a)
{
    if (!a->pub->winners) {
        say(a, "The game is over, and nobody has won.", "La partie est finie, sans vainqueur.");
        return;
    }
    say(a, "The game is over. ", "La partie est finie. ");
    lan_draw_winners(a->out, a->reader, a->pub->winners, a->view->viewer);
    lan_text_add(a->out, ".");
}

void shadow_prompt(const struct lan_rules *base, const struct lan_view *opaque,
                   const struct lan_reader *reader, struct lan_text *out)
{
    const struct shadow_view *view = (const struct shadow_view *)opaque;
    struct asker a = {shadow_rules_of(base), view, &view->pub, reader, out};
    unsigned waits = shadow_phase_waits(&view->pub);
    if (view->pub.phase == SHADOW_OVER)
        say_end(&a);
    else if (view->pub.phase < SHADOW_STARTING)
        say(&a, "The game is being set up.", "La partie se prépare.");
    else if (shadow_phase_chance(view->pub.phase))
        say(&a, "The dice are rolling.", "Les dés roulent.");
    else if (waits >> view->viewer & 1)
        say_task(&a);
    else
        say_waiting(&a, waits);
}
