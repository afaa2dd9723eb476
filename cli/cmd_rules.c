/* cmd_rules.c - `lanterne games` lists the games, `lanterne rules` prints the clauses and options of one. */
#include "cmd_rules.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "args.h"
#include "clauses.h"
#include "json_out.h"
#include "setup.h"
#include "term_text.h"

static void json_game(struct json_out *out, const struct lan_game *game)
{
    struct lan_writer *w = &out->json.base;
    w->string(w, "name", game->name);
    w->number(w, "version", game->version);
    json_words(out, "title", &game->title);
    json_words(out, "pitch", &game->pitch);
    w->number(w, "seats_min", game->seats_min);
    w->number(w, "seats_max", game->seats_max);
    w->flag(w, "cooperative", game->cooperative);
}

static int games_json(void)
{
    struct json_out out;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->open_array(w, "games");
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if ((*game)->unfinished || !lan_game_newest(*game))
            continue;
        w->open_object(w, NULL);
        json_game(&out, *game);
        w->close(w);
    }
    w->close(w);
    return json_end(&out);
}

static const char *title_line(const struct term *term, const struct lan_game *game, char *line, size_t size)
{
    bool french = term->reader.lang == LAN_FR;
    const char *title = term_words(term, &game->title);
    if (game->seats_min == game->seats_max)
        snprintf(line, size, french ? "%s, %d joueurs" : "%s, %d players", title, game->seats_min);
    else
        snprintf(line, size, french ? "%s, de %d à %d joueurs" : "%s, %d to %d players", title,
                 game->seats_min, game->seats_max);
    return line;
}

int cmd_games(const struct settings *settings)
{
    struct term term;
    char line[128];
    if (settings->json)
        return games_json();
    term_init(&term, settings);
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if ((*game)->unfinished || !lan_game_newest(*game))
            continue;
        term_item(&term, LAN_MARK_PLAIN, (*game)->name, 18, title_line(&term, *game, line, sizeof line));
        term_wrap(&term, LAN_MARK_MUTED, 18, term_words(&term, &(*game)->pitch));
    }
    return CLI_OK;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* Whether to print a clause: no ids were given, or one of them equals or begins its id. */
static bool clause_wanted(const struct settings *settings, const char *id)
{
    for (int i = 1; i < settings->word_count; i++) {
        if (strncasecmp(id, settings->words[i], strlen(settings->words[i])) == 0)
            return true;
    }
    return settings->word_count == 1;
}

/* Rejects ids that match no clause, instead of printing nothing. */
static int clauses_check(const struct settings *settings, const struct lan_game *game)
{
    for (int word = 1; word < settings->word_count; word++) {
        bool found = false;
        for (int i = 1; i < game->clause_count; i++)
            found |=
                strncasecmp(game->clauses[i].id, settings->words[word], strlen(settings->words[word])) == 0;
        if (!found) {
            complain(settings->lang == LAN_FR ? "%s n'a pas de clause %s" : "%s has no clause %s", game->name,
                     settings->words[word]);
            return CLI_USAGE;
        }
    }
    return CLI_OK;
}

static void json_rule(struct json_out *out, const char *key, const struct lan_rules *rules,
                      const struct lan_words *words)
{
    char text[LAN_LANGS][LAN_RULE_TEXT_MAX];
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text writing = lan_text_init(text[lang], LAN_RULE_TEXT_MAX);
        lan_rule_say(rules, words, (enum lan_lang)lang, &writing);
    }
    json_words(out, key, &(const struct lan_words){{text[LAN_EN], text[LAN_FR]}});
}

static void json_clauses(struct json_out *out, const struct settings *settings, const struct lan_rules *rules)
{
    const struct lan_game *game = rules->game;
    struct lan_writer *w = &out->json.base;
    w->open_array(w, "clauses");
    for (int i = 1; i < game->clause_count; i++) {
        if (!clause_wanted(settings, game->clauses[i].id))
            continue;
        w->open_object(w, NULL);
        w->string(w, "id", game->clauses[i].id);
        json_rule(out, "text", rules, &game->clauses[i].text);
        w->close(w);
    }
    w->close(w);
}

