#include "book.h"

#include <stdlib.h>
#include <string.h>

#include "checkpoint.h"
#include "hash.h"

static const char magic[8] = "lanbook2";

enum { HEAD = 8 + 32 + 2 * 8 + 4, STAGE_HEAD = 4 * 5 + 2 * 8, TYPE = 4 + 8, ENTRY = 8 };

void book_init(struct book *book, const struct shy_rules *rules)
{
    memset(book, 0, sizeof *book);
    solve_digest(rules, book->digest);
}

void book_finish(struct book *book)
{
    for (int i = 0; i < book->count; i++)
        free(book->stage[i].entry);
    book->count = 0;
}

struct book_stage *book_place(struct book *book, struct solve_stage stage)
{
    struct game_types types;
    for (int i = 0; i < book->count; i++) {
        if (solve_same(book->stage[i].stage, stage))
            return &book->stage[i];
    }
    if (book->count == BOOK_STAGES_MAX)
        return NULL;
    game_types(stage, &types);
    book->stage[book->count] = (struct book_stage){.stage = stage, .types = types.count};
    return &book->stage[book->count++];
}

const struct book_stage *book_find(const struct book *book, struct solve_stage stage)
{
    for (int i = 0; i < book->count; i++) {
        if (solve_same(book->stage[i].stage, stage))
            return &book->stage[i];
    }
    return NULL;
}

double book_toll(const void *context, struct solve_stage stage, int type)
{
    const struct book_stage *kept = book_find(context, stage);
    return kept ? kept->toll[type] : -1;
}

/* ---- Chances ------------------------------------------------------------------------------------------- */

int book_unsettled(const struct book_stage *stage)
{
    uint64_t sum[FACT_PAIRS] = {0};
    for (uint32_t i = 0; i < stage->count; i++)
        sum[stage->entry[i].hand / FACT_EACH] += stage->entry[i].chance;
    for (int pair = 0; pair < FACT_PAIRS; pair++) {
        if (sum[pair] && sum[pair] != UINT32_MAX)
            return pair;
    }
    return -1;
}

void book_settle(struct book_stage *stage)
{
    uint64_t sum[FACT_PAIRS] = {0}, left[FACT_PAIRS];
    struct book_entry *most[FACT_PAIRS] = {NULL};
    for (uint32_t i = 0; i < stage->count; i++)
        sum[stage->entry[i].hand / FACT_EACH] += stage->entry[i].chance;
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        left[pair] = UINT32_MAX;
    for (uint32_t i = 0; i < stage->count; i++) {
        struct book_entry *entry = &stage->entry[i];
        int pair = entry->hand / FACT_EACH;
        /* The product is below 2^64. */
        uint32_t chance = (uint32_t)((uint64_t)entry->chance * UINT32_MAX / sum[pair]);
        entry->chance = chance ? chance : 1;
        left[pair] -= entry->chance;
        most[pair] = !most[pair] || entry->chance > most[pair]->chance ? entry : most[pair];
    }
    for (int pair = 0; pair < FACT_PAIRS; pair++) {
        if (most[pair])
            most[pair]->chance += (uint32_t)left[pair];
    }
}

/* ---- Drawing a floor ----------------------------------------------------------------------------------- */

static void floor_fill(const struct facts *facts, const struct shapes *shapes, const struct book_entry *entry,
                       int symmetry, struct book_floor *floor)
{
    const uint8_t *cell = shapes->cell[entry->shape];
    int entrance = shy_tile_find(cell, SHY_TILES_MAX, SHY_MIDDLE);
    uint8_t from[SHY_TILES_MAX];
    shape_turn(cell, symmetry, floor->cell, from);
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        bool middle = from[tile] == entrance;
        floor->kind[tile] =
            middle ? SHY_ENTRANCE : facts->kind[entry->hand][fact_place(from[tile], entrance)];
    }
}

/* Which floors are asked for: of this stage and pair, and such that `accept` (if there is one) holds. */
struct floor_query {
    const struct book_stage *stage;
    const struct facts *facts;
    const struct shapes *shapes;
    unsigned pair;
    bool (*accept)(const void *context, const struct book_floor *floor);
    const void *context;
};

/*
 * Walks over the floors of a query, each as wide as its chance, and stops at the one that covers `at`. False
 * when they end before it; then `at` is reduced by their total.
 */
