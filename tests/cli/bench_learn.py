#!/usr/bin/env python3
"""Tests that the measurement of `make bench` runs and prints a row for every game; what it measures is
asserted nowhere. Arguments: the library and the program."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from buildlib import Tap  # noqa: E402  the path must be set first

tap = Tap()
done = subprocess.run([sys.executable, str(ROOT / "scripts" / "bench-learn"), sys.argv[2], sys.argv[1], "0.05"],
                      capture_output=True, text=True)
rows = [line.split()[0] for line in done.stdout.splitlines()[2:]]
tap.result(done.returncode == 0 and rows == ["manor", "shadow-hunters", "shy-monsters", "treasure-hunters"],
           "a row for every game", done.stdout + done.stderr)
tap.finish()
