#!/usr/bin/env python3
"""Tests the Python package against the library, for every game: the agent environment cycle, vectors, spaces,
copies, refusals with reasons, and that no argument crashes the interpreter. Argument: the library.

Where PettingZoo can be imported, its own api_test and seed_test are run too; they are not needed."""

import copy
import gc
import json
import os
import pathlib
import pickle
import random
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "bindings" / "python")]
os.environ["LANTERNE_LIBRARY"] = sys.argv[1]
from buildlib import Tap  # noqa: E402  the paths must be set first
import numpy  # noqa: E402
import lanterne  # noqa: E402
from lanterne import spaces  # noqa: E402

tap = Tap()
MOVES_MAX = 20000


def play(env, seed):
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
        assert mask.dtype == numpy.int8 and mask.shape == (env.action_count,) and set(mask.tolist()) <= {0, 1}
        if env.observations == "array":
            assert env.observation_space(agent).contains(observation), "the observation is in its space"
        total[agent] += reward
        if terminated:
            assert not mask.any(), "nothing is left to do"
            assert agent not in ended, "everybody ends once"
            ended.add(agent)
            env.step(None)
            assert agent not in env.agents and not any(env.rewards.values()), "a reward is given once"
            continue
        assert mask.any(), "who is asked has something to do"
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any(), "only one is asked"
        action = env.sample()
        assert env.action_space(agent).contains(action)
        seen.append((agent, action, str(observation["observation"])))
        env.step(action)
    assert not env.agents and ended == set(env.possible_agents), "the game ends, for all"
    return seen, total, env.scores()


def raises(expected, call, *arguments, **named):
    """Whether the call raises one of these exceptions with a sentence in it."""
    try:
        call(*arguments, **named)
    except expected as error:
        assert str(error), f"{arguments} {named}: no reason was given"
        return
    raise AssertionError(f"{arguments} {named} was accepted")


def contract(name):
    for observations in ("array", "json"):
        env = lanterne.env(name, observations=observations)
        first, again = play(env, 7), play(env, 7)
        assert first == again, "the same seed gives the same game"
        assert play(env, 8)[0] != first[0], "another seed gives another"
        assert all(reward in (0.0, 1.0) for reward in first[1].values()), first[1]
    env.reset(seed=1)
    assert env.render().startswith("{") and env.notation(env.action_count - 1) == "decline"
    assert env.advise("random") >= 0 and env.action_mask()[env.advise("search", iterations=20)]
    raw = lanterne.env(name, observations="bytes")
    raw.reset(seed=1)
    assert raw.observation_space("seat_1").contains(raw.observe("seat_1"))
    raises(TypeError, env.observation_space, "seat_1")


def refusals(name):
    env = lanterne.env(name)
    raises(ValueError, env.step, 0)
    env.reset(seed=3)
    bad = int(numpy.flatnonzero(env.action_mask() == 0)[0])
    before = env.save()
    for action in (bad, -1, env.action_count, 2**32 + int(numpy.flatnonzero(env.action_mask())[0]), 2**80, None):
        raises(ValueError, env.step, action)
    for action in ("0", 1.0, [0], numpy.zeros(2, int)):
        raises(TypeError, env.step, action)
    for seed in (-1, 2**64):
        raises(ValueError, env.reset, seed=seed)
    raises(TypeError, env.reset, seed="1")
    raises(ValueError, env.observe, "seat_99")
    raises(ValueError, env.advise, "nobody")
    raises(TypeError, env.advise, 3)
    raises(ValueError, env.restore, b"nonsense")
    raises(TypeError, env.restore, "nonsense")
    assert env.save() == before, "what is refused changes nothing"
    env.close()
    env.close()
    for call in (env.reset, env.action_mask, env.sample, env.scores, env.render, env.save):
        raises(ValueError, call)


