/* panes.c - the table page: title, board, news, prompt, menu, key bar. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

#include "panes.h"
#include "items.h"
#include "news.h"

enum {
    SIDE_FROM = 112,   /* columns from which the log is shown beside the board */
    SIDE_MAX = 60,     /* most columns of the log */
    MAIN_MIN = 76,     /* least columns of the board beside it */
    MENU_ROWS_MIN = 3, /* least rows of the menu while the board needs more rows */
    PROMPT_ROWS_MAX = 3,
    ALARM_ROWS_MAX = 9, /* of the prompt with an alarm before it */
    NEWS_ROWS_MAX = 8,
    MESSAGE_WIDTH = 72,
    MESSAGE_BESIDE = 16,
};

/* ---- Title and keys ------------------------------------------------------------------------------------ */

static void title_right(const struct screen *screen, char *right, size_t size)
{
    const struct source *source = screen->source;
    const char *status = source->status.in[screen->reader.lang];
    if (source->ops->seek)
        snprintf(right, size, "%u / %u ", source->position, source->length);
    else
        snprintf(right, size, "%s ", status ? status : "");
}

void title_draw(const struct screen *screen, struct frame *frame)
{
    static const struct lan_words pages[PAGES] = {
        [PAGE_HELP] = {{"Help", "Aide"}},       [PAGE_RULES] = {{"Rules", "Règles"}},
        [PAGE_LOG] = {{"Log", "Journal"}},      [PAGE_NOTES] = {{"Notebook", "Carnet"}},
        [PAGE_CHAT] = {{"Chat", "Discussion"}}, [PAGE_REVIEW] = {{"Review", "Bilan"}}};
    const struct source *source = screen->source;
    struct frame_box bar = frame_box(frame, 0, 0, 1, frame->columns);
    char right[SOURCE_STATUS_MAX], left[SOURCE_STATUS_MAX];
    const char *name = source->seat < source->seats ? source->names[source->seat] : "";
    const char *page = screen->page == PAGE_TABLE ? name : pages[screen->page].in[screen->reader.lang];
    snprintf(left, sizeof left, " %s%s%s", source->game->title.in[screen->reader.lang], *page ? " - " : "",
             page);
    title_right(screen, right, sizeof right);
    frame_put_marked(&bar, 0, 0, LAN_MARK_LANTERN, left);
    frame_put_marked(&bar, 0, frame->columns - frame_width(right), LAN_MARK_MUTED, right);
    frame_reverse(&bar, 0, 0, frame->columns);
}

/* Puts a key with its name as a clickable spot; returns the column behind it. */
static int key_put(const struct frame_box *bar, int column, const char *label, const char *name, uint32_t key)
{
    int width = frame_width(label) + 1 + frame_width(name);
    if (column + width > bar->columns)
        return column;
    frame_put_marked(bar, 0, column, LAN_MARK_LANTERN, label);
    frame_put_marked(bar, 0, column + frame_width(label) + 1, LAN_MARK_MUTED, name);
    frame_touch(bar, 0, column, width, TOUCH_KEY, (int)key);
    return column + width + 2;
}

static void keys_of_page(const struct screen *screen, const struct frame_box *bar)
{
    bool typing = screen->input != INPUT_NONE || screen->page == PAGE_NOTES;
    int column = key_put(bar, 1, "Esc", screen_words(screen, "leave", "sortir"), SCREEN_ESCAPE);
    if (screen->input != INPUT_NONE)
        key_put(bar, column, screen_words(screen, "Enter", "Entrée"),
                screen->input == INPUT_CHAT ? screen_words(screen, "send", "envoyer")
                                            : screen_words(screen, "go", "valider"),
                SCREEN_ENTER);
    if (typing)
        return;
    column = key_put(bar, column, screen_words(screen, "PgUp", "PgPréc"),
                     screen_words(screen, "up", "monter"), SCREEN_PAGE_UP);
    column = key_put(bar, column, screen_words(screen, "PgDn", "PgSuiv"),
                     screen_words(screen, "down", "descendre"), SCREEN_PAGE_DOWN);
    key_put(bar, column, "/", screen_words(screen, "search", "chercher"), '/');
}

