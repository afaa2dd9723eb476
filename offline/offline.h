/*
 * offline.h - a table in the page: one match on one device, without a server. The functions of this header
 * are what the module for WebAssembly exports (scripts/offline); they do no I/O and read no clock.
 *
 * Everything comes in as texts and numbers: options, actions and the lines of a log in the notation that core
 * parses. No JSON is read here. Strings are UTF-8 with a 0 byte at the end and belong to the caller. Seats
 * and viewers are numbered as in the protocol: 1..8, and 0 for the watcher. Times are milliseconds in a
 * double, which JavaScript has; random bytes come in as a key of 64 hexadecimal digits.
 *
 * Every operation leaves its answer in the object, until the next call on it: JSON as the server would send
 * it, {"ok":true,...}, or {"ok":false,"error":{"code":...,"say":{...}}} with nothing changed. What a viewer
 * is shown in it is written by wire/. An operation returns whether it was carried out.
 *
 * The keeper of a match and the one who thinks for a bot are two objects, in the page two instances of the
 * module: the keeper hands over a question (offline_question), which is made of what the seat knows, and the
 * other has nothing but the rules and that question (offline_think).
 *
 * Memory: an instance may grow to OFFLINE_MEMORY bytes. An operation begins only when OFFLINE_ROOM bytes are
 * free, more than any of them needs for its answer; otherwise it is refused with a sentence. What needs more
 * (records, reviews, the memory of a search) asks for it by itself and is refused in the same way.
 */
#ifndef LAN_OFFLINE_H
#define LAN_OFFLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OFFLINE_MEMORY = 64 << 20,       /* the most that an instance of the module may have */
    OFFLINE_ROOM = 8 << 20,          /* free when an operation begins */
    OFFLINE_SEARCH = 32 << 20,       /* for the trees of a bot that searches */
    OFFLINE_REVIEW_TEXT = 4 << 20,   /* the longest review, as text */
    OFFLINE_ITERATIONS_MAX = 100000, /* of a search for one answer */
};

struct offline;

/* NULL when there is no memory. */
struct offline *offline_create(void);
void offline_destroy(struct offline *offline); /* NULL is allowed */

/* The answer to the last operation, with a 0 byte behind it. */
const char *offline_answer(const struct offline *offline);
size_t offline_answer_length(const struct offline *offline);

/* ---- What games there are (offline.c) ------------------------------------------------------------------ */

/* The answers of the protocol's `games` and, for the set-up of this object, `game`. `lang` is "en", "fr" or
   "" for both. */
bool offline_games(struct offline *offline, const char *lang);
bool offline_texts(struct offline *offline, const char *lang);

/* ---- The set-up (match.c) ------------------------------------------------------------------------------ */

/*
 * Begins a set-up, which replaces what the object had: every seat a person, options as the game has them.
 * Version 0 is the newest. The functions below it change the set-up; texts are copied.
 */
bool offline_setup(struct offline *offline, const char *game, int version, int seats);
bool offline_option(struct offline *offline, const char *name, const char *value);
bool offline_seat(struct offline *offline, int seat, const char *holder, const char *name, const char *level);
bool offline_clock(struct offline *offline, const char *kind, const char *policy, const char *stand_in);
bool offline_clock_times(struct offline *offline, double budget, double increment, double move,
                         double window);
bool offline_commitment(struct offline *offline, const char *name, const char *value);

/* Settings of the table that are no part of the match: taking back, advice, derived fields of the view. */
bool offline_table(struct offline *offline, const char *id, bool undo, bool hints, bool notebook);

/* Begins the match: `key` is that of the dice. All seats must be taken. */
bool offline_begin(struct offline *offline, const char *key, double now);

/*
 * Or builds it from a record or from what is stored of it, after the set-up, in this order: the hashes of the
 * match, each line of the log with its fields as texts (NULL for those it lacks), the openings, the end.
 * `kind` is "full" or "save"; a save takes its dice from `key`, NULL where it has none. Everything is checked
 * as in record_build.h. The caller then compares its document with that of offline_record: a difference is a
 * field that does not follow from the others.
 */
