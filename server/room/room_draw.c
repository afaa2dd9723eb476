#include "room_draw.h"

#include <string.h>

#include "ask.h"
#include "buf.h"
#include "draw.h"
#include "limit.h"
#include "room.h"
#include "room_log.h"
#include "room_push.h"
#include "room_seat.h"

/* The language, names, style and size that the ask names. False with the ask answered. */
static bool ask_reader(struct ask *ask, const struct lan_game *game, struct lan_reader *reader)
{
    static const char *const langs[] = {"en", "fr"}, *const styles[] = {"unicode", "ascii", "plain"};
    const char *lang, *style, *part, *names;
    int64_t width, height;
    if (!ask_string(ask, "lang", 2, &lang) || !ask_string(ask, "style", 8, &style) ||
        !ask_int(ask, "width", LAN_WIDTH_MIN, LIMIT_DRAW_WIDTH, &width) ||
        !ask_int_or(ask, "height", 0, INT16_MAX, 0, &height) ||
        !ask_string_or(ask, "part", LAN_PART_MAX, NULL, &part) ||
        !ask_string_or(ask, "names", 8, "printed", &names))
        return false;
    *reader = (struct lan_reader){.width = (int)width, .height = (int)height, .part = part};
    bool known[3] = {false, false, strcmp(names, "printed") == 0};
    if (strcmp(names, "rulebook") == 0) {
        reader->edition = game->edition;
        known[2] = true;
    }
    for (int i = 0; i < 2; i++) {
        if (strcmp(lang, langs[i]) == 0) {
            reader->lang = (enum lan_lang)i;
            known[0] = true;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (strcmp(style, styles[i]) == 0) {
            reader->style = (enum lan_style)i;
            known[1] = true;
        }
    }
    bool all = known[0] && known[1] && known[2];
    if (!all)
        ask_fail(ask, FAIL_BAD_FIELD);
    return all;
}

void op_draw(struct ask *ask, struct room *room)
{
    int viewer;
    struct lan_reader reader;
    if (!ask_viewer(ask, room, &viewer) || !ask_reader(ask, room->log.settings.game, &reader))
        return;
    if (!room->log.match || !room->log.settings.game->draw) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    struct wire_viewer about = room_viewer(room, viewer);
    struct buf out = {0};
    ask_begin(ask, &out);
    wire_board_write(&out, &about, &reader);
    ask_send(ask, &out);
}
