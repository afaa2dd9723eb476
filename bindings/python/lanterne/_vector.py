"""Many games of one set-up, stepped by one call: numpy arrays over the library's own memory."""

from __future__ import annotations

import ctypes
from typing import Any, Optional, Sequence

from . import _library, spaces
from ._library import Handle, Options, lib, number, option_lines, seed_number, text

try:
    import numpy
except ImportError:  # pragma: no cover
    numpy = None  # type: ignore[assignment]

GAMES_MAX = 1 << 20


def _bots_text(bots: Optional[Sequence[Optional[str]]]) -> Optional[bytes]:
    if bots is None:
        return None
    if isinstance(bots, (str, bytes)) or not isinstance(bots, Sequence):
        raise TypeError("bots must be a sequence with a name or None for each seat, such as [None, 'rules']")
    return b",".join(b"" if bot is None else text(bot, "a bot", "\0,") for bot in bots)


class Vector:
    """`num_envs` games. After every step the arrays tell, for each game, what the learner is asked next.

    observations  uint8 [num_envs, cells]      of the seat that is asked; lanterne.layout describes the cells
    action_masks  int8 [num_envs, actions]     1 for what it may do
    seats         int8 [num_envs]              the seat that is asked
    optional      uint8 [num_envs]             1 where the last action, declining, is offered
    rewards       float32 [num_envs, players]  when a game has ended, 1 for its winners; else 0
    scores        int32 [num_envs, players]    when a game has ended, its scores; else 0
    dones         uint8 [num_envs]             1 where the last step ended a game; the next has begun already
    refused       uint8 [num_envs]             1 where the last action was not offered and nothing changed
    episodes      uint64 [num_envs]            games ended since the reset
    lengths       uint32 [num_envs]            the learner's actions in this game, or in the one that ended
    actions       int32 [num_envs]             what the last step played
    seeds         uint64 [num_envs]            of the game in progress: lanterne.env(...).reset(seed) plays it

    The arrays are the library's own memory and change with every step: copy what must be kept. Writing into
    them changes no game. One vector is used by one thread at a time (others wait); different vectors run in
    different threads at once, since the library is called without Python's lock.
    """

    def __init__(self, game: str, num_envs: int = 1, players: int = 0, options: Options = None,
                 bots: Optional[Sequence[Optional[str]]] = None, forced: bool = True) -> None:
        """`bots`: who plays which seat inside, None for the learner: [None, "rules", "search:200"].
        `forced`: whether questions with one answer are asked too; False answers them inside."""
        if numpy is None:
            raise ImportError("lanterne.vector needs numpy")
        count = number(num_envs, "num_envs", 1, GAMES_MAX)
        self._handle: Optional[Handle] = Handle(
            "lanterne_batch_create", "lanterne_batch_destroy", text(game, "the game"),
            number(players, "players", 0, 255), option_lines(options), count, _bots_text(bots))
        if not isinstance(forced, bool):
            raise TypeError(f"forced must be True or False, not {forced!r}")
        if not forced:
            lib.lanterne_batch_forced(self._handle._pointer, 0)
        self.game, self.num_envs = game, count
        self.layout = _library.layout(game, players, options)
        arrays = lib.lanterne_batch_arrays(self._handle._pointer).contents
        self.players, self.cell_count, self.action_count = arrays.seats, arrays.cells, arrays.actions
        self.observations = self._wrap(arrays.observation, (count, arrays.cells), numpy.uint8)
        self.action_masks = self._wrap(arrays.mask, (count, arrays.actions), numpy.int8)
        self.rewards = self._wrap(arrays.reward, (count, arrays.seats), numpy.float32)
        self.scores = self._wrap(arrays.score, (count, arrays.seats), numpy.int32)
        self.seeds = self._wrap(arrays.seed, (count,), numpy.uint64)
        self.episodes = self._wrap(arrays.episode, (count,), numpy.uint64)
        self.lengths = self._wrap(arrays.length, (count,), numpy.uint32)
        self.actions = self._wrap(arrays.action, (count,), numpy.int32)
        self.seats = self._wrap(arrays.seat, (count,), numpy.int8)
        self.optional = self._wrap(arrays.optional, (count,), numpy.uint8)
        self.dones = self._wrap(arrays.done, (count,), numpy.uint8)
        self.refused = self._wrap(arrays.refused, (count,), numpy.uint8)
        self._rows = numpy.arange(count)
        self._scale = numpy.float32(1) / numpy.maximum(spaces.highs(self.layout), 1).astype(numpy.float32)

    def _wrap(self, address: int, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array over the library's memory, which lives as long as any such array does."""
        size = int(numpy.prod(shape)) * numpy.dtype(dtype).itemsize
        memory = (ctypes.c_uint8 * size).from_address(address)
        memory._owner = self._handle
        array = numpy.frombuffer(memory, dtype).reshape(shape)
        array.flags.writeable = False
        return array

    def _call(self, function: str, *arguments: Any) -> Any:
        if self._handle is None:
            raise ValueError("the vector is closed")
        return self._handle.call("lanterne_batch_" + function, *arguments)

    def __reduce__(self) -> Any:
        raise TypeError("a vector cannot be copied or pickled; make another with the same seeds, or use "
                        "lanterne.env for games that are copied")

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<lanterne.Vector of {self.num_envs} games of {self.game} with {self.players} players>"

    @property
    def single_observation_space(self) -> Any:
        """The space of one game's observation."""
        return spaces.Box(0, spaces.highs(self.layout), (self.cell_count,), numpy.uint8)

    @property
    def single_action_space(self) -> Any:
        """The space of one game's actions."""
        return spaces.Discrete(self.action_count)

    def reset(self, seed: Any = None) -> Any:
        """Begins every game anew and returns the observations.

        `seed` is one integer s, for which game i has the seed s + i, or a sequence with one for each game;
        None is random. Equal seeds and actions give equal games.
        """
        if seed is None:
            seeds = numpy.random.default_rng().integers(0, 2**64, self.num_envs, numpy.uint64)
        elif numpy.ndim(seed) == 0:
            first = seed_number(seed)
            seeds = numpy.array([(first + i) % 2**64 for i in range(self.num_envs)], numpy.uint64)
        else:
            if numpy.shape(seed) != (self.num_envs,):
                raise ValueError(f"seeds must have the shape ({self.num_envs},), not {numpy.shape(seed)}")
            seeds = numpy.array([seed_number(one) for one in seed], numpy.uint64)
        self._call("reset", seeds.ctypes.data)
        return self.observations

    def step(self, actions: Any, strict: bool = True) -> tuple[Any, Any, Any]:
        """Plays one action in each game; returns observations, rewards and dones.

        With `strict` an action that was not offered is a ValueError and no game is changed; without, it is
        reported in `refused` and its game stays where it is.
        """
        wanted = numpy.asarray(actions)
        if wanted.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {wanted.dtype}")
        if wanted.shape != (self.num_envs,):
            raise ValueError(f"actions must have the shape ({self.num_envs},), not {wanted.shape}")
        inside = (wanted >= 0) & (wanted < self.action_count)
        known = numpy.where(inside, wanted, 0)
        if strict:
            self._check(wanted, inside, known)
        given = numpy.where(inside, known, -1).astype(numpy.int32)
        if self._call("step", given.ctypes.data) and strict:
            raise ValueError("the masks were overwritten and an action was not offered: see `refused`")
        return self.observations, self.rewards, self.dones

    def _check(self, wanted: Any, inside: Any, known: Any) -> None:
        offered = inside & (self.action_masks[self._rows, known] == 1)
        if offered.all():
            return
        at = int(numpy.flatnonzero(~offered)[0])
        if not inside[at]:
            raise ValueError(f"an action must be 0 to {self.action_count - 1}, not {wanted[at]} (game {at})")
        raise ValueError(f"game {at} was not offered action {wanted[at]}; action_masks[{at}] says what it was")

    def sample(self) -> Any:
        """For each game one of the offered actions, each equally likely, drawn by the library."""
        actions = numpy.empty(self.num_envs, numpy.int32)
        self._call("sample", actions.ctypes.data)
        return actions

    def teach(self, bot: str) -> None:
        """Names the bot that `advise` asks, such as "rules" or "search:200", and begins every game anew, game
        i with the seed i."""
        problem = _library.problem_buffer()
        if not self._call("teacher", text(bot, "a bot"), problem, len(problem)):
            raise ValueError(problem.value.decode())

    def advise(self) -> Any:
        """For each game what the teacher would answer, from what the asked seat knows; needs `teach`."""
        actions = numpy.empty(self.num_envs, numpy.int32)
        if not self._call("advise", actions.ctypes.data):
            raise ValueError("there is no teacher to ask: call teach(bot) first")
        return actions

    def step_random(self) -> tuple[Any, Any, Any]:
        """The same as step(sample()), in one call."""
        self._call("step_random")
        return self.observations, self.rewards, self.dones

    def features(self, observations: Any = None) -> Any:
        """Observations as float32 within 0..1: every cell divided by its highest value."""
        source = self.observations if observations is None else numpy.asarray(observations)
        if source.shape[-1:] != (self.cell_count,):
            raise ValueError(f"observations must have {self.cell_count} cells, not the shape {source.shape}")
        return source * self._scale

    def close(self) -> None:
        """Lets go of the games. Their memory is freed when the last array over it is gone."""
        self._handle = None
        for name in ("observations", "action_masks", "rewards", "scores", "seeds", "episodes", "lengths",
                     "actions", "seats", "optional", "dones", "refused"):
            self.__dict__.pop(name, None)


def vector(game: str, num_envs: int = 1, players: int = 0, options: Options = None,
           bots: Optional[Sequence[Optional[str]]] = None, forced: bool = True) -> Vector:
    """Many games of one set-up; arguments as for Vector."""
    return Vector(game, num_envs, players, options, bots, forced)
