/*
 * source.h - a source: one seat's game for a front end, backed by a table in this program (local.h), a server
 * (online.h) or a record (record_source.h).
 *
 * The front ends (full screen, line by line) access a game through a source only: the items told to one seat,
 * its actions, its board. They hold neither state nor table, so they cannot show what the seat does not know,
 * and they work the same for all three kinds.
 *
 * A source changes only during the calls below. Every change increments `changes`, which tells a front end
 * when to draw again.
 */
#ifndef LAN_SOURCE_H
#define LAN_SOURCE_H

#include "draw.h"
#include "reviewer.h"
#include "standing.h"
#include "table.h"

enum source_state {
    SOURCE_WAITING, /* for other seats: a bot that is thinking, or people and bots at a server */
    SOURCE_ASKED,   /* the seat must act */
    SOURCE_OFFERED, /* the seat may act, or holds the device; source_decline lets the others continue */
    SOURCE_CURTAIN, /* the device changes hands: nothing of the seat is shown before source_curtain_lift */
    SOURCE_OVER,
};

enum {
    SOURCE_NOTES_MAX = 8000, /* bytes of a notebook, without the final 0 */
    SOURCE_CHAT_MAX = 500,   /* of a line of chat */
    SOURCE_STATUS_MAX = 160,
    SOURCE_ALARM_MAX = 2 * LAN_SAY_MAX,
};

/* One item told to the seat; its number is its index in the array plus 1. */
struct source_told {
    struct table_told told; /* its text points into `text` */
    char text[TABLE_NAME_MAX + 1];
    bool undone;
};

struct source_chat {
    char name[TABLE_NAME_MAX + 1];
    int seat; /* LAN_WATCHER: the speaker has no seat */
    char text[4 * SOURCE_CHAT_MAX + 1];
};

/* A sentence for the person in both languages, and the clause it is based on, or 0. */
struct source_say {
    char in[LAN_LANGS][LAN_SAY_MAX];
    int clause;
};

struct source;

/* The functions of a kind of source; only those marked so may be NULL. */
struct source_ops {
    void (*destroy)(struct source *source);

    /* A descriptor that becomes readable when source_advance has something to do; -1 or NULL for none. */
    int (*descriptor)(const struct source *source);

    /* Milliseconds after which source_advance is to be called in any case; -1 or NULL for never. */
    int (*timeout)(const struct source *source);

    bool (*advance)(struct source *source);
    void (*board)(struct source *source, const struct lan_reader *reader, struct lan_text *out);
    void (*prompt)(struct source *source, const struct lan_reader *reader, struct lan_text *out);

    /* NULL for a record, which cannot be played on, as are expand to hint. */
    bool (*act)(struct source *source, lan_action action, struct source_say *say);
    bool (*expand)(struct source *source, const char *notation, struct lan_list *list);
    bool (*undo)(struct source *source, struct source_say *say);
    bool (*why)(struct source *source, lan_action action, struct source_say *say);
    void (*decline)(struct source *source, bool until_asked);

    void (*warn)(struct source *source, lan_action action, const struct lan_reader *reader,
                 struct lan_text *out);
    bool (*hint)(struct source *source, lan_action *action, struct source_say *say);

    void (*lift)(struct source *source);                                                     /* may be NULL */
    bool (*hand)(struct source *source, int seat, struct source_say *say);                   /* may be NULL */
    bool (*standing)(struct source *source, enum standing standing, struct source_say *say); /* may be NULL */
    bool (*chat)(struct source *source, const char *text, struct source_say *say);           /* may be NULL */
    bool (*notes)(struct source *source, char *text, size_t size);                           /* may be NULL */
    bool (*note)(struct source *source, const char *text, struct source_say *say);           /* may be NULL */
    char *(*record)(struct source *source, size_t *size, bool *save,
                    struct source_say *say);              /* may be NULL */
    void (*seek)(struct source *source, uint32_t number); /* may be NULL */

    /*
     * The finished match, for a review; NULL with the reason in `problem` when it cannot be reviewed. And the
     * number of the log's last entry of which the seat was told at `position`. Both may be NULL.
     */
    const struct table *(*finished)(struct source *source, struct record_problem *problem);
    uint32_t (*entry)(const struct source *source);
};

