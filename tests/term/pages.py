"""The full screen without a server: search, help, rules, log, notebook, hints, undo, saving, replay,
mouse."""

import pathlib
import tempfile
import traceback

from screen import PROGRAM, Tap, Terminal, bar, play

tap = Tap()
GAME = (PROGRAM, "play", "manor", "--players", "2", "--seed", "7", "--lang", "en", "--name", "Zoé")


def check(name, test, *command, columns=80, rows=24, **env):
    try:
        with Terminal(columns, rows, **env) as terminal:
            terminal.run(*(command or GAME))
            test(terminal)
        tap.result(True, name)
    except Exception:
        tap.result(False, name, traceback.format_exc())


def at_table(terminal):
    return terminal.wait(lambda text: "l log" in bar(text) or "l journal" in bar(text))


def search(terminal):
    at_table(terminal)
    terminal.keys("1")
    terminal.wait_for("first tandem")
    terminal.keys("1")
    terminal.wait_for("Your turn")
    terminal.keys("/")
    terminal.type("tandem")
    terminal.wait(lambda text: "Search: tandem" in text and "basic hunter" not in text)
    terminal.type(" in front of manor 2.3")
    terminal.wait_for("1 Place the tandem in front of manor 2.3")
    terminal.keys("Enter")
    terminal.wait(lambda text: "You place your tandem in front of manor 2.3" in text)


def help_pages(terminal):
    at_table(terminal)
    terminal.keys("?")
    # The mark of a longer page covers no letter.
    terminal.wait(lambda text: "Under the cursor" in text and "turn-up 1.1" in text and " v\n" in text)
    terminal.keys("End")
    terminal.wait_for("place hunter(")
    terminal.keys("Escape", "r")
    terminal.wait_for("MA-S1")
    terminal.keys("/")
    terminal.type("detector")
    terminal.wait(lambda text: "MA-S1 " not in text and "detector" in text)
    terminal.keys("Enter", "Escape", "Escape")
    at_table(terminal)
    terminal.keys("l")
    terminal.wait_for("You are dealt a manor")
    terminal.keys("Escape")
    at_table(terminal)


def refusals(terminal):
    at_table(terminal)
    terminal.keys("w")
    terminal.type("place tandem 2.1")
    terminal.keys("Enter")
    # The bar is drawn last, from left to right: when its end is there, the screen is complete.
    text = terminal.wait(lambda text: "MA-" in text and bar(text).endswith("w why"))
    terminal.keys("Escape")
    terminal.wait(lambda text: "MA-" not in text)
    terminal.keys(":")
    terminal.type("place tandem 2.1")
    terminal.keys("Enter")
    terminal.wait(lambda now: now == text)  # the refusal equals the answer of `why`
    terminal.keys("h")
    terminal.wait_for("Turn up manor 1.")


def undo(terminal):
    at_table(terminal)
    terminal.keys("1")
    terminal.wait_for("Your first tandem")
    terminal.keys("u")
    terminal.wait_for("too late to take that back")


def take_back(terminal):
    """SM-B5: any tile of the floor that is being built, chosen from a menu."""
    terminal.wait(lambda text: "Still to lay: 6" in text and "l log" in bar(text))
    for number, tile in enumerate(("exit g8", "corridor g9", "corridor f7")):
        terminal.keys(":")
        terminal.type(f"lay {tile}")
        terminal.keys("Enter")
        # With one tile `u` is enough.
        terminal.wait(lambda text: f"Still to lay: {5 - number}" in text and "l log" in bar(text) and ("U take one back" in bar(text)) == (number > 0))
    terminal.keys("U")
    terminal.wait(lambda text: "Which one do you take back?" in text and "Exit on g8" in text and "Corridor on f7" in text and "l log" in bar(text))
    terminal.keys("Escape")
    terminal.wait(lambda text: "Still to lay: 3" in text and "l log" in bar(text))
    terminal.keys("U")
    terminal.wait_for("Which one do you take back?")
    terminal.keys("1")
    # Without g8, g9 no longer hangs together with the Entrance.
    text = terminal.wait(lambda text: "Still to lay: 5" in text and "l log" in bar(text))
    assert "Which one" not in text and "take one back" not in bar(text), text
    terminal.keys("l")
    terminal.wait(lambda text: text.count("(taken back)") == 3)


