/* main.c - the program `lanterne`: the table of its commands, dispatch, and help. */
#include <stdio.h>
#include <string.h>

#include "admin.h"
#include "arena.h"
#include "args.h"
#include "bench.h"
#include "bot_program.h"
#include "calibrate.h"
#include "odds_measure.h"
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

#define SHOWS (CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_NAMES) | CLI_TAKES(CLI_PLAIN) | CLI_TAKES(CLI_ASCII))
#define RULED (CLI_TAKES(CLI_PLAYERS) | CLI_TAKES(CLI_OPTION))

/* Options that mean something of their own in an arena. */
static const struct option_words arena_words[] = {
    {CLI_BOTS,
     {{"LIST", "LISTE"}},
     {{"two bots or more, with commas: rules,search:5000, or cmd:COMMAND for a program (without commas)",
       "deux robots ou plus, séparés par des virgules : rules,search:5000, ou cmd:COMMANDE pour un programme (sans virgule)"}}},
    {CLI_GAMES,
     {{"DEALS", "DONNES"}},
     {{"number of deals; each is played several times, with the bots in other seats",
       "nombre de donnes ; chacune est jouée plusieurs fois, les robots changeant de place"}}},
    {CLI_TIME,
     {{"SECONDS", "SECONDES"}},
     {{"how long a program may take for an answer, 0.175 when not said, 5 with --bot-pace 0; also for its hello, 30 when not said",
       "le temps qu'un programme a pour répondre, 0.175 si rien n'est dit, 5 avec --bot-pace 0 ; de même pour se présenter, 30 si rien n'est dit"}}},
    {CLI_BOT_PACE,
     {{"MS", "MS"}},
     {{"where programs play: milliseconds that every question takes, whoever is asked and however long they think, 200 or as --time needs it when not said; 0: all are asked as soon as possible, and a program can measure how long the others think",
       "là où des programmes jouent : la durée de chaque question en millisecondes, quels que soient le robot et sa réflexion, 200 ou ce qu'il faut à --time si rien n'est dit ; 0 : tous sont interrogés aussitôt, et un programme peut mesurer la réflexion des autres"}}},
    {CLI_BY,
     {{"GROUP", "GROUPE"}},
     {{"what the challenger takes at once: all seats of one value of a group, such as side, or each seat by itself: seat. When not said: the game's roles or sides if it has any, else seat",
       "ce que le prétendant prend à la fois : toutes les places d'une même valeur d'un groupe, comme side, le camp, ou chaque place à part : seat. Si rien n'est dit : les rôles ou les camps du jeu s'il en a, sinon seat"}}},
    {CLI_THREADS,
     {{"N", "N"}},
     {{"how many rounds are played at once; else one for each core, one where bots are programs or timed",
       "nombre de tournées jouées à la fois ; sinon, une par cœur, une seule là où les robots sont des programmes ou ont un temps compté"}}},
    {CLI_OPTIONS, {{NULL, NULL}}, {{NULL, NULL}}},
};

static const struct option_words calibrate_words[] = {
    {CLI_BOTS,
     {{"LIST", "LISTE"}},
     {{"who plays the games: one bot for all seats, or one for each; rules when not said",
       "qui joue les parties : un robot pour toutes les places, ou un pour chacune ; rules si rien n'est dit"}}},
    {CLI_BY,
     {{"WHAT", "QUOI"}},
     {{"beliefs, which is meant when it is not said, or marks",
       "beliefs, les soupçons, si rien n'est dit, ou marks, les erreurs relevées"}}},
    {CLI_HTML,
     {{"FILE", "FICHIER"}},
     {{"draw what was said against what came into this page",
       "dessiner dans cette page ce qui a été annoncé face à ce qui s'est produit"}}},
    {CLI_OPTIONS, {{NULL, NULL}}, {{NULL, NULL}}},
};

