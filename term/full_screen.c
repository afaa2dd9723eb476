#include "full_screen.h"

#include <string.h>

#include "capable.h"
#include "tty.h"
#include "screen.h"

bool full_screen_possible(void)
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

enum { PICTURE_TRIES = 8 }; /* bounds the redraws while a server keeps sending */

/*
 * Advances the source as far as it goes without the person, then draws. Drawing may send a request to the
 * server and receive other updates with the answer; the frame would then mix old and new, so it is drawn
 * again.
 */
static void picture_make(struct screen *screen, struct frame *frame, bool ascii)
{
    for (int tries = 0; tries < PICTURE_TRIES; tries++) {
        int rows, columns;
        while (source_advance(screen->source))
            ;
        screen_source_changed(screen);
        tty_size(&rows, &columns);
        frame_init(frame, rows, columns, ascii);
        screen_draw(screen, frame);
        if (screen->source->changes == screen->changes)
            return;
    }
}

/*
 * Draws and shows the present state. When the curtain falls, the first frame shows it without a prompt, which
 * removes the secrets from the screen; then pending input is discarded; only the second frame asks for keys.
 */
static void moment_show(struct screen *screen, struct frame *frame, bool ascii)
{
    picture_make(screen, frame, ascii);
    tty_show(frame);
    if (screen->curtain != CURTAIN_FALLS)
        return;
    tty_input_discard();
    screen_curtain_stands(screen);
    picture_make(screen, frame, ascii);
    tty_show(frame);
}

bool full_screen_run(struct source *source, const struct full_screen_options *options)
{
    static struct screen screen;
    static struct frame frame;
    if (!screen_init(&screen, source, options->lang, options->style) || !tty_open(options->colours))
        return false;
    screen.reader.edition = options->edition;
    if (options->saved)
        screen.saved = strdup(options->saved);
    while (!screen.quit) {
        moment_show(&screen, &frame, options->style != LAN_STYLE_UNICODE);
        int timeout = source->changes == screen.changes ? source_timeout(source) : 0;
        struct tty_event event = tty_wait(source_descriptor(source), timeout);
        event_take(&screen, &frame, &event);
    }
    tty_close();
    screen_finish(&screen);
    return true;
}