def notebook(terminal):
    at_table(terminal)
    terminal.keys("n")
    terminal.wait_for("Notebook")
    terminal.type("Élise bluffs")
    terminal.keys("Enter")
    terminal.type("twixe")
    terminal.keys("BSpace", "BSpace")
    terminal.type("ce")
    terminal.keys("Escape")
    at_table(terminal)
    terminal.keys("n")
    terminal.wait_for("Élise bluffs", "twice")
    terminal.keys("Escape")
    at_table(terminal)


def language(terminal):
    at_table(terminal)
    terminal.keys("L")
    # The key to quit is always in the bar, whatever the length of the other labels.
    terminal.wait(lambda text: "Choisis l'un de tes manoirs" in text and "q quitter" in bar(text))


def mouse(terminal):
    text = at_table(terminal)
    row = next(i for i, line in enumerate(text.split("\n")) if "2 1.2" in line)
    column = text.split("\n")[row].index("2 1.2")
    # A click as the terminal reports it: button pressed, then released.
    place = chr(33 + column) + chr(33 + row)
    terminal.type(f"\033[M {place}\033[M#{place}")
    terminal.wait_for("manor 1.2 is turned up")


def ascii_only(terminal):
    text = at_table(terminal)
    assert text.isascii(), text


def small(terminal):
    at_table(terminal)
    terminal.resize(50, 12)
    terminal.wait_for("Please make the window larger")
    terminal.resize(80, 24)
    at_table(terminal)


def saved(terminal):
    at_table(terminal)
    with tempfile.TemporaryDirectory() as folder:
        file, record = pathlib.Path(folder) / "game", pathlib.Path(folder) / "record"
        terminal.keys("1")
        terminal.wait_for("first tandem")
        terminal.keys("s")
        terminal.type(str(file))
        terminal.keys("Enter")
        terminal.wait_for("Saved, the hidden cards too")
        terminal.keys("q", "q")
        terminal.wait_for("left 0")
        terminal.run(PROGRAM, "play", "--resume", file, "--lang", "en")
        terminal.wait_for("first tandem")
        play(terminal, "saved")
        terminal.keys("s")
        terminal.wait_for("File: ")
        terminal.keys(*["BSpace"] * len(str(file)))
        terminal.type(str(record))
        terminal.keys("Enter")
        terminal.wait_for("See it again with")
        terminal.keys("q")
        terminal.wait_for("left 0")
        replayed(terminal, record)


def replayed(terminal, record):
    terminal.run(PROGRAM, "replay", record, "--lang", "en", "--seat", "1")
    terminal.wait_for("0 / ")
    terminal.keys("Right")
    terminal.wait_for("You are dealt a manor")
    terminal.keys("End")
    terminal.wait_for("wins")
    terminal.keys("Left")
    terminal.wait(lambda text: "  wins" not in text)
    terminal.keys("q")
    terminal.wait_for("left 0")


def offered(terminal):
    """When all actions are optional a surplus Enter plays none of them, so that the character is not
    revealed."""
    def asked(*words):
        terminal.wait(lambda text: all(word in text for word in words) and "q quit" in bar(text))

    asked("1 Roll", "2 Reveal yourself")
    terminal.keys("Enter")
    asked("Draw a White card")
    terminal.keys("Enter")
    asked("Waiting for Bruno to move", "Enter lets the others go on", "p not now")
    terminal.keys("Enter")
    # Bruno has acted, and the own character was not revealed.
    asked("Waiting for Bruno to use the area", "1 Reveal yourself", "p not now")
    terminal.keys("l")
    terminal.wait(lambda text: "Bruno goes to" in text and "revealed" not in text and "Esc leave" in bar(text))
    terminal.keys("Escape")
    asked("Waiting for Bruno to use the area", "1 Reveal yourself")
    terminal.keys("Down", "Enter")
    asked("Do it again if you mean it", "1 Reveal yourself")
    terminal.keys("Enter")
    asked("You are revealed: Emi.")


def short_news(terminal):
    """In a single row the news becomes running text that ends in dots when it is cut."""
    at_table(terminal)
    for _ in range(2):
        terminal.keys("1")
    terminal.wait_for(" … Bruno's tandem goes to manor 2.2. It is your turn.\n")


