#include "tty.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "broken.h"
#include "look.h"
#include "screen.h"

static struct {
    bool open, colours;
    struct termios before; /* the terminal's settings before tty_open */
    char restore[256];     /* escape sequences that restore cursor, keypad, mouse, colours, main screen */
    size_t restore_length;
    SCREEN *screen;
    int resized[2]; /* a pipe that wakes tty_wait when the size has changed */
} terminal = {.resized = {-1, -1}};

/* ---- Restoring the terminal ---------------------------------------------------------------------------- */

/* Signals that end the program. A broken contract raises SIGABRT. */
static const int fatal_signals[] = {SIGHUP, SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                                    SIGFPE, SIGSEGV, SIGPIPE, SIGTERM, SIGXCPU, SIGSYS};
enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof *fatal_signals };
static struct sigaction before[FATAL_SIGNALS];

/* Restores the terminal with async-signal-safe calls only. */
static void restore_write(void)
{
    ssize_t ignored = write(STDOUT_FILENO, terminal.restore, terminal.restore_length);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
}

/* Before a broken contract is printed: the alternate screen would be gone with the message. */
static void restore_first(void)
{
    if (terminal.open)
        restore_write();
    terminal.open = false;
}

/* Restores the terminal, then raises the signal under its former handler. */
static void on_fatal_signal(int number)
{
    int error = errno;
    for (int i = 0; i < FATAL_SIGNALS; i++) {
        if (fatal_signals[i] == number)
            sigaction(number, &before[i], NULL);
    }
    if (terminal.open)
        restore_write();
    errno = error;
    raise(number);
}

/* Appends a terminfo string, without padding ($<...>), which only old terminals need. */
static void restore_add(const char *name)
{
    const char *string = tigetstr(name);
    if (!string || string == (char *)-1)
        return;
    while (*string && terminal.restore_length < sizeof terminal.restore) {
        if (string[0] == '$' && string[1] == '<' && strchr(string, '>'))
            string = strchr(string, '>') + 1;
        else
            terminal.restore[terminal.restore_length++] = *string++;
    }
}

static void restore_make(void)
{
    static const char mouse[] = "\033[?1000l\033[?1002l\033[?1006l";
    terminal.restore_length = sizeof mouse - 1;
    memcpy(terminal.restore, mouse, sizeof mouse - 1);
    restore_add("sgr0");
    restore_add("op");
    restore_add("rmkx");
    restore_add("cnorm");
    restore_add("rmcup");
}

static void fatal_handlers_set(void)
{
    static char stack[1 << 16]; /* an alternative stack, for a handler that runs after a stack overflow */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_fatal_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaltstack(&other, NULL);
    for (int i = 0; i < FATAL_SIGNALS; i++) {
        sigaction(fatal_signals[i], NULL, &before[i]);
        /* Ignored signals (nohup) stay ignored. */
        if (before[i].sa_handler != SIG_IGN)
            sigaction(fatal_signals[i], &action, NULL);
    }
}

static void on_resize(int number)
{
    int error = errno;
    ssize_t ignored = write(terminal.resized[1], "", 1);
    (void)ignored;
    (void)number;
    errno = error;
}

/*
 * Handles SIGWINCH by writing to a pipe that tty_wait polls: a signal that arrives just before poll() would
 * otherwise be missed. Curses installs no handler of its own when there is one.
 */