def copies(name):
    """A deep copy and a pickled one go on as the original does; a close of one leaves the others alone."""
    env = lanterne.env(name)
    env.reset(seed=5)
    for _ in range(10):
        env.step(env.sample())
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.copy(env)]
    saved = env.save()
    course = []
    while not env.terminations[env.agent_selection]:
        course.append((env.agent_selection, env.sample()))
        env.step(course[-1][1])
    end = env.save()
    env.close()
    for other in others:
        assert other.save() == saved
        for agent, action in course:
            assert other.agent_selection == agent
            other.step(action)
        assert other.save() == end and all(other.terminations.values())
    others[0].restore(saved)
    assert others[0].agent_selection == course[0][0] and others[0].save() == saved
    changed = bytearray(saved)
    changed[len(changed) // 2] ^= 1
    raises(ValueError, others[0].restore, bytes(changed))
    raises(ValueError, others[0].restore, saved[:-1])
    assert pickle.loads(pickle.dumps(env)).agents == [], "a closed one stays closed"


def vectors(name):
    games = lanterne.vector(name, num_envs=16)
    env = lanterne.env(name)
    games.reset(seed=11)
    assert games.observations.shape == (16, games.layout["cells"]) and games.action_masks.dtype == numpy.int8
    assert games.seeds.tolist() == list(range(11, 27))
    env.reset(seed=13)
    ended = 0
    for _ in range(600):
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"seat_{games.seats[2] + 1}"
        assert (seen["observation"] == games.observations[2]).all() and (seen["action_mask"] == games.action_masks[2]).all()
        assert games.single_observation_space.contains(games.observations[2])
        actions = games.sample()
        games.step(actions)
        env.step(int(actions[2]))
        if games.dones[2]:
            assert games.rewards[2].tolist() == list(env.rewards.values())
            assert games.scores[2].tolist() == list(env.scores().values())
            env.reset(seed=int(games.seeds[2]))
            ended += 1
    assert ended == int(games.episodes[2])
    features = games.features()
    assert features.dtype == numpy.float32 and 0 <= features.min() and features.max() <= 1
    twin = lanterne.vector(name, num_envs=16)
    twin.reset(seed=11), games.reset(seed=11)
    for _ in range(50):
        games.step_random(), twin.step_random()
        assert (games.observations == twin.observations).all() and (games.actions == twin.actions).all()


def vector_refusals(name):
    games = lanterne.vector(name, num_envs=4)
    games.reset(seed=[1, 2, 3, 4])
    good = games.sample()
    before = games.observations.copy()
    bad = good.copy()
    bad[2] = int(numpy.flatnonzero(games.action_masks[2] == 0)[0])
    for actions in (bad, good[:3], good.reshape(2, 2), good.astype(numpy.int64) + 2**40, -good - 1):
        raises(ValueError, games.step, actions)
    for actions in (good.astype(float), ["a"] * 4, None, good.astype(bool), {}):
        raises((TypeError, ValueError), games.step, actions)
    assert (games.observations == before).all() and not games.refused.any(), "nothing has changed"
    games.step(bad, strict=False)
    assert games.refused.tolist() == [0, 0, 1, 0] and (games.observations[2] == before[2]).all()
    for seeds in ([1, 2], [[1, 2, 3, 4]], [1, 2, 3, -1], 2**64):
        raises(ValueError, games.reset, seed=seeds)
    for seeds in ("ab", [1.5, 2, 3, 4], 1.5):
        raises((TypeError, ValueError), games.reset, seed=seeds)
    raises(ValueError, games.features, numpy.zeros((4, 3)))
    raises(TypeError, pickle.dumps, games)
    raises(TypeError, copy.deepcopy, games)
    kept = games.observations
    games.close()
    games.close()
    del games
    gc.collect()
    assert kept.sum() >= 0, "an array outlives its vector"


def setups():
    for arguments, named in ((("nonsense",), {}), (("manor",), {"players": 9}), (("manor",), {"players": -1}),
                             (("manor",), {"players": 2**40}), (("manor",), {"options": {"tie": "nonsense"}}),
                             (("manor",), {"options": {"nonsense": 1}}), (("manor",), {"options": {"tie": "a\nb"}}),
                             (("manor",), {"options": {"tie": "a\0b"}}), (("man\0or",), {}), (("\udc80",), {})):
        for make in (lanterne.env, lanterne.vector, lanterne.layout):
            raises(ValueError, make, *arguments, **named)
    for arguments, named in (((3,), {}), ((None,), {}), (("manor",), {"players": "2"}),
                             (("manor",), {"options": 3}), (("manor",), {"options": {"tie": 1.5}}),
                             (("manor",), {"options": {3: "a"}})):
        for make in (lanterne.env, lanterne.vector, lanterne.layout):
            raises(TypeError, make, *arguments, **named)
    raises(ValueError, lanterne.env, "manor", observations="nonsense")
    raises(ValueError, lanterne.env, "manor", render_mode="human")
    for count in (0, -1, 2**20 + 1, 2**40):
        raises(ValueError, lanterne.vector, "manor", num_envs=count)
    raises(ValueError, lanterne.vector, "shy-monsters", num_envs=2**20)
    for bots in (["nobody", None], ["rules", "rules"], [None], [None, "search:x"], [None, "a,b"]):
        raises(ValueError, lanterne.vector, "manor", bots=bots)
    for bots in ("rules", 3, [None, 3]):
        raises(TypeError, lanterne.vector, "manor", bots=bots)
    env = lanterne.env("manor", players=3, options={"tie": "shared"})
    assert env.possible_agents == ["seat_1", "seat_2", "seat_3"]
    assert lanterne.vector("manor", bots=[None, "rules"]).seats.tolist() == [0]
    raises(TypeError, lanterne.vector, "manor", forced=1)
    games = lanterne.vector("manor", num_envs=4)
    raises(ValueError, games.advise)
    raises(ValueError, games.teach, "nobody")
    raises(TypeError, games.teach, None)
    games.teach("rules")
    for _ in range(100):
        games.step(games.advise())
    assert games.episodes.sum() > 0


def walk():
    env = lanterne.env("shy-monsters", observations="json")
    env.reset(seed=3)
    moves = 0
    for _ in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.advise("equilibrium", iterations=20, seed=moves))
        moves += 1
    assert 10 < moves < 200, "equilibrium walks through Shy Monsters, told what its seat was told"


