/*
 * Golden words: the tables of every finished game as people and programs meet them: options with their
 * bounds, types, actions, events with who is told what, refusals, explanations; the clauses as they read in
 * every set-up; which values of two options go together, and what is said where they do not. Read the diff of
 * tests/golden/GAME-words.txt before you accept it with `make golden`.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edition.h"
#include "setups.h"
#include "tap.h"

enum { TEXT_MAX = 1 << 19, SEEN_MAX = 1 << 16, LINE_MAX = 4096, TEXT_OPTION_MAX = 1 << 14, SHOWN_EACH = 59 };

static struct {
    const struct lan_game *game;
    struct lan_text out;
    uint64_t seen[SEEN_MAX]; /* hashes of lines; 0 is an empty place */
} book;

/* ---- Lines --------------------------------------------------------------------------------------------- */

static uint64_t hash_add(uint64_t hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

__attribute__((format(printf, 1, 2))) static void line_add(const char *format, ...)
{
    char line[LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    lan_assert(length >= 0 && length < LINE_MAX);
    lan_text_add(&book.out, line);
    lan_text_add_char(&book.out, '\n');
}

/* Adds a line unless it has been added before. */
static void line_add_once(const char *line)
{
    uint64_t hash = hash_add(14695981039346656037u, line, strlen(line)) | 1;
    size_t at = hash % SEEN_MAX;
    for (int tries = 0; book.seen[at] && book.seen[at] != hash; tries++) {
        lan_assert(tries < SEEN_MAX / 2);
        at = (at + 1) % SEEN_MAX;
    }
    if (book.seen[at] != hash)
        line_add("%s", line);
    book.seen[at] = hash;
}

static const char *shown(const char *text)
{
    return text ? text : "-";
}

static void words_add(const char *indent, const struct lan_words *words)
{
    line_add("%sen: %s", indent, shown(words->in[LAN_EN]));
    line_add("%sfr: %s", indent, shown(words->in[LAN_FR]));
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void options_add(void)
{
    struct lan_config config;
    char value[LINE_MAX];
    lan_config_init(book.game, book.game->seats_min, &config);
    for (int i = 0; i < book.game->option_count; i++) {
        const struct lan_option *option = &book.game->options[i];
        struct lan_text text = lan_text_init(value, sizeof value);
        lan_option_value(book.game, &config, i, &text);
        line_add("option %s, type %d, default '%s'%s, clause %s", option->name, option->type, value,
                 book.game->options_first >> i & 1 ? ", shown first" : "", shown(option->clause));
        if (option->type != LAN_OPTION_CHOICE)
            line_add("  from %d to %d, usually %d%s%s", option->min, option->max, option->standard,
                     option->standard_text ? ", text " : "",
                     option->standard_text ? option->standard_text : "");
        words_add("  ", &option->help);
        for (int j = 0; option->type == LAN_OPTION_CHOICE && j < option->count; j++) {
            line_add("  %s", option->choices[j].id);
            words_add("    ", &option->choices[j].name);
        }
    }
}

static void args_add(const struct lan_arg *arg, int args)
{
    for (int i = 0; i < args; i++)
        line_add("  %s: %s, told to %#x", arg[i].name, book.game->types[arg[i].type].name, arg[i].told);
}

static void types_add(void)
{
    for (int i = 0; i < book.game->type_count; i++) {
        const struct lan_type *type = &book.game->types[i];
        line_add("type %s, %d values from %d on", type->name, type->count, type->first);
        for (int j = 0; type->words && j < type->count; j++)
            line_add("  %s: %s, %s", type->words[j].id, type->words[j].name.in[LAN_EN],
                     type->words[j].name.in[LAN_FR]);
    }
    for (int i = 0; i < book.game->action_kind_count; i++) {
        const struct lan_action_kind *kind = &book.game->action_kinds[i];
        line_add("action %s%s", kind->name, kind->chance ? " of chance" : "");
        args_add(kind->arg, kind->args);
        words_add("  ", &kind->say);
    }
    for (int i = 0; i < book.game->event_kind_count; i++) {
        const struct lan_event_kind *kind = &book.game->event_kinds[i];
        line_add("event %s, told to %#x, undo %d", kind->name, kind->told, kind->undo);
        args_add(kind->arg, kind->args);
        words_add("  ", &kind->say);
    }
}

static void refusals_add(void)
{
    const struct lan_game *game = book.game;
    for (int i = 1; i < game->refusal_count; i++) {
        line_add("refusal %s", shown(game->clauses[game->refusals[i].clause].id));
        words_add("  ", &game->refusals[i].text);
    }
    for (int i = 0; i < game->cover_count; i++)
        line_add("cover %s of %s", game->event_kinds[game->covers[i].event].name,
                 game->clauses[game->covers[i].clause].id);
    for (int i = 0; game->roles && i < game->seats_max; i++)
        line_add("role %s: %s, %s", game->roles[i].id, game->roles[i].name.in[LAN_EN],
                 game->roles[i].name.in[LAN_FR]);
}

static void game_add(void)
{
    const struct lan_game *game = book.game;
    line_add("%s, version %d, %d to %d seats%s, at most %u actions, scores span %d, outlooks %d, layout %d",
             game->name, game->version, game->seats_min, game->seats_max,
             game->cooperative ? ", cooperative" : "", game->length_max, game->score_span, game->outlook_span,
             game->layout);
    words_add("  ", &game->title);
    words_add("  ", &game->pitch);
}

/* ---- Texts that depend on the options ------------------------------------------------------------------ */

/* A text in both languages as it reads with these rules, where it reads so for the first time. */
static void rule_add(const struct lan_rules *rules, const char *label, const struct lan_words *words)
{
    static char said[LINE_MAX], line[LINE_MAX + 128], other[LINE_MAX];
    for (int lang = 0; lang < LAN_LANGS && words->in[lang]; lang++) {
        struct lan_reader reader = {.lang = (enum lan_lang)lang, .edition = rules->game->edition};
        struct lan_text text = lan_text_init(said, LAN_RULE_TEXT_MAX);
        lan_rule_say(rules, words, reader.lang, &text);
        snprintf(line, sizeof line, "  %s %s: %s", label, lang == LAN_FR ? "fr" : "en", said);
        line_add_once(line);
        text = lan_text_init(other, sizeof other);
        lan_spell(&reader, said, &text);
        snprintf(line, sizeof line, "  %s, other edition: %s", label, other);
        if (strcmp(said, other) != 0)
            line_add_once(line);
    }
}

static void setup_look(const struct setup *setup, void *context)
{
    const struct lan_rules *rules = setup->rules;
    const struct lan_game *game = rules->game;
    char label[128], value[LINE_MAX];
    (void)context;
    line_add("%s", setup->label);
    for (int i = 0; i < game->option_count; i++) {
        struct lan_text text = lan_text_init(value, sizeof value);
        lan_option_value(game, &rules->config, i, &text);
        /* Presets fill in what was not given. */
        if (game->preset && !(rules->config.given >> i & 1)) {
            char line[LINE_MAX + 128];
            snprintf(line, sizeof line, "  in force: %s %s", game->options[i].name, value);
            line_add_once(line);
        }
    }
    if (game->outlook_after)
        line_add("  outlook after %d decisions", game->outlook_after(rules));
    rule_add(rules, "intro", &game->intro);
    for (int i = 1; i < game->clause_count; i++)
        rule_add(rules, game->clauses[i].id, &game->clauses[i].text);
    for (int i = 0; i < game->thing_count; i++) {
        const struct lan_thing *thing = &game->things[i];
        const struct lan_type *type = &game->types[thing->type];
        snprintf(label, sizeof label, "%s %s (%s)", type->name,
                 type->words ? type->words[thing->value].id : "", game->clauses[thing->clause].id);
        rule_add(rules, label, &thing->text);
    }
}

/* ---- Values that do not go together -------------------------------------------------------------------- */

static uint64_t problem_add(uint64_t hash, const struct lan_problem *problem, bool written)
{
    static char line[LINE_MAX];
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        snprintf(line, sizeof line, "  refused (%s, %s): %s",
                 problem->option >= 0 ? book.game->options[problem->option].name : "-",
                 shown(book.game->clauses[problem->clause].id), problem->say[lang]);
        if (written)
            line_add_once(line);
        hash = hash_add(hash, line, strlen(line));
    }
    return hash;
}

/* The texts that an option may be tried with: all choices, numbers at both ends and beyond, and nonsense. */
static int values_of(const struct lan_option *option, char value[][32])
{
    int count = 0;
    for (int i = 0; option->type == LAN_OPTION_CHOICE && i < option->count; i++)
        snprintf(value[count++], 32, "%s", option->choices[i].id);
    for (int i = -1; option->type == LAN_OPTION_NUMBER && i <= 1; i++) {
        snprintf(value[count++], 32, "%d", option->min + i);
        snprintf(value[count++], 32, "%d", option->max + i);
    }
    return count;
}

enum { VALUES_MAX = 64 };

/* Tries one value, or two of different options, with some number of players. */
static uint64_t pair_try(uint64_t hash, int seats, int one, const char *value, int two, const char *other)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(book.game, seats, &config);
    if (!lan_config_set(book.game, &config, book.game->options[one].name, value, &problem) ||
        (other && !lan_config_set(book.game, &config, book.game->options[two].name, other, &problem)) ||
        !lan_compile(book.game, &config, &rules.base, &problem))
        return problem_add(hash, &problem, true);
    return hash_add(hash, rules.base.config.value, sizeof rules.base.config.value);
}

/* One line for each option: its values with every number of players, and with all values of the others. */
static void option_try(int one)
{
    char value[VALUES_MAX][32], other[VALUES_MAX][32];
    uint64_t hash = 0;
    int values = values_of(&book.game->options[one], value);
    hash = pair_try(hash, book.game->seats_min, one, "xyzzy", 0, NULL);
    hash = pair_try(hash, book.game->seats_min, one, "", 0, NULL);
    hash = pair_try(hash, book.game->seats_min, one, "1x", 0, NULL);
    for (int i = 0; i < values; i++) {
        for (int seats = book.game->seats_min - 1; seats <= book.game->seats_max + 1; seats++)
            hash = pair_try(hash, seats, one, value[i], 0, NULL);
        for (int two = one + 1; two < book.game->option_count; two++) {
            int others = values_of(&book.game->options[two], other);
            for (int j = 0; j < others; j++)
                hash = pair_try(
                    hash, book.game->seats_min + (i + j) % (book.game->seats_max - book.game->seats_min + 1),
                    one, value[i], two, other[j]);
        }
    }
    line_add("%s: %016" PRIx64, book.game->options[one].name, hash);
}

/* ---- Texts as options ---------------------------------------------------------------------------------- */

/* A text that the option takes: its default; where that is empty one from the rules or the built-in one. */
static void text_of(const struct lan_option *option, char *text, size_t size)
{
    FILE *file = strcmp(option->name, "board") == 0 ? fopen("games/treasure-hunters/house.board", "r") : NULL;
    const char *standard = option->standard_text;
    if (strcmp(option->name, "monsters") == 0)
        standard = "bat ..o/.@./...; dragon oxo/.@./...\nmantis .o./o@./..x # a remark\n\n cobra .o./.@./.o.;"
                   "kraken .x./x@x/.o.;\tape xxx/.@o/...";
    text[file ? fread(text, 1, size - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    else
        snprintf(text, size, "%s", standard);
}

/* The text with one character left out, doubled or replaced by another; false past its end. */
static bool text_damage(const char *text, int change, char *out)
{
    static const char others[] = "109x.,-; #\n\x01";
    size_t length = strlen(text), kinds = 2 + sizeof others - 1, at = (size_t)change / kinds,
           kind = (size_t)change % kinds;
    if (at >= length)
        return false;
    memcpy(out, text, at);
    size_t to = at;
    if (kind != 0)
        out[to++] = kind == 1 ? text[at] : others[kind - 2];
    strcpy(out + to, text + at + (kind != 1));
    return true;
}

/* Whether a text is taken, with what it makes of the rules or why not in the hash. */
static bool text_accepted(int option, const char *text, bool written, uint64_t *hash)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem = {0};
    const struct lan_game *game = book.game;
    lan_config_init(game, game->seats_min, &config);
    bool taken = lan_config_set(game, &config, game->options[option].name, text, &problem) &&
                 lan_compile(game, &config, &rules.base, &problem);
    *hash = taken ? hash_add(*hash, &rules.base + 1, game->rules_size - sizeof rules.base)
                  : problem_add(*hash, &problem, written);
    return taken;
}

/* One line for each option that is a text, damaged at every place; some problems are written. */
static void text_try(int option)
{
    static char text[TEXT_OPTION_MAX], damaged[TEXT_OPTION_MAX + 1];
    const struct lan_option *row = &book.game->options[option];
    uint64_t hash = 0;
    text_of(row, text, sizeof text);
    int accepted = 0, step = strlen(text) > 200 ? 7 : 1;
    for (int change = 0; text_damage(text, change, damaged); change += step)
        accepted += text_accepted(option, damaged, change % SHOWN_EACH == 0, &hash);
    /* Long words, the longest text, and one that is too long. */
    for (int length = 38; length <= 42; length++) {
        snprintf(damaged, sizeof damaged, "%.*s", length,
                 "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
        accepted += text_accepted(option, damaged, true, &hash);
    }
    for (int over = 0; over < 2; over++) {
        memset(damaged, ' ', sizeof damaged);
        damaged[row->max + over] = 0;
        accepted += text_accepted(option, damaged, true, &hash);
    }
    line_add("%s: %d damaged texts are taken, %016" PRIx64, row->name, accepted, hash);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void file_compare(const char *path)
{
    static char stored[TEXT_MAX];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(stored, 1, sizeof stored - 1, file) : 0, at = 0;
    int line = 1;
    if (file)
        fclose(file);
    stored[length] = 0;
    bool same = strcmp(stored, book.out.at) == 0;
    tap_result(same, "%s is what the game says", path);
    if (same)
        return;
    for (; stored[at] && stored[at] == book.out.at[at]; at++)
        line += stored[at] == '\n';
    while (at && stored[at - 1] != '\n')
        at--;
    tap_note("line %d\nstored: %.*s\nnow:    %.*s\n`make golden` writes them anew; read the diff before you "
             "commit it.",
             line, (int)strcspn(stored + at, "\n"), stored + at, (int)strcspn(book.out.at + at, "\n"),
             book.out.at + at);
}

static void check_game(const struct lan_game *game)
{
    static char text[TEXT_MAX];
    const char *asked = getenv("LAN_GOLDEN");
    char path[128];
    memset(&book, 0, sizeof book);
    book.game = game;
    book.out = lan_text_init(text, sizeof text);
    game_add();
    options_add();
    types_add();
    refusals_add();
    for (int i = 0; i < game->option_count; i++)
        (game->options[i].type == LAN_OPTION_TEXT ? text_try : option_try)(i);
    setups_each(game, 6, setup_look, NULL);
    snprintf(path, sizeof path, "tests/golden/%s-words.txt", game->name);
    if (book.out.cut) {
        tap_result(false, "%s fits into %d bytes", path, TEXT_MAX);
    } else if (asked && strcmp(asked, "write") == 0) {
        FILE *file = fopen(path, "w");
        bool written = file && fputs(text, file) >= 0;
        tap_result(file && fclose(file) == 0 && written, "%s is written", path);
    } else {
        file_compare(path);
    }
}

int main(int argc, char **argv)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        bool wanted = lan_game_newest(*game) && !(*game)->unfinished;
        if (wanted && (argc < 2 || strcmp(argv[1], (*game)->name) == 0))
            check_game(*game);
    }
    return tap_finish();
}
