"""Several people at one terminal: keys typed before the curtain is shown must not lift it."""

import contextlib
import fcntl
import os
import shlex
import signal
import struct
import subprocess
import termios
import traceback

from screen import LIFT, PROGRAM, Tap, Terminal, until

tap = Tap()
GAME = (PROGRAM, "play", "manor", "--players", "3", "--people", "1,2", "--name", "Zoé,Noé", "--seed", "7", "--lang", "en")


def check(name, test, *more):
    try:
        with Terminal() as terminal:
            # Started by a shell without job control, which does not take the terminal back when the program
            # is stopped.
            terminal.run("sh", "-c", shlex.join((*GAME, *more)) + "; exit $?")
            test(terminal)
        tap.result(True, name)
    except Exception:
        tap.result(False, name, traceback.format_exc())


def child(process):
    return int(subprocess.run(["pgrep", "-P", str(process)], text=True, capture_output=True, check=True).stdout.split()[0])


def waiting(tty):
    """The number of typed bytes that were not yet read."""
    return struct.unpack("i", fcntl.ioctl(tty, termios.FIONREAD, b"\0" * 4))[0]


@contextlib.contextmanager
def typed_ahead(terminal, count):
    """Stops the program until so many bytes were typed."""
    shell, name = terminal.facts("pane_pid", "pane_tty")
    program = child(child(shell))
    tty = os.open(name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    os.kill(program, signal.SIGSTOP)
    try:
        yield
        until(lambda: waiting(tty) >= count, f"{count} bytes to read")
    finally:
        os.kill(program, signal.SIGCONT)
        os.close(tty)


def still_down(terminal):
    """Checks that the curtain is down: changing the language shows its prompt, not the table."""
    terminal.keys("L")
    terminal.wait_for("Passe la main à", "appuie sur Espace")
    terminal.keys("L")
    terminal.wait_for("Hand over to", "press Space")


def full_screen(terminal):
    terminal.wait_for("Hand over to Zoé", "press Space")
    terminal.keys("Enter", "Enter", "1", "Down", "Enter")
    still_down(terminal)
    # Neither Space alone nor Space and another key lifts it.
    terminal.keys("Space")
    terminal.wait_for("Now Enter")
    terminal.keys("n", "Enter")
    still_down(terminal)
    terminal.keys(*LIFT)
    terminal.wait_for("Choose one of your manors to open")
    with typed_ahead(terminal, 4):
        terminal.keys("1", *LIFT, "Enter")
    terminal.wait_for("Hand over to Noé", "press Space")
    still_down(terminal)
    terminal.keys("q")
    terminal.wait_for("Leave the game?", "Hand over to Noé")
    terminal.keys("Escape", *LIFT)
    terminal.wait_for("Choose one of your manors to open")


def in_lines(terminal):
    def asked(times):
        terminal.wait(lambda text: "Hand over to Noé" in text and text.count("When nobody else is looking") == times)

    terminal.wait_for("Hand over to Zoé", "type `ok`")
    terminal.type("ok\n")
    terminal.wait_for("Choose one of your manors to open")
    with typed_ahead(terminal, 6):
        terminal.type("1\nok\n\n")
    asked(1)
    # Commands that show the game have no effect behind the curtain.
    for times, line in enumerate(("", "1", "log", "notes", "table"), start=2):
        terminal.type(line + "\n")
        asked(times)
    terminal.type(" OK \n")
    terminal.wait_for("Choose one of your manors to open")
    terminal.type("1\n")


check("in full screen", full_screen)
check("line by line", in_lines, "--lines")
tap.finish()
