#include "describe.h"

#include <string.h>

#include "bot.h"
#include "edition.h"
#include "hash.h"

enum { OPTION_VALUE_MAX = 64 << 10 };

static const char *const lang_ids[LAN_LANGS] = {"en", "fr"};

/* Texts in the languages of the mask `langs`: {"en":"...","fr":"..."}, or one of the two. */
static void words_write(struct buf *out, const char *key, const struct lan_words *words, unsigned langs)
{
    js_object(out, key);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        if (langs & 1u << lang)
            js_string(out, lang_ids[lang], words->in[lang] ? words->in[lang] : "");
    }
    js_end_object(out);
}

/* ---- The list of games --------------------------------------------------------------------------------- */

static void choices_write(struct buf *out, const struct lan_option *option, unsigned langs)
{
    js_array(out, "choices");
    for (int i = 0; i < option->count; i++) {
        js_object(out, NULL);
        js_string(out, "id", option->choices[i].id);
        words_write(out, "name", &option->choices[i].name, langs);
        js_end_object(out);
    }
    js_end_array(out);
}

/* House rules are the clauses that the rule texts number so. */
static const char *option_group(const struct lan_game *game, int at)
{
    const char *clause = game->options[at].clause;
    if (clause && strstr(clause, "-HR"))
        return "house";
    return game->options_first >> at & 1 ? "first" : "more";
}

static void value_write(struct buf *out, const char *key, const struct lan_game *game,
                        const struct lan_config *config, int at)
{
    struct buf value = {0};
    struct lan_text text = buf_text(&value, OPTION_VALUE_MAX);
    lan_option_value(game, config, at, &text);
    buf_text_end(&value, &text);
    js_string(out, key, buf_cstr(&value));
    buf_free(&value);
}

/* For each choice of the variant the options whose value it implies, where that is not the standard. */
static void presets_write(struct buf *out, const struct lan_game *game)
{
    struct lan_config standard;
    lan_config_init(game, game->seats_min, &standard);
    js_object(out, "presets");
    for (int choice = 0; choice < game->options[0].count; choice++) {
        struct lan_config config = standard;
        config.value[0] = choice;
        game->preset(&config);
        js_object(out, game->options[0].choices[choice].id);
        for (int at = 1; at < game->option_count; at++) {
            if (config.value[at] != standard.value[at])
                value_write(out, game->options[at].name, game, &config, at);
        }
        js_end_object(out);
    }
    js_end_object(out);
}

static void option_write(struct buf *out, const struct lan_game *game, int at, unsigned langs)
{
    static const char *const types[] = {"choice", "number", "text"};
    const struct lan_option *option = &game->options[at];
    struct lan_config config;
    js_object(out, NULL);
    js_string(out, "name", option->name);
    js_string(out, "type", types[option->type]);
    if (option->type == LAN_OPTION_CHOICE)
        choices_write(out, option, langs);
    if (option->type == LAN_OPTION_NUMBER)
        js_int(out, "min", option->min);
    if (option->type != LAN_OPTION_CHOICE)
        js_int(out, "max", option->max);
    lan_config_init(game, game->seats_min, &config);
    value_write(out, "standard", game, &config, at);
    js_string(out, "group", option_group(game, at));
    if (option->clause)
        js_string(out, "clause", option->clause);
    words_write(out, "help", &option->help, langs);
    js_end_object(out);
}

/* Every game with reaction windows has an action `pass`, by which time answers in them (lan.h). */
static bool has_windows(const struct lan_game *game)
{
    for (int i = 0; i < game->action_kind_count; i++) {
        if (strcmp(game->action_kinds[i].name, "pass") == 0)
            return true;
    }
    return false;
}

static void bots_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    js_array(out, "bots");
    for (const struct lan_bot *const *bot = lan_bots(); *bot; bot++) {
        if (!(*bot)->plays(game))
            continue;
        js_object(out, NULL);
        js_string(out, "level", (*bot)->name);
        if ((*bot)->label.in[LAN_EN])
            words_write(out, "label", &(*bot)->label, langs);
        words_write(out, "name", &(*bot)->help, langs);
        js_end_object(out);
    }
    js_end_array(out);
}

/* A text of the rules as it reads with the options in force. */
static void rule_write(struct buf *out, const char *key, const struct lan_rules *rules,
                       const struct lan_words *words, unsigned langs)
{
    char text[LAN_LANGS][LAN_RULE_TEXT_MAX] = {"", ""};
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text writing = lan_text_init(text[lang], LAN_RULE_TEXT_MAX);
        if (words->in[lang] && langs & 1u << lang)
            lan_rule_say(rules, words, (enum lan_lang)lang, &writing);
    }
    words_write(out, key, &(const struct lan_words){{text[LAN_EN], text[LAN_FR]}}, langs);
}

