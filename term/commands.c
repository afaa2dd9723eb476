#include "commands.h"

#include "input.h"
#include "items.h"
#include "review_page.h"
#include "take_back.h"

static bool is_playing(const struct screen *screen)
{
    const struct source *source = screen->source;
    return source->ops->act && source->state != SOURCE_OVER && source->seat < source->seats;
}

static bool has_choice(const struct screen *screen)
{
    return screen->source->list.count > 1;
}

/* With one action `u` is enough. */
static bool has_take_back(const struct screen *screen)
{
    struct lan_list list;
    return is_playing(screen) && take_back_list(screen->source, &list) > 1;
}

static bool is_offered(const struct screen *screen)
{
    return screen->source->state == SOURCE_OFFERED;
}

static bool is_shared(const struct screen *screen)
{
    return source_is_shared(screen->source) && screen->source->state != SOURCE_OVER;
}

/* Standing answers are offered where they matter, and where one is in force. */
static bool has_standing(const struct screen *screen)
{
    return screen->source->window || screen->source->standing != STANDING_ASK;
}

static bool has_standing_off(const struct screen *screen)
{
    return screen->source->standing != STANDING_ASK;
}

static bool has_hint(const struct screen *screen)
{
    return screen->source->ops->hint && screen->source->list.musts > 0;
}

static bool has_notes(const struct screen *screen)
{
    return screen->source->ops->notes && screen->source->seat < LAN_SEATS_MAX;
}

static bool has_chat(const struct screen *screen)
{
    return screen->source->ops->chat;
}

static bool has_record(const struct screen *screen)
{
    return screen->source->ops->record;
}

bool screen_is_replay(const struct screen *screen)
{
    return screen->source->ops->seek;
}

static bool has_review(const struct screen *screen)
{
    return source_has_review(screen->source);
}

static void page_open(struct screen *screen, enum screen_page page)
{
    screen->page = page;
    screen->page_skip = 0;
    screen->filter[0] = 0;
}

static void run_help(struct screen *screen)
{
    page_open(screen, PAGE_HELP);
}

static void run_rules(struct screen *screen)
{
    page_open(screen, PAGE_RULES);
}

static void run_log(struct screen *screen)
{
    page_open(screen, PAGE_LOG);
    screen->page_skip = 1 << 20; /* the end: drawing clamps it */
}

static void run_notes(struct screen *screen)
{
    char text[SOURCE_NOTES_MAX + 1];
    if (!screen->source->ops->notes(screen->source, text, sizeof text)) {
        screen_message_words(screen, LAN_MARK_DANGER, "The notebook cannot be read now.",
                             "Le carnet ne peut pas être lu maintenant.");
        return;
    }
    page_open(screen, PAGE_NOTES);
    editor_init(&screen->editor, true, SOURCE_NOTES_MAX, text);
}

static void run_chat(struct screen *screen)
{
    page_open(screen, PAGE_CHAT);
    screen->page_skip = 1 << 20;
    input_open(screen, INPUT_CHAT, SOURCE_CHAT_MAX, "");
}

static void run_search(struct screen *screen)
{
    if (screen->taking_back)
        items_make(screen); /* a search is for what can be done */
    input_open(screen, INPUT_SEARCH, sizeof screen->search - 1, "");
}

static void run_write(struct screen *screen)
{
    input_open(screen, INPUT_WRITE, LAN_NOTATION_MAX - 1, "");
}

static void run_why(struct screen *screen)
{
    input_open(screen, INPUT_WHY, LAN_NOTATION_MAX - 1, "");
}

static void run_save(struct screen *screen)
{
    input_open(screen, INPUT_SAVE, 1000, screen->saved ? screen->saved : "");
}

static void run_undo(struct screen *screen)
{
    struct source_say say;
    if (!source_undo(screen->source, &say))
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    screen_source_changed(screen);
}

/* Shows the advice as a sentence, and puts the cursor on it if it is in the open menu. */
static void run_hint(struct screen *screen)
{
    struct source_say say, shown = {.clause = 0};
    lan_action action;
    if (!source_hint(screen->source, &action, &say)) {
        screen_message_show(screen, LAN_MARK_INFO, &say);
        return;
    }
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(shown.in[lang], sizeof shown.in[lang]);
        lan_action_say(screen->source->game, action, (enum lan_lang)lang, screen->source->names,
                       screen->source->seat, &text);
        lan_text_add(&text, ". ");
        lan_text_add(&text, say.in[lang]);
    }
    shown.clause = say.clause;
    screen_message_show(screen, LAN_MARK_HEAL, &shown);
    for (int item = 0; item < items_count(screen); item++) {
        if (item_action(screen, item) == action)
            screen->cursor = item;
    }
}