def long_options():
    """An option of several lines, as a board is, and with backslashes; wrong boards are refused by line."""
    house = (ROOT / "games" / "treasure-hunters" / "house.board").read_text()
    own = house.replace("name haunted-house", "name mine")
    assert own != house
    for make in (lanterne.env, lanterne.vector):
        make("treasure-hunters", options={"board": own}).close()
    assert lanterne.layout("treasure-hunters", options={"board": own}) == lanterne.layout("treasure-hunters")
    for board in ("lanterne-board 1\nnonsense\n", "lanterne-board 1\n\\n", "\\", "a\\nb"):
        try:
            lanterne.env("treasure-hunters", options={"board": board})
        except ValueError as error:
            assert "Board" in str(error), error
        else:
            raise AssertionError(f"{board!r} was taken")
    games = lanterne.vector("treasure-hunters", num_envs=2)
    for array in (games.observations, games.action_masks, games.rewards):
        try:
            array[...] = 1
        except ValueError:
            continue
        raise AssertionError("an array of a vector was overwritten")


def junk(dice):
    """A value of any kind, often one at an edge."""
    return dice.choice([None, True, -1, 0, 1, 3, 2**31, 2**32, 2**63, 2**64, -2**63, 0.5, float("nan"), "", "manor",
                        "seat_1", "rules", "\0", b"", b"x" * 100, [], [1], [None], {}, {"tie": "shared"},
                        numpy.zeros(3), numpy.arange(4), numpy.int8(1), numpy.zeros((4, 4), numpy.int32), object(), dice])


def fuzz():
    """Every public method with random arguments, on live, finished and closed objects. A crash ends the
    test."""
    dice = random.Random(int(os.environ.get("LAN_SEED", "1")))
    calls = 0
    for round_ in range(120 * (30 if os.environ.get("LAN_LONG") else 1)):
        name = dice.choice(lanterne.games())
        objects = [lanterne.env(name, observations=dice.choice(["array", "json", "bytes"])),
                   lanterne.vector(name, num_envs=4)]
        for _ in range(40):
            thing = dice.choice(objects)
            method = dice.choice([word for word in dir(type(thing)) if not word.startswith("_")
                                  and callable(getattr(type(thing), word))])
            arguments = [junk(dice) for _ in range(dice.randrange(3))]
            if method == "advise":
                arguments = arguments[:1]
            if dice.random() < 0.4:
                method, arguments = "step", [thing.sample()] if hasattr(thing, "seats") and dice.random() < 0.9 else arguments
            try:
                getattr(thing, method)(*arguments)
            except (TypeError, ValueError, ImportError, KeyError, AttributeError, IndexError, OverflowError):
                pass
            calls += 1
            if hasattr(thing, "mask") or round_ % 7 == 0:
                for array in ("observations", "action_masks", "seats", "dones"):
                    if isinstance(getattr(thing, array, None), numpy.ndarray):
                        cells = getattr(thing, array)
                        cells.flags.writeable = True
                        cells[...] = dice.randrange(100)
    assert calls > 1000


def threads():
    """Different vectors in different threads, and one vector that several threads use, keep their games."""
    expected = lanterne.vector("manor", num_envs=8)
    expected.reset(seed=1)
    for _ in range(100):
        expected.step_random()
    own = [lanterne.vector("manor", num_envs=8) for _ in range(3)]
    shared = lanterne.vector("shadow-hunters", num_envs=8)

    def run(games):
        games.reset(seed=1)
        for _ in range(100):
            games.step_random()
            shared.step_random()

    runners = [threading.Thread(target=run, args=(games,)) for games in own]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    assert all((games.observations == expected.observations).all() for games in own)


