#!/usr/bin/python3
"""Trains a net for a game and writes its file, which bots/net.c reads: docs/learning.md explains it.

    train/train.py GAME --players 2 --out FILE [--teacher rules] [--opponent random] [--minutes M] ...

With --teacher the net learns, from games that the teacher plays with some moves at random, who wins and what
the teacher plays. Without, it learns from its own games: against itself, or against --opponent in each seat
in turn; the policy follows the decisions that ended better than the net had judged (proximal policy
optimisation). One thread; equal seeds and rounds give equal nets on one machine with one version of PyTorch.
"""

import argparse
import json
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bindings" / "python"), str(ROOT / "train")]
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402  the paths must be set first
import torch  # noqa: E402

import model  # noqa: E402
import play  # noqa: E402
from lanterne import spaces  # noqa: E402

EPOCHS, CLIP = 3, 0.2  # of a learner's own games


def batches(course, size, dice):
    order = dice.permutation(len(course))
    for at in range(0, len(order), size):
        part = order[at:at + size]
        yield {name: torch.from_numpy(np.ascontiguousarray(array[part])) for name, array in course.__dict__.items()}


def loss_of(net, batch, taught, entropy_share):
    """(loss, loss of the judged chance): cross entropy of who wins, plus that of the policy."""
    logit, rating = net(batch["cells"])
    judging = torch.nn.functional.binary_cross_entropy_with_logits(logit, batch["won"])
    if not rating.shape[1]:
        return judging, judging
    logs = torch.log_softmax(rating.masked_fill(batch["masks"] == 0, -1e9), dim=1)
    chosen = logs.gather(1, batch["wanted"].long()[:, None])[:, 0]
    if taught:
        return judging - chosen.mean(), judging
    better = batch["better"]
    ratio = (chosen - torch.log(batch["chance"].float())).exp()
    policy = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    entropy = -(logs.exp() * logs).sum(dim=1).mean()
    return judging - policy - entropy_share * entropy, judging


def learn(net, optimiser, course, options, dice, left):
    """One pass or several over a course; the mean loss of the judged chance."""
    losses = []
    better = course.won - course.judged
    course.better = ((better - better.mean()) / (better.std() + 1e-6)).astype(np.float32)
    for _ in range(1 if options.teacher else EPOCHS):
        for batch in batches(course, options.batch, dice):
            loss, judging = loss_of(net, batch, bool(options.teacher), options.entropy * left)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            losses.append(float(judging.detach()))
    return float(np.mean(losses))


def held_out(net, course):
    """How well the net does on games that it has not learned from yet: the loss of the judged chance, that of
    always judging the mean, and how often it would play what was played (or what the teacher wanted)."""
    with torch.no_grad():
        logit, rating = net(torch.from_numpy(course.cells))
        won = torch.from_numpy(course.won)
        loss = float(torch.nn.functional.binary_cross_entropy_with_logits(logit, won))
    mean = float(np.clip(course.won.mean(), 1e-6, 1 - 1e-6))
    plain = -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))
    if not rating.shape[1]:
        return loss, float(plain), None
    best = np.where(course.masks == 1, rating.numpy(), -np.inf).argmax(axis=1)
    return loss, float(plain), round(float((best == course.wanted).mean()), 4)


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", required=True, help="the file of the net; its curve is written beside it, as FILE.jsonl")
    parser.add_argument("--teacher", help="a bot whose games are learned from, such as rules or search:200")
    parser.add_argument("--opponent", help="a bot that plays the other seats; without, the learner plays all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="processor time to train for")
    parser.add_argument("--rounds", type=int, default=10**9, help="courses to learn from")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game in a course")
    parser.add_argument("--hidden", type=int, nargs="+", default=[64, 32])
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--strays", type=float, default=0.1, help="with a teacher, the share of moves at random")
    parser.add_argument("--entropy", type=float, default=0.02, help="what variety is worth at the beginning; falls to 0")
    parser.add_argument("--value-only", action="store_true", help="with a teacher: a net that judges positions and rates no actions")
    parser.add_argument("--cooperative", action="store_true", help="all win or lose together")
    options = parser.parse_args(words)
    if not options.minutes and options.rounds == 10**9:
        parser.error("say --minutes or --rounds")
    if options.value_only and not options.teacher:
        parser.error("--value-only needs a --teacher, since no policy is learned")
    return options


def write(net, layout, options):
    pathlib.Path(options.out).write_bytes(model.export(net, options.game, layout["version"], options.players))


def train(words, report=print):
    """Trains as the words of the command say; returns the net and the rows of its curve."""
    options = arguments(words)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    dice, begun, curve = np.random.default_rng(options.seed), time.process_time(), []
    games = play.vectors(options.game, options.players, options.games, options.opponent, options.teacher)
    for number, vector in enumerate(games):
        vector.reset(seed=options.seed * 10**6 + number * 10**5)
    layout = games[0].layout
    net = model.Net(spaces.highs(layout), options.hidden, 0 if options.value_only else games[0].action_count)
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate)
    decisions = number = 0
    done = 0.0
    with open(options.out + ".jsonl", "w", encoding="utf-8") as log:
        log.write(json.dumps({"command": ["train/train.py", *words], "torch": torch.__version__}) + "\n")
        while done < 1:
            course = play.Course.joined([play.collect(vector, net, dice, options.steps, bool(options.teacher), options.strays, options.cooperative)
                                         for vector in games])
            loss, plain, same = held_out(net, course)
            for group in optimiser.param_groups:
                group["lr"] = options.rate * (1 - 0.95 * done)
            learn(net, optimiser, course, options, dice, 1 - done)
            number, decisions = number + 1, decisions + len(course)
            seconds = time.process_time() - begun
            done = max(number / options.rounds, seconds / 60 / options.minutes if options.minutes else 0)
            row = {"round": number, "decisions": decisions, "seconds": round(seconds, 1), "loss": round(loss, 4), "loss of the mean": round(plain, 4),
                   "same move": same, "won": round(float(course.won.mean()), 4)}
            curve.append(row)
            log.write(json.dumps(row) + "\n")
            log.flush()
            if number % 10 == 1 or done >= 1:
                report(json.dumps(row))
                write(net, layout, options)
    return net, curve


if __name__ == "__main__":
    train(sys.argv[1:])
