/*
 * cmd_describe.c - `lanterne describe GAME`: the grammar of the notation from the tables of actions and
 * types, the events with who is told, and the fields of the views (view_fields.h), as a page in Markdown.
 */
#include "cmd_describe.h"

#include <stdio.h>
#include <string.h>

#include "level.h"
#include "setup.h"
#include "layout.h"
#include "meaning.h"
#include "view_fields.h"

enum { MEANINGS_MAX = 512 };

enum { GAMES = 4, COLUMNS = 100 };

/* ---- Notation ------------------------------------------------------------------------------------------ */

/* A value's grammar: its ids, or a range of numbers. */
static void type_print(const struct lan_type *type)
{
    int column = printf("%s =", type->name);
    if (!type->words) {
        printf(" %d .. %d\n", type->first, type->first + type->count - 1);
        return;
    }
    for (int i = 0; i < type->count; i++) {
        int width = (int)strlen(type->words[i].id) + 5;
        if (column + width > COLUMNS)
            column = printf("\n   ") - 1;
        column += printf("%s \"%s\"", i ? " |" : "", type->words[i].id);
    }
    printf("\n");
}

/* Writes the sentence of a template as it names others: "{seat!yourself|*}" as "{seat}". */
static void others_write(const char *say, struct lan_text *out)
{
    for (const char *at = say; *at; at++) {
        size_t name = *at == '{' ? strcspn(at + 1, "!}") : 0;
        if (!name || at[1 + name] != '!') {
            lan_text_add_char(out, *at);
            continue;
        }
        const char *end = strchr(at, '}'), *form = strchr(at, '|') + 1;
        for (; form < end && *form != '|'; form++) {
            if (*form != '*') {
                lan_text_add_char(out, *form);
                continue;
            }
            lan_text_add_bytes(out, at, 1 + name);
            lan_text_add_char(out, '}');
        }
        at = end;
    }
}

static void notation_print(const struct lan_game *game)
{
    uint64_t used = 0;
    uint32_t index = 0;
    printf(
        "## Notation\n\nAn action is its name and its arguments, separated by blanks. `index` is its number in the dense\n"
        "numbering of all %u actions: those of a kind follow each other, the last argument fastest. `chance` acts\n"
        "for dice and decks; no bot is asked for it.\n\n```\n",
        lan_action_count(game));
    for (int i = 0; i < game->action_kind_count; i++) {
        const struct lan_action_kind *kind = &game->action_kinds[i];
        uint32_t count = 1;
        char text[LAN_SAY_MAX], said[LAN_SAY_MAX];
        struct lan_text line = lan_text_init(text, sizeof text), say = lan_text_init(said, sizeof said);
        others_write(kind->say.in[LAN_EN], &say);
        lan_text_add_char(&line, '"');
        lan_text_add(&line, kind->name);
        lan_text_add_char(&line, '"');
        for (int arg = 0; arg < kind->args; arg++) {
            lan_text_add_char(&line, ' ');
            lan_text_add(&line, game->types[kind->arg[arg].type].name);
            count *= game->types[kind->arg[arg].type].count;
            used |= (uint64_t)1 << kind->arg[arg].type;
        }
        printf("%s%-40s ; index %u to %u%s: %s\n", i ? "       | " : "action = ", text, index,
               index + count - 1, kind->chance ? ", chance" : "", said);
        index += count;
    }
    printf("\n");
    for (int type = 0; type < game->type_count; type++) {
        if (type >= LAN_TYPE_GAME || used >> type & 1)
            type_print(&game->types[type]);
    }
    printf("```\n\n");
}

/* ---- Events -------------------------------------------------------------------------------------------- */

/* Who is told, from a mask of LAN_TO_*. */
static void told_write(const struct lan_event_kind *kind, unsigned told, struct lan_text *out)
{
    bool first = true;
    if ((told & LAN_TO_ALL) == LAN_TO_ALL) {
        lan_text_add(out, "all");
        return;
    }
    if (told & LAN_TO_SEATS)
        lan_text_add(out, "seats"), first = false;
    if (told & LAN_TO_WATCHER)
        lan_text_add(out, first ? "watcher" : ", watcher"), first = false;
    for (int arg = 0; arg < kind->args && arg < 6; arg++) {
        if (!(told & (unsigned)(LAN_TO_SEAT(arg) | LAN_TO_MASK(arg))))
            continue;
        lan_text_add(out, first ? "" : ", ");
        lan_text_add(out, kind->arg[arg].name);
        first = false;
    }
    if (first)
        lan_text_add(out, "nobody");
}

