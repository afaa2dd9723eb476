#include "net.h"

#include <string.h>

#include "hash.h"

static const char magic[8] = {'L', 'A', 'N', '-', 'N', 'E', 'T', '\n'};

/* ---- Reading ------------------------------------------------------------------------------------------- */

static uint32_t number_at(const uint8_t *bytes, int count)
{
    uint32_t number = 0;
    for (int i = count; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

static int32_t signed_at(const uint8_t *bytes)
{
    uint32_t number = number_at(bytes, 4);
    return number <= INT32_MAX ? (int32_t)number : -(int32_t)(UINT32_MAX - number) - 1;
}

static int16_t short_at(const uint8_t *bytes)
{
    int32_t number = (int32_t)number_at(bytes, 2);
    return (int16_t)(number <= INT16_MAX ? number : number - (UINT16_MAX + 1));
}

/* The name of the game: at least one letter, then zeros, one at least. */
static bool game_read(const uint8_t *bytes, char game[NET_GAME_BYTES])
{
    size_t length = 0;
    memcpy(game, bytes, NET_GAME_BYTES);
    while (length < NET_GAME_BYTES && game[length])
        length++;
    for (size_t i = length; i < NET_GAME_BYTES; i++) {
        if (game[i])
            return false;
    }
    return length > 0 && length < NET_GAME_BYTES;
}

static const char *head_read(const uint8_t *bytes, size_t size, struct net *net)
{
    if (size < NET_HEAD_BYTES + LAN_HASH_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return "This is no file of a net.";
    if (size > NET_FILE_MAX)
        return "The file is too large for a net.";
    if (number_at(bytes + 8, 2) != NET_VERSION)
        return "The net is of another version of the format.";
    net->layout = (uint16_t)number_at(bytes + 10, 2);
    net->seats = bytes[12];
    net->layers = bytes[13];
    if (!net->layers || net->layers > NET_LAYERS_MAX || !net->seats || net->seats > LAN_SEATS_MAX ||
        number_at(bytes + 14, 2) || !game_read(bytes + 16, net->game))
        return "The head of the net is damaged.";
    return NULL;
}

/*
 * The sizes of all layers. Each is limited before it is multiplied, so that the bytes of a net fit 64 bits by
 * far.
 */
static const char *sizes_read(const uint8_t *bytes, size_t size, struct net *net)
{
    uint64_t wanted = NET_HEAD_BYTES + 4 * ((uint64_t)net->layers + 1) + LAN_HASH_BYTES;
    if (size < wanted)
        return "The file ends before the net does.";
    for (int i = 0; i < net->layers; i++) {
        struct net_layer *layer = &net->layer[i];
        layer->inputs = number_at(bytes + NET_HEAD_BYTES + 4 * i, 4);
        layer->outputs = number_at(bytes + NET_HEAD_BYTES + 4 * (i + 1), 4);
        if (!layer->inputs || layer->inputs > (i ? NET_HIDDEN_MAX : LAN_LAYOUT_CELLS_MAX) ||
            !layer->outputs || layer->outputs > NET_OUTPUTS_MAX)
            return "A layer of the net has an impossible size.";
        wanted += 4 + 4 * (uint64_t)layer->outputs + 2 * (uint64_t)layer->inputs * layer->outputs;
    }
    return size == wanted ? NULL : "The size of the file does not fit the sizes of the net's layers.";
}

/*
 * Whether no sum of a layer can leave 32 bits, in whatever order it is added up: the bias and all products
 * with the greatest input, without their signs.
 */
static bool sums_fit(const struct net_layer *layer, uint32_t most)
{
    for (uint32_t output = 0; output < layer->outputs; output++) {
        int64_t sum = layer->bias[output];
        sum = sum < 0 ? -sum : sum;
        for (uint32_t input = 0; input < layer->inputs; input++) {
            int32_t weight = layer->weight[input * layer->outputs + output];
            sum += (int64_t)most * (weight < 0 ? -weight : weight);
        }
        if (sum > INT32_MAX)
            return false;
    }
    return true;
}

/* Copies what a layer weighs: biases to `memory`, then weights behind them, rounded up to whole words. */
static const uint8_t *layer_read(const uint8_t *bytes, struct net_layer *layer, uint8_t **memory)
{
    int32_t *bias = (int32_t *)(void *)*memory;
    int16_t *weight = (int16_t *)(bias + layer->outputs);
    uint32_t weights = layer->inputs * layer->outputs;
    layer->shift = number_at(bytes, 4);
    bytes += 4;
    for (uint32_t i = 0; i < layer->outputs; i++, bytes += 4)
        bias[i] = signed_at(bytes);
    for (uint32_t i = 0; i < weights; i++, bytes += 2)
        weight[i] = short_at(bytes);
    layer->bias = bias;
    layer->weight = weight;
    *memory = (uint8_t *)(weight + (weights + weights % 2));
    return bytes;
}

const char *net_read(const uint8_t *bytes, size_t size, struct net_memory *memory, struct net *net)
{
    struct lan_hash hash;
    uint8_t found[LAN_HASH_BYTES], *free_from = memory->bytes;
    memset(net, 0, sizeof *net);
    const char *wrong = head_read(bytes, size, net);
    if (!wrong)
        wrong = sizes_read(bytes, size, net);
    if (wrong)
        return wrong;
    lan_hash_init(&hash);
    lan_hash_add(&hash, bytes, size - LAN_HASH_BYTES);
    lan_hash_end(&hash, found);
    if (memcmp(found, bytes + size - LAN_HASH_BYTES, LAN_HASH_BYTES) != 0)
        return "The file was changed: its checksum is another one.";
    const uint8_t *at = bytes + NET_HEAD_BYTES + 4 * (net->layers + 1);
    for (int i = 0; i < net->layers; i++) {
        struct net_layer *layer = &net->layer[i];
        at = layer_read(at, layer, &free_from);
        if (layer->shift > NET_SHIFT_MAX)
            return "A layer of the net shifts too far.";
        if (!sums_fit(layer, i ? NET_ONE : NET_CELL_MAX))
            return "A sum of the net could exceed 32 bits.";
    }
    return NULL;
}

const char *net_misfit(const struct net *net, const struct lan_rules *rules)
{
    const struct lan_game *game = rules->game;
    if (strcmp(net->game, game->name) != 0)
        return "The net was trained for another game.";
    if (net->layout != game->layout)
        return "The net was trained with another version of the game's layout.";
    if (net->seats != rules->seats)
        return "The net was trained for another number of seats.";
    if (net_inputs(net) != lan_layout_cells(rules))
        return "The net has another number of cells than the game's layout.";
    if (net_rates(net) && net_outputs(net) != lan_action_count(game) + 2)
        return "The net rates another number of actions than the game has.";
    return NULL;
}

bool net_judges(const struct net *net, const struct lan_rules *rules)
{
    return !net_misfit(net, rules) && (rules->seats == 2 || rules->game->cooperative);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

/* The first `count` sums of a layer. Most inputs are 0 and cost nothing. */
static void layer_sum(const struct net_layer *layer, const uint16_t *restrict value, uint32_t count,
                      int32_t *restrict sum)
{
    for (uint32_t output = 0; output < count; output++)
        sum[output] = layer->bias[output];
    for (uint32_t input = 0; input < layer->inputs; input++) {
        const int16_t *restrict weight = layer->weight + input * layer->outputs;
        int32_t factor = value[input];
        if (!factor)
            continue;
        for (uint32_t output = 0; output < count; output++)
            sum[output] += factor * weight[output];
    }
}

const int32_t *net_run(const struct net *net, const uint8_t *cells, uint32_t count, struct net_work *work)
{
    for (uint32_t i = 0; i < net->layer[0].inputs; i++)
        work->value[i] = cells[i];
    for (int i = 0; i + 1 < net->layers; i++) {
        const struct net_layer *layer = &net->layer[i];
        layer_sum(layer, work->value, layer->outputs, work->sum);
        for (uint32_t output = 0; output < layer->outputs; output++) {
            /* Only what is not negative is shifted, which every compiler does alike. */
            uint32_t sum = work->sum[output] > 0 ? (uint32_t)work->sum[output] >> layer->shift : 0;
            work->value[output] = (uint16_t)(sum < NET_ONE ? sum : NET_ONE);
        }
    }
    const struct net_layer *last = &net->layer[net->layers - 1];
    lan_assert(count > 0 && count <= last->outputs);
    layer_sum(last, work->value, count, work->sum);
    for (uint32_t output = 0; output < count; output++) {
        int32_t sum = work->sum[output];
        work->sum[output] =
            sum < 0 ? -(int32_t)((uint32_t)-sum >> last->shift) : (int32_t)((uint32_t)sum >> last->shift);
    }
    return work->sum;
}

/* 65536 / (1 + exp(-i / 16)), rounded, for i from 0 on; tests/unit/net.c computes it anew. */
static const uint32_t logistic[] = {
    32768, 33792, 34813, 35831, 36843, 37847, 38841, 39824, 40793, 41748, 42687, 43608, 44511, 45393, 46254,
    47094, 47911, 48704, 49474, 50220, 50941, 51638, 52310, 52957, 53581, 54179, 54754, 55306, 55834, 56339,
    56822, 57284, 57724, 58144, 58544, 58925, 59287, 59632, 59959, 60270, 60565, 60844, 61109, 61360, 61598,
    61823, 62036, 62238, 62428, 62608, 62778, 62938, 63090, 63233, 63368, 63495, 63615, 63728, 63835, 63935,
    64030, 64119, 64203, 64283, 64357, 64427, 64494, 64556, 64614, 64669, 64721, 64770, 64816, 64859, 64900,
    64938, 64974, 65008, 65039, 65069, 65097, 65124, 65149, 65172, 65194, 65215, 65234, 65252, 65269, 65285,
    65300, 65315, 65328, 65341, 65352, 65364, 65374, 65384, 65393, 65402, 65410, 65417, 65425, 65431, 65438,
    65444, 65449, 65454, 65459, 65464, 65468, 65472, 65476, 65480, 65483, 65486, 65489, 65492, 65495, 65497,
    65500, 65502, 65504, 65506, 65508, 65509, 65511, 65513, 65514,
};

enum { LOGISTIC_STEP = NET_CHANCE_UNIT / 16, LOGISTIC_LAST = sizeof logistic / sizeof logistic[0] - 1 };

uint32_t net_chance(int32_t output)
{
    uint32_t size = output < 0 ? -(uint32_t)output : (uint32_t)output;
    uint32_t row = size / LOGISTIC_STEP, part = size % LOGISTIC_STEP;
    uint32_t chance = logistic[LOGISTIC_LAST];
    if (row < LOGISTIC_LAST)
        chance = logistic[row] + (logistic[row + 1] - logistic[row]) * part / LOGISTIC_STEP;
    return output < 0 ? NET_CHANCE_SURE - chance : chance;
}