struct source {
    const struct source_ops *ops;
    const struct lan_game *game;
    const struct lan_rules *rules; /* those in force, for the texts that depend on options */
    enum source_state state;
    int seats, seat; /* `seat` may be LAN_WATCHER */
    const char *names[LAN_SEATS_MAX];
    uint16_t must; /* seats the game waits for */
    bool thinking; /* for a bot of this program: the wait is short, so no input is needed meanwhile */
    bool window;   /* the seat is asked in a reaction window */
    enum standing standing; /* the seat's standing answer to those */
    bool standing_new;      /* this is the first such question: the standing answers are to be offered */
    uint16_t people;        /* seats that share this terminal, by bit; 0 where only one seat is played */
    struct lan_list list;
    bool decided; /* `result` holds */
    struct lan_result result;
    struct source_told *told;
    uint32_t told_count, told_capacity;
    struct source_chat *said;
    uint32_t said_count, said_capacity;
    uint32_t position, length; /* of a record: number of the last item shown, and of its last item */
    struct reviewer *reviewer; /* once a review was asked for; owned */
    struct lan_words status;   /* the state of the connection, or the bot that thinks; NULL: none */
    char alarm[LAN_LANGS]
              [SOURCE_ALARM_MAX]; /* what the person must know of the dice, from then on; "" if nothing */
    uint32_t changes;
};

/* Frees the source and all it has. NULL is allowed. */
void source_destroy(struct source *source);

/* Performs one step that needs no person: a bot's move, a message of the server. False when there is none. */
bool source_advance(struct source *source);
int source_descriptor(const struct source *source);
int source_timeout(const struct source *source);

/*
 * Append the drawing of the board and the prompt, the sentence that says what to do; nothing behind the
 * curtain.
 */
void source_board(struct source *source, const struct lan_reader *reader, struct lan_text *out);
void source_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out);

/* Plays an action. False with the refusal in `say`. */
bool source_act(struct source *source, lan_action action, struct source_say *say);

/* Parses a line of notation into the actions it stands for; false when it is invalid. */
bool source_expand(struct source *source, const char *notation, struct lan_list *list);

/* Takes back the last action; false with the reason in `say`. */
bool source_undo(struct source *source, struct source_say *say);

/* Whether an action would be accepted; false with the reason in `say`. Changes nothing. */
bool source_why(struct source *source, lan_action action, struct source_say *say);

/* Declines the present offer; with `until_asked` all offers until the seat must act. */
void source_decline(struct source *source, bool until_asked);

/* Appends a warning when an action can only harm the seat; nothing otherwise. */
void source_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                 struct lan_text *out);

/* Advice on the present decision, with its reason in `say`; false when there is none, with the reason why. */
bool source_hint(struct source *source, lan_action *action, struct source_say *say);

/* Lifts the curtain: the person of source->seat now holds the device. */
void source_curtain_lift(struct source *source);

/*
 * The person of another seat at this terminal takes the device, behind the curtain, whether there is
 * something to do or not; source_decline gives it back. False with the reason in `say`.
 */
bool source_hand(struct source *source, int seat, struct source_say *say);

/* Whether the scores are points of each player, which are shown beside the winners. */
bool source_has_points(const struct source *source);

/* Appends an item as a sentence to the person at the source's seat. */
void source_told_say(const struct source *source, const struct table_told *told,
                     const struct lan_reader *reader, struct lan_text *out);

/* Several people share this terminal. */
bool source_is_shared(const struct source *source);

/* Sets the seat's standing answer to reaction windows. False with the reason in `say`. */
bool source_standing_set(struct source *source, enum standing standing, struct source_say *say);

/*
 * Begins the review of a seat of the finished match, in place of another one; source_advance follows it.
 * False with the reason in `say` when this cannot be reviewed. source_review_leave stops and forgets it.
 */
bool source_review_start(struct source *source, int seat, struct source_say *say);
void source_review_leave(struct source *source);

/* Whether the source has a finished match that may be reviewed, or says why it may not. */
bool source_has_review(const struct source *source);

/* The number of steps of the review that lie before the item shown. */
uint32_t source_review_number(const struct source *source, const struct review *review);

/* ---- For implementations of sources -------------------------------------------------------------------- */

/* Appends a copy of an item; a notice of undoing marks the items it names as undone. */
void source_told_add(struct source *source, const struct table_told *told);
void source_told_clear(struct source *source);
void source_chat_add(struct source *source, int seat, const char *name, const char *text);
void source_say_set(struct source_say *say, int clause, const char *en, const char *fr);

/* Grows an array of the source. Out of memory exits the program; the atexit handler restores the terminal. */
void *source_grow(void *array, uint32_t count, uint32_t *capacity, size_t size);

#endif
