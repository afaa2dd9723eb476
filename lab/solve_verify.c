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

enum {
    BAR = 30,
    CHECKPOINT_BYTES_MAX = 64 << 20, /* of --verify and --measure */
    JOINT_BYTES_MAX = 1 << 30,       /* of --whole */
    TOLD_ROUNDS = 300,
    TELL_SECONDS = 5,
    SAVE_SECONDS = 300,
};

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

static void stage_print(const struct settings *settings, const struct book_stage *kept, bool compared)
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
    printf(", %s\n", compared ? say(settings, "agrees", "concorde") : say(settings, "entered", "inscrit"));
    fflush(stdout);
}

/* What is done with each stage after its figures are computed: they are compared, or entered. */
struct pass {
    const struct settings *settings;
    struct verify *verify;
    struct book *entered; /* with --measure: the book; else NULL */
    int threads;
};

/* Compares the figures of a stage with the book's, or enters them. */
static int stage_settle(const struct pass *pass, int stage)
{
    const struct book *book = pass->verify->book;
    char text[VERIFY_TEXT];
    if (pass->entered) {
        verify_enter(pass->verify, stage, pass->entered);
    } else if (!verify_agrees(pass->verify, stage, text)) {
        complain("%s: %s", pass->settings->book, text);
        return CLI_BAD_FILE;
    }
    stage_print(pass->settings, &book->stage[stage], !pass->entered);
    return CLI_OK;
}

/* Computes all stages that are not done yet, saving after each, and settles all. */
static int stages_pass(const struct pass *pass)
{
    struct verify *verify = pass->verify;
    const struct book *book = verify->book;
    uint8_t order[BOOK_STAGES_MAX];
    double all = 0, done = 0, began = clock_now();
    verify_order(book, order);
    for (int i = 0; i < book->count; i++)
        all += verify->done[i] ? 0 : verify_cost(&book->stage[i]);
    for (int i = 0; i < book->count; i++) {
        int stage = order[i], code;
        double cost = verify_cost(&book->stage[stage]);
        bool before = verify->done[stage];
        if (interrupted)
            return CLI_FAILED;
        if (!before && !verify_stage(verify, stage, pass->threads)) {
            complain("no memory, or the book lacks the floor after one of its floors");
            return CLI_FAILED;
        }
        if ((code = stage_settle(pass, stage)) || (!before && (code = done_save(pass->settings, verify))))
            return code;
        if (!before)
            progress_print(pass->settings, say(pass->settings, "computed", "calculé"), (done += cost) / all,
                           began);
    }
    return CLI_OK;
}

/* Runs a pass over a book, interruptible, from what a checkpoint says is done. */
static int book_pass(struct pass *pass)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, &before);
    int code = done_load(pass->settings, pass->verify);
    if (!code)
        code = stages_pass(pass);
    sigaction(SIGINT, &before, NULL);
    return code;
}

static void whole_print(const struct settings *settings, double lower, double upper)
{
    printf("%s %.3f %% .. %.3f %%\n",
           say(settings, "In a whole game the Master wins", "Sur toute une partie, le Maître gagne"),
           lower * 100, upper * 100);
}

int solve_verify(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                 const struct book *book, int threads)
{
    struct pass pass = {settings, verify_create(rules, shapes, book), NULL, threads};
    char text[VERIFY_TEXT];
    double lower, upper;
    if (!pass.verify) {
        complain("no memory");
        return CLI_FAILED;
    }
    int code = book_pass(&pass);
    if (!code && !verify_whole(pass.verify, threads, &lower, &upper, text)) {
        complain("%s: %s", settings->book, text);
        code = CLI_BAD_FILE;
    } else if (!code && lower >= 0) {
        whole_print(settings, lower, upper);
    }
    verify_destroy(pass.verify);
    return code;
}

int solve_measure(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                  struct book *book, int threads)
{
    verify_blank(book);
    struct pass pass = {settings, verify_create(rules, shapes, book), book, threads};
    if (!pass.verify) {
        complain("no memory");
        return CLI_FAILED;
    }
    int code = book_pass(&pass);
    verify_destroy(pass.verify);
    double lower = code ? -1 : whole_lower(rules, shapes, book, threads);
    if (lower >= 0) {
        book->lower = lower;
        book->upper = whole_upper(rules, book);
        whole_print(settings, book->lower, book->upper);
    }
    return code;
}

/* ---- --whole ------------------------------------------------------------------------------------------- */

/* From the checkpoint if there is one, else from the book; *code says why there is none. */
static struct joint *joint_begin(const struct settings *settings, const struct shy_rules *rules,
                                 const struct shapes *shapes, const struct book *book, int *code)
{
    const char *file = settings->checkpoint, *wrong;
    struct joint *joint;
    size_t size;
    *code = CLI_OK;
    if (!file || !file_exists(file)) {
        joint = joint_create(rules, shapes, book);
        if (!joint) {
            complain("no memory, or the book lacks a stage of the game to begin with");
            *code = CLI_USAGE;
        }
        return joint;
    }
    char *bytes = file_read(file, JOINT_BYTES_MAX, &size);
    joint = bytes ? joint_read(rules, shapes, (uint8_t *)bytes, size, &wrong) : NULL;
    if (bytes && !joint)
        complain("%s: %s", file, wrong);
    if (!joint)
        *code = CLI_BAD_FILE;
    free(bytes);
    return joint;
}

static int joint_save(const struct settings *settings, struct joint *joint)
{
    size_t size;
    if (!settings->checkpoint)
        return CLI_OK;
    uint8_t *bytes = joint_write(joint, &size);
    bool written = bytes && file_write(settings->checkpoint, (const char *)bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

/* Learns for some time, saving every few minutes; the book gets mixes and prices. */
static int joint_run(const struct settings *settings, const struct shy_rules *rules,
                     const struct shapes *shapes, struct book *book, double seconds)
{
    int code;
    struct joint *joint = joint_begin(settings, rules, shapes, book, &code);
    double began = clock_now(), told = began, saved = began;
    if (!joint)
        return code;
    do {
        joint_round(joint);
        double now = clock_now(), part = (now - began) / seconds;
        if (now - told > TELL_SECONDS) {
            char what[64];
            told = now;
            snprintf(what, sizeof what, "%s %d, %.2f %%", say(settings, "round", "tour"), joint_rounds(joint),
                     joint_value(joint) * 100);
            progress_print(settings, what, part < 1 ? part : 1, began);
        }
        if (now - saved > SAVE_SECONDS) {
            saved = now;
            code = joint_save(settings, joint);
        }
    } while (!code && clock_now() - began < seconds && !interrupted);
    if (!code)
        code = joint_save(settings, joint);
    if (!code && !joint_enter(joint, book))
        code = CLI_FAILED;
    joint_destroy(joint);
    return code;
}

int solve_whole(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                struct book *book, int threads, double seconds)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, &before);
    int code = joint_run(settings, rules, shapes, book, seconds);
    sigaction(SIGINT, &before, NULL);
    if (!code && !whole_improve(rules, shapes, book, threads, TOLD_ROUNDS, NULL))
        code = CLI_FAILED;
    return code;
}