static const struct command commands[] = {
#define COMMAND(name, run, least, most, takes, own, words_en, words_fr, summary_en, summary_fr, help_en, \
                help_fr)                                                                                 \
    {name,  run, {{words_en, words_fr}}, least, most, {{summary_en, summary_fr}}, {{help_en, help_fr}},  \
     takes, own},
#include "commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static int verify_run(int argc, char **argv)
{
    return verify_main(argc, argv, lang_wanted(argc, argv));
}

/* Commands of the server, which parse their own arguments and print their own help. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    struct lan_words summary;
} services[] = {
    {"serve", serve_main, {{"start the server and its web page", "démarrer le serveur et sa page"}}},
    {"admin",
     admin_main,
     {{"look after a server's tables and accounts", "s'occuper des tables et des comptes d'un serveur"}}},
    {"store",
     store_command_main,
     {{"bring a server's store up to date, check it, move it elsewhere",
       "mettre à jour la base d'un serveur, la vérifier, la déplacer"}}},
    {"verify",
     verify_run,
     {{"recompute the dice of a finished game from its record",
       "recalculer les dés d'une partie finie d'après son enregistrement"}}},
};

enum { SERVICES = sizeof services / sizeof *services };

static void program_help(FILE *out, enum lan_lang lang)
{
    static const struct lan_words head = {
        {"Lanterne, a table for games of hunters, ghosts and monsters.\n\nusage: lanterne COMMAND ...\n\n",
         "Lanterne, une table pour des jeux de chasseurs, de fantômes et de monstres.\n\n"
         "usage : lanterne COMMANDE ...\n\n"}};
    static const struct lan_words tail = {
        {"\n`lanterne COMMAND --help` tells more. Begin with `lanterne play manor`.\n",
         "\n`lanterne COMMANDE --help` en dit plus. Commence par `lanterne play manor`.\n"}};
    fputs(head.in[lang], out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary.in[lang]);
    for (int i = 0; i < SERVICES; i++)
        fprintf(out, "  %-9s %s\n", services[i].name, services[i].summary.in[lang]);
    fputs(tail.in[lang], out);
}

static void command_help(const struct command *command, enum lan_lang lang)
{
    static const struct lan_words exits = {
        {"Exit status: 0 done, 1 failed, 2 wrong usage, 3 a file is refused, 4 the input ended in mid-game, 5 "
         "stopped by Ctrl-C, with a result of what was done.",
         "Code de sortie : 0 réussi, 1 échec, 2 mauvais usage, 3 un fichier est refusé, 4 l'entrée s'est "
         "terminée en pleine partie, 5 arrêté par Ctrl-C, avec le résultat de ce qui était fait."}};
    const char *words = command->words.in[lang], *summary = command->summary.in[lang];
    printf(lang == LAN_FR ? "usage : lanterne %s%s%s [OPTION...]\n\n"
                          : "usage: lanterne %s%s%s [OPTION...]\n\n",
           command->name, *words ? " " : "", words);
    printf("%c%s.\n", summary[0] - 'a' + 'A', summary + 1);
    if (command->help.in[lang])
        help_print("", 0, command->help.in[lang]);
    printf("\n");
    options_help(command, lang);
    printf("\n");
    help_print("", 0, exits.in[lang]);
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
 * Runs a command, after loading the book and the net that bots play from. `solve` opens the book itself, to
 * write to it.
 */
static int command_run(const struct command *command, const struct settings *settings)
{
    int code = settings->book && command->run != cmd_solve ? bots_book_load(settings->book) : CLI_OK;
    if (!code && settings->net)
        code = bots_net_load(settings->net);
    return code ? code : command->run(settings);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    lan_bot_add(&lan_bot_equilibrium);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        program_help(stdout, lang_wanted(argc, argv));
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
        program_help(stderr, lang_wanted(argc, argv));
        return CLI_USAGE;
    }
    struct settings settings;
    int code = settings_parse(command, argc - 2, argv + 2, &settings);
    if (code)
        return code;
    if (settings.given & CLI_TAKES(CLI_HELP))
        command_help(command, settings.lang);
    else
        code = command_run(command, &settings);
    return finish(code);
}
