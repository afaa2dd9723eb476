
#include "config.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "host_name.h"
#include "post.h"
#include "server.h"
#include "valid.h"
#include "words.h"

extern char **environ;

enum kind { TEXT, NUMBER, FLAG, SEED };

struct option {
    const char *name;
    enum kind kind;
    size_t at; /* offset in struct config */
    const char *standard;
    const char *value, *help;
};

#define AT(field) offsetof(struct config, field)

static const struct option options[] = {
    {"host", TEXT, AT(host), "127.0.0.1", "ADDRESS", "where to listen; 0.0.0.0 or :: for everywhere"},
    {"port", NUMBER, AT(port), "8710", "N", "the port; 0 takes a free one"},
    {"data", TEXT, AT(data), "lanterne-data", "FOLDER",
     "where games and the key file are kept; made when missing"},
    {"store", TEXT, AT(store), "", "URL", "a file, or postgresql://..., instead of DATA/lanterne.db"},
    {"notify", TEXT, AT(notify), "listen", "HOW",
     "several nodes: listen (LISTEN/NOTIFY, and a slow poll) or poll alone"},
    {"certificate", TEXT, AT(certificate), "", "FILE", "TLS: the certificate chain, PEM"},
    {"key", TEXT, AT(key), "", "FILE", "TLS: the private key, PEM"},
    {"origin", TEXT, AT(origins), "", "LIST", "other origins whose pages may play here, separated by commas"},
    {"proxy", FLAG, AT(proxy), "no", "", "believe X-Forwarded-For and X-Forwarded-Proto of a proxy"},
    {"host-name", TEXT, AT(host_names), "", "LIST",
     "names by which browsers call the server, with commas between; * for any"},
    {"metrics", TEXT, AT(metrics), "local", "WHO", "who may read /metrics: local (this machine) or all"},
    {"base-url", TEXT, AT(base_url), "", "URL", "how the server is called from outside, for notices"},
    {"smtp", TEXT, AT(smtp), "", "[starttls://|smtps://]HOST:PORT",
     "slow tables: send notices by e-mail through this server"},
    {"smtp-user", TEXT, AT(smtp_user), "", "NAME", "how to sign in there; only with TLS"},
    {"smtp-password", TEXT, AT(smtp_password), "", "WORD", "better in the environment or the file"},
    {"mail-from", TEXT, AT(mail_from), "lanterne@localhost", "ADDRESS", "the sender of these"},
    {"webhook", TEXT, AT(webhook), "", "[https://]HOST/PATH", "slow tables: post notices there"},
    {"push", FLAG, AT(push), "yes", "", "send notices to browsers that ask for them (Web Push); no: none"},
    {"ca", TEXT, AT(ca), "", "FILE",
     "certificates to trust for mail, webhook and push instead of the system's"},
    {"bot-pace", NUMBER, AT(bot_pace_ms), "700", "MS",
     "about how long a bot takes for a move, whatever it thinks"},
    {"keep-days", NUMBER, AT(keep_days), "0", "N",
     "finished and closed tables are deleted after so many days; 0 never"},
    {"idle-days", NUMBER, AT(idle_days), "365", "N",
     "other tables at which nobody does anything for so many days, and guests long gone; 0 never"},
    {"connections-per-address", NUMBER, AT(connections_per_address), "1000", "N",
     "so many connections from one address"},
    {"messages-per-address", NUMBER, AT(messages_per_address), "1000", "N",
     "so many messages a second from all of these together"},
    {"guests-per-address", NUMBER, AT(guests_per_address), "600", "N",
     "so many new guests from one address in an hour"},
    {"tables-per-address", NUMBER, AT(tables_per_address), "600", "N",
     "so many new tables from one address in an hour"},
    {"words", TEXT, AT(words), "", "LIST",
     "words that are replaced by stars in the chat of every table, with commas between"},
    {"new-key", FLAG, AT(new_key), "no", "",
     "secret.key is lost for good: make a new one; games that have begun cannot go on"},
    {"config", TEXT, AT(file), "", "FILE", "lines of `name = value` with these names"},
    {"test-hooks", SEED, AT(test_seed), "", "SEED",
     "for tests: a stepped clock and seeded chance, on loopback only"},
    {"push-sink", NUMBER, AT(push_sink), "0", "PORT",
     "for tests, with --test-hooks: a push service on loopback at this port"},
};

enum { OPTIONS = sizeof options / sizeof *options };
static_assert(OPTIONS <= 32, "a bit for each in `given`");

/* The range of every option of kind NUMBER. */
static const struct range {
    size_t at;
    int least, most;
} ranges[] = {
    {AT(port), 0, 65535},
    {AT(push_sink), 0, 65535},
    {AT(bot_pace_ms), 0, 60000},
    {AT(keep_days), 0, 36500},
    {AT(idle_days), 0, 36500},
    {AT(connections_per_address), 1, 1000000},
    {AT(messages_per_address), 1, 1000000},
    {AT(guests_per_address), 1, 1000000},
    {AT(tables_per_address), 1, 1000000},
};

