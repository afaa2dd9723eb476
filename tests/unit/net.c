/* Nets (net.h): files that are read and refused, and what they compute, against sums done another way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "nets.h"

enum { SIZES_AT = NET_HEAD_BYTES, LAYERS = 3, SHIFT_AT = NET_HEAD_BYTES + 4 * (LAYERS + 1), GAMES = 200 };

static struct net_memory memory;
static uint8_t file[NET_FILE_MAX];
static struct net_work work;

/* The rules of a game for its smallest number of seats. */
static const struct lan_rules *rules_of(const struct lan_game *game, union lan_rules_buf *buf)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(game, game->seats_min, &config);
    assert_true(lan_compile(game, &config, &buf->base, &problem));
    return &buf->base;
}

static const struct lan_rules *tiny_rules(void)
{
    static union lan_rules_buf buf;
    return rules_of(lan_game_find("tiny", 0), &buf);
}

/* Reads a copy of exactly its size, so that reading past the end is noticed. */
static const char *read_copy(size_t size, struct net *net)
{
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, file, size);
    const char *wrong = net_read(copy, size, &memory, net);
    free(copy);
    return wrong;
}

static void test_every_damage_is_refused(void **state)
{
    (void)state;
    struct net net;
    size_t size = net_make(tiny_rules(), true, 1, file);
    assert_null(read_copy(size, &net));
    for (size_t i = 0; i < size; i++) {
        assert_non_null(read_copy(i, &net)); /* cut off */
        file[i] ^= 1 << i % 8;
        assert_non_null(read_copy(size, &net));
        file[i] ^= 1 << i % 8;
    }
    assert_null(read_copy(size, &net));
}

static void refused(size_t at, uint8_t byte, size_t size, const char *reason)
{
    struct net net;
    uint8_t was = file[at];
    file[at] = byte;
    net_seal(file, size);
    const char *wrong = read_copy(size, &net);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, reason));
    file[at] = was;
    net_seal(file, size);
}

/* With a checksum that is right. */
static void test_each_reason_is_given(void **state)
{
    (void)state;
    struct net net;
    size_t size = net_make(tiny_rules(), true, 1, file);
    refused(0, 'X', size, "no file of a net");
    refused(8, NET_VERSION + 1, size, "another version");
    refused(12, 0, size, "head");
    refused(12, LAN_SEATS_MAX + 1, size, "head");
    refused(13, 0, size, "head");
    refused(13, NET_LAYERS_MAX + 1, size, "head");
    refused(14, 1, size, "head");
    refused(16, 0, size, "head");
    refused(16 + NET_GAME_BYTES - 1, 'x', size, "head");
    refused(SIZES_AT, 0, size, "impossible size");
    refused(SIZES_AT + 2, 255, size, "impossible size");
    refused(SIZES_AT, file[SIZES_AT] + 1, size, "does not fit");
    refused(SIZES_AT + 4 * LAYERS, file[SIZES_AT + 4 * LAYERS] - 1, size, "does not fit");
    refused(SHIFT_AT, NET_SHIFT_MAX + 1, size, "shifts too far");
    file[size - 1] ^= 1;
    assert_non_null(strstr(read_copy(size, &net), "checksum"));
}

/* A sum of exactly INT32_MAX is accepted, one more is refused. */
static void test_sums_are_limited_to_the_last_one(void **state)
{
    (void)state;
    struct net net;
    size_t size = net_make(tiny_rules(), false, 1, file);
    assert_null(read_copy(size, &net));
    int64_t products = 0;
    for (uint32_t i = 0; i < net.layer[0].inputs; i++)
        products += NET_CELL_MAX * (int64_t)abs(net.layer[0].weight[i * net.layer[0].outputs]);
    for (int more = 0; more < 2; more++) {
        for (int sign = 0; sign < 2; sign++) {
            uint32_t bias = (uint32_t)(INT32_MAX - products + more);
            bias = sign ? -bias : bias;
            for (int i = 0; i < 4; i++)
                file[SHIFT_AT + 4 + i] = (uint8_t)(bias >> 8 * i);
            net_seal(file, size);
            const char *wrong = read_copy(size, &net);
            assert_int_equal(!wrong, !more);
        }
    }
}

static void test_a_net_names_what_it_fits(void **state)
{
    (void)state;
    struct net net;
    union lan_rules_buf three;
    struct lan_config config;
    struct lan_problem problem;
    const struct lan_rules *rules = tiny_rules();
    net_make(rules, true, 1, file);
    size_t size = net_make(rules, true, 1, file);
    assert_null(read_copy(size, &net));
    assert_null(net_misfit(&net, rules));
    assert_true(net_judges(&net, rules));
    lan_config_init(rules->game, 3, &config);
    assert_true(lan_compile(rules->game, &config, &three.base, &problem));
    assert_non_null(strstr(net_misfit(&net, &three.base), "seats"));
    net.layout++;
    assert_non_null(strstr(net_misfit(&net, rules), "layout"));
    net.layout--;
    net.game[0] = 'x';
    assert_non_null(strstr(net_misfit(&net, rules), "another game"));
    net.game[0] = 't';
    net.layer[0].inputs--;
    assert_non_null(strstr(net_misfit(&net, rules), "cells"));
    net.layer[0].inputs++;
    net.layer[LAYERS - 1].outputs--;
    assert_non_null(strstr(net_misfit(&net, rules), "actions"));
}

