/* talk.c - what a person types at the table: numbers, actions, and the words of one table of commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "file.h"
#include "play.h"

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

/* The sentence, then the clause behind it word for word. */
static void refusal_show(const struct play *play, int refusal)
{
    const struct lan_game *game = table_game(play->table);
    int clause = 0;
    const char *sentence = table_refusal_say(play->table, refusal, play->term.reader.lang, &clause);
    term_wrap(&play->term, LAN_MARK_DANGER, 2, sentence);
    if (clause)
        term_item(&play->term, LAN_MARK_MUTED, game->clauses[clause].id, 10,
                  term_words(&play->term, &game->clauses[clause].text));
}

/* What the game would say to an action, on a copy; the seat's own knowledge decides, so nothing leaks. */
static int refusal_of(const struct play *play, lan_action action)
{
    union lan_state_room room;
    const struct lan_state *state = table_state_at(play->table, table_count(play->table), &room);
    union lan_state_room copy;
    memcpy(&copy, state, table_game(play->table)->state_size);
    return lan_apply(table_rules(play->table), (struct lan_state *)&copy, play->seat, action, NULL);
}

/* Whether the game warns of an action; then it is told, and doing it once more goes through with it. */
static bool act_warned(struct play *play, lan_action action)
{
    const struct lan_game *game = table_game(play->table);
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    union lan_view_room room;
    bool again = play->warned && play->warned_of == action;
    play->warned = false;
    if (!game->warn || again || refusal_of(play, action))
        return false;
    game->warn(table_rules(play->table), table_view(play->table, play->seat, &room), action,
               &play->term.reader, &text);
    if (!text.length)
        return false;
    lan_text_add(&text, play_words(play, " Do it again if you mean it.", " Recommence si tu y tiens."));
    term_wrap(&play->term, LAN_MARK_DANGER, 0, buffer);
    play->warned = true;
    play->warned_of = action;
    return true;
}

static enum talk act(struct play *play, lan_action action)
{
    if (act_warned(play, action))
        return TALK_MORE;
    int refusal = table_act(play->table, play->seat, action, play_now());
    if (!refusal)
        return TALK_ACTED;
    refusal_show(play, refusal);
    return TALK_MORE;
}

/* What a line stands for, one action after the other up to the first that is refused; false when it is none. */
static bool act_written(struct play *play, const char *line, enum talk *talk)
{
    union lan_view_room room;
    static struct lan_list list;
    if (!lan_expand(table_rules(play->table), table_view(play->table, play->seat, &room), line, &list))
        return false;
    *talk = TALK_MORE;
    for (int i = 0; i < list.count; i++) {
        if (act(play, list.action[i]) == TALK_MORE)
            break;
        *talk = TALK_ACTED;
    }
    return true;
}

/* The ways to write an action of this game that begin with a word ("" for all); false when there are none. */
static bool notation_show(const struct play *play, const char *word)
{
    const struct lan_game *game = table_game(play->table);
    bool shown = false;
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        const struct lan_action_kind *row = &game->action_kinds[kind];
        char line[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line);
        if (row->chance || (*word && strcmp(row->name, word) != 0))
            continue;
        shown = true;
        lan_text_add(&out, row->name);
        for (int i = 0; i < row->args; i++) {
            const struct lan_type *type = &game->types[row->arg[i].type];
            lan_text_add(&out, " ");
            lan_text_add(&out, row->arg[i].name);
            lan_text_add(&out, "(");
            lan_value_write(game, row->arg[i].type, 0, &out);
            if (type->count > 1) {
                lan_text_add(&out, type->words ? "|" : "..");
                lan_value_write(game, row->arg[i].type, type->words ? 1 : type->count - 1, &out);
                lan_text_add(&out, type->words && type->count > 2 ? "|...)" : ")");
            } else {
                lan_text_add(&out, ")");
            }
        }
        term_wrap(&play->term, LAN_MARK_MUTED, 4, line);
    }
    return shown;
}

