/*
 * What lan_game.sane says of states in which something was changed: bytes and bits, one unit moved from one
 * byte to another, two bytes exchanged. How often it gives which reason is compared with
 * tests/golden/GAME-sane.txt; LAN_GOLDEN=write writes these anew. tests/fuzz/decode.c looks for states that
 * are taken and cannot be shown or played on.
 *     golden-sane [GAME]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "setups.h"
#include "tap.h"

enum { COMBINATIONS = 4, POSITIONS = 5, PAIRS = 1500, REASONS_MAX = 64, TEXT_MAX = 1 << 16 };

static char now[TEXT_MAX], before[TEXT_MAX];

struct count {
    const char *reason;
    uint64_t count;
};

/* Of one set-up; `text` of all. */
struct tally {
    struct lan_text text;
    struct count reason[REASONS_MAX];
    int reasons;
};

static const struct lan_state *state_of(const union lan_state_buf *state)
{
    return (const struct lan_state *)state;
}

static void reason_count(struct tally *tally, const char *reason)
{
    int at = 0;
    while (at < tally->reasons && strcmp(tally->reason[at].reason, reason) != 0)
        at++;
    lan_assert(at < REASONS_MAX);
    if (at == tally->reasons)
        tally->reason[tally->reasons++] = (struct count){reason, 0};
    tally->reason[at].count++;
}

static void look(const struct setup *setup, const union lan_state_buf *changed, struct tally *tally)
{
    const char *reason = setup->rules->game->sane(setup->rules, state_of(changed));
    reason_count(tally, reason ? reason : "");
}

/* Each byte changed alone, then pairs of bytes so that their sum stays. */
static void change(const struct setup *setup, const union lan_state_buf *state, struct lan_rng *rng,
                   struct tally *tally)
{
    uint32_t size = setup->rules->game->state_size;
    union lan_state_buf changed = *state;
    uint8_t *byte = (uint8_t *)&changed;
    for (uint32_t at = 0; at < size; at++) {
        const uint8_t old = byte[at];
        const uint8_t other[] = {(uint8_t)(old + 1), (uint8_t)(old - 1), 0,        (uint8_t)(old ^ 2),
                                 (uint8_t)(old ^ 4), (uint8_t)(old ^ 8), old ^ 64, old ^ 128};
        for (size_t i = 0; i < sizeof other; i++) {
            if (other[i] == old)
                continue;
            byte[at] = other[i];
            look(setup, &changed, tally);
        }
        byte[at] = old;
    }
    for (int i = 0; i < PAIRS; i++) {
        uint32_t a = lan_rng_below(rng, size), b = lan_rng_below(rng, size);
        const uint8_t old_a = byte[a], old_b = byte[b];
        if (old_a == old_b)
            continue;
        byte[a]++;
        byte[b]--;
        look(setup, &changed, tally);
        byte[a] = old_b;
        byte[b] = old_a;
        look(setup, &changed, tally);
        byte[b] = old_b;
        byte[a] = old_a;
    }
}

static int length_of(const struct setup *setup)
{
    union lan_state_buf state;
    struct lan_rng rng;
    struct step step;
    int steps = 0;
    lan_rng_init(&rng, setup->seed);
    memset(&state, 0, sizeof state);
    setup->rules->game->setup(setup->rules, (struct lan_state *)&state);
    for (; step_choose(setup->rules, state_of(&state), &rng, &step); steps++)
        lan_apply(setup->rules, (struct lan_state *)&state, step.seat, step.action, NULL);
    return steps;
}

/* Positions spread over a random game, its first and its last among them. */
static void setup_look(const struct setup *setup, void *context)
{
    struct tally *tally = context;
    int steps = length_of(setup), next = 0;
    union lan_state_buf state;
    struct lan_rng rng, places;
    struct step step;
    tally->reasons = 0;
    lan_rng_init(&rng, setup->seed);
    lan_rng_init(&places, setup->seed + 1);
    memset(&state, 0, sizeof state);
    setup->rules->game->setup(setup->rules, (struct lan_state *)&state);
    for (int at = 0; at <= steps; at++) {
        if (at == steps * next / (POSITIONS - 1)) {
            change(setup, &state, &places, tally);
            next++;
        }
        if (step_choose(setup->rules, state_of(&state), &rng, &step))
            lan_apply(setup->rules, (struct lan_state *)&state, step.seat, step.action, NULL);
    }
    lan_text_add(&tally->text, setup->label);
    lan_text_add_char(&tally->text, '\n');
    for (int i = 0; i < tally->reasons; i++) {
        lan_text_add(&tally->text, "  ");
        lan_text_add_int(&tally->text, (int64_t)tally->reason[i].count);
        lan_text_add(&tally->text, *tally->reason[i].reason ? " " : " taken");
        lan_text_add(&tally->text, tally->reason[i].reason);
        lan_text_add_char(&tally->text, '\n');
    }
}

static bool file_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    before[fread(before, 1, sizeof before - 1, file)] = 0;
    return fclose(file) == 0;
}

static bool file_write(const char *path)
{
    FILE *file = fopen(path, "w");
    bool written = file && fputs(now, file) >= 0;
    return file && fclose(file) == 0 && written;
}

static void check_game(const struct lan_game *game)
{
    const char *golden = getenv("LAN_GOLDEN");
    struct tally tally = {.text = lan_text_init(now, sizeof now)};
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s-sane.txt", game->name);
    setups_each(game, COMBINATIONS, setup_look, &tally);
    if (golden && strcmp(golden, "write") == 0)
        file_write(path);
    tap_result(!tally.text.cut && file_read(path) && strcmp(now, before) == 0,
               "%s: changed states are refused as often and for the reasons in %s", game->name, path);
}

int main(int argc, char **argv)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game) && (argc < 2 || strcmp(argv[1], (*game)->name) == 0))
            check_game(*game);
    }
    return tap_finish();
}
