/*
 * line_input.c - runs a line that a person typed: a number of the menu, an action's notation, or a command.
 */
#include "line_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clauses.h"
#include "game_file.h"
#include "line_output.h"
#include "line_review.h"
#include "lines.h"
#include "notation.h"
#include "take_back.h"
#include "term_text.h"

/* ---- Refusals ------------------------------------------------------------------------------------------ */

/* Prints the sentence of a refusal, then the text of its clause. */
static void refusal_show(const struct lines *lines, const struct source_say *say)
{
    const struct lan_game *game = lines->source->game;
    char text[LAN_RULE_TEXT_MAX];
    term_wrap(&lines->term, LAN_MARK_DANGER, 2, say->in[lines->term.reader.lang]);
    if (say->clause)
        term_item(&lines->term, LAN_MARK_MUTED, game->clauses[say->clause].id, 10,
                  term_rule(&lines->term, lines->source->rules, &game->clauses[say->clause].text, text));
}

/* Prints the game's warning about an action, if any; choosing the same action again plays it. */
static bool act_warned(struct lines *lines, lan_action action)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    bool again = lines->warned && lines->warned_of == action;
    lines->warned = false;
    if (again)
        return false;
    source_warn(lines->source, action, &lines->term.reader, &text);
    if (!text.length)
        return false;
    lan_text_add(&text, lines_words(lines, " Do it again if you mean it.", " Recommence si tu y tiens."));
    term_wrap(&lines->term, LAN_MARK_DANGER, 0, buffer);
    lines->warned = true;
    lines->warned_of = action;
    return true;
}

static enum line_effect act(struct lines *lines, lan_action action)
{
    struct source_say say;
    if (act_warned(lines, action))
        return LINE_MORE;
    if (source_act(lines->source, action, &say))
        return LINE_ACTED;
    refusal_show(lines, &say);
    return LINE_MORE;
}

/*
 * Plays the actions that a line of notation stands for, in order, up to the first that is refused; false when
 * the line is not notation.
 */
static bool act_written(struct lines *lines, const char *line, enum line_effect *effect)
{
    static struct lan_list list;
    if (!source_expand(lines->source, line, &list))
        return false;
    *effect = LINE_MORE;
    for (int i = 0; i < list.count; i++) {
        if (act(lines, list.action[i]) == LINE_MORE)
            break;
        *effect = LINE_ACTED;
    }
    return true;
}

/*
 * Prints the notations of the game's actions that begin with a word ("" for all); false when there are none.
 */
static bool notations_show(const struct lines *lines, const char *word)
{
    const struct lan_game *game = lines->source->game;
    bool shown = false;
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        char line[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line);
        if (game->action_kinds[kind].chance || (*word && strcmp(game->action_kinds[kind].name, word) != 0))
            continue;
        shown = true;
        notation_show(game, kind, &out);
        term_wrap(&lines->term, LAN_MARK_MUTED, 4, line);
    }
    return shown;
}

/* ---- The commands -------------------------------------------------------------------------------------- */

static enum line_effect command_why(struct lines *lines, const char *rest)
{
    const struct lan_game *game = lines->source->game;
    struct source_say say;
    lan_action action;
    int item = lines->depth ? menu_find(&lines->menu[lines->depth - 1], rest) : -1;
    if (item >= 0)
        action = lines->menu[lines->depth - 1].action[lines->menu[lines->depth - 1].item[item].first];
    else if (!lan_action_parse(game, rest, &action)) {
        term_wrap(&lines->term, LAN_MARK_DANGER, 2,
                  lines_words(lines, "Say which action, written like one of these:",
                              "Dis quelle action, écrite comme l'une de celles-ci :"));
        notations_show(lines, "");
        return LINE_MORE;
    }
    if (!source_why(lines->source, action, &say))
        refusal_show(lines, &say);
    else
        term_wrap(&lines->term, LAN_MARK_HEAL, 2,
                  lines_words(lines, "Nothing forbids it: you may do that now.",
                              "Rien ne l'interdit : tu peux le faire maintenant."));
    return LINE_MORE;
}

/* `undo`: the last action; `undo WORD`: the one that has this word, where the order does not matter. */
static enum line_effect command_undo(struct lines *lines, const char *rest)
{
    struct source_say say;
    if (*rest ? take_back_named(lines->source, rest, &say) : source_undo(lines->source, &say))
        return LINE_ACTED;
    refusal_show(lines, &say);
    return LINE_MORE;
}