/* The same net in 64 bits, input by input and output by output. */
static int64_t slow_output(const struct net *net, const uint8_t *cells, uint32_t wanted)
{
    static int64_t value[2][LAN_LAYOUT_CELLS_MAX];
    for (uint32_t i = 0; i < net_inputs(net); i++)
        value[0][i] = cells[i];
    for (int i = 0; i < net->layers; i++) {
        const struct net_layer *layer = &net->layer[i];
        bool last = i + 1 == net->layers;
        for (uint32_t o = 0; o < layer->outputs; o++) {
            int64_t sum = layer->bias[o];
            for (uint32_t j = 0; j < layer->inputs; j++)
                sum += value[i % 2][j] * layer->weight[j * layer->outputs + o];
            int64_t shifted = sum / ((int64_t)1 << layer->shift); /* towards zero */
            value[(i + 1) % 2][o] = last ? shifted : shifted < 0 ? 0 : shifted > NET_ONE ? NET_ONE : shifted;
        }
    }
    return value[net->layers % 2][wanted];
}

static void game_try(const struct lan_game *game)
{
    union lan_rules_buf buf;
    struct net net;
    struct lan_rng rng;
    uint8_t *cells = malloc(LAN_LAYOUT_CELLS_MAX);
    const struct lan_rules *rules = rules_of(game, &buf);
    size_t size = net_make(rules, true, 7, file);
    int64_t least = INT64_MAX, most = INT64_MIN;
    assert_non_null(cells);
    assert_null(read_copy(size, &net));
    assert_null(net_misfit(&net, rules));
    lan_rng_init(&rng, 3);
    for (int i = 0; i < GAMES; i++) {
        uint32_t output = lan_rng_below(&rng, net_outputs(&net));
        for (uint32_t j = 0; j < net_inputs(&net); j++)
            cells[j] = lan_rng_below(&rng, 4) ? 0 : (uint8_t)lan_rng_below(&rng, i % 2 ? 2 : 256);
        int64_t slow = slow_output(&net, cells, output);
        assert_int_equal(net_run(&net, cells, output + 1, &work)[output], slow);
        least = slow < least ? slow : least;
        most = slow > most ? slow : most;
    }
    assert_true(least < 0 && most > 0);
    free(cells);
}

static void test_a_net_computes_what_64_bits_do(void **state)
{
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++)
        game_try(*game);
}

/*
 * Outputs of a net that follows from a seed, on cells that do: the same numbers wherever this is compiled.
 * scripts/check-wasm asks the module the same of every game.
 */
static void test_outputs_are_the_golden_ones(void **state)
{
    (void)state;
    static const int32_t golden[] = {-238, -237, 105, 26,  184, -175, 78, -267, 365,
                                     -164, 17,   108, -86, 341, -237, 7,  -191};
    struct net net;
    size_t size = net_make(tiny_rules(), true, 5, file);
    uint8_t cells[256];
    assert_null(read_copy(size, &net));
    assert_in_range(net_inputs(&net), 1, sizeof cells);
    for (uint32_t i = 0; i < net_inputs(&net); i++)
        cells[i] = (uint8_t)(i * i % 7);
    const int32_t *output = net_run(&net, cells, net_outputs(&net), &work);
    assert_int_equal(net_outputs(&net), sizeof golden / sizeof golden[0]);
    for (uint32_t i = 0; i < net_outputs(&net); i++)
        assert_int_equal(output[i], golden[i]);
}

/* Chances follow the logistic function to within a thousandth, rise with the output and add up to 1. */
static void test_chances_follow_the_logistic_function(void **state)
{
    (void)state;
    uint32_t before = 0;
    for (int32_t output = -5000; output <= 5000; output++) {
        uint32_t chance = net_chance(output);
        double wanted = NET_CHANCE_SURE / (1 + exp(-output / (double)NET_CHANCE_UNIT));
        assert_true(fabs(chance - wanted) < NET_CHANCE_SURE / 1000.0);
        assert_true(chance >= before);
        assert_int_equal(chance + net_chance(-output), NET_CHANCE_SURE);
        before = chance;
    }
    assert_int_equal(net_chance(0), NET_CHANCE_SURE / 2);
    assert_int_equal(net_chance(INT32_MAX), net_chance(1 << 20));
    assert_int_equal(net_chance(INT32_MIN), NET_CHANCE_SURE - net_chance(INT32_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_damage_is_refused),
        cmocka_unit_test(test_each_reason_is_given),
        cmocka_unit_test(test_sums_are_limited_to_the_last_one),
        cmocka_unit_test(test_a_net_names_what_it_fits),
        cmocka_unit_test(test_a_net_computes_what_64_bits_do),
        cmocka_unit_test(test_outputs_are_the_golden_ones),
        cmocka_unit_test(test_chances_follow_the_logistic_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
