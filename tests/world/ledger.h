/*
 * ledger.h - what the log of every table in a simulated world says, followed entry by entry as the disk gets
 * them, and compared with the independent model of rights (tests/support/rights_model.h).
 *
 * The position of the game comes from the log by room_log.h. Who holds which seat and who may see what comes
 * from the model, which is told each change that the log names; one that the model refuses is a finding. The
 * model is kept for every number of entries, since a node may be behind the log.
 */
#ifndef LAN_WORLD_LEDGER_H
#define LAN_WORLD_LEDGER_H

#include "disk.h"
#include "map.h"
#include "rights_model.h"
#include "room_log.h"
#include "sim.h"

enum { LEDGER_NOBODY = RIGHTS_PEOPLE_MAX - 1 }; /* the number of persons who never had a seat */

/* A move by its id, in the log or acknowledged. */
struct ledger_move {
    char key[64];      /* TABLE/SEAT/ID */
    uint64_t entry;    /* of the log; 0 while it is in none */
    bool acknowledged; /* a client was told that it is stored */
    bool denied;       /* a client was told that it is not, and has not sent it again */
};

enum { LEDGER_SINCE_UNKNOWN = -2 };

struct ledger_table {
    char id[ID_TABLE + 1];
    struct room_log log;
    struct rights_model *model; /* after 0.. entries */
    uint64_t capacity;
    char people[RIGHTS_PEOPLE_MAX][ID_PERSON + 1];
    int people_count;
    struct ledger_table *next;
    /* By up_ms: since when the game waits for each seat; -1: it does not, LEDGER_SINCE_UNKNOWN: it does. */
    int64_t must_since[RIGHTS_SEATS_MAX];
    int64_t asked_bot[RIGHTS_SEATS_MAX]; /* when somebody last asked for a stand-in at the seat */
    bool damaged;                        /* an entry on disk was changed */
    bool lost;     /* the disk has once lost entries, as it was told to: dice may have been drawn anew */
    bool forgiven; /* the disk has lost entries, as it was told to: nodes may not have noticed yet */
};

struct ledger {
    struct sim *sim;
    const struct disk *disk;
    struct map tables, moves, rulebooks;
    struct ledger_table *first; /* all, the latest first */
    uint64_t entries, moves_stored;
    int64_t up_ms; /* how long there was a node that was up, kept by the world */
    bool forgives; /* what the disk loses now, it was told to lose */
};

void ledger_init(struct ledger *ledger, struct sim *sim, const struct disk *disk);
void ledger_free(struct ledger *ledger);
/* For struct disk: a log has got an entry, or has lost some. */
void ledger_appended(struct ledger *ledger, const struct disk_log *log);
void ledger_shortened(struct ledger *ledger, const char *name);

struct ledger_table *ledger_table(const struct ledger *ledger, const char *id); /* NULL for none */
/* The number of a person in the table's model. */
int ledger_person(const struct ledger_table *table, const char *person);
/* The model as the node at place `slot` must have it: after the entries it was given. */
const struct rights_model *ledger_model(const struct ledger *ledger, const struct ledger_table *table,
                                        int slot);
/* A move's note; made when there is none yet. */
struct ledger_move *ledger_move(struct ledger *ledger, const char *table, int seat, const char *move);

#endif