/* An existing file is overwritten only if this game was saved to or resumed from it. */
static enum line_effect command_save(struct lines *lines, const char *rest)
{
    struct source_say say;
    if (!lines->source->ops->record) {
        printf("  %s\n", lines_words(lines, "The server keeps this game; its page has the record.",
                                     "Le serveur garde cette partie ; sa page en a l'enregistrement."));
        return LINE_MORE;
    }
    if (!*rest) {
        printf("  %s\n",
               lines_words(lines, "save FILE: say which file.", "sauver FICHIER : dis quel fichier."));
        return LINE_MORE;
    }
    if (game_file_write(lines->source, rest, lines->saved && strcmp(rest, lines->saved) == 0, &say)) {
        free(lines->saved);
        lines->saved = strdup(rest);
    }
    /* Not wrapped: it contains a command for copying. */
    printf("  %s\n", say.in[lines->term.reader.lang]);
    return LINE_MORE;
}

static enum line_effect command_say(struct lines *lines, const char *rest)
{
    struct source_say say;
    if (!lines->source->ops->chat)
        printf("  %s\n",
               lines_words(lines, "There is nobody to talk to.", "Il n'y a personne à qui parler."));
    else if (*rest && !lines->source->ops->chat(lines->source, rest, &say))
        refusal_show(lines, &say);
    return LINE_MORE;
}

/* Prints the notebook, or appends a line to it. */
static enum line_effect command_note(struct lines *lines, const char *rest)
{
    char notes[SOURCE_NOTES_MAX + 1];
    struct source_say say;
    struct lan_text text;
    const struct source_ops *ops = lines->source->ops;
    if (!ops->notes || !ops->notes(lines->source, notes, sizeof notes)) {
        printf("  %s\n", lines_words(lines, "There is no notebook here.", "Il n'y a pas de carnet ici."));
        return LINE_MORE;
    }
    if (!*rest) {
        printf("%s%s", notes, *notes ? "\n" : "");
        return LINE_MORE;
    }
    size_t used = strlen(notes);
    text = lan_text_init(notes + used, sizeof notes - used);
    lan_text_add(&text, used ? "\n" : "");
    lan_text_add(&text, rest);
    if (!ops->note(lines->source, notes, &say))
        refusal_show(lines, &say);
    return LINE_MORE;
}

static enum line_effect command_log(struct lines *lines, const char *rest)
{
    (void)rest;
    uint32_t shown = lines->shown;
    lines->shown = 0;
    news_show(lines);
    lines->shown = shown;
    return LINE_MORE;
}

static enum line_effect command_rules(struct lines *lines, const char *rest)
{
    if (!clauses_show(&lines->term, lines->source->rules, rest))
        printf("  %s %s\n", lines_words(lines, "There is no clause", "Il n'y a pas de clause"), rest);
    return LINE_MORE;
}

