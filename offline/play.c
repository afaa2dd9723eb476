/* play.c - what a viewer is shown, playing, and questions about an action (offline.h). */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "fields.h"
#include "preview.h"

/* ---- The table ----------------------------------------------------------------------------------------- */

static void seat_write(struct buf *out, const struct table *table, int at)
{
    static const char *const kinds[] = {"empty", "person", "bot"};
    struct table_seat seat = table_seat(table, at), first = table_seat_first(table, at);
    js_object(out, NULL);
    js_int(out, "seat", at + 1);
    js_string(out, "kind", kinds[seat.holder]);
    js_string(out, "name", *seat.name ? seat.name : first.name);
    if (seat.holder == TABLE_BOT)
        js_string(out, "level", seat.level);
    if (seat.holder == TABLE_PERSON) {
        js_bool(out, "you", true);
        js_bool(out, "present", true);
    }
    if (seat.holder == TABLE_BOT && first.holder == TABLE_PERSON)
        js_bool(out, "left", true);
    js_end_object(out);
}

/* The options that were set, as the protocol has them in settings. */
static void options_write(struct buf *out, const struct lan_game *game, const struct lan_config *config)
{
    js_object(out, "options");
    for (int option = 0; option < game->option_count; option++) {
        struct buf value = {0};
        if (!(config->given >> option & 1))
            continue;
        size_t most =
            game->options[option].type == LAN_OPTION_TEXT ? strlen(lan_config_text(config, option)) : 64;
        struct lan_text text = buf_text(&value, most + 1);
        lan_option_value(game, config, option, &text);
        buf_text_end(&value, &text);
        js_string(out, game->options[option].name, buf_cstr(&value));
        buf_free(&value);
    }
    js_end_object(out);
}

static void vote_write(struct buf *out, const struct table *table)
{
    unsigned people = 0, agreed = table_agreed(table);
    for (int seat = 0; seat < table_rules(table)->seats; seat++) {
        if (table_seat(table, seat).holder == TABLE_PERSON)
            people |= 1u << seat;
    }
    if (!agreed)
        return;
    js_object(out, "vote");
    js_string(out, "what", "end");
    js_seats(out, "yes", agreed);
    js_seats(out, "needed", people);
    js_end_object(out);
}

static void info_write(const struct offline *offline, struct buf *out)
{
    const struct table *table = offline->table;
    const struct lan_rules *rules = table_rules(table);
    bool runs = table_end(table) == TABLE_RUNNING;
    js_object(out, "table");
    js_string(out, "table", offline->id);
    js_string(out, "state", runs ? "playing" : "over");
    js_object(out, "settings");
    js_string(out, "game", rules->game->name);
    js_int(out, "seats", rules->seats);
    options_write(out, rules->game, &offline->setup.config);
    js_bool(out, "hints", offline->hints);
    js_bool(out, "undo", offline->undo);
    js_bool(out, "notebook", offline->notebook);
    js_bool(out, "fair", false);
    js_end_object(out);
    js_int(out, "version", rules->game->version);
    js_bool(out, "locked", false);
    js_bool(out, "host", true);
    js_array(out, "seats");
    for (int seat = 0; seat < rules->seats; seat++)
        seat_write(out, table, seat);
    js_end_array(out);
    js_int(out, "watchers", 0);
    js_int(out, "created", table_started(table));
    if (runs)
        vote_write(out, table);
    js_bool(out, "verifiable", false);
    js_end_object(out);
}

bool offline_info(struct offline *offline)
{
    if (!match_there(offline))
        return false;
    info_write(offline, &offline->out);
    return answer_end(offline);
}

bool offline_turn(struct offline *offline)
{
    struct table_turn turn;
    if (!match_there(offline))
        return false;
    table_turn(offline->table, LAN_WATCHER, &turn);
    wire_turn_write(&offline->out, turn.must, turn.active, turn.window);
    return answer_end(offline);
}

/* ---- What a viewer is shown ---------------------------------------------------------------------------- */

static struct wire_viewer viewer_of(const struct offline *offline, int at, double now)
{
    return (struct wire_viewer){.table = offline->table,
                                .viewer = at,
                                .unaided = !offline->notebook,
                                .undo = offline->undo,
                                .now = time_of(now)};
}