static const struct option *option_find(const char *name, size_t length)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (lan_text_same(name, length, options[i].name))
            return &options[i];
    }
    return NULL;
}

void config_help(void)
{
    printf(
        "usage: lanterne serve [OPTION...]\n\nStarts the server with its page and prints the address to open.\n\n");
    for (int i = 0; i < OPTIONS; i++) {
        char left[96];
        snprintf(left, sizeof left, "--%s %s", options[i].name, options[i].value);
        printf("  %-29s %s%s%s%s\n", left, options[i].help, *options[i].standard ? " (" : "",
               options[i].standard, *options[i].standard ? ")" : "");
    }
    printf("\nEach may also be set in the environment (LANTERNE_BOT_PACE=200) or in the file of --config.\n"
           "docs/operations.md tells more.\n\n"
           "  --help                        show this\n\n"
           "Exit status: 0 stopped in order, else it could not start, with the reason on stderr.\n");
}

static bool complain(const char *what, const char *name)
{
    fprintf(stderr, "lanterne serve: %s: %s\n", what, name);
    return false;
}

static bool number_read(const struct option *option, const char *value, int *number)
{
    const struct range *range = ranges;
    char *end;
    while (range->at != option->at)
        range++;
    errno = 0;
    long wide = strtol(value, &end, 10);
    if (!*value || *end || errno || wide < range->least || wide > range->most) {
        fprintf(stderr, "lanterne serve: not a number from %d to %d: %s\n", range->least, range->most,
                option->name);
        return false;
    }
    *number = (int)wide;
    return true;
}

static bool option_set(struct config *config, const struct option *option, const char *value)
{
    char *field = (char *)config + option->at, *end;
    switch (option->kind) {
    case TEXT: memcpy(field, &value, sizeof value); return true;
    case NUMBER: {
        int number;
        if (!number_read(option, value, &number))
            return false;
        memcpy(field, &number, sizeof number);
        return true;
    }
    case SEED: {
        errno = 0;
        uint64_t seed = strtoull(value, &end, 10);
        if (!*value || *end || errno)
            return complain("not a seed", option->name);
        memcpy(field, &seed, sizeof seed);
        config->test_hooks = true;
        return true;
    }
    case FLAG: {
        bool on = strcmp(value, "yes") == 0;
        if (!on && strcmp(value, "no") != 0)
            return complain("yes or no", option->name);
        memcpy(field, &on, sizeof on);
        return true;
    }
    }
    return false;
}

/* ---- Flags --------------------------------------------------------------------------------------------- */

static bool flags_read(int argc, char **argv, struct config *config, unsigned *given, bool *help)
{
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            *help = true;
            return true;
        }
        if (strncmp(word, "--", 2) != 0)
            return complain("unexpected word", word);
        size_t length = strcspn(word + 2, "=");
        const struct option *option = option_find(word + 2, length);
        if (!option)
            return complain("unknown option", word);
        const char *value = word[2 + length] ? word + 3 + length : NULL;
        if (!value && option->kind == FLAG)
            value = "yes";
        if (!value && ++i == argc)
            return complain("a value is missing", word);
        if (!option_set(config, option, value ? value : argv[i]))
            return false;
        *given |= 1u << (option - options);
    }
    return true;
}

/* ---- The environment and the file ---------------------------------------------------------------------- */

static void environment_name(const struct option *option, char name[64])
{
    size_t at = (size_t)snprintf(name, 64, "LANTERNE_");
    for (const char *c = option->name; *c; c++)
        name[at++] = *c == '-' ? '_' : (char)(*c - 'a' + 'A');
    name[at] = 0;
}

static const char *environment_value(const struct option *option)
{
    char name[64];
    environment_name(option, name);
    return getenv(name);
}

static void line_trim(char *line)
{
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        line[--length] = 0;
}

static bool line_read(char *line, struct config *config, unsigned *given)
{
    line += strspn(line, " \t");
    line_trim(line);
    if (!*line || *line == '#')
        return true;
    size_t length = strcspn(line, " \t=");
    const struct option *option = option_find(line, length);
    char *value = line + length + strspn(line + length, " \t");
    if (*value != '=')
        return complain("not `name = value`", "a line of the file");
    /* The message must not contain the value, which may be a password. */
    line[length] = 0;
    if (!option)
        return complain("unknown setting", line);
    value += 1 + strspn(value + 1, " \t");
    unsigned bit = 1u << (option - options);
    if (*given & bit)
        return true;
    *given |= bit;
    char *kept = mem_string(value);
    bool good = option_set(config, option, kept);
    /* Only options of kind TEXT keep a pointer to the value. */
    if (option->kind != TEXT)
        free(kept);
    return good;
}

