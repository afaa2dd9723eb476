/* records.c - the log as it is stored, records, replay and review (offline.h). */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "document.h"
#include "record.h"
#include "record_write.h"
#include "replay.h"
#include "review.h"

/* ---- The log ------------------------------------------------------------------------------------------- */

bool offline_head(struct offline *offline)
{
    struct record_problem problem;
    char hex[2 * sizeof offline->bots.key + 1];
    size_t length;
    if (!match_there(offline))
        return false;
    char *head = record_write_head(offline->table, &length, &problem);
    if (!head)
        return answer_problem(offline, &problem);
    js_raw(&offline->out, "head", head, length);
    free(head);
    const struct lan_dice *dice = table_dice(offline->table);
    if (dice) {
        hex_write(dice->key, sizeof dice->key, hex);
        js_string(&offline->out, "key", hex);
    }
    return answer_end(offline);
}

/* The next line, with its link of the chain. */
static void line_write(struct offline *offline)
{
    struct buf *out = &offline->out;
    struct record_chain *chain = &offline->chain;
    struct table_entry entry;
    struct lan_text text;
    table_entry(offline->table, ++chain->number, &entry);
    js_key(out, NULL);
    text = buf_text(out, TABLE_ENTRY_JSON_MAX);
    table_entry_json(table_game(offline->table), chain->number, &entry, &text);
    table_chain_step(text.at, text.length, chain->hash);
    buf_text_end(out, &text);
    out->length--; /* the brace, which comes again behind the link */
    js_hex(out, "hash", chain->hash, RECORD_LINK_BYTES);
    js_end_object(out);
}

bool offline_lines(struct offline *offline)
{
    if (!match_there(offline))
        return false;
    js_array(&offline->out, "lines");
    while (offline->chain.number < table_count(offline->table))
        line_write(offline);
    js_end_array(&offline->out);
    return answer_end(offline);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

bool offline_record(struct offline *offline, const char *kind, int viewer)
{
    struct record_problem problem;
    int at = 0;
    size_t length;
    char *text;
    if (!match_there(offline) || !viewer_there(offline, viewer, &at))
        return false;
    if (strcmp(kind, record_words[RECORD_FULL]) == 0)
        text = record_write_full(offline->table, &length, &problem);
    else if (strcmp(kind, record_words[RECORD_SAVE]) == 0)
        text = record_write_save(offline->table, &length, &problem);
    else if (strcmp(kind, record_words[RECORD_SEAT]) == 0)
        text = record_write_seat(offline->table, at, &length, &problem);
    else
        return answer_fail(offline, FAIL_BAD_FIELD);
    if (!text)
        return answer_problem(offline, &problem);
    offline->record = text;
    offline->record_length = length;
    return true;
}

/* ---- Replay -------------------------------------------------------------------------------------------- */

bool offline_replay(struct offline *offline, int eyes, uint32_t move, const char *notation)
{
    lan_action action = 0;
    if (!match_over(offline))
        return false;
    if (eyes < 0 || (eyes != REPLAY_OPEN && eyes > table_rules(offline->table)->seats))
        return answer_fail(offline, FAIL_NO_SEAT);
    bool seat = eyes != REPLAY_OPEN && eyes != REPLAY_WATCHER;
    if (*notation && !seat)
        return answer_fail(offline, FAIL_NO_ACTION);
    if (*notation && !action_read(offline, notation, &action))
        return false;
    wire_replay_write(&offline->out, offline->table, eyes, move);
    int refusal = *notation ? wire_replay_refusal(offline->table, eyes - 1, move, action) : 0;
    if (refusal)
        wire_refusal_write(&offline->out, "why", offline->table, refusal);
    return answer_end(offline);
}

/* ---- Review -------------------------------------------------------------------------------------------- */

/* The document of a review into the answer; its length is not known before it is written. */
static bool review_write(struct offline *offline, const struct review *review, int at)
{
    const char *names[LAN_SEATS_MAX];
    struct lan_text text = {.cut = true};
    char *memory = NULL;
    table_names(offline->table, names);
    for (size_t size = 1 << 16; text.cut && size <= OFFLINE_REVIEW_TEXT; size *= 2) {
        struct lan_json json;
        free(memory);
        memory = malloc(size);
        if (!memory)
            return answer_fail(offline, FAIL_MEMORY);
        text = lan_text_init(memory, size);
        lan_json_init(&json, &text);
        json.base.open_object(&json.base, NULL);
        review_document(review, at, names, &json);
        json.base.close(&json.base);
    }
    if (!text.cut)
        js_raw(&offline->out, "review", memory, text.length);
    free(memory);
    return text.cut ? answer_fail(offline, FAIL_REVIEW_LONG) : answer_end(offline);
}

bool offline_review(struct offline *offline, int seat, int playouts, int beliefs)
{
    struct record_problem problem;
    int at;
    if (!match_over(offline) || !viewer_there(offline, seat, &at))
        return false;
    if (playouts < 0 || playouts > REVIEW_PLAYOUTS_MAX || beliefs < 0 || beliefs > REVIEW_PLAYOUTS_MAX)
        return answer_fail(offline, FAIL_BAD_FIELD);
    if (!review_possible(RECORD_FULL, offline->table, &problem))
        return answer_problem(offline, &problem);
    unsigned all = (1u << table_rules(offline->table)->seats) - 1;
    const struct review_setup setup = {
        .seats = (uint16_t)(seat ? 1u << at : all), .playouts = playouts, .beliefs = seat ? beliefs : 0};
    struct review *review = review_create(offline->table, &setup);
    if (!review)
        return answer_fail(offline, FAIL_MEMORY);
    bool written = review_write(offline, review, at);
    review_free(review);
    return written;
}