bool offline_open(struct offline *offline, int viewer, uint32_t since, double now)
{
    int at;
    if (!match_there(offline) || !viewer_there(offline, viewer, &at))
        return false;
    struct wire_viewer eyes = viewer_of(offline, at, now);
    info_write(offline, &offline->out);
    js_int(&offline->out, "seat", viewer);
    wire_update_write(&offline->out, &eyes, since, &offline->sent[at]);
    return answer_end(offline);
}

bool offline_next(struct offline *offline, int viewer, double now)
{
    int at;
    if (!match_there(offline) || !viewer_there(offline, viewer, &at))
        return false;
    struct wire_viewer eyes = viewer_of(offline, at, now);
    wire_update_next(NULL, &offline->out, &eyes, &offline->sent[at]);
    return answer_end(offline);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static bool is_must(const struct table *table, int seat, lan_action action)
{
    struct lan_list list;
    table_actions(table, seat, &list);
    for (int i = 0; i < list.musts; i++) {
        if (list.action[i] == action)
            return true;
    }
    return false;
}

/* An action that answers a decision names the one that is open, as at the server. */
static bool decision_fits(struct offline *offline, int seat, uint32_t decision, lan_action action)
{
    struct table_turn turn;
    table_turn(offline->table, seat, &turn);
    if (decision ? decision != turn.decision : is_must(offline->table, seat, action))
        return answer_fail(offline, FAIL_STALE);
    return true;
}

bool offline_move(struct offline *offline, int seat, uint32_t decision, const char *action, double now)
{
    int at, played = 0, refusal = 0;
    struct lan_list list;
    union lan_view_buf view;
    list.count = list.musts = 0;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    const struct lan_rules *rules = table_rules(offline->table);
    if (!lan_expand(rules, table_view(offline->table, at, &view), action, &list) || !list.count)
        return answer_fail(offline, FAIL_NO_ACTION);
    if (!decision_fits(offline, at, decision, list.action[0]))
        return false;
    /* The rest of a way may well be refused once chance has acted on it. */
    while (played < list.count && !refusal) {
        refusal = table_act(offline->table, at, list.action[played], time_of(now));
        played += !refusal;
    }
    if (!played)
        return answer_refuse(offline, refusal);
    if (played > 1)
        js_int(&offline->out, "played", played);
    return answer_end(offline);
}

bool offline_act(struct offline *offline, int seat, const char *notation, double now)
{
    int at;
    lan_action action;
    if (!match_running(offline) || !seat_there(offline, seat, &at) ||
        !action_read(offline, notation, &action))
        return false;
    int refusal = table_act(offline->table, at, action, time_of(now));
    return refusal ? answer_refuse(offline, refusal) : answer_end(offline);
}

bool offline_undo(struct offline *offline, int seat, double now)
{
    int at;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    if (!offline->undo)
        return answer_fail(offline, FAIL_NO_UNDO);
    int refusal = table_undo(offline->table, at, time_of(now));
    return refusal ? answer_refuse(offline, refusal) : answer_end(offline);
}

bool offline_agree(struct offline *offline, int seat, bool agrees, double now)
{
    int at;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    int refusal = table_agree(offline->table, at, agrees, time_of(now));
    return refusal ? answer_refuse(offline, refusal) : answer_end(offline);
}

bool offline_leave(struct offline *offline, int seat, double now)
{
    int at;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    int refusal = table_leave(offline->table, at, time_of(now));
    return refusal ? answer_refuse(offline, refusal) : answer_end(offline);
}

/* ---- Questions about an action ------------------------------------------------------------------------- */

bool offline_why(struct offline *offline, int seat, const char *notation)
{
    int at;
    lan_action action;
    if (!match_running(offline) || !seat_there(offline, seat, &at) ||
        !action_read(offline, notation, &action))
        return false;
    wire_why_write(&offline->out, offline->table, at, action);
    return answer_end(offline);
}

bool offline_preview(struct offline *offline, int seat, const char *notation)
{
    int at;
    lan_action action;
    union lan_view_buf memory;
    if (!match_running(offline) || !seat_there(offline, seat, &at) ||
        !action_read(offline, notation, &action))
        return false;
    const struct lan_rules *rules = table_rules(offline->table);
    const struct lan_view *view = table_view(offline->table, at, &memory);
    struct preview *preview = mem_zero(sizeof *preview);
    int refusal = preview_make(rules, view, at, action, preview);
    if (!refusal)
        wire_preview_write(&offline->out, rules, view, preview, !offline->notebook);
    free(preview);
    return refusal ? answer_refuse(offline, refusal) : answer_end(offline);
}
