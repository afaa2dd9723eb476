"""Spaces of observations and actions: Gymnasium's where it is installed, else the same few methods here."""

from __future__ import annotations

from typing import Any, Optional

try:
    import numpy
except ImportError:  # pragma: no cover
    numpy = None  # type: ignore[assignment]

__all__ = ["Box", "Dict", "Discrete"]


class _Space:
    """What Box, Discrete and Dict have in common: a source of random numbers that can be seeded."""

    def __init__(self, shape: Optional[tuple[int, ...]], dtype: Any) -> None:
        if numpy is None:
            raise ImportError("spaces need numpy")
        self.shape = shape
        self.dtype = None if dtype is None else numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> Any:
        """Seeds sample()."""
        self._random = numpy.random.default_rng(seed)
        return seed

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)


class Discrete(_Space):
    """The integers 0..n-1."""

    def __init__(self, n: int) -> None:
        super().__init__((), numpy.int64 if numpy else None)
        self.n = int(n)

    def sample(self, mask: Any = None) -> Any:
        """One of them, or of those whose mask is 1; 0 when the mask is all 0."""
        if mask is None:
            return self._random.integers(self.n)
        offered = numpy.flatnonzero(mask)
        return self._random.choice(offered) if len(offered) else numpy.int64(0)

    def contains(self, value: Any) -> bool:
        integral = isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
        return bool(integral and 0 <= int(value) < self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box(_Space):
    """Arrays of one shape and type with a lowest and a highest value for each cell."""

    def __init__(self, low: Any, high: Any, shape: tuple[int, ...], dtype: Any) -> None:
        super().__init__(tuple(shape), dtype)
        self.low = numpy.broadcast_to(numpy.asarray(low, dtype), shape).copy()
        self.high = numpy.broadcast_to(numpy.asarray(high, dtype), shape).copy()

    def sample(self, mask: Any = None) -> Any:
        """A random array; a mask has no meaning here."""
        del mask
        return self._random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

    def contains(self, value: Any) -> bool:
        return bool(isinstance(value, numpy.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                    and (value >= self.low).all() and (value <= self.high).all())

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and other.shape == self.shape and other.dtype == self.dtype
                and bool((other.low == self.low).all() and (other.high == self.high).all()))

    def __repr__(self) -> str:
        return f"Box({self.shape}, {self.dtype})"


class Dict(_Space):
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: dict[str, Any]) -> None:
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def seed(self, seed: Optional[int] = None) -> Any:
        for offset, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + offset)
        return seed

    def sample(self, mask: Any = None) -> dict[str, Any]:
        """A random value for each key; `mask` is a dictionary of masks, if given."""
        return {key: space.sample((mask or {}).get(key)) for key, space in self.spaces.items()}

    def contains(self, value: Any) -> bool:
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(space.contains(value[key]) for key, space in self.spaces.items()))

    def __getitem__(self, key: str) -> Any:
        return self.spaces[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and other.spaces == self.spaces

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


try:
    from gymnasium.spaces import Box, Dict, Discrete  # type: ignore[no-redef,assignment]  # noqa: F811
except ImportError:
    pass


def highs(layout: dict[str, Any]) -> Any:
    """The highest value of every cell of an observation, from its layout."""
    result = numpy.empty(layout["cells"], numpy.uint8)
    for part in layout["parts"]:
        result[part["first"]:part["first"] + part["cells"]] = part["high"]
    return result
