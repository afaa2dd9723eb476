/* cmd_replay.c - `lanterne replay`: prints or shows a record as one viewer saw it, up to a given line. */
#include "cmd_replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "args.h"
#include "full_screen.h"
#include "file.h"
#include "json_out.h"
#include "record_source.h"
#include "record_read.h"
#include "term_text.h"

struct replay {
    const struct settings *settings;
    struct term term;
    struct record record;
    int viewer;
    const char *names[LAN_SEATS_MAX];
};

/* Calls `each` for every item the viewer was told, up to the line of --to; returns the last item's number. */
static uint32_t told_each(struct replay *replay,
                          void (*each)(struct replay *replay, const struct table_told *told, void *context),
                          void *context)
{
    const struct settings *settings = replay->settings;
    uint32_t last = 0, to = settings->given & CLI_TAKES(CLI_TO) ? settings->to : UINT32_MAX;
    struct table_reader reader;
    struct table_told told;
    if (replay->record.kind == RECORD_SEAT) {
        for (uint32_t i = 0; i < replay->record.told_count && replay->record.told[i].number <= to; i++) {
            each(replay, &replay->record.told[i], context);
            last = replay->record.told[i].number;
        }
        return last;
    }
    table_reader_init(replay->record.table, replay->viewer, 0, &reader);
    while (table_read(&reader, &told) && told.number <= to) {
        each(replay, &told, context);
        last = told.number;
    }
    return last;
}

static void told_print(struct replay *replay, const struct table_told *told, void *context)
{
    const struct lan_game *game = table_game(replay->record.table);
    char head[16], sentence[LAN_SAY_MAX + 32];
    struct lan_text text = lan_text_init(sentence, sizeof sentence);
    (void)context;
    snprintf(head, sizeof head, "%5u", told->number);
    table_told_say(game, told, replay->term.reader.lang, replay->names, replay->viewer, &text);
    if (told->kind == TABLE_TOLD_EVENT) {
        lan_text_add(&text, " [");
        lan_text_add(&text, game->clauses[told->event.clause].id);
        lan_text_add(&text, "]");
    }
    term_item(&replay->term, LAN_MARK_PLAIN, head, 7, sentence);
}

static void told_json(struct replay *replay, const struct table_told *told, void *context)
{
    struct json_out *out = context;
    char json[TABLE_TOLD_JSON_MAX];
    struct lan_text text = lan_text_init(json, sizeof json);
    table_told_json(table_game(replay->record.table), told, &text);
    lan_json_value(&out->json, NULL, json);
}

/* The view right after item `number` was told; NULL for a seat record, which holds no positions. */
static const struct lan_view *view_at(const struct replay *replay, uint32_t number, union lan_view_buf *buf)
{
    if (replay->record.kind == RECORD_SEAT)
        return NULL;
    uint32_t entry = number ? table_told_entry(replay->record.table, replay->viewer, number) : 0;
    if (!(replay->settings->given & CLI_TAKES(CLI_TO)))
        entry = table_count(replay->record.table);
    return table_view_at(replay->record.table, entry, replay->viewer, buf);
}

static void json_view(const struct replay *replay, const struct lan_view *view, struct json_out *out)
{
    struct lan_writer *w = &out->json.base;
    if (!view) {
        w->none(w, "view");
        return;
    }
    w->open_object(w, "view");
    table_game(replay->record.table)->view_write(table_rules(replay->record.table), view, w);
    w->close(w);
}

static int replay_json(struct replay *replay)
{
    static const char *const kinds[RECORD_KINDS] = {"full", "save", "seat"};
    struct json_out out;
    union lan_view_buf buf;
    struct lan_result result;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->string(w, "game", table_game(replay->record.table)->name);
    w->string(w, "record", kinds[replay->record.kind]);
    if (replay->viewer == LAN_WATCHER)
        w->string(w, "viewer", "watcher");
    else
        w->number(w, "viewer", replay->viewer + 1);
    w->open_array(w, "told");
    uint32_t last = told_each(replay, told_json, &out);
    w->close(w);
    json_view(replay, view_at(replay, last, &buf), &out);
    if (table_result(replay->record.table, &result)) {
        w->open_array(w, "winners");
        for (int seat = 0; seat < table_rules(replay->record.table)->seats; seat++) {
            if (result.winners >> seat & 1)
                w->number(w, NULL, seat + 1);
        }
        w->close(w);
    }
    return json_end(&out);
}

