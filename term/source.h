/*
 * source.h - where a seat's game comes from: a table in this program, a server, or a record.
 *
 * A source is all that a front end (the full screen, or lines) knows of a game: what one seat was told, what
 * it may do, and how the board looks to it. No front end has a state or a table, so none can show what its
 * seat does not know; and what is shown is the same wherever the game is.
 *
 * A source changes only in the calls below. `changes` rises with every change, so that who draws knows when
 * to.
 */
#ifndef LAN_SOURCE_H
#define LAN_SOURCE_H

#include "draw.h"
#include "table.h"

enum source_state {
    SOURCE_WAITING, /* for others: here a bot that thinks, or people and bots at a server */
    SOURCE_ASKED,   /* the seat must act */
    SOURCE_OFFERED, /* the seat may act and need not: source_decline lets the others go on */
    SOURCE_CURTAIN, /* the device changes hands: nothing of the seat is shown before source_curtain_lift */
    SOURCE_OVER,
};

enum {
    SOURCE_NOTES_MAX = 8000, /* bytes of a notebook, without the final 0 */
    SOURCE_CHAT_MAX = 500,   /* of a line of chat */
    SOURCE_STATUS_MAX = 160,
};

/* One item of what the seat was told; its number is its place, from 1. */
struct source_told {
    struct table_told told; /* its text points into `text` */
    char text[TABLE_NAME_MAX + 1];
    bool undone;
};

struct source_chat {
    char name[TABLE_NAME_MAX + 1];
    int seat; /* LAN_WATCHER for who holds none */
    char text[4 * SOURCE_CHAT_MAX + 1];
};

/* A sentence of the table in both languages, with the clause behind it or 0. */
struct source_say {
    char in[LAN_LANGS][LAN_SAY_MAX];
    int clause;
};

struct source;

/* What a kind of source can do. Those that may be NULL say so; the others are always there. */
struct source_ops {
    void (*destroy)(struct source *source);

    /* A descriptor that becomes readable when source_advance has something to do; -1 or NULL for none. */
    int (*descriptor)(const struct source *source);

    /* Milliseconds after which source_advance is to be called anyhow; -1 or NULL for never. */
    int (*timeout)(const struct source *source);

    bool (*advance)(struct source *source);
    void (*board)(struct source *source, const struct lan_reader *reader, struct lan_text *out);
    void (*prompt)(struct source *source, const struct lan_reader *reader, struct lan_text *out);

    /* NULL for a record, which nobody plays on. */
    bool (*act)(struct source *source, lan_action action, struct source_say *say);
    bool (*expand)(struct source *source, const char *notation, struct lan_list *list);
    bool (*undo)(struct source *source, struct source_say *say);
    bool (*why)(struct source *source, lan_action action, struct source_say *say);
    void (*decline)(struct source *source, bool until_asked);

    void (*warn)(struct source *source, lan_action action, const struct lan_reader *reader,
                 struct lan_text *out);
    bool (*hint)(struct source *source, lan_action *action, struct source_say *say);

    void (*lift)(struct source *source);                                           /* may be NULL */
    bool (*chat)(struct source *source, const char *text, struct source_say *say); /* may be NULL */
    bool (*notes)(struct source *source, char *text, size_t size);                 /* may be NULL */
    bool (*note)(struct source *source, const char *text, struct source_say *say); /* may be NULL */
    char *(*record)(struct source *source, size_t *size, bool *save,
                    struct source_say *say);              /* may be NULL */
    void (*seek)(struct source *source, uint32_t number); /* may be NULL */
};

struct source {
    const struct source_ops *ops;
    const struct lan_game *game;
    enum source_state state;
    int seats, seat; /* `seat` may be LAN_WATCHER */
    const char *names[LAN_SEATS_MAX];
    uint16_t must; /* seats the game waits for */
    bool thinking; /* a bot does, in this program: it will not be long, and nobody need be asked meanwhile */
    struct lan_list list;
    bool decided; /* `result` holds */
    struct lan_result result;
    struct source_told *told;
    uint32_t told_count, told_capacity;
    struct source_chat *said;
    uint32_t said_count, said_capacity;
    uint32_t position, length; /* of a record: the number of the item shown last, and of the last there is */
    struct lan_words
        status; /* a word about the connection, or who thinks; NULL when there is nothing to say */
    uint32_t changes;
};

/* Frees the source and all it has. NULL is allowed. */
void source_destroy(struct source *source);

/* Does one thing that needs nobody here: a bot's move, what the server sent. False when there is none now. */
bool source_advance(struct source *source);
int source_descriptor(const struct source *source);
int source_timeout(const struct source *source);

/* The drawing of the board and the sentence what to do; nothing while the curtain is down. */
void source_board(struct source *source, const struct lan_reader *reader, struct lan_text *out);
void source_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out);

/* Plays an action. False with the refusal in `say`. */
bool source_act(struct source *source, lan_action action, struct source_say *say);

/* The actions that a written line stands for; false when it is none. */
bool source_expand(struct source *source, const char *notation, struct lan_list *list);

/* Takes back the last action; false with the reason. */
bool source_undo(struct source *source, struct source_say *say);

/* Whether an action would be accepted; false with the reason. Changes nothing. */
bool source_why(struct source *source, lan_action action, struct source_say *say);

/* Not now; `until_asked`: nor before the seat must act. */
void source_decline(struct source *source, bool until_asked);

/* A sentence when an action can only harm; nothing otherwise. */
void source_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                 struct lan_text *out);

/* What a sensible player would do; false when there is no advice, with the reason in `say`. */
bool source_hint(struct source *source, lan_action *action, struct source_say *say);

/* Lifts the curtain: who sits at the seat has the device. */
void source_curtain_lift(struct source *source);

/* ---- For sources --------------------------------------------------------------------------------------- */

/* Copies an item to the end of what was told; an undone notice strikes out what it names. */
void source_told_add(struct source *source, const struct table_told *told);
void source_told_clear(struct source *source);
void source_chat_add(struct source *source, int seat, const char *name, const char *text);
void source_say_set(struct source_say *say, int clause, const char *en, const char *fr);

/* Grows an array of the source; out of memory ends the program, after the terminal is put back by atexit. */
void *source_grow(void *array, uint32_t count, uint32_t *capacity, size_t size);

#endif
