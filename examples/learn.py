#!/usr/bin/env python3
"""Learns Manor for two against the bot `rules`: a linear policy and policy gradients, with numpy alone.

    PYTHONPATH=bindings/python python3 examples/learn.py [SECONDS]

SECONDS (60) are of processor time. Prints how it does while it learns: the mean lead in points and the share
of games won. docs/learning.md explains it.
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, so that its seconds are comparable
import numpy as np  # noqa: E402

import lanterne  # noqa: E402

GAMES, STEPS, RATE = 128, 48, 0.02


def play(games, weights, dice):
    """STEPS decisions in every game; features, chances, chosen actions, and the lead at the end of games."""
    rows, seen = np.arange(GAMES), []
    for _ in range(STEPS):
        features = np.concatenate([games.features(), np.ones((GAMES, 1), np.float32)], axis=1)
        worth = np.where(games.action_masks == 1, features @ weights, -np.inf)  # only what is offered
        chance = np.exp(worth - worth.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        action = np.argmax(worth - np.log(dice.standard_exponential(worth.shape, np.float32) + 1e-20), axis=1)
        slope = -chance  # of the logarithm of the chosen action's chance, by worth
        slope[rows, action] += 1
        games.step(action)
        lead = games.scores[:, 0] - games.scores[:, 1]
        seen.append((features, slope, games.dones == 1, lead.copy(), games.rewards[:, 0].copy()))
    return [np.stack(part) for part in zip(*seen)]


def learn(seconds, rounds_max=None, report=print):
    """Returns the mean lead of every fifth round."""
    games = lanterne.vector("manor", num_envs=GAMES, bots=[None, "rules"])
    games.reset(seed=1)
    dice, history, leads, wins = np.random.default_rng(1), [], [], []
    weights = np.zeros((games.cell_count + 1, games.action_count), np.float32)
    mean, square, baseline, number, until = 0 * weights, 0 * weights, -20.0, 0, time.process_time() + seconds
    while time.process_time() < until and (rounds_max is None or number < rounds_max):
        number += 1
        features, slopes, dones, lead, won = play(games, weights, dice)
        result, known = np.zeros(lead.shape, np.float32), np.zeros(lead.shape, bool)
        for step in reversed(range(STEPS)):  # what a decision led to: the lead at the end of its game
            after = (result[step + 1], known[step + 1]) if step + 1 < STEPS else (0, False)
            result[step] = np.where(dones[step], lead[step], after[0])
            known[step] = dones[step] | after[1]
        better = np.tanh((result - baseline) / 20)[known]
        slope = features[known].T @ (slopes[known] * better[:, None]) / len(better)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights += RATE * mean / (np.sqrt(square) + 1e-4)
        leads.append(float(lead[dones].mean()))
        wins.append(float(won[dones].mean()))
        baseline += 0.1 * (leads[-1] - baseline)
        if number % 5 == 0:
            history.append(float(np.mean(leads[-5:])))
            report(f"{number * GAMES * STEPS:8d} decisions: lead {history[-1]:6.1f} points, "
                   f"won {100 * np.mean(wins[-5:]):4.1f} %")
    games.close()
    return history


if __name__ == "__main__":
    learn(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
