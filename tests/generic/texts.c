/*
 * Every game's tables: texts in both languages, templates that name only their arguments, notation,
 * numbering.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "edition.h"
#include "lan.h"
#include "name.h"
#include "setups.h"
#include "tap.h"

static const struct lan_game *game;
static int wrong;

/* Notes what is wrong with a row of a table, and counts it. */
static void expect(bool holds, const char *table, const char *row, const char *what)
{
    if (holds)
        return;
    tap_note("%s: %s %s: %s", game->name, table, row, what);
    wrong++;
}

static bool written(const struct lan_words *words)
{
    return words->in[LAN_EN] && *words->in[LAN_EN] && words->in[LAN_FR] && *words->in[LAN_FR];
}

/* ---- Templates ----------------------------------------------------------------------------------------- */

static const struct lan_arg *arg_named(const struct lan_arg *arg, int args, const char *name, size_t length)
{
    for (int i = 0; i < args; i++) {
        if (lan_text_same(name, length, arg[i].name))
            return &arg[i];
    }
    return NULL;
}

/* What is wrong with the braced item between `at` and `end`; NULL if nothing. */
static const char *braced_wrong(const char *at, const char *end, const struct lan_arg *arg, int args)
{
    size_t name = strcspn(at, "?!}");
    const struct lan_arg *named = arg_named(arg, args, at, name);
    if (!named)
        return "a name in braces is no argument";
    if ((named->type == LAN_TYPE_SEAT) != (at[name] == '!'))
        return "a seat has no form for the player who reads, or something else has one";
    if (at[name] == '!' && !memchr(at, '|', (size_t)(end - at)))
        return "a seat has one form only";
    if (at[name] == '?' && !memchr(at, ':', (size_t)(end - at)))
        return "a plural has one form only";
    return NULL;
}

/* {name}, {name?one:many}, {seat!own|other}, and [parts] that do not nest; NULL, or what is wrong. */
static const char *template_wrong(const char *at, const struct lan_arg *arg, int args)
{
    bool part = false;
    for (; *at; at++) {
        if (*at == '[' || *at == ']') {
            if (part == (*at == '['))
                return "brackets nest or do not match";
            part = !part;
        } else if (*at == '{') {
            size_t whole = strcspn(at, "}");
            if (!at[whole])
                return "a brace is not closed";
            const char *what = braced_wrong(at + 1, at + whole, arg, args);
            if (what)
                return what;
            at += whole;
        } else if (*at == '}') {
            return "a brace was never opened";
        }
    }
    return part ? "a bracket is not closed" : NULL;
}

static void check_template(const char *table, const char *row, const struct lan_words *say,
                           const struct lan_arg *arg, int args)
{
    expect(written(say), table, row, "has no text in one of the languages");
    for (int lang = 0; written(say) && lang < LAN_LANGS; lang++) {
        const char *what = template_wrong(say->in[lang], arg, args);
        expect(!what, table, row, what);
    }
}

/* ---- "You" in sentences to oneself --------------------------------------------------------------------- */

/* Whether a text has one of these words, whatever its case; letters and digits on either side forbid it. */
static bool has_word(const char *text, const char *const *words)
{
    for (; *words; words++) {
        size_t length = strlen(*words);
        for (const char *at = text; *at; at++) {
            bool begins = at == text || !(isalnum((unsigned char)at[-1]) || (unsigned char)at[-1] >= 0x80);
            bool ends = (*words)[length - 1] == '\'' || strlen(at) == length ||
                        !(strlen(at) > length &&
                          (isalnum((unsigned char)at[length]) || (unsigned char)at[length] >= 0x80));
            if (begins && ends && strncasecmp(at, *words, length) == 0)
                return true;
        }
    }
    return false;
}

static bool addresses(const char *text, int lang)
{
    static const char *const you[LAN_LANGS][8] = {{"you", "your", "yours", "yourself"},
                                                  {"tu", "te", "t'", "toi", "ton", "ta", "tes"}};
    return has_word(text, you[lang]);
}

static const char *const seat_names[LAN_SEATS_MAX] = {"Quill", "Wick",   "Ember", "Flint",
                                                      "Moss",  "Tinder", "Soot",  "Ash"};

