#!/usr/bin/env python3
"""Tests that the Python environment follows the agent environment cycle, for every game; argument: the
library."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "bindings" / "python")]
os.environ["LANTERNE_LIBRARY"] = sys.argv[1]
from buildlib import Tap  # noqa: E402  the paths must be set first
import lanterne  # noqa: E402

tap = Tap()
MOVES_MAX = 20000


def play(env, seed, choose):
    """Plays a whole game, checking the contract at every step; returns all observations."""
    env.reset(seed=seed)
    seen, ended, total = [], set(), dict.fromkeys(env.possible_agents, 0.0)
    assert env.agents == env.possible_agents and env.agent_selection in env.agents
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    for agent in env.agent_iter(MOVES_MAX):
        assert agent == env.agent_selection
        observation, reward, terminated, truncated, info = env.last()
        assert set(observation) == {"observation", "action_mask"} and isinstance(info, dict) and not truncated
        mask = observation["action_mask"]
        assert len(mask) == env.action_space(agent) and set(bytes(mask)) <= {0, 1}
        total[agent] = reward
        if terminated:
            assert not any(mask), "nothing is left to do"
            assert agent not in ended, "everybody ends once"
            ended.add(agent)
            env.step(None)
            assert agent not in env.agents
            continue
        assert any(mask), "who is asked has something to do"
        for other in env.agents:
            assert other == agent or not any(env.observe(other)["action_mask"]), "only one is asked"
        action = choose(env, mask)
        seen.append((agent, action, str(observation["observation"])))
        env.step(action)
    assert not env.agents and ended == set(env.possible_agents), "the game ends, for all"
    return seen, total, env.scores()


def at_random(env, mask):
    return env.sample()


def refusals(env):
    env.reset(seed=3)
    bad = [action for action in range(env.action_count) if not env.action_mask()[action]][0]
    before = str(env.observe(env.agent_selection))
    for action in (bad, env.action_count + 5, None):
        try:
            env.step(action)
        except ValueError:
            continue
        raise AssertionError(f"{action} was taken")
    assert str(env.observe(env.agent_selection)) == before, "a refused action changes nothing"


def contract(name):
    env = lanterne.env(name)
    first, again = play(env, 7, at_random), play(env, 7, at_random)
    assert first == again, "the same seed gives the same game"
    assert play(env, 8, at_random)[0] != first[0], "another seed gives another"
    assert all(reward in (0.0, 1.0) for reward in first[1].values())
    refusals(env)
    env.reset(seed=1)
    assert env.render().startswith("{") and env.observation_space(env.agent_selection)
    assert env.notation(env.sample()) and env.notation(env.action_count - 1) == "decline"
    assert env.advise("random") >= 0 and env.action_mask()[env.advise("search", iterations=20)]
    raw = lanterne.env(name, observations="bytes")
    raw.reset(seed=1)
    assert len(raw.observe(raw.agent_selection)["observation"]) == raw.observation_space(raw.agent_selection) > 0
    env.close()
    assert not env.agents


for game in lanterne.games():
    try:
        contract(game)
        tap.result(True, f"{game} keeps the contract", "")
    except AssertionError as error:
        tap.result(False, f"{game} keeps the contract", repr(error))

env = lanterne.env("shy-monsters")
env.reset(seed=3)
moves = 0
for agent in env.agent_iter():
    _, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else env.advise("equilibrium", iterations=20, seed=moves))
    moves += 1
tap.result(10 < moves < 200, "equilibrium walks through Shy Monsters, told what its seat was told", f"{moves} moves")

problems = []
for arguments in (("nonsense", {}), ("manor", {"players": 9}), ("manor", {"options": {"tie": "nonsense"}}),
                  ("manor", {"options": {"nonsense": 1}}), ("manor", {"observations": "nonsense"})):
    try:
        lanterne.env(arguments[0], **arguments[1])
        problems.append(f"{arguments} was accepted")
    except ValueError as error:
        if not str(error):
            problems.append(f"{arguments} was refused without a reason")
if lanterne.env("manor", players=3, options={"tie": "shared"}).possible_agents != ["seat_1", "seat_2", "seat_3"]:
    problems.append("agents are seats")
tap.result(not problems, "set-ups are refused with a reason", "\n".join(problems))
tap.finish()
