/* main.c - the program `lanterne`: the table of its commands, dispatch, and help. */
#include <stdio.h>
#include <string.h>

#include "admin.h"
#include "arena.h"
#include "args.h"
#include "bench.h"
#include "bot_program.h"
#include "calibrate.h"
#include "cmd_layout.h"
#include "cmd_play.h"
#include "cmd_replay.h"
#include "cmd_review.h"
#include "cmd_rules.h"
#include "cmd_solve.h"
#include "cmd_describe.h"
#include "commit.h"
#include "equilibrium.h"
#include "level.h"
#include "serve.h"
#include "sim.h"
#include "store_command.h"
#include "verify_command.h"

#define SHOWS (CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_PLAIN) | CLI_TAKES(CLI_ASCII))
#define RULED (CLI_TAKES(CLI_PLAYERS) | CLI_TAKES(CLI_OPTION))

/* Options that mean something of their own in an arena. */
static const struct option_words arena_words[] = {
    {CLI_BOTS, "LIST",
     "two bots or more, with commas: rules,search:5000, or cmd:COMMAND for a program (without commas)"},
    {CLI_GAMES, "DEALS", "number of deals; each is played several times, with the bots in other seats"},
    {CLI_TIME, "SECONDS",
     "how long a program may take for an answer, 0.175 when not said, 5 with --bot-pace 0; also for its hello, 30 when not said"},
    {CLI_BOT_PACE, "MS",
     "where programs play: milliseconds that every question takes, whoever is asked and however long they think, 200 "
     "or as --time needs it when not said; 0: all are asked as soon as possible, and a program can measure how long the others think"},
    {CLI_BY, "GROUP",
     "what the challenger takes at once: all seats of one value of a group, such as side, or each seat by itself: "
     "seat. When not said: the game's roles or sides if it has any, else seat"},
    {CLI_THREADS, "N",
     "how many rounds are played at once; else one for each core, one where bots are programs or timed"},
    {CLI_OPTIONS, NULL, NULL},
};

static const struct option_words calibrate_words[] = {
    {CLI_BOTS, "LIST", "who plays the games: one bot for all seats, or one for each; rules when not said"},
    {CLI_BY, "WHAT", "beliefs, which is meant when it is not said, or marks"},
    {CLI_HTML, "FILE", "draw what was said against what came into this page"},
    {CLI_OPTIONS, NULL, NULL},
};

