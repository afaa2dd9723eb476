#include "room_bring.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "ask.h"
#include "buf.h"
#include "record_read.h"
#include "room.h"
#include "room_commit.h"
#include "room_dice.h"
#include "room_seat.h"
#include "settings.h"
#include "table.h"

/* ---- The head ------------------------------------------------------------------------------------------ */

/* Options as settings have them: texts. */
static json_t *options_of(json_t *match)
{
    json_t *options = json_object(), *value;
    const char *name;
    json_object_foreach(json_object_get(match, "options"), name, value)
    {
        char digits[24];
        snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(value));
        json_object_set_new(options, name,
                            json_string(json_is_integer(value) ? digits : json_string_value(value)));
    }
    return options;
}

/* A word of a plan and a name for each seat; "" for the name of a bot, which is the server's. */
static void seats_of(json_t *match, json_t *plan, json_t *names)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(match, "seats"), at, seat)
    {
        const char *level = json_string_value(json_object_get(seat, "level"));
        const char *name = json_string_value(json_object_get(seat, "name"));
        bool bot = level && *level;
        json_array_append_new(plan, json_string(bot ? level : "me"));
        json_array_append_new(names, json_string(bot || !name ? "" : name));
    }
}

/* The settings, the plan and the names of a table for the game of a record. */
static json_t *head_of(const struct record *record)
{
    json_t *match = json_object_get(record->document, "match");
    json_t *plan = json_array(), *names = json_array();
    seats_of(match, plan, names);
    return json_pack("{s:{s:O, s:O, s:i, s:o}, s:o, s:o}", "settings", "game", json_object_get(match, "game"),
                     "version", json_object_get(match, "version"), "seats", (int)json_array_size(plan),
                     "options", options_of(match), "plan", plan, "names", names);
}

/* ---- The table ----------------------------------------------------------------------------------------- */

void bring_drop(struct record *record)
{
    if (record)
        record_finish(record);
    free(record);
}

/* The table is stored; its game is the next entry. */
static void bring_start(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    struct record *record = room->brought;
    (void)answer;
    room->brought = NULL;
    room_start(room, ask, record->table, table_count(record->table));
    bring_drop(record);
}

/* What the asker says of taking back, advice and the notebook; as in the settings of a new table. */
static void wishes_take(const struct ask *ask, json_t *settings)
{
    static const char *const names[] = {"hints", "undo", "notebook"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *wish = json_object_get(ask->message, names[i]);
        if (json_is_boolean(wish))
            json_object_set(settings, names[i], wish);
    }
}

static void table_make(struct ask *ask, struct record *record, json_t *head)
{
    struct room_settings settings;
    json_t *given = json_object_get(head, "settings");
    wishes_take(ask, given);
    /* As those of a stored table: the game goes on under the version of the rules that it began with. */
    if (!settings_read(NULL, given, &settings)) {
        ask_fail(ask, FAIL_BAD_SETUP);
        return;
    }
    struct record *kept = mem_zero(sizeof *kept);
    *kept = *record;
    *record = (struct record){0};
    json_object_set(ask->message, "names", json_object_get(head, "names"));
    room_create_planned(ask, &settings, "", &(struct room_origin){.brought = kept},
                        json_object_get(head, "plan"), &(struct room_answer){.send = bring_start});
    settings_free(&settings);
}

void bring_create(struct ask *ask, struct record *record)
{
    if (record->kind != RECORD_SAVE || table_end(record->table) != TABLE_RUNNING) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    if (!ask_tables_allowed(ask))
        return;
    json_t *head = head_of(record);
    table_make(ask, record, head);
    json_decref(head);
}