void keys_draw(const struct screen *screen, struct frame *frame)
{
    struct frame_box bar = frame_box(frame, frame->rows - 1, 0, 1, frame->columns);
    if (screen->source->state == SOURCE_CURTAIN) {
        if (screen->curtain == CURTAIN_FALLS)
            return;
        int next = key_put(&bar, 1, screen_words(screen, "Space", "Espace"),
                           screen_words(screen, "then", "puis"), ' ');
        next = key_put(&bar, next, screen_words(screen, "Enter", "Entrée"),
                       screen_words(screen, "go on", "continuer"), SCREEN_ENTER);
        key_put(&bar, next, "q", screen_words(screen, "quit", "quitter"), 'q');
        return;
    }
    if (screen->page != PAGE_TABLE || screen->input != INPUT_NONE) {
        keys_of_page(screen, &bar);
        return;
    }
    /* The key to quit is always there: those before it leave room for it. */
    struct frame_box before = bar, *room = &before;
    before.columns -= frame_width(screen_words(screen, "q quit", "q quitter"));
    int column = 1;
    if (screen->depth > 1 || *screen->search)
        column = key_put(room, column, "Esc", screen_words(screen, "back", "retour"), SCREEN_ESCAPE);
    for (int i = 0; i < screen_command_count; i++) {
        const struct screen_command *command = &screen_commands[i];
        room = command->key == 'q' ? &bar : room;
        if (!command->fits || command->fits(screen))
            column =
                key_put(room, column, command->label, command->name.in[screen->reader.lang], command->key);
    }
}

void input_draw(const struct screen *screen, struct frame *frame, int row)
{
    static const struct lan_words names[] = {[INPUT_SEARCH] = {{"Search: ", "Chercher : "}},
                                             [INPUT_WRITE] = {{"Action: ", "Action : "}},
                                             [INPUT_WHY] = {{"Why not: ", "Pourquoi pas : "}},
                                             [INPUT_SAVE] = {{"File: ", "Fichier : "}},
                                             [INPUT_CHAT] = {{"Say: ", "Dire : "}},
                                             [INPUT_FILTER] = {{"Search: ", "Chercher : "}}};
    const char *name = names[screen->input].in[screen->reader.lang];
    struct frame_box box = frame_box(frame, row, 1, 1, frame->columns - 2);
    char before[EDITOR_MAX];
    memcpy(before, screen->editor.text, screen->editor.cursor);
    before[screen->editor.cursor] = 0;
    int start = frame_width(name), column = frame_width(before), width = box.columns - start - 1;
    int shift = column > width ? column - width : 0;
    struct frame_box text = frame_box(frame, row, 1 + start, 1, box.columns - start);
    frame_put_marked(&text, 0, -shift, LAN_MARK_STRONG, screen->editor.text);
    frame_put_marked(&box, 0, 0, LAN_MARK_LANTERN, name);
    frame->cursor_row = row;
    frame->cursor_column = 1 + start + column - shift;
}

/* ---- Log and chat -------------------------------------------------------------------------------------- */

static void chat_lines(const struct screen *screen, int width, struct lan_text *out)
{
    const struct source *source = screen->source;
    uint32_t from = source->said_count > 32 ? source->said_count - 32 : 0;
    for (uint32_t i = from; i < source->said_count; i++) {
        const struct source_chat *line = &source->said[i];
        lan_draw_marked(out, line->seat < source->seats ? LAN_MARK_SEAT + line->seat : LAN_MARK_MUTED,
                        line->name);
        lan_text_add(out, ": ");
        lan_draw_wrap(out, line->text, width, 2);
        lan_text_add_char(out, '\n');
    }
}

