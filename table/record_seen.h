/*
 * record_seen.h - the JSON of what a device saw and gave in the exchange of bytes: the field "seen" of a
 * record.
 *
 *   {"round":1,"commitment":"HEX","rules":"HEX","seats":[1],"hashes":["HEX",null],"bytes":"HEX"}
 *
 * `rules` is missing where the server did not show it.
 * It lies beside the hashes of a record, so that a device can add it to the document that a server sent. In
 * the library lan_record_json, which needs jansson.
 */
#ifndef LAN_RECORD_SEEN_H
#define LAN_RECORD_SEEN_H

#include <jansson.h>

#include "record.h"

/* Reads it for a match of so many seats. False with `problem` filled when a field is missing, wrong or one
   too many. */
bool record_seen_parse(const json_t *json, int seats, struct record_seen *seen,
                       struct record_problem *problem);

/* Writes it for a match of so many seats. The caller's; NULL when there is no memory. */
json_t *record_seen_json(const struct record_seen *seen, int seats);

#endif