static void run_pass(struct screen *screen)
{
    source_decline(screen->source, false);
    screen_source_changed(screen);
}

static void run_later(struct screen *screen)
{
    source_decline(screen->source, true);
    screen_source_changed(screen);
}

/* Hands over to the next person; behind the curtain another one can be chosen. */
static void run_hand(struct screen *screen)
{
    const struct source *source = screen->source;
    struct source_say say;
    int first = source->seat < source->seats ? source->seat : source->seats - 1;
    for (int i = 1; i < source->seats; i++) {
        int seat = (first + i) % source->seats;
        if (!(source->people >> seat & 1))
            continue;
        if (!source_hand(screen->source, seat, &say))
            screen_message_show(screen, LAN_MARK_DANGER, &say);
        break;
    }
    screen_source_changed(screen);
}

static void standing_set(struct screen *screen, enum standing standing, const char *en, const char *fr)
{
    struct source_say say;
    if (source_standing_set(screen->source, standing, &say))
        screen_message_words(screen, LAN_MARK_INFO, en, fr);
    else
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    screen_source_changed(screen);
}

static void run_always_pass(struct screen *screen)
{
    standing_set(screen, STANDING_PASS, "From now on you pass whenever you could react. A: ask me again.",
                 "Désormais tu passes chaque fois que tu pourrais réagir. A : me redemander.");
}

static void run_always_react(struct screen *screen)
{
    standing_set(screen, STANDING_REACT, "From now on you react whenever you can. A: ask me again.",
                 "Désormais tu réagis dès que tu peux. A : me redemander.");
}

static void run_always_ask(struct screen *screen)
{
    standing_set(screen, STANDING_ASK, "From now on you are asked again, with a choice or without.",
                 "Désormais on te redemande, avec ou sans choix.");
}

static void run_lang(struct screen *screen)
{
    screen->reader.lang = screen->reader.lang == LAN_FR ? LAN_EN : LAN_FR;
    items_make(screen);
}

static void run_quit(struct screen *screen)
{
    if (!is_playing(screen) || screen->leaving) {
        screen->quit = true;
        return;
    }
    screen->leaving = true;
    screen_message_words(screen, LAN_MARK_LANTERN,
                         "Leave the game? Press q again to leave, any other key to stay.",
                         "Quitter la partie ? q encore une fois pour sortir, une autre touche pour rester.");
}

void replay_to(struct screen *screen, int64_t to)
{
    struct source *source = screen->source;
    to = to < 0 ? 0 : to > source->length ? source->length : to;
    source->ops->seek(source, (uint32_t)to);
    screen->told_before = source->told_count ? source->told_count - 1 : 0;
    screen_source_changed(screen);
}

void replay_step(struct screen *screen, int by)
{
    const struct source *source = screen->source;
    do
        replay_to(screen, (int64_t)source->position + by);
    while (source->position && source->position < source->length &&
           source->told[source->told_count - 1].told.kind == TABLE_TOLD_ACTION);
}

static void run_forward(struct screen *screen)
{
    replay_step(screen, 1);
}

static void run_backward(struct screen *screen)
{
    replay_step(screen, -1);
}

