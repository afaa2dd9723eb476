/* play.h - a game in the terminal, line by line: what play.c and talk.c share. */
#ifndef LAN_PLAY_H
#define LAN_PLAY_H

#include "bot.h"
#include "menu.h"
#include "table.h"
#include "term.h"

enum { PLAY_MENUS_MAX = 6 }; /* groups opened within each other */

struct play {
    const struct settings *settings;
    struct term term;
    struct table *table;
    int seat; /* the person's */
    const char *names[LAN_SEATS_MAX];

    const struct lan_bot *bot;
    struct lan_budget budget;
    uint64_t bot_seed;
    struct lan_event *told; /* what a bot was told, gathered anew for each of its questions */
    size_t told_room;

    uint32_t shown;                   /* the last item of what the person was told that is on the screen */
    uint32_t declined[LAN_SEATS_MAX]; /* 1 + items told to a seat when it last declined to do more */
    bool later;                       /* the person is not to be asked before having to act */

    struct lan_list list;             /* the person's actions now */
    struct menu menu[PLAY_MENUS_MAX]; /* the last one is open */
    int depth;
    bool warned; /* the person was warned of `warned_of` and of nothing since */
    lan_action warned_of;
    char *saved; /* a file that `save` may write again; owned */
};

/* What a line typed by the person did. */
enum talk {
    TALK_MORE,  /* nothing in the game: ask again */
    TALK_ACTED, /* the game went on, or an action was taken back */
    TALK_WAIT,  /* the person lets the others go on */
    TALK_QUIT,
};

/* Understands a line and does what it says. */
enum talk talk_line(struct play *play, char *line);

/* Shows the table, the sentence what to do, and the menu. */
void play_show(const struct play *play);

/* The same without the table. */
void now_show(const struct play *play);

/* Prints what the person was told since the last time. */
void play_news(struct play *play);

/* The menu that is open, printed. */
void menu_show(const struct play *play);

/* Time for the table, in milliseconds. */
int64_t play_now(void);

/* A string of the person's language. */
const char *play_words(const struct play *play, const char *en, const char *fr);

/* Writes the match to a file: a save while it is running, the full record after. False after complaining. */
bool play_save(const struct play *play, const char *file);

/* Asks a bot for an action of a seat; false when it declines. */
bool bot_think(struct play *play, const struct lan_bot *bot, int seat, bool optional,
               struct lan_advice *advice);

#endif