static bool floor_at(const struct floor_query *query, uint64_t *at, struct book_floor *floor)
{
    for (uint32_t i = 0; i < query->stage->count; i++) {
        const struct book_entry *entry = &query->stage->entry[i];
        if (query->facts->pair[entry->hand / FACT_EACH] != query->pair)
            continue;
        for (int symmetry = 0; symmetry < query->shapes->symmetries; symmetry++) {
            floor_fill(query->facts, query->shapes, entry, symmetry, floor);
            if (query->accept && !query->accept(query->context, floor))
                continue;
            if (*at < entry->chance)
                return true;
            *at -= entry->chance;
        }
    }
    return false;
}

bool book_build(const struct book_stage *stage, const struct facts *facts, const struct shapes *shapes,
                unsigned pair, bool (*accept)(const void *context, const struct book_floor *floor),
                const void *context, struct lan_rng *rng, struct book_floor *floor)
{
    const struct floor_query query = {stage, facts, shapes, pair, accept, context};
    uint64_t left = UINT64_MAX;
    floor_at(&query, &left, floor);
    uint64_t total = UINT64_MAX - left;
    if (!total)
        return false;
    /* The total is below 2^36, so that the bias of the remainder is below 2^-28. */
    uint64_t at = lan_rng_next(rng) % total;
    return floor_at(&query, &at, floor);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static uint8_t *put(uint8_t *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint32_t get(const uint8_t **at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t) * (*at)++ << (8 * i);
    return value;
}

static uint8_t *put_real(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put(put(at, (uint32_t)bits, 4), (uint32_t)(bits >> 32), 4);
}

static double get_real(const uint8_t **at)
{
    uint64_t bits = get(at, 4);
    double value;
    bits |= (uint64_t)get(at, 4) << 32;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint8_t *stage_put(uint8_t *at, const struct book_stage *stage)
{
    at = put(at, stage->stage.reveals, 4);
    at = put(at, stage->stage.unseen, 4);
    at = put(at, stage->stage.storey, 4);
    at = put_real(at, stage->lower);
    at = put_real(at, stage->upper);
    at = put(at, (uint32_t)stage->types, 4);
    for (int type = 0; type < stage->types; type++)
        at = put_real(put(at, stage->price[type], 4), stage->toll[type]);
    at = put(at, stage->count, 4);
    for (uint32_t i = 0; i < stage->count; i++) {
        at = put(at, stage->entry[i].shape, 2);
        at = put(at, stage->entry[i].hand, 2);
        at = put(at, stage->entry[i].chance, 4);
    }
    return at;
}

uint8_t *book_write(const struct book *book, size_t *size)
{
    size_t body = HEAD;
    for (int i = 0; i < book->count; i++)
        body += STAGE_HEAD + (size_t)book->stage[i].types * TYPE + (size_t)book->stage[i].count * ENTRY;
    uint8_t *bytes = malloc(body + LAN_HASH_BYTES);
    if (!bytes)
        return NULL;
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + sizeof magic, book->digest, sizeof book->digest);
    uint8_t *at = put_real(bytes + sizeof magic + sizeof book->digest, book->lower);
    at = put(put_real(at, book->upper), (uint32_t)book->count, 4);
    for (int i = 0; i < book->count; i++)
        at = stage_put(at, &book->stage[i]);
    lan_assert(at == bytes + body);
    solve_hash(bytes, body, at);
    *size = body + LAN_HASH_BYTES;
    return bytes;
}

/* Whether the entries rise, are in range, and belong to pairs that may come at this stage. */
static bool entries_sane(const struct book_stage *stage)
{
    uint8_t pairs[FACT_PAIRS];
    fact_pairs(pairs);
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct book_entry *entry = &stage->entry[i], *last = entry - 1;
        if (entry->shape >= SHAPES_ALL || entry->hand >= FACT_HANDS || !entry->chance)
            return false;
        if (i && (entry->shape < last->shape || (entry->shape == last->shape && entry->hand <= last->hand)))
            return false;
        if (pairs[entry->hand / FACT_EACH] & ~(unsigned)stage->stage.unseen)
            return false;
    }
    return true;
}

/* Whether a number can be a chance; false for what is no number. */
static bool is_chance(double value)
{
    return value >= 0 && value <= 1;
}

/* Reads bounds, prices and tolls. NULL, or what is wrong with them. */
static const char *prices_get(struct book_stage *stage, const uint8_t **at, const uint8_t *end)
{
    stage->lower = get_real(at);
    stage->upper = get_real(at);
    if (!is_chance(stage->lower) || !is_chance(stage->upper) || stage->lower > stage->upper)
        return "its bounds make no sense";
    if (get(at, 4) != (uint32_t)stage->types)
        return "it has prices of a stage that does not exist";
    if (end - *at < stage->types * TYPE + 4)
        return "it is cut short";
    for (int type = 0; type < stage->types; type++) {
        stage->price[type] = get(at, 4);
        stage->toll[type] = get_real(at);
        if (stage->price[type] > BOOK_MILLION || !is_chance(stage->toll[type]))
            return "its prices make no sense";
    }
    return NULL;
}

