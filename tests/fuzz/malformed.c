/*
 * malformed.c - many malformed inputs for a fuzz target, without libFuzzer: as shipped and under sanitizers,
 * in a long run those of both compilers. Inputs of the target's corpus are changed at random until the target
 * has refused REFUSED of them, in a long run REFUSED_LONG. An input follows from the seed and its number; the
 * one that ends the program is kept in a file, whose name is printed.
 *
 * FUZZ_TARGET is the name of the target, FUZZ_ENDING how the names of the inputs end that are changed.
 */
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lan.h"
#include "refused.h"
#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

enum {
    INPUT_MAX = 16 << 10,
    INPUTS_MAX = 64,
    CHANGES_MAX = 6,
    REFUSED = 20000, /* in a short run */
    REFUSED_LONG = 1000000,
    TRIES = 20, /* inputs for each refused one, beyond which the changes are too harmless */
};

struct input {
    uint8_t bytes[INPUT_MAX];
    size_t size;
};

static struct input corpus[INPUTS_MAX];
static int corpus_count;
static struct input now; /* the input under test */

/* ---- The input that ends the program ------------------------------------------------------------------- */

/* Only functions that may be called in a signal handler. */
static void now_keep(void)
{
    static const char name[] = "malformed-" FUZZ_TARGET ".input";
    static const char say[] = "# the input is in malformed-" FUZZ_TARGET ".input\n";
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, now.bytes, now.size) < 0 || write(2, say, sizeof say - 1) < 0)
        _exit(1);
    close(file);
}

static void aborted(int number)
{
    now_keep();
    signal(number, SIG_DFL);
    raise(number);
}

/* ---- Changes ------------------------------------------------------------------------------------------- */

static size_t below(struct lan_rng *rng, size_t count)
{
    return count ? (size_t)lan_rng_below(rng, (uint32_t)count) : 0;
}

static void remove_some(struct input *input, size_t from, size_t count)
{
    count = count < input->size - from ? count : input->size - from;
    memmove(input->bytes + from, input->bytes + from + count, input->size - from - count);
    input->size -= count;
}

static void insert_some(struct input *input, size_t at, const uint8_t *bytes, size_t count)
{
    uint8_t copy[256];
    count = count < sizeof copy ? count : sizeof copy;
    if (input->size + count > INPUT_MAX)
        return;
    memcpy(copy, bytes, count); /* they may be the input's own */
    memmove(input->bytes + at + count, input->bytes + at, input->size - at);
    memcpy(input->bytes + at, copy, count);
    input->size += count;
}

/* Words of the layers under test, at the edges of what they accept. */
static void insert_word(struct input *input, struct lan_rng *rng, size_t at)
{
    static const char *const words[] = {
        "-1",
        "0",
        "1e999",
        "99999999999999999999",
        "\"",
        "\\u0000",
        "\\ud800",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "\r\n",
        "\r\n\r\n",
        "chunked",
        "\xff",
        "\xc0\x80",
        "\xed\xa0\x80",
        "\xfe",
        "\x7f",
        "\n",
        "\x88\x80",
        "\x81\xfe",
        "\x80\x80",
        "\x89\xfe",
        "\x01\x81",
        "seat",
        "\"t\":",
        "\"e\":[[",
    };
    const char *word = words[below(rng, sizeof words / sizeof *words)];
    insert_some(input, at, (const uint8_t *)word, strlen(word));
}

static bool digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static bool letter(uint8_t byte)
{
    return byte >= 'a' && byte <= 'z';
}

/* A digit or a letter from here on becomes another one: numbers, lengths, words, in text that stays text. */
static void replace_one(struct input *input, struct lan_rng *rng, size_t at)
{
    while (at < input->size && !digit(input->bytes[at]) && !letter(input->bytes[at]))
        at++;
    if (at < input->size)
        input->bytes[at] =
            digit(input->bytes[at]) ? (uint8_t)('0' + below(rng, 10)) : (uint8_t)('a' + below(rng, 26));
}

static void input_change(struct input *input, struct lan_rng *rng)
{
    size_t at = below(rng, input->size + 1), end = at == input->size;
    const struct input *other = &corpus[below(rng, (size_t)corpus_count)];
    size_t from = below(rng, other->size);
    switch (below(rng, 8)) {
    case 0: /* one bit */
        if (!end)
            input->bytes[at] ^= (uint8_t)(1u << below(rng, 8));
        break;
    case 1: /* one byte */
        if (!end)
            input->bytes[at] = (uint8_t)below(rng, 256);
        break;
    case 2: remove_some(input, at, 1 + below(rng, 16)); break;
    case 3: input->size = at; break;
    case 4: insert_word(input, rng, at); break;
    case 5: /* a part of another input, or of this one */
        insert_some(input, at, other->bytes + from, 1 + below(rng, other->size - from));
        break;
    case 6: /* a part again */
        if (!end)
            insert_some(input, at, input->bytes + at, 1 + below(rng, input->size - at));
        break;
    default: replace_one(input, rng, at);
    }
}

/* ---- The run ------------------------------------------------------------------------------------------- */

static bool wanted_name(const char *name)
{
    size_t length = strlen(name), ending = strlen(FUZZ_ENDING);
    return *name != '.' && length >= ending && strcmp(name + length - ending, FUZZ_ENDING) == 0;
}

static bool corpus_read(const char *folder)
{
    DIR *names = opendir(folder);
    if (!names)
        return false;
    for (struct dirent *entry; (entry = readdir(names)) && corpus_count < INPUTS_MAX;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = wanted_name(entry->d_name) ? fopen(path, "rb") : NULL;
        if (!file)
            continue;
        corpus[corpus_count].size = fread(corpus[corpus_count].bytes, 1, INPUT_MAX, file);
        corpus_count++;
        fclose(file);
    }
    closedir(names);
    return corpus_count > 0;
}

static int by_bytes(const void *a, const void *b)
{
    const struct input *one = a, *other = b;
    int order = memcmp(one->bytes, other->bytes, one->size < other->size ? one->size : other->size);
    return order ? order : (one->size > other->size) - (one->size < other->size);
}

static void input_make(uint64_t seed, uint64_t number)
{
    struct lan_rng rng;
    lan_rng_init(&rng, seed + number);
    now = corpus[below(&rng, (size_t)corpus_count)];
    bool gentle = below(&rng, 2); /* gets past the parser, to the checks behind it */
    for (size_t changes = 1 + below(&rng, CHANGES_MAX); changes; changes--) {
        if (gentle)
            replace_one(&now, &rng, below(&rng, now.size));
        else
            input_change(&now, &rng);
    }
}

int main(void)
{
    uint64_t wanted = tap_rounds(1) > 1 ? REFUSED_LONG : REFUSED, seed = tap_seed(16), number = 0;
    if (!corpus_read("tests/fuzz/corpus/" FUZZ_TARGET)) {
        tap_result(false, FUZZ_TARGET " has a corpus");
        return tap_finish();
    }
    /* The order of a folder is not the same everywhere. */
    qsort(corpus, (size_t)corpus_count, sizeof *corpus, by_bytes);
    signal(SIGABRT, aborted);
    signal(SIGSEGV, aborted);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(now_keep);
    for (; fuzz_refused < wanted && number < TRIES * wanted; number++) {
        input_make(seed, number);
        LLVMFuzzerTestOneInput(now.bytes, now.size);
    }
    tap_result(fuzz_refused == wanted, "%s: %" PRIu64 " malformed inputs of %" PRIu64 " refused", FUZZ_TARGET,
               fuzz_refused, number);
    return tap_finish();
}
