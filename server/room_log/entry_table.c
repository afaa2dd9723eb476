#include "entry_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limit.h"
#include "rated.h"
#include "room_log.h"
#include "settings.h"
#include "table.h"
#include "words.h"

/* ---- Lists of persons ---------------------------------------------------------------------------------- */

/* The index of the person, or the count when the person is not among them. */
static int people_find(const struct people *people, const char *person)
{
    int at = 0;
    while (at < people->count && strcmp(people->one[at].id, person) != 0)
        at++;
    return at;
}

bool people_contain(const struct people *people, const char *person)
{
    return people_find(people, person) < people->count;
}

void people_change(struct people *people, const char *person, const char *name, bool on)
{
    int at = people_find(people, person);
    if (on && at == people->count) {
        people->one = mem_grow(people->one, ((size_t)at + 1) * sizeof *people->one);
        struct people_one *one = &people->one[people->count++];
        snprintf(one->id, sizeof one->id, "%s", person);
        snprintf(one->name, sizeof one->name, "%s", name);
    } else if (!on && at < people->count) {
        people->one[at] = people->one[--people->count];
    }
}

void people_free(struct people *people)
{
    free(people->one);
    *people = (struct people){0};
}

/* ---- Before the game ----------------------------------------------------------------------------------- */

/* The seats are as many as the settings say; those that go are empty or a bot's. */
static void seats_fit(struct room_log *log, int seats)
{
    int before = log->settings.seats;
    for (int seat = seats; seat < before; seat++)
        seat_give(&log->seat[seat], TABLE_EMPTY);
    log->seat = mem_grow(log->seat, (size_t)seats * sizeof *log->seat);
    for (int seat = before; seat < seats; seat++)
        log->seat[seat] = (struct room_seat){.kind = TABLE_EMPTY};
}

bool apply_settings(struct room_log *log, json_t *entry)
{
    json_t *settings = json_object_get(entry, "settings");
    struct room_settings read;
    if (log->match || log->state != ROOM_SEATING)
        return false;
    json_object_set(settings, "version", json_object_get(entry, "version"));
    if (!settings_read(NULL, settings, &read))
        return false;
    seats_fit(log, read.seats);
    settings_free(&log->settings);
    log->settings = read;
    /* Who was ready was ready for something else. */
    for (int seat = 0; seat < log->settings.seats; seat++)
        log->seat[seat].ready = false;
    return true;
}

bool apply_swap(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    int64_t with = entry_int(entry, "with");
    if (at < 0 || log->match || with < 1 || with > log->settings.seats)
        return false;
    struct room_seat seat = log->seat[at];
    log->seat[at] = log->seat[with - 1];
    log->seat[with - 1] = seat;
    return true;
}

bool apply_ready(struct room_log *log, json_t *entry)
{
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (room_log_holds(log, seat, entry_text(entry, "person")))
            log->seat[seat].ready = json_is_true(json_object_get(entry, "on"));
    }
    return true;
}

/* ---- At any time --------------------------------------------------------------------------------------- */

bool apply_name(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    if (at < 0 || log->seat[at].kind != TABLE_PERSON)
        return false;
    snprintf(log->seat[at].name, sizeof log->seat[at].name, "%s", entry_text(entry, "name"));
    return !json_object_get(entry, "e") || moves_apply(log, entry);
}

bool apply_host(struct room_log *log, json_t *entry)
{
    snprintf(log->host, sizeof log->host, "%s", entry_text(entry, "person"));
    return *log->host;
}

bool apply_heir(struct room_log *log, json_t *entry)
{
    const char *from = entry_text(entry, "from"), *to = entry_text(entry, "person");
    if (!*from || !*to || log->state == ROOM_DICE)
        return false;
    if (strcmp(log->host, from) == 0)
        snprintf(log->host, sizeof log->host, "%s", to);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (room_log_holds(log, seat, from))
            snprintf(log->seat[seat].person, sizeof log->seat[seat].person, "%s", to);
    }
    rated_heir(log, from, to);
    struct people *lists[] = {&log->removed, &log->muted};
    for (int i = 0; i < 2; i++) {
        int at = people_find(lists[i], from);
        if (at == lists[i]->count)
            continue;
        struct people_one one = lists[i]->one[at];
        people_change(lists[i], from, "", false);
        people_change(lists[i], to, one.name, true);
    }
    return true;
}

bool apply_words(struct room_log *log, json_t *entry)
{
    json_t *words = json_object_get(entry, "words");
    if (!words_valid(words, LIMIT_WORDS))
        return false;
    json_decref(log->words);
    log->words = json_array_size(words) ? json_incref(words) : NULL;
    return true;
}

bool apply_remove(struct room_log *log, json_t *entry)
{
    json_t *part;
    size_t at;
    bool on = !json_is_false(json_object_get(entry, "on"));
    people_change(&log->removed, entry_text(entry, "person"), entry_text(entry, "name"), on);
    json_array_foreach(json_object_get(entry, "seats"), at, part)
    {
        if (!(log->match ? apply_seat(log, part) : apply_stand(log, part)))
            return false;
        if (log->state == ROOM_DICE)
            exchange_end(log);
    }
    return true;
}

/* ---- Votes --------------------------------------------------------------------------------------------- */

bool apply_vote(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    int64_t by = entry_int(entry, "by");
    if (at < 0 || by < 1 || by > log->settings.seats)
        return false;
    uint16_t bit = (uint16_t)(1u << (by - 1));
    log->seat[at].bot_votes = (uint16_t)(log->seat[at].bot_votes & ~bit);
    if (json_is_true(json_object_get(entry, "yes")))
        log->seat[at].bot_votes |= bit;
    log->refused = (struct room_refusal){0};
    return moves_apply(log, entry);
}

bool apply_refuse(struct room_log *log, json_t *entry)
{
    int at = entry_seat(log, entry);
    int64_t by = entry_int(entry, "by");
    if (by < 1 || by > log->settings.seats)
        return false;
    log->refused = (struct room_refusal){(int)by, at + 1};
    if (at >= 0)
        log->seat[at].bot_votes = 0;
    return moves_apply(log, entry);
}
