#include "table_index.h"

#include <string.h>

#include "lan.h"
#include "map.h"

/* Splits a tree: `low` gets what is before the id, `high` the rest. */
static void split(struct index_node *tree, const char *id, struct index_node **low, struct index_node **high)
{
    while (tree) {
        if (strcmp(tree->id, id) < 0) {
            *low = tree;
            low = &tree->right;
            tree = tree->right;
        } else {
            *high = tree;
            high = &tree->left;
            tree = tree->left;
        }
    }
    *low = *high = NULL;
}

/* Joins two trees, of which the first is before the second, at `link`. */
static void join(struct index_node **link, struct index_node *low, struct index_node *high)
{
    while (low && high) {
        if (low->weight > high->weight) {
            *link = low;
            link = &low->right;
            low = low->right;
        } else {
            *link = high;
            link = &high->left;
            high = high->left;
        }
    }
    *link = low ? low : high;
}

void index_add(struct table_index *index, struct index_node *node, const char *id)
{
    struct index_node **link = &index->root;
    *node = (struct index_node){.id = id, .weight = map_hash(id)};
    while (*link && (*link)->weight >= node->weight)
        link = strcmp((*link)->id, id) < 0 ? &(*link)->right : &(*link)->left;
    split(*link, id, &node->left, &node->right);
    *link = node;
    index->count++;
}

void index_remove(struct table_index *index, struct index_node *node)
{
    struct index_node **link = &index->root;
    while (*link && *link != node)
        link = strcmp((*link)->id, node->id) < 0 ? &(*link)->right : &(*link)->left;
    lan_assert(*link == node);
    join(link, node->left, node->right);
    index->count--;
}

struct index_node *index_before(const struct table_index *index, const char *id)
{
    struct index_node *found = NULL;
    for (struct index_node *at = index->root; at;) {
        if (!id || strcmp(at->id, id) < 0) {
            found = at;
            at = at->right;
        } else {
            at = at->left;
        }
    }
    return found;
}
