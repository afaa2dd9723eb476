#include "screen.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keep.h"

bool screen_init(struct screen *screen, struct source *source, enum lan_lang lang, enum lan_style style)
{
    *screen = (struct screen){
        .source = source,
        .reader = {.lang = lang, .style = style, .width = LAN_WIDTH_MIN, .names = source->names},
        .menu_columns = 1,
        .text = malloc(SCREEN_PAGE_BYTES),
    };
    if (!screen->text)
        return false;
    screen->changes = source->changes - 1;
    screen_follow(screen);
    return true;
}

void screen_finish(struct screen *screen)
{
    free(screen->saved);
    free(screen->text);
}

const char *screen_words(const struct screen *screen, const char *en, const char *fr)
{
    return screen->reader.lang == LAN_FR ? fr : en;
}

void screen_say(struct screen *screen, int mark, const struct source_say *say)
{
    screen->message = *say;
    screen->message_mark = mark;
}

void screen_tell(struct screen *screen, int mark, const char *en, const char *fr)
{
    source_say_set(&screen->message, 0, en, fr);
    screen->message_mark = mark;
}

/* ---- The menu ---------------------------------------------------------------------------------------------- */

static const struct menu *menu_top(const struct screen *screen)
{
    return &screen->menu[screen->depth - 1];
}

int items_count(const struct screen *screen)
{
    if (*screen->search)
        return screen->match_count;
    return screen->depth ? menu_top(screen)->count : 0;
}

lan_action item_action(const struct screen *screen, int item)
{
    if (*screen->search)
        return screen->source->list.action[screen->match[item]];
    const struct menu *menu = menu_top(screen);
    return menu->action[menu->item[item].first];
}

void item_say(const struct screen *screen, int item, struct lan_text *out)
{
    if (*screen->search)
        lan_action_say(screen->source->game, item_action(screen, item), screen->reader.lang,
                       screen->source->names, out);
    else
        menu_say(menu_top(screen), item, out);
}

size_t items_common(const struct screen *screen)
{
    if (*screen->search || !screen->depth)
        return 0;
    const struct menu *menu = menu_top(screen);
    return menu->count > 1 ? menu_common(menu) : 0;
}

bool item_free(const struct screen *screen, int item)
{
    const struct lan_list *list = &screen->source->list;
    lan_action action = item_action(screen, item);
    for (int i = 0; i < list->musts; i++) {
        if (list->action[i] == action)
            return false;
    }
    return list->musts > 0;
}

/* Whether a sentence has a word in it, whatever the case of its letters. */
static bool has_word(const char *sentence, const char *word)
{
    size_t length = strlen(word);
    for (; *sentence; sentence++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)sentence[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static void search_follow(struct screen *screen)
{
    const struct lan_list *list = &screen->source->list;
    screen->match_count = 0;
    for (int i = 0; i < list->count; i++) {
        char sentence[LAN_SAY_MAX], notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence),
                        written = lan_text_init(notation, sizeof notation);
        lan_action_say(screen->source->game, list->action[i], screen->reader.lang, screen->source->names,
                       &text);
        lan_action_write(screen->source->game, list->action[i], &written);
        if (has_word(sentence, screen->search) || has_word(notation, screen->search))
            screen->match[screen->match_count++] = (uint16_t)i;
    }
}

static void menu_make(struct screen *screen)
{
    const struct source *source = screen->source;
    screen->depth = source->list.count > 0;
    screen->cursor = screen->number = 0;
    screen->search[0] = 0;
    if (screen->depth)
        menu_init(&screen->menu[0], source->game, screen->reader.lang, source->names, source->list.action,
                  source->list.count);
}

void screen_follow(struct screen *screen)
{
    struct source *source = screen->source;
    if (screen->changes == source->changes)
        return;
    screen->changes = source->changes;
    screen->leaving = false;
    if (source->told_count < screen->told_before)
        screen->told_before = 0;
    /* The same menu stays as it is, so that nobody is thrown out of a group by another's message. */
    if (screen->shown.count != source->list.count || screen->shown.musts != source->list.musts ||
        memcmp(screen->shown.action, source->list.action, sizeof *source->list.action * source->list.count) !=
            0)
        menu_make(screen);
    screen->shown = source->list;
    if (source->state == SOURCE_CURTAIN) {
        screen->page = PAGE_TABLE;
        screen->input = INPUT_NONE;
        screen->message_mark = LAN_MARK_PLAIN;
        screen->told_before = 0;
    }
}

/* ---- Acting ------------------------------------------------------------------------------------------------ */

/* Whether the game warns of an action; then it is told, and doing it once more goes through with it. */
static bool act_warned(struct screen *screen, lan_action action)
{
    char warning[LAN_LANGS][LAN_SAY_MAX];
    bool again = screen->warned && screen->warned_of == action;
    screen->warned = false;
    if (again)
        return false;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_reader reader = screen->reader;
        struct lan_text text = lan_text_init(warning[lang], sizeof warning[lang]);
        reader.lang = (enum lan_lang)lang;
        source_warn(screen->source, action, &reader, &text);
        if (!text.length)
            return false;
        lan_text_add(&text, lang == LAN_FR ? " Recommence si tu y tiens." : " Do it again if you mean it.");
    }
    screen_tell(screen, LAN_MARK_DANGER, warning[LAN_EN], warning[LAN_FR]);
    screen->warned = true;
    screen->warned_of = action;
    return true;
}