/* ---- The commands ---------------------------------------------------------------------------------------------- */

static enum talk talk_why(struct play *play, const char *rest)
{
    const struct lan_game *game = table_game(play->table);
    lan_action action;
    int item = play->depth ? menu_find(&play->menu[play->depth - 1], rest) : -1;
    if (item >= 0)
        action = play->menu[play->depth - 1].action[play->menu[play->depth - 1].item[item].first];
    else if (!lan_action_parse(game, rest, &action)) {
        term_wrap(&play->term, LAN_MARK_DANGER, 2,
                  play_words(play, "Say which action, written like one of these:",
                             "Dis quelle action, écrite comme l'une de celles-ci :"));
        notation_show(play, "");
        return TALK_MORE;
    }
    int refusal = refusal_of(play, action);
    if (refusal)
        refusal_show(play, refusal);
    else
        term_wrap(&play->term, LAN_MARK_HEAL, 2,
                  play_words(play, "Nothing forbids it: you may do that now.",
                             "Rien ne l'interdit : tu peux le faire maintenant."));
    return TALK_MORE;
}

static enum talk talk_undo(struct play *play, const char *rest)
{
    (void)rest;
    int refusal = table_undo(play->table, play->seat, play_now());
    if (!refusal)
        return TALK_ACTED;
    refusal_show(play, refusal);
    return TALK_MORE;
}

/* A file that is there already is written again only when it was this game's before. */
static enum talk talk_save(struct play *play, const char *rest)
{
    if (!*rest) {
        printf("  %s\n",
               play_words(play, "save FILE: say which file.", "sauver FICHIER : dis quel fichier."));
        return TALK_MORE;
    }
    if (file_there(rest) && (!play->saved || strcmp(rest, play->saved) != 0)) {
        printf("  %s %s\n", rest,
               play_words(play, "is there already; choose another name.",
                          "existe déjà ; choisis un autre nom."));
        return TALK_MORE;
    }
    if (!play_save(play, rest))
        return TALK_MORE;
    free(play->saved);
    play->saved = strdup(rest);
    if (table_end(play->table) == TABLE_RUNNING)
        printf("  %s lanterne play --resume %s\n",
               play_words(play, "Saved, the hidden cards too. Go on with:",
                          "Sauvé, cartes cachées comprises. Pour reprendre :"),
               rest);
    else
        printf("  %s lanterne replay %s\n",
               play_words(play, "Saved. See it again with:", "Sauvé. Pour la revoir :"), rest);
    return TALK_MORE;
}

static enum talk talk_log(struct play *play, const char *rest)
{
    (void)rest;
    uint32_t shown = play->shown;
    play->shown = 0;
    play_news(play);
    play->shown = shown;
    return TALK_MORE;
}

static enum talk talk_rules(struct play *play, const char *rest)
{
    if (!clauses_show(&play->term, table_game(play->table), rest))
        printf("  %s %s\n", play_words(play, "There is no clause", "Il n'y a pas de clause"), rest);
    return TALK_MORE;
}

