/* say.c - the table's own sentences, refusals and notices, in English and French. See table.h. */
#include "inside.h"

#include <string.h>

static const struct lan_words refusals[TABLE_REFUSALS] = {
    [-TABLE_REFUSED_ENDED] = {{"This match has ended.", "Cette partie est terminée."}},
    [-TABLE_REFUSED_UNDO_NOTHING] = {{"You have nothing to take back.", "Tu n'as rien à annuler."}},
    [-TABLE_REFUSED_UNDO_LATE] = {{"It is too late to take that back: the game has gone on since.",
                                   "Trop tard pour annuler : la partie a continué depuis."}},
    [-TABLE_REFUSED_UNDO_SHOWN] = {{"That cannot be taken back: it has shown something.",
                                    "Impossible d'annuler : cela a révélé quelque chose."}},
    [-TABLE_REFUSED_NOT_PERSON] = {{"Nobody in person sits there.",
                                    "Personne n'y est assis en chair et en os."}},
    [-TABLE_REFUSED_NAME] = {{"A name must have at least one letter and must not be too long.",
                              "Un nom doit avoir au moins une lettre et ne pas être trop long."}},
    [-TABLE_REFUSED_VOTE] = {{"You have already said so.", "Tu l'as déjà dit."}},
    [-TABLE_REFUSED_PAUSE] = {{"The clocks already stand like that.",
                               "Les pendules sont déjà dans cet état."}},
    [-TABLE_REFUSED_FULL] = {{"There has been too much of that in this match.",
                              "Il y en a eu trop dans cette partie."}},
    [-TABLE_REFUSED_MEMORY] = {{"There is no memory left; try again later.",
                                "Il n'y a plus de mémoire ; réessaie plus tard."}},
    [-TABLE_REFUSED_TIME] = {{"Its time lies before the entry before it, or too far in the future.",
                              "Son heure précède celle de l'entrée d'avant, ou se perd dans le futur."}},
    [-TABLE_REFUSED_ENTRY] = {{"No such entry can stand here.",
                               "Une telle entrée ne peut pas se trouver ici."}},
};

const char *table_refusal_say(const struct table *table, int refusal, enum lan_lang lang, int *clause)
{
    lan_assert(refusal != 0 && refusal > -TABLE_REFUSALS && refusal < table->game->refusal_count);
    *clause = refusal > 0 ? table->game->refusals[refusal].clause : 0;
    return refusal > 0 ? table->game->refusals[refusal].text.in[lang] : refusals[-refusal].in[lang];
}

/* {text} is the item's text, {seat!own|other} as in core/say.c. */
static const struct lan_words notices[TABLE_TOLDS] = {
    [TABLE_TOLD_UNDONE] = {{"That was taken back.", "C'est annulé."}},
    [TABLE_TOLD_STOOD_IN] = {{"A bot ({text}) plays for {seat!you|*}.",
                              "Un robot ({text}) joue pour {seat!toi|*}."}},
    [TABLE_TOLD_SAT] = {{"{text} sits down.", "{text} prend place."}},
    [TABLE_TOLD_AGREED] = {{"{seat!You agree|* agrees} to end without a result.",
                            "{seat!Tu es|* est} d'accord pour arrêter sans résultat."}},
    [TABLE_TOLD_DISAGREED] = {{"{seat!You|*} would rather go on.",
                               "{seat!Tu préfères|* préfère} continuer."}},
    [TABLE_TOLD_RESIGNED] = {{"{seat!You resign|* resigns}.", "{seat!Tu abandonnes|* abandonne}."}},
    [TABLE_TOLD_PAUSED] = {{"The clocks are stopped.", "Les pendules sont arrêtées."}},
    [TABLE_TOLD_RESUMED] = {{"The clocks run again.", "Les pendules repartent."}},
    [TABLE_TOLD_ENDED] = {{"The match ends without a result: all agree.",
                           "La partie s'arrête sans résultat : tout le monde est d'accord."}},
};

/* Writes the form of "own|other}" that is for the reader; returns what follows the brace. */
static const char *seat_say(const char *own, bool reads, const char *name, struct lan_text *out)
{
    const char *bar = strchr(own, '|'), *end = strchr(own, '}');
    for (const char *at = reads ? own : bar + 1; at < (reads ? bar : end); at++) {
        if (*at == '*')
            lan_text_add(out, name);
        else
            lan_text_add_char(out, *at);
    }
    return end + 1;
}

static void notice_say(const struct table_told *told, const char *at, const char *const *names, int reader,
                       struct lan_text *out)
{
    while (*at) {
        if (strncmp(at, "{text}", 6) == 0) {
            lan_text_add(out, told->text);
            at += 6;
        } else if (strncmp(at, "{seat!", 6) == 0) {
            at = seat_say(at + 6, told->seat == reader, names[told->seat], out);
        } else {
            lan_text_add_char(out, *at++);
        }
    }
}

void table_told_say(const struct lan_game *game, const struct table_told *told, enum lan_lang lang,
                    const char *const *names, int reader, struct lan_text *out)
{
    if (told->kind == TABLE_TOLD_EVENT) {
        lan_event_say(game, &told->event, lang, names, reader, out);
    } else if (told->kind == TABLE_TOLD_ACTION) {
        lan_text_add(out, "> ");
        lan_action_say(game, told->action, lang, names, reader, out);
    } else {
        notice_say(told, notices[told->kind].in[lang], names, reader, out);
    }
}