bool offline_match(struct offline *offline, double start, const char *rules, const char *link);
bool offline_line(struct offline *offline, const char *seat, const char *action, bool timed,
                  const char *table, const char *text, double time, const char *link);
bool offline_opening(struct offline *offline, const char *name, const char *value);
bool offline_finish(struct offline *offline, const char *kind, const char *key);

/* ---- For a viewer (play.c) ----------------------------------------------------------------------------- */

/* The info of the table, as the protocol's `info`; all persons at the table are those of this device. */
bool offline_info(struct offline *offline);

/* The field `turn`, as the watcher knows it. */
bool offline_turn(struct offline *offline);

/* The whole position and, from then on, what is new since the last time; without `update` if nothing is. */
bool offline_open(struct offline *offline, int viewer, uint32_t since, double now);
bool offline_next(struct offline *offline, int viewer, double now);

/* The protocol's operations; `decision` is 0 where the action answers none. */
bool offline_move(struct offline *offline, int seat, uint32_t decision, const char *action, double now);
/* An action that the keeper lets a machine play at a seat: it names no decision. */
bool offline_act(struct offline *offline, int seat, const char *action, double now);
bool offline_undo(struct offline *offline, int seat, double now);
bool offline_agree(struct offline *offline, int seat, bool agrees, double now);
bool offline_leave(struct offline *offline, int seat, double now);
bool offline_why(struct offline *offline, int seat, const char *action);
bool offline_preview(struct offline *offline, int seat, const char *action);

/* ---- The log, records, replay, review (records.c) ------------------------------------------------------ */

/*
 * The head of a record: the fields `match` and `match_hash`, and `key`, that of the dice. And the field
 * `lines`: the lines of the log that were neither handed over here before nor came in by offline_line. Who
 * stores both, each line before it is shown, can build the match again.
 */
bool offline_head(struct offline *offline);
bool offline_lines(struct offline *offline);

/* The answer is the record itself: "full" of a match that has ended, "save", or "seat" of a viewer. */
bool offline_record(struct offline *offline, const char *kind, int viewer);

/* Of a match that has ended: `eyes` as in wire/replay.h; `action`, which may be "", is tried there. */
bool offline_replay(struct offline *offline, int eyes, uint32_t move, const char *action);

/* Of a match that has ended: the field `review`, for one seat or, with 0, for all. */
bool offline_review(struct offline *offline, int seat, int playouts, int beliefs);

/* ---- Bots (think.c) ------------------------------------------------------------------------------------ */

/*
 * The moments at which machines answer (bots/moment.h): the fields `begun`, whether a new position has begun
 * in public since the last call, and `pauses`, by seat, in milliseconds from its beginning.
 */
bool offline_moments(struct offline *offline, double pace);

/* The field `unseen`: nobody but the seat would notice this action, so that it needs no moment. */
bool offline_unseen(struct offline *offline, int seat, const char *action);

/*
 * The field `action`: what the standing answer "pass" or "react" of a person gives in the reaction window
 * that the seat is asked in (bots/standing.h); null when it is asked in none.
 */
bool offline_standing(struct offline *offline, int seat, const char *answer);

/*
 * The question put to a seat now: the answer is bytes, made of the seat's view, what it was told, its actions
 * and a seed. It does not depend on anything that the seat may not know. Refused when nothing is asked.
 */
bool offline_question(struct offline *offline, int seat);

/* The same for advice to a person: refused at a table without hints, and when no decision is open. */
bool offline_hint(struct offline *offline, int seat);

/*
 * The book from which the bot "equilibrium" of Shy Monsters plays (share/shy-monsters.book), for the one who
 * thinks: the bot is refused without it. For every object of the instance. The bytes are copied; those that
 * are no book are refused.
 */
bool offline_book(struct offline *offline, const uint8_t *book, size_t size);

/*
 * What a bot answers to such a question, in an object that has the same set-up and no match: the fields
 * `action` and, where the bot gives one, `reason`; `action` is null when it declines to do what it only may.
 * With `must` only what the game waits for is thought about, as for a hint. A question that is not one of
 * these rules is refused.
 */
bool offline_think(struct offline *offline, const char *bot, const uint8_t *question, size_t size,
                   uint32_t iterations, bool must);

#endif