static enum talk talk_hint(struct play *play, const char *rest)
{
    struct lan_advice advice;
    const struct lan_game *game = table_game(play->table);
    char sentence[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    (void)rest;
    if (!lan_bot_rules.plays(game) || !play->list.musts) {
        printf("  %s\n", play_words(play, "I have no advice here.", "Je n'ai pas de conseil ici."));
        return TALK_MORE;
    }
    bot_think(play, &lan_bot_rules, play->seat, false, &advice);
    lan_action_say(game, advice.action, play->term.reader.lang, play->names, &text);
    term_wrap(&play->term, LAN_MARK_HEAL, 2, sentence);
    term_wrap(&play->term, LAN_MARK_MUTED, 2, advice.reason[play->term.reader.lang]);
    return TALK_MORE;
}

static enum talk talk_board(struct play *play, const char *rest)
{
    (void)rest;
    play_show(play);
    return TALK_MORE;
}

static enum talk talk_back(struct play *play, const char *rest)
{
    (void)rest;
    if (play->depth > 1)
        play->depth--;
    if (play->depth)
        menu_show(play);
    return TALK_MORE;
}

static enum talk talk_later(struct play *play, const char *rest)
{
    (void)rest;
    play->later = true;
    return TALK_WAIT;
}

static enum talk talk_quit(struct play *play, const char *rest)
{
    (void)play;
    (void)rest;
    return TALK_QUIT;
}

static enum talk talk_help(struct play *play, const char *rest);

static const struct {
    struct lan_words name;
    const char *short_name; /* understood in both languages */
    const char *argument;
    enum talk (*talk)(struct play *play, const char *rest);
    struct lan_words help;
} commands[] = {
    {{{"help", "aide"}},
     "?",
     "[X]",
     talk_help,
     {{"what to do now and what things are; `? X` explains X",
       "que faire et ce que sont les choses ; `? X` explique X"}}},
    {{{"why", "pourquoi"}},
     "",
     "ACTION",
     talk_why,
     {{"why an action is not possible, with the rule", "pourquoi une action est impossible, avec la règle"}}},
    {{{"hint", "conseil"}},
     "",
     "",
     talk_hint,
     {{"what a sensible player would do, and why", "ce que ferait un joueur avisé, et pourquoi"}}},
    {{{"undo", "annuler"}},
     "",
     "",
     talk_undo,
     {{"take back your last action, when nobody has acted or seen anything since",
       "reprendre ta dernière action, si personne n'a joué ni rien vu depuis"}}},
    {{{"table", "table"}}, "", "", talk_board, {{"show the table again", "revoir la table"}}},
    {{{"log", "journal"}},
     "",
     "",
     talk_log,
     {{"all that happened so far, as far as you were told",
       "tout ce qui s'est passé, autant que tu le saches"}}},
    {{{"rules", "règles"}},
     "regles",
     "[CLAUSE]",
     talk_rules,
     {{"the rules, or one clause", "les règles, ou une clause"}}},
    {{{"back", "retour"}},
     "",
     "",
     talk_back,
     {{"leave a choice half made", "quitter un choix à moitié fait"}}},
    {{{"later", "plus tard"}},
     "",
     "",
     talk_later,
     {{"do not ask me before I have to act", "ne plus me demander avant que ce soit à moi"}}},
    {{{"save", "sauver"}},
     "",
     "FILE",
     talk_save,
     {{"keep the game in a file", "garder la partie dans un fichier"}}},
    {{{"quit", "quitter"}}, "", "", talk_quit, {{"leave without saving", "sortir sans sauver"}}},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- Help -------------------------------------------------------------------------------------------------------- */

static void thing_show(const struct play *play, const struct lan_thing *thing)
{
    const struct lan_game *game = table_game(play->table);
    const struct lan_type *type = &game->types[thing->type];
    char line[LAN_SAY_MAX * 2];
    struct lan_text out = lan_text_init(line, sizeof line);
    lan_text_add(&out, term_words(&play->term, &thing->text));
    lan_text_add(&out, " [");
    lan_text_add(&out, game->clauses[thing->clause].id);
    lan_text_add(&out, "]");
    term_item(&play->term, LAN_MARK_PLAIN,
              type->words ? term_words(&play->term, &type->words[thing->value].name) : type->name, 26, line);
}

/* Whether a word is part of the name or the id of a thing, whatever its case. */
static bool thing_named(const struct play *play, const struct lan_thing *thing, const char *word)
{
    const struct lan_type *type = &table_game(play->table)->types[thing->type];
    if (!type->words)
        return strcasecmp(type->name, word) == 0;
    const char *names[] = {type->words[thing->value].id,
                           term_words(&play->term, &type->words[thing->value].name)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (const char *at = names[i]; *at; at++) {
            if (strncasecmp(at, word, strlen(word)) == 0)
                return true;
        }
    }
    return false;
}

static enum talk help_on(struct play *play, const char *word)
{
    const struct lan_game *game = table_game(play->table);
    bool found = false;
    for (int i = 0; i < game->thing_count; i++) {
        if (!thing_named(play, &game->things[i], word))
            continue;
        thing_show(play, &game->things[i]);
        found = true;
    }
    if (!found && !clauses_show(&play->term, game, word))
        printf("  %s %s\n", play_words(play, "I know nothing of that:", "Je ne connais pas cela :"), word);
    return TALK_MORE;
}

static void commands_show(const struct play *play)
{
    for (int i = 0; i < COMMANDS; i++) {
        char head[64];
        snprintf(head, sizeof head, "  %s %s", term_words(&play->term, &commands[i].name),
                 commands[i].argument);
        term_item(&play->term, LAN_MARK_PLAIN, head, 26, term_words(&play->term, &commands[i].help));
    }
}

static enum talk talk_help(struct play *play, const char *rest)
{
    const struct lan_game *game = table_game(play->table);
    if (*rest)
        return help_on(play, rest);
    if (game->intro.in[play->term.reader.lang])
        term_wrap(&play->term, LAN_MARK_PLAIN, 0, term_words(&play->term, &game->intro));
    printf("\n");
    for (int i = 0; i < game->thing_count; i++)
        thing_show(play, &game->things[i]);
    printf("\n");
    term_wrap(&play->term, LAN_MARK_PLAIN, 0,
              play_words(play,
                         "At the table you type a number of the menu, or an action as records write it:",
                         "À la table, tape un numéro du menu, ou une action comme l'écrivent les parties :"));
    notation_show(play, "");
    printf("\n%s\n", play_words(play, "or one of these words:", "ou l'un de ces mots :"));
    commands_show(play);
    now_show(play);
    return TALK_MORE;
}

/* ---- Understanding a line ------------------------------------------------------------------------------------------ */

/* The end of a command's name at the start of a line, NULL when the line does not begin with it. */
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

/* Chooses from the open menu: an item, and with more words from the group that it opens. */
static bool talk_menu(struct play *play, char *line, enum talk *talk)
{
    char *rest;
    for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        const struct menu *menu = play->depth ? &play->menu[play->depth - 1] : NULL;
        int item = menu ? menu_find(menu, word) : -1;
        if (item < 0)
            return false;
        if (menu->item[item].count == 1) {
            *talk = act(play, menu->action[menu->item[item].first]);
            return true;
        }
        lan_assert(play->depth < PLAY_MENUS_MAX);
        menu_open(menu, item, &play->menu[play->depth]);
        play->depth++;
    }
    menu_show(play);
    *talk = TALK_MORE;
    return true;
}

enum talk talk_line(struct play *play, char *line)
{
    enum talk talk;
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length && (line[length - 1] == ' ' || line[length - 1] == '\t');)
        line[--length] = 0;
    if (!*line)
        return TALK_WAIT;
    for (int i = 0; i < COMMANDS; i++) {
        const char *names[] = {commands[i].name.in[LAN_EN], commands[i].name.in[LAN_FR],
                               commands[i].short_name};
        for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
            char *rest = after_name(line, names[name]);
            if (rest)
                return commands[i].talk(play, rest);
        }
    }
    if (act_written(play, line, &talk) || talk_menu(play, line, &talk))
        return talk;
    if (table_end(play->table) != TABLE_RUNNING)
        return TALK_QUIT;
    /* The menu has cut the line at its first blank. */
    if (notation_show(play, line))
        return TALK_MORE;
    printf("  %s\n", play_words(play, "I do not understand that. Type a number of the menu, or `?` for help.",
                                "Je ne comprends pas. Tape un numéro du menu, ou `?` pour de l'aide."));
    return TALK_MORE;
}
