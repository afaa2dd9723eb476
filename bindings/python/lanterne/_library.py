"""The shared library through ctypes: where it is, its functions, and objects that own what it allocates."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import pathlib
import threading
from typing import Any, Mapping, Optional, Union

API = 1
NAME = f"liblanterne.so.{API}"
Options = Optional[Mapping[str, Union[str, int]]]

_POINTER, _TEXT, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
_INT, _U32, _U64 = ctypes.c_int, ctypes.c_uint32, ctypes.c_uint64


class Arrays(ctypes.Structure):
    """struct lanterne_arrays of lanterne.h."""

    _fields_ = ([(name, _U32) for name in ("count", "cells", "actions", "seats")]
                + [(name, _POINTER) for name in ("observation", "mask", "reward", "score", "seed", "episode",
                                                 "length", "action", "seat", "optional", "done", "refused")])


class Line(ctypes.Structure):
    """struct lanterne_line of lanterne.h."""

    _fields_ = ([(name, _TEXT) for name in ("seat", "action", "table", "text", "link")]
                + [("timed", ctypes.c_int32), ("time", ctypes.c_int64)])


WATCH = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)

_FUNCTIONS = {
    "lanterne_api": (_INT, []),
    "lanterne_game_name": (_TEXT, [_INT]),
    "lanterne_layout_json": (_SIZE, [_TEXT, _INT, _TEXT, _TEXT, _SIZE, _TEXT, _SIZE]),
    "lanterne_env_create": (_POINTER, [_TEXT, _INT, _TEXT, _TEXT, _SIZE]),
    "lanterne_env_destroy": (None, [_POINTER]),
    "lanterne_env_reset": (None, [_POINTER, _U64]),
    "lanterne_env_clone": (_POINTER, [_POINTER]),
    "lanterne_env_save": (_SIZE, [_POINTER, _POINTER, _SIZE]),
    "lanterne_env_restore": (_INT, [_POINTER, _TEXT, _SIZE, _TEXT, _SIZE]),
    "lanterne_env_seats": (_INT, [_POINTER]),
    "lanterne_env_actions": (_U32, [_POINTER]),
    "lanterne_env_cells": (_U32, [_POINTER]),
    "lanterne_env_seat": (_INT, [_POINTER]),
    "lanterne_env_optional": (_INT, [_POINTER]),
    "lanterne_env_mask": (None, [_POINTER, _POINTER]),
    "lanterne_env_step": (_INT, [_POINTER, _U32]),
    "lanterne_env_observe": (None, [_POINTER, _INT, _POINTER]),
    "lanterne_env_view_json": (_SIZE, [_POINTER, _INT, _POINTER, _SIZE]),
    "lanterne_env_view_bytes": (_SIZE, [_POINTER, _INT, _POINTER, _SIZE]),
    "lanterne_env_won": (_INT, [_POINTER, _INT]),
    "lanterne_env_score": (ctypes.c_int32, [_POINTER, _INT]),
    "lanterne_env_notation": (_SIZE, [_POINTER, _U32, _POINTER, _SIZE]),
    "lanterne_env_advise": (ctypes.c_int64, [_POINTER, _TEXT, _U32, _U64]),
    "lanterne_batch_create": (_POINTER, [_TEXT, _INT, _TEXT, _U32, _TEXT, _TEXT, _SIZE]),
    "lanterne_batch_destroy": (None, [_POINTER]),
    "lanterne_batch_arrays": (ctypes.POINTER(Arrays), [_POINTER]),
    "lanterne_batch_reset": (None, [_POINTER, _POINTER]),
    "lanterne_batch_forced": (None, [_POINTER, _INT]),
    "lanterne_batch_teacher": (_INT, [_POINTER, _TEXT, _TEXT, _SIZE]),
    "lanterne_batch_advise": (_INT, [_POINTER, _POINTER]),
    "lanterne_batch_step": (_U32, [_POINTER, _POINTER]),
    "lanterne_batch_sample": (None, [_POINTER, _POINTER]),
    "lanterne_batch_step_random": (None, [_POINTER]),
    "lanterne_match_create": (_POINTER, [_TEXT, _INT, _INT, _TEXT, _SIZE]),
    "lanterne_match_destroy": (None, [_POINTER]),
    "lanterne_match_option": (_INT, [_POINTER, _TEXT, _TEXT, _TEXT, _SIZE]),
    "lanterne_match_seat": (_INT, [_POINTER, _INT, _TEXT, _TEXT, _TEXT, _TEXT, _SIZE]),
    "lanterne_match_clock": (_INT, [_POINTER, _TEXT, _TEXT, _TEXT, ctypes.POINTER(ctypes.c_int64), _TEXT, _SIZE]),
    "lanterne_match_commitment": (_INT, [_POINTER, _TEXT, _TEXT, _TEXT, _SIZE]),
    "lanterne_match_begin": (_INT, [_POINTER, ctypes.c_int64, _TEXT, _TEXT, _TEXT, _SIZE]),
    "lanterne_match_line": (_INT, [_POINTER, ctypes.POINTER(Line), _TEXT, _SIZE]),
    "lanterne_match_opening": (_INT, [_POINTER, _TEXT, _TEXT, _TEXT, _SIZE]),
    "lanterne_match_end": (_INT, [_POINTER, _TEXT, _SIZE]),
    "lanterne_match_record": (_SIZE, [_POINTER, _TEXT, _SIZE]),
    "lanterne_match_review": (_INT, [_POINTER, _INT, WATCH, _POINTER, _TEXT, _SIZE]),
    "lanterne_match_review_json": (_SIZE, [_POINTER, _TEXT, _SIZE]),
}


def _load() -> ctypes.CDLL:
    """$LANTERNE_LIBRARY, else beside this file (a wheel), in the repository's build folder, on the system."""
    here = pathlib.Path(__file__).resolve()
    places = [here.with_name(NAME), here.parents[3] / "build" / "lib" / NAME if len(here.parents) > 3 else here]
    name = os.environ.get("LANTERNE_LIBRARY") or next((str(path) for path in places if path.is_file()
                                                       and path != here), NAME)
    library = ctypes.CDLL(name)
    library.lanterne_api.restype = _INT
    if library.lanterne_api() != API:
        raise ImportError(f"this module needs version {API} of the library's interface; {name} has version "
                          f"{library.lanterne_api()}")
    for function, (result, arguments) in _FUNCTIONS.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    return library


