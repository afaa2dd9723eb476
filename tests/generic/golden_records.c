/*
 * Golden records: of every version of every finished game a whole random game as a record, committed when
 * that version was new. A program that still has the version must read them, which replays every action and
 * recomputes every hash, and write them again as they are. So a change of the rules that would change a
 * stored game is seen: it needs a new version, beside which the old one stays until no stored game needs it.
 *
 * LAN_GOLDEN=write writes those that are missing. One that is there is never written anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "record_read.h"
#include "tap.h"

enum { SEED = 7, STEPS_MAX = 5000 };

static char *file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = malloc(RECORD_BYTES_MAX);
    lan_assert(bytes);
    *size = fread(bytes, 1, RECORD_BYTES_MAX, file);
    fclose(file);
    return bytes;
}

static void record_compare(const char *path, const char *bytes, size_t size)
{
    struct record record;
    struct record_problem problem;
    if (!record_read(bytes, size, &record, &problem)) {
        tap_note("%s", problem.say[LAN_EN]);
        tap_result(false, "%s is read", path);
        return;
    }
    size_t length;
    char *again = record_write_full(record.table, &length, &problem);
    tap_result(again && length == size && memcmp(again, bytes, size) == 0,
               "%s is read, replayed and written again", path);
    free(again);
    record_finish(&record);
}

static void record_make(const struct lan_game *game, const char *path)
{
    struct table_setup setup;
    struct lan_dice dice;
    struct record_problem problem;
    size_t length;
    table_dice_init(SEED, &dice);
    table_setup_init(game, game->seats_min < 2 && game->seats_max >= 2 ? 2 : game->seats_min, &setup);
    setup.dice = &dice;
    struct table *table = match_create(&setup);
    bool over = match_play(table, SEED, STEPS_MAX);
    char *text = over ? record_write_full(table, &length, &problem) : NULL;
    FILE *file = text ? fopen(path, "wb") : NULL;
    bool written = file && fwrite(text, 1, length, file) == length;
    if (file)
        written = fclose(file) == 0 && written;
    tap_result(written, "%s is written", path);
    free(text);
    table_destroy(table);
}

int main(void)
{
    const char *asked = getenv("LAN_GOLDEN");
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        char path[128];
        size_t size;
        if ((*game)->unfinished)
            continue;
        snprintf(path, sizeof path, "tests/golden/%s-version-%d.json", (*game)->name, (*game)->version);
        char *bytes = file_read(path, &size);
        if (bytes)
            record_compare(path, bytes, size);
        else if (asked && strcmp(asked, "write") == 0)
            record_make(*game, path);
        else
            tap_result(false, "%s is there", path);
        free(bytes);
    }
    return tap_finish();
}
