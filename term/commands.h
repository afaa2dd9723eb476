/* commands.h - the table of keys with a command: label, help, condition and function. */
#ifndef LAN_COMMANDS_H
#define LAN_COMMANDS_H

#include "screen.h"

struct screen_command {
    uint32_t key;
    const char *label; /* as the bar shows it */
    struct lan_words name, help;
    bool (*fits)(const struct screen *screen); /* NULL: always */
    void (*run)(struct screen *screen);
};
extern const struct screen_command screen_commands[];
extern const int screen_command_count;
/* Runs the command of a key; false when there is none, or its `fits` is false. */
bool command_key(struct screen *screen, uint32_t key);
bool screen_is_replay(const struct screen *screen);
/*
 * replay_to shows a record at item `to`, clamped to the items it has; replay_step moves forwards or backwards
 * to the next item that has a line of text.
 */
void replay_to(struct screen *screen, int64_t to);
void replay_step(struct screen *screen, int by);

#endif