static enum line_effect command_hint(struct lines *lines, const char *rest)
{
    struct source_say say;
    lan_action action;
    char sentence[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    (void)rest;
    if (!source_hint(lines->source, &action, &say)) {
        printf("  %s\n", say.in[lines->term.reader.lang]);
        return LINE_MORE;
    }
    lan_action_say(lines->source->game, action, lines->term.reader.lang, lines->source->names,
                   lines->source->seat, &text);
    term_wrap(&lines->term, LAN_MARK_HEAL, 2, sentence);
    term_wrap(&lines->term, LAN_MARK_MUTED, 2, say.in[lines->term.reader.lang]);
    return LINE_MORE;
}

static enum line_effect command_board(struct lines *lines, const char *rest)
{
    (void)rest;
    table_show(lines, true);
    return LINE_MORE;
}

static enum line_effect command_back(struct lines *lines, const char *rest)
{
    (void)rest;
    if (lines->depth > 1)
        lines->depth--;
    if (lines->depth)
        menu_show(lines);
    return LINE_MORE;
}

static enum line_effect command_later(struct lines *lines, const char *rest)
{
    (void)rest;
    source_decline(lines->source, true);
    return LINE_WAIT;
}

/* The seat with this number, from 1; -1 when it is none. */
static int seat_named(const char *text)
{
    return text[0] >= '1' && text[0] <= '9' && !text[1] ? text[0] - '1' : -1;
}

static enum line_effect command_hand(struct lines *lines, const char *rest)
{
    struct source_say say;
    int seat = seat_named(rest);
    if (seat < 0) {
        printf("  %s\n", lines_words(lines, "hand SEAT: say the number of the seat that takes the device.",
                                     "main PLACE : dis le numéro de la place qui prend l'appareil."));
        return LINE_MORE;
    }
    if (source_hand(lines->source, seat, &say))
        return LINE_ACTED;
    refusal_show(lines, &say);
    return LINE_MORE;
}

/* `review`, `review SEAT`: of the finished game. */
static enum line_effect command_review(struct lines *lines, const char *rest)
{
    struct source_say say;
    if (*rest && seat_named(rest) < 0)
        source_say_set(&say, 0, "review SEAT: say the number of the seat.",
                       "bilan PLACE : dis le numéro de la place.");
    else if (line_review(lines, seat_named(rest), &say))
        return LINE_MORE;
    printf("  %s\n", say.in[lines->term.reader.lang]);
    return LINE_MORE;
}

/* `always pass`, `always react`, `always ask`: the standing answer to reaction windows. */
static enum line_effect command_always(struct lines *lines, const char *rest)
{
    static const struct {
        struct lan_words word;
        enum standing standing;
        struct lan_words done;
    } rows[] = {
        {{{"pass", "passer"}},
         STANDING_PASS,
         {{"From now on you pass whenever you could react. `always ask`: ask me again.",
           "Désormais tu passes chaque fois que tu pourrais réagir. `toujours demander` : me redemander."}}},
        {{{"react", "réagir"}},
         STANDING_REACT,
         {{"From now on you react whenever you can. `always ask`: ask me again.",
           "Désormais tu réagis dès que tu peux. `toujours demander` : me redemander."}}},
        {{{"ask", "demander"}},
         STANDING_ASK,
         {{"From now on you are asked again, with a choice or without.",
           "Désormais on te redemande, avec ou sans choix."}}},
    };
    struct source_say say;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcasecmp(rest, rows[i].word.in[LAN_EN]) != 0 && strcasecmp(rest, rows[i].word.in[LAN_FR]) != 0)
            continue;
        if (!source_standing_set(lines->source, rows[i].standing, &say)) {
            refusal_show(lines, &say);
            return LINE_MORE;
        }
        term_wrap(&lines->term, LAN_MARK_INFO, 2, rows[i].done.in[lines->term.reader.lang]);
        return lines->source->state == SOURCE_ASKED ? LINE_MORE : LINE_ACTED;
    }
    printf("  %s\n", lines_words(lines, "always pass, always react, or always ask.",
                                 "toujours passer, toujours réagir ou toujours demander."));
    return LINE_MORE;
}

static enum line_effect command_quit(struct lines *lines, const char *rest)
{
    (void)lines;
    (void)rest;
    return LINE_QUIT;
}

static enum line_effect command_help(struct lines *lines, const char *rest);

