#include "write.h"

void lan_write_value(struct lan_writer *writer, const char *key, const struct lan_game *game, int type,
                     int value)
{
    const struct lan_type *row = &game->types[type];
    if (value == LAN_HIDDEN)
        writer->none(writer, key);
    else if (row->words)
        writer->string(writer, key, row->words[value].id);
    else
        writer->number(writer, key, value + row->first);
}

static void json_escape(struct lan_text *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c >= 0x20) {
        lan_text_add_char(out, '\\');
        lan_text_add_char(out, (char)c);
    } else {
        lan_text_add(out, "\\u00");
        lan_text_add_char(out, hex[c >> 4]);
        lan_text_add_char(out, hex[c & 15]);
    }
}

void lan_json_string(struct lan_text *out, const char *value)
{
    lan_text_add_char(out, '"');
    for (const char *plain = value;; value++) {
        unsigned char c = (unsigned char)*value;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        lan_text_add_bytes(out, plain, (size_t)(value - plain));
        if (!c)
            break;
        json_escape(out, c);
        plain = value + 1;
    }
    lan_text_add_char(out, '"');
}

static struct lan_json *json_next(struct lan_writer *writer, const char *key)
{
    struct lan_json *json = (struct lan_json *)writer;
    if (json->depth) {
        bool *first = &json->first[json->depth - 1];
        if (!*first)
            lan_text_add_char(json->out, ',');
        *first = false;
    }
    if (key) {
        lan_json_string(json->out, key);
        lan_text_add_char(json->out, ':');
    }
    return json;
}

static void json_open(struct lan_json *json, char opener, char closer)
{
    lan_assert(json->depth < LAN_WRITE_DEPTH_MAX);
    lan_text_add_char(json->out, opener);
    json->closer[json->depth] = closer;
    json->first[json->depth++] = true;
}

static void json_open_object(struct lan_writer *writer, const char *key)
{
    json_open(json_next(writer, key), '{', '}');
}

static void json_open_array(struct lan_writer *writer, const char *key)
{
    json_open(json_next(writer, key), '[', ']');
}

static void json_close(struct lan_writer *writer)
{
    struct lan_json *json = (struct lan_json *)writer;
    lan_assert(json->depth > 0);
    lan_text_add_char(json->out, json->closer[--json->depth]);
}

static void json_number(struct lan_writer *writer, const char *key, int64_t value)
{
    lan_text_add_int(json_next(writer, key)->out, value);
}

static void json_flag(struct lan_writer *writer, const char *key, bool value)
{
    lan_text_add(json_next(writer, key)->out, value ? "true" : "false");
}

static void json_string(struct lan_writer *writer, const char *key, const char *value)
{
    lan_json_string(json_next(writer, key)->out, value);
}

static void json_none(struct lan_writer *writer, const char *key)
{
    lan_text_add(json_next(writer, key)->out, "null");
}

void lan_json_value(struct lan_json *json, const char *key, const char *value)
{
    lan_text_add(json_next(&json->base, key)->out, value);
}

void lan_json_init(struct lan_json *json, struct lan_text *out)
{
    *json = (struct lan_json){
        .base = {json_open_object, json_open_array, json_close, json_number, json_flag, json_string,
                 json_none, false},
        .out = out,
    };
}

static void view_json(const struct lan_rules *rules, const struct lan_view *view, bool unaided,
                      struct lan_text *out)
{
    struct lan_json json;
    lan_json_init(&json, out);
    json.base.unaided = unaided;
    json.base.open_object(&json.base, NULL);
    rules->game->view_write(rules, view, &json.base);
    json.base.close(&json.base);
}

void lan_view_json(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out)
{
    view_json(rules, view, false, out);
}

void lan_view_json_unaided(const struct lan_rules *rules, const struct lan_view *view, struct lan_text *out)
{
    view_json(rules, view, true, out);
}

void lan_event_json(const struct lan_game *game, const struct lan_event *event, struct lan_text *out)
{
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    struct lan_json json;
    lan_json_init(&json, out);
    json.base.open_object(&json.base, NULL);
    json.base.string(&json.base, "event", row->name);
    json.base.string(&json.base, "clause", game->clauses[event->clause].id);
    for (int i = 0; i < row->args; i++)
        lan_write_value(&json.base, row->arg[i].name, game, row->arg[i].type, event->arg[i]);
    json.base.close(&json.base);
}
