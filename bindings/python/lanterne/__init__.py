"""Lanterne's games as an environment in the manner of PettingZoo's AEC (agent environment cycle).

Needs the shared library liblanterne.so.0 and nothing else: no compiler, no package. With numpy installed
masks and byte observations are numpy arrays, without it they are `bytes`.

    import lanterne
    env = lanterne.env("manor", players=3, options={"tie": "shared"})
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.sample())

The library is looked for in $LANTERNE_LIBRARY, then in this repository's build folder, then on the system's
library path.
"""

import ctypes
import json
import os
import pathlib
import random

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["env", "games", "Env"]

API = 0


def _library():
    build = pathlib.Path(__file__).resolve().parents[3] / "build" / "lib" / "liblanterne.so"
    names = [os.environ.get("LANTERNE_LIBRARY"), str(build) if build.exists() else None,
             f"liblanterne.so.{API}"]
    library = ctypes.CDLL(next(name for name in names if name))
    pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
    signatures = {
        "lanterne_api": (ctypes.c_int, []),
        "lanterne_game_name": (text, [ctypes.c_int]),
        "lanterne_env_create": (pointer, [text, ctypes.c_int, text, text, size]),
        "lanterne_env_destroy": (None, [pointer]),
        "lanterne_env_reset": (None, [pointer, ctypes.c_uint64]),
        "lanterne_env_seats": (ctypes.c_int, [pointer]),
        "lanterne_env_actions": (ctypes.c_uint32, [pointer]),
        "lanterne_env_seat": (ctypes.c_int, [pointer]),
        "lanterne_env_optional": (ctypes.c_int, [pointer]),
        "lanterne_env_mask": (None, [pointer, text]),
        "lanterne_env_step": (ctypes.c_int, [pointer, ctypes.c_uint32]),
        "lanterne_env_view_json": (size, [pointer, ctypes.c_int, text, size]),
        "lanterne_env_view_bytes": (size, [pointer, ctypes.c_int, text, size]),
        "lanterne_env_won": (ctypes.c_int, [pointer, ctypes.c_int]),
        "lanterne_env_score": (ctypes.c_int32, [pointer, ctypes.c_int]),
        "lanterne_env_notation": (size, [pointer, ctypes.c_uint32, text, size]),
        "lanterne_env_advise": (ctypes.c_int64, [pointer, text, ctypes.c_uint32, ctypes.c_uint64]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.lanterne_api() != API:
        raise ImportError(f"this module needs version {API} of the library's interface, "
                          f"which has version {library.lanterne_api()}")
    return library


_lib = _library()
_TEXT_BYTES = 1 << 17


def games():
    """The names of all games."""
    names = []
    while name := _lib.lanterne_game_name(len(names)):
        names.append(name.decode())
    return names


def _array(data):
    return numpy.frombuffer(data, dtype=numpy.uint8) if numpy else data


class Env:
    """One game. Agents are "seat_1", "seat_2"...; the last action declines an optional question."""

    metadata = {"name": "lanterne", "render_modes": ["json"], "is_parallelizable": False}

    def __init__(self, game, players=0, options=None, observations="json"):
        """`observations`: "json" for nested dicts of the view, "bytes" for its memory."""
        if observations not in ("json", "bytes"):
            raise ValueError("observations are 'json' or 'bytes'")
        lines = "\n".join(f"{name}={value}" for name, value in (options or {}).items())
        problem = ctypes.create_string_buffer(1024)
        self._env = _lib.lanterne_env_create(game.encode(), players, lines.encode(), problem, len(problem))
        if not self._env:
            raise ValueError(problem.value.decode())
        self.game, self.observations = game, observations
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(_lib.lanterne_env_seats(self._env))]
        self.action_count = _lib.lanterne_env_actions(self._env)
        self._buffer = ctypes.create_string_buffer(_TEXT_BYTES)
        self._dice = random.Random(0)
        self.agents = []

    def __del__(self):
        if getattr(self, "_env", None):
            _lib.lanterne_env_destroy(self._env)

    # ---- The AEC interface ---------------------------------------------------------------------------------

    def reset(self, seed=None, options=None):
        """Begins a new game. Equal seeds draw equal chance; without a seed it is random."""
        del options
        seed = random.getrandbits(64) if seed is None else seed
        _lib.lanterne_env_reset(self._env, seed & (2**64 - 1))
        self._dice = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent):
        """What the agent knows, with the mask of what it may do now: all zeros unless it is asked."""
        seat = self.possible_agents.index(agent)
        asked = _lib.lanterne_env_seat(self._env) == seat
        mask = self.action_mask() if asked else _array(bytes(self.action_count))
        return {"observation": self._view(seat), "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action):
        """The selected agent acts: a number whose mask is 1, or None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self._retire(agent)
            return
        if action is None or _lib.lanterne_env_step(self._env, int(action)) != 0:
            raise ValueError(f"{agent} was not offered action {action}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if _lib.lanterne_env_seat(self._env) < 0:
            self._finish()
        self._select()

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def action_space(self, agent):
        """Actions are 0..n-1 for every agent: n."""
        del agent
        return self.action_count

    def observation_space(self, agent):
        """What observations are: the keys of the JSON view, or the number of bytes."""
        seat = self.possible_agents.index(agent)
        view = self._view(seat)
        return sorted(view) if self.observations == "json" else len(view)

    def render(self):
        """What a watcher sees, as JSON."""
        return json.dumps(self._json(len(self.possible_agents)))

    def close(self):
        self.agents = []

    # ---- More than AEC -------------------------------------------------------------------------------------

    def action_mask(self):
        """What the selected agent may do: a byte 0 or 1 for each action."""
        _lib.lanterne_env_mask(self._env, self._buffer)
        return _array(self._buffer.raw[:self.action_count])

    def sample(self):
        """An action that the selected agent may take, each equally likely."""
        mask = self.action_mask()
        return self._dice.choice([action for action in range(self.action_count) if mask[action]])

    def notation(self, action):
        _lib.lanterne_env_notation(self._env, action, self._buffer, _TEXT_BYTES)
        return self._buffer.value.decode()

    def advise(self, bot="rules", iterations=1000, seed=0):
        """What one of the library's bots would do for the selected agent."""
        action = _lib.lanterne_env_advise(self._env, bot.encode(), iterations, seed)
        if action < 0:
            raise ValueError(f"the bot {bot} has no answer here")
        return action

    def scores(self):
        """The scores of a finished game, by agent."""
        return {agent: _lib.lanterne_env_score(self._env, seat)
                for seat, agent in enumerate(self.possible_agents)}

    # ---- Inside --------------------------------------------------------------------------------------------

    def _json(self, seat):
        _lib.lanterne_env_view_json(self._env, seat, self._buffer, _TEXT_BYTES)
        return json.loads(self._buffer.value)

    def _view(self, seat):
        if self.observations == "json":
            return self._json(seat)
        size = _lib.lanterne_env_view_bytes(self._env, seat, self._buffer, _TEXT_BYTES)
        return _array(self._buffer.raw[:size])

    def _finish(self):
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(_lib.lanterne_env_won(self._env, seat))
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True

    def _select(self):
        seat = _lib.lanterne_env_seat(self._env)
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]

    def _retire(self, agent):
        for by_agent in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                         self.infos):
            del by_agent[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]


def env(game, **settings):
    """The environment of a game; settings as for Env."""
    return Env(game, **settings)