/* The sentence of a row for one reader, with its seats numbered from `first` on, or all `first`. */
static void row_say(const struct lan_event_kind *row, int kind, int lang, bool one, int reader, char *said)
{
    struct lan_event event = {.kind = (uint16_t)kind, .clause = 1};
    struct lan_text text = lan_text_init(said, LAN_SAY_MAX);
    int16_t seat = 0;
    for (int i = 0; i < row->args; i++)
        event.arg[i] = row->arg[i].type != LAN_TYPE_SEAT ? 1 : one ? 0 : seat++;
    lan_event_say(game, &event, (enum lan_lang)lang, seat_names, reader, &text);
}

/*
 * A sentence addresses the player who reads it and names all others: no name of the reader in it, no "you"
 * for anybody else. Whoever is not named in it reads the same as a watcher.
 */
static void check_own(void)
{
    char said[LAN_SAY_MAX], watched[LAN_SAY_MAX];
    for (int kind = 0; kind < game->event_kind_count; kind++) {
        const struct lan_event_kind *row = &game->event_kinds[kind];
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            row_say(row, kind, lang, false, LAN_WATCHER, watched);
            expect(!addresses(watched, lang), "event", row->name, "addresses a watcher");
            for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
                row_say(row, kind, lang, false, seat, said);
                bool named = strstr(watched, seat_names[seat]) != NULL;
                expect(named ? addresses(said, lang) : strcmp(said, watched) == 0, "event", row->name,
                       "does not address the player it names, or another");
                expect(!strstr(said, seat_names[seat]), "event", row->name, "names the player who reads it");
            }
            row_say(row, kind, lang, true, 0, said);
            expect(!strstr(said, seat_names[0]), "event", row->name, "names the player who reads it");
        }
    }
}

/* ---- Texts of the rules -------------------------------------------------------------------------------- */

/* What is wrong with the braced item between `at` and `end`: {number} or {option=id?A|B}; NULL if nothing. */
static const char *item_wrong(const char *at, const char *end)
{
    size_t name = strcspn(at, "=}");
    int option = lan_option_find(game, at, name);
    if (option < 0)
        return lan_game_newest(game) ? "names no option" : NULL;
    const struct lan_option *row = &game->options[option];
    if (at[name] == '}')
        return row->type == LAN_OPTION_NUMBER ? NULL : "writes an option that is no number";
    const char *ask = strchr(at, '?'), *bar = ask ? strchr(ask, '|') : NULL;
    if (!bar || bar > end || row->type != LAN_OPTION_CHOICE)
        return "has no two texts, or asks for no choice";
    for (int i = 0; i < row->count; i++) {
        if (lan_text_same(at + name + 1, (size_t)(ask - at) - name - 1, row->choices[i].id))
            return NULL;
    }
    return "names no choice";
}

static const char *rule_wrong(const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '}')
            return "a brace was never opened";
        if (*at != '{')
            continue;
        const char *end = strpbrk(at + 1, "{}");
        if (!end || *end == '{')
            return "a brace is not closed";
        const char *what = item_wrong(at + 1, end);
        if (what)
            return what;
        at = end;
    }
    return NULL;
}

/* The texts of the rules read well with the options of one set-up: complete, without gaps at their seams. */
static void check_said(const struct lan_rules *rules, const struct lan_words *words, const char *row)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        char text[LAN_RULE_TEXT_MAX];
        struct lan_text out = lan_text_init(text, sizeof text);
        lan_rule_say(rules, words, (enum lan_lang)lang, &out);
        expect(out.length && !out.cut, "rule", row, "is empty or too long with some options");
        expect(!strstr(text, "  ") && !strstr(text, " ."), "rule", row, "has a gap with some options");
        expect(out.length && text[0] != ' ' && text[out.length - 1] != ' ', "rule", row,
               "begins or ends with a blank with some options");
        expect(!strpbrk(text, "{}|_"), "rule", row, "shows a mark or an identifier");
    }
}

static void check_setup(const struct setup *setup, void *unused)
{
    (void)unused;
    for (int i = 1; i < game->clause_count; i++)
        check_said(setup->rules, &game->clauses[i].text, game->clauses[i].id);
    for (int i = 0; i < game->thing_count; i++)
        check_said(setup->rules, &game->things[i].text, game->things[i].text.in[LAN_EN]);
    if (game->intro.in[LAN_EN])
        check_said(setup->rules, &game->intro, "intro");
}

