/*
 * external.h - a bot that is a program of its own, spoken to in the protocol of docs/bots.md.
 *
 * One JSON object a line each way. What it gets wrong is a fault with a sentence; what a fault costs is its
 * caller's policy.
 */
#ifndef LAN_EXTERNAL_H
#define LAN_EXTERNAL_H

#include "process.h"
#include "table.h"

enum { EXTERNAL_PROTOCOL = 1, EXTERNAL_MESSAGE_MAX = 1 << 20 };

enum external_fault {
    EXTERNAL_FINE,
    EXTERNAL_LATE,    /* no answer in time */
    EXTERNAL_CRASHED, /* it ended, closed its output or does not take its input */
    EXTERNAL_GARBLED, /* a line that is no answer in JSON */
    EXTERNAL_ILLEGAL, /* an answer that was not offered */
    EXTERNAL_FAULTS
};

struct external {
    char command[1024];
    struct process process;
    double seconds;                  /* for one answer */
    bool view, bytes, told, actions; /* what it wants to be sent */
    bool explains;                   /* whether it can say why */
    uint32_t asked;
    struct table_reader reader;
    char say[LAN_SAY_MAX]; /* about the last fault */
};

extern const char *const external_fault_words[EXTERNAL_FAULTS];

/* Starts the program and greets it. False after complaining when it does not answer. */
bool external_open(struct external *external, const char *command, double seconds,
                   const struct lan_game *game);
void external_close(struct external *external);

/* A game begins; the bot has this seat. */
enum external_fault external_new(struct external *external, const struct table *table, int seat,
                                 uint64_t seed);

/* Asks for an answer to what the seat is asked now. */
enum external_fault external_ask(struct external *external, const struct table *table,
                                 const struct lan_question *question, struct lan_advice *advice);

/* Asks one who explains why it gave its last answer, and fills in reason and clause. */
enum external_fault external_explain(struct external *external, const struct table *table,
                                     struct lan_advice *advice);

/* Tells the bot of its fault and of what is done about it. */
void external_refuse(struct external *external, enum external_fault fault, const char *policy);

/* The game is over. */
void external_end(struct external *external, const struct table *table);

#endif