static bool resize_handler_set(void)
{
    struct sigaction action = {.sa_handler = on_resize, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (terminal.resized[0] < 0 && pipe(terminal.resized) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(terminal.resized[i], F_SETFL, fcntl(terminal.resized[i], F_GETFL) | O_NONBLOCK);
    return sigaction(SIGWINCH, &action, NULL) == 0;
}

static void resize_apply(void)
{
    char bytes[64];
    struct winsize size;
    while (read(terminal.resized[0], bytes, sizeof bytes) > 0)
        ;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(stdscr, TRUE);
}

static void fatal_handlers_restore(void)
{
    for (int i = 0; i < FATAL_SIGNALS; i++)
        sigaction(fatal_signals[i], &before[i], NULL);
}

/* ---- Colours ------------------------------------------------------------------------------------------- */

static void colours_init(bool wanted)
{
    terminal.colours = wanted && has_colors() && start_color() == OK && use_default_colors() == OK;
    if (!terminal.colours)
        return;
    for (int mark = 0; mark < LAN_MARKS; mark++) {
        const struct look *look = &looks[mark];
        short colour = !look->coloured ? -1 : COLORS >= 256 ? (short)look->nearest : (short)look->basic;
        if (mark < COLOR_PAIRS - 1)
            init_pair((short)(mark + 1), colour, -1);
    }
}

static attr_t attributes_of(const struct frame_cell *cell)
{
    attr_t attributes = looks[cell->mark].bold ? A_BOLD : A_NORMAL;
    if (!terminal.colours && cell->mark == LAN_MARK_MUTED)
        attributes |= A_DIM;
    return cell->reverse ? attributes | A_REVERSE : attributes;
}

/* ---- Opening and closing ------------------------------------------------------------------------------- */

bool tty_open(bool colours)
{
    static bool watched;
    if (tcgetattr(STDIN_FILENO, &terminal.before) != 0 || !resize_handler_set())
        return false;
    /*
     * Before newterm: curses leaves signals with a handler alone, and its own would exit with a different
     * status.
     */
    fatal_handlers_set();
    terminal.screen = newterm(NULL, stdout, stdin);
    if (!terminal.screen) {
        fatal_handlers_restore();
        return false;
    }
    restore_make();
    terminal.open = true;
    broken_prepare(restore_first);
    if (!watched)
        atexit(tty_close);
    watched = true;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(50);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    colours_init(colours);
    return true;
}

void tty_close(void)
{
    if (!terminal.open)
        return;
    endwin();
    terminal.open = false;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
    fatal_handlers_restore();
    signal(SIGWINCH, SIG_DFL);
    delscreen(terminal.screen);
}

/* ---- Showing ------------------------------------------------------------------------------------------- */

void tty_size(int *rows, int *columns)
{
    getmaxyx(stdscr, *rows, *columns);
}

static void cell_show(const struct frame_cell *cell, int row, int column)
{
    cchar_t shown;
    wchar_t text[2] = {(wchar_t)cell->c, 0};
    if (!cell->c)
        return;
    setcchar(&shown, text, attributes_of(cell), (short)(terminal.colours ? cell->mark + 1 : 0), NULL);
    mvadd_wch(row, column, &shown);
}

void tty_show(const struct frame *frame)
{
    erase();
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 0; column < frame->columns; column++)
            cell_show(&frame->cell[row][column], row, column);
    }
    curs_set(frame->cursor_row >= 0);
    if (frame->cursor_row >= 0)
        move(frame->cursor_row, frame->cursor_column);
    refresh();
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static const struct {
    wint_t from;
    uint32_t to;
} specials[] = {
    {KEY_UP, SCREEN_UP},         {KEY_DOWN, SCREEN_DOWN},
    {KEY_LEFT, SCREEN_LEFT},     {KEY_RIGHT, SCREEN_RIGHT},
    {KEY_PPAGE, SCREEN_PAGE_UP}, {KEY_NPAGE, SCREEN_PAGE_DOWN},
    {KEY_HOME, SCREEN_HOME},     {KEY_END, SCREEN_END},
    {KEY_ENTER, SCREEN_ENTER},   {KEY_BACKSPACE, SCREEN_BACKSPACE},
    {KEY_DC, SCREEN_DELETE},
};

static void mouse_read(struct tty_event *event)
{
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return;
    event->row = mouse.y;
    event->column = mouse.x;
    if (mouse.bstate & BUTTON4_PRESSED)
        event->input = TTY_WHEEL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        event->input = TTY_WHEEL_DOWN;
    else if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        event->input = TTY_TOUCH;
}

static uint32_t key_plain(wint_t key)
{
    switch (key) {
    case '\r':
    case '\n': return SCREEN_ENTER;
    case '\t': return SCREEN_TAB;
    case '\b':
    case 0x7f: return SCREEN_BACKSPACE;
    case 0x1b: return SCREEN_ESCAPE;
    default: return (uint32_t)key;
    }
}

static struct tty_event key_read(void)
{
    struct tty_event event = {.input = TTY_NOTHING};
    wint_t key;
    int kind = get_wch(&key);
    if (kind == OK) {
        event.input = TTY_KEY;
        event.key = key_plain(key);
    } else if (kind == KEY_CODE_YES && key == KEY_MOUSE) {
        mouse_read(&event);
    } else if (kind == KEY_CODE_YES) {
        for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
            if (specials[i].from == key) {
                event.input = TTY_KEY;
                event.key = specials[i].to;
            }
        }
    }
    return event;
}

struct tty_event tty_wait(int descriptor, int milliseconds)
{
    struct pollfd waited[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = terminal.resized[0], .events = POLLIN},
                              {.fd = descriptor, .events = POLLIN}};
    /* A key may already be in the buffer of curses, where poll does not see it. */
    struct tty_event event = key_read();
    if (event.input != TTY_NOTHING)
        return event;
    int ready = poll(waited, 3, milliseconds);
    if (ready > 0 && waited[1].revents)
        resize_apply();
    if (ready > 0 && waited[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return (struct tty_event){.input = TTY_END};
    return ready > 0 && waited[0].revents ? key_read() : event;
}

void tty_input_discard(void)
{
    flushinp();
    /* flushinp() discards input of the output terminal; stdin may be another one. */
    tcflush(STDIN_FILENO, TCIFLUSH);
}