static void check_rule_text(const struct lan_words *words, const char *row)
{
    for (int lang = 0; lang < LAN_LANGS && words->in[lang]; lang++) {
        const char *what = rule_wrong(words->in[lang]);
        expect(!what, "rule", row, what);
    }
}

static void check_rule_texts(void)
{
    for (int i = 1; i < game->clause_count; i++)
        check_rule_text(&game->clauses[i].text, game->clauses[i].id);
    for (int i = 0; i < game->thing_count; i++)
        check_rule_text(&game->things[i].text, game->things[i].text.in[LAN_EN]);
    check_rule_text(&game->intro, "intro");
    if (!wrong)
        setups_each(game, 20, check_setup, NULL);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void check_kinds(void)
{
    for (int i = 0; i < game->event_kind_count; i++) {
        const struct lan_event_kind *row = &game->event_kinds[i];
        check_template("event", row->name, &row->say, row->arg, row->args);
        expect(row->args <= LAN_ARGS_MAX, "event", row->name, "has too many arguments");
        for (int arg = 0; arg < row->args; arg++) {
            expect(row->arg[arg].type < game->type_count, "event", row->name, "has an argument of no type");
            for (int to = 0; to < 6; to++) {
                int told = row->told | row->arg[arg].told;
                expect(!(told & LAN_TO_SEAT(to)) || (to < row->args && row->arg[to].type == LAN_TYPE_SEAT),
                       "event", row->name, "is told to a seat that is no seat argument");
                expect(!(told & LAN_TO_MASK(to)) || to < row->args, "event", row->name,
                       "is told to seats of a missing argument");
            }
        }
        for (int j = 0; j < i; j++)
            expect(strcmp(row->name, game->event_kinds[j].name) != 0, "event", row->name, "is there twice");
    }
}

static void check_actions(void)
{
    for (int i = 0; i < game->action_kind_count; i++) {
        const struct lan_action_kind *row = &game->action_kinds[i];
        check_template("action", row->name, &row->say, row->arg, row->args);
        for (int arg = 0; arg < row->args; arg++)
            expect(row->arg[arg].type < game->type_count && game->types[row->arg[arg].type].count <= 256,
                   "action", row->name, "has an argument that does not fit into a byte");
    }
}

static void check_types(void)
{
    expect(game->type_count >= LAN_TYPE_GAME && game->types[LAN_TYPE_SEAT].first == 1 &&
               game->types[LAN_TYPE_SEAT].count >= game->seats_max,
           "type", "seat", "does not number the seats from 1");
    for (int i = 0; i < game->type_count; i++) {
        const struct lan_type *row = &game->types[i];
        for (int word = 0; row->words && word < row->count; word++) {
            const char *id = row->words[word].id;
            expect(id && *id, "type", row->name, "has a word without id");
            if (!id)
                continue;
            expect(!id[strcspn(id, " ,=:#\"\\")], "word", id, "has a character that notation cannot hold");
            expect(written(&row->words[word].name), "word", id, "has no name in one of the languages");
            for (int other = 0; other < word; other++)
                expect(strcmp(id, row->words[other].id) != 0, "word", id, "is there twice");
        }
    }
}

static void check_rules(void)
{
    for (int i = 1; i < game->clause_count; i++) {
        const char *id = game->clauses[i].id;
        expect(written(&game->clauses[i].text), "clause", id, "has no text in one of the languages");
        expect(lan_clause_find(game, id) == i, "clause", id, "is there twice");
    }
    expect(game->refusal_count >= LAN_REFUSED_GAME, "refusals", "of core", "are missing");
    for (int i = 1; i < game->refusal_count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        expect(written(&game->refusals[i].text), "refusal", number, "has no text in one of the languages");
        expect(game->refusals[i].clause > 0 && game->refusals[i].clause < game->clause_count, "refusal",
               number, "names no clause");
    }
    for (int i = 0; i < game->thing_count; i++) {
        const struct lan_thing *row = &game->things[i];
        expect(written(&row->text), "thing", "", "has no text in one of the languages");
        expect(row->type < game->type_count && row->value < game->types[row->type].count &&
                   row->clause < game->clause_count,
               "thing", row->text.in[LAN_EN], "is about nothing");
    }
}

static void check_options(void)
{
    expect(game->option_count <= LAN_OPTIONS_MAX, "options", "", "are too many");
    for (int i = 0; i < game->option_count; i++) {
        const struct lan_option *row = &game->options[i];
        expect(written(&row->help), "option", row->name, "has no help in one of the languages");
        expect(!row->clause || lan_clause_find(game, row->clause), "option", row->name, "names no clause");
        expect(row->type != LAN_OPTION_CHOICE || row->count >= 2, "option", row->name, "is no choice");
        expect(row->type != LAN_OPTION_NUMBER || (row->min <= row->standard && row->standard <= row->max),
               "option", row->name, "has a default out of its range");
        expect(row->type != LAN_OPTION_TEXT || row->standard_text, "option", row->name, "has no default");
        for (int n = 0; row->type == LAN_OPTION_CHOICE && n < row->count; n++)
            expect(written(&row->choices[n].name), "option", row->name, "has a choice without name");
    }
}

static void check_sizes(void)
{
    expect(written(&game->title) && written(&game->pitch), "game", game->name, "has no title or pitch");
    expect(game->state_size <= LAN_STATE_MAX && game->view_size <= LAN_VIEW_MAX &&
               game->rules_size <= LAN_RULES_MAX && game->sampler_size <= LAN_SAMPLER_MAX &&
               game->digest_size <= LAN_DIGEST_MAX,
           "game", game->name, "needs more memory than the limits allow");
    expect(game->seats_min >= 1 && game->seats_max <= LAN_SEATS_MAX && game->seats_min <= game->seats_max,
           "game", game->name, "has an impossible number of seats");
}

/* ---- docs/words.md ------------------------------------------------------------------------------------- */

/* Whether a text has the name of an option, or of a choice that no word of a language could be. */
static bool names_option(const char *text)
{
    for (int i = 0; i < game->option_count; i++) {
        const struct lan_option *row = &game->options[i];
        if (strchr(row->name, '_') && strstr(text, row->name))
            return true;
        for (int n = 0; row->type == LAN_OPTION_CHOICE && n < row->count; n++) {
            const char *id = row->choices[n].id;
            if (strchr(id, '-') && has_word(text, (const char *const[]){id, NULL}) &&
                !strstr(row->choices[n].name.in[LAN_EN], id))
                return true;
        }
    }
    return false;
}

/*
 * What is wrong with the printing of a text; NULL if nothing. Braced items hold names of arguments and
 * options and are left out.
 */
static const char *print_wrong(const char *text, enum lan_lang lang)
{
    static const char *const foreign[] = {"’",   "\xc2\xa0", "\xe2\x80\xaf", "docs/",
                                          ".md", ".json",    "(option ",     "http"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (strstr(text, foreign[i]))
            return "has a curly apostrophe, a hard space, a file name or a developers' word";
    }
    if (!strchr(text, '{') && names_option(text))
        return "names an option or a choice as programs do";
    int depth = 0;
    for (const char *at = text; *at; at++) {
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        if (depth)
            continue;
        if (*at == '_')
            return "shows an identifier";
        if (lang == LAN_FR && strchr(";:!?", *at) && at > text && at[-1] != ' ')
            return "has no space before a French mark";
        if (lang == LAN_EN && strchr(";:!?", *at) && at > text && at[-1] == ' ')
            return "has a space before an English mark";
        if (strncmp(at, "«", 2) == 0 && at[2] != ' ')
            return "has no space inside French quotes";
    }
    return NULL;
}

static void check_print(const char *table, const char *row, const struct lan_words *words)
{
    for (int lang = 0; lang < LAN_LANGS && words->in[lang]; lang++) {
        const char *what = print_wrong(words->in[lang], (enum lan_lang)lang);
        expect(!what, table, row, what);
    }
}

/* Why a set-up is refused: every choice of every option alone, with every number of players. */
static void check_problems(void)
{
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        for (int i = 0; i < game->option_count; i++) {
            const struct lan_option *row = &game->options[i];
            int count = row->type == LAN_OPTION_CHOICE ? row->count : 1;
            for (int n = 0; n < count; n++) {
                union lan_rules_buf rules;
                struct lan_config config;
                struct lan_problem problem;
                const char *value = row->type == LAN_OPTION_CHOICE ? row->choices[n].id : "no such";
                lan_config_init(game, seats, &config);
                if (row->type == LAN_OPTION_NUMBER ||
                    !lan_config_set(game, &config, row->name, value, &problem) ||
                    lan_compile(game, &config, &rules.base, &problem))
                    continue;
                check_print("problem", row->name,
                            &(struct lan_words){{problem.say[LAN_EN], problem.say[LAN_FR]}});
                expect(problem.option == i, "problem", row->name, "blames another option");
            }
        }
    }
}