lib = _load()


def problem_buffer() -> Any:
    """Memory for the library's sentence about what is wrong."""
    return ctypes.create_string_buffer(1024)


def number(value: Any, what: str, low: int, high: int) -> int:
    """`value` as an int within low..high; TypeError or ValueError that names it otherwise."""
    try:
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if not low <= result <= high:
        raise ValueError(f"{what} must be {low} to {high}, not {result}")
    return result


def seed_number(value: Any) -> int:
    """A seed: an integer of 64 bits without a sign."""
    return number(value, "a seed", 0, 2**64 - 1)


def text(value: Any, what: str, refused: str = "\0") -> bytes:
    """`value` as UTF-8 for the library; refuses other types and characters that it could not carry."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    for character in refused:
        if character in value:
            raise ValueError(f"{what} must not contain {character!r}")
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what} is not valid Unicode: {error}") from None


def option_lines(options: Options) -> bytes:
    """The options as the library reads them, one name=value a line."""
    if options is None:
        return b""
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a dict, not {type(options).__name__}")
    lines = []
    for name, value in options.items():
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise TypeError(f"the option {name!r} must be a string or an integer, not {type(value).__name__}")
        escaped = str(value).replace("\\", "\\\\").replace("\n", "\\n")
        lines.append(text(name, "the name of an option", "\0\n=") + b"=" + text(escaped, f"the option {name!r}", "\0"))
    return b"\n".join(lines)


class Handle:
    """Owns what a function of the library has created, and lets one thread at a time use it."""

    def __init__(self, create: str, destroy: str, *arguments: Any) -> None:
        problem = problem_buffer()
        self._lock = threading.Lock()
        self._destroy = getattr(lib, destroy)
        self._pointer = getattr(lib, create)(*arguments, problem, len(problem))
        if not self._pointer:
            raise ValueError(problem.value.decode())

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self._destroy(self._pointer)
            self._pointer = None

    def __reduce__(self) -> Any:
        raise TypeError("a handle of the library cannot be copied or pickled")

    def call(self, function: str, *arguments: Any) -> Any:
        with self._lock:
            return getattr(lib, function)(self._pointer, *arguments)


def games() -> list[str]:
    """The names of all games."""
    names: list[str] = []
    while name := lib.lanterne_game_name(len(names)):
        names.append(name.decode())
    return names


def layout(game: str, players: int = 0, options: Options = None) -> dict[str, Any]:
    """What every cell of an observation means: version, cells, and a list of parts.

    A part has its name, kind, first cell, number of cells, shape, lowest and highest value and, where cells
    stand for values, their names. `by_seat` says that the first axis is the seats, the own one first.
    """
    buffer, problem = ctypes.create_string_buffer(1 << 16), problem_buffer()
    size = lib.lanterne_layout_json(text(game, "the game"), number(players, "players", 0, 255),
                                    option_lines(options), buffer, len(buffer), problem, len(problem))
    if not size:
        raise ValueError(problem.value.decode())
    return json.loads(buffer.value)
