#!/usr/bin/env python3
"""Tests that the training example learns: a short run of it, which has the same course on every machine since
it counts rounds and not seconds. Argument: the library."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "bindings" / "python"), str(ROOT / "examples")]
os.environ["LANTERNE_LIBRARY"] = sys.argv[1]
from buildlib import Tap  # noqa: E402  the paths must be set first
import learn  # noqa: E402

tap = Tap()
lines = []
history = learn.learn(10**9, rounds_max=10, report=lines.append)
tap.result(len(history) == 2 and history[1] > history[0] + 0.5,
           "the example's lead grows by more than half a point from rounds 1-5 to 6-10", "\n".join(lines))
tap.finish()
