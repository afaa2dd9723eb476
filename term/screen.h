/*
 * screen.h - the full-screen client without a terminal: keys go in, frames come out.
 *
 * The table page shows the board, the news, the prompt and the menu of actions; other pages (help, rules,
 * log, notebook, chat, review) replace it until they are left. Everything about the game comes from a source
 * (source.h).
 */
#ifndef LAN_SCREEN_H
#define LAN_SCREEN_H

#include "editor.h"
#include "frame.h"
#include "menu.h"
#include "source.h"

/* Keys: a character is its code point; other keys have numbers above the last code point. */
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

enum screen_page { PAGE_TABLE, PAGE_HELP, PAGE_RULES, PAGE_LOG, PAGE_NOTES, PAGE_CHAT, PAGE_REVIEW, PAGES };

/* The purpose of the text being typed. */
enum screen_input { INPUT_NONE, INPUT_SEARCH, INPUT_WRITE, INPUT_WHY, INPUT_SAVE, INPUT_CHAT, INPUT_FILTER };

/*
 * The curtain hides the screen while the device passes from one person to another. Keys typed before it is on
 * the screen are discarded; then Space followed by Enter lifts it, a sequence that play never uses, so that
 * neither a key typed too early nor a key held down shows the next person's secrets.
 */
enum screen_curtain {
    CURTAIN_UP,
    CURTAIN_FALLS,  /* not yet on the screen, or shown without its prompt; keys do nothing */
    CURTAIN_STANDS, /* waits for Space */
    CURTAIN_HELD,   /* Space was pressed: waits for Enter; any other key returns to CURTAIN_STANDS */
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
    char filter[64]; /* of the page: only paragraphs that contain it are shown */
    enum screen_input input;
    struct editor editor;

    struct menu menu[SCREEN_MENUS_MAX]; /* the last one is open */
    int depth;
    bool taking_back;      /* the menu has the actions that can be taken back (take_back.h) */
    struct lan_list shown; /* the list from which the menu was made */
    int cursor;            /* the item the keys act on; -1: none yet */
    int menu_columns;      /* as drawn last, for the arrows */
    int number;            /* digits typed so far; 0 for none */
    char search[64];       /* only actions whose sentence contains it are shown; "": the menu */
    int match_count;
    uint16_t match[LAN_ACTIONS_MAX]; /* in source->list */

    struct source_say message; /* shown in a box over the board until the next key */
    int message_mark;          /* LAN_MARK_PLAIN: no message */
    bool warned;               /* the warning about `warned_of` was shown, and no other key pressed since */
    lan_action warned_of;
    uint32_t told_before; /* items told when the person last acted: later ones are news */
    uint32_t changes;     /* source->changes when the menu was made */
    uint32_t said_seen;   /* lines of chat that have been on the screen */
    enum screen_curtain curtain;
    int curtain_seat; /* for which it fell last */
    bool leaving;     /* the person was asked whether to leave a running game */
    bool quit;
    char *saved; /* a file that may be overwritten; owned */
    char *text;  /* SCREEN_PAGE_BYTES, for making pages; owned */
};

/* False when there is no memory. The source remains the caller's. */
bool screen_init(struct screen *screen, struct source *source, enum lan_lang lang, enum lan_style style);
void screen_finish(struct screen *screen);

/* Handles a key. */
void screen_key(struct screen *screen, uint32_t key);

/* Handles a click on a spot of the last frame (NULL: outside all spots), or a turn of the wheel. */
void screen_touch(struct screen *screen, const struct frame_spot *spot);
void screen_wheel(struct screen *screen, bool up);

/* To be called after the source has changed: updates the menu. */
void screen_source_changed(struct screen *screen);

/*
 * To be called when the curtain is on the screen and pending input was discarded: accepts keys from now on.
 */
void screen_curtain_stands(struct screen *screen);

/* Draws the current page. */
void screen_draw(struct screen *screen, struct frame *frame);

/* For the files that the screen is made of: items, input, commands, news, panes, pages. */

enum screen_touch { TOUCH_ITEM, TOUCH_KEY };

const char *screen_words(const struct screen *screen, const char *en, const char *fr);

/* Shows a message in a box over the board until the next key. */
void screen_message_show(struct screen *screen, int mark, const struct source_say *say);
void screen_message_words(struct screen *screen, int mark, const char *en, const char *fr);

#endif