static void events_print(const struct lan_game *game)
{
    printf(
        "## Events\n\nThe `item` of a `told` message that is an event has these arguments; an argument that the seat may\n"
        "not know is null. In brackets: who sees an argument, where not all who are told of the event do; a name\n"
        "is the seat, or the seats, in that argument.\n\n| event | arguments | told to |\n|---|---|---|\n");
    for (int i = 0; i < game->event_kind_count; i++) {
        const struct lan_event_kind *kind = &game->event_kinds[i];
        char args[1024], told[256];
        struct lan_text text = lan_text_init(args, sizeof args), to = lan_text_init(told, sizeof told);
        for (int arg = 0; arg < kind->args; arg++) {
            lan_text_add(&text, arg ? ", `" : "`");
            lan_text_add(&text, kind->arg[arg].name);
            lan_text_add(&text, "` ");
            lan_text_add(&text, game->types[kind->arg[arg].type].name);
            if ((kind->arg[arg].told & LAN_TO_ALL) != LAN_TO_ALL) {
                lan_text_add(&text, " [");
                told_write(kind, kind->arg[arg].told, &text);
                lan_text_add(&text, "]");
            }
        }
        told_write(kind, kind->told, &to);
        printf("| `%s` | %s | %s |\n", kind->name, args, told);
    }
    printf("\n");
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void kind_add(struct lan_text *out, const char *text)
{
    if (out->length)
        lan_text_add(out, " or ");
    lan_text_add(out, text);
}

/* What the strings are: ids of a type, one of a few words, or any text. */
static void strings_write(const struct lan_game *game, const struct field *field, struct lan_text *out)
{
    for (int type = 0; type < game->type_count && type < 64; type++) {
        if (field->types >> type & 1) {
            kind_add(out, "id of ");
            lan_text_add(out, game->types[type].name);
            return;
        }
    }
    kind_add(out, "text");
    for (int i = 0; i < field->text_count && field->text_count <= FIELD_TEXTS / 2; i++) {
        lan_text_add(out, i ? ", `" : ": `");
        lan_text_add(out, field->text[i]);
        lan_text_add(out, "`");
    }
}

/* The words for fields, and what was found missing: fields without a row, rows without a field. */
struct words {
    const struct lan_meaning *table; /* NULL: the game has none */
    bool used[MEANINGS_MAX];
    int missing;
};

/* The words for a path; where the table lacks it, says so on stderr. */
static const char *words_for(struct words *words, const char *path)
{
    const struct lan_meaning *row = words->table ? lan_meaning_find(words->table, path) : NULL;
    if (row) {
        words->used[row - words->table] = true;
        return row->says;
    }
    if (words->table) {
        fprintf(stderr, "lanterne: no words for the field %s\n", path);
        words->missing++;
    }
    return "";
}

/* Whether each field has its words, and each row of words a field. */
static bool words_fit(struct words *words)
{
    for (int i = 0; words->table && words->table[i].path; i++) {
        if (!words->used[i]) {
            fprintf(stderr, "lanterne: words for %s, which is no field\n", words->table[i].path);
            words->missing++;
        }
    }
    return !words->missing;
}

static void field_print(const struct lan_game *game, const struct fields *fields, const struct field *field,
                        struct words *words)
{
    char type[2048];
    struct lan_text text = lan_text_init(type, sizeof type);
    /* Elements of an array cannot be missing; the view itself is written once a view. */
    bool element = field->path[strlen(field->path) - 1] == ']';
    uint64_t objects = field->parent >= 0 ? fields->field[field->parent].opened : fields->views;
    if (field->kinds & 1u << FIELD_OBJECT)
        kind_add(&text, "object");
    if (field->kinds & 1u << FIELD_ARRAY)
        kind_add(&text, "array");
    if (field->kinds & 1u << FIELD_FLAG)
        kind_add(&text, "true or false");
    if (field->kinds & 1u << FIELD_NUMBER) {
        char range[64];
        snprintf(range, sizeof range, "number (seen: %lld to %lld)", (long long)field->low,
                 (long long)field->high);
        kind_add(&text, range);
    }
    if (field->kinds & 1u << FIELD_STRING)
        strings_write(game, field, &text);
    if (field->kinds & 1u << FIELD_NONE)
        kind_add(&text, "null");
    printf("| `%s` | %s | %s%s |\n", field->path, words_for(words, field->path), type,
           !element && field->written < objects ? "; can be missing" : "");
}

/* Prints the fields within a field, each followed by its own. */
static void tree_print(const struct lan_game *game, const struct fields *fields, int parent,
                       struct words *words)
{
    for (int i = 0; i < fields->count; i++) {
        if (fields->field[i].parent == parent) {
            field_print(game, fields, &fields->field[i], words);
            tree_print(game, fields, i, words);
        }
    }
}

/* The parts of the array that learners are given, for the largest number of players. */
static void array_print(const struct lan_game *game, const struct lan_rules *rules, struct words *words)
{
    struct lan_part part;
    printf(
        "\n## Array\n\nThe parts of the array of bytes that learners are given (docs/learning.md), here for %d players;\n"
        "`lanterne layout %s` prints the cells and their values for any number. What is listed by seat begins with\n"
        "the viewer's own.\n\n| part | what it means | shape | highest |\n|---|---|---|---|\n",
        rules->seats, game->name);
    for (int at = 0; lan_layout_part(rules, at, &part); at++) {
        char path[FIELD_PATH];
        snprintf(path, sizeof path, ":%s", part.name);
        printf("| `%s` | %s | ", part.name, words_for(words, path));
        for (int i = 0; i < part.dims; i++)
            printf("%s%d", i ? " x " : "", part.shape[i]);
        printf(" | %d |\n", part.high);
    }
}

static int views_print(const struct settings *settings, const struct lan_game *game)
{
    static struct fields fields;
    struct words words = {.table = lan_game_meanings(game)};
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    int code = config_wanted(settings, game, &config);
    if (code)
        return code;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        if (settings->players && seats != settings->players)
            continue;
        config.seats = (uint8_t)seats;
        if (lan_compile(game, &config, &rules.base, &problem))
            view_fields_add(&fields, &rules.base, GAMES);
    }
    /* Every choice of every option once, since some fields belong to a variant. */
    for (int option = 0; option < game->option_count && !settings->option_count; option++) {
        for (int choice = 1; choice < game->options[option].count; choice++) {
            const char *id = game->options[option].choices[choice].id;
            lan_config_init(game, settings->players ? settings->players : game->seats_max, &config);
            if (lan_config_set(game, &config, game->options[option].name, id, &problem) &&
                lan_compile(game, &config, &rules.base, &problem))
                view_fields_add(&fields, &rules.base, 1);
        }
    }
    printf(
        "## View\n\nThe fields of `view`, found in the views of all seats and of the watcher in random games with all\n"
        "numbers of players and choices of options. `[]` is an element of an array. Numbers of seats begin at 1.\n"
        "null is a value that is absent or that the viewer does not know.\n\n"
        "| field | what it means | what it is |\n|---|---|---|\n");
    tree_print(game, &fields, -1, &words);
    lan_config_init(game, game->seats_max, &config);
    if (lan_compile(game, &config, &rules.base, &problem))
        array_print(game, &rules.base, &words);
    /* Of other set-ups than all, some fields do not occur. */
    bool whole = !settings->players && !settings->option_count;
    return words_fit(&words) || !whole ? CLI_OK : CLI_FAILED;
}

int cmd_describe(const struct settings *settings)
{
    const struct lan_game *game = game_wanted(settings);
    if (!game)
        return CLI_USAGE;
    printf("# %s, version %d\n\nMade by `lanterne describe %s`; docs/bots.md explains the protocol.\n\n",
           game->name, game->version, game->name);
    notation_print(game);
    events_print(game);
    return views_print(settings, game);
}