/* Every text in the tables of the game. */
static void texts_each(void (*visit)(const char *table, const char *row, const struct lan_words *words))
{
    visit("game", "title", &game->title);
    visit("game", "pitch", &game->pitch);
    visit("game", "intro", &game->intro);
    for (int i = 0; i < game->event_kind_count; i++)
        visit("event", game->event_kinds[i].name, &game->event_kinds[i].say);
    for (int i = 0; i < game->action_kind_count; i++)
        visit("action", game->action_kinds[i].name, &game->action_kinds[i].say);
    for (int i = 1; i < game->clause_count; i++)
        visit("clause", game->clauses[i].id, &game->clauses[i].text);
    for (int i = 1; i < game->refusal_count; i++)
        visit("refusal", game->refusals[i].text.in[LAN_EN], &game->refusals[i].text);
    for (int i = 0; i < game->thing_count; i++)
        visit("thing", game->things[i].text.in[LAN_EN], &game->things[i].text);
    for (int i = 0; i < game->option_count; i++) {
        const struct lan_option *row = &game->options[i];
        visit("option", row->name, &row->help);
        for (int n = 0; row->type == LAN_OPTION_CHOICE && n < row->count; n++)
            visit("option", row->name, &row->choices[n].name);
    }
    for (int i = 0; i < game->type_count; i++) {
        for (int word = 0; game->types[i].words && word < game->types[i].count; word++)
            visit("word", game->types[i].words[word].id, &game->types[i].words[word].name);
    }
}

