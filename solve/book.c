#include "book.h"

#include <stdlib.h>
#include <string.h>

#include "checkpoint.h"
#include "hash.h"

static const char magic[8] = "lanbook1";

/* Hands with a smaller share of their pair's chance are left out of the book. */
static const double share_min = 1e-5;

enum { HEAD = 8 + 32 + 4, STAGE_HEAD = 4 * (4 + FACT_PAIRS + 1), ENTRY = 8, MILLION = 1000000 };

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

/* The place of this stage in the book, or a new one; NULL when the book is full. */
static struct book_stage *stage_place(struct book *book, struct solve_stage stage)
{
    for (int i = 0; i < book->count; i++) {
        if (book->stage[i].stage.reveals == stage.reveals && book->stage[i].stage.unseen == stage.unseen)
            return &book->stage[i];
    }
    if (book->count == BOOK_STAGES_MAX)
        return NULL;
    book->stage[book->count] = (struct book_stage){.stage = stage};
    return &book->stage[book->count++];
}

const struct book_stage *book_find(const struct book *book, struct solve_stage stage)
{
    for (int i = 0; i < book->count; i++) {
        if (book->stage[i].stage.reveals == stage.reveals && book->stage[i].stage.unseen == stage.unseen)
            return &book->stage[i];
    }
    return NULL;
}

/* ---- From a solver ------------------------------------------------------------------------------------- */

/*
 * Makes an entry of every hand that is not too rare, its chance in parts of 2^32 of its pair's. Returns how
 * many.
 */
static uint32_t entries_make(const struct solve *solve, const double *mix, struct book_entry *entry)
{
    double kept[FACT_PAIRS] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < solve->hands; i++) {
        if (mix[i] * solve->pairs >= share_min)
            kept[solve->pair[i]] += mix[i];
    }
    for (int shape = 0; shape < solve->shapes.count; shape++) {
        for (uint32_t i = solve->first[shape]; i < solve->first[shape + 1]; i++) {
            if (mix[i] * solve->pairs < share_min)
                continue;
            uint32_t chance = (uint32_t)(mix[i] / kept[solve->pair[i]] * UINT32_MAX);
            uint16_t hand = solve->floor[shape].hand[i - solve->first[shape]];
            entry[count++] = (struct book_entry){(uint16_t)shape, hand, chance};
        }
    }
    return count;
}

void book_mix(const struct book_stage *stage, const struct solve *solve, double *mix)
{
    double total[FACT_PAIRS] = {0};
    for (uint32_t i = 0; i < stage->count; i++)
        total[stage->entry[i].hand / FACT_EACH] += stage->entry[i].chance;
    memset(mix, 0, solve->hands * sizeof *mix);
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct book_entry *entry = &stage->entry[i];
        const struct floor *floor = &solve->floor[entry->shape];
        for (uint32_t at = 0; at < floor->hands; at++) {
            if (floor->hand[at] == entry->hand)
                mix[solve->first[entry->shape] + at] =
                    entry->chance / total[entry->hand / FACT_EACH] / solve->pairs;
        }
    }
}

bool book_add(struct book *book, struct solve *solve, const struct solve_bounds *bounds)
{
    struct book_stage *stage = stage_place(book, solve->stage);
    double *mix = malloc((solve->hands + 1) * sizeof *mix);
    struct book_entry *entry = malloc((solve->hands + 1) * sizeof *entry);
    if (!stage || !mix || !entry) {
        free(mix);
        free(entry);
        return false;
    }
    solve_mix(solve, mix);
    free(stage->entry);
    stage->count = entries_make(solve, mix, entry);
    stage->entry = entry;
    book_mix(stage, solve, mix);
    stage->lower = (uint32_t)(solve_best_response(solve, mix) * MILLION);
    stage->upper = (uint32_t)(bounds->upper * MILLION) + 1;
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        stage->price[pair] = (uint32_t)(bounds->price[pair] * MILLION);
    free(mix);
    return true;
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

static uint8_t *stage_put(uint8_t *at, const struct book_stage *stage)
{
    at = put(at, stage->stage.reveals, 4);
    at = put(at, stage->stage.unseen, 4);
    at = put(at, stage->lower, 4);
    at = put(at, stage->upper, 4);
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        at = put(at, stage->price[pair], 4);
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
        body += STAGE_HEAD + (size_t)book->stage[i].count * ENTRY;
    uint8_t *bytes = malloc(body + LAN_HASH_BYTES);
    if (!bytes)
        return NULL;
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + sizeof magic, book->digest, sizeof book->digest);
    uint8_t *at = put(bytes + sizeof magic + sizeof book->digest, (uint32_t)book->count, 4);
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

/* Reads the stage at *at and moves *at behind it. NULL, or what is wrong with it. */
static const char *stage_get(struct book *book, const uint8_t **at, const uint8_t *end)
{
    if (end - *at < STAGE_HEAD)
        return "it is cut short";
    uint32_t reveals = get(at, 4), unseen = get(at, 4);
    if (reveals >= SHY_TILES_MAX || unseen > SHY_PILE_ALL || __builtin_popcount(unseen) < 2)
        return "it has a stage that does not exist";
    struct solve_stage which = {(uint8_t)reveals, (uint8_t)unseen};
    if (book_find(book, which))
        return "it has a stage twice";
    struct book_stage *stage = stage_place(book, which);
    stage->lower = get(at, 4);
    stage->upper = get(at, 4);
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        stage->price[pair] = get(at, 4);
    stage->count = get(at, 4);
    if (stage->lower > stage->upper || stage->upper > 2 * MILLION)
        return "its bounds make no sense";
    if ((size_t)(end - *at) / ENTRY < stage->count)
        return "it is cut short";
    stage->entry = malloc((stage->count + 1) * sizeof *stage->entry);
    if (!stage->entry)
        return "no memory";
    for (uint32_t i = 0; i < stage->count; i++) {
        uint16_t shape = (uint16_t)get(at, 2), hand = (uint16_t)get(at, 2);
        stage->entry[i] = (struct book_entry){shape, hand, get(at, 4)};
    }
    return entries_sane(stage) ? NULL : "its entries make no sense";
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
