/* One entry or item a line, so that a diff of two records shows what differs. */
#include "record_write.h"

#include "chain.h"
#include "head.h"
#include "item_json.h"
#include "entry_log.h"
#include "memory.h"
#include "record_problem.h"
#include "write.h"

const char *const record_words[RECORD_KINDS] = {"full", "save", "seat"};

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static void key_write(struct lan_text *out, const char *name)
{
    lan_text_add(out, ",\n");
    lan_json_string(out, name);
    lan_text_add_char(out, ':');
}

static void hash_field(struct lan_text *out, const uint8_t *hash, int bytes)
{
    lan_text_add_char(out, '"');
    hash_hex(hash, bytes, out);
    lan_text_add_char(out, '"');
}

/* One line of a log or of what was told: its JSON, and in it the link of the chain that it makes. */
static void line_write(const char *json, size_t length, uint8_t hash[LAN_HASH_BYTES], bool first,
                       struct lan_text *out)
{
    table_chain_step(json, length, hash);
    lan_text_add(out, first ? "\n" : ",\n");
    lan_text_add_bytes(out, json, length - 1);
    lan_text_add(out, ",\"hash\":");
    hash_field(out, hash, RECORD_LINK_BYTES);
    lan_text_add_char(out, '}');
}

static void begin_write(enum record_kind kind, struct lan_text *out)
{
    lan_text_add(out, "{\"lanterne\":");
    lan_text_add_int(out, RECORD_FORMAT);
    key_write(out, "kind");
    lan_json_string(out, record_words[kind]);
    if (kind == RECORD_SAVE) {
        key_write(out, "save");
        lan_json_string(out, RECORD_SAVE_SAYS);
    }
}

static void match_write(const struct table *table, struct lan_text *out)
{
    key_write(out, "match");
    head_write(table, out);
    key_write(out, "match_hash");
    hash_field(out, table->head, RECORD_LINK_BYTES);
}

/* ---- The whole log ------------------------------------------------------------------------------------- */

static void result_write(const struct table *table, struct lan_writer *w)
{
    struct lan_result result;
    w->string(w, "end", end_words[table_end(table)]);
    if (!table_result(table, &result))
        return;
    w->open_array(w, "winners");
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if (result.winners >> seat & 1)
            w->number(w, NULL, seat + 1);
    }
    w->close(w);
    w->open_array(w, "scores");
    for (int seat = 0; seat < table->rules->seats; seat++)
        w->number(w, NULL, result.score[seat]);
    w->close(w);
    if (result.clause)
        w->string(w, "clause", table->game->clauses[result.clause].id);
}

static void chain_write(const struct table *table, int viewer, struct lan_writer *w)
{
    uint8_t hash[LAN_HASH_BYTES];
    char hex[2 * LAN_HASH_BYTES + 1];
    struct lan_text text = lan_text_init(hex, sizeof hex);
    w->open_object(w, NULL);
    if (viewer == LAN_WATCHER)
        w->string(w, "viewer", "watcher");
    else
        w->number(w, "viewer", viewer + 1);
    table_chain_start(table, viewer, hash);
    w->number(w, "told", chain_extend(table, viewer, 0, hash));
    hash_hex(hash, LAN_HASH_BYTES, &text);
    w->string(w, "hash", hex);
    w->close(w);
}

static void outcome_write(const struct table *table, enum record_kind kind, struct lan_text *out)
{
    struct lan_json json;
    struct lan_writer *w = &json.base;
    lan_json_init(&json, out);
    w->open_object(w, NULL);
    result_write(table, w);
    w->open_object(w, "openings");
    for (int i = 0; i < table->openings.count; i++)
        w->string(w, table->openings.at[i].name, table->openings.at[i].value);
    w->close(w);
    if (kind == RECORD_SAVE && table->dice_set) {
        char hex[2 * sizeof table->dice.key + 1];
        struct lan_text text = lan_text_init(hex, sizeof hex);
        hash_hex(table->dice.key, (int)sizeof table->dice.key, &text);
        w->string(w, "dice", hex);
    }
    w->open_array(w, "chains");
    for (int seat = 0; seat < table->rules->seats; seat++)
        chain_write(table, seat, w);
    chain_write(table, LAN_WATCHER, w);
    w->close(w);
    w->close(w);
}

