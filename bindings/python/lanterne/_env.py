"""One game as an environment of PettingZoo's kind AEC (agent environment cycle)."""

from __future__ import annotations

import ctypes
import json
import random
from typing import Any, Optional

from . import _library, spaces
from ._aec import Base
from ._library import Handle, Options, number, option_lines, seed_number, text

try:
    import numpy
except ImportError:  # pragma: no cover
    numpy = None  # type: ignore[assignment]

OBSERVATIONS = ("array", "json", "bytes")
ITERATIONS = 2000
_BUFFER_BYTES = 1 << 17


class Env(Base):  # type: ignore[misc,valid-type]
    """One game. Agents are "seat_1", "seat_2"...; the last action declines an optional question.

    An observation is {"observation": ..., "action_mask": int8 array of 0 and 1}. A reward is 1.0 for each
    winner when the game ends, else 0.0. Environments can be copied (copy.deepcopy) and pickled in mid-game;
    the bytes contain all secrets of the game. One environment may be used by one thread at a time; others
    wait.
    """

    metadata: dict[str, Any] = {"name": "lanterne", "render_modes": ["json"], "is_parallelizable": False}

    def __init__(self, game: str, players: int = 0, options: Options = None, observations: str = "array",
                 render_mode: Optional[str] = None) -> None:
        """`players` 0 is the game's least number. `options` are those of `lanterne rules GAME`.

        `observations`: "array" is what `layout` describes, needs numpy; "json" nested dicts of the view;
        "bytes" the library's own struct.
        """
        if observations not in OBSERVATIONS:
            raise ValueError(f"observations must be one of {', '.join(OBSERVATIONS)}, not {observations!r}")
        if render_mode not in (None, "json"):
            raise ValueError(f"render_mode must be None or 'json', not {render_mode!r}")
        if observations == "array" and numpy is None:
            raise ImportError("observations='array' needs numpy; 'json' and 'bytes' do not")
        self._settings = (game, players, dict(options or {}), observations, render_mode)
        self.game, self.observations, self.render_mode = game, observations, render_mode
        self._open()
        self.metadata = dict(Env.metadata, name=f"lanterne_{game}")
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = self.possible_agents[0]
        self._dice = random.Random(0)
        self._action_spaces: dict[str, Any] = {}
        self._observation_spaces: dict[str, Any] = {}

    def _open(self) -> None:
        game, players, options, _, _ = self._settings
        self._handle: Optional[Handle] = Handle("lanterne_env_create", "lanterne_env_destroy",
                                                text(game, "the game"), number(players, "players", 0, 255),
                                                option_lines(options))
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self._call("seats"))]
        self.action_count: int = self._call("actions")
        self.cell_count: int = self._call("cells")
        self._buffer = ctypes.create_string_buffer(_BUFFER_BYTES)

    def _call(self, function: str, *arguments: Any) -> Any:
        if self._handle is None:
            raise ValueError("the environment is closed")
        return self._handle.call("lanterne_env_" + function, *arguments)

    # ---- Copies --------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        # Lists and dicts are copied, so that a shallow copy is a game of its own too.
        state = {name: value.copy() if isinstance(value, (dict, list)) else value
                 for name, value in self.__dict__.items() if name not in ("_handle", "_buffer")}
        state["_saved"] = None if self._handle is None else self.save()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("_saved")
        self._settings = state["_settings"]
        self._open()
        self.__dict__.update(state)
        if saved is None:
            self._handle = None
        else:
            self._restore(saved)

    def save(self) -> bytes:
        """The whole game as bytes, secrets included: position, chance to come, what every seat was told."""
        size = self._call("save", None, 0)
        buffer = ctypes.create_string_buffer(size)
        self._call("save", buffer, size)
        return buffer.raw

    def restore(self, saved: bytes) -> None:
        """Takes a game saved under the same settings; ValueError, and nothing changes, when it is not one."""
        self._restore(saved)
        self._begin()
        if self._call("seat") < 0:
            self._finish()
        self._select()

    def _restore(self, saved: bytes) -> None:
        if not isinstance(saved, bytes):
            raise TypeError(f"a saved game is bytes, not {type(saved).__name__}")
        problem = _library.problem_buffer()
        if self._call("restore", saved, len(saved), problem, len(problem)) != 0:
            raise ValueError(problem.value.decode())

    # ---- The AEC interface ---------------------------------------------------------------------------------

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a new game. Equal seeds and actions give equal games; without a seed it is a random one.

        `options` is part of PettingZoo's interface and ignored: the rules are chosen when the environment is
        made.
        """
        del options
        seed = random.getrandbits(64) if seed is None else seed_number(seed)
        self._call("reset", seed)
        self._dice = random.Random(seed)
        self._begin()
        self._select()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, with the mask of what it may do now: all zeros unless it is asked."""
        seat = self._seat(agent)
        asked = self._call("seat") == seat
        return {"observation": self._view(seat), "action_mask": self._mask(asked)}

    def step(self, action: Optional[int]) -> None:
        """The selected agent acts: a number whose mask is 1, or None for an agent whose game is over."""
        if not self.agents:
            raise ValueError("no agent is left: call reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError(f"the game is over for {agent}: the only action is None")
            self._retire(agent)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and must act: None is for agents whose game is over")
        wanted = number(action, "an action", 0, self.action_count - 1)
        if self._call("step", wanted) != 0:
            raise ValueError(f"{agent} was not offered action {wanted}, {self.notation(wanted)!r}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._call("seat") < 0:
            self._finish()
        self._select()

    def action_space(self, agent: str) -> Any:
        """Discrete: the actions 0..n-1, the same for every agent."""
        self._seat(agent)
        if agent not in self._action_spaces:
            self._action_spaces[agent] = spaces.Discrete(self.action_count)
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """Dict of "observation" and "action_mask". JSON observations have no space."""
        self._seat(agent)
        if self.observations == "json":
            raise TypeError("observations='json' has no space; 'array' and 'bytes' have one")
        if agent not in self._observation_spaces:
            high = spaces.highs(self.layout()) if self.observations == "array" else 255
            size = self.cell_count if self.observations == "array" else len(self._view(0))
            self._observation_spaces[agent] = spaces.Dict({
                "observation": spaces.Box(0, high, (size,), numpy.uint8),
                "action_mask": spaces.Box(0, 1, (self.action_count,), numpy.int8)})
        return self._observation_spaces[agent]

    def render(self) -> str:
        """What a watcher sees, as JSON."""
        return json.dumps(self._json(len(self.possible_agents)))

    def close(self) -> None:
        """Frees the game. Any later use but close() is a ValueError."""
        self._handle = None
        self.agents = []

    # ---- More than AEC -------------------------------------------------------------------------------------

    def layout(self) -> dict[str, Any]:
        """What every cell of an observation means; see lanterne.layout."""
        game, players, options, _, _ = self._settings
        return _library.layout(game, players, options)

    def action_mask(self) -> Any:
        """What the selected agent may do: 0 or 1 for each action, int8; all 0 when the game is over."""
        return self._mask(True)

    def sample(self) -> int:
        """An action that the selected agent may take, each equally likely; follows from the reset's seed."""
        mask = self.action_mask()
        offered = [action for action in range(self.action_count) if mask[action]]
        if not offered:
            raise ValueError("the game is over: no action is offered")
        return self._dice.choice(offered)

    def notation(self, action: int) -> str:
        """An action as people write it; "decline" for the last one."""
        self._call("notation", number(action, "an action", 0, self.action_count - 1), self._buffer, _BUFFER_BYTES)
        return self._buffer.value.decode()

    def advise(self, bot: str = "rules", iterations: int = ITERATIONS, seed: int = 0) -> int:
        """What one of the library's bots would do for the selected agent."""
        action = self._call("advise", text(bot, "the bot"), number(iterations, "iterations", 1, 2**31 - 1),
                            seed_number(seed))
        if action < 0:
            raise ValueError(f"the bot {bot!r} has no answer here: it does not exist, does not play {self.game}, "
                             "or the game is over")
        return int(action)

    def scores(self) -> dict[str, int]:
        """The scores of a finished game, by agent."""
        return {agent: self._call("score", seat) for seat, agent in enumerate(self.possible_agents)}

    # ---- Inside --------------------------------------------------------------------------------------------

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _mask(self, asked: bool) -> Any:
        if numpy is None:
            mask = ctypes.create_string_buffer(self.action_count)
            if asked:
                self._call("mask", mask)
            return mask.raw
        result = numpy.zeros(self.action_count, numpy.int8)
        if asked:
            self._call("mask", result.ctypes.data)
        return result

    def _json(self, seat: int) -> Any:
        self._call("view_json", seat, self._buffer, _BUFFER_BYTES)
        return json.loads(self._buffer.value)

    def _view(self, seat: int) -> Any:
        if self.observations == "json":
            return self._json(seat)
        if self.observations == "bytes":
            size = self._call("view_bytes", seat, self._buffer, _BUFFER_BYTES)
            raw = self._buffer.raw[:size]
            return numpy.frombuffer(raw, numpy.uint8) if numpy else raw
        cells = numpy.empty(self.cell_count, numpy.uint8)
        self._call("observe", seat, cells.ctypes.data)
        return cells

    def _finish(self) -> None:
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self._call("won", seat))
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True

    def _select(self) -> None:
        seat = self._call("seat")
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]

    def _retire(self, agent: str) -> None:
        for by_agent in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del by_agent[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]


def env(game: str, players: int = 0, options: Options = None, observations: str = "array",
        render_mode: Optional[str] = None) -> Env:
    """The environment of a game; arguments as for Env."""
    return Env(game, players, options, observations, render_mode)
