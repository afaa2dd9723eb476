#include "clauses.h"

#include <string.h>
#include <strings.h>

#include "term_text.h"

int clauses_show(const struct term *term, const struct lan_game *game, const char *wanted)
{
    int shown = 0;
    for (int i = 1; i < game->clause_count; i++) {
        if (strncasecmp(game->clauses[i].id, wanted, strlen(wanted)) != 0)
            continue;
        term_item(term, LAN_MARK_PLAIN, game->clauses[i].id, 10, term_words(term, &game->clauses[i].text));
        shown++;
    }
    return shown;
}
