/*
 * arena_pace.h - when the seats of an arena are asked: at moments that follow from public things alone.
 *
 * A program at a seat sees when it is asked. So that this tells nothing of the others, every position has a
 * timetable, which begins anew with every change that all can see (bots/moment.h): first a short slot for
 * every seat, from the active one on, in which the seat is asked what it may do besides, then a slot for each
 * seat that the game waits for. The slots of a game are all of the same length. They pass whether the seat
 * has a question or not, however many choices it has and however long it takes. The action of a slot is
 * carried out at the slot's end, where the next position begins if the action is public. What is not answered
 * before the end of its slot is answered without the bot: a program's by a random move, a built-in bot's with
 * what it has.
 *
 * Only a program's question and the end of a game wait for the true clock. Between them the timetable runs
 * ahead of it: a game without programs waits for nothing, and a built-in bot may use up what earlier ones
 * left.
 *
 * An action that nobody else is told of is followed at once by the next question of its seat, and the slot's
 * end is put off once by a fixed time, as on a server (room_bot.h): so their number does not show.
 *
 * When the machine is so busy that a question comes late all the same, the timetable moves back by the delay,
 * and the delay is counted.
 */
#ifndef LAN_ARENA_PACE_H
#define LAN_ARENA_PACE_H

#include "lan.h"
#include "moment.h"

/* A clock that never goes back, in microseconds; a test has one of its own. */
struct arena_clock {
    int64_t (*now)(void *context);
    void (*wait)(void *context, int64_t until); /* returns earlier when a signal asks to stop */
    void *context;
};

extern const struct arena_clock arena_clock_true;

struct arena_pace {
    const struct arena_clock *clock;
    int64_t slot; /* microseconds; 0: everybody is asked at once, and how long others think can be measured */
    bool may;     /* the game has questions that may be declined */
    int seats;
    struct moment moment;
    int64_t begun; /* of the position, by the timetable */
    int64_t off;   /* by how much its slots were put off */
    uint16_t must; /* in the position's beginning */
    uint8_t active;
    int at;             /* the last slot used in the position, -1: none */
    int64_t start, end; /* of the slot that is used */
    bool again;         /* its seat is asked again, after an unseen action */
    uint64_t late;      /* questions that came after their moment, in all games */
};

/* Begins the timetable of a game at the present time. The table must outlive it. */
void arena_pace_begin(struct arena_pace *pace, const struct arena_clock *clock, int64_t slot, bool may,
                      const struct table *table);

/* Finds the slot of the seat that is asked next. */
void arena_pace_seat(struct arena_pace *pace, struct lan_asked asked);

/* Waits until the slot begins; returns the microseconds that an answer may take. For a slot of 0: 0. */
int64_t arena_pace_wait(struct arena_pace *pace);

/* Whether a built-in bot must answer now. */
bool arena_pace_over(const struct arena_pace *pace);

/* After every action: what has become public begins a new position at the end of the slot. */
void arena_pace_acted(struct arena_pace *pace);

/* Waits for the time at which the last action was carried out. */
void arena_pace_end(struct arena_pace *pace);

/* Of the microseconds of a slot those that an answer may take; the rest is for the arena's own work. */
int64_t arena_pace_limit(int64_t slot);

#endif
