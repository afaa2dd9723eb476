/* warn.c - actions that show who somebody is, and answers to questions that are asked for cover. */
#include "state.h"

#include "edition.h"

/* Actions that reveal a hidden character: SH-R1 by themselves, SH-R2 by using an ability. */
static const bool reveals[SHADOW_ACTIONS] = {
    [SHADOW_ACTION_REVEAL] = true,    [SHADOW_ACTION_TELEPORT] = true, [SHADOW_ACTION_HORN] = true,
    [SHADOW_ACTION_ROB] = true,       [SHADOW_ACTION_LOOT_ALL] = true, [SHADOW_ACTION_SUCK] = true,
    [SHADOW_ACTION_COUNTER] = true,   [SHADOW_ACTION_FEAST] = true,    [SHADOW_ACTION_FEAST_ALL] = true,
    [SHADOW_ACTION_LIGHTNING] = true, [SHADOW_ACTION_DEMOLISH] = true, [SHADOW_ACTION_CAPRICCIO] = true,
    [SHADOW_ACTION_STIGMATA] = true,  [SHADOW_ACTION_CURSE] = true,    [SHADOW_ACTION_NURSE] = true,
    [SHADOW_ACTION_RAY] = true,       [SHADOW_ACTION_LOVE] = true,     [SHADOW_ACTION_DIG] = true,
    [SHADOW_ACTION_BARRIER] = true,   [SHADOW_ACTION_MULTIPLY] = true,
};

/*
 * The answer "no" by these clauses comes from everybody alike, whether or not there was something to decide.
 */
const struct lan_cover shadow_covers[SHADOW_COVERS] = {
    {SHADOW_EVENT_DECLINED, SH_R5},  {SHADOW_EVENT_DECLINED, SH_R6},  {SHADOW_EVENT_DECLINED, SH_HR4},
    {SHADOW_EVENT_DECLINED, SH_HR6}, {SHADOW_EVENT_DECLINED, SH_HR7},
};

void shadow_warn(const struct lan_rules *rules, const struct lan_view *opaque, lan_action action,
                 const struct lan_reader *reader, struct lan_text *out)
{
    const struct shadow_view *view = (const struct shadow_view *)opaque;
    int kind = lan_action_kind(action);
    bool fr = reader->lang == LAN_FR;
    (void)rules;
    if (view->viewer >= SHADOW_SEATS_MAX || view->character >= SHADOW_CHARACTERS ||
        shadow_in(view->pub.revealed, view->viewer))
        return;
    if (reveals[kind])
        lan_text_add(out, fr ? "Tout le monde verra qui tu es : " : "Everybody will see who you are: ");
    else if (kind == SHADOW_ACTION_SHOW)
        lan_text_add(out, fr ? "La personne qui a donné la carte verra qui tu es : "
                             : "Whoever gave you the card will see who you are: ");
    else
        return;
    lan_text_add(out, lan_spell_word(reader, shadow_characters[view->character].name.in[reader->lang]));
    lan_text_add(out, ".");
}