static void check_printing(void)
{
    texts_each(check_print);
}

/* ---- The names of another edition ---------------------------------------------------------------------- */

static uint64_t spellings_used[2]; /* rows of the edition that some text needs, by bit */

/* What an edition makes of a text: once is enough, and the articles fit the other gender. */
static void check_spelled(const char *table, const char *row, const struct lan_words *words)
{
    static const char *const wrong_french[] = {
        "un Ombre",   "le Ombre",   "du Ombre",   "tout Ombre",  "tous les Ombres", "Ombres sont morts",
        "le Inconnu", "du Inconnu", "de Inconnu", "la Bois",     "au Autel",        "le Autel",
        "du Autel",   "le Église",  "du Église",  "l'Monastère", "la Pistolet",     "le Mitrailleuse"};
    const struct lan_edition *edition = game->edition;
    const struct lan_reader reader = {.lang = edition->lang, .edition = edition};
    char once[LAN_RULE_TEXT_MAX], twice[LAN_RULE_TEXT_MAX];
    struct lan_text first = lan_text_init(once, sizeof once), second = lan_text_init(twice, sizeof twice);
    const char *text = words->in[edition->lang];
    if (!text)
        return;
    lan_spell(&reader, text, &first);
    lan_spell(&reader, once, &second);
    expect(!first.cut && strcmp(once, twice) == 0, table, row, "has a name that is spelled twice");
    for (size_t i = 0; i < sizeof wrong_french / sizeof *wrong_french; i++)
        expect(!strstr(once, wrong_french[i]), table, row, "has a name with the wrong article");
    for (int i = 0; i < edition->count; i++) {
        const char *from = edition->spelling[i].from;
        bool great = from[0] >= 'a' && from[0] <= 'z' && strstr(text, from + 1);
        if (strstr(text, from) || great)
            spellings_used[i / 64] |= (uint64_t)1 << i % 64;
    }
}

static void check_edition(void)
{
    if (!game->edition)
        return;
    spellings_used[0] = spellings_used[1] = 0;
    texts_each(check_spelled);
    for (int i = 0; i < game->edition->count; i++)
        expect(spellings_used[i / 64] >> i % 64 & 1, "edition", game->edition->spelling[i].from,
               "stands in no text");
}