static const struct command commands[] = {
    {"games", cmd_games, "", 0, 0, "list the games", NULL, CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON), NULL},
    {"rules", cmd_rules, "GAME [CLAUSE...]", 1, CLI_WORDS_MAX, "read the rules of a game",
     "Shows every rule clause with its id, then the options of the game. With clause ids (or the beginning of "
     "ids, such as MA-R) only those. With --option the clauses read as they apply with these options.",
     RULED | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON), NULL},
    {"describe", cmd_describe, "GAME", 1, 1, "print a game's notation, events and views, for bot writers",
     "A page in Markdown: the grammar of actions with their numbers, the events with who is told what, and the "
     "fields of the view, found in random games. With --players or --option only what occurs then.",
     RULED, NULL},
    {"play", cmd_play, "GAME", 0, 1, "play a game in the terminal",
     "Against bots, with --people together at one terminal, or with --join at a server's table. In full screen where "
     "the terminal can; the last line shows the keys, and ? explains everything. Line by line in a pipe, with "
     "--lines, and for screen readers with --plain: a number of the menu acts, `?` explains, `why ACTION` names the rule that forbids something, `undo`, "
     "`save FILE`, `log`, `rules`, `hint`, `quit`.",
     RULED | SHOWS | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_AS) | CLI_TAKES(CLI_NAME) |
         CLI_TAKES(CLI_BOT) | CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_PEOPLE) | CLI_TAKES(CLI_BOT_PACE) |
         CLI_TAKES(CLI_JOIN) | CLI_TAKES(CLI_PASSWORD_FILE) | CLI_TAKES(CLI_LINES) | CLI_TAKES(CLI_RESUME) |
         CLI_TAKES(CLI_RECORD),
     NULL},
    {"replay", cmd_replay, "FILE", 1, 1, "tell a recorded game again",
     "In full screen step by step (arrows, Home, End) where the terminal can. In a pipe, with --lines or --plain: "
     "numbered lines of all that the viewer was told, then the table: at the end, or as it was after the line "
     "given with --to. The viewer is the watcher, who sees what everybody sees, or the seat given with --seat.",
     SHOWS | CLI_TAKES(CLI_LINES) | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_TO) | CLI_TAKES(CLI_JSON), NULL},
    {"review", cmd_review, "FILE", 1, 1, "tell what a game owed to luck, to the others and to you",
     "From the record of a finished game: each seat's chance at the start and its result, and what changed it: dice and "
     "cards, the others' choices, the seat's own, and what nobody could know. With --seat also the moments that counted "
     "most for that seat. Own choices are judged by what the seat knew then. docs/review.md explains the method.",
     SHOWS | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_JSON) | CLI_TAKES(CLI_HTML), NULL},
    {"sim", cmd_sim, "GAME|FILE...", 1, CLI_WORDS_MAX, "play many games between bots and count who wins",
     "Plays whole games on all cores and prints how often each seat won, with 95 % confidence intervals, the scores, "
     "the length and what ended the games. The same seed and number of games give the same result on any number of "
     "threads. With --shard the work can be spread over machines; `sim --merge FILE...` adds up what they wrote with "
     "--json.",
     RULED | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_MAY) |
         CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_THREADS) | CLI_TAKES(CLI_SHARD) |
         CLI_TAKES(CLI_MERGE) | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON) | CLI_TAKES(CLI_CSV) |
         CLI_TAKES(CLI_HTML) | CLI_TAKES(CLI_VARY),
     NULL},
    {"arena", cmd_arena, "GAME", 1, 1, "compare bots on the same deals",
     "Of every deal the reference first plays all seats; then the challenger takes one role, side or seat after the "
     "other, and what it wins there is compared with what the reference won in the same role. Three bots or more play a "
     "round robin: each challenges every other. Bots are levels as in sim, or cmd:COMMAND for a program that speaks the "
     "protocol of docs/bots.md. Ctrl-C ends it with the result of the deals that were played; with --file it goes on later.",
     RULED | CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_BY) |
         CLI_TAKES(CLI_SPRT) | CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_BOT_PACE) | CLI_TAKES(CLI_FORFEIT) |
         CLI_TAKES(CLI_EXPLAIN) | CLI_TAKES(CLI_LUCK) | CLI_TAKES(CLI_THREADS) | CLI_TAKES(CLI_FILE) |
         CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
     arena_words},
    {"calibrate", cmd_calibrate, "GAME", 1, 1, "compare what reviews say with what is so",
     "Plays games between bots and reviews them. Beliefs: of all values of hidden things to which a seat gave about the "
     "same chance, how many it was, in ten bins. Marks: how often a search with ten times the usual iterations would do "
     "what the review marks as a mistake. docs/review.md has the figures that were reached.",
     RULED | CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_BY) |
         CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_HTML) | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
     calibrate_words},
    {"bot", cmd_bot, "LEVEL", 1, 1, "be a bot on stdin and stdout", "Speaks the protocol of docs/bots.md.",
     CLI_TAKES(CLI_BOOK), NULL},
    {"solve", cmd_solve, "GAME", 1, 1, "compute how one floor of Shy Monsters is best built and crossed",
     "Learns for as long as --time says (1800 seconds when it does not), or until the bounds are as close as --gap asks, "
     "and tells how often the Master kills: at least and at most, each from an exact best response. Ctrl-C ends it "
     "early without loss. docs/solver.md tells how it works.",
     CLI_TAKES(CLI_OPTION) | CLI_TAKES(CLI_REVEALS) | CLI_TAKES(CLI_UNSEEN) | CLI_TAKES(CLI_TIME) |
         CLI_TAKES(CLI_GAP) | CLI_TAKES(CLI_THREADS) | CLI_TAKES(CLI_CHECKPOINT) | CLI_TAKES(CLI_BOOK) |
         CLI_TAKES(CLI_VERIFY) | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
     NULL},
    {"layout", cmd_layout, "GAME", 1, 1, "tell what a learner's observation is made of",
     "Every part of the array of bytes that the library and Python give to programs that learn: its first cell, its "
     "shape, the highest value of a cell, and what the values are. docs/learning.md explains it.",
     RULED | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON), NULL},
    {"bench", cmd_bench, "[GAME...]", 0, CLI_WORDS_MAX, "measure the speed of the rules",
     "A decision is a player's choice among two or more actions; chance, forced moves and declined offers do "
     "not count. Times are processor time, the best of several rounds, next to a fixed reference loop.",
     CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_JSON), NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Commands of the server, which parse their own arguments and print their own help. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} services[] = {
    {"serve", serve_main, "start the server and its web page"},
    {"admin", admin_main, "look after a server's tables and accounts"},
    {"store", store_command_main, "bring a server's store up to date, check it, move it elsewhere"},
    {"verify", verify_main, "recompute the dice of a finished game from its record"},
};