static const struct command_word {
    struct lan_words name;
    const char *short_name; /* works in both languages */
    struct lan_words argument;
    enum line_effect (*run)(struct lines *lines, const char *rest);
    struct lan_words help;
} commands[] = {
    {{{"help", "aide"}},
     "?",
     {{"[X]", "[X]"}},
     command_help,
     {{"what to do now and what things are; `? X` explains X",
       "que faire et ce que sont les choses ; `? X` explique X"}}},
    {{{"why", "pourquoi"}},
     "",
     {{"ACTION", "ACTION"}},
     command_why,
     {{"why an action is not possible, with the rule", "pourquoi une action est impossible, avec la règle"}}},
    {{{"hint", "conseil"}},
     "",
     {{"", ""}},
     command_hint,
     {{"what a sensible player would do, and why", "ce que ferait un joueur avisé, et pourquoi"}}},
    {{{"undo", "annuler"}},
     "",
     {{"[X]", "[X]"}},
     command_undo,
     {{"take back your last action, when nobody has acted or seen anything since; `undo X` takes back the one "
       "about X where their order does not matter, such as a tile by its place",
       "annuler ta dernière action, si personne n'a joué ni rien vu depuis ; `annuler X` reprend celle qui "
       "concerne X là où leur ordre ne compte pas, par exemple une tuile par sa case"}}},
    {{{"table", "table"}}, "", {{"", ""}}, command_board, {{"show the table again", "revoir la table"}}},
    {{{"log", "journal"}},
     "",
     {{"", ""}},
     command_log,
     {{"all that happened so far, as far as you were told",
       "tout ce qui s'est passé, autant que tu le saches"}}},
    {{{"review", "bilan"}},
     "",
     {{"[SEAT]", "[PLACE]"}},
     command_review,
     {{"after the game: what was luck, what the others, what your play",
       "après la partie : la part de la chance, des autres, de ton jeu"}}},
    {{{"rules", "règles"}},
     "regles",
     {{"[CLAUSE]", "[CLAUSE]"}},
     command_rules,
     {{"the rules, or one clause", "les règles, ou une clause"}}},
    {{{"back", "retour"}},
     "",
     {{"", ""}},
     command_back,
     {{"leave a choice half made", "quitter un choix à moitié fait"}}},
    {{{"later", "plus tard"}},
     "",
     {{"", ""}},
     command_later,
     {{"do not ask me before I have to act", "ne plus me demander avant que ce soit à moi"}}},
    {{{"always", "toujours"}},
     "",
     {{"pass|react|ask", "passer|réagir|demander"}},
     command_always,
     {{"what you answer when everybody is asked for a reaction",
       "ta réponse quand on demande à tous de réagir"}}},
    {{{"hand", "main"}},
     "",
     {{"SEAT", "PLACE"}},
     command_hand,
     {{"somebody else of this terminal takes the device",
       "quelqu'un d'autre de ce terminal prend l'appareil"}}},
    {{{"note", "noter"}},
     "",
     {{"[TEXT]", "[TEXTE]"}},
     command_note,
     {{"your notebook, or one more line in it", "ton carnet, ou une ligne de plus"}}},
    {{{"say", "dire"}},
     "",
     {{"TEXT", "TEXTE"}},
     command_say,
     {{"say something to the others at a server's table",
       "dire quelque chose aux autres, à la table d'un serveur"}}},
    {{{"save", "sauver"}},
     "",
     {{"FILE", "FICHIER"}},
     command_save,
     {{"keep the game in a file", "garder la partie dans un fichier"}}},
    {{{"quit", "quitter"}}, "", {{"", ""}}, command_quit, {{"leave without saving", "sortir sans sauver"}}},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- Help ---------------------------------------------------------------------------------------------- */

static void thing_show(const struct lines *lines, const struct lan_thing *thing)
{
    const struct lan_game *game = lines->source->game;
    const struct lan_type *type = &game->types[thing->type];
    char line[LAN_RULE_TEXT_MAX];
    struct lan_text out = lan_text_init(line, sizeof line);
    lan_rule_say(lines->source->rules, &thing->text, lines->term.reader.lang, &out);
    lan_text_add(&out, " [");
    lan_text_add(&out, game->clauses[thing->clause].id);
    lan_text_add(&out, "]");
    term_item(&lines->term, LAN_MARK_PLAIN,
              type->words ? term_words(&lines->term, &type->words[thing->value].name) : type->name, 26, line);
}

/* Whether a word is part of the name or the id of a thing, ignoring case. */
static bool thing_named(const struct lines *lines, const struct lan_thing *thing, const char *word)
{
    const struct lan_type *type = &lines->source->game->types[thing->type];
    if (!type->words)
        return strcasecmp(type->name, word) == 0;
    const char *names[] = {type->words[thing->value].id,
                           term_words(&lines->term, &type->words[thing->value].name)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (const char *at = names[i]; *at; at++) {
            if (strncasecmp(at, word, strlen(word)) == 0)
                return true;
        }
    }
    return false;
}

static enum line_effect help_on(struct lines *lines, const char *word)
{
    const struct lan_game *game = lines->source->game;
    bool found = false;
    for (int i = 0; i < game->thing_count; i++) {
        if (!thing_named(lines, &game->things[i], word))
            continue;
        thing_show(lines, &game->things[i]);
        found = true;
    }
    if (!found && !clauses_show(&lines->term, lines->source->rules, word))
        printf("  %s %s\n", lines_words(lines, "I know nothing of that:", "Je ne connais pas cela :"), word);
    return LINE_MORE;
}

static void commands_show(const struct lines *lines)
{
    for (int i = 0; i < COMMANDS; i++) {
        char head[64];
        snprintf(head, sizeof head, "  %s %s", term_words(&lines->term, &commands[i].name),
                 term_words(&lines->term, &commands[i].argument));
        term_item(&lines->term, LAN_MARK_PLAIN, head, 26, term_words(&lines->term, &commands[i].help));
    }
}

static enum line_effect command_help(struct lines *lines, const char *rest)
{
    const struct lan_game *game = lines->source->game;
    char text[LAN_RULE_TEXT_MAX];
    if (*rest)
        return help_on(lines, rest);
    if (game->intro.in[lines->term.reader.lang])
        term_wrap(&lines->term, LAN_MARK_PLAIN, 0,
                  term_rule(&lines->term, lines->source->rules, &game->intro, text));
    printf("\n");
    for (int i = 0; i < game->thing_count; i++)
        thing_show(lines, &game->things[i]);
    printf("\n");
    term_wrap(
        &lines->term, LAN_MARK_PLAIN, 0,
        lines_words(lines, "At the table you type a number of the menu, or an action as records write it:",
                    "À la table, tape un numéro du menu, ou une action comme l'écrivent les parties :"));
    notations_show(lines, "");
    printf("\n%s\n", lines_words(lines, "or one of these words:", "ou l'un de ces mots :"));
    commands_show(lines);
    part_show(lines, "");
    now_show(lines);
    return LINE_MORE;
}

/* ---- Parsing a line ------------------------------------------------------------------------------------ */

/* The text behind a command's name, NULL when the line does not begin with the name. */
static char *after_name(char *line, const char *name)
{
    size_t length = strlen(name);
    if (!length || strncasecmp(line, name, length) != 0)
        return NULL;
    /* `?tandem` needs no blank. */
    if (line[length] && line[length] != ' ' && line[length] != '\t' && strcmp(name, "?") != 0)
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/*
 * The command that a trimmed line begins with, and the text behind its name; NULL when there is none.
 */
static const struct command_word *command_find(char *line, char **rest)
{
    for (int i = 0; i < COMMANDS; i++) {
        const char *names[] = {commands[i].name.in[LAN_EN], commands[i].name.in[LAN_FR],
                               commands[i].short_name};
        for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
            *rest = after_name(line, names[name]);
            if (*rest)
                return &commands[i];
        }
    }
    return NULL;
}

/* Removes the blanks around a line. */
static char *line_trim(char *line)
{
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length && (line[length - 1] == ' ' || line[length - 1] == '\t');)
        line[--length] = 0;
    return line;
}