/* The introduction with the default options. */
static void intro_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(game, game->seats_min, &config);
    lan_assert(lan_compile(game, &config, &rules.base, &problem));
    rule_write(out, "intro", &rules.base, &game->intro, langs);
}

static void row_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    js_object(out, NULL);
    js_string(out, "game", game->name);
    js_int(out, "version", game->version);
    char tag[WIRE_TAG];
    wire_game_tag(game, tag);
    js_string(out, "texts", tag);
    words_write(out, "title", &game->title, langs);
    words_write(out, "pitch", &game->pitch, langs);
    intro_write(out, game, langs);
    js_int(out, "seats_min", game->seats_min);
    js_int(out, "seats_max", game->seats_max);
    js_bool(out, "cooperative", game->cooperative);
    if (game->roles) {
        js_array(out, "roles");
        for (int seat = 0; seat < game->seats_max; seat++)
            words_write(out, NULL, &game->roles[seat].name, langs);
        js_end_array(out);
    }
    if (game->preset) {
        js_string(out, "variant", game->options[0].name);
        presets_write(out, game);
    }
    js_array(out, "options");
    for (int i = 0; i < game->option_count; i++)
        option_write(out, game, i, langs);
    js_end_array(out);
    if (has_windows(game))
        js_bool(out, "windows", true);
    bots_write(out, game, langs);
    js_end_object(out);
}

void wire_games_write(struct buf *out, unsigned langs)
{
    js_array(out, "games");
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!(*game)->unfinished && lan_game_newest(*game))
            row_write(out, *game, langs);
    }
    js_end_array(out);
}

/* ---- The words of one game ----------------------------------------------------------------------------- */

/* The clauses with which an event of this kind is an answer to a question that is asked for cover. */
static void covers_write(struct buf *out, const struct lan_game *game, int event)
{
    bool any = false;
    for (int i = 0; i < game->cover_count; i++) {
        if (game->covers[i].event != event)
            continue;
        if (!any)
            js_array(out, "cover");
        any = true;
        js_string(out, NULL, game->clauses[game->covers[i].clause].id);
    }
    if (any)
        js_end_array(out);
}

/* `secrets`: mark the arguments that only some seats are told, as events have them. */
static void args_write(struct buf *out, const struct lan_game *game, const struct lan_arg *args, int count,
                       bool secrets)
{
    js_array(out, "args");
    for (int i = 0; i < count; i++) {
        js_object(out, NULL);
        js_string(out, "name", args[i].name);
        js_string(out, "type", game->types[args[i].type].name);
        if (secrets && args[i].told != LAN_TO_ALL)
            js_bool(out, "secret", true);
        js_end_object(out);
    }
    js_end_array(out);
}

static void templates_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    js_array(out, "actions");
    for (int i = 0; i < game->action_kind_count; i++) {
        const struct lan_action_kind *kind = &game->action_kinds[i];
        js_object(out, NULL);
        js_string(out, "name", kind->name);
        args_write(out, game, kind->arg, kind->args, false);
        words_write(out, "say", &kind->say, langs);
        js_end_object(out);
    }
    js_end_array(out);
    js_array(out, "events");
    for (int i = 0; i < game->event_kind_count; i++) {
        const struct lan_event_kind *kind = &game->event_kinds[i];
        js_object(out, NULL);
        js_string(out, "name", kind->name);
        args_write(out, game, kind->arg, kind->args, true);
        words_write(out, "say", &kind->say, langs);
        if (kind->told != LAN_TO_ALL)
            js_bool(out, "secret", true);
        covers_write(out, game, i);
        js_end_object(out);
    }
    js_end_array(out);
}

static void types_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    js_array(out, "types");
    for (int i = 0; i < game->type_count; i++) {
        const struct lan_type *type = &game->types[i];
        js_object(out, NULL);
        js_string(out, "name", type->name);
        if (type->words) {
            js_array(out, "words");
            for (int word = 0; word < type->count; word++) {
                js_object(out, NULL);
                js_string(out, "id", type->words[word].id);
                words_write(out, "name", &type->words[word].name, langs);
                js_end_object(out);
            }
            js_end_array(out);
        }
        js_end_object(out);
    }
    js_end_array(out);
}

