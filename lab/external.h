/*
 * external.h - a bot that runs as a separate program, driven through the protocol of docs/bots.md.
 *
 * One JSON object a line in each direction. An error of the bot is returned as a fault with a sentence; the
 * caller decides on the consequence.
 */
#ifndef LAN_EXTERNAL_H
#define LAN_EXTERNAL_H

#include "process.h"
#include "table.h"

enum { EXTERNAL_PROTOCOL = 1, EXTERNAL_MESSAGE_MAX = 1 << 20 };

enum external_fault {
    EXTERNAL_FINE,
    EXTERNAL_LATE,    /* no answer in time, or its input is full */
    EXTERNAL_CRASHED, /* it exited, closed its output or does not read its input */
    EXTERNAL_GARBLED, /* a line that is not an answer in JSON, or too long */
    EXTERNAL_ILLEGAL, /* an action that was not offered */
    EXTERNAL_FAULTS
};

struct external {
    char command[1024];
    struct process process;
    double seconds;                  /* for one answer */
    bool view, bytes, told, actions; /* "wants" of its hello: the parts of a question to send */
    bool explains;                   /* it supports `explain` */
    uint32_t asked;
    struct table_reader reader;
    char say[LAN_SAY_MAX]; /* about the last fault */
};

extern const char *const external_fault_words[EXTERNAL_FAULTS];

/*
 * Starts the program and exchanges hello. `seconds` is the limit for an answer; starting may take longer than
 * that unless the user gave the limit (`strict`). False after complaining when the program does not answer,
 * speaks another protocol, wants what there is not, or does not play the game.
 */
bool external_open(struct external *external, const char *command, double seconds, bool strict,
                   const struct lan_game *game);
void external_close(struct external *external);

/* Announces a new game in which the bot plays `seat`. */
enum external_fault external_new(struct external *external, const struct table *table, int seat,
                                 uint64_t seed);

/* Asks for the bot's action; written to `advice`. */
enum external_fault external_ask(struct external *external, const struct table *table,
                                 const struct lan_question *question, struct lan_advice *advice);

/* Asks a bot that `explains` for the reason of its last answer; fills in reason and clause of `advice`. */
enum external_fault external_explain(struct external *external, const struct table *table,
                                     struct lan_advice *advice);

/* Reports a fault and its consequence (`policy`) to the bot. */
void external_refuse(struct external *external, enum external_fault fault, const char *policy);

/* Announces the end of the game. */
void external_end(struct external *external, const struct table *table);

#endif
