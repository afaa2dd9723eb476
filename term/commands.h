/* commands.h - the keys that act on the whole screen, one row each. */
#ifndef LAN_COMMANDS_H
#define LAN_COMMANDS_H

#include "screen.h"

/* One row of the table of keys. */
struct screen_command {
    uint32_t key;
    const char *label; /* as the bar shows it */
    struct lan_words name, help;
    bool (*fits)(const struct screen *screen); /* NULL: always */
    void (*run)(struct screen *screen);
};
extern const struct screen_command screen_commands[];
extern const int screen_command_count;
/* False when no row that fits has the key. */
bool command_key(struct screen *screen, uint32_t key);
bool screen_is_replay(const struct screen *screen);
/*
 * To an item of a record, cut to those there are; or steps to the next one that reads as a line, either way.
 */
void replay_to(struct screen *screen, int64_t to);
void replay_step(struct screen *screen, int by);

#endif
