#include "record_source.h"

#include <stdlib.h>

#include "board.h"

struct record_source {
    struct source base;
    struct record *record;
};

static struct record_source *record_source_of(struct source *source)
{
    return (struct record_source *)source;
}

/*
 * The view at the item shown; NULL for a seat record, which holds no positions.
 */
static const struct lan_view *view_now(const struct record_source *self, union lan_view_buf *buf)
{
    const struct source *source = &self->base;
    const struct table *table = self->record->table;
    if (self->record->kind == RECORD_SEAT)
        return NULL;
    uint32_t entry = source->position == source->length ? table_count(table)
                     : source->position ? table_told_entry(table, source->seat, source->position)
                                        : 0;
    return table_view_at(table, entry, source->seat, buf);
}

static void record_source_board(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    union lan_view_buf buf;
    const struct lan_view *view = view_now(record_source_of(source), &buf);
    if (view)
        board_draw(table_rules(record_source_of(source)->record->table), view, reader, out);
}

static void record_source_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    union lan_view_buf buf;
    const struct lan_view *view = view_now(record_source_of(source), &buf);
    if (view && source->game->prompt)
        source->game->prompt(table_rules(record_source_of(source)->record->table), view, reader, out);
}

/* Refills the source's items with those told up to item `number`. */
static void told_until(struct record_source *self, uint32_t number)
{
    struct source *source = &self->base;
    const struct record *record = self->record;
    struct table_reader reader;
    struct table_told told;
    source_told_clear(source);
    if (record->kind == RECORD_SEAT) {
        for (uint32_t i = 0; i < record->told_count && i < number; i++)
            source_told_add(source, &record->told[i]);
        return;
    }
    table_reader_init(record->table, source->seat, 0, &reader);
    while (source->told_count < number && table_read(&reader, &told))
        source_told_add(source, &told);
}

static void record_source_seek(struct source *source, uint32_t number)
{
    struct record_source *self = record_source_of(source);
    source->position = number < source->length ? number : source->length;
    told_until(self, source->position);
    bool end = source->position == source->length;
    source->decided = end && table_result(self->record->table, &source->result);
    source->state = source->decided ? SOURCE_OVER : SOURCE_WAITING;
    source->changes++;
}

static bool record_source_advance(struct source *source)
{
    (void)source;
    return false;
}

static void record_source_destroy(struct source *source)
{
    free(record_source_of(source));
}

static const struct table *record_source_finished(struct source *source, struct record_problem *problem)
{
    const struct record *record = record_source_of(source)->record;
    return review_possible(record->kind, record->table, problem) ? record->table : NULL;
}

static uint32_t record_source_entry(const struct source *source)
{
    const struct record *record = ((const struct record_source *)source)->record;
    return source->position ? table_told_entry(record->table, source->seat, source->position) : 0;
}

static const struct source_ops record_source_ops = {
    .destroy = record_source_destroy,
    .advance = record_source_advance,
    .board = record_source_board,
    .prompt = record_source_prompt,
    .seek = record_source_seek,
    .finished = record_source_finished,
    .entry = record_source_entry,
};

struct source *record_source_new(struct record *record, int viewer, uint32_t from)
{
    struct record_source *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    struct source *source = &self->base;
    self->record = record;
    source->ops = &record_source_ops;
    source->game = table_game(record->table);
    source->rules = table_rules(record->table);
    source->seats = table_rules(record->table)->seats;
    source->seat = viewer;
    source->length =
        record->kind == RECORD_SEAT ? record->told_count : table_told_count(record->table, viewer);
    table_names(record->table, source->names);
    record_source_seek(source, from);
    return source;
}