/* In order of priority: a narrow bar leaves out the last ones. */
const struct screen_command screen_commands[] = {
    {'?',
     "?",
     {{"help", "aide"}},
     {{"what is under the cursor, what things are, all keys",
       "ce qui est sous le curseur, ce que sont les choses, toutes les touches"}},
     NULL,
     run_help},
    {'n',
     "n",
     {{"next", "suite"}},
     {{"one step on (also the right arrow)", "un pas de plus (ou flèche droite)"}},
     screen_is_replay,
     run_forward},
    {'b',
     "b",
     {{"back", "retour"}},
     {{"one step back (also the left arrow)", "un pas en arrière (ou flèche gauche)"}},
     screen_is_replay,
     run_backward},
    {'p',
     "p",
     {{"not now", "pas maintenant"}},
     {{"let the others go on; you may, but need not, do something",
       "laisser continuer : tu peux faire quelque chose, mais rien ne t'y oblige"}},
     is_offered,
     run_pass},
    {'P',
     "P",
     {{"later", "plus tard"}},
     {{"do not ask me before I have to act", "ne plus me demander avant que ce soit à moi"}},
     is_offered,
     run_later},
    {'a',
     "a",
     {{"always pass", "toujours passer"}},
     {{"pass from now on whenever everybody is asked for a reaction",
       "passer désormais chaque fois qu'on demande à tous de réagir"}},
     has_standing,
     run_always_pass},
    {'R',
     "R",
     {{"always react", "toujours réagir"}},
     {{"react from now on whenever you can", "réagir désormais dès que c'est possible"}},
     has_standing,
     run_always_react},
    {'A',
     "A",
     {{"ask me", "me demander"}},
     {{"be asked again for reactions, with a choice or without",
       "qu'on te redemande de réagir, avec ou sans choix"}},
     has_standing_off,
     run_always_ask},
    {'H',
     "H",
     {{"hand over", "passer la main"}},
     {{"somebody else takes the device, to do something besides or just to look",
       "quelqu'un d'autre prend l'appareil, pour faire autre chose ou pour regarder"}},
     is_shared,
     run_hand},
    {'/',
     "/",
     {{"search", "chercher"}},
     {{"only the actions that have a word in them", "seulement les actions qui contiennent un mot"}},
     has_choice,
     run_search},
    {'h',
     "h",
     {{"hint", "conseil"}},
     {{"what a sensible player would do, and why", "ce que ferait un joueur avisé, et pourquoi"}},
     has_hint,
     run_hint},
    {'u',
     "u",
     {{"undo", "annuler"}},
     {{"take back your last action, when nobody has acted or seen anything since",
       "annuler ta dernière action, si personne n'a joué ni rien vu depuis"}},
     is_playing,
     run_undo},
    {'U',
     "U",
     {{"take one back", "reprendre"}},
     {{"take back any one of your last actions, where their order does not matter",
       "reprendre l'une de tes dernières actions, là où leur ordre ne compte pas"}},
     has_take_back,
     items_take_back},
    {'l',
     "l",
     {{"log", "journal"}},
     {{"all that happened so far, as far as you were told",
       "tout ce qui s'est passé, autant que tu le saches"}},
     NULL,
     run_log},
    {'v',
     "v",
     {{"review", "bilan"}},
     {{"what was luck, what the others, what your play", "la part de la chance, des autres, de ton jeu"}},
     has_review,
     review_page_open},
    {'q', "q", {{"quit", "quitter"}}, {{"leave", "sortir"}}, NULL, run_quit},
    {'r',
     "r",
     {{"rules", "règles"}},
     {{"every rule clause", "toutes les règles, clause par clause"}},
     NULL,
     run_rules},
    {'c', "c", {{"chat", "parler"}}, {{"what people say", "ce que les gens se disent"}}, has_chat, run_chat},
    {'n',
     "n",
     {{"notes", "carnet"}},
     {{"your own notes, seen by nobody else", "tes notes, que personne d'autre ne voit"}},
     has_notes,
     run_notes},
    {'w',
     "w",
     {{"why", "pourquoi"}},
     {{"why an action is not possible, with the rule", "pourquoi une action est impossible, avec la règle"}},
     is_playing,
     run_why},
    {'s',
     "s",
     {{"save", "sauver"}},
     {{"keep the game in a file", "garder la partie dans un fichier"}},
     has_record,
     run_save},
    {'L', "L", {{"français", "English"}}, {{"the other language", "l'autre langue"}}, NULL, run_lang},
    {':',
     ":",
     {{"write", "écrire"}},
     {{"write an action as records do", "écrire une action comme dans les parties"}},
     is_playing,
     run_write},
};

const int screen_command_count = sizeof screen_commands / sizeof *screen_commands;

bool command_key(struct screen *screen, uint32_t key)
{
    for (int i = 0; i < screen_command_count; i++) {
        const struct screen_command *command = &screen_commands[i];
        if (command->key != key || (command->fits && !command->fits(screen)))
            continue;
        command->run(screen);
        return true;
    }
    return false;
}
