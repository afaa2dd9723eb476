#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint.h"
#include "enter.h"
#include "hash.h"
#include "hero.h"

static const char magic[8] = "lanveri1";

struct verify *verify_create(const struct shy_rules *rules, const struct shapes *shapes,
                             const struct book *book)
{
    struct verify *verify = calloc(1, sizeof *verify);
    size_t size = 0;
    uint8_t *bytes = verify ? book_write(book, &size) : NULL;
    if (!bytes) {
        free(verify);
        return NULL;
    }
    solve_hash(bytes, size, verify->hash);
    free(bytes);
    verify->rules = rules;
    verify->shapes = shapes;
    verify->book = book;
    facts_init(&verify->facts);
    return verify;
}

void verify_destroy(struct verify *verify)
{
    free(verify);
}

bool verify_claims(const struct book_stage *stage)
{
    for (int type = 0; type < stage->types; type++) {
        if (stage->toll[type] < 1)
            return true;
    }
    return stage->upper < 1;
}

double verify_cost(const struct book_stage *stage)
{
    /* As measured: most of it is building the trees of all shapes. */
    int unseen = __builtin_popcount(stage->stage.unseen), pairs = unseen * (unseen - 1) / 2;
    double cost = pairs * (stage->stage.reveals ? 2 : 1) * (stage->stage.storey && unseen == 6 ? 2 : 1);
    return verify_claims(stage) ? cost : 0.4 * cost;
}

/* ---- Computing ----------------------------------------------------------------------------------------- */

/* How often the entries of a stage kill on this floor at least; negative when there is no memory. */
static double lower_compute(const struct verify *verify, const struct book_stage *kept, int threads)
{
    struct solve_stage alone = {kept->stage.reveals, kept->stage.unseen, 0};
    struct solve *solve = solve_create(verify->rules, alone, verify->shapes, threads);
    double *mix = solve ? calloc(solve->hands + 1, sizeof *mix) : NULL, lower = -1;
    if (mix) {
        book_mix(kept, solve, mix);
        lower = solve_best_response(solve, mix);
    }
    free(mix);
    solve_destroy(solve);
    return lower;
}

/* Computes the tolls of a stage. False when there is no memory, or the book lacks the next floor. */
static bool tolls_compute(const struct verify *verify, const struct book_stage *kept, double toll[GAME_TYPES])
{
    double worth[GAME_TYPES][CROSS_SEEN];
    bool leads = kept->stage.storey;
    if (!verify_claims(kept)) {
        for (int type = 0; type < kept->types; type++)
            toll[type] = 1;
        return true;
    }
    return (!leads || game_worth(verify->rules, kept->stage, book_toll, verify->book, worth)) &&
           hero_tolls(verify->rules, &verify->facts, verify->shapes, kept, leads ? worth : NULL, toll);
}

bool verify_stage(struct verify *verify, int stage, int threads)
{
    const struct book_stage *kept = &verify->book->stage[stage];
    struct verify_figures *figures = &verify->figures[stage];
    double sum = 0;
    figures->lower = lower_compute(verify, kept, threads);
    if (figures->lower < 0 || !tolls_compute(verify, kept, figures->toll))
        return false;
    for (int type = 0; type < kept->types; type++)
        sum += figures->toll[type];
    figures->upper = sum / kept->types;
    verify->done[stage] = 1;
    return true;
}

void verify_order(const struct book *book, uint8_t order[BOOK_STAGES_MAX])
{
    static const uint8_t storeys[] = {0, 2, 1};
    int count = 0;
    for (size_t i = 0; i < sizeof storeys; i++) {
        for (int stage = 0; stage < book->count; stage++) {
            if (book->stage[stage].stage.storey == storeys[i])
                order[count++] = (uint8_t)stage;
        }
    }
    lan_assert(count == book->count);
}

void verify_blank(struct book *book)
{
    book->lower = book->upper = 0;
    for (int i = 0; i < book->count; i++) {
        struct book_stage *kept = &book->stage[i];
        kept->lower = kept->upper = 0;
        memset(kept->toll, 0, sizeof kept->toll);
    }
}

