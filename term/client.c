#include "client.h"

#include <string.h>

#include "capable.h"
#include "tty.h"
#include "screen.h"

bool client_possible(void)
{
    return tty_possible();
}

static void event_take(struct screen *screen, const struct frame *frame, const struct tty_event *event)
{
    switch (event->input) {
    case TTY_NOTHING: break;
    case TTY_KEY: screen_key(screen, event->key); break;
    case TTY_TOUCH: screen_touch(screen, frame_touched(frame, event->row, event->column)); break;
    case TTY_WHEEL_UP: screen_wheel(screen, true); break;
    case TTY_WHEEL_DOWN: screen_wheel(screen, false); break;
    case TTY_END: screen->quit = true; break;
    }
}

bool client_run(struct source *source, const struct client_options *options)
{
    static struct screen screen;
    static struct frame frame;
    if (!screen_init(&screen, source, options->lang, options->style) || !tty_open(options->colours))
        return false;
    if (options->saved)
        screen.saved = strdup(options->saved);
    while (!screen.quit) {
        int rows, columns;
        /* All that needs nobody here happens first, so that a frame shows a moment at which something is asked. */
        while (source_advance(source))
            ;
        screen_follow(&screen);
        tty_size(&rows, &columns);
        frame_init(&frame, rows, columns, options->style != LAN_STYLE_UNICODE);
        screen_draw(&screen, &frame);
        tty_show(&frame);
        /* Drawing may ask a server, and with its answer may come more. */
        bool more = source->changes != screen.changes;
        struct tty_event event = tty_wait(source_descriptor(source), more ? 0 : source_patience(source));
        event_take(&screen, &frame, &event);
    }
    tty_close();
    screen_finish(&screen);
    return true;
}
