#!/usr/bin/env python3
"""Tests of scripts/test: what counts as failed, and that a hanging program is distinguished from a starved
one."""

import os
import pathlib
import subprocess
import sys

os.environ["LAN_PATIENCE"] = "1"  # seconds, so that hanging programs are detected soon
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import patience  # noqa: E402  the path and the patience must be set first
import runner  # noqa: E402
from buildlib import Tap  # noqa: E402

tap = Tap()
runner.LOOK_SECONDS = 0.2
GOOD = "print('1..1\\nok 1 - one', flush=True)\n"


def outcome_of(script, timeout=1000):
    return runner.run_program(runner.Program("one", [sys.executable, "-c", script], timeout), False)


def fails(name, script, *words, timeout=1000):
    outcome = outcome_of(script, timeout)
    said = "; ".join(outcome.problems)
    tap.result(outcome.failed and all(word in said for word in words), name, f"{outcome.failed} failed: {said}")


def passes(name, script, timeout=1000):
    outcome = outcome_of(script, timeout)
    tap.result((outcome.passed, outcome.failed) == (1, 0), name, f"{outcome.failed} failed: {outcome.problems}")


passes("one good test", GOOD)
fails("a test that fails", "print('1..1\\nnot ok 1 - one')")
fails("no plan", "pass", "no plan")
fails("no test", "print('1..0')", "tested nothing")
fails("too few tests", "print('1..2\\nok 1 - one')", "executed 1 of 2")
fails("a bad end", GOOD + "raise SystemExit(3)", "exit status 3")
fails("a crash", GOOD + "import os; os.abort()", "signal 6")
fails("waiting in vain", GOOD + "import time\nwhile True: time.sleep(60)", "does not come")
fails("waiting in vain for a child", GOOD + "import subprocess; subprocess.run(['sleep', '1000'])", "does not come")
fails("an endless loop", GOOD + "while True: pass", "still running", timeout=1)

# Competing processes make the program exceed the limit that holds on an idle machine.
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * patience.CORES)]
try:
    passes("a program that is starved", GOOD + "import time\nwhile time.process_time() < 0.5: pass", timeout=1)
finally:
    for one in busy:
        one.kill()
        one.wait()
tap.finish()
