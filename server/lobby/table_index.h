/*
 * table_index.h - tables in the order of their ids, so that a list of the first hundreds costs no look at the
 * others. A treap: a tree by id and a heap by a hash of the id, which keeps it balanced; ids are random.
 */
#ifndef LAN_SERVER_TABLE_INDEX_H
#define LAN_SERVER_TABLE_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* Part of what is listed; `id` must stay the same while it is in an index. */
struct index_node {
    const char *id;
    struct index_node *left, *right;
    uint64_t weight;
};

struct table_index {
    struct index_node *root;
    size_t count;
};

/* The node must not be in an index, and no other one with its id in this one. */
void index_add(struct table_index *index, struct index_node *node, const char *id);
/* The node must be in this index. */
void index_remove(struct table_index *index, struct index_node *node);
/* The node with the last id before `id` in the order of strcmp, with the last of all for NULL; or NULL. */
struct index_node *index_before(const struct table_index *index, const char *id);

#endif
