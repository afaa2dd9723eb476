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

/* Sets what one line says; the line is cut into words. */
static const char *line_set(const struct lan_rules *rules, struct lan_state *state, char *line)
{
    const char *word[POSITION_WORDS_MAX], *key = strtok(line, " ");
    int count = 0;
    for (const char *at; key && count < POSITION_WORDS_MAX && (at = strtok(NULL, " "));)
        word[count++] = at;
    for (const struct position_key *row = positions_find(rules->game->name)->keys; key && row->key; row++) {
        if (strcmp(row->key, key) == 0)
            return row->set(rules, state, count, word);
    }
    return "a key of the game";
}

const char *position_make(const struct lan_rules *rules, struct lan_state *state, const char *lines)
{
    const struct positions *positions = positions_find(rules->game->name);
    const char *wrong = NULL;
    for (const char *end; !wrong && (end = strchr(lines, '\n')); lines = end + 1) {
        char line[200];
        size_t length = (size_t)(end - lines);
        lan_assert(length < sizeof line);
        memcpy(line, lines, length);
        line[length] = 0;
        wrong = line_set(rules, state, line);
    }
    if (!wrong && positions->finish)
        wrong = positions->finish(rules, state);
    return wrong ? wrong : rules->game->sane(rules, state);
}
