#include "tape.h"

uint8_t tape_byte(struct tape *tape)
{
    if (!tape->left)
        return 0;
    tape->left--;
    return *tape->at++;
}

uint32_t tape_below(struct tape *tape, uint32_t bound)
{
    uint32_t value = tape_byte(tape);
    lan_assert(bound > 0);
    if (bound > 256)
        value = value << 8 | tape_byte(tape);
    return value % bound;
}

const struct lan_rules *tape_setup(struct tape *tape, union lan_rules_buf *rules)
{
    uint32_t games = 0;
    struct lan_config config;
    struct lan_problem problem;
    while (lan_games()[games])
        games++;
    const struct lan_game *game = lan_games()[tape_below(tape, games)];
    lan_config_init(game, (int)tape_below(tape, LAN_SEATS_MAX + 1), &config);
    for (uint32_t count = tape_below(tape, 8); count && game->option_count; count--) {
        uint32_t option = tape_below(tape, game->option_count);
        const struct lan_option *row = &game->options[option];
        uint8_t value = tape_byte(tape);
        if (row->type == LAN_OPTION_CHOICE)
            config.value[option] = value % row->count;
        else if (row->type == LAN_OPTION_NUMBER)
            config.value[option] = row->min + value % (row->max - row->min + 1);
        config.given |= (uint64_t)1 << option;
    }
    return lan_compile(game, &config, &rules->base, &problem) ? &rules->base : NULL;
}
