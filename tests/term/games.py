"""Whole games in the full-screen client, through tmux, in pairwise combinations of game, size, language
and place."""

import concurrent.futures
import contextlib
import itertools
import sys
import traceback

from server import Table
from screen import CURTAIN, LONG, PROGRAM, Tap, Terminal, check_lines, is_one, is_whole, play

# With how many players; or those of the command line, `GAME=PLAYERS`.
GAMES = {"manor": 3, "shadow-hunters": 5, "shy-monsters": 2, "treasure-hunters": 3}
if sys.argv[2:]:
    GAMES = {game: int(players) for game, players in (word.split("=") for word in sys.argv[2:])}
SIZES = ("80x24", "120x40", "resized")
LANGS = ("en", "fr")
PLACES = ("bots", "people", "online")
LOG = {"en": "── Log ──", "fr": "── Journal ──"}
WINS = {"en": "wins", "fr": "gagne"}


def combinations():
    """All combinations in a long run; else enough of them to cover every pair of values."""
    every = list(itertools.product(GAMES, SIZES, LANGS, PLACES))
    if LONG:
        return every
    pairs = {pair for one in every for pair in itertools.combinations(enumerate(one), 2)}
    chosen = []
    while pairs:
        best = max(every, key=lambda one: len(pairs & set(itertools.combinations(enumerate(one), 2))))
        chosen.append(best)
        pairs -= set(itertools.combinations(enumerate(best), 2))
    return chosen


def whole_game(game, size, lang, place):
    players = GAMES[game]
    columns, rows = (120, 40) if size == "120x40" else (80, 24)
    command = [PROGRAM, "play", "--lang", lang]
    if place == "online":
        table = Table(game, players)
        command += ["--join", table.url, "--name", "Zoé"]
    else:
        table = contextlib.nullcontext()
        command += [game, "--players", players, "--seed", 7, "--name", "Zoé,Noé"]
        command += ["--people", "1,2", "--bot-pace", 0] if place == "people" else []

    def meanwhile(count, text):
        """Checks every screen; in mid-game the window is resized."""
        check_lines(text, 132 if size == "resized" and 5 < count <= 9 else columns)
        if place == "online":
            table.refill()
        if size == "resized" and count in (5, 9):
            wide, high = (132, 43) if count == 5 else (80, 24)
            terminal.resize(wide, high)
            # A wide window has the log beside the board, except while the curtain is down.
            terminal.wait(lambda text: is_whole(text, high) and (wide < 112 or is_one(text, (LOG[lang], *CURTAIN))))

    with table, Terminal(columns, rows) as terminal:
        terminal.run(*command)
        if place == "online":
            table.begin()
        text, count = play(terminal, f"{game} {size} {lang} {place}", meanwhile)
        if not is_one(text, (WINS[lang],)) and game != "treasure-hunters":
            raise AssertionError(f"nobody is said to win:\n{text}")
        terminal.keys("q")
        terminal.wait_for("left 0")
        if terminal.facts("alternate_on", "cursor_flag", "mouse_any_flag") != ["0", "1", "0"]:
            raise AssertionError("the terminal is not as it was")
    return count


def main():
    tap = Tap()

    def one(chosen):
        try:
            return chosen, whole_game(*chosen), ""
        except Exception:
            return chosen, 0, traceback.format_exc()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for chosen, count, problem in pool.map(one, combinations()):
            tap.result(not problem, f"a whole game: {', '.join(chosen)} ({count} steps)", problem)
    tap.finish()


main()
