#include "clauses.h"

#include <string.h>
#include <strings.h>

#include "term_text.h"

int clauses_show(const struct term *term, const struct lan_rules *rules, const char *wanted)
{
    const struct lan_game *game = rules->game;
    char text[LAN_RULE_TEXT_MAX];
    int shown = 0;
    for (int i = 1; i < game->clause_count; i++) {
        if (strncasecmp(game->clauses[i].id, wanted, strlen(wanted)) != 0)
            continue;
        term_item(term, LAN_MARK_PLAIN, game->clauses[i].id, 10,
                  term_rule(term, rules, &game->clauses[i].text, text));
        shown++;
    }
    return shown;
}