static bool stage_exists(uint32_t reveals, uint32_t unseen, uint32_t storey)
{
    return reveals < SHY_TILES_MAX && unseen <= SHY_PILE_ALL && __builtin_popcount(unseen) >= 2 &&
           (!storey ||
            (storey < SHY_STOREYS && SHY_MONSTERS - __builtin_popcount(unseen) <= 2 * ((int)storey - 1)));
}

/* Reads the stage at *at and moves *at behind it. NULL, or what is wrong with it. */
static const char *stage_get(struct book *book, const uint8_t **at, const uint8_t *end)
{
    if (end - *at < STAGE_HEAD)
        return "it is cut short";
    uint32_t reveals = get(at, 4), unseen = get(at, 4), storey = get(at, 4);
    if (!stage_exists(reveals, unseen, storey))
        return "it has a stage that does not exist";
    struct solve_stage which = {(uint8_t)reveals, (uint8_t)unseen, (uint8_t)storey};
    if (book_find(book, which))
        return "it has a stage twice";
    struct book_stage *stage = book_place(book, which);
    const char *wrong = prices_get(stage, at, end);
    if (wrong)
        return wrong;
    stage->count = get(at, 4);
    if ((size_t)(end - *at) / ENTRY < stage->count)
        return "it is cut short";
    stage->entry = malloc((stage->count + 1) * sizeof *stage->entry);
    if (!stage->entry)
        return "no memory";
    for (uint32_t i = 0; i < stage->count; i++) {
        uint16_t shape = (uint16_t)get(at, 2), hand = (uint16_t)get(at, 2);
        stage->entry[i] = (struct book_entry){shape, hand, get(at, 4)};
    }
    if (!entries_sane(stage))
        return "its entries make no sense";
    return book_unsettled(stage) < 0 ? NULL : "the chances of a pair do not add up";
}

static const char *book_get(struct book *book, const uint8_t *bytes, size_t size)
{
    uint8_t hash[LAN_HASH_BYTES];
    if (size < HEAD + LAN_HASH_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no book of Shy Monsters";
    const uint8_t *end = bytes + size - LAN_HASH_BYTES, *at = bytes + sizeof magic;
    solve_hash(bytes, size - LAN_HASH_BYTES, hash);
    if (memcmp(hash, end, sizeof hash) != 0)
        return "it is damaged";
    memcpy(book->digest, at, sizeof book->digest);
    at += sizeof book->digest;
    book->lower = get_real(&at);
    book->upper = get_real(&at);
    if (!is_chance(book->lower) || !is_chance(book->upper) || book->lower > book->upper)
        return "its bounds of a whole game make no sense";
    uint32_t count = get(&at, 4);
    if (count > BOOK_STAGES_MAX)
        return "it has too many stages";
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = stage_get(book, &at, end);
        if (wrong)
            return wrong;
    }
    return at == end ? NULL : "something was added to it";
}

const char *book_parse(struct book *book, const uint8_t *bytes, size_t size)
{
    memset(book, 0, sizeof *book);
    const char *wrong = book_get(book, bytes, size);
    if (wrong)
        book_finish(book);
    return wrong;
}

const char *book_unfit(const struct book *book, const struct shy_rules *rules)
{
    uint8_t digest[sizeof book->digest];
    if (solve_unable(rules))
        return solve_unable(rules);
    solve_digest(rules, digest);
    return memcmp(digest, book->digest, sizeof digest) ? "it was made for other rules" : NULL;
}

const char *book_shapes(const struct book *book, const struct shy_rules *rules, struct shapes *shapes)
{
    shapes_init(rules, shapes);
    for (int i = 0; i < book->count; i++) {
        const struct book_stage *stage = &book->stage[i];
        if (stage->count && stage->entry[stage->count - 1].shape >= shapes->count)
            return "it names shapes that there are not";
    }
    return NULL;
}

const char *book_read(struct book *book, const struct shy_rules *rules, const uint8_t *bytes, size_t size)
{
    struct shapes shapes;
    const char *wrong = book_parse(book, bytes, size);
    if (!wrong)
        wrong = book_unfit(book, rules);
    if (!wrong)
        wrong = book_shapes(book, rules, &shapes);
    if (wrong)
        book_finish(book);
    return wrong;
}
