#include "arena_pace.h"

#include <time.h>

#include "stop.h"

enum {
    OPTIONAL_PART = 4, /* the slot of an optional question is this part of the others */
    MARGIN_PART = 8,   /* of a slot that is not for answering */
    UNSEEN_SLOTS = 4,  /* by which a slot's end is put off when the seat acts unseen */
    UNSEEN_PART = 3,   /* a question after an unseen action may take this part of what is left */
    SECOND = 1000000,
    LATE = 2000 /* microseconds that are not noticed */
};

static int64_t true_now(void *context)
{
    struct timespec time;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec / 1000;
}

static void true_wait(void *context, int64_t until)
{
    const struct timespec time = {.tv_sec = until / SECOND, .tv_nsec = until % SECOND * 1000};
    (void)context;
    while (!stop_wanted() && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0)
        ;
}

const struct arena_clock arena_clock_true = {.now = true_now, .wait = true_wait};

static int64_t clock_now(const struct arena_pace *pace)
{
    return pace->clock->now(pace->clock->context);
}

int64_t arena_pace_limit(int64_t slot)
{
    return slot - slot / MARGIN_PART;
}

static void position_begin(struct arena_pace *pace, int64_t time)
{
    pace->begun = time;
    pace->off = 0;
    pace->at = -1;
    pace->must = pace->moment.must;
    pace->active = pace->moment.active;
}

void arena_pace_begin(struct arena_pace *pace, const struct arena_clock *clock, int64_t slot, bool may,
                      const struct table *table)
{
    *pace = (struct arena_pace){
        .clock = clock, .slot = slot, .may = may, .seats = table_rules(table)->seats, .late = pace->late};
    moment_init(&pace->moment, table);
    moment_follow(&pace->moment);
    position_begin(pace, clock_now(pace));
}

/* The number of a seat's slot, in the order of lan_next. */
static int slot_of(const struct arena_pace *pace, struct lan_asked asked)
{
    int first = pace->active < pace->seats ? pace->active : 0;
    if (asked.optional)
        return (asked.seat - first + pace->seats) % pace->seats;
    return pace->seats + __builtin_popcount(pace->must & ((1u << asked.seat) - 1));
}

void arena_pace_seat(struct arena_pace *pace, struct lan_asked asked)
{
    int64_t shorter = pace->may ? pace->slot / OPTIONAL_PART : 0;
    int at = slot_of(pace, asked);
    int64_t start = pace->begun + (at < pace->seats ? at : pace->seats) * shorter +
                    (at < pace->seats ? 0 : at - pace->seats) * pace->slot;
    pace->again = at <= pace->at;
    if (pace->again) { /* at once */
        pace->off = UNSEEN_SLOTS * pace->slot;
        pace->end = start + (asked.optional ? shorter : pace->slot) + pace->off;
        return;
    }
    pace->at = at;
    pace->start = start + pace->off;
    pace->end = pace->start + (asked.optional ? shorter : pace->slot);
}

int64_t arena_pace_wait(struct arena_pace *pace)
{
    if (!pace->slot)
        return 0;
    pace->clock->wait(pace->clock->context, pace->start);
    int64_t late = pace->again ? 0 : clock_now(pace) - pace->start;
    if (late > LATE) {
        pace->late++;
        pace->begun += late;
        pace->start += late;
        pace->end += late;
    }
    int64_t left = arena_pace_limit(pace->end - pace->start);
    if (!pace->again)
        return left;
    left -= clock_now(pace) - pace->start;
    return left > 0 ? left / UNSEEN_PART + 1 : 1;
}

bool arena_pace_over(const struct arena_pace *pace)
{
    return pace->slot && clock_now(pace) >= pace->start + arena_pace_limit(pace->end - pace->start);
}

void arena_pace_acted(struct arena_pace *pace)
{
    const struct moment before = pace->moment;
    const struct moment *after = &pace->moment;
    bool changed = moment_follow(&pace->moment);
    changed |= after->number != before.number || after->must != before.must;
    if (changed)
        position_begin(pace, pace->end);
}

void arena_pace_end(struct arena_pace *pace)
{
    if (pace->slot)
        pace->clock->wait(pace->clock->context, pace->begun);
}