void verify_enter(const struct verify *verify, int stage, struct book *book)
{
    const struct verify_figures *figures = &verify->figures[stage];
    struct book_stage *kept = &book->stage[stage];
    lan_assert(verify->done[stage]);
    kept->lower = figures->lower;
    kept->upper = figures->upper;
    memcpy(kept->toll, figures->toll, sizeof kept->toll);
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static const char *monster_name(int monster)
{
    return shy_game.types[SHY_TYPE_MONSTER].words[monster].id;
}

/* Writes the monsters of a set, with a sign between them. */
static void set_write(unsigned set, char sign, char *out, size_t size)
{
    size_t at = 0;
    *out = 0;
    for (; set && at < size; set &= set - 1)
        at += (size_t)snprintf(out + at, size - at, "%s%c", monster_name(__builtin_ctz(set)),
                               set & (set - 1) ? sign : 0);
}

/* Says that a figure of a stage differs. */
static bool differs(const struct book_stage *kept, const char *figure, double in_book, double computed,
                    char text[VERIFY_TEXT])
{
    char unseen[64];
    set_write(kept->stage.unseen, ',', unseen, sizeof unseen);
    snprintf(text, VERIFY_TEXT, "floor %d, reveals %d, unseen %s: %s is %.12f in the book, computed %.12f",
             kept->stage.storey ? kept->stage.storey : 3, kept->stage.reveals, unseen, figure, in_book,
             computed);
    return false;
}

bool verify_agrees(const struct verify *verify, int stage, char text[VERIFY_TEXT])
{
    const struct book_stage *kept = &verify->book->stage[stage];
    const struct verify_figures *figures = &verify->figures[stage];
    struct game_types types;
    uint8_t pair[FACT_PAIRS];
    char name[64], before[32];
    fact_pairs(pair);
    game_types(kept->stage, &types);
    if (book_unsettled(kept) >= 0) {
        double sum = 0;
        for (uint32_t i = 0; i < kept->count; i++)
            sum += kept->entry[i].hand / FACT_EACH == book_unsettled(kept) ? kept->entry[i].chance : 0;
        size_t at = (size_t)snprintf(name, sizeof name, "the sum of chances of ");
        set_write(pair[book_unsettled(kept)], '+', name + at, sizeof name - at);
        return differs(kept, name, sum / UINT32_MAX, 1, text);
    }
    if (!(figures->lower - kept->lower >= -VERIFY_SUM && figures->lower - kept->lower < VERIFY_LOWER))
        return differs(kept, "the lower bound", kept->lower, figures->lower, text);
    for (int type = 0; type < types.count; type++) {
        if (fabs(kept->toll[type] - figures->toll[type]) <= VERIFY_PLAN)
            continue;
        size_t at = (size_t)snprintf(name, sizeof name, "the toll of ");
        set_write(pair[types.pair[type]], '+', name + at, sizeof name - at);
        if (types.before[type] != GAME_NONE) {
            set_write(pair[types.before[type]], '+', before, sizeof before);
            at = strlen(name);
            snprintf(name + at, sizeof name - at, " after %s", before);
        }
        return differs(kept, name, kept->toll[type], figures->toll[type], text);
    }
    if (!(fabs(kept->upper - figures->upper) <= VERIFY_PLAN))
        return differs(kept, "the upper bound", kept->upper, figures->upper, text);
    return true;
}

bool verify_whole(const struct verify *verify, int threads, double *lower, double *upper,
                  char text[VERIFY_TEXT])
{
    const struct book *book = verify->book;
    *lower = whole_lower(verify->rules, verify->shapes, book, threads);
    *upper = whole_upper(verify->rules, book);
    double below = *lower - book->lower, above = fabs(*upper - book->upper);
    bool same = (book->lower <= 0 || (below >= -VERIFY_SUM && below < VERIFY_LOWER)) &&
                (book->upper <= 0 || above <= VERIFY_PLAN);
    if (!same)
        snprintf(text, VERIFY_TEXT,
                 "the whole game is between %.12f and %.12f in the book, computed %.12f, %.12f", book->lower,
                 book->upper, *lower, *upper);
    return same;
}

/* ---- What is done, as bytes ---------------------------------------------------------------------------- */

enum { HEAD = sizeof magic + 32 };

uint8_t *verify_write(const struct verify *verify, size_t *size)
{
    size_t body = HEAD + sizeof verify->done + sizeof verify->figures;
    uint8_t *bytes = malloc(body + LAN_HASH_BYTES);
    if (!bytes)
        return NULL;
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + sizeof magic, verify->hash, sizeof verify->hash);
    memcpy(bytes + HEAD, verify->done, sizeof verify->done);
    memcpy(bytes + HEAD + sizeof verify->done, verify->figures, sizeof verify->figures);
    solve_hash(bytes, body, bytes + body);
    *size = body + LAN_HASH_BYTES;
    return bytes;
}

const char *verify_read(struct verify *verify, const uint8_t *bytes, size_t size)
{
    size_t body = HEAD + sizeof verify->done + sizeof verify->figures;
    uint8_t hash[LAN_HASH_BYTES];
    if (size != body + LAN_HASH_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no checkpoint of --verify";
    solve_hash(bytes, body, hash);
    if (memcmp(hash, bytes + body, sizeof hash) != 0)
        return "it is damaged";
    if (memcmp(bytes + sizeof magic, verify->hash, sizeof verify->hash) != 0)
        return "it belongs to another book";
    memcpy(verify->done, bytes + HEAD, sizeof verify->done);
    memcpy(verify->figures, bytes + HEAD + sizeof verify->done, sizeof verify->figures);
    return NULL;
}
