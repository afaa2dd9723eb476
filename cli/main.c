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

static const struct
    command
        commands
            [] =
                {
                    {"games",
                     cmd_games,
                     {{"", ""}},
                     0,
                     0,
                     {{"list the games", "la liste des jeux"}},
                     {{NULL, NULL}},
                     CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
                     NULL},
                    {"rules",
                     cmd_rules,
                     {{"GAME [CLAUSE...]", "JEU [CLAUSE...]"}},
                     1,
                     CLI_WORDS_MAX,
                     {{"read the rules of a game", "lire les règles d'un jeu"}},
                     {{"Shows every rule clause with its id, then the options of the game. With clause ids (or the beginning of ids, such as MA-R) only those. With --option the clauses read as they apply with these options.",
                       "Montre chaque clause des règles avec son numéro, puis les options du jeu. Avec des numéros de clauses (ou leur début, comme MA-R), celles-là seulement. Avec --option, les clauses se lisent comme elles s'appliquent avec ces options."}},
                     RULED | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_NAMES) | CLI_TAKES(CLI_JSON),
                     NULL},
                    {"describe",
                     cmd_describe,
                     {{"GAME", "JEU"}},
                     1,
                     1,
                     {{"print a game's notation, events and views, for bot writers",
                       "la notation, les événements et les vues d'un jeu, pour qui écrit un robot"}},
                     {{"A page in Markdown: the grammar of actions with their numbers, the events with who is told what, and the fields of the view, found in random games. With --players or --option only what occurs then.",
                       "Une page en Markdown, en anglais : la grammaire des actions avec leurs numéros, les événements et à qui ils sont dits, et les champs de la vue, relevés dans des parties au hasard. Avec --players ou --option, seulement ce qui se présente alors."}},
                     RULED,
                     NULL},
                    {"play",
                     cmd_play,
                     {{"GAME", "JEU"}},
                     0,
                     1,
                     {{"play a game in the terminal", "jouer dans le terminal"}},
                     {{"Against bots, with --people together at one terminal, or with --join at a server's table. In full screen where the terminal can; the last line shows the keys, and ? explains everything. Line by line in a pipe, with --lines, and for screen readers with --plain: a number of the menu acts, `?` explains, `why ACTION` names the rule that forbids something, `undo`, `save FILE`, `log`, `rules`, `hint`, `quit`.",
                       "Contre des robots, avec --people à plusieurs devant le même terminal, ou avec --join à la table d'un serveur. En plein écran quand le terminal le permet ; la dernière ligne montre les touches, et ? explique tout. Ligne par ligne dans un tube, avec --lines, et pour les lecteurs d'écran avec --plain : un numéro du menu joue, `?` explique, `pourquoi ACTION` cite la règle qui interdit quelque chose, `annuler`, `sauver FICHIER`, `journal`, `règles`, `conseil`, `quitter`."}},
                     RULED | SHOWS | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_AS) |
                         CLI_TAKES(CLI_NAME) | CLI_TAKES(CLI_BOT) | CLI_TAKES(CLI_BOOK) |
                         CLI_TAKES(CLI_PEOPLE) | CLI_TAKES(CLI_BOT_PACE) | CLI_TAKES(CLI_JOIN) |
                         CLI_TAKES(CLI_PASSWORD_FILE) | CLI_TAKES(CLI_LINES) | CLI_TAKES(CLI_RESUME) |
                         CLI_TAKES(CLI_RECORD),
                     NULL},
                    {"replay",
                     cmd_replay,
                     {{"FILE", "FICHIER"}},
                     1,
                     1,
                     {{"tell a recorded game again", "raconter de nouveau une partie enregistrée"}},
                     {{"In full screen step by step (arrows, Home, End) where the terminal can. In a pipe, with --lines or --plain: numbered lines of all that the viewer was told, then the table: at the end, or as it was after the line given with --to. The viewer is the watcher, who sees what everybody sees, or the seat given with --seat.",
                       "En plein écran, pas à pas (flèches, Début, Fin), quand le terminal le permet. Dans un tube, avec --lines ou --plain : des lignes numérotées, tout ce qui a été dit au lecteur, puis la table : à la fin, ou telle qu'elle était après la ligne donnée par --to. Le lecteur est le spectateur, qui voit ce que tout le monde voit, ou la place donnée par --seat."}},
                     SHOWS | CLI_TAKES(CLI_LINES) | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_TO) |
                         CLI_TAKES(CLI_JSON),
                     NULL},
                    {"review",
                     cmd_review,
                     {{"FILE", "FICHIER"}},
                     1,
                     1,
                     {{"tell what a game owed to luck, to the others and to you",
                       "ce qu'une partie doit à la chance, aux autres et à toi"}},
                     {{"From the record of a finished game: each seat's chance at the start and its result, and what changed it: dice and cards, the others' choices, the seat's own, and what nobody could know. With --seat also the moments that counted most for that seat. Own choices are judged by what the seat knew then. docs/review.md explains the method.",
                       "À partir de l'enregistrement d'une partie finie : les chances de chaque place au début et son résultat, et ce qui les a changées : les dés et les cartes, les choix des autres, les siens, et ce que personne ne pouvait savoir. Avec --seat, aussi les moments qui ont le plus compté pour cette place. Ses propres choix sont jugés d'après ce qu'elle savait alors. docs/review.md explique la méthode."}},
                     SHOWS | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_JSON) | CLI_TAKES(CLI_HTML),
                     NULL},
                    {"sim",
                     cmd_sim,
                     {{"GAME|FILE...", "JEU|FICHIER..."}},
                     1,
                     CLI_WORDS_MAX,
                     {{"play many games between bots and count who wins",
                       "faire jouer beaucoup de parties à des robots et compter les victoires"}},
                     {{"Plays whole games on all cores and prints how often each seat won, with 95 % confidence intervals, the scores, the length and what ended the games. The same seed and number of games give the same result on any number of threads. With --shard the work can be spread over machines; `sim --merge FILE...` adds up what they wrote with --json.", "Joue des parties entières sur tous les cœurs et donne le nombre de victoires de chaque place, avec des intervalles de confiance à 95 %, les scores, la durée et ce qui a mis fin aux parties. La même graine et le même nombre de parties donnent le même résultat, quel que soit le nombre de fils d'exécution. Avec --shard, le travail se répartit entre plusieurs machines ; `sim --merge FICHIER...` additionne ce qu'elles ont écrit avec --json."}},
                     RULED | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_SEED) |
                         CLI_TAKES(CLI_MAY) | CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_BOOK) |
                         CLI_TAKES(CLI_THREADS) | CLI_TAKES(CLI_SHARD) | CLI_TAKES(CLI_MERGE) |
                         CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON) | CLI_TAKES(CLI_CSV) |
                         CLI_TAKES(CLI_HTML) | CLI_TAKES(CLI_VARY),
                     NULL},
                    {"arena",
                     cmd_arena,
                     {{"GAME", "JEU"}},
                     1,
                     1,
                     {{"compare bots on the same deals", "comparer des robots sur les mêmes donnes"}},
                     {{"Of every deal the reference first plays all seats; then the challenger takes one role, side or seat after the other, and what it wins there is compared with what the reference won in the same role. Three bots or more play a round robin: each challenges every other. Bots are levels as in sim, or cmd:COMMAND for a program that speaks the protocol of docs/bots.md. Ctrl-C ends it with the result of the deals that were played; with --file it goes on later.", "À chaque donne, la référence joue d'abord toutes les places ; puis le prétendant prend un rôle, un camp ou une place après l'autre, et ce qu'il y gagne est comparé à ce que la référence a gagné dans le même rôle. Trois robots ou plus se rencontrent tous : chacun défie chaque autre. Un robot est un niveau comme dans sim, ou cmd:COMMANDE pour un programme qui parle le protocole de docs/bots.md. Ctrl-C arrête, avec le résultat des donnes jouées ; avec --file, cela reprend plus tard."}},
                     RULED | CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_SEED) |
                         CLI_TAKES(CLI_BY) | CLI_TAKES(CLI_SPRT) | CLI_TAKES(CLI_TIME) |
                         CLI_TAKES(CLI_BOT_PACE) | CLI_TAKES(CLI_FORFEIT) | CLI_TAKES(CLI_EXPLAIN) |
                         CLI_TAKES(CLI_LUCK) | CLI_TAKES(CLI_THREADS) | CLI_TAKES(CLI_FILE) |
                         CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
                     arena_words},
                    {"calibrate",
                     cmd_calibrate,
                     {{"GAME", "JEU"}},
                     1,
                     1,
                     {{"compare what reviews say with what is so",
                       "comparer ce que disent les analyses à ce qui est"}},
                     {{"Plays games between bots and reviews them. Beliefs: of all values of hidden things to which a seat gave about the same chance, how many it was, in ten bins. Marks: how often a search with ten times the usual iterations would do what the review marks as a mistake. docs/review.md has the figures that were reached.",
                       "Fait jouer des parties à des robots et les analyse. Soupçons : parmi toutes les valeurs cachées auxquelles une place donnait à peu près la même chance, combien étaient vraies, en dix classes. Erreurs : combien de fois une recherche dix fois plus longue ferait ce que l'analyse relève comme une erreur. docs/review.md donne les chiffres obtenus."}},
                     RULED | CLI_TAKES(CLI_BOTS) | CLI_TAKES(CLI_GAMES) | CLI_TAKES(CLI_SEED) |
                         CLI_TAKES(CLI_BY) | CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_HTML) | CLI_TAKES(CLI_LANG) |
                         CLI_TAKES(CLI_JSON),
                     calibrate_words},
                    {"bot",
                     cmd_bot,
                     {{"LEVEL", "NIVEAU"}},
                     1,
                     1,
                     {{"be a bot on stdin and stdout", "jouer en robot, par l'entrée et la sortie standard"}},
                     {{"Speaks the protocol of docs/bots.md.", "Parle le protocole de docs/bots.md."}},
                     CLI_TAKES(CLI_BOOK),
                     NULL},
                    {"solve",
                     cmd_solve,
                     {{"GAME", "JEU"}},
                     1,
                     1,
                     {{"compute how one floor of Shy Monsters is best built and crossed",
                       "calculer comment construire et traverser au mieux un étage de Shy Monsters"}},
                     {{"Learns for as long as --time says (1800 seconds when it does not), or until the bounds are as close as --gap asks, and tells how often the Master kills: at least and at most, each from an exact best response. Ctrl-C ends it early without loss. docs/solver.md tells how it works.",
                       "Apprend aussi longtemps que --time le dit (1800 secondes si rien n'est dit), ou jusqu'à ce que les bornes soient aussi proches que --gap le demande, et dit combien de fois le Maître tue : au moins et au plus, chacune d'après une meilleure réponse exacte. Ctrl-C arrête plus tôt, sans rien perdre. docs/solver.md raconte comment."}},
                     CLI_TAKES(CLI_OPTION) | CLI_TAKES(CLI_REVEALS) | CLI_TAKES(CLI_UNSEEN) |
                         CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_GAP) | CLI_TAKES(CLI_THREADS) |
                         CLI_TAKES(CLI_CHECKPOINT) | CLI_TAKES(CLI_BOOK) | CLI_TAKES(CLI_VERIFY) |
                         CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
                     NULL},
                    {"layout",
                     cmd_layout,
                     {{"GAME", "JEU"}},
                     1,
                     1,
                     {{"tell what a learner's observation is made of",
                       "dire de quoi est faite l'observation d'un programme qui apprend"}},
                     {{"Every part of the array of bytes that the library and Python give to programs that learn: its first cell, its shape, the highest value of a cell, and what the values are. docs/learning.md explains it.",
                       "Chaque partie du tableau d'octets que la bibliothèque et Python donnent aux programmes qui apprennent : sa première case, sa forme, la plus grande valeur d'une case, et ce que sont les valeurs. docs/learning.md l'explique."}},
                     RULED | CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_JSON),
                     NULL},
                    {"bench",
                     cmd_bench,
                     {{"[GAME...]", "[JEU...]"}},
                     0,
                     CLI_WORDS_MAX,
                     {{"measure the speed of the rules", "mesurer la vitesse des règles"}},
                     {{"A decision is a player's choice among two or more actions; chance, forced moves and declined offers do not count. Times are processor time, the best of several rounds, next to a fixed reference loop.",
                       "Une décision est le choix d'un joueur entre deux actions ou plus ; le hasard, les coups forcés et les offres déclinées ne comptent pas. Les temps sont du temps de processeur, le meilleur de plusieurs tours, à côté d'une boucle de référence fixe."}},
                     CLI_TAKES(CLI_TIME) | CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_JSON),
                     NULL},
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