static bool file_read(struct config *config, unsigned *given)
{
    char line[1024];
    bool good = true;
    FILE *file = fopen(config->file, "r");
    if (!file)
        return complain(strerror(errno), config->file);
    int number = 0;
    while (good && fgets(line, sizeof line, file)) {
        number++;
        good = line_read(line, config, given);
    }
    if (!good)
        fprintf(stderr, "lanterne serve: this is line %d of %s\n", number, config->file);
    else if (ferror(file))
        good = complain(strerror(errno), config->file);
    fclose(file);
    return good;
}

static bool environment_known(const char *name, size_t length)
{
    for (int i = 0; i < OPTIONS; i++) {
        char known[64];
        environment_name(&options[i], known);
        if (lan_text_same(name, length, known))
            return true;
    }
    return false;
}

/* Warns of unknown LANTERNE_ variables. No error, since they may belong to another program. */
static void environment_warn(void)
{
    static const char prefix[] = "LANTERNE_";
    for (char **at = environ; *at; at++) {
        size_t length = strcspn(*at, "=");
        if (strncmp(*at, prefix, sizeof prefix - 1) == 0 && !environment_known(*at, length))
            fprintf(stderr, "lanterne serve: warning: there is no setting %.*s\n", (int)length, *at);
    }
}

static bool environment_read(struct config *config, unsigned *given)
{
    environment_warn();
    for (int i = 0; i < OPTIONS; i++) {
        const char *value = environment_value(&options[i]);
        if (!value || *given >> i & 1)
            continue;
        *given |= 1u << i;
        if (!option_set(config, &options[i], value))
            return false;
    }
    return true;
}

/* The part behind http:// or https://; NULL for another scheme. */
static const char *url_host(const char *url)
{
    if (strncmp(url, "http://", 7) == 0)
        return url + 7;
    return strncmp(url, "https://", 8) == 0 ? url + 8 : NULL;
}

/* Origins are compared as browsers send them: without a path or a slash at the end. */
static bool origins_valid(const char *list)
{
    while (*list) {
        const char *host = url_host(list);
        size_t length = host ? strcspn(host, ",") : 0;
        if (!length || strcspn(host, "/ ") < length)
            return false;
        list = host + length;
        list += *list == ',';
    }
    return true;
}

static bool words_setting_valid(const char *text)
{
    json_t *list = words_parse(text, LIMIT_WORDS_SERVER);
    bool valid = list;
    json_decref(list);
    return valid;
}

static bool addresses_valid(const struct config *config)
{
    if (!origins_valid(config->origins))
        return complain("only such as https://games.example, with commas between and no blanks", "--origin");
    if (!host_names_valid(config->host_names))
        return complain("only names such as games.example, with commas between and no blanks or ports",
                        "--host-name");
    if (*config->base_url && !url_host(config->base_url))
        return complain("only http:// and https://", "--base-url");
    if (!mail_valid(config->mail_from))
        return complain("only an address such as table@games.example", "--mail-from");
    if (*config->ca && access(config->ca, R_OK) != 0)
        return complain(strerror(errno), config->ca);
    if (!post_smtp_valid(config))
        return complain("not an SMTP server, or a password without TLS", "--smtp");
    return post_webhook_valid(config->webhook) ||
           complain("not an address of http:// or https://", "--webhook");
}

bool config_read(int argc, char **argv, struct config *config, bool *help)
{
    unsigned given = 0;
    *help = false;
    *config = (struct config){0};
    for (int i = 0; i < OPTIONS; i++) {
        if (options[i].kind != SEED && !option_set(config, &options[i], options[i].standard))
            return false;
    }
    if (!flags_read(argc, argv, config, &given, help) || !environment_read(config, &given))
        return false;
    if (*config->file && !file_read(config, &given))
        return false;
    if (!*config->certificate != !*config->key)
        return complain("certificate and key go together", "--certificate");
    if (!addresses_valid(config))
        return false;
    if (strcmp(config->notify, "listen") != 0 && strcmp(config->notify, "poll") != 0)
        return complain("listen or poll", "--notify");
    if (strcmp(config->metrics, "local") != 0 && strcmp(config->metrics, "all") != 0)
        return complain("local or all", "--metrics");
    if (!words_setting_valid(config->words))
        return complain("at most 500 words of at most 32 bytes, with commas between", "--words");
    if (config->push_sink && !config->test_hooks)
        return complain("only with --test-hooks", "--push-sink");
    bool loopback = strcmp(config->host, "127.0.0.1") == 0 || strcmp(config->host, "::1") == 0;
    return !config->test_hooks || loopback || complain("--test-hooks listens on loopback only", config->host);
}
