/* Any text as an action of any game: what is understood is written back as the same action. */
#include <string.h>

#include "tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[256], written[LAN_NOTATION_MAX];
    lan_action action, again;
    size_t length = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy(text, bytes, length);
    text[length] = 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_action_parse(*game, text, &action))
            continue;
        struct lan_text out = lan_text_init(written, sizeof written);
        lan_assert(lan_action_valid(*game, action));
        lan_action_write(*game, action, &out);
        lan_assert(lan_action_parse(*game, written, &again) && again == action);
    }
    return 0;
}
