/* head.h - the set-up of a match as JSON, which begins every record, and the hashes over it. */
#ifndef LAN_TABLE_HEAD_H
#define LAN_TABLE_HEAD_H

#include "inside.h"

enum { HEAD_BYTES_MAX = 1 << 20 };

/* The set-up of the table `what`, the object "match" of records. For memory_text_write, hence the type. */
void head_write(const void *what, struct lan_text *out);

/* Fill table->head and rulebook->hash; false when there is no memory. */
bool head_hash(struct table *table);
bool rulebook_hash(struct table_rulebook *rulebook);

/* `count` bytes in lower-case hexadecimal. */
void hash_hex(const uint8_t *bytes, int count, struct lan_text *out);

/* The words of records for the enumerations of table.h, by value. */
extern const char *const holder_words[3];
extern const char *const end_words[4];
extern const char *const clock_words[2];
extern const char *const policy_words[2];

#endif
