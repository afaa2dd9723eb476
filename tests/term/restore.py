"""The terminal's settings are restored however the client ends; after a stop (Ctrl-Z) the screen returns."""

import pathlib
import signal
import subprocess
import traceback

from screen import PROGRAM, Tap, Terminal, bar, process

tap = Tap()
GAME = (PROGRAM, "play", "manor", "--seed", "7", "--lang", "en")


def settings(terminal):
    """The output of stty in the shell."""
    return subprocess.run(["stty", "-g", "-F", terminal.facts("pane_tty")[0]], text=True, capture_output=True,
                          check=True).stdout


def check(name, test):
    try:
        with Terminal() as terminal:
            before = settings(terminal)
            terminal.run(*GAME)
            terminal.wait_for("q quit")
            shown = terminal.facts("alternate_on", "cursor_flag")
            test(terminal)
            after = settings(terminal)
            state = terminal.facts("alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag")
            good = shown == ["1", "0"] and before == after and state == ["0", "1", "0", "0"]
            tap.result(good, name, f"in the game {shown}; after it {state}\n{before}{after}{terminal.screen()}")
    except Exception:
        tap.result(False, name, traceback.format_exc())


def quit_game(terminal):
    terminal.keys("q")
    terminal.wait_for("Leave the game?")
    terminal.keys("q")
    terminal.wait_for("left 0")


def killed(number):
    def test(terminal):
        subprocess.run(["kill", f"-{int(number)}", process(terminal)], check=True)
        terminal.wait_for(f"left {128 + number}")
    return test


def interrupted(terminal):
    terminal.keys("C-c")
    # The shell gets the signal as well, and drops the rest of its command line.
    terminal.wait_for_shell()


def stopped(terminal):
    # The bar is drawn last, from left to right: when its end is there, the screen is complete.
    screen = terminal.wait(lambda text: bar(text).endswith("w why"))
    terminal.keys("C-z")
    terminal.wait_for_shell()
    if terminal.facts("alternate_on", "cursor_flag") != ["0", "1"]:
        raise AssertionError("a stopped client keeps the terminal")
    terminal.type("fg\n")
    terminal.wait(lambda text: text == screen)
    terminal.keys("q", "q")
    terminal.wait_for_shell()


def broken():
    """A broken contract is told where the shell goes on, not on the screen that is gone."""
    with Terminal() as terminal:
        before = settings(terminal)
        terminal.run(str(pathlib.Path(PROGRAM).parent / "tests" / "term-broken"))
        text = terminal.wait_for(f"left {128 + signal.SIGABRT}")
        state = terminal.facts("alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag")
        said = "broken contract: lanterns == 3, at tests/term/broken.c:" in text
        tap.result(said and before == settings(terminal) and state == ["0", "1", "0", "0"], "after a broken contract, which is told",
                   f"{state}\n{text}")


check("after quitting", quit_game)
broken()
for death in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGBUS):
    check(f"after {death.name}", killed(death))
check("after Ctrl-C", interrupted)
check("after Ctrl-Z and fg", stopped)
tap.finish()