/* False when it was refused, or only asked about. */
static bool act(struct screen *screen, lan_action action)
{
    struct source_say say;
    uint32_t told = screen->source->told_count;
    if (act_warned(screen, action))
        return false;
    if (!source_act(screen->source, action, &say)) {
        screen_say(screen, LAN_MARK_DANGER, &say);
        return false;
    }
    screen->told_before = told;
    screen->board_skip = 0;
    screen_follow(screen);
    return true;
}

static void item_choose(struct screen *screen, int item)
{
    screen->number = 0;
    if (item < 0 || item >= items_count(screen))
        return;
    screen->cursor = item;
    if (*screen->search || menu_top(screen)->item[item].count == 1) {
        act(screen, item_action(screen, item));
        return;
    }
    lan_assert(screen->depth < SCREEN_MENUS_MAX);
    menu_open(menu_top(screen), item, &screen->menu[screen->depth]);
    screen->depth++;
    screen->cursor = 0;
}

/* Out of a search, a group or a half-typed number; false when there is none of them. */
static bool menu_back(struct screen *screen)
{
    if (screen->number) {
        screen->number = 0;
        return true;
    }
    if (*screen->search) {
        screen->search[0] = 0;
        screen->cursor = 0;
        return true;
    }
    if (screen->depth > 1) {
        screen->depth--;
        screen->cursor = 0;
        return true;
    }
    return false;
}

/* A digit: acts as soon as no further digit could name another item. */
static void digit_take(struct screen *screen, int digit)
{
    int number = screen->number * 10 + digit, count = items_count(screen);
    if (number < 1 || number > count) {
        screen->number = 0;
        return;
    }
    screen->number = number;
    screen->cursor = number - 1;
    if (number * 10 > count)
        item_choose(screen, number - 1);
}

static void cursor_move(struct screen *screen, int by)
{
    int to = screen->cursor + by;
    screen->number = 0;
    if (to >= 0 && to < items_count(screen))
        screen->cursor = to;
}

/* ---- What is typed ----------------------------------------------------------------------------------------- */

static void input_open(struct screen *screen, enum screen_input input, size_t max, const char *text)
{
    screen->input = input;
    editor_init(&screen->editor, false, max, text);
}

/* What a line stands for, one action after the other up to the first that is refused. */
static void write_done(struct screen *screen, const char *line)
{
    static struct lan_list list;
    if (!source_expand(screen->source, line, &list)) {
        screen_tell(screen, LAN_MARK_DANGER,
                    "That is no action of this game. The help (?) tells how actions are written.",
                    "Ce n'est pas une action de ce jeu. L'aide (?) dit comment on les écrit.");
        return;
    }
    for (int i = 0; i < list.count && act(screen, list.action[i]); i++)
        ;
}

static void why_done(struct screen *screen, const char *line)
{
    struct source_say say;
    lan_action action;
    if (!lan_action_parse(screen->source->game, line, &action))
        screen_tell(screen, LAN_MARK_DANGER, "Say which action, as records write it; the help (?) shows how.",
                    "Dis quelle action, comme l'écrivent les parties ; l'aide (?) montre comment.");
    else if (source_why(screen->source, action, &say))
        screen_tell(screen, LAN_MARK_HEAL, "Nothing forbids it: you may do that now.",
                    "Rien ne l'interdit : tu peux le faire maintenant.");
    else
        screen_say(screen, LAN_MARK_DANGER, &say);
}