/* Draws the column beside the board: the log, and below it the chat. */
static void side_draw(const struct screen *screen, struct frame *frame, int column)
{
    int rows = frame->rows - 2, columns = frame->columns - column;
    char text[32768];
    struct lan_text out = lan_text_init(text, sizeof text);
    chat_lines(screen, columns - 2, &out);
    int said = frame_lines(text), chat = said ? (said < rows / 3 ? said : rows / 3) + 1 : 0;
    struct frame_box whole = frame_box(frame, 1, column, rows, columns),
                     log = frame_box(frame, 2, column + 1, rows - 1 - chat, columns - 2),
                     talk = frame_box(frame, 1 + rows - chat + 1, column + 1, chat - 1, columns - 2);
    frame_rule(&whole, 0, screen_words(screen, "Log", "Journal"));
    news_draw(screen, &log, 0);
    if (!chat)
        return;
    frame_rule(&whole, rows - chat, screen_words(screen, "Chat", "Discussion"));
    frame_put_lines(&talk, text, said > talk.rows ? said - talk.rows : 0);
}

/* ---- The menu ------------------------------------------------------------------------------------------ */

/* The menu's layout: columns of equal width, filled row by row. */
struct grid {
    int count, cell, columns, rows;
    size_t common;
    int head; /* rows of the items' common beginning: 0 or 1 */
};

