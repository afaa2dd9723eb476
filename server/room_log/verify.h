/* verify.h - every roll and card of a finished game recomputed from its record. */
#ifndef LAN_SERVER_VERIFY_H
#define LAN_SERVER_VERIFY_H

#include "record.h"

/* Whether the dice are what the record's secret and bytes give, with the reason as a sentence. */
struct verdict {
    bool good;
    char say[LAN_LANGS][LAN_SAY_MAX];
};

/* Of a record that was read. One that is not full, or promises nothing about its dice, is not good. */
void verify_record(const struct record *record, struct verdict *verdict);

#endif
