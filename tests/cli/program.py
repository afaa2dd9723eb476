"""Shared by the tests of this folder: running the built program, and printing TAP."""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from buildlib import Tap  # noqa: E402  the path must be set first
from patience import patience  # noqa: E402,F401

PROGRAM = sys.argv[1]
OK, FAILED, USAGE, BAD_FILE, UNFINISHED, STOPPED = range(6)
# Fixes language, character set and colours on every machine.
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}


class Check:
    """Runs tests one after the other and collects the conditions that do not hold."""

    def __init__(self):
        self.tap = Tap()
        self.problems = []

    def run(self, *arguments, text="", code=OK, env=None):
        """Runs the program and returns (stdout, stderr); another exit code than expected is a problem."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], input=text, text=True, capture_output=True,
                              timeout=patience(), env={**ENVIRONMENT, **(env or {})})
        if done.returncode != code:
            self.problems.append(f"$ lanterne {' '.join(map(str, arguments))}: exit code {done.returncode}, not {code}\n"
                                 f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout, done.stderr

    def json(self, *arguments):
        out, _ = self.run(*arguments)
        try:
            return json.loads(out)
        except ValueError as error:
            self.problems.append(f"lanterne {' '.join(arguments)} is no JSON: {error}")
            return None

    def that(self, holds, what):
        if not holds:
            self.problems.append(what)

    def has(self, text, *wanted):
        for want in wanted:
            self.that(want in text, f"no {want!r} in:\n{text[-3000:]}")

    def done(self, name):
        self.tap.result(not self.problems, name, "\n".join(self.problems))
        self.problems = []


def games(check):
    """The names of the games that the program lists."""
    return check.json("games", "--json")["games"]