/* A file that is there already is written again only when it was this game's before. */
static void save_done(struct screen *screen, const char *file)
{
    struct source_say say;
    if (keep_game(screen->source, file, screen->saved && strcmp(file, screen->saved) == 0, &say)) {
        free(screen->saved);
        screen->saved = strdup(file);
        screen_say(screen, LAN_MARK_HEAL, &say);
    } else {
        screen_say(screen, LAN_MARK_DANGER, &say);
    }
}

static void chat_done(struct screen *screen, const char *text)
{
    struct source_say say;
    if (*text && !screen->source->ops->chat(screen->source, text, &say))
        screen_say(screen, LAN_MARK_DANGER, &say);
    input_open(screen, INPUT_CHAT, SOURCE_CHAT_MAX, "");
}

static void input_done(struct screen *screen)
{
    enum screen_input input = screen->input;
    const char *text = screen->editor.text;
    screen->input = INPUT_NONE;
    if (input == INPUT_CHAT) {
        chat_done(screen, text);
        return;
    }
    if (!*text)
        return;
    if (input == INPUT_WRITE)
        write_done(screen, text);
    else if (input == INPUT_WHY)
        why_done(screen, text);
    else if (input == INPUT_SAVE)
        save_done(screen, text);
    else if (input == INPUT_SEARCH && screen->match_count == 1)
        item_choose(screen, 0);
}

/* Searching shows what it finds with every letter. */
static void input_follow(struct screen *screen)
{
    if (screen->input != INPUT_SEARCH && screen->input != INPUT_FILTER)
        return;
    struct lan_text word = screen->input == INPUT_SEARCH
                               ? lan_text_init(screen->search, sizeof screen->search)
                               : lan_text_init(screen->filter, sizeof screen->filter);
    lan_text_add(&word, screen->editor.text);
    if (screen->input == INPUT_SEARCH)
        search_follow(screen);
    screen->cursor = 0;
    screen->page_skip = 0;
}

static void page_leave(struct screen *screen)
{
    struct source_say say;
    if (screen->page == PAGE_NOTES && !screen->source->ops->note(screen->source, screen->editor.text, &say))
        screen_say(screen, LAN_MARK_DANGER, &say);
    screen->page = PAGE_TABLE;
    screen->input = INPUT_NONE;
    screen->filter[0] = 0;
}

static void input_key(struct screen *screen, uint32_t key)
{
    bool searching = screen->input == INPUT_SEARCH;
    if (key == SCREEN_ENTER) {
        input_done(screen);
    } else if (key == SCREEN_ESCAPE) {
        if (searching)
            screen->search[0] = 0;
        screen->filter[0] = 0;
        if (screen->input == INPUT_CHAT)
            page_leave(screen);
        screen->input = INPUT_NONE;
    } else if (searching && (key == SCREEN_UP || key == SCREEN_DOWN)) {
        cursor_move(screen, key == SCREEN_UP ? -1 : 1);
    } else if (editor_key(&screen->editor, key)) {
        input_follow(screen);
    }
}

/* ---- The table of keys ----------------------------------------------------------------------------------------- */

static bool is_playing(const struct screen *screen)
{
    return screen->source->ops->act && screen->source->state != SOURCE_OVER;
}

static bool has_choice(const struct screen *screen)
{
    return screen->source->list.count > 1;
}

