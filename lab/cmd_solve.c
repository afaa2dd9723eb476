/*
 * cmd_solve.c - `lanterne solve`: runs the solver of solve/ on one floor of Shy Monsters until a time or gap
 * is reached, with a progress bar, a checkpoint file, and a book of results.
 */
#include "cmd_solve.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "args.h"
#include "checkpoint.h"
#include "enter.h"
#include "equilibrium.h"
#include "file.h"
#include "json_out.h"
#include "setup.h"
#include "solve_explain.h"
#include "solve_verify.h"

enum {
    CHECKPOINT_BYTES_MAX = 1 << 30,
    CHECKPOINT_SECONDS = 60,
    TELL_SECONDS = 2,
    BAR = 30,
    TIME_STANDARD = 1800,
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

struct job {
    const struct settings *settings;
    const struct shy_rules *rules;
    struct shapes shapes;
    struct solve *solve;
    struct solve_bounds bounds;
    double began, seconds;      /* wall-clock start, and the time limit */
    double learning, answering; /* processor time of all threads */
    int rounds, answers;        /* of this run */
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char *say(const struct job *job, const char *en, const char *fr)
{
    return job->settings->lang == LAN_FR ? fr : en;
}

/* ---- Settings ------------------------------------------------------------------------------------------ */

unsigned unseen_wanted(const char *list)
{
    unsigned unseen = 0;
    if (!list)
        return SHY_PILE_ALL;
    while (*list) {
        size_t length = strcspn(list, ",");
        int monster;
        if (!lan_value_parse(&shy_game, SHY_TYPE_MONSTER, list, length, &monster)) {
            complain_in("--unseen %s: there is no such monster", "--unseen %s : ce monstre n'existe pas",
                        list);
            return 0;
        }
        unseen |= 1u << monster;
        list += length + (list[length] == ',');
    }
    if (__builtin_popcount(unseen) >= 2)
        return unseen;
    complain_in("--unseen needs two monsters at least", "--unseen demande au moins deux monstres");
    return 0;
}

static int threads_wanted(const struct settings *settings)
{
    long cores = settings->threads ? settings->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > SOLVE_THREADS_MAX ? SOLVE_THREADS_MAX : (int)cores;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void stage_print(const struct job *job, struct solve_stage stage)
{
    const struct lan_word *words = shy_game.types[SHY_TYPE_MONSTER].words;
    printf("%s %d, %s",
           say(job, "Shy Monsters, one floor; tiles turned up first:",
               "Shy Monsters, un étage ; tuiles retournées d'avance :"),
           stage.reveals, say(job, "monsters unseen:", "monstres non vus :"));
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        if (stage.unseen >> monster & 1)
            printf(" %s", words[monster].id);
    }
    putchar('\n');
}

/* Prints a bar of the time elapsed and the present bounds. */
static void progress_print(const struct job *job, double now)
{
    double done = (now - job->began) / job->seconds;
    int filled = (int)(done * BAR);
    if (!isatty(STDERR_FILENO))
        return;
    filled = filled < 0 ? 0 : filled > BAR ? BAR : filled;
    fprintf(stderr, "\r[%.*s%*s] %s %u  %.2f %% .. %.2f %%  ", filled, "##############################",
            BAR - filled, "", say(job, "round", "tour"), job->solve->round, job->bounds.lower * 100,
            job->bounds.upper * 100);
}

static void result_print(const struct job *job, const struct book_stage *kept)
{
    const struct solve *solve = job->solve;
    double lower = job->bounds.lower * 100, upper = job->bounds.upper * 100;
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    printf("  %s %d, %s %u, %s %u, %.0f s\n", say(job, "kinds of shapes:", "sortes de formes :"),
           solve->shapes.count, say(job, "hands that can kill:", "mains qui peuvent tuer :"), solve->hands,
           say(job, "rounds:", "tours :"), solve->round, clock_now() - job->began);
    printf("  %s %.3f %% .. %.3f %%, %s %.3f\n", say(job, "the Master kills", "le Maître tue"), lower, upper,
           say(job, "points apart:", "points d'écart :"), upper - lower);
    if (job->answers)
        printf("  %s %.1f ms, %s %.1f ms\n",
               say(job, "processor time of a round:", "temps de calcul d'un tour :"),
               job->learning / job->rounds * 1e3,
               say(job, "of both best responses:", "des deux meilleures réponses :"),
               job->answering / job->answers * 1e3);
    if (kept)
        printf("  %s %u, %s %.3f %%\n", say(job, "entries in the book:", "entrées dans le livre :"),
               kept->count, say(job, "which kill at least", "qui tuent au moins"), kept->lower * 100);
}

static int result_json(const struct job *job, const struct book_stage *kept)
{
    struct json_out out;
    struct lan_writer *w = &out.json.base;
    json_begin(&out);
    w->number(w, "reveals", job->solve->stage.reveals);
    w->number(w, "unseen", job->solve->stage.unseen);
    w->number(w, "shapes", job->solve->shapes.count);
    w->number(w, "hands", job->solve->hands);
    w->number(w, "rounds", job->solve->round);
    json_double(&out, "seconds", clock_now() - job->began);
    json_double(&out, "lower", job->bounds.lower);
    json_double(&out, "upper", job->bounds.upper);
    json_double(&out, "round_ms", job->learning / job->rounds * 1e3);
    json_double(&out, "answers_ms", job->answering / job->answers * 1e3);
    if (kept)
        w->number(w, "entries", kept->count);
    return json_end(&out);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static int checkpoint_load(struct job *job)
{
    const char *file = job->settings->checkpoint;
    size_t size;
    if (!file || !file_exists(file))
        return CLI_OK;
    char *bytes = file_read(file, CHECKPOINT_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    const char *wrong = solve_checkpoint_read(job->solve, (const uint8_t *)bytes, size);
    free(bytes);
    if (!wrong)
        return CLI_OK;
    complain("%s: %s", file, wrong);
    return CLI_BAD_FILE;
}

static int checkpoint_save(const struct job *job)
{
    const char *file = job->settings->checkpoint;
    size_t size;
    if (!file)
        return CLI_OK;
    uint8_t *bytes = solve_checkpoint_write(job->solve, &size);
    if (!bytes) {
        complain_memory();
        return CLI_FAILED;
    }
    bool written = file_write(file, (const char *)bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

/* Whether what is asked for begins with a book that must be there. */
static bool from_book(const struct settings *settings)
{
    return settings->verify || settings->measure || settings->explain || settings->whole;
}

/*
 * Loads the book of --book, or the one built in where none is named. A file that is not there yet makes an
 * empty book where a floor is solved; all else needs one.
 */
static int book_load(const struct job *job, struct book *book)
{
    const char *file = job->settings->book, *wrong;
    size_t size = (size_t)(equilibrium_book_end - equilibrium_book);
    book_init(book, job->rules);
    if (file && !file_exists(file) && !from_book(job->settings))
        return CLI_OK;
    if (!file) {
        wrong = book_read(book, job->rules, equilibrium_book, size);
    } else {
        char *bytes = file_read(file, BOOK_BYTES_MAX, &size);
        if (!bytes)
            return CLI_BAD_FILE;
        wrong = book_read(book, job->rules, (const uint8_t *)bytes, size);
        free(bytes);
    }
    if (!wrong)
        return CLI_OK;
    complain("%s: %s", file ? file : "the book that is built in", wrong);
    return CLI_BAD_FILE;
}

static int book_save(const struct job *job, struct book *book)
{
    size_t size;
    uint8_t *bytes = book_add(book, job->solve, &job->bounds) ? book_write(book, &size) : NULL;
    if (!bytes) {
        complain_in("no memory, or no space in the book",
                    "pas assez de mémoire, ou pas de place dans le livre");
        return CLI_FAILED;
    }
    bool written = file_write(job->settings->book, (const char *)bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

/* ---- Solving ------------------------------------------------------------------------------------------- */

static int job_run(struct job *job)
{
    double now = job->began, told = now, kept = now;
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, &before);
    do {
        double cpu = cpu_now();
        solve_round(job->solve);
        job->learning += cpu_now() - cpu;
        job->rounds++;
        now = clock_now();
        bool last = interrupted || now - job->began >= job->seconds;
        if (now - told >= TELL_SECONDS || last) {
            cpu = cpu_now();
            solve_bounds(job->solve, &job->bounds);
            job->answering += cpu_now() - cpu;
            job->answers++;
            told = clock_now();
            progress_print(job, told);
            if ((job->bounds.upper - job->bounds.lower) * 100 <= job->settings->gap)
                break;
        }
        if (now - kept >= CHECKPOINT_SECONDS) {
            kept = now;
            if (checkpoint_save(job))
                break;
        }
        if (last)
            break;
    } while (true);
    sigaction(SIGINT, &before, NULL);
    return checkpoint_save(job);
}

static int job_end(struct job *job, struct book *book)
{
    const struct book_stage *kept = NULL;
    int code = job->settings->book ? book_save(job, book) : CLI_OK;
    if (code)
        return code;
    if (job->settings->book)
        kept = book_find(book, job->solve->stage);
    if (job->settings->json)
        return result_json(job, kept);
    stage_print(job, job->solve->stage);
    result_print(job, kept);
    return CLI_OK;
}

static int job_solve(struct job *job, struct book *book)
{
    struct solve_stage stage = {(uint8_t)job->settings->reveals,
                                (uint8_t)unseen_wanted(job->settings->unseen), 0};
    if (!stage.unseen)
        return CLI_USAGE;
    job->solve = solve_create(job->rules, stage, &job->shapes, threads_wanted(job->settings));
    if (!job->solve) {
        complain_memory();
        return CLI_FAILED;
    }
    job->began = clock_now();
    int code = checkpoint_load(job);
    if (!code)
        code = job_run(job);
    if (!code)
        code = job_end(job, book);
    solve_destroy(job->solve);
    return code;
}

/* Changes the whole book, by learning or by measuring, and writes it. */
static int job_change(struct job *job, struct book *book)
{
    const struct settings *settings = job->settings;
    size_t size;
    int threads = threads_wanted(settings);
    int code = settings->measure
                   ? solve_measure(settings, job->rules, &job->shapes, book, threads)
                   : solve_whole(settings, job->rules, &job->shapes, book, threads, job->seconds);
    if (code)
        return code;
    uint8_t *bytes = book_write(book, &size);
    bool written = bytes && file_write(settings->book, (const char *)bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

/* What of a book the settings ask for. */
static int job_book(struct job *job, struct book *book)
{
    const struct settings *settings = job->settings;
    if (settings->verify)
        return solve_verify(settings, job->rules, &job->shapes, book, threads_wanted(settings));
    if (settings->explain)
        return solve_explain(settings, job->rules, &job->shapes, book);
    return settings->whole || settings->measure ? job_change(job, book) : job_solve(job, book);
}

int cmd_solve(const struct settings *settings)
{
    static union lan_rules_buf rules;
    static struct book book;
    const struct lan_game *game = game_wanted(settings);
    static struct job job;
    job.settings = settings;
    job.rules = (const struct shy_rules *)&rules.base;
    if (!game)
        return CLI_USAGE;
    if (game != &shy_game) {
        complain_in("only %s can be solved", "seul %s peut être résolu", shy_game.name);
        return CLI_USAGE;
    }
    int code = rules_wanted(settings, game, &rules);
    if (code)
        return code;
    if (solve_unable(job.rules)) {
        complain("%s", solve_unable(job.rules));
        return CLI_USAGE;
    }
    if ((settings->verify || settings->measure || settings->whole) && !settings->book) {
        complain_in("--verify, --measure and --whole need --book",
                    "--verify, --measure et --whole demandent --book");
        return CLI_USAGE;
    }
    shapes_init(job.rules, &job.shapes);
    job.seconds = settings->given & CLI_TAKES(CLI_TIME) ? settings->time : TIME_STANDARD;
    code = settings->book || settings->explain ? book_load(&job, &book) : CLI_OK;
    if (!code)
        code = job_book(&job, &book);
    book_finish(&book);
    return code;
}
