/*
 * record.c - fuzzes records. An input that begins with '{' is a document to read; any other is a script of
 * what happens at a table, which in the end is saved, read, and must be the same table.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "record_read.h"
#include "refused.h"

static void read_again(char *text, size_t length, struct record *record)
{
    struct record_problem problem;
    lan_assert(text);
    lan_assert(record_read(text, length, record, &problem));
    free(text);
}

static void document(const char *bytes, size_t size)
{
    struct record_problem problem;
    struct record record, again;
    size_t length;
    if (!record_read(bytes, size, &record, &problem)) {
        lan_assert(*problem.say[LAN_EN] && *problem.say[LAN_FR]);
        fuzz_refused++;
        return;
    }
    if (record.kind != RECORD_SEAT) {
        char *text = record.kind == RECORD_FULL ? record_write_full(record.table, &length, &problem)
                                                : record_write_save(record.table, &length, &problem);
        read_again(text, length, &again);
        lan_assert(match_same(record.table, again.table));
        record_finish(&again);
    }
    record_finish(&record);
}

/* Does what four bytes say: the kind of entry, the seat, the action, and the time that passes before it. */
static void happen(struct table *table, const uint8_t *bytes, int64_t *now)
{
    int seat = bytes[1] % table_rules(table)->seats;
    struct lan_list list;
    *now += bytes[3] * 100;
    switch (bytes[0] % 16) {
    case 0: table_undo(table, seat, *now); break;
    case 1: table_leave(table, seat, *now); break;
    case 2: table_sit(table, seat, bytes[2] & 1 ? "Ada" : "Zoé\"", *now); break;
    case 3: table_agree(table, seat, bytes[2] & 1, *now); break;
    case 4: table_pause(table, bytes[2] & 1, *now); break;
    case 5: table_tick(table, *now); break;
    case 6: table_stand_in_for(table, seat, *now); break;
    case 7: table_act(table, seat, (lan_action)bytes[2] << 24 | bytes[3], *now); break;
    default:
        table_actions(table, seat, &list);
        if (list.count)
            lan_assert(table_act(table, seat, list.action[bytes[2] % list.count], *now) == 0);
    }
}

static void script(const uint8_t *bytes, size_t size)
{
    struct table_setup setup;
    struct lan_dice dice;
    struct record_problem problem;
    struct record record;
    size_t length;
    int64_t now = 0;
    const struct lan_game *game = lan_game_find(bytes[0] & 2 ? "manor" : "tiny", 0);
    table_setup_init(game, 2 + (bytes[0] >> 2 & 1), &setup);
    table_dice_init(bytes[0] >> 3, &dice);
    setup.dice = &dice;
    setup.clock = (struct table_clock){TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 90000, 1000, 30000, 5000};
    struct table *table = match_create(&setup);
    for (size_t at = 1; at + 4 <= size; at += 4)
        happen(table, bytes + at, &now);
    char *text = record_write_save(table, &length, &problem);
    read_again(text, length, &record);
    lan_assert(match_same(table, record.table));
    record_finish(&record);
    text = record_write_seat(table, bytes[0] & 1 ? LAN_WATCHER : 0, &length, &problem);
    read_again(text, length, &record);
    record_finish(&record);
    table_destroy(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size && bytes[0] == '{')
        document((const char *)bytes, size);
    else if (size)
        script(bytes, size);
    return 0;
}
