/*
 * say.c - sentences for people, from templates.
 *
 * A template names arguments in braces: "{seat} places {hunter}".
 *   {n?point:points}   the first form for one (French: also for none), the second for more
 *   {seat!You take|* takes}
 *                      the first form where the reader is that seat, else the second; * is the name
 *   {to!you|*|yourself}
 *                      the third form where the reader is that seat and also an earlier seat of the row
 *   [... {card} ...]   left out when an argument inside is hidden from the reader
 * A seat argument becomes the name of its player, a word its translated name, a number itself.
 *
 * The texts of the rules are templates of their own kind, filled from the options: lan.h, lan_rule_say.
 */
#include "lan.h"

#include <string.h>

#include "name.h"

struct teller {
    const struct lan_game *game;
    enum lan_lang lang;
    const char *const *names;
    int reader;
    const struct lan_arg *arg;
    int args;
    int16_t value[LAN_ARGS_MAX];
};

static int arg_find(const struct teller *teller, const char *name, size_t length)
{
    for (int i = 0; i < teller->args; i++) {
        if (lan_text_same(name, length, teller->arg[i].name))
            return i;
    }
    lan_bug("a template names only arguments of its row");
}

static void value_say(const struct teller *teller, int arg, struct lan_text *out)
{
    int type = teller->arg[arg].type, value = teller->value[arg];
    const struct lan_type *row = &teller->game->types[type];
    if (value == LAN_HIDDEN)
        lan_text_add(out, "?");
    else if (type == LAN_TYPE_SEAT && value >= 0 && value < LAN_SEATS_MAX)
        lan_name_add(out, teller->lang, teller->names[value]);
    else if (row->words)
        lan_text_add(out, row->words[value].name.in[teller->lang]);
    else
        lan_text_add_int(out, value + row->first);
}

/* Whether all arguments of a bracketed part are known, so that it is written. */
static bool part_known(const struct teller *teller, const char *from, const char *to)
{
    while (from < to) {
        const char *open = memchr(from, '{', (size_t)(to - from));
        if (!open)
            break;
        size_t length = strcspn(open + 1, "?!}");
        if (teller->value[arg_find(teller, open + 1, length)] == LAN_HIDDEN)
            return false;
        from = open + 1 + length;
    }
    return true;
}

/* Whether an earlier argument names the same seat. */
static bool named_before(const struct teller *teller, int arg)
{
    for (int i = 0; i < arg; i++) {
        if (teller->arg[i].type == LAN_TYPE_SEAT && teller->value[i] == teller->value[arg])
            return true;
    }
    return false;
}

/* Writes the form of "own|other" or "own|other|self" that is for the reader; all end before `end`. */
static void seat_say(const struct teller *teller, int arg, const char *own, const char *end,
                     struct lan_text *out)
{
    const char *other = (const char *)memchr(own, '|', (size_t)(end - own)) + 1;
    const char *bar = memchr(other, '|', (size_t)(end - other));
    if (teller->value[arg] == teller->reader) {
        if (bar && named_before(teller, arg))
            lan_text_add_bytes(out, bar + 1, (size_t)(end - bar - 1));
        else
            lan_text_add_bytes(out, own, (size_t)(other - 1 - own));
        return;
    }
    for (const char *at = other; at < (bar ? bar : end); at++) {
        if (*at == '*')
            value_say(teller, arg, out);
        else
            lan_text_add_char(out, *at);
    }
}

/* Writes one braced item. `at` points behind its opening brace, the result behind its closing one. */
static const char *item_say(const struct teller *teller, const char *at, struct lan_text *out)
{
    size_t length = strcspn(at, "?!}");
    int arg = arg_find(teller, at, length);
    const char *end = strchr(at, '}');
    if (at[length] == '}') {
        value_say(teller, arg, out);
        return end + 1;
    }
    if (at[length] == '!') {
        seat_say(teller, arg, at + length + 1, end, out);
        return end + 1;
    }
    const char *one = at + length + 1, *many = strchr(one, ':') + 1;
    int value = teller->value[arg] + teller->game->types[teller->arg[arg].type].first;
    bool single = value == 1 || value == -1 || (value == 0 && teller->lang == LAN_FR);
    if (single)
        lan_text_add_bytes(out, one, (size_t)(many - 1 - one));
    else
        lan_text_add_bytes(out, many, (size_t)(end - many));
    return end + 1;
}

static void template_say(const struct teller *teller, const char *at, struct lan_text *out)
{
    while (*at) {
        if (*at == '{') {
            at = item_say(teller, at + 1, out);
        } else if (*at == '[') {
            const char *end = strchr(at, ']');
            at = part_known(teller, at, end) ? at : end;
            at++;
        } else if (*at == ']') {
            at++;
        } else {
            lan_text_add_char(out, *at++);
        }
    }
}

void lan_event_say(const struct lan_game *game, const struct lan_event *event, enum lan_lang lang,
                   const char *const *names, int reader, struct lan_text *out)
{
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    struct teller teller = {game, lang, names, reader, row->arg, row->args, {0}};
    memcpy(teller.value, event->arg, sizeof teller.value);
    template_say(&teller, row->say.in[lang], out);
}

void lan_action_say(const struct lan_game *game, lan_action action, enum lan_lang lang,
                    const char *const *names, int reader, struct lan_text *out)
{
    const struct lan_action_kind *row = &game->action_kinds[lan_action_kind(action)];
    struct teller teller = {game, lang, names, reader, row->arg, row->args, {0}};
    for (int i = 0; i < row->args; i++)
        teller.value[i] = (int16_t)lan_action_arg(action, i);
    template_say(&teller, row->say.in[lang], out);
}

/* ---- Texts of the rules -------------------------------------------------------------------------------- */

/* Whether the braced item at `at`, "option=id?A|B", names the choice in force. */
static bool choice_holds(const struct lan_rules *rules, const char *at)
{
    size_t name = strcspn(at, "="), id = strcspn(at + name + 1, "?");
    int option = lan_option_find(rules->game, at, name);
    if (option < 0)
        return false;
    const struct lan_option *row = &rules->game->options[option];
    return lan_text_same(at + name + 1, id, row->choices[rules->config.value[option]].id);
}

/* Writes one braced item. `at` points behind its opening brace, the result behind its closing one. */
static const char *rule_item_say(const struct lan_rules *rules, const char *at, struct lan_text *out)
{
    const char *end = strchr(at, '}');
    size_t name = strcspn(at, "=}");
    if (at[name] == '}') {
        int option = lan_option_find(rules->game, at, name);
        lan_assert(option >= 0);
        lan_text_add_int(out, rules->config.value[option]);
        return end + 1;
    }
    const char *yes = strchr(at, '?') + 1, *no = strchr(yes, '|') + 1;
    if (choice_holds(rules, at))
        lan_text_add_bytes(out, yes, (size_t)(no - 1 - yes));
    else
        lan_text_add_bytes(out, no, (size_t)(end - no));
    return end + 1;
}

void lan_rule_say(const struct lan_rules *rules, const struct lan_words *text, enum lan_lang lang,
                  struct lan_text *out)
{
    for (const char *at = text->in[lang]; *at;) {
        if (*at == '{')
            at = rule_item_say(rules, at + 1, out);
        else
            lan_text_add_char(out, *at++);
    }
}

void lan_advice_reason(struct lan_advice *advice, const char *en, const char *fr)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(advice->reason[lang], LAN_SAY_MAX);
        lan_text_add(&text, lang == LAN_FR ? fr : en);
    }
}
