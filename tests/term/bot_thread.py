"""A bot that thinks in a thread: keys, resizing, undo and signals do not wait for it, and leaving ends the
thread."""

import signal
import subprocess
import traceback

from screen import LIFT, PROGRAM, Tap, Terminal, bar, play, process

tap = Tap()
GAME = (PROGRAM, "play", "manor", "--players", "2", "--seed", "7", "--lang", "en", "--name", "Zoé")
# So many iterations take longer than any test, and so does the pause: the bot never answers.
ENDLESS = "search:1000000000"
HOUR, QUICK = "3600000", "20"  # milliseconds between the answers of bots


def check(name, test, *more, bot=ENDLESS, pace=HOUR):
    try:
        with Terminal() as terminal:
            terminal.run(*GAME, "--bot", bot, "--bot-pace", pace, *more)
            test(terminal)
        tap.result(True, name)
    except Exception:
        tap.result(False, name, traceback.format_exc())


def thought(terminal):
    """Makes the person's choice and waits until the bot thinks about its own."""
    terminal.wait_for("Choose one of your manors to open")
    terminal.keys("1")
    # The bar is drawn last, from left to right: when its end is there, the screen is complete.
    return terminal.wait(lambda text: "Bruno thinks" in text and bar(text).endswith("L français"))


def leave(terminal):
    terminal.keys("q")
    terminal.wait_for("Leave the game?")
    terminal.keys("q")
    terminal.wait_for("left 0")


def keys(terminal):
    thought(terminal)
    terminal.keys("?")
    terminal.wait_for("Esc leave")
    terminal.keys("End")
    terminal.wait_for("place hunter(")
    terminal.keys("Escape")
    terminal.wait(lambda text: "l log" in bar(text))
    terminal.keys("n")
    terminal.type("slow")
    terminal.keys("Escape", "L")
    terminal.wait_for("Bruno réfléchit")
    terminal.resize(132, 43)
    terminal.wait_for("── Journal ──")
    terminal.keys("n")
    terminal.wait_for("slow")
    terminal.keys("Escape", "L")
    terminal.wait_for("Bruno thinks")
    leave(terminal)


def undone(terminal):
    """Undo drops the question that the bot thinks about; repeating the action asks it again."""
    thought(terminal)
    terminal.keys("u")
    terminal.wait(lambda text: "That was taken back" in text and "Choose one of your manors to open" in text and "thinks" not in text)
    terminal.keys("2")
    terminal.wait_for("Bruno thinks", "You chose manor 1.2")
    leave(terminal)


def handed_over(terminal):
    """Two people and a bot: notes that are open when the curtain falls are saved for the seat that wrote
    them."""
    for name in ("Zoé", "Noé"):
        terminal.wait_for(f"Hand over to {name}", "press Space")
        terminal.keys(*LIFT)
        terminal.wait_for("Choose one of your manors to open")
        terminal.keys("n")
        terminal.type(f"by {name}")
        terminal.keys("Escape", "n")
        terminal.wait_for(f"by {name}")
        terminal.keys("Escape", "1")
    terminal.wait_for("Clara thinks")
    terminal.keys("n")
    terminal.wait_for("by Noé")
    terminal.keys("Escape")
    terminal.wait(lambda text: "l log" in bar(text))
    leave(terminal)


def killed(terminal):
    thought(terminal)
    subprocess.run(["kill", f"-{int(signal.SIGTERM)}", process(terminal)], check=True)
    terminal.wait_for(f"left {128 + signal.SIGTERM}")
    assert terminal.facts("alternate_on", "cursor_flag") == ["0", "1"], "the terminal is not as it was"


def stopped(terminal):
    screen = thought(terminal)
    terminal.keys("C-z")
    terminal.wait_for_shell()
    terminal.type("fg\n")
    terminal.wait(lambda text: text == screen)
    terminal.keys("q", "q")
    terminal.wait_for_shell()


def in_lines(terminal):
    terminal.wait_for("Choose one of your manors to open")
    terminal.type("1\n")
    terminal.wait_for("first tandem")
    terminal.type("quit\n")
    terminal.wait_for("left 0")


def to_the_end(terminal):
    text, _ = play(terminal, "against a thinker")
    assert "wins" in text and "thinks" not in text, text
    terminal.keys("q")
    terminal.wait_for("left 0")


check("keys, resizing and languages while a bot thinks", keys)
check("undo drops the question", undone)
check("a device that changes hands", handed_over, "--players", "3", "--people", "1,2", "--name", "Zoé,Noé")
check("killed while a bot thinks", killed)
check("Ctrl-Z and fg while a bot thinks", stopped)
check("line by line", in_lines, "--lines", bot="search:10", pace=QUICK)
check("a whole game", to_the_end, bot="search:10", pace=QUICK)
tap.finish()