def own_spaces():
    """The spaces of this package where Gymnasium is not installed; Gymnasium's where it is."""
    box, discrete = spaces.Box(0, 3, (2,), numpy.uint8), spaces.Discrete(5)
    both = spaces.Dict({"a": box, "b": discrete})
    assert box.contains(numpy.array([0, 3], numpy.uint8)) and not box.contains(numpy.array([0, 4], numpy.uint8))
    assert not box.contains(numpy.zeros(3, numpy.uint8)) and box == spaces.Box(0, 3, (2,), numpy.uint8)
    assert discrete.contains(4) and not discrete.contains(5) and discrete != spaces.Discrete(6)
    for space in (box, discrete, both):
        space.seed(1)
        assert all(space.contains(space.sample()) for _ in range(20))
    mask = numpy.array([0, 0, 1, 0, 0], numpy.int8)
    assert discrete.sample(mask) == 2


GOLDEN = ROOT / "tests" / "golden"
PARTS = ("luck", "others", "own", "unknown")


def reviews(file):
    """A record of every game is reviewed: for all seats, and for one with its curve and beliefs."""
    record, seen = (GOLDEN / file).read_text(), []
    every = lanterne.review(record)
    assert len(every["seats"]) == json.loads(record)["match"]["players"] and "curve" not in every["seats"][0]
    one = lanterne.review(json.loads(record), seat=2, progress=seen.append)
    seat = one["seats"][0]
    assert len(one["seats"]) == 1 and seat["seat"] == 2 and seat["curve"] and "beliefs" in seat
    assert abs(seat["start"] + sum(seat["parts"][part] for part in PARTS) - seat["result"]) < 1e-6
    assert seen == sorted(seen) and seen[-1] == 1000


def review_refusals():
    """Damaged, changed, unfinished and unknown records; a review that is left."""
    record = json.loads((GOLDEN / "manor-version-2.json").read_text())

    def changed(change):
        copied = copy.deepcopy(record)
        change(copied)
        return copied

    for bad, reason in (
            (json.dumps(record)[:-40], "not whole"), ('{"a": 1, "a": 2}', "twice"), ("[]", "must be JSON"), ({}, "lanterne"),
            (changed(lambda r: r["match"].update(version=99)), "version"),
            (changed(lambda r: r["match"].update(players=9)), "number of players"),
            (changed(lambda r: r["log"].pop()), "stops before the end"),
            (changed(lambda r: r["log"][3].update(hash="0")), "4"),
            (changed(lambda r: r["log"][9].update(do="plaice")), "10"),
            (changed(lambda r: r["log"].insert(0, 5)), "no object"),
            (changed(lambda r: r["outcome"].update(scores=[99, 0])), "changed"),
            (changed(lambda r: r.update(more=1)), "changed"), (changed(lambda r: r.update(kind="save")), "finished game")):
        try:
            lanterne.review(bad)
            raise AssertionError(f"accepted, though it is {reason}")
        except (ValueError, TypeError) as error:
            assert reason in str(error), f"{error} does not say {reason}"
    for left in (lambda done: False, lambda done: 1 // 0):
        try:
            lanterne.review(record, seat=1, progress=left)
            raise AssertionError("the review went on")
        except (ValueError, ZeroDivisionError):
            pass
    for seat in (0, 3, "1"):
        try:
            lanterne.review(record, seat=seat)
            raise AssertionError(f"there is no seat {seat!r}")
        except (ValueError, TypeError):
            pass


def pettingzoo_tests(name):
    import warnings
    from pettingzoo import AECEnv
    from pettingzoo.test import api_test, seed_test
    assert isinstance(lanterne.env(name), AECEnv)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(lanterne.env(name), num_cycles=200)
        seed_test(lambda: lanterne.env(name), num_cycles=100)


def check(title, test, *arguments):
    try:
        test(*arguments)
        tap.result(True, title, "")
    except Exception as error:  # whatever it is, it is the result of this test
        import traceback
        tap.result(False, title, "".join(traceback.format_exception(error)))


try:
    import pettingzoo
except ImportError:
    pettingzoo = None
for game in lanterne.games():
    check(f"{game} keeps the contract", contract, game)
    check(f"{game} refuses with a reason", refusals, game)
    check(f"{game} can be copied, pickled, saved and restored", copies, game)
    check(f"{game}: a vector plays what an environment plays", vectors, game)
    check(f"{game}: a vector refuses with a reason", vector_refusals, game)
    if pettingzoo:
        check(f"{game} passes PettingZoo's own tests", pettingzoo_tests, game)
for kept in ("manor-version-2.json", "shadow-hunters-version-2.json", "shy-monsters-version-1.json", "treasure-hunters-version-2.json"):
    check(f"the review of {kept}", reviews, kept)
check("records are refused with a reason", review_refusals)
check("equilibrium", walk)
check("set-ups are refused with a reason", setups)
check("options of several lines; arrays are read-only", long_options)
check("spaces", own_spaces)
check("threads", threads)
check("no argument crashes the interpreter", fuzz)
tap.finish()
