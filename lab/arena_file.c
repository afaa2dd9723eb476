/*
 * arena_file.c - the file of an arena, JSON lines: the set-up, then every game with its record, and after the
 * games of a round one line with the shares of both bots.
 */
#include "arena_file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "arena_game.h"
#include "args.h"
#include "external.h"
#include "file.h"
#include "record.h"
#include "setup.h"
#include "stop.h"
#include "write.h"

/*
 * Raised when rounds of an older file cannot be counted with new ones. 1 had a fixed reference of one half.
 */
enum { FILE_FORMAT = 2 };

enum { ROUND_BYTES = ARENA_PAIRINGS_MAX * (ARENA_PARTS_MAX * 64 + 4) + ARENA_BOTS_MAX * 128 + 128 };

enum { LINE_MAX_BYTES = RECORD_BYTES_MAX + 4096, HEAD_BYTES = LAN_RULES_MAX + 4096 };

static const size_t file_bytes_max = (size_t)1 << 31;

static bool line_write(const struct arena *arena, const char *line, size_t length)
{
    while (length) {
        ssize_t wrote = write(arena->file, line, length);
        /* A worker's pipe is not read any more when the arena stops. */
        if (wrote < 0 && stop_wanted() && (errno == EINTR || errno == EPIPE))
            return false;
        if (wrote < 0 && errno != EINTR) {
            complain_in("cannot write %s: %s", "impossible d'écrire %s : %s", arena->settings->file,
                        strerror(errno));
            return false;
        }
        line += wrote > 0 ? wrote : 0;
        length -= wrote > 0 ? (size_t)wrote : 0;
    }
    return true;
}

static void head_write(const struct arena *arena, struct lan_text *out)
{
    struct lan_json json;
    char seed[24];
    lan_json_init(&json, out);
    struct lan_writer *w = &json.base;
    w->open_object(w, NULL);
    w->string(w, "type", "arena");
    w->number(w, "format", FILE_FORMAT);
    rules_write(w, arena->rules);
    w->open_array(w, "bots");
    for (int bot = 0; bot < arena->bot_count; bot++)
        w->string(w, NULL, arena->bot[bot].name);
    w->close(w);
    w->string(w, "by", arena->by);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)arena->settings->seed);
    w->string(w, "seed", seed);
    w->close(w);
    lan_text_add_char(out, '\n');
}

/* Appends the reasons, which are JSON already, as one more member. */
static void reasons_write(struct lan_text *text, const struct arena_game *game)
{
    lan_text_add(text, ",\"reasons\":[");
    lan_text_add_bytes(text, game->reasons, game->reasons_length);
    lan_text_add_char(text, ']');
}

bool arena_file_game(const struct arena *arena, uint64_t round, const struct arena_lineup *lineup,
                     const struct arena_game *game)
{
    struct record_problem problem;
    struct lan_json json;
    size_t length;
    if (!arena->settings->file)
        return true;
    size_t capacity = LINE_MAX_BYTES + game->reasons_length;
    char *record = record_write_full(game->table, &length, &problem), *line = malloc(capacity);
    bool fine = record && line;
    if (fine) {
        struct lan_text text = lan_text_init(line, capacity);
        /*
         * The object must be one line. A record has line breaks only between tokens, so blanks may replace
         * them.
         */
        for (char *at = record; (at = strchr(at, '\n'));)
            *at = ' ';
        lan_json_init(&json, &text);
        struct lan_writer *w = &json.base;
        w->open_object(w, NULL);
        w->string(w, "type", "game");
        w->number(w, "deal", (int64_t)round + 1);
        w->open_array(w, "seats");
        for (int seat = 0; seat < arena->rules->seats; seat++)
            w->number(w, NULL, lineup->bot[seat] + 1);
        w->close(w);
        w->number(w, "forfeits", game->forfeits);
        lan_json_value(&json, "record", record);
        if (game->reasons_length)
            reasons_write(&text, game);
        w->close(w);
        lan_text_add_char(&text, '\n');
        fine = !text.cut && line_write(arena, line, text.length);
    } else {
        complain("%s", record ? "no memory" : problem.say[arena->settings->lang]);
    }
    free(record);
    free(line);
    return fine;
}

/* Writes the faults of every bot since the last call. */
static void faults_write(struct arena *arena, struct lan_text *text)
{
    lan_text_add(text, "],\"faults\":[");
    for (int bot = 0; bot < arena->bot_count; bot++) {
        for (int fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++) {
            uint64_t count = arena->bot[bot].faults[fault];
            lan_text_add(text, fault > EXTERNAL_LATE ? "," : bot ? ",[" : "[");
            lan_text_add_int(text, (int64_t)(count - arena->faults_written[bot][fault]));
            arena->faults_written[bot][fault] = count;
        }
        lan_text_add_char(text, ']');
    }
}