static void clauses_write(struct buf *out, const struct lan_rules *rules, unsigned langs)
{
    const struct lan_game *game = rules->game;
    js_array(out, "clauses");
    for (int i = 1; i < game->clause_count; i++) {
        js_object(out, NULL);
        js_string(out, "id", game->clauses[i].id);
        rule_write(out, "text", rules, &game->clauses[i].text, langs);
        js_end_object(out);
    }
    js_end_array(out);
    js_array(out, "things");
    for (int i = 0; i < game->thing_count; i++) {
        const struct lan_thing *thing = &game->things[i];
        char id[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(id, sizeof id);
        lan_value_write(game, thing->type, thing->value, &text);
        js_object(out, NULL);
        js_string(out, "type", game->types[thing->type].name);
        js_string(out, "value", id);
        if (thing->clause)
            js_string(out, "clause", game->clauses[thing->clause].id);
        rule_write(out, "text", rules, &thing->text, langs);
        js_end_object(out);
    }
    js_end_array(out);
}

/* The names of the game's other edition, where they are in one of the languages. */
static void edition_write(struct buf *out, const struct lan_game *game, unsigned langs)
{
    const struct lan_edition *edition = game->edition;
    if (!edition || !(langs & 1u << edition->lang))
        return;
    js_object(out, "edition");
    js_string(out, "lang", lang_ids[edition->lang]);
    js_array(out, "spellings");
    for (int i = 0; i < edition->count; i++) {
        js_array(out, NULL);
        js_string(out, NULL, edition->spelling[i].from);
        js_string(out, NULL, edition->spelling[i].to);
        js_end_array(out);
    }
    js_end_array(out);
    js_end_object(out);
}

void wire_game_write(struct buf *out, const struct lan_rules *rules, unsigned langs)
{
    const struct lan_game *game = rules->game;
    js_string(out, "game", game->name);
    js_int(out, "version", game->version);
    types_write(out, game, langs);
    templates_write(out, game, langs);
    rule_write(out, "intro", rules, &game->intro, langs);
    clauses_write(out, rules, langs);
    edition_write(out, game, langs);
}

bool wire_lang_find(const char *id, size_t length, enum lan_lang *found)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        if (lan_text_same(id, length, lang_ids[lang])) {
            *found = (enum lan_lang)lang;
            return true;
        }
    }
    return false;
}

/* ---- The tag of a game's texts ------------------------------------------------------------------------- */

static void words_hash(struct lan_hash *hash, const char *id, const struct lan_words *words)
{
    /* With the 0 bytes, so that no two lists of texts have the same bytes. */
    lan_hash_add(hash, id, strlen(id) + 1);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        const char *text = words->in[lang] ? words->in[lang] : "";
        lan_hash_add(hash, text, strlen(text) + 1);
    }
}

static void args_hash(struct lan_hash *hash, const struct lan_game *game, const struct lan_arg *args,
                      int count)
{
    for (int i = 0; i < count; i++)
        words_hash(hash, args[i].name, &(const struct lan_words){{game->types[args[i].type].name, ""}});
}

void wire_game_tag(const struct lan_game *game, char tag[WIRE_TAG])
{
    struct lan_hash hash;
    uint8_t bytes[LAN_HASH_BYTES];
    lan_hash_init(&hash);
    words_hash(&hash, game->name, &game->intro);
    for (int i = 0; i < game->type_count; i++) {
        for (int word = 0; game->types[i].words && word < game->types[i].count; word++)
            words_hash(&hash, game->types[i].words[word].id, &game->types[i].words[word].name);
    }
    for (int i = 0; i < game->action_kind_count; i++) {
        words_hash(&hash, game->action_kinds[i].name, &game->action_kinds[i].say);
        args_hash(&hash, game, game->action_kinds[i].arg, game->action_kinds[i].args);
    }
    for (int i = 0; i < game->event_kind_count; i++) {
        words_hash(&hash, game->event_kinds[i].name, &game->event_kinds[i].say);
        args_hash(&hash, game, game->event_kinds[i].arg, game->event_kinds[i].args);
    }
    for (int i = 1; i < game->clause_count; i++)
        words_hash(&hash, game->clauses[i].id, &game->clauses[i].text);
    for (int i = 0; i < game->thing_count; i++)
        words_hash(&hash, game->types[game->things[i].type].name, &game->things[i].text);
    for (int i = 0; game->edition && i < game->edition->count; i++)
        words_hash(&hash, "edition",
                   &(struct lan_words){{game->edition->spelling[i].from, game->edition->spelling[i].to}});
    lan_hash_end(&hash, bytes);
    hex_write(bytes, (WIRE_TAG - 1) / 2, tag);
}