def in_lines(terminal):
    text = terminal.wait(lambda text: text.rstrip().endswith(">"))
    assert "Seat 1, Zoé, you" in text and "╭" not in text and "│" not in text, text
    terminal.type("note the first line\nnote\nquit\n")
    text = terminal.wait_for_shell()
    assert "> the first line" in text, text


def curve(text):
    """The lines of the curve with the numbers beside it."""
    return [line for line in text.split("\n") if "█" in line]


def reviewed(terminal):
    """The review in the replay follows the steps, shows another seat, speaks both languages, can be left."""
    terminal.wait(lambda text: "0 / " in text and "v review" in bar(text))
    terminal.keys("v")
    text = terminal.wait(lambda text: "Where luck was kind" in text and "Esc leave" in bar(text))
    assert len(curve(text)) >= 3 and "nobody could know" in text and "100" in text and "▲" in text, text
    assert "What you could think here" not in text, text  # before the deal there is nothing to think
    first = text.split("\n")[2]
    assert "1 1 " in first and "luck" in first and "your play" in first, first
    for _ in range(12):
        terminal.keys("Right")
    then = terminal.wait(lambda text: "12 / " in text and "What you could think here" in text and "│Vampire" in text)
    assert then.index("▲") != text.index("▲"), then
    terminal.keys("3")
    terminal.wait(lambda text: "  3 3 " in text and "Where luck was kind" in text)
    terminal.keys("L")
    terminal.wait(lambda text: "Ta chance, coup par coup" in text and "Bilan" in text and "sortir" in bar(text))
    terminal.keys("End")
    terminal.wait(lambda text: "Comment le lire" in text and "erreurs types" in text)
    terminal.keys("Escape")
    terminal.wait(lambda text: "v bilan" in bar(text))
    terminal.keys("v")  # it was kept
    terminal.wait(lambda text: "  3 3 " in text and "Quand la chance a souri" in text)
    terminal.keys("1", "Escape")  # a review that has just begun is left with its page
    terminal.wait(lambda text: "v bilan" in bar(text))
    terminal.keys("q")
    terminal.wait_for("left 0")


def reviewed_ascii(terminal):
    terminal.wait(lambda text: "v review" in bar(text))
    terminal.keys("v")
    text = terminal.wait(lambda text: "Where luck was kind" in text)
    assert text.isascii() and "##" in text, text


def review_refused(terminal):
    """A game that is not over, and the reason."""
    at_table(terminal)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "game"
        terminal.keys("s")
        terminal.type(str(file))
        terminal.keys("Enter")
        terminal.wait_for("Saved, the hidden cards too")
        terminal.keys("q", "q")
        terminal.wait_for("left 0")
        terminal.run(PROGRAM, "replay", file, "--lang", "en")
        terminal.wait(lambda text: "v review" in bar(text))
        terminal.keys("v")
        terminal.wait_for("The game is not over; it can be reviewed when it is.")


check("search among the actions", search)
check("help on what is under the cursor, rules with search, log", help_pages)
check("refusals with their clause, and a hint", refusals)
check("undo", undo)
check("SM-B5: any tile is taken back", take_back, PROGRAM, "play", "shy-monsters", "--as", "master", "--seed", "4", "--lang", "en",
      "--name", "Zoé")
check("a notebook", notebook)
check("the other language", language)
check("the mouse", mouse)
check("ASCII with --ascii", ascii_only, *GAME, "--ascii")
check("ASCII in the locale C", ascii_only, *GAME[:-2], "--name", "Zoe", LC_ALL="C")
check("a window that is too small", small)
check("save, resume, record, replay", saved)
check("a surplus Enter plays no optional action", offered, PROGRAM, "play", "shadow-hunters", "--seed", "3", "--bot", "rules",
      "--lang", "en", "--name", "Zoé")
check("news in one row", short_news, PROGRAM, "play", "manor", "--seed", "3", "--bot", "rules", "--lang", "en", "--name", "Zoé",
      rows=23)
GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden"
check("a review in the replay", reviewed, PROGRAM, "replay", GOLDEN / "shadow-hunters-version-2.json", "--seat", "1", "--lang", "en",
      columns=100, rows=40)
check("a review in ASCII", reviewed_ascii, PROGRAM, "replay", GOLDEN / "manor-version-2.json", "--seat", "1", "--lang", "en", "--ascii")
check("no review before the end", review_refused)
check("lines for a screen reader", in_lines, *GAME, "--plain", columns=100, rows=60)
tap.finish()
