#include "view_fields.h"

#include <string.h>

#include "write.h"

/* A writer that notes paths and kinds instead of writing. */
struct collector {
    struct lan_writer base;
    const struct lan_game *game;
    struct fields *fields;
    int depth;
    int open[LAN_WRITE_DEPTH_MAX]; /* the fields that are open, -1 for the view itself */
};

static struct collector *collector_of(struct lan_writer *writer)
{
    return (struct collector *)writer;
}

/* The slot that holds the field of this name in a parent, or the free one where it belongs. */
static uint16_t *slot_find(struct fields *fields, int parent, const char *name)
{
    uint32_t hash = (uint32_t)(parent + 1);
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    for (uint32_t at = hash ^ hash >> 16;; at++) {
        uint16_t *slot = &fields->slot[at % FIELD_SLOTS];
        const struct field *field = &fields->field[*slot ? *slot - 1 : 0];
        if (!*slot || (field->parent == parent && strcmp(field->path + field->name, name) == 0))
            return slot;
    }
}

static void field_add(struct fields *fields, int parent, const char *name)
{
    lan_assert(fields->count < FIELDS_MAX);
    struct field *field = &fields->field[fields->count++];
    *field = (struct field){.parent = parent, .low = INT64_MAX, .high = INT64_MIN, .types = UINT64_MAX};
    struct lan_text path = lan_text_init(field->path, sizeof field->path);
    lan_text_add(&path, parent >= 0 ? fields->field[parent].path : "");
    lan_text_add(&path, parent >= 0 && *name != '[' ? "." : "");
    field->name = path.length;
    lan_text_add(&path, name);
    lan_assert(!path.cut);
}

/* The field of this key in what is open now, added when it is new, with one more value of a kind. */
static struct field *field_note(struct lan_writer *writer, const char *key, enum field_kind kind)
{
    struct collector *collector = collector_of(writer);
    struct fields *fields = collector->fields;
    int parent = collector->open[collector->depth - 1];
    const char *name = key ? key : "[]";
    uint16_t *slot = slot_find(fields, parent, name);
    if (!*slot) {
        field_add(fields, parent, name);
        *slot = (uint16_t)fields->count;
    }
    struct field *field = &fields->field[*slot - 1];
    field->kinds |= 1u << kind;
    field->written++;
    field->opened += kind == FIELD_OBJECT || kind == FIELD_ARRAY;
    return field;
}

static void nest(struct lan_writer *writer, const char *key, enum field_kind kind)
{
    struct collector *collector = collector_of(writer);
    lan_assert(collector->depth < LAN_WRITE_DEPTH_MAX);
    int at = collector->depth ? (int)(field_note(writer, key, kind) - collector->fields->field) : -1;
    collector->open[collector->depth++] = at;
}

static void object_open(struct lan_writer *writer, const char *key)
{
    nest(writer, key, FIELD_OBJECT);
}

static void array_open(struct lan_writer *writer, const char *key)
{
    nest(writer, key, FIELD_ARRAY);
}

static void nested_close(struct lan_writer *writer)
{
    collector_of(writer)->depth--;
}

static void number_note(struct lan_writer *writer, const char *key, int64_t value)
{
    struct field *field = field_note(writer, key, FIELD_NUMBER);
    field->low = value < field->low ? value : field->low;
    field->high = value > field->high ? value : field->high;
}

static void flag_note(struct lan_writer *writer, const char *key, bool value)
{
    (void)value;
    field_note(writer, key, FIELD_FLAG);
}

static void none_note(struct lan_writer *writer, const char *key)
{
    field_note(writer, key, FIELD_NONE);
}

static void string_note(struct lan_writer *writer, const char *key, const char *value)
{
    struct field *field = field_note(writer, key, FIELD_STRING);
    const struct lan_game *game = collector_of(writer)->game;
    int found;
    for (int i = 0; i < field->text_count && i < FIELD_TEXTS; i++) {
        if (strncmp(field->text[i], value, FIELD_TEXT - 1) == 0)
            return;
    }
    for (int type = 0; type < game->type_count && type < 64; type++) {
        if (!game->types[type].words || !lan_value_parse(game, type, value, strlen(value), &found))
            field->types &= ~((uint64_t)1 << type);
    }
    if (field->text_count < FIELD_TEXTS)
        strncpy(field->text[field->text_count], value, FIELD_TEXT - 1);
    field->text_count += field->text_count <= FIELD_TEXTS;
}

static void views_note(struct fields *fields, const struct lan_rules *rules, const struct lan_state *state)
{
    struct collector collector = {.base = {.open_object = object_open,
                                           .open_array = array_open,
                                           .close = nested_close,
                                           .number = number_note,
                                           .flag = flag_note,
                                           .string = string_note,
                                           .none = none_note},
                                  .game = rules->game,
                                  .fields = fields};
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        union lan_view_buf buf;
        if (viewer >= rules->seats && viewer != LAN_WATCHER)
            continue;
        rules->game->observe(rules, state, viewer, (struct lan_view *)&buf);
        collector.depth = 0;
        object_open(&collector.base, NULL);
        rules->game->view_write(rules, (const struct lan_view *)&buf, &collector.base);
        fields->views++;
    }
}

/* A seat's random answer; false when it declines. May-actions are taken every fourth time. */
static bool answer_draw(const struct lan_rules *rules, const struct lan_state *state, struct lan_asked asked,
                        struct lan_rng *rng, lan_action *action)
{
    struct lan_list list;
    if (!asked.optional) {
        *action = lan_pick(rules, state, asked.seat, rng);
        return true;
    }
    lan_actions(rules, state, asked.seat, &list);
    if (list.count == list.musts || lan_rng_below(rng, 4))
        return false;
    *action = list.action[list.musts + lan_rng_below(rng, (uint32_t)(list.count - list.musts))];
    return true;
}

void view_fields_add(struct fields *fields, const struct lan_rules *rules, int games)
{
    for (int game = 0; game < games; game++) {
        union lan_state_buf buf;
        struct lan_state *state = (struct lan_state *)&buf;
        struct lan_cursor cursor;
        struct lan_asked asked;
        struct lan_rng rng;
        lan_action action;
        lan_rng_init(&rng, (uint64_t)game + 1);
        lan_cursor_init(&cursor);
        rules->game->setup(rules, state);
        views_note(fields, rules, state);
        while ((asked = lan_next(rules, state, &cursor)).seat != LAN_SEAT_NONE) {
            if (answer_draw(rules, state, asked, &rng, &action)) {
                int refusal = lan_apply(rules, state, asked.seat, action, NULL);
                lan_assert(refusal == LAN_ACCEPTED);
                views_note(fields, rules, state);
            } else {
                lan_decline(&cursor, asked.seat);
            }
        }
    }
}