static int replay_print(struct replay *replay)
{
    const struct lan_rules *rules = table_rules(replay->record.table);
    union lan_view_buf buf;
    replay->term.reader.names = replay->names;
    term_print_marked(&replay->term, LAN_MARK_LANTERN, term_words(&replay->term, &rules->game->title));
    printf("\n");
    uint32_t last = told_each(replay, told_print, NULL);
    const struct lan_view *view = view_at(replay, last, &buf);
    if (!view)
        return CLI_OK;
    printf("\n");
    term_table(&replay->term, rules, view);
    if (rules->game->prompt) {
        char sentence[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence);
        rules->game->prompt(rules, view, &replay->term.reader, &text);
        printf("\n");
        term_wrap(&replay->term, LAN_MARK_LANTERN, 0, sentence);
    }
    return CLI_OK;
}

/* The viewer: --seat, else the watcher; a seat record has only its own seat. */
static int viewer_choose(struct replay *replay)
{
    const struct settings *settings = replay->settings;
    bool asked = settings->given & CLI_TAKES(CLI_SEAT);
    replay->viewer = asked ? settings->seat : LAN_WATCHER;
    if (replay->record.kind == RECORD_SEAT) {
        if (asked && settings->seat != replay->record.viewer) {
            complain(settings->lang == LAN_FR
                         ? "%s est l'enregistrement d'une autre place et ne contient rien d'autre"
                         : "%s is the record of another seat and holds nothing else",
                     settings->words[0]);
            return CLI_USAGE;
        }
        replay->viewer = replay->record.viewer;
    } else if (replay->viewer != LAN_WATCHER && replay->viewer >= table_rules(replay->record.table)->seats) {
        complain(settings->lang == LAN_FR ? "il n'y a pas de place %d dans cette partie"
                                          : "there is no seat %d in this game",
                 replay->viewer + 1);
        return CLI_USAGE;
    }
    return CLI_OK;
}

/* In full screen, step by step. */
static int replay_screen(struct replay *replay)
{
    bool said = replay->settings->given & CLI_TAKES(CLI_TO);
    struct full_screen_options options = {.lang = replay->term.reader.lang,
                                          .edition = replay->term.reader.edition,
                                          .style = replay->term.reader.style,
                                          .colours = replay->term.colours != TERM_COLOURS_NONE};
    struct source *source =
        record_source_new(&replay->record, replay->viewer, said ? replay->settings->to : 0);
    if (!source) {
        complain_memory();
        return CLI_FAILED;
    }
    bool shown = full_screen_run(source, &options);
    source_destroy(source);
    if (!shown)
        complain(replay->settings->lang == LAN_FR ? "le terminal n'a pas pu être utilisé ; essaie --lines"
                                                  : "the terminal could not be taken over; try --lines");
    return shown ? CLI_OK : CLI_FAILED;
}

static int replay_show(struct replay *replay)
{
    const struct settings *settings = replay->settings;
    if (settings->json)
        return replay_json(replay);
    term_init(&replay->term, settings);
    term_edition(&replay->term, settings, table_game(replay->record.table));
    if (!settings->plain && !settings->lines && full_screen_possible())
        return replay_screen(replay);
    return replay_print(replay);
}

int cmd_replay(const struct settings *settings)
{
    struct replay replay = {.settings = settings};
    struct record_problem problem;
    size_t size;
    char *bytes = file_read(settings->words[0], RECORD_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    bool read = record_read(bytes, size, &replay.record, &problem);
    free(bytes);
    if (!read) {
        complain("%s: %s", settings->words[0], problem.say[settings->lang]);
        return CLI_BAD_FILE;
    }
    table_names(replay.record.table, replay.names);
    int code = viewer_choose(&replay);
    if (!code)
        code = replay_show(&replay);
    record_finish(&replay.record);
    return code;
}
