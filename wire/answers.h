/*
 * answers.h - answers to a seat's questions about an action: would it be accepted and if not why, what would
 * it do, what does a bot advise.
 *
 * Each function writes fields into an object that the caller has opened in `out`. The caller has checked that
 * the asking person holds the seat; what is written follows from what that seat knows.
 */
#ifndef LAN_WIRE_ANSWERS_H
#define LAN_WIRE_ANSWERS_H

#include <stdbool.h>

#include "buf.h"
#include "lan.h"
#include "preview.h"
#include "table.h"

/* What an error is about, apart from its sentence; each NULL or "" for nothing. */
struct wire_at {
    const char *clause; /* the id of a rule's clause */
    const char *option; /* the name of an option */
    const char *about;  /* the name of a field or of a limit: for hosts and programmers */
};

/* An error under `key`: {"code":...,"say":{...}}, with what of `at` is there. */
void wire_error_write(struct buf *out, const char *key, const char *code, const struct lan_words *say,
                      const struct wire_at *at);

/*
 * The error `refused` under `key`, with the sentence and the clause of a refusal by the game or the table;
 * not 0.
 */
void wire_refusal_write(struct buf *out, const char *key, const struct table *table, int refusal);

/*
 * The field `accepted`: whether the rules accept the action of the seat in the present position, in which it
 * is tried on a copy. If not, the field `why` has the refusal; if so, the field `warning` has what the game
 * says to a player about to harm only themselves, if anything.
 */
void wire_why_write(struct buf *out, const struct table *table, int seat, lan_action action);

/*
 * The fields `end` and `told` of a preview and, unless it depends on hidden things, `view` with the fields
 * that differ from `now`, the seat's present view, and `turn`.
 */
void wire_preview_write(struct buf *out, const struct lan_rules *rules, const struct lan_view *now,
                        const struct preview *preview, bool unaided);

/* The fields `action` and, where the bot gives one, `reason`. */
void wire_advice_write(struct buf *out, const struct lan_game *game, const struct lan_advice *advice);

#endif
