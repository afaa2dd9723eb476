#include "args.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "draw.h"

enum { HELP_WIDTH = 80, HELP_BYTES = 4096 };

static const struct option_row {
    const char *name;
    struct lan_words value; /* the placeholder of its argument; NULL for a switch */
    struct lan_words help;
} rows[CLI_OPTIONS] = {
#define OPTION(id, name, value_en, value_fr, help_en, help_fr) \
    [id] = {name, {{value_en, value_fr}}, {{help_en, help_fr}}},
#include "options.def"
#undef OPTION
};

static enum lan_lang message_lang; /* set by settings_parse, as setlocale would */

enum lan_lang complain_lang(void)
{
    return message_lang;
}

__attribute__((format(printf, 1, 0))) static void complain_with(const char *format, va_list args)
{
    fputs("lanterne: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain_with(format, args);
    va_end(args);
}

void complain_in(const char *en, const char *fr, ...)
{
    va_list args;
    va_start(args, fr);
    complain_with(message_lang == LAN_FR ? fr : en, args);
    va_end(args);
}

void complain_memory(void)
{
    complain_in("no memory", "pas assez de mémoire");
}

void help_print(const char *head, int indent, const char *text)
{
    char buffer[HELP_BYTES];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    lan_text_add(&out, head);
    lan_draw_pad(&out, indent);
    lan_draw_wrap(&out, text, HELP_WIDTH, indent);
    puts(buffer);
}

/* The row of an option as this command words it. */
static struct option_row row_of(const struct command *command, int option)
{
    struct option_row row = rows[option];
    for (const struct option_words *words = command->words_of; words && words->help.in[LAN_EN]; words++) {
        if ((int)words->option == option) {
            row.value = words->value;
            row.help = words->help;
        }
    }
    return row;
}

void options_help(const struct command *command, enum lan_lang lang)
{
    for (int i = 0; i < CLI_OPTIONS; i++) {
        char left[64];
        if (!(command->takes >> i & 1) && i != CLI_HELP)
            continue;
        const struct option_row row = row_of(command, i);
        const char *value = row.value.in[lang];
        snprintf(left, sizeof left, "  --%s%s%s", row.name, value ? " " : "", value ? value : "");
        help_print(left, 27, row.help.in[lang]);
    }
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static bool parse_number(const char *value, uint64_t min, uint64_t max, uint64_t *number)
{
    char *end;
    lan_assert(value);
    errno = 0;
    *number = strtoull(value, &end, 10);
    return value[0] >= '0' && value[0] <= '9' && !*end && !errno && *number >= min && *number <= max;
}

static bool parse_real(const char *value, double min, double max, double *number)
{
    char *end;
    *number = strtod(value, &end);
    return end != value && !*end && *number >= min && *number <= max;
}

static bool set_count(const char *value, uint64_t max, uint64_t *count)
{
    return parse_number(value, 1, max, count);
}

static bool set_int(const char *value, int max, int *out)
{
    uint64_t number;
    if (!set_count(value, (uint64_t)max, &number))
        return false;
    *out = (int)number;
    return true;
}

static bool set_seat(const char *value, int *seat)
{
    if (strcmp(value, "watcher") == 0) {
        *seat = LAN_WATCHER;
        return true;
    }
    if (!set_int(value, LAN_SEATS_MAX, seat))
        return false;
    --*seat;
    return true;
}

/* Seats with commas, "1,3", or `all`. */
static bool set_people(const char *value, uint16_t *people)
{
    int32_t seat;
    if (strcmp(value, "all") == 0) {
        *people = CLI_PEOPLE_ALL;
        return true;
    }
    for (const char *at = value; at; at = *at ? at + 1 : NULL) {
        size_t length = strcspn(at, ",");
        if (!lan_text_parse_int(at, length, &seat) || seat < 1 || seat > LAN_SEATS_MAX)
            return false;
        *people |= (uint16_t)(1u << (seat - 1));
        at += length;
    }
    return true;
}

static bool set_may(const char *value, int *may_of_256)
{
    double share;
    if (!parse_real(value, 0, 1, &share))
        return false;
    *may_of_256 = (int)(share * 256 + 0.5);
    return true;
}

static bool set_lang(const char *value, enum lan_lang *lang)
{
    *lang = strcmp(value, "fr") == 0 ? LAN_FR : LAN_EN;
    return *lang == LAN_FR || strcmp(value, "en") == 0;
}

static bool set_names(const char *value, bool *rulebook)
{
    *rulebook = strcmp(value, "rulebook") == 0;
    return *rulebook || strcmp(value, "printed") == 0;
}

static bool set_option(const char *value, struct settings *settings)
{
    if (!strchr(value, '=') || settings->option_count == LAN_OPTIONS_MAX)
        return false;
    settings->options[settings->option_count++] = value;
    return true;
}

static bool set_shard(const char *value, struct settings *settings)
{
    const char *slash = strchr(value, '/');
    if (!slash || !lan_text_parse_int(value, (size_t)(slash - value), &settings->shard) ||
        !lan_text_parse_int(slash + 1, strlen(slash + 1), &settings->shards))
        return false;
    settings->shard--;
    return settings->shard >= 0 && settings->shard < settings->shards && settings->shards <= CLI_SHARDS_MAX;
}

static bool set_sprt(const char *value, double sprt[2])
{
    char *comma, *end;
    sprt[0] = strtod(value, &comma);
    if (comma == value || *comma != ',')
        return false;
    sprt[1] = strtod(comma + 1, &end);
    return end > comma + 1 && !*end && sprt[0] < sprt[1];
}

static bool set_to(const char *value, uint32_t *to)
{
    uint64_t number;
    if (!parse_number(value, 0, UINT32_MAX, &number))
        return false;
    *to = (uint32_t)number;
    return true;
}

static bool set_pace(const char *value, int *pace)
{
    uint64_t number;
    if (!parse_number(value, 0, 3600000, &number))
        return false;
    *pace = (int)number;
    return true;
}

static bool set_reveals(const char *value, int *reveals)
{
    uint64_t number;
    if (!parse_number(value, 0, 6, &number))
        return false;
    *reveals = (int)number;
    return true;
}

/* False when the value is invalid; `value` is NULL for a switch. */
static bool setting_set(struct settings *settings, enum cli_option option, const char *value)
{
    lan_assert(value || !rows[option].value.in[LAN_EN]);
    settings->given |= CLI_TAKES(option);
    switch (option) {
    case CLI_PLAYERS: return set_int(value, LAN_SEATS_MAX, &settings->players);
    case CLI_GAMES: return set_count(value, 1000000000000, &settings->games);
    case CLI_SEED: return parse_number(value, 0, UINT64_MAX, &settings->seed);
    case CLI_MAY: return set_may(value, &settings->may_of_256);
    case CLI_OPTION: return set_option(value, settings);
    case CLI_SEAT: return set_seat(value, &settings->seat);
    case CLI_AS: settings->as = value; return true;
    case CLI_NAME: settings->name = value; return true;
    case CLI_BOT: settings->bot = value; return true;
    case CLI_RESUME: settings->resume = value; return true;
    case CLI_RECORD: settings->record = value; return true;
    case CLI_TO: return set_to(value, &settings->to);
    case CLI_TIME: return parse_real(value, 0.001, 3600, &settings->time);
    case CLI_LANG: return set_lang(value, &settings->lang);
    case CLI_PLAIN: settings->plain = true; return true;
    case CLI_LINES: settings->lines = true; return true;
    case CLI_JOIN: settings->join = value; return true;
    case CLI_PASSWORD_FILE: settings->password_file = value; return true;
    case CLI_PEOPLE: return set_people(value, &settings->people);
    case CLI_BOT_PACE: return set_pace(value, &settings->bot_pace);
    case CLI_ASCII: settings->ascii = true; return true;
    case CLI_JSON: settings->json = true; return true;
    case CLI_BOTS: settings->bots = value; return true;
    case CLI_THREADS: return set_int(value, CLI_THREADS_MAX, &settings->threads);
    case CLI_SHARD: return set_shard(value, settings);
    case CLI_MERGE: settings->merge = true; return true;
    case CLI_CSV: settings->csv = true; return true;
    case CLI_HTML: settings->html = value; return true;
    case CLI_BY: settings->by = value; return true;
    case CLI_SPRT: return set_sprt(value, settings->sprt);
    case CLI_FILE: settings->file = value; return true;
    case CLI_FORFEIT: settings->forfeit = true; return true;
    case CLI_REVEALS: return set_reveals(value, &settings->reveals);
    case CLI_UNSEEN: settings->unseen = value; return true;
    case CLI_GAP: return parse_real(value, 0, 100, &settings->gap);
    case CLI_CHECKPOINT: settings->checkpoint = value; return true;
    case CLI_BOOK: settings->book = value; return true;
    case CLI_NET: settings->net = value; return true;
    case CLI_VERIFY: settings->verify = true; return true;
    case CLI_MEASURE: settings->measure = true; return true;
    case CLI_WHOLE: settings->whole = true; return true;
    case CLI_FLOOR: settings->floor = value; return true;
    case CLI_EXPLAIN: settings->explain = true; return true;
    case CLI_LUCK: settings->luck = true; return true;
    case CLI_VARY: settings->vary = value; return true;
    case CLI_NAMES: return set_names(value, &settings->rulebook);
    case CLI_HELP:
    case CLI_OPTIONS: break;
    }
    return true;
}

/* ---- Arguments ----------------------------------------------------------------------------------------- */

/* The option written `--name` or `--name=value`, or -1. */
static int option_find(const struct command *command, const char *arg)
{
    size_t length = strcspn(arg + 2, "=");
    for (int i = 0; i < CLI_OPTIONS; i++) {
        bool taken = command->takes >> i & 1 || i == CLI_HELP;
        if (taken && lan_text_same(arg + 2, length, rows[i].name))
            return i;
    }
    return -1;
}

static int option_read(const struct command *command, char **argv, int *at, struct settings *settings)
{
    const char *arg = argv[*at], *value = strchr(arg, '=');
    bool french = settings->lang == LAN_FR;
    int option = strcmp(arg, "-h") == 0 ? CLI_HELP : option_find(command, arg);
    if (option < 0) {
        complain(french ? "%s n'a pas d'option %s ; voir `lanterne %s --help`"
                        : "%s takes no option %s; see `lanterne %s --help`",
                 command->name, arg, command->name);
        return CLI_USAGE;
    }
    const struct option_row row = row_of(command, option);
    const char *wanted = row.value.in[settings->lang], *help = row.help.in[settings->lang];
    if (wanted) {
        value = value ? value + 1 : argv[++*at];
        if (!value) {
            complain(french ? "--%s demande une valeur : %s" : "--%s needs a value: %s", row.name, help);
            return CLI_USAGE;
        }
    } else if (value) {
        complain(french ? "--%s ne prend pas de valeur" : "--%s takes no value", row.name);
        return CLI_USAGE;
    }
    if (!setting_set(settings, (enum cli_option)option, value)) {
        complain(french ? "--%s %s : ce n'est pas une valeur pour %s (%s)"
                        : "--%s %s: that is not a value for %s (%s)",
                 row.name, value, wanted, help);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static enum lan_lang lang_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strncmp(value, "fr", 2) == 0 ? LAN_FR : LAN_EN;
    }
    return LAN_EN;
}

enum lan_lang lang_wanted(int argc, char **argv)
{
    enum lan_lang lang = lang_of_environment();
    for (int at = 0; at < argc && strcmp(argv[at], "--") != 0; at++) {
        const char *value = strcmp(argv[at], "--lang") == 0        ? argv[at + 1]
                            : strncmp(argv[at], "--lang=", 7) == 0 ? argv[at] + 7
                                                                   : NULL;
        if (value)
            lang = strcmp(value, "fr") == 0 ? LAN_FR : LAN_EN;
    }
    return lang;
}

static int words_check(const struct command *command, const struct settings *settings)
{
    if (settings->word_count >= command->words_min && settings->word_count <= command->words_max)
        return CLI_OK;
    bool few = settings->word_count < command->words_min;
    if (settings->lang == LAN_FR)
        complain("%s : l'usage est lanterne %s %s", few ? "il manque quelque chose" : "il y en a trop",
                 command->name, command->words.in[LAN_FR]);
    else
        complain("%s: usage: lanterne %s %s", few ? "something is missing" : "too much", command->name,
                 command->words.in[LAN_EN]);
    return CLI_USAGE;
}

int settings_parse(const struct command *command, int argc, char **argv, struct settings *settings)
{
    *settings = (struct settings){.command = command->name,
                                  .argc = argc,
                                  .argv = argv,
                                  .games = 10000,
                                  .seed = 1,
                                  .reveals = 2,
                                  .may_of_256 = LAN_BOT_MAY_OF_256,
                                  .bot = "random",
                                  .time = 0.5,
                                  .shards = 1,
                                  .lang = lang_wanted(argc, argv)};
    bool words_only = false;
    message_lang = settings->lang;
    for (int at = 0; at < argc; at++) {
        if (!words_only && strcmp(argv[at], "--") == 0) {
            words_only = true;
        } else if (!words_only && argv[at][0] == '-' && argv[at][1]) {
            int code = option_read(command, argv, &at, settings);
            if (code || settings->given & CLI_TAKES(CLI_HELP))
                return code;
        } else if (settings->word_count < CLI_WORDS_MAX) {
            settings->words[settings->word_count++] = argv[at];
        }
    }
    return words_check(command, settings);
}