static bool is_offered(const struct screen *screen)
{
    return screen->source->state == SOURCE_OFFERED;
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

static bool is_replay(const struct screen *screen)
{
    return screen->source->ops->seek;
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
    screen->page_skip = 1 << 20; /* the end; drawing cuts it */
}

static void run_notes(struct screen *screen)
{
    char text[SOURCE_NOTES_MAX + 1];
    if (!screen->source->ops->notes(screen->source, text, sizeof text)) {
        screen_tell(screen, LAN_MARK_DANGER, "The notebook cannot be read now.",
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
        screen_say(screen, LAN_MARK_DANGER, &say);
    screen_follow(screen);
}

/* The advice as a sentence, and the cursor on it when the open menu has it. */
static void run_hint(struct screen *screen)
{
    struct source_say say, shown = {.clause = 0};
    lan_action action;
    if (!source_hint(screen->source, &action, &say)) {
        screen_say(screen, LAN_MARK_INFO, &say);
        return;
    }
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(shown.in[lang], sizeof shown.in[lang]);
        lan_action_say(screen->source->game, action, (enum lan_lang)lang, screen->source->names, &text);
        lan_text_add(&text, ". ");
        lan_text_add(&text, say.in[lang]);
    }
    shown.clause = say.clause;
    screen_say(screen, LAN_MARK_HEAL, &shown);
    for (int item = 0; item < items_count(screen); item++) {
        if (item_action(screen, item) == action)
            screen->cursor = item;
    }
}

static void run_pass(struct screen *screen)
{
    source_decline(screen->source, false);
    screen_follow(screen);
}

static void run_later(struct screen *screen)
{
    source_decline(screen->source, true);
    screen_follow(screen);
}

static void run_lang(struct screen *screen)
{
    screen->reader.lang = screen->reader.lang == LAN_FR ? LAN_EN : LAN_FR;
    menu_make(screen);
}

static void run_quit(struct screen *screen)
{
    if (!is_playing(screen) || screen->leaving) {
        screen->quit = true;
        return;
    }
    screen->leaving = true;
    screen_tell(screen, LAN_MARK_LANTERN, "Leave the game? Press q again to leave, any other key to stay.",
                "Quitter la partie ? q encore une fois pour sortir, une autre touche pour rester.");
}

static void replay_to(struct screen *screen, int64_t to)
{
    struct source *source = screen->source;
    to = to < 0 ? 0 : to > source->length ? source->length : to;
    source->ops->seek(source, (uint32_t)to);
    screen->told_before = source->told_count ? source->told_count - 1 : 0;
    screen_follow(screen);
}

/* Steps through a record, to the next item that reads as a line, either way. */
static void replay_step(struct screen *screen, int by)
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

/* In the order in which the bar gives room to them. */
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
     is_replay,
     run_forward},
    {'b',
     "b",
     {{"back", "retour"}},
     {{"one step back (also the left arrow)", "un pas en arrière (ou flèche gauche)"}},
     is_replay,
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
       "reprendre ta dernière action, si personne n'a joué ni rien vu depuis"}},
     is_playing,
     run_undo},
    {'l',
     "l",
     {{"log", "journal"}},
     {{"all that happened so far, as far as you were told",
       "tout ce qui s'est passé, autant que tu le saches"}},
     NULL,
     run_log},
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
    {'q', "q", {{"quit", "quitter"}}, {{"leave", "sortir"}}, NULL, run_quit},
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

static bool command_key(struct screen *screen, uint32_t key)
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

/* ---- Keys -------------------------------------------------------------------------------------------------- */

static void scroll(int *skip, int lines, int rows, int by)
{
    int most = lines > rows ? lines - rows : 0;
    *skip += by;
    *skip = *skip > most ? most : *skip;
    *skip = *skip < 0 ? 0 : *skip;
}

static void page_key(struct screen *screen, uint32_t key)
{
    int rows = screen->page_rows, page = rows > 2 ? rows - 1 : 1;
    int by = key == SCREEN_UP          ? -1
             : key == SCREEN_DOWN      ? 1
             : key == SCREEN_PAGE_UP   ? -page
             : key == SCREEN_PAGE_DOWN ? page
             : key == ' '              ? page
             : key == SCREEN_HOME      ? -(1 << 20)
             : key == SCREEN_END       ? 1 << 20
                                       : 0;
    if (by)
        scroll(&screen->page_skip, screen->page_lines, rows, by);
    else if (key == '/')
        input_open(screen, INPUT_FILTER, sizeof screen->filter - 1, "");
    else if (key == SCREEN_ESCAPE && *screen->filter)
        screen->filter[0] = 0;
    else if (key == SCREEN_ESCAPE || key == 'q' || key == SCREEN_ENTER || key == SCREEN_BACKSPACE)
        page_leave(screen);
    else
        command_key(screen, key);
}

