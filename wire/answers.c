#include "answers.h"

#include <string.h>

#include "draw.h"
#include "fields.h"

/* Wide enough that no sentence is broken into lines. */
/* ---- Refusals ------------------------------------------------------------------------------------------ */

void wire_error_write(struct buf *out, const char *key, const char *code, const struct lan_words *say,
                      const struct wire_at *at)
{
    js_object(out, key);
    js_string(out, "code", code);
    js_words(out, "say", say);
    if (at->clause && *at->clause)
        js_string(out, "clause", at->clause);
    if (at->option && *at->option)
        js_string(out, "option", at->option);
    if (at->about && *at->about)
        js_string(out, "about", at->about);
    js_end_object(out);
}

void wire_refusal_write(struct buf *out, const char *key, const struct table *table, int refusal)
{
    int clause;
    struct lan_words say;
    for (int lang = 0; lang < LAN_LANGS; lang++)
        say.in[lang] = table_refusal_say(table, refusal, (enum lan_lang)lang, &clause);
    wire_error_write(out, key, "refused", &say,
                     &(struct wire_at){.clause = clause ? table_game(table)->clauses[clause].id : NULL});
}

/* ---- Why not ------------------------------------------------------------------------------------------- */

/* The refusal of an action in a copy of the present position, or 0. */
static int action_try(const struct table *table, int seat, lan_action action)
{
    union lan_state_buf copy;
    const struct lan_state *state = table_state_at(table, table_count(table), &copy);
    if (state != (const struct lan_state *)&copy)
        memcpy(&copy, state, table_game(table)->state_size);
    return lan_apply(table_rules(table), (struct lan_state *)&copy, seat, action, NULL);
}

void wire_why_write(struct buf *out, const struct table *table, int seat, lan_action action)
{
    union lan_view_buf view;
    int refusal = action_try(table, seat, action);
    js_bool(out, "accepted", !refusal);
    if (refusal)
        wire_refusal_write(out, "why", table, refusal);
    else
        wire_warning_write(out, "warning", table, table_view(table, seat, &view), action);
}

/* ---- What it would do, and what to do ------------------------------------------------------------------ */

void wire_preview_write(struct buf *out, const struct lan_rules *rules, const struct lan_view *now,
                        const struct preview *preview, bool unaided)
{
    static const char *const ends[PREVIEW_ENDS] = {"settled", "chance", "hidden"};
    js_string(out, "end", ends[preview->end]);
    js_array(out, "told");
    for (int i = 0; i < preview->told.count; i++)
        wire_event_write(out, rules->game, &preview->told.event[i]);
    js_end_array(out);
    if (preview->end == PREVIEW_HIDDEN)
        return;
    wire_view_diff_write(out, rules, now, (const struct lan_view *)&preview->view, unaided, false);
    wire_turn_write(out, preview->turn.must, preview->turn.active, preview->turn.window);
}

void wire_advice_write(struct buf *out, const struct lan_game *game, const struct lan_advice *advice)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(game, advice->action, &text);
    js_string(out, "action", notation);
    struct lan_words reason = {{advice->reason[LAN_EN], advice->reason[LAN_FR]}};
    if (*advice->reason[LAN_EN])
        js_words(out, "reason", &reason);
}
