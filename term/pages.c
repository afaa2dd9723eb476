/*
 * pages.c - the pages other than the table: help, rules, log, notebook, chat, review. Each is a text that
 * scrolls.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation.h"
#include "pages.h"
#include "commands.h"
#include "items.h"
#include "panes.h"
#include "review_page.h"

/* Whether a paragraph contains the filter's word, ignoring case. */
static bool wanted(const struct page_writer *w, const char *head, const char *text)
{
    const char *word = w->screen->filter, *parts[] = {head, text};
    size_t length = strlen(word);
    if (!length)
        return true;
    for (int part = 0; part < 2; part++) {
        for (const char *at = parts[part]; *at; at++) {
            size_t i = 0;
            while (i < length && tolower((unsigned char)at[i]) == tolower((unsigned char)word[i]))
                i++;
            if (i == length)
                return true;
        }
    }
    return false;
}

/* Adds a paragraph with `head` in the first column. */
static void item(struct page_writer *w, int mark, const char *head, int indent, const char *text)
{
    char words[LAN_RULE_TEXT_MAX];
    struct lan_text spelled = lan_text_init(words, sizeof words);
    lan_spell(&w->screen->reader, text, &spelled);
    head = lan_spell_word(&w->screen->reader, head);
    if (!wanted(w, head, words))
        return;
    lan_draw_marked(&w->out, mark, head);
    if (lan_draw_column(&w->out) >= indent && indent)
        lan_text_add_char(&w->out, ' ');
    lan_draw_pad(&w->out, indent);
    lan_draw_wrap(&w->out, words, w->width, indent);
    lan_text_add_char(&w->out, '\n');
}

static void heading(struct page_writer *w, const char *en, const char *fr)
{
    if (*w->screen->filter)
        return;
    if (w->out.length)
        lan_text_add_char(&w->out, '\n');
    lan_draw_marked(&w->out, LAN_MARK_LANTERN, screen_words(w->screen, en, fr));
    lan_text_add_char(&w->out, '\n');
}

void page_item(struct page_writer *w, int mark, const char *head, int indent, const char *text)
{
    item(w, mark, head, indent, text);
}

void page_heading(struct page_writer *w, const char *en, const char *fr)
{
    heading(w, en, fr);
}

/* Adds a text of the rules as a paragraph, with `end` behind it. */
static void rule_item(struct page_writer *w, int mark, const char *head, int indent,
                      const struct lan_words *words, const char *end)
{
    char text[LAN_RULE_TEXT_MAX];
    struct lan_text out = lan_text_init(text, sizeof text);
    lan_rule_say(w->screen->source->rules, words, w->screen->reader.lang, &out);
    lan_text_add(&out, end);
    item(w, mark, head, indent, text);
}

/* ---- Help ---------------------------------------------------------------------------------------------- */

static void thing(struct page_writer *w, const struct lan_thing *row)
{
    const struct lan_game *game = w->screen->source->game;
    const struct lan_type *type = &game->types[row->type];
    enum lan_lang lang = w->screen->reader.lang;
    char id[64];
    snprintf(id, sizeof id, " [%s]", game->clauses[row->clause].id);
    rule_item(w, LAN_MARK_STRONG, type->words ? type->words[row->value].name.in[lang] : type->name, 24,
              &row->text, id);
}

static bool explains(const struct lan_game *game, lan_action action, const struct lan_thing *row)
{
    const struct lan_action_kind *kind = &game->action_kinds[lan_action_kind(action)];
    for (int i = 0; i < kind->args; i++) {
        bool number = !game->types[row->type].words;
        if (kind->arg[i].type == row->type && (number || lan_action_arg(action, i) == row->value))
            return true;
    }
    return false;
}

/* Help on the action under the cursor: its sentence, its notation, and the things in its arguments. */
static void help_cursor(struct page_writer *w)
{
    const struct screen *screen = w->screen;
    const struct lan_game *game = screen->source->game;
    char sentence[LAN_SAY_MAX], notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence),
                    written = lan_text_init(notation, sizeof notation);
    if (screen->cursor < 0 || screen->cursor >= items_count(screen))
        return;
    lan_action action = item_action(screen, screen->cursor);
    heading(w, "Under the cursor", "Sous le curseur");
    item_say(screen, screen->cursor, &text);
    lan_action_write(game, action, &written);
    item(w, LAN_MARK_PLAIN, "", 0, sentence);
    item(w, LAN_MARK_MUTED, screen_words(screen, "written", "s'écrit"), 24, notation);
    for (int i = 0; i < game->thing_count; i++) {
        if (explains(game, action, &game->things[i]))
            thing(w, &game->things[i]);
    }
}

static void help_keys(struct page_writer *w)
{
    const struct screen *screen = w->screen;
    heading(w, "Keys", "Touches");
    item(w, LAN_MARK_STRONG, screen_words(screen, "arrows, Enter", "flèches, Entrée"), 24,
         screen_words(screen, "choose from the menu; a number does it at once",
                      "choisir dans le menu ; un numéro le fait d'un coup"));
    item(w, LAN_MARK_STRONG, "PgUp, PgDn", 24,
         screen_words(screen, "move a board that is larger than the screen",
                      "faire défiler un plateau plus grand que l'écran"));
    item(w, LAN_MARK_STRONG, "Esc", 24,
         screen_words(screen, "leave a group of the menu, a search, a page",
                      "sortir d'un groupe du menu, d'une recherche, d'une page"));
    for (int i = 0; i < screen_command_count; i++) {
        const struct screen_command *command = &screen_commands[i];
        if (!command->fits || command->fits(screen))
            item(w, LAN_MARK_STRONG, command->label, 24, command->help.in[screen->reader.lang]);
    }
}

