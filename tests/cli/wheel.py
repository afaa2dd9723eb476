#!/usr/bin/env python3
"""Tests the wheel: built from the library, installed by pip without a network into an empty virtual
environment, and used there without this repository; once without numpy and once with that of the system.
Argument: the library."""

import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from buildlib import Tap  # noqa: E402  the path must be set first

PLAIN = """
import lanterne, pathlib, sys
assert pathlib.Path(lanterne.__file__).is_relative_to(sys.prefix), lanterne.__file__
for game in lanterne.games():
    env = lanterne.env(game, observations="json")
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.sample())
for make in (lanterne.env, lanterne.vector):
    try:
        make("manor")
        raise AssertionError("arrays without numpy")
    except ImportError as error:
        assert "numpy" in str(error)
print("played", len(lanterne.games()))
"""
ARRAYS = """
import lanterne, pathlib, sys
assert pathlib.Path(lanterne.__file__).is_relative_to(sys.prefix), lanterne.__file__
for game in lanterne.games():
    games = lanterne.vector(game, num_envs=8)
    games.reset(seed=1)
    for _ in range(100):
        games.step(games.sample())
print("played", len(lanterne.games()))
"""

tap = Tap()


def run(*command, **settings):
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("PYTHON", "LANTERNE", "PIP_", "VIRTUAL_ENV"))}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=clean, **settings)
    return done.returncode, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as room:
    room = pathlib.Path(room)
    code, out = run(sys.executable, ROOT / "scripts" / "wheel", sys.argv[1], room)
    wheel = pathlib.Path(out.strip())
    tap.result(code == 0 and wheel.is_file(), "a wheel is built", out)
    names = zipfile.ZipFile(wheel).namelist()
    tap.result({"lanterne/py.typed", "lanterne/liblanterne.so.1"} <= set(names) and not any("__pycache__" in name for name in names),
               "it has the library and the marker of type hints", "\n".join(names))
    tap.result("-py3-none-manylinux_2_" in wheel.name, "its tag names the glibc that the library needs", wheel.name)
    again = run(sys.executable, ROOT / "scripts" / "wheel", sys.argv[1], room / "again")
    tap.result(wheel.read_bytes() == pathlib.Path(again[1].strip()).read_bytes(), "equal sources give equal bytes", again[1])
    for title, flags, program in (("without numpy", [], PLAIN), ("with numpy", ["--system-site-packages"], ARRAYS)):
        place = room / title.replace(" ", "-")
        code, out = run(sys.executable, "-m", "venv", *flags, place)
        tap.result(code == 0, f"{title}: a virtual environment", out)
        code, out = run(place / "bin" / "pip", "install", "--no-index", wheel, cwd=room)
        tap.result(code == 0, f"{title}: the wheel is installed without a network", out)
        code, out = run(place / "bin" / "python", "-c", program, cwd=room)
        tap.result(code == 0 and "played 4" in out, f"{title}: it plays every game", out)
tap.finish()
