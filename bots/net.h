/*
 * net.h - a trained net: read from its file, and run with whole numbers alone.
 *
 * A net is made by train/ for one game at one number of seats. Its input is the array of a view
 * (core/layout.h), so it knows what a seat knows and nothing else; its first output judges the seat's chance
 * to win, the others, where it has them, how good each action of the dense numbering and then declining is.
 * A layer is a sum of products for each of its outputs; between layers a sum is shifted right and limited to
 * 0..NET_ONE. All is done in integers and no sum can overflow, which net_read makes sure of, so a net gives
 * the same numbers with every compiler, on every processor and in WebAssembly.
 *
 * The file, numbers with the lowest byte first:
 *
 *   "LAN-NET\n"  uint16 version  uint16 layout  uint8 seats  uint8 layers  uint16 0  char game[32]
 *   uint32 size[layers + 1]      of the input, then of every layer's output
 *   for each layer:
 *     uint32 shift
 *     int32 bias[outputs]
 *     int16 weight[inputs][outputs]
 *   uint8 hash[32]               BLAKE2b of all bytes before
 *
 * `layout` is the version of the game's layout, `game` is filled with zeros. Nothing here allocates or does
 * I/O: the caller reads the file and gives the memory.
 */
#ifndef LAN_NET_H
#define LAN_NET_H

#include "lan.h"
#include "layout.h"

enum {
    NET_VERSION = 1,
    NET_FILE_MAX = 200 * 1024,
    NET_LAYERS_MAX = 4,
    NET_GAME_BYTES = 32,
    NET_HEAD_BYTES = 16 + NET_GAME_BYTES,
    NET_HIDDEN_MAX = 512,   /* outputs of a layer that is not the last */
    NET_OUTPUTS_MAX = 8192, /* of the last */
    NET_SHIFT_MAX = 24,
    NET_ONE = 1024,          /* the highest value between two layers: 1 in units of 1/1024 */
    NET_CELL_MAX = 255,      /* of the input */
    NET_CHANCE_SURE = 65536, /* what net_chance gives for certainty */
    NET_CHANCE_UNIT = 256,   /* of the first output: that much is 1 on the scale of the logistic function */
};

struct net_layer {
    uint32_t inputs, outputs, shift;
    const int32_t *bias;
    const int16_t *weight; /* [inputs][outputs] */
};

/* A net that was read. It points into the memory that net_read was given. */
struct net {
    char game[NET_GAME_BYTES];
    uint16_t layout;
    uint8_t seats, layers;
    struct net_layer layer[NET_LAYERS_MAX];
};

/* The weights of a net, for net_read. */
struct net_memory {
    union {
        int32_t align;
        uint8_t bytes[NET_FILE_MAX];
    };
};

/* What running a net needs; its content means nothing between two runs. */
struct net_work {
    uint16_t value[LAN_LAYOUT_CELLS_MAX];
    int32_t sum[NET_OUTPUTS_MAX];
};

/*
 * Reads a file of `size` bytes. NULL, or an English sentence that says why it is refused; then `net` and
 * `memory` hold nothing of use. `bytes` may be freed afterwards, `memory` must live as long as the net.
 */
const char *net_read(const uint8_t *bytes, size_t size, struct net_memory *memory, struct net *net);

/* Whether it was trained on the arrays of these rules. NULL, or an English sentence that says why not. */
const char *net_misfit(const struct net *net, const struct lan_rules *rules);

static inline uint32_t net_inputs(const struct net *net)
{
    return net->layer[0].inputs;
}

static inline uint32_t net_outputs(const struct net *net)
{
    return net->layer[net->layers - 1].outputs;
}

/* Whether it rates actions besides judging positions. */
static inline bool net_rates(const struct net *net)
{
    return net_outputs(net) > 1;
}

/*
 * Whether a search may judge positions by it: it fits the rules, and one seat's chance tells the others', as
 * with two seats and where all win together.
 */
bool net_judges(const struct net *net, const struct lan_rules *rules);

/*
 * Runs a net on net_inputs(net) cells and returns its first `count` outputs, 1 to net_outputs(net), which
 * stay valid as long as `work` is not used again.
 */
const int32_t *net_run(const struct net *net, const uint8_t *cells, uint32_t count, struct net_work *work);

/* The chance to win that the first output stands for, in 1/NET_CHANCE_SURE. */
uint32_t net_chance(int32_t output);

#endif