enum { SERVICES = sizeof services / sizeof *services };

static void program_help(FILE *out)
{
    fputs("Lanterne, a table for games of hunters, ghosts and monsters.\n\nusage: lanterne COMMAND ...\n\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    for (int i = 0; i < SERVICES; i++)
        fprintf(out, "  %-9s %s\n", services[i].name, services[i].summary);
    fputs("\n`lanterne COMMAND --help` tells more. Begin with `lanterne play manor`.\n", out);
}

static void command_help(const struct command *command)
{
    printf("usage: lanterne %s%s%s [OPTION...]\n\n%c%s.\n", command->name, *command->words ? " " : "",
           command->words, command->summary[0] - 'a' + 'A', command->summary + 1);
    if (command->help)
        help_print("", 0, command->help);
    printf("\n");
    options_help(command);
    printf("\n");
    help_print(
        "", 0,
        "Exit status: 0 done, 1 failed, 2 wrong usage, 3 a file is refused, 4 the input ended in mid-game, 5 "
        "stopped by Ctrl-C, with a result of what was done.");
}

static const struct command *command_find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

/*
 * Turns success into failure when stdout could not be written, which is often noticed only by the last flush.
 */
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    perror("lanterne: cannot write the output");
    return CLI_FAILED;
}

/*
 * Runs a command, after loading the book that bots play from. `solve` opens the book itself, to write to it.
 */
static int command_run(const struct command *command, const struct settings *settings)
{
    int code = settings->book && command->run != cmd_solve ? bots_book_load(settings->book) : CLI_OK;
    return code ? code : command->run(settings);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    lan_bot_add(&lan_bot_equilibrium);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        program_help(stdout);
        return finish(CLI_OK);
    }
    if (strcmp(name, "--version") == 0) {
        printf("lanterne %s (%s)\n", LAN_VERSION, LAN_COMMIT);
        return finish(CLI_OK);
    }
    for (int i = 0; i < SERVICES; i++) {
        if (strcmp(services[i].name, name) == 0)
            return finish(services[i].run(argc - 2, argv + 2));
    }
    const struct command *command = command_find(name);
    if (!command) {
        if (*name)
            complain(lang_wanted(argc, argv) == LAN_FR ? "il n'y a pas de commande %s"
                                                       : "there is no command %s",
                     name);
        program_help(stderr);
        return CLI_USAGE;
    }
    struct settings settings;
    int code = settings_parse(command, argc - 2, argv + 2, &settings);
    if (code)
        return code;
    if (settings.given & CLI_TAKES(CLI_HELP))
        command_help(command);
    else
        code = command_run(command, &settings);
    return finish(code);
}
