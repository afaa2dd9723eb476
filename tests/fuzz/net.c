/*
 * Any bytes as the file of a net: refused with a reason, or safe to run on any cells. An input that has no
 * right checksum is given one and read again, so that what follows the checksum is reached.
 */
#include <stdlib.h>
#include <string.h>

#include "nets.h"
#include "hash.h"
#include "refused.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void net_try(const struct net *net)
{
    static struct net_work work;
    static uint8_t cells[LAN_LAYOUT_CELLS_MAX];
    for (int fill = 0; fill < 3; fill++) {
        for (uint32_t i = 0; i < net_inputs(net); i++)
            cells[i] = fill == 2 ? (uint8_t)(i * 37) : fill ? NET_CELL_MAX : 0;
        const int32_t *output = net_run(net, cells, net_outputs(net), &work);
        lan_assert(net_chance(output[0]) <= NET_CHANCE_SURE);
    }
}

/* Whether it is a net, which then runs. */
static bool file_try(const uint8_t *bytes, size_t size)
{
    static struct net_memory memory;
    static struct net net;
    const char *wrong = net_read(bytes, size, &memory, &net);
    lan_assert(!wrong || *wrong);
    if (!wrong)
        net_try(&net);
    return !wrong;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    /* A copy of its own, so that reading past the end is noticed. */
    uint8_t *copy = calloc(1, size ? size : 1);
    lan_assert(copy);
    if (size)
        memcpy(copy, bytes, size);
    fuzz_refused += !file_try(copy, size);
    if (size >= LAN_HASH_BYTES) {
        net_seal(copy, size);
        file_try(copy, size);
    }
    free(copy);
    return 0;
}
