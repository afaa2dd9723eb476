/* Tables in the order of their ids (table_index.h), and removing all entries of a map (map.h): finding 12. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "lan.h"
#include "map.h"
#include "table_index.h"
#include "tap.h"

enum { TABLES = 3000, ROUNDS = 20000 };

struct row {
    char id[12];
    struct index_node node;
    bool in;
};

/* The row that comes before `id`, found by looking at all. */
static const struct row *slow_before(const struct row *rows, const char *id)
{
    const struct row *found = NULL;
    for (int i = 0; i < TABLES; i++) {
        if (rows[i].in && (!id || strcmp(rows[i].id, id) < 0) &&
            (!found || strcmp(rows[i].id, found->id) > 0))
            found = &rows[i];
    }
    return found;
}

static void expect_same(const struct table_index *index, const struct row *rows, const char *id)
{
    const struct index_node *node = index_before(index, id);
    const struct row *row = slow_before(rows, id);
    assert_int_equal(node == NULL, row == NULL);
    if (node)
        assert_string_equal(node->id, row->id);
}

static void finding_12_the_order_of_the_list(void **unused)
{
    static struct row rows[TABLES];
    struct table_index index = {0};
    struct lan_rng rng;
    size_t count = 0;
    (void)unused;
    lan_rng_init(&rng, tap_seed(12));
    for (int i = 0; i < TABLES; i++)
        snprintf(rows[i].id, sizeof rows[i].id, "%010x",
                 (unsigned)(lan_rng_next(&rng) >> 40) * 2654435761u + (unsigned)i);
    for (int round = 0; round < ROUNDS; round++) {
        struct row *row = &rows[lan_rng_next(&rng) % TABLES];
        if (row->in)
            index_remove(&index, &row->node);
        else
            index_add(&index, &row->node, row->id);
        row->in = !row->in;
        count += row->in ? 1 : (size_t)-1;
        assert_int_equal(index.count, count);
        if (round % 100 == 0) {
            expect_same(&index, rows, row->id);
            expect_same(&index, rows, NULL);
        }
    }
    size_t walked = 0;
    for (const struct index_node *at = index_before(&index, NULL); at; at = index_before(&index, at->id))
        walked++;
    assert_int_equal(walked, count);
}

/* Stopping a server removes every table from its map: no slot is looked at again for another one. */
static void finding_12_all_entries_of_a_map_are_removed_in_one_walk(void **unused)
{
    enum { MANY = 100000 };
    char(*ids)[12] = calloc(MANY, sizeof *ids);
    struct map map = {0};
    size_t steps = 0, at = 0;
    char *id;
    (void)unused;
    for (int i = 0; i < MANY; i++) {
        snprintf(ids[i], sizeof ids[i], "%010d", i);
        map_put(&map, ids[i], ids[i]);
    }
    size_t slots = map.size;
    for (size_t before = 0; (id = map_each(&map, &at)); before = at) {
        steps += at - before;
        map_remove(&map, id);
        at--;
    }
    assert_int_equal(map.count, 0);
    assert_true(steps <= slots + MANY);
    map_free(&map);
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finding_12_the_order_of_the_list),
        cmocka_unit_test(finding_12_all_entries_of_a_map_are_removed_in_one_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
