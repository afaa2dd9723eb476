#include "rated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "lan.h"
#include "odds.h"
#include "room_log.h"
#include "settings.h"
#include "table.h"

const char *const rated_words[] = {NULL, NULL, "left", "ended", "other"};

bool rated_possible(const struct lan_rules *rules)
{
    struct odds odds;
    return rules->seats >= 2 && odds_find(rules, &odds);
}

bool rated_people(const struct room_log *log)
{
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (log->seat[seat].kind != TABLE_PERSON)
            return false;
        for (int before = 0; before < seat; before++) {
            if (room_log_holds(log, before, log->seat[seat].person))
                return false;
        }
    }
    return true;
}

/*
 * ---- Entries and documents -----------------------------------------------------------------------------
 */

static void real_write(struct buf *out, const char *key, double value)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%.9g", value);
    js_raw(out, key, text, (size_t)length);
}

static double real_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

void rated_write(struct buf *out, const struct room_rating *ratings, int seats)
{
    js_array(out, "ratings");
    for (int seat = 0; seat < seats; seat++) {
        js_object(out, NULL);
        js_string(out, "person", ratings[seat].person);
        real_write(out, "mean", ratings[seat].rating.mean);
        real_write(out, "variance", ratings[seat].rating.variance);
        js_int(out, "games", ratings[seat].rating.games);
        js_end_object(out);
    }
    js_end_array(out);
}

bool rated_read(struct room_log *log, json_t *entry)
{
    json_t *list = json_object_get(entry, "ratings"), *one;
    size_t at;
    if (!list)
        return true;
    if (json_array_size(list) != (size_t)log->settings.seats)
        return false;
    free(log->ratings);
    log->ratings = mem_zero((size_t)log->settings.seats * sizeof *log->ratings);
    json_array_foreach(list, at, one)
    {
        struct room_rating *rating = &log->ratings[at];
        const char *person = json_string_value(json_object_get(one, "person"));
        snprintf(rating->person, sizeof rating->person, "%s", person ? person : "");
        rating->rating = (struct rating){.mean = real_of(one, "mean"),
                                         .variance = real_of(one, "variance"),
                                         .games = (int)json_integer_value(json_object_get(one, "games"))};
        if (!person || !rating_sane(&rating->rating))
            return false;
    }
    return true;
}

void rated_heir(struct room_log *log, const char *from, const char *to)
{
    for (int seat = 0; log->ratings && seat < log->settings.seats; seat++) {
        if (strcmp(log->ratings[seat].person, from) == 0)
            snprintf(log->ratings[seat].person, sizeof log->ratings[seat].person, "%s", to);
    }
}

void rated_give(struct room_log *log, int seat, const char *person)
{
    if (log->ratings && strcmp(log->ratings[seat].person, person) != 0)
        log->ratings[seat].given = true;
}

void rated_evidence_write(struct buf *out, const struct rating_evidence *evidence)
{
    js_object(out, "rated");
    real_write(out, "chance", evidence->chance);
    real_write(out, "doubt", evidence->doubt);
    real_write(out, "share", evidence->share);
    real_write(out, "others", evidence->others);
    real_write(out, "variance", evidence->variance);
    js_end_object(out);
}

bool rated_evidence_read(const json_t *mine, struct rating_evidence *evidence)
{
    const json_t *rated = json_object_get(mine, "rated");
    *evidence = (struct rating_evidence){.chance = real_of(rated, "chance"),
                                         .doubt = real_of(rated, "doubt"),
                                         .share = real_of(rated, "share"),
                                         .others = real_of(rated, "others"),
                                         .variance = real_of(rated, "variance"),
                                         .won = json_is_true(json_object_get(mine, "won"))};
    return rated && rating_evidence_sane(evidence);
}

void rated_shown_write(struct buf *out, const char *key, const struct rating *rating)
{
    js_object(out, key);
    js_int(out, "points", rating_points(rating));
    js_int(out, "margin", rating_margin(rating));
    js_end_object(out);
}

/*
 * ---- Whether a game counts -----------------------------------------------------------------------------
 */

/* Whether a bot has played a seat, be it for a moment. */
static bool stood_in(const struct table *table)
{
    uint32_t count = table_count(table);
    for (uint32_t number = 1; number <= count; number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        if (entry.kind == TABLE_ENTRY_BOT)
            return true;
    }
    return false;
}

static bool same_people(const struct room_log *log)
{
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (log->ratings[seat].given || !room_log_holds(log, seat, log->ratings[seat].person) ||
            log->seat[seat].left)
            return false;
    }
    return rated_people(log);
}

enum rated rated_state(const struct room_log *log)
{
    if (!log->settings.rated || !log->match)
        return RATED_NOT;
    if (!log->verifiable || log->brought || *log->parent || !log->ratings)
        return RATED_OTHER;
    enum table_end end = table_end(log->match->table);
    if (end == TABLE_RESIGNED || end == TABLE_ABANDONED)
        return RATED_ENDED;
    return same_people(log) && !stood_in(log->match->table) ? RATED_GOOD : RATED_LEFT;
}

bool rated_evidence(const struct room_log *log, int seat, struct rating_evidence *evidence)
{
    struct odds odds;
    struct rating_seat seats[LAN_SEATS_MAX];
    union lan_state_buf copy;
    if (rated_state(log) != RATED_GOOD || table_end(log->match->table) != TABLE_FINISHED)
        return false;
    const struct table *table = log->match->table;
    const struct lan_rules *rules = table_rules(table);
    if (!odds_find(rules, &odds) ||
        !odds_seats(&odds, rules, table_state_at(table, table_count(table), &copy), seats))
        return false;
    for (int at = 0; at < log->settings.seats; at++) {
        seats[at].mean = log->ratings[at].rating.mean;
        seats[at].variance = log->ratings[at].rating.variance;
    }
    *evidence = rating_evidence_of(seats, log->settings.seats, seat);
    return true;
}