enum line_effect line_curtain(struct lines *lines, char *line)
{
    char *rest;
    line = line_trim(line);
    const struct command_word *command = command_find(line, &rest);
    if (command && command->run == command_quit)
        return LINE_QUIT;
    if (command && command->run == command_hand)
        return command_hand(lines, rest) == LINE_ACTED ? LINE_WAIT : LINE_MORE;
    return strcasecmp(line, "ok") == 0 ? LINE_ACTED : LINE_MORE;
}

/* Chooses an item of the open menu; further words choose within the group that it opens. */
static bool command_menu(struct lines *lines, char *line, enum line_effect *effect)
{
    char *rest;
    for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        const struct menu *menu = lines->depth ? &lines->menu[lines->depth - 1] : NULL;
        int item = menu ? menu_find(menu, word) : -1;
        if (item < 0)
            return false;
        if (menu->item[item].count == 1) {
            *effect = act(lines, menu->action[menu->item[item].first]);
            return true;
        }
        lan_assert(lines->depth < LINES_MENUS_MAX);
        menu_open(menu, item, &lines->menu[lines->depth]);
        lines->depth++;
    }
    menu_show(lines);
    *effect = LINE_MORE;
    return true;
}

enum line_effect line_run(struct lines *lines, char *line)
{
    enum line_effect effect;
    char *rest;
    line = line_trim(line);
    if (!*line)
        return LINE_WAIT;
    const struct command_word *command = command_find(line, &rest);
    if (command)
        return command->run(lines, rest);
    if (act_written(lines, line, &effect))
        return effect;
    if (strlen(line) > 1 && !(*line >= '0' && *line <= '9') && part_show(lines, line))
        return LINE_MORE;
    if (command_menu(lines, line, &effect))
        return effect;
    if (lines->source->state == SOURCE_OVER)
        return LINE_QUIT;
    /* command_menu has cut the line at its first blank. */
    if (notations_show(lines, line))
        return LINE_MORE;
    printf("  %s\n",
           lines_words(lines, "I do not understand that. Type a number of the menu, or `?` for help.",
                       "Je ne comprends pas. Tape un numéro du menu, ou `?` pour de l'aide."));
    return LINE_MORE;
}
