/* layout_write.c - the description of a layout, as JSON and value by value. */
#include "layout.h"

static const char *const kind_ids[LAN_FIELD_KINDS] = {"number", "digits", "choice", "set"};

/* Seats are named from the viewer's on: "own", "next 1"; several values of a seat "own.1", "next 1.1". */
static void turned_write(const struct lan_field *field, int value, struct lan_text *out)
{
    int seat = value / field->per_seat;
    if (seat) {
        lan_text_add(out, "next ");
        lan_text_add_int(out, seat);
    } else {
        lan_text_add(out, "own");
    }
    if (field->per_seat > 1) {
        lan_text_add_char(out, '.');
        lan_text_add_int(out, value % field->per_seat + 1);
    }
}

void lan_layout_value(const struct lan_rules *rules, int at, int value, struct lan_text *out)
{
    const struct lan_field *field = &rules->game->fields[at];
    int named = rules->game->types[field->type].count;
    /* A type that has no more values than the field lacks the one for "none" that the bytes begin with. */
    bool apart = field->divisor || field->remainder || (named && field->first + field->count > named);
    int raw = value + (apart ? 0 : field->first);
    if (field->per_seat)
        turned_write(field, value, out);
    else if (field->ids)
        lan_text_add(out, field->ids[value]);
    else if (raw < named)
        lan_value_write(rules->game, field->type, raw, out);
    else
        lan_text_add_int(out, raw);
}

static void values_json(const struct lan_rules *rules, int at, const struct lan_part *part,
                        struct lan_json *json)
{
    char name[LAN_NOTATION_MAX];
    if (part->kind != LAN_FIELD_CHOICE && part->kind != LAN_FIELD_SET)
        return;
    json->base.open_array(&json->base, "values");
    for (int value = 0; value < part->values; value++) {
        struct lan_text text = lan_text_init(name, sizeof name);
        lan_layout_value(rules, at, value, &text);
        json->base.string(&json->base, NULL, name);
    }
    json->base.close(&json->base);
}

static void part_json(const struct lan_rules *rules, int at, const struct lan_part *part,
                      struct lan_json *json)
{
    struct lan_writer *w = &json->base;
    w->open_object(w, NULL);
    w->string(w, "name", part->name);
    w->string(w, "kind", kind_ids[part->kind]);
    w->number(w, "first", part->first);
    w->number(w, "cells", part->cells);
    w->open_array(w, "shape");
    for (int i = 0; i < part->dims; i++)
        w->number(w, NULL, part->shape[i]);
    w->close(w);
    w->number(w, "low", 0);
    w->number(w, "high", part->high);
    w->flag(w, "by_seat", part->by_seat);
    values_json(rules, at, part, json);
    w->close(w);
}

void lan_layout_json(const struct lan_rules *rules, struct lan_text *out)
{
    struct lan_json json;
    struct lan_part part;
    lan_json_init(&json, out);
    json.base.open_object(&json.base, NULL);
    json.base.string(&json.base, "game", rules->game->name);
    json.base.number(&json.base, "version", rules->game->layout);
    json.base.number(&json.base, "players", rules->seats);
    json.base.number(&json.base, "cells", lan_layout_cells(rules));
    json.base.open_array(&json.base, "parts");
    for (int at = 0; lan_layout_part(rules, at, &part); at++)
        part_json(rules, at, &part, &json);
    json.base.close(&json.base);
    json.base.close(&json.base);
}
