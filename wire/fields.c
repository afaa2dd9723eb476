#include "fields.h"

#include <string.h>

#include "diff.h"
#include "draw.h"
#include "write.h"

enum {
    VIEW_JSON_MAX = 64 << 10,
    VIEW_JSON_USUAL = 4 << 10,
    PROMPT_WIDTH = 4096,
    SEAT_BITS = (1 << LAN_SEATS_MAX) - 1
};

void wire_told_write(struct buf *out, const struct lan_game *game, const struct table_told *told)
{
    js_key(out, NULL);
    struct lan_text text = buf_text(out, TABLE_TOLD_JSON_MAX);
    table_told_json(game, told, &text);
    buf_text_end(out, &text);
}

void wire_event_write(struct buf *out, const struct lan_game *game, const struct lan_event *event)
{
    js_key(out, NULL);
    struct lan_text text = buf_text(out, TABLE_TOLD_JSON_MAX);
    lan_event_json(game, event, &text);
    buf_text_end(out, &text);
}

/* ---- Views --------------------------------------------------------------------------------------------- */

/*
 * Most views are short. Only for one that does not fit is memory for the longest asked for, which an
 * allocator takes from the system and gives back, for every update anew.
 */
static void view_add(struct buf *out, const struct lan_rules *rules, const struct lan_view *view,
                     bool unaided)
{
    struct lan_text text;
    for (size_t size = VIEW_JSON_USUAL;; size = VIEW_JSON_MAX) {
        text = buf_text(out, size);
        if (unaided)
            lan_view_json_unaided(rules, view, &text);
        else
            lan_view_json(rules, view, &text);
        if (!text.cut || size == VIEW_JSON_MAX)
            break;
    }
    buf_text_end(out, &text);
}

void wire_view_write(struct buf *out, const char *key, const struct lan_rules *rules,
                     const struct lan_view *view, bool unaided)
{
    js_key(out, key);
    view_add(out, rules, view, unaided);
}

/*
 * Both views are written as JSON behind the end of `out`, the difference behind them, and that is moved down
 * to the end. So a buffer that serves for many updates grows once, and there is no other one to keep.
 */
void wire_view_diff_write(struct buf *out, const struct lan_rules *rules, const struct lan_view *before,
                          const struct lan_view *now, bool unaided, bool parts)
{
    struct buf within = {0};
    js_key(out, "view");
    size_t end = out->length;
    view_add(out, rules, before, unaided);
    buf_add(out, "", 1);
    size_t now_at = out->length;
    view_add(out, rules, now, unaided);
    buf_add(out, "", 1);
    size_t diff_at = out->length;
    /*
     * The difference has at most the fields of both; a field that is gone gets at most twice as long by its
     * null.
     */
    const char *at = buf_reserve(out, 2 * (diff_at - end)) - diff_at;
    buf_add(out, "{", 1);
    diff_write(out, parts ? &within : NULL, at + end, at + now_at);
    js_end_object(out);
    lan_assert(out->at == at);
    memmove(out->at + end, out->at + diff_at, out->length - diff_at);
    out->length = end + (out->length - diff_at);
    if (within.length) {
        js_array(out, "parts");
        buf_add(out, within.at, within.length);
        js_end_array(out);
    }
    buf_free(&within);
}

/* ---- Whose turn it is ---------------------------------------------------------------------------------- */

void wire_turn_write(struct buf *out, unsigned must, int active, bool window)
{
    js_object(out, "turn");
    js_seats(out, "must", must & SEAT_BITS);
    if (active < LAN_SEATS_MAX)
        js_int(out, "active", active + 1);
    else
        js_null(out, "active");
    js_bool(out, "window", window);
    js_end_object(out);
}

void wire_actions_write(struct buf *out, const struct lan_game *game, const struct lan_list *list)
{
    js_int(out, "musts", list->musts);
    js_array(out, "actions");
    for (int i = 0; i < list->count; i++) {
        char notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action_write(game, list->action[i], &text);
        js_string(out, NULL, notation);
    }
    js_end_array(out);
}

/* Removes the marks that draw.h puts into texts for terminals. */
static void marks_strip(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == LAN_MARK_BYTE && from[1])
            from++;
        else
            *to++ = *from;
    }
    *to = 0;
}

bool wire_warning_write(struct buf *out, const char *key, const struct table *table,
                        const struct lan_view *view, lan_action action)
{
    const struct lan_rules *rules = table_rules(table);
    const char *names[LAN_SEATS_MAX];
    char say[LAN_LANGS][LAN_SAY_MAX];
    if (!rules->game->warn)
        return false;
    table_names(table, names);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_reader reader = {
            .lang = (enum lan_lang)lang, .style = LAN_STYLE_PLAIN, .width = PROMPT_WIDTH, .names = names};
        struct lan_text text = lan_text_init(say[lang], sizeof say[lang]);
        rules->game->warn(rules, view, action, &reader, &text);
        if (!text.length)
            return false;
    }
    struct lan_words words = {{say[LAN_EN], say[LAN_FR]}};
    js_words(out, key, &words);
    return true;
}

void wire_warns_write(struct buf *out, const struct table *table, const struct lan_view *view,
                      const struct lan_list *list)
{
    size_t before = out->length;
    bool any = false;
    if (!table_game(table)->warn)
        return;
    js_object(out, "warns");
    for (int i = 0; i < list->count; i++) {
        char notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action_write(table_game(table), list->action[i], &text);
        any |= wire_warning_write(out, notation, table, view, list->action[i]);
    }
    js_end_object(out);
    if (!any)
        out->length = before;
}

void wire_prompt_write(struct buf *out, const struct table *table, const struct lan_view *view)
{
    const struct lan_rules *rules = table_rules(table);
    const char *names[LAN_SEATS_MAX];
    char say[LAN_LANGS][2 * LAN_SAY_MAX];
    if (!rules->game->prompt)
        return;
    table_names(table, names);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_reader reader = {
            .lang = (enum lan_lang)lang, .style = LAN_STYLE_PLAIN, .width = PROMPT_WIDTH, .names = names};
        struct lan_text text = lan_text_init(say[lang], sizeof say[lang]);
        rules->game->prompt(rules, view, &reader, &text);
        marks_strip(say[lang]);
    }
    struct lan_words words = {{say[LAN_EN], say[LAN_FR]}};
    js_words(out, "prompt", &words);
}