static void grid_make(const struct screen *screen, int width, struct grid *grid)
{
    int widest = 0;
    *grid = (struct grid){.count = items_count(screen)};
    grid->common = items_common_prefix(screen);
    grid->head = grid->common > 0 && !screen->taking_back; /* there the prompt has the verb */
    for (int item = 0; item < grid->count; item++) {
        char label[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(label, sizeof label);
        item_say(screen, item, &text);
        int columns = frame_width(label + grid->common);
        widest = columns > widest ? columns : widest;
    }
    grid->cell = widest + 6;
    grid->columns = width / grid->cell > 0 ? width / grid->cell : 1;
    if (grid->columns > grid->count && grid->count)
        grid->columns = grid->count;
    grid->rows = (grid->count + grid->columns - 1) / grid->columns + grid->head;
}

static void item_draw(const struct screen *screen, const struct frame_box *box, int row, int column, int cell,
                      int item, size_t common)
{
    char label[LAN_SAY_MAX], number[16];
    struct lan_text text = lan_text_init(label, sizeof label);
    item_say(screen, item, &text);
    snprintf(number, sizeof number, "%3d", item + 1);
    frame_put_marked(box, row, column, LAN_MARK_LANTERN, number);
    frame_put_marked(box, row, column + 4, item_is_optional(screen, item) ? LAN_MARK_INFO : LAN_MARK_PLAIN,
                     label + common);
    int width = 5 + frame_width(label + common);
    if (item == screen->cursor)
        frame_reverse(box, row, column, width < cell ? width : cell);
    frame_touch(box, row, column, cell, TOUCH_ITEM, item);
}

static void menu_draw(struct screen *screen, const struct frame_box *box, const struct grid *grid)
{
    int rows = box->rows - grid->head, lines = grid->rows - grid->head;
    screen->menu_columns = grid->columns;
    if (screen->cursor >= grid->count)
        screen->cursor = grid->count ? grid->count - 1 : 0;
    int at = screen->cursor / grid->columns, skip = at >= rows ? at - rows + 1 : 0;
    if (grid->head) {
        char label[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(label, sizeof label);
        item_say(screen, 0, &text);
        label[grid->common] = 0;
        frame_put_marked(box, 0, 1, LAN_MARK_MUTED, label);
        frame_put_marked(box, 0, 1 + frame_width(label), LAN_MARK_MUTED, "...");
    }
    for (int item = skip * grid->columns; item < grid->count; item++) {
        int row = item / grid->columns - skip;
        if (row >= rows)
            break;
        item_draw(screen, box, row + grid->head, item % grid->columns * grid->cell, grid->cell, item,
                  grid->common);
    }
    if (skip)
        frame_put_marked(box, grid->head, box->columns - 1, LAN_MARK_LANTERN, "^");
    if (skip + rows < lines)
        frame_put_marked(box, box->rows - 1, box->columns - 1, LAN_MARK_LANTERN, "v");
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Appends the text of a clause; nothing for number 0. */
static void clause_text(const struct screen *screen, int number, int width, struct lan_text *out)
{
    const struct lan_clause *clause = &screen->source->game->clauses[number];
    char text[LAN_RULE_TEXT_MAX], words[LAN_RULE_TEXT_MAX];
    struct lan_text rule = lan_text_init(text, sizeof text), spelled = lan_text_init(words, sizeof words);
    if (!number)
        return;
    lan_draw_mark(out, LAN_MARK_MUTED);
    lan_text_add(out, clause->id);
    lan_text_add_char(out, ' ');
    lan_rule_say(screen->source->rules, &clause->text, screen->reader.lang, &rule);
    lan_spell(&screen->reader, text, &spelled);
    lan_draw_wrap(out, words, width, 2);
    lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_text_add_char(out, '\n');
}

static void result_text(const struct screen *screen, int width, struct lan_text *out)
{
    const struct source *source = screen->source;
    for (int seat = 0; seat < source->seats; seat++) {
        bool won = source->result.winners >> seat & 1;
        lan_text_add(out, "  ");
        lan_draw_marked(out, LAN_MARK_SEAT + seat, source->names[seat]);
        lan_draw_pad(out, 26);
        if (source_has_points(source)) {
            lan_text_add_int(out, source->result.score[seat]);
            lan_text_add(out, source->result.score[seat] == 1 ? " point" : " points");
            lan_draw_pad(out, 38);
        }
        if (won)
            lan_draw_marked(out, LAN_MARK_LANTERN, screen_words(screen, "wins", "gagne"));
        lan_draw_end_line(out);
    }
    clause_text(screen, source->result.clause, width, out);
}

/* ---- Message ------------------------------------------------------------------------------------------- */

static void message_text(const struct screen *screen, int width, struct lan_text *out)
{
    const struct source_say *say = &screen->message;
    char words[2 * LAN_SAY_MAX];
    struct lan_text spelled = lan_text_init(words, sizeof words);
    lan_spell(&screen->reader, say->in[screen->reader.lang], &spelled);
    lan_draw_mark(out, screen->message_mark);
    lan_draw_wrap(out, words, width, 0);
    lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_text_add_char(out, '\n');
    clause_text(screen, say->clause, width, out);
}

/* Draws the message over the lower part of a box. */
static void message_draw(const struct screen *screen, const struct frame_box *under)
{
    char text[8192], blank[FRAME_COLUMNS_MAX + 1];
    struct lan_text out = lan_text_init(text, sizeof text);
    /* Full width when only a narrow strip of the board would remain visible beside it. */
    int width = under->columns < MESSAGE_WIDTH + MESSAGE_BESIDE ? under->columns : MESSAGE_WIDTH;
    message_text(screen, width - 4, &out);
    int rows = frame_lines(text) + 2;
    rows = rows > under->rows ? under->rows : rows;
    struct frame_box box = frame_box(under->frame, under->row + under->rows - rows,
                                     under->column + (under->columns - width) / 2, rows, width);
    struct frame_box inside = frame_box(under->frame, box.row + 1, box.column + 2, rows - 2, width - 4);
    memset(blank, ' ', sizeof blank);
    blank[width] = 0;
    for (int row = 0; row < rows; row++)
        frame_put_marked(&box, row, 0, LAN_MARK_PLAIN, blank);
    frame_rule(&box, 0, NULL);
    frame_rule(&box, rows - 1, NULL);
    frame_put_lines(&inside, text, 0);
}

/* ---- The whole page ------------------------------------------------------------------------------------ */

static void line_centre(const struct frame_box *box, int row, int mark, const char *line)
{
    frame_put_marked(box, row, (box->columns - frame_width(line)) / 2, mark, line);
}

static void curtain_draw(const struct screen *screen, const struct frame_box *box)
{
    char line[LAN_SAY_MAX];
    struct lan_text out = lan_text_init(line, sizeof line);
    lan_text_add(&out, screen_words(screen, "Hand over to ", "Passe la main à "));
    lan_text_add(&out, screen->source->names[screen->source->seat]);
    lan_text_add(&out, ".");
    line_centre(box, box->rows / 2 - 1, LAN_MARK_LANTERN, line);
    if (screen->curtain == CURTAIN_STANDS)
        line_centre(box, box->rows / 2 + 1, LAN_MARK_MUTED,
                    screen_words(screen, "When nobody else is looking, press Space, then Enter.",
                                 "Quand personne d'autre ne regarde, appuie sur Espace, puis sur Entrée."));
    else if (screen->curtain == CURTAIN_HELD)
        line_centre(box, box->rows / 2 + 1, LAN_MARK_MUTED,
                    screen_words(screen, "Now Enter.", "Maintenant Entrée."));
    if (screen->curtain != CURTAIN_FALLS)
        line_centre(box, box->rows / 2 + 3, LAN_MARK_MUTED,
                    screen_words(screen, "Somebody else first? Press the number of their seat.",
                                 "Quelqu'un d'autre d'abord ? Appuie sur le numéro de sa place."));
}

/* Sizes of the parts of the page. */
struct layout {
    int width, side;               /* columns of the main part; first column of the side, 0: no side */
    int board, news, prompt, menu; /* rows */
    struct grid grid;
    char prompt_text[4 * LAN_SAY_MAX], lower[8192], board_text[LAN_DRAW_MAX];
};

static int side_column(const struct frame *frame)
{
    if (frame->columns < SIDE_FROM)
        return 0;
    int side = frame->columns - MAIN_MIN - 4;
    return frame->columns - (side < SIDE_MAX ? side : SIDE_MAX);
}

static void layout_share(struct layout *layout, int rows, int board, int news, int menu)
{
    int menu_least = menu < MENU_ROWS_MIN ? menu : MENU_ROWS_MIN;
    int news_least = layout->side ? 0 : news < 1 ? news : 1;
    int free_rows = rows - 2 - layout->prompt - menu_least - news_least;
    layout->board = board < free_rows ? board : free_rows;
    int rest = free_rows - layout->board;
    layout->menu = menu_least + rest < menu ? menu_least + rest : menu;
    rest -= layout->menu - menu_least;
    layout->news = news_least;
    if (!layout->side)
        layout->news = news_least + rest < news ? news_least + rest : news;
}

/* The text in the menu's place when the game is over: the result. */
static void lower_text(const struct screen *screen, int width, struct lan_text *out)
{
    if (screen->source->state == SOURCE_OVER && screen->source->decided)
        result_text(screen, width, out);
}

static void prompt_text(struct screen *screen, int width, struct lan_text *out)
{
    char sentence[2 * LAN_SAY_MAX];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    struct lan_reader reader = screen->reader;
    const char *alarm = screen->source->alarm[reader.lang];
    reader.width = width;
    if (*alarm) {
        lan_draw_mark(out, LAN_MARK_DANGER);
        lan_draw_wrap(out, alarm, width, 0);
        lan_draw_mark(out, LAN_MARK_PLAIN);
        lan_text_add_char(out, '\n');
    }
    if (screen->taking_back)
        lan_text_add(&text, screen_words(screen, "Which one do you take back? Escape: none.",
                                         "Que reprends-tu ? Échap : rien."));
    else
        source_prompt(screen->source, &reader, &text);
    if (screen->source->state == SOURCE_OFFERED)
        lan_text_add(&text, screen_words(screen, " You need not: Enter lets the others go on.",
                                         " Rien ne t'y oblige : Entrée laisse continuer."));
    if (screen->source->standing_new)
        lan_text_add(
            &text,
            screen_words(screen,
                         " Everybody is asked here, with a choice or without, so that nobody can tell. "
                         "a: always pass, R: always react.",
                         " Ici on demande à tout le monde, qu'il y ait le choix ou non, pour que "
                         "personne ne devine. a : toujours passer, R : toujours réagir."));
    if (!text.length)
        return;
    lan_draw_mark(out, LAN_MARK_LANTERN);
    lan_draw_wrap(out, sentence, width, 0);
    lan_draw_mark(out, LAN_MARK_PLAIN);
    lan_text_add_char(out, '\n');
}

static void board_marks(const struct screen *screen, const struct frame_box *box)
{
    if (screen->board_skip)
        frame_put_marked(box, 0, box->columns - 6, LAN_MARK_LANTERN, "^ PgUp");
    if (screen->board_skip + screen->board_rows < screen->board_lines)
        frame_put_marked(box, box->rows - 1, box->columns - 6, LAN_MARK_LANTERN, "v PgDn");
}

/* Makes all texts and divides the rows among them; the board is drawn for the rows that remain. */
static void layout_make(struct screen *screen, const struct frame *frame, struct layout *layout)
{
    struct lan_text board = lan_text_init(layout->board_text, sizeof layout->board_text),
                    prompt = lan_text_init(layout->prompt_text, sizeof layout->prompt_text),
                    lower = lan_text_init(layout->lower, sizeof layout->lower);
    layout->side = side_column(frame);
    layout->width = layout->side ? layout->side - 1 : frame->columns;
    int width = layout->width - 2;
    prompt_text(screen, width, &prompt);
    layout->prompt = frame_lines(prompt.at);
    int most = *screen->source->alarm[screen->reader.lang] ? ALARM_ROWS_MAX : PROMPT_ROWS_MAX;
    layout->prompt = layout->prompt > most ? most : layout->prompt;
    layout->prompt += screen->input != INPUT_NONE && !layout->prompt;
    grid_make(screen, width, &layout->grid);
    lower_text(screen, width, &lower);
    int menu = layout->grid.count ? layout->grid.rows : frame_lines(lower.at),
        news = news_lines(screen, width);
    news = news > NEWS_ROWS_MAX ? NEWS_ROWS_MAX : news;
    screen->reader.width = layout->width < LAN_WIDTH_MIN ? LAN_WIDTH_MIN : layout->width;
    layout_share(layout, frame->rows, INT16_MAX, news, menu);
    screen->reader.height = layout->board;
    source_board(screen->source, &screen->reader, &board);
    screen->board_lines = frame_lines(board.at);
    layout_share(layout, frame->rows, screen->board_lines, news, menu);
    screen->board_rows = layout->board;
    if (screen->board_skip > screen->board_lines - layout->board)
        screen->board_skip = screen->board_lines - layout->board;
}

/*
 * Draws from the bottom up: the menu or the result, above it the input line or the prompt. Returns the row
 * above them.
 */
static int lower_draw(struct screen *screen, struct frame *frame, const struct layout *layout)
{
    int row = frame->rows - 1 - layout->menu - layout->prompt;
    struct frame_box prompt = frame_box(frame, row, 1, layout->prompt, layout->width - 2),
                     menu = frame_box(frame, row + layout->prompt, 1, layout->menu, layout->width - 2);
    if (screen->input != INPUT_NONE)
        input_draw(screen, frame, row);
    else
        frame_put_lines(&prompt, layout->prompt_text, 0);
    if (layout->grid.count)
        menu_draw(screen, &menu, &layout->grid);
    else
        frame_put_lines(&menu, layout->lower, 0);
    return row;
}

void table_draw(struct screen *screen, struct frame *frame)
{
    static struct layout layout;
    if (screen->source->state == SOURCE_CURTAIN) {
        struct frame_box whole = frame_box(frame, 1, 0, frame->rows - 2, frame->columns);
        curtain_draw(screen, &whole);
        if (screen->message_mark != LAN_MARK_PLAIN)
            message_draw(screen, &whole);
        return;
    }
    layout_make(screen, frame, &layout);
    struct frame_box board = frame_box(frame, 1, 0, layout.board, layout.width),
                     news = frame_box(frame, 1 + layout.board, 1, layout.news, layout.width - 2);
    frame_put_lines(&board, layout.board_text, screen->board_skip);
    board_marks(screen, &board);
    news_draw_short(screen, &news);
    int row = lower_draw(screen, frame, &layout);
    if (layout.side)
        side_draw(screen, frame, layout.side);
    struct frame_box under = frame_box(frame, 1, 0, row - 1, layout.width);
    if (screen->message_mark != LAN_MARK_PLAIN)
        message_draw(screen, &under);
}
