#include "item_json.h"

#include <string.h>

#include "write.h"

const char *const entry_words[TABLE_ENTRY_KINDS] = {
    [TABLE_ENTRY_ACT] = "act",           [TABLE_ENTRY_TIMED] = "timed",   [TABLE_ENTRY_UNDO] = "undo",
    [TABLE_ENTRY_BOT] = "bot",           [TABLE_ENTRY_SIT] = "sit",       [TABLE_ENTRY_AGREE] = "agree",
    [TABLE_ENTRY_DISAGREE] = "disagree", [TABLE_ENTRY_RESIGN] = "resign", [TABLE_ENTRY_PAUSE] = "pause",
    [TABLE_ENTRY_RESUME] = "resume",
};

/* NULL for the kinds that have a field of their own instead: "do", "event", "undone". */
static const char *const told_words[TABLE_TOLDS] = {
    [TABLE_TOLD_STOOD_IN] = "bot",       [TABLE_TOLD_SAT] = "sit",         [TABLE_TOLD_AGREED] = "agree",
    [TABLE_TOLD_DISAGREED] = "disagree", [TABLE_TOLD_RESIGNED] = "resign", [TABLE_TOLD_PAUSED] = "pause",
    [TABLE_TOLD_RESUMED] = "resume",     [TABLE_TOLD_ENDED] = "end",
};

bool told_kind_find(const char *word, enum table_told_kind *kind)
{
    for (int at = 0; at < TABLE_TOLDS; at++) {
        if (told_words[at] && strcmp(told_words[at], word) == 0) {
            *kind = (enum table_told_kind)at;
            return true;
        }
    }
    return false;
}

void viewer_json(int viewer, struct lan_text *out)
{
    if (viewer == LAN_WATCHER)
        lan_json_string(out, "watcher");
    else
        lan_text_add_int(out, viewer + 1);
}

static void action_json(const struct lan_game *game, lan_action action, bool timed, struct lan_json *json)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(game, action, &text);
    json->base.string(&json->base, "do", notation);
    if (timed)
        json->base.flag(&json->base, "timed", true);
}

static void notice_json(const char *word, int seat, const char *words, struct lan_json *json)
{
    json->base.string(&json->base, "table", word);
    if (seat != LAN_SEAT_NONE)
        json->base.number(&json->base, "seat", seat + 1);
    if (*words)
        json->base.string(&json->base, "text", words);
}

void table_told_json(const struct lan_game *game, const struct table_told *told, struct lan_text *out)
{
    struct lan_json json;
    lan_json_init(&json, out);
    json.base.open_object(&json.base, NULL);
    json.base.number(&json.base, "n", told->number);
    json.base.number(&json.base, "time", told->time);
    if (told->kind == TABLE_TOLD_ACTION) {
        action_json(game, told->action, told->timed, &json);
    } else if (told->kind == TABLE_TOLD_EVENT) {
        lan_text_add(out, ",\"event\":");
        lan_event_json(game, &told->event, out);
    } else if (told->kind == TABLE_TOLD_UNDONE) {
        json.base.open_array(&json.base, "undone");
        json.base.number(&json.base, NULL, told->from);
        json.base.number(&json.base, NULL, told->to);
        json.base.close(&json.base);
    } else {
        notice_json(told_words[told->kind], told->seat, told->text, &json);
    }
    json.base.close(&json.base);
}

void table_entry_json(const struct lan_game *game, uint32_t number, const struct table_entry *entry,
                      struct lan_text *out)
{
    struct lan_json json;
    lan_json_init(&json, out);
    json.base.open_object(&json.base, NULL);
    json.base.number(&json.base, "n", number);
    json.base.number(&json.base, "time", entry->time);
    if (entry->kind != TABLE_ENTRY_ACT && entry->kind != TABLE_ENTRY_TIMED) {
        notice_json(entry_words[entry->kind], entry->seat, entry->text, &json);
    } else {
        if (entry->seat == LAN_CHANCE)
            json.base.string(&json.base, "seat", "chance");
        else
            json.base.number(&json.base, "seat", entry->seat + 1);
        action_json(game, entry->action, entry->kind == TABLE_ENTRY_TIMED, &json);
    }
    json.base.close(&json.base);
}