/* The ways to write an action of this game. */
static void help_notation(struct page_writer *w)
{
    const struct lan_game *game = w->screen->source->game;
    heading(w, "How actions are written", "Comment s'écrivent les actions");
    for (int kind = 0; kind < game->action_kind_count; kind++) {
        const struct lan_action_kind *row = &game->action_kinds[kind];
        char line[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line);
        if (row->chance)
            continue;
        notation_show(game, kind, &out);
        item(w, LAN_MARK_PLAIN, "", 0, line);
    }
}

static void page_help(struct page_writer *w)
{
    const struct lan_game *game = w->screen->source->game;
    enum lan_lang lang = w->screen->reader.lang;
    help_cursor(w);
    if (game->intro.in[lang]) {
        heading(w, "The game", "Le jeu");
        rule_item(w, LAN_MARK_PLAIN, "", 0, &game->intro, "");
    }
    help_keys(w);
    if (game->thing_count)
        heading(w, "What things are", "Ce que sont les choses");
    for (int i = 0; i < game->thing_count; i++)
        thing(w, &game->things[i]);
    help_notation(w);
}

/* ---- Rules, log, chat ---------------------------------------------------------------------------------- */

static void page_rules(struct page_writer *w)
{
    const struct lan_game *game = w->screen->source->game;
    for (int i = 1; i < game->clause_count; i++)
        rule_item(w, LAN_MARK_STRONG, game->clauses[i].id, 10, &game->clauses[i].text, "");
}

static void page_log(struct page_writer *w)
{
    const struct source *source = w->screen->source;
    for (uint32_t i = 0; i < source->told_count; i++) {
        const struct source_told *told = &source->told[i];
        char sentence[LAN_SAY_MAX], head[16];
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        if (told->told.kind == TABLE_TOLD_ACTION)
            continue;
        source_told_say(source, &told->told, &w->screen->reader, &text);
        if (told->told.kind == TABLE_TOLD_EVENT) {
            lan_text_add(&text, " [");
            lan_text_add(&text, source->game->clauses[told->told.event.clause].id);
            lan_text_add(&text, "]");
        }
        if (told->undone)
            lan_text_add(&text, screen_words(w->screen, " (taken back)", " (annulé)"));
        snprintf(head, sizeof head, "%4u", told->told.number);
        item(w, LAN_MARK_MUTED, head, 6, sentence);
    }
}

static void page_chat(struct page_writer *w)
{
    const struct source *source = w->screen->source;
    for (uint32_t i = 0; i < source->said_count; i++) {
        const struct source_chat *line = &source->said[i];
        item(w, line->seat < source->seats ? LAN_MARK_SEAT + line->seat : LAN_MARK_MUTED, line->name, 16,
             line->text);
    }
    if (!source->said_count)
        item(w, LAN_MARK_PLAIN, "", 0,
             screen_words(w->screen, "Nobody has said anything yet.", "Personne n'a encore rien dit."));
}

/* ---- The notebook -------------------------------------------------------------------------------------- */

/* Draws the notebook without wrapping; long lines are cut at the edge. */
static void notes_draw(struct screen *screen, struct frame *frame)
{
    const struct editor *editor = &screen->editor;
    struct frame_box box = frame_box(frame, 2, 1, frame->rows - 4, frame->columns - 2);
    char before[EDITOR_MAX];
    int row = 0;
    memcpy(before, editor->text, editor->cursor);
    before[editor->cursor] = 0;
    const char *line = before;
    for (const char *at = before; *at; at++) {
        if (*at == '\n') {
            row++;
            line = at + 1;
        }
    }
    int skip = row >= box.rows ? row - box.rows + 1 : 0;
    frame_put_lines(&box, editor->text, skip);
    int column = frame_width(line);
    frame->cursor_row = box.row + row - skip;
    frame->cursor_column = box.column + (column < box.columns ? column : box.columns - 1);
}

/* ---- The page ------------------------------------------------------------------------------------------ */

void page_draw(struct screen *screen, struct frame *frame)
{
    static void (*const pages[PAGES])(struct page_writer *) = {[PAGE_HELP] = page_help,
                                                               [PAGE_RULES] = page_rules,
                                                               [PAGE_LOG] = page_log,
                                                               [PAGE_CHAT] = page_chat,
                                                               [PAGE_REVIEW] = review_page_write};
    /* The last columns are for the marks that show that there is more. */
    struct page_writer w = {screen, lan_text_init(screen->text, SCREEN_PAGE_BYTES), frame->columns - 6};
    if (screen->page == PAGE_CHAT)
        screen->said_seen = screen->source->said_count;
    if (screen->page == PAGE_NOTES) {
        notes_draw(screen, frame);
        return;
    }
    pages[screen->page](&w);
    bool typing = screen->input != INPUT_NONE;
    struct frame_box box = frame_box(frame, 2, 2, frame->rows - 3 - typing, frame->columns - 4);
    screen->page_lines = frame_lines(screen->text);
    screen->page_rows = box.rows;
    int most = screen->page_lines > box.rows ? screen->page_lines - box.rows : 0;
    if (screen->page_skip > most)
        screen->page_skip = most;
    frame_put_lines(&box, screen->text, screen->page_skip);
    if (screen->page_skip < most)
        frame_put_marked(&box, box.rows - 1, box.columns - 1, LAN_MARK_LANTERN, "v");
    if (screen->page_skip)
        frame_put_marked(&box, 0, box.columns - 1, LAN_MARK_LANTERN, "^");
    if (typing)
        input_draw(screen, frame, frame->rows - 2);
}