/* "d'Invité", "de Zoé": a name after "de" (core/name.h). */
static void check_elision(void)
{
    static const struct {
        const char *before, *name, *said;
    } rows[] = {
        {"Rue de ", "Invité", "Rue d'Invité"}, {"Rue de ", "Zoé", "Rue de Zoé"},
        {"De ", "Élise", "D'Élise"},           {"Rue de ", "Yves", "Rue d'Yves"},
        {"Rue de ", "Yann", "Rue de Yann"},    {"Rue de ", "Hugo", "Rue de Hugo"},
        {"Il raide ", "Ada", "Il raide Ada"},  {"", "Ada", "Ada"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char said[64], english[64];
            struct lan_text text = lan_text_init(said, sizeof said);
            snprintf(english, sizeof english, "%s%s", rows[i].before, rows[i].name);
            lan_text_add(&text, rows[i].before);
            lan_name_add(&text, (enum lan_lang)lang, rows[i].name);
            expect(strcmp(said, lang == LAN_FR ? rows[i].said : english) == 0, "name", rows[i].name, said);
        }
    }
}

/* ---- The action space ---------------------------------------------------------------------------------- */

static void check_notation(void)
{
    static const char *const names[LAN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    for (uint32_t index = 0; index < lan_action_count(game); index++) {
        char notation[LAN_NOTATION_MAX], spaced[LAN_NOTATION_MAX + 8], say[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action action = lan_action_at(game, index), back = 0;
        lan_action_write(game, action, &text);
        expect(!text.cut, "action", notation, "is too long in notation");
        expect(lan_action_valid(game, action) && lan_action_index(game, action) == index, "action", notation,
               "has another number than its own");
        expect(lan_action_parse(game, notation, &back) && back == action, "action", notation,
               "is read back as another");
        snprintf(spaced, sizeof spaced, " \t%s ", notation);
        expect(lan_action_parse(game, spaced, &back) && back == action, "action", notation,
               "is not read with blanks around it");
        snprintf(spaced, sizeof spaced, "%s x", notation);
        expect(!lan_action_parse(game, spaced, &back), "action", notation, "is read with a word too many");
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            struct lan_text said = lan_text_init(say, sizeof say);
            lan_action_say(game, action, (enum lan_lang)lang, names, 0, &said);
            expect(said.length && !said.cut, "action", notation, "says nothing, or too much");
        }
    }
}

static void check_bad_notation(void)
{
    static const char *const bad[] = {"", " ", "\t", "no-such-action", "\xff\xfe", "1", "-1", "deal", "{}"};
    lan_action action;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool kind_without_args = false;
        for (int kind = 0; kind < game->action_kind_count; kind++)
            kind_without_args |=
                !game->action_kinds[kind].args && !strcmp(game->action_kinds[kind].name, bad[i]);
        expect(kind_without_args || !lan_action_parse(game, bad[i], &action), "notation", bad[i],
               "is read as an action");
    }
}

static void run(void (*check)(void), const char *what)
{
    wrong = 0;
    check();
    tap_result(!wrong, "%s: %s", game->name, what);
}

int main(void)
{
    game = *lan_games();
    wrong = 0;
    check_elision();
    tap_result(!wrong, "names after the French word de");
    for (const struct lan_game *const *each = lan_games(); *each; each++) {
        game = *each;
        run(check_sizes, "sizes, seats and title are in order");
        run(check_types, "every word has an id and a name in both languages");
        run(check_kinds, "events name only their arguments and are told to seats");
        run(check_actions, "actions name only their arguments");
        run(check_own, "finding 5: sentences say you to the player they name, and to nobody else");
        run(check_rules, "clauses, refusals and things are written in both languages");
        run(check_rule_texts, "finding 4: the texts of the rules follow the options, whatever they are");
        run(check_printing, "spaces and apostrophes of both languages, and no developers' words");
        run(check_edition, "the names of another edition fit every text");
        run(check_problems, "finding 12: a refused set-up is explained in players' words");
        run(check_options, "options are written in both languages");
        run(check_notation, "numbering and notation round-trip over the whole action space");
        run(check_bad_notation, "bad notation is refused");
    }
    return tap_finish();
}
