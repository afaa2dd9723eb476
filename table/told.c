#include "told.h"

#include "entry_log.h"

/*
 * The notice of an entry that is not an action. False when the viewer is not told: of an undo of hidden
 * things.
 */
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
        return told_count_entry(table, viewer, log->undone) > 0;
    told->seat = log->pub.seat;
    told->text = log->pub.text;
    return true;
}

/*
 * Fills `told` with one part of an entry: 0 is the viewer's own action, then come the events, the notice, and
 * the end by agreement. False when the viewer is not told of that part.
 */
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

uint32_t told_count_entry(const struct table *table, int viewer, uint32_t number)
{
    const struct log_entry *log = log_at(table, number);
    struct table_told told;
    uint32_t count = 0;
    for (uint32_t part = 0; part < part_count(log); part++)
        count += part_tell(table, viewer, log, part, &told);
    return count;
}

/* The number of items that a viewer was told before entry `number`, counted from the nearest mark. */
static uint32_t told_before(const struct table *table, int viewer, uint32_t number)
{
    uint32_t mark = (number - 1) / TABLE_MARK_EVERY;
    uint32_t count = table->mark[mark][viewer];
    for (uint32_t at = mark * TABLE_MARK_EVERY + 1; at < number; at++)
        count += told_count_entry(table, viewer, at);
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
            told->to = told->from + told_count_entry(table, reader->viewer, log->undone) - 1;
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

/* ---- The watcher and the seats ------------------------------------------------------------------------- */

static bool told_watcher_more(unsigned told)
{
    return told & LAN_TO_WATCHER && !(told & LAN_TO_SEATS);
}

/* An event of this kind, or one of its arguments, is told to the watcher and not to every seat. */
static bool kind_watcher_more(const struct lan_event_kind *kind)
{
    bool more = told_watcher_more(kind->told);
    for (int i = 0; i < kind->args; i++)
        more |= kind->told & LAN_TO_WATCHER && told_watcher_more(kind->arg[i].told);
    return more;
}

static bool game_watcher_more(const struct lan_game *game)
{
    for (int kind = 0; kind < game->event_kind_count; kind++) {
        if (kind_watcher_more(&game->event_kinds[kind]))
            return true;
    }
    return false;
}

bool table_watcher_ahead(const struct table *table)
{
    struct table_reader reader;
    struct table_told told;
    /* Most games have no such kind; their items need not be read. */
    if (!game_watcher_more(table->game))
        return false;
    table_reader_init(table, LAN_WATCHER, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind == TABLE_TOLD_EVENT && kind_watcher_more(&table->game->event_kinds[told.event.kind]))
            return true;
    }
    return false;
}
