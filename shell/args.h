/*
 * args.h - command-line parsing: the row of a command, its options, its exit status.
 *
 * A command is a function and a row of the table in cli/main.c. All options are rows of one table in args.c
 * and fill one struct settings, so that an option means the same in every command; a command's row lists the
 * options it accepts.
 */
#ifndef LAN_ARGS_H
#define LAN_ARGS_H

#include "lan.h"

/* Exit status of the program, documented in docs/cli.md. */
enum cli_exit {
    CLI_OK,
    CLI_FAILED,     /* a failure at run time: a file could not be written, no memory */
    CLI_USAGE,      /* wrong usage: unknown game, option or value */
    CLI_BAD_FILE,   /* an input file cannot be read or is refused */
    CLI_UNFINISHED, /* play: the input ended before the game did */
    CLI_STOPPED, /* sim, arena: stopped by a signal; what was done so far is printed and saved, as partial */
};

/* The options of all commands, by bit; the rows are in args.c. */
enum cli_option {
    CLI_PLAYERS,
    CLI_GAMES,
    CLI_SEED,
    CLI_MAY,
    CLI_OPTION,
    CLI_SEAT,
    CLI_AS,
    CLI_NAME,
    CLI_BOT,
    CLI_RESUME,
    CLI_RECORD,
    CLI_TO,
    CLI_TIME,
    CLI_LANG,
    CLI_PLAIN,
    CLI_LINES,
    CLI_PEOPLE,
    CLI_BOT_PACE,
    CLI_JOIN,
    CLI_PASSWORD_FILE,
    CLI_ASCII,
    CLI_JSON,
    CLI_BOTS,
    CLI_THREADS,
    CLI_SHARD,
    CLI_MERGE,
    CLI_CSV,
    CLI_HTML,
    CLI_BY,
    CLI_SPRT,
    CLI_FILE,
    CLI_FORFEIT,
    CLI_REVEALS,
    CLI_UNSEEN,
    CLI_GAP,
    CLI_CHECKPOINT,
    CLI_BOOK,
    CLI_NET,
    CLI_VERIFY,
    CLI_MEASURE,
    CLI_WHOLE,
    CLI_FLOOR,
    CLI_VARY,
    CLI_EXPLAIN,
    CLI_LUCK,
    CLI_NAMES,
    CLI_HELP,
    CLI_OPTIONS
};

#define CLI_TAKES(option) ((uint64_t)1 << (option))

/* As many words as shards: `sim --merge` names a file for each. */
enum {
    CLI_THREADS_MAX = 256,
    CLI_SHARDS_MAX = 4096,
    CLI_WORDS_MAX = CLI_SHARDS_MAX,
    CLI_PEOPLE_ALL = 0xffff
};

struct settings {
    const char *command; /* its name, and the arguments as they were given: for reports */
    int argc;
    char **argv;
    const char *words[CLI_WORDS_MAX]; /* positional arguments: the game, clauses, a file */
    int word_count;
    uint64_t given; /* by bit of enum cli_option */
    int players;    /* 0: not given */
    uint64_t games;
    uint64_t seed;
    int may_of_256;
    const char *options[LAN_OPTIONS_MAX]; /* "name=value" */
    int option_count;
    int seat; /* a seat, or LAN_WATCHER */
    const char *as;
    const char *name;
    const char *bot;
    const char *resume;
    const char *join;
    const char *password_file;
    const char *record;
    uint32_t to;
    int reveals;
    const char *unseen;
    double gap; /* in percentage points */
    const char *checkpoint;
    const char *book;
    const char *net; /* file of a trained net */
    bool verify, measure, whole;
    const char *floor; /* for solve --explain */
    double time;       /* seconds */
    enum lan_lang lang;
    bool plain, lines, ascii, json;
    bool rulebook;    /* names of the French rulebook (core/edition.h) */
    uint16_t people;  /* seats of people at this terminal, by bit; 0: not given */
    int bot_pace;     /* milliseconds; -1: not given */
    const char *bots; /* a list with commas, one for each seat or one for all */
    int threads;
    int shard, shards; /* from 0; of how many */
    bool merge, csv;
    const char *vary; /* an option, and perhaps "=" and values with commas */
    const char *html;
    const char *by;   /* the group whose seats a bot takes together */
    double sprt[2];   /* Elo */
    const char *file; /* of an arena's games */
    bool forfeit, explain, luck;
};

/* Another placeholder and help for an option in one command. */
struct option_words {
    enum cli_option option;
    struct lan_words value, help;
};

struct command {
    const char *name;
    int (*run)(const struct settings *settings); /* returns enum cli_exit */
    struct lan_words words;                      /* "GAME [CLAUSE...]" */
    int words_min, words_max;
    struct lan_words summary;
    struct lan_words help;               /* paragraphs, or NULL */
    uint64_t takes;                      /* CLI_TAKES(...) of its options; --help is always accepted */
    const struct option_words *words_of; /* where options mean something else here; ends with a NULL help */
};

/*
 * Parses a command's arguments. CLI_OK, or an exit code after an error message on stderr. With --help the
 * remaining settings are not checked: only the bit of CLI_HELP in `given` is meaningful.
 */
int settings_parse(const struct command *command, int argc, char **argv, struct settings *settings);

/* The language of messages before the options are read: --lang where it is given, else the environment's. */
enum lan_lang lang_wanted(int argc, char **argv);

/* Prints a paragraph wrapped at 80 columns on stdout: `head`, then `text` from column `indent` on. */
void help_print(const char *head, int indent, const char *text);

/* Prints the options that a command accepts, for its help. */
void options_help(const struct command *command, enum lan_lang lang);

/* The language of messages, for code that gets no settings: that of the settings parsed last. */
enum lan_lang complain_lang(void);

/*
 * Prints "lanterne: ..." and a newline on stderr. "After complaining" in other headers means: after a call of
 * this function that names the reason.
 */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same in the language of messages; both texts take the same arguments. */
void complain_in(const char *en, const char *fr, ...)
    __attribute__((format(printf, 1, 3), format(printf, 2, 3)));

/* Complains that there is no memory left. */
void complain_memory(void);

#endif
