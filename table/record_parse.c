#include "record_parse.h"

#include <string.h>

#include "item_json.h"
#include "plain.h"
#include "record_build.h"
#include "record_problem.h"

bool json_range(const json_t *object, const char *name, int64_t min, int64_t max, int64_t *out)
{
    json_t *value = json_object_get(object, name);
    if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max)
        return false;
    *out = json_integer_value(value);
    return true;
}

bool json_word(const json_t *object, const char *name, const char *const *words, int count, int *out)
{
    const char *word = json_string_value(json_object_get(object, name));
    for (int i = 0; word && i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool json_bytes(const json_t *value, uint8_t *bytes, size_t count)
{
    const char *hex = json_string_value(value);
    return hex && lan_text_parse_hex(hex, bytes, count);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* Reads what every line has: its number, which must be `number`, and its time. */
static bool line_begin(json_t *line, uint32_t number, int64_t *time, struct record_problem *problem)
{
    int64_t n;
    if (!json_is_object(line))
        return record_refuse(problem, number, "it is no object.", "ce n'est pas un objet.");
    if (!json_range(line, "n", 1, UINT32_MAX, &n))
        return record_refuse_field(problem, number, "n");
    if (n != number)
        return record_refuse(problem, number, "it has another number: one is missing, or out of order.",
                             "elle porte un autre numéro : il en manque une, ou l'ordre est faux.");
    if (!json_range(line, "time", 0, TABLE_TIME_MAX, time))
        return record_refuse_field(problem, number, "time");
    return true;
}

static bool action_parse(const struct lan_game *game, json_t *line, uint32_t number, lan_action *action,
                         bool *timed, struct record_problem *problem)
{
    const char *notation = json_string_value(json_object_get(line, "do"));
    json_t *clock = json_object_get(line, "timed");
    if (!notation || (clock && !json_is_true(clock)))
        return record_refuse_field(problem, number, notation ? "timed" : "do");
    *timed = clock;
    return record_action_parse(game, notation, number, action, problem);
}

/* The seat of a line: LAN_SEAT_NONE without one, LAN_CHANCE by its name. */
static bool seat_parse(json_t *line, int seats, uint8_t *seat)
{
    json_t *value = json_object_get(line, "seat");
    int64_t number;
    if (!value) {
        *seat = LAN_SEAT_NONE;
        return true;
    }
    if (json_is_string(value) && strcmp(json_string_value(value), "chance") == 0) {
        *seat = LAN_CHANCE;
        return true;
    }
    if (!json_range(line, "seat", 1, seats, &number))
        return false;
    *seat = (uint8_t)(number - 1);
    return true;
}

static bool text_parse(json_t *line, const char **text)
{
    json_t *value = json_object_get(line, "text");
    *text = value ? json_string_value(value) : "";
    return *text && text_is_plain(*text, TABLE_NAME_MAX, false);
}

bool record_parse_entry(const struct lan_game *game, json_t *line, uint32_t number, struct table_entry *entry,
                        struct record_problem *problem)
{
    *entry = (struct table_entry){.seat = LAN_SEAT_NONE, .text = ""};
    if (!line_begin(line, number, &entry->time, problem))
        return false;
    if (!seat_parse(line, LAN_SEATS_MAX, &entry->seat))
        return record_refuse_field(problem, number, "seat");
    if (!text_parse(line, &entry->text))
        return record_refuse_field(problem, number, "text");
    if (json_object_get(line, "do")) {
        bool timed = false;
        if (!action_parse(game, line, number, &entry->action, &timed, problem))
            return false;
        entry->kind = timed ? TABLE_ENTRY_TIMED : TABLE_ENTRY_ACT;
        return true;
    }
    int kind;
    if (!json_word(line, "table", entry_words, TABLE_ENTRY_KINDS, &kind) || kind < TABLE_ENTRY_UNDO)
        return record_refuse_field(problem, number, "do/table");
    entry->kind = (enum table_entry_kind)kind;
    return true;
}

/* ---- What was told ------------------------------------------------------------------------------------- */

static bool value_parse(const struct lan_game *game, int type, const json_t *value, int16_t *out)
{
    const struct lan_type *row = &game->types[type];
    int found = LAN_HIDDEN;
    if (json_is_integer(value) && !row->words) {
        json_int_t number = json_integer_value(value);
        if (number <= INT16_MIN + 1 || number > INT16_MAX || number - row->first <= INT16_MIN)
            return false;
        found = (int)number - row->first;
        if (found > INT16_MAX)
            return false;
    } else if (json_is_string(value) && row->words) {
        const char *id = json_string_value(value);
        if (!lan_value_parse(game, type, id, strlen(id), &found))
            return false;
    } else if (!json_is_null(value)) {
        return false;
    }
    *out = (int16_t)found;
    return true;
}

static bool event_parse(const struct lan_game *game, const json_t *event, struct lan_event *out)
{
    const char *name = json_string_value(json_object_get(event, "event"));
    const char *clause = json_string_value(json_object_get(event, "clause"));
    int kind = 0;
    if (!name || !clause)
        return false;
    while (kind < game->event_kind_count && strcmp(game->event_kinds[kind].name, name) != 0)
        kind++;
    out->clause = (uint16_t)lan_clause_find(game, clause);
    if (kind == game->event_kind_count || !out->clause)
        return false;
    const struct lan_event_kind *row = &game->event_kinds[kind];
    out->kind = (uint16_t)kind;
    for (int i = 0; i < row->args; i++) {
        const json_t *value = json_object_get(event, row->arg[i].name);
        if (!value || !value_parse(game, row->arg[i].type, value, &out->arg[i]))
            return false;
    }
    return true;
}

static bool undone_parse(const json_t *range, uint32_t number, struct table_told *told)
{
    json_int_t from = json_integer_value(json_array_get(range, 0));
    json_int_t to = json_integer_value(json_array_get(range, 1));
    if (from < 1 || from > to || to >= number)
        return false;
    told->from = (uint32_t)from;
    told->to = (uint32_t)to;
    return true;
}

static bool notice_parse(const struct table *table, json_t *line, struct table_told *told)
{
    const char *word = json_string_value(json_object_get(line, "table"));
    if (!word || !told_kind_find(word, &told->kind) || !text_parse(line, &told->text) ||
        !seat_parse(line, table->rules->seats, &told->seat))
        return false;
    bool seatless =
        told->kind == TABLE_TOLD_PAUSED || told->kind == TABLE_TOLD_RESUMED || told->kind == TABLE_TOLD_ENDED;
    bool named = told->kind == TABLE_TOLD_STOOD_IN || told->kind == TABLE_TOLD_SAT;
    return (seatless ? told->seat == LAN_SEAT_NONE : told->seat < table->rules->seats) &&
           named == (*told->text != 0);
}

bool record_parse_told(const struct table *table, json_t *line, uint32_t number, struct table_told *told,
                       struct record_problem *problem)
{
    json_t *event, *undone;
    *told = (struct table_told){.number = number, .seat = LAN_SEAT_NONE, .text = ""};
    if (!line_begin(line, number, &told->time, problem))
        return false;
    if ((event = json_object_get(line, "event"))) {
        told->kind = TABLE_TOLD_EVENT;
        return event_parse(table->game, event, &told->event) || record_refuse_field(problem, number, "event");
    }
    if ((undone = json_object_get(line, "undone"))) {
        told->kind = TABLE_TOLD_UNDONE;
        return undone_parse(undone, number, told) || record_refuse_field(problem, number, "undone");
    }
    if (json_object_get(line, "do")) {
        told->kind = TABLE_TOLD_ACTION;
        return action_parse(table->game, line, number, &told->action, &told->timed, problem);
    }
    return notice_parse(table, line, told) || record_refuse_field(problem, number, "table");
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static bool differs(struct record_problem *problem, struct lan_text path, uint32_t entry)
{
    char en[LAN_SAY_MAX], fr[LAN_SAY_MAX];
    struct lan_text says[LAN_LANGS] = {lan_text_init(en, sizeof en), lan_text_init(fr, sizeof fr)};
    for (int lang = 0; lang < LAN_LANGS; lang++)
        lan_text_add_bytes(&says[lang], path.at, path.length);
    lan_text_add(&says[LAN_EN], ": this does not follow from the rest, or does not belong here.");
    lan_text_add(&says[LAN_FR], " : cela ne découle pas du reste, ou n'a rien à faire ici.");
    return record_refuse(problem, entry, en, fr);
}

/* The place of a member; a name that is not plain text is shown as a question mark. */
static struct lan_text path_member(struct lan_text path, const char *name)
{
    if (path.length)
        lan_text_add_char(&path, '.');
    lan_text_add(&path, text_is_plain(name, TABLE_FIELD_NAME_MAX, false) ? name : "?");
    return path;
}

static bool values_same(json_t *read, json_t *written, struct lan_text path, uint32_t entry,
                        struct record_problem *problem);

static bool objects_same(json_t *read, json_t *written, struct lan_text path, uint32_t entry,
                         struct record_problem *problem)
{
    const char *name;
    json_t *value;
    json_object_foreach(written, name, value)
    {
        json_t *found = json_object_get(read, name);
        if (!found)
            return differs(problem, path_member(path, name), entry);
        if (!values_same(found, value, path_member(path, name), entry, problem))
            return false;
    }
    json_object_foreach(read, name, value)
    {
        if (!json_object_get(written, name))
            return differs(problem, path_member(path, name), entry);
    }
    return true;
}

static bool arrays_same(json_t *read, json_t *written, struct lan_text path, uint32_t entry,
                        struct record_problem *problem)
{
    bool lines = lan_text_same(path.at, path.length, "log") || lan_text_same(path.at, path.length, "told");
    if (json_array_size(read) != json_array_size(written))
        return differs(problem, path, entry);
    for (size_t i = 0; i < json_array_size(written); i++) {
        uint32_t line = lines ? (uint32_t)i + 1 : entry;
        if (!values_same(json_array_get(read, i), json_array_get(written, i), path, line, problem))
            return false;
    }
    return true;
}

static bool values_same(json_t *read, json_t *written, struct lan_text path, uint32_t entry,
                        struct record_problem *problem)
{
    if (json_is_object(read) && json_is_object(written))
        return objects_same(read, written, path, entry, problem);
    if (json_is_array(read) && json_is_array(written))
        return arrays_same(read, written, path, entry, problem);
    return json_equal(read, written) || differs(problem, path, entry);
}

bool record_same(json_t *document, json_t *written, struct record_problem *problem)
{
    char buf[256];
    return values_same(document, written, lan_text_init(buf, sizeof buf), 0, problem);
}
