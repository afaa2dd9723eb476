/* told.c - what each viewer was told: numbering, reading on, the hash chain. */
#include "inside.h"

#include <string.h>

#include "write.h"

/* Fills `told` with the one item of an entry that is not an action. False when the viewer is told nothing. */
static bool notice_tell(const struct table *table, int viewer, const struct log_entry *log,
                        struct table_told *told)
{
    static const enum table_told_kind kinds[TABLE_ENTRY_KINDS] = {
        [TABLE_ENTRY_UNDO] = TABLE_TOLD_UNDONE,
        [TABLE_ENTRY_BOT] = TABLE_TOLD_STOOD_IN,
        [TABLE_ENTRY_SIT] = TABLE_TOLD_SAT,
        [TABLE_ENTRY_AGREE] = TABLE_TOLD_AGREED,
        [TABLE_ENTRY_DISAGREE] = TABLE_TOLD_DISAGREED,
        [TABLE_ENTRY_RESIGN] = TABLE_TOLD_RESIGNED,
        [TABLE_ENTRY_PAUSE] = TABLE_TOLD_PAUSED,
        [TABLE_ENTRY_RESUME] = TABLE_TOLD_RESUMED,
    };
    told->kind = kinds[log->pub.kind];
    if (log->undone)
        return told_of_entry(table, viewer, log->undone) > 0;
    told->seat = log->pub.seat;
    told->text = log->pub.text;
    return true;
}

/* One part of an entry: own action, each event, notice, end. False when the viewer is not told of it. */
static bool part_tell(const struct table *table, int viewer, const struct log_entry *log, uint32_t part,
                      struct table_told *told)
{
    bool action = log->pub.kind == TABLE_ENTRY_ACT || log->pub.kind == TABLE_ENTRY_TIMED;
    *told = (struct table_told){.time = log->pub.time, .seat = LAN_SEAT_NONE, .text = ""};
    if (part == 0) {
        told->kind = TABLE_TOLD_ACTION;
        told->action = log->pub.action;
        told->timed = log->pub.kind == TABLE_ENTRY_TIMED;
        return action && log->pub.seat == viewer;
    }
    if (part <= log->event_count) {
        told->kind = TABLE_TOLD_EVENT;
        return lan_event_tell(table->game, &table->event[log->event_first + part - 1], viewer, &told->event);
    }
    if (part == log->event_count + 1u)
        return !action && notice_tell(table, viewer, log, told);
    told->kind = TABLE_TOLD_ENDED;
    return log->ended;
}

static uint32_t part_count(const struct log_entry *log)
{
    return log->event_count + 3u;
}

uint32_t told_of_entry(const struct table *table, int viewer, uint32_t number)
{
    const struct log_entry *log = log_at(table, number);
    struct table_told told;
    uint32_t count = 0;
    for (uint32_t part = 0; part < part_count(log); part++)
        count += part_tell(table, viewer, log, part, &told);
    return count;
}

/* What a viewer was told before entry `number`, counted on from the nearest mark. */
static uint32_t told_before(const struct table *table, int viewer, uint32_t number)
{
    uint32_t mark = (number - 1) / TABLE_MARK_EVERY;
    uint32_t count = table->mark[mark][viewer];
    for (uint32_t at = mark * TABLE_MARK_EVERY + 1; at < number; at++)
        count += told_of_entry(table, viewer, at);
    return count;
}

uint32_t table_told_count(const struct table *table, int viewer)
{
    lan_assert(viewer >= 0 && viewer < TABLE_VIEWERS);
    return table->told[viewer];
}

void table_reader_init(const struct table *table, int viewer, uint32_t after, struct table_reader *reader)
{
    struct table_told told;
    lan_assert(viewer >= 0 && (viewer < table->rules->seats || viewer == LAN_WATCHER));
    if (after > table->told[viewer])
        after = table->told[viewer];
    size_t mark = table->mark_count;
    while (mark > 1 && table->mark[mark - 1][viewer] > after)
        mark--;
    uint32_t entry = mark ? (uint32_t)(mark - 1) * TABLE_MARK_EVERY + 1 : 1;
    *reader =
        (struct table_reader){table, entry, 0, mark ? table->mark[mark - 1][viewer] : 0, (uint8_t)viewer};
    while (reader->number < after)
        table_read(reader, &told);
}

bool table_read(struct table_reader *reader, struct table_told *told)
{
    const struct table *table = reader->table;
    while (reader->entry <= table->count) {
        const struct log_entry *log = log_at(table, reader->entry);
        bool found = part_tell(table, reader->viewer, log, reader->part, told);
        if (found && told->kind == TABLE_TOLD_UNDONE) {
            told->from = told_before(table, reader->viewer, log->undone) + 1;
            told->to = told->from + told_of_entry(table, reader->viewer, log->undone) - 1;
        }
        if (++reader->part == part_count(log)) {
            reader->part = 0;
            reader->entry++;
        }
        if (found) {
            told->number = ++reader->number;
            return true;
        }
    }
    return false;
}

uint32_t table_told_entry(const struct table *table, int viewer, uint32_t number)
{
    struct table_reader reader;
    struct table_told told;
    lan_assert(number > 0 && number <= table_told_count(table, viewer));
    table_reader_init(table, viewer, number - 1, &reader);
    lan_assert(table_read(&reader, &told));
    /* The reader stands in the entry, or at the beginning of the next. */
    return reader.part ? reader.entry : reader.entry - 1;
}

/* ---- As JSON, and chained ------------------------------------------------------------------------------ */

static const char *const told_words[TABLE_TOLDS] = {
    [TABLE_TOLD_STOOD_IN] = "bot",       [TABLE_TOLD_SAT] = "sit",         [TABLE_TOLD_AGREED] = "agree",
    [TABLE_TOLD_DISAGREED] = "disagree", [TABLE_TOLD_RESIGNED] = "resign", [TABLE_TOLD_PAUSED] = "pause",
    [TABLE_TOLD_RESUMED] = "resume",     [TABLE_TOLD_ENDED] = "end",
};

bool table_told_find(const char *word, enum table_told_kind *kind)
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

void table_chain_step(const char *json, size_t length, uint8_t hash[LAN_HASH_BYTES])
{
    struct lan_hash next;
    lan_hash_init(&next);
    lan_hash_add(&next, hash, LAN_HASH_BYTES);
    lan_hash_add(&next, json, length);
    lan_hash_end(&next, hash);
}

void table_match_hash(const struct table *table, uint8_t hash[LAN_HASH_BYTES])
{
    memcpy(hash, table->head, LAN_HASH_BYTES);
}

void table_chain_start(const struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES])
{
    char json[16];
    struct lan_text text = lan_text_init(json, sizeof json);
    viewer_json(viewer, &text);
    table_match_hash(table, hash);
    table_chain_step(json, text.length, hash);
}

void table_chain(struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES])
{
    struct table_reader reader;
    struct table_told told;
    struct chain_now *chain = &table->chain[viewer == LAN_WATCHER ? table->rules->seats : viewer];
    if (!chain->number)
        table_chain_start(table, viewer, chain->hash);
    table_reader_init(table, viewer, chain->number, &reader);
    while (table_read(&reader, &told)) {
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_told_json(table->game, &told, &text);
        lan_assert(!text.cut);
        table_chain_step(json, text.length, chain->hash);
        chain->number = told.number;
    }
    memcpy(hash, chain->hash, LAN_HASH_BYTES);
}