static void arrow_key(struct screen *screen, uint32_t key)
{
    int across = screen->menu_columns;
    if (is_replay(screen))
        replay_step(screen, key == SCREEN_LEFT || key == SCREEN_UP ? -1 : 1);
    else
        cursor_move(screen, key == SCREEN_LEFT    ? -1
                            : key == SCREEN_RIGHT ? 1
                            : key == SCREEN_UP    ? -across
                                                  : across);
}

/* To the first or last item of the menu; of a record, to its beginning or end. */
static void end_key(struct screen *screen, bool last)
{
    int count = items_count(screen);
    if (is_replay(screen))
        replay_to(screen, last ? screen->source->length : 0);
    else
        screen->cursor = last && count ? count - 1 : 0;
}

static void table_key(struct screen *screen, uint32_t key)
{
    switch (key) {
    case SCREEN_UP:
    case SCREEN_DOWN:
    case SCREEN_LEFT:
    case SCREEN_RIGHT: arrow_key(screen, key); return;
    case SCREEN_PAGE_UP:
    case SCREEN_PAGE_DOWN:
        scroll(&screen->board_skip, screen->board_lines, screen->board_rows,
               key == SCREEN_PAGE_UP ? -screen->board_rows / 2 : screen->board_rows / 2);
        return;
    case SCREEN_HOME:
    case SCREEN_END: end_key(screen, key == SCREEN_END); return;
    case SCREEN_TAB: cursor_move(screen, 1); return;
    case SCREEN_ENTER: item_choose(screen, screen->cursor); return;
    case SCREEN_ESCAPE:
    case SCREEN_BACKSPACE: menu_back(screen); return;
    default: break;
    }
    if (key >= '0' && key <= '9')
        digit_take(screen, (int)(key - '0'));
    else
        command_key(screen, key);
}

void screen_key(struct screen *screen, uint32_t key)
{
    bool slip = screen->message_mark != LAN_MARK_PLAIN;
    screen->message_mark = LAN_MARK_PLAIN;
    if (screen->leaving && key != 'q')
        screen->leaving = false;
    if (screen->warned && key != SCREEN_ENTER && !(key >= '0' && key <= '9') && screen->input == INPUT_NONE)
        screen->warned = false;
    if (slip && key == SCREEN_ESCAPE)
        return;
    if (screen->source->state == SOURCE_CURTAIN) {
        if (key == SCREEN_ENTER || key == ' ')
            source_lift(screen->source);
        else if (key == 'q' || key == 'L')
            command_key(screen, key);
        screen_follow(screen);
    } else if (screen->input != INPUT_NONE) {
        input_key(screen, key);
    } else if (screen->page == PAGE_NOTES) {
        if (key == SCREEN_ESCAPE)
            page_leave(screen);
        else
            editor_key(&screen->editor, key);
    } else if (screen->page != PAGE_TABLE) {
        page_key(screen, key);
    } else {
        table_key(screen, key);
    }
}

void screen_touch(struct screen *screen, const struct frame_spot *spot)
{
    bool slip = screen->message_mark != LAN_MARK_PLAIN;
    screen->message_mark = LAN_MARK_PLAIN;
    if (!spot) {
        if (!slip && screen->page != PAGE_TABLE)
            page_leave(screen);
        return;
    }
    if (spot->touch == TOUCH_KEY)
        screen_key(screen, (uint32_t)spot->value);
    else if (spot->touch == TOUCH_ITEM)
        item_choose(screen, spot->value);
}

void screen_wheel(struct screen *screen, bool up)
{
    if (screen->page == PAGE_TABLE)
        scroll(&screen->board_skip, screen->board_lines, screen->board_rows, up ? -3 : 3);
    else
        scroll(&screen->page_skip, screen->page_lines, screen->page_rows, up ? -3 : 3);
}

void screen_draw(struct screen *screen, struct frame *frame)
{
    if (frame->rows < FRAME_ROWS_MIN || frame->columns < FRAME_COLUMNS_MIN) {
        struct frame_box box = frame_box(frame, 0, 0, frame->rows, frame->columns);
        frame_put_marked(
            &box, 0, 0, LAN_MARK_LANTERN,
            screen_words(screen, "Please make the window larger.", "Agrandis la fenêtre, s'il te plaît."));
        return;
    }
    title_draw(screen, frame);
    if (screen->page == PAGE_TABLE)
        table_draw(screen, frame);
    else
        page_draw(screen, frame);
    keys_draw(screen, frame);
}