static void json_option(struct json_out *out, const struct lan_option *option)
{
    static const char *const types[] = {"choice", "number", "text"};
    struct lan_writer *w = &out->json.base;
    w->string(w, "name", option->name);
    w->string(w, "type", types[option->type]);
    json_words(out, "help", &option->help);
    if (option->clause)
        w->string(w, "clause", option->clause);
    if (option->type == LAN_OPTION_NUMBER) {
        w->number(w, "min", option->min);
        w->number(w, "max", option->max);
        w->number(w, "default", option->standard);
    } else if (option->type == LAN_OPTION_TEXT) {
        w->number(w, "length_max", option->max);
        w->string(w, "default", option->standard_text);
    } else {
        w->string(w, "default", option->choices[0].id);
        w->open_array(w, "choices");
        for (int i = 0; i < option->count; i++) {
            w->open_object(w, NULL);
            w->string(w, "id", option->choices[i].id);
            json_words(out, "name", &option->choices[i].name);
            w->close(w);
        }
        w->close(w);
    }
}

static int rules_json(const struct settings *settings, const struct lan_rules *rules)
{
    const struct lan_game *game = rules->game;
    struct json_out out;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    json_game(&out, game);
    json_rule(&out, "intro", rules, &game->intro);
    json_clauses(&out, settings, rules);
    w->open_array(w, "options");
    for (int i = 0; i < game->option_count; i++) {
        w->open_object(w, NULL);
        json_option(&out, &game->options[i]);
        w->close(w);
    }
    w->close(w);
    return json_end(&out);
}

static void show_option(const struct term *term, const struct lan_option *option)
{
    char line[LAN_SAY_MAX];
    bool french = term->reader.lang == LAN_FR;
    printf("\n");
    snprintf(line, sizeof line, "%s%s%s%s", term_words(term, &option->help), option->clause ? " [" : "",
             option->clause ? option->clause : "", option->clause ? "]" : "");
    term_item(term, LAN_MARK_STRONG, option->name, 0, "");
    term_wrap(term, LAN_MARK_PLAIN, 4, line);
    if (option->type == LAN_OPTION_NUMBER)
        snprintf(line, sizeof line, french ? "de %d à %d ; sinon %d" : "%d to %d; default %d", option->min,
                 option->max, option->standard);
    else if (option->type == LAN_OPTION_TEXT)
        snprintf(line, sizeof line, french ? "un texte ; sinon %s" : "a text; default %s",
                 *option->standard_text ? option->standard_text : "-");
    if (option->type != LAN_OPTION_CHOICE)
        term_wrap(term, LAN_MARK_MUTED, 4, line);
    for (int i = 0; i < option->count; i++) {
        snprintf(line, sizeof line, "%s: %s%s", option->choices[i].id,
                 term_words(term, &option->choices[i].name),
                 i        ? ""
                 : french ? " (par défaut)"
                          : " (default)");
        term_wrap(term, LAN_MARK_MUTED, 4, line);
    }
}

int cmd_rules(const struct settings *settings)
{
    static union lan_rules_buf buf;
    const struct lan_rules *rules = &buf.base;
    struct term term;
    char line[128], text[LAN_RULE_TEXT_MAX];
    const struct lan_game *game = game_wanted(settings);
    if (!game || clauses_check(settings, game))
        return CLI_USAGE;
    int code = rules_wanted(settings, game, &buf);
    if (code)
        return code;
    if (settings->json)
        return rules_json(settings, rules);
    term_init(&term, settings);
    term_edition(&term, settings, game);
    for (int i = 1; i < settings->word_count; i++)
        clauses_show(&term, rules, settings->words[i]);
    if (settings->word_count > 1)
        return CLI_OK;
    term_print_marked(&term, LAN_MARK_LANTERN, title_line(&term, game, line, sizeof line));
    printf("\n\n");
    if (game->intro.in[settings->lang])
        term_wrap(&term, LAN_MARK_PLAIN, 0, term_rule(&term, rules, &game->intro, text));
    printf("\n");
    clauses_show(&term, rules, "");
    if (!game->option_count)
        return CLI_OK;
    printf("\n");
    term_print_marked(&term, LAN_MARK_LANTERN, "Options");
    printf("\n");
    for (int i = 0; i < game->option_count; i++)
        show_option(&term, &game->options[i]);
    return CLI_OK;
}
