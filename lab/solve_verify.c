#include "solve_verify.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "joint.h"
#include "json_out.h"

enum { BAR = 30, CHECKPOINT_BYTES_MAX = 64 << 20, TOLD_ROUNDS = 300 };

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char *say(const struct settings *settings, const char *en, const char *fr)
{
    return settings->lang == LAN_FR ? fr : en;
}

/* Prints a bar, and the time left as far as the time so far tells; one line each when stderr is a file. */
static void progress_print(const struct settings *settings, const char *what, double done, double began)
{
    double spent = clock_now() - began, left = done > 0 ? spent * (1 - done) / done : 0;
    int filled = (int)(done * BAR);
    bool screen = isatty(STDERR_FILENO);
    fprintf(stderr, "%s[%.*s%*s] %3.0f %%  %s  %d:%02d %s  %s", screen ? "\r" : "", filled,
            "##############################", BAR - filled, "", done * 100, what, (int)left / 60,
            (int)left % 60, say(settings, "left", "restantes"), screen ? "" : "\n");
    if (screen && done >= 1)
        fputc('\n', stderr);
}

/* ---- --verify ------------------------------------------------------------------------------------------ */

static int done_load(const struct settings *settings, struct verify *verify)
{
    size_t size;
    if (!settings->checkpoint || !file_exists(settings->checkpoint))
        return CLI_OK;
    char *bytes = file_read(settings->checkpoint, CHECKPOINT_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    const char *wrong = verify_read(verify, (const uint8_t *)bytes, size);
    free(bytes);
    if (wrong)
        complain("%s: %s", settings->checkpoint, wrong);
    return wrong ? CLI_BAD_FILE : CLI_OK;
}

static int done_save(const struct settings *settings, const struct verify *verify)
{
    size_t size;
    if (!settings->checkpoint)
        return CLI_OK;
    uint8_t *bytes = verify_write(verify, &size);
    bool written = bytes && file_write(settings->checkpoint, (const char *)bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

static void stage_print(const struct settings *settings, const struct book_stage *kept)
{
    const struct lan_word *words = shy_game.types[SHY_TYPE_MONSTER].words;
    printf("%s %d, %s %d, %s", say(settings, "floor", "étage"), kept->stage.storey ? kept->stage.storey : 3,
           say(settings, "reveals", "retournées"), kept->stage.reveals, say(settings, "unseen", "non vus"));
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        if (kept->stage.unseen >> monster & 1)
            printf(" %s", words[monster].id);
    }
    if (kept->stage.storey)
        printf(": %s %.4f %%, %s %.4f %%", say(settings, "kills at least", "tue au moins"), kept->lower * 100,
               say(settings, "the Master wins at most", "le Maître gagne au plus"), kept->upper * 100);
    else
        printf(": %.4f %% .. %.4f %%", kept->lower * 100, kept->upper * 100);
    printf(", %s\n", say(settings, "agrees", "concorde"));
    fflush(stdout);
}

/* Computes and compares all stages, saving after each. */
static int stages_verify(const struct settings *settings, struct verify *verify, int threads)
{
    const struct book *book = verify->book;
    char text[VERIFY_TEXT];
    double all = 0, done = 0, began = clock_now(), skipped = 0;
    for (int i = 0; i < book->count; i++) {
        all += verify_cost(&book->stage[i]);
        skipped += verify->done[i] ? verify_cost(&book->stage[i]) : 0;
    }
    for (int i = 0; i < book->count; i++) {
        bool before = verify->done[i];
        if (interrupted)
            return CLI_FAILED;
        if (!before && !verify_stage(verify, i, threads)) {
            complain("no memory, or the book lacks the floor after one of its floors");
            return CLI_FAILED;
        }
        if (!verify_agrees(verify, i, text)) {
            complain("%s: %s", settings->book, text);
            return CLI_BAD_FILE;
        }
        stage_print(settings, &book->stage[i]);
        done += before ? 0 : verify_cost(&book->stage[i]);
        if (!before && done_save(settings, verify))
            return CLI_FAILED;
        if (!before)
            progress_print(settings, say(settings, "verified", "vérifié"), done / (all - skipped), began);
    }
    return CLI_OK;
}

int solve_verify(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                 const struct book *book, int threads)
{
    struct verify *verify = verify_create(rules, shapes, book);
    struct sigaction action = {.sa_handler = interrupt}, before;
    char text[VERIFY_TEXT];
    double lower, upper;
    if (!verify) {
        complain("no memory");
        return CLI_FAILED;
    }
    sigaction(SIGINT, &action, &before);
    int code = done_load(settings, verify);
    if (!code)
        code = stages_verify(settings, verify, threads);
    if (!code && !verify_whole(verify, threads, &lower, &upper, text)) {
        complain("%s: %s", settings->book, text);
        code = CLI_BAD_FILE;
    } else if (!code && lower >= 0) {
        printf("%s %.3f %% .. %.3f %%\n",
               say(settings, "In a whole game the Master wins", "Sur toute une partie, le Maître gagne"),
               lower * 100, upper * 100);
    }
    sigaction(SIGINT, &before, NULL);
    verify_destroy(verify);
    return code;
}

/* ---- --whole ------------------------------------------------------------------------------------------- */

/* Learns for some time; the book gets mixes and prices. */
static int joint_run(const struct settings *settings, const struct shy_rules *rules,
                     const struct shapes *shapes, struct book *book, double seconds)
{
    struct joint *joint = joint_create(rules, shapes, book);
    double began = clock_now(), told = began;
    if (!joint) {
        complain("no memory, or the book lacks a stage of the game to begin with");
        return CLI_USAGE;
    }
    do {
        joint_round(joint);
        if (clock_now() - told > 2) {
            char what[64];
            double part = (clock_now() - began) / seconds;
            told = clock_now();
            snprintf(what, sizeof what, "%.2f %%", joint_value(joint) * 100);
            progress_print(settings, what, part < 1 ? part : 1, began);
        }
    } while (clock_now() - began < seconds && !interrupted);
    bool entered = joint_enter(joint, book);
    joint_destroy(joint);
    return entered ? CLI_OK : CLI_FAILED;
}

/* Computes the tolls of all floors of a game, the last first, since each needs those of the next. */
static int tolls_run(const struct settings *settings, const struct shy_rules *rules,
                     const struct shapes *shapes, struct book *book, int threads)
{
    struct solve_stage stage[GAME_STAGES];
    struct verify *verify = verify_create(rules, shapes, book);
    double all = 0, done = 0, began = clock_now();
    game_stages(rules, stage);
    for (int i = 0; i < GAME_STAGES; i++)
        all += verify_cost(book_find(book, stage[i]));
    for (int i = 0; i < GAME_STAGES && verify; i++) {
        struct book_stage *kept = book_place(book, stage[i]);
        int at = (int)(kept - book->stage);
        if (!verify_stage(verify, at, threads)) {
            verify_destroy(verify);
            return CLI_FAILED;
        }
        kept->lower = verify->figures[at].lower;
        kept->upper = verify->figures[at].upper;
        memcpy(kept->toll, verify->figures[at].toll, sizeof kept->toll);
        progress_print(settings, say(settings, "tolls", "péages"), (done += verify_cost(kept)) / all, began);
    }
    verify_destroy(verify);
    return verify ? CLI_OK : CLI_FAILED;
}

int solve_whole(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                struct book *book, int threads, double seconds)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, &before);
    int code = joint_run(settings, rules, shapes, book, seconds);
    if (!code && !whole_improve(rules, shapes, book, threads, TOLD_ROUNDS, NULL))
        code = CLI_FAILED;
    if (!code)
        code = tolls_run(settings, rules, shapes, book, threads);
    sigaction(SIGINT, &before, NULL);
    if (code)
        return code;
    book->lower = whole_lower(rules, shapes, book, threads);
    book->upper = whole_upper(rules, book);
    printf("%s %.3f %% .. %.3f %%\n",
           say(settings, "In a whole game the Master wins", "Sur toute une partie, le Maître gagne"),
           book->lower * 100, book->upper * 100);
    return CLI_OK;
}
