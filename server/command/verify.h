/*
 * verify.h - every roll and card of a finished game recomputed from its record: for the program's command
 * `lanterne verify`, and for who asks the server about a record.
 */
#ifndef LAN_SERVER_VERIFY_H
#define LAN_SERVER_VERIFY_H

#include "record.h"

/* Whether the dice are what the record's secret and bytes give, and why not, as a sentence. */
struct verdict {
    bool good;
    char say[LAN_LANGS][LAN_SAY_MAX];
};

/* Of a record that was read. One that is not full, or claims nothing about its dice, is not good either. */
void verify_record(const struct record *record, struct verdict *verdict);

/* Exit status: 0 all is as it must be, 1 it is not or cannot be verified, 2 wrong usage, 3 no record. */
int verify_main(int argc, char **argv);

#endif
