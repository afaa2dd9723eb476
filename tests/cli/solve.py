#!/usr/bin/env python3
"""Tests of `solve` on books of one small stage: every number of a book is forged, with the hash made to fit,
and --verify must refuse the book and tell the place; --measure must write the figures back; both and --whole
go on from checkpoints, and refuse those that are not theirs."""

import hashlib
import pathlib
import struct
import tempfile

from program import BAD_FILE, USAGE, Check

check = Check()
folder = tempfile.TemporaryDirectory()
name = pathlib.Path(folder.name)
book, forged, kept = name / "book", name / "forged", name / "checkpoint"
STAGE = ("--reveals", "0", "--unseen", "kraken,ape")
PLACE = "floor 3, reveals 0, unseen kraken,ape: "
# Offsets as in solve/book.h: the bounds of a whole game; of the first stage its bounds, the price and the
# toll of its only type, and its entries.
WHOLE, REVEALS, BOUNDS, PRICE, TOLL, COUNT, ENTRIES = 40, 60, 72, 92, 96, 104, 108


def run(*arguments, **options):
    return check.run("solve", "shy-monsters", "--threads", "1", *arguments, **options)


def forge(data, layout, at, change):
    """The book with one number changed, and a hash that fits."""
    body = bytearray(data[:-32])
    struct.pack_into(layout, body, at, change(struct.unpack_from(layout, body, at)[0]))
    forged.write_bytes(body + hashlib.blake2b(body, digest_size=32).digest())


def refused(what, *wanted):
    _, err = run("--book", forged, "--verify", code=BAD_FILE)
    check.has(err, *wanted)
    check.that(err.strip(), f"{what}: nothing is said")


run(*STAGE, "--gap", "0.5", "--time", "60", "--book", book)
data = book.read_bytes()
out, err = run("--book", book, "--verify")
check.has(out, "unseen kraken ape", "agrees")
check.has(err, "100 %", "left")
check.done("a book that was made verifies, and how long it takes is told")

for at, figure in ((BOUNDS, "the lower bound"), (BOUNDS + 8, "the upper bound"), (TOLL, "the toll of kraken+ape")):
    for by in (-1e-5, 1e-5):
        forge(data, "<d", at, lambda value, by=by: value + by)
        refused(figure, PLACE, figure, "computed")
for by in (-1000, 1000):
    forge(data, "<I", PRICE, lambda value, by=by: value + by)
    refused("a price", PLACE)
forge(data, "<d", WHOLE + 8, lambda _: 0.9)
refused("a bound of a whole game", "the whole game is between 0.000000000000 and 0.900000000000")
forge(data, "<I", REVEALS, lambda _: 1)
refused("reveals", "floor 3, reveals 1, unseen kraken,ape: ")
check.done("a changed bound, toll, price or stage is refused with its place")

count = struct.unpack_from("<I", data, COUNT)[0]
check.that(count > 3, "too few entries")
for entry in range(count):
    forge(data, "<I", ENTRIES + 8 * entry + 4, lambda value: value - 1)
    refused("a chance", "do not add up")
# Nearly all chances go to one hand: the sum stays, and the Hero's best answer to it is another one.
chances = [struct.unpack_from("<I", data, ENTRIES + 8 * entry + 4)[0] for entry in range(count)]
moved = bytearray(data)
for entry in range(count):
    struct.pack_into("<I", moved, ENTRIES + 8 * entry + 4, 1 if entry else sum(chances) - count + 1)
forge(bytes(moved), "<I", ENTRIES + 4, lambda value: value)
refused("moved chances", PLACE)
forge(data, "<H", ENTRIES + 2, lambda value: value + 120)
refused("a hand", "make no sense")
forge(data, "<H", ENTRIES + 8 * (count - 1), lambda _: 700)
refused("a shape", "it names shapes that there are not")
check.done("changed chances, hands and shapes are refused")

forge(data, "<d", TOLL, lambda _: 0.001)
forge(forged.read_bytes(), "<d", BOUNDS + 8, lambda _: 0.6)
run("--book", forged, "--measure", "--checkpoint", kept)
check.that(forged.read_bytes() == data, "measuring does not write the true figures back")
check.that(kept.exists(), "no checkpoint")
_, err = run("--book", forged, "--measure", "--checkpoint", kept)
check.that(forged.read_bytes() == data and "100 %" not in err, "what was done is done again")
_, err = run("--book", book, "--verify", "--checkpoint", kept, code=BAD_FILE)
check.has(err, "it belongs to another book")
kept.write_bytes(b"lanveri1" + kept.read_bytes()[9:])
_, err = run("--book", book, "--verify", "--checkpoint", kept, code=BAD_FILE)
check.has(err, "checkpoint")
check.done("measuring enters the figures; checkpoints of other books, or cut ones, are refused")

_, err = run("--book", book, "--whole", "--time", "1", code=USAGE)
check.has(err, "lacks a stage")
kept.write_bytes(b"nothing")
_, err = run("--book", book, "--whole", "--time", "1", "--checkpoint", kept, code=BAD_FILE)
check.has(err, "this is no checkpoint of a whole game")
for action in ("--verify", "--measure", "--whole"):
    run("--book", name / "none", action, code=BAD_FILE)
    run(action, code=USAGE)
check.done("a whole game needs all its stages, and what needs a book says so")
folder.cleanup()
check.tap.finish()
