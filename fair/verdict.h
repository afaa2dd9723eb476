/*
 * verdict.h - what a record proves about its dice: every roll and card drawn again from the secret and the
 * bytes that the record publishes, which seats took part, and whether it fits what a device kept of the
 * exchange.
 *
 * Everything is a function of the record and of what the device kept (docs/fair-dice.md); no server is asked.
 * Used by the command `lanterne verify`, by the operation `verify-record` and by the terminal at a game's
 * end.
 */
#ifndef LAN_VERDICT_H
#define LAN_VERDICT_H

#include "record.h"

enum verdict_worth {
    VERDICT_BAD,  /* something does not fit, or the record promises nothing about its dice */
    VERDICT_PART, /* all fits, but only some of the people added bytes: it proves nothing to the others */
    VERDICT_GOOD, /* all fits, and everybody who sat there added bytes, or the table had no exchange */
};

struct verdict {
    enum verdict_worth worth;
    char say[LAN_LANGS]
            [LAN_SAY_MAX]; /* as sentences, with the seats that added bytes and those that did not */
};

/* Of a record that was read. One that is not full is VERDICT_BAD. */
void verdict_record(const struct record *record, struct verdict *verdict);

/*
 * Whether the match of a record is the one for which a device gave its bytes: the same round, the commitment
 * that the server published then, the rules that it named, the device's bytes under its seats, the hashes of
 * all others as they were shown before the bytes were given, and a secret that fits, where it is open. False
 * with the first difference in `say`.
 */
bool verdict_seen_fits(const struct record_seen *seen, const struct table *table,
                       char say[LAN_LANGS][LAN_SAY_MAX]);

/* A commitment of a match by its name, "" where it has none. */
const char *verdict_commitment(const struct table *table, const char *name);

/* Whether devices added bytes to the dice of the match, as the record tells. */
bool verdict_exchanged(const struct table *table);

/* Whether the secret behind the dice is published. */
bool verdict_opened(const struct table *table);

#endif