bool arena_file_round(struct arena *arena, uint64_t round)
{
    static char line[ROUND_BYTES];
    struct lan_text text = lan_text_init(line, sizeof line);
    if (arena->file < 0)
        return true;
    lan_text_add(&text, "{\"type\":\"round\",\"deal\":");
    lan_text_add_int(&text, (int64_t)round + 1);
    lan_text_add(&text, ",\"pairings\":[");
    for (int pairing = 0; pairing < arena->pairing_count; pairing++) {
        const struct arena_shares *shares = &arena->shares[pairing];
        lan_text_add(&text, pairing ? ",[" : "[");
        for (int i = 0; i < shares->parts; i++) {
            char row[96];
            snprintf(row, sizeof row, "%s[%d,%.17g,%.17g]", i ? "," : "", shares->value[i],
                     shares->share[i][ARENA_CHALLENGER], shares->share[i][ARENA_REFERENCE]);
            lan_text_add(&text, row);
        }
        lan_text_add_char(&text, ']');
    }
    faults_write(arena, &text);
    lan_text_add(&text, "]}\n");
    lan_assert(!text.cut);
    return line_write(arena, line, text.length);
}

/* ---- Resuming ------------------------------------------------------------------------------------------ */

static bool faults_read(struct arena *arena, const json_t *faults)
{
    if (json_array_size(faults) != (size_t)arena->bot_count)
        return false;
    for (size_t bot = 0; bot < (size_t)arena->bot_count; bot++) {
        for (size_t fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++) {
            uint64_t count = (uint64_t)json_integer_value(
                json_array_get(json_array_get(faults, bot), fault - EXTERNAL_LATE));
            arena->bot[bot].faults[fault] += count;
            arena->faults_written[bot][fault] += count;
        }
    }
    return true;
}

static bool shares_read(const json_t *parts, struct arena_shares *shares)
{
    size_t count = json_array_size(parts);
    if (!count || count > ARENA_PARTS_MAX)
        return false;
    shares->parts = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(parts, i);
        const json_t *challenger = json_array_get(row, 1), *reference = json_array_get(row, 2);
        if (!json_is_integer(json_array_get(row, 0)) || !json_is_number(challenger) ||
            !json_is_number(reference))
            return false;
        shares->value[i] = (int)json_integer_value(json_array_get(row, 0));
        shares->share[i][ARENA_CHALLENGER] = json_number_value(challenger);
        shares->share[i][ARENA_REFERENCE] = json_number_value(reference);
    }
    return true;
}

/* Counts the round that a line describes. */
static bool round_read(struct arena *arena, const json_t *line)
{
    const json_t *pairings = json_object_get(line, "pairings");
    if (json_array_size(pairings) != (size_t)arena->pairing_count)
        return false;
    for (size_t i = 0; i < (size_t)arena->pairing_count; i++) {
        if (!shares_read(json_array_get(pairings, i), &arena->shares[i]))
            return false;
    }
    return faults_read(arena, json_object_get(line, "faults")) && arena_count(arena);
}

/* Counts the complete rounds; returns the offset of the end of the last one, 0 after complaining. */
static size_t rounds_read(struct arena *arena, const char *bytes, size_t size, size_t head)
{
    size_t end = head;
    for (size_t at = head; at < size;) {
        const char *newline = memchr(bytes + at, '\n', size - at);
        if (!newline)
            break;
        json_t *line = json_loadb(bytes + at, (size_t)(newline - bytes) - at, 0, NULL);
        const char *type = json_string_value(json_object_get(line, "type"));
        at = (size_t)(newline - bytes) + 1;
        bool round = type && strcmp(type, "round") == 0;
        bool fine = type && (!round || round_read(arena, line));
        json_decref(line);
        if (!fine) {
            complain("%s is damaged", arena->settings->file);
            return 0;
        }
        if (round)
            end = at;
    }
    return end;
}

bool arena_file_line(struct arena *arena, const char *line, size_t length, bool *round)
{
    static const char begins[] = "{\"type\":\"round\"";
    *round = strncmp(line, begins, sizeof begins - 1) == 0;
    if (*round) {
        json_t *read = json_loadb(line, length, 0, NULL);
        bool fine = read && round_read(arena, read);
        json_decref(read);
        if (!fine) {
            complain("a worker of the arena wrote nonsense");
            return false;
        }
    }
    return arena->file < 0 || line_write(arena, line, length);
}

int arena_file_open(struct arena *arena, const char *name)
{
    static char head[HEAD_BYTES];
    struct lan_text text = lan_text_init(head, sizeof head);
    head_write(arena, &text);
    bool there = file_exists(name);
    size_t size = 0, end = 0;
    if (there) {
        char *bytes = file_read(name, file_bytes_max, &size);
        if (!bytes)
            return CLI_BAD_FILE;
        bool same = size >= text.length && memcmp(bytes, head, text.length) == 0;
        if (same)
            end = rounds_read(arena, bytes, size, text.length);
        else
            complain("%s is no arena of these bots, options, parts and seed, made by this version", name);
        free(bytes);
        if (!end)
            return CLI_BAD_FILE;
    }
    arena->file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (arena->file < 0 || ftruncate(arena->file, (off_t)end) != 0 || lseek(arena->file, 0, SEEK_END) < 0) {
        complain_in("cannot write %s: %s", "impossible d'écrire %s : %s", name, strerror(errno));
        return CLI_FAILED;
    }
    return there || line_write(arena, head, text.length) ? CLI_OK : CLI_FAILED;
}
