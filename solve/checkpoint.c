#include "checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"

struct head {
    char magic[8];
    uint32_t order; /* 1, as the machine writes it */
    uint32_t round;
    uint32_t hands;
    struct solve_stage stage;
    uint8_t unused[2];
    double sum;
    double total[FACT_PAIRS];
    uint8_t digest[LAN_HASH_BYTES];
};

static const char magic[8] = "lansolv1";

void solve_digest(const struct shy_rules *rules, uint8_t out[32])
{
    const uint8_t options[] = {rules->jump, rules->both_panic, rules->peek, rules->exit_shows};
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, rules->zone, sizeof rules->zone);
    lan_hash_add(&hash, options, sizeof options);
    lan_hash_end(&hash, out);
}

/*
 * Copies all arrays to the bytes, or back from them. Returns the number of bytes; with `bytes` NULL only
 * that.
 */
static size_t arrays_copy(const struct solve *solve, uint8_t *bytes, bool back)
{
    double *const of_hands[] = {solve->regret, solve->mix, solve->toll};
    size_t at = 0;
    for (size_t i = 0; i < sizeof of_hands / sizeof *of_hands; i++) {
        size_t size = solve->hands * sizeof(double);
        if (bytes)
            memcpy(back ? (void *)of_hands[i] : bytes + at, back ? bytes + at : (void *)of_hands[i], size);
        at += size;
    }
    for (int i = 0; i < solve->shapes.count; i++) {
        float *regret = solve->floor[i].regret;
        size_t size = solve->floor[i].tree.actions * sizeof *regret;
        if (bytes)
            memcpy(back ? (void *)regret : bytes + at, back ? bytes + at : (void *)regret, size);
        at += size;
    }
    return at;
}

void solve_hash(const uint8_t *bytes, size_t size, uint8_t out[LAN_HASH_BYTES])
{
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, bytes, size);
    lan_hash_end(&hash, out);
}

uint8_t *solve_checkpoint_write(const struct solve *solve, size_t *size)
{
    struct head head = {
        .order = 1, .round = solve->round, .hands = solve->hands, .stage = solve->stage, .sum = solve->sum};
    size_t body = sizeof head + arrays_copy(solve, NULL, false);
    uint8_t *bytes = malloc(body + LAN_HASH_BYTES);
    if (!bytes)
        return NULL;
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.total, solve->total, sizeof head.total);
    solve_digest(solve->rules, head.digest);
    memcpy(bytes, &head, sizeof head);
    arrays_copy(solve, bytes + sizeof head, false);
    solve_hash(bytes, body, bytes + body);
    *size = body + LAN_HASH_BYTES;
    return bytes;
}

const char *solve_checkpoint_read(struct solve *solve, const uint8_t *bytes, size_t size)
{
    struct head head;
    uint8_t hash[LAN_HASH_BYTES], digest[LAN_HASH_BYTES];
    size_t body = sizeof head + arrays_copy(solve, NULL, false);
    if (size < sizeof head || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no checkpoint of the solver";
    memcpy(&head, bytes, sizeof head);
    solve_digest(solve->rules, digest);
    if (head.order != 1)
        return "it was written by a machine of another kind";
    if (head.stage.reveals != solve->stage.reveals || head.stage.unseen != solve->stage.unseen)
        return "it belongs to another floor: other reveals or other monsters unseen";
    if (memcmp(head.digest, digest, sizeof digest) != 0 || head.hands != solve->hands)
        return "it belongs to other rules";
    if (size != body + LAN_HASH_BYTES)
        return "it is cut short, or something was added";
    solve_hash(bytes, body, hash);
    if (memcmp(hash, bytes + body, sizeof hash) != 0)
        return "it is damaged";
    uint8_t *copy = malloc(body);
    if (!copy)
        return "no memory";
    memcpy(copy, bytes, body);
    arrays_copy(solve, copy + sizeof head, true);
    free(copy);
    solve->round = head.round;
    solve->sum = head.sum;
    memcpy(solve->total, head.total, sizeof head.total);
    return NULL;
}
