"""A terminal for tests, through tmux: sends keys and reads the screen. Standard library only."""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from buildlib import Tap  # noqa: E402,F401  the path must be set first
from seeds import seeded  # noqa: E402
from patience import Deadline, patience, stretch, until  # noqa: E402,F401

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
PROMPTS = ("$", "#")  # of a user's shell and of root's
LONG = os.environ.get("LAN_LONG") == "1"


class Terminal:
    """A terminal of the given size, in which a shell runs commands one after the other."""

    def __init__(self, columns=80, rows=24, **env):
        self.folder = tempfile.TemporaryDirectory(prefix="lanterne-term-")
        self.socket = os.path.join(self.folder.name, "tmux")
        self.env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HISTFILE": "",
                    "XDG_STATE_HOME": self.folder.name, **env}
        for name in ("TMUX", "NO_COLOR", "LAN_LONG", "ENV"):
            self.env.pop(name, None)
        # The terminal type that tmux emulates, and no delay after Escape.
        config = os.path.join(self.folder.name, "conf")
        pathlib.Path(config).write_text("set -g default-terminal screen-256color\nset -s escape-time 0\nset -g status off\n"
                                        "set -g remain-on-exit on\n")
        self.tmux("-f", config, "-u", "new-session", "-d", "-x", str(columns), "-y", str(rows), "exec sh")
        self.wait(lambda text: text.strip() in PROMPTS)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], env=self.env, text=True, capture_output=True,
                              timeout=patience(), check=True).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def facts(self, *names):
        return self.tmux("display-message", "-p", " ".join("#{%s}" % name for name in names)).split()

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def run(self, *command):
        """Starts a program in the shell, which prints its exit status afterwards."""
        # Removes the output of an earlier program, which could be mistaken for this one's.
        self.type("clear\n")
        self.wait(lambda text: text.strip() in PROMPTS)
        self.type("clear; " + " ".join(map(shlex.quote, map(str, command))) + "; echo left $?\n")

    def wait(self, fits):
        """The first screen for which `fits` holds twice in a row. On a busy machine this may be a partly
        drawn screen, so `fits` must check everything that the test relies on."""
        deadline = Deadline()
        before = None
        while not deadline.passed():
            text = self.screen()
            if fits(text) and text == before:
                return text
            before = text
            time.sleep(0.01)
        raise AssertionError(f"waited in vain, and this is on the screen:\n{before}")

    def wait_for(self, *words):
        """Waits until all the words are on the screen."""
        return self.wait(lambda text: all(word in text for word in words))

    def wait_for_shell(self):
        """Waits until the program has ended or stopped and all its output is on the screen."""
        return self.wait(lambda text: text.rstrip().endswith(PROMPTS))

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], env=self.env, capture_output=True, check=False)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()


# Labels of the key bar, in both languages.
# What cannot be taken back is asked for twice.
WARNED = ("Do it again if you mean it", "Recommence si tu y tiens")
PLAYING = ("u undo", "u annuler")
TABLE = ("l log", "l journal")
# the beginning of the bar, which is drawn last, from left to right
OVER = ("? help  l log", "? aide  l journal")
OFFERED = ("p not now", "p pas maintenant")
CURTAIN = ("press Space, then Enter", "appuie sur Espace, puis sur Entrée")
LIFT = ("Space", "Enter")


def process(terminal):
    """The client's process: the child of the pane's shell."""
    shell = terminal.facts("pane_pid")[0]
    return subprocess.run(["pgrep", "-P", shell], text=True, capture_output=True, check=True).stdout.split()[0]


def is_one(text, words):
    return any(word in text for word in words)


def bar(text):
    """The key bar: the last line that is not empty."""
    return text.rstrip().rsplit("\n", 1)[-1]


def is_whole(text, rows):
    """Whether the screen fills a window of so many rows: its last line is the key bar, or the curtain is
    down."""
    lines = text.split("\n")
    return is_one(text, CURTAIN) or len(lines) > rows - 1 and is_one(lines[rows - 1], PLAYING)


def is_left(text):
    """Whether the shell has the terminal again."""
    return "left " in text and bar(text).strip() in PROMPTS


def step(terminal, text, dice):
    """Presses keys for one step: a random choice that leads towards the end of the game."""
    if is_one(text, CURTAIN):
        # The curtain has five lines: a title, three sentences and the keys. Keys pressed before it is shown
        # are discarded. On a busy machine those of the step before may only now have lifted it.
        shown = terminal.wait(lambda text: not is_one(text, CURTAIN) or len([line for line in text.split("\n") if line.strip()]) == 5)
        if is_one(shown, CURTAIN):
            terminal.keys(*LIFT)
    elif is_one(text, WARNED):
        terminal.keys("Enter")
    elif is_one(bar(text), OFFERED) and dice.random() < 0.8:
        terminal.keys("p")
    else:
        terminal.keys(*["Right"] * dice.randrange(4), *["Down"] * dice.randrange(3), "Enter")


def is_over(text):
    return bar(text).strip().startswith(OVER)


def is_asked(text):
    return is_one(text, CURTAIN) or is_one(bar(text), PLAYING)


def play(terminal, seed, meanwhile=lambda count, text: None):
    """Plays until the game is over; returns the last screen and the number of steps."""
    dice = seeded(seed)
    text, count = terminal.wait(is_asked), 0
    deadline = Deadline()
    while not is_over(text):
        meanwhile(count, text)
        step(terminal, text, dice)
        count += 1
        before, tries = text, 0
        # A step may change nothing, so another one follows after a while. On a busy machine it may come too
        # early and be read after the previous keys, which is valid input, too.
        while text == before and tries < 30 * stretch():
            text = terminal.screen()
            tries += 1
            time.sleep(0.002 * min(tries, 30))
        if text != before:
            deadline = Deadline()
            # The screen may be partly drawn.
            text = terminal.wait(lambda text: is_asked(text) or is_over(text) or is_left(text))
        elif deadline.passed():
            raise AssertionError(f"the game does not go on:\n{text}")
        if is_left(text):
            raise AssertionError(f"the program ended in mid-game:\n{text}")
    return text, count


def check_lines(text, columns):
    """Checks a screen: no line wider than the terminal, no mark or control character, the key bar at the
    bottom."""
    for line in text.rstrip("\n").split("\n"):
        if len(line) > columns:
            raise AssertionError(f"a line of {len(line)} columns on {columns}: {line!r}")
        if any(ord(c) < 32 for c in line):
            raise AssertionError(f"a control character on the screen: {line!r}")