static void log_write(const struct table *table, uint8_t hash[LAN_HASH_BYTES], struct lan_text *out)
{
    key_write(out, "log");
    lan_text_add_char(out, '[');
    for (uint32_t number = 1; number <= table->count; number++) {
        char json[TABLE_ENTRY_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_entry_json(table->game, number, &log_at(table, number)->pub, &text);
        lan_assert(!text.cut);
        line_write(json, text.length, hash, number == 1, out);
    }
    lan_text_add(out, "]");
}

static void whole_write(const struct table *table, enum record_kind kind, struct lan_text *out)
{
    uint8_t hash[LAN_HASH_BYTES];
    begin_write(kind, out);
    match_write(table, out);
    table_match_hash(table, hash);
    log_write(table, hash, out);
    key_write(out, "outcome");
    size_t from = out->length;
    outcome_write(table, kind, out);
    table_chain_step(out->at + from, out->length - from, hash);
    key_write(out, "hash");
    hash_field(out, hash, LAN_HASH_BYTES);
    lan_text_add(out, "}\n");
}

static void set_up_write(const void *table, struct lan_text *out)
{
    lan_text_add(out, "{\"lanterne\":");
    lan_text_add_int(out, RECORD_FORMAT);
    match_write(table, out);
    lan_text_add(out, "}\n");
}

static void full_write(const void *table, struct lan_text *out)
{
    whole_write(table, RECORD_FULL, out);
}

static void save_write(const void *table, struct lan_text *out)
{
    whole_write(table, RECORD_SAVE, out);
}

/* ---- What one viewer was told -------------------------------------------------------------------------- */

/* Where the items of a seat record come from: a table, or a record that was read. */
struct told_source {
    const struct table *table;
    const struct record *record;
    bool (*next)(struct told_source *source, struct table_told *told);
    struct table_reader reader;
    uint32_t at;
};

static void seat_write(const void *what, struct lan_text *out)
{
    struct told_source source = *(const struct told_source *)what;
    const struct table *table = source.table;
    struct table_told told;
    uint8_t hash[LAN_HASH_BYTES];
    bool first = true;
    begin_write(RECORD_SEAT, out);
    key_write(out, "viewer");
    viewer_json(source.reader.viewer, out);
    match_write(table, out);
    table_chain_start(table, source.reader.viewer, hash);
    key_write(out, "told");
    lan_text_add_char(out, '[');
    for (; source.next(&source, &told); first = false) {
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_told_json(table->game, &told, &text);
        lan_assert(!text.cut);
        line_write(json, text.length, hash, first, out);
    }
    lan_text_add(out, "]");
    key_write(out, "hash");
    hash_field(out, hash, LAN_HASH_BYTES);
    lan_text_add(out, "}\n");
}

static bool next_of_table(struct told_source *source, struct table_told *told)
{
    return table_read(&source->reader, told);
}

static bool next_of_record(struct told_source *source, struct table_told *told)
{
    if (source->at == source->record->told_count)
        return false;
    *told = source->record->told[source->at++];
    return true;
}

/* ---- In memory ----------------------------------------------------------------------------------------- */

/* Guesses the length generously: a text that does not fit is written, and hashed, once more. */
static char *text_make(void (*write)(const void *what, struct lan_text *out), const void *what, size_t lines,
                       size_t *length, struct record_problem *problem)
{
    size_t ignored, guess = 8192 + 192 * lines;
    char *text = memory_text_write(write, what, guess, RECORD_BYTES_MAX, length ? length : &ignored);
    if (!text)
        record_problem_set(problem, 0, "The record is too large, or there is no memory for it.",
                           "La partie est trop longue à enregistrer, ou il n'y a plus de mémoire.");
    return text;
}

char *record_write_full(const struct table *table, size_t *length, struct record_problem *problem)
{
    if (table_end(table) == TABLE_RUNNING) {
        record_problem_set(problem, 0,
                           "The full record opens when the game is over, or when all agree to end it. Until "
                           "then there is the record of a seat.",
                           "L'enregistrement complet s'ouvre quand la partie est finie, ou quand tous "
                           "s'accordent à l'arrêter. D'ici là, il y a celui d'une place.");
        return NULL;
    }
    return text_make(full_write, table, table->count, length, problem);
}

char *record_write_save(const struct table *table, size_t *length, struct record_problem *problem)
{
    return text_make(save_write, table, table->count, length, problem);
}

char *record_write_seat(const struct table *table, int viewer, size_t *length, struct record_problem *problem)
{
    struct told_source source = {.table = table, .next = next_of_table};
    table_reader_init(table, viewer, 0, &source.reader);
    return text_make(seat_write, &source, table->told[viewer], length, problem);
}

char *record_write_head(const struct table *table, size_t *length, struct record_problem *problem)
{
    return text_make(set_up_write, table, 0, length, problem);
}

char *record_rewrite(const struct record *record, size_t *length, struct record_problem *problem)
{
    if (record->kind == RECORD_FULL)
        return text_make(full_write, record->table, record->table->count, length, problem);
    if (record->kind == RECORD_SAVE)
        return text_make(save_write, record->table, record->table->count, length, problem);
    struct told_source source = {.table = record->table, .record = record, .next = next_of_record};
    source.reader.viewer = record->viewer;
    return text_make(seat_write, &source, record->told_count, length, problem);
}
