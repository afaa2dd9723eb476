#!/usr/bin/python3
"""Trains a small net on the tiny game against `random` and tests what came of it: arguments are the folder of
the release build.

Strength is exact, since the tiny game is enumerated (tests/train/net_tool.c): how far the net comes on the
way from what `random` wins to what the best answer to it wins, in each seat. The net plays as in the product,
in whole numbers, which are compared here with PyTorch's.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "build")
TOOL = BUILD / "tests" / "net-tool"
os.environ["LANTERNE_LIBRARY"] = str(BUILD / "tests" / "liblanterne-tiny.so")
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "train"), str(ROOT / "bindings" / "python")]
import numpy as np  # noqa: E402  the paths must be set first
import torch  # noqa: E402
from buildlib import Tap  # noqa: E402
import lanterne  # noqa: E402
import model  # noqa: E402
import train  # noqa: E402

# Of the way from `random` to the best answer.
REACHED = 0.95
# By how much more often a net of Manor plays as its teacher after 80,000 decisions, which are few for 730
# actions; the standard error of the share is half a hundredth.
FORETOLD = 0.02
WORDS = ["tiny", "--opponent", "random", "--rounds", "60", "--games", "128", "--steps", "16", "--hidden", "24", "16", "--batch", "256",
         "--rate", "0.01"]
TAUGHT = ["manor", "--teacher", "rules", "--rounds", "12", "--games", "64", "--steps", "128", "--hidden", "32", "16", "--rate", "0.003"]

tap = Tap()


def tool(mode, path, data=None):
    done = subprocess.run([TOOL, mode, path], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def strength(path):
    """{player: what it wins in seat 1 and 2}"""
    rows = [line.split() for line in tool("tiny", path).decode().splitlines()]
    return {name: np.array([float(one), float(other)]) for name, one, other in rows}


def reached(path):
    won = strength(path)
    return (won["net"] - won["random"]) / (won["best"] - won["random"]), won


def agreement(net, path, games, name):
    """Whether the file gives what PyTorch's net does, on positions of random games."""
    cells, masks = [], []
    for _ in range(40):
        cells.append(games.observations.copy())
        masks.append(games.action_masks.copy())
        games.step_random()
    cells, masks = np.concatenate(cells), np.concatenate(masks)
    with torch.no_grad():
        logit, rating = net(torch.from_numpy(cells))
    wanted = np.concatenate([logit.numpy()[:, None], rating.numpy()], axis=1)
    found = np.frombuffer(tool("outputs", path, cells.tobytes()), np.int32).reshape(wanted.shape) / model.OUTPUT_UNIT
    apart = np.abs(found - wanted).max()
    tap.result(apart < 0.02 and wanted.std() > 0.05, f"{name}: outputs in whole numbers are within 0.02 of PyTorch's",
               f"{len(cells)} positions, at most {apart:.4f} apart, spread {wanted.std():.3f}")
    best, other = (np.where(masks == 1, array[:, 1:], -np.inf) for array in (wanted, found))
    same = (best.argmax(axis=1) == other.argmax(axis=1)).mean()
    tap.result(same > 0.98, f"{name}: the net plays the same in whole numbers in more than 98 of 100 positions", f"{100 * same:.2f} %")


with tempfile.TemporaryDirectory() as folder:
    lines = []
    path = pathlib.Path(folder) / "tiny.net"
    untrained, _ = train.train([*WORDS[:3], "--rounds", "1", "--rate", "0", *WORDS[5:-2], "--out", f"{folder}/none.net"], report=lines.append)
    net, curve = train.train([*WORDS, "--out", str(path)], report=lines.append)
    (one, other), won = reached(path)
    before, _ = reached(f"{folder}/none.net")
    tap.result(min(one, other) >= REACHED, f"the tiny game: {100 * one:.1f} % and {100 * other:.1f} % of the way to the best answer, at least {100 * REACHED:.0f} %",
               "\n".join([f"{name}: {value}" for name, value in won.items()] + lines))
    tap.result(max(before) < REACHED, f"an untrained net does not come so far: {100 * before[0]:.1f} % and {100 * before[1]:.1f} %")
    agreement(net, path, lanterne.vector("tiny", num_envs=50, players=2), "the tiny game")
    again, _ = train.train([*WORDS[:3], "--rounds", "2", *WORDS[5:], "--out", f"{folder}/again.net"], report=lines.append)
    first = pathlib.Path(f"{folder}/again.net").read_bytes()
    train.train([*WORDS[:3], "--rounds", "2", *WORDS[5:], "--out", f"{folder}/again.net"], report=lines.append)
    tap.result(pathlib.Path(f"{folder}/again.net").read_bytes() == first, "equal seeds and rounds give equal nets")
    rows = [json.loads(line) for line in pathlib.Path(f"{path}.jsonl").read_text().splitlines()]
    tap.result(rows[1:] == curve and rows[0]["command"][1:] == [*WORDS, "--out", str(path)], "the curve is written beside the net, with the command")

    path = pathlib.Path(folder) / "manor.net"
    net, curve = train.train([*TAUGHT, "--out", str(path)], report=lines.append)
    tap.result(curve[-1]["loss"] < 0.95 * curve[-1]["loss of the mean"] and curve[-1]["same move"] > curve[0]["same move"] + FORETOLD,
               "from a teacher's games a net learns who wins and what the teacher plays", json.dumps([curve[0], curve[-1]]))
    agreement(net, path, lanterne.vector("manor", num_envs=50, players=2), "Manor")
tap.finish()
