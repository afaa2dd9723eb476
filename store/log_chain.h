/*
 * log_chain.h - checksums of what is stored: chained over the entries of a log, single for documents.
 *
 * The checksum of entry n is the first STORE_SUM_BYTES bytes of
 *     SHA-256(checksum of entry n-1 || n as 8 bytes, highest first || bytes of the entry)
 * and the chain starts with that of SHA-256("lanterne log " || name of the log). So the checksum of a log's
 * last entry stands for its whole history: two logs with the same head are equal, and a change of any entry
 * shows in every head after it. The checksum of a document is that of SHA-256(space || 0 || key || 0 ||
 * bytes).
 *
 * SHA-256, because PostgreSQL has it too: the database computes the checksums of what an older program wrote
 * (pg_schema.c). They detect damage and histories that differ; they are no signature.
 */
#ifndef LAN_STORE_LOG_CHAIN_H
#define LAN_STORE_LOG_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_SUM_BYTES = 16 };

/* The head of a log: the number of its last entry, 0 for none, and the checksum of that entry. */
struct store_head {
    uint64_t number;
    uint8_t sum[STORE_SUM_BYTES];
};

/* The head of the log with this name before its first entry. */
void store_head_start(struct store_head *head, const char *log);
/* Advances the head by an entry with these bytes. */
void store_head_add(struct store_head *head, const void *bytes, size_t size);
/* Whether both have the same number and checksum. */
bool store_head_same(const struct store_head *a, const struct store_head *b);
/*
 * Whether a log with the head `now` cannot have had the head `before`, which has the number 0 if it is
 * unknown.
 */
bool store_head_other(const struct store_head *now, const struct store_head *before);

void store_document_sum(const char *space, const char *key, const void *bytes, size_t size,
                        uint8_t sum[STORE_SUM_BYTES]);

#endif
