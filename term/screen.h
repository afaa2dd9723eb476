/*
 * screen.h - the full-screen client without a terminal: keys go in, frames come out.
 *
 * The table page has the board, what happened, the sentence what to do and the menu of actions; other pages
 * (help, rules, log, notebook, chat) take its place until they are left. Everything about the game comes from
 * a source.
 */
#ifndef LAN_SCREEN_H
#define LAN_SCREEN_H

#include "editor.h"
#include "frame.h"
#include "menu.h"
#include "source.h"

/* Keys: characters are themselves, the others follow after the last character there is. */
enum screen_key {
    SCREEN_KEYS = 0x110000,
    SCREEN_UP,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_HOME,
    SCREEN_END,
    SCREEN_ENTER,
    SCREEN_ESCAPE,
    SCREEN_BACKSPACE,
    SCREEN_DELETE,
    SCREEN_TAB,
};

enum screen_page { PAGE_TABLE, PAGE_HELP, PAGE_RULES, PAGE_LOG, PAGE_NOTES, PAGE_CHAT, PAGES };

/* What is being typed, if anything. */
enum screen_input { INPUT_NONE, INPUT_SEARCH, INPUT_WRITE, INPUT_WHY, INPUT_SAVE, INPUT_CHAT, INPUT_FILTER };

/*
 * Between two people at one terminal. Nothing typed for the picture before may lift the curtain: what is
 * typed until it stands is thrown away, and then two keys are needed that nobody presses one after the other
 * at the table, so that neither a hand that was too fast nor a key held down shows the next person's secrets.
 */
enum screen_curtain {
    CURTAIN_UP,
    CURTAIN_FALLS,  /* the picture of it is not on the screen yet, or not alone; keys do nothing */
    CURTAIN_STANDS, /* waits for Space */
    CURTAIN_HELD,   /* waits for Enter; any other key lets go of it */
};

enum {
    SCREEN_MENUS_MAX = 6,        /* groups opened within each other */
    SCREEN_PAGE_BYTES = 1 << 18, /* of a page's text */
};

struct screen {
    struct source *source;
    struct lan_reader reader;
    enum screen_page page;
    int page_skip; /* lines scrolled off the top */
    int page_lines, page_rows;
    int board_skip, board_lines, board_rows;
    char filter[64]; /* of the page: only what has it is shown */
    enum screen_input input;
    struct editor editor;

    struct menu menu[SCREEN_MENUS_MAX]; /* the last one is open */
    int depth;
    struct lan_list shown; /* the list of which the menu was made */
    int cursor;            /* the item the keys act on; -1: none yet */
    int menu_columns;      /* as drawn last, for the arrows */
    int number;            /* digits typed so far; 0 for none */
    char search[64];       /* only actions whose sentence has it are shown; "" shows the menu */
    int match_count;
    uint16_t match[LAN_ACTIONS_MAX]; /* in source->list */

    struct source_say message; /* a slip of paper over the board, until the next key */
    int message_mark;          /* LAN_MARK_PLAIN: no message */
    bool warned;               /* the person was warned of `warned_of`, and has pressed nothing else since */
    lan_action warned_of;
    uint32_t told_before; /* items told when the person last acted: the rest is news */
    uint32_t changes;     /* of the source, when the menu was made */
    uint32_t said_seen;   /* lines of chat that were on the screen */
    enum screen_curtain curtain;
    bool leaving; /* asked whether to leave a running game */
    bool quit;
    char *saved; /* a file that may be written again; owned */
    char *text;  /* SCREEN_PAGE_BYTES, for making pages; owned */
};

/* False when there is no memory. The source stays the caller's. */
bool screen_init(struct screen *screen, struct source *source, enum lan_lang lang, enum lan_style style);
void screen_finish(struct screen *screen);

/* Takes a key. */
void screen_key(struct screen *screen, uint32_t key);

/* A touch of the mouse on a spot of the last frame; NULL: on nothing. A turn of the wheel. */
void screen_touch(struct screen *screen, const struct frame_spot *spot);
void screen_wheel(struct screen *screen, bool up);

/* After the source has changed: makes the menu anew. */
void screen_source_changed(struct screen *screen);

/* The falling curtain is on the screen and what was typed before is gone: from now on keys count. */
void screen_curtain_stands(struct screen *screen);

/* The picture of everything. */
void screen_draw(struct screen *screen, struct frame *frame);

/* For the files that the screen is made of: items, input, commands, news, panes, pages. */

enum screen_touch { TOUCH_ITEM, TOUCH_KEY };

const char *screen_words(const struct screen *screen, const char *en, const char *fr);

/* A slip of paper with a sentence. */
void screen_message_show(struct screen *screen, int mark, const struct source_say *say);
void screen_message_words(struct screen *screen, int mark, const char *en, const char *fr);

#endif
