#include "positions.h"

#include <string.h>

extern const struct positions manor_positions;
extern const struct positions shadow_positions;
extern const struct positions shy_positions;
extern const struct positions th_positions;

static const struct positions *const all[] = {&manor_positions, &shadow_positions, &shy_positions,
                                              &th_positions, NULL};

const struct positions *positions_find(const char *game)
{
    for (const struct positions *const *each = all; *each; each++) {
        if (strcmp((*each)->game, game) == 0)
            return *each;
    }
    return NULL;
}

int position_value(const struct lan_rules *rules, int type, const char *word)
{
    int value;
    return lan_value_parse(rules->game, type, word, strlen(word), &value) ? value : -1;
}

int position_seat(const struct lan_rules *rules, const char *word)
{
    int seat = position_value(rules, LAN_TYPE_SEAT, word);
    return seat < rules->seats ? seat : -1;
}
