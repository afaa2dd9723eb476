/*
 * record_read.h - a record from its JSON document.
 *
 * Reading trusts nothing: everything in a document must follow from its head and its log, hashes included. A
 * document that was damaged, cut off or changed is refused with the place and the reason. What differs only
 * in blanks, the order of keys or the escaping of characters is the same document.
 *
 * Needs jansson; it is in the library lan_record_json, apart from the rest of this folder (record_build.h
 * does the same without a document).
 */
#ifndef LAN_RECORD_READ_H
#define LAN_RECORD_READ_H

#include "record.h"

/* False with `problem` filled, and nothing to finish, when the bytes are refused. */
bool record_read(const char *bytes, size_t size, struct record *record, struct record_problem *problem);

/* Frees what record_read made, also a table that the caller has left in it. */
void record_finish(struct record *record);

#endif
