"""The review of a finished game, from its record. docs/review.md describes the document and the method."""

from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Optional, TypedDict, Union

from . import _library
from ._library import Handle, Line, number, problem_buffer, text

Record = Union[str, bytes, "dict[str, Any]"]
Progress = Callable[[int], Optional[bool]]


class Parts(TypedDict):
    """Luck, the others, the seat's own play, what nobody could know: of 1, or in whole points of 100."""

    luck: float
    others: float
    own: float
    unknown: float


class Moment(TypedDict, total=False):
    """What counted, with its reason in both languages and the clause of the rules behind it."""

    entry: int
    move: int
    cause: str
    by: float
    en: str
    fr: str
    clause: str
    things: "list[dict[str, Any]]"


class Seat(TypedDict, total=False):
    """One seat. `curve`, `marks` and `beliefs` are there when one seat was asked for."""

    seat: int
    name: str
    start: float
    result: float
    adjusted: float
    parts: Parts
    points: "dict[str, Any]"
    luck_error: float
    others_error: float
    lucky: "list[Moment]"
    costly: "list[Moment]"
    curve: "list[dict[str, Any]]"
    marks: "list[dict[str, Any]]"
    beliefs: "list[dict[str, Any]]"


class Review(TypedDict):
    """The document of a review."""

    game: str
    version: int
    playouts: int
    seats: "list[Seat]"


def _pairs(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
    """An object of JSON, in which a key must not stand twice."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("the record has a key twice")
    return made


def _load(record: Record) -> "dict[str, Any]":
    if isinstance(record, (str, bytes)):
        try:
            record = json.loads(record, object_pairs_hook=_pairs)
        except ValueError as error:
            raise ValueError(f"the record is not whole: {error}") from None
    if not isinstance(record, dict):
        raise TypeError(f"a record must be JSON or its dict, not {type(record).__name__}")
    return record


def _get(document: Any, name: str, kind: Any) -> Any:
    """A field of an object, which must be of this kind."""
    value = document.get(name) if isinstance(document, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"this is not a record: the field {name!r} is missing or wrong")
    return value


class _Match:
    """A match of the library, built from a record part by part."""

    def __init__(self, record: "dict[str, Any]") -> None:
        if _get(record, "lanterne", int) != 1:
            raise ValueError("this version of the format is not known")
        kind = _get(record, "kind", str)
        if kind != "full":
            raise ValueError("a review needs the full record of a finished game; this one is of the kind "
                             f"{kind!r}")
        match = _get(record, "match", dict)
        self._handle = Handle("lanterne_match_create", "lanterne_match_destroy",
                              text(_get(match, "game", str), "the game"),
                              number(_get(match, "version", int), "match.version", 0, 65535),
                              number(_get(match, "players", int), "match.players", 0, 255))
        self._setup(match)
        self._do("begin", number(_get(match, "start", int), "match.start", 0, 2**53),
                 text(_get(match, "rules", str), "match.rules"),
                 text(_get(record, "match_hash", str), "match_hash"))
        for line in _get(record, "log", list):
            self._line(line)
        for name, value in _get(_get(record, "outcome", dict), "openings", dict).items():
            self._do("opening", text(name, "an opening"), text(value, "an opening"))
        self._do("end")
        written = json.loads(self._read("record"))
        if written != {name: value for name, value in record.items() if name != "seen"}:
            raise ValueError("the record was changed after it was written")

    def _setup(self, match: "dict[str, Any]") -> None:
        for name, value in _get(match, "options", dict).items():
            self._do("option", text(name, "an option"), text(str(value), "an option"))
        for at, seat in enumerate(_get(match, "seats", list)):
            self._do("seat", at, text(_get(seat, "holder", str), "a holder"),
                     text(_get(seat, "name", str), "a name"), text(seat.get("level") or "", "a level"))
        clock = _get(match, "clock", dict)
        limits = (ctypes.c_int64 * 4)(*(number(_get(clock, name, int), f"clock.{name}", 0, 2**53)
                                        for name in ("budget", "increment", "move", "window")))
        self._do("clock", text(_get(clock, "kind", str), "clock.kind"),
                 text(_get(clock, "policy", str), "clock.policy"),
                 text(_get(match, "stand_in", str), "match.stand_in"), limits)
        for name, value in _get(match, "commitments", dict).items():
            self._do("commitment", text(name, "a commitment"), text(value, "a commitment"))

    def _line(self, line: Any) -> None:
        texts: "dict[str, Optional[bytes]]" = {}
        if not isinstance(line, dict):
            raise ValueError("a line of the log is no object")
        for field, name in (("seat", "seat"), ("action", "do"), ("table", "table"), ("text", "text"),
                            ("link", "hash")):
            value = line.get(name)
            texts[field] = None if value is None else text(str(value), f"the field {name!r} of a line")
        time = number(_get(line, "time", int), "the time of a line", 0, 2**53)
        self._do("line", ctypes.byref(Line(timed=int(line.get("timed") is True), time=time, **texts)))

    def _do(self, call: str, *arguments: Any) -> None:
        problem = problem_buffer()
        if self._handle.call(f"lanterne_match_{call}", *arguments, problem, len(problem)):
            raise ValueError(problem.value.decode())

    def _read(self, call: str) -> bytes:
        """A text of the library, whose length is asked for first."""
        size = self._handle.call(f"lanterne_match_{call}", None, 0)
        buffer = ctypes.create_string_buffer(size)
        self._handle.call(f"lanterne_match_{call}", buffer, size)
        return buffer.value

    def review(self, seat: int, progress: Optional[Progress]) -> Review:
        failed: "list[BaseException]" = []

        def watch(_: Any, done: int) -> int:
            try:
                return int(progress is not None and progress(done) is False)
            except BaseException as error:  # noqa: B036  it is raised again when the library has returned
                failed.append(error)
                return 1

        problem = problem_buffer()
        refused = self._handle.call("lanterne_match_review", seat, _library.WATCH(watch), None, problem,
                                    len(problem))
        if failed:
            raise failed[0]
        if refused:
            raise ValueError(problem.value.decode())
        made: Review = json.loads(self._read("review_json"))
        return made


def review(record: Record, seat: Optional[int] = None, progress: Optional[Progress] = None) -> Review:
    """What was luck, what the others, what the seats' own play, and what nobody could know.

    `record` is a full record as `lanterne play` and servers write it: JSON or its dict. `seat`, from 1 on,
    adds that seat's curve, marks and beliefs; without it all seats are told in short. `progress` is called
    with the share done in 1000; when it returns False, or raises, the review is left. Takes seconds.

    ValueError with the reason for a record that is damaged, unfinished or of rules that are not known.
    """
    match = _Match(_load(record))
    return match.review(-1 if seat is None else number(seat, "seat", 1, 8) - 1, progress)
